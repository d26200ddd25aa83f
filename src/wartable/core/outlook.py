"""What an action would do, as its seat may know: told by the rules themselves, on copies of the table.

What a seat does not know is dealt at random, more than once; only what is told every time is told. Nothing is played
beyond the next decision of anybody. Where chance decides first, each of its outcomes is told with its odds.
"""

from dataclasses import dataclass

from . import generic, record
from .chance import generator
from .frames import NATURE, SPECTATOR
from .match import Match
from .notes import Level, Note
from .perspective import seats_due
from .record import Record

DEALS = 3
"""How often what is hidden is dealt."""
MOST_OUTCOMES = 40
MOST_BRANCHES = 6


@dataclass(frozen=True)
class Branch:
    """What chance may make of an action: how likely it is, and what is told then."""

    chance: float
    says: tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """What an action would do: for certain, and by chance."""

    certain: tuple[str, ...]
    branches: tuple[Branch, ...] = ()


def outlook(match: Match, seat: int, action: int) -> Outlook:
    """What would come of a legal action of a seat. Nothing of the match changes."""
    deals = [_imagined(match, seat, action, state) for state in _states(match, seat)]
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


def _imagined(match: Match, seat: int, action: int, state: Record) -> Outlook:
    certain = _told(match, seat, match.imagine(state, seat, action))
    if state.head.over or seats_due(state) != (NATURE,):
        return Outlook(certain)
    return Outlook(certain, _branches(match, seat, state))


def _branches(match: Match, seat: int, state: Record) -> tuple[Branch, ...]:
    """The outcomes of the roll that is due, the likeliest first; those that lead to or tell the same are one.

    Of these, only what all of them tell is told: not what the die shows.
    """
    actions, weights = match.game.buffers()
    count = generic.chance(state, match.box, actions, weights)
    if not 1 < count <= MOST_OUTCOMES:
        return ()
    total, odds, tales = float(weights[:count].sum()), dict[bytes, float](), dict[bytes, tuple[str, ...]]()
    for roll, weight in zip(actions[:count].tolist(), weights[:count].tolist(), strict=True):
        after = record.copy(state)
        says = _told(match, seat, match.imagine(after, NATURE, roll))
        end = after.tobytes()
        odds[end] = odds.get(end, 0.0) + weight / total
        common = tuple(text for text in tales.get(end, says) if text in says)
        tales[end] = common or tales.get(end, says)
    alike = dict[tuple[str, ...], float]()
    for end, chance in odds.items():
        alike[tales[end]] = alike.get(tales[end], 0.0) + chance
    branches = sorted((Branch(chance, says) for says, chance in alike.items()), key=lambda one: -one.chance)
    return tuple(branches) if len(branches) <= MOST_BRANCHES else ()


def _told(match: Match, seat: int, notes: tuple[Note, ...]) -> tuple[str, ...]:
    """The sentences that the seat would be told, without those that open the next turn."""
    known = (
        note for note in notes if note.is_known_to(seat if seat >= 0 else SPECTATOR) and note.kind.level > Level.TURN
    )
    texts = (match.game.words.sentence(note, match.box, seat) for note in known)
    return tuple(text.format(*match.players) for text in texts if text)
