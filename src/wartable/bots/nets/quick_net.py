"""A small net for use at every position of a search: each seat's share of the win, and a policy.

It was trained together with a large one, on the same games, by earlier versions of `wartable train`. One layer
processes the numbers that are not zero, followed by one small layer. Evaluating it is compiled code like the rules and
takes some microseconds, so a search visits as many positions with it as with the judge. It is stored as `quick.npz` in
a game's folder, and needs nothing but NumPy.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wartable.compiler.decorators import compiled, interpreted, woven
from wartable.core.frames import MAX_SEATS, AnyBox
from wartable.core.game import Game
from wartable.core.generic import features, hide
from wartable.core.numbers.exact import exponential
from wartable.core.record import Ints

from .net import NoNet, check_fit, has_net

FORMAT = 1
PARTS = ("enter", "seating", "inner", "inner_bias", "moves", "value", "value_bias")
"""The weights in the file, two bytes each."""
NOBODY = -1e9
UNKNOWN = -1e3
"""A log probability for codes that the net does not know."""


WIDTH, INNER = 96, 48
"""The default widths of the two layers. Code is compiled for each width."""


class QuickNet(NamedTuple):
    """Weights shared by all searches, and working memory; each is a record, or empty without a net.

    Records keep the number of arguments small, which the search passes on many times.
    """

    weights: Any
    scratch: Any

    def part(self, name: str) -> Any:
        """One array of either record."""
        return (self.weights if name in self.weights.dtype.names else self.scratch)[name][0]


def weights_kind(game: Game, width: int, inner: int) -> Any:
    codes, seats = game.action_count, MAX_SEATS
    return np.dtype([
        # What each number of an observation adds, and each number of players.
        ("enter", np.float32, (game.feature_count, width)), ("seating", np.float32, (seats + 1, width)),
        ("inner", np.float32, (width, inner)), ("inner_bias", np.float32, (inner,)),
        # What speaks for each action, as the seat sees the table, and against codes that came after the net.
        ("moves", np.float32, (codes, inner)), ("moves_bias", np.float32, (codes,)),
        # The chooser's share, then around the table.
        ("value", np.float32, (seats, inner)), ("value_bias", np.float32, (seats,)),
        # Each code as a seat sees it.
        ("seen", np.int32, (max(game.seats), codes)),
        ("features", np.int64), ("width", np.int64), ("depth", np.int64),
    ])  # fmt: skip


def scratch_kind(game: Game, width: int, inner: int) -> Any:
    return np.dtype([
        # The layers hold what they made of the position that was read last.
        ("features", np.float32, (game.feature_count,)),
        ("layer1", np.float32, (width,)), ("layer2", np.float32, (inner,)),
        ("values", np.float64, (MAX_SEATS,)), ("log_priors", np.float64, (max(game.most_legal, game.most_chance),)),
    ])  # fmt: skip


def no_net(game: Game) -> QuickNet:
    """The placeholder for a search without a net."""
    return QuickNet(np.zeros(0, weights_kind(game, WIDTH, INNER)), np.zeros(0, scratch_kind(game, WIDTH, INNER)))


def quick_file(game: Game) -> Path:
    return game.folder / "quick.npz"


def has_quick(game: Game) -> bool:
    """Whether the game has a quick net."""
    return quick_file(game).exists()


def is_usual(game: Game, box: AnyBox) -> bool:
    """Whether a table has the options and data that the game's nets were trained with.

    Training on one map is worth nothing on another.
    """
    usual = game.new_box(seats=int(box.seats))
    return bool(box.dtype == usual.dtype and box.tobytes() == usual.tobytes())


def strongest_search(game: Game) -> str:
    """What the search of the game's strongest level uses here: `judge`, `quick` or `net`.

    A net that is missing or cannot be run is not used.
    """
    if game.search_with == "net" and has_net(game):
        return "net"
    return "quick" if game.search_with in ("quick", "net") and has_quick(game) else "judge"


_shared: dict[tuple[str, int], tuple[Any, Any]] = {}
"""The weights of each game, with their file and its time stamp."""


def open_quick(game: Game) -> QuickNet:
    """The quick net of a game, with its own working memory; all searches of a process share the weights."""
    path = quick_file(game)
    if not path.exists():
        raise NoNet(f"{game.title} has no quick net")
    known = (game.name, game.action_count)
    changed, weights = _shared.get(known, (None, None))
    now = (path, path.stat().st_mtime_ns)
    if changed != now:
        weights = _read(game, path)
        _shared[known] = now, weights
    return with_scratch(game, weights)


def with_scratch(game: Game, weights: Any) -> QuickNet:
    """A net with these weights, and working memory."""
    width, inner = weights["inner"][0].shape
    scratch = np.zeros(1, scratch_kind(game, width, inner))
    # Plain Python reads the fields of a row by name only from such an array.
    return QuickNet(weights.view(np.recarray), scratch.view(np.recarray)) if interpreted else QuickNet(weights, scratch)


def _read(game: Game, path: Path) -> Any:
    with np.load(path) as file:
        facts = json.loads(str(file["facts"]))
        if facts.get("wartable") != FORMAT:
            raise NoNet(f"{path} is of format {facts.get('wartable')}, not {FORMAT}")
        check_fit(facts, game, path.name)
        return weights_of(game, {name: file[name] for name in PARTS}, facts["seats"])


def weights_of(game: Game, parts: dict[str, Any], seats: Sequence[int]) -> Any:
    """The weights of a file in the form used for computing; `seats` are the numbers of players that it supports."""
    width, inner = parts["inner"].shape
    made = np.zeros(1, weights_kind(game, width, inner))
    one, codes, known = made[0], game.action_count, min(game.action_count, len(parts["moves"]))
    for name in ("enter", "inner", "inner_bias"):
        one[name][:] = parts[name]
    for at, players in enumerate(seats):
        one["seating"][players] = parts["seating"][at]
    for name in ("value", "value_bias"):
        one[name][: len(parts[name])] = parts[name]
    one["moves"][:known], one["moves_bias"][known:] = parts["moves"][:known], UNKNOWN
    seen = game.seen_codes
    one["seen"][:] = np.arange(codes) if seen is None else seen[:, :codes]
    one["features"], one["width"], one["depth"] = game.feature_count, width, inner
    return made


@woven
def is_loaded(net: QuickNet) -> bool:
    return bool(net.weights.shape[0] > 0)


@compiled
def forward(net: QuickNet, states: Any, row: int, box: AnyBox, seat: int) -> None:
    """Compute both layers on states[row], which is hidden for the seat in place."""
    hide(states[row], box, seat)
    weights, scratch = net.weights[0], net.scratch[0]
    features(states[row], box, seat, scratch.features)
    for i in range(weights.width):
        scratch.layer1[i] = weights.seating[box.seats, i]
    for number in range(weights.features):
        amount = scratch.features[number]
        if amount != np.float32(0.0):
            for i in range(weights.width):
                scratch.layer1[i] += amount * weights.enter[number, i]
    for j in range(weights.depth):
        scratch.layer2[j] = weights.inner_bias[j]
    for i in range(weights.width):
        amount = scratch.layer1[i]
        if amount > np.float32(0.0):
            for j in range(weights.depth):
                scratch.layer2[j] += amount * weights.inner[i, j]
    for j in range(weights.depth):
        scratch.layer2[j] = max(scratch.layer2[j], np.float32(0.0))


@compiled
def value_head(net: QuickNet, box: AnyBox, seat: int) -> None:
    """Each seat's share of the win in the position of the last `forward`, by seat number, in `values`."""
    weights, scratch = net.weights[0], net.scratch[0]
    high = NOBODY
    for other in range(box.seats):
        total = float(weights.value_bias[other])
        for j in range(weights.depth):
            total += scratch.layer2[j] * weights.value[other, j]
        scratch.values[(seat + other) % box.seats] = total
        high = max(high, total)
    whole = 0.0
    for other in range(box.seats):
        scratch.values[other] = exponential(scratch.values[other] - high)
        whole += scratch.values[other]
    for other in range(box.seats):
        scratch.values[other] /= whole


@compiled
def policy_head(net: QuickNet, seat: int, actions: Ints, count: int) -> None:
    """The log probability of each of some actions in the position of the last `forward`, in `log_priors`."""
    weights, scratch = net.weights[0], net.scratch[0]
    high = NOBODY
    for i in range(count):
        code = weights.seen[seat, actions[i]]
        total = float(weights.moves_bias[code])
        for j in range(weights.depth):
            total += scratch.layer2[j] * weights.moves[code, j]
        scratch.log_priors[i] = total
        high = max(high, total)
    whole = 0.0
    for i in range(count):
        whole += exponential(scratch.log_priors[i] - high)
    whole = high + np.log(whole)
    for i in range(count):
        scratch.log_priors[i] -= whole
