"""`wartable games`: what can be played."""

import argparse

from .command import Command
from .common import add_json_argument, print_rows


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import all_games, broken_games

    rows = [
        {
            "game": game.name,
            "title": game.title,
            "players": "-".join(map(str, sorted({game.seats[0], game.seats[-1]}))),
            "minutes": game.minutes,
            "weight": game.weight,
            "rules": game.version,
            "options": ", ".join(option.name for option in game.options),
        }
        for game in all_games()
    ]
    broken = broken_games()
    if arguments.json:
        rows += [{"game": name, "error": str(error)} for name, error in broken.items()]
    print_rows(rows, arguments.json)
    for error in () if arguments.json else broken.values():
        print(f"cannot be used: {error}")


COMMAND = Command("games", "list the games", add_json_argument, run)
