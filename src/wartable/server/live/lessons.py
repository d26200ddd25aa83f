"""Examples and lessons as JSON and pictures, cached."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wartable.core.frames import NATURE, AnyState
from wartable.core.game import Game
from wartable.core.generic import as_it_is
from wartable.drawing.draw import draw
from wartable.drawing.scene import Scene, Thing, changes
from wartable.errors import WartableError
from wartable.guides.aid import Aid, load_aid
from wartable.guides.examples import Shown, Start, load_examples
from wartable.guides.glossary import load_glossary
from wartable.guides.lessons import FIRST, TRIAL, Lesson, Way, load_lesson, trial
from wartable.guides.puzzles import find_course, load_courses, load_mined
from wartable.languages import ENGLISH, named, worded

from ..tables.games import find_game


class NoLesson(WartableError):
    """The game has no such lesson or step."""


@dataclass(frozen=True)
class Position:
    """A position to play on from: the moves that lead there, the number of players, and the seat."""

    start: Start
    players: int
    seat: int


def lesson_of(game: Game, lesson: str = FIRST) -> Lesson:
    """The lesson or puzzle with that name, or the trial of an example."""
    if lesson.startswith(TRIAL):
        with as_it_is(game.name):
            return trial(game, load_examples(game).find(lesson.removeprefix(TRIAL)))
    if lesson == FIRST and load_lesson(game) is None:
        raise NoLesson(worded("{title} has no lesson yet", title=game.title))
    return find_course(game, lesson)


@lru_cache(maxsize=64)
def lessons_json(name: str, language: str = "en") -> list[dict[str, Any]]:
    """All lessons and puzzles of a game, in the order in which they are offered."""
    say = find_game(name).catalogue(language).say
    return [
        {
            "name": lesson.name,
            "title": say(lesson.title),
            "promise": say(lesson.promise),
            "minutes": lesson.minutes,
            "count": len(lesson.steps),
            "puzzle": lesson.is_puzzle,
            "when": list(lesson.when),
        }
        for lesson in load_courses(find_game(name))
    ]


@lru_cache(maxsize=64)
def puzzles_json(name: str, language: str = "en") -> list[dict[str, Any]]:
    """The daily puzzles by number: topic and level."""
    say = find_game(name).catalogue(language).say
    return [
        {"name": puzzle.name, "ask": say(puzzle.lesson.goal), "theme": say(puzzle.theme), "level": puzzle.level}
        for puzzle in load_mined(find_game(name))
    ]


def position_of(game: Game, example_id: str | None, lesson_name: str = FIRST, way: Way = ()) -> Position:
    """The position of an example, or the one that a lesson ends in."""
    with as_it_is(game.name):
        if example_id is None:
            lesson = lesson_of(game, lesson_name)
            if not lesson.goes_on:
                raise NoLesson("the match is over there")
            start = lesson.position(len(lesson.steps), way)
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


def example_json(name: str, example_id: str, language: str = "en") -> dict[str, Any]:
    """An example in sentences."""
    game, shown = find_game(name), _shown(name, example_id)
    example = load_examples(game).find(example_id)
    with as_it_is(name):
        told = shown.sentences
    refusal, say = shown.refusal, game.catalogue(language).say
    return {
        "id": example.id,
        "title": say(example.title),
        "play": example.typed,
        "told": [
            {
                "text": say(named(one.text, shown.match.players)),
                "rule": game.rule_name(one.rule),
                "level": int(one.level),
            }
            for one in told
        ],
        "refusal": {"text": say(refusal.args[0]), "rule": refusal.rule} if refusal else None,
    }


@lru_cache(maxsize=512)
def example_picture(name: str, example_id: str, when: str, theme: str) -> str:
    """The table before or after an example, with the important things ringed and unchanged parts left out."""
    shown = _shown(name, example_id)
    with as_it_is(name):
        before, after = _scene(shown, shown.before), _scene(shown, shown.after)
        pieces = _touched(shown, before) if shown.refusal else _moved(before, after)
    places = {thing.panel for thing in pieces}
    scene = before if when == "before" else after
    if not shown.refusal and places and scene.panels[0].id not in places:
        places = {panel.id for panel in scene.panels[1:]}
    # Where a part of the table gives way to another, all of it is new, and none of it stands out.
    lasting = {panel.id for panel in before.panels} & {panel.id for panel in after.panels}
    marked = {thing.id for thing in pieces if thing.panel in lasting}
    return _cropped(scene, places, draw(scene, theme, marked, shown.match.players))


def _moved(before: Scene, after: Scene) -> list[Thing]:
    """The things that an example changes, without mere changes of text and buttons that appear or disappear."""
    changed, gone = changes(before, after)
    moved = [*(thing for _, thing in changed), *(thing for thing in before.things if thing.id in gone)]
    lasting = {thing.id for thing in before.things} - set(gone)
    return [thing for thing in moved if thing.kind != "text" and (thing.kind != "space" or thing.id in lasting)]


def _touched(shown: Shown, before: Scene) -> list[Thing]:
    """The things that a hand would touch for the refused action."""
    action = shown.tried
    if action is None:
        return []
    match = shown.match
    path = match.game.view.path(match.observe(shown.viewer), match.box, shown.viewer, action)
    return [thing for thing in before.things if thing.id in path]


def _scene(shown: Shown, view: AnyState) -> Scene:
    return shown.match.game.view.scene(view, shown.match.box, shown.viewer)


def _cropped(scene: Scene, places: set[str], svg: str) -> str:
    """The picture of the panels with something important; else of the first panel."""
    panels = [panel for panel in scene.panels if panel.id in places] or list(scene.panels[:1])
    left, top = min(panel.x for panel in panels), min(panel.y for panel in panels)
    right = max(panel.x + panel.width for panel in panels)
    bottom = max(panel.y + panel.height for panel in panels)
    whole = f'viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" height="{scene.height}"'
    width, height = right - left, bottom - top
    return svg.replace(
        whole, f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"', 1
    )


def aid_of(game: Game, options: Mapping[str, str]) -> Aid:
    aid = load_aid(game, options)
    if aid is None:
        raise NoLesson(worded("{title} has no player aid yet", title=game.title))
    return aid


def aid_json(game: Game, options: Mapping[str, str], language: str = "en") -> dict[str, Any]:
    aid, say = aid_of(game, options), game.catalogue(language).say
    parts = [
        {"title": say(part.title), "lines": [{"text": say(text), "rule": rule} for text, rule in part.lines]}
        for part in aid.parts
    ]
    return {"title": say(game.title), "goal": say(aid.goal), "parts": parts}


def glossary_json(game: Game, language: str = "en") -> dict[str, Any]:
    """The terms; of another language without the English forms in which they are found in texts."""
    catalogue = game.catalogue(language)
    say = catalogue.say
    words = [
        {
            "term": say(term.term),
            "forms": [say(form) for form in term.forms if catalogue is ENGLISH or catalogue.find(form)],
            "says": say(term.says),
            "rule": term.rule,
        }
        for term in load_glossary(game).terms
    ]
    return {"title": say(game.title), "words": words}
