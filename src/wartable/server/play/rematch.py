"""Rematches: the players of a match meet at one new table, whoever asks first."""

import json
from typing import Any

import sqlalchemy as sa

from ..live.live_table import LiveTable
from ..people.accounts import User
from ..storage.schema import matches, seats
from ..tables.clock import ClockRule
from ..tables.games import find_game
from ..tables.table import Table, TableError
from .lobby import NewTable
from .service import TableService
from .talk import TALKED


async def play_again(
    service: TableService, live: LiveTable, user: User, moved: int, bot: str | None = None
) -> LiveTable:
    """The table of the rematch: a new one, with everybody `moved` seats on, or the one that another player has
    opened.

    If all others were bots, `bot` may replace them.
    """
    old = live.table
    if old.status != "over":
        raise TableError("the match is not over yet")
    if not old.seats_of(user.id):
        raise TableError("only its players can open a rematch")
    alone = all(seat.bot or seat.user_id == user.id for seat in old.seats)
    if bot and not alone:
        raise TableError("only bots can be replaced")
    there = await service.store.read(lambda connection: _opened(connection, old.id, user.id))
    if there is None:
        made = await service.lobby.new_table(user, _like(old, user, moved, bot))
        if alone:
            return made
        there = await service.store.write(lambda connection: _link(service, connection, old.id, made.table.id, user.id))
        if there == made.table.id:
            await service.talk.spread(live)
            return made
        # Somebody else was quicker.
        await service.lobby.leave(made, user)
    rematch = await service.open(there)
    if rematch.table.status == "open":
        await service.lobby.join(rematch, user, None)
    return rematch


def _like(old: Table, user: User, moved: int, bot: str | None = None) -> NewTable:
    """The same game with the same settings: the caller's and the bots' seats, with other people's seats open for
    them.
    """

    def place(number: int) -> dict[str, Any]:
        seat = old.seats[(number + moved) % len(old.seats)]
        if seat.user_id == user.id:
            return {"who": "me", "name": seat.name if len(old.seats_of(user.id)) > 1 else None}
        return {"who": "bot", "bot": bot or seat.bot} if seat.bot else {"who": "open"}

    places = [place(number) for number in range(len(old.seats))]
    row = old.row
    game = find_game(row.game)
    options = game.still_known(json.loads(row.options))
    clock = ClockRule.read(row.clock)
    return NewTable(game, options, places, clock, row.private, row.rated, variant=old.variant if row.variant else None)


def _opened(connection: sa.Connection, old: str, user_id: int) -> str | None:
    """The existing rematch that a player can join or has joined."""
    again = connection.execute(sa.select(matches.c.again).where(matches.c.id == old)).scalar()
    sits = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
    is_on = sa.or_(matches.c.status == "open", sa.and_(matches.c.status == "playing", matches.c.id.in_(sits)))
    found: str | None = connection.execute(sa.select(matches.c.id).where(matches.c.id == again, is_on)).scalar()
    return found


def _link(service: TableService, connection: sa.Connection, old: str, new: str, user_id: int) -> str:
    """Make a new table the rematch unless there is one already; returns the rematch."""
    before = connection.execute(sa.select(matches.c.again).where(matches.c.id == old)).scalar()
    there = _opened(connection, old, user_id)
    if there is None:
        change = sa.update(matches).where(matches.c.id == old, matches.c.again.is_not_distinct_from(before))
        if connection.execute(change.values(again=new)).rowcount:
            service.store.notify(connection, [TALKED + old])
            return new
        there = connection.execute(sa.select(matches.c.again).where(matches.c.id == old)).scalar_one()
    return there
