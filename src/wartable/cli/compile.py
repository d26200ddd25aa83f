"""`wartable compile [GAME ...]`: compile rules now, or import compiled code from a machine of the same kind."""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wartable.errors import WartableError

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many games to compile at the same time"
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="also write the compiled code to a file, for machines of the same kind",
    )
    way.add_argument(
        "--import", type=Path, metavar="FILE", dest="parcel", help="take the compiled code from such a file"
    )
    parser.add_argument("--verbose", action="store_true", help="print the compiler's whole message for a mistake")


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import all_games, broken_games, find_game

    if arguments.parcel:
        return take_in(arguments.parcel)
    names = [find_game(name).name for name in arguments.games] or [game.name for game in all_games()]
    if not arguments.games:
        for error in broken_games().values():
            print(f"wartable: {error}", file=sys.stderr)
    failed = 0
    if len(names) == 1 or arguments.jobs == 1:
        for name in names:
            compile_here(name, arguments.verbose)
    else:
        failed = compile_apart(names, arguments.jobs, arguments.verbose)
    if arguments.export and not failed:
        write_out(arguments.export, names)
    return failed


def write_out(path: Path, names: list[str]) -> None:
    from wartable.compiler.ahead.bundle import pack
    from wartable.core.registry import find_game

    size = pack(path, [find_game(name) for name in names])
    print(f"{path}: compiled code of {len(names)} game{'s' * (len(names) > 1)}, {size / 1e6:.1f} MB")


def take_in(path: Path) -> int:
    from wartable.compiler.ahead.bundle import unpack
    from wartable.core.registry import find_game

    taken = unpack(path)
    print(f"{', '.join(find_game(name).title for name in taken.ready)}: ready, {taken.files} files from {path}")
    for name in taken.differ:
        print(f"wartable: {name}: skipped: its sources here differ from those of {path}", file=sys.stderr)
    return 0


class DoesNotCompile(WartableError):
    """The compiler rejects a rule. The message names the line and says what to write instead."""


def compile_here(name: str, verbose: bool = False) -> None:
    from wartable.compiler.ahead.background import make_all
    from wartable.core.registry import find_game
    from wartable.testing.laws.compiler import explain, is_compiler_error
    from wartable.testing.laws.source import mistakes_in

    game = find_game(name)
    live = sys.stderr.isatty()
    started = time.perf_counter()

    def say(part: str, number: int, count: int) -> None:
        spent = time.perf_counter() - started
        line = f"{game.title}: {part}, part {number + 1} of {count} ({spent:.0f} s)"
        print(f"\r{line:<72}", end="", file=sys.stderr, flush=True)

    for mistake in () if verbose else mistakes_in(game):
        raise DoesNotCompile(str(mistake))
    try:
        make_all(game, say if live else None)
    except Exception as error:
        if verbose or not is_compiler_error(error):
            raise
        raise DoesNotCompile(explain(error, game)) from error
    seconds = time.perf_counter() - started
    if live:
        print("\r" + " " * 72 + "\r", end="", file=sys.stderr)
    print(f"{game.title}: ready in {seconds:.1f} s", flush=True)


def compile_apart(names: list[str], jobs: int, verbose: bool = False) -> int:
    """Compile each game in a process of its own, since compiling holds the GIL."""

    def compile_one(name: str) -> int:
        command = [sys.executable, "-m", "wartable", "compile", name, "--jobs", "1"]
        return subprocess.call([*command, *["--verbose"] * verbose])

    failed = 0
    with ThreadPoolExecutor(jobs) as pool:
        for code in pool.map(compile_one, names):
            failed |= code
    return failed


COMMAND = Command("compile", "compile the rules of games and the bots' search ahead of time", arguments, run)
