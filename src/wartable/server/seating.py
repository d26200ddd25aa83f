"""Who sits where at a new table, and tables in the database."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from wartable.bots import bot_names
from wartable.core.game import Game
from wartable.core.options import Options

from .accounts import User
from .schema import entries, matches, seats
from .store import Entry, Store
from .table import Seat, Table, TableError, TableRow, default_bot

MOST_OPEN_TABLES = 40


def settled_options(game: Game, options: dict[str, Any], places: list[dict[str, Any]]) -> Options:
    """The options of a new table, with those that nobody chose; TableError where there can be no such table."""
    if len(places) not in game.seats:
        raise TableError(f"{game.title} is for {' or '.join(map(str, game.seats))} players, not {len(places)}")
    for option in game.options:
        # A file of the server's own disk is nobody's option.
        if option.file and str(options.get(option.name, option.first)) not in map(str, option.values):
            raise TableError(f"option {option.name} takes one of {', '.join(map(str, option.values))}")
    if not any(place["who"] == "me" for place in places):
        raise TableError("whoever opens a table sits at it")
    return game.settle(options, {})[0]


def new_seats(places: list[dict[str, Any]], user: User, game: Game) -> list[Seat]:
    """The seats of a new table, their names all different."""
    made: list[Seat] = []
    for number, place in enumerate(places):
        seat = _new_seat(number, place, user, game)
        others = [other.name for other in made]
        made.append(replace(seat, name=unlike(seat.name, others) if seat.name else ""))
    return made


def _new_seat(number: int, place: dict[str, Any], user: User, game: Game) -> Seat:
    if place["who"] == "me":
        name = place.get("name") or user.name
        return Seat(number, user.id, "", name)
    if place["who"] == "open":
        return Seat(number, None, "", "")
    bot = place.get("bot") or default_bot()
    known = bot_names(game)
    if bot not in known:
        raise TableError(f"there is no bot {bot!r}; there are: {', '.join(known)}")
    return Seat(number, None, bot, f"{bot.replace('_', ' ').capitalize()} bot")


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, told apart from those already at the table."""
    taken = set(others)
    shown, count = name, 2
    while shown in taken:
        shown, count = f"{name} {count}", count + 1
    return shown


def insert_table(connection: sa.Connection, table: Table) -> None:
    mine = sa.select(sa.func.count()).where(matches.c.host == table.row.host, matches.c.status == "open")
    if (connection.execute(mine).scalar() or 0) >= MOST_OPEN_TABLES:
        raise TableError(f"you have {MOST_OPEN_TABLES} open tables already")
    connection.execute(sa.insert(matches).values(**vars(table.row)))
    for seat in table.seats:
        values = {"seat": seat.number, "user_id": seat.user_id, "bot": seat.bot, "name": seat.name}
        connection.execute(sa.insert(seats).values(match_id=table.id, **values))


def take_seat(connection: sa.Connection, match_id: str, taken: Seat) -> bool:
    """Whether the seat was free, and is now taken."""
    place = (seats.c.match_id == match_id, seats.c.seat == taken.number)
    free = sa.update(seats).where(*place, seats.c.user_id.is_(None), seats.c.bot == "")
    return connection.execute(free.values(user_id=taken.user_id, name=taken.name)).rowcount > 0


def free_seats(connection: sa.Connection, match_id: str, user_id: int) -> None:
    mine = sa.update(seats).where(seats.c.match_id == match_id, seats.c.user_id == user_id)
    connection.execute(mine.values(user_id=None, name=""))


def load_table(
    connection: sa.Connection, match_id: str, start: int = 0
) -> tuple[TableRow, list[Seat], list[Entry]] | None:
    """A match from the database, its entries from `start` on."""
    row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).first()
    if row is None:
        return None
    places = connection.execute(sa.select(seats).where(seats.c.match_id == match_id).order_by(seats.c.seat))
    lines = connection.execute(
        sa.select(entries.c.number, entries.c.kind, entries.c.seat, entries.c.value, entries.c.at)
        .where(entries.c.match_id == match_id, entries.c.number >= start)
        .order_by(entries.c.number)
    )
    return (
        TableRow(**row._mapping),
        [Seat(place.seat, place.user_id, place.bot, place.name) for place in places],
        [Entry(*line) for line in lines],
    )


def delete_table(connection: sa.Connection, match_id: str, store: Store) -> None:
    connection.execute(sa.delete(seats).where(seats.c.match_id == match_id))
    connection.execute(sa.delete(matches).where(matches.c.id == match_id, matches.c.status == "open"))
    store.notify(connection, [match_id])
