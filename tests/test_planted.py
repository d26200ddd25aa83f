"""Mistakes that authors make, each planted into a game that works: `check` tells every one in one sentence."""

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest
from numba.core.errors import TypingError

from wartable.cli import main
from wartable.compiler.mode import reading
from wartable.core import record
from wartable.testing import LawBroken, check
from wartable.testing.laws.compiler import explain, is_compiler_error
from wartable.testing.laws.secrets import Dealt

from .made import edit, found, install, load, write_game
from .whispers import GAME as WHISPERS

MISTAKES = tomllib.loads((Path(__file__).parent / "planted" / "dice.toml").read_text("utf-8"))["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_mistake_is_told_where_it_was_made(tmp_path, mistake):
    folder = write_game(tmp_path, "dare_dice", "--code", "DA")
    for file, old, new in mistake["edits"]:
        edit(folder / file, old, new)
    with reading(), pytest.raises(LawBroken) as told:
        check(load(folder), matches=3, compare_interpreted=False)
    assert str(told.value).splitlines()[0] == mistake["says"]


def test_the_compiler_is_told_in_one_line_of_the_authors_file(tmp_path):
    """Two kinds of value under one name: Python does not mind, and the compiler's own text has dozens of lines."""
    folder = write_game(tmp_path, "dare_dice", "--code", "DA")
    game = load(folder)
    place = folder / "rules.py"
    text = f"Cannot unify int64 and Tuple() for 'best.2', defined at {place} (127)\n\nFile \"{place}\", line 127:"
    error = TypingError(text)
    assert is_compiler_error(error)
    told = explain(error, game)
    assert told == (
        "dare_dice (wartable_dare_dice/rules.py, line 127) does not compile: "
        "best is a int64 in one branch and a Tuple() in another; use two names"
    )


def test_compile_names_the_line_before_anything_is_compiled(tmp_path, monkeypatch, capsys):
    folder = write_game(tmp_path, "list_dice")
    edit(folder / "rules.py", "    best = 0\n", "    best = max([0, 1])\n")
    install(folder)
    with found(monkeypatch, folder.parent):
        assert main(["compile", "list_dice", "--jobs", "1"]) == 2
        err = capsys.readouterr().err
    assert err.startswith("wartable: scores (wartable_list_dice/rules.py, line ")
    assert "a rule cannot have a list: write to an array" in err
    assert err.count("\n") == 1


def test_thirty_mistakes_are_planted():
    assert len(MISTAKES) >= 30
    assert len({mistake["name"] for mistake in MISTAKES}) == len(MISTAKES)
    for mistake in MISTAKES:
        assert re.search(r"\w+ \(wartable_dare_dice/[\w/]+\.py, line \d+\)", mistake["says"])


def test_a_sees_that_tells_secrets_is_noticed(monkeypatch):
    monkeypatch.setitem(WHISPERS.functions, "sees", lambda s, box, viewer, seat, action: True)
    with pytest.raises(LawBroken, match=r"who sees an action learns no secret by it: sees \(.*return False there"):
        check(WHISPERS, matches=2, compare_interpreted=False)


def test_secrets_that_are_not_declared_are_noticed():
    with pytest.raises(LawBroken, match=r"a game with secrets says so: hide \(.*write has_secrets=True in the Game"):
        check(dataclasses.replace(WHISPERS, has_secrets=False), matches=2, compare_interpreted=False)


@pytest.mark.parametrize(("times", "is_fair"), [(1, True), (2, False)])
def test_a_fill_that_deals_twice_is_noticed(times, is_fair):
    box = WHISPERS.new_box({}, 2)
    dealt = Dealt(WHISPERS)
    for number in range(60):
        s = WHISPERS.new_state(box)
        view, filled = record.copy(s), record.copy(s)
        s.animal[0] = 1 + number % 4
        filled.animal[0] = (1 + (number + 1) % 4) * times
        dealt.add(s, view, filled)
    if is_fair:
        dealt.check()
        return
    with pytest.raises(LawBroken, match=r"fill deals as much as there is: fill \(.*deal it once"):
        dealt.check()
