"""HTTP: redirects to the OpenID Connect provider, and back."""

import contextlib
import json
import logging
import random
import re
import secrets
import time
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import RedirectResponse

from wartable.errors import WartableError

from ...people.accounts import Banned, User, by_id, log_in
from ...people.mail import BadAddress, check_address
from ...people.names import BadName, clean_name
from ...people.oidc import Identity, SignIn, new_errand
from ...people.one_time_links import drop_errands
from ...people.passwords import new_secret
from ...storage.schema import errands, identities, users
from ..context import Context, MaybeUser, Shared, cookie_name, drop_cookie, set_cookie, visit_of
from ..mail_templates import tell_owner
from ..proxies import address_of

COOKIE = "wartable_signin"
SECONDS = 600
TRIES = 50

log = logging.getLogger("wartable.server")
router = APIRouter(prefix="/api/oidc", tags=["sign-in"])


def _provider(context: Context) -> SignIn:
    if context.sign_in is None:
        raise HTTPException(404, "this server has no other way to sign in")
    return context.sign_in


@router.get("/begin", response_class=RedirectResponse, responses={400: {}, 404: {}, 429: {}})
async def begin(request: Request, context: Shared) -> RedirectResponse:
    """Redirect to the provider; a cookie identifies the browser when it comes back."""
    provider = _provider(context)
    context.check_address(context.guests, address_of(request), "too many sign-ins from this address; wait a little")
    value = new_errand()
    state = await context.errands.new("oidc", None, value, SECONDS)
    answer = RedirectResponse(await provider.begin(state, **json.loads(value)), 302)
    set_cookie(request, answer, state, COOKIE, SECONDS)
    return answer


@router.get("/back", response_class=RedirectResponse, responses={404: {}})
async def back(
    request: Request,
    context: Shared,
    user: MaybeUser,
    code: Annotated[str, Query(max_length=4000)] = "",
    state: Annotated[str, Query(max_length=200)] = "",
) -> RedirectResponse:
    """Return from the provider: sign in to the account with this identity, or create one."""
    provider = _provider(context)
    try:
        if not secrets.compare_digest(_begun(request).encode(), state.encode()) or not state:
            raise BadName("this sign-in was started in another browser")
        errand = await context.errands.take("oidc", state)
        who = await provider.finish(code, **json.loads(errand.value))
        secret = await _enter(context, request, who, user)
    except WartableError as error:
        log.info("a sign-in failed: %s", error)
        return RedirectResponse(f"/account?signin={'closed' if isinstance(error, Closed) else 'failed'}", 302)
    answer = RedirectResponse("/account", 302)
    if secret:
        set_cookie(request, answer, secret)
    drop_cookie(request, answer, COOKIE)
    return answer


def _begun(request: Request) -> str:
    """The sign-in that this browser has begun."""
    return request.cookies.get(cookie_name(request, COOKIE), "")


class NotAllowed(WartableError):
    """The account's password has not been confirmed."""


class Closed(WartableError):
    """Registration is closed."""


async def _enter(context: Context, request: Request, who: Identity, user: User | None) -> str | None:
    """The secret of a session for this identity; None if it was joined to the signed-in account."""
    issuer = context.sign_in.provider.issuer if context.sign_in else ""
    may_register = await context.registration_is_open()
    own = user if user and user.scope == "all" else None
    secret = new_secret()
    visit = visit_of(request)

    def work(connection: sa.Connection) -> str | None:
        found = _known(connection, issuer, who.subject)
        if found is None and own and not own.guest:
            if not drop_errands(connection, errands.c.kind == "join", errands.c.user_id == own.id, _is_new()):
                raise NotAllowed("to join an identity to an account, enter its password first")
            connection.execute(sa.insert(identities).values(issuer=issuer, subject=who.subject, user_id=own.id))
            return None
        if found is None:
            if not may_register:
                raise Closed("registration is closed here; ask the host")
            found = _new_account(context, connection, who, own)
            connection.execute(sa.insert(identities).values(issuer=issuer, subject=who.subject, user_id=found.id))
        if found.banned is not None:
            raise Banned(f"this account has been closed: {found.banned or 'ask the host'}")
        log_in(connection, found.id, secret, visit)
        return secret

    made = await context.store.write(work)
    await context.accounts.ended()
    if made is None and own:
        tell_owner(context, own, "from now on, you can also sign in to your account through another provider.")
    return made


def _is_new() -> sa.ColumnElement[bool]:
    return errands.c.expires > time.time()


def _known(connection: sa.Connection, issuer: str, subject: str) -> User | None:
    mine = sa.select(identities.c.user_id).where(identities.c.issuer == issuer, identities.c.subject == subject)
    user_id = connection.execute(mine).scalar()
    return None if user_id is None else by_id(connection, user_id)


def _new_account(context: Context, connection: sa.Connection, who: Identity, guest: User | None) -> User:
    """Create an account with the provider's name for this person, or a similar free one."""
    wanted = re.sub(r"[^\w .'-]", " ", who.name)[:18].strip(" .'-_") or "Player"
    for number in range(TRIES):
        name = wanted if number == 0 else f"{wanted if number < TRIES // 2 else 'Player'} {random.randint(2, 9999)}"
        with contextlib.suppress(BadName):
            user = context.accounts.insert_account(connection, clean_name(name), None, guest, admin=False)
            with contextlib.suppress(BadAddress):
                email = check_address(who.email)
                connection.execute(sa.update(users).where(users.c.id == user.id).values(email=email))
            return user
    raise BadName("no free name could be found")
