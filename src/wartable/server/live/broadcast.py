"""What connections are sent: first the whole table, then the changes to what they may see.

Pictures and sentences are made in a thread, once for everybody who looks from a seat. The table's lock is held
meanwhile.
"""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import orjson

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match, Step
from wartable.core.match.perspective import Perspective
from wartable.languages import Catalogue, worded

from ..storage.heartbeat import steady_time
from ..tables.stream import Stream
from ..tables.table import Table
from ..tables.takeback import takeback_to, undo_to
from . import serializers
from .compression import opened, opening
from .deltas import choice_changes
from .live_table import Connection, Eye, LiveTable, Picture
from .playback import Film
from .protocol import VERSION, ProtocolError, dump
from .thread_pool import Turns

LOG_PAGE = 40
MOST_TOLD = 400
NO_STAGE = serializers.Drawn({}, {})
MOST_OUTLINES = 2_000
"""How many outlines are remembered for a connection; others are sent again."""
KEPT = ("panels", "outlines")
"""Parts of a scene that stay the same for long, and are compressed once."""


async def frame(live: LiveTable, connection: Connection, turns: Turns) -> bytes:
    """Everything that a connection may see now."""
    table = live.table
    message: dict[str, Any] = {
        "type": "table",
        "v": VERSION,
        "table": table.id,
        **serializers.game_json(table.game, connection.language),
        "options": json.loads(table.row.options),
        "variant": table.variant.title,
        "rated": table.row.rated,
        "private": table.row.private,
        "tournament": table.row.tournament,
        "daily": table.row.is_daily,
        "commitment": table.commitment,
        "yours": table.seats_of(connection.user.id if connection.user else None),
        "host": connection.user is not None and connection.user.id == table.row.host,
    }
    common = _common(live, connection.eye)
    message |= common
    connection.told = common
    if connection.user and (message["yours"] or not table.row.private):
        message["invite"] = table.row.invite
    if table.frozen:
        message["frozen"] = _catalogue(live, connection.eye).say(table.frozen)
    message |= _seed(table)
    if table.match is not None:
        if connection.shows == "scene":
            picture = await turns.run(connection.who, partial(_whole, live, table.match, connection.eye))
            connection.told = common | picture.parts
            _has_outlines(connection, picture.outlines)
            # Whoever comes now knows nothing of what went before.
            live.past.pop(connection.eye, None)
            assert picture.opening
            return opened(picture.opening, message | picture.parts | picture.whole)
        message |= _record(table, table.match, table.stream(connection.seat), connection.seat)
    return dump(message)


def _catalogue(live: LiveTable, eye: Eye) -> Catalogue:
    return live.table.game.catalogue(eye.language)


def _common(live: LiveTable, eye: Eye) -> dict[str, Any]:
    table, seat = live.table, eye.seat
    say = _catalogue(live, eye).say
    here = live.users_watching()
    clock = table.clock.as_json() if table.match is None else table.stream(seat).clock_json(table.clock)
    return {
        "number": table.number(seat),
        "status": table.status,
        "due": table.due_for(seat),
        "you": seat,
        "seats": [
            {
                "name": say(place.shown) if place.bot else place.name,
                "bot": place.bot,
                "free": place.is_free,
                "here": place.user_id in here,
                "retired": place.number in table.retired,
                "out": _is_out(table, seat, place.number),
            }
            for place in table.seats
        ],
        "clock": {**clock, "now": table.time.played(steady_time()), "holiday": table.on_holiday(steady_time())},
        "offer": {"seat": table.offer.seat, "agreed": sorted(table.offer.agreed)} if table.offer else None,
        "refused": {"seat": table.refused[0], "by": table.refused[1]} if table.refused else None,
        "result": table.result_in(say),
        "watching": sum(connection.seat == SPECTATOR for connection in live.connections),
    }


def _is_out(table: Table, viewer: int, seat: int) -> bool:
    """Whether a seat is out of the match, as far as the viewer may know."""
    is_out = table.game.out
    return bool(is_out and table.match and is_out(table.stream(viewer).view, table.match.box, seat))


def _record(table: Table, match: Match, stream: Stream, seat: int) -> dict[str, Any]:
    legal = match.legal(seat) if table.due and not table.frozen else []
    return {"record": stream.record, "legal": legal}


# In a thread


def _picture(live: LiveTable, match: Match, eye: Eye) -> Picture:
    """What is seen from a seat now."""
    table, seat = live.table, eye.seat
    stream = table.stream(seat)
    known = live.pictures.get(eye)
    if known is not None and known.number == stream.number:
        return known
    seen, view = eye.on(match), stream.view
    is_asked = seat in table.due and not table.frozen
    parts = {
        "prompt": seen.catalogue.say(table.frozen) or ("" if table.is_old else serializers.prompt_text(seen, view)),
        "goal": "" if table.is_old else serializers.goal_text(seen, view),
        "purse": [] if table.is_old else serializers.purse_json(seen, view),
        "phases": None if table.is_old else serializers.phases_json(seen, view),
        "choices": serializers.choices_json(seen, view) if is_asked else [],
        "sheets": serializers.sheets_json(seen, view) if is_asked else [],
        "undo": seat != SPECTATOR and undo_to(table, seat) is not None,
        "takeback": seat != SPECTATOR and takeback_to(table, seat) is not None,
        "score": serializers.score_json(seen) if table.result and not table.is_old else [],
    }
    picture = Picture(stream.number, serializers.scene_of(seen, view, table.is_old), parts)
    live.pictures[eye] = picture
    return picture


