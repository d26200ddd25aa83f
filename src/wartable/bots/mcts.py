"""The searching bot: budgets, threads, and what it thought of each move."""

import math
import os
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from wartable.core import generic
from wartable.core.chance import generator, shuffle
from wartable.core.compiled import reading
from wartable.core.frames import MAX_SEATS, first_due
from wartable.core.game import Game
from wartable.core.match import Move
from wartable.core.play import settle_chance
from wartable.core.record import Record

from .glance import SECONDS as GLANCE
from .glance import glance
from .last_move import LastMove
from .principal_variation import Memory, NoMemory, TreeMemory, principal_variation
from .quick import QuickNet, is_usual, no_net, open_quick
from .room import LONGEST_PATH, Room, Settings
from .search import favourite, finishing, search, take_root
from .tree import Node, Place, Tree, child
from .walk import guess_of, weigh

LEAST_NODES, MOST_NODES = 1 << 14, 1 << 20
NODES_PER_ITERATION = 32
CHUNK_SECONDS = 0.01
MARGIN_SECONDS = 0.015
MOST_CHUNK = 1 << 16
UNTRIED_LOOKS = 4
"""In so many imagined worlds a move is looked at that was never tried."""
QUICK_SPREAD = 0.3
"""A quick net overlooks answers: so much of the attention goes to all moves alike where it is asked."""


@dataclass(frozen=True)
class Candidate:
    """One move that was thought of: how often, and the seat's chance to win after it."""

    action: int
    visits: int
    chance: float


@dataclass(frozen=True)
class Thought:
    """What a search found: the moves, best first, and each seat's chance to win if all play as it expects."""

    candidates: tuple[Candidate, ...]
    chances: tuple[float, ...]
    iterations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


