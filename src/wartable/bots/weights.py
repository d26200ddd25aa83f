"""Bots with their own weights for the judge: `greedy:judge.cargo=0.6`."""

from collections.abc import Mapping, Sequence
from typing import Any

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.record import Record, copy
from wartable.errors import BadData

from .bot import Bot

MARK = "judge."


def parted(name: str) -> tuple[str, dict[str, str]]:
    """A bot's name without its weights, and the weights: `mcts:100`, {"cargo": "0.6"}."""
    parts = name.split(":")
    own = [part.removeprefix(MARK).partition("=") for part in parts if part.startswith(MARK)]
    return ":".join(part for part in parts if not part.startswith(MARK)), {row: value for row, _, value in own}


def joined(name: str, weights: Mapping[str, str]) -> str:
    """The bot's name with these weights."""
    return ":".join([name, *(f"{MARK}{row}={value}" for row, value in weights.items())])


_known: dict[tuple[Any, ...], Mapping[str, Any]] = {}
MOST_KNOWN = 64


def _changes(game: Game, weights: Mapping[str, str]) -> Mapping[str, Any]:
    """The indices and values of weights that differ from the game's own. Cached, since a bot is made for every
    match.
    """
    key = (game.folder, *sorted(weights.items()))
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = _read_changes(game, weights)
    return _known[key]


def _read_changes(game: Game, weights: Mapping[str, str]) -> Mapping[str, Any]:
    if "weights" not in game.box.plain.names:
        raise BadData(f"{game.title} keeps no weights of its judge in judge.csv")
    cells = {f"judge.{row}.value": value for row, value in weights.items()}
    usual, changed = game.new_box().weights, game.new_box(cells=cells).weights
    return {name: (changed[name] != usual[name], changed[name]) for name in changed.dtype.names}


class OwnJudge:
    """A bot whose judge has other weights than the table's; everything else at the table is the same."""

    def __init__(self, bot: Bot, game: Game, weights: Mapping[str, str]) -> None:
        self.bot = bot
        self.changes = _changes(game, weights)
        self.table: Record | None = None
        self.own: Record = None

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        if box is not self.table:
            self.table, self.own = box, self.box_of(box)
        return self.bot.choose(view, self.own, seat, legal)

    def box_of(self, box: AnyBox) -> Record:
        """A copy of the table's Box with these weights."""
        own = copy(box)
        for name, (differs, value) in self.changes.items():
            if differs.ndim:
                own.weights[name][differs] = value[differs]
            elif differs:
                own.weights[name] = value
        return own