def _whole(live: LiveTable, match: Match, eye: Eye) -> Picture:
    """A picture with its whole scene and the last page of the log; cached for further visitors."""
    picture = _picture(live, match, eye)
    if not picture.whole:
        lines, more = log_page(live, match, eye)()
        seen = eye.on(match)
        scene = serializers.scene_json(picture.scene, seen.players)
        view = live.table.stream(eye.seat).view
        stage = NO_STAGE if live.table.is_old else serializers.stage_json(seen, view, seen.players)
        scene["outlines"] |= stage.outlines
        whole = {"log": orjson.Fragment(orjson.dumps(lines)), "log_before": more, **stage.json}
        begun = opening("scene", scene, KEPT)
        picture = replace(picture, whole=whole, opening=begun, outlines=frozenset(scene["outlines"]))
        live.pictures[eye] = picture
    return picture


Page = tuple[list[dict[str, Any]], int | None]


def log_page(live: LiveTable, match: Match, eye: Eye, before: int | None = None) -> Callable[[], Page]:
    """A function that finds the last sentences before a place in a viewer's current log.

    It also returns where the previous page ends, if there is one.
    """
    steps = live.table.stream(eye.seat).last(LOG_PAGE, before)
    more = steps[0][0] if steps and steps[0][0] > 0 else None
    return lambda: (_told(live, match, eye, steps), more)


def _told(live: LiveTable, match: Match, eye: Eye, steps: Iterable[tuple[int, Step]]) -> list[dict[str, Any]]:
    """The sentences of steps, cached."""
    known, seen = live.told.setdefault(eye, {}), eye.on(match)
    if len(known) > MOST_TOLD:
        known.clear()
    lines = []
    for place, step in steps:
        if place not in known or known[place][0] is not step:
            known[place] = (step, serializers.log_json(seen, [(place, step)], live.table.is_old))
        lines += known[place][1]
    return lines


def _changes(live: LiveTable, match: Match, eye: Eye, known: int) -> tuple[dict[str, Any], dict[str, str]]:
    """The changes after a number for those who look from a seat, with their outlines."""
    before = live.pictures.get(eye)
    after = _picture(live, match, eye)
    seen, steps = eye.on(match), live.table.stream(eye.seat).since(known)
    if before is not None and before.number == known:
        film = Film(seen, live.table.is_old, live.past.setdefault(eye, {}))
        frames = film.frames(steps, before.scene, after.scene)
        return after.parts | {"frames": frames}, film.outlines
    live.past.pop(eye, None)
    log = _told(live, match, eye, steps)
    return after.parts | {"frames": [{"log": log, "scene": serializers.scene_json(after.scene, seen.players)}]}, {}


def film_of(live: LiveTable, match: Match, eye: Eye, place: int) -> Callable[[], dict[str, Any]]:
    """A function that replays a step of a viewer's log: the scene before it, and its frames."""
    found = live.table.stream(eye.seat).last(1, place + 1)
    if not found or found[0][0] != place:
        raise ProtocolError("no-step", worded("there is no step {place} in your log", place=place))
    table = live.table
    return partial(replayed, eye.on(match), [found[0]], table.is_old)


def replayed(seen: Perspective, steps: list[tuple[int, Step]], is_old: bool = False) -> dict[str, Any]:
    """Some steps to replay: the scene before them with the fight in progress, and their frames."""
    views = [seen.of(state) for state in (steps[0][1].before, steps[-1][1].after)]
    before, after = (serializers.scene_of(seen, view, is_old) for view in views)
    film = Film(seen, is_old)
    frames = film.frames(steps, before, after)
    stage = NO_STAGE if is_old else serializers.stage_json(seen, views[0], seen.players)
    scene = serializers.scene_json(before, seen.players)
    scene["outlines"] |= stage.outlines | film.outlines
    return {"scene": scene, "frames": frames, **stage.json}


# On the event loop


async def publish_all(live: LiveTable, turns: Turns) -> None:
    """Send everything to everybody, from the beginning."""
    live.pictures.clear()
    for connection in list(live.connections):
        await send_frame(live, connection, turns)


async def send_frame(live: LiveTable, connection: Connection, turns: Turns) -> None:
    text = await frame(live, connection, turns)
    connection.number = live.table.number(connection.seat)
    connection.greeted = True
    connection.send(text)


