"""Makes the studies again: plays the games, writes the pages, and puts the figures into the texts.

python docs/studies/make.py [STUDY ...] [--games N] [--workers N]

The words of a study are written by people; the figures between its marks are written by this script.
"""

import argparse
import json
import re
import shutil
import tempfile
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from wartable.cli import main as wartable
from wartable.lab.reports.sample import Measure
from wartable.lab.reports.summary import Summary, summarise
from wartable.lab.runs.run import MANIFEST, Run

HERE = Path(__file__).resolve().parent
PAGES = ("sweep.html", "restrict.html", "report.html")
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
        Part(
            "factions",
            "run metals -o factions=on --opening 1 --bots greedy --also mcts:100 --also-games 400",
            ("faction.", "opener", "length", "half_leader", "decided"),
            20_000,
        ),
        Part("worth", "restrict metals --each space_moved_to --each step", (), 2_000),
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
            f"sweep iron_kings --bots greedy --also mcts:100 --also-games 120 --vary {EACH_ENDING}",
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
        # Pages name files by their place: no folder of this machine.
        with tempfile.TemporaryDirectory() as name, chdir(name):
            folder = Path(part.name)
            words = [*part.command(count).split()[1:], "--out", str(folder)]
            words += ["--workers", str(workers)] if workers else []
            if wartable(words) != 0:
                raise SystemExit(f"{study}: {part.name} failed")
            page = next(name for name in PAGES if (folder / name).exists())
            shutil.copy(folder / page, HERE / f"{study}-{part.name}.html")
            lines = worth(folder) if page == "restrict.html" else answers(part, summaries(folder))
            command = f"`{part.command(count)}` gives [this page]({study}-{part.name}.html)."
            blocks.append("\n".join([command, "", *lines]) + "\n\n")
    path = HERE / f"{study}.md"
    text = path.read_text("utf-8") if path.exists() else f"# {study}\n\n{BEGIN}\n{END}\n"
    path.write_text(re.sub(f"{BEGIN}.*{END}", f"{BEGIN}\n" + "\n".join(blocks) + END, text, flags=re.DOTALL), "utf-8")


def summaries(folder: Path) -> dict[str, Summary]:
    """The run in a folder, or the runs of the sweep in it by their values."""
    if (folder / MANIFEST).exists():
        run, others = Run.open(folder), [Run.open(path.parent) for path in folder.glob(f"also-*/{MANIFEST}")]
        names = [one.job.bots[0] for one in (run, *others)] if others else [""]
        return {name: summarise(one) for name, one in zip(names, (run, *others), strict=True)}
    runs = [Run.open(path.parent) for path in sorted(folder.glob(f"*/{MANIFEST}"), key=lambda p: p.stat().st_ctime_ns)]
    found = {run.folder.name.rpartition("=")[2]: summarise(run) for run in runs}
    for value, run in zip(list(found), runs, strict=True):
        for path in run.folder.glob(f"also-*/{MANIFEST}"):
            other = Run.open(path.parent)
            found[f"{value}, {other.job.bots[0]}"] = summarise(other)
    return found


def answers(part: Part, found: dict[str, Summary]) -> list[str]:
    """A table of results with their intervals, a column for each player or value."""
    measures = {value: summary.measures() for value, summary in found.items()}
    names = dict.fromkeys(name for known in measures.values() for name in known if is_shown(name, part.shown))
    head = "| | " + " | ".join(value or "with 95 % interval" for value in measures) + " |"
    lines = [head, "|---|" + "---|" * len(measures)]
    for name in names:
        label = next(known[name].label for known in measures.values() if name in known)
        lines.append(f"| {label} | " + " | ".join(cell(known.get(name)) for known in measures.values()) + " |")
    for kind in part.kinds:
        lines += uses(next(iter(found.values())), kind)
    return lines


def worth(folder: Path) -> list[str]:
    """What a player wins who does without each thing."""
    found = json.loads((folder / "restrict.json").read_text("utf-8"))
    rows = [
        f"| {one['without'].replace('.', ': ')} | {one['rate']:.1%} ({one['low']:.1%} to {one['high']:.1%}) | "
        f"{one['used_by_whole_players']:.2f} |"
        for one in found
    ]
    return ["| without | wins, with 95 % interval | used in a match by the others |", "|---|---|---|", *rows]


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
