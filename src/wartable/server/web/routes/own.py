"""HTTP: one's own account: password, mail, sessions, tokens, export, deletion."""

from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import Field

from ...club.holidays import end_holidays, holidays_of, take_holiday
from ...people.accounts import User
from ...people.hours import Hours, keep_hours, read_hours
from ...people.mail import check_address
from ...people.names import key_of
from ...people.one_time_links import DAY, USED_UP, WITHOUT_FACTOR, BadErrand
from ...people.second_factor import link_for, new_secret
from ...play.account_deletion import delete_account, export_account
from ...storage.heartbeat import steady_time
from ...storage.schema import logins, users
from ..bodies import Body
from ..context import Account, Context, Owner, Session, Shared, drop_cookie, set_cookie, visit_of
from ..mail_templates import TOO_MANY, send_reset, tell_owner
from ..proxies import address_of
from .account import Name, Password, check_again, one_try, whole

router = APIRouter(prefix="/api", tags=["own account"])
PASSWORD_CHANGED = "your password was changed. You are logged out everywhere else, and your tokens are revoked."
JOIN_SECONDS = 600.0
Code = Annotated[str, Field(max_length=20)]
LoginId = Annotated[str, Path(max_length=16)]


class NewPasswordBody(Body):
    old: Password = ""
    new: Password


class SecretBody(Body):
    secret: str = Field(max_length=100)


class ResetBody(SecretBody):
    password: Password
    code: Code = ""


class AgainBody(Body):
    password: Password = ""


class FactorBody(AgainBody):
    secret: str = Field(default="", max_length=100)
    code: Code = ""


class ForgottenBody(Body):
    name: str = Field(max_length=200)


class TokenBody(AgainBody):
    label: str = Field(default="bot", max_length=60)
    scope: Literal["play", "account", "admin"] = "play"
    days: int = Field(default=365, ge=1, le=3650)


class DeleteBody(Body):
    name: Name
    password: Password = ""


Minutes = Annotated[int | None, Field(ge=0, le=1439)]


class HoursBody(Body):
    zone: str = Field(default="UTC", max_length=60)
    quiet_from: Minutes = None
    quiet_to: Minutes = None
    digest: Minutes = None


class HolidayBody(Body):
    starts: float = Field(ge=0, le=1e11, allow_inf_nan=False)
    ends: float = Field(ge=0, le=1e11, allow_inf_nan=False)


class EndpointBody(Body):
    endpoint: str = Field(min_length=1, max_length=1000)


class PushBody(EndpointBody):
    point: str = Field(max_length=120)
    auth: str = Field(max_length=40)


@router.post("/me/password", responses={401: {}, 403: {}, 429: {}})
async def change_password(body: NewPasswordBody, request: Request, context: Shared, user: Account) -> dict[str, bool]:
    """Set a new password; all other sessions, all tokens and all links end."""
    await check_again(context, request, user, body.old)
    await context.accounts.set_password(user.id, await context.accounts.hash_new(body.new, user.name), keep=user.login)
    tell_owner(context, user, PASSWORD_CHANGED)
    return {"ok": True}


@router.get("/me/factor", responses={401: {}, 403: {}})
async def factor(context: Shared, user: Account) -> dict[str, bool]:
    """Whether signing in needs the code of an authenticator app."""
    return {"on": await context.accounts.factors.is_on(user.id)}


@router.post("/me/factor", responses={400: {}, 401: {}, 403: {}, 429: {}})
async def turn_factor_on(body: FactorBody, request: Request, context: Shared, user: Account) -> dict[str, Any]:
    """Set up a second factor: without `secret`, get a new one; with it and its code, turn it on."""
    await check_again(context, request, user, body.password)
    if not body.secret:
        secret = new_secret()
        return {"on": False, "secret": secret, "link": link_for(secret, user.name, _host(context))}
    if not await context.accounts.factors.turn_on(user.id, body.secret, body.code):
        raise HTTPException(400, "that is not the current code; is the clock of your phone right?")
    tell_owner(context, user, "from now on, logging in needs a code from your authenticator app.")
    return {"on": True}


@router.post("/me/factor/off", responses={401: {}, 403: {}, 429: {}})
async def turn_factor_off(body: FactorBody, request: Request, context: Shared, user: Account) -> dict[str, bool]:
    """Turn the second factor off, with the password and a code."""
    await check_again(context, request, user, body.password)
    async with one_try(context, key_of(user.name), address_of(request)):
        await context.accounts.check_code(user, body.code)
    await context.accounts.factors.turn_off(user.id)
    tell_owner(context, user, "logging in no longer needs a code.")
    return {"on": False}


