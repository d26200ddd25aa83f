"""Answers given in advance: what a seat plays when its turn comes, if the others have done what it says.

A plan is its player's secret. It is carried out like any move of theirs, and only while they have not moved themselves.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from wartable.core.frames import NATURE
from wartable.errors import WartableError

from ..live import explaining
from ..live.live_table import LiveTable
from ..storage.schema import matches, plans
from ..tables.games import of_rules_at_hand
from ..tables.table import Table, TableError
from .moves import Moves
from .open_tables import OpenTables

LOOK_SECONDS = 10.0

log = logging.getLogger("wartable.server")


@dataclass(frozen=True)
class Line:
    """If the others have played `when` (anything if empty), play these moves; `keep` them for further turns."""

    when: str
    play: tuple[str, ...]
    keep: bool = False


class Plans:
    """The plans of all processes. Each looks after those whose turn has come through its own moves, and now and then
    after all.
    """

    def __init__(self, tables: OpenTables, moves: Moves) -> None:
        self._tables = tables
        self._store = tables.store
        self._moves = moves
        self._known: set[tuple[str, int]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def read(self, match_id: str, seat: int) -> list[Line]:
        row = await self._store.read(lambda connection: _row(connection, match_id, seat))
        return [] if row is None else _lines(row)

    async def keep(self, live: LiveTable, seat: int, lines: Sequence[Line], who: str) -> None:
        """Keep a plan in place of an earlier one; without lines there is none. TableError if the match is over."""
        read = [await self._understood(live, seat, line, who) for line in lines]
        async with self._tables.hold(live) as table:
            table.check_playing()
            if seat in table.retired:
                raise TableError("you have left this seat; a bot plays on for it")
            if read and seat in table.due:
                raise TableError("it is your turn: answer in advance while others are to act")
            row = _values(table, seat, read)
            await self._store.write(lambda connection: _store_plan(connection, table.id, seat, row))
        self._note(live.table.id, seat, bool(read))

    async def _understood(self, live: LiveTable, seat: int, line: Line, who: str) -> Line:
        """What the others may do, in notation. What they could do where they have secrets is not looked at."""
        table = live.table
        if not line.when or table.game.has_secrets:
            return line
        for other in table.due:
            if other == seat:
                continue
            match = table.check_playing().snapshot()
            work = partial(explaining.in_time, explaining.read_move, match, other, line.when)
            try:
                action = await self._tables.turns.run(who, work)
            except WartableError:
                continue
            return Line(match.notation(other, action), line.play, line.keep)
        return line

    async def answer(self, live: LiveTable, seat: int) -> bool:
        """Play what a plan says, if it is this seat's turn; returns whether it did."""
        table = live.table
        if (table.id, seat) not in self._known:
            return False
        row = await self._store.read(lambda connection: _row(connection, table.id, seat))
        if row is None or table.status != "playing" or seat in table.retired:
            await self._drop(table.id, seat)
            return False
        if seat not in table.due:
            return False
        # Whoever has moved themselves since has thought again.
        lines = [line for line in _lines(row) if line.keep or row.own == _decided(table, seat)]
        has_played = False
        for line in lines:
            if (not line.when or _has_happened(table, seat, row.number, line.when)) and not has_played:
                has_played = await self._play(live, seat, line.play)
        kept = [line for line in lines if line.keep]
        values = _values(live.table, seat, kept)
        await self._store.write(lambda connection: _store_plan(connection, table.id, seat, values))
        self._note(table.id, seat, bool(kept))
        return has_played

    async def _play(self, live: LiveTable, seat: int, moves: Sequence[str]) -> bool:
        """Play moves one after the other, as long as they are legal; returns whether the first was."""
        for place, move in enumerate(moves):
            if live.table.status != "playing" or seat not in live.table.due:
                break
            try:
                await self._moves.play(live, seat, None, move, f"user {live.table.seats[seat].user_id}")
            except WartableError:
                return place > 0
        return True

    def _note(self, match_id: str, seat: int, is_there: bool) -> None:
        (self._known.add if is_there else self._known.discard)((match_id, seat))

    async def _drop(self, match_id: str, seat: int) -> None:
        self._known.discard((match_id, seat))
        await self._store.write(lambda connection: _store_plan(connection, match_id, seat, None))

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except asyncio.CancelledError:
                raise
            except WartableError as error:
                log.warning("plans: %s", error)
            except Exception:
                log.exception("plans could not be carried out")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Carry out the plans of those whose turn has come by another process, which knew nothing of them."""
        wanted = sa.select(plans.c.match_id, plans.c.seat, matches.c.due)
        joined = wanted.join(matches, matches.c.id == plans.c.match_id)
        playing = joined.where(matches.c.status == "playing", of_rules_at_hand())
        rows = await self._store.read(lambda connection: connection.execute(playing).all())
        self._known = {(row.match_id, row.seat) for row in rows}
        for row in rows:
            if str(row.seat) in row.due.split(","):
                await self.answer(await self._tables.open(row.match_id), row.seat)


def _row(connection: sa.Connection, match_id: str, seat: int) -> Any:
    return connection.execute(sa.select(plans).where(plans.c.match_id == match_id, plans.c.seat == seat)).first()


def _lines(row: Any) -> list[Line]:
    return [Line(one["when"], tuple(one["play"]), one["keep"]) for one in json.loads(row.lines)]


def _values(table: Table, seat: int, lines: Sequence[Line]) -> dict[str, Any] | None:
    if not lines:
        return None
    text = json.dumps([asdict(line) for line in lines])
    return {"lines": text, "number": table.number(seat), "own": _decided(table, seat)}


def _store_plan(connection: sa.Connection, match_id: str, seat: int, values: dict[str, Any] | None) -> None:
    connection.execute(sa.delete(plans).where(plans.c.match_id == match_id, plans.c.seat == seat))
    if values is not None:
        connection.execute(sa.insert(plans).values(match_id=match_id, seat=seat, **values))


def _decided(table: Table, seat: int) -> int:
    """How many decisions a seat has made."""
    steps = table.match.steps if table.match else ()
    return sum(step.seat == seat and not step.forced for step in steps)


def _has_happened(table: Table, seat: int, number: int, when: str) -> bool:
    """Whether somebody else has played this since, as far as the seat knows."""
    match = table.playing
    seen = match.see(seat)
    for _, step in table.stream(seat).since(number):
        if step.seat in (seat, NATURE) or not seen.knows(step):
            continue
        notation = match.game.words.notation(seen.of(step.before), match.box, step.seat, step.action)
        if notation.casefold() == when.strip().casefold():
            return True
    return False
