"""Lessons and puzzles as tables, with the same messages as a live table.

Nothing is stored between messages. A request says at which step the learner is and what they did differently (`Way`);
this determines the position. A lesson therefore leaves no match behind, and any server of a site can continue it.
"""

from functools import lru_cache
from typing import Any

from wartable.core.frames import NATURE
from wartable.core.generic import as_it_is
from wartable.core.match import Match, Step
from wartable.core.match.perspective import Perspective
from wartable.guides.lessons import Lesson, Way
from wartable.languages import worded

from ..tables.games import find_game
from . import serializers
from .broadcast import replayed
from .deltas import choice_changes
from .explaining import answer, in_time, look_json, or_none, read_move, why_not
from .lessons import NoLesson, lesson_of
from .playback import Film
from .protocol import VERSION, Ask, ClientMessage, Go, Look, Move, Order, ProtocolError, Why
from .protocol import Film as FilmMessage

LOG_STEPS = 40
CLOCK: dict[str, Any] = {"kind": "none", "seconds": 0, "bonus": 0, "left": [], "running": [], "at": 0, "now": 0}


@lru_cache(maxsize=256)
def open_step(name: str, lesson_name: str, number: int, way: Way, language: str = "en") -> dict[str, Any]:
    """Open a step of a lesson: its text (`lesson`), and the whole table."""
    lesson = _lesson(name, lesson_name, number, language)
    with as_it_is(name):
        return {"lesson": step_json(lesson, number, way), "table": _table_json(lesson, number, way)}


def next_step(name: str, lesson_name: str, number: int, way: Way, language: str = "en") -> dict[str, Any]:
    """The step after one that is only read, or that is done for the learner."""
    lesson = _lesson(name, lesson_name, number + 1, language)
    with as_it_is(name):
        return _onward(lesson, number, way, way)


def carry_out(
    name: str, lesson_name: str, number: int, way: Way, message: ClientMessage, language: str = "en"
) -> dict[str, Any]:
    """The answer to a message of the learner: a `reply`, and after a right move the next step (`lesson`, `update`)."""
    lesson = _lesson(name, lesson_name, number, language)
    with as_it_is(name):
        try:
            if isinstance(message, (Move, Go, Order)):
                return _try(lesson, number, way, message)
            if isinstance(message, Why):
                return _why(lesson, number, way, message)
            return {"reply": _reply(True) | _told(lesson, number, way, message)}
        except ProtocolError as error:
            return {
                "reply": _reply(False)
                | {"code": error.code, "text": lesson.catalogue.say(error.args[0]), "rule": error.rule}
            }


def _reply(ok: bool) -> dict[str, Any]:
    return {"type": "reply", "to": 0, "ok": ok}


def _lesson(name: str, lesson_name: str, number: int, language: str) -> Lesson:
    lesson = lesson_of(find_game(name), lesson_name)
    if number > len(lesson.steps):
        raise NoLesson(worded("the lesson has {steps} steps", steps=len(lesson.steps)))
    return lesson.read_in(lesson.game.catalogue(language))


def _seen(lesson: Lesson, match: Match) -> Perspective:
    return Perspective(match, lesson.seat, lesson.catalogue)


# What is said and seen


def step_json(lesson: Lesson, number: int, way: Way) -> dict[str, Any]:
    """A step's text, its things and its task; after the last step, the end of the lesson."""
    step = lesson.steps[number] if number < len(lesson.steps) else None
    asked = step is not None and step.asks
    return {
        "title": lesson.title,
        "goal": lesson.goal,
        "minutes": lesson.minutes,
        "puzzle": lesson.is_puzzle,
        "goes_on": number < len(lesson.steps) - 1 or lesson.goes_on,
        "number": number,
        "count": len(lesson.steps),
        "way": [list(one) for one in way],
        "say": step.say if step else "",
        "rule": step.rule if step else "",
        "lit": list(step.lit) if step else [],
        "asked": asked,
        "free": asked and step is not None and (lesson.is_puzzle or step.is_free),
        "wanted": lesson.wanted(number, way) if step and step.do else "",
        "path": list(_wanted_path(lesson, number, way)) if asked else [],
    }


def _wanted_path(lesson: Lesson, number: int, way: Way) -> tuple[str, ...]:
    """The path of a step's move."""
    step, match = lesson.steps[number], lesson.open(number, way)
    if not step.do:
        return step.lit
    action = match.parse(lesson.seat, step.do)
    return match.game.view.path(match.observe(lesson.seat), match.box, lesson.seat, action)


def _position_json(lesson: Lesson, number: int, match: Match) -> dict[str, Any]:
    """The position at a step, as the learner sees it. Without a task, it is nobody's turn."""
    seat = lesson.seat
    is_asked = number < len(lesson.steps) and lesson.steps[number].asks and seat in match.due
    return {
        "number": len(match.steps),
        "status": "lesson",
        "due": [one for one in match.due if one != NATURE] if is_asked else [],
        "you": seat,
        "seats": [
            {"name": name, "bot": "", "free": False, "here": True, "retired": False, "out": False}
            for name in _seen(lesson, match).players
        ],
        "clock": CLOCK,
        "offer": None,
        "refused": None,
        "result": None,
        "watching": 0,
        "undo": False,
        "takeback": False,
        **serializers.question_json(_seen(lesson, match), match.observe(seat), is_asked),
    }


