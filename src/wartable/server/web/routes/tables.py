"""HTTP: tables, and moves at them."""

import asyncio
import io
import json
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from pydantic import Field

from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.variant import LONGEST_NAME
from wartable.guides.lessons import FIRST
from wartable.languages import worded

from ...live import broadcast
from ...live.lessons import position_of
from ...live.live_table import Connection
from ...play.lobby import NewTable
from ...play.rematch import play_again
from ...storage.schema import matches, seats
from ...tables.clock import ClockRule
from ...tables.games import all_games, find_game, has_rules, stored_variant
from ...tables.table import TableError, other_rules
from ..bodies import Body
from ..context import (
    WRITTEN,
    Context,
    Invite,
    MaybeUser,
    Shared,
    SomeUser,
    TableId,
    keep_invitation,
    language_of,
    may_invite,
    open_table,
    who,
)
from ..proxies import address_of
from .account import Name, ensure_user
from .games import rules_json
from .lessons import WayStep

router = APIRouter(prefix="/api", tags=["tables"])
SHOWN_OF_EACH_HOST = 2


Key = Annotated[str | None, Field(max_length=LONGEST_NAME)]


class Place(Body):
    who: Literal["me", "open", "bot"]
    bot: str | None = Field(default=None, max_length=40)
    name: Name | None = None


class ClockBody(Body):
    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(default=0, ge=0, le=10_000_000)
    bonus: int = Field(default=0, ge=0, le=100_000)


class TableBody(Body):
    game: str = Field(max_length=40)
    options: dict[Annotated[str, Field(max_length=40)], str | int | bool] = Field(default_factory=dict, max_length=40)
    seats: list[Place] = Field(min_length=1, max_length=6)
    clock: ClockBody = ClockBody()
    private: bool = False
    rated: bool = False
    variant: Key = None


class QuickBody(Body):
    game: str = Field(max_length=40)
    bot: str | None = Field(default=None, max_length=40)
    seat: int | None = Field(default=None, ge=0, le=5)
    players: int | None = Field(default=None, ge=2, le=6)
    example: str | None = Field(default=None, max_length=20)
    lesson: bool | Annotated[str, Field(max_length=40)] = False
    way: list[WayStep] = Field(default_factory=list, max_length=100)
    watch: bool = False
    variant: Key = None
    options: dict[Annotated[str, Field(max_length=40)], str | int | bool] = Field(default_factory=dict, max_length=40)


class JoinBody(Body):
    seat: int | None = Field(default=None, ge=0, le=5)
    invite: str | None = Field(default=None, max_length=40)


class InvitationBody(Body):
    invite: str = Field(max_length=40)


class FillBody(Body):
    bot: str | None = Field(default=None, max_length=40)


class AgainBody(Body):
    moved: int = Field(default=0, ge=0, le=5)
    bot: str | None = Field(default=None, max_length=40)


class MoveBody(Body):
    seat: int = Field(ge=0, le=7)
    number: int | None = Field(default=None, ge=0, le=2**31)
    action: int | None = Field(default=None, ge=0, le=2**31)
    move: str | None = Field(default=None, max_length=200)


def _seats(text: str) -> list[int]:
    return [int(seat) for seat in text.split(",") if seat]


def _summary(row: Any, places: list[Any], user_id: int | None) -> dict[str, Any]:
    mine = [place.seat for place in places if user_id is not None and place.user_id == user_id]
    # Of the others only what everybody may know: a secret phase does not show who is done.
    due = [seat for seat in _seats(row.shown_due) if seat not in mine]
    due = sorted([*due, *(seat for seat in _seats(row.due) if seat in mine)])
    return {
        "id": row.id,
        "game": row.game,
        "status": row.status,
        "private": row.private,
        "rated": row.rated,
        "options": json.loads(row.options),
        "variant": stored_variant(row.variant, row.game).title,
        "clock": json.loads(row.clock),
        "created": row.created,
        "moved": row.shown_moved,
        "due": due,
        "yours": mine,
        "your_turn": any(seat in due for seat in mine) and not _frozen(row),
        "seats": [
            {"name": place.name, "bot": place.bot, "free": place.user_id is None and not place.bot} for place in places
        ],
        "result": json.loads(row.result) if row.result else None,
        "frozen": _frozen(row),
    }


