"""What everybody's pieces could reach if it were their turn, as one seat may know: told by the rules themselves.

A game takes part by a function `as_if(view, box, seat)` in its view: it makes a copy of a hidden record the table of a
turn of that seat, or says None where there is no such turn now. Legal actions are then tried on it, and what a hand
would touch for each is what the piece reaches. Nothing is reckoned here that the rules do not say.

Where pieces strike without being told to, a view says by `struck(view, box, seat)` whom: for each thing of a seat the
places where a piece of another would be hit as the table stands. These are its threats then, not where it could go.
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
"""So many actions of a seat are tried at most."""


@dataclass(frozen=True)
class Reach:
    """A piece of a seat, and the places that it could go to or act on, all by the ids of things.

    `hits` are the places where others would be hit as the table stands; None where the game has no such thing.
    """

    seat: int
    thing: str
    places: tuple[str, ...]
    hits: tuple[str, ...] | None = None


def reaches(match: Match, viewer: int) -> list[Reach]:
    """What each piece could reach in a turn of its owner; empty where the game cannot say. Nothing changes."""
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
    """The places that each thing of a seat strikes as the table stands, where the game says so."""
    struck = match.game.view.struck
    return None if struck is None else dict(struck(match.observe(viewer), match.box, seat))


def _of_seat(match: Match, turn: Record, seat: int) -> list[Reach]:
    """Try the actions of a seat; where a game's pieces walk step by step, go on from where they have come to."""
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
    """The places of an action's path: answers are none."""
    answers = match.game.view.answers
    path = match.game.view.path(state, match.box, seat, action)
    return [id for id in path if not (answers and id.startswith(answers))]
