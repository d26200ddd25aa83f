"""What people do at a table: moves, undo, takebacks, resigning, and asking why something is not legal."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from wartable.core.match import Match
from wartable.errors import WartableError
from wartable.languages import worded

from ..live import explaining
from ..live.live_table import Eye, LiveTable
from ..live.protocol import ProtocolError
from ..storage.heartbeat import steady_time
from ..storage.store import Append
from ..tables.table import Table
from ..tables.takeback import takeback_to, undo_to
from .open_tables import OpenTables

MOST_ENTRIES = 30_000
LONGEST_ORDER = 300
"""The most actions that one order plays; a further order continues."""
Finder = Callable[..., Any]


class Moves:
    """Carries out what players do. Everything is stored before anybody sees it."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self.results: Counter[str] = Counter()
        """How many moves had each result: "ok", or the code of the refusal."""

    async def play(self, live: LiveTable, seat: int, number: int | None, move: int | str, who: str) -> int:
        """Play an action, given as a code or as text, for a seat; returns the seat's number once it is on disk."""
        with self._counted():
            return await self._play(live, seat, number, move, who)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        try:
            yield
        except ProtocolError as error:
            self.results[error.code] += 1
            raise
        except WartableError:
            self.results["refused"] += 1
            raise
        self.results["ok"] += 1

    async def _play(self, live: LiveTable, seat: int, number: int | None, move: int | str, who: str) -> int:
        async with self._tables.hold(live) as table:
            _check_asked(table, seat, number, move)
            action = await self._read(table.playing, seat, move, who)
            await self._store(live, table.play(seat, action, steady_time()))
            return live.table.number(seat)

    async def _read(self, match: Match, seat: int, move: int | str, who: str) -> int:
        """The legal action that is meant. Codes and exact notations are recognised without reading the text."""
        if isinstance(move, int) and move in match.legal(seat):
            return move
        return await self._tables.turns.run(who, partial(explaining.in_time, explaining.read_move, match, seat, move))

    async def _found(self, match: Match, find: Finder, seat: int, about: tuple[Any, ...], who: str) -> Any:
        """Call the game in a thread for a seat that is to act; None if it is not."""
        if seat not in match.due:
            return None
        work = partial(explaining.or_none, find, match.observe(seat), match.box, seat, *about)
        return await self._tables.turns.run(who, work)

    async def walk(self, live: LiveTable, seat: int, number: int, touched: tuple[str, ...], who: str) -> int:
        """Play the game's way between things, one legal step after the other; returns how many were played.

        It stops when something happens: when the remaining way is not the previous one minus its first step.
        """
        async with self._tables.hold(live) as table:
            _check_asked(table, seat, number, 0)
            find = table.game.view.route
            played, left = 0, None
            while find and live.table.status == "playing":
                match = live.table.playing
                way = await self._found(match, find, seat, (touched,), who)
                if not way or way[0] not in match.legal(seat) or left not in (None, way):
                    break
                await self._store(live, live.table.play(seat, way[0], steady_time()))
                played, left = played + 1, way[1:]
            return played

    async def order(
        self, live: LiveTable, seat: int, number: int, sheet: str, numbers: tuple[int, ...], who: str
    ) -> int:
        """Play what an order form asks for, one legal action after the other; returns how many were played.

        It stops when the form is done, when an action is not legal, and when others are to act.
        """
        async with self._tables.hold(live) as table:
            _check_asked(table, seat, number, 0)
            find = table.game.view.order
            played = 0
            while find and played < LONGEST_ORDER and live.table.status == "playing":
                match = live.table.playing
                action = await self._found(match, find, seat, (sheet, numbers), who)
                if action is None or action not in match.legal(seat):
                    break
                await self._tables.commit(live, live.table.play(seat, action, steady_time()))
                played += 1
            if played:
                await self._tables.publish(live)
            return played

    async def _store(self, live: LiveTable, append: Append) -> None:
        await self._tables.commit(live, append)
        await self._tables.publish(live)

    async def undo(self, live: LiveTable, seat: int, who: str) -> str:
        """Undo at once if the rules of undoing allow it, else ask the others; returns "undone" or "asked"."""
        async with self._tables.hold(live) as table:
            table.check_playing()
            if table.count > MOST_ENTRIES:
                raise ProtocolError("nothing", "too much has already been taken back in this match")
            keep = await self._tables.turns.run(who, partial(undo_to, table, seat))
            asked = keep is None
            if asked:
                keep = takeback_to(table, seat)
                if keep is None:
                    raise ProtocolError("nothing", "you have made no decision yet that could be taken back")
                others = [one.number for one in table.seats if one.number != seat]
                if table.row.is_contest and all(map(table.played_by_bot, others)):
                    raise ProtocolError("rated", "bots do not agree to takebacks in rated matches and contests")
                if table.offer:
                    raise ProtocolError("offered", "a takeback has already been requested")
            assert keep is not None
            append = table.add([("offer" if asked else "cut", seat, keep)], steady_time())
            if asked and table.is_agreed:
                append = _and_cut(table, append, seat, keep)
            await self._store(live, append)
            return "asked" if live.table.offer else "undone"

    async def answer(self, live: LiveTable, seat: int, agree: bool) -> None:
        """Agree to a takeback or decline it."""
        async with self._tables.hold(live) as table:
            table.check_playing()
            offer = table.offer
            if offer is None or seat in offer.agreed:
                raise ProtocolError("no-offer", "nobody asks you for a takeback")
            append = table.add([("agree" if agree else "refuse", seat, 0)], steady_time())
            if agree and table.is_agreed:
                append = _and_cut(table, append, offer.seat, offer.keep)
            await self._store(live, append)

    async def give_up(
        self, live: LiveTable, seat: int, kind: str = "resign", still: Callable[[Table], bool] | None = None
    ) -> None:
        """Resign, lose on time, or abandon: with two players the match is over, with more a bot takes over.

        A match whose rules are gone is closed without a winner. Nothing happens if `still` is no longer true.
        """
        async with self._tables.hold(live) as table:
            if table.status != "playing" or seat in table.retired:
                raise ProtocolError("over", "there is no match to resign from")
            if table.may_be_closed:
                kind = "close"
            else:
                table.check_playing()
            if kind == "late" and seat not in table.late(steady_time()):
                return
            if still and not still(table):
                return
            await self._store(live, table.add([(kind, seat, 0)], steady_time()))

    async def why(
        self, live: LiveTable, eye: Eye, touched: tuple[str, ...], below: tuple[str, ...], who: str
    ) -> tuple[str, str]:
        """The rule that forbids a touch, with the reason; without a rule, what is asked of the seat."""
        match = (await self._tables.settled(live, eye.seat)).playing.snapshot()
        if eye.seat not in match.due:
            raise ProtocolError("not-due", "it is not your turn")
        work = partial(explaining.in_time, explaining.why_not, match, eye.on(match), touched, below)
        return await self._tables.turns.run(who, work)

    async def ask(self, live: LiveTable, eye: Eye, question: str, who: str) -> list[str]:
        """The table's answer to a question in words: whether a move is legal, or why not; empty out of turn."""
        match = (await self._tables.settled(live, eye.seat)).playing.snapshot()
        work = partial(explaining.in_time, explaining.answer, match, eye.on(match), question)
        return await self._tables.turns.run(who, work)


def _check_asked(table: Table, seat: int, number: int | None, action: int | str) -> None:
    """Check that a seat may act now, given the number that it saw."""
    match = table.playing
    if seat not in range(len(table.seats)):
        raise ProtocolError("no-seat", worded("there is no seat {seat}", seat=seat))
    if number is not None:
        if number > table.number(seat):
            raise ProtocolError(
                "ahead",
                worded("the table is at number {current}, not {number}", current=table.number(seat), number=number),
            )
        if number < table.asked_since[seat]:
            raise ProtocolError("stale", "the table has changed since")
    if isinstance(action, int) and action >= table.game.action_count:
        raise ProtocolError(
            "no-action",
            worded(
                "actions of {title} go to {last}",
                title=table.game.title,
                last=table.game.action_count - 1,
            ),
        )
    if seat not in match.due:
        raise ProtocolError("not-due", "it is not your turn")


def _and_cut(table: Table, append: Append, seat: int, keep: int) -> Append:
    """An agreement together with the takeback that follows from it."""
    cut = table.add([("cut", seat, keep)], append.changes["moved"])
    return replace(cut, entries=[*append.entries, *cut.entries])
