"""`wartable account NAME`: for the owner of the machine, if nobody can sign in as an admin."""

import argparse

from wartable.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the name of an account")
    parser.add_argument("--admin", action=argparse.BooleanOptionalAction, help="make it an admin, or remove that right")
    parser.add_argument("--reset", action="store_true", help="print a link to set a new password, valid for a day")
    parser.add_argument("--address", default="http://localhost:8000", metavar="URL", help="the server's address")
    parser.add_argument("--database", metavar="PATH_OR_URL", help="as for `wartable serve`")


def run(arguments: argparse.Namespace) -> None:
    from wartable.server.people.admin_shell import change_account
    from wartable.server.web.settings import database_url

    if arguments.admin is None and not arguments.reset:
        raise BadOption("say what to do: --admin, --no-admin, or --reset")
    secret = change_account(database_url(arguments.database), arguments.name, arguments.admin, arguments.reset)
    if arguments.admin is not None:
        print(
            f"{arguments.name} is {'an admin' if arguments.admin else 'not an admin'}"
            " (a running server follows within ten seconds)"
        )
    if secret:
        print(f"{arguments.address.rstrip('/')}/account#reset={secret}")


COMMAND = Command("account", "make an admin, or a link for a new password, in the server's database", arguments, run)
