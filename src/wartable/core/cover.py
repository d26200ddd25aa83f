"""The cover of a game: what the lobby shows of it from the first second, before any of its rules are compiled.

`cover.jsonl` in the game's folder is a match well on its way, and `cover.svg` the picture of its board in theme
variables. `python tools/make_covers.py` plays the one and draws the other; showing it runs no rule.
"""

import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from .draw import composed, with_materials
from .errors import BadSave
from .frames import SPECTATOR
from .game import Game
from .generic import as_it_is
from .match import Match
from .scene import Thing
from .theme import PLAIN, World, paint

COVER = "cover.jsonl"
PICTURE = "cover.svg"
_VIEW = re.compile(r'viewBox="([^"]*)" width="[^"]*" height="[^"]*"')
ROOM = 24
_LONG_PATH = re.compile(r'<path d="([^"]{160,})"')


def cover_of(game: Game) -> Match | None:
    """The kept match; None where there is none, or where the rules have changed since it was played."""
    path = game.folder / COVER
    if not path.is_file():
        return None
    with as_it_is(game.name):
        try:
            return Match.load(path, lambda _: game)
        except BadSave:
            return None


class Window(NamedTuple):
    """A part of the board."""

    left: float
    top: float
    width: float
    height: float


def draw_cover(match: Match, window: Window | None = None) -> str:
    """The board of a match as everybody sees it, or a part of it, in theme variables; each outline is in it once.

    Nothing is drawn that does not show in the window.
    """
    scene = match.game.view.scene(match.observe(SPECTATOR), match.box, SPECTATOR)
    board = scene.panels[0]
    part = window or Window(0, 0, board.width, board.height)
    things = tuple(thing for thing in scene.things if thing.panel == board.id and _is_in(thing, part))
    alone = replace(scene, panels=(replace(board, x=0, y=0),), things=things)
    return shared_outlines(composed(alone, names=match.players, part=part))


def window_of(drawn: str) -> Window:
    """The part of the board that a picture shows."""
    found = _VIEW.search(drawn)
    assert found, "no picture of a board"
    return Window(*map(float, found[1].split()))


def _is_in(thing: Thing, part: Window) -> bool:
    """Does it show? Rings, shadows and banners stand out of a thing a little."""
    across, down = thing.width / 2 + ROOM, thing.height / 2 + ROOM
    is_beside = thing.x + across < part.left or thing.x - across > part.left + part.width
    return not (is_beside or thing.y + down < part.top or thing.y - down > part.top + part.height)


def kept_picture(game: Game, theme: str) -> str | None:
    """The kept picture of a game's cover in a theme; None where there is none."""
    path = game.folder / PICTURE
    if not path.is_file():
        return None
    return paint(with_materials(path.read_text("utf-8")), world_of(game).theme(theme))


def world_of(game: Game) -> World:
    """The look of a game, as its view names it."""
    found = getattr(game.view, "WORLD", PLAIN)
    return found if isinstance(found, World) else PLAIN


def shared_outlines(drawn: str) -> str:
    """The picture with every long outline that it has more than once written down once."""
    often = [path for path, times in Counter(_LONG_PATH.findall(drawn)).items() if times > 1]
    for number, path in enumerate(often):
        drawn = drawn.replace(f'<path d="{path}"', f'<use href="#o{number}"')
    symbols = "".join(f'<path id="o{number}" d="{path}"/>' for number, path in enumerate(often))
    return drawn.replace("</defs>", f"{symbols}</defs>", 1)