def _table_json(lesson: Lesson, number: int, way: Way) -> dict[str, Any]:
    match, seat = lesson.open(number, way), lesson.seat
    view, seen = match.observe(seat), _seen(lesson, match)
    scene = serializers.scene_json(seen.scene_of(view), seen.players)
    stage = serializers.stage_json(seen, view, seen.players)
    scene["outlines"] |= stage.outlines
    steps = list(enumerate(match.steps))[-LOG_STEPS:]
    return {
        "type": "table",
        "v": VERSION,
        "table": "",
        **serializers.game_json(match.game, lesson.catalogue.language),
        "options": dict(lesson.start.options),
        "variant": "",
        "rated": False,
        "private": True,
        "tournament": None,
        "daily": False,
        "commitment": "",
        "yours": [seat],
        "host": False,
        **_position_json(lesson, number, match),
        "scene": scene,
        "log": serializers.log_json(seen, steps),
        "log_before": None,
        **stage.json,
    }


# What the learner does


def _try(lesson: Lesson, number: int, way: Way, message: Move | Go | Order) -> dict[str, Any]:
    _check_asked(lesson, number)
    match, seat = lesson.open(number, way), lesson.seat
    action = _action(match, seat, message)
    if action is None:
        return {"reply": _reply(True) | {"steps": 0}}
    if not lesson.steps[number].do:
        raise ProtocolError("not-asked", "That is allowed. Try what is lit: it is not.")
    answer = in_time(lesson.answer, number, match.notation(seat, action), way)
    if not answer.right:
        wrong = {"code": "not-asked", "text": answer.say, "rule": answer.rule, "told": list(answer.told)}
        return {"reply": _reply(False) | wrong}
    reply = _reply(True) | {"steps": 1, "text": answer.say, "rule": answer.rule}
    return {"reply": reply} | _onward(lesson, number, way, answer.way)


def _action(match: Match, seat: int, message: Move | Go | Order) -> int | None:
    """The action that is meant; for a walk or an order, the first one."""
    if isinstance(message, Move):
        chosen = message.action if message.action is not None else message.move
        if chosen is None:
            raise ProtocolError("unreadable", "a move needs action or move")
        return in_time(read_move, match, seat, chosen)
    view, asked = match.observe(seat), match.game.view
    if isinstance(message, Order):
        about = message.sheet, tuple(message.numbers)
        found = or_none(asked.order, view, match.box, seat, *about) if asked.order else None
    else:
        route = or_none(asked.route, view, match.box, seat, tuple(message.path)) if asked.route else None
        found = route[0] if route else None
    return found if found in match.legal(seat) else None


def _onward(lesson: Lesson, number: int, before: Way, way: Way) -> dict[str, Any]:
    """The step after a step, and what is seen on the way there."""
    match = lesson.open(number + 1, way)
    known = len(lesson.open(number, before).steps)
    steps = list(enumerate(match.steps))[known:]
    position = _position_json(lesson, number + 1, match)
    frames, outlines = _frames(_seen(lesson, match), steps)
    update = {
        "type": "update",
        "v": VERSION,
        **position,
        "choices": choice_changes([], position["choices"]),
        "frames": frames,
        "outlines": outlines,
    }
    return {"lesson": step_json(lesson, number + 1, way), "update": update}


def _frames(seen: Perspective, steps: list[tuple[int, Step]]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    if not steps:
        return [], {}
    before, after = (seen.scene_of(seen.of(state)) for state in (steps[0][1].before, steps[-1][1].after))
    film = Film(seen)
    return film.frames(steps, before, after), film.outlines


def _told(lesson: Lesson, number: int, way: Way, message: ClientMessage) -> dict[str, Any]:
    """The answer to a learner's question."""
    match = lesson.open(number, way)
    seen = _seen(lesson, match)
    if isinstance(message, Look):
        return look_json(match, seen, message.thing, tuple(message.actions), message.reach)
    if isinstance(message, Ask):
        return {"said": in_time(answer, match, seen, message.text)}
    if isinstance(message, FilmMessage) and message.step < len(match.steps):
        return replayed(seen, [(message.step, match.steps[message.step])])
    raise ProtocolError("not-here", "that cannot be done in a lesson")


def _why(lesson: Lesson, number: int, way: Way, message: Why) -> dict[str, Any]:
    """The reason that a touch is refused; a step about this rule is then done."""
    _check_asked(lesson, number)
    match = lesson.open(number, way)
    rule, said = in_time(why_not, match, _seen(lesson, match), tuple(message.path), tuple(message.below))
    reply = {"reply": _reply(True) | {"rule": rule, "text": said}}
    is_met = rule != "" and rule == lesson.steps[number].refused
    return reply | _onward(lesson, number, way, way) if is_met else reply


def _check_asked(lesson: Lesson, number: int) -> None:
    if number >= len(lesson.steps) or not lesson.steps[number].asks:
        raise ProtocolError("not-asked", "There is nothing to do here: read, and press Next.")


def way_of(given: list[tuple[int, str]], number: int) -> Way:
    """What the learner did before a step, according to the request."""
    return tuple((step, move) for step, move in given if step < number)
