"""A table as JSON, for one viewer: scene, choices, log. Everything here is made from hidden records only."""

import logging
import re
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any
from zlib import crc32

from wartable.core.cue import Cue
from wartable.core.draw import definitions, draw_panel, draw_thing, named, outline_of
from wartable.core.faces import Faces
from wartable.core.frames import SPECTATOR
from wartable.core.game import Sentence
from wartable.core.match import Match, Outcome, Step
from wartable.core.phases import Phases
from wartable.core.record import Record
from wartable.core.scene import Panel, Scene, Thing, changes
from wartable.core.theme import World

from .stream import doer

log = logging.getLogger("wartable.server")
_SEAT_NAME = re.compile(r"\{(\d)\}")
_OUTLINE = ' d="'
LONG = 120
"""Outlines of so many characters are sent once."""


def with_names(words: str, names: tuple[str, ...]) -> str:
    """The words with the players' names where they say {0}, {1} ..."""
    return _SEAT_NAME.sub(lambda found: names[int(found[1])], words) if "{" in words else words


@lru_cache(maxsize=20_000)
def _thing_json(thing: Thing, faces: Faces) -> dict[str, Any]:
    return {
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
        "markup": draw_thing(thing, faces),
        "ring": f'{outline_of(thing)} class="ring"/>',
        **({"aside": True} if thing.aside else {}),
    }


def things_json(things: Iterable[Thing], names: tuple[str, ...], world: World) -> list[dict[str, Any]]:
    faces = Faces(world.title_face, world.text_face)
    return [_thing_json(named(thing, names), faces) for thing in things]


@lru_cache(maxsize=2_000)
def _panel_json(panel: Panel, names: tuple[str, ...], world: World, first: bool) -> dict[str, Any]:
    return {
        "id": panel.id,
        "title": with_names(panel.title, names),
        "x": panel.x,
        "y": panel.y,
        "width": panel.width,
        "height": panel.height,
        "dense": panel.dense,
        "markup": with_names(draw_panel(panel, world, first), names),
        **({"phone": panel.phone} if panel.phone else {}),
        **(_cells_json(panel, names) if panel.cells else {}),
    }


def _cells_json(panel: Panel, names: tuple[str, ...]) -> dict[str, Any]:
    """The pieces of a panel for a phone, and its backdrop alone: no piece of it has the panel's frame."""
    cells = [{name: value for name, value in asdict(cell).items() if value} for cell in panel.cells]
    return {"cells": cells, "backdrop": with_names(panel.backdrop, names)}


@lru_cache(maxsize=20_000)
def _without_outlines(markup: str) -> tuple[str, dict[str, str]]:
    """The markup with a short name for each long outline, and the outlines by these names."""
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


def scene_json(scene: Scene, names: tuple[str, ...]) -> dict[str, Any]:
    """All of a scene. Icons' outlines are most of it, and many things have the same ones: each is sent once."""
    outlines: dict[str, str] = {}

    def short(part: dict[str, Any]) -> dict[str, Any]:
        markup, found = _without_outlines(part["markup"])
        outlines.update(found)
        return {**part, "markup": markup} if found else part

    panels = (_panel_json(panel, names, scene.world, not number) for number, panel in enumerate(scene.panels))
    return {
        "width": scene.width,
        "height": scene.height,
        "panels": [short(panel) for panel in panels],
        "things": [short(thing) for thing in things_json(scene.things, names, scene.world)],
        "outlines": outlines,
    }


def scene_changes(before: Scene, after: Scene, names: tuple[str, ...]) -> dict[str, Any]:
    """What a client has to change to get from one scene to the next; all of it where the panels differ."""
    if before.panels != after.panels:
        return {"scene": scene_json(after, names)}
    changed, gone = changes(before, after)
    return {"things": things_json(changed, names, after.world), "gone": gone}


def cue_json(cue: Cue, names: tuple[str, ...]) -> dict[str, Any]:
    """What a note is on the stage of a fight, with the players' names."""
    found = cue.as_json()
    for side in found.get("sides", ()):
        side["name"] = with_names(side["name"], names)
    return found


