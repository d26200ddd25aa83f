"""`wartable lab`: find out how a game plays before you print it."""

import argparse
import json
import sys
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wartable.errors import BadOption
from wartable.extras import needs

from .command import Command
from .common import add_json_argument, add_table_arguments, print_rows, table_choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wartable.lab.reports.sample import Measure
    from wartable.lab.runs.engine import Engine
    from wartable.lab.runs.job import Job
    from wartable.lab.runs.progress import Progress

SHOWN = ("length", "seat_balance", "opener", "lead_changes", "decided")


def arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(metavar="PART", required=True)
    part = _part(parts, "run", "play many games and write a report")
    add_run_arguments(part)
    add_other_player(part)
    part.add_argument("--no-report", action="store_true", help="leave out the report")
    add_json_argument(part)
    part.set_defaults(part=run_part)

    part = _part(parts, "sweep", "play the same games for each value of an option or a number")
    add_run_arguments(part, games=2000)
    part.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="WHAT=VALUES",
        help="option=a,b,c, data/table.row.column=1..4, players=2,3 or bots=random,greedy (repeatable)",
    )
    add_other_player(part)
    add_json_argument(part)
    part.set_defaults(part=sweep_part)

    part = _part(parts, "tune", "search for numbers and options that meet a target")
    add_run_arguments(part, games=1000)
    part.add_argument(
        "--target",
        action="append",
        required=True,
        metavar="TARGET",
        help="length=15..20, seat_balance<=3% or decided>=60%; win>=60% for a bot that is tuned (repeatable)".replace(
            "%", "%%"
        ),
    )
    part.add_argument(
        "--free",
        action="append",
        required=True,
        metavar="WHAT=VALUES",
        help="what may change: data/table.row.column=1..9, option=a,b, or judge.row=0.2..0.8:0.1 for a weight of "
        "the first bot's judge (repeatable)",
    )
    part.add_argument("--tries", type=int, default=40, metavar="N", help="stop after this many tries (default: 40)")
    add_json_argument(part)
    part.set_defaults(part=tune_part)

    part = _part(parts, "skill", "measure skill and luck: how often better bots win")
    add_run_arguments(part, games=1000, bots="random,greedy", who="the bots to compare, from the weakest to the best")
    add_json_argument(part)
    part.set_defaults(part=skill_part)

    _add_restrict(parts)
    _add_serve(parts)
    _add_looking_back(parts)


def _part(parts: Any, name: str, summary: str) -> argparse.ArgumentParser:
    part: argparse.ArgumentParser = parts.add_parser(name, help=summary, description=summary)
    return part


def _add_restrict(parts: Any) -> None:
    part = _part(parts, "restrict", "measure what things are worth: a player without them against players with them")
    add_run_arguments(part, games=1000)
    part.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="KIND:NAME",
        help="what one player must do without: card:bombard, action:attack, card:*, or several with + (repeatable)",
    )
    part.add_argument(
        "--each", action="append", default=[], metavar="KIND", help="every component of a kind, one by one (repeatable)"
    )
    add_json_argument(part)
    part.set_defaults(part=restrict_part)


def _add_serve(parts: Any) -> None:
    part = _part(parts, "serve", "change a game in the browser, see what changes, and play the variant")
    part.add_argument(
        "--folder", type=Path, default=Path("bench"), metavar="DIR", help="variants, runs and matches (default: bench)"
    )
    part.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1; 0.0.0.0: friends can play)"
    )
    part.add_argument("--port", type=int, default=8000, help="the port (default 8000; 0 picks a free one)")
    part.add_argument("--no-browser", action="store_true", help="do not open the browser")
    part.set_defaults(part=serve_part)


def _add_looking_back(parts: Any) -> None:
    part = _part(parts, "compare", "compare two runs: what changed, and is it more than noise")
    part.add_argument("before", type=Path, metavar="RUN", help="the folder of a run")
    part.add_argument("after", type=Path, metavar="RUN", help="the folder of another")
    part.add_argument("--html", type=Path, metavar="FILE", help="also write an HTML page")
    add_json_argument(part)
    part.set_defaults(part=compare_part)

    part = _part(parts, "cells", "list the numbers of a game that can be changed")
    part.add_argument("game", help="a game (`wartable games` lists them)")
    part.add_argument("--grep", default="", metavar="TEXT", help="only cells with this text in their names")
    add_json_argument(part)
    part.set_defaults(part=cells_part)


