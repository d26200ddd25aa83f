# mypy: disable-error-code="attr-defined, no-untyped-call"
"""A run on a CUDA GPU: one thread for each match, running the same function as the CPU.

A thread that has finished its match takes the next one, so that short matches do not wait for long ones. Each launch of
the kernel makes a limited number of actions in each thread and takes about half a second; matches continue in the next
launch. A run can therefore be stopped between launches, and systems that end long kernels do not interfere.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from wartable.batch.cuda import NoGpu
from wartable.compiler.mode import plain
from wartable.core.frames import MAX_SEATS
from wartable.core.game import Game

from . import simulate
from .job import OpenTable
from .recorder import kinds_of, make_codes, make_notes, notes_kind
from .simulate import MatchMemory, Rows, close_match, is_detailed, is_watched, open_match, play_on

THREADS = 64
LANES = 512
"""Threads for each multiprocessor; rules need many registers, so no more than these run at once."""
MOST_IN_WAVE = 1 << 18
IN_BATCH = 8192


class Kernels(NamedTuple):
    """`clear` initialises the memory, `play` plays."""

    clear: Any
    play: Any


def make_kernels(cuda: Any, game: Game) -> Kernels:
    """The kernels of a game. Local arrays have the sizes that the game declares, so each game needs its own kernels."""
    room_for, chances = max(game.most_legal, game.most_chance), game.most_chance

    @cuda.jit
    def clear(lanes, states, notes, blank, fresh):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < lanes.shape[0]:
            lanes[i] = -1
            states[i, simulate.BLANK] = blank[0]
            notes[i] = fresh[0]

    @cuda.jit
    def play(  # type: ignore[no-untyped-def]
        lanes, states, rngs, sides, notes, codes, boxes, lineups, kinds, games, seats, traits, gauges, curves, uses,
        places, used, nature, taken, seed, first, opening, watch, detail, limit, budget,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i >= lanes.shape[0]:
            return
        out, tried = cuda.local.array(room_for, np.int32), cuda.local.array(room_for, np.int32)
        weights, shares = cuda.local.array(chances, np.int32), cuda.local.array(MAX_SEATS, np.float64)
        log, filled = cuda.local.array((1, 2), np.int32), cuda.local.array(3, np.int64)
        players = seats.shape[0] // games.shape[0]
        match = lanes[i]
        while budget > 0:
            fresh = match < 0
            if fresh:
                match = cuda.atomic.add(taken, 0, 1)
                if match >= used.shape[0]:
                    match = -1
                    break
            number = first + match
            lineup = lineups[number % lineups.shape[0]]
            watched, detailed = is_watched(number, watch), is_detailed(number, watch, detail)
            room = MatchMemory(
                states[i], out, weights, tried, shares, rngs[i : i + 1], sides[i : i + 1], notes[i : i + 1], codes,
                nature[match], log[0:0],
            )  # fmt: skip
            if fresh:
                open_match(room, boxes[0], seed, number, detailed)
            before = notes[i].actions
            over = play_on(room, boxes[0], lineup, kinds, opening, detailed, watched, min(limit, before + budget))
            budget -= notes[i].actions - before
            if over or notes[i].actions >= limit:
                for place in range(3):
                    filled[place] = 0
                at, end = match * players, (match + 1) * players
                rows = Rows(
                    games[match : match + 1], seats[at:end], traits[at:end], gauges[at:end], curves[at:end],
                    uses[places[match] : places[match + 1]], filled,
                )  # fmt: skip
                close_match(room, rows, boxes[0], number, lineup, detailed, watched)
                used[match] = filled[2]
                match = -1
        lanes[i] = match

    return Kernels(clear, play)


class GpuMemory:
    """The GPU memory for the matches of one job: those in play, and the rows of a wave of them."""

    def __init__(self, cuda: Any, kernels: Kernels, table: OpenTable, games: int) -> None:
        self.cuda, self.kernels, self.table = cuda, kernels, table
        game, job = table.game, table.job
        self.players = job.players
        self.most_uses = job.players * len(table.metrics.components)
        notes = make_notes(table.metrics, job.players).view(notes_kind(table.metrics).plain)
        self.lanes, self.size = self.fitting(games, notes.dtype.itemsize)
        codes = make_codes(game, table.metrics).view(simulate.codes_type(game.action_count).plain)
        boxes = np.zeros(1, game.box.plain)
        boxes[0] = table.box
        self.boxes, self.codes = cuda.to_device(boxes), cuda.to_device(codes)
        self.lineups, self.kinds = cuda.to_device(table.lineups), cuda.to_device(kinds_of(table))
        self.playing = cuda.device_array(self.lanes, np.int64)
        self.states = cuda.device_array((self.lanes, 4), game.state.plain)
        self.rngs, self.sides = (cuda.device_array(self.lanes, np.uint64) for _ in range(2))
        self.notes = cuda.device_array(self.lanes, notes.dtype)
        seats = self.size * self.players
        self.games = cuda.device_array(self.size, simulate.GameRow.plain)
        self.seats = cuda.device_array(seats, simulate.SeatRow.plain)
        self.traits = cuda.device_array((seats, max(1, len(table.metrics.traits))), np.int16)
        self.gauges = cuda.device_array((seats, max(1, len(table.metrics.gauges))), np.float32)
        self.curves = cuda.device_array((seats, simulate.CHECKPOINTS), np.float32)
        self.uses = cuda.device_array(max(1, self.most_detailed(self.size) * self.most_uses), simulate.UseRow.plain)
        blank = cuda.to_device(np.zeros(1, game.state.plain))
        self.launch(kernels.clear, self.playing, self.states, self.notes, blank, cuda.to_device(notes))

    def launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self.lanes // THREADS), THREADS](*arguments)

    def fitting(self, games: int, notes: int) -> tuple[int, int]:
        """How many matches can be in play at once, and for how many there is room for rows."""
        free, _ = self.cuda.current_context().get_memory_info()
        lane = 4 * self.table.game.state.plain.itemsize + notes + 24
        row = self.bytes_of_rows()
        lanes = min(games, LANES * self.cuda.get_current_device().MULTIPROCESSOR_COUNT, free // 2 // lane)
        size = min(games, MOST_IN_WAVE, free // 4 // row)
        if lanes < 1 or size < 1:
            raise NoGpu(f"a match needs {lane + row:,} bytes on the GPU, which has {free:,} bytes free")
        return lanes, size

    def bytes_of_rows(self) -> int:
        """The size of one match's rows."""
        metrics = self.table.metrics
        seat = simulate.SeatRow.plain.itemsize + 2 * max(1, len(metrics.traits)) + 4 * max(1, len(metrics.gauges))
        uses = self.most_uses * simulate.UseRow.plain.itemsize * self.most_detailed(IN_BATCH) // IN_BATCH
        match = simulate.GameRow.plain.itemsize + 16 + 8 * len(self.table.game.families)
        return int(match + uses + self.players * (seat + 4 * simulate.CHECKPOINTS))

    def most_detailed(self, games: int) -> int:
        """The largest possible number of detailed matches among these."""
        job = self.table.job
        return int(min(games, games // job.watch + games // job.detail + 2))

    def lay_out(self, first: int, last: int) -> "Wave":
        return Wave(self, first, last)


class Wave:
    """Matches `first` to `last - 1` in progress."""

    def __init__(self, desk: GpuMemory, first: int, last: int) -> None:
        self.desk, self.first, self.last = desk, first, last
        job, count = desk.table.job, last - first
        looked_at = plain(is_detailed)
        self.detailed = np.array([looked_at(number, job.watch, job.detail) for number in range(first, last)])
        self.places = np.concatenate([[0], np.cumsum(self.detailed * desk.most_uses)]).astype(np.int64)
        self.ended = np.full(count, -1, np.int64)
        to_device = desk.cuda.to_device
        self.on_gpu = to_device(self.places), to_device(self.ended)
        self.nature = to_device(np.zeros((count, len(desk.table.game.families)), np.int64))
        self.taken = to_device(np.zeros(1, np.int64))
        self.waiting = [(at, min(at + IN_BATCH, count)) for at in range(0, count, IN_BATCH)]

    def launch(self, budget: int) -> None:
        """Make some actions in every match in play, and see which matches are over."""
        desk, job = self.desk, self.desk.table.job
        desk.launch(
            desk.kernels.play, desk.playing, desk.states, desk.rngs, desk.sides, desk.notes, desk.codes, desk.boxes,
            desk.lineups, desk.kinds, desk.games, desk.seats, desk.traits, desk.gauges, desk.curves, desk.uses,
            *self.on_gpu, self.nature, self.taken, job.seed, self.first, job.opening, job.watch, job.detail,
            desk.table.game.bound, budget,
        )  # fmt: skip
        self.ended = self.on_gpu[1].copy_to_host()

    @property
    def is_filled(self) -> bool:
        """Whether there are matches left for threads that have finished theirs."""
        return int(self.taken.copy_to_host()[0]) < len(self.ended)

    def complete(self) -> Iterator[tuple[int, int, Rows, Any]]:
        """The rows of each range of matches that are all over, with nature's actions in them; each range once."""
        ready = [(at, end) for at, end in self.waiting if (self.ended[at:end] >= 0).all()]
        self.waiting = [stretch for stretch in self.waiting if stretch not in ready]
        for at, end in ready:
            nature = self.nature[at:end].copy_to_host().sum(axis=0)
            yield self.first + at, self.first + end, self.rows(at, end), nature

    def rows(self, at: int, end: int) -> Rows:
        desk, metrics = self.desk, self.desk.table.metrics
        seats = slice(at * desk.players, end * desk.players)
        uses = self.uses(at, end)
        return Rows(
            games=desk.games[at:end].copy_to_host(),
            seats=desk.seats[seats].copy_to_host(),
            traits=desk.traits[seats].copy_to_host()[:, : len(metrics.traits)],
            gauges=desk.gauges[seats].copy_to_host()[:, : len(metrics.gauges)],
            curves=desk.curves[seats].copy_to_host(),
            uses=uses,
            filled=np.array([end - at, (end - at) * desk.players, len(uses)]),
        )

    def uses(self, at: int, end: int) -> Any:
        """The rows of uses, without unused space."""
        counts = self.ended[at:end][self.detailed[at:end]]
        if not len(counts):
            return np.zeros(0, simulate.UseRow.plain)
        found = self.desk.uses[self.places[at] : self.places[end]].copy_to_host()
        there = np.arange(self.desk.most_uses) < counts[:, None]
        return found.reshape(len(counts), self.desk.most_uses)[there]