def _host(context: Context) -> str:
    return urlsplit(context.notifier.address).hostname or "Wartable"


@router.post("/forgotten", responses={429: {}})
async def forgotten(body: ForgottenBody, request: Request, context: Shared) -> dict[str, bool]:
    """Send a link for a new password to the confirmed address of an account, given by name or by that address.

    The answer is the same whether there is such an account or not.
    """
    if not context.mailer.is_on:
        raise HTTPException(400, "this server sends no mail; ask its host for a new password")
    context.check_limit(context.mails, f"from {address_of(request)}", TOO_MANY)
    context.tables.later(_send_resets(context, body.name))
    return {"ok": True}


async def _send_resets(context: Context, name: str) -> None:
    found = await context.accounts.by_name(name)
    some = [found] if found else await context.accounts.by_email(name)
    for user in some:
        if user.email and user.banned is None and _may_mail(context, user):
            await send_reset(context, user)


def _may_mail(context: Context, user: User) -> bool:
    return not context.settings.limits or context.mails.allows(f"to {user.email.lower()}")


@router.post("/reset", responses={400: {}, 401: {}, 429: {}})
async def reset(body: ResetBody, request: Request, response: Response, context: Shared) -> dict[str, Any]:
    """Set a new password by a link; all sessions and tokens end, and a new session begins."""
    context.check_address(
        context.resets, address_of(request), "too many new passwords from this address; wait a little"
    )
    errand = await context.errands.look("password", body.secret)
    if errand is None:
        raise BadErrand(USED_UP)
    user = await context.accounts.by_id(errand.user_id or 0)
    if user is None or user.banned is not None:
        raise HTTPException(400, "this account is closed")
    # Hashing takes long: only for a link that is good. And a password that is refused must not use the link up.
    hashed = await context.accounts.hash_new(body.password, user.name)
    if errand.value == WITHOUT_FACTOR:
        await context.accounts.factors.turn_off(user.id)
    async with one_try(context, key_of(user.name), address_of(request)):
        await context.accounts.check_code(user, body.code)
    await context.errands.take("password", body.secret)
    await context.accounts.set_password(user.id, hashed)
    tell_owner(context, user, PASSWORD_CHANGED)
    set_cookie(request, response, await context.accounts.new_session(user, visit_of(request)))
    return {"user": await whole(context, user)}


@router.post("/confirm", responses={400: {}})
async def confirm(body: SecretBody, context: Shared) -> dict[str, str]:
    """Confirm a mail address by the link that was sent to it."""
    errand = await context.errands.take("mail", body.secret)
    user = await context.accounts.by_id(errand.user_id or 0)
    if user is None:
        raise HTTPException(400, "this account is closed")
    await context.accounts.set_email(user, check_address(errand.value))
    tell_owner(context, user, f"from now on, your mail goes to {errand.value} and no longer to this address.")
    return {"email": errand.value}


@router.post("/me/join", responses={401: {}, 403: {}, 404: {}, 429: {}})
async def join(body: AgainBody, request: Request, context: Shared, user: Account) -> dict[str, bool]:
    """Allow the next sign-in at the provider, within ten minutes, to join its identity to this account."""
    await check_again(context, request, user, body.password)
    await context.errands.new("join", user.id, user.login, JOIN_SECONDS)
    return {"ok": True}


@router.get("/me/sessions", responses={401: {}, 403: {}})
async def sessions(context: Shared, user: Session) -> list[dict[str, Any]]:
    """The sessions of the current user."""
    return await context.accounts.logins(user, "session")


@router.delete("/me/sessions/{login_id}", responses={401: {}, 403: {}, 404: {}})
async def drop_session(login_id: LoginId, context: Shared, user: Session) -> dict[str, bool]:
    if not await context.accounts.drop_login(user, "session", login_id):
        raise HTTPException(404, "there is no such session")
    return {"ok": True}


@router.delete("/me/sessions", responses={401: {}, 403: {}})
async def drop_sessions(context: Shared, user: Session) -> dict[str, int]:
    """Sign out everywhere else."""
    mine = (logins.c.user_id == user.id, logins.c.kind == "session", logins.c.hash != user.login)
    return {"ended": await context.accounts.drop(*mine)}


@router.get("/me/tokens", responses={401: {}, 403: {}})
async def tokens(context: Shared, user: Account) -> list[dict[str, Any]]:
    return await context.accounts.logins(user, "token")


