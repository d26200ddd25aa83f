"""HTTP: tournaments, for those who play in them and those who organise them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from ...club.switches import check_on
from ...people.accounts import User
from ...tables.games import find_game
from ...tournaments.exports import Named, csv_text, season_csv, trf
from ...tournaments.ledger import Board, Plan, Tournament, TournamentError, heard, load, newest, state
from ...tournaments.standings import BYE, DUPLICATE, SEASON, Pairing, Standing, duels, standings
from ..bodies import Body
from ..context import MaybeUser, Shared, SomeUser
from .account import ensure_user
from .tables import ClockBody

router = APIRouter(prefix="/api", tags=["tournaments"])
SHOWN = 50
MOST_KEPT = 64
TournamentId = Annotated[str, Path(max_length=20)]
ANSWERS: dict[int | str, dict[str, Any]] = {401: {}, 404: {}, 409: {}}


class TournamentBody(Body):
    name: str = Field(min_length=1, max_length=60)
    game: str = Field(max_length=40)
    kind: Literal["pool", "swiss", "duplicate", "season"]
    seats: int = Field(default=2, ge=2, le=4)
    rounds: int = Field(default=1, ge=1, le=15)
    places: int = Field(default=16, ge=2, le=128)
    options: dict[Annotated[str, Field(max_length=40)], str | int | bool] = Field(default_factory=dict, max_length=40)
    clock: ClockBody = ClockBody()
    wait: int = Field(default=0, ge=0, le=30 * 86400)
    by_itself: bool = True
    rated: bool = False
    division: int = Field(default=6, ge=3, le=10)
    moving: int = Field(default=1, ge=0, le=5)
    holidays: int = Field(default=0, ge=0, le=366)


class BotBody(Body):
    bot: str = Field(max_length=40)


class EntrantBody(Body):
    number: int = Field(ge=1, le=10_000)


class CorrectionBody(Body):
    round: int = Field(ge=1, le=1000)
    board: int = Field(ge=1, le=1000)
    scores: list[Annotated[float, Field(ge=0, le=1_000_000)] | None] = Field(min_length=2, max_length=4)


@router.get("/tournaments")
async def listed(context: Shared, user: MaybeUser) -> list[dict[str, Any]]:
    """The newest tournaments."""

    def work(connection: sa.Connection) -> list[Tournament]:
        check_on(connection, "tournaments")
        return newest(connection, SHOWN)

    found = await context.store.read(work)
    return [_facts(one, user) for one in found]


@router.post("/tournaments", responses={**ANSWERS, 400: {}})
async def create(body: TournamentBody, context: Shared, user: SomeUser) -> dict[str, str]:
    """A tournament that waits for entrants; whoever makes it organises it."""
    name = " ".join(body.name.split())
    if not name:
        raise TournamentError("a tournament has a name")
    clock = {"kind": body.clock.kind, "seconds": body.clock.seconds, "bonus": body.clock.bonus}
    given = body.model_dump(exclude={"name", "game", "clock"})
    return {"tournament": await context.tournaments.create(user, name, body.game, Plan(**given, clock=clock))}


@router.get("/tournaments/{tournament_id}", responses={404: {}})
async def shown(tournament_id: TournamentId, context: Shared, user: MaybeUser) -> dict[str, Any]:
    """A tournament: entrants, tables of all rounds, standings, and what has happened."""

    kept = context.tournaments.kept

    def work(connection: sa.Connection) -> tuple[Tournament, dict[str, Any]]:
        # Many look at a tournament that seldom changes.
        now = state(connection, tournament_id)
        known = kept.get(tournament_id)
        if known is None or known[0] != now:
            found = load(connection, tournament_id)
            while len(kept) >= MOST_KEPT:
                kept.pop(next(iter(kept)), None)
            known = kept[tournament_id] = (now, found, {**_whole(found), "tidings": heard(connection, found)})
        return known[1:]

    found, whole = await context.store.read(work)
    return {**_facts(found, user), **whole, "your_table": _table_of(found, user)}


def _table_of(found: Tournament, user: User | None) -> str | None:
    """Where somebody plays this round."""
    mine = {one.number for one in found.entrants if user and one.user_id == user.id}
    at = [board for board in (found.boards[-1] if found.boards else ()) if mine & set(board.entrants)]
    return at[0].match_id if at and found.status == "playing" else None


def _facts(found: Tournament, user: User | None) -> dict[str, Any]:
    plan = found.plan
    mine = next((one for one in found.entrants if user and one.user_id == user.id), None)
    return {
        "id": found.id,
        "name": found.name,
        "game": found.game,
        "title": find_game(found.game).title,
        "kind": plan.kind,
        "seats": plan.seats,
        "status": found.status,
        "round": found.round,
        "rounds": found.length,
        "places": plan.places,
        "clock": plan.clock,
        "wait": plan.wait,
        "by_itself": plan.by_itself,
        "rated": plan.rated,
        "season": len(found.seasons),
        "seasons": plan.rounds if plan.kind == SEASON else 0,
        "resumes": found.resumes,
        "takes_entrants": found.takes_entrants,
        "count": sum(one.left is None for one in found.entrants),
        "created": found.created,
        "organiser": user is not None and (user.id == found.host or user.admin),
        "yours": mine.number if mine else None,
        "left": mine is not None and mine.left is not None,
    }


def _whole(found: Tournament) -> dict[str, Any]:
    """What everybody is shown."""
    counted, plan = found.counted(), found.plan
    everybody = [one.number for one in found.entrants]
    lines = [] if plan.kind == SEASON else standings(plan.kind, plan.seats, everybody, counted)
    shown = [
        [_board(board, pairing, len(counted) > place) for board, pairing in zip(boards, tables, strict=True)]
        for place, (boards, tables) in enumerate(zip(found.boards, found.rounds(), strict=True))
    ]
    return {
        "options": plan.options,
        "entrants": [
            {"number": one.number, "name": one.name, "bot": one.bot, "joined": one.joined, "left": one.left}
            for one in found.entrants
        ],
        "standings": [_line(line) for line in lines],
        "divisions": [
            {
                "season": season.number,
                "first": season.first,
                "last": season.last(plan.seats),
                "standings": [
                    [_line(line) for line in found.division_standings(season, members)] for members in season.divisions
                ],
            }
            for season in found.seasons
        ],
        "tables": shown,
        "dice": [_dice(boards) for boards in found.boards] if plan.kind == DUPLICATE else [],
        "is_round_over": found.is_round_over,
    }


def _line(line: Standing) -> dict[str, Any]:
    facts = {name: getattr(line, name) for name in ("place", "points", "sonneborn", "direct", "wins", "played")}
    return {**facts, "number": line.entrant}


def _board(board: Board, pairing: Pairing, is_counted: bool) -> dict[str, Any]:
    """A table; in a duplicate nobody hears how others did before all have played."""
    shares = None
    if pairing.how != BYE and pairing.marks is not None and is_counted:
        won = dict.fromkeys(board.entrants, 0.0)
        for duel in duels("", [pairing]):
            won[duel.entrant] += duel.share
        shares = list(won.values())
    return {
        "board": board.number,
        "entrants": list(board.entrants),
        "table": board.match_id,
        "status": board.status,
        "over": pairing.marks is not None,
        "how": pairing.how,
        "is_judged": board.verdict is not None and board.match_id is not None,
        "shares": shares,
    }


def _dice(boards: Sequence[Board]) -> dict[str, Any]:
    """The commitment to the dice of a round, and whether all its tables have the same."""
    found = {board.commitment for board in boards if board.commitment}
    return {"commitment": min(found, default=""), "same": len(found) <= 1}


@router.get("/tournaments/{tournament_id}/standings.csv", responses={404: {}})
async def as_csv(tournament_id: TournamentId, context: Shared) -> Response:
    """The standings, for spreadsheets."""
    found = await context.tournaments.read(tournament_id)
    if found.plan.kind == SEASON:
        lines = (
            (season.number, division, found.division_standings(season, members))
            for season in found.seasons
            for division, members in enumerate(season.divisions, 1)
        )
        return _file(season_csv(named(found), lines), "text/csv", f"{found.id}.csv")
    text = csv_text(found.plan.kind, found.plan.seats, named(found), found.counted())
    return _file(text, "text/csv", f"{found.id}.csv")


@router.get("/tournaments/{tournament_id}/report.trf", responses={404: {}, 409: {}})
async def as_trf(tournament_id: TournamentId, context: Shared) -> Response:
    """FIDE's report file of a tournament for two."""
    found = await context.tournaments.read(tournament_id)
    if found.plan.seats != 2 or found.plan.kind in (DUPLICATE, SEASON):
        raise TournamentError("a report file exists only for pools and Swiss tournaments for two")
    return _file(trf(found.name, named(found), found.counted(), found.length), "text/plain", f"{found.id}.trf")


