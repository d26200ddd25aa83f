"""`wartable dev GAME`: the studio for authors of games."""

import argparse

from wartable.errors import BadOption

from .command import Command
from .common import pairs


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument(
        "--port", type=int, default=8021, help="port on this machine (default: 8021; 0 picks a free one)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the dice (default: 0)")
    parser.add_argument("--no-browser", action="store_true", help="print the address, do not open the browser")


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.studio.run import serve
    from wartable.studio.session import Studio

    game = find_game(arguments.game)
    if arguments.players is not None and arguments.players not in game.seats:
        raise BadOption(f"--players {arguments.players}: {game.title} takes {', '.join(map(str, game.seats))}")
    if not 0 <= arguments.port <= 65535:
        raise BadOption(f"--port {arguments.port}: it takes 0 to 65535")
    studio = Studio(game, pairs(arguments.option, "option"), arguments.players, arguments.seed)
    serve(studio, arguments.port, browser=not arguments.no_browser)


COMMAND = Command("dev", "write a game in the studio: its table in the browser updates as you save", arguments, run)
