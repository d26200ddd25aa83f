"""HTTP: administration, and reports to admins."""

import time
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import Field

from wartable.languages import worded

from ...club.switches import PARTS, SAID, Part, switch_off
from ...people.accounts import User, drop_logins
from ...people.names import key_of
from ...people.one_time_links import DAY, WITHOUT_FACTOR
from ...storage.heartbeat import NOTICE, processes, set_fact, steady_time
from ...storage.schema import deeds, logins, matches, reports, seats, users, words
from ...tables.games import of_rules_at_hand
from ..bodies import Body
from ..context import Admin, Context, Shared, SomeUser, TableId, open_table
from ..mail_templates import reset_link, tell_owner
from .account import Name, PasswordBody, check_again, rename
from .own import AgainBody

router = APIRouter(prefix="/api", tags=["admins"])
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]


class AdminBody(AgainBody):
    registration: bool | None = None
    admin: Name | None = None
    account: PasswordBody | None = None
    off: list[Part] | None = Field(default=None, max_length=len(PARTS))


class UserBody(AgainBody):
    name: Name | None = None
    admin: bool | None = None
    banned: bool | None = None
    reason: str = Field(default="", max_length=200)


class NoticeBody(Body):
    text: str = Field(max_length=200)


class ReportBody(Body):
    table: str = Field(default="", max_length=20)
    name: Name = ""
    line: int | None = Field(default=None, ge=0, le=2**31 - 1)
    text: str = Field(min_length=1, max_length=2000)


class DoneBody(Body):
    done: bool


async def _note(context: Context, admin: User, *what: str) -> None:
    """Record an admin's action."""
    rows = [{"by": admin.id, "what": one, "at": steady_time()} for one in what]
    if rows:
        await context.store.write(lambda connection: connection.execute(sa.insert(deeds), rows))


@router.get("/admin/status", responses={401: {}, 403: {}})
async def status(context: Shared, user: Admin) -> dict[str, Any]:
    """The processes, matches in play whose rules are gone, the notice, and the last 100 actions of admins."""
    stuck = sa.select(*(matches.c[name] for name in ("id", "game", "rules", "moved"))).where(
        matches.c.status == "playing", ~of_rules_at_hand()
    )
    done = (
        sa.select(deeds.c.at, deeds.c.what, users.c.name.label("by"))
        .join(users, users.c.id == deeds.c.by)
        .order_by(deeds.c.id.desc())
        .limit(100)
    )

    def work(connection: sa.Connection) -> dict[str, Any]:
        return {
            "processes": processes(connection),
            "stuck": [dict(row._mapping) for row in connection.execute(stuck.order_by(matches.c.moved).limit(100))],
            "deeds": [dict(row._mapping) for row in connection.execute(done)],
        }

    return {"notice": context.tables.heart.notice, **await context.store.read(work)}


@router.post("/admin/notice", responses={401: {}, 403: {}})
async def post_notice(body: NoticeBody, context: Shared, user: Admin) -> dict[str, bool]:
    """Show a notice to everybody, at tables and on pages, until an empty text withdraws it."""
    text = " ".join(body.text.split())
    await context.store.write(lambda connection: set_fact(connection, NOTICE, text))
    context.tables.heart.tell(text)
    await _note(context, user, f"told everybody: {text}" if text else "took the notice back")
    return {"ok": True}


@router.post("/admin/tables/{match_id}/close", responses={401: {}, 403: {}, 404: {}, 409: {}})
async def close_match(match_id: TableId, context: Shared, user: Admin) -> dict[str, bool]:
    """Close a match whose rules are gone, without a winner."""
    live = await context.tables.open(match_id)
    if not live.table.may_be_closed:
        raise HTTPException(409, "this match can go on, or is over")
    await context.tables.moves.give_up(live, 0, "close")
    await _note(context, user, f"closed match {match_id}")
    return {"ok": True}


