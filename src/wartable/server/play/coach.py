"""Hints, and the coach for players who have it on, at live tables in unrated matches. They see what their seat sees."""

from functools import partial
from typing import Any

from wartable.bots import Position, position_of
from wartable.bots.advice import coach
from wartable.bots.advice.coach import Advice, Intent
from wartable.bots.advice.hint import Hint
from wartable.core.match import Match
from wartable.core.match.perspective import Perspective
from wartable.languages import worded

from ..live.explaining import or_none
from ..live.live_table import Eye, LiveTable
from ..live.protocol import ProtocolError, Weigh
from ..live.serializers import said
from .analysts import Analysts
from .open_tables import OpenTables


class Coaches:
    def __init__(self, tables: OpenTables, analysts: Analysts) -> None:
        self._tables = tables
        self._analysts = analysts

    async def hint(self, live: LiveTable, seat: int, who: str) -> Hint:
        """The best moves of a seat, with the chance to win after them."""
        key, match, position = await self._asked(live, seat, "there are no hints")
        return (await self._analysts.study(key, match, position, who))[1]

    async def advise(self, live: LiveTable, eye: Eye, who: str) -> dict[str, Any]:
        """What a seat is asked, what a good player would do and why, and what the others did."""
        seat = eye.seat
        key, match, position = await self._asked(live, seat)
        look, hint = await self._analysts.study(key, match, position, who)
        if (await self._tables.settled(live, seat)).number(seat) != key[-1]:
            raise ProtocolError("moved-on", "the table has changed")
        advice = await self._tables.turns.run(who, partial(coach.advise, match, position, look, hint))
        thinks: tuple[str, ...] = ()
        if advice.last is not None:
            about = match.bare(), seat, advice.last
            thinks = await self._analysts.once(("comment", *key), who, match.game, coach.comment_on, *about)
        return _advice_json(eye.on(match), advice, thinks)

    async def weigh(self, live: LiveTable, asked: Weigh, language: str, who: str) -> dict[str, Any]:
        """Whether an intended action is a blunder, and what would be better."""
        key, match, position = await self._asked(live, asked.seat)
        intent = _intent(match, position, asked)
        if await self._tables.turns.run(who, partial(intent, position.view)) not in position.legal:
            raise ProtocolError("not-legal", "that is not a legal action now")
        look, _ = await self._analysts.study(key, match, position, who)
        intended = await self._tables.turns.run(who, partial(coach.intended_by, match, position, intent))
        about = match.bare(), position, look, intended
        wanted = ("weigh", *key, *(action for _, action in intended))
        comparison = await self._analysts.once(wanted, who, match.game, coach.weigh_intent, *about)
        label = match.game.words.label(position.view, position.box, asked.seat, comparison.best)
        seen = Eye(asked.seat, language).on(match)
        return {
            "blunder": coach.is_blunder(comparison),
            "chance": round(comparison.chance, 3),
            "wrong": [said(seen, text) for text in comparison.wrong],
            "better": {
                "action": comparison.best,
                "label": said(seen, label),
                "chance": round(comparison.chance_best, 3),
                "why": [said(seen, text) for text in comparison.why],
            },
        }

    async def _asked(
        self, live: LiveTable, seat: int, none: str = "there is no coach"
    ) -> tuple[tuple[str, int, int], Match, Position]:
        """The position of a seat, with its key: table, seat and number. ProtocolError if there is nothing to say."""
        table = await self._tables.settled(live, seat)
        if table.row.is_contest:
            raise ProtocolError("rated", worded("{none} in rated matches and contests", none=none))
        match = table.playing.snapshot()
        position = position_of(match, seat)
        if not position.legal:
            raise ProtocolError("not-due", "it is not your turn")
        return (table.id, seat, table.number(seat)), match, position


def _intent(match: Match, position: Position, asked: Weigh) -> Intent:
    """The intended actions, one by one."""
    order, route, box, seat = match.game.view.order, match.game.view.route, position.box, position.seat
    if asked.sheet is not None and order is not None:
        return lambda seen: or_none(order, seen, box, seat, asked.sheet, tuple(asked.numbers))
    if asked.path and route is not None:
        return lambda seen: next(iter(or_none(route, seen, box, seat, tuple(asked.path)) or ()), None)
    return lambda seen: asked.action if seen is position.view else None


def _advice_json(seen: Perspective, advice: Advice, thinks: tuple[str, ...]) -> dict[str, Any]:
    moves = [
        {
            "action": why.move.action,
            "label": said(seen, why.move.label),
            "chance": round(why.chance, 3),
            "says": [said(seen, text) for text in why.says],
        }
        for why in advice.moves
    ]
    line, last = ([said(seen, text) for text in texts] for texts in (advice.line, (*advice.told, *thinks)))
    return {"asked": said(seen, advice.asked), "moves": moves, "line": line, "last": last}
