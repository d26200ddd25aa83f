"""`wartable print GAME`: the box and the rulebook on paper."""

import argparse
from pathlib import Path

from wartable.errors import BadOption

from .command import Command
from .common import add_json_argument, add_table_arguments, chosen_variant, print_rows


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument(
        "--players", type=int, default=0, metavar="N", help="print for N players (default: as many as the game takes)"
    )
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="paper size (default: a4)")
    parser.add_argument("--low-ink", action="store_true", help="white backgrounds, pieces edge to edge, no bleed")
    parser.add_argument("--png", action="store_true", help="also write every face as a PNG with 3 mm of bleed")
    parser.add_argument("--tabletop", action="store_true", help="also write a saved object of Tabletop Simulator")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: print/GAME)")
    add_table_arguments(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game
    from wartable.printing.booklet import booklet
    from wartable.printing.kit import Kit
    from wartable.printing.tabletop import write_tabletop

    game = find_game(arguments.game)
    if arguments.players and arguments.players not in game.seats:
        raise BadOption(f"--players {arguments.players}: {game.title} takes {' or '.join(map(str, game.seats))}")
    kit = Kit(game, chosen_variant(arguments, game), arguments.players, arguments.paper, arguments.low_ink)
    folder = arguments.out or Path("print") / game.name
    sheets = kit.pdf()
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{game.name}-{what}-{arguments.paper}.pdf" for what in ("sheets", "rules")]
    written[0].write_bytes(sheets)
    written[1].write_bytes(booklet(kit))
    rows = [
        {"file": str(written[0]), "what": f"{len(kit.sheets)} sheets; page 1 says what to print how often"},
        {"file": str(written[1]), "what": "the rulebook"},
    ]
    if arguments.png:
        pictures = folder / "png"
        pictures.mkdir(exist_ok=True)
        for name, picture in kit.pictures().items():
            (pictures / name).write_bytes(picture)
        rows.append({"file": str(pictures), "what": f"{len(list(pictures.glob('*.png')))} faces with bleed"})
    if arguments.tabletop:
        rows.append({"file": str(write_tabletop(kit, folder.resolve())[-1]), "what": "a saved object"})
    print_rows(rows, arguments.json, f"{game.title}, for {kit.seats} players")


COMMAND = Command("print", "print and play: write the box, player aids and rulebook of a game as PDF", arguments, run)
