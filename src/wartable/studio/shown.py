"""The content of the studio's page: everything about a position, as JSON.

Each part is computed separately: if a game's view fails, its state can still be read, and the error is reported.
"""

import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from wartable.core.frames import NATURE, SPECTATOR, AnyState, Decision, Frame
from wartable.core.match.perspective import seats_due
from wartable.core.notes import NOBODY, Note
from wartable.guides.option_words import worded
from wartable.server.live.serializers import scene_json, with_names

from .session import Studio
from .tree import nodes
from .written import Moment

KINDS = (("state", "Kind"), ("state", "Frame"))
"""The names of the enum of decisions in games."""


def show(studio: Studio, viewer: int | None = None) -> dict[str, Any]:
    """The whole page for a viewer; by default, for the seat to act."""
    with studio.at_work():
        problems: list[str] = []

        def attempt(make: Callable[[], Any], otherwise: Any) -> Any:
            try:
                return make()
            except Exception as error:
                problems.append(studio.source.told(error))
                return otherwise

        due = seats_due(studio.state)
        seat = next((one for one in due if one != NATURE), 0) if viewer is None else viewer
        seen = attempt(lambda: studio.view(seat), studio.state)
        found = {
            "scene": attempt(lambda: _scene(studio, seen, seat), None),
            "prompt": attempt(lambda: _prompt(studio, seen, seat), ""),
            "actions": attempt(lambda: [action for one in due for action in _actions(studio, one)], []),
            "notes": attempt(lambda: [_note(studio, note, seat) for note in studio.moments[studio.at].notes], []),
            "points": attempt(lambda: _points(studio), []),
            "frames": _frames(studio),
            "tree": nodes(studio.state, seen),
        }
        return {**_facts(studio), "viewer": seat, "due": list(due), **found, "problems": list(dict.fromkeys(problems))}


def _facts(studio: Studio) -> dict[str, Any]:
    game, over = studio.game, int(studio.state.head.over)
    ending = game.endings[over - 1] if 0 < over <= len(game.endings) else None
    return {
        "version": studio.version,
        "game": game.name,
        "title": game.title,
        "names": list(studio.names),
        "counts": list(game.seats),
        "options": studio.options,
        "known": [
            {"name": one.option.name, "meaning": f"{one.says} It takes {one.option.allowed()}"} for one in worded(game)
        ],
        "at": studio.at,
        "history": [_how(studio, moment) for moment in studio.moments],
        "over": "" if not over else f"{ending.name}: {ending.text}" if ending else f"ending {over}, which is none",
        "rolls_itself": studio.rolls_itself,
        "problem": studio.problem,
        "lost": studio.lost,
        "mistakes": studio.mistakes,
    }


def _how(studio: Studio, moment: Moment) -> str:
    """How a position came about, in a few words."""
    if moment.edit:
        return f"{moment.edit[0]} = {moment.edit[1]:g}"
    return f"{_who(studio, moment.seat)}: {moment.notation}" if moment.action >= 0 else "the start"


def _who(studio: Studio, seat: int) -> str:
    return {NATURE: "nature", NOBODY: "nobody"}.get(seat) or studio.names[seat]


def _scene(studio: Studio, seen: AnyState, seat: int) -> dict[str, Any]:
    return scene_json(studio.game.view.scene(seen, studio.box, seat), studio.names)


def _prompt(studio: Studio, seen: AnyState, seat: int) -> str:
    return with_names(studio.game.words.prompt(seen, studio.box, seat), studio.names)


def _points(studio: Studio) -> list[int]:
    from wartable.core import generic

    return [int(generic.points(studio.state, studio.box, seat)) for seat in range(studio.seats)]


def _actions(studio: Studio, seat: int) -> list[dict[str, Any]]:
    """The legal actions of a seat: code, family, notation, label, the things to touch, and nature's weights."""
    game, box, view = studio.game, studio.box, studio.view(seat)
    weights = studio.chances() if seat == NATURE else {}
    return [
        {
            "seat": seat,
            "code": action,
            "family": game.family_of(action),
            "notation": game.words.notation(view, box, seat, action),
            "label": with_names(game.words.label(view, box, seat, action), studio.names),
            "path": list(game.view.path(view, box, seat, action)) if seat != NATURE else [],
            "weight": weights.get(action, 0),
        }
        for action in studio.legal(seat)
    ]


def _note(studio: Studio, note: Note, viewer: int) -> dict[str, Any]:
    """A note as its kind, its numbers, who may know it, and its sentence for the viewer (or somebody who may know
    it).
    """
    knowing = [seat for seat in (viewer, SPECTATOR, *range(studio.seats)) if note.is_known_to(seat)]
    text = studio.game.words.sentence(note, studio.box, knowing[0] if knowing else SPECTATOR)
    everybody = all(note.is_known_to(seat) for seat in (SPECTATOR, *range(studio.seats)))
    return {
        "text": with_names(text, studio.names),
        "rule": studio.game.rule_name(note.rule),
        "level": int(note.kind.level),
        "known": note.is_known_to(viewer),
        "knows": [] if everybody else [studio.names[seat] for seat in range(studio.seats) if note.is_known_to(seat)],
        "note": note.as_json(studio.game.counter_names),
    }


def _frames(studio: Studio) -> list[dict[str, Any]]:
    """The stack of decisions, the top one first, with the game's names for their kinds."""
    kinds = _kinds(studio)
    head = studio.state.head
    found = []
    for number in range(min(max(head.depth, 0), len(head.frames)) - 1, -1, -1):
        frame = head.frames[number]
        due = [_who(studio, seat) for seat in (*range(studio.seats), NATURE) if frame.due >> seat & 1]
        name = kinds.get(frame.kind, str(frame.kind))
        found.append({"kind": name, "due": due, "about": _about(studio, frame)})
    return found


def _about(studio: Studio, frame: Frame) -> str:
    """The numbers of a decision, by the game's names for them."""
    home = sys.modules[studio.game.state.__module__]
    modules = [home, sys.modules.get(f"{studio.source.module}.actions", home)]
    known = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    names = max(
        (one.names for one in known if issubclass(one, Decision) and frame.kind in one.kinds), key=len, default=()
    )
    numbers = (frame.a, frame.b, frame.c)
    if not names and any(numbers):
        names = ("a", "b", "c")
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))


def _kinds(studio: Studio) -> dict[int, str]:
    """The kinds of decision by number, if the game has an enum for them: see KINDS."""
    for module, name in KINDS:
        kinds = getattr(sys.modules.get(f"{studio.source.module}.{module}"), name, None)
        if isinstance(kinds, type) and issubclass(kinds, IntEnum):
            return {int(kind): kind.name for kind in kinds}
    return {}
