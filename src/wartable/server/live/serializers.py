"""A table as JSON, for one viewer: scene, choices, log. Everything is made from hidden records only."""

import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

from wartable.compiler.mode import reading
from wartable.core import generic
from wartable.core.frames import SPECTATOR, AnyState
from wartable.core.game import Game, Sentence
from wartable.core.match import Step
from wartable.core.match.perspective import Perspective
from wartable.drawing.cue import Cue
from wartable.drawing.draw import definitions, draw_panel, draw_thing, named, outline_of
from wartable.drawing.faces import Faces
from wartable.drawing.icons import figures
from wartable.drawing.scene import Panel, Scene, Thing, changes
from wartable.drawing.sheet import Sheet
from wartable.drawing.spot import Spot
from wartable.drawing.theme import World

from .deltas import delta

log = logging.getLogger("wartable.server")
_SEAT_NAME = re.compile(r"\{(\d)\}")
_OUTLINE = ' d="'
LONG = 120
"""Outlines with more characters than this are sent once."""


def with_names(words: str, names: tuple[str, ...]) -> str:
    """The text with {0}, {1} ... replaced by the players' names."""
    return _SEAT_NAME.sub(lambda found: names[int(found[1])], words) if "{" in words else words


class Drawn(NamedTuple):
    """JSON, and the outlines that its markup refers to by name."""

    json: dict[str, Any]
    outlines: dict[str, str]


@lru_cache(maxsize=20_000)
def _thing_json(thing: Thing, faces: Faces) -> Drawn:
    markup, outlines = _without_outlines(draw_thing(thing, faces))
    found: dict[str, Any] = {
        "id": thing.id,
        "panel": thing.panel,
        "x": round(thing.x, 1),
        "y": round(thing.y, 1),
        "width": thing.width,
        "height": thing.height,
        "kind": thing.kind,
        "layer": thing.layer,
        "label": thing.label or thing.text,
        "face": "back" if "back" in thing.states else "",
        "markup": markup,
        "ring": outline_of(thing) + (' class="ring main"/>' if "main" in thing.states else ' class="ring"/>'),
    }
    if thing.aside:
        found["aside"] = True
    if thing.focal:
        found["focal"] = True
    if thing.stock:
        found["stock"] = thing.stock
    return Drawn(found, outlines)


def _thing_change(before: Thing, after: Thing, faces: Faces) -> Drawn:
    """The fields that differ, and outlines that the thing did not have before."""
    known, drawn = _thing_json(before, faces), _thing_json(after, faces)
    outlines = {name: outline for name, outline in drawn.outlines.items() if name not in known.outlines}
    return Drawn(delta(known.json, drawn.json), outlines)


def _thing_back(before: Thing | None, now: Thing, names: tuple[str, ...], faces: Faces) -> Drawn:
    """A thing that was absent; if it was known earlier, the difference from then."""
    if before is None:
        return _thing_json(now, faces)
    changed, outlines = _thing_change(named(before, names), now, faces)
    return Drawn(changed | {"back": True}, outlines)


@lru_cache(maxsize=2_000)
def _panel_json(panel: Panel, names: tuple[str, ...], world: World, first: bool) -> Drawn:
    markup, outlines = _without_outlines(with_names(draw_panel(panel, world, first, figures(world.figures)), names))
    found = {
        "id": panel.id,
        "title": with_names(panel.title, names),
        "x": panel.x,
        "y": panel.y,
        "width": panel.width,
        "height": panel.height,
        "dense": panel.dense,
        "markup": markup,
        **({"phone": panel.phone} if panel.phone else {}),
        **(_cells_json(panel, names) if panel.cells else {}),
    }
    return Drawn(found, outlines)


def _cells_json(panel: Panel, names: tuple[str, ...]) -> dict[str, Any]:
    """The pieces of a panel for a phone, and its backdrop without the panel's frame."""
    cells = [{name: value for name, value in asdict(cell).items() if value} for cell in panel.cells]
    return {"cells": cells, "backdrop": with_names(panel.backdrop, names)}


@lru_cache(maxsize=20_000)
def _without_outlines(markup: str) -> tuple[str, dict[str, str]]:
    """The markup with a short name for each long outline, and the outlines by these names."""
    if _OUTLINE not in markup:
        return markup, {}
    first, *others = markup.split(_OUTLINE)
    outlines: dict[str, str] = {}
    parts = [first]
    for other in others:
        end = other.index('"')
        if end >= LONG:
            outline = other[:end]
            short = f"{crc32(outline.encode()):x}"
            outlines[short] = outline
            other = f"#{short}{other[end:]}"
        parts.append(other)
    return _OUTLINE.join(parts), outlines


def _panels(scene: Scene, names: tuple[str, ...]) -> list[Drawn]:
    return [_panel_json(panel, names, scene.world, not number) for number, panel in enumerate(scene.panels)]


def _faces(world: World) -> Faces:
    return Faces(world.title_face, world.text_face)


def _things(scene: Scene, names: tuple[str, ...]) -> list[Drawn]:
    faces = _faces(scene.world)
    return [_thing_json(named(thing, names), faces) for thing in scene.things]


