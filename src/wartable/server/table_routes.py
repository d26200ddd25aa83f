"""HTTP: games, tables, moves, replays."""

import asyncio
import json
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from pydantic import Field

from wartable.bots import bot_names
from wartable.core.chance import draw, generator
from wartable.core.draw import draw as draw_svg
from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.icons import draw_icon
from wartable.core.match import Match, hidden, verify
from wartable.core.options import Option
from wartable.core.theme import THEMES, paint

from . import show, telling
from .account_routes import ensure_user
from .analysis import searched
from .bodies import Body
from .clock import ClockRule
from .context import Context, MaybeUser, Shared, SomeUser, open_table
from .games import all_games, find_game
from .live import Live, Watcher
from .rulespage import to_html
from .schema import matches, seats
from .table import TableError, default_bot

router = APIRouter(prefix="/api", tags=["tables"])
PICTURE_MOVES = 120
PICTURES_TRIED = 12
TableId = Annotated[str, Path(max_length=20)]
Invite = Annotated[str | None, Query(max_length=40)]


class Place(Body):
    who: Literal["me", "open", "bot"]
    bot: str | None = Field(default=None, max_length=40)
    name: str | None = Field(default=None, max_length=24, pattern=r"^[\w][\w .'-]*$")


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


class QuickBody(Body):
    game: str = Field(max_length=40)
    bot: str | None = Field(default=None, max_length=40)
    seat: int | None = Field(default=None, ge=0, le=5)
    players: int | None = Field(default=None, ge=2, le=6)
    options: dict[Annotated[str, Field(max_length=40)], str | int | bool] = Field(default_factory=dict, max_length=40)


class JoinBody(Body):
    seat: int | None = Field(default=None, ge=0, le=5)
    invite: str | None = Field(default=None, max_length=40)


class MoveBody(Body):
    seat: int = Field(ge=0, le=7)
    number: int | None = Field(default=None, ge=0, le=2**31)
    action: int | None = Field(default=None, ge=0, le=2**31)
    move: str | None = Field(default=None, max_length=200)


def _option_json(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "meaning": option.meaning,
        "values": list(option.values),
        "default": option.first,
        "least": option.least,
        "most": option.most,
        "several": option.several,
    }


def _game_json(game: Game, context: Context) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "code": game.code,
        "version": game.version,
        "seats": list(game.seats),
        "seat_names": list(game.seat_names),
        "blurb": game.blurb,
        "minutes": game.minutes,
        "weight": game.weight,
        "options": [_option_json(option) for option in game.options],
        "bots": bot_names(game),
        "ready": context.hall.warmer.is_ready(game.name),
    }


@router.get("/games")
async def games(context: Shared) -> dict[str, Any]:
    """The games, their options, and the bots that play them."""
    return {
        "games": [_game_json(game, context) for game in all_games()],
        "default_bot": default_bot(),
        "patterns": show.patterns(),
    }


@lru_cache(maxsize=64)
def _rules(name: str) -> dict[str, Any]:
    game = find_game(name)
    return {"title": game.title, "code": game.code, "html": to_html(game.rulebook.source, game.code)}


@router.get("/games/{name}/rules", responses={404: {}})
async def rules(name: Annotated[str, Path(max_length=40)]) -> dict[str, Any]:
    """The rules as HTML; every rule has its number as id."""
    return _rules(find_game(name).name)


