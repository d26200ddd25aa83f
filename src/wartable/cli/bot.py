"""`wartable bot --connect URL --token T`: connect a bot on this machine to a server."""

import argparse
import os

from wartable.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--connect", required=True, metavar="URL", help="the server, such as http://localhost:8000")
    parser.add_argument("--token", default=os.environ.get("WARTABLE_TOKEN"), help="its token (default: WARTABLE_TOKEN)")
    parser.add_argument("--bot", default="medium", metavar="NAME", help="which bot plays (default: medium)")
    parser.add_argument("--table", metavar="ID", help="play only at this table")
    parser.add_argument("--once", action="store_true", help="stop when the account has no match in play")


def run(arguments: argparse.Namespace) -> None:
    import asyncio

    from wartable.bots.ladder import check_bot
    from wartable.server.live.client import RemoteBot

    if not arguments.token:
        raise BadOption("--token: make one on the account page of the server")
    check_bot(arguments.bot)
    bot = RemoteBot(arguments.connect, arguments.token, arguments.bot, arguments.table)
    asyncio.run(bot.run(arguments.once))


COMMAND = Command("bot", "connect a bot on this machine to a server", arguments, run)