def _frozen(row: Any) -> str:
    """Why an unfinished match cannot continue, if so."""
    now = {game.name: game.version for game in all_games()}.get(row.game)
    is_here = now is None or has_rules(row.game, row.rules)
    return other_rules(row.rules, now) if row.status == "playing" and now and not is_here else ""


@router.get("/tables")
async def tables(
    context: Shared,
    user: MaybeUser,
    which: Literal["open", "playing", "over", "mine"] = "open",
    before: float | None = None,
    count: Annotated[int, Query(ge=1, le=100)] = 30,
) -> list[dict[str, Any]]:
    """Tables, newest first: open ones, those in play, finished ones, or all of one's own."""
    wanted = sa.select(matches).order_by(matches.c.shown_moved.desc()).limit(count)
    if before is not None:
        wanted = wanted.where(matches.c.shown_moved < before)
    if which == "mine":
        if user is None:
            return []
        own = sa.select(seats.c.match_id).where(seats.c.user_id == user.id)
        wanted = wanted.where(matches.c.id.in_(own))
    else:
        wanted = wanted.where(matches.c.status == which, matches.c.private.is_(False), matches.c.sealed.is_(False))
        if which == "open":
            wanted = wanted.where(matches.c.id.in_(_newest_of_each_host()))

    def work(connection: sa.Connection) -> list[dict[str, Any]]:
        rows = connection.execute(wanted).all()
        ids = [row.id for row in rows]
        places: dict[str, list[Any]] = {match_id: [] for match_id in ids}
        found = sa.select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
        for place in connection.execute(found):
            places[place.match_id].append(place)
        return [_summary(row, places[row.id], user.id if user else None) for row in rows]

    return await context.store.read(work)


def _newest_of_each_host() -> sa.Select[tuple[str]]:
    """The open tables, limited to a few for each host."""
    newest_first = sa.func.row_number().over(partition_by=matches.c.host, order_by=matches.c.shown_moved.desc())
    is_open = sa.and_(matches.c.status == "open", matches.c.private.is_(False))
    placed = sa.select(matches.c.id, newest_first.label("place")).where(is_open).subquery()
    return sa.select(placed.c.id).where(placed.c.place <= SHOWN_OF_EACH_HOST)


@router.post("/play", responses={400: {}, 404: {}, 409: {}, 429: {}})
async def quick_play(body: QuickBody, request: Request, response: Response, context: Shared) -> dict[str, str]:
    """Start a match against bots, or with `watch` between bots only; new visitors become guests."""
    game = find_game(body.game)
    if body.example is not None or body.lesson:
        return await _play_on(body, game, request, response, context)
    user = await ensure_user(request, response, context)
    players = body.players or game.seats[0]
    seat = body.seat or 0
    if seat >= players:
        raise TableError(worded("there is no seat {seat} at a table of {players}", seat=seat, players=players))
    bots = [{"who": "bot", "bot": body.bot} for _ in range(players)]
    places = bots if body.watch else [{"who": "me"} if number == seat else bots[number] for number in range(players)]
    variant = context.variants.find(game, body.variant) if body.variant else None
    wanted = NewTable(game, dict(body.options), places, private=True, variant=variant)
    live = await context.tables.lobby.new_table(user, wanted)
    return {"table": live.table.id}


