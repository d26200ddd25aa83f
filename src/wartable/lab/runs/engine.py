"""Engines play the batches: this process, a pool of processes on this machine, a Ray cluster, or a GPU (cuda.py).

All of them play the same matches. The batches grow until each takes about a second or two, so that little is lost if a
worker dies; its batch is given to another worker.
"""

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, Protocol

from wartable.batch.cuda import load_cuda
from wartable.errors import WartableError
from wartable.extras import install_line
from wartable.workers import Workers

from .batch import Batch, make_batch, play_batch, tables_of
from .cuda import GpuMemory, Kernels, Wave, make_kernels
from .job import COMPILED_BOTS, BadJob, Job, OpenTable, open_table
from .recorder import warm_up
from .simulate import Rows

BATCH_SECONDS = 1.5
MOST_IN_BATCH = 65_536
GROWTH = 16
MOST_DEATHS = 4
ANSWER_SECONDS = 10
START = "forkserver" if sys.platform != "win32" else "spawn"
"""How worker processes are started."""
ENGINES = ("local", "ray", "cuda")
FIRST_ACTIONS = 16
SHORT, LONG = 0.25, 1.0
"""In seconds: after a shorter launch on a GPU the next one makes more actions, after a longer one fewer."""


Piece = tuple[int, int]
"""A range of matches."""


class EngineFailed(WartableError):
    """The requested engine cannot play the matches."""


