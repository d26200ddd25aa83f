"""What watchers are sent: the whole table, and then what has changed of what they may see."""

import json
import time
from typing import Any

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.scene import Scene

from . import show
from .clock import steady_time
from .live import Live, Watcher
from .protocol import VERSION, dump
from .sight import Sight
from .table import Table


def frame(live: Live, watcher: Watcher) -> dict[str, Any]:
    """Everything that a watcher gets to see now."""
    table = live.table
    message: dict[str, Any] = {
        "type": "table",
        "v": VERSION,
        "table": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "options": json.loads(table.row.options),
        "rated": table.row.rated,
        "secrets": table.game.has_secrets,
        "commitment": table.commitment,
        "yours": table.seats_of(watcher.user.id if watcher.user else None),
        "host": watcher.user is not None and watcher.user.id == table.row.host,
        **_common(live, watcher.seat),
    }
    if watcher.user and (message["yours"] or not table.row.private):
        message["invite"] = table.row.invite
    message |= _seed(table)
    if table.match is not None:
        sight = table.sight(watcher.seat)
        message |= _position(table, table.match, sight, watcher.seat, watcher.shows)
        if watcher.shows == "scene":
            message["log"] = show.log_json(table.match, sight.since(0), watcher.seat)
            message["scene"] = show.scene_json(_scene(live, table.match, sight, watcher.seat), table.names)
    return message


def _common(live: Live, seat: int) -> dict[str, Any]:
    table = live.table
    here = live.users_watching()
    clock = table.clock.as_json() if table.match is None else table.sight(seat).clock_json(table.clock)
    return {
        "number": table.number(seat),
        "status": table.status,
        "due": table.due_for(seat),
        "you": seat,
        "seats": [
            {
                "name": place.name,
                "bot": place.bot,
                "free": place.is_free,
                "here": place.user_id in here,
                "retired": place.number in table.retired,
            }
            for place in table.seats
        ],
        "clock": {**clock, "now": steady_time()},
        "offer": {"seat": table.offer.seat, "agreed": sorted(table.offer.agreed)} if table.offer else None,
        "result": table.result,
        "watching": sum(watcher.seat == SPECTATOR for watcher in live.watchers),
    }


def _position(table: Table, match: Match, sight: Sight, seat: int, shows: str) -> dict[str, Any]:
    view = sight.view
    if shows == "record":
        return {"record": show.record_json(view), "legal": match.legal(seat) if table.due else []}
    return {
        "prompt": show.prompt_text(match, view, seat),
        "choices": show.choices_json(match, view, seat) if seat in table.due else [],
        "undo": seat != SPECTATOR and table.undo_to(seat) is not None,
        "takeback": seat != SPECTATOR and table.takeback_to(seat) is not None,
    }


def _scene(live: Live, match: Match, sight: Sight, seat: int) -> Scene:
    number, scene = live.shown.get(seat, (-1, None))
    if scene is None or number != sight.number:
        scene = show.scene_of(match, sight.view, seat)
        live.shown[seat] = (sight.number, scene)
    return scene


def publish_all(live: Live) -> None:
    """Send everything to everybody, from the beginning."""
    live.shown.clear()
    for watcher in list(live.watchers):
        _send_frame(live, watcher)


def _send_frame(live: Live, watcher: Watcher) -> None:
    watcher.number = live.table.number(watcher.seat)
    watcher.send(dump(frame(live, watcher)))


def publish(live: Live) -> None:
    """Send what has changed to those who may see it: made once for each seat and way of showing."""
    table = live.table
    made: dict[tuple[int, str, int], str] = {}
    for watcher in list(live.watchers):
        sight = table.sight(watcher.seat)
        if watcher.number == sight.number:
            continue
        if watcher.number < sight.whole:
            _send_frame(live, watcher)
            continue
        key = (watcher.seat, watcher.shows, watcher.number)
        if key not in made:
            made[key] = dump(_update(live, sight, *key))
        watcher.number = sight.number
        watcher.send(made[key])


def _update(live: Live, sight: Sight, seat: int, shows: str, known: int) -> dict[str, Any]:
    table = live.table
    match = table.match
    assert match is not None
    message: dict[str, Any] = {"type": "update", "v": VERSION}
    if shows == "record":
        message |= {
            "number": sight.number,
            "status": table.status,
            "due": table.due_for(seat),
            "result": table.result,
        }
        return message | _seed(table) | _position(table, match, sight, seat, shows)
    message |= _common(live, seat) | _position(table, match, sight, seat, shows)
    message["log"] = show.log_json(match, sight.since(known), seat)
    number, before = live.shown.get(seat, (-1, None))
    after = _scene(live, match, sight, seat)
    message |= (
        show.scene_changes(before, after, table.names)
        if before is not None and number == known
        else {"scene": show.scene_json(after, table.names)}
    )
    return message | _seed(table)


def _seed(table: Table) -> dict[str, Any]:
    """What the dice were made from, once the match is over."""
    return {"seed": table.row.seed.hex()} if table.status == "over" else {}


def enter(live: Live, watcher: Watcher) -> None:
    """Begin to watch: the whole table first, then every change."""
    live.watchers.add(watcher)
    live.used = time.monotonic()
    _send_frame(live, watcher)
    _tell_presence(live, watcher)


def look_from(live: Live, watcher: Watcher, seat: int) -> None:
    watcher.seat = seat
    _send_frame(live, watcher)


def leave(live: Live, watcher: Watcher) -> None:
    live.watchers.discard(watcher)
    live.used = time.monotonic()
    if not any(other.seat == watcher.seat for other in live.watchers):
        live.shown.pop(watcher.seat, None)
    _tell_presence(live, watcher)


def _tell_presence(live: Live, about: Watcher) -> None:
    here = live.users_watching()
    text = None
    for watcher in live.watchers:
        if watcher is not about and watcher.shows == "scene":
            text = text or dump(
                {
                    "type": "presence",
                    "here": [seat.user_id in here for seat in live.table.seats],
                    "watching": sum(one.seat == SPECTATOR for one in live.watchers),
                }
            )
            watcher.send(text)
