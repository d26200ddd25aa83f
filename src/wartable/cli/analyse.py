"""`wartable analyse FILE`: where a match was won and lost, and which moves would have been better."""

import argparse
import json
from pathlib import Path
from typing import Any

from .command import Command
from .common import add_json_argument, print_rows


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a saved match")
    parser.add_argument("--iterations", type=int, default=1000, help="search iterations for each decision")
    parser.add_argument("--mistakes", type=int, default=5, metavar="N", help="how many mistakes to list")
    parser.add_argument("--all", action="store_true", help="list every decision, not only the mistakes")
    parser.add_argument("--at", type=int, metavar="N", help="only give a hint for the position after N actions")
    parser.add_argument("--seed", type=int, default=0, help="seed of the search; equal seeds give equal results")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write the chances as an SVG file")
    parser.add_argument("--png", type=Path, metavar="OUT", help="write the chances as a PNG file")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="colours of the chart")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.match import Match
    from wartable.errors import BadOption

    if not 1 <= arguments.iterations <= 10_000_000:
        raise BadOption(f"--iterations {arguments.iterations}: it takes 1 to 10000000")
    match = Match.load(arguments.file)
    if arguments.at is not None:
        show_hints(match, arguments)
    else:
        show_analysis(match, arguments)


def show_hints(match: Any, arguments: argparse.Namespace) -> None:
    """Print the hints that the seats to act at some point would have got."""
    from wartable.bots.advice.hint import hint_at
    from wartable.bots.position import position_of
    from wartable.bots.search.mcts import Budget
    from wartable.core.frames import NATURE
    from wartable.errors import BadOption

    if not 0 <= arguments.at <= len(match.steps):
        raise BadOption(f"--at {arguments.at}: the match has {len(match.steps)} actions")
    match.cut(arguments.at)
    seats = [seat for seat in match.due if seat != NATURE]
    if not seats:
        raise BadOption(f"--at {arguments.at}: nobody has to decide anything there")
    rows = []
    for seat in seats:
        budget = Budget(iterations=arguments.iterations)
        hint = hint_at(match.game, position_of(match, seat), budget, arguments.mistakes, arguments.seed)
        for hinted in hint.moves:
            rows.append(
                {
                    "player": match.players[seat],
                    "move": hinted.move.notation,
                    "means": hinted.move.label,
                    "to win": percent(hinted.chance),
                    "effort": percent(hinted.effort),
                }
            )
    print_rows(rows, arguments.json)


def show_analysis(match: Any, arguments: argparse.Namespace) -> None:
    from wartable.bots.advice.analysis import analyse, decisions_of
    from wartable.errors import BadOption
    from wartable.lab.runs.progress import Progress

    steps = decisions_of(match)
    if not steps:
        raise BadOption(f"{arguments.file}: nobody has decided anything in this match yet")
    with Progress("decisions") as progress:
        progress.begin("thinking", len(steps))
        analysis = analyse(match, arguments.iterations, arguments.seed, progress.advance)
    draw_chances(match, analysis, arguments)
    if arguments.json:
        print(json.dumps(as_json(match, analysis), ensure_ascii=False, indent=1))
        return
    rows = list(analysis.decisions) if arguments.all else analysis.mistakes(arguments.mistakes)
    if not rows:
        print("No move gave away 3% or more of the chance to win.")
        return
    print_rows(
        [
            {
                "action": decision.number,
                "player": match.players[decision.seat],
                "played": decision.played.notation,
                **{name: percent(chance) for name, chance in zip(match.players, decision.chances, strict=True)},
                "gave away": percent(decision.loss) if decision.loss else "",
                "better": decision.best.notation if decision.best != decision.played else "",
            }
            for decision in rows
        ],
        as_json=False,
        title="Every decision" if arguments.all else "The biggest mistakes",
    )
    if not arguments.all:
        print_reasons(match, rows)


def print_reasons(match: Any, mistakes: Any) -> None:
    """What is wrong with each mistake, if the notes of the rules show it."""
    from wartable.bots.advice.analysis import explained

    for decision in mistakes:
        wrong = explained(match, decision).wrong
        if wrong:
            print(f"{decision.number} {decision.played.label}: {' '.join(wrong)}")


def draw_chances(match: Any, analysis: Any, arguments: argparse.Namespace) -> None:
    from wartable.bots.advice.chart import WIDTH, chart
    from wartable.drawing.picture import png

    svg = chart(analysis, f"{match.game.title}: chance to win", arguments.theme, arguments.mistakes)
    if arguments.svg:
        arguments.svg.write_text(svg, "utf-8")
    if arguments.png:
        arguments.png.write_bytes(png(svg, WIDTH))


def as_json(match: Any, analysis: Any) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "players": list(match.players),
        "iterations": analysis.iterations,
        "scores": analysis.scores,
        "decisions": [
            {
                "action": decision.number,
                "seat": decision.seat,
                "played": decision.played.notation,
                "best": decision.best.notation,
                "chance_played": round(decision.chance_played, 4),
                "chance_best": round(decision.chance_best, 4),
                "loss": round(decision.loss, 4),
                "chances": [round(chance, 4) for chance in decision.chances],
            }
            for decision in analysis.decisions
        ],
    }


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"


COMMAND = Command("analyse", "analyse a match: chances to win, mistakes, better moves, a chart", arguments, run)
