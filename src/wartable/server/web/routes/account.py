"""HTTP: the current user; guests, registering, signing in and out, settings."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field

from wartable.languages import worded

from ...club.switches import parts_off
from ...people.accounts import BadLogin, User
from ...people.mail import check_address
from ...people.names import key_of
from ...storage.schema import entrants, seats, words
from ..bodies import Body
from ..context import (
    Context,
    MaybeUser,
    Owner,
    Shared,
    drop_cookie,
    find_user,
    rename_cookie,
    secret_of,
    set_cookie,
    visit_of,
)
from ..mail_templates import ask_to_confirm, tell_owner
from ..proxies import address_of

router = APIRouter(prefix="/api", tags=["accounts"])
Name = Annotated[str, Field(max_length=60)]
Password = Annotated[str, Field(max_length=200)]


class GuestBody(Body):
    name: Name | None = None


class PasswordBody(Body):
    name: Name
    password: Password


class LoginBody(PasswordBody):
    code: str = Field(default="", max_length=20)


class RegisterBody(PasswordBody):
    key: str = Field(default="", max_length=100)


class ChangeBody(Body):
    name: Name | None = None
    settings: dict[str, str | int | bool] | None = None
    email: str | None = Field(default=None, max_length=200)
    password: Password = ""
    webhook: str | None = Field(default=None, max_length=500)


async def ensure_user(request: Request, response: Response, context: Context) -> User:
    """The current user; a new guest if there is none yet."""
    user = await find_user(request)
    if user is None:
        words = "too many new guests from this address; wait a little"
        context.check_address(context.guests, address_of(request), words)
        user, secret = await context.accounts.new_guest(None, visit_of(request))
        set_cookie(request, response, secret)
    return user


async def whole(context: Context, user: User) -> dict[str, Any]:
    facts = {**user.as_json(), "ratings": await context.accounts.ratings(user)}
    if user.scope == "play":
        return {**facts, "email": "", "webhook": ""}
    secret = await context.notifier.hooks.signer.secret_of(user.id, user.webhook) if user.webhook else ""
    return {**facts, "webhook_secret": secret}


@router.get("/me")
async def me(request: Request, response: Response, context: Shared, user: MaybeUser) -> dict[str, Any]:
    """The current user; `user` is null before the first match."""
    rename_cookie(request, response)
    return {
        "user": await whole(context, user) if user else None,
        "registration": await context.registration_is_open(),
        "mail": context.mailer.is_on,
        "provider": context.settings.oidc.name if context.settings.oidc else "",
        "claim_days": context.settings.claim_days,
        "notice": context.tables.heart.notice,
        "push": await context.notifier.pushes.public_key(),
        "off": await context.store.read(parts_off),
    }


@router.post("/guest", responses={409: {}, 429: {}})
async def guest(body: GuestBody, request: Request, response: Response, context: Shared) -> dict[str, Any]:
    """Become a guest with a name."""
    words = "too many new guests from this address; wait a little"
    context.check_address(context.guests, address_of(request), words)
    user, secret = await context.accounts.new_guest(body.name, visit_of(request))
    set_cookie(request, response, secret)
    return {"user": await whole(context, user)}


@router.post("/register", responses={403: {}, 409: {}, 429: {}})
async def register(
    body: RegisterBody, request: Request, response: Response, context: Shared, user: MaybeUser
) -> dict[str, Any]:
    """Create an account. A guest's matches go with it.

    The name of an admin requires the key that the server printed on startup; such an account can be created even if
    registration is closed.
    """
    words = "too many new accounts from this address; wait a little"
    context.check_address(context.guests, address_of(request), words, 3)
    wanted = await context.errands.look("host", body.key) if body.key else None
    is_host = wanted is not None and wanted.value == key_of(body.name)
    if body.key and not is_host:
        raise HTTPException(403, "this key is for another name, or has been used already")
    if not is_host and not await context.registration_is_open():
        raise HTTPException(403, "registration is closed here; ask the host")
    before = user if user and user.guest and user.scope == "all" else None
    made, secret = await context.accounts.register(body.name, body.password, before, visit_of(request), is_host)
    if is_host:
        await context.errands.take("host", body.key)
    set_cookie(request, response, secret)
    return {"user": await whole(context, made)}


@router.post("/login", responses={401: {}, 403: {}, 429: {}})
async def login(body: LoginBody, request: Request, response: Response, context: Shared) -> dict[str, Any]:
    """Sign in; with `code` if a second factor is on. After wrong passwords and codes, further tries have to wait."""
    key, address = key_of(body.name), address_of(request)
    async with one_try(context, key, address):
        user, secret = await context.accounts.log_in(body.name, body.password, visit_of(request), body.code)
    set_cookie(request, response, secret)
    return {"user": await whole(context, user)}


@asynccontextmanager
async def one_try(context: Context, key: str, address: str) -> AsyncIterator[None]:
    """A context for checking a password: counts the try in advance; 429 if there were too many."""
    is_known = context.logins.is_crowded(key) and await context.accounts.has_been_at(key, address)
    wait = context.logins.begin(key, address, is_known)
    if wait > 0 and context.settings.limits:
        raise HTTPException(429, worded("too many wrong passwords; wait {wait} seconds", wait=format(wait, ".0f")))
    try:
        yield
    except BadLogin:
        context.logins.wrong(key, address)
        raise
    except BaseException:
        context.logins.forgive(key, address)
        raise
    context.logins.right(key, address)


async def check_again(context: Context, request: Request, user: User, password: str) -> None:
    """Require a browser session and, if there is one, the password again, before access to an account is changed.

    403 for a token, 401 if the password is wrong, 429 after too many tries.
    """
    if user.scope != "all":
        raise HTTPException(403, "this cannot be done with a token; log in")
    if not await context.accounts.has_password(user):
        return
    async with one_try(context, key_of(user.name), address_of(request)):
        await context.accounts.check_password(user, password)


async def rename(context: Context, user: User, name: str) -> User:
    """Change a user's name, also at tables and in chat."""
    renamed = await context.accounts.rename(user, name)

    def work(connection: sa.Connection) -> None:
        for table in (seats, words, entrants):
            old = sa.update(table).where(table.c.user_id == user.id, table.c.name == user.name)
            connection.execute(old.values(name=renamed.name))

    await context.store.write(work)
    return renamed


