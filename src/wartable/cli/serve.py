"""`wartable serve`: play in the browser, alone, with friends, or as a club."""

import argparse
import os

from wartable.core.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (0.0.0.0: all of them)")
    parser.add_argument("--port", type=int, default=8000, help="default 8000; 0 takes a free one")
    parser.add_argument("--database", metavar="PATH_OR_URL", help="an SQLite file, or postgresql://user@host/name")
    parser.add_argument("--address", metavar="URL", help="the server's public address, for links in mails")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--closed", action="store_true", help="nobody can register; guests still play")
    parser.add_argument("--admin", action="append", default=[], metavar="NAME", help="an admin's name (repeatable)")
    parser.add_argument("--smtp", default=os.environ.get("WARTABLE_SMTP", ""), metavar="URL", help="smtp://host:25")
    parser.add_argument("--mail-from", default="", metavar="ADDRESS")
    parser.add_argument("--bot-pause", type=float, default=0.7, metavar="S", help="bots take at least so long")
    parser.add_argument("--no-limits", action="store_true", help="no rate limits (for load tests on this machine)")
    parser.add_argument("--no-warm", action="store_true", help="compile games when they are first played, not ahead")
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help="another allowed origin")
    parser.add_argument("--local-webhooks", action="store_true", help="webhooks may point into the local network")


def run(arguments: argparse.Namespace) -> None:
    from wartable.server.run import serve
    from wartable.server.settings import Settings, database_url

    if not 0 <= arguments.port <= 65535:
        raise BadOption(f"--port {arguments.port}: it takes 0 to 65535")
    if not 0 <= arguments.bot_pause <= 60:
        raise BadOption(f"--bot-pause {arguments.bot_pause:g}: it takes 0 to 60 seconds")
    settings = Settings(
        database=database_url(arguments.database),
        address=arguments.address or f"http://localhost:{arguments.port}",
        registration=not arguments.closed,
        admins=frozenset(arguments.admin),
        smtp=arguments.smtp,
        mail_from=arguments.mail_from,
        bot_pause=arguments.bot_pause,
        limits=not arguments.no_limits,
        warm_games=not arguments.no_warm,
        origins=frozenset(arguments.origin),
        local_webhooks=arguments.local_webhooks,
    )
    serve(settings, arguments.host, arguments.port, browser=not arguments.no_browser)


COMMAND = Command("serve", "play in the browser: a server on this machine", arguments, run)
