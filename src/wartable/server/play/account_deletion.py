"""Export and deletion of an account's data."""

import json
import logging
from typing import Any

import sqlalchemy as sa

from wartable.errors import WartableError

from ..people.accounts import Accounts, User, drop_logins
from ..people.one_time_links import drop_errands
from ..people.second_factor import drop_factor
from ..storage.schema import (
    entrants,
    entries,
    errands,
    holidays,
    hours,
    identities,
    logins,
    matches,
    plans,
    pushes,
    ratings,
    reports,
    seasons,
    seats,
    tournaments,
    tries,
    users,
    waiting,
    words,
)
from ..storage.store import Store
from .service import TableService

log = logging.getLogger("wartable.server")


async def export_account(store: Store, user: User) -> dict[str, Any]:
    """Everything about a user; of matches only their own actions, so that nothing hidden gets out."""
    return await store.read(lambda connection: _export(connection, user))


def _export(connection: sa.Connection, user: User) -> dict[str, Any]:
    def rows(table: sa.Table, column: str, leave_out: set[str]) -> list[dict[str, Any]]:
        wanted = [one for one in table.c if one.name not in leave_out]
        found = connection.execute(sa.select(*wanted).where(table.c[column] == user.id))
        return [dict(row._mapping) for row in found]

    account = rows(users, "id", {"password", "skeleton", "key"})[0]
    return {
        "account": {**account, "settings": user.as_json()["settings"]},
        "logins": rows(logins, "user_id", {"hash", "user_id"}),
        "identities": rows(identities, "user_id", {"user_id"}),
        "ratings": rows(ratings, "user_id", {"user_id"}),
        "seasons": rows(seasons, "user_id", {"user_id"}),
        "waiting": rows(waiting, "user_id", {"user_id"}),
        "tries": rows(tries, "user_id", {"user_id"}),
        "reports": rows(reports, "by", {"by"}),
        "words": rows(words, "user_id", {"user_id"}),
        "holidays": rows(holidays, "user_id", {"user_id"}),
        "hours": rows(hours, "user_id", {"user_id"}),
        "pushes": rows(pushes, "user_id", {"user_id", "login", "auth"}),
        "tournaments": rows(entrants, "user_id", {"user_id"}),
        "plans": _plans(connection, user),
        "matches": _matches(connection, user),
    }


def _plans(connection: sa.Connection, user: User) -> list[dict[str, Any]]:
    """What a user's seats answer in advance."""
    is_mine = sa.and_(seats.c.match_id == plans.c.match_id, seats.c.seat == plans.c.seat)
    mine = sa.select(plans.c.match_id, plans.c.seat, plans.c.lines).join(seats, is_mine)
    rows = connection.execute(mine.where(seats.c.user_id == user.id))
    return [{**row._mapping, "lines": json.loads(row.lines)} for row in rows]


def _matches(connection: sa.Connection, user: User) -> list[dict[str, Any]]:
    """A user's matches with their own entries.

    The entries are numbered consecutively: their places among all entries would reveal how much others did in secret.
    """
    columns = [
        matches.c[name] for name in ("id", "game", "status", "options", "variant", "created", "shown_moved", "result")
    ]
    mine = sa.select(*columns, seats.c.seat, seats.c.name).join(seats, seats.c.match_id == matches.c.id)
    rows = connection.execute(mine.where(seats.c.user_id == user.id).order_by(matches.c.created)).all()
    is_mine = sa.and_(seats.c.match_id == entries.c.match_id, seats.c.seat == entries.c.seat)
    own = sa.select(entries.c.match_id, entries.c.seat, entries.c.kind, entries.c.value, entries.c.at)
    made = own.join(seats, is_mine).where(seats.c.user_id == user.id).order_by(entries.c.match_id, entries.c.number)
    lines: dict[tuple[str, int], list[list[Any]]] = {(row.id, row.seat): [] for row in rows}
    for match_id, seat, *line in connection.execute(made):
        lines[match_id, seat].append([len(lines[match_id, seat]), *line])
    return [
        {
            **row._mapping,
            "options": json.loads(row.options),
            "variant": json.loads(row.variant) if row.variant else None,
            "result": json.loads(row.result) if row.result else None,
            "entries": lines[row.id, row.seat],
        }
        for row in rows
    ]


async def delete_account(accounts: Accounts, tables: TableService, user: User) -> None:
    """Resign everywhere, then anonymise the user. The row stays, since matches of others refer to it."""
    wanted = sa.select(seats.c.match_id).where(seats.c.user_id == user.id).join(matches).distinct()
    going_on = wanted.where(matches.c.status != "over")
    for match_id in await tables.store.read(lambda connection: connection.execute(going_on).scalars().all()):
        try:
            await _go_from(tables, user, match_id)
        except WartableError as error:
            log.warning("match %s: a deleted account could not resign: %s", match_id, error)
    shown = f"Deleted {user.id}"
    await tables.store.write(lambda connection: _forget(connection, user, shown))
    for live in list(tables.lives.values()):
        for seat in live.table.seats:
            if seat.user_id == user.id:
                seat.name = shown
        await tables.talk.spread(live)
    await accounts.ended()


async def _go_from(tables: TableService, user: User, match_id: str) -> None:
    live = await tables.open(match_id)
    if live.table.status == "open":
        await tables.lobby.leave(live, user)
        return
    for seat in live.table.seats_of(user.id):
        if live.table.status == "playing" and seat not in live.table.retired:
            await tables.moves.give_up(live, seat)


def _forget(connection: sa.Connection, user: User, shown: str) -> None:
    drop_logins(connection, logins.c.user_id == user.id)
    drop_errands(connection, errands.c.user_id == user.id)
    drop_factor(connection, user.id)
    for table in (holidays, hours, identities, pushes, ratings, seasons, tries, waiting, words):
        connection.execute(sa.delete(table).where(table.c.user_id == user.id))
    for named in (seats, entrants):
        connection.execute(sa.update(named).where(named.c.user_id == user.id).values(name=shown))
    played = sa.select(tournaments.c.round).where(tournaments.c.id == entrants.c.tournament_id).scalar_subquery()
    still_in = sa.update(entrants).where(entrants.c.user_id == user.id, entrants.c.left.is_(None))
    connection.execute(still_in.values(left=played))
    gone: dict[str, Any] = {
        "name": shown,
        "key": f"deleted:{user.id}",
        "skeleton": "",
        "password": None,
        "admin": False,
    }
    gone |= {"email": "", "webhook": "", "settings": "{}", "banned": "it was deleted"}
    connection.execute(sa.update(users).where(users.c.id == user.id).values(**gone))