def add_run_arguments(
    parser: argparse.ArgumentParser,
    games: int = 10_000,
    bots: str = "greedy",
    who: str = "one bot for all seats, or one for each",
) -> None:
    """Arguments of every subcommand that plays games."""
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"how many games (default: {games})")
    parser.add_argument("--bots", default=bots, metavar="A,B", help=f"{who} (default: {bots})")
    parser.add_argument("--players", type=int, metavar="N", help="how many players (default: the fewest)")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds give equal games (default: 1)")
    parser.add_argument(
        "--opening",
        type=int,
        default=0,
        metavar="N",
        help="each seat's first N decisions are made at random (default: 0)",
    )
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one for each core)")
    parser.add_argument(
        "--engine",
        choices=("local", "ray", "cuda"),
        default="local",
        help="play in processes here, on a Ray cluster, or on a GPU",
    )
    parser.add_argument("--address", metavar="HOST:PORT", help="address of the Ray cluster (default: start one here)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the run (default: lab/GAME-MARK)")
    add_table_arguments(parser)


def add_other_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--also", metavar="BOT", help="play the same table with this bot as well, and report where the answers differ"
    )
    parser.add_argument(
        "--also-games", type=int, metavar="N", help="how many games of --also (default: a tenth of --games)"
    )


def make_job(arguments: argparse.Namespace) -> "Job":
    from wartable.core.registry import find_game
    from wartable.lab.runs.job import make_job as make

    game = find_game(arguments.game)
    bots = [name.strip() for name in arguments.bots.split(",")]
    choices = table_choices(arguments, game)
    return make(game, arguments.games, bots, arguments.players, arguments.seed, opening=arguments.opening, **choices)


@contextmanager
def at_work(arguments: argparse.Namespace) -> "Iterator[tuple[Engine, Progress]]":
    """An engine and a progress bar; workers are always ended."""
    from wartable.lab.runs.engine import make_engine
    from wartable.lab.runs.progress import Progress

    with Progress() as progress:
        engine = make_engine(arguments.engine, arguments.workers, arguments.address)
        try:
            yield engine, progress
        except KeyboardInterrupt:
            print("the games so far are kept, and the same command continues from there", file=sys.stderr)
            raise
        finally:
            engine.close()


def serve_part(arguments: argparse.Namespace) -> None:
    from wartable.lab.bench.app import bench
    from wartable.lab.bench.runs import Runs
    from wartable.server.web.logs import set_up
    from wartable.server.web.run import serve
    from wartable.server.web.settings import Settings, database_url

    if not 0 <= arguments.port <= 65535:
        raise BadOption(f"--port {arguments.port}: it takes 0 to 65535")
    folder: Path = arguments.folder
    variants = folder / "variants"
    variants.mkdir(parents=True, exist_ok=True)
    runs = Runs(folder / "runs")
    set_up("warning", "text")
    settings = Settings(database_url(str(folder / "matches.db")), address="", variants=variants)
    try:
        serve(settings, arguments.host, arguments.port, not arguments.no_browser, bench(variants, runs), start="/bench")
    finally:
        runs.close()


