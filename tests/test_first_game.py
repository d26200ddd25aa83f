"""docs/first_game.md is a game: its files are written out, its tests run, and its examples are true."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT

PAGE = ROOT / "docs" / "first_game.md"
FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_out(folder: Path) -> None:
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    info = folder / "src" / "wartable_stones-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wartable-stones\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[wartable.games]\nstones = wartable_stones\n")


def try_tutorial() -> None:
    """What the tutorial promises; run in a process of its own, where the game is installed."""
    assert pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests"]) == 0
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.failed == 0 and result.attempted >= 5


def test_the_first_game_is_written_as_the_tutorial_says(tmp_path: Path):
    write_out(tmp_path)
    path = [str(ROOT), str(tmp_path / "src"), os.environ.get("PYTHONPATH", "")]
    tried = subprocess.run(
        [sys.executable, "-c", "from tests.test_first_game import try_tutorial; try_tutorial()"],
        # Reading so small a game takes less time than compiling it.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "NUMBA_DISABLE_JIT": "1"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tried.returncode == 0, tried.stdout[-3000:] + tried.stderr[-3000:]
