"""The command line. Each module here with a COMMAND is a command."""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from wartable import __version__
from wartable.errors import WartableError

from .command import Command


def commands() -> list[Command]:
    found = []
    for path in sorted(Path(__file__).parent.glob("*.py")):
        module = (
            import_module(f"{__name__}.{path.stem}") if path.stem not in ("__init__", "command", "common") else None
        )
        if module is not None:
            found.append(module.COMMAND)
    return found


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence, like everything else."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"wartable: {message}; try {self.prog} --help\n")


def make_parser() -> Parser:
    parser = Parser(
        prog="wartable", description="The rulebook that you can run.", epilog="Each command has its own --help."
    )
    parser.add_argument("--version", action="version", version=f"wartable {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in commands():
        subparser = subparsers.add_parser(command.name, help=command.summary, description=command.summary)
        command.arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(words: list[str] | None = None) -> int:
    """Run a command. Returns 0 on success, 2 with one sentence on stderr for bad input."""
    arguments = make_parser().parse_args(words)
    try:
        return int(arguments.run(arguments) or 0)
    except WartableError as error:
        print(f"wartable: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"wartable: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("wartable: stopped", file=sys.stderr)
        return 130
