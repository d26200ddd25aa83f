"""Compares the description of a game's observations with the numbers that `features` writes.

A meaning cannot be proved. But each number has a unique name and stays in its range, and if a field of the State is
changed that numbers are named after, one of those numbers must change, which detects parts in the wrong order.
"""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading, switch
from wartable.core import generic
from wartable.core.frames import NATURE, AnyState
from wartable.core.game import Game
from wartable.core.match.perspective import hidden
from wartable.guides.observation import Feature, describe, is_described

from .moment import LawBroken, Moment
from .places import place_of
from .random_match import play_random

Place = tuple[int, np.dtype[Any]]
Numbers = np.ndarray[tuple[int], np.dtype[np.float32]]
CLOSE = 1e-5
"""Numbers have 32 bits: an excess this small is rounding."""
MOMENTS, TRIES, ENOUGH = 4, 4, 3
"""The number of moments of a match at which fields are changed, of elements changed in each, and of changes that
suffice as proof.
"""


class Meanings:
    """The description of a game's observations."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.features = describe(game)
        self.least = np.array([one.least for one in self.features], np.float64)
        self.most = np.array([np.inf if one.most is None else one.most for one in self.features])
        self.is_flag = np.array([one.kind == "flag" for one in self.features])
        self._changes: dict[str, list[set[str]]] = defaultdict(list)
        self._places = _places(game, {leaf(one) for one in self.features})

    @property
    def place(self) -> str:
        package = self.game.rules.__name__.rpartition(".")[0]
        return place_of(import_module(f"{package}.observation").parts, self.game.folder, "parts")

    def check_names(self) -> None:
        """Every number has a meaning and a unique name."""
        count = len(self.features)
        if count != self.game.feature_count:
            raise LawBroken(
                f"every number of an observation is named: {self.place} names {count}, "
                f"and feature_count of the Game is {self.game.feature_count}"
            )
        known: dict[str, int] = {}
        for one in self.features:
            if not one.meaning.strip() or one.name in known:
                told = f"{one.name} is number {known[one.name]} too" if one.name in known else "has no meaning"
                raise LawBroken(
                    f"every number of an observation is named once: {self.place}: number {one.index} {told}"
                )
            known[one.name] = one.index

    def check_range(self, moment: Moment, seat: int) -> None:
        """The numbers are in their ranges, and flags are 0 or 1."""
        numbers = _observed(moment, hidden(moment.s, moment.box, seat), seat)
        outside = (numbers < self.least - CLOSE) | (numbers > self.most + CLOSE)
        outside |= self.is_flag & (numbers != 0) & (numbers != 1)
        if outside.any():
            one = self.features[int(np.argmax(outside))]
            raise moment.broken(
                "a number of an observation keeps to its range",
                f"{one.name}, number {one.index}, {one.range}, is {float(numbers[one.index]):g} for seat {seat}",
                self.place,
            )

    def change_fields(self, moment: Moment, seat: int, rng: np.random.Generator) -> None:
        """Change fields that numbers are named after, one at a time, and record which numbers change with them.

        The rules must be interpreted here, since a changed position may be impossible.
        """
        view = hidden(moment.s, moment.box, seat)
        before = _observed(moment, view, seat)
        for name, places in self._places.items():
            if any(name in changed for changed in self._changes[name]):
                continue
            for number in rng.permutation(len(places))[:TRIES].tolist():
                after = _observed_after(moment, view, seat, places[number])
                changed = {leaf(self.features[index]) for index in np.flatnonzero(after != before).tolist()}
                if changed:
                    self._changes[name].append(changed)
                if name in changed:
                    break

    def check_changes(self) -> None:
        for name, changes in self._changes.items():
            if len(changes) >= ENOUGH and not any(name in changed for changed in changes):
                others = ", ".join(sorted(set.union(*changes))[:4])
                raise LawBroken(
                    f"a number changes with the field that it is named after: where {name} of the State changes, "
                    f"{others} does, and no number named {name}; does {self.place} follow the order of features?"
                )


def check_observations(game: Game, seed: int = 0) -> None:
    """Test everything that can be tested of the description; nothing if the game has none."""
    if not is_described(game):
        return
    box = game.new_box({}, game.seats[0])
    _observed(Moment(game, box, game.new_state(box), {}, game.seats[0], seed, 0), game.new_state(box), 0)
    meanings = Meanings(game)
    meanings.check_names()
    is_read = interpreted or switch.reads is True
    for seats in game.seats:
        for moment, _, _ in play_random(game, {}, seats, seed):
            if moment.step % (11 if is_read else 3) == 0:
                meanings.check_range(moment, moment.step % seats)
            if moment.step > (60 if is_read else 600):
                break
    with reading():
        _change_along(game, meanings, seed)
    meanings.check_changes()


def _change_along(game: Game, meanings: Meanings, seed: int) -> None:
    """Moments of a match with a choice for a player, later ones further apart."""
    rng, wanted = np.random.default_rng(seed), [2 + 3 * number * number for number in range(MOMENTS)]
    for moment, seat, _ in play_random(game, {}, game.seats[-1], seed):
        if not wanted:
            return
        if moment.step >= wanted[0] and seat not in (NATURE, -1):
            meanings.change_fields(moment, seat, rng)
            wanted.pop(0)


def leaf(feature: Feature) -> str:
    """The last part of a name: `pool` of `side[own].pool`, `hand` of `side[own].hand[citizen]`."""
    return feature.name.rpartition(".")[2].partition("[")[0]


def _observed(moment: Moment, view: AnyState, seat: int) -> Numbers:
    numbers: Numbers = np.zeros(moment.game.feature_count, np.float32)
    generic.features(view, moment.box, seat, numbers)
    return numbers


def _observed_after(moment: Moment, view: AnyState, seat: int, place: Place) -> Numbers:
    """The numbers after adding 1 to, or subtracting 1 from, an element; unchanged if `features` accepts neither."""
    offset, dtype = place
    for step in (1, -1):
        raw = bytearray(view.tobytes())
        cell = np.frombuffer(raw, dtype, 1, offset)
        limits = np.iinfo(dtype.name)
        if limits.min <= int(cell[0]) + step <= limits.max:
            cell[0] += step
            try:
                return _observed(moment, np.frombuffer(raw, moment.game.state.dtype)[0], seat)
            except (ArithmeticError, LookupError, ValueError):
                continue
    return _observed(moment, view, seat)


def _places(game: Game, names: set[str]) -> dict[str, list[Place]]:
    """The offsets of the whole numbers in fields with one of these names."""
    found: dict[str, list[Place]] = defaultdict(list)
    for name, place in _walk(game.state.dtype, 0, ""):
        if name in names:
            found[name].append(place)
    return found


def _walk(dtype: np.dtype[Any], offset: int, name: str) -> Iterator[tuple[str, Place]]:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        for number in range(int(np.prod(shape))):
            yield from _walk(base, offset + number * base.itemsize, name)
    elif dtype.names is not None and dtype.fields is not None:
        for inner in dtype.names:
            if inner != "head":
                yield from _walk(dtype.fields[inner][0], offset + dtype.fields[inner][1], inner)
    elif dtype.kind in "iu":
        yield name, (offset, dtype)
