"""The live table: one WebSocket for each table that somebody looks at."""

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from wartable.core.errors import WartableError
from wartable.core.frames import SPECTATOR

from . import telling
from .context import Context, context_of, find_user, open_table
from .limits import Bucket
from .live import Live, Watcher
from .protocol import (
    Answer,
    ClientMessage,
    Hint,
    Move,
    Ping,
    ProtocolError,
    Resign,
    Sit,
    Undo,
    Why,
    message_id,
    read_message,
    refusal,
    reply,
)
from .security import is_same_origin

router = APIRouter()
log = logging.getLogger("wartable.server")

MESSAGES_A_SECOND, BURST = 20, 60
MOST_REFUSED = 100
NOT_FOUND, FORBIDDEN, TOO_FAST = 4404, 4403, 4429


@router.websocket("/api/tables/{match_id}/socket")
async def socket(websocket: WebSocket, match_id: str) -> None:
    context = context_of(websocket)
    if not is_same_origin(websocket, context.settings.origins):
        await websocket.close(FORBIDDEN, "wrong origin")
        return
    user = await find_user(websocket)
    query = websocket.query_params
    await websocket.accept()
    try:
        live = await open_table(websocket, match_id[:20], user, query.get("invite"))
    except WartableError as error:
        await websocket.close(NOT_FOUND, str(error)[:100])
        return
    yours = live.table.seats_of(user.id if user else None)
    wanted = query.get("seat", "")
    seat = int(wanted) if wanted.isdecimal() and int(wanted) in yours else (yours[0] if yours else SPECTATOR)
    if wanted == "-1":
        seat = SPECTATOR
    watcher = Watcher(user, seat, "record" if query.get("show") == "record" else "scene")
    await context.hall.enter(live, watcher)
    sender = asyncio.create_task(_send_all(websocket, watcher))
    # In a task of its own, so that a message does not pass through all that lies around this function.
    receiver = asyncio.create_task(_receive_all(websocket, context, live, watcher))
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError), context.accounts.doors.opened(watcher):
            await receiver
    finally:
        telling.leave(live, watcher)
        for task in (sender, receiver):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


async def _send_all(websocket: WebSocket, watcher: Watcher) -> None:
    while True:
        for text in await watcher.queued():
            if isinstance(text, int):
                await websocket.close(text)
                return
            await websocket.send_text(text)


async def _receive_all(websocket: WebSocket, context: Context, live: Live, watcher: Watcher) -> None:
    bucket = Bucket(MESSAGES_A_SECOND, BURST)
    refused = 0
    while True:
        event = await websocket.receive()
        if event["type"] == "websocket.disconnect" or watcher.is_shut:
            return
        text: str | bytes | None = event.get("text")
        if text is None:
            text = event.get("bytes") or b""
        if context.settings.limits and not bucket.take():
            refused += 1
            if refused == MOST_REFUSED:
                watcher.close(TOO_FAST)
            if refused >= MOST_REFUSED:
                # Nothing more is read: the sender closes the line.
                await asyncio.sleep(1)
                return
            watcher.send(refusal(message_id(text), "too-fast", "too many messages; wait a moment"))
            continue
        # A move that was begun is finished and told to the others, also when this client goes away meanwhile.
        await _answer(context, live, watcher, text)


async def _answer(context: Context, live: Live, watcher: Watcher, text: str | bytes) -> None:
    try:
        message = read_message(text)
    except ProtocolError as error:
        watcher.send(refusal(message_id(text), error.code, str(error)))
        return
    try:
        facts = await _carry_out(context, live, watcher, message)
        watcher.send(reply(message.id, **facts))
    except ProtocolError as error:
        watcher.send(refusal(message.id, error.code, str(error), error.rule))
    except WartableError as error:
        watcher.send(refusal(message.id, "refused", str(error)))
    except Exception:
        log.exception("table %s: a message could not be carried out", live.table.id)
        watcher.send(refusal(message.id, "failed", "something went wrong here; nothing has changed"))


async def _carry_out(context: Context, live: Live, watcher: Watcher, message: ClientMessage) -> dict[str, Any]:
    hall = context.hall
    if isinstance(message, Ping):
        return {}
    yours = live.table.seats_of(watcher.user.id if watcher.user else None)
    if message.seat not in yours and not (isinstance(message, Sit) and message.seat == SPECTATOR):
        raise ProtocolError("not-yours", "that is not your seat")
    match message:
        case Move():
            if message.action is None and message.move is None:
                raise ProtocolError("unreadable", "a move needs action or move")
            chosen = message.action if message.action is not None else message.move
            assert chosen is not None
            return {"number": await hall.play(live, message.seat, message.number, chosen)}
        case Why():
            rule, words = await hall.why(live, message.seat, tuple(message.path))
            return {"rule": rule, "text": words}
        case Undo():
            return {"done": await hall.undo(live, message.seat)}
        case Answer():
            await hall.answer(live, message.seat, message.agree)
        case Resign():
            await hall.give_up(live, message.seat)
        case Hint():
            hint = await hall.hint(live, message.seat)
            moves = [{"action": one.move.action, "chance": round(one.chance, 3)} for one in hint.moves]
            return {"action": hint.best.action, "moves": moves}
        case Sit():
            await hall.sit(live, watcher, message.seat)
    return {}
