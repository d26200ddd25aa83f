"""The effects of an action, as its seat may know them: computed by the rules on copies of the table.

Hidden information is dealt at random, several times; only effects that occur every time are reported. Nothing is played
beyond the next decision. If chance decides first, each of its outcomes is reported with its odds.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR, AnyState
from wartable.core.match import Match
from wartable.core.match.perspective import Perspective, seats_due
from wartable.core.notes import Level, Note
from wartable.core.numbers.chance import generator
from wartable.core.phrases import listed
from wartable.core.record import Record
from wartable.languages import ENGLISH, Catalogue, worded

DEALS = 3
"""How many times hidden information is dealt."""
MOST_OUTCOMES = 40
MOST_BRANCHES = 6
MOST_LISTED = 4


@dataclass(frozen=True)
class Branch:
    """A possible result of chance after an action: its probability, and its notes."""

    chance: float
    says: tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """The effects of an action: certain ones, and those by chance."""

    certain: tuple[str, ...]
    branches: tuple[Branch, ...] = ()


def outlook(match: Match, seat: int, action: int, catalogue: Catalogue = ENGLISH) -> Outlook:
    """The effects of a legal action of a seat, in a language. The match does not change."""
    seen = Perspective(match, seat, catalogue)
    deals = [_imagined(match, seen, action, state) for state in _states(match, seat)]
    certain = tuple(text for text in deals[0].certain if all(text in other.certain for other in deals))
    same = all(other.branches == deals[0].branches for other in deals)
    return Outlook(certain, deals[0].branches if same else ())


def _states(match: Match, seat: int) -> list[Record]:
    view = match.observe(seat)
    if not match.game.has_secrets:
        return [record.copy(view)]
    states = []
    for number in range(DEALS):
        state = record.copy(view)
        generic.fill(state, match.box, seat, generator(number))
        states.append(state)
    return states


def _imagined(match: Match, seen: Perspective, action: int, state: AnyState) -> Outlook:
    certain = _told(seen, match.imagine(state, seen.viewer, action))
    if state.head.over or seats_due(state) != (NATURE,):
        return Outlook(certain)
    return Outlook(certain, _branches(match, seen, state))


def _branches(match: Match, seen: Perspective, state: AnyState) -> tuple[Branch, ...]:
    """The outcomes of the due roll, the likeliest first. Outcomes that lead to the same state or have the same notes
    are merged.

    Common sentences of merged outcomes are kept, with the values of the die in each.
    """
    actions, weights = match.game.buffers()
    count = generic.chance(state, match.box, actions, weights)
    if not 1 < count <= MOST_OUTCOMES:
        return ()
    total, odds, tales = float(weights[:count].sum()), dict[bytes, float](), dict[bytes, list[tuple[str, ...]]]()
    for roll, weight in zip(actions[:count].tolist(), weights[:count].tolist(), strict=True):
        after = record.copy(state)
        says = _told(seen, match.imagine(after, NATURE, roll))
        end = after.tobytes()
        odds[end] = odds.get(end, 0.0) + weight / total
        tales.setdefault(end, []).append(says)
    alike = dict[tuple[str, ...], float]()
    for end, chance in odds.items():
        says = _together(tales[end], seen.catalogue)
        alike[says] = alike.get(says, 0.0) + chance
    branches = sorted((Branch(chance, says) for says, chance in alike.items()), key=lambda one: -one.chance)
    return tuple(branches) if len(branches) <= MOST_BRANCHES else ()


def _together(tales: list[tuple[str, ...]], catalogue: Catalogue) -> tuple[str, ...]:
    """The sentences of several outcomes; those that differ in one number list all values (`shows 1, 3 or 5`)."""
    if len({len(says) for says in tales}) > 1:
        return tuple(text for text in tales[0] if all(text in says for says in tales))
    joined = (_joined(list(dict.fromkeys(texts)), catalogue) for texts in zip(*tales, strict=True))
    return tuple(text for text in joined if text)


def _joined(texts: list[str], catalogue: Catalogue) -> str:
    """One sentence for several that differ in a number; empty if they differ otherwise."""
    parts = [re.split(r"(\d+)", text) for text in texts]
    if len({len(part) for part in parts}) > 1:
        return ""
    places = [place for place, words in enumerate(zip(*parts, strict=True)) if len(set(words)) > 1]
    if not places:
        return texts[0]
    if len(places) > 1 or not places[0] % 2:
        return ""
    numbers = catalogue.say(_listed(sorted(int(part[places[0]]) for part in parts)))
    return "".join((*parts[0][: places[0]], numbers, *parts[0][places[0] + 1 :]))


def _listed(numbers: list[int]) -> str:
    steps = {after - before for before, after in pairwise(numbers)}
    if len(numbers) > MOST_LISTED and len(steps) == 1:
        return worded("{first} to {last}", first=numbers[0], last=numbers[-1])
    return listed([*map(str, numbers)], "or")


def _told(seen: Perspective, notes: tuple[Note, ...]) -> tuple[str, ...]:
    """The sentences that the seat would be told, without those that open the next turn."""
    viewer = seen.viewer if seen.viewer >= 0 else SPECTATOR
    texts = (seen.words(note) for note in notes if note.is_known_to(viewer) and note.kind.level > Level.TURN)
    return tuple(text.format(*seen.match.players) for text in texts if text)
