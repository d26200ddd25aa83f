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
from wartable.core.frames import AnyFrame, top
from wartable.games.metals import GAME as METALS
from wartable.testing import LawBroken, check
from wartable.testing.check import _check_words
from wartable.testing.laws.compiler import explain, is_compiler_error
from wartable.testing.laws.random_match import play_random
from wartable.testing.laws.secrets import Dealt, check_forced, check_secret_phase

from .made import edit, found, install, load, write_game
from .whispers import GAME as WHISPERS
from .whispers import bid

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


def in_silence(monkeypatch):
    """Bids of Whispers that nobody is told of."""
    monkeypatch.setattr(bid, "others", lambda seat: 0)


def first_bid():
    """The moment at which two players bid in secret, and a bid of one of them."""
    for moment, seat, action in play_random(WHISPERS, {}, 2, 1):
        if moment.due() == [0, 1]:
            return moment, seat, action
    raise AssertionError("nobody bids")


def test_who_is_done_in_a_secret_phase_is_noticed(monkeypatch):
    with reading():
        moment, seat, action = first_bid()
        check_secret_phase(moment, seat, action)  # Whispers tells everybody that a bid was made
        in_silence(monkeypatch)
        with pytest.raises(LawBroken, match=r"shows nowhere until all have chosen: hide \(.*has chosen .*due"):
            check_secret_phase(moment, seat, action)


def test_a_counter_of_a_secret_choice_is_noticed(monkeypatch):
    def hide_all_but_bids(s, box, seat):
        for other in range(box.seats):
            s.animal[other] = 0 if other != seat else s.animal[other]
            top(s, AnyFrame).due |= 1 << other

    in_silence(monkeypatch)
    monkeypatch.setitem(WHISPERS.functions, "hide", hide_all_but_bids)
    with reading():
        moment, seat, action = first_bid()
        with pytest.raises(LawBroken, match=r"shows nowhere until all have chosen: hide \(.*bid\["):
            check_secret_phase(moment, seat, action)


def test_a_forced_action_that_tells_what_its_player_has_is_noticed(monkeypatch):
    """A player with a falcon can bid 1 only, and the others do not know who has one."""
    offers = WHISPERS.functions["legal"]

    def legal(s, box, seat, out):
        count = offers(s, box, seat, out)
        return 1 if s.animal[seat] == 1 else count

    monkeypatch.setitem(WHISPERS.functions, "legal", legal)
    with reading():
        moment, *_ = first_bid()
        moment.s.head.frames[moment.s.head.depth - 1].due = 0b10
        moment.s.animal[1] = 1
        filled = record.copy(moment.s)
        check_forced(moment, 0, filled)
        filled.animal[1] = 2
        with pytest.raises(LawBroken, match=r"a forced action tells no secret: Game \(.*add decision kind 2"):
            check_forced(moment, 0, filled)
        asked = dataclasses.replace(moment.game, always_asked=(2,))
        check_forced(dataclasses.replace(moment, game=asked), 0, filled)


WRONG_HANDS = "give(s, (other + 1) % box.seats if (other + 1) % box.seats != seat else (other + 2) % box.seats, "
SIGNS = [
    (
        "dice",
        "judge.py",
        "exponential(w.points *",
        "exponential(-w.points *",
        "the judge favours who then wins: evaluate (",
    ),
    (
        "dice",
        "rules.py",
        "    return s.banked[seat]\n",
        "    return -s.banked[seat]\n",
        "more points are better: points (",
    ),
    (
        "dice",
        "RULES.md",
        "| `turn_limit`",
        "| `turn`",
        "RULES.md lists every option: a table needs a row | `turn_limit`",
    ),
    ("cards", "hidden.py", "give(s, other, ", WRONG_HANDS, "a filled view has all components: fill ("),
]


@pytest.mark.parametrize(("kind", "file", "old", "new", "says"), SIGNS, ids=[sign[4].split(":")[0] for sign in SIGNS])
def test_a_mistake_that_plays_on_is_noticed(tmp_path, kind, file, old, new, says):
    folder = write_game(tmp_path, f"dare_{kind}", "--kind", kind, "--code", "DA")
    edit(folder / file, old, new)
    with reading(), pytest.raises(LawBroken) as told:
        check(load(folder), matches=4, compare_interpreted=False)
    assert str(told.value).startswith(says)


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


def test_a_question_that_is_put_to_a_seat_that_waits_is_noticed():
    """What is asked, whoever looks, in place of `DECISIONS.asked`."""
    words = dataclasses.replace(METALS.words, prompt=METALS.decisions.prompt)
    game = dataclasses.replace(METALS, words=words)
    moment, seat = next((moment, seat) for moment, seat, _ in play_random(game, {}, 2, 1) if seat in (0, 1))
    with reading(), pytest.raises(LawBroken, match="a seat that waits is told so"):
        _check_words(moment, seat)
    _check_words(dataclasses.replace(moment, game=METALS), seat)
