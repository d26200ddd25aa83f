"""Makes the studies again: plays the games, writes the pages, and puts the figures into the texts.

python docs/studies/make.py [STUDY ...] [--games N] [--workers N]

The words of a study are written by people; the figures between its marks are written by this script.
"""

import argparse
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from wartable.cli import main as wartable
from wartable.lab.reports.sample import Measure
from wartable.lab.reports.summary import Summary, summarise
from wartable.lab.runs.run import MANIFEST, Run

HERE = Path(__file__).parent
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


@dataclass(frozen=True)
class Part:
    """One command of a study, and the results in its table (a name that ends with . includes everything below it)."""

    name: str
    words: str
    shown: tuple[str, ...]
    games: int
    kinds: tuple[str, ...] = ()

    def command(self, games: int) -> str:
        return f"wartable lab {self.words} --games {games}"


EACH_ENDING = "ending=vp_goal,balrog,rounds,first_wreck,vp_goal+balrog+rounds"
ENDINGS = (
    *("length", "decisions", "meaningful", "seat_balance", "opener", "half_leader", "decided", "runaway"),
    *("lead_changes", "margin", "draws", "ending.", "gauge."),
)

STUDIES: dict[str, tuple[Part, ...]] = {
    "metals": (
        Part("factions", "run metals -o factions=on --bots greedy", ("faction.", "opener", "length"), 20_000),
        Part(
            "maps",
            "sweep metals -o factions=on --bots greedy --vary map=classic,small,large,forest",
            ("length", "opener", "half_leader", "decided", "lead_changes", "spread.faction", "faction."),
            5_000,
        ),
    ),
    "iron_kings": (
        Part(
            "endings",
            f"sweep iron_kings --bots greedy --vary {EACH_ENDING}",
            ENDINGS,
            2_000,
        ),
        Part("balrog", "sweep iron_kings --bots greedy --vary balrog=3,6,12,18,24,30", ENDINGS, 2_000),
        Part("rounds", "sweep iron_kings --bots greedy --vary rounds=30,40,50,60", ENDINGS, 2_000),
    ),
    "thrones": (
        Part(
            "layouts",
            "run thrones --bots greedy",
            ("length", "opener", "order.", "draws", "half_leader", "decided", "ending.", "gauge."),
            2_000,
            ("layout", "other layout"),
        ),
    ),
    "city_of_iron": (
        Part(
            "nations",
            "sweep city_of_iron -o nations=on --bots greedy --opening 2 --vary players=2,3,4",
            (
                *("length", "decisions", "seat_balance", "seat.", "opener", "half_leader", "decided", "lead_changes"),
                *("margin", "draws", "spread.nation", "nation.", "ending.", "gauge."),
            ),
            2_000,
        ),
    ),
    "heroes": (
        Part(
            "days",
            "sweep heroes --bots greedy --vary data/numbers.days_normal.value=10..30:10",
            ("length", "decisions", "seat_balance", "seat.", "order.", "half_leader", "decided", "ending.", "gauge."),
            4_000,
        ),
    ),
}


def make(study: str, games: int | None, workers: int | None) -> None:
    blocks = []
    for part in STUDIES[study]:
        count = games or part.games
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / part.name
            words = [*part.command(count).split()[1:], "--out", str(folder)]
            words += ["--workers", str(workers)] if workers else []
            if wartable(words) != 0:
                raise SystemExit(f"{study}: {part.name} failed")
            page = "sweep.html" if (folder / "sweep.html").exists() else "report.html"
            shutil.copy(folder / page, HERE / f"{study}-{part.name}.html")
            blocks.append(block(study, part, count, summaries(folder)))
    path = HERE / f"{study}.md"
    text = path.read_text("utf-8") if path.exists() else f"# {study}\n\n{BEGIN}\n{END}\n"
    path.write_text(re.sub(f"{BEGIN}.*{END}", f"{BEGIN}\n" + "\n".join(blocks) + END, text, flags=re.DOTALL), "utf-8")


def summaries(folder: Path) -> dict[str, Summary]:
    """The run in a folder, or the runs of the sweep in it by their values."""
    if (folder / MANIFEST).exists():
        return {"": summarise(Run.open(folder))}
    runs = [Run.open(path.parent) for path in sorted(folder.glob(f"*/{MANIFEST}"), key=lambda p: p.stat().st_ctime_ns)]
    return {run.folder.name.rpartition("=")[2]: summarise(run) for run in runs}


def block(study: str, part: Part, games: int, found: dict[str, Summary]) -> str:
    """The command, a link to the page, and a table of results with their intervals."""
    measures = {value: summary.measures() for value, summary in found.items()}
    names = dict.fromkeys(name for known in measures.values() for name in known if is_shown(name, part.shown))
    head = "| | " + " | ".join(value or "with 95 % interval" for value in measures) + " |"
    lines = [f"`{part.command(games)}` gives [this page]({study}-{part.name}.html).", "", head]
    lines.append("|---|" + "---|" * len(measures))
    for name in names:
        label = next(known[name].label for known in measures.values() if name in known)
        lines.append(f"| {label} | " + " | ".join(cell(known.get(name)) for known in measures.values()) + " |")
    for kind in part.kinds:
        lines += uses(found[""], kind)
    return "\n".join(lines) + "\n\n"


def is_shown(name: str, shown: tuple[str, ...]) -> bool:
    return any(name == wanted or (wanted.endswith(".") and name.startswith(wanted)) for wanted in shown)


def cell(measure: Measure | None) -> str:
    return "–" if measure is None else f"{measure.text()} ({measure.text(measure.low)} to {measure.text(measure.high)})"


def uses(summary: Summary, kind: str) -> list[str]:
    """How often each component of a kind was used, and the results with and without it."""
    lines = []
    for use in summary.uses.values():
        if use.kind == kind and use.more.n:
            rate, low, high = use.effect()
            lines.append(
                f"| win rate with {kind} {use.name} ({use.more.n:,} games) | {rate:.1%} ({low:.1%} to {high:.1%}) |"
            )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("studies", nargs="*", default=list(STUDIES), choices=[*STUDIES, []])
    parser.add_argument("--games", type=int, help="instead of each study's own number")
    parser.add_argument("--workers", type=int)
    arguments = parser.parse_args()
    for study in arguments.studies:
        make(study, arguments.games, arguments.workers)


if __name__ == "__main__":
    main()
