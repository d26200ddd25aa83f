"""`wartable replay FILE`: step through a saved match."""

import argparse
import json
import os
import sys
from pathlib import Path

from wartable.errors import BadOption

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a saved match")
    parser.add_argument("--seat", type=int, metavar="S", help="as seat S sees it, from 0 (default: as a spectator)")
    parser.add_argument("--at", type=int, default=0, metavar="N", help="begin after N actions (default: 0)")
    parser.add_argument("--plain", action="store_true", help="print the moves and the log")
    parser.add_argument("--json", action="store_true", help="print the actions as one JSON list")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="colours of the full screen")
    parser.add_argument("--pace", type=float, default=1.0, metavar="S", help="seconds for an action (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    from wartable.terminal.film import Film

    if not 0.05 <= arguments.pace <= 8:
        raise BadOption(f"--pace {arguments.pace}: it takes 0.05 to 8 seconds")
    if arguments.json:
        print(json.dumps(Film.load(arguments.file, arguments.seat).as_json(), ensure_ascii=False, indent=1))
        return 0
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
    if arguments.plain or not terminal:
        from wartable.terminal.lines import Lines

        Film.load(arguments.file, arguments.seat, arguments.at).print(Lines())
        return 0
    from wartable.terminal.screens.app import replay

    return replay(
        lambda: Film.load(arguments.file, arguments.seat, arguments.at),
        str(arguments.file),
        arguments.theme,
        arguments.pace,
        arguments.at,
    )


COMMAND = Command("replay", "step through a saved match", arguments, run)
