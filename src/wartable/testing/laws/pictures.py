"""The laws of pictures: every thing can be drawn, and what can be touched is visible and has a label."""

from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import get_args

from wartable.core.frames import SPECTATOR
from wartable.core.match.perspective import hidden
from wartable.drawing import draw
from wartable.drawing.draw import draw_thing
from wartable.drawing.icons import is_drawn, own_prefix, sheet
from wartable.drawing.scene import Mark, Scene, Shape, Thing
from wartable.drawing.theme import World
from wartable.drawing.tints import untinted

from .moment import Moment

SMALLEST = 13
"""The smallest text, in pixels on a table of 1366 x 720; phones enlarge it."""


def check_pictures(moment: Moment, viewer: int) -> None:
    game, box = moment.game, moment.box
    view = hidden(moment.s, box, viewer)
    before = view.tobytes()
    scene = game.view.scene(view, box, viewer)
    board = untinted(game.view.board(view, box, viewer))
    if not board.strip():
        raise moment.broken("there is a text board", f"viewer {viewer}", "board")
    _check_things(moment, scene)
    if viewer in moment.due() and viewer != SPECTATOR:
        _check_paths(moment, viewer, scene)
    if view.tobytes() != before:
        raise moment.broken("looking changes nothing", f"viewer {viewer}", "scene")


@lru_cache(maxsize=20_000)
def _draw_once(thing: Thing) -> None:
    """Cached, since most things stay the same from one moment to the next."""
    draw_thing(thing)


@lru_cache(maxsize=20_000)
def _misspelt(thing: Thing, world: World) -> str:
    """An unknown shape, state or tint of a thing, with the most similar known one."""
    words = [("shape", thing.shape, get_args(Shape)), ("tint", thing.tint, tuple(world.theme("dark")))]
    for what, word, known in (*words, *(("state", state, get_args(Mark)) for state in thing.states)):
        if word and word not in known:
            near = "".join(f"; did you mean {one}?" for one in get_close_matches(word, known, 1))
            return f"{thing.id} has the unknown {what} {word!r}{near}"
    return ""


def _check_things(moment: Moment, scene: Scene) -> None:
    if not scene.panels or scene.panels[0].id != "board":
        raise moment.broken("the first panel is the board", ", ".join(panel.id for panel in scene.panels), "scene")
    own, is_guest = own_prefix(moment.game.name), Path(draw.__file__).parents[1] not in moment.game.folder.parents
    for thing in scene.things:
        if thing.kind == "text" and thing.height < SMALLEST:
            detail = f"{thing.id} has {thing.height:g} px; {SMALLEST} are the least"
            raise moment.broken("every text can be read", detail, "scene")
        if is_guest and thing.icon and sheet() and not thing.icon.startswith(own) and not is_drawn(thing.icon):
            near = "".join(f"; did you mean {one}?" for one in get_close_matches(thing.icon, sheet(), 1))
            raise moment.broken(
                "an icon is one of those that are there", f"{thing.id} has {thing.icon!r}{near}", "scene"
            )
        if thing.icon.startswith(own) and not is_drawn(thing.icon):
            file = f"icons/{thing.icon.removeprefix(own)}.svg"
            raise moment.broken("an icon of the game's own is there", f"{thing.id} needs {file}", "scene")
        if misspelt := _misspelt(thing, scene.world):
            raise moment.broken("a thing has a known shape, states and tint", misspelt, "scene")
        try:
            _draw_once(thing)
        except KeyError:
            detail = f"{thing.id} is of kind {thing.kind!r}; the kinds are in wartable.drawing.scene.Thing"
            raise moment.broken("every thing is of a kind that can be drawn", detail, "scene") from None
        except (TypeError, ValueError) as error:
            raise moment.broken("every thing can be drawn", f"{thing.id}, a {thing.kind}: {error}", "scene") from None


def _check_paths(moment: Moment, viewer: int, scene: Scene) -> None:
    touched = {id for path in moment.paths(viewer).values() for id in path}
    places: dict[tuple[object, ...], str] = {}
    for thing in scene.things:
        if thing.id in touched:
            place = (thing.panel, thing.kind, thing.layer, round(thing.x), round(thing.y))
            if (other := places.setdefault(place, thing.id)) != thing.id:
                detail = f"{thing.id} lies on {other}"
                raise moment.broken("what can be touched is not covered", detail, "scene")
    labels = {thing.id: thing.label or thing.text for thing in scene.things}
    for action, path in moment.paths(viewer).items():
        missing = [id for id in path if id not in labels]
        if missing:
            detail = f"{path}: no {', '.join(missing)}"
            raise moment.broken("a path touches things that are there", detail, "path", action)
        silent = [id for id in path if not labels[id]]
        if silent:
            raise moment.broken("what can be touched has a label", f"{', '.join(silent)} has none", "scene")
