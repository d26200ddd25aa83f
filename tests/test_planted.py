"""Mistakes that authors make, each planted into a game that works: `check` tells every one in one sentence."""

import dataclasses
import tomllib
from pathlib import Path

import pytest

from wartable.core import record
from wartable.core.compiled import reading
from wartable.testing import LawBroken, check
from wartable.testing.secrets import Dealt

from .made import edit, load, write_game
from .whispers import GAME as WHISPERS

MISTAKES = tomllib.loads((Path(__file__).parent / "planted" / "dice.toml").read_text("utf-8"))["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_mistake_is_told_where_it_was_made(tmp_path, mistake):
    folder = write_game(tmp_path, "dare_dice", "--code", "DA")
    for file, old, new in mistake["edits"]:
        edit(folder / file, old, new)
    with reading(), pytest.raises(LawBroken) as told:
        check(load(folder), matches=3, compare_interpreted=False)
    first = str(told.value).splitlines()[0]
    assert mistake["says"] in first


def test_thirty_mistakes_are_planted():
    assert len(MISTAKES) >= 30
    assert len({mistake["name"] for mistake in MISTAKES}) == len(MISTAKES)


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