def stage_json(match: Match, view: Record, names: tuple[str, ...]) -> dict[str, Any]:
    """The fight that goes on, for the stage of somebody who comes in the middle of it; nothing where there is none."""
    staged = getattr(match.game.view, "staged", None)
    cues = [cue_json(cue, names) for cue in staged(view, match.box)] if staged else []
    return {"stage": cues} if cues else {}


def scene_of(match: Match, view: Record, seat: int, is_old: bool = False) -> Scene:
    """What a seat sees. Of a match by other rules, which may know things that are unknown here, as much as can be."""
    try:
        return match.game.view.scene(view, match.box, seat)
    except Exception:
        if not is_old:
            raise
        log.warning("a state of %s by other rules cannot be drawn", match.game.name, exc_info=True)
        title = "This state cannot be drawn by the rules of today."
        return Scene(panels=(Panel("board", title, 0, 0, 600, 60),), things=(), width=600, height=60)


def choices_json(match: Match, view: Record, seat: int) -> list[dict[str, Any]]:
    """The legal actions of a seat: code, notation, label, and the things that a hand would touch."""
    if seat == SPECTATOR:
        return []
    words, path = match.game.words, match.game.view.path
    is_risky = getattr(match.game.view, "is_risky", None)
    return [
        {
            "action": action,
            "notation": words.notation(view, match.box, seat, action),
            "label": with_names(words.label(view, match.box, seat, action), match.players),
            "path": path(view, match.box, seat, action),
            **({"risky": True} if is_risky and is_risky(view, match.box, seat, action) else {}),
        }
        for action in match.legal(seat)
    ]


def sheets_json(match: Match, view: Record, seat: int) -> list[dict[str, Any]]:
    """What a seat may order on a sheet, where the game has any."""
    sheets = getattr(match.game.view, "sheets", None)
    return [asdict(sheet) for sheet in sheets(view, match.box, seat)] if sheets and seat != SPECTATOR else []


def log_json(
    match: Match, steps: Iterable[tuple[int, Step]], viewer: int, is_old: bool = False
) -> list[dict[str, Any]]:
    """The sentences that a viewer is told of these steps, each with the number that it is to have in the log.

    Of a match by other rules, the sentences that the rules of today find for it.
    """
    lines = []
    for number, step in steps:
        try:
            told = match.tell(step, viewer)
        except Exception:
            if not is_old:
                raise
            told = []
        seat = doer(match, step, viewer) if told else None
        lines += [line_json(match, number, seat, sentence) for sentence in told]
    return lines


def line_json(match: Match, number: int, seat: int | None, sentence: Sentence) -> dict[str, Any]:
    """A sentence of the log, whether it is a moment that nobody should miss, and its note for programs."""
    note = sentence.note
    return {
        "step": number,
        "seat": seat,
        "text": sentence.named(match.players),
        "rule": match.game.rule_name(sentence.rule) if sentence.rule else "",
        "level": int(sentence.level),
        "moment": note is not None and note.kind in match.game.moments,
        "note": None if note is None else note.as_json(match.game.counter_names),
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "rule": outcome.rule,
        "text": outcome.text,
        "scores": list(outcome.scores),
        "points": list(outcome.points),
    }


def prompt_text(match: Match, view: Record, seat: int) -> str:
    return with_names(match.game.words.prompt(view, match.box, seat), match.players)


def goal_text(match: Match, view: Record, seat: int) -> str:
    """What decides the match and how it stands, where the game says so; who asks is "you"."""
    goal = getattr(match.game.words, "goal", None)
    names = tuple("you" if owner == seat else name for owner, name in enumerate(match.players))
    return with_names(goal(view, match.box, seat), names) if goal else ""


def phases_json(match: Match, view: Record, seat: int) -> dict[str, Any] | None:
    """The parts of a turn and where it stands, where the game says so."""
    told = getattr(match.game.words, "phases", None)
    if told is None:
        return None
    phases: Phases = told(view, match.box, seat)
    parts = [{"name": name, "rule": match.game.rule_name(rule)} for name, rule in phases.parts]
    return {"when": with_names(phases.when, match.players), "parts": parts, "now": phases.now}


def patterns() -> str:
    """The patterns that backdrops refer to, once for a page."""
    return definitions()