def named(found: Tournament) -> list[Named]:
    return [Named(one.number, one.name) for one in found.entrants]


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/tournaments/{tournament_id}/join", responses=ANSWERS)
async def join(tournament_id: TournamentId, request: Request, response: Response, context: Shared) -> dict[str, int]:
    """Take part, also where it has begun, unless it is a pool; somebody who is nobody yet becomes a guest."""
    await context.tournaments.read(tournament_id)
    user = await ensure_user(request, response, context)
    return {"number": await context.tournaments.join(tournament_id, user)}


@router.post("/tournaments/{tournament_id}/{deed}", responses={**ANSWERS, 422: {}})
async def do(
    tournament_id: TournamentId, deed: Literal["leave", "start", "next", "end"], context: Shared, user: SomeUser
) -> dict[str, bool]:
    """Leave; or, for the organiser: begin the first round, the next one, or end it all."""
    played = context.tournaments
    acts = {"leave": played.leave, "start": played.begin, "next": played.next_round, "end": played.end}
    await acts[deed](tournament_id, user)
    return {"ok": True}


@router.post("/tournaments/{tournament_id}/entrants/bot", responses=ANSWERS)
async def add_bot(tournament_id: TournamentId, body: BotBody, context: Shared, user: SomeUser) -> dict[str, int]:
    """Let a bot take part."""
    return {"number": await context.tournaments.add_bot(tournament_id, user, body.bot)}


@router.post("/tournaments/{tournament_id}/entrants/remove", responses=ANSWERS)
async def remove(tournament_id: TournamentId, body: EntrantBody, context: Shared, user: SomeUser) -> dict[str, bool]:
    """Take somebody out, who loses the match that they play."""
    await context.tournaments.remove(tournament_id, user, body.number)
    return {"ok": True}


@router.post("/tournaments/{tournament_id}/tables/correct", responses=ANSWERS)
async def correct(
    tournament_id: TournamentId, body: CorrectionBody, context: Shared, user: SomeUser
) -> dict[str, bool]:
    """Let these scores count for a table, by seat: the larger is ahead; null for who did not come."""
    await context.tournaments.correct(tournament_id, user, body.round, body.board, body.scores)
    return {"ok": True}
