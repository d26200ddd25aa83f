"""docs/first_game.md is a game: its files are written out, its tests run, and its examples are true."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.core.registry import find_game
from wartable.testing import check

from .conftest import ROOT
from .made import edit, found, install, load, write_game
from .test_new import own_tests

PAGE = ROOT / "docs" / "first_game.md"
NEXT = ROOT / "docs" / "next_steps.md"
RULEBOOK = ROOT / "docs" / "rulebook.md"
FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTEAD = re.compile(
    r"^In `([\w./]+)`, instead of\n\n```\w+\n(.*?)^```\n\nwrite\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


def write_files(folder: Path, page: str) -> None:
    for name, text in FILE.findall(page):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def write_out(folder: Path) -> None:
    write_files(folder, PAGE.read_text("utf-8"))
    info = folder / "src" / "wartable_stones-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wartable-stones\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[wartable.games]\nstones = wartable_stones\n")


def try_tutorial() -> None:
    """What the tutorial promises; run in a process of its own, where the game is installed."""
    assert pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "wartable-stones"]) == 0
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.failed == 0 and result.attempted >= 5


def test_the_first_game_is_written_as_the_tutorial_says(tmp_path: Path):
    """Its tests run beside it, where a checkout's settings of pytest would ask for plugins that players lack."""
    write_out(tmp_path / "wartable-stones")
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-p not.installed"\n')
    path = [str(ROOT), str(tmp_path / "wartable-stones" / "src"), os.environ.get("PYTHONPATH", "")]
    tried = subprocess.run(
        [sys.executable, "-c", "from tests.test_first_game import try_tutorial; try_tutorial()"],
        # Reading so small a game takes less time than compiling it.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "NUMBA_DISABLE_JIT": "1"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tried.returncode == 0, tried.stdout[-3000:] + tried.stderr[-3000:]


def steps() -> list[str]:
    """The steps of the second page, each with its heading."""
    return NEXT.read_text("utf-8").split("\n## ")[1:]


def test_each_step_of_a_game_that_grows_leaves_a_game_that_plays(tmp_path: Path, monkeypatch):
    write_out(tmp_path)
    folder = tmp_path / "src" / "wartable_stones"
    for step in steps():
        for name, old, new in INSTEAD.findall(step):
            edit(tmp_path / name, old, new)
        write_files(tmp_path, step)
        with found(monkeypatch, tmp_path / "src"), reading():
            check(load(folder), matches=1, compare_interpreted=False)
    with found(monkeypatch, tmp_path / "src"), reading():
        for test in own_tests(tmp_path / "tests" / "test_stones.py"):
            test()
        result = doctest.testfile(str(NEXT), module_relative=False)
    assert result.failed == 0 and result.attempted >= 5
    assert len(steps()) == 4 and INSTEAD.findall(steps()[0])


def follow_rulebook_page(place: Path) -> Path:
    """The package of docs/rulebook.md, from the text of a rulebook to its last file; the folder of the game."""
    page = RULEBOOK.read_text("utf-8")
    written = dict(FILE.findall(page))
    rulebook = place / "fibonacci.md"
    rulebook.write_text(written.pop("fibonacci.md"), "utf-8")
    folder = write_game(place, "fibonacci", "--kind", "plain", "--code", "FN", "--rulebook", str(rulebook))
    install(folder)
    rules = folder / "RULES.md"
    text = rules.read_text("utf-8")
    rules.write_text(text[: text.index("## 1.")] + text[text.index("## 4.") :], "utf-8")
    for name, old, new in INSTEAD.findall(page):
        edit(folder / name, old.rstrip("\n"), new.rstrip("\n"))
    for name, text in written.items():
        (folder.parents[1] / name).write_text(text, "utf-8")
    return folder


def test_a_rulebook_becomes_a_game_as_its_page_says(tmp_path: Path, monkeypatch, capsys):
    folder = follow_rulebook_page(tmp_path)
    assert "Your rulebook has 6 sentences, from chapter 11" in capsys.readouterr().out
    with found(monkeypatch, folder.parent), reading():
        check(find_game("fibonacci"), matches=3, compare_interpreted=False)
        for test in own_tests(folder.parents[1] / "tests" / "test_game.py"):
            test()
        capsys.readouterr()
        assert main(["check", "fibonacci"]) == 0
        assert capsys.readouterr().out.startswith("7 of 7 rules are cited by the program")
