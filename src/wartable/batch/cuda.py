"""A batch on a CUDA GPU: one thread for each game, running the same functions as the CPU."""

from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core.registry import cpu_target

from wartable.compiler.cache import code_root, fingerprint_of
from wartable.core.frames import MAX_SEATS, AnyBox, first_due, kind
from wartable.core.generic import apply, setup
from wartable.core.numbers.chance import random_due
from wartable.core.play import random_action, random_steps
from wartable.errors import WartableError
from wartable.extras import install_line

from .kernel import (
    imagine,
    look_ahead,
    observe,
    restart,
    slot_of,
    step,
    tally,
    write_judgement,
    write_mask,
    write_moves,
)

THREADS = 128
GROUP = 512
"""The number of games of random play that exchange threads with each other (see `make_regrouped`)."""
TRIERS = 1024 * THREADS
"""The number of threads that try moves, each on its own tables."""
SMALL = 256
"""The largest table, in bytes, that is kept in its thread's local memory during random play."""
KIND, OVER, DONE = 1 << 20, 126 << 20, 127 << 20
"""The sort key of games: the kind of the decision minus the last action; finished games last."""
cuda: Any = None
"""Numba's CUDA module, once it is loaded. Kernels refer to it as a global, which Numba's simulator requires."""


class NoGpu(WartableError):
    """There is no GPU to run on, or it has too little memory."""


def load_cuda() -> Any:
    """Numba's CUDA module; NoGpu if it or a device is missing."""
    global cuda
    if not hasattr(np, "row_stack"):
        # numba-cuda still names a function that NumPy 2.4 took out.
        np.row_stack = np.vstack
    # A small batch leaves most of the GPU idle; that is its owner's choice.
    numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    try:
        from numba import cuda
    except ImportError:
        raise NoGpu(f"playing on a GPU needs numba-cuda: {install_line('cuda')}") from None
    if not cuda.is_available():
        raise NoGpu("no CUDA GPU was found; play on the CPU instead (device='cpu', --engine local)")
    teach(cuda)
    return cuda


def teach(module: Any) -> None:
    """Make Numba's CUDA module compile rules as for the CPU; this needs no GPU."""
    global cuda
    cuda = module
    # Some of what numba-cuda knows (an enum as an index, say) it takes from the CPU target once that is loaded.
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    _take_wide_ints()
    _keep_products_rounded()


def _share_cache(game: Any) -> None:
    """Cache further kernels next to the rules that they contain, in a folder named by a hash of their sources."""
    try:
        from numba.cuda.core import config
    except ImportError:
        # Older ones read Numba's own setting.
        return
    config.CACHE_DIR = str(code_root() / f"gpu-{game.name}-{fingerprint_of(game.functions, __name__)}")


@cache
def _take_wide_ints() -> None:
    """Compile rules for 64-bit ints here too: an enum argument becomes an int that can be an index."""
    from numba.cuda.dispatcher import CUDADispatcher

    from wartable.compiler.dispatcher import wide

    given = CUDADispatcher.get_call_template

    def get_call_template(self: Any, args: Any, kws: Any) -> Any:
        _, folded = self.fold_argument_types(args, kws)
        return given(self, wide(folded), {})

    CUDADispatcher.get_call_template = get_call_template


@cache
def _keep_products_rounded() -> None:
    """Disable fused multiply-add: it does not round the product, so its last bits differ from a CPU's.

    The compiler has an option for this, and so has the linker, which compiles once more; numba-cuda passes on only
    `fastmath`.
    """
    from numba.cuda.cudadrv import nvvm

    given = nvvm.compile_ir

    def compile_ir(code: Any, **options: Any) -> Any:
        return given(code, **{"fma": False, **options})

    nvvm.compile_ir = compile_ir
    try:
        from numba.cuda.cudadrv import driver

        driver.LinkerOptions = rounded(driver.LinkerOptions)
    except (ImportError, AttributeError):
        # Older ones have linkers that do not compile.
        return


def rounded(options: Any) -> Any:
    """Linker options with rounded products (numba-cuda's own name for the option is unknown to the linker)."""

    class Rounded(options):  # type: ignore[misc]
        def _prepare_nvjitlink_options(self, as_bytes: bool = False) -> list[Any]:
            made = super()._prepare_nvjitlink_options(as_bytes=as_bytes)
            if self.link_time_optimization:
                made.append(b"-fma=0" if as_bytes else "-fma=0")
            return list(made)

    return Rounded


