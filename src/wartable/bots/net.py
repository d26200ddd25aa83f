"""A bot with a trained net: it looks one move ahead and asks the net what each move leads to.

A game that has a net keeps it in its folder as `net.onnx`: features of a table right after a move in, its value for
the seat that moved out, from -1 to 1. `examples/selfplay` makes such nets. Running one needs onnxruntime, an extra.
"""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from wartable.core import generic, record
from wartable.core.chance import draw, generator
from wartable.core.errors import WartableError
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game
from wartable.core.record import Record


class NoNet(WartableError):
    """The game has no net, it does not fit the game's features, or there is nothing to run it with."""


def net_file(game: Game) -> Path:
    return game.folder / "net.onnx"


def has_net(game: Game) -> bool:
    """Whether the bot `net` can play this game here."""
    return net_file(game).exists() and find_spec("onnxruntime") is not None


def open_net(game: Game) -> Any:
    if not net_file(game).exists():
        raise NoNet(f"{game.title} has no net; `wartable train` makes one")
    try:
        import onnxruntime
    except ImportError:
        raise NoNet("the bot net needs onnxruntime: pip install 'wartable[net]'") from None
    choices = onnxruntime.SessionOptions()
    choices.intra_op_num_threads = choices.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(net_file(game)), choices, providers=["CPUExecutionProvider"])
    if facts := facts_of(session):
        check_fit(facts, game, net_file(game).name)
        return session
    wanted = session.get_inputs()[0].shape[1]
    if wanted != game.feature_count:
        raise NoNet(f"{net_file(game).name} of {game.title} takes {wanted} features; the game has {game.feature_count}")
    return session


FINE = 1 << 31


def facts_of(session: Any) -> dict[str, Any]:
    """What a net was made for, as `wartable train` wrote it down; nothing of a net that only judges."""
    return {name: json.loads(text) for name, text in session.get_modelmeta().custom_metadata_map.items()}


def check_fit(facts: dict[str, Any], game: Game, name: str) -> None:
    """NoNet, with what differs, unless the net was made for this game as it is now."""
    wanted = {
        "game": game.name,
        "rules": game.version,
        "features": game.feature_count,
        "actions": game.action_count,
        "seats": list(game.seats),
    }
    for fact, value in wanted.items():
        if facts.get(fact) != value:
            raise NoNet(
                f"{name} was made for {fact} {facts.get(fact)}, and {game.title} has {fact} {value}; "
                f"train one with: wartable train {game.name}"
            )


class PolicyBot:
    """Plays what the policy of a net likes best, or draws among what it likes (`warmth` over 0)."""

    def __init__(self, game: Game, session: Any, seed: int, warmth: float = 0.0) -> None:
        self.game, self.session, self.rng, self.warmth = game, session, generator(seed), warmth
        self.numbers = np.zeros((1, game.feature_count), np.float32)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        scores = self.think(view, box, seat)[0][list(legal)]
        if self.warmth == 0:
            return legal[int(scores.argmax())]
        odds = np.exp((scores - scores.max()) / self.warmth)
        place = np.searchsorted(np.cumsum(odds / odds.sum()), int(draw(self.rng, FINE)) / FINE, side="right")
        return legal[min(int(place), len(legal) - 1)]

    def think(self, view: Record, box: Record, seat: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """A score for every action code, and each seat's share of the win, by seat number."""
        players = int(box.seats)
        generic.features(view, box, seat, self.numbers[0])
        seating = np.array([self.game.seats.index(players)], np.int64)
        policy, value = self.session.run(None, {"features": self.numbers, "seating": seating})
        return policy[0], np.roll(value[0][:players], seat)


class NetBot:
    """The move after which the net likes the seat's position best; what is hidden is imagined, a few times over."""

    SAMPLES = 4

    def __init__(self, game: Game, session: Any, seed: int) -> None:
        self.game, self.session, self.rng = game, session, generator(seed)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        values = self.values(view, box, seat, legal)
        best = np.flatnonzero(values >= values.max() - 1e-6)
        return legal[int(best[int(draw(self.rng, len(best)))])]

    def values(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> np.ndarray[Any, Any]:
        """What the net thinks of each legal action, from -1 to 1."""
        samples = self.SAMPLES if self.game.has_secrets else 1
        total = np.zeros(len(legal))
        for _ in range(samples):
            imagined = record.copy(view)
            generic.fill(imagined, box, seat, self.rng)
            total += self._ahead(imagined, box, seat, legal)
        return total / samples

    def _ahead(self, s: Record, box: Record, seat: int, legal: Sequence[int]) -> np.ndarray[Any, Any]:
        numbers = np.zeros((len(legal), self.game.feature_count), np.float32)
        exact: dict[int, float] = {}
        shares = np.zeros(MAX_SEATS)
        for row, action in enumerate(legal):
            after = record.copy(s)
            generic.apply(after, box, seat, action)
            if after.head.over:
                shares[:] = 0
                generic.scores(after, box, shares)
                exact[row] = 2 * float(shares[seat]) - 1
            else:
                generic.hide(after, box, seat)
                generic.features(after, box, seat, numbers[row])
        values = np.array(self.session.run(None, {"features": numbers})[0], np.float64)
        for row, value in exact.items():
            values[row] = value
        return values


def net_bot(game: Game, seed: int) -> PolicyBot | NetBot:
    """The bot for the net that the game has: one that `wartable train` made has a policy, an older one only judges."""
    session = open_net(game)
    return PolicyBot(game, session, seed) if facts_of(session) else NetBot(game, session, seed)
