"""Measures how long an author waits after editing one rule, until the game has been tried again.

`python tools/edit_cycle.py GAME [MODULE.FUNCTION ...]` copies the package, compiles what trying a rule takes (setup,
actions, notes, hiding and scores) into an empty cache, and then edits one rule after the other by inserting a line
without effect. After each edit a new process plays the first moves with a journal, compiled and then interpreted. It
reports wall-clock and CPU seconds from the start of the process, and how many functions were compiled.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PARTS = ("setup", "actions", "notes", "hiding", "scores")
TRY = """
import json, sys, time
from numba.core import event

class Watch(event.Listener):
    count = 0
    def on_start(self, happening):
        Watch.count += 1
    def on_end(self, happening):
        pass

event.register("numba:compile", Watch())
from wartable.core.registry import find_game
from wartable.compiler.ahead.parts import play_parts

for name, call in play_parts(find_game(sys.argv[1])).items():
    if name in sys.argv[2:]:
        call()
print(json.dumps({"cpu": time.process_time(), "functions": Watch.count}))
"""


def tried(folder: Path, game: str, **more: str) -> str:
    """Try the game once in a new process; returns its times as text."""
    env = {**os.environ, "PYTHONPATH": str(folder), "WARTABLE_CACHE": str(folder / "cache"), **more}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", TRY, game, *PARTS], env=env, capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    wall = time.perf_counter() - started
    return f"{wall:6.1f} s by the clock, {told['cpu']:6.1f} s of CPU, {told['functions']} functions compiled"


def edit(file: Path, function: str) -> None:
    """Insert a line without effect into a function."""
    text = file.read_text("utf-8")
    found = next(node for node in ast.parse(text).body if getattr(node, "name", "") == function)
    assert isinstance(found, ast.FunctionDef)
    first = found.body[1] if ast.get_docstring(found) else found.body[0]
    lines = text.splitlines(keepends=True)
    lines.insert(first.lineno - 1, " " * first.col_offset + "edited_here = 1\n")
    file.write_text("".join(lines), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("rules", nargs="*", default=["rules.apply"])
    asked = parser.parse_args()
    package = Path(__file__).resolve().parent.parent / "src" / "wartable"
    with tempfile.TemporaryDirectory(prefix="wartable-edit-") as name:
        folder = Path(name)
        shutil.copytree(package, folder / "wartable", ignore=shutil.ignore_patterns("__pycache__", "static"))
        print("first, nothing compiled:", tried(folder, asked.game), flush=True)
        print("nothing edited:         ", tried(folder, asked.game), flush=True)
        for rule in asked.rules:
            module, _, function = rule.rpartition(".")
            place = folder / "wartable" / "games" / asked.game / module.replace(".", "/")
            edit(place / "__init__.py" if place.is_dir() else place.with_suffix(".py"), function)
            print(f"{rule} edited, read:    ", tried(folder, asked.game, NUMBA_DISABLE_JIT="1"), flush=True)
            print(f"{rule} edited, compiled:", tried(folder, asked.game), flush=True)


if __name__ == "__main__":
    main()
