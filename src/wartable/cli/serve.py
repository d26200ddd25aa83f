"""`wartable serve`: play in the browser, alone, with friends, or as a club."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from wartable.errors import BadOption

from .command import Command

if TYPE_CHECKING:
    from wartable.server.people.oidc import Provider

YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


def arguments(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    _add_people(parser)
    _add_running(parser)
    from_environment(parser)


def _add_place(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1; 0.0.0.0: all)")
    add("--port", type=int, default=8000, help="the port (default 8000; 0 picks a free one)")
    add("--database", metavar="PATH_OR_URL", help="an SQLite file, or postgresql://user@host/name")
    add("--address", metavar="URL", help="the server's public address, for links in mails")
    add("--no-browser", action="store_true", help="do not open the browser")
    add("--variants", metavar="DIR", help="a folder of variants that people may play")
    add(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a reverse proxy whose headers are trusted (repeatable)",
    )
    add(
        "--proxy-header",
        choices=("x-forwarded-for", "forwarded"),
        default="x-forwarded-for",
        help="the header that it sets",
    )
    add(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name of this server (repeatable)",
    )
    add(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another origin that may use this server (repeatable)",
    )


def _add_people(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--closed", action="store_true", help="no registration; guests can still play")
    add("--admin", action="append", default=[], metavar="NAME", help="an admin's name (repeatable)")
    add("--smtp", default="", metavar="URL", help="the mail server, such as smtp://host:25")
    add("--mail-from", default="", metavar="ADDRESS", help="the sender address of mails")
    add("--local-webhooks", action="store_true", help="webhooks may point into the local network")
    add("--oidc-issuer", default="", metavar="URL", help="let people sign in with this OpenID Connect provider")
    add("--oidc-client", default="", metavar="ID", help="the client ID there")
    add("--oidc-secret", default="", metavar="SECRET", help="the client secret; prefer WARTABLE_OIDC_SECRET")
    add("--oidc-name", default="OpenID", metavar="NAME", help="the label of the sign-in button")
    add(
        "--guest-days",
        type=float,
        default=30.0,
        metavar="N",
        help="delete guests after this many days without a visit (default 30)",
    )
    add(
        "--claim-days",
        type=float,
        default=14.0,
        metavar="N",
        help="days until a match without a clock can be claimed (default 14)",
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--bot-pause", type=float, default=0.2, metavar="S", help="shortest time before a bot's turn (default 0.2)")
    add("--address-requests", type=int, default=30, metavar="N", help="requests a second from one IP address")
    add("--address-guests", type=int, default=20, metavar="N", help="new guests at once from one IP address")
    add("--address-sockets", type=int, default=100, metavar="N", help="live tables from one IP address")
    add("--address-connections", type=int, default=150, metavar="N", help="connections from one IP address")
    add("--exempt", action="append", default=[], metavar="NETWORK", help="a network without those limits (repeatable)")
    add("--no-limits", action="store_true", help="no rate limits (for load tests on this machine)")
    add("--no-warm", action="store_true", help="compile each game when it is first played, not in the background")
    add("--metrics", action="append", default=[], metavar="NETWORK", help="who may read /metrics (repeatable)")
    add("--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="default: warning")
    add("--log-format", choices=("text", "json"), default="text", help="log as text or as JSON lines")
    add("--drain", type=float, default=0.0, metavar="S", help="after SIGTERM, keep serving for this many seconds")


def variable(option: str) -> str:
    return "WARTABLE_" + option.removeprefix("--").replace("-", "_").upper()


def from_environment(parser: argparse.ArgumentParser) -> None:
    """Take defaults from the environment: WARTABLE_PORT for --port; several values are separated by commas."""
    for action in parser._actions:
        option = next((word for word in action.option_strings if word.startswith("--")), "")
        text = os.environ.get(variable(option)) if option else None
        if text is not None and option != "--help":
            try:
                action.default = _value(action, variable(option), text)
            except BadOption as error:
                # Other commands are built as well, and none of their business is wrong.
                action.default = error


def _value(action: argparse.Action, name: str, text: str) -> Any:
    if isinstance(action, argparse._StoreTrueAction):
        if text.lower() not in (*YES, *NO):
            raise BadOption(f"{name}={text}: it must be 1 or 0")
        return text.lower() in YES
    if isinstance(action, argparse._AppendAction):
        return [part.strip() for part in text.split(",") if part.strip()]
    if action.choices and text not in action.choices:
        raise BadOption(f"{name}={text}: it must be one of {', '.join(map(str, action.choices))}")
    if callable(action.type):
        try:
            return action.type(text)
        except ValueError:
            raise BadOption(f"{name}={text}: it must be a number") from None
    return text


def _check(arguments: argparse.Namespace) -> None:
    for value in vars(arguments).values():
        if isinstance(value, BadOption):
            raise value
    if not 0 <= arguments.port <= 65535:
        raise BadOption(f"--port {arguments.port}: it takes 0 to 65535")
    if not 0 <= arguments.bot_pause <= 60:
        raise BadOption(f"--bot-pause {arguments.bot_pause:g}: it takes 0 to 60 seconds")
    if not 0 <= arguments.drain <= 3600:
        raise BadOption(f"--drain {arguments.drain:g}: it takes 0 to 3600 seconds")
    for option in ("requests", "guests", "sockets", "connections"):
        if getattr(arguments, f"address_{option}") < 1:
            raise BadOption(f"--address-{option}: it takes 1 or more")
    if arguments.variants and not Path(arguments.variants).is_dir():
        raise BadOption(f"--variants {arguments.variants}: there is no such folder")
    address = urlsplit(arguments.address) if arguments.address else None
    if address and (address.scheme not in ("http", "https") or not address.hostname):
        raise BadOption(f"--address {arguments.address}: write it as https://club.example")


def _provider(arguments: argparse.Namespace) -> "Provider | None":
    if not arguments.oidc_issuer:
        return None
    from wartable.server.people.oidc import Provider, check_library

    if not arguments.oidc_issuer.startswith(("https://", "http://")) or not arguments.oidc_client:
        raise BadOption("--oidc-issuer must be an https:// address, and needs --oidc-client")
    check_library()
    return Provider(arguments.oidc_issuer, arguments.oidc_client, arguments.oidc_secret, arguments.oidc_name)


def run(arguments: argparse.Namespace) -> None:
    from wartable.server.web.process import garbage

    # Before anything is imported: all of it stays, and looking through it is a tenth of the start.
    garbage.seldom()
    from wartable.server.people.mail import Mailer
    from wartable.server.play.analysts import usual_processes
    from wartable.server.web.logs import set_up
    from wartable.server.web.proxies import read_networks
    from wartable.server.web.run import serve
    from wartable.server.web.settings import Settings, database_url

    _check(arguments)
    Mailer(arguments.smtp, arguments.mail_from)
    settings = Settings(
        database=database_url(arguments.database),
        address=arguments.address or "",
        registration=not arguments.closed,
        admins=frozenset(arguments.admin),
        smtp=arguments.smtp,
        mail_from=arguments.mail_from,
        bot_pause=arguments.bot_pause,
        analysts=usual_processes(),
        limits=not arguments.no_limits,
        address_requests=arguments.address_requests,
        address_guests=arguments.address_guests,
        address_sockets=arguments.address_sockets,
        address_connections=arguments.address_connections,
        exempt=read_networks(arguments.exempt, "--exempt"),
        warm_games=not arguments.no_warm,
        origins=frozenset(arguments.origin),
        local_webhooks=arguments.local_webhooks,
        proxies=read_networks(arguments.proxy, "--proxy"),
        proxy_header=arguments.proxy_header,
        hosts=frozenset(arguments.allow_host),
        metrics=read_networks(arguments.metrics, "--metrics"),
        drain=arguments.drain,
        guest_days=arguments.guest_days,
        claim_days=arguments.claim_days,
        oidc=_provider(arguments),
        variants=Path(arguments.variants) if arguments.variants else None,
    )
    set_up(arguments.log_level, arguments.log_format)
    serve(settings, arguments.host, arguments.port, browser=not arguments.no_browser)


COMMAND = Command("serve", "play in the browser: a server on this machine", arguments, run)
