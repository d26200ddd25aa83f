"""A search with a game's large net: its policy is the prior, its value evaluates leaves. One graph for a match.

A node is what the seat to act can see in one position (its hidden record), so no choice depends on hidden information,
outcomes of large draws lead to nodes of their own, and transpositions are merged. Each simulation determinizes what the
searching seat cannot see and descends to the first new position; simulations are made in batches, and the net evaluates
the leaves of a batch at once.

The root's moves are visited by sequential halving, those that the net likes best first, all of a round with the same
random numbers. Further down the visits follow the improved policy. Both are the planning of Gumbel MuZero (Danihelka
and others 2022) without its noise; docs/research/search.md has comparisons.
"""

import hashlib
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core import generic
from wartable.core.frames import MAX_SEATS, AnyBox, AnyState, Tables, first_due, is_due
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.match.perspective import Viewpoint
from wartable.core.numbers.chance import Rng, generator, next_word
from wartable.core.play import settle_chance
from wartable.core.record import Ints

from ..nets.net import PolicyBot, open_net
from ..nets.net_input import NetView
from .mcts import MARGIN_SECONDS, Budget, Candidate, ThinkingBot, Thought
from .policy import furthest_behind, improve, mixed_value
from .principal_variation import Memory, NoMemory, principal_variation

MAX_DEPTH = 200
CHANCE_STEPS = 1 << 12
MOST_MOVES = 1 << 19
"""The most moves of all nodes of a graph, about 60 MB; then no more are added."""
BATCH = 16
"""Simulations that are evaluated together, if at least this many actions are considered."""
Numbers = np.ndarray[Any, Any]


class PuctSettings(NamedTuple):
    """The settings of a search with a net; see `Settings`."""

    max_num_considered_actions: int = 16
    """The number of the root's moves with which sequential halving begins."""
    value_scale: float = 0.1
    """The weight of values against the policy."""
    mixing: float = 0.0
    """The share of the judge in a leaf's value."""


@compiled
def advance(states: Tables, box: AnyBox, actor: int, action: int, seat: int, rng: Rng, out: Ints, weights: Ints) -> int:
    """Carry out a move in states[0] and let nature act; states[1] is then what the seat to act can see.

    Returns that seat, or -1 at the end of the match. If several are to act at the same time, `seat` comes first: its
    plan depends on no other.
    """
    generic.apply(states[0], box, actor, action)
    settle_chance(states[0], box, rng, out, weights, CHANCE_STEPS)
    if states[0].head.over != 0:
        return -1
    following = seat if is_due(states[0], seat) else first_due(states[0])
    states[1] = states[0]
    generic.hide(states[1], box, following)
    return following


class Node:
    """What one seat sees, its moves, and their results."""

    def __init__(self, actor: int, codes: Numbers, log_priors: Numbers, shares: Numbers) -> None:
        self.actor, self.codes, self.log_priors, self.shares = actor, codes, log_priors, shares
        self.value = float(shares[actor])
        self.visits = np.zeros(len(codes))
        self.totals = np.zeros(len(codes))
        self.in_flight = np.zeros(len(codes))
        """Simulations that have passed here and wait for the net (virtual visits)."""
        self.logits = np.zeros(len(codes))

    def select_child(self, value_scale: float) -> int:
        """The index of the move whose visits lag furthest behind the improved policy."""
        if len(self.codes) == 1:
            return 0
        logits = self.improved_logits(value_scale)
        return int(furthest_behind(logits, self.visits + self.in_flight, len(self.codes), 0.0))

    def improved_logits(self, value_scale: float) -> Numbers:
        """The logits of the improved policy: the net's, plus the values found."""
        improve(self.log_priors, self.visits, self.totals, len(self.codes), self.value, value_scale, self.logits)
        return self.logits

    def completed_values(self) -> Numbers:
        """The mean value of each move; for unvisited ones the mixed value."""
        mixed = mixed_value(self.log_priors, self.visits, self.totals, len(self.codes), self.value)
        return np.where(self.visits > 0, self.totals / np.maximum(1, self.visits), mixed)


class Simulation(NamedTuple):
    """A path, and its end: a finished match has shares, a position that waits for the net has none."""

    path: list[tuple[Node, int]]
    shares: Numbers | None
    states: Any
    """The determinized position, and what the seat to act sees of it."""
    actor: int
    key: bytes