async def _play_on(
    body: QuickBody, game: Game, request: Request, response: Response, context: Context
) -> dict[str, str]:
    """A match that continues from an example, in the seat to act, or from the end of a lesson."""
    lesson = body.lesson if isinstance(body.lesson, str) else FIRST
    way = tuple((step, move) for step, move in body.way)
    work = partial(position_of, game, body.example, lesson, way)
    position = await context.tables.turns.run(who(request, None), work)
    user = await ensure_user(request, response, context)
    others = {"who": "bot", "bot": body.bot}
    places = [{"who": "me"} if number == position.seat else others for number in range(position.players)]
    wanted = NewTable(game, dict(position.start.options), places, private=True, start=position.start)
    return {"table": (await context.tables.lobby.new_table(user, wanted)).table.id}


@router.post("/tables", responses={400: {}, 404: {}, 409: {}, 429: {}})
async def new_table(body: TableBody, request: Request, response: Response, context: Shared) -> dict[str, str]:
    """Open a table; the match begins when all seats are taken."""
    game = find_game(body.game)
    clock = ClockRule.of(body.clock.kind, body.clock.seconds, body.clock.bonus)
    user = await ensure_user(request, response, context)
    if body.rated and user.guest:
        raise TableError("rated matches need an account")
    places = [place.model_dump() for place in body.seats]
    named = [place for place in places if place["who"] == "me" and place["name"]]
    shown = await context.accounts.shown_names(user, [place["name"] for place in named])
    for place, name in zip(named, shown, strict=True):
        place["name"] = name
    variant = context.variants.find(game, body.variant) if body.variant else None
    wanted = NewTable(game, dict(body.options), places, clock, body.private, body.rated, variant=variant)
    live = await context.tables.lobby.new_table(user, wanted)
    return {"table": live.table.id, "invite": live.table.row.invite}


@router.get("/tables/{match_id}", responses={404: {}, 429: {}})
async def table_state(
    match_id: TableId,
    request: Request,
    context: Shared,
    user: MaybeUser,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    shows: Annotated[Literal["scene", "record"], Query(alias="show")] = "record",
    invite: Invite = None,
) -> Response:
    """A table as one's own seat sees it, or as a spectator does: the same message that a socket gets first."""
    live = await open_table(request, match_id, user, invite)
    if seat != SPECTATOR and (user is None or seat not in live.table.seats_of(user.id)):
        raise HTTPException(403, "that is not your seat")
    connection = Connection(user, seat, shows, address_of(request), language=language_of(request))
    if shows == "record":
        # Nothing is drawn, so nothing happens between looking and writing: the table need not be held.
        await context.tables.settled(live, seat)
        text = await broadcast.frame(live, connection, context.tables.turns)
    else:
        async with context.tables.hold(live):
            text = await broadcast.frame(live, connection, context.tables.turns)
    broadcast.forget_unseen(live, connection.eye)
    return Response(text, media_type="application/json")


@router.get("/tables/{match_id}/rules", responses={404: {}, 429: {}})
async def table_rules(
    match_id: TableId, request: Request, context: Shared, user: MaybeUser, invite: Invite = None
) -> dict[str, Any]:
    """The rules of a match as HTML; those of a variant have its numbers."""
    live = await open_table(request, match_id, user, invite)
    work = partial(rules_json, live.table.game, live.table.variant, language_of(request))
    return await context.tables.turns.run(who(request, user), work)


