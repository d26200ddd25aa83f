"""HTTP: answers that a player gives in advance."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field

from ...live.live_table import LiveTable
from ...play.plans import Line
from ..bodies import Body
from ..context import WRITTEN, Shared, SomeUser, TableId, open_table, who

router = APIRouter(prefix="/api", tags=["tables"])
Written = Annotated[str, Field(max_length=200)]


class LineBody(Body):
    when: Written = ""
    play: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(min_length=1, max_length=8)
    keep: bool = False


class PlanBody(Body):
    seat: int = Field(ge=0, le=7)
    lines: list[LineBody] = Field(max_length=5)


def _check_own(live: LiveTable, user_id: int, seat: int) -> None:
    if seat not in live.table.seats_of(user_id):
        raise HTTPException(403, "that is not your seat")


@router.get("/tables/{match_id}/plan", responses={401: {}, 403: {}, 404: {}})
async def plan(
    match_id: TableId, request: Request, context: Shared, user: SomeUser, seat: Annotated[int, Query(ge=0, le=7)] = 0
) -> list[dict[str, Any]]:
    """What one's own seat answers when its turn comes."""
    live = await open_table(request, match_id, user, None)
    _check_own(live, user.id, seat)
    return [vars(line) for line in await context.tables.plans.read(match_id, seat)]


@router.post("/tables/{match_id}/plan", responses={401: {}, 403: {}, 404: {}, 409: {}, 429: {}})
async def set_plan(
    match_id: TableId, body: PlanBody, request: Request, context: Shared, user: SomeUser
) -> dict[str, bool]:
    """Answer in advance: if the others have played `when` (anything if empty), play these moves, as long as they are
    legal. Lines with `keep` stay for further turns; the others end with one's next turn. No lines: no plan.
    """
    live = await open_table(request, match_id, user, None)
    _check_own(live, user.id, body.seat)
    cost = WRITTEN * max(1, len(body.lines))
    context.check_limit(context.messages, who(request, user), "too many moves in writing; wait a moment", cost)
    lines = [Line(line.when.strip(), tuple(line.play), line.keep) for line in body.lines]
    await context.tables.plans.keep(live, body.seat, lines, who(request, user))
    return {"ok": True}