def _gathered(parts: Iterable[Drawn]) -> dict[str, str]:
    """All outlines of some parts."""
    return {name: outline for part in parts for name, outline in part.outlines.items()}


def scene_json(scene: Scene, names: tuple[str, ...]) -> dict[str, Any]:
    """A whole scene. Icon outlines are most of it, and many things share them: each is sent once."""
    panels, things = _panels(scene, names), _things(scene, names)
    return {
        "width": scene.width,
        "height": scene.height,
        "panels": [panel.json for panel in panels],
        "things": [thing.json for thing in things],
        "outlines": _gathered([*panels, *things]),
    }


def scene_changes(before: Scene, after: Scene, names: tuple[str, ...], past: dict[str, Thing] | None = None) -> Drawn:
    """The difference between two scenes: `things`, ids `gone`, and `panels` if they differ.

    Known fields are not repeated; an unchanged panel is given by its id. `past` are things that disappeared and are
    still known: one that comes `back` contains the difference from then.
    """
    past = {} if past is None else past
    changed, gone = changes(before, after)
    faces = _faces(after.world)
    parts = []
    for known, thing in changed:
        now = named(thing, names)
        if known:
            parts.append(_thing_change(named(known, names), now, faces))
        else:
            parts.append(_thing_back(past.pop(thing.id, None), now, names, faces))
    past |= {thing.id: thing for thing in before.things if thing.id in gone} if gone else {}
    things = [part.json for part in parts if len(part.json) > 1]
    found: dict[str, Any] = {"things": things} if things else {}
    if gone:
        found["gone"] = gone
    if before.panels != after.panels or before.world != after.world:
        panels = _panels(after, names)
        known_panels = {panel.json["id"]: panel.json for panel in _panels(before, names)}
        found["panels"] = [_panel_change(known_panels.get(panel.json["id"]), panel.json) for panel in panels]
        found |= {"width": after.width, "height": after.height}
        parts += panels
    return Drawn(found, _gathered(parts))


def _panel_change(before: dict[str, Any] | None, after: dict[str, Any]) -> str | dict[str, Any]:
    if before is None:
        return after
    changed = delta(before, after)
    return changed if len(changed) > 1 else str(after["id"])


def cue_json(cue: Cue, names: tuple[str, ...], said: Callable[[str], str]) -> Drawn:
    """The effect of a note on the stage of a fight, as `said` says its words, with the players' names."""
    found = cue.as_json()
    found |= {word: said(found[word]) for word in ("title", "label") if found.get(word)}
    outlines: dict[str, str] = {}
    for part in (found, *found.get("sides", ())):
        if "picture" in part:
            part["picture"], more = _without_outlines(part["picture"])
            outlines |= more
    for side in found.get("sides", ()):
        side["name"] = with_names(said(side["name"]), names)
        side["of"] = said(side["of"])
    return Drawn(found, outlines)


def spot_json(spot: Spot) -> Drawn:
    """The effect of a note at a thing on the table."""
    found = spot.as_json()
    if "coin" not in found:
        return Drawn(found, {})
    found["coin"]["picture"], outlines = _without_outlines(found["coin"]["picture"])
    return Drawn(found, outlines)


def stage_json(seen: Perspective, view: AnyState, names: tuple[str, ...]) -> Drawn:
    """The fight in progress, for a viewer who joins in the middle of it; null if there is none."""
    staged = seen.match.game.view.staged
    cues = [cue_json(cue, names, seen.catalogue.say) for cue in staged(view, seen.box)] if staged else []
    return Drawn({"stage": [cue.json for cue in cues]} if cues else {}, _gathered(cues))


def scene_of(seen: Perspective, view: AnyState, is_old: bool = False) -> Scene:
    """The scene of a view. For a match under other rules, as much as the current view can draw."""
    try:
        return seen.scene_of(view)
    except Exception:
        if not is_old:
            raise
        log.warning("a state of %s by other rules cannot be drawn", seen.match.game.name, exc_info=True)
        title = seen.catalogue.say("This state cannot be drawn by the rules of today.")
        return Scene(panels=(Panel("board", title, 0, 0, 600, 60),), things=(), width=600, height=60)


def said(seen: Perspective, words: str) -> str:
    """Words of the game in the reader's language, with the players' names."""
    return with_names(seen.catalogue.say(words), seen.players)


def choices_json(seen: Perspective, view: AnyState) -> list[dict[str, Any]]:
    """The legal actions of a seat: code, notation, label, and the things that a hand would touch."""
    match, seat = seen.match, seen.viewer
    if seat == SPECTATOR:
        return []
    words, path = match.game.words, match.game.view.path
    is_risky = match.game.view.is_risky
    return [
        {
            "action": action,
            "notation": words.notation(view, match.box, seat, action),
            "label": said(seen, words.label(view, match.box, seat, action)),
            "path": path(view, match.box, seat, action),
            **({"risky": True} if is_risky and is_risky(view, match.box, seat, action) else {}),
        }
        for action in match.legal(seat)
    ]


