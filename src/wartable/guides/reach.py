"""What all pieces could reach if it were their owners' turn, as one seat may know: computed by the rules.

A game supports this by a function `as_if(view, box, seat)` in its view: it turns a copy of a hidden record into a turn
of that seat, or returns None if there is no such turn now. The legal actions there are tried, and the things that a
hand would touch for each are what the piece reaches. Nothing is computed that the rules do not say.

If pieces attack without an action, the view's `struck(view, box, seat)` gives, for each thing of a seat, the places
where it would hit another's piece as the table stands. These are then its threats, instead of the places it could go
to.
"""

from collections import deque
from dataclasses import dataclass

from wartable.core import generic, record
from wartable.core.frames import AnyState
from wartable.core.match import Match
from wartable.core.match.perspective import seats_due
from wartable.core.numbers.chance import generator
from wartable.core.record import Record

MOST_TRIED = 600
"""The most actions of a seat that are tried."""


@dataclass(frozen=True)
class Reach:
    """A piece of a seat, and the places that it could move to or act on, all as ids of things.

    `hits` are the places where it would hit others as the table stands; None if the game has no such attacks.
    """

    seat: int
    thing: str
    places: tuple[str, ...]
    hits: tuple[str, ...] | None = None


def reaches(match: Match, viewer: int) -> list[Reach]:
    """What each piece could reach in its owner's turn; empty if the game does not support this. Nothing changes."""
    as_if = match.game.view.as_if
    if as_if is None or match.is_over:
        return []
    found: list[Reach] = []
    for seat in range(len(match.players)):
        view = record.copy(match.observe(viewer))
        if match.game.has_secrets:
            generic.fill(view, match.box, viewer, generator(0))
        turn = as_if(view, match.box, seat)
        if turn is not None:
            hits = _struck(match, viewer, seat)
            reached = {one.thing: one.places for one in _of_seat(match, turn, seat)}
            things = dict.fromkeys([*reached, *(hits or ())])
            found += [
                Reach(seat, thing, reached.get(thing, ()), None if hits is None else hits.get(thing, ()))
                for thing in things
            ]
    return found


def _struck(match: Match, viewer: int, seat: int) -> dict[str, tuple[str, ...]] | None:
    """The places that each thing of a seat hits as the table stands, if the game supports this."""
    struck = match.game.view.struck
    return None if struck is None else dict(struck(match.observe(viewer), match.box, seat))


def _of_seat(match: Match, turn: Record, seat: int) -> list[Reach]:
    """Try the actions of a seat; if pieces move step by step, continue from where they arrive."""
    walks = match.game.view.route is not None
    places: dict[str, dict[str, None]] = {}
    waiting, tried = deque([turn]), 0
    while waiting and tried < MOST_TRIED:
        state = waiting.popleft()
        for action in _legal(match, state, seat)[: MOST_TRIED - tried]:
            tried += 1
            touched = _touched(match, state, seat, action)
            if len(touched) < 2 or touched[-1] in places.get(touched[0], {}):
                continue
            places.setdefault(touched[0], {})[touched[-1]] = None
            if walks:
                after = record.copy(state)
                match.imagine(after, seat, action)
                if not after.head.over and seats_due(after) == (seat,):
                    waiting.append(after)
    return [Reach(seat, thing, tuple(reached)) for thing, reached in places.items()]


def _legal(match: Match, state: AnyState, seat: int) -> list[int]:
    out, _ = match.game.buffers()
    found: list[int] = out[: generic.legal(state, match.box, seat, out)].tolist()
    return found


def _touched(match: Match, state: AnyState, seat: int, action: int) -> list[str]:
    """The places of an action's path, without answers."""
    answers = match.game.view.answers
    path = match.game.view.path(state, match.box, seat, action)
    return [id for id in path if not (answers and id.startswith(answers))]
