"""HTTP: guests, accounts, tokens, and what admins may do."""

import asyncio
import json
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from .accounts import SESSION_SECONDS, BadLogin, User
from .context import COOKIE, Account, Context, MaybeUser, Shared, SomeUser, find_user, secret_of
from .notices import check_webhook
from .schema import facts, users

router = APIRouter(prefix="/api", tags=["accounts"])


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    name: str | None = Field(default=None, max_length=60)


class PasswordBody(Body):
    name: str = Field(max_length=60)
    password: str = Field(max_length=200)


class ChangeBody(Body):
    settings: dict[str, str | int | bool] | None = None
    email: str | None = Field(default=None, max_length=200, pattern=r"^([^@\s]+@[^@\s]+)?$")
    webhook: str | None = Field(default=None, max_length=500)


class TokenBody(Body):
    label: str = Field(default="bot", max_length=60)


class AdminBody(Body):
    registration: bool | None = None
    admin: str | None = Field(default=None, max_length=60)
    account: PasswordBody | None = None


def set_cookie(request: Request, response: Response, secret: str) -> None:
    response.set_cookie(
        COOKIE,
        secret,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def client_address(request: Request) -> str:
    return request.client.host if request.client else "local"


async def ensure_user(request: Request, response: Response, context: Context) -> User:
    """Whoever asks, made a guest where they are nobody yet."""
    user = await find_user(request)
    if user is None:
        if context.settings.limits and not context.guests.allows(client_address(request)):
            raise HTTPException(429, "too many new guests from this address; wait a little")
        user, secret = await context.accounts.new_guest(None)
        set_cookie(request, response, secret)
    return user


async def _whole(context: Context, user: User) -> dict[str, Any]:
    return {**user.as_json(), "ratings": await context.accounts.ratings(user)}


@router.get("/me")
async def me(context: Shared, user: MaybeUser) -> dict[str, Any]:
    """Who I am; `user` is null for somebody who has not begun to play."""
    return {
        "user": await _whole(context, user) if user else None,
        "registration": await context.registration_is_open(),
        "mail": bool(context.settings.smtp),
    }


@router.post("/guest", responses={409: {}, 429: {}})
async def guest(body: GuestBody, request: Request, response: Response, context: Shared) -> dict[str, Any]:
    """Become a guest under a name."""
    if context.settings.limits and not context.guests.allows(client_address(request)):
        raise HTTPException(429, "too many new guests from this address; wait a little")
    user, secret = await context.accounts.new_guest(body.name)
    set_cookie(request, response, secret)
    return {"user": await _whole(context, user)}


@router.post("/register", responses={403: {}, 409: {}, 429: {}})
async def register(
    body: PasswordBody, request: Request, response: Response, context: Shared, user: MaybeUser
) -> dict[str, Any]:
    """Make an account. A guest's matches go with it. Where registration is closed, only the host can: a named admin."""
    if not await context.registration_is_open() and not context.accounts.is_named_admin(body.name):
        raise HTTPException(403, "registration is closed here; ask the host")
    if context.settings.limits and not context.guests.allows(client_address(request), 3):
        raise HTTPException(429, "too many new accounts from this address; wait a little")
    made, secret = await context.accounts.register(body.name, body.password, user if user and user.guest else None)
    set_cookie(request, response, secret)
    return {"user": await _whole(context, made)}


@router.post("/login", responses={401: {}, 429: {}})
async def login(body: PasswordBody, request: Request, response: Response, context: Shared) -> dict[str, Any]:
    """Log in. Wrong passwords make the next try wait."""
    name, address = body.name.strip().casefold(), client_address(request)
    wait = max(context.wrong_names.wait(name), context.wrong_addresses.wait(address))
    if context.settings.limits and wait > 0:
        raise HTTPException(429, f"too many wrong passwords; wait {wait:.0f} seconds")
    try:
        user, secret = await context.accounts.log_in(body.name, body.password)
    except BadLogin:
        context.wrong_names.wrong(name)
        context.wrong_addresses.wrong(address)
        raise
    context.wrong_names.right(name)
    set_cookie(request, response, secret)
    return {"user": await _whole(context, user)}


@router.post("/logout")
async def logout(request: Request, response: Response, context: Shared) -> dict[str, bool]:
    secret = secret_of(request)
    if secret:
        await context.accounts.log_out(secret)
    response.delete_cookie(COOKIE)
    return {"ok": True}


@router.patch("/me", responses={400: {}, 401: {}, 403: {}})
async def change(body: ChangeBody, context: Shared, user: SomeUser) -> dict[str, Any]:
    """Change settings, mail address or webhook; what is not named stays."""
    values: dict[str, Any] = {}
    if body.settings is not None:
        text = json.dumps(body.settings)
        if len(text) > 2000:
            raise HTTPException(400, "settings are at most 2000 characters")
        values["settings"] = text
    if body.email is not None or body.webhook is not None:
        if user.guest:
            raise HTTPException(403, "mail and webhooks need an account")
        if body.email is not None:
            values["email"] = body.email
        if body.webhook is not None:
            local = context.settings.local_webhooks
            values["webhook"] = await asyncio.to_thread(check_webhook, body.webhook, local) if body.webhook else ""
    changed = await context.accounts.change(user, values) if values else user
    return {"user": await _whole(context, changed)}


@router.get("/me/tokens", responses={401: {}, 403: {}})
async def tokens(context: Shared, user: Account) -> list[dict[str, Any]]:
    return await context.accounts.tokens(user)


@router.post("/me/tokens", responses={401: {}, 403: {}})
async def new_token(body: TokenBody, context: Shared, user: Account) -> dict[str, str]:
    """A token for a bot that plays as this account. It is shown this once."""
    return {"token": await context.accounts.new_token(user, body.label)}


@router.delete("/me/tokens/{token_id}", responses={401: {}, 403: {}, 404: {}})
async def drop_token(token_id: Annotated[str, Path(max_length=16)], context: Shared, user: Account) -> dict[str, bool]:
    if not await context.accounts.drop_token(user, token_id):
        raise HTTPException(404, "there is no such token")
    return {"ok": True}


@router.post("/admin", responses={400: {}, 401: {}, 403: {}, 404: {}, 409: {}})
async def administer(body: AdminBody, context: Shared, user: Account) -> dict[str, Any]:
    """Close or open registration, make an account for somebody, or make somebody an admin. Admins only."""
    if not user.admin:
        raise HTTPException(403, "only an admin may do this")
    if body.account is not None:
        _, secret = await context.accounts.register(body.account.name, body.account.password, None)
        await context.accounts.log_out(secret)

    def work(connection: sa.Connection) -> int:
        if body.registration is not None:
            connection.execute(sa.delete(facts).where(facts.c.name == "registration"))
            value = "open" if body.registration else "closed"
            connection.execute(sa.insert(facts).values(name="registration", value=value))
        if body.admin is None:
            return 1
        named = sa.update(users).where(users.c.key == body.admin.casefold(), users.c.guest.is_(False))
        return connection.execute(named.values(admin=True)).rowcount

    if not await context.store.write(work):
        raise HTTPException(404, f"there is no account {body.admin}")
    context.accounts.forget()
    return {"registration": await context.registration_is_open()}
