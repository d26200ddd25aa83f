"""HTTP: claiming a match that the others have abandoned."""

import contextlib
from functools import partial
from typing import Any

from fastapi import APIRouter, Request

from wartable.languages import worded

from ...live.protocol import ProtocolError
from ...storage.heartbeat import steady_time
from ...tables.table import Table, TableError
from ..context import Shared, SomeUser, TableId, open_table

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/tables/{match_id}/claim", responses={401: {}, 404: {}, 409: {}})
async def about_claim(match_id: TableId, request: Request, context: Shared, user: SomeUser) -> dict[str, Any]:
    """Whether one can claim a match: who has done nothing, since when, and from when on it is possible."""
    live = await open_table(request, match_id, user, None)
    table, days = live.table, context.settings.claim_days
    mine = table.seats_of(user.id)
    if not mine:
        raise TableError("only players at the table can claim it")
    if table.may_be_closed:
        return {"kind": "rules", "names": [], "since": None, "opens": None, "now": True}
    table.check_playing()
    # Of those who decide in secret it is not said who is done.
    due = table.due_for(mine[0])
    names = [table.seats[seat].name for seat in due if seat not in mine and not table.played_by_bot(seat)]
    facts = {"names": names, "since": table.shown_moved, "opens": None, "now": False}
    if table.clock.rule.kind != "none":
        return {"kind": "clock", **facts}
    if days <= 0:
        return {"kind": "never", **facts}
    if any(seat in due for seat in mine) or not names:
        return {"kind": "yours" if any(seat in due for seat in mine) else "bots", **facts}
    opens = table.shown_moved + days * 86400
    kind = "win" if len(table.seats) == 2 else "bots-take-over"
    return {"kind": kind, **facts, "opens": opens, "now": steady_time() >= opens}


@router.post("/tables/{match_id}/claim", responses={401: {}, 404: {}, 409: {}})
async def claim(match_id: TableId, request: Request, context: Shared, user: SomeUser) -> dict[str, Any]:
    """Claim a match whose due players have left: with two players it is won, with more bots take over.

    For players of a match without a clock who have nothing to decide and have waited for days (`claim_days`). A match
    whose rules are gone is closed at once, without a winner.
    """
    live = await open_table(request, match_id, user, None)
    gone = check_claim(live.table, user.id, context.settings.claim_days)
    # Each is looked at again when its turn has come: another claim, or a move, may have come first.
    numbers = {seat: live.table.asked_since[seat] for seat in gone}
    for seat, asked in numbers.items():
        with contextlib.suppress(ProtocolError):
            await context.tables.moves.give_up(live, seat, "left", partial(_still_asks, seat=seat, asked=asked))
    return {"seats": gone, "status": live.table.status}


def _still_asks(table: Table, seat: int, asked: int) -> bool:
    if table.may_be_closed:
        return True
    return seat in table.due and table.asked_since[seat] == asked


def check_claim(table: Table, user_id: int, days: float) -> list[int]:
    """The seats that have left; TableError if they have not, or the user cannot claim the match."""
    mine = table.seats_of(user_id)
    if not mine:
        raise TableError("only players at the table can claim it")
    if table.may_be_closed:
        return mine[:1]
    table.check_playing()
    if table.clock.rule.kind != "none":
        raise TableError("this match has a clock, which settles it")
    if days <= 0:
        raise TableError("matches cannot be claimed here")
    # Those who have something to decide themselves do not wait, and learn nothing about who does.
    if any(seat in table.due for seat in mine):
        raise TableError("it is your turn")
    if steady_time() - table.shown_moved < days * 86400:
        raise TableError(
            worded("a match can be claimed when the others have done nothing for {days} days", days=format(days, "g"))
        )
    return [seat for seat in table.due if not table.played_by_bot(seat)]