def question_json(seen: Perspective, view: AnyState, is_asked: bool) -> dict[str, Any]:
    """What a seat is asked, the state of the match, and the choices if the seat is to act."""
    return {
        "prompt": prompt_text(seen, view),
        "goal": goal_text(seen, view),
        "purse": purse_json(seen, view),
        "phases": phases_json(seen, view),
        "choices": choices_json(seen, view) if is_asked else [],
        "sheets": sheets_json(seen, view) if is_asked else [],
    }


def game_json(game: Game, language: str = "en") -> dict[str, Any]:
    """What a client has to know about a game in order to support touch at its table."""
    view, say = game.view, game.catalogue(language).say
    return {
        "game": game.name,
        "title": say(game.title),
        "secrets": game.has_secrets,
        "walks": view.route is not None,
        "reaches": view.as_if is not None,
        "answers": list(view.answers),
        "by_drag": list(view.by_drag),
        "aloud": list(view.aloud),
        "sheet": {kind.name.lower(): say(row) for kind, row in game.words.sheet.items()},
        "points_are": say(game.words.points_are),
    }


def sheets_json(seen: Perspective, view: AnyState) -> list[dict[str, Any]]:
    """The order forms of a seat, if the game has any."""
    sheets = seen.match.game.view.sheets
    if not sheets or seen.viewer == SPECTATOR:
        return []
    return [_sheet_json(sheet, seen.catalogue.say) for sheet in sheets(view, seen.box, seen.viewer)]


def _sheet_json(sheet: Sheet, say: Callable[[str], str]) -> dict[str, Any]:
    found = asdict(sheet) | {"title": say(sheet.title), "button": say(sheet.button), "sides": [*map(say, sheet.sides)]}
    found["stock"] = [(say(name), amount) for name, amount in sheet.stock]
    found["rows"] = [asdict(row) | {"label": say(row.label)} for row in sheet.rows]
    return found


def log_json(seen: Perspective, steps: Iterable[tuple[int, Step]], is_old: bool = False) -> list[dict[str, Any]]:
    """The sentences that a viewer is told of these steps, each with its number in the log.

    For a match under other rules, the sentences of the current rules.
    """
    lines = []
    for number, step in steps:
        try:
            told = seen.tell(step)
        except Exception:
            if not is_old:
                raise
            told = []
        seat = seen.doer(step) if told else None
        lines += [line_json(seen, number, seat, sentence) for sentence in told]
    return lines


def line_json(seen: Perspective, number: int, seat: int | None, sentence: Sentence) -> dict[str, Any]:
    """A sentence of the log, whether it is an important moment, and its note for programs."""
    note, match = sentence.note, seen.match
    return {
        "step": number,
        "seat": seat,
        "text": sentence.named(seen.players),
        "rule": match.game.rule_name(sentence.rule) if sentence.rule else "",
        "level": int(sentence.level),
        "moment": note is not None and note.kind in match.game.moments,
        "note": None if note is None else note.as_json(match.game.counter_names),
    }


def score_json(seen: Perspective) -> list[dict[str, Any]]:
    """The score sheet of a finished match: a row for each kind of change, with its sum for each seat."""
    match, say = seen.match, seen.catalogue.say
    rows = {kind: [0] * len(match.players) for kind in match.game.words.sheet}
    for note in match.notes():
        if note.kind in rows and note.counter and note.seat >= 0:
            rows[note.kind][note.seat] += note.amount
    return [{"label": say(match.game.words.sheet[kind]), "amounts": row} for kind, row in rows.items() if any(row)]


def prompt_text(seen: Perspective, view: AnyState) -> str:
    return said(seen, seen.match.game.words.prompt(view, seen.box, seen.viewer))


def goal_text(seen: Perspective, view: AnyState) -> str:
    """What decides the match and how it stands, if the game says so; the viewer is "you"."""
    goal, say = seen.match.game.words.goal, seen.catalogue.say
    names = tuple(say("you") if owner == seen.viewer else name for owner, name in enumerate(seen.players))
    return with_names(say(goal(view, seen.box, seen.viewer)), names) if goal else ""


def purse_json(seen: Perspective, view: AnyState) -> list[tuple[str, int]]:
    """What a player has to spend, by name."""
    if seen.viewer == SPECTATOR:
        return []
    game, box = seen.match.game, seen.box
    with reading():
        counted = [(int(one), int(generic.tally(view, box, seen.viewer, one))) for one in game.view.purse]
    return [(seen.catalogue.say(game.counter_names[one].replace("_", " ")), amount) for one, amount in counted]


def phases_json(seen: Perspective, view: AnyState) -> dict[str, Any] | None:
    """The parts of a turn and the current one, if the game says so."""
    game, say = seen.match.game, seen.catalogue.say
    if game.words.phases is None:
        return None
    phases = game.words.phases(view, seen.box, seen.viewer)
    parts = [{"name": say(name), "rule": game.rule_name(rule)} for name, rule in phases.parts]
    return {"when": said(seen, phases.when), "parts": parts, "now": phases.now}


def patterns() -> str:
    """The patterns that backdrops refer to, once for a page."""
    return definitions()