class Pieces:
    """Divides ranges of matches into batches of a suitable duration."""

    def __init__(self, ranges: Iterable[tuple[int, int]], workers: int) -> None:
        self.ranges = deque(ranges)
        self.workers = workers
        self.size = 1

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def next(self) -> tuple[int, int]:
        first, last = self.ranges.popleft()
        left = last - first + sum(end - begin for begin, end in self.ranges)
        cut = min(last, first + min(self.size, max(1, -(-left // self.workers))))
        if cut < last:
            self.ranges.appendleft((cut, last))
        return first, cut

    def next_if_any(self) -> Piece | None:
        return self.next() if self else None

    def learn(self, batch: Batch) -> None:
        each = batch.seconds / (batch.last - batch.first)
        fitting = int(BATCH_SECONDS / max(each, 1e-9))
        self.size = max(1, min(fitting, self.size * GROWTH, MOST_IN_BATCH))


class Engine(Protocol):
    """Plays ranges of matches of a job, in batches, in any order."""

    def prepare(self, job: Job) -> None:
        """Compile what the job needs (or load it from the cache); refuse matches that cannot be played here."""

    def play(self, job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]: ...

    def close(self) -> None: ...


class Here:
    """This process."""

    def prepare(self, job: Job) -> None:
        warm_up(job)

    def play(self, job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
        pieces = Pieces(ranges, 1)
        while pieces:
            batch = play_batch(job, *pieces.next())
            pieces.learn(batch)
            yield batch

    def close(self) -> None:
        pass


class Pool:
    """Processes on this machine. One that dies is replaced, and its batch is played again."""

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context(START)
        if START == "forkserver":
            context.set_forkserver_preload(["wartable.lab.runs.batch"])
        self.count = workers
        self.workers = Workers[Piece, Batch](workers, context, begin_worker)

    def prepare(self, job: Job) -> None:
        warm_up(job)

    def play(self, job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
        pieces = Pieces(ranges, self.count)
        # Every worker is busy, with one more batch queued.
        for batch in self.workers.results(partial(_play, job), pieces.next_if_any, self.count + 1, _after_a_death):
            pieces.learn(batch)
            yield batch

    def close(self) -> None:
        """End the workers, even in the middle of a batch."""
        self.workers.close()


def _play(job: Job, piece: Piece) -> Batch:
    return play_batch(job, *piece)


def _after_a_death(lost: list[Piece], deaths: int) -> tuple[list[Piece], list[Batch]]:
    if deaths >= MOST_DEATHS:
        raise EngineFailed(f"workers died {deaths} times in a row; the matches played so far are kept")
    return lost, []


def begin_worker() -> None:
    """Make a worker ignore Ctrl-C, and exit when its parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def check_answers(address: str) -> None:
    """Refuse an address that does not answer; Ray itself would retry for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise EngineFailed(f"--address {address}: write it as HOST:PORT")
    try:
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise EngineFailed(f"no Ray cluster could be joined: nobody answers at {address} ({error})") from None


class Ray:
    """A Ray cluster: the one at `address`, the one that this process has joined, or a new one on this machine."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise EngineFailed(f"--engine ray needs Ray: {install_line('ray')}") from None
        self.ray: Any = ray
        self.joined = not ray.is_initialized()
        if self.joined:
            if address:
                check_answers(address)
            try:
                ray.init(address=address, num_cpus=None if address else workers, log_to_driver=False)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise EngineFailed(f"no Ray cluster could be joined: {str(error).splitlines()[0]}") from None
        self.workers = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(play_batch)

    def prepare(self, job: Job) -> None:
        warm_up(job)

    def play(self, job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
        pieces = Pieces(ranges, self.workers)
        waiting: list[Any] = []
        while pieces or waiting:
            while pieces and len(waiting) < self.workers + 1:
                waiting.append(self.remote.remote(job, *pieces.next()))
            finished, waiting = self.ray.wait(waiting, num_returns=1)
            for reference in finished:
                try:
                    batch: Batch = self.ray.get(reference)
                except self.ray.exceptions.RaySystemError as error:
                    raise EngineFailed(f"the Ray cluster failed: {str(error).splitlines()[0]}") from None
                except self.ray.exceptions.WorkerCrashedError:
                    raise EngineFailed(
                        f"workers died {MOST_DEATHS + 1} times in a row; the matches played so far are kept"
                    ) from None
                pieces.learn(batch)
                yield batch

    def close(self) -> None:
        if self.joined:
            self.ray.shutdown()


class Cuda:
    """A GPU; threads of this process write the Parquet files meanwhile."""

    def __init__(self, workers: int | None = None) -> None:
        self.cuda = load_cuda()
        self.kernels: dict[str, Kernels] = {}
        self.budget = FIRST_ACTIONS
        self.workers = workers or os.cpu_count() or 1
        self.writers = ThreadPoolExecutor(self.workers)

    def prepare(self, job: Job) -> None:
        """Compile the kernel of the job's game, or give the reason that its matches cannot be played here."""
        table = open_table(job)
        others = [name for name in table.bots if name not in COMPILED_BOTS]
        if job.mirrored:
            raise BadJob("--engine cuda plays no mirrored matches; choose --engine local")
        if others:
            raise BadJob(f"--engine cuda plays {' and '.join(COMPILED_BOTS)} bots only, not {', '.join(others)}")
        if table.game.name not in self.kernels:
            kernels = make_kernels(self.cuda, table.game)
            GpuMemory(self.cuda, kernels, table, 1).lay_out(0, 1).launch(0)
            self.kernels[table.game.name] = kernels

    def play(self, job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
        self.prepare(job)
        ranges = list(ranges)
        try:
            table = open_table(job)
            desk = GpuMemory(
                self.cuda, self.kernels[table.game.name], table, max(last - first for first, last in ranges)
            )
            for first, last in ranges:
                for begin in range(first, last, desk.size):
                    yield from self.play_wave(desk.lay_out(begin, min(begin + desk.size, last)))
        except self.cuda.cudadrv.driver.CudaAPIError as error:
            raise EngineFailed(
                f"the GPU failed: {str(error).splitlines()[0]}; the matches played so far are kept"
            ) from None

    def play_wave(self, wave: Wave) -> Iterator[Batch]:
        table = wave.desk.table
        written: set[Future[Batch]] = set()
        while wave.waiting:
            started = time.perf_counter()
            wave.launch(self.budget)
            self.learn(time.perf_counter() - started)
            for first, last, rows, nature in wave.complete():
                written.add(self.writers.submit(write, table, first, last, rows, nature))
                while len(written) > 2 * self.workers:
                    yield from taken(written, wait(written, return_when=FIRST_COMPLETED).done)
            yield from taken(written, {future for future in written if future.done()})
        yield from taken(written, wait(written).done)

    def learn(self, seconds: float) -> None:
        if seconds < SHORT:
            self.budget *= 2
        elif seconds > LONG:
            self.budget = max(1, self.budget // 2)

    def close(self) -> None:
        self.writers.shutdown(cancel_futures=True)


def write(table: OpenTable, first: int, last: int, rows: Rows, nature: Any) -> Batch:
    return make_batch(table, first, last, tables_of(table, rows), nature, 0.0)


def taken(written: set[Future[Batch]], done: set[Future[Batch]]) -> list[Batch]:
    written -= done
    return [future.result() for future in done]


def make_engine(name: str, workers: int | None = None, address: str | None = None) -> Engine:
    """The engine `local`, `ray` or `cuda`; a single local worker is this process itself."""
    if name not in ENGINES:
        raise EngineFailed(f"there is no engine {name!r}; there are: {', '.join(ENGINES)}")
    if workers is not None and not 1 <= workers <= 512:
        raise EngineFailed(f"{workers} workers: it takes 1 to 512")
    if name == "ray":
        return Ray(workers, address)
    if name == "cuda":
        return Cuda(workers)
    workers = (os.cpu_count() or 1) if workers is None else workers
    return Here() if workers == 1 else Pool(workers)