@router.post("/admin", responses={400: {}, 401: {}, 403: {}, 404: {}, 409: {}})
async def administer(body: AdminBody, request: Request, context: Shared, user: Admin) -> dict[str, Any]:
    """Close or open registration, create an account, make somebody an admin, or switch parts off. Admins only.

    Making an admin needs a browser session and the password again.
    """
    if body.admin is not None:
        await check_again(context, request, user, body.password)
    if body.account is not None:
        _, secret = await context.accounts.register(body.account.name, body.account.password, None)
        await context.accounts.log_out(secret)
        await _note(context, user, f"made the account {body.account.name}")
    if body.registration is not None:
        value = "open" if body.registration else "closed"
        await context.store.write(lambda connection: set_fact(connection, "registration", value))
        await _note(context, user, "opened registration" if body.registration else "closed registration")
    if body.off is not None:
        off = set(body.off)
        await context.store.write(lambda connection: switch_off(connection, off))
        said = ", ".join(SAID[part] for part in PARTS if part in off)
        await _note(context, user, f"switched off: {said or 'nothing'}")
    if body.admin is not None:
        named = await context.accounts.by_name(body.admin)
        if named is None:
            raise HTTPException(404, worded("there is no account {admin}", admin=body.admin))
        await context.accounts.change(named, {"admin": True})
        await _note(context, user, f"made {named.name} an admin")
    return {"registration": await context.registration_is_open()}


