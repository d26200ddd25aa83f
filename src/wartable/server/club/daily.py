"""The match of the day: for each game one seed a day, one try for everybody, against the strongest level."""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from wartable.bots import strongest_level
from wartable.core.game import Game

from ..people.accounts import User
from ..play.lobby import NewTable
from ..play.service import TableService
from ..storage.heartbeat import steady_time
from ..storage.schema import facts, matches, seats, tries, users
from ..tables.games import all_games
from ..tables.table import TableError
from .switches import check_on

KEY_NAME = "daily-key"
WEEK = 7
MOST_BARS = 9
MOST_LISTED = 20
UNSEAL_SECONDS = 60.0

log = logging.getLogger("wartable.server")


@dataclass(frozen=True)
class Try:
    """A finished try: the share of the win, and by how many points it was won or lost; None if given up."""

    user_id: int
    name: str
    day: str
    match_id: str
    score: float
    margin: int | None


def today(at: float) -> date:
    """The day, by UTC."""
    return datetime.fromtimestamp(at, UTC).date()


def seat_on(game: Game, day: date) -> int:
    """Everybody has the same seat, and another one the next day."""
    return day.toordinal() % game.seats[0]


def open_days(day: date) -> list[str]:
    """The days whose tries count still: what began in the evening can be finished the next day."""
    return [str(day - timedelta(days=1)), str(day)]


class Daily:
    """The matches of the day, of all processes."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._store = tables.store
        self._key: bytes | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def play(self, user: User, game: Game) -> str:
        """Somebody's try of today, begun if it has not been; returns its table."""
        await self._store.read(lambda connection: check_on(connection, "daily"))
        day = today(steady_time())
        mine = sa.select(tries.c.match_id).where(_is_of(game.stem, str(day)), tries.c.user_id == user.id)
        known: str | None = await self._store.read(lambda connection: connection.execute(mine).scalar())
        if known is not None:
            return known

        def note(connection: sa.Connection, table: Any) -> None:
            values = {"day": str(day), "game": game.stem, "user_id": user.id, "match_id": table.id}
            connection.execute(sa.insert(tries).values(**values))

        seat, seed = seat_on(game, day), await self._seed(game, day)
        bot = {"who": "bot", "bot": strongest_level()}
        places = [{"who": "me"} if place == seat else bot for place in range(game.seats[0])]
        wanted = NewTable(game, {}, places, seed=seed, sealed=True, also=note)
        try:
            return (await self._tables.lobby.new_table(user, wanted)).table.id
        except sa.exc.IntegrityError:
            # The same person was quicker in another window.
            found: str | None = await self._store.read(lambda connection: connection.execute(mine).scalar())
            if found is None:
                raise TableError("the match of the day could not begin; try again") from None
            return found

    async def shown(self, user: User | None) -> dict[str, Any]:
        """Each game's match of today, how it went for everybody, and the week."""
        return await self._store.read(lambda connection: _shown(connection, user))

    async def _seed(self, game: Game, day: date) -> bytes:
        """The seed of a day, which nobody can know beforehand: it follows from a secret of this server."""
        if self._key is None:
            self._key = await self._store.write(_daily_key)
        return hmac.new(self._key, f"{day} {game.stem}".encode(), hashlib.sha256).digest()

    async def _run(self) -> None:
        """Unseal what is over until cancelled."""
        while True:
            try:
                await self.unseal()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("matches of earlier days could not be unsealed")
            await asyncio.sleep(UNSEAL_SECONDS)

    async def unseal(self) -> None:
        """Let everybody look at the tries that count no more, and publish their dice."""
        first = open_days(today(steady_time()))[0]
        old = sa.select(tries.c.match_id).where(tries.c.day < first)
        sealed = sa.select(matches.c.id).where(matches.c.sealed.is_(True), matches.c.id.in_(old))

        def work(connection: sa.Connection) -> list[str]:
            found = list(connection.execute(sealed).scalars())
            if found:
                connection.execute(sa.update(matches).where(matches.c.id.in_(found)).values(sealed=False))
            return found

        if await self._store.read(lambda connection: connection.execute(sealed.limit(1)).scalar()):
            for match_id in await self._store.write(work):
                live = self._tables.lives.get(match_id)
                if live is not None:
                    self._tables.drop(live)


def _daily_key(connection: sa.Connection) -> bytes:
    known = connection.execute(sa.select(facts.c.value).where(facts.c.name == KEY_NAME)).scalar()
    if known is None:
        known = secrets.token_hex(32)
        connection.execute(sa.insert(facts).values(name=KEY_NAME, value=known))
    return bytes.fromhex(known)


