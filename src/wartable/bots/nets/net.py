"""A bot with a trained net, which plays the move that the net likes best.

A game's net is `net.onnx` in its folder; `wartable train` makes such nets, and docs/training.md describes the file.
Running one needs onnxruntime, an extra.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.numbers.chance import draw, generator
from wartable.core.record import Record
from wartable.errors import WartableError
from wartable.extras import install_line

from ..repetition import RepetitionGuard
from .net_input import Array, reader_of


class NoNet(WartableError):
    """The game has no net, the net does not fit the game's features, or onnxruntime is not installed."""


def net_file(game: Game) -> Path:
    return game.folder / "net.onnx"


def has_net(game: Game) -> bool:
    """Whether the bot `net` can play this game here."""
    return net_file(game).exists() and find_spec("onnxruntime") is not None


def open_net(game: Game, file: Path | None = None) -> Any:
    """A net (default: the one in the game's folder), shared by all bots of a process."""
    path = file or net_file(game)
    if not path.is_file():
        raise NoNet(f"there is no net {file}" if file else f"{game.title} has no net; `wartable train` makes one")
    session = _open(str(path), path.stat().st_mtime_ns)
    check_fit(facts_of(session), game, path.name)
    return session


@lru_cache(maxsize=8)
def _open(path: str, changed: int) -> Any:
    """Open a file, cached by its time stamp: opening takes much longer than evaluating."""
    try:
        import onnxruntime
    except ImportError:
        raise NoNet(f"the bot net needs onnxruntime: {install_line('net')}") from None
    choices = onnxruntime.SessionOptions()
    choices.intra_op_num_threads = choices.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(path, choices, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has an exception of its own for each thing that may be wrong with a file
        raise NoNet(f"{path} cannot be opened as a net: {str(error).splitlines()[0]}") from None


FINE = 1 << 31


def facts_of(session: Any) -> dict[str, Any]:
    """What a net was made for, according to its metadata."""
    return {name: json.loads(text) for name, text in session.get_modelmeta().custom_metadata_map.items()}


def check_fit(facts: dict[str, Any], game: Game, name: str) -> None:
    """NoNet, with the difference, unless the net can play the current version of the game.

    A net also works if codes were added after those that it knows.
    """
    fits = {
        "game": (facts.get("game"), game.name, facts.get("game") == game.name),
        "features": (facts.get("features"), game.feature_count, facts.get("features") == game.feature_count),
        "actions": (facts.get("actions"), game.action_count, facts.get("actions", 0) <= game.action_count),
        "seats": (facts.get("seats"), list(game.seats), set(game.seats) <= set(facts.get("seats", ()))),
    }
    for fact, (known, wanted, fit) in fits.items():
        if not fit:
            raise NoNet(
                f"{name} was made for {fact} {known}, and {game.title} has {fact} {wanted}; "
                f"train one with: wartable train {game.name}"
            )


class PolicyBot:
    """Plays the move that the net likes best, or a random one by its probabilities (`warmth` over 0)."""

    def __init__(self, game: Game, session: Any, seed: int, warmth: float = 0.0) -> None:
        self.game, self.warmth, self.rng = game, warmth, generator(seed)
        self.reader = reader_of(game, session, facts_of(session), seed)

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        scores = self.think(view, box, seat)[0][list(legal)]
        if self.warmth == 0:
            return legal[int(scores.argmax())]
        odds = np.exp((scores - scores.max()) / self.warmth)
        place = np.searchsorted(np.cumsum(odds / odds.sum()), int(draw(self.rng, FINE)) / FINE, side="right")
        return legal[min(int(place), len(legal) - 1)]

    def think(self, view: AnyState, box: AnyBox, seat: int) -> tuple[Array, Array]:
        """A score for every action code (meaningless for illegal ones), and each seat's share of the win."""
        scores, shares = self.think_all([view], box, [seat])
        return scores[0], shares[0]

    def think_all(self, views: Sequence[Record], box: AnyBox, seats: Sequence[int]) -> tuple[list[Array], list[Array]]:
        """The same for several positions, each as one seat sees it, in one call."""
        return self.reader.read(views, box, seats)


PATIENCE = 16
"""Decisions on one question after which the net must move on, since it has no plan."""


class NetBot(PolicyBot):
    """Plays the move that its net likes best, and never merely takes its last move back."""

    def __init__(self, game: Game, seed: int, file: Path | None = None) -> None:
        super().__init__(game, open_net(game, file), seed)
        self.last = RepetitionGuard(game, seed, patience=PATIENCE)

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        choose = super().choose
        best = choose(view, box, seat, legal)
        return self.last.settle(view, box, seat, legal, best, lambda others: choose(view, box, seat, others))


def net_bot(game: Game, seed: int, file: Path | None = None) -> PolicyBot:
    """The bot with the game's net, or with one from a file."""
    return NetBot(game, seed, file)
