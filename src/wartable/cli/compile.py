"""`wartable compile [GAME ...]`: compile rules now, so that the first table opens at once."""

import argparse
import os
import subprocess
import sys
import time

from wartable.core.errors import WartableError

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="all where none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many games at a time")
    parser.add_argument("--verbose", action="store_true", help="print all that the compiler says of a mistake")


def run(arguments: argparse.Namespace) -> int:
    from wartable.core.registry import all_games, broken_games, find_game

    names = [find_game(name).name for name in arguments.games] or [game.name for game in all_games()]
    if not arguments.games:
        for error in broken_games().values():
            print(f"wartable: {error}", file=sys.stderr)
    if len(names) == 1 or arguments.jobs == 1:
        for name in names:
            compile_here(name, arguments.verbose)
        return 0
    return compile_apart(names, arguments.jobs, arguments.verbose)


class DoesNotCompile(WartableError):
    """Rules that the compiler refuses. The message names the line and what to write instead."""


def compile_here(name: str, verbose: bool = False) -> None:
    from wartable.bots.ready import make_all
    from wartable.core.registry import find_game
    from wartable.testing.compiler import explain, is_compiler_error
    from wartable.testing.source import mistakes_in

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
    """Each game in a process of its own: compiling holds the interpreter's lock."""
    waiting, failed = list(names), 0
    running: list[subprocess.Popen[bytes]] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            command = [sys.executable, "-m", "wartable", "compile", waiting.pop(0), "--jobs", "1"]
            command += ["--verbose"] * verbose
            running.append(subprocess.Popen(command))
        failed |= running.pop(0).wait()
    return failed


COMMAND = Command("compile", "compile the rules of games and the bots' search ahead of time", arguments, run)
