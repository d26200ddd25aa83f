# mypy: disable-error-code="attr-defined, no-untyped-call"
"""A batch: some matches of a job, played by one worker and handed back as three Parquet tables."""

import hashlib
import io
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from wartable.bots import Bot, make_bot
from wartable.core import generic, record
from wartable.core.chance import generator, random_due
from wartable.core.frames import MAX_SEATS, NATURE
from wartable.core.game import Game
from wartable.core.play import random_action

from . import simulate
from .job import Job, OpenTable, open_table
from .metrics import Metrics

TABLES = ("games", "seats", "uses")
MOST_USE_ROWS = 400_000
MOST_ROWS = 8192
COMPONENT_STEP = 128
UNFINISHED = "stopped at the limit"
NOBODY = "shared"


@dataclass(frozen=True)
class Batch:
    """Matches `first` to `last - 1` of a job, as the bytes of one Parquet file for each table."""

    first: int
    last: int
    tables: dict[str, bytes]
    seconds: float = 0.0


class Recorder:
    """Plays matches of one job, and keeps their rows until they are taken."""

    def __init__(self, table: OpenTable, log: int = 0) -> None:
        self.table = table
        game, players = table.game, table.job.players
        self.components = len(table.metrics.components)
        self.room = make_room(table, log)
        self.kinds = np.array([simulate.RANDOM if bot == "random" else simulate.GREEDY for bot in table.bots])
        room_for = max(4 * players * self.components, MOST_USE_ROWS)
        self.rows = simulate.Rows(
            games=np.zeros(MOST_ROWS, simulate.GameRow.dtype),
            seats=np.zeros(MOST_ROWS * players, simulate.SeatRow.dtype),
            traits=np.zeros((MOST_ROWS * players, len(table.metrics.traits)), np.int16),
            gauges=np.zeros((MOST_ROWS * players, len(table.metrics.gauges)), np.float32),
            curves=np.zeros((MOST_ROWS * players, simulate.CHECKPOINTS), np.float32),
            uses=np.zeros(room_for, simulate.UseRow.dtype),
            filled=np.zeros(3, np.int64),
        )
        self.limit = game.bound

    def play(self, first: int, count: int) -> int:
        """Play up to `count` matches from number `first` on; how many there was room for."""
        count = min(count, MOST_ROWS - int(self.rows.filled[0]))
        if self.table.is_compiled:
            return int(
                simulate.play_matches(
                    self.room,
                    self.rows,
                    self.table.box,
                    self.table.job.seed,
                    first,
                    count,
                    self.table.lineups,
                    self.kinds,
                    self.table.job.detail,
                    self.table.job.watch,
                    self.limit,
                )
            )
        most_uses = self.table.job.players * self.components
        for number in range(first, first + count):
            if self.rows.filled[2] + most_uses > len(self.rows.uses):
                return number - first
            self.play_one(number)
        return count

    def play_one(self, number: int) -> None:
        """A match with at least one bot that thinks in Python; the same is counted as in compiled play."""
        table, room, box = self.table, self.room, self.table.box
        lineup = table.lineups[number % len(table.lineups)]
        bots = [self.bot(number, seat, int(bot)) for seat, bot in enumerate(lineup)]
        watched = number % table.job.watch == 0
        detailed = watched or number % table.job.detail == 0
        simulate.open_match(room, box, table.job.seed, number, detailed)
        s, notes = room.states[simulate.TABLE], room.notes[0]
        while s.head.over == 0 and notes.actions < self.limit:
            seat = int(random_due(s, room.rng))
            if seat == NATURE:
                action = int(random_action(s, box, seat, room.rng, room.out, room.weights))
                simulate.note_nature(notes, action)
            else:
                action = self.choose(bots[seat], seat, detailed, watched)
            if notes.actions <= len(room.log):
                room.log[notes.actions - 1] = seat, action
            generic.apply(s, box, seat, action)
            simulate.note_result(notes, s, box, seat, room.shares, watched)
        simulate.close_match(room, self.rows, box, number, lineup, detailed, watched)

    def choose(self, bot: Bot, seat: int, detailed: bool, watched: bool) -> int:
        room, box = self.room, self.table.box
        s = room.states[simulate.TABLE]
        legal = [int(action) for action in room.out[: generic.legal(s, box, seat, room.out)]]
        if watched:
            simulate.look_closely(room, box, seat, len(legal))
        action = legal[0]
        if len(legal) > 1:
            view = record.copy(s)
            generic.hide(view, box, seat)
            action = bot.choose(view, box, seat, legal)
        simulate.note_choice(room.notes[0], seat, len(legal))
        if detailed:
            simulate.note_uses(room.notes[0], s, box, seat, action)
        return action

    def bot(self, number: int, seat: int, bot: int) -> Bot:
        text = f"{self.table.job.seed} {number} {seat}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
        return make_bot(self.table.bots[bot], self.table.game, seed, threads=1)

    def take(self) -> dict[str, pa.Table]:
        """The rows so far as Arrow tables; the recorder is empty again."""
        tables = {"games": self.games(), "seats": self.seats(), "uses": self.uses()}
        self.rows.filled[:] = 0
        return tables

    def games(self) -> pa.Table:
        rows = self.rows.games[: self.rows.filled[0]].view(simulate.GameRow.plain)
        endings = (UNFINISHED, *(ending.name for ending in self.table.game.endings))
        seats = (NOBODY, *(str(seat + 1) for seat in range(self.table.job.players)))
        watched, detailed = rows["watched"] == 1, rows["detailed"] == 1
        won = watched & (rows["winner"] >= 0)
        return pa.table(
            {
                "game": plain(rows["game"]),
                "ending": words(rows["ending"], endings),
                "winner": words(rows["winner"] + 1, seats),
                "opener": plain(rows["opener"] + 1),
                **{name: plain(rows[name]) for name in ("turns", "actions", "decisions", "options", "widest")},
                **{name: plain(rows[name]) for name in ("lead_changes", "margin")},
                "half_leader": words(rows["half_leader"] + 1, seats),
                "detailed": plain(detailed),
                "watched": plain(watched),
                **{name: some(rows[name], watched) for name in ("weighed", "meaningful", "stakes")},
                **{name: some(rows[name], won) for name in ("decided", "lowest", "runaway")},
            }
        )

    def seats(self) -> pa.Table:
        count = self.rows.filled[1]
        rows = self.rows.seats[:count].view(simulate.SeatRow.plain)
        metrics, players = self.table.metrics, self.table.job.players
        watched = np.repeat(
            self.rows.games[: self.rows.filled[0]].view(simulate.GameRow.plain)["watched"] == 1, players
        )
        columns: dict[str, Any] = {
            "game": plain(rows["game"]),
            "seat": plain(rows["seat"] + 1),
            "bot": words(rows["bot"], self.table.bots),
            "opened": plain(rows["opened"] == 1),
            **{name: plain(rows[name]) for name in ("score", "points", "decisions")},
        }
        for number, (name, values) in enumerate(metrics.traits.items()):
            codes = self.rows.traits[:count, number]
            columns[f"trait.{name}"] = words(codes, values, codes >= 0)
        for number, name in enumerate(metrics.gauges):
            columns[f"gauge.{name}"] = plain(self.rows.gauges[:count, number])
        curves = pa.array(self.rows.curves[:count][watched].ravel())
        lengths = np.concatenate([[0], np.cumsum(watched * simulate.CHECKPOINTS)]).astype(np.int32)
        columns["chances"] = pa.ListArray.from_arrays(pa.array(lengths), curves)
        return pa.table(columns)

    def uses(self) -> pa.Table:
        rows = self.rows.uses[: self.rows.filled[2]].view(simulate.UseRow.plain)
        metrics = self.table.metrics
        kind_of = np.array([metrics.kinds.index(kind) for kind, _ in metrics.components], np.int16)
        names = tuple(dict.fromkeys(name for _, name in metrics.components))
        place = {name: number for number, name in enumerate(names)}
        name_of = np.array([place[name] for _, name in metrics.components], np.int16)
        return pa.table(
            {
                "game": plain(rows["game"]),
                "seat": plain(rows["seat"] + 1),
                "kind": words(kind_of[rows["component"]], metrics.kinds),
                "component": words(name_of[rows["component"]], names),
                "times": plain(rows["times"]),
                "offered": some(rows["offered"], rows["offered"] >= 0),
            }
        )


