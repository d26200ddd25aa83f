"""Random matches on which the laws are tested."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from wartable.core import generic, record
from wartable.core.frames import DEPTH, NATURE
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, draw_weighted, generator, random_due

from .moment import Moment
from .places import place_of_decision, place_of_function


def play_random(
    game: Game,
    options: Mapping[str, object],
    seats: int,
    seed: int,
    cells: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
) -> Iterator[tuple[Moment, int, int]]:
    """A random match, as a sequence of (moment, seat, action); the moment's state changes after each."""
    box = game.new_box(options, seats, files, cells)
    moment = Moment(game, box, game.new_state(box), options, seats, seed, 0)
    rng = generator(seed)
    _check_somebody_is_due(moment, partial(place_of_function, game, "setup"))
    out, weights = game.buffers()
    while not moment.s.head.over:
        seat = int(random_due(moment.s, rng))
        if seat == NATURE:
            count = generic.chance(moment.s, box, out, weights)
            _check_chance(moment, out, weights, count)
            action = int(out[draw_weighted(rng, weights, count)])
        else:
            count = generic.legal(moment.s, box, seat, out)
            if not 0 < count <= game.most_legal:
                raise moment.broken(
                    "every due seat has something to do", f"seat {seat} has {count} legal actions", "legal"
                )
            action = int(out[draw(rng, count)])
        yield moment, seat, action
        before = record.copy(moment.s)
        generic.apply(moment.s, box, seat, action)
        moment.step += 1
        _check_somebody_is_due(moment, partial(place_of_decision, game, box, before, seat, action))
        if moment.step > game.bound:
            raise moment.broken("a match ends within its bound", f"{game.bound} actions were made", "apply")
    yield moment, -1, -1


def _check_somebody_is_due(moment: Moment, place: Callable[[], str]) -> None:
    """Check that somebody is due; `place` finds the line that asked, answered or ended last."""
    head, seats = moment.s.head, moment.due()
    if not 0 <= head.depth <= DEPTH:
        law, detail = (
            "decisions are made one by one",
            f"{head.depth} are on the stack of {DEPTH}; is there a pop(s) more?",
        )
        raise moment.broken(law, detail if head.depth < 0 else detail.replace(" more", " missing"), place())
    if not head.over and not seats:
        raise moment.broken(
            "somebody is to act until the match is over",
            "nobody is; ask() somebody or finish(), unless a pop(s) is too many",
            place(),
        )
    if any(seat >= moment.seats and seat != NATURE for seat in seats):
        raise moment.broken("who is to act sits at the table", f"seats {seats} are asked, of {moment.seats}", place())


def _check_chance(moment: Moment, out: Any, weights: Any, count: int) -> None:
    if not 0 < count <= moment.game.most_chance:
        raise moment.broken("nature can act when it is due", f"it has {count} actions", "chance")
    if len(set(out[:count].tolist())) != count or (weights[:count] <= 0).any():
        raise moment.broken("nature's actions differ and have positive weights", str(weights[:count]), "chance")
