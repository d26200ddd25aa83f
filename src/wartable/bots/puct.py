"""A search with a game's net: its policy says where to look, its value what a position is worth.

One graph for a match. A node is what the seat to act can see in one position (its hidden record), so no choice depends
on what its seat may not know, draws from many lead to nodes of their own, and positions that are reached in two ways
are one. Each walk imagines what the searching seat cannot see, goes down to the first position that has not been met,
and asks the net there; walks are made in batches, and the net is asked once for each batch.

The root's moves are tried by halving, those that the net likes best first, all of a round with the same luck. Further
down a walk goes where the policy, improved by the values found so far, has not been often enough. Both are the
planning of Gumbel MuZero (Danihelka and others 2022) without its noise; docs/bots.md says how it compares.
"""

import hashlib
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from wartable.core import generic
from wartable.core.chance import generator, next_word
from wartable.core.frames import MAX_SEATS, first_due
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.perspective import hidden
from wartable.core.play import settle_chance
from wartable.core.record import Record

from .mcts import MARGIN_SECONDS, Budget, Candidate, ThinkingBot, Thought
from .net import PolicyBot, open_net
from .net_input import Sight
from .principal_variation import Memory, NoMemory, principal_variation
from .walk import CHANCE_STEPS, advance, guess_of, neediest, weigh

LONGEST_WALK = 200
MOST_MOVES = 1 << 19
"""All nodes of a graph have so many moves at most, which takes about 60 MB; then no more are added."""
BATCH = 16
"""Walks that wait for the net together, at least where there are so many candidates."""
Numbers = np.ndarray[Any, Any]


class PuctSettings(NamedTuple):
    """How a search with a net looks around."""

    candidates: int = 16
    """How many of the root's moves are looked at."""
    weight: float = 0.1
    """How much what was found counts against what the policy said."""
    mix: float = 0.0
    """The part of a position's worth that the game's judge decides, the net the rest; from 0 to 1."""


class Node:
    """What one seat sees, the moves that it has, and what came of them."""

    def __init__(self, actor: int, codes: Numbers, likes: Numbers, shares: Numbers) -> None:
        self.actor, self.codes, self.likes, self.shares = actor, codes, likes, shares
        self.value = float(shares[actor])
        self.visits = np.zeros(len(codes))
        self.totals = np.zeros(len(codes))
        self.away = np.zeros(len(codes))
        """Walks that have gone this way and have not come back yet."""
        self.merits = np.zeros(len(codes))

    def next_place(self, weight: float) -> int:
        """The move that has had the least of the attention that it deserves."""
        if len(self.codes) == 1:
            return 0
        return int(neediest(self.likes, self.visits, self.totals, self.away, self.value, weight, self.merits))

    def weighed(self, weight: float) -> Numbers:
        """The policy's liking of each move with what was found on top, on the scale of logarithms."""
        weigh(self.likes, self.visits, self.totals, self.value, weight, self.merits)
        return self.merits

    def means(self) -> Numbers:
        """What each move came to; what one that was never tried would come to is guessed from the rest."""
        guess = guess_of(self.likes, self.visits, self.totals, self.value)
        return np.where(self.visits > 0, self.totals / np.maximum(1, self.visits), guess)


class Walk(NamedTuple):
    """A way down, and where it ended: a finished match has shares, a position that waits for the net has none."""

    path: list[tuple[Node, int]]
    shares: Numbers | None
    states: Any
    """The position as it was imagined, and what the seat to act sees of it."""
    actor: int
    key: bytes


class Halving:
    """Which of the root's moves is tried next; the better half goes on, each twice as often, down to two."""

    def __init__(self, node: Node, candidates: int, places: Sequence[int]) -> None:
        self.node, self.places, self.most = node, places, min(candidates, len(places))
        self.left: list[int] = []
        self.rounds = self.doubling = 0

    def next_round(self, weight: float) -> list[int]:
        """The places of the moves that are tried now, each once."""
        if self.rounds == 0:
            self._halve(self.node.weighed(weight))
        self.rounds -= 1
        return self.left

    def _halve(self, merits: Numbers) -> None:
        if len(self.left) <= 2:
            self.left, size, self.doubling = list(self.places), self.most, 1
        else:
            size, self.doubling = (len(self.left) + 1) // 2, 2 * self.doubling
        self.left = sorted(self.left, key=lambda place: -merits[place])[:size]
        self.rounds = self.doubling