async def publish(live: LiveTable, turns: Turns) -> None:
    """Send the changes to those who may see them, made once for each seat, language and format."""
    table = live.table
    made: dict[tuple[Eye, str, int], Update] = {}
    # Programs first: their records need no time.
    for connection in sorted(live.connections, key=_needs_picture):
        stream = table.stream(connection.seat)
        if connection.number == stream.number:
            continue
        if connection.number < stream.whole:
            await send_frame(live, connection, turns)
            continue
        key = (connection.eye, connection.shows, connection.number)
        if key not in made:
            made[key] = await _update(live, turns, *key)
        connection.number = stream.number
        connection.send(made[key].told(connection))


def _needs_picture(connection: Connection) -> bool:
    return connection.shows == "scene"


class Update:
    """A change as one viewer of a seat is sent it, without anything that the viewer already knows.

    It is encoded once for all who know the same.
    """

    def __init__(self, parts: dict[str, Any], frames: list[dict[str, Any]], outlines: dict[str, str]) -> None:
        self._parts = parts
        self._frames = frames
        self._outlines = outlines
        self._written: dict[tuple[frozenset[str], frozenset[str], int], bytes] = {}
        self._known: list[Any] = []
        """The choices that the viewers knew before. References are kept, since choices are compared by identity."""

    def told(self, connection: Connection) -> bytes:
        """The message for a connection; records that the connection knows it."""
        news = frozenset(name for name, part in self._parts.items() if _is_news(connection.told, name, part))
        missing = frozenset(name for name in self._outlines if name not in connection.outlines)
        choices = connection.told.get("choices", [])
        connection.told = self._parts
        _has_outlines(connection, missing)
        key = news, missing, id(choices)
        self._known.append(choices)
        if key not in self._written:
            message = {"type": "update", "v": VERSION} | {
                name: self._parts[name] for name in self._parts if name in news
            }
            if "choices" in news:
                message["choices"] = choice_changes(choices, self._parts["choices"])
            if missing:
                message["outlines"] = {name: self._outlines[name] for name in missing}
            self._written[key] = dump(message | {"frames": self._frames})
        return self._written[key]


class Whole(Update):
    """A change that contains everything, for programs."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__({}, [], {})
        self._text = dump(message)

    def told(self, connection: Connection) -> bytes:
        return self._text


def _is_news(told: dict[str, Any], name: str, part: Any) -> bool:
    """Whether a part differs from what was sent; a stopped clock never does."""
    if name not in told:
        return True
    return bool(part != told[name]) and not (name == "clock" and part["kind"] == "none")


def _has_outlines(connection: Connection, names: frozenset[str]) -> None:
    if len(connection.outlines) > MOST_OUTLINES:
        connection.outlines.clear()
    connection.outlines |= names


async def _update(live: LiveTable, turns: Turns, eye: Eye, shows: str, known: int) -> Update:
    table = live.table
    match = table.match
    assert match is not None
    if shows == "record":
        stream = table.stream(eye.seat)
        message: dict[str, Any] = {
            "type": "update",
            "v": VERSION,
            "number": stream.number,
            "status": table.status,
            "due": table.due_for(eye.seat),
            "result": table.result,
        }
        return Whole(message | _seed(table) | _record(table, match, stream, eye.seat))
    parts, outlines = await turns.run(f"table {table.id}", partial(_changes, live, match, eye, known))
    frames = parts.pop("frames")
    return Update(_common(live, eye) | parts | _seed(table), frames, outlines)


def _seed(table: Table) -> dict[str, Any]:
    """The seed of the dice, once the match is over."""
    return {"seed": table.row.seed.hex()} if table.status == "over" and not table.row.sealed else {}


async def enter(live: LiveTable, connection: Connection, turns: Turns) -> None:
    """Begin to watch: send the whole table first, then every change."""
    live.connections.add(connection)
    live.used = time.monotonic()
    try:
        await send_frame(live, connection, turns)
    except BaseException:
        leave(live, connection)
        raise
    _tell_presence(live, connection)


async def look_from(live: LiveTable, connection: Connection, seat: int, turns: Turns) -> None:
    connection.seat = seat
    await send_frame(live, connection, turns)


def leave(live: LiveTable, connection: Connection) -> None:
    live.connections.discard(connection)
    live.used = time.monotonic()
    forget_unseen(live, connection.eye)
    _tell_presence(live, connection)


def forget_unseen(live: LiveTable, eye: Eye) -> None:
    """Drop the pictures of a seat from which nobody looks, in its language."""
    if not any(connection.eye == eye for connection in live.connections):
        live.pictures.pop(eye, None)
        live.told.pop(eye, None)
        live.past.pop(eye, None)


def _tell_presence(live: LiveTable, about: Connection) -> None:
    here = live.users_watching()
    text = None
    for connection in live.connections:
        if connection is not about and connection.shows == "scene" and connection.greeted:
            text = text or dump(
                {
                    "type": "presence",
                    "here": [seat.user_id in here for seat in live.table.seats],
                    "watching": sum(one.seat == SPECTATOR for one in live.connections),
                }
            )
            connection.send(text)
