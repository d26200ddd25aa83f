"""HTTP: finished matches, and those that cannot continue: replays, saves, verified dice, analysis."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response

from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match import Match, Step
from wartable.core.match.verify import verify
from wartable.languages import worded

from ...live import broadcast, serializers
from ...live.live_table import LiveTable
from ...live.protocol import dump
from ...people.accounts import User
from ...play.analysis import every_step, judged_curve
from ...play.bot_thoughts import think_again
from ...tables.table import Table, TableError
from ..context import (
    VARIES,
    Invite,
    MaybeUser,
    Shared,
    TableId,
    catalogue_of,
    invitation_of,
    language_of,
    open_table,
    who,
)

router = APIRouter(prefix="/api", tags=["replays"])
STEPS_A_PAGE = 100


def _finished(live: LiveTable) -> Match:
    """A finished match under the current rules."""
    match = _shown(live)
    if live.table.status != "over":
        raise TableError("the match is not over yet")
    if live.table.is_old:
        raise TableError(
            worded(
                "this match was played with version {rules} of the rules, which are gone", rules=live.table.row.rules
            )
        )
    return match


def _shown(live: LiveTable) -> Match:
    """A match that will not change any more."""
    match = live.table.match
    if match is None or not (live.table.status == "over" or live.table.frozen):
        raise TableError("the match is not over yet")
    return match


def _steps(table: Table, match: Match) -> list[Step]:
    """The steps to show: all of a finished match, else those that everybody has seen."""
    if table.status == "over":
        return list(match.steps)
    return [match.steps[seen.step] for seen in table.stream(SPECTATOR).steps]


@router.get("/tables/{match_id}/save", response_class=Response, responses={404: {}, 409: {}, 429: {}})
async def save(
    match_id: TableId, request: Request, context: Shared, user: MaybeUser, invite: Invite = None
) -> Response:
    """The save of a finished match: `wartable verify` checks it, `wartable replay` shows it.

    If its rules are gone, it has codes in place of notation, and only those rules can read it.
    """
    live = await open_table(request, match_id, user, invite)
    match, table = _shown(live), live.table
    if table.status != "over":
        raise TableError("the match is not over yet")
    _check_seal(table)

    def write() -> str:
        return "".join(line + "\n" for line in (_by_codes(table, match) if table.is_old else match.lines()))

    text = await context.tables.turns.run(who(request, user), write)
    name = f"{live.table.row.game}-{match_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/jsonl", headers=headers)


def _check_seal(table: Table) -> None:
    """TableError where others still play with these dice."""
    if table.row.sealed:
        raise TableError("others are still playing with the same dice; the seed is published when all are done")


def _by_codes(table: Table, match: Match) -> Iterator[str]:
    """A match whose rules are gone, as stored."""
    yield json.dumps({**match.header.as_json(), "rules": table.row.rules}, ensure_ascii=False)
    for step in match.steps:
        who = "nature" if step.seat == NATURE else step.seat
        yield json.dumps({"n": step.number, "seat": who, "action": step.action})
    result = table.result or {}
    end = {name: result.get(name) for name in ("rule", "scores", "points")}
    yield json.dumps({"end": result.get("ending"), **end, "seed": table.row.seed.hex()})


@router.get("/tables/{match_id}/verify", responses={404: {}, 409: {}, 429: {}})
async def verified(
    match_id: TableId, request: Request, context: Shared, user: MaybeUser, invite: Invite = None
) -> dict[str, Any]:
    """Check every roll of a finished match against its seed, and the seed against its published hash."""
    live = await open_table(request, match_id, user, invite)
    match = _finished(live)
    _check_seal(live.table)
    verdict = await context.tables.turns.run(who(request, user), partial(verify, match))
    return {
        "sound": verdict.is_sound,
        "actions": verdict.actions,
        "rolls": verdict.rolls,
        "given": verdict.given,
        "fault": verdict.fault,
        "commitment": live.table.commitment,
        "seed": live.table.row.seed.hex(),
    }


@router.get("/tables/{match_id}/steps", responses={404: {}, 409: {}, 429: {}})
async def steps(
    match_id: TableId,
    request: Request,
    context: Shared,
    user: MaybeUser,
    start: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    seat: Annotated[int | None, Query(ge=-1, le=7)] = None,
    invite: Invite = None,
) -> dict[str, Any]:
    """A finished match step by step, in sentences, as a seat was told it, or everybody (-1).

    The default for `seat` is one's own; the answer says which. The sentences come in pages, from the step `start`;
    `log_next` is the start of the next page.
    """
    live = await open_table(request, match_id, user, invite)
    match, table = _shown(live), live.table
    viewer = _own_seat(table, user) if seat is None else seat
    _check_seat(table, match, user, viewer)
    all_steps = _steps(table, match)
    page = list(enumerate(all_steps))[start : start + STEPS_A_PAGE]
    seen = match.see(viewer, language_of(request))
    work = partial(serializers.log_json, seen, page, table.is_old)
    log = await context.tables.turns.run(who(request, user), work)
    return {
        "table": match_id,
        "game": table.game.name,
        "title": seen.catalogue.say(table.game.title),
        "names": list(seen.players),
        "seat": viewer,
        "count": len(all_steps),
        "log": log,
        "log_next": start + STEPS_A_PAGE if start + STEPS_A_PAGE < len(all_steps) else None,
        "result": table.result_in(seen.catalogue.say),
        "frozen": table.frozen,
        "commitment": table.commitment,
        **({"seed": table.row.seed.hex()} if table.status == "over" and not table.row.sealed else {}),
        **invitation_of(live, user),
    }


def _steps_up_to(table: Table, match: Match, number: int) -> list[Step]:
    found = _steps(table, match)
    if number > len(found):
        raise HTTPException(404, worded("the match has {found} actions", found=len(found)))
    return found


def _own_seat(table: Table, user: User | None) -> int:
    """The caller's seat; with several seats at one device, a spectator's view."""
    own = table.seats_of(user.id if user else None)
    return own[0] if len(own) == 1 else SPECTATOR


def _check_seat(table: Table, match: Match, user: User | None, seat: int) -> None:
    if seat not in (SPECTATOR, *match.seats):
        raise HTTPException(404, worded("there is no seat {seat}", seat=seat))
    _check_view(table, user, seat)


@router.get("/tables/{match_id}/frames/{number}", responses={403: {}, 404: {}, 409: {}, 429: {}})
async def frame(
    match_id: TableId,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    request: Request,
    context: Shared,
    user: MaybeUser,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    invite: Invite = None,
) -> Response:
    """The scene of a finished match after a number of actions, as a seat saw it or as a spectator does."""
    live = await open_table(request, match_id, user, invite)
    match, table = _shown(live), live.table
    all_steps = _steps_up_to(table, match, number)
    _check_seat(table, match, user, seat)
    state, language = all_steps[number - 1].after if number else match.at(0), language_of(request)

    def build() -> bytes:
        seen = match.see(seat, language)
        scene = serializers.scene_of(seen, seen.of(state), table.is_old)
        return dump({"number": number, "scene": serializers.scene_json(scene, seen.players)})

    text = await context.tables.turns.run(who(request, user), build)
    return Response(text, media_type="application/json", headers={"cache-control": "private, max-age=3600", **VARIES})


@router.get("/tables/{match_id}/films/{number}", responses={403: {}, 404: {}, 409: {}, 429: {}})
async def film(
    match_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    request: Request,
    context: Shared,
    user: MaybeUser,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    invite: Invite = None,
) -> Response:
    """An action of a finished match note by note: the scene before it, and its frames, the last one after it."""
    live = await open_table(request, match_id, user, invite)
    match, table = _shown(live), live.table
    all_steps = _steps_up_to(table, match, number)
    _check_seat(table, match, user, seat)
    step = all_steps[number - 1]

    seen = match.see(seat, language_of(request))

    def build() -> bytes:
        return dump(broadcast.replayed(seen, [(number - 1, step)], table.is_old))

    text = await context.tables.turns.run(who(request, user), build)
    return Response(text, media_type="application/json", headers={"cache-control": "private, max-age=3600", **VARIES})


@router.get("/tables/{match_id}/thoughts/{number}", responses={404: {}, 409: {}, 429: {}})
async def thought(
    match_id: TableId,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    request: Request,
    context: Shared,
    user: MaybeUser,
    invite: Invite = None,
) -> dict[str, Any]:
    """A bot's thoughts about a decision of a finished match, as they were then if they are still known.

    `by` is `bot`, or `search` if a search has been run again; `thought` is null if there was no choice.
    """
    live = await open_table(request, match_id, user, invite)
    match = _finished(live)
    if number >= len(match.steps):
        raise HTTPException(404, worded("the match has {steps} actions", steps=len(match.steps)))
    known = live.thoughts.get(number)
    if known is not None:
        return {"by": "bot", "thought": known}
    found = await context.tables.bots.turns.run(who(request, user), partial(think_again, match, match.steps[number]))
    return {"by": "search", "thought": found}


def _check_view(table: Table, user: User | None, seat: int) -> None:
    """Information hidden from the viewer stays hidden in an unfinished match, even if it cannot continue."""
    if table.status != "over" and seat != SPECTATOR and seat not in table.seats_of(user.id if user else None):
        raise HTTPException(403, "that is not your seat")


@router.get("/tables/{match_id}/analysis", responses={404: {}, 409: {}, 429: {}})
async def analysis(
    match_id: TableId,
    request: Request,
    context: Shared,
    user: MaybeUser,
    by: Literal["judge", "search"] = "judge",
    invite: Invite = None,
) -> dict[str, Any]:
    """Each seat's estimated share of the win after every action of a finished match.

    `judge` is quick: the curve of the match's course as far as it is known, which is the judge's evaluation before
    anything was searched. `search` evaluates decisions by what their players knew, and also shows
    where a hint would have been better; it takes a while the first time.
    """
    live = await open_table(request, match_id, user, invite)
    match, table = _finished(live), live.table
    if by == "judge":
        known = await context.tables.courses.known(live, match)
        curve = known["curve"]
        if not curve:
            assert table.result is not None
            work = partial(judged_curve, match, table.result["scores"])
            curve = await context.tables.bots.study.run(who(request, user), work)
        shares = every_step(curve, len(match.steps))
        return {"by": known["by"], "names": list(table.names), "shares": shares, "mistakes": []}
    found = await context.tables.courses.finished(live, match, who(request, user))
    if found["by"] != "search":
        raise TableError(
            worded("{title} is being prepared for the search; ask again in a while", title=table.game.title)
        )
    mistakes = [
        {"step": one["at"], **{name: one[name] for name in ("seat", "played", "loss")}, "better": one["hint"]}
        for one in found["otherwise"]
    ]
    shares = every_step(found["curve"], found["count"])
    return {"by": by, "names": list(table.names), "shares": shares, "mistakes": mistakes}


@router.get("/tables/{match_id}/course", responses={404: {}, 409: {}, 429: {}})
async def course(
    match_id: TableId, request: Request, context: Shared, user: MaybeUser, invite: Invite = None
) -> dict[str, Any]:
    """The course of a finished match: chances, key moments, and where a hint would have differed.

    It takes a while the first time: `progress` shows how far it is, and asking again keeps it going until it is `done`.
    While the game's code is not compiled (`preparing`) the chances are the judge's.
    """
    live = await open_table(request, match_id, user, invite)
    match, table = _finished(live), live.table
    found = await context.tables.courses.ask(live, match, who(request, user))
    say = catalogue_of(request, table.game).say
    about = {"title": say(table.game.title), "result": table.result_in(say)}
    facts = {"table": match_id, "game": table.game.name, **about}
    return {**facts, **invitation_of(live, user), **found}