@router.get("/tables/{match_id}/seats/{seat}/code.svg", response_class=Response, responses={404: {}})
async def seat_code(
    match_id: TableId, seat: Annotated[int, Path(ge=0, le=7)], request: Request, user: MaybeUser
) -> Response:
    """A QR code that leads a phone to a free seat, by the address that this page was asked for at.

    Of a private table only those get it who may invite.
    """
    live = await open_table(request, match_id, user, None)
    row = live.table.row
    if seat >= len(live.table.seats) or not live.table.seats[seat].is_free:
        raise HTTPException(404, "there is no such free seat")
    wanted = {"seat": str(seat)}
    if row.private:
        if not may_invite(request, live, user):
            raise HTTPException(404, "only those who may invite get this")
        wanted["invite"] = row.invite
    # Behind the #: what stands there is sent to nobody.
    link = f"{str(request.base_url).rstrip('/')}/table/{match_id}#{urlencode(wanted)}"
    return Response(_qr_code(link), media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _qr_code(text: str) -> str:
    """Black on white whatever the page's colours: not every camera reads them the other way round."""
    import segno  # Loaded when a code is first asked for.

    out = io.BytesIO()
    drawn = segno.make(text, error="m", micro=False)
    drawn.save(out, kind="svg", border=3, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return out.getvalue().decode()


@router.post("/tables/{match_id}/invitation", responses={404: {}, 429: {}})
async def accept_invitation(
    match_id: TableId, body: InvitationBody, request: Request, response: Response, user: MaybeUser
) -> dict[str, bool]:
    """Use the key of a private table; further requests for the table need no key in the URL."""
    await open_table(request, match_id, user, body.invite)
    keep_invitation(request, response, match_id, body.invite)
    return {"ok": True}


@router.post("/tables/{match_id}/join", responses={401: {}, 404: {}, 409: {}})
async def join(
    match_id: TableId, body: JoinBody, request: Request, response: Response, context: Shared
) -> dict[str, int]:
    """Take a free seat."""
    user = await ensure_user(request, response, context)
    live = await open_table(request, match_id, user, body.invite)
    if live.table.row.rated and user.guest:
        raise TableError("this match is rated: it needs an account")
    return {"seat": await context.tables.lobby.join(live, user, body.seat)}


@router.post("/tables/{match_id}/fill", responses={401: {}, 404: {}, 409: {}})
async def fill(match_id: TableId, body: FillBody, request: Request, context: Shared, user: SomeUser) -> dict[str, bool]:
    """Begin a match that waits for people, with bots on the free seats; host only."""
    live = await open_table(request, match_id, user, None)
    await context.tables.lobby.fill(live, user, body.bot)
    return {"ok": True}


@router.post("/tables/{match_id}/leave", responses={401: {}, 404: {}, 409: {}})
async def leave(match_id: TableId, request: Request, context: Shared, user: SomeUser) -> dict[str, bool]:
    """Leave a table that has not begun; if the host leaves, it is closed."""
    live = await open_table(request, match_id, user, None)
    await context.tables.lobby.leave(live, user)
    return {"ok": True}


@router.post("/tables/{match_id}/again", responses={400: {}, 401: {}, 404: {}, 409: {}, 429: {}})
async def again(
    match_id: TableId, body: AgainBody, request: Request, context: Shared, user: SomeUser
) -> dict[str, str]:
    """Play a finished match again, at a new table with everybody `moved` seats on, or at the one that another of
    its players has opened.
    """
    live = await open_table(request, match_id, user, None)
    return {"table": (await play_again(context.tables, live, user, body.moved, body.bot)).table.id}


@router.post("/tables/{match_id}/moves", responses={400: {}, 401: {}, 403: {}, 404: {}, 409: {}, 429: {}})
async def move(match_id: TableId, body: MoveBody, request: Request, context: Shared, user: SomeUser) -> dict[str, int]:
    """Play an action, by code or notation; answered when it is on disk."""
    live = await open_table(request, match_id, user, None)
    if body.seat not in live.table.seats_of(user.id):
        raise HTTPException(403, "that is not your seat")
    if body.seat in live.table.retired:
        raise HTTPException(403, "you have left this seat; a bot plays on for it")
    chosen = body.action if body.action is not None else body.move
    if chosen is None:
        raise HTTPException(400, "a move needs action or move")
    if isinstance(chosen, str):
        for limiter, key in ((context.messages, who(request, user)), (context.crowds, address_of(request))):
            context.check_limit(limiter, key, "too many typed moves; wait a moment", WRITTEN)
    play = context.tables.moves.play(live, body.seat, body.number, chosen, who(request, user))
    number = await asyncio.shield(asyncio.ensure_future(play))
    return {"number": number}
