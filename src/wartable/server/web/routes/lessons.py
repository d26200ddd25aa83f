"""HTTP: examples of rules, and lessons."""

from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from pydantic import Field

from wartable.core.game import Game
from wartable.drawing.draw import draw
from wartable.text.ask import ask
from wartable.text.exam import Question, make_exam

from ...live import lesson_tables
from ...live import lessons as shown
from ...live.protocol import ClientMessage
from ...tables.games import find_game
from ..bodies import Body
from ..context import Shared, catalogue_of, language_of, who

router = APIRouter(prefix="/api", tags=["teaching"])
EXAMS, QUESTIONS = 50, 10
"""The number of exams for each game, and of questions in each."""
Name = Annotated[str, Path(max_length=40)]
LessonName = Annotated[str, Path(max_length=40)]
ExampleId = Annotated[str, Path(max_length=20)]
ExamNumber = Annotated[int, Path(ge=0, lt=EXAMS)]
StepNumber = Annotated[int, Path(ge=0, le=1000)]
WayStep = tuple[Annotated[int, Field(ge=0, le=1000)], Annotated[str, Field(max_length=200)]]
"""What somebody did at a step of a lesson in place of the scripted move."""


class LessonBody(Body):
    """A position in a lesson: what the learner did differently, and a message as for a live table.

    Without a message the step is opened; `onward` leads from a step to the next.
    """

    way: list[WayStep] = Field(default_factory=list, max_length=100)
    message: ClientMessage | None = Field(default=None, discriminator="type")
    onward: bool = False


@router.get("/games/{name}/examples/{example_id}", responses={404: {}})
async def example(name: Name, example_id: ExampleId, request: Request, context: Shared) -> dict[str, Any]:
    """An example of a rule, sentence by sentence."""
    work = partial(shown.example_json, find_game(name).name, example_id, language_of(request))
    return await context.tables.turns.run(who(request, None), work)


@router.get("/games/{name}/examples/{example_id}/{when}.svg", response_class=Response, responses={404: {}})
async def example_picture(
    name: Name,
    example_id: ExampleId,
    when: Literal["before", "after"],
    request: Request,
    context: Shared,
    theme: Literal["dark", "light"] = "dark",
) -> Response:
    """The table before or after an example, with what changes ringed."""
    work = partial(shown.example_picture, find_game(name).name, example_id, when, theme)
    svg = await context.tables.turns.run(who(request, None), work)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


def chosen(request: Request, game: Game) -> dict[str, str]:
    """The options in a query; paths of files count only by their names."""
    known = {option.name: option for option in game.options}
    return {
        name: value
        for name, value in request.query_params.items()
        if name in known and (not known[name].file or value in map(str, known[name].values))
    }


@router.get("/games/{name}/aid", responses={404: {}})
async def aid(name: Name, request: Request) -> dict[str, Any]:
    """The player aid, each line with its rule, for a table with the options of the query."""
    return shown.aid_json(find_game(name), chosen(request, find_game(name)), language_of(request))


@router.get("/games/{name}/glossary", responses={404: {}})
async def glossary(name: Name, request: Request) -> dict[str, Any]:
    """The terms of the game, each with an explanation and its rule."""
    return shown.glossary_json(find_game(name), language_of(request))


@router.get("/games/{name}/ask", responses={404: {}})
async def ask_rulebook(
    name: Name, question: Annotated[str, Query(max_length=200)], request: Request, context: Shared
) -> list[dict[str, str]]:
    """The relevant rules and terms for a question, best first."""
    found = await context.tables.turns.run(who(request, None), partial(ask, find_game(name), question))
    say = catalogue_of(request, find_game(name)).say
    return [{"rule": one.rule, "text": say(one.text)} for one in found]


@router.get("/games/{name}/exam/{number}", responses={404: {}})
async def exam(name: Name, number: ExamNumber, request: Request, context: Shared) -> list[dict[str, Any]]:
    """Ten questions on the rules, with their answers."""
    questions = await context.tables.turns.run(who(request, None), partial(_exam, find_game(name).name, number))
    return [{**one.as_json(), "pictured": one.seen is not None} for one in questions]


@router.get("/games/{name}/exam/{number}/{place}.svg", response_class=Response, responses={404: {}})
async def exam_picture(
    name: Name,
    number: ExamNumber,
    place: Annotated[int, Path(ge=0, lt=QUESTIONS)],
    request: Request,
    context: Shared,
    theme: Literal["dark", "light"] = "dark",
) -> Response:
    """The table that a question is about, as the seat in question sees it."""
    svg = await context.tables.turns.run(
        who(request, None), partial(_drawn, find_game(name).name, number, place, theme)
    )
    if not svg:
        raise HTTPException(404, "this question is not about a table")
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@lru_cache(maxsize=64)
def _exam(name: str, number: int) -> list[Question]:
    return make_exam(find_game(name), QUESTIONS, number)


def _drawn(name: str, number: int, place: int, theme: str) -> str:
    game, seen = find_game(name), _exam(name, number)[place].seen
    if seen is None:
        return ""
    view, box, seat, players = seen
    return draw(game.view.scene(view, box, seat), theme, names=players)


@router.get("/games/{name}/lessons")
async def lessons(name: Name, request: Request) -> list[dict[str, Any]]:
    """Everything to learn the game by: the first match, short lessons, and puzzles."""
    return shown.lessons_json(find_game(name).name, language_of(request))


@router.get("/games/{name}/puzzles")
async def puzzles(name: Name, request: Request) -> list[dict[str, Any]]:
    """The daily puzzles by number, with topic and level (1 to 3)."""
    return shown.puzzles_json(find_game(name).name, language_of(request))


@router.get("/games/{name}/lessons/{lesson}/{number}", responses={404: {}})
async def lesson_step(
    name: Name, lesson: LessonName, number: StepNumber, request: Request, context: Shared
) -> dict[str, Any]:
    """A step of a lesson or puzzle, and its table; the step after the last is its end."""
    return await lesson_table(name, lesson, number, LessonBody(), request, context)


@router.post("/games/{name}/lessons/{lesson}/{number}", responses={404: {}})
async def lesson_table(
    name: Name, lesson: LessonName, number: StepNumber, body: LessonBody, request: Request, context: Shared
) -> dict[str, Any]:
    """A step of a lesson or puzzle after the learner's own moves, or the answer to a message there."""
    about = find_game(name).name, lesson, number, lesson_tables.way_of(body.way, number)
    language = language_of(request)
    if body.message is not None:
        work = partial(lesson_tables.carry_out, *about, body.message, language)
    else:
        work = partial(lesson_tables.next_step if body.onward else lesson_tables.open_step, *about, language)
    return await context.tables.turns.run(who(request, None), work)
