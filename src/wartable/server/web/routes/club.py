"""HTTP: people who wait for others, the match of the day, and the ladder."""

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ...club.switches import check_on
from ...club.waiting import Wish
from ...people.ratings import ladder
from ...tables.clock import ClockRule
from ...tables.games import find_game
from ..bodies import Body
from ..context import MaybeUser, Shared, SomeUser
from .account import ensure_user
from .tables import ClockBody

router = APIRouter(prefix="/api", tags=["club"])
Season = Annotated[str, Query(max_length=6, pattern=r"^(\d{4}-[1-4])?$")]


class WishBody(Body):
    game: str = Field(max_length=40)
    players: int = Field(default=2, ge=2, le=6)
    clock: ClockBody = ClockBody()
    rated: bool = False


class DayBody(Body):
    game: str = Field(max_length=40)


@router.get("/waiting", responses={404: {}})
async def waiting(context: Shared, user: MaybeUser) -> list[dict[str, Any]]:
    """Who waits for others, and for what."""
    return await context.waiting.listed(user)


@router.post("/waiting", responses={400: {}, 404: {}, 409: {}, 429: {}})
async def wait(body: WishBody, request: Request, response: Response, context: Shared) -> dict[str, str | None]:
    """Wait for others, instead of for anything else; `table` is the match if enough of them waited already.

    Keep asking `/waiting/stay`: whoever has not been heard of for 75 seconds has gone.
    """
    game = find_game(body.game)
    clock = ClockRule.of(body.clock.kind, body.clock.seconds, body.clock.bonus)
    user = await ensure_user(request, response, context)
    return {"table": await context.waiting.wait(user, Wish(game, body.players, clock, body.rated))}


@router.post("/waiting/stay", responses={401: {}})
async def stay(context: Shared, user: SomeUser) -> dict[str, Any]:
    """Go on waiting; `table` is the match as soon as there is one."""
    return await context.waiting.stay(user)


@router.post("/waiting/stop", responses={401: {}})
async def stop(context: Shared, user: SomeUser) -> dict[str, bool]:
    """Wait no longer."""
    await context.waiting.stop(user)
    return {"ok": True}


@router.get("/daily", responses={404: {}})
async def daily(context: Shared, user: MaybeUser) -> dict[str, Any]:
    """The matches of today: how they went for everybody, and the histogram of the last seven days."""
    return await context.daily.shown(user)


@router.post("/daily", responses={404: {}, 409: {}, 429: {}})
async def try_today(body: DayBody, request: Request, response: Response, context: Shared) -> dict[str, str]:
    """Play today's match of a game: the same dice for everybody, and one try."""
    game = find_game(body.game)
    user = await ensure_user(request, response, context)
    return {"table": await context.daily.play(user, game)}


@router.get("/games/{name}/ladder", responses={404: {}})
async def standing(
    name: Annotated[str, Path(max_length=40)], context: Shared, user: MaybeUser, season: Season = ""
) -> dict[str, Any]:
    """The ladder of a game: ratings with their standard deviations, now or at the end of a season (2026-4)."""
    game = find_game(name)

    def work(connection: sa.Connection) -> dict[str, Any]:
        check_on(connection, "ladder")
        return ladder(connection, game.stem, season, user.id if user else None)

    return {"game": game.stem, "title": game.title, **await context.store.read(work)}