@router.post("/me/tokens", responses={401: {}, 403: {}, 429: {}})
async def new_token(body: TokenBody, request: Request, context: Shared, user: Account) -> dict[str, str]:
    """Create a token for a bot that plays as this account. It is shown only this once.

    Scopes: `play` for tables, `account` also for settings, `admin` also for administration.
    """
    if body.scope == "admin" and not user.admin:
        raise HTTPException(403, "only an admin can have such tokens")
    await check_again(context, request, user, body.password)
    token = await context.accounts.new_token(user, body.label, body.scope, body.days * DAY)
    tell_owner(context, user, f"a new token ({body.scope}) was made: a program can act for you with it.")
    return {"token": token}


@router.delete("/me/tokens/{login_id}", responses={401: {}, 403: {}, 404: {}})
async def drop_token(login_id: LoginId, context: Shared, user: Account) -> dict[str, bool]:
    """Revoke a token and close its sockets."""
    if not await context.accounts.drop_login(user, "token", login_id):
        raise HTTPException(404, "there is no such token")
    return {"ok": True}


@router.get("/me/export", responses={401: {}, 403: {}, 429: {}})
async def export(response: Response, context: Shared, user: Session) -> dict[str, Any]:
    """Export everything that this server knows about the current user; once a minute."""
    context.check_limit(context.exports, str(user.id), "this is available once a minute; wait a little")
    response.headers["content-disposition"] = 'attachment; filename="wartable-account.json"'
    return await export_account(context.store, user)


@router.post("/me/delete", responses={401: {}, 403: {}, 409: {}, 429: {}})
async def delete(
    body: DeleteBody, request: Request, response: Response, context: Shared, user: Session
) -> dict[str, bool]:
    """Delete the account: it resigns from its matches and its name is removed. Matches with others remain."""
    if key_of(body.name) != key_of(user.name):
        raise HTTPException(409, "write your own name to delete your account")
    await check_again(context, request, user, body.password)
    if user.admin:
        others = sa.select(sa.func.count()).where(users.c.admin.is_(True), users.c.id != user.id)
        if not await context.store.read(lambda connection: connection.execute(others).scalar()):
            raise HTTPException(409, "you are the only admin; name another first")
    await delete_account(context.accounts, context.tables, user)
    drop_cookie(request, response)
    return {"ok": True}


@router.get("/me/hours", responses={401: {}, 403: {}})
async def my_hours(context: Shared, user: Owner) -> dict[str, Any]:
    """When one wants to be told: minutes of the day in a time zone, null for no quiet hours and no digest."""
    return vars(await read_hours(context.store, user.id))


@router.post("/me/hours", responses={400: {}, 401: {}, 403: {}})
async def set_hours(body: HoursBody, context: Shared, user: Owner) -> dict[str, bool]:
    """Set quiet hours, and the time of a digest once a day."""
    await keep_hours(context.store, user.id, Hours(**body.model_dump()), steady_time())
    return {"ok": True}


@router.post("/me/push", responses={400: {}, 401: {}, 403: {}})
async def subscribe(body: PushBody, context: Shared, user: Session) -> dict[str, bool]:
    """Tell this browser when it is one's turn, by its push service; it ends with the session."""
    await context.notifier.pushes.subscribe(user, body.endpoint, body.point, body.auth)
    return {"ok": True}


@router.post("/me/push/stop", responses={401: {}, 403: {}})
async def unsubscribe(body: EndpointBody, context: Shared, user: Session) -> dict[str, bool]:
    """Tell this browser no longer."""
    await context.notifier.pushes.stop(user, body.endpoint)
    return {"ok": True}


@router.get("/me/holidays", responses={401: {}, 403: {}})
async def my_holidays(context: Shared, user: Owner) -> dict[str, Any]:
    """One's holidays that are not over, and how many days are left of this year's."""
    return await holidays_of(context.tables, user)


@router.post("/me/holidays", responses={401: {}, 403: {}, 409: {}})
async def go_on_holiday(body: HolidayBody, context: Shared, user: Owner) -> dict[str, bool]:
    """Go on holiday: meanwhile the clocks of one's slow matches stand still, for all their players."""
    await take_holiday(context.tables, user, body.starts, body.ends)
    return {"ok": True}


@router.post("/me/holidays/end", responses={401: {}, 403: {}})
async def come_back(context: Shared, user: Owner) -> dict[str, bool]:
    """Come back, and cancel the holidays to come."""
    await end_holidays(context.tables, user)
    return {"ok": True}