def plain(values: Any) -> pa.Array:
    return pa.array(np.ascontiguousarray(values))


def some(values: Any, there: Any) -> pa.Array:
    return pa.array(np.ascontiguousarray(values), mask=np.ascontiguousarray(~there))


def words(codes: Any, names: tuple[str, ...], there: Any = None) -> pa.Array:
    """A column of names, kept as numbers."""
    mask = None if there is None else np.ascontiguousarray(~there)
    indices = pa.array(np.ascontiguousarray(codes).astype(np.int16), mask=mask)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(names), pa.string()))


def make_room(table: OpenTable, log: int) -> simulate.Room:
    game, metrics = table.game, table.metrics
    out, weights = game.buffers()
    return simulate.Room(
        states=np.zeros(4, game.state.dtype),
        out=out,
        weights=weights,
        tried=np.zeros(len(out), np.int32),
        shares=np.zeros(MAX_SEATS),
        rng=generator(0),
        side=generator(0),
        notes=make_notes(game, metrics, table.job.players),
        log=np.zeros((log, 2), np.int32),
    )


def make_notes(game: Game, metrics: Metrics, players: int) -> Any:
    """A record to count one match in. There is room for more components, so that new data compiles nothing anew."""
    components = -(-len(metrics.components) // COMPONENT_STEP) * COMPONENT_STEP
    kind = simulate.notes_type(MAX_SEATS, components, len(game.families), game.action_count)
    notes = np.zeros(1, kind.dtype)
    notes[0].players = players
    notes[0].components = len(metrics.components)
    notes[0].component_of = metrics.component_of()
    for number, family in enumerate(game.families.values()):
        notes[0].family_of[family.first : family.last + 1] = number
    return notes


def play_batch(job: Job, first: int, last: int) -> Batch:
    """Play matches `first` to `last - 1`. The same job and numbers give the same bytes, on any worker."""
    started = time.perf_counter()
    recorder = recorder_of(job)
    recorder.room.notes[0].nature[:] = 0
    recorder.rows.filled[:] = 0
    parts: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
    number = first
    while number < last:
        number += recorder.play(number, last - number)
        for name, part in recorder.take().items():
            parts[name].append(part)
    nature = dict(zip(recorder.table.game.families, map(int, recorder.room.notes[0].nature), strict=True))
    notes = {f"nature.{name}": str(count) for name, count in nature.items()}
    tables = {name: _bytes(pa.concat_tables(found), notes) for name, found in parts.items()}
    return Batch(first, last, tables, time.perf_counter() - started)


def warm_up(job: Job) -> float:
    """Compile what the job needs (or load it from the cache); the seconds it took."""
    started = time.perf_counter()
    recorder = Recorder(open_table(job.with_(watch=1, detail=1)))
    recorder.limit = 40
    recorder.play(0, 1)
    return time.perf_counter() - started


_recorders: dict[str, Recorder] = {}


def recorder_of(job: Job) -> Recorder:
    """The recorder of a job, kept by its worker for the next batch; only the last few jobs' are."""
    key = f"{job.mark} {job.watch} {job.detail}"
    if key not in _recorders:
        if len(_recorders) >= 2:
            _recorders.clear()
        _recorders[key] = Recorder(open_table(job))
    return _recorders[key]


def _bytes(table: pa.Table, notes: dict[str, str]) -> bytes:
    """A Parquet file: names as dictionaries, whole numbers as differences, which is both smaller and faster."""
    named = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    whole = {field.name: "DELTA_BINARY_PACKED" for field in table.schema if pa.types.is_signed_integer(field.type)}
    sink = io.BytesIO()
    pq.write_table(
        table.replace_schema_metadata(notes),
        sink,
        compression="snappy",
        use_dictionary=named,
        column_encoding=whole,
        write_statistics=False,
    )
    return sink.getvalue()