@router.post("/logout")
async def logout(request: Request, response: Response, context: Shared) -> dict[str, bool]:
    secret = secret_of(request)
    if secret:
        await context.accounts.log_out(secret)
    drop_cookie(request, response)
    return {"ok": True}


@router.patch("/me", responses={400: {}, 401: {}, 403: {}, 429: {}})
async def change(body: ChangeBody, request: Request, context: Shared, user: Owner) -> dict[str, Any]:
    """Change settings, mail address, webhook, or a guest's name; omitted fields stay.

    Changing the mail address needs a browser session and the password. The new address counts once its owner has
    followed the link sent to it.
    """
    values: dict[str, Any] = {}
    if body.name is not None:
        if not user.guest:
            raise HTTPException(403, "an account keeps its name; an admin can change it")
        context.check_address(context.guests, address_of(request), "too many new names; wait a little")
        user = await rename(context, user, body.name)
    if body.settings is not None and len(json.dumps(body.settings)) > 2000:
        raise HTTPException(400, "settings may have at most 2000 characters")
    if (body.email is not None or body.webhook is not None) and user.guest:
        raise HTTPException(403, "mail and webhooks need an account")
    if body.webhook is not None:
        values["webhook"] = await context.notifier.hooks.check(body.webhook) if body.webhook else ""
    asked = False
    if body.email is not None and body.email != user.email:
        await check_again(context, request, user, body.password)
        if body.email:
            await ask_to_confirm(context, user, check_address(body.email), address_of(request))
            asked = True
        else:
            await context.accounts.set_email(user, "")
            tell_owner(context, user, "your account no longer has a mail address.")
            user = replace(user, email="")
    is_changed = values or body.settings is not None
    changed = await context.accounts.change(user, values, body.settings) if is_changed else user
    return {"user": await whole(context, changed), "confirm": asked}
