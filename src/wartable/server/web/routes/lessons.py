"""HTTP: what rules look like, and lessons."""

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from wartable.core.game import Game

from ...live import lesson_tables
from ...live import lessons as shown
from ...live.protocol import ClientMessage
from ...tables.games import find_game
from ..bodies import Body
from ..context import Shared, who

router = APIRouter(prefix="/api", tags=["teaching"])
Name = Annotated[str, Path(max_length=40)]
LessonName = Annotated[str, Path(max_length=40)]
ExampleId = Annotated[str, Path(max_length=20)]
StepNumber = Annotated[int, Path(ge=0, le=1000)]
WayStep = tuple[Annotated[int, Field(ge=0, le=1000)], Annotated[str, Field(max_length=200)]]
"""What somebody did at a step of a lesson otherwise than it was written with."""


class LessonBody(Body):
    """Where somebody is in a lesson: what they did otherwise than its steps say, and a message as for a live table.

    Without a message the step is opened; `onward` leads from a step to the next.
    """

    way: list[WayStep] = Field(default_factory=list, max_length=100)
    message: ClientMessage | None = Field(default=None, discriminator="type")
    onward: bool = False


@router.get("/games/{name}/examples/{example_id}", responses={404: {}})
async def example(name: Name, example_id: ExampleId, request: Request, context: Shared) -> dict[str, Any]:
    """What happens in an example of a rule, sentence by sentence."""
    work = partial(shown.example_json, find_game(name).name, example_id)
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
    """The options of a table that a query names; what may be the path of a file counts only by its names."""
    known = {option.name: option for option in game.options}
    return {
        name: value
        for name, value in request.query_params.items()
        if name in known and (not known[name].file or value in map(str, known[name].values))
    }


@router.get("/games/{name}/aid", responses={404: {}})
async def aid(name: Name, request: Request) -> dict[str, Any]:
    """The game on one page, each line with its rule, at a table with the options of the query."""
    return shown.aid_json(find_game(name), chosen(request, find_game(name)))


@router.get("/games/{name}/aid.pdf", response_class=Response, responses={404: {}})
async def aid_page(name: Name, request: Request, context: Shared) -> Response:
    """The game on one page of paper, at a table with the options of the query."""
    game = find_game(name)
    page = await context.tables.turns.run(who(request, None), partial(shown.aid_page, game, chosen(request, game)))
    headers = {"content-disposition": f'inline; filename="{game.name}-aid.pdf"'}
    return Response(page, media_type="application/pdf", headers=headers)


@router.get("/games/{name}/glossary", responses={404: {}})
async def glossary(name: Name) -> dict[str, Any]:
    """The words of the game, each explained in a sentence and with its rule."""
    return shown.glossary_json(find_game(name))


@router.get("/games/{name}/lessons")
async def lessons(name: Name) -> list[dict[str, Any]]:
    """All that one can learn the game by: the first match, short lessons, and puzzles."""
    return shown.lessons_json(find_game(name).name)


@router.get("/games/{name}/puzzles")
async def puzzles(name: Name) -> list[dict[str, Any]]:
    """The puzzles of which there is one for each day, by their numbers, with theme and level (1 to 3)."""
    return shown.puzzles_json(find_game(name).name)


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
    """A step of a lesson or puzzle for somebody who came there in their own way, or what comes of a message there."""
    about = find_game(name).name, lesson, number, lesson_tables.way_of(body.way, number)
    if body.message is not None:
        work = partial(lesson_tables.carry_out, *about, body.message)
    else:
        work = partial(lesson_tables.next_step if body.onward else lesson_tables.open_step, *about)
    return await context.tables.turns.run(who(request, None), work)
