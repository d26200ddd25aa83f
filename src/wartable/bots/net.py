"""A bot with a trained net: it looks one move ahead, and plays what the net likes best of what it sees.

A game that has a net keeps it in its folder as `net.onnx`; `wartable train` makes such nets, and docs/training.md says
what is in the file. Running one needs onnxruntime, an extra.
"""

import json
import zlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wartable.batch.cpu import ahead_span
from wartable.core import generic
from wartable.core.chance import draw, generator
from wartable.core.errors import WartableError
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game
from wartable.core.record import Record

from .last_move import LastMove


class NoNet(WartableError):
    """The game has no net, it does not fit the game's features, or there is nothing to run it with."""


def net_file(game: Game) -> Path:
    return game.folder / "net.onnx"


def has_net(game: Game) -> bool:
    """Whether the bot `net` can play this game here."""
    return net_file(game).exists() and find_spec("onnxruntime") is not None


def open_net(game: Game) -> Any:
    """The net of a game, ready to be asked; all bots of a process share it."""
    path = net_file(game)
    if not path.exists():
        raise NoNet(f"{game.title} has no net; `wartable train` makes one")
    session = _open(str(path), path.stat().st_mtime_ns)
    facts = facts_of(session)
    if facts.get("wartable") != FORMAT:
        raise NoNet(
            f"{path} is of format {facts.get('wartable')}, not {FORMAT}; train one with: wartable train {game.name}"
        )
    check_fit(facts, game, path.name)
    return session


@lru_cache(maxsize=8)
def _open(path: str, changed: int) -> Any:
    """The file as it was at that time: opening takes much longer than asking."""
    try:
        import onnxruntime
    except ImportError:
        raise NoNet("the bot net needs onnxruntime: pip install 'wartable[net]'") from None
    choices = onnxruntime.SessionOptions()
    choices.intra_op_num_threads = choices.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, choices, providers=["CPUExecutionProvider"])


FORMAT = 2
FINE = 1 << 31
SAMPLES = 4
"""How often nature's answer to a move is drawn before the judge looks at it."""
NEVER = -1e9
Array = np.ndarray[Any, Any]


def facts_of(session: Any) -> dict[str, Any]:
    """What a net was made for, as `wartable train` wrote it down."""
    return {name: json.loads(text) for name, text in session.get_modelmeta().custom_metadata_map.items()}


def check_fit(facts: dict[str, Any], game: Game, name: str) -> None:
    """NoNet, with what differs, unless the net can play this game as it is now. Where rules have changed, it can.

    One that knows codes plays on where some were added after those.
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
    """Plays the move whose table the net likes best, or draws among what it likes (`warmth` over 0)."""

    def __init__(self, game: Game, session: Any, seed: int, warmth: float = 0.0) -> None:
        self.game, self.session, self.seed, self.warmth = game, session, seed, warmth
        self.rng = generator(seed)
        self.seats: list[int] = facts_of(session)["seats"]
        self.sight = Sight(game)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        scores = self.think(view, box, seat)[0][list(legal)]
        if self.warmth == 0:
            return legal[int(scores.argmax())]
        odds = np.exp((scores - scores.max()) / self.warmth)
        place = np.searchsorted(np.cumsum(odds / odds.sum()), int(draw(self.rng, FINE)) / FINE, side="right")
        return legal[min(int(place), len(legal) - 1)]

    def think(self, view: Record, box: Record, seat: int) -> tuple[Array, Array]:
        """A score for every action code, lowest for illegal ones, and each seat's share of the win, by seat number."""
        scores, shares = self.think_all([view], box, [seat])
        return scores[0], shares[0]

    def think_all(self, views: Sequence[Record], box: Record, seats: Sequence[int]) -> tuple[list[Array], list[Array]]:
        """The same for several positions, each as one seat sees it, asked at once."""
        seen = [self.sight.look(view, box, seat, self.seed) for view, seat in zip(views, seats, strict=True)]
        players = int(box.seats)
        verdicts = np.zeros((sum(len(one.codes) for one in seen), max(self.seats)), np.float32)
        verdicts[:, :players] = np.concatenate([
            np.roll(one.verdicts, -seat, axis=1) for one, seat in zip(seen, seats, strict=True)
        ])  # fmt: skip
        asked = {
            "features": np.concatenate([one.features for one in seen]), "verdicts": verdicts,
            "seating": np.full(len(verdicts), self.seats.index(players), np.int64),
        }  # fmt: skip
        scores, values = self.session.run(None, asked)
        edges = np.cumsum([len(one.codes) for one in seen])[:-1]
        parts = zip(seen, np.split(scores, edges), np.split(values[:, :players], edges), seats, strict=True)
        told = [self._sum_up(*part) for part in parts]
        return [one[0] for one in told], [one[1] for one in told]

    def _sum_up(self, seen: "Seen", scores: Array, values: Array, seat: int) -> tuple[Array, Array]:
        """Scores by code; the shares expected if moves are chosen by them. What ends the match, the rules say."""
        by_code = np.full(self.game.action_count, NEVER, np.float32)
        by_code[seen.codes] = scores
        odds = np.exp((scores - scores.max()).astype(np.float64))
        shares = np.where(seen.ended[:, None], seen.verdicts, np.roll(values, seat, axis=1))
        return by_code, (odds / odds.sum()) @ shares


class Seen(NamedTuple):
    """The moves of a position, and of each what it leads to: features, the judge's shares, whether it is the end."""

    codes: Array
    features: Array
    verdicts: Array
    ended: Array


class Sight:
    """Looks at the table after each move, as a seat may imagine it: what is hidden is dealt anew."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state, self.world, self.spare = (np.zeros(count, game.state.dtype) for count in (1, 1, 2))
        self.out, self.weights = game.buffers()
        self.moves = np.zeros((1, len(self.out)), np.int32)

    def look(self, view: Record, box: Record, seat: int, seed: int) -> Seen:
        """What each legal move of the seat leads to; equal positions look equal to equal seeds."""
        self.state[0] = view
        count = int(generic.legal(view, box, seat, self.moves[0]))
        found = Seen(
            self.moves[0, :count].astype(np.int64),
            np.zeros((count, self.game.feature_count), np.float32),
            np.zeros((count, int(box.seats)), np.float32),
            np.zeros(count, np.uint8),
        )
        luck = generator(seed ^ zlib.crc32(view.tobytes()))
        with generic.as_it_is(self.game.name):
            ahead_span(
                self.state, 0, 1, self.world, self.spare, box, self.game.has_secrets, np.array([seat], np.int8),
                self.moves, np.array([0, count]), 0, luck, generator(0), self.out, self.weights, np.zeros(MAX_SEATS),
                self.game.bound, SAMPLES, found.features, found.verdicts, found.ended,
            )  # fmt: skip
        return found


PATIENCE = 16
"""Decisions after which a net has busied itself enough with one question: it has no plan to see to an end."""


class NetBot(PolicyBot):
    """Plays what the net of its game likes best, and never only takes its last move back."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, open_net(game), seed)
        self.last = LastMove(game, seed, patience=PATIENCE)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        choose = super().choose
        best = choose(view, box, seat, legal)
        return self.last.settle(view, box, seat, legal, best, lambda others: choose(view, box, seat, others))


def net_bot(game: Game, seed: int) -> PolicyBot:
    """The bot with the net that the game has."""
    return NetBot(game, seed)
