"""The searching bot: budgets, threads, and the search's evaluation of each move."""

import math
import os
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from wartable.compiler.mode import reading
from wartable.core import generic
from wartable.core.frames import MAX_SEATS, AnyBox, AnyState, first_due
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.match.perspective import Viewpoint
from wartable.core.numbers.chance import generator, shuffle
from wartable.core.play import settle_chance

from ..nets.quick_net import QuickNet, is_usual, no_net, open_quick
from ..one_ply import SECONDS as ONE_PLY_SECONDS
from ..one_ply import one_ply_search
from ..repetition import RepetitionGuard
from .policy import improve, mixed_value
from .principal_variation import Memory, NoMemory, TreeMemory, principal_variation
from .settings import MAX_PATH, POLICY, VALUE, Settings, Workspace, settings_of
from .simulations import robust_max_child, search, set_root, winning_action
from .tree import KnownPosition, Node, Tree, child

LEAST_NODES, MOST_NODES = 1 << 14, 1 << 20
NODES_PER_ITERATION = 32
CHUNK_SECONDS = 0.01
MARGIN_SECONDS = 0.015
MOST_CHUNK = 1 << 16
UNVISITED_LOOKS = 4
"""The number of determinizations in which an unvisited move is evaluated."""
GLARING = 0.4
"""A move that costs this part of the chance to win at first look is seen to be bad by everybody."""
QUICK_EXPLORATION = 0.3
"""A quick net overlooks answers: with it, this share of the visits is spread evenly."""


@dataclass(frozen=True)
class Candidate:
    """A move that was searched: its visits, and the seat's chance to win after it."""

    action: int
    visits: int
    chance: float


@dataclass(frozen=True)
class Thought:
    """The result of a search: the moves, best first, and each seat's chance to win if all play as expected."""

    candidates: tuple[Candidate, ...]
    chances: tuple[float, ...]
    iterations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        """The best move."""
        return self.candidates[0]