class PuctSearcher:
    """A search that can be asked again and again in one seat of one match, and keeps what it found."""

    def __init__(self, game: Game, seed: int, budget: Budget, settings: PuctSettings | None = None) -> None:
        self.game, self.budget = game, budget
        self.settings = settings or PuctSettings()
        self.net = PolicyBot(game, open_net(game), seed)
        self.nodes: dict[bytes, Node] = {}
        self.moves = 0
        self.rng = generator(seed)
        self.out, self.weights = game.buffers()

    def think(
        self, view: Record, box: Record, seat: int, legal: Sequence[int], budget: Budget | None = None
    ) -> Thought:
        """Search the position that a seat sees; `legal` are the actions to choose from, and may be some of all.

        While the rules are read, which is slow, it says what the net says.
        """
        started = time.perf_counter()
        budget = budget or self.budget
        until = None if budget.seconds is None else started + max(0.0, budget.seconds - MARGIN_SECONDS)
        root, places = self._open_root(view, box, seat, legal)
        halving, made = Halving(root, self.settings.candidates, places), 0
        sums = np.zeros(MAX_SEATS)
        most = 0 if generic.is_read(self.game.name) else budget.iterations
        while (most is None or made < most) and (until is None or time.perf_counter() < until):
            walks = self._walk_all(view, box, seat, halving, None if most is None else most - made)
            sums += self._settle(walks, box)
            made += len(walks)
        chances = sums[: int(box.seats)] / made if made else root.shares
        return self._sum_up(root, places, chances, made, time.perf_counter() - started)

    def line(self, view: Record, box: Record, seat: int, action: int) -> list[Move]:
        """What it expects after an action of the position that it has thought of last."""
        if generic.is_read(self.game.name):
            return []
        return principal_variation(self.game, self.memory(), view, box, seat, action)

    def memory(self) -> Memory:
        """What the graph remembers."""
        return NoMemory() if generic.is_read(self.game.name) else _Nodes(self.nodes)

    def _open_root(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> tuple[Node, list[int]]:
        """The node of the position, which has all moves of it, and the places of those that may be chosen."""
        if 2 * self.moves > MOST_MOVES:
            self.nodes.clear()
            self.moves = 0
        key = key_of(seat, view)
        node = self.nodes.get(key)
        if node is None:
            scores, shares = self.net.think(view, box, seat)
            node = self._add(key, seat, self._legal(view, box, seat), scores, shares)
        return node, np.isin(node.codes, legal).nonzero()[0].tolist()

    def _legal(self, view: Record, box: Record, seat: int) -> Numbers:
        return self.out[: int(generic.legal(view, box, seat, self.out))].astype(np.int64)

    def _add(self, key: bytes, actor: int, codes: Numbers, scores: Numbers, shares: Numbers) -> Node:
        node = self.nodes[key] = Node(actor, codes, _logs(scores[codes]), shares)
        self.moves += len(codes)
        return node

    def _walk_all(self, view: Record, box: Record, seat: int, halving: Halving, most: int | None) -> list[Walk]:
        """A batch of walks: whole rounds, the moves of one round with the same luck."""
        walks: list[Walk] = []
        while len(walks) < BATCH and (most is None or len(walks) < most):
            luck = int(next_word(self.rng))
            places = halving.next_round(self.settings.weight)
            walks += [self._walk(view, box, seat, halving.node, place, luck) for place in places]
        return walks

    def _walk(self, view: Record, box: Record, seat: int, node: Node, place: int, luck: int) -> Walk:
        """From the root by a move of it down to a position that is new, or to the end of a match."""
        rng = np.array([luck], np.uint64)
        states = np.zeros(2, self.game.state.dtype)
        states[0] = view
        generic.fill(states[0], box, seat, rng)
        path: list[tuple[Node, int]] = []
        while True:
            path.append((node, place))
            node.away[place] += 1
            code = int(node.codes[place])
            actor = int(advance(states, box, node.actor, code, seat, rng, self.out, self.weights))
            if actor < 0:
                shares = np.zeros(MAX_SEATS)
                generic.scores(states[0], box, shares)
                return Walk(path, shares, states, actor, b"")
            key = key_of(actor, states[1])
            known = self.nodes.get(key)
            if known is None or len(path) == LONGEST_WALK:
                return Walk(path, None, states, actor, key)
            node, place = known, known.next_place(self.settings.weight)

    def _settle(self, walks: list[Walk], box: Record) -> Numbers:
        """Ask the net about where the walks ended, and tell every node on the way."""
        waiting = [walk for walk in walks if walk.shares is None]
        found = iter(self._ask(waiting, box) if waiting else [])
        sums = np.zeros(MAX_SEATS)
        for walk in walks:
            shares = next(found) if walk.shares is None else walk.shares
            sums += shares
            for node, place in walk.path:
                node.away[place] -= 1
                node.visits[place] += 1
                node.totals[place] += shares[node.actor]
        return sums

    def _ask(self, walks: list[Walk], box: Record) -> list[Numbers]:
        """What the ends of walks are worth to each seat; a node for each of them that is new."""
        views, actors = [walk.states[1] for walk in walks], [walk.actor for walk in walks]
        scores, shares = self.net.think_all(views, box, actors)
        worths = [self._worth(walk, box, own) for walk, own in zip(walks, shares, strict=True)]
        for walk, row, own in zip(walks, scores, shares, strict=True):
            if walk.key not in self.nodes and self.moves < MOST_MOVES:
                self._add(walk.key, walk.actor, self._legal(walk.states[1], box, walk.actor), row, own)
        return worths

    def _worth(self, walk: Walk, box: Record, shares: Numbers) -> Numbers:
        """The net's shares, mixed with the judge's where that is wanted, by seat number."""
        worth = np.zeros(MAX_SEATS)
        part = self.settings.mix
        if part > 0:
            generic.evaluate(walk.states[0], box, worth)
            worth *= part
        worth[: len(shares)] += (1 - part) * shares
        return worth

    def _sum_up(self, root: Node, places: list[int], chances: Numbers, made: int, seconds: float) -> Thought:
        merits, means = root.weighed(self.settings.weight), root.means()
        order = sorted(places, key=lambda place: (-root.visits[place], -merits[place]))
        enough = [place for place in order if 2 * root.visits[place] >= root.visits[order[0]]]
        best = max(enough, key=lambda place: merits[place])
        order.sort(key=lambda place: place != best)
        found = tuple(Candidate(int(root.codes[i]), int(root.visits[i]), float(means[i])) for i in order)
        return Thought(found, tuple(float(share) for share in chances), made, seconds)


class _Nodes:
    """How often moves were looked at, for the main line."""

    def __init__(self, nodes: dict[bytes, Node]) -> None:
        self.nodes = nodes

    def visits(self, state: Record, box: Record, actor: int, action: int) -> int:
        node = self.nodes.get(key_of(actor, hidden(state, box, actor)))
        return 0 if node is None else int(node.visits[node.codes == action].sum())

    def follow(self, state: Record, box: Record, actor: int, action: int) -> None:
        """A node is found by its position: nothing is to be followed."""


def key_of(seat: int, view: Record) -> bytes:
    """What a node is found by: who sees, and a digest of what is seen."""
    return bytes((seat,)) + hashlib.blake2b(view.tobytes(), digest_size=16).digest()


def _logs(scores: Numbers) -> Numbers:
    """Logarithms of chances, from scores."""
    scores = scores.astype(np.float64)
    top = scores.max()
    logs: Numbers = scores - top - np.log(np.exp(scores - top).sum())
    return logs


class PuctBot(ThinkingBot):
    """A bot that searches with the game's net for as long as its budget allows."""

    def __init__(
        self, game: Game, seed: int, budget: Budget, settings: PuctSettings | None = None, notices: float = 1.0
    ) -> None:
        super().__init__(game, PuctSearcher(game, seed, budget, settings), seed, notices)


def make_net_ready(game: Game) -> None:
    """Compile what walks with a net need for a game, or load it from the cache."""
    box = game.new_box()
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    states[0] = game.new_state(box)
    rng = generator(1)
    settle_chance(states[0], box, rng, out, weights, CHANCE_STEPS)
    seat = int(first_due(states[0]))
    generic.legal(states[0], box, seat, out)
    Sight(game).look(states[0], box, seat, 1)
    advance(states, box, seat, int(out[0]), seat, rng, out, weights)
    node = Node(seat, np.arange(2), np.zeros(2), np.full(MAX_SEATS, 0.5))
    node.next_place(0.1)
    node.weighed(0.1)
    node.means()
