"""`wartable arena GAME --bots a,b,c`: bots against bots."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .command import Command
from .common import add_json_argument, add_table_arguments, print_rows, table_choices


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument(
        "--bots",
        action="append",
        required=True,
        metavar="A,B,...",
        help="random, greedy, easy, medium, hard, mcts:1000, mcts:2s, py:FILE.py:CLASS, 'cmd:COMMAND' (repeatable)",
    )
    parser.add_argument(
        "--games", type=int, default=100, help="games for each pairing, rounded up so that seats are balanced"
    )
    parser.add_argument("--players", type=int, help="seats at a table (default: the fewest that the game takes)")
    parser.add_argument(
        "--tables",
        choices=("duel", "gauntlet", "mixed"),
        default="duel",
        help="duel: every pair of bots (one against copies of the other); gauntlet: the first against each other bot; "
        "mixed: all different",
    )
    parser.add_argument("--seed", type=int, default=0, help="equal seeds play equal matches")
    parser.add_argument(
        "--limit", type=float, default=30.0, metavar="SECONDS", help="seconds for one decision, or the match is lost"
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one for each core)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="store the results in a file, and continue from it")
    parser.add_argument("--fresh", action="store_true", help="discard an interrupted run of the same arena")
    add_table_arguments(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    from wartable.arena import make_report, run_arena
    from wartable.compiler.cache import cache_root
    from wartable.lab.runs.progress import Progress

    plan = make_plan(arguments)
    path: Path = arguments.save or cache_root() / "arena" / f"{plan.digest}.jsonl"
    if arguments.fresh:
        path.unlink(missing_ok=True)
    stopped = False
    try:
        with Progress() as progress:
            progress.begin("preparing", plan.length)
            results = run_arena(
                plan,
                path,
                arguments.jobs,
                lambda _: progress.advance(),
                lambda played: progress.begin("playing", plan.length, played),
            )
    except KeyboardInterrupt:
        from wartable.arena.run import read_results

        results, stopped = read_results(plan, path), True
    if not stopped and arguments.save is None:
        path.unlink(missing_ok=True)
    report = make_report(plan, results)
    if arguments.json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
    else:
        show(report)
    if stopped:
        print(f"Stopped after {len(results)} of {plan.length} games; the same command continues.", file=sys.stderr)
        return 130
    return 0


def make_plan(arguments: argparse.Namespace) -> Any:
    from wartable.arena import Plan, Tables
    from wartable.core.registry import find_game
    from wartable.errors import BadOption

    game = find_game(arguments.game)
    if arguments.jobs is not None and arguments.jobs < 1:
        raise BadOption(f"--jobs {arguments.jobs}: at least one process is needed")
    if not arguments.limit > 0:
        raise BadOption(f"--limit {arguments.limit:g}: a decision needs some time")
    return Plan(
        game=game.name,
        rules=game.version,
        bots=tuple(bot.strip() for words in arguments.bots for bot in words.split(",") if bot.strip()),
        games=arguments.games,
        players=arguments.players or game.seats[0],
        tables=Tables(arguments.tables),
        seed=arguments.seed,
        seconds=arguments.limit,
        **table_choices(arguments, game),
    )


def show(report: Any) -> None:
    print_rows(
        [
            {
                "bot": row.bot,
                "games": row.games,
                "wins %": percent(row.win_rate),
                "95%": f"{percent(row.low)}-{percent(row.high)}",
                "rating": f"{row.rating:.1f} ±{row.deviation:.1f}",
                "forfeits": row.forfeits,
            }
            for row in report.standings
        ],
        as_json=False,
        title=f"{report.plan.game}, {report.plan.players} players, {report.played} games",
    )
    print_rows(
        [
            {
                "pairing": row.pairing,
                "games": row.games,
                "first wins %": percent(row.win_rate),
                "95%": f"{percent(row.low)}-{percent(row.high)}",
                "even %": percent(row.even),
            }
            for row in report.pairings
        ],
        as_json=False,
    )
    print_rows(
        [
            {
                "bot": row.bot,
                "ms a decision": f"{row.milliseconds:.2f}",
                "slowest": f"{row.slowest:.1f}",
                "decisions/s": f"{row.decisions_per_second:,.0f}",
            }
            for row in report.standings
        ],
        as_json=False,
    )
    for fault in report.faults:
        times = "once" if fault.times == 1 else f"{fault.times} times"
        print(f"{fault.bot} forfeited {times}, first in game {fault.first_game}: {fault.error}")
    if report.void:
        print(f"{report.void} games count for nobody, because the process that played them died.")


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


COMMAND = Command("arena", "play bots against each other: win rates with intervals, ratings, speed", arguments, run)
