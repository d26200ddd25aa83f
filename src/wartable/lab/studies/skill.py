"""Skill: how the game plays at different levels, how often the better bot wins, and how much is luck."""

import itertools
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.files import write_bytes

from ..reports import charts
from ..reports.charts import Bar
from ..reports.report import section
from ..reports.sample import rate_interval
from ..reports.style import page
from ..reports.summary import summarise
from ..runs.engine import Engine
from ..runs.job import Job, make_job
from ..runs.progress import Progress
from ..runs.run import Run
from ..runs.work import play_run
from .sweep import Point, differs, multiples, shared_measures

SUREST = 0.999


class BadLevels(WartableError):
    """These levels cannot be compared."""


@dataclass(frozen=True)
class Step:
    """A bot against the next weaker one: its share of the wins, alone among weaker ones."""

    weaker: str
    better: str
    rate: float
    low: float
    high: float
    games: int
    players: int

    @property
    def luck(self) -> float:
        """The share of games decided by luck: 1 if the better bot wins only its fair share, 0 if it always wins."""
        return min(1.0, max(0.0, (1 - self.rate) / (1 - 1 / self.players)))

    @property
    def elo(self) -> float:
        """The step as a difference in rating; for more than two players, that of an equally uneven duel."""
        share = min(max(self.rate, 1 - SUREST), SUREST)
        odds = share / (1 - share) * (self.players - 1)
        return 400 * math.log10(odds)

    @property
    def elo_text(self) -> str:
        """The step in words; beyond a certain win rate only a bound can be given."""
        return f"{self.elo:+.0f}{' or more' if self.rate >= SUREST else ''}"


@dataclass(frozen=True)
class Skill:
    game: Game
    levels: tuple[str, ...]
    steps: tuple[Step, ...]
    points: tuple[Point, ...]

    @property
    def depth(self) -> float:
        """The rating difference between the weakest and the best of these bots."""
        return sum(step.elo for step in self.steps)


def measure_skill(
    folder: Path, game: Game, job: Job, games: int, levels: Sequence[str], engine: Engine, progress: Progress
) -> Skill:
    """Play each level alone, and each against the next weaker one; write skill.html and skill.json."""
    if len(levels) < 2 or len(set(levels)) != len(levels):
        raise BadLevels("name at least two different bots, the weakest first")
    steps, points = [], []
    for level in levels:
        alone = job.with_(bots=(level,))
        run = Run.begin(folder / f"alone-{slug(level)}", alone, games)
        play_run(run, engine, progress, f"{level} alone")
        points.append(Point((level,), run, summarise(run)))
    for weaker, better in itertools.pairwise(levels):
        pair = make_job(
            game,
            games,
            (better, *[weaker] * (job.players - 1)),
            job.players,
            job.seed,
            job.options,
            job.files,
            job.cells,
            job.opening,
        )
        run = Run.begin(folder / f"{slug(better)}-against-{slug(weaker)}", pair, games)
        play_run(run, engine, progress, f"{better} against {weaker}")
        won = summarise(run).bots[better]
        low, high = rate_interval(won.total, won.n)
        steps.append(Step(weaker, better, won.mean, low, high, won.n, job.players))
    skill = Skill(game, tuple(levels), tuple(steps), tuple(points))
    write_bytes(folder / "skill.json", (json.dumps(as_json(skill), indent=1) + "\n").encode())
    write_bytes(folder / "skill.html", skill_page(skill).encode())
    return skill


def slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)


def as_json(skill: Skill) -> dict[str, object]:
    return {
        "game": skill.game.name,
        "levels": list(skill.levels),
        "depth": skill.depth,
        "steps": [
            {
                "weaker": s.weaker,
                "better": s.better,
                "rate": s.rate,
                "low": s.low,
                "high": s.high,
                "luck": s.luck,
                "elo": s.elo,
                "games": s.games,
            }
            for s in skill.steps
        ],
    }


def skill_page(skill: Skill) -> str:
    players = skill.steps[0].players
    fair = 1 / players
    bars = [
        Bar(
            f"{s.better} against {s.weaker}", s.rate, s.low, s.high, f"{s.rate:.1%}", "high" if s.low > fair else "even"
        )
        for s in skill.steps
    ]
    rows = "".join(
        f"<tr><td>{escape(s.better)} against {escape(s.weaker)}</td><td class='n'>{s.rate:.1%}</td>"
        f"<td class='n'>{s.low:.1%} to {s.high:.1%}</td><td class='n'>{s.luck:.0%}</td>"
        f"<td class='n'>{s.elo_text}</td></tr>"
        for s in skill.steps
    )
    head = (
        "<tr><th></th><th class='n'>better one wins</th><th class='n'>95% sure</th><th class='n'>left to luck</th>"
        "<th class='n'>rating step</th></tr>"
    )
    words = (
        "<p class='soft'>The better bot sits alone among weaker ones, in each seat as often. Left to luck is the share "
        "of games that would have to be drawn by lot for that win rate if skill decided all others. The depth is the "
        "sum of the rating steps: 400 points are odds of ten to one.</p>"
    )
    rows_of = shared_measures(skill.points)
    changing = [name for name, row in rows_of.items() if differs(row)]
    parts = [
        f"<h1>{escape(skill.game.title)}: skill and luck</h1><p class='lead'>{players} players, levels "
        f"{escape(', '.join(skill.levels))}, {skill.steps[0].games:,} games each. Depth over these levels: "
        f"{skill.depth:,.0f} rating points.</p>",
        section(
            "How much the better bot wins",
            charts.intervals(bars, "Win rate of the better bot", fair),
            words,
            f'<div class="scroll"><table>{head}{rows}</table></div>',
        ),
    ]
    if changing:
        parts.append(section("The same questions at each level", multiples(rows_of, changing, skill.points)))
    return page(f"{escape(skill.game.title)}: skill and luck", "".join(parts))
