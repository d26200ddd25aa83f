# mypy: disable-error-code="attr-defined, no-untyped-call"
"""A batch: some matches of a job, played by one worker and returned as three Parquet tables."""

import io
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.extras import needs

from . import simulate
from .job import Job, OpenTable, open_table
from .recorder import Recorder

with needs("lab", "the lab"):
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

TABLES = ("games", "seats", "uses")
LOGS = "logs"
"""The actions of matches of bots that think; what compiled code plays is played again instead."""
UNFINISHED = "stopped at the limit"
NOBODY = "shared"


@dataclass(frozen=True)
class Batch:
    """Matches `first` to `last - 1` of a job, as the bytes of one Parquet file for each table."""

    first: int
    last: int
    tables: dict[str, bytes]
    seconds: float = 0.0


def tables_of(table: OpenTable, rows: simulate.Rows) -> dict[str, pa.Table]:
    """The recorded rows as Arrow tables."""
    return {"games": games_table(table, rows), "seats": seats_table(table, rows), "uses": uses_table(table, rows)}


def games_table(table: OpenTable, of: simulate.Rows) -> pa.Table:
    rows = of.games[: of.filled[0]].view(simulate.GameRow.plain)
    endings = (UNFINISHED, *(ending.name for ending in table.game.endings))
    seats = (NOBODY, *(str(seat + 1) for seat in range(table.job.players)))
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


def seats_table(table: OpenTable, of: simulate.Rows) -> pa.Table:
    count = of.filled[1]
    rows = of.seats[:count].view(simulate.SeatRow.plain)
    metrics = table.metrics
    watched = np.repeat(of.games[: of.filled[0]].view(simulate.GameRow.plain)["watched"] == 1, table.job.players)
    columns: dict[str, Any] = {
        "game": plain(rows["game"]),
        "seat": plain(rows["seat"] + 1),
        "bot": words(rows["bot"], table.bots),
        "opened": plain(rows["opened"] == 1),
        "first": some(rows["first"], rows["first"] >= 0),
        **{name: plain(rows[name]) for name in ("score", "points", "decisions")},
    }
    for number, (name, values) in enumerate(metrics.traits.items()):
        codes = of.traits[:count, number]
        columns[f"trait.{name}"] = words(codes, values, codes >= 0)
    for number, name in enumerate(metrics.gauges):
        columns[f"gauge.{name}"] = plain(of.gauges[:count, number])
    curves = pa.array(of.curves[:count][watched].ravel())
    lengths = np.concatenate([[0], np.cumsum(watched * simulate.CHECKPOINTS)]).astype(np.int32)
    columns["chances"] = pa.ListArray.from_arrays(pa.array(lengths), curves)
    return pa.table(columns)


def uses_table(table: OpenTable, of: simulate.Rows) -> pa.Table:
    rows = of.uses[: of.filled[2]].view(simulate.UseRow.plain)
    metrics = table.metrics
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


def logs_table(logs: list[tuple[int, Any]]) -> pa.Table:
    """Who acted and how, match by match."""
    numbers = np.array([number for number, _ in logs], np.int64)
    places = np.concatenate([[0], np.cumsum([len(log) for _, log in logs])]).astype(np.int32)
    moves = np.concatenate([log for _, log in logs] or [np.zeros((0, 2), np.int32)])
    seats, actions = moves[:, 0].astype(np.int8), moves[:, 1].astype(np.int32)
    return pa.table(
        {
            "game": plain(numbers),
            "seats": pa.ListArray.from_arrays(pa.array(places), plain(seats)),
            "actions": pa.ListArray.from_arrays(pa.array(places), plain(actions)),
        }
    )


def plain(values: Any) -> pa.Array:
    return pa.array(np.ascontiguousarray(values))


def some(values: Any, there: Any) -> pa.Array:
    return pa.array(np.ascontiguousarray(values), mask=np.ascontiguousarray(~there))


def words(codes: Any, names: tuple[str, ...], there: Any = None) -> pa.Array:
    """A column of names, encoded as numbers."""
    mask = None if there is None else np.ascontiguousarray(~there)
    indices = pa.array(np.ascontiguousarray(codes).astype(np.int16), mask=mask)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(names), pa.string()))


def play_batch(job: Job, first: int, last: int) -> Batch:
    """Play matches `first` to `last - 1`. The same job and numbers give the same bytes on every worker."""
    started = time.perf_counter()
    recorder = recorder_of(job)
    recorder.room.nature[:] = 0
    recorder.rows.filled[:] = 0
    recorder.logs.clear()
    parts: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
    number = first
    while number < last:
        number += recorder.play(number, last - number)
        for name, part in tables_of(recorder.table, recorder.rows).items():
            parts[name].append(part)
        recorder.rows.filled[:] = 0
    tables = {name: pa.concat_tables(found) for name, found in parts.items()}
    if not recorder.table.is_compiled:
        tables[LOGS] = logs_table(recorder.logs)
    return make_batch(recorder.table, first, last, tables, recorder.room.nature, time.perf_counter() - started)


def make_batch(
    table: OpenTable, first: int, last: int, tables: dict[str, pa.Table], nature: Any, seconds: float
) -> Batch:
    """Matches as Parquet files, with a count of nature's actions by family."""
    started = time.perf_counter()
    notes = {f"nature.{name}": str(count) for name, count in zip(table.game.families, map(int, nature), strict=True)}
    files = {name: _bytes(found, notes) for name, found in tables.items()}
    return Batch(first, last, files, seconds + time.perf_counter() - started)


_recorders: dict[str, Recorder] = {}


def recorder_of(job: Job) -> Recorder:
    """The recorder of a job, cached by its worker for the next batch; only those of the last few jobs are kept."""
    key = f"{job.mark} {job.watch} {job.detail}"
    if key not in _recorders:
        if len(_recorders) >= 2:
            _recorders.clear()
        _recorders[key] = Recorder(open_table(job))
    return _recorders[key]


def _bytes(table: pa.Table, notes: dict[str, str]) -> bytes:
    """A Parquet file with dictionary-encoded names and delta-encoded numbers, which is smaller and faster."""
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
