"""The cover of a game: the lobby's picture of it, available before any of its rules are compiled.

`cover.jsonl` in the game's folder is a match in progress, and `cover.svg` the picture of its board in theme variables.
`python tools/make_covers.py` plays the match and draws the picture; showing it runs no rule.
"""

import re
from collections import Counter
from dataclasses import replace

from wartable.core.contract import Sight, Window
from wartable.core.frames import SPECTATOR, AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.generic import as_it_is
from wartable.core.match import Match
from wartable.drawing.draw import composed, with_materials
from wartable.drawing.scene import Panel, Scene, Thing
from wartable.drawing.theme import World, paint
from wartable.errors import BadSave

COVER = "cover.jsonl"
PICTURE = "cover.svg"
ROOM = 24
_LONG_PATH = re.compile(r'<path d="([^"]{160,})"')


def cover_of(game: Game) -> Match | None:
    """The stored match; None if there is none, or if the rules have changed since."""
    path = game.folder / COVER
    if not path.is_file():
        return None
    with as_it_is(game.name):
        try:
            return Match.load(path, lambda _: game)
        except BadSave:
            return None


def sight_of(game: Game) -> Sight | None:
    """The part of the table that a game has chosen for its cover; None for the best part of the board."""
    return game.view.cover


def covered(game: Game, view: AnyState, box: AnyBox, seat: int) -> Scene:
    """The whole that a cover is a part of: the table if the game has chosen a part, else the board."""
    scene = game.view.scene(view, box, seat)
    if sight_of(game):
        return scene
    board = scene.panels[0]
    things = tuple(thing for thing in scene.things if thing.panel == board.id)
    return replace(scene, panels=(replace(board, x=0, y=0),), things=things)


def draw_cover(match: Match, window: Window | None = None) -> str:
    """The public board of a match, or a part of it, in theme variables; each outline is included once.

    Things outside the window are not drawn. A game may choose another part of its table (`Sight`).
    """
    sight = sight_of(match.game)
    seat = sight.seat if sight else SPECTATOR
    scene = covered(match.game, match.observe(seat), match.box, seat)
    first = scene.panels[0]
    part = sight.window if sight else window or Window(0, 0, first.width, first.height)
    panels = {panel.id: panel for panel in scene.panels}
    things = tuple(thing for thing in scene.things if _is_in(thing, panels[thing.panel], part))
    alone = replace(scene, things=things)
    return shared_outlines(composed(alone, names=match.players, part=part))


def _is_in(thing: Thing, panel: Panel, part: Window) -> bool:
    """Whether a thing is visible. Rings, shadows and banners extend a little beyond it."""
    x, y = panel.x + thing.x, panel.y + thing.y
    across, down = thing.width / 2 + ROOM, thing.height / 2 + ROOM
    is_beside = x + across < part.left or x - across > part.left + part.width
    return not (is_beside or y + down < part.top or y - down > part.top + part.height)


def kept_picture(game: Game, theme: str) -> str | None:
    """The stored picture of a game's cover in a theme; None if there is none."""
    path = game.folder / PICTURE
    if not path.is_file():
        return None
    return paint(with_materials(path.read_text("utf-8")), world_of(game).theme(theme))


def world_of(game: Game) -> World:
    """The look of a game, from its view."""
    return game.view.world


def shared_outlines(drawn: str) -> str:
    """The picture with every repeated long outline defined only once."""
    often = [path for path, times in Counter(_LONG_PATH.findall(drawn)).items() if times > 1]
    for number, path in enumerate(often):
        drawn = drawn.replace(f'<path d="{path}"', f'<use href="#o{number}"')
    symbols = "".join(f'<path id="o{number}" d="{path}"/>' for number, path in enumerate(often))
    return drawn.replace("</defs>", f"{symbols}</defs>", 1)
