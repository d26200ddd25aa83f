"""The cover of a game: what the lobby shows of it from the first second, before any of its rules are compiled.

`cover.jsonl` in the game's folder is a match well on its way, and `cover.svg` the picture of its board in theme
variables. `python tools/make_covers.py` plays the one and draws the other; showing it runs no rule.
"""

import re
from collections import Counter
from dataclasses import replace

from .draw import composed, definitions
from .errors import BadSave
from .frames import SPECTATOR
from .game import Game
from .generic import as_it_is
from .match import Match
from .theme import PLAIN, World, paint

COVER = "cover.jsonl"
PICTURE = "cover.svg"
_MATERIALS = "<desc>materials</desc>"
"""Where lights and textures are put when the picture is shown: they are the same for all."""
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


def draw_cover(match: Match) -> str:
    """The board of a match as everybody sees it, in theme variables; outlines that come again are in it once."""
    scene = match.game.view.scene(match.observe(SPECTATOR), match.box, SPECTATOR)
    board = scene.panels[0]
    things = tuple(thing for thing in scene.things if thing.panel == board.id)
    alone = replace(scene, panels=(replace(board, x=0, y=0),), things=things)
    drawn = composed(
        replace(alone, width=round(board.width), height=round(board.height)), _MATERIALS, frozenset(), match.players
    )
    return shared_outlines(drawn.replace("<svg ", f'<svg data-world="{scene.world.name}" ', 1))


def kept_picture(game: Game, theme: str) -> str | None:
    """The kept picture of a game's cover in a theme; None where there is none."""
    path = game.folder / PICTURE
    if not path.is_file():
        return None
    drawn = path.read_text("utf-8").replace(_MATERIALS, definitions(inside=True), 1)
    return paint(drawn, world_of(game).theme(theme))


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
