"""The live table: one WebSocket for each table that somebody looks at."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from wartable.core.frames import SPECTATOR
from wartable.errors import WartableError

from ..live import broadcast, explaining
from ..live.live_table import COME_BACK, Connection, Eye, LiveTable
from ..live.protocol import (
    Answer,
    Ask,
    ClientMessage,
    Coach,
    Film,
    Go,
    Hint,
    Log,
    Look,
    Move,
    Order,
    Ping,
    ProtocolError,
    Quiet,
    Resign,
    Say,
    Sign,
    Sit,
    Undo,
    Weigh,
    Why,
    message_id,
    read_message,
    refusal,
    reply,
)
from ..live.serializers import with_names
from ..live.thread_pool import Busy
from ..storage.store import StoreError
from .connection_limits import LINE
from .context import WRITTEN, Context, context_of, find_user, language_of, open_table
from .proxies import address_of
from .security import is_same_origin

router = APIRouter()
log = logging.getLogger("wartable.server")

MOST_REFUSED = 100
# What a message takes from its sender's allowance; the others take 1.
COSTS: dict[type[Any], float] = {
    Sit: 4,
    Hint: 6,
    Coach: 6,
    Weigh: 4,
    Undo: 4,
    Why: 3,
    Ask: 6,
    Log: 3,
    Film: 4,
    Look: 1,
    Go: 3,
    Order: 6,
    Say: 3,
    Sign: 3,
    Quiet: 6,
}
NOT_FOUND, FORBIDDEN, TOO_FAST = 4404, 4403, 4429


@router.websocket("/api/tables/{match_id}/socket")
async def socket(websocket: WebSocket, match_id: str) -> None:
    context = context_of(websocket)
    if not is_same_origin(websocket, context.settings.origins):
        await websocket.close(FORBIDDEN, "wrong origin")
        return
    address = address_of(websocket)
    with _counted(context.sockets, address) as count:
        if context.settings.counts(address) and count > context.settings.address_sockets:
            await websocket.close(TOO_FAST, "too many sockets")
            return
        await _serve(websocket, context, match_id[:20])


@contextlib.contextmanager
def _counted(sockets: "Counter[str]", address: str) -> Iterator[int]:
    """Count a socket of an address while it is open."""
    sockets[address] += 1
    try:
        yield sockets[address]
    finally:
        sockets[address] -= 1
        if not sockets[address]:
            del sockets[address]


async def _serve(websocket: WebSocket, context: Context, match_id: str) -> None:
    """Serve a viewer and carry out their messages until they leave."""
    user = await find_user(websocket)
    query = websocket.query_params
    await websocket.accept()
    try:
        live = await open_table(websocket, match_id, user, query.get("invite"))
        yours = live.table.seats_of(user.id if user else None)
        wanted = query.get("seat", "")
        seat = int(wanted) if wanted.isdecimal() and int(wanted) in yours else (yours[0] if yours else SPECTATOR)
        if wanted == "-1":
            seat = SPECTATOR
        shows = "record" if query.get("show") == "record" else "scene"
        line = websocket.scope["extensions"].get(LINE)
        connection = Connection(user, seat, shows, address_of(websocket), line, language_of(websocket))
        await context.tables.enter(live, connection)
    except WartableError as error:
        await websocket.close(_close_code(error), str(error)[:100])
        return
    sender = asyncio.create_task(_send_all(websocket, connection))
    # In a task of its own, so that a message does not pass through all that lies around this function.
    receiver = asyncio.create_task(_receive_all(websocket, context, live, connection))
    try:
        login = user.login if user else ""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError), context.accounts.doors.opened(connection, login):
            await receiver
    finally:
        broadcast.leave(live, connection)
        for task in (sender, receiver):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


def _close_code(error: WartableError) -> int:
    if isinstance(error, Busy):
        return TOO_FAST
    return COME_BACK if isinstance(error, (StoreError, ProtocolError)) else NOT_FOUND


async def _send_all(websocket: WebSocket, connection: Connection) -> None:
    while True:
        for text in await connection.queued():
            if isinstance(text, int):
                await websocket.close(text)
                return
            await websocket.send_text(text.decode())


async def _receive_all(websocket: WebSocket, context: Context, live: LiveTable, connection: Connection) -> None:
    refused = 0
    while True:
        event = await websocket.receive()
        if event["type"] == "websocket.disconnect" or connection.is_shut:
            return
        text: str | bytes | None = event.get("text")
        if text is None:
            text = event.get("bytes") or b""
        # A move that was begun is finished and told to the others, also when this client goes away meanwhile.
        if await _answer(context, live, connection, text):
            continue
        refused += 1
        if refused >= MOST_REFUSED:
            # Nothing more is read: the sender closes the line.
            connection.close(TOO_FAST)
            await asyncio.sleep(1)
            return


async def _answer(context: Context, live: LiveTable, connection: Connection, text: str | bytes) -> bool:
    """Carry out a message and answer it; returns False if its sender has exceeded a limit."""
    said = live.table.game.catalogue(connection.language).say
    try:
        message = read_message(text)
    except ProtocolError as error:
        if not _allows(context, connection, 1):
            return _too_fast(connection, message_id(text), said)
        connection.send(refusal(message_id(text), error.code, said(error.args[0])))
        return True
    if not _allows(context, connection, _cost(message)):
        return _too_fast(connection, message.id, said)
    try:
        facts = await _carry_out(context, live, connection, message)
        connection.send(reply(message.id, **facts))
    except ProtocolError as error:
        connection.send(refusal(message.id, error.code, said(error.args[0]), error.rule))
    except WartableError as error:
        connection.send(refusal(message.id, "refused", said(error.args[0])))
    except Exception:
        log.exception("table %s: a message could not be carried out", live.table.id)
        failed = "something went wrong on the server; the table shows what was stored"
        connection.send(refusal(message.id, "failed", said(failed)))
    return True


def _cost(message: ClientMessage) -> float:
    if isinstance(message, Move) and message.move is not None:
        return WRITTEN
    return COSTS.get(type(message), 1)


def _allows(context: Context, connection: Connection, cost: float) -> bool:
    if not context.settings.limits:
        return True
    if not context.messages.allows(connection.who, cost):
        return False
    return not context.settings.counts(connection.address) or context.crowds.allows(connection.address, cost)


def _too_fast(connection: Connection, to: int, said: Callable[[str], str]) -> bool:
    connection.send(refusal(to, "too-fast", said("too many messages; wait a moment")))
    return False


async def _carry_out(
    context: Context, live: LiveTable, connection: Connection, message: ClientMessage
) -> dict[str, Any]:
    if isinstance(message, Move):
        return await _play(context, live, connection, message)
    if isinstance(message, Ping):
        return {}
    if isinstance(message, Log):
        return await _log(context, live, connection, message.before)
    if isinstance(message, Film):
        return await _film(context, live, connection, message.step)
    if isinstance(message, Look):
        return await _look(context, live, connection, message)
    if isinstance(message, (Say, Sign, Quiet)):
        return await _talk(context, live, connection, message)
    if not (isinstance(message, Sit) and message.seat == SPECTATOR):
        _check_seat(live, connection, message.seat, acts=not isinstance(message, (Sit, Resign)))
    tables, who = context.tables, connection.who
    eye = Eye(message.seat, connection.language)
    match message:
        case Go():
            return {"steps": await tables.moves.walk(live, message.seat, message.number, tuple(message.path), who)}
        case Order():
            wanted = message.sheet, tuple(message.numbers)
            return {"steps": await tables.moves.order(live, message.seat, message.number, *wanted, who)}
        case Why():
            rule, words = await tables.moves.why(live, eye, tuple(message.path), tuple(message.below), who)
            return {"rule": rule, "text": words}
        case Ask():
            return {"said": await tables.moves.ask(live, eye, message.text, who)}
        case Undo():
            return {"done": await tables.moves.undo(live, message.seat, who)}
        case Answer():
            await tables.moves.answer(live, message.seat, message.agree)
        case Resign():
            await tables.moves.give_up(live, message.seat)
        case Hint():
            say = live.table.game.catalogue(connection.language).say
            hint = await tables.coaches.hint(live, message.seat, who)
            moves = [{"action": one.move.action, "chance": round(one.chance, 3)} for one in hint.moves]
            plan = [with_names(say(move.label), live.table.names) for move in hint.plan]
            return {"action": hint.best.action, "moves": moves, "plan": plan, "why": [*map(say, hint.why)]}
        case Coach():
            return {"coach": await tables.coaches.advise(live, eye, who)}
        case Weigh():
            return await tables.coaches.weigh(live, message, connection.language, who)
        case Sit():
            await tables.sit(live, connection, message.seat)
    return {}


async def _play(context: Context, live: LiveTable, connection: Connection, message: Move) -> dict[str, Any]:
    _check_seat(live, connection, message.seat)
    chosen = message.action if message.action is not None else message.move
    if chosen is None:
        raise ProtocolError("unreadable", "a move needs action or move")
    return {"number": await context.tables.moves.play(live, message.seat, message.number, chosen, connection.who)}


def _check_seat(live: LiveTable, connection: Connection, seat: int, acts: bool = True) -> None:
    if seat not in live.table.seats_of(connection.user.id if connection.user else None):
        raise ProtocolError("not-yours", "that is not your seat")
    if acts and seat in live.table.retired:
        raise ProtocolError("not-yours", "you have left this seat; a bot plays on for it")


async def _talk(
    context: Context, live: LiveTable, connection: Connection, message: Say | Sign | Quiet
) -> dict[str, Any]:
    """Write a line of chat, or turn chat on or off."""
    talk, limits = context.tables.talk, context.settings.limits
    match message:
        case Say():
            return {"line": await talk.say(live, connection, message.text, sign=False, limits=limits)}
        case Sign():
            return {"line": await talk.say(live, connection, message.sign, sign=True, limits=limits)}
        case Quiet():
            await talk.set_quiet(live, connection.user, message.quiet)
    return {}


async def _log(context: Context, live: LiveTable, connection: Connection, before: int) -> dict[str, Any]:
    """An earlier page of the log."""
    table = await context.tables.settled(live, connection.seat)
    if table.match is None:
        return {"log": [], "log_before": None}
    work = broadcast.log_page(live, table.match.snapshot(), connection.eye, before)
    lines, more = await context.tables.turns.run(connection.who, work)
    return {"log": lines, "log_before": more}


async def _film(context: Context, live: LiveTable, connection: Connection, step: int) -> dict[str, Any]:
    """Replay a step of the log."""
    table = await context.tables.settled(live, connection.seat)
    if table.match is None:
        raise ProtocolError("no-step", "the match has not begun")
    work = broadcast.film_of(live, table.match.snapshot(), connection.eye, step)
    return await context.tables.turns.run(connection.who, work)


async def _look(context: Context, live: LiveTable, connection: Connection, message: Look) -> dict[str, Any]:
    """A card for a thing, and the effects of actions, as the connection's seat may know them."""
    table = await context.tables.settled(live, connection.seat)
    if table.match is None:
        return {}
    about = message.thing, tuple(message.actions), message.reach
    match = table.match.snapshot()
    work = partial(explaining.look_json, match, connection.eye.on(match), *about)
    return await context.tables.turns.run(connection.who, work)
