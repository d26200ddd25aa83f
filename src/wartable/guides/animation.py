"""Part of a match as one animated SVG: the board, moving pieces, and captions.

Every note of the actions is a moment, as in the film of each action (`core/match/film.py`). The file needs no script
and no network, and repeats forever in any viewer of pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.drawing.draw import MATERIALS, draw_panel, draw_thing, named, with_materials
from wartable.drawing.lettering import fit, text
from wartable.drawing.materials import textured
from wartable.drawing.scene import Panel, Scene, Thing
from wartable.drawing.theme import paint

from .cover import shared_outlines

MOMENT, GLIDE, REST = 0.9, 0.35, 2.0
"""Durations in seconds: of a moment, of a move to a new place, and of the pause before it repeats."""
CAPTION = 38


@dataclass(frozen=True)
class Beat:
    """The table at one moment, with its caption."""

    scene: Scene
    words: str


def moments(match: Match, first: int, last: int, viewer: int = SPECTATOR, most: int = 40) -> list[Beat]:
    """The moments of the actions from `first` to `last` that change the board, after the position before them.

    If there are more than `most`, the last ones.
    """
    eye = match.see(viewer)
    found = [Beat(_scene(match, eye.view_at(first), viewer), "")]
    for step in match.steps[first:last]:
        for shot in eye.film(step):
            said = [sentence.text for sentence in eye.sentences(shot.notes)]
            moment = Beat(_scene(match, shot.state, viewer), said[0].format(*match.players) if said else "")
            if _on_board(moment.scene) != _on_board(found[-1].scene):
                found.append(moment)
    return found[-most:]


def _scene(match: Match, view: object, viewer: int) -> Scene:
    return match.game.view.scene(view, match.box, viewer)


def _on_board(scene: Scene) -> dict[str, Thing]:
    return {thing.id: thing for thing in scene.things if thing.panel == scene.panels[0].id}


def animate(shown: Sequence[Beat], theme: str, names: tuple[str, ...]) -> str:
    """The board through all moments, as one SVG document."""
    scene = shown[0].scene
    board = scene.panels[0]
    clock = Timeline(len(shown))
    boards = [_on_board(moment.scene) for moment in shown]
    ids = dict.fromkeys(id for things in boards for id in things)
    layers = {id: next(things[id].layer for things in boards if id in things) for id in ids}
    width, height = board.width, board.height + CAPTION
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="var(--text-face)"><defs>{MATERIALS}</defs>',
        f'<rect width="{width:g}" height="{height:g}" fill="var(--room)"/>',
        textured(f'<rect width="{width:g}" height="{height:g}"', scene.world.room),
        draw_panel(replace(board, x=0, y=0), scene.world, first=True),
    ]
    parts += [
        _moving([things.get(id) for things in boards], clock, names) for id in sorted(ids, key=lambda id: layers[id])
    ]
    parts += _captions(shown, board, clock)
    return shared_outlines(paint(with_materials("".join(parts) + "</svg>"), scene.world.theme(theme)))


class Timeline:
    """The start of each moment, as a fraction of the whole."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seconds = count * MOMENT + REST
        self.timing = f'dur="{self.seconds:g}s" repeatCount="indefinite"'

    def at(self, moment: int, later: float = 0.0) -> float:
        return (moment * MOMENT + later) / self.seconds


def _moving(life: Sequence[Thing | None], clock: Timeline, names: tuple[str, ...]) -> str:
    """A thing through all moments: it moves, changes its look, appears and disappears."""
    there = [thing for thing in life if thing is not None]
    looks: dict[str, list[bool]] = {}
    for number, thing in enumerate(life):
        if thing is not None:
            looks.setdefault(draw_thing(named(thing, names)), [False] * len(life))[number] = True
    drawn = "".join(_shown_while(look, seen, clock) for look, seen in looks.items())
    first = there[0]
    return f'<g transform="translate({first.x:.1f} {first.y:.1f})">{_way(life, clock)}{drawn}</g>'


def _way(life: Sequence[Thing | None], clock: Timeline) -> str:
    """The position of a thing over time; empty if it never moves."""
    at = next(thing for thing in life if thing is not None)
    stops = [(0.0, at)]
    for number, thing in enumerate(life):
        if thing is not None and (thing.x, thing.y) != (at.x, at.y):
            stops += [(clock.at(number), at), (clock.at(number, GLIDE), thing)]
            at = thing
    if len(stops) == 1:
        return ""
    stops.append((1.0, at))
    times = ";".join(f"{when:.4f}" for when, _ in stops)
    places = ";".join(f"{thing.x:.1f} {thing.y:.1f}" for _, thing in stops)
    return (
        f'<animateTransform attributeName="transform" type="translate" {clock.timing} keyTimes="{times}" '
        f'values="{places}"/>'
    )


def _shown_while(drawn: str, seen: Sequence[bool], clock: Timeline) -> str:
    """An element that is visible during some moments only."""
    if all(seen):
        return drawn
    turns = [(0, seen[0])] + [(n, seen[n]) for n in range(1, len(seen)) if seen[n] != seen[n - 1]]
    times = ";".join(f"{clock.at(number):.4f}" for number, _ in turns)
    values = ";".join("inline" if is_seen else "none" for _, is_seen in turns)
    start = "inline" if seen[0] else "none"
    return (
        f'<g display="{start}"><animate attributeName="display" calcMode="discrete" {clock.timing} '
        f'keyTimes="{times}" values="{values}"/>{drawn}</g>'
    )


def _captions(shown: Sequence[Beat], board: Panel, clock: Timeline) -> list[str]:
    """The captions below the board; a sentence stays until the next."""
    said: list[str] = []
    for moment in shown:
        said.append(moment.words or (said[-1] if said else ""))
    y = board.height + CAPTION / 2 + 6
    parts = []
    for words in dict.fromkeys(said):
        if words:
            room = board.width - 24
            line = text(fit(words, room, 14), board.width / 2, y, 17, weight=600)
            # Whatever face there is, it stays within the picture.
            if len(words) * 11 > room:
                line = line.replace("<text ", f'<text textLength="{room:g}" lengthAdjust="spacingAndGlyphs" ', 1)
            parts.append(_shown_while(line, [one == words for one in said], clock))
    return [f"<title>{escape(said[-1])}</title>", *parts]