class SequentialHalving:
    """Selects the root's next move; the better half remains, each visited twice as often, down to two."""

    def __init__(self, node: Node, max_num_considered_actions: int, places: Sequence[int]) -> None:
        self.node, self.places, self.most = node, places, min(max_num_considered_actions, len(places))
        self.left: list[int] = []
        self.rounds = self.doubling = 0

    def next_round(self, value_scale: float) -> list[int]:
        """The indices of the next moves to try, each once."""
        if self.rounds == 0:
            self._halve(self.node.improved_logits(value_scale))
        self.rounds -= 1
        return self.left

    def _halve(self, logits: Numbers) -> None:
        if len(self.left) <= 2:
            self.left, size, self.doubling = list(self.places), self.most, 1
        else:
            size, self.doubling = (len(self.left) + 1) // 2, 2 * self.doubling
        self.left = sorted(self.left, key=lambda place: -logits[place])[:size]
        self.rounds = self.doubling


class PuctSearcher:
    """A search that can be called repeatedly in one seat of one match, and keeps what it found."""

    def __init__(self, game: Game, seed: int, budget: Budget, settings: PuctSettings | None = None) -> None:
        self.game, self.budget = game, budget
        self.settings = settings or PuctSettings()
        self.net = PolicyBot(game, open_net(game), seed)
        self.nodes: dict[bytes, Node] = {}
        self.moves = 0
        self.rng = generator(seed)
        self.out, self.weights = game.buffers()

    def think(
        self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], budget: Budget | None = None
    ) -> Thought:
        """Search the position that a seat sees; `legal` are the actions to choose from, possibly not all.

        While rules are interpreted, which is slow, it returns the net's own policy.
        """
        started = time.perf_counter()
        budget = budget or self.budget
        until = None if budget.seconds is None else started + max(0.0, budget.seconds - MARGIN_SECONDS)
        root, places = self._expand_root(view, box, seat, legal)
        halving, made = SequentialHalving(root, self.settings.max_num_considered_actions, places), 0
        sums = np.zeros(MAX_SEATS)
        most = 0 if generic.is_read(self.game.name) else budget.iterations
        while (most is None or made < most) and (until is None or time.perf_counter() < until):
            simulations = self._simulate_batch(view, box, seat, halving, None if most is None else most - made)
            sums += self._backpropagate(simulations, box)
            made += len(simulations)
        chances = sums[: int(box.seats)] / made if made else root.shares
        return self._sum_up(root, places, chances, made, time.perf_counter() - started)

    def line(self, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
        """The expected line after an action of the position searched last."""
        if generic.is_read(self.game.name):
            return []
        return principal_variation(self.game, self.memory(), view, box, seat, action)

    def memory(self) -> Memory:
        """The memory of the graph."""
        return NoMemory() if generic.is_read(self.game.name) else _Nodes(self.nodes)

    def _expand_root(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> tuple[Node, list[int]]:
        """The node of the position with all its moves, and the indices of those that may be chosen."""
        if 2 * self.moves > MOST_MOVES:
            self.nodes.clear()
            self.moves = 0
        key = key_of(seat, view)
        node = self.nodes.get(key)
        if node is None:
            scores, shares = self.net.think(view, box, seat)
            node = self._add(key, seat, self._legal(view, box, seat), scores, shares)
        return node, np.isin(node.codes, legal).nonzero()[0].tolist()

    def _legal(self, view: AnyState, box: AnyBox, seat: int) -> Numbers:
        return self.out[: int(generic.legal(view, box, seat, self.out))].astype(np.int64)

    def _add(self, key: bytes, actor: int, codes: Numbers, scores: Numbers, shares: Numbers) -> Node:
        node = self.nodes[key] = Node(actor, codes, _logs(scores[codes]), shares)
        self.moves += len(codes)
        return node

    def _simulate_batch(
        self, view: AnyState, box: AnyBox, seat: int, halving: SequentialHalving, most: int | None
    ) -> list[Simulation]:
        """A batch of simulations: whole rounds, the moves of one round with the same seed."""
        simulations: list[Simulation] = []
        while len(simulations) < BATCH and (most is None or len(simulations) < most):
            seed = int(next_word(self.rng))
            places = halving.next_round(self.settings.value_scale)
            simulations += [self._simulate(view, box, seat, halving.node, place, seed) for place in places]
        return simulations

    def _simulate(self, view: AnyState, box: AnyBox, seat: int, node: Node, place: int, seed: int) -> Simulation:
        """Descend from the root by one of its moves to a new position, or to the end of a match."""
        rng = np.array([seed], np.uint64)
        states = np.zeros(2, self.game.state.dtype)
        states[0] = view
        generic.fill(states[0], box, seat, rng)
        path: list[tuple[Node, int]] = []
        while True:
            path.append((node, place))
            node.in_flight[place] += 1
            code = int(node.codes[place])
            actor = int(advance(states, box, node.actor, code, seat, rng, self.out, self.weights))
            if actor < 0:
                shares = np.zeros(MAX_SEATS)
                generic.scores(states[0], box, shares)
                return Simulation(path, shares, states, actor, b"")
            key = key_of(actor, states[1])
            known = self.nodes.get(key)
            if known is None or len(path) == MAX_DEPTH:
                return Simulation(path, None, states, actor, key)
            node, place = known, known.select_child(self.settings.value_scale)

    def _backpropagate(self, simulations: list[Simulation], box: AnyBox) -> Numbers:
        """Evaluate the ends of the simulations with the net, and update every node on the way."""
        waiting = [simulation for simulation in simulations if simulation.shares is None]
        found = iter(self._evaluate_leaves(waiting, box) if waiting else [])
        sums = np.zeros(MAX_SEATS)
        for simulation in simulations:
            shares = next(found) if simulation.shares is None else simulation.shares
            sums += shares
            for node, place in simulation.path:
                node.in_flight[place] -= 1
                node.visits[place] += 1
                node.totals[place] += shares[node.actor]
        return sums

    def _evaluate_leaves(self, simulations: list[Simulation], box: AnyBox) -> list[Numbers]:
        """The values of leaves for each seat; creates their nodes."""
        views, actors = [made.states[1] for made in simulations], [made.actor for made in simulations]
        scores, shares = self.net.think_all(views, box, actors)
        values = [self._leaf_value(made, box, own) for made, own in zip(simulations, shares, strict=True)]
        for made, row, own in zip(simulations, scores, shares, strict=True):
            if made.key not in self.nodes and self.moves < MOST_MOVES:
                self._add(made.key, made.actor, self._legal(made.states[1], box, made.actor), row, own)
        return values

    def _leaf_value(self, simulation: Simulation, box: AnyBox, shares: Numbers) -> Numbers:
        """The net's shares, mixed with the judge's if configured, by seat number."""
        value = np.zeros(MAX_SEATS)
        part = self.settings.mixing
        if part > 0:
            generic.evaluate(simulation.states[0], box, value)
            value *= part
        value[: len(shares)] += (1 - part) * shares
        return value

    def _sum_up(self, root: Node, places: list[int], chances: Numbers, made: int, seconds: float) -> Thought:
        logits, means = root.improved_logits(self.settings.value_scale), root.completed_values()
        order = sorted(places, key=lambda place: (-root.visits[place], -logits[place]))
        enough = [place for place in order if 2 * root.visits[place] >= root.visits[order[0]]]
        best = max(enough, key=lambda place: logits[place])
        order.sort(key=lambda place: place != best)
        found = tuple(Candidate(int(root.codes[i]), int(root.visits[i]), float(means[i])) for i in order)
        return Thought(found, tuple(float(share) for share in chances), made, seconds)


class _Nodes:
    """The visits of moves, for the principal variation."""

    def __init__(self, nodes: dict[bytes, Node]) -> None:
        self.nodes = nodes

    def visits(self, state: AnyState, box: AnyBox, actor: int, action: int) -> int:
        node = self.nodes.get(key_of(actor, Viewpoint(box, actor).of(state)))
        return 0 if node is None else int(node.visits[node.codes == action].sum())

    def follow(self, state: AnyState, box: AnyBox, actor: int, action: int) -> None:
        """Does nothing: nodes are found by position."""


def key_of(seat: int, view: AnyState) -> bytes:
    """The key of a node: the seat, and a digest of what it sees."""
    return bytes((seat,)) + hashlib.blake2b(view.tobytes(), digest_size=16).digest()


def _logs(scores: Numbers) -> Numbers:
    """Log probabilities from scores."""
    scores = scores.astype(np.float64)
    top = scores.max()
    logs: Numbers = scores - top - np.log(np.exp(scores - top).sum())
    return logs


class PuctBot(ThinkingBot):
    """A bot that searches with the game's net within its budget."""

    def __init__(
        self, game: Game, seed: int, budget: Budget, settings: PuctSettings | None = None, notices: float = 1.0
    ) -> None:
        super().__init__(game, PuctSearcher(game, seed, budget, settings), seed, notices)


def make_net_ready(game: Game) -> None:
    """Compile what simulations with a net need for a game, or load it from the cache."""
    box = game.new_box()
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    states[0] = game.new_state(box)
    rng = generator(1)
    settle_chance(states[0], box, rng, out, weights, CHANCE_STEPS)
    seat = int(first_due(states[0]))
    generic.legal(states[0], box, seat, out)
    NetView(game).look(states[0], box, seat, 1)
    advance(states, box, seat, int(out[0]), seat, rng, out, weights)
    node = Node(seat, np.arange(2), np.zeros(2), np.full(MAX_SEATS, 0.5))
    node.select_child(0.1)
    node.improved_logits(0.1)
    node.completed_values()
