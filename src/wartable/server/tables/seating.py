"""Seats of new tables, and tables in the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from wartable.bots import bot_names
from wartable.core.game import Game
from wartable.core.match.setup import Setup, check_players
from wartable.core.variant import Variant
from wartable.errors import BadOption
from wartable.languages import worded

from ..people.accounts import User
from ..storage.heartbeat import Outage
from ..storage.schema import entries, holidays, matches, openings, seats, words
from ..storage.store import Conflict, Entry
from .clock import ClockRule
from .games import of_rules_at_hand
from .history import Opening
from .rows import Seat, TableRow
from .table import Table, TableError, default_bot

MOST_OPEN_TABLES = 40
MOST_RUNNING_TABLES = 200
MOST_TABLES_WITH_BOTS = 40
MOST_WATCHED_TABLES = 20
MOST_A_DAY = 300
"""Finished matches count too, since they stay on disk."""
DAY_SECONDS = 86400.0


class SeatTaken(TableError):
    """Somebody else was faster."""


def new_setup(
    game: Game, options: dict[str, Any], places: list[dict[str, Any]], variant: Variant | None = None
) -> Setup:
    """The setup of a new table; TableError or BadOption if it is invalid. A variant's own options stand."""
    variant = variant or Variant(game.stem)
    options = {**options, **variant.options}
    try:
        check_players(game, len(places))
    except BadOption as error:
        raise TableError(str(error)) from None
    for option in game.options:
        # A file of the server's own disk is nobody's option.
        value = str(options.get(option.name, option.first))
        is_known = value in map(str, option.values) or f"{option.file}/{value}.txt" in variant.files
        if option.file and not is_known:
            raise TableError(
                worded(
                    "option {name} takes one of {values}", name=option.name, values=", ".join(map(str, option.values))
                )
            )
    if not any(place["who"] == "me" for place in places) and any(place["who"] != "bot" for place in places):
        raise TableError("the host must have a seat, unless only bots play")
    return Setup.of(game, len(places), options, variant.files, variant.cells, variant.title)


def new_seats(places: list[dict[str, Any]], user: User, game: Game) -> list[Seat]:
    """The seats of a new table, with distinct names."""
    made: list[Seat] = []
    for number, place in enumerate(places):
        seat = _new_seat(number, place, user, game)
        others = [other.name for other in made]
        made.append(replace(seat, name=unlike(seat.name, others) if seat.name else ""))
    return made


def bots_for(table: Table, bot: str | None) -> list[Seat]:
    """Bots for the free seats of a table, with distinct names."""
    names = [name for name in table.names if name]
    made: list[Seat] = []
    for seat in table.seats:
        if seat.is_free:
            placed = _bot_seat(seat.number, bot, table.game)
            made.append(replace(placed, name=unlike(placed.name, names)))
            names.append(made[-1].name)
    return made


def _new_seat(number: int, place: dict[str, Any], user: User, game: Game) -> Seat:
    if place["who"] == "me":
        name = place.get("name") or user.name
        return Seat(number, user.id, "", name)
    if place["who"] == "open":
        return Seat(number, None, "", "")
    return _bot_seat(number, place.get("bot"), game)


def _bot_seat(number: int, wanted: str | None, game: Game) -> Seat:
    bot = wanted or default_bot()
    known = bot_names(game)
    if bot not in known:
        raise TableError(worded("there is no bot {bot}; there are: {known}", bot=repr(bot), known=", ".join(known)))
    return Seat(number, None, bot, f"{bot.replace('_', ' ').capitalize()} bot")