_made: dict[str, dict[str, Any]] = {}


def kernels_of(game: Any) -> dict[str, Any]:
    """The kernels of a game, created once and reused by later batches."""
    if game.name not in _made:
        _share_cache(game)
        _made[game.name] = make_kernels(game)
    return _made[game.name]


def make_kernels(game: Any) -> dict[str, Any]:
    """The kernels of a game. Local arrays have the sizes that the game declares, so each game needs its own kernels."""
    room, chances, limit = max(game.most_legal, game.most_chance), game.most_chance, game.bound

    @cuda.jit(cache=True)
    def reset_kernel(states, blank, boxes, rngs):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            out, weights = cuda.local.array(room, np.int32), cuda.local.array(chances, np.int32)
            restart(states, i, blank, boxes[0], rngs[i : i + 1], out, weights, limit)

    @cuda.jit(cache=True)
    def mask_kernel(states, boxes, seats, masks):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            out = cuda.local.array(room, np.int32)
            seats[i] = first_due(states[i])
            write_mask(states[i], boxes[0], seats[i], out, masks[i])

    @cuda.jit(cache=True)
    def moves_kernel(states, boxes, seats, moves, counts):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            seats[i] = first_due(states[i])
            counts[i] = write_moves(states[i], boxes[0], seats[i], moves[i])

    @cuda.jit(cache=True)
    def judge_kernel(states, boxes, judged):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            write_judgement(states[i], boxes[0], judged[i])

    @cuda.jit(cache=True)
    def step_kernel(states, blank, boxes, actions, rngs, rewards, finished):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            out, weights = cuda.local.array(room, np.int32), cuda.local.array(chances, np.int32)
            step(states, i, blank, boxes[0], actions[i], rngs[i : i + 1], out, weights, limit, rewards, finished)

    @cuda.jit(cache=True)
    def check_kernel(actions, masks, wrong):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < actions.shape[0]:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                cuda.atomic.min(wrong, 0, i)

    @cuda.jit(cache=True)
    def search_kernel(actions, moves, counts, wrong):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < actions.shape[0]:
            found = False
            for number in range(counts[i]):
                if moves[i, number] == actions[i]:
                    found = True
            if not found:
                cuda.atomic.min(wrong, 0, i)

    @cuda.jit(cache=True)
    def observe_kernel(states, spares, boxes, seats, numbers):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe(states[i], spares[i : i + 1], boxes[0], seats[i], numbers[i])

    @cuda.jit(cache=True)
    def imagine_kernel(states, worlds, boxes, seats, rngs, first):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < worlds.shape[0]:
            rng, at = cuda.local.array(1, np.uint64), first + i
            imagine(states[at], worlds[i : i + 1], boxes[0], seats[at], rngs[at : at + 1], rng)

    @cuda.jit(cache=True)
    def ahead_kernel(worlds, spares, boxes, seats, moves, starts, places, rngs, first, samples, seen, numbers, verdicts, ended):  # type: ignore[no-untyped-def] # fmt: skip # noqa: E501
        thread, threads = cuda.grid(1), min(spares.shape[0] // 2, ended.shape[0])
        if thread < threads:
            out, weights = cuda.local.array(chances, np.int32), cuda.local.array(chances, np.int32)
            shares, rng = cuda.local.array(MAX_SEATS, np.float64), cuda.local.array(1, np.uint64)
            # Neighbouring threads try moves of the same table.
            for at in range(thread, ended.shape[0], threads):
                place = places[at]
                i = slot_of(starts, first, place)
                action = moves[i, place - starts[i]]
                ended[at] = look_ahead(
                    worlds[i - first], spares[2 * thread : 2 * thread + 2], boxes[0], seats[i], action, rngs[i : i + 1],
                    rng, out, weights, shares, limit, samples, seen, numbers[at if seen else 0], verdicts[at],
                )  # fmt: skip

    return {
        "reset": reset_kernel,
        "mask": mask_kernel,
        "moves": moves_kernel,
        "judge": judge_kernel,
        "step": step_kernel,
        "check": check_kernel,
        "search": search_kernel,
        "observe": observe_kernel,
        "imagine": imagine_kernel,
        "ahead": ahead_kernel,
        "playout": make_small(game) if is_small(game) else make_regrouped(game),
    }


def is_small(game: Any) -> bool:
    return bool(game.state.plain.itemsize <= SMALL)


def make_small(game: Any) -> Any:
    """Random play of a small game: each thread plays the matches of one slot, on a table in its local memory.

    The tables of neighbouring threads are interleaved there, so one access serves all threads that read the same field.
    """
    room, chances, limit = max(game.most_legal, game.most_chance), game.most_chance, game.bound
    table = game.state.plain

    @cuda.jit(cache=True)
    def playout_kernel(states, blank, boxes, rngs, matches, steps, wins, endings):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            out, weights = cuda.local.array(room, np.int32), cuda.local.array(chances, np.int32)
            shares, own = cuda.local.array(MAX_SEATS, np.float64), cuda.local.array(1, table)
            rng = cuda.local.array(1, np.uint64)
            rng[0] = rngs[i]
            for _ in range(matches):
                own[0] = blank[0]
                setup(own[0], boxes[0])
                steps[i] += random_steps(own[0], boxes[0], rng, out, weights, limit)
                tally(own[0], boxes[0], i, shares, wins, endings)
            rngs[i] = rng[0]
            states[i] = own[0]

    return playout_kernel


def make_regrouped(game: Any) -> Any:
    """Random play of a large game: before each action the games of a block are redistributed over its threads.

    Threads of a warp share each instruction on which they agree. Over time games diverge, and a large game's rules do
    not fit into the instruction cache, so threads wait for code. Therefore games with the same kind of decision, after
    similar actions, are put side by side. A game is its record, its generator and three numbers, and takes the same
    course on any thread.
    """
    room, chances, limit, group = max(game.most_legal, game.most_chance), game.most_chance, game.bound, GROUP

    # No limit on registers: asked to keep to 128, the compiler takes more than it would, and fewer threads fit.
    @cuda.jit(cache=True)
    def playout_kernel(states, blank, boxes, rngs, matches, steps, wins, endings):  # type: ignore[no-untyped-def]
        keys, order = cuda.shared.array(group, np.int32), cuda.shared.array(group, np.int32)
        left, made = cuda.shared.array(group, np.int32), cuda.shared.array(group, np.int32)
        last = cuda.shared.array(group, np.int32)
        out, weights = cuda.local.array(room, np.int32), cuda.local.array(chances, np.int32)
        shares = cuda.local.array(MAX_SEATS, np.float64)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * group
        game = thread
        left[game] = matches if first + game < states.shape[0] else 0
        made[game] = last[game] = 0
        if left[game] > 0:
            states[first + game] = blank[0]
            setup(states[first + game], boxes[0])
        while cuda.syncthreads_or(left[game]) != 0:
            key = DONE
            if left[game] > 0:
                s = states[first + game]
                key = OVER if s.head.over != 0 or made[game] == limit else kind(s) * KIND + last[game]
            keys[thread] = key
            cuda.syncthreads()
            place = 0
            for other in range(group):
                if keys[other] < key or (keys[other] == key and other < thread):
                    place += 1
            order[place] = game
            cuda.syncthreads()
            game = order[thread]
            if left[game] > 0:
                i = first + game
                s = states[i]
                if s.head.over != 0 or made[game] == limit:
                    tally(s, boxes[0], i, shares, wins, endings)
                    steps[i] += made[game]
                    made[game] = last[game] = 0
                    left[game] -= 1
                    if left[game] > 0:
                        states[i] = blank[0]
                        setup(states[i], boxes[0])
                else:
                    rng = rngs[i : i + 1]
                    seat = random_due(s, rng)
                    action = random_action(s, boxes[0], seat, rng, out, weights)
                    apply(s, boxes[0], seat, action)
                    last[game] = action
                    made[game] += 1

    return playout_kernel


class CudaEngine:
    """Keeps the arrays in GPU memory; they are returned without a copy."""

    def __init__(self, game: Any, box: AnyBox, size: int, players: int, listed: bool = False) -> None:
        self.cuda = load_cuda()
        self.game, self.players, self.size, self.listed = game, players, size, listed
        self.kernels = kernels_of(game)
        self.blocks = (size + THREADS - 1) // THREADS
        self.check_room(size)
        boxes = np.zeros(1, game.box.plain)
        boxes[0] = box
        self.boxes = self.cuda.to_device(boxes)
        self.states = self.cuda.to_device(np.zeros(size, game.state.plain))
        self.spares = self.cuda.device_array(size, game.state.plain)
        self.blank = self.cuda.to_device(np.zeros(1, game.state.plain))
        self.rngs = self.cuda.to_device(np.zeros(size, np.uint64))
        self.seats = self.cuda.device_array(size, np.int8)
        if listed:
            self.moves = self.cuda.device_array((size, max(game.most_legal, game.most_chance)), np.int32)
            self.counts = self.cuda.device_array(size, np.int32)
        else:
            self.masks = self.cuda.device_array((size, game.action_count), np.uint8)
        self.judged: Any = None
        self.rewards = self.cuda.to_device(np.zeros((size, players), np.float32))
        self.finished = self.cuda.to_device(np.zeros(size, np.int8))
        self.features = self.cuda.device_array((size, game.feature_count), np.float32)
        self.known_starts: Any = None
        self.seen_room: Any = ()
        self.ahead_room: tuple[Any, ...] = ()

    def check_room(self, size: int) -> None:
        """Refuse a batch that does not fit before allocating anything."""
        totals = 8 * (self.players + len(self.game.endings) + 2)
        legal = 4 * max(self.game.most_legal, self.game.most_chance) if self.listed else self.game.action_count
        each = 2 * self.game.state.plain.itemsize + legal + 4 * self.game.feature_count + totals + 64
        self.refuse_unless_free(f"{size:,} games", size, each)

    def refuse_unless_free(self, what: str, count: int, each: int) -> None:
        free, _ = self.cuda.current_context().get_memory_info()
        if count * each > free * 0.9:
            raise NoGpu(f"{what} of {each:,} bytes do not fit into {free:,} bytes of free GPU memory")

    def launch(self, name: str, *arguments: Any) -> None:
        self.kernels[name][self.blocks, THREADS](*arguments)

    def compile(self, name: str) -> None:
        """Compile one of the kernels that play a batch, or load it from disk, without launching it."""
        actions, wrong = self.cuda.device_array(1, np.int32), self.cuda.device_array(1, np.int64)
        legal = (self.moves, self.counts) if self.listed else (self.masks,)
        arguments: dict[str, tuple[Any, ...]] = {
            "reset": (self.states, self.blank, self.boxes, self.rngs),
            "moves": (self.states, self.boxes, self.seats, *legal),
            "mask": (self.states, self.boxes, self.seats, *legal),
            "step": (self.states, self.blank, self.boxes, actions, self.rngs, self.rewards, self.finished),
            "search": (actions, *legal, wrong),
            "check": (actions, *legal, wrong),
            "observe": (self.states, self.spares, self.boxes, self.seats, self.features),
            "judge": (self.states, self.boxes, self.cuda.device_array((1, self.players), np.float64)),
            "imagine": (self.states, self.spares, self.boxes, self.seats, self.rngs, 1),
        }
        if name == "ahead":
            numbers, verdicts, ended, spares = self._room_for(1, seen=True)
            arguments["ahead"] = (
                self.states, spares, self.boxes, self.seats, self.moves, wrong, wrong, self.rngs, 1, 1, True,
                numbers, verdicts, ended,
            )  # fmt: skip
        kernel = self.kernels[name]
        kernel.compile(tuple(kernel.typeof_pyval(argument) for argument in arguments[name]))

    def reset(self, rngs: Any) -> None:
        self.rngs.copy_to_device(rngs)
        self.launch("reset", self.states, self.blank, self.boxes, self.rngs)
        self.refresh()

    def refresh(self) -> None:
        self.known_starts = None
        if self.listed:
            self.launch("moves", self.states, self.boxes, self.seats, self.moves, self.counts)
            return
        self.launch("mask", self.states, self.boxes, self.seats, self.masks)

    def on_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return self.cuda.as_cuda_array(actions)
        return self.cuda.to_device(np.asarray(actions))

    def first_forbidden(self, actions: Any) -> int:
        wrong = self.cuda.to_device(np.array([self.size], np.int64))
        if self.listed:
            self.launch("search", self.on_device(actions), self.moves, self.counts, wrong)
        else:
            self.launch("check", self.on_device(actions), self.masks, wrong)
        found = int(wrong.copy_to_host()[0])
        return found if found < self.size else -1

    def step(self, actions: Any) -> None:
        self.launch(
            "step", self.states, self.blank, self.boxes, self.on_device(actions), self.rngs, self.rewards, self.finished
        )
        self.refresh()

    def observe(self) -> Any:
        self.launch("observe", self.states, self.spares, self.boxes, self.seats, self.features)
        return self.features

    def judge(self) -> Any:
        if self.judged is None:
            self.judged = self.cuda.device_array((self.size, self.players), np.float64)
        self.launch("judge", self.states, self.boxes, self.judged)
        return self.judged

    @property
    def starts(self) -> Any:
        if self.known_starts is None:
            self.known_starts = np.append(0, np.cumsum(self.counts.copy_to_host(), dtype=np.int64))
        return self.known_starts

    def ahead(self, first: int, last: int, samples: int, places: Any, seen: bool) -> tuple[Any, Any, Any]:
        starts = self.starts
        if places is None:
            places = np.arange(starts[first], starts[last])
        count = len(places)
        *told, spares = self._room_for(count, seen)
        numbers, verdicts, ended = (part[:count] for part in told)
        worlds = self.states[first:last]
        if self.game.has_secrets:
            worlds = self.spares[: last - first]
            self.launch("imagine", self.states, worlds, self.boxes, self.seats, self.rngs, first)
        self.kernels["ahead"][-(-min(count, TRIERS) // THREADS), THREADS](
            worlds, spares, self.boxes, self.seats, self.moves, self.cuda.to_device(starts), self.on_device(places),
            self.rngs, first, samples, seen, numbers, verdicts, ended,
        )  # fmt: skip
        return numbers, verdicts, ended

    def _room_for(self, count: int, seen: bool) -> tuple[Any, ...]:
        """Buffers for the features of this number of moves, if they are `seen`, for shares and endings, and tables to
        try the moves on.
        """
        table, rows = self.game.state.plain, count if seen else 1
        if len(self.seen_room) < rows:
            self.seen_room, rows = (), -(-rows // TRIERS) * TRIERS if rows > THREADS else rows
            self.refuse_unless_free(f"{rows:,} tables one move ahead", rows, 4 * self.game.feature_count)
            self.seen_room = self.cuda.device_array((rows, self.game.feature_count), np.float32)
        if not self.ahead_room or len(self.ahead_room[0]) < count:
            self.ahead_room, count = (), -(-count // TRIERS) * TRIERS if count > THREADS else count
            threads = min(count, TRIERS)
            each = 4 * self.players + 1 + 2 * table.itemsize * threads // count
            self.refuse_unless_free(f"{count:,} tables one move ahead", count, each)
            self.ahead_room = (
                self.cuda.device_array((count, self.players), np.float32),
                self.cuda.device_array(count, np.uint8),
                self.cuda.device_array(2 * threads, table),
            )
        return self.seen_room, *self.ahead_room

    def playouts(self, matches: int) -> tuple[Any, Any, Any]:
        steps = self.cuda.to_device(np.zeros(self.size, np.int64))
        wins = self.cuda.to_device(np.zeros((self.size, self.players)))
        endings = self.cuda.to_device(np.zeros((self.size, len(self.game.endings) + 1), np.int64))
        threads = THREADS if is_small(self.game) else GROUP
        try:
            self.kernels["playout"][-(-self.size // threads), threads](
                self.states, self.blank, self.boxes, self.rngs, matches, steps, wins, endings
            )
        except self.cuda.cudadrv.driver.CudaAPIError as error:
            raise NoGpu(f"{threads} threads of {self.game.title} cannot run on this GPU: {error}") from None
        return steps.copy_to_host(), wins.copy_to_host(), endings.copy_to_host()

    def to_host(self, array: Any) -> Any:
        return array.copy_to_host()

    def restore(self, states: Any, rngs: Any) -> None:
        """Continue from stored tables and generators."""
        plain = np.frombuffer(states.tobytes(), self.game.state.plain)
        self.states.copy_to_device(plain)
        self.rngs.copy_to_device(rngs)
        self.refresh()
