"""Mails that confirm an address or reset a password."""

from fastapi import HTTPException

from ..people.accounts import User
from ..people.one_time_links import DAY, HOUR
from .context import Context

TOO_MANY = "too many mails; wait a while"


async def ask_to_confirm(context: Context, user: User, email: str, address: str) -> None:
    """Send a confirmation link to a new address; the address counts once the link is followed."""
    if not context.mailer.is_on:
        raise HTTPException(400, "this server sends no mail")
    for key in (f"user {user.id}", f"from {address}", f"to {email.lower()}"):
        context.check_limit(context.mails, key, TOO_MANY)
    secret = await context.errands.new("mail", user.id, email, DAY)
    link = f"{context.notifier.address}/account#confirm={secret}"
    text = (
        f"Hello,\n\n{user.name} wants to be told at this address when it is their turn. If that is you, follow\n"
        f"{link}\nwithin a day. If not, do nothing, and nothing more is sent.\n"
    )
    if not await context.mailer.send(email, "Is this your address?", text):
        raise HTTPException(503, "the mail could not be sent; try again later")


def tell_owner(context: Context, user: User, what: str) -> None:
    """Notify the owner of an account, at their previous address, of a change."""
    if not context.mailer.is_on or not user.email:
        return
    text = (
        f"Hello {user.name},\n\n{what}\nIf that was not you, set a new password at {context.notifier.address}/account\n"
        "and tell the host of the server.\n"
    )
    context.tables.later(context.mailer.send(user.email, "Your account has changed", text))


async def send_reset(context: Context, user: User) -> None:
    """Send a link for setting a new password to the confirmed address of an account."""
    link = await reset_link(context, user)
    text = (
        f"Hello {user.name},\n\nsomebody, maybe you, has forgotten your password. To set a new one, follow\n{link}\n"
        "within an hour. If it was not you, do nothing: the old one is still good.\n"
    )
    await context.mailer.send(user.email, "A new password", text)


async def reset_link(context: Context, user: User, seconds: float = HOUR, value: str = "") -> str:
    secret = await context.errands.new("password", user.id, value, seconds)
    return f"{context.notifier.address}/account#reset={secret}"
