"""Checks whether the dice of a match are the ones that it committed to."""

from collections import Counter
from dataclasses import dataclass

from .. import generic
from ..frames import NATURE
from . import dice
from .match import Match


@dataclass(frozen=True)
class Verdict:
    """The result of `verify`: how many actions and rolls were checked, and the first error, if any.

    The first `given` actions are legal, but were neither decided nor rolled in this match.
    """

    actions: int
    rolls: int
    fault: str | None
    given: int = 0

    @property
    def is_sound(self) -> bool:
        return self.fault is None


def verify(match: Match) -> Verdict:
    """Check every roll of a loaded match against its seed. (Loading has already checked that every action
    was legal.)
    """
    if match.header.commitment is None:
        return Verdict(len(match.steps), 0, "the dice were rolled by people: there is no seed to check them against")
    if match.seed is None:
        return Verdict(len(match.steps), 0, "the seed is not in the file, so the dice cannot be checked")
    rolls = 0
    numbers = roll_numbers(match)
    out, weights = match.game.buffers()
    for place, number in numbers.items():
        step = match.steps[place]
        count = generic.chance(step.before, match.box, out, weights)
        expected = int(out[dice.roll(match.seed, number, [int(w) for w in weights[:count]])])
        if expected != step.action:
            return Verdict(len(match.steps), rolls, f"action {step.number} is not what the dice of this seed gave")
        rolls += 1
    return Verdict(len(match.steps), rolls, None, match.header.given)


def roll_numbers(match: Match) -> dict[int, int]:
    """The number of each roll, by the place of its step."""
    rolls = [step for step in match.steps if step.seat == NATURE and not step.forced]
    if match.header.counts_steps:
        return {step.number: step.number for step in rolls}
    numbers, streams = {}, Counter[int]()
    for step in rolls:
        stream = dice.stream_of(match.game, step.before, match.box, match.seats)
        numbers[step.number] = dice.numbered(stream, streams[stream])
        streams[stream] += 1
    return numbers
