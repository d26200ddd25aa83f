"""`wartable games` lists the games; `wartable games GAME` lists the options of one."""

import argparse
import textwrap
from typing import Any

from .command import Command
from .common import add_json_argument, print_rows


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="list the options of this game")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    if arguments.game:
        show_options(arguments)
    else:
        show_games(arguments)


def show_games(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import all_games, broken_games

    rows: list[dict[str, Any]] = [
        {
            "game": game.name,
            "title": game.title,
            "players": "-".join(map(str, sorted({game.seats[0], game.seats[-1]}))),
            "minutes": game.minutes,
            "weight": game.weight,
            "rules" if arguments.json else "rules version": game.version,
            "options": ", ".join(option.name for option in game.options) if arguments.json else len(game.options),
        }
        for game in all_games()
    ]
    broken = broken_games()
    if arguments.json:
        rows += [{"game": name, "error": str(error)} for name, error in broken.items()]
    print_rows(rows, arguments.json)
    if not arguments.json:
        print("wartable games GAME lists the options of one.")
    for error in () if arguments.json else broken.values():
        print(f"cannot be used: {error}")


def show_options(arguments: argparse.Namespace) -> None:
    """Print each option with its meaning, its values and their names."""
    from wartable.core.phrases import count
    from wartable.core.registry import find_game
    from wartable.guides.option_words import typed, worded

    game = find_game(arguments.game)
    if arguments.json:
        names = ("name", "title", "says", "default", "takes")
        told = ((one.option.name, one.title, one.says, one.option.first, one.takes()) for one in worded(game))
        print_rows([dict(zip(names, row, strict=True)) for row in told], as_json=True)
        return
    print(f"{game.title} has {count(len(game.options), 'option') if game.options else 'no options'}.")
    for one in worded(game):
        print(f"\n{one.title}: -o {one.option.name}={typed(one.option.first)}")
        print(textwrap.fill(f"{one.says} It takes {one.takes()}.", initial_indent="  ", subsequent_indent="  "))


COMMAND = Command("games", "list the games, or the options of one", arguments, run)