@dataclass(frozen=True)
class Budget:
    """How long a search goes on: so many iterations or seconds, whichever is used up first."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations or seconds")

    @property
    def nodes(self) -> int:
        """The size of a tree: room for the iterations, from 0.6 to 49 megabytes."""
        wanted = MOST_NODES if self.iterations is None else self.iterations * NODES_PER_ITERATION
        return 1 << (min(MOST_NODES, max(LEAST_NODES, wanted)) - 1).bit_length()


class Worker:
    """One thread's tree and the room it works in. All memory is taken here, and none while searching."""

    def __init__(self, game: Game, seed: int, nodes: int, net: QuickNet | None = None) -> None:
        states = np.zeros(3, game.state.dtype)
        most = max(game.most_legal, game.most_chance)
        self.rng = generator(seed)
        self.trees = 0
        self.tree = Tree(
            nodes=np.zeros(nodes, Node.dtype),
            slots=np.zeros(2 * nodes, np.int32),
            places=np.zeros(nodes // 16, Place.dtype),
            moved=np.zeros(nodes, np.int32),
            used=np.zeros(3, np.int64),
            sums=np.zeros(MAX_SEATS),
        )
        self.room = Room(
            states=states,
            words=words_of(states),
            out=np.zeros(most, np.int32),
            weights=np.zeros(game.most_chance, np.int32),
            tried=np.zeros(most, np.int32),
            kids=np.zeros(most, np.int32),
            pulls=np.zeros(most),
            root_kids=np.zeros(most, np.int32),
            order=np.arange(most, dtype=np.int32),
            pace=np.zeros(6, np.int64),
            verdicts=np.zeros((most, 3)),
            seed=np.zeros(1, np.uint64),
            luck=np.zeros(1, np.uint64),
            shares=np.zeros(MAX_SEATS),
            cursors=np.zeros(MAX_SEATS, np.int32),
            path=np.zeros(LONGEST_PATH, np.int32),
            path_seats=np.zeros(LONGEST_PATH, np.int32),
            net=net or no_net(game),
        )

    @property
    def megabytes(self) -> float:
        room = (array for name, array in self.room._asdict().items() if name not in ("words", "net"))
        arrays = [*self.tree, *room, *self.room.net]
        return float(sum(array.nbytes for array in arrays)) / 1e6

    def look_at(self, view: Record, trees: int) -> bool:
        """Take a position as the root. True where an earlier search had met it, and its nodes were kept."""
        self.room.states[0] = view
        kept = bool(take_root(self.tree, self.room, trees, trees != self.trees))
        self.trees = trees
        return kept

    def forget(self) -> None:
        self.trees = 0

    def work(
        self, box: Record, seat: int, actions: Any, settings: Settings, iterations: int | None, deadline: float | None
    ) -> int:
        """Search until the iterations are made or the deadline has come; returns how many were made."""
        made, chunk = 0, 1 if deadline is not None else MOST_CHUNK
        while iterations is None or made < iterations:
            if iterations is not None:
                chunk = min(chunk, iterations - made)
            before = time.perf_counter()
            done = int(search(self.tree, self.room, box, seat, self.trees, actions, chunk, self.rng, settings))
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
        """How often each root action was taken, what that came to, and the first opinion of it."""
        root = seat if self.trees > 1 else 0
        visits, totals, priors = (np.zeros(len(actions)) for _ in range(3))
        for number, action in enumerate(actions):
            kid = int(child(self.tree, root, seat, action))
            if kid >= 0:
                node = self.tree.nodes[kid]
                visits[number], totals[number], priors[number] = node.visits, node.total, node.prior
        return visits, totals, priors


def usual(game: Game, players: int, quick: bool = False) -> Settings:
    """How a search looks around in a game if nobody says otherwise."""
    crowded = game.search_crowded if players > 2 else {}
    asking = {"spread": QUICK_SPREAD, **game.search_quick} if quick else {}
    return Settings()._replace(**{**game.search, **crowded, **asking})


def words_of(states: Any) -> Any:
    """The memory of some records as unsigned whole numbers, as wide as their size allows."""
    size = states.dtype.itemsize
    width = word_width(size)
    return states.view(np.dtype(f"u{width}")).reshape(len(states), size // width)


def word_width(size: int) -> int:
    """The widest whole number that a record of that size can be cut into."""
    return next(width for width in (4, 2, 1) if size % width == 0)


class Searcher:
    """A search that can be asked again and again, and keeps what it found for the positions that follow.

    With a budget of iterations alone, equal seeds think equally. Threads search trees of their own, and their
    counts are added up at the end. A searcher sits in one seat of one match; asked from another seat it starts anew.
    `told` are settings that replace the game's usual ones. With `quick` it asks the game's quick net, not its judge,
    where the table is one that the net has learnt. Of moves that it never tried it then knows nothing, unless it is
    `thorough`: it says what the net thinks of the positions that they lead to.
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
        """Whether the net is asked at the table of this Box."""
        self.budget = budget
        self.told = dict(told or {})
        self.threads = max(1, threads)
        self.seat = -1
        self.reused = False
        self._seed = seed
        self._luck = generator(seed)
        self._workers: list[Worker] = []

    @property
    def megabytes(self) -> float:
        """The memory that the trees may use."""
        return sum(worker.megabytes for worker in self.workers())

    def workers(self) -> list[Worker]:
        if not self._workers:
            seeds = np.random.SeedSequence(self._seed & (2**64 - 1)).generate_state(self.threads, np.uint64)
            nets = [open_quick(self.game) if self._asks_net else no_net(self.game) for _ in seeds]
            pairs = zip(seeds, nets, strict=True)
            self._workers = [Worker(self.game, int(seed), self.budget.nodes, net) for seed, net in pairs]
        return self._workers

    def settings(self, players: int) -> Settings:
        """How it looks around at a table of so many."""
        return usual(self.game, players, self._asks_net)._replace(**self.told)

    def _sit_at(self, box: Record) -> None:
        """See whether the net knows a table like this."""
        if self.quick and self._box != (now := box.tobytes()):
            self._box, asked = now, self._asks_net
            self._asks_net = is_usual(self.game, box)
            if asked != self._asks_net:
                self._workers = []

    def forget(self) -> None:
        """Begin the next search from nothing."""
        for worker in self._workers:
            worker.forget()

    def think(
        self, view: Record, box: Record, seat: int, legal: Sequence[int], budget: Budget | None = None
    ) -> Thought:
        """Search the position that a seat sees; `legal` are the actions to choose from, and may be some of all.

        While the rules are read there is no search yet: the thought is one move deep, and says so by its iterations.
        """
        if generic.is_read(self.game.name):
            return self._glance(view, box, seat, legal, budget or self.budget)
        make_ready(self.game)
        started = time.perf_counter()
        budget = budget or self.budget
        deadline = None if budget.seconds is None else started + max(0.0, budget.seconds - MARGIN_SECONDS)
        self._sit_at(box)
        workers = self.workers()
        settings = self.settings(int(box.seats))
        apart = self.game.has_secrets or box.seats > settings.company
        trees = int(box.seats) if apart else 1
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

    def _completed(self, thought: Thought, view: Record, box: Record, seat: int) -> Thought:
        """The thought, with a look at what each move that was never tried leads to."""
        untried = [one.action for one in thought.candidates if one.visits == 0]
        if not untried:
            return thought
        worker = Worker(self.game, self._seed, LEAST_NODES, open_quick(self.game))
        worker.look_at(view, self._workers[0].trees)
        settings = self.settings(int(box.seats))._replace(first=2, samples=UNTRIED_LOOKS)
        search(worker.tree, worker.room, box, seat, worker.trees, np.array(untried, np.int32), 0, worker.rng, settings)
        chances = dict(zip(untried, worker.root_visits(seat, untried)[2].tolist(), strict=True))
        found = [replace(one, chance=chances.get(one.action, one.chance)) for one in thought.candidates]
        return replace(thought, candidates=tuple(found))

    def line(self, view: Record, box: Record, seat: int, action: int) -> list[Move]:
        """What it expects after an action of the position that it has thought of last, told of the first thread's tree.

        Nothing while the rules are read: then it has looked no further than one move.
        """
        memory = self.memory()
        return [] if isinstance(memory, NoMemory) else principal_variation(self.game, memory, view, box, seat, action)

    def memory(self) -> Memory:
        """What the first thread's tree remembers of the position that was thought of last."""
        if generic.is_read(self.game.name) or not self._workers or not self._workers[0].trees:
            return NoMemory()
        return TreeMemory(self._workers[0].tree, self._workers[0].trees)

    def _glance(self, view: Record, box: Record, seat: int, legal: Sequence[int], budget: Budget) -> Thought:
        started = time.perf_counter()
        seconds = min(GLANCE, budget.seconds or GLANCE)
        found, chances = glance(self.game, view, box, seat, legal, self._luck, seconds)
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
        if self._asks_net and self.settings(seats).first == 0:
            priors /= len(self._workers)
            values, merits = self._weighed(visits, totals, priors, float(sums[seat]) / max(1, count), seats)
        else:
            merits = values = (totals + priors) / (visits + len(self._workers))
        best = int(favourite(visits, merits, len(legal), self._luck))
        order = sorted(range(len(legal)), key=lambda i: (i != best, -visits[i], -values[i]))
        found = tuple(Candidate(int(legal[i]), int(visits[i]), float(values[i])) for i in order)
        return Thought(found, tuple(float(sums[s] / count) for s in range(seats)), made, seconds)

    def _weighed(self, visits: Any, totals: Any, likes: Any, value: float, seats: int) -> tuple[Any, Any]:
        """What moves came to, and their merits with the net's liking of them."""
        merits = np.zeros(len(visits))
        weigh(likes, visits, totals, value, self.settings(seats).weight, merits)
        guess = float(guess_of(likes, visits, totals, value))
        return np.where(visits > 0, totals / np.maximum(1, visits), guess), merits


_ready: set[str] = set()
_making_ready = threading.Lock()


def make_ready(game: Game) -> None:
    """Compile the search for a game or load it from the cache, once in a process, off every clock."""
    with _making_ready:
        if game.name in _ready:
            return
        box = game.new_box()
        worker = Worker(game, 1, LEAST_NODES)
        s = game.new_state(box)
        settle_chance(s, box, worker.rng, worker.room.out, worker.room.weights, LONGEST_PATH)
        seat = int(first_due(s))
        count = int(generic.legal(s, box, seat, worker.room.out))
        actions = worker.room.out[:count].copy()
        generic.hide(s, box, seat)
        worker.look_at(s, int(box.seats) if game.has_secrets else 1)
        worker.work(box, seat, actions, Settings(), 2, None)
        worker.look_at(s, worker.trees)
        worker.root_visits(seat, [int(actions[0])])
        worker.room.states[0] = game.new_state(box)
        finishing(worker.room.states, box, seat, actions[:0], worker.room.shares)
        _ready.add(game.name)


def _split(iterations: int | None, parts: int) -> list[int | None]:
    if iterations is None:
        return [None] * parts
    return [iterations // parts + (number < iterations % parts) for number in range(parts)]


def default_threads() -> int:
    return min(4, os.cpu_count() or 1)


class Thinking(Protocol):
    """A search that can be asked: what it thinks of a position, and what it expects after a move of it."""

    def think(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> Thought: ...

    def line(self, view: Record, box: Record, seat: int, action: int) -> list[Move]: ...

    def memory(self) -> Memory: ...


class ThinkingBot:
    """A bot that plays the best of what a search finds, and remembers what it thought.

    With `notices` under 1 it misses things, as people do: it thinks about that share of its moves, drawn anew for each
    decision, and plays the best of those. It never misses a move that wins at once, and never only takes back its last
    one. However much it notices, it does not go in circles.
    """

    def __init__(self, game: Game, searcher: Thinking, seed: int, notices: float = 1.0) -> None:
        self.game, self.searcher, self.notices = game, searcher, notices
        self.thought: Thought | None = None
        """What it thought of its last decision; None where there was nothing to decide."""
        self._attention = generator(seed + 1)
        self._last = LastMove(game, seed, strict=notices < 1)
        self._states = np.zeros(2, game.state.dtype)

    def choose(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        if len(legal) == 1:
            self.thought = None
            return legal[0]
        best = self._best(view, box, seat, self.noticed(view, box, seat, legal))
        return self._last.settle(view, box, seat, legal, best, lambda others: self._best(view, box, seat, others))

    def _best(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> int:
        self.thought = self.searcher.think(view, box, seat, legal)
        return self.thought.best.action

    def noticed(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The actions that come to mind, in their order: all of them, or a share, and two at least."""
        count = max(2, math.ceil(self.notices * len(legal)))
        if count >= len(legal):
            return legal
        order = np.arange(len(legal), dtype=np.int32)
        with reading():
            shuffle(self._attention, order, len(order))
        places = {*order[:count].tolist(), *self._finishing(view, box, seat, legal)}
        return [legal[place] for place in sorted(places)]

    def _finishing(self, view: Record, box: Record, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The place of an action that wins at once, as far as the seat can know; none while the rules are read."""
        if generic.is_read(self.game.name):
            return ()
        self._states[0] = view
        generic.fill(self._states[0], box, seat, self._attention)
        place = int(finishing(self._states, box, seat, np.array(legal, np.int32), np.zeros(MAX_SEATS)))
        return () if place < 0 else (place,)


class SearchBot(ThinkingBot):
    """A bot that searches with the game's judge, or with its quick net, for as long as its budget allows."""

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
