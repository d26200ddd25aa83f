"""A sweep: the same games for each value of something, side by side."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from wartable.core.game import Game
from wartable.files import write_bytes

from ..reports import charts
from ..reports.report import section
from ..reports.sample import Measure
from ..reports.strength import effects_by_strength
from ..reports.style import page
from ..reports.summary import Summary, summarise
from ..runs.engine import Engine
from ..runs.job import Job
from ..runs.progress import Progress
from ..runs.run import Run
from ..runs.work import play_run
from .vary import Knob, combinations, turned

SERIES = 4


@dataclass
class Point:
    """One combination of values, and the results of its games."""

    values: tuple[str, ...]
    run: Run
    summary: Summary
    also: Summary | None = None
    """The same games by another player."""

    @property
    def label(self) -> str:
        return ", ".join(self.values)


def sweep(
    folder: Path,
    game: Game,
    tables: Sequence[tuple[Job, int]],
    knobs: Sequence[Knob],
    engine: Engine,
    progress: Progress,
) -> list[Point]:
    """Play every combination (those that are played already are kept), and write sweep.html and sweep.json.

    `tables` are the job and how many games it plays; perhaps followed by the same for another player, whose results
    are compared with the first one's.
    """
    (job, games), *others = tables
    # All of them first: a value that is out of range is refused before anything is played.
    jobs, points = {values: turned(game, job, knobs, values) for values in combinations(knobs)}, []
    for number, (values, changed) in enumerate(jobs.items(), 1):
        run = Run.begin(folder / slug(knobs, values), changed, games)
        play_run(run, engine, progress, f"{number} of {len(jobs)}: {', '.join(values)}")
        point = Point(values, run, summarise(run))
        for also, count in others:
            other = Run.begin(run.folder_of(also.bots[0]), turned(game, also, knobs, values), count)
            play_run(other, engine, progress, f"{number} of {len(jobs)}: {', '.join(values)}, {also.bots[0]}")
            point.also = summarise(other)
        points.append(point)
    write_bytes(folder / "sweep.json", (json.dumps(as_json(knobs, points), indent=1) + "\n").encode())
    write_bytes(folder / "sweep.html", sweep_page(game, knobs, points).encode())
    return points


def slug(knobs: Sequence[Knob], values: Sequence[str]) -> str:
    text = "_".join(f"{knob.name}={value}" for knob, value in zip(knobs, values, strict=True))
    return re.sub(r"[^A-Za-z0-9=._+-]", "-", text)[:120]


def as_json(knobs: Sequence[Knob], points: Sequence[Point]) -> list[dict[str, object]]:
    return [
        {
            "values": dict(zip((knob.name for knob in knobs), point.values, strict=True)),
            "folder": point.run.folder.name,
            "games": point.summary.games,
            "measures": {
                name: {"value": m.value, "low": m.low, "high": m.high}
                for name, m in point.summary.all_measures().items()
            },
        }
        for point in points
    ]


def shared_measures(points: Sequence[Point]) -> dict[str, list[Measure | None]]:
    """Each measure at each point; None if it does not occur."""
    found = [point.summary.all_measures() for point in points]
    names = dict.fromkeys(name for measures in found for name in measures)
    return {name: [measures.get(name) for measures in found] for name in names}


def differs(row: Sequence[Measure | None]) -> bool:
    """Whether any two values of the sweep differ by more than their intervals."""
    there = [measure for measure in row if measure is not None]
    return bool(there) and max(m.low for m in there) > min(m.high for m in there)


def sweep_page(game: Game, knobs: Sequence[Knob], points: Sequence[Point]) -> str:
    names = " and ".join(knob.name for knob in knobs)
    first = points[0].summary
    rows = shared_measures(points)
    changing = [name for name, row in rows.items() if differs(row)]
    lead = (
        f"<h1>{escape(game.title)}: what {escape(names)} does</h1>"
        f'<p class="lead">{first.games:,} games for each of {len(points)} values, bots: '
        f"{escape(', '.join(first.run.job.bots))}, the same seeds throughout. Lines are 95% intervals.</p>"
    )
    others = [point.also for point in points if point.also is not None]
    if others:
        words = effects_by_strength([point.label for point in points], [point.summary for point in points], others)
        lead += section("What changes with strength", words)
    parts = [lead, section("In short", short(rows, points))]
    if changing:
        parts.append(section("What changes", multiples(rows, changing, points)))
    parts.append(section("All values", table(rows, points)))
    return page(f"{escape(game.title)}: {escape(names)}", "".join(parts))


def short(rows: dict[str, list[Measure | None]], points: Sequence[Point]) -> str:
    """The largest changes in sentences."""
    items = []
    for name in sorted((n for n in rows if differs(rows[n])), key=lambda n: -strength(rows[n]))[:6]:
        there = [(m, point.label) for m, point in zip(rows[name], points, strict=True) if m is not None]
        least, most = min(there, key=lambda pair: pair[0].value), max(there, key=lambda pair: pair[0].value)
        words = f"{least[0].label}: from {least[0].text()} (with {least[1]}) to {most[0].text()} (with {most[1]})"
        items.append(f'<li class="note">{escape(words[0].upper() + words[1:])}</li>')
    if not items:
        items.append('<li class="fine">Nothing changes by more than noise.</li>')
    return f'<ul class="short">{"".join(items)}</ul>'


def strength(row: Sequence[Measure | None]) -> float:
    """The difference between the values, in standard errors."""
    there = [measure for measure in row if measure is not None]
    least, most = min(there, key=lambda m: m.value), max(there, key=lambda m: m.value)
    return (most.value - least.value) / max(1e-9, math.hypot(least.error, most.error))


def multiples(rows: dict[str, list[Measure | None]], names: Sequence[str], points: Sequence[Point]) -> str:
    """A small chart for each measure; with two knobs, each value of the first one has its own line."""
    heads = list(dict.fromkeys(point.values[0] for point in points))
    by_first = len(points[0].values) > 1 and len(heads) <= SERIES
    labels = [", ".join(point.values[1:]) if by_first else point.label for point in points]
    values = list(dict.fromkeys(labels))
    drawn = []
    for name in names:
        grid: list[list[tuple[float, float, float] | None]] = [
            [None] * len(values) for _ in (heads if by_first else "-")
        ]
        for point, label, m in zip(points, labels, rows[name], strict=True):
            if m is not None:
                line = heads.index(point.values[0]) if by_first else 0
                grid[line][values.index(label)] = (m.value, m.low, m.high)
        first = next(m for m in rows[name] if m is not None)
        picture = charts.trend(
            values, [line for line in grid if any(line)], first.label, first.is_share, names=heads if by_first else ()
        )
        drawn.append(f"<div><h3>{escape(first.label)}</h3>{picture}</div>")
    return f'<div class="multiples">{"".join(drawn)}</div>'


def table(rows: dict[str, list[Measure | None]], points: Sequence[Point]) -> str:
    head = "".join(f'<th class="n">{escape(point.label)}</th>' for point in points)
    body = []
    for row in rows.values():
        label = next(m.label for m in row if m is not None)
        cells = "".join(f'<td class="n">{"–" if m is None else cell(m)}</td>' for m in row)
        body.append(f"<tr><td>{escape(label)}</td>{cells}</tr>")
    return f'<div class="scroll"><table><tr><th></th>{head}</tr>{"".join(body)}</table></div>'


def cell(measure: Measure) -> str:
    return f'{measure.text()}<br><span class="soft">{measure.range_text}</span>'
