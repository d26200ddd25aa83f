"""Checks whether the dice of a match are the ones that it committed to."""

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
    out, weights = match.game.buffers()
    for step in match.steps:
        if step.seat != NATURE or step.forced:
            continue
        count = generic.chance(step.before, match.box, out, weights)
        expected = int(out[dice.roll(match.seed, step.number, [int(w) for w in weights[:count]])])
        if expected != step.action:
            return Verdict(len(match.steps), rolls, f"action {step.number} is not what the dice of this seed gave")
        rolls += 1
    return Verdict(len(match.steps), rolls, None, match.header.given)
