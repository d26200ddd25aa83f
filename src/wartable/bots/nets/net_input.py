"""The two kinds of nets: those that see the table before a move, and those that see the table after each move.

`wartable train` makes the second kind. The first kind is still supported where such nets play better.
"""

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from wartable.batch.cpu import ahead_span
from wartable.core import generic
from wartable.core.frames import MAX_SEATS, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.numbers.chance import generator
from wartable.core.record import Record

Array = np.ndarray[Any, Any]
SAMPLES = 4
"""How many samples of nature's answer to a move the judge evaluates."""
NEVER = -1e9


class InputReader(Protocol):
    """Evaluates positions with a net, each as one seat sees it."""

    def read(self, views: Sequence[Record], box: AnyBox, seats: Sequence[int]) -> tuple[list[Array], list[Array]]:
        """For each position, a score for every action code, and each seat's share of the win by seat number."""


def reader_of(game: Game, session: Any, facts: dict[str, Any], seed: int) -> InputReader:
    """The reader for a net, by its inputs and its metadata."""
    if any(one.name == "verdicts" for one in session.get_inputs()):
        return AfterMoves(game, session, facts, seed)
    return BeforeMoves(game, session, facts["seats"])


class BeforeMoves:
    """A net that sees the current table, and scores every action code as the seat sees it."""

    def __init__(self, game: Game, session: Any, seats: list[int]) -> None:
        self.game, self.session, self.seats = game, session, seats

    def read(self, views: Sequence[Record], box: AnyBox, seats: Sequence[int]) -> tuple[list[Array], list[Array]]:
        numbers = np.zeros((len(views), self.game.feature_count), np.float32)
        for row, view, seat in zip(numbers, views, seats, strict=True):
            generic.features(view, box, seat, row)
        players = int(box.seats)
        seating = np.full(len(numbers), self.seats.index(players), np.int64)
        policies, values = self.session.run(None, {"features": numbers, "seating": seating})
        scores = [self._by_code(policy, seat) for policy, seat in zip(policies, seats, strict=True)]
        return scores, [np.roll(value[:players], seat) for value, seat in zip(values, seats, strict=True)]

    def _by_code(self, scores: Array, seat: int) -> Array:
        """Scores by action code, from scores by code as the seat sees it.

        A code that was added after the training gets the lowest score.
        """
        new = self.game.action_count - len(scores)
        if new > 0:
            scores = np.append(scores, np.full(new, scores.min()))
        seen = self.game.seen_codes
        return scores if seen is None else scores[seen[seat, :-1]]


class AfterMoves:
    """A net that sees the table after each legal move, with the judge's estimate, and scores the move."""

    def __init__(self, game: Game, session: Any, facts: dict[str, Any], seed: int) -> None:
        self.game, self.session, self.seats, self.seed = game, session, facts["seats"], seed
        self.sight = NetView(game, facts.get("plan", {}).get("shortlist", 0))

    def read(self, views: Sequence[Record], box: AnyBox, seats: Sequence[int]) -> tuple[list[Array], list[Array]]:
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

    def _sum_up(self, seen: "MovesAhead", scores: Array, values: Array, seat: int) -> tuple[Array, Array]:
        """Scores by code, lowest for illegal ones, and the expected shares if moves are chosen by them.

        If a move ends the match, the shares are the actual result.
        """
        by_code = np.full(self.game.action_count, NEVER, np.float32)
        by_code[seen.codes] = scores
        by_code[seen.others] = scores.min() - 1 - np.arange(len(seen.others))
        odds = np.exp((scores - scores.max()).astype(np.float64))
        shares = np.where(seen.ended[:, None], seen.verdicts, np.roll(values, seat, axis=1))
        return by_code, (odds / odds.sum()) @ shares


class MovesAhead(NamedTuple):
    """The moves of a position with their results: features, the judge's shares, and whether the match is over."""

    codes: Array
    features: Array
    verdicts: Array
    ended: Array
    others: Array
    """The codes of the moves that the net does not look at, those first that the judge likes better."""


class NetView:
    """Looks at the table after each move, with hidden information dealt anew."""

    def __init__(self, game: Game, shortlist: int = 0) -> None:
        self.game, self.shortlist = game, shortlist
        self.state, self.world, self.spare = (np.zeros(count, game.state.dtype) for count in (1, 1, 2))
        self.out, self.weights = game.buffers()
        self.moves = np.zeros((1, len(self.out)), np.int32)

    def look(self, view: AnyState, box: AnyBox, seat: int, seed: int) -> MovesAhead:
        """The result of each legal move of the seat, or of those on the shortlist; equal positions and seeds give equal
        results.
        """
        self.state[0] = view
        count = int(generic.legal(view, box, seat, self.moves[0]))
        codes, order = self.moves[0, :count].astype(np.int64), np.arange(count)
        others = order[:0]
        if 0 < self.shortlist < count:
            _, verdicts, _ = self._try(box, seat, seed, order, seen=False)
            ranked = np.argsort(-verdicts[:, seat], kind="stable")
            order, others = np.sort(ranked[: self.shortlist]), ranked[self.shortlist :]
        return MovesAhead(codes[order], *self._try(box, seat, seed, order, seen=True), codes[others])

    def _try(self, box: AnyBox, seat: int, seed: int, places: Array, seen: bool) -> tuple[Array, Array, Array]:
        """Features (if `seen`), shares and endings after some of the moves."""
        count = len(places)
        found = (
            np.zeros((count if seen else 1, self.game.feature_count), np.float32),
            np.zeros((count, int(box.seats)), np.float32),
            np.zeros(count, np.uint8),
        )
        luck = generator(seed ^ zlib.crc32(self.state.tobytes()))
        with generic.as_it_is(self.game.name):
            ahead_span(
                self.state, 0, count, 0, places, self.world, self.spare, box, self.game.has_secrets,
                np.array([seat], np.int8), self.moves, np.array([0, self.moves.shape[1]]), luck, generator(0), self.out,
                self.weights, np.zeros(MAX_SEATS), self.game.bound, SAMPLES, seen, *found,
            )  # fmt: skip
        return found