def _is_of(game: str, day: str) -> sa.ColumnElement[bool]:
    return sa.and_(tries.c.game == game, tries.c.day == day)


def _shown(connection: sa.Connection, user: User | None) -> dict[str, Any]:
    check_on(connection, "daily")
    day = today(steady_time())
    week = str(day - timedelta(days=WEEK - 1))
    begun = sa.select(tries, matches.c.status).join(matches, matches.c.id == tries.c.match_id)
    own = begun.where(tries.c.user_id == (user.id if user else None), tries.c.day == str(day))
    mine = {row.game: row for row in connection.execute(own)}
    done = _finished(connection, week)
    return {
        "day": str(day),
        "ends": datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + 86400,
        "bot": strongest_level(),
        "games": [_of_game(game, day, done.get(game.stem, []), mine.get(game.stem)) for game in all_games()],
    }


def _finished(connection: sa.Connection, first: str) -> dict[str, list[Try]]:
    """The finished tries since a day, by game. Those of guests count once they have an account.

    A try counts if it was over before the end of the day after its own.
    """
    columns = (tries.c.day, tries.c.game, tries.c.match_id, matches.c.result, matches.c.moved, seats.c.seat)
    joined = (
        tries.join(matches, matches.c.id == tries.c.match_id)
        .join(users, users.c.id == tries.c.user_id)
        .join(seats, sa.and_(seats.c.match_id == tries.c.match_id, seats.c.user_id == tries.c.user_id))
    )
    wanted = sa.select(*columns, users.c.id, users.c.name).select_from(joined)
    counts = (matches.c.status == "over", users.c.guest.is_(False), users.c.banned.is_(None), tries.c.day >= first)
    found: dict[str, list[Try]] = {}
    for row in connection.execute(wanted.where(*counts).order_by(tries.c.day, tries.c.match_id)):
        if row.day in open_days(today(row.moved)):
            result = json.loads(row.result)
            made = Try(row.id, row.name, row.day, row.match_id, *_outcome(result, row.seat))
            found.setdefault(row.game, []).append(made)
    return found


def _outcome(result: dict[str, Any], seat: int) -> tuple[float, int | None]:
    """The share of the win, and the lead in points; None where somebody gave up."""
    points = result["points"]
    lead = int(points[seat]) - max(int(other) for place, other in enumerate(points) if place != seat)
    gave_up = result["ending"] in ("resign", "late", "left") or seat in result.get("left", ())
    return (0.0, None) if gave_up else (float(result["scores"][seat]), lead)


def _of_game(game: Game, day: date, done: Sequence[Try], mine: Any) -> dict[str, Any]:
    of_today = [one for one in done if one.day == str(day)]
    own = next((one for one in done if mine is not None and one.match_id == mine.match_id), None)
    return {
        "game": game.stem,
        "title": game.title,
        "players": game.seats[0],
        "seat": seat_on(game, day),
        "yours": None if mine is None else {"table": mine.match_id, "over": mine.status == "over"},
        "week": bars(done, own),
        "tries": len(done),
        "won": sum(one.score >= 1.0 for one in done),
        "today": ranked(of_today, own),
    }


def _worth(one: Try) -> tuple[float, float]:
    return (one.score, float("-inf") if one.margin is None else one.margin)


def ranked(done: Sequence[Try], own: Try | None) -> list[dict[str, Any]]:
    """The best tries: by the share of the win, then by points; who is level shares a place."""
    order = sorted(done, key=_worth, reverse=True)
    worths = [_worth(one) for one in order]
    return [
        {
            "place": worths.index(_worth(one)) + 1,
            "name": one.name,
            "score": one.score,
            "margin": one.margin,
            "yours": one is own,
        }
        for one in order[:MOST_LISTED]
    ]


def bars(done: Sequence[Try], own: Try | None) -> list[dict[str, Any]]:
    """A histogram: how often which lead in points was reached, the worst first, and where one's own try is.

    Where there are many different leads, neighbours share a bar.
    """
    leads = [one.margin for one in done if one.margin is not None]
    found: list[dict[str, Any]] = []
    if len(leads) < len(done):
        count = len(done) - len(leads)
        found.append({"least": None, "most": None, "count": count, "yours": own is not None and own.margin is None})
    if leads:
        width = -(-(max(leads) - min(leads) + 1) // MOST_BARS)
        # Bars begin at multiples of their width: losses and wins are apart.
        counted = Counter(lead // width for lead in leads)
        for place in range(min(counted), max(counted) + 1):
            least, most = place * width, place * width + width - 1
            is_mine = own is not None and own.margin is not None and own.margin // width == place
            found.append({"least": least, "most": most, "count": counted[place], "yours": is_mine})
    return found
