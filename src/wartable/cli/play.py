"""`wartable play GAME`: a table in the terminal."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wartable.errors import BadOption

from .command import Command
from .common import add_table_arguments, chosen_variant


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="which game (not needed with --load)")
    parser.add_argument(
        "--seats", metavar="A,B,...", help="who plays: you, a person's name, or a bot (default: you, and a good bot)"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play; open seats go to a good bot")
    add_table_arguments(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="seed of dice and bots; equal seeds give equal results")
    parser.add_argument(
        "--real-dice", action="store_true", help="you roll, draw and shuffle yourself, and enter the results"
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--plain", action="store_true", help="line by line, without the full screen")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="colours of the full screen")
    parser.add_argument(
        "--pace",
        type=float,
        default=0.4,
        metavar="S",
        help="seconds for each step of what the others did (default: 0.4; 0: all at once)",
    )


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import find_game

    if not 0 <= arguments.pace <= 60:
        raise BadOption(f"--pace {arguments.pace}: it takes 0 to 60 seconds")
    if arguments.game is None and arguments.load is None:
        raise BadOption("say which game to play; `wartable games` lists them")
    game = find_game(arguments.game) if arguments.game is not None else None
    opening = load(arguments, game) if arguments.load is not None else start(arguments, game)
    if is_plain(arguments):
        return play_plain(opening, arguments.pace)
    return play_full_screen(opening, game, arguments)


def is_plain(arguments: argparse.Namespace) -> bool:
    """Whether to play line by line: on request, or without a terminal."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
    return bool(arguments.plain) or not terminal


def start(arguments: argparse.Namespace, game: Any) -> Callable[[], Any]:
    """How to open a new table. Everything that can be refused without the compiler is refused here."""
    from wartable.compiler.ahead.background import Preparation
    from wartable.core.match import Match
    from wartable.core.match.setup import Setup
    from wartable.terminal.players import choose_players
    from wartable.terminal.table import Table

    if arguments.real_dice and arguments.seed is not None:
        raise BadOption("--real-dice and --seed: either you roll, or the seed does")
    players = choose_players(game, arguments.seats, arguments.players)
    variant = chosen_variant(arguments, game)
    Setup.of(game, len(players), **variant.table).new_box()

    def opening() -> Table:
        preparation = Preparation(game).start()
        titles = [player.title for player in players]
        rolls = {"seed": arguments.seed, "real_dice": arguments.real_dice}
        match = Match.start(game, players=titles, variant=variant.title, **rolls, **variant.table)
        return Table(match, players, arguments.seed, preparation)

    return opening


def load(arguments: argparse.Namespace, game: Any) -> Callable[[], Any]:
    from wartable.compiler.ahead.background import Preparation
    from wartable.terminal.players import choose_players
    from wartable.terminal.table import load_table

    settled = {
        "--players": arguments.players,
        "--option": arguments.option,
        "--data": arguments.data,
        "--set": arguments.cells,
        "--seed": arguments.seed,
        "--real-dice": arguments.real_dice,
    }
    for name, value in settled.items():
        if value:
            raise BadOption(f"{name}: the save determines this; omit it with --load")

    def opening() -> Any:
        table = load_table(arguments.load, game)
        if arguments.seats is not None:
            players = choose_players(table.game, arguments.seats, len(table.players))
            table = load_table(arguments.load, game, players)
        table.preparation = Preparation(table.game).start()
        return table

    return opening


def play_plain(opening: Callable[[], Any], pace: float) -> int:
    from wartable.terminal.lines import Lines
    from wartable.terminal.plain import PlainPlay

    table = opening()
    if not table.preparation.is_done:
        print(f"{table.preparation.line()}; this happens once. You can play.", file=sys.stderr, flush=True)
    try:
        return PlainPlay(table, Lines(), pace).run()
    finally:
        table.preparation.stop()


def play_full_screen(opening: Callable[[], Any], game: Any, arguments: argparse.Namespace) -> int:
    from wartable.terminal.screens.app import play

    return play(opening, game, arguments.theme, arguments.pace)


COMMAND = Command("play", "play a game in the terminal, with people and bots in any seat", arguments, run)
