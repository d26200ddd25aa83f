"""Every value of every option changes something: the legal actions, the outcomes of chance, or the winner."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from wartable.core import generic, record
from wartable.core.frames import MAX_SEATS, NATURE, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, draw_weighted, generator, random_due
from wartable.errors import WartableError
from wartable.guides.examples import load_examples
from wartable.rulebook.options import Option, Value

from ..examples import fault_of

MATCHES = 60
"""The number of random matches to compare before a value is reported as having no effect."""
STEPS = 4_000
"""The number of actions of a match that are compared."""


def check_options(game: Game, matches: int = MATCHES) -> None:
    """Every named value of an option, and some number of a numeric one, must have a visible effect.

    The effect is visible in random matches, or in an example that fails without the value.
    """
    for option in game.options:
        idle = [value for value in _others(option) if not changes_something(game, option, value, matches)]
        numbers = all(str(value).lstrip("-").isdigit() for value in _others(option))
        assert not idle or (numbers and len(idle) < len(_others(option))), (
            f"{game.name}: option {option.name}={idle[0]} changes nothing"
        )


def changes_something(game: Game, option: Option, value: Value, matches: int = MATCHES) -> bool:
    """Whether a value of an option has a visible effect."""
    options = {option.name: value}
    return any(_differs(game, options, seed) for seed in range(matches)) or _is_shown(game, option)


def _is_shown(game: Game, option: Option) -> bool:
    """Whether an example sets the option and fails without it."""
    examples = load_examples(game)
    for example in examples.all:
        left = tuple(pair for pair in example.start.options if pair[0] != option.name)
        if left != example.start.options:
            without = replace(example, start=replace(example.start, options=left))
            if fault_of(examples, without):
                return True
    return False


def _others(option: Option) -> list[Value]:
    """The values other than the default, one at a time; of a range, the least and the most."""
    if option.least is not None and option.most is not None:
        return [value for value in (option.least, option.most) if value != option.first]
    return [value for value in option.values if value != option.first]


def _differs(game: Game, options: Mapping[str, object], seed: int) -> bool:
    """Whether a random match differs with these options, with the numbers of players in turn."""
    boxes = None
    for number in range(len(game.seats)):
        seats = game.seats[(seed + number) % len(game.seats)]
        try:
            boxes = game.new_box({}, seats), game.new_box(options, seats)
            break
        except WartableError:
            continue  # such a table is for another number of players
    assert boxes is not None, f"{game.name}: no table can be opened with {dict(options)}"
    return _parts(game, boxes, seed)


def _parts(game: Game, boxes: tuple[Any, Any], seed: int) -> bool:
    """Play the same match at two tables: whether they ever offer different actions or end differently."""
    tables = [game.new_state(box) for box in boxes]
    rng = generator(seed)
    for _ in range(STEPS):
        first = tables[0]
        if any(table.head.over for table in tables):
            return not all(table.head.over for table in tables) or _results(tables, boxes)
        seat = int(random_due(first, rng))
        offered = [_offered(game, table, box, seat) for table, box in zip(tables, boxes, strict=True)]
        if offered[0] != offered[1]:
            return True
        actions, weights = (np.frombuffer(part, np.int32) for part in offered[0])
        place = draw_weighted(rng, weights, len(actions)) if seat == NATURE else draw(rng, len(actions))
        for table, box in zip(tables, boxes, strict=True):
            generic.apply(table, box, seat, int(actions[place]))
    return False


def _offered(game: Game, s: AnyState, box: AnyBox, seat: int) -> tuple[bytes, bytes]:
    out, weights = game.buffers()
    count = int(generic.chance(s, box, out, weights) if seat == NATURE else generic.legal(s, box, seat, out))
    return out[:count].tobytes(), (weights[:count] if seat == NATURE else weights[:0]).tobytes()


def _results(tables: list[record.Record], boxes: tuple[Any, Any]) -> bool:
    """Whether two tables end differently: in the shares of the win, or in points."""
    ends = []
    for s, box in zip(tables, boxes, strict=True):
        shares = np.zeros(MAX_SEATS)
        generic.scores(s, box, shares)
        ends.append((shares.tolist(), [int(generic.points(s, box, seat)) for seat in range(int(box.seats))]))
    return ends[0] != ends[1]