@dataclass(frozen=True)
class Budget:
    """The length of a search: iterations or seconds, whichever is used up first."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations or seconds")

    @property
    def nodes(self) -> int:
        """The size of a tree with room for the iterations: 0.6 to 49 megabytes."""
        wanted = MOST_NODES if self.iterations is None else self.iterations * NODES_PER_ITERATION
        return 1 << (min(MOST_NODES, max(LEAST_NODES, wanted)) - 1).bit_length()


class Worker:
    """One thread's tree and workspace. All memory is allocated here, and none while searching."""

    def __init__(self, game: Game, seed: int, nodes: int, net: QuickNet | None = None) -> None:
        self.game = game
        states = np.zeros(3, game.state.dtype)
        most = max(game.most_legal, game.most_chance)
        self.rng = generator(seed)
        self.trees = 0
        self.tree = Tree(
            nodes=np.zeros(nodes, Node.dtype),
            slots=np.zeros(2 * nodes, np.int32),
            positions=np.zeros(nodes // 16, KnownPosition.dtype),
            moved=np.zeros(nodes, np.int32),
            used=np.zeros(3, np.int64),
            sums=np.zeros(MAX_SEATS),
        )
        self.workspace = Workspace(
            states=states,
            state_words=words_of(states),
            out=np.zeros(most, np.int32),
            weights=np.zeros(game.most_chance, np.int32),
            actions=np.zeros(most, np.int32),
            children=np.zeros(most, np.int32),
            known=np.zeros(most, np.int32),
            priors=np.zeros(most),
            visits=np.zeros(most),
            totals=np.zeros(most),
            logits=np.zeros(most),
            root_children=np.zeros(most, np.int32),
            ranking=np.arange(most, dtype=np.int32),
            schedule=np.zeros(6, np.int64),
            returns=np.zeros((most, 3)),
            round_seed=np.zeros(1, np.uint64),
            round_rng=np.zeros(1, np.uint64),
            values=np.zeros(MAX_SEATS),
            cursors=np.zeros(MAX_SEATS, np.int32),
            path=np.zeros(MAX_PATH, np.int32),
            path_seats=np.zeros(MAX_PATH, np.int32),
            net=net or no_net(game),
        )

    @property
    def megabytes(self) -> float:
        """The memory of its tree and arrays."""
        space = (array for name, array in self.workspace._asdict().items() if name not in ("state_words", "net"))
        arrays = [*self.tree, *space, *self.workspace.net]
        return float(sum(array.nbytes for array in arrays)) / 1e6

    def look_at(self, view: AnyState, trees: int) -> bool:
        """Make a position the root. True if an earlier search had reached it, and its nodes were kept."""
        self.workspace.states[0] = view
        kept = bool(set_root(self.tree, self.workspace, trees, trees != self.trees))
        self.trees = trees
        return kept

    def forget(self) -> None:
        """Drop the tree."""
        self.trees = 0

    def work(
        self, box: AnyBox, seat: int, actions: Any, settings: Settings, iterations: int | None, deadline: float | None
    ) -> int:
        """Search until the iterations are used up or the deadline has passed; returns the iterations made."""
        made, chunk = 0, 1 if deadline is not None else MOST_CHUNK
        while iterations is None or made < iterations:
            if iterations is not None:
                chunk = min(chunk, iterations - made)
            before = time.perf_counter()
            done = int(search(self.tree, self.workspace, box, seat, self.trees, actions, chunk, self.rng, settings))
            made += done
            if done < chunk:
                break
            if deadline is not None:
                now = time.perf_counter()
                each = (now - before) / chunk
                left = deadline - now
                if left <= each:
                    break
                chunk = int(max(1, min(MOST_CHUNK, min(CHUNK_SECONDS, left) / max(each, 1e-9), 4 * chunk)))
        return made

    def root_visits(self, seat: int, actions: Sequence[int]) -> tuple[Any, Any, Any]:
        """The visits of each root action, the sum of its values, and its prior."""
        root = seat if self.trees > 1 else 0
        visits, totals, priors = (np.zeros(len(actions)) for _ in range(3))
        for number, action in enumerate(actions):
            kid = int(child(self.tree, root, seat, action))
            if kid >= 0:
                node = self.tree.nodes[kid]
                visits[number], totals[number], priors[number] = node.visits, node.value_sum, node.prior
        return visits, totals, priors


def usual(game: Game, players: int, quick: bool = False) -> Settings:
    """The default settings of a game's search."""
    crowded = game.search_crowded if players > 2 else {}
    asking = {"exploration_fraction": QUICK_EXPLORATION, **game.search_quick} if quick else {}
    return settings_of(game.search, crowded, asking)


def words_of(states: Any) -> Any:
    """The memory of some records as unsigned integers, as wide as their size allows."""
    size = states.dtype.itemsize
    width = word_width(size)
    return states.view(np.dtype(f"u{width}")).reshape(len(states), size // width)


def word_width(size: int) -> int:
    """The width of the largest unsigned integer that divides a record of that size."""
    return next(width for width in (4, 2, 1) if size % width == 0)


class Searcher:
    """A search that can be called repeatedly, and keeps what it found for the following positions.

    With a budget in iterations only, equal seeds give equal results. Threads search separate trees, whose counts are
    added up. A searcher sits in one seat of one match; called for another seat, it starts over. `told` are settings
    that replace the game's defaults. With `quick` it uses the game's quick net in place of its judge, if the net was
    trained for such a table. Moves that were never tried then have no value, unless the searcher is `thorough`: it
    evaluates the positions after them with the net.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget,
        threads: int = 1,
        told: Mapping[str, Any] | None = None,
        quick: bool = False,
        thorough: bool = False,
    ) -> None:
        self.game, self.quick, self.thorough = game, quick, thorough
        self._asks_net, self._box = False, b""
        """Whether the net is used for the table of this Box."""
        self.budget = budget
        self.told = dict(told or {})
        self.threads = max(1, threads)
        self.seat = -1
        self.reused = False
        self._seed = seed
        self._rng = generator(seed)
        self._workers: list[Worker] = []

    @property
    def megabytes(self) -> float:
        """The memory that the trees may use."""
        return sum(worker.megabytes for worker in self.workers())

    def workers(self) -> list[Worker]:
        """Its workers, created on first use."""
        if not self._workers:
            seeds = np.random.SeedSequence(self._seed & (2**64 - 1)).generate_state(self.threads, np.uint64)
            nets = [open_quick(self.game) if self._asks_net else no_net(self.game) for _ in seeds]
            pairs = zip(seeds, nets, strict=True)
            self._workers = [Worker(self.game, int(seed), self.budget.nodes, net) for seed, net in pairs]
        return self._workers

    def settings(self, players: int) -> Settings:
        """The settings for this number of players."""
        return settings_of(usual(self.game, players, self._asks_net)._asdict(), self.told)

    def _sit_at(self, box: AnyBox) -> None:
        """Check whether the net was trained for such a table."""
        if self.quick and self._box != (now := box.tobytes()):
            self._box, asked = now, self._asks_net
            self._asks_net = is_usual(self.game, box)
            if asked != self._asks_net:
                self._workers = []

    def forget(self) -> None:
        """Start the next search from nothing."""
        for worker in self._workers:
            worker.forget()

    def think(
        self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], budget: Budget | None = None
    ) -> Thought:
        """Search the position that a seat sees; `legal` are the actions to choose from, possibly not all.

        While rules are interpreted there is no search: the result is a one-move look-ahead, as its iterations show.
        """
        if generic.is_read(self.game.name):
            return self._one_ply(view, box, seat, legal, budget or self.budget)
        make_ready(self.game)
        started = time.perf_counter()
        budget = budget or self.budget
        deadline = None if budget.seconds is None else started + max(0.0, budget.seconds - MARGIN_SECONDS)
        self._sit_at(box)
        workers = self.workers()
        settings = self.settings(int(box.seats))
        separate = self.game.has_secrets or box.seats > settings.max_joint_seats
        trees = int(box.seats) if separate else 1
        if seat != self.seat:
            self.forget()
            self.seat = seat
        actions = np.array(legal, np.int32)
        shares = _split(budget.iterations, len(workers))
        kept = [worker.look_at(view, trees) for worker in workers]
        self.reused = all(kept)

        def run(number: int) -> int:
            return workers[number].work(box, seat, actions, settings, shares[number], deadline)

        if len(workers) == 1:
            made = run(0)
        else:
            with ThreadPoolExecutor(len(workers)) as pool:
                made = sum(pool.map(run, range(len(workers))))
        thought = self._sum_up(int(box.seats), seat, legal, made, time.perf_counter() - started)
        return self._completed(thought, view, box, seat) if self._asks_net and self.thorough else thought

    def _completed(self, thought: Thought, view: AnyState, box: AnyBox, seat: int) -> Thought:
        """The result, with an evaluation of each move that was never tried."""
        untried = [one.action for one in thought.candidates if one.visits == 0]
        if not untried:
            return thought
        worker = Worker(self.game, self._seed, LEAST_NODES, open_quick(self.game))
        settings = self.settings(int(box.seats))._replace(prior=VALUE, root_determinizations=UNVISITED_LOOKS)
        found_shares = first_look(worker, view, box, seat, untried, settings)
        chances = dict(zip(untried, found_shares, strict=True))
        found = [replace(one, chance=chances.get(one.action, one.chance)) for one in thought.candidates]
        return replace(thought, candidates=tuple(found))

    def line(self, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
        """The expected line after an action of the position searched last, by the first thread's tree.

        Empty while rules are interpreted, since that looks only one move ahead.
        """
        memory = self.memory()
        return [] if isinstance(memory, NoMemory) else principal_variation(self.game, memory, view, box, seat, action)

    def memory(self) -> Memory:
        """The first thread's memory of the position searched last."""
        if generic.is_read(self.game.name) or not self._workers or not self._workers[0].trees:
            return NoMemory()
        return TreeMemory(self._workers[0].tree, self._workers[0].trees)

    def _one_ply(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], budget: Budget) -> Thought:
        started = time.perf_counter()
        seconds = min(ONE_PLY_SECONDS, budget.seconds or ONE_PLY_SECONDS)
        found, chances = one_ply_search(self.game, view, box, seat, legal, self._rng, seconds)
        thought = tuple(Candidate(action, 1, share) for action, share in found)
        return Thought(thought, tuple(chances), len(found), time.perf_counter() - started)

    def _sum_up(self, seats: int, seat: int, legal: Sequence[int], made: int, seconds: float) -> Thought:
        visits, totals, priors = (np.zeros(len(legal)) for _ in range(3))
        sums, count = np.zeros(MAX_SEATS), 0
        for worker in self._workers:
            own_visits, own_totals, own_priors = worker.root_visits(seat, legal)
            visits += own_visits
            totals += own_totals
            priors += own_priors
            sums += worker.tree.sums
            count += int(worker.tree.used[2])
        if self._asks_net and self.settings(seats).prior == POLICY:
            priors /= len(self._workers)
            values, logits = self._improved(visits, totals, priors, float(sums[seat]) / max(1, count), seats)
        else:
            logits = values = (totals + priors) / (visits + len(self._workers))
        best = int(robust_max_child(visits, logits, len(legal), self._rng))
        order = sorted(range(len(legal)), key=lambda i: (i != best, -visits[i], -values[i]))
        found = tuple(Candidate(int(legal[i]), int(visits[i]), float(values[i])) for i in order)
        return Thought(found, tuple(float(sums[s] / count) for s in range(seats)), made, seconds)

    def _improved(self, visits: Any, totals: Any, priors: Any, value: float, seats: int) -> tuple[Any, Any]:
        """The values of moves, and their logits in the improved policy."""
        logits, count = np.zeros(len(visits)), len(visits)
        improve(priors, visits, totals, count, value, self.settings(seats).value_scale, logits)
        mixed = float(mixed_value(priors, visits, totals, count, value))
        return np.where(visits > 0, totals / np.maximum(1, visits), mixed), logits


def first_look(
    worker: Worker, view: AnyState, box: AnyBox, seat: int, actions: Sequence[int], settings: Settings
) -> list[float]:
    """The seat's share of the win right after each action, in several determinizations; nothing is searched."""
    worker.forget()
    worker.look_at(view, int(box.seats) if worker.game.has_secrets else 1)
    search(worker.tree, worker.workspace, box, seat, worker.trees, np.array(actions, np.int32), 0, worker.rng, settings)
    shares: list[float] = worker.root_visits(seat, actions)[2].tolist()
    return shares


_ready: set[str] = set()
_making_ready = threading.Lock()


def make_ready(game: Game) -> None:
    """Compile the search for a game or load it from the cache, once in a process, outside any clock."""
    with _making_ready:
        if game.name in _ready:
            return
        box = game.new_box()
        worker = Worker(game, 1, LEAST_NODES)
        s = game.new_state(box)
        settle_chance(s, box, worker.rng, worker.workspace.out, worker.workspace.weights, MAX_PATH)
        seat = int(first_due(s))
        count = int(generic.legal(s, box, seat, worker.workspace.out))
        actions = worker.workspace.out[:count].copy()
        worker.look_at(Viewpoint(box, seat).of(s), int(box.seats) if game.has_secrets else 1)
        worker.work(box, seat, actions, Settings(), 2, None)
        worker.look_at(s, worker.trees)
        worker.root_visits(seat, [int(actions[0])])
        worker.workspace.states[0] = game.new_state(box)
        winning_action(worker.workspace.states, box, seat, actions[:0], worker.workspace.values)
        _ready.add(game.name)


def _split(iterations: int | None, parts: int) -> list[int | None]:
    if iterations is None:
        return [None] * parts
    return [iterations // parts + (number < iterations % parts) for number in range(parts)]


def default_threads() -> int:
    """All cores, but no more than four."""
    return min(4, os.cpu_count() or 1)


class Thinking(Protocol):
    """A search with results for a position, and the expected line after a move."""

    def think(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> Thought:
        """Search a position."""
        ...

    def line(self, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
        """An action, and the expected line after it."""
        ...

    def memory(self) -> Memory:
        """The memory of the last search."""
        ...


class ThinkingBot:
    """A bot that plays the best move of a search, and remembers the result.

    With `notices` under 1 it overlooks moves, as people do: it considers that share of its moves, drawn anew for each
    decision, and plays the best of those. Moves that are pointless, or bad at first look, are never considered while
    there are others. It never overlooks a move that wins at once, and never merely takes back its last one. At any
    level it does not go in circles.
    """

    def __init__(self, game: Game, searcher: Thinking, seed: int, notices: float = 1.0) -> None:
        self.game, self.searcher, self.notices = game, searcher, notices
        self.thought: Thought | None = None
        """The result of its last search; None if there was nothing to decide."""
        self._notice_rng = generator(seed + 1)
        self._last = RepetitionGuard(game, seed, strict=notices < 1)
        self._states = np.zeros(2, game.state.dtype)
        self._eye: Worker | None = None

    def choose(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        """The move that the search likes best."""
        if len(legal) == 1:
            self.thought = None
            return legal[0]
        best = self._best(view, box, seat, self.noticed(view, box, seat, legal))
        return self._last.settle(view, box, seat, legal, best, lambda others: self._another(view, box, seat, others))

    def _another(self, view: AnyState, box: AnyBox, seat: int, others: Sequence[int]) -> int:
        return self._best(view, box, seat, self.noticed(view, box, seat, others))

    def _best(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> int:
        self.thought = self.searcher.think(view, box, seat, legal)
        return self.thought.best.action

    def noticed(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The actions that are considered: all of them, or a share, and at least two."""
        if self.notices >= 1:
            return legal
        pointless = [self.game.decisions.is_pointless(view, box, seat, action) for action in legal]
        sensible = [action for action, faults in zip(legal, pointless, strict=True) if faults == min(pointless)]
        legal = self._not_glaring(view, box, seat, sensible)
        count = max(2, math.ceil(self.notices * len(legal)))
        if count >= len(legal):
            return legal
        order = np.arange(len(legal), dtype=np.int32)
        with reading():
            shuffle(self._notice_rng, order, len(order))
        indices = {*order[:count].tolist(), *self._winning(view, box, seat, legal)}
        return [legal[index] for index in sorted(indices)]

    def _not_glaring(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The actions without those that everybody sees to be bad; all of them while rules are interpreted."""
        if generic.is_read(self.game.name):
            return legal
        make_ready(self.game)
        self._eye = self._eye or Worker(self.game, int(self._notice_rng[0]), LEAST_NODES)
        shares = first_look(self._eye, view, box, seat, legal, usual(self.game, int(box.seats)))
        return [action for action, share in zip(legal, shares, strict=True) if share >= (1 - GLARING) * max(shares)]

    def _winning(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The index of an action that wins at once, as far as the seat can know; none while rules are interpreted."""
        if generic.is_read(self.game.name):
            return ()
        self._states[0] = view
        generic.fill(self._states[0], box, seat, self._notice_rng)
        index = int(winning_action(self._states, box, seat, np.array(legal, np.int32), np.zeros(MAX_SEATS)))
        return () if index < 0 else (index,)


class SearchBot(ThinkingBot):
    """A bot that searches with the game's judge, or with its quick net, within its budget."""

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget,
        threads: int = 1,
        told: Mapping[str, Any] | None = None,
        notices: float = 1.0,
        quick: bool = False,
    ) -> None:
        super().__init__(game, Searcher(game, seed, budget, threads, told, quick), seed, notices)