@router.get("/admin/users", responses={401: {}, 403: {}})
async def list_users(
    context: Shared,
    user: Admin,
    search: Annotated[str, Query(max_length=60)] = "",
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    guests: bool = False,
    count: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[dict[str, Any]]:
    """All users by number: accounts, or guests too; optionally those whose names contain `search`."""
    seen = sa.select(sa.func.max(logins.c.seen)).where(logins.c.user_id == users.c.id).scalar_subquery()
    played = sa.select(sa.func.count()).where(seats.c.user_id == users.c.id).scalar_subquery()
    columns = [users.c[name] for name in ("id", "name", "guest", "admin", "banned", "created")]
    wanted = sa.select(*columns, seen.label("seen"), played.label("seats")).where(
        users.c.id > after, users.c.key.not_like("deleted:%")
    )
    if search:
        wanted = wanted.where(users.c.key.contains(key_of(search), autoescape=True))
    if not guests:
        wanted = wanted.where(users.c.guest.is_(False))
    wanted = wanted.order_by(users.c.id).limit(count)
    rows = await context.store.read(lambda connection: connection.execute(wanted).all())
    return [dict(row._mapping) for row in rows]


async def _somebody(context: Context, user_id: int) -> User:
    found = await context.accounts.by_id(user_id)
    if found is None:
        raise HTTPException(404, "there is no such user")
    return found


@router.patch("/admin/users/{user_id}", responses={400: {}, 401: {}, 403: {}, 404: {}, 409: {}})
async def change_user(
    user_id: Number, body: UserBody, request: Request, context: Shared, user: Admin
) -> dict[str, bool]:
    """Rename, ban or unban a user, or change their admin rights. Nobody can do this to themselves.

    Changing admin rights needs a browser session and the password again.
    """
    other = await _somebody(context, user_id)
    if other.id == user.id and (body.admin is False or body.banned):
        raise HTTPException(409, "you cannot change your own rights; ask another admin")
    if body.admin and other.guest:
        raise HTTPException(409, "a guest cannot be an admin")
    if body.admin is not None:
        await check_again(context, request, user, body.password)
    if body.name is not None:
        await rename(context, other, body.name)
        await _note(context, user, f"renamed {other.name} to {body.name}")
    if body.admin is not None:
        await context.accounts.change(other, {"admin": body.admin})
        await _note(context, user, f"made {other.name} {'an' if body.admin else 'no'} admin")
    if body.banned is not None:
        await _ban(context, other, body.reason if body.banned else None)
        await _note(
            context, user, f"banned {other.name}: {body.reason}" if body.banned else f"let {other.name} in again"
        )
    return {"ok": True}


async def _ban(context: Context, other: User, reason: str | None) -> None:
    def work(connection: sa.Connection) -> None:
        connection.execute(sa.update(users).where(users.c.id == other.id).values(banned=reason))
        if reason is not None:
            drop_logins(connection, logins.c.user_id == other.id)

    await context.store.write(work)
    await context.accounts.ended()
    await context.tables.talk.hush(other.id)


@router.post("/admin/users/{user_id}/reset", responses={401: {}, 403: {}, 404: {}, 409: {}, 429: {}})
async def reset_user(
    user_id: Number, body: AgainBody, request: Request, context: Shared, user: Admin
) -> dict[str, str]:
    """Create a link for setting a new password, valid for a day, for users without a mail address.

    It needs a browser session and the admin's password; the owner of the account is notified if there is an address.
    """
    other = await _somebody(context, user_id)
    if other.guest:
        raise HTTPException(409, "a guest has no password")
    await check_again(context, request, user, body.password)
    await _note(context, user, f"made a link for a new password for {other.name}")
    tell_owner(context, other, "an admin has made a link that can change your password.")
    return {"link": await reset_link(context, other, DAY, WITHOUT_FACTOR)}


@router.post("/reports", responses={401: {}, 404: {}, 429: {}})
async def report(body: ReportBody, request: Request, context: Shared, user: SomeUser) -> dict[str, bool]:
    """Report something to the admins: a table, a line of chat, a person, or a general problem."""
    context.check_limit(context.reports, str(user.id), "too many reports; wait a while")
    if body.table:
        await open_table(request, body.table, user, None)
    about = await context.accounts.by_name(body.name) if body.name else None
    values = {"by": user.id, "about": about.id if about else None, "match_id": body.table, "text": body.text}
    if body.table and body.line is not None:
        values |= await _said(context, body)
    new = sa.insert(reports).values(**values, created=time.time(), done=False)
    await context.store.write(lambda connection: connection.execute(new))
    return {"ok": True}


async def _said(context: Context, body: ReportBody) -> dict[str, Any]:
    """The author and text of the reported line, which may be deleted by the time an admin looks."""
    wanted = sa.select(words).where(words.c.id == body.line, words.c.match_id == body.table)
    row = await context.store.read(lambda connection: connection.execute(wanted).first())
    if row is None:
        raise HTTPException(404, "that line is no longer at this table")
    return {"about": row.user_id, "text": f"{body.text}\n{row.name} said: {row.text}"}


@router.get("/admin/reports", responses={401: {}, 403: {}})
async def list_reports(context: Shared, user: Admin, done: bool = False) -> list[dict[str, Any]]:
    """Open or closed reports, newest first."""
    by, about = users.alias("reporter"), users.alias("reported")
    columns = [reports.c[name] for name in ("id", "text", "created", "done", "about")]
    wanted = (
        sa.select(*columns, reports.c.match_id.label("table"), by.c.name.label("by"), about.c.name.label("name"))
        .select_from(reports.join(by, by.c.id == reports.c.by).outerjoin(about, about.c.id == reports.c.about))
        .where(reports.c.done.is_(done))
        .order_by(reports.c.id.desc())
        .limit(200)
    )
    rows = await context.store.read(lambda connection: connection.execute(wanted).all())
    return [dict(row._mapping) for row in rows]


@router.patch("/admin/reports/{report_id}", responses={401: {}, 403: {}, 404: {}})
async def settle_report(report_id: Number, body: DoneBody, context: Shared, user: Admin) -> dict[str, bool]:
    settled = sa.update(reports).where(reports.c.id == report_id).values(done=body.done)
    if not await context.store.write(lambda connection: connection.execute(settled).rowcount):
        raise HTTPException(404, "there is no such report")
    await _note(context, user, f"{'settled' if body.done else 'opened again'} report {report_id}")
    return {"ok": True}
