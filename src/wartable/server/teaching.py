"""Examples and lessons as JSON and pictures, made once and kept."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wartable.core.aid import load_aid
from wartable.core.draw import draw
from wartable.core.errors import WartableError
from wartable.core.examples import Shown, Start, load_examples
from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.generic import as_it_is
from wartable.core.lessons import Lesson, load_lesson
from wartable.core.record import Record
from wartable.core.scene import Scene, Thing, changes

from . import serializers
from .explaining import why_not
from .games import find_game


class NoLesson(WartableError):
    """The game has no lesson, or no such step."""


@dataclass(frozen=True)
class Position:
    """Where a match goes on: how one gets there, for how many players, and in which seat one plays."""

    start: Start
    players: int
    seat: int


def lesson_of(game: Game) -> Lesson:
    lesson = load_lesson(game)
    if lesson is None:
        raise NoLesson(f"{game.title} has no lesson yet")
    return lesson


def position_of(game: Game, example_id: str | None) -> Position:
    """The position of an example, or the one that the game's lesson ends in."""
    with as_it_is(game.name):
        if example_id is None:
            lesson = lesson_of(game)
            start = lesson.position(len(lesson.steps))
            return Position(start, start.players or game.seats[0], lesson.seat)
        start = load_examples(game).find(example_id).start
        due = [seat for seat in start.open(game).due if seat != NATURE]
        return Position(start, start.players or game.seats[0], due[0] if due else 0)


@lru_cache(maxsize=512)
def _shown(name: str, example_id: str) -> Shown:
    game = find_game(name)
    with as_it_is(name):
        examples = load_examples(game)
        return examples.show(examples.find(example_id))


def example_json(name: str, example_id: str) -> dict[str, Any]:
    """What happens in an example, in sentences."""
    game, shown = find_game(name), _shown(name, example_id)
    example = load_examples(game).find(example_id)
    with as_it_is(name):
        told = shown.sentences
    refusal = shown.refusal
    return {
        "id": example.id,
        "title": example.title,
        "play": " ".join(example.play),
        "told": [
            {"text": one.named(shown.match.players), "rule": game.rule_name(one.rule), "level": int(one.level)}
            for one in told
        ],
        "refusal": {"text": str(refusal), "rule": refusal.rule} if refusal else None,
    }


@lru_cache(maxsize=512)
def example_picture(name: str, example_id: str, when: str, theme: str) -> str:
    """The table before or after an example: what changes, or cannot be touched, is ringed; other parts are left out."""
    shown = _shown(name, example_id)
    with as_it_is(name):
        before, after = _scene(shown, shown.before), _scene(shown, shown.after)
        refused = _refused_things(shown, before, load_examples(shown.match.game).find(example_id).play[0])
    changed, gone = changes(before, after)
    moved = [*changed, *(thing for thing in before.things if thing.id in gone)]
    # What is only written otherwise, such as the number of the turn, says little.
    pieces = [thing for thing in moved if thing.kind != "text"] or refused
    places, marked = {thing.panel for thing in pieces}, {thing.id for thing in pieces}
    scene = before if when == "before" else after
    return _cropped(scene, places, draw(scene, theme, marked, shown.match.players))


def _refused_things(shown: Shown, scene: Scene, text: str) -> list[Thing]:
    """What a hand would have touched for the move that is refused; nothing where the example shows what happens."""
    if shown.refusal is None:
        return []
    match, view, seat = shown.match, shown.before, shown.viewer
    words, drawn = match.game.words, match.game.view
    for action in range(match.game.action_count):
        if words.notation(view, match.box, seat, action).lower() == text.lower():
            touched = drawn.path(view, match.box, seat, action)
            return [thing for thing in scene.things if thing.id in touched]
    return []


def _scene(shown: Shown, view: Record) -> Scene:
    return shown.match.game.view.scene(view, shown.match.box, shown.viewer)


def _cropped(scene: Scene, places: set[str], svg: str) -> str:
    """The picture of the first panel, and of those where something changes."""
    panels = [panel for number, panel in enumerate(scene.panels) if number == 0 or panel.id in places]
    left, top = min(panel.x for panel in panels), min(panel.y for panel in panels)
    right = max(panel.x + panel.width for panel in panels)
    bottom = max(panel.y + panel.height for panel in panels)
    whole = f'viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" height="{scene.height}"'
    return svg.replace(whole, f'viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}"', 1)


def aid_json(game: Game) -> dict[str, Any]:
    aid = load_aid(game)
    if aid is None:
        raise NoLesson(f"{game.title} has no player aid yet")
    parts = [
        {"title": part.title, "lines": [{"text": text, "rule": rule} for text, rule in part.lines]}
        for part in aid.parts
    ]
    return {"title": game.title, "goal": aid.goal, "parts": parts}


@lru_cache(maxsize=512)
def lesson_json(name: str, number: int) -> dict[str, Any]:
    """A step of a lesson: what is said, what is lit, the table, and what can be done; the last one is its end."""
    game = find_game(name)
    lesson = lesson_of(game)
    if number > len(lesson.steps):
        raise NoLesson(f"the lesson has {len(lesson.steps)} steps")
    with as_it_is(name):
        return _step_json(lesson, number)


def _step_json(lesson: Lesson, number: int) -> dict[str, Any]:
    match, seat = lesson.open(number), lesson.seat
    step = lesson.steps[number] if number < len(lesson.steps) else None
    known = len(lesson.open(number - 1).steps) if number else len(match.steps)
    view = match.observe(seat)
    scene = serializers.scene_json(match.game.view.scene(view, match.box, seat), match.players)
    asked = step is not None and step.do != ""
    return {
        "title": lesson.title,
        "goal": lesson.goal,
        "minutes": lesson.minutes,
        "number": number,
        "count": len(lesson.steps),
        "say": step.say if step else "",
        "rule": step.rule if step else "",
        "lit": list(step.lit) if step else [],
        "asked": asked,
        "scene": scene,
        "choices": serializers.choices_json(match, view, seat) if asked else [],
        "wanted": lesson.wanted(number) if asked else "",
        "path": list(_wanted_path(lesson, number)) if asked else [],
        "log": serializers.log_json(match, list(enumerate(match.steps))[known:], seat),
    }


def _wanted_path(lesson: Lesson, number: int) -> tuple[str, ...]:
    match = lesson.open(number)
    action = match.parse(lesson.seat, lesson.steps[number].do)
    return match.game.view.path(match.observe(lesson.seat), match.box, lesson.seat, action)


def answer_json(name: str, number: int, move: str | None, touched: tuple[str, ...]) -> dict[str, Any]:
    """What is said to a try: a move in notation, or what a hand touched without making one up."""
    game = find_game(name)
    lesson = lesson_of(game)
    if number >= len(lesson.steps) or not lesson.steps[number].do:
        raise NoLesson("nothing is asked there")
    with as_it_is(name):
        if move is not None:
            answer = lesson.answer(number, move)
            return {"right": answer.right, "say": answer.say, "rule": answer.rule}
        match = lesson.open(number)
        rule, said = why_not(match, lesson.seat, touched, ()) if touched else ("", "")
    wanted = f"This step asks for something else: {lesson.wanted(number)}."
    return {"right": False, "say": said if rule else wanted, "rule": rule or lesson.steps[number].rule}
