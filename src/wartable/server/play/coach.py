"""The coach at live tables, for players who have it on, in unrated matches.

It thinks in the same threads as hints and bots, taking turns with everybody else, and sees what its seat sees.
"""

from collections import OrderedDict
from functools import partial
from typing import Any

from wartable.bots import Position, position_of
from wartable.bots.advice import coach
from wartable.bots.advice.coach import Advice, Intent
from wartable.bots.advice.hint import Look
from wartable.core.match import Match

from ..live.explaining import or_none
from ..live.live_table import LiveTable
from ..live.protocol import ProtocolError, Weigh
from ..live.serializers import with_names
from ..live.thread_pool import Turns
from ..tables.table import Table
from .open_tables import OpenTables

MOST_KEPT = 64
"""The number of analysed positions that are cached: a move is compared with the cached analysis."""


class Coaches:
    def __init__(self, tables: OpenTables, thinking: Turns) -> None:
        self._tables = tables
        self._thinking = thinking
        self._looks: OrderedDict[tuple[str, int, int], Look] = OrderedDict()

    async def advise(self, live: LiveTable, seat: int, who: str) -> dict[str, Any]:
        """What a seat is asked, what a good player would do and why, and what the others did."""
        number, match, position = await self._asked(live, seat)
        look = await self._look(live, number, match, position, who)
        if (await self._tables.settled(live, seat)).number(seat) != number:
            raise ProtocolError("moved-on", "the table has moved on")
        advice = await self._tables.turns.run(who, partial(coach.advise, match, position, look))
        thinks: tuple[str, ...] = ()
        if advice.last is not None:
            thinks = await self._thinking.run(who, partial(coach.comment_on, match, seat, advice.last))
        return _advice_json(match, advice, thinks)

    async def weigh(self, live: LiveTable, asked: Weigh, who: str) -> dict[str, Any]:
        """Whether an intended action is a blunder, and what would be better."""
        number, match, position = await self._asked(live, asked.seat)
        intent = _intent(match, position, asked)
        if await self._tables.turns.run(who, partial(intent, position.view)) not in position.legal:
            raise ProtocolError("not-legal", "that is not a legal action now")
        look = await self._look(live, number, match, position, who)
        work = partial(coach.weigh_intent, match, position, look, intent)
        comparison = await self._thinking.run(who, work)
        label = match.game.words.label(position.view, position.box, asked.seat, comparison.best)
        return {
            "blunder": coach.is_blunder(comparison),
            "chance": round(comparison.chance, 3),
            "wrong": list(comparison.wrong),
            "better": {
                "action": comparison.best,
                "label": with_names(label, match.players),
                "chance": round(comparison.chance_best, 3),
                "why": list(comparison.why),
            },
        }

    async def _asked(self, live: LiveTable, seat: int) -> tuple[int, Match, Position]:
        """The position of a seat; ProtocolError if there is nothing to coach."""
        table = await self._tables.settled(live, seat)
        _check_allowed(table)
        match = table.playing.snapshot()
        position = position_of(match, seat)
        if not position.legal:
            raise ProtocolError("not-due", "it is not your turn")
        return table.number(seat), match, position

    async def _look(self, live: LiveTable, number: int, match: Match, position: Position, who: str) -> Look:
        key = (live.table.id, position.seat, number)
        if key not in self._looks:
            self._looks[key] = await self._thinking.run(who, partial(coach.look_at, match, position))
            while len(self._looks) > MOST_KEPT:
                self._looks.popitem(last=False)
        return self._looks[key]


def _intent(match: Match, position: Position, asked: Weigh) -> Intent:
    """The intended actions, one by one."""
    order, route, box, seat = match.game.view.order, match.game.view.route, position.box, position.seat
    if asked.sheet is not None and order is not None:
        return lambda seen: or_none(order, seen, box, seat, asked.sheet, tuple(asked.numbers))
    if asked.path and route is not None:
        return lambda seen: next(iter(or_none(route, seen, box, seat, tuple(asked.path)) or ()), None)
    return lambda seen: asked.action if seen is position.view else None


def _check_allowed(table: Table) -> None:
    if table.row.is_contest:
        raise ProtocolError("rated", "there is no coach where players are compared")


def _advice_json(match: Match, advice: Advice, thinks: tuple[str, ...]) -> dict[str, Any]:
    moves = [
        {
            "action": why.move.action,
            "label": with_names(why.move.label, match.players),
            "chance": round(why.chance, 3),
            "says": list(why.says),
        }
        for why in advice.moves
    ]
    return {"asked": advice.asked, "moves": moves, "line": list(advice.line), "last": [*advice.told, *thinks]}