def cells_part(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.rulebook.cells import cells_of

    wanted = arguments.grep.lower()
    cells = {path: text for path, text in cells_of(find_game(arguments.game).data()).items() if wanted in path}
    if arguments.json:
        print_rows([{"cell": path, "value": text} for path, text in cells.items()], as_json=True)
        return
    for path, text in cells.items():
        print(f"data/{path}={text}")


def run_part(arguments: argparse.Namespace) -> None:
    from wartable.lab.reports.report import write_report
    from wartable.lab.runs.run import Run, default_folder
    from wartable.lab.runs.work import play_run

    job = make_job(arguments)
    other = other_job(arguments, job)
    run = Run.begin(arguments.out or default_folder(job), job, arguments.games)
    runs = [run]
    if other:
        runs.append(Run.begin(run.folder_of(arguments.also), *other))
    if any(one.missing() for one in runs):
        with at_work(arguments) as (engine, progress):
            for one in runs:
                play_run(one, engine, progress)
    if arguments.no_report:
        print(f"{run.played:,} games in {run.folder}")
        return
    findings = write_report(*runs)
    summary = findings.summary
    found = summary.all_measures() if arguments.json else summary.measures()
    print_measures(list(found.values()), arguments.json, f"{run.played:,} games in {run.folder}")
    if not arguments.json:
        for finding in findings.all():
            if finding.tone == "look":
                print(f"! {finding.words}")
        print(f"report: {run.folder / 'report.html'}")


def other_job(arguments: argparse.Namespace, job: "Job") -> "tuple[Job, int] | None":
    """The same table with the player of --also, and how many games of it."""
    from wartable.lab.runs.job import BadJob, other_player

    if arguments.also is None:
        if arguments.also_games is not None:
            raise BadJob("--also-games needs --also BOT")
        return None
    games = max(1, arguments.games // 10) if arguments.also_games is None else arguments.also_games
    return other_player(job, games, arguments.also), games


def sweep_part(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.lab.studies.sweep import as_json, sweep
    from wartable.lab.studies.vary import read_knob

    job = make_job(arguments)
    game = find_game(arguments.game)
    knobs = [read_knob(game, text) for text in arguments.vary]
    names = "-".join(knob.name for knob in knobs)
    folder = arguments.out or Path("lab") / f"{job.game}-{job.mark}-{names}"
    other = other_job(arguments, job)
    tables = [(job, arguments.games), *([other] if other else [])]
    with at_work(arguments) as (engine, progress):
        points = sweep(folder, game, tables, knobs, engine, progress)
    if arguments.json:
        print(json.dumps(as_json(knobs, points), indent=1))
        return
    rows = []
    for point in points:
        measures = point.summary.measures()
        row: dict[str, Any] = dict(zip((knob.name for knob in knobs), point.values, strict=True))
        for name in SHOWN:
            if name in measures:
                row[name] = f"{measures[name].text()} ({measures[name].range_text})"
        rows.append(row)
    print_rows(rows, as_json=False)
    print(f"report: {folder / 'sweep.html'}")


def tune_part(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.lab.runs.job import BadJob
    from wartable.lab.studies.target import read_target
    from wartable.lab.studies.tune import Tuner, write_found
    from wartable.lab.studies.vary import read_knob

    if not 1 <= arguments.tries <= 10_000:
        raise BadJob(f"--tries {arguments.tries}: it takes 1 to 10000")
    targets = [read_target(text) for text in arguments.target]
    job = make_job(arguments)
    game = find_game(arguments.game)
    knobs = [read_knob(game, text) for text in arguments.free]
    folder = arguments.out or Path("lab") / f"{job.game}-{job.mark}-tune"
    with at_work(arguments) as (engine, progress):
        tuner = Tuner(folder, game, job, arguments.games, knobs, targets, engine, progress)
        found = tuner.search(arguments.tries)
    files = write_found(folder, game, job, found)
    changes = found.changed()
    if arguments.json:
        met = {target.text: target.is_met(found.best.measures[target.name]) for target in targets}
        print(json.dumps({"tries": len(found.trials), "changed": changes, "targets": met}, indent=1))
        return
    rows: list[dict[str, Any]] = [
        {
            "target": target.text,
            "as it is": found.before.measures[target.name].text(),
            "as found": found.best.measures[target.name].text(),
            "95% sure": found.best.measures[target.name].range_text,
            "": "met" if target.is_met(found.best.measures[target.name]) else "missed",
        }
        for target in targets
    ]
    print_rows(rows, as_json=False, title=f"{len(found.trials)} tries")
    print("changed: " + (", ".join(f"{name}={value}" for name, value in changes.items()) or "nothing"))
    options = [f" -o {knob.name}={changes[knob.name]}" for knob in knobs if not knob.is_cell and knob.name in changes]
    data = f" --data {folder / 'data'}" if files else ""
    print(f"use it: wartable lab run {game.name}{data}{''.join(options)}")
    print(f"report: {folder / 'tune.html'}")


def skill_part(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.lab.studies.skill import measure_skill

    levels = [name.strip() for name in arguments.bots.split(",")]
    arguments.bots = levels[0]
    job = make_job(arguments)
    game = find_game(arguments.game)
    folder = arguments.out or Path("lab") / f"{job.game}-{job.mark}-skill"
    with at_work(arguments) as (engine, progress):
        skill = measure_skill(folder, game, job, arguments.games, levels, engine, progress)
    if arguments.json:
        print_rows([asdict(step) for step in skill.steps], as_json=True)
        return
    rows: list[dict[str, Any]] = [
        {
            "": f"{step.better} against {step.weaker}",
            "wins": f"{step.rate:.1%}",
            "95% sure": f"{step.low:.1%} to {step.high:.1%}",
            "left to luck": f"{step.luck:.0%}",
            "rating step": step.elo_text,
        }
        for step in skill.steps
    ]
    print_rows(rows, as_json=False, title=f"depth: {skill.depth:,.0f} rating points")
    print(f"report: {folder / 'skill.html'}")


def restrict_part(arguments: argparse.Namespace) -> None:
    from wartable.lab.runs.job import BadJob, open_table
    from wartable.lab.studies.restrict import as_json, names_of, restrict

    job = make_job(arguments)
    if len(job.bots) > 1 or job.players < 2:
        raise BadJob("lab restrict takes one bot for all seats")
    wanted = ["+".join(part.replace(":", ".", 1) for part in text.split("+")) for text in arguments.without]
    for kind in arguments.each:
        wanted += names_of(job, kind)
    if not wanted:
        kinds = ", ".join(open_table(job).metrics.kinds)
        raise BadJob(f"say --without KIND:NAME or --each KIND; the kinds of {job.game} are: {kinds}")
    for one in wanted:
        for part in one.split("+"):
            open_table(job).metrics.matching(part)
    folder = arguments.out or Path("lab") / f"{job.game}-{job.mark}-restrict"
    with at_work(arguments) as (engine, progress):
        found = restrict(folder, job, arguments.games, wanted, engine, progress)
    if arguments.json:
        print_rows(as_json(found), as_json=True)
        return
    rows: list[dict[str, Any]] = [
        {
            "without": one.without,
            "wins": one.rate.text(),
            "95% sure": one.rate.range_text,
            "more than noise": "yes" if one.is_real else "no",
            "used by the others": f"{one.whole:.2f}",
        }
        for one in found
    ]
    print_rows(rows, as_json=False, title=f"an equal share would be {found[0].fair:.1%}")
    print(f"report: {folder / 'restrict.html'}")


def compare_part(arguments: argparse.Namespace) -> None:
    from wartable.files import write_bytes
    from wartable.lab.reports.changes import compare
    from wartable.lab.reports.summary import summarise
    from wartable.lab.runs.run import BadRun, Run
    from wartable.lab.studies.compare import compare_page

    first, second = Run.open(arguments.before), Run.open(arguments.after)
    if first.job.game != second.job.game:
        raise BadRun(f"the runs are of different games: {first.job.game} and {second.job.game}")
    before, after = summarise(first), summarise(second)
    changes = compare(before, after)
    if arguments.html:
        write_bytes(arguments.html, compare_page(before, after, changes).encode())
    rows: list[dict[str, Any]]
    if arguments.json:
        rows = [
            {
                "name": change.before.name,
                "before": change.before.value,
                "after": change.after.value,
                "difference": change.difference,
                "plus_minus": change.half,
                "low": change.low,
                "high": change.high,
                "p": change.p,
                "more_than_noise": change.is_real,
            }
            for change in changes
        ]
    else:
        rows = [
            {
                "name": change.before.name,
                "before": change.before.text(),
                "after": change.after.text(),
                "difference": change.text(),
                "changed": "yes" if change.is_real else "no" if change.difference == 0 else "may be noise",
            }
            for change in changes
        ]
    print_rows(rows, arguments.json, "changed: yes if the difference is more than noise")


def print_measures(measures: "list[Measure]", as_json: bool, title: str) -> None:
    if as_json:
        rows: list[dict[str, Any]] = [
            {"name": m.name, "label": m.label, "value": m.value, "low": m.low, "high": m.high, "n": m.n, "unit": m.unit}
            for m in measures
        ]
    else:
        rows = [{"name": m.name, "": m.label, "value": m.text(), "95% sure": m.range_text} for m in measures]
    print_rows(rows, as_json, title)


def run(arguments: argparse.Namespace) -> int | None:
    with needs("lab", "the lab"):
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    result: int | None = arguments.part(arguments)
    return result


COMMAND = Command("lab", "simulate many games and report how a game plays", arguments, run)
