"""A small net that a search can ask at every position: what each seat's share of the win is, and how likely moves are.

`wartable train` makes it beside the large one, from the same games: one layer over the numbers that are not zero, one
small layer more. Asking it is compiled code like the rules and takes some microseconds, so that a search looks at as
many positions with it as with the judge. It is kept as `quick.npz` in a game's folder, and needs nothing but NumPy.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wartable.core.compiled import compiled, woven
from wartable.core.exact import exponential
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game
from wartable.core.generic import features, hide
from wartable.core.record import Ints, Record

from .net import NoNet, check_fit, has_net

FORMAT = 1
PARTS = ("enter", "seating", "inner", "inner_bias", "moves", "value", "value_bias")
"""The weights, as they are in the file: two bytes each."""
NOBODY = -1e9
UNKNOWN = -1e3
"""Unlikely, whatever the rest says."""


class QuickNet(NamedTuple):
    """Weights, and room to work in. All are empty where there is no net."""

    enter: Any
    """features x width: what each number of an observation adds."""
    seating: Any
    """The same for each number of players, by its place in the game's list."""
    inner: Any
    """width x inner."""
    inner_bias: Any
    moves: Any
    """codes x inner: what speaks for each action, as the seat sees the table."""
    moves_bias: Any
    """What speaks against codes that came into the game after the net."""
    value: Any
    """seats x inner: the chooser's share, then around the table."""
    value_bias: Any
    seen: Any
    """seats x codes: each code as a seat sees it."""
    place: Any
    """The place in `seating` for each number of players."""
    numbers: Any
    wide: Any
    known: Any
    """What the second layer makes of the position that was read last."""
    shares: Any
    likes: Any


def no_net() -> QuickNet:
    """In place of a net, for a search that has none."""
    none, matrix = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    whole = np.zeros((0, 0), np.int32)
    return QuickNet(
        matrix, matrix, matrix, none, matrix, none, matrix, none, whole, np.zeros(0, np.int64), none, none, none,
        np.zeros(0), np.zeros(0),
    )  # fmt: skip


def quick_file(game: Game) -> Path:
    return game.folder / "quick.npz"


def has_quick(game: Game) -> bool:
    """Whether the game has a quick net."""
    return quick_file(game).exists()


def is_usual(game: Game, box: Record) -> bool:
    """Whether a table is set up as the game's nets have learnt it: its usual options and data.

    What was learnt on one map is worth nothing on another.
    """
    usual = game.new_box(seats=int(box.seats))
    return bool(box.dtype == usual.dtype and box.tobytes() == usual.tobytes())


def strongest_search(game: Game) -> str:
    """What the search of the game's strongest level asks here: `judge`, `quick` or `net`.

    A net that is not there, or cannot be run, is not asked.
    """
    if game.search_with == "net" and has_net(game):
        return "net"
    return "quick" if game.search_with in ("quick", "net") and has_quick(game) else "judge"


def open_quick(game: Game) -> QuickNet:
    """The quick net of a game, with room of its own; all searches of a process share the weights."""
    path = quick_file(game)
    if not path.exists():
        raise NoNet(f"{game.title} has no quick net; `wartable train` makes one")
    weights, facts = _read(str(path), path.stat().st_mtime_ns)
    check_fit(facts, game, path.name)
    return with_room(game, {**weights, "seats": facts["seats"]})


def with_room(game: Game, weights: dict[str, Any]) -> QuickNet:
    """A net of these weights, with room to work in."""
    width, inner = weights["inner"].shape
    codes = game.action_count
    known = weights["moves"][:codes]
    moves, bias = np.zeros((codes, inner), np.float32), np.full(codes, UNKNOWN, np.float32)
    moves[: len(known)], bias[: len(known)] = known, 0
    seen = game.seen_codes
    each = np.arange(codes) if seen is None else seen[:, :codes]
    place = np.zeros(MAX_SEATS + 1, np.int64)
    for at, players in enumerate(weights["seats"]):
        place[players] = at
    return QuickNet(
        **{name: weights[name] for name in PARTS if name != "moves"},
        moves=moves if len(known) < codes else known,
        moves_bias=bias,
        seen=np.ascontiguousarray(np.broadcast_to(each, (max(game.seats), codes)), np.int32),
        place=place,
        numbers=np.zeros(game.feature_count, np.float32),
        wide=np.zeros(width, np.float32),
        known=np.zeros(inner, np.float32),
        shares=np.zeros(MAX_SEATS),
        likes=np.zeros(max(game.most_legal, game.most_chance)),
    )


@lru_cache(maxsize=16)
def _read(path: str, changed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The weights in the file as it was at that time, as wide as they are computed with, and what they are for."""
    with np.load(path) as file:
        facts = json.loads(str(file["facts"]))
        if facts.get("wartable") != FORMAT:
            raise NoNet(f"{path} is of format {facts.get('wartable')}, not {FORMAT}")
        return {name: np.ascontiguousarray(file[name], np.float32) for name in PARTS}, facts


@woven
def is_there(net: QuickNet) -> bool:
    return bool(net.enter.shape[0] > 0)


@compiled
def read_position(net: QuickNet, states: Any, row: int, box: Any, seat: int) -> None:
    """Make of states[row], which is hidden for the seat on the way, what moves and shares are told from."""
    hide(states[row], box, seat)
    features(states[row], box, seat, net.numbers)
    place = net.place[box.seats]
    width, inner = net.inner.shape
    for i in range(width):
        net.wide[i] = net.seating[place, i]
    for number in range(net.numbers.shape[0]):
        amount = net.numbers[number]
        if amount != np.float32(0.0):
            for i in range(width):
                net.wide[i] += amount * net.enter[number, i]
    for j in range(inner):
        net.known[j] = net.inner_bias[j]
    for i in range(width):
        amount = net.wide[i]
        if amount > np.float32(0.0):
            for j in range(inner):
                net.known[j] += amount * net.inner[i, j]
    for j in range(inner):
        net.known[j] = max(net.known[j], np.float32(0.0))


@compiled
def tell_shares(net: QuickNet, box: Any, seat: int) -> None:
    """Each seat's share of the win in the position that was read last, by seat number, in `shares`."""
    high = NOBODY
    for other in range(box.seats):
        total = float(net.value_bias[other])
        for j in range(net.known.shape[0]):
            total += net.known[j] * net.value[other, j]
        net.shares[(seat + other) % box.seats] = total
        high = max(high, total)
    whole = 0.0
    for other in range(box.seats):
        net.shares[other] = exponential(net.shares[other] - high)
        whole += net.shares[other]
    for other in range(box.seats):
        net.shares[other] /= whole


@compiled
def tell_likes(net: QuickNet, seat: int, actions: Ints, count: int) -> None:
    """The logarithm of how likely each of some actions is in the position that was read last, in `likes`."""
    high = NOBODY
    for i in range(count):
        code = net.seen[seat, actions[i]]
        total = float(net.moves_bias[code])
        for j in range(net.known.shape[0]):
            total += net.known[j] * net.moves[code, j]
        net.likes[i] = total
        high = max(high, total)
    whole = 0.0
    for i in range(count):
        whole += exponential(net.likes[i] - high)
    whole = high + np.log(whole)
    for i in range(count):
        net.likes[i] -= whole
