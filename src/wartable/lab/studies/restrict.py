"""Restricted play: what a component is worth, as the wins that a player loses who has to do without it."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import numpy as np

from wartable.files import write_bytes

from ..reports import charts
from ..reports.changes import SURE, corrected
from ..reports.charts import Bar
from ..reports.report import section
from ..reports.sample import Measure, Z
from ..reports.style import page
from ..reports.summary import Summary, coded, column, summarise
from ..runs.engine import Engine
from ..runs.job import WITHOUT, Job, crippled, make_job, open_table
from ..runs.progress import Progress
from ..runs.run import Run
from ..runs.work import play_run

RARE = 0.05
"""Uses in a match: if unrestricted players use a thing less often, nobody can miss it."""


@dataclass(frozen=True)
class Restricted:
    """One player without something, against unrestricted ones."""

    without: str
    rate: Measure
    """How often the restricted player wins: each match with others from the same dice counts as one observation."""
    fair: float
    whole: float
    """How often an unrestricted player used it in a match."""
    forced: float
    """And the restricted one, because nothing else was legal."""
    p: float = 1.0
    """How likely luck alone makes such a difference, all restrictions considered."""

    @property
    def is_real(self) -> bool:
        return self.p < SURE and self.whole >= RARE

    @property
    def words(self) -> str:
        name = self.without.replace("+", " and ").replace(".", " ").replace("_", " ")
        figures = f"{self.rate.text()} ({self.rate.range_text})"
        if self.whole < RARE:
            return f"Without {name}: too rare to say: unrestricted players use it {self.whole:.2f} times in a match."
        if not self.is_real:
            end = f"it is worth nothing that so many matches can tell from {self.fair:.0%}"
        elif self.rate.value < self.fair:
            end = f"it is worth {self.fair - self.rate.value:.1%} of the wins"
        else:
            end = f"its user would do better without it, by {self.rate.value - self.fair:.1%} of the wins"
        still = f" It still had to use it {self.forced:.2f} times in a match." if self.forced >= 0.01 else ""
        return f"Without {name} a player wins {figures}: {end}.{still}"


def names_of(job: Job, kind: str) -> list[str]:
    """All components of a kind, each to be left out alone."""
    metrics = open_table(job).metrics
    return [f"{own}.{name}" for own, name in (metrics.components[at] for at in metrics.matching(f"{kind}.*"))]


def restrict(
    folder: Path, job: Job, games: int, wanted: Sequence[str], engine: Engine, progress: Progress
) -> list[Restricted]:
    """Play each restriction, the dearest first in the result; write restrict.html and restrict.json."""
    plain, game = job.bots[0], open_table(job).game
    found = []
    for number, without in enumerate(wanted, 1):
        bots = (f"{plain}{WITHOUT}{without}", *[plain] * (job.players - 1))
        data = job.options, job.files, job.cells
        alone = make_job(game, games, bots, job.players, job.seed, *data, opening=job.opening, mirrored=True)
        run = Run.begin(folder / re.sub(r"[^A-Za-z0-9.+]+", "-", without)[:120], alone, games)
        play_run(run, engine, progress, f"{number} of {len(wanted)}: without {without}")
        found.append(measured(without, summarise(run)))
    chances = corrected([one.p for one in found])
    found = [replace(one, p=p) for one, p in zip(found, chances, strict=True)]
    found.sort(key=lambda one: (one.whole < RARE, one.rate.value))
    write_bytes(folder / "restrict.json", (json.dumps(as_json(found), indent=1) + "\n").encode())
    write_bytes(folder / "restrict.html", restrict_page(job, games, found).encode())
    return found


def measured(without: str, summary: Summary) -> Restricted:
    """The win rate over groups of matches that began with the same dice, one for each seating."""
    run, players = summary.run, summary.players
    table = run.table
    size = len(table.lineups)
    scores = np.zeros(run.games)
    used = {True: 0, False: 0}
    barred = [table.metrics.components[at] for at in np.flatnonzero(table.barred)]
    for _, _, tables in run.batches():
        seats, uses = tables["seats"], tables["uses"]
        codes, names = coded(seats, "bot")
        mine = np.array([bool(crippled(name)[1]) for name in names])[codes]
        games = column(seats, "game")
        np.add.at(scores, games[mine], column(seats, "score")[mine])
        restricted = set(zip(games[mine].tolist(), column(seats, "seat")[mine].tolist(), strict=True))
        for row in uses.to_pylist():
            if (row["kind"], row["component"]) in barred:
                used[(row["game"], row["seat"]) in restricted] += row["times"]
    groups = scores[: len(scores) // size * size].reshape(-1, size).mean(1) if len(scores) >= size else scores
    mean, error = float(scores.mean()), float(groups.std(ddof=1) / math.sqrt(len(groups))) if len(groups) > 1 else 1.0
    rate = Measure(without, f"win rate without {without}", mean, max(0.0, mean - Z * error), min(1.0, mean + Z * error),
                   len(groups), "%")  # fmt: skip
    far = abs(mean - summary.fair)
    p = math.erfc(far / error / math.sqrt(2)) if error else float(far == 0)
    matches = max(1, summary.detailed)
    return Restricted(without, rate, summary.fair, used[False] / matches / (players - 1), used[True] / matches, p)


def as_json(found: Sequence[Restricted]) -> list[dict[str, object]]:
    return [
        {
            "without": one.without,
            "rate": one.rate.value,
            "low": one.rate.low,
            "high": one.rate.high,
            "fair": one.fair,
            "p": one.p,
            "more_than_noise": one.is_real,
            "used_by_whole_players": one.whole,
            "used_all_the_same": one.forced,
        }
        for one in found
    ]


def restrict_page(job: Job, games: int, found: Sequence[Restricted]) -> str:
    game, fair = open_table(job).game, found[0].fair
    bars = [
        Bar(
            f"without {one.without.partition('.')[2] if '+' not in one.without else one.without}",
            one.rate.value, one.rate.low, one.rate.high, one.rate.text(),
            "even" if not one.is_real else "low" if one.rate.value < fair else "high",
        )
        for one in found
    ]  # fmt: skip
    items = "".join(f'<li class="{"look" if one.is_real else "note"}">{escape(one.words)}</li>' for one in found)
    note = (
        f'<p class="soft">{games:,} matches for each, between {escape(job.bots[0])}: one player does without the thing '
        "whenever anything else is legal. Every deal of dice is played from every seat. ! marks what is more than "
        "noise after Holm's correction. People learn to do without a thing and bots do not, so people may lose less."
        "</p>"
    )
    return page(
        f"{escape(game.title)}: what things are worth",
        f"<h1>{escape(game.title)}: what things are worth</h1>"
        + section("In short", f'<ul class="short">{items}</ul>{note}')
        + section("Win rate of who does without", charts.intervals(bars, "Win rate of who does without", fair)),
    )
