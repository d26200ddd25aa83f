"""`wartable show FILE`: a position of a save as a picture or as text."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.errors import BadOption

if TYPE_CHECKING:
    from wartable.core.match import Match

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a saved match")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write an SVG file (- for stdout)")
    parser.add_argument("--png", type=Path, metavar="OUT", help="write a PNG file")
    parser.add_argument("--film", type=Path, metavar="OUT", help="write the last actions as an animated SVG file")
    parser.add_argument(
        "--actions", type=int, default=16, metavar="N", help="number of actions in the film (default: 16)"
    )
    parser.add_argument("--at", type=int, metavar="N", help="after N actions (default: all)")
    parser.add_argument("--seat", type=int, metavar="S", help="as seat S sees it, from 0 (default: as a spectator)")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="colours of the picture")
    parser.add_argument("--width", type=int, default=1440, help="width of the PNG in pixels (default: 1440)")


def run(arguments: argparse.Namespace) -> None:
    from wartable.compiler.ahead.background import find_to_read
    from wartable.core.frames import SPECTATOR
    from wartable.core.match import Match
    from wartable.drawing.draw import draw
    from wartable.drawing.picture import png
    from wartable.drawing.tints import untinted

    match = Match.load(arguments.file, find_to_read)
    number = len(match.steps) if arguments.at is None else arguments.at
    if not 0 <= number <= len(match.steps):
        raise BadOption(f"--at {number}: the match has {len(match.steps)} actions")
    seat = SPECTATOR if arguments.seat is None else arguments.seat
    if seat != SPECTATOR and seat not in match.seats:
        raise BadOption(f"--seat {seat}: the seats are {', '.join(map(str, match.seats))}")
    if not 16 <= arguments.width <= 8000:
        raise BadOption(f"--width {arguments.width}: it takes 16 to 8000 pixels")
    if arguments.film:
        write_film(arguments, match, number, seat)
        return
    view = match.see(seat).view_at(number)
    if not arguments.svg and not arguments.png:
        print(untinted(match.game.view.board(view, match.box, seat)).format(*match.players))
        return
    svg = draw(match.game.view.scene(view, match.box, seat), arguments.theme, names=match.players)
    if arguments.png:
        arguments.png.write_bytes(png(svg, arguments.width))
    if arguments.svg and str(arguments.svg) == "-":
        sys.stdout.write(svg)
    elif arguments.svg:
        arguments.svg.write_text(svg, "utf-8")


def write_film(arguments: argparse.Namespace, match: "Match", number: int, seat: int) -> None:
    """Write the actions that led to a position as a film."""
    from wartable.guides.animation import animate, moments

    if arguments.actions < 1:
        raise BadOption(f"--actions {arguments.actions}: a film has at least 1")
    shown = moments(match, max(0, number - arguments.actions), number, seat)
    arguments.film.write_text(animate(shown, arguments.theme, match.players), "utf-8")


COMMAND = Command("show", "draw a position of a save, or a film of the last actions: text, SVG or PNG", arguments, run)