@lru_cache(maxsize=64)
def _picture(name: str, theme: str) -> str:
    """A position from a match of random players: of several, the one that shows most on its board."""
    game = find_game(name)
    match = Match.start(game, seed=3)
    rng = generator(5)
    for _ in range(PICTURE_MOVES):
        if match.is_over:
            break
        legal = match.legal(match.due[0])
        match.play(match.due[0], legal[int(draw(rng, len(legal)))])
    scenes = []
    for number in range(0, len(match.steps), max(1, len(match.steps) // PICTURES_TRIED)):
        view = hidden(match.at(number), match.box, SPECTATOR)
        scenes.append(game.view.scene(view, match.box, SPECTATOR))
    scene = max(scenes, key=lambda one: sum(thing.panel == one.panels[0].id for thing in one.things))
    board = scene.panels[0]
    whole = f'viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" height="{scene.height}"'
    cropped = f'viewBox="{board.x:g} {board.y:g} {board.width:g} {board.height:g}"'
    return draw_svg(scene, theme, names=match.players).replace(whole, cropped, 1)


def _sign(game: Game, theme: str) -> str:
    icon = draw_icon(game.icon, 180, "var(--edge)")
    return paint(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-256 -160 512 320">'
        f'<rect x="-256" y="-160" width="512" height="320" fill="var(--room)"/>{icon}</svg>',
        THEMES[theme],
    )


@router.get("/games/{name}/picture.svg", response_class=Response, responses={404: {}})
async def picture(
    name: Annotated[str, Path(max_length=40)], context: Shared, theme: Literal["dark", "light"] = "dark"
) -> Response:
    game = find_game(name)
    if not context.hall.warmer.is_ready(game.name):
        # Nobody waits for a picture: until the rules are compiled it is the game's icon.
        return Response(_sign(game, theme), media_type="image/svg+xml", headers={"cache-control": "no-store"})
    svg = await asyncio.to_thread(_picture, game.name, theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


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
        "clock": json.loads(row.clock),
        "created": row.created,
        "moved": row.shown_moved,
        "due": due,
        "yours": mine,
        "your_turn": any(seat in due for seat in mine),
        "seats": [
            {"name": place.name, "bot": place.bot, "free": place.user_id is None and not place.bot} for place in places
        ],
        "result": json.loads(row.result) if row.result else None,
    }


@router.get("/tables")
async def tables(
    context: Shared,
    user: MaybeUser,
    which: Literal["open", "playing", "over", "mine"] = "open",
    before: float | None = None,
    count: Annotated[int, Query(ge=1, le=100)] = 30,
) -> list[dict[str, Any]]:
    """Tables, the newest first: open ones, those in play, finished ones, or all of one's own."""
    wanted = sa.select(matches).order_by(matches.c.shown_moved.desc()).limit(count)
    if before is not None:
        wanted = wanted.where(matches.c.shown_moved < before)
    if which == "mine":
        if user is None:
            return []
        own = sa.select(seats.c.match_id).where(seats.c.user_id == user.id)
        wanted = wanted.where(matches.c.id.in_(own))
    else:
        wanted = wanted.where(matches.c.status == which, matches.c.private.is_(False))

    def work(connection: sa.Connection) -> list[dict[str, Any]]:
        rows = connection.execute(wanted).all()
        ids = [row.id for row in rows]
        places: dict[str, list[Any]] = {match_id: [] for match_id in ids}
        found = sa.select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
        for place in connection.execute(found):
            places[place.match_id].append(place)
        return [_summary(row, places[row.id], user.id if user else None) for row in rows]

    return await context.store.read(work)


@router.post("/play", responses={400: {}, 404: {}, 409: {}, 429: {}})
async def quick_play(body: QuickBody, request: Request, response: Response, context: Shared) -> dict[str, str]:
    """A match against bots at once; somebody who is nobody yet becomes a guest."""
    game = find_game(body.game)
    user = await ensure_user(request, response, context)
    players = body.players or game.seats[0]
    seat = body.seat or 0
    if seat >= players:
        raise TableError(f"there is no seat {seat} at a table of {players}")
    places = [{"who": "me"} if number == seat else {"who": "bot", "bot": body.bot} for number in range(players)]
    live = await context.hall.new_table(user, game, dict(body.options), places, ClockRule(), True, False)
    return {"table": live.table.id}


@router.post("/tables", responses={400: {}, 404: {}, 409: {}, 429: {}})
async def new_table(body: TableBody, request: Request, response: Response, context: Shared) -> dict[str, str]:
    """Open a table; the match begins when all seats are taken."""
    game = find_game(body.game)
    clock = ClockRule.of(body.clock.kind, body.clock.seconds, body.clock.bonus)
    user = await ensure_user(request, response, context)
    if body.rated and user.guest:
        raise TableError("rated matches need an account")
    places = [place.model_dump() for place in body.seats]
    live = await context.hall.new_table(user, game, dict(body.options), places, clock, body.private, body.rated)
    return {"table": live.table.id, "invite": live.table.row.invite}


@router.get("/tables/{match_id}", responses={404: {}})
async def table_state(
    match_id: TableId,
    request: Request,
    context: Shared,
    user: MaybeUser,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    shows: Annotated[Literal["scene", "record"], Query(alias="show")] = "record",
    invite: Invite = None,
) -> dict[str, Any]:
    """A table as one of my seats sees it, or as a spectator does: the same message that a socket gets first."""
    live = await open_table(request, match_id, user, invite)
    if seat != SPECTATOR and (user is None or seat not in live.table.seats_of(user.id)):
        raise HTTPException(403, "that is not your seat")
    async with live.lock:
        return telling.frame(live, Watcher(user, seat, shows))


@router.post("/tables/{match_id}/join", responses={401: {}, 404: {}, 409: {}})
async def join(
    match_id: TableId, body: JoinBody, request: Request, response: Response, context: Shared
) -> dict[str, int]:
    """Sit down at a free seat."""
    user = await ensure_user(request, response, context)
    live = await open_table(request, match_id, user, body.invite)
    if live.table.row.rated and user.guest:
        raise TableError("this match is rated: it needs an account")
    return {"seat": await context.hall.join(live, user, body.seat)}


@router.post("/tables/{match_id}/leave", responses={401: {}, 404: {}, 409: {}})
async def leave(match_id: TableId, request: Request, context: Shared, user: SomeUser) -> dict[str, bool]:
    """Get up from a table that has not begun; the host closes it so."""
    live = await open_table(request, match_id, user, None)
    await context.hall.leave(live, user)
    return {"ok": True}


@router.post("/tables/{match_id}/moves", responses={400: {}, 401: {}, 403: {}, 404: {}, 409: {}})
async def move(match_id: TableId, body: MoveBody, request: Request, context: Shared, user: SomeUser) -> dict[str, int]:
    """Play an action, by its code or its notation; answered when it is on disk."""
    live = await open_table(request, match_id, user, None)
    if body.seat not in live.table.seats_of(user.id):
        raise HTTPException(403, "that is not your seat")
    chosen = body.action if body.action is not None else body.move
    if chosen is None:
        raise HTTPException(400, "a move needs action or move")
    number = await asyncio.shield(asyncio.ensure_future(context.hall.play(live, body.seat, body.number, chosen)))
    return {"number": number}


def _finished(live: Live) -> Match:
    if live.table.match is None or live.table.status != "over":
        raise TableError("the match is not over yet")
    return live.table.match


@router.get("/tables/{match_id}/save", response_class=Response, responses={404: {}, 409: {}})
async def save(match_id: TableId, request: Request, user: MaybeUser, invite: Invite = None) -> Response:
    """The save of a finished match: `wartable verify` checks it, `wartable replay` shows it."""
    live = await open_table(request, match_id, user, invite)
    async with live.lock:
        text = "".join(line + "\n" for line in _finished(live).lines())
    name = f"{live.table.game.name}-{match_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/jsonl", headers=headers)


@router.get("/tables/{match_id}/verify", responses={404: {}, 409: {}})
async def verified(match_id: TableId, request: Request, user: MaybeUser, invite: Invite = None) -> dict[str, Any]:
    """Check every roll of a finished match against its seed, and the seed against what was published."""
    live = await open_table(request, match_id, user, invite)
    async with live.lock:
        match = _finished(live)
        verdict = await asyncio.to_thread(verify, match)
    return {
        "sound": verdict.is_sound,
        "actions": verdict.actions,
        "rolls": verdict.rolls,
        "fault": verdict.fault,
        "commitment": live.table.commitment,
        "seed": live.table.row.seed.hex(),
    }


@router.get("/tables/{match_id}/steps", responses={404: {}, 409: {}})
async def steps(match_id: TableId, request: Request, user: MaybeUser, invite: Invite = None) -> dict[str, Any]:
    """A finished match step by step: what everybody may know, in sentences."""
    live = await open_table(request, match_id, user, invite)
    async with live.lock:
        match = _finished(live)
        log = await asyncio.to_thread(show.log_json, match, enumerate(match.steps), SPECTATOR)
    return {
        "table": match_id,
        "game": live.table.game.name,
        "title": live.table.game.title,
        "names": list(live.table.names),
        "count": len(match.steps),
        "log": log,
        "result": live.table.result,
        "commitment": live.table.commitment,
        "seed": live.table.row.seed.hex(),
    }


@router.get("/tables/{match_id}/frames/{number}", responses={404: {}, 409: {}})
async def frame(
    match_id: TableId,
    number: Annotated[int, Path(ge=0, le=100_000)],
    request: Request,
    response: Response,
    user: MaybeUser,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    invite: Invite = None,
) -> dict[str, Any]:
    """The scene of a finished match after so many actions, as a seat saw it or as a spectator does."""
    live = await open_table(request, match_id, user, invite)
    async with live.lock:
        match = _finished(live)
        if number > len(match.steps):
            raise HTTPException(404, f"the match has {len(match.steps)} actions")
        if seat not in (SPECTATOR, *match.seats):
            raise HTTPException(404, f"there is no seat {seat}")

        def build() -> dict[str, Any]:
            view = hidden(match.at(number), match.box, seat)
            return show.scene_json(match.game.view.scene(view, match.box, seat), match.players)

        scene = await asyncio.to_thread(build)
    response.headers["cache-control"] = "private, max-age=3600"
    return {"number": number, "scene": scene}


@router.get("/tables/{match_id}/analysis", responses={404: {}, 409: {}})
async def analysis(
    match_id: TableId,
    request: Request,
    context: Shared,
    user: MaybeUser,
    by: Literal["judge", "search"] = "judge",
    invite: Invite = None,
) -> dict[str, Any]:
    """Each seat's estimated share of the win after every action of a finished match.

    `judge` is quick: what the game's judge thinks. `search` looks at every decision as its player could, and also
    gives the costliest mistakes; it takes a while the first time.
    """
    live = await open_table(request, match_id, user, invite)
    async with live.lock:
        match = _finished(live)
        if by == "judge":
            table = live.table
            curve = await asyncio.to_thread(lambda: [table.judged(number) for number in range(len(match.steps) + 1)])
            return {"by": by, "names": list(table.names), "shares": curve, "mistakes": []}
    # A finished match does not change: a lock of its own, so that others can open the table meanwhile.
    async with live.searching:
        if live.analysis is None:
            live.analysis = await context.hall.think(partial(searched, match))
        return live.analysis