ROMAN = {2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI", 7: "VII", 8: "VIII"}


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, changed if it is already taken at the table; not by a number, which could be mistaken for points."""
    taken = set(others)
    shown, count = name, 2
    while shown in taken:
        shown, count = f"{name} {ROMAN.get(count, count)}", count + 1
    return shown


def insert_table(connection: sa.Connection, table: Table) -> None:
    """Store a new table; TableError where its host has too many already. Those of tournaments are limited by them."""
    if table.row.tournament is None:
        _check_hosted(connection, table)
    connection.execute(sa.insert(matches).values(**vars(table.row)))
    for seat in table.seats:
        values = {"seat": seat.number, "user_id": seat.user_id, "bot": seat.bot, "name": seat.name}
        connection.execute(sa.insert(seats).values(match_id=table.id, **values))


def _check_hosted(connection: sa.Connection, table: Table) -> None:
    """TableError where a host has too many tables of a kind."""
    if _hosted(connection, table, matches.c.status == "open") >= MOST_OPEN_TABLES:
        raise TableError(worded("you have {number} open tables already", number=MOST_OPEN_TABLES))
    if _hosted(connection, table, _is_going_on()) >= MOST_RUNNING_TABLES:
        raise TableError(
            worded("you have {number} matches in play already; finish some of them first", number=MOST_RUNNING_TABLES)
        )
    if _hosted(connection, table, matches.c.created > table.row.created - DAY_SECONDS) >= MOST_A_DAY:
        raise TableError(worded("you have opened {number} tables in one day; wait until tomorrow", number=MOST_A_DAY))
    has_people = matches.c.id.in_(sa.select(seats.c.match_id).where(seats.c.bot == ""))
    if all(seat.bot for seat in table.seats):
        if _hosted(connection, table, _is_going_on(), ~has_people) >= MOST_WATCHED_TABLES:
            raise TableError(
                worded(
                    "you have {number} unfinished matches between bots already; they are removed after a day",
                    number=MOST_WATCHED_TABLES,
                )
            )
    elif any(seat.bot for seat in table.seats):
        _check_with_bots(connection, table)


def _check_with_bots(connection: sa.Connection, table: Table) -> None:
    """TableError if a host has too many matches with bots in play."""
    has_people = matches.c.id.in_(sa.select(seats.c.match_id).where(seats.c.bot == ""))
    with_bots = sa.and_(matches.c.id.in_(sa.select(seats.c.match_id).where(seats.c.bot != "")), has_people)
    if _hosted(connection, table, _is_going_on(), with_bots) >= MOST_TABLES_WITH_BOTS:
        raise TableError(
            worded(
                "you have {number} matches with bots in play already; finish some, or resign them",
                number=MOST_TABLES_WITH_BOTS,
            )
        )


def _is_going_on() -> sa.ColumnElement[bool]:
    """Whether a match is in play; those whose rules are gone cannot be finished and do not count."""
    return sa.and_(matches.c.status == "playing", of_rules_at_hand())


def _hosted(connection: sa.Connection, table: Table, *which: sa.ColumnElement[bool]) -> int:
    mine = sa.select(sa.func.count()).select_from(matches).where(matches.c.host == table.row.host, *which)
    return connection.execute(mine).scalar() or 0


def lock_open(connection: sa.Connection, match_id: str) -> bool:
    """Whether a match still waits for players; until this commit ends nobody else changes that."""
    wanted = sa.select(matches.c.status).where(matches.c.id == match_id).with_for_update()
    return connection.execute(wanted).scalar() == "open"


def check_seats(match_id: str, expected: Sequence[Seat], connection: sa.Connection) -> None:
    """Conflict if the seats of a match that is to begin have changed, or it has already begun."""
    if not lock_open(connection, match_id) or load_seats(connection, match_id) != list(expected):
        raise Conflict("somebody has come or gone in the meantime")


def take_seat(connection: sa.Connection, match_id: str, taken: Seat) -> list[Seat]:
    """Take a seat; returns all seats. TableError if the match has begun, or the seat is not free."""
    if not lock_open(connection, match_id):
        raise TableError("the match has already begun")
    place = (seats.c.match_id == match_id, seats.c.seat == taken.number)
    free = sa.update(seats).where(*place, seats.c.user_id.is_(None), seats.c.bot == "")
    if not connection.execute(free.values(user_id=taken.user_id, name=taken.name)).rowcount:
        raise SeatTaken("that seat is taken")
    return load_seats(connection, match_id)


def seat_bots(connection: sa.Connection, table: Table, taken: Sequence[Seat]) -> list[Seat]:
    """Put bots on free seats; returns all seats. SeatTaken if somebody else was faster."""
    if not lock_open(connection, table.id):
        raise TableError("the match has already begun")
    _check_with_bots(connection, table)
    for seat in taken:
        place = (seats.c.match_id == table.id, seats.c.seat == seat.number)
        free = sa.update(seats).where(*place, seats.c.user_id.is_(None), seats.c.bot == "")
        if not connection.execute(free.values(bot=seat.bot, name=seat.name)).rowcount:
            raise SeatTaken("somebody has sat down in the meantime")
    return load_seats(connection, table.id)


def free_seats(connection: sa.Connection, match_id: str, user_id: int) -> list[Seat]:
    """Leave seats; returns all seats. TableError if the match has begun."""
    if not lock_open(connection, match_id):
        raise TableError("the match has begun; you can resign")
    mine = sa.update(seats).where(seats.c.match_id == match_id, seats.c.user_id == user_id)
    connection.execute(mine.values(user_id=None, name=""))
    return load_seats(connection, match_id)


def load_seats(connection: sa.Connection, match_id: str) -> list[Seat]:
    places = connection.execute(sa.select(seats).where(seats.c.match_id == match_id).order_by(seats.c.seat))
    return [Seat(place.seat, place.user_id, place.bot, place.name) for place in places]


@dataclass(frozen=True)
class StoredTable:
    """A match from the database; with its opening once it has begun."""

    row: TableRow
    seats: list[Seat]
    entries: list[Entry]
    opening: Opening | None
    holidays: list[tuple[int, Outage]]


def load_table(connection: sa.Connection, match_id: str, start: int = 0) -> StoredTable | None:
    """A match from the database with its entries from `start`, and with its opening if that is the beginning."""
    row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).first()
    if row is None:
        return None
    wanted = sa.select(openings.c.layout, openings.c.box, openings.c.state).where(openings.c.match_id == match_id)
    opening = connection.execute(wanted).first() if start == 0 and row.status != "open" else None
    columns = (entries.c.number, entries.c.kind, entries.c.seat, entries.c.value, entries.c.at, entries.c.led)
    lines = connection.execute(
        sa.select(*columns).where(entries.c.match_id == match_id, entries.c.number >= start).order_by(entries.c.number)
    )
    return StoredTable(
        TableRow(**row._mapping),
        load_seats(connection, match_id),
        [Entry(*line) for line in lines],
        Opening(*opening) if opening else None,
        load_holidays(connection, match_id, row.created) if ClockRule.read(row.clock).is_slow else [],
    )


def load_holidays(connection: sa.Connection, match_id: str, since: float) -> list[tuple[int, Outage]]:
    """The holidays of a match's players since it was opened."""
    players = sa.select(seats.c.user_id).where(seats.c.match_id == match_id, seats.c.user_id.is_not(None))
    wanted = sa.select(holidays).where(holidays.c.user_id.in_(players), holidays.c.ends > since)
    found = connection.execute(wanted.order_by(holidays.c.starts, holidays.c.user_id))
    return [(one.user_id, (one.starts, one.ends)) for one in found]


def delete_table(connection: sa.Connection, match_id: str) -> None:
    """Delete a table that has not begun; TableError if it has."""
    if not lock_open(connection, match_id):
        raise TableError("the match has begun; you can resign")
    for table in (seats, words):
        connection.execute(sa.delete(table).where(table.c.match_id == match_id))
    connection.execute(sa.delete(matches).where(matches.c.id == match_id))
