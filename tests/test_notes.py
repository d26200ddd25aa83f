"""Notes: what rules say, who may know it, and how it is put into words."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.whispers import GAME as WHISPERS
from tests.whispers import deal
from wartable.compiler.mode import reading
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.notes import ROOM, Level, Note, NoteKind, alone, deed, effect, note, others, take_lines, turn
from wartable.core.phrases import Phrase, count, listed, say, seat_name
from wartable.games.metals import GAME as METALS
from wartable.games.metals.notes import Counter, Told
from wartable.testing import Table, check
from wartable.testing.laws import notes as laws
from wartable.testing.laws.moment import LawBroken, Moment
from wartable.testing.laws.notes import check_notes, notes_of
from wartable.testing.laws.random_match import play_random


class Seen(NoteKind):
    """Kinds for these tests."""

    DAWN = turn("day")
    TAKES = deed("from_seat", "card")
    FALLS = effect()


NO_BOX: Any = None


def a_note(kind: NoteKind, *values: int, seat: int = 0, amount: int = 0, total: int = 0) -> Note:
    return Note(kind, 101, seat, 127, 0, amount, total, values)


def test_kinds_are_numbered_from_one_and_name_what_they_tell():
    assert [int(kind) for kind in Seen] == [1, 2, 3]
    assert (Seen.DAWN.level, Seen.TAKES.level, Seen.FALLS.level) == (Level.TURN, Level.DEED, Level.EFFECT)
    assert a_note(Seen.TAKES, 2, 9)["card"] == 9


def test_a_template_is_filled_with_names_numbers_and_nouns():
    sentences: dict[NoteKind, Phrase] = {
        Seen.DAWN: "Day {day}: {seat} gains {amount:coin}, loses {loss:army|armies}, has {total}.",
        Seen.TAKES: "{seat} takes {card} from {from_seat}.",
        Seen.FALLS: lambda note, box: "It falls.",
    }
    names = {"card": lambda box, card: ("ace", "king")[card], "from_seat": seat_name}
    assert say(sentences, names, a_note(Seen.DAWN, 3, amount=1, total=4), NO_BOX) == (
        "Day 3: {0} gains 1 coin, loses -1 armies, has 4."
    )
    assert say(sentences, names, a_note(Seen.TAKES, 1, 0, seat=2), NO_BOX) == "{2} takes ace from {1}."
    assert say(sentences, names, a_note(Seen.FALLS), NO_BOX) == "It falls."


def test_numbers_and_lists_read_as_english():
    assert [count(1, "point"), count(0, "point"), count(3, "army", "armies")] == ["1 point", "0 points", "3 armies"]
    assert [listed([]), listed(["a"]), listed(["a", "b"])] == ["", "a", "a and b"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_a_note_without_a_journal_changes_nothing():
    box = METALS.new_box()
    before = box.tobytes()
    note(box, Told.STARTS, 201, 1)
    assert box.tobytes() == before


def test_a_note_that_nobody_takes_down_leaves_no_instruction_on_a_gpu():
    """Compiled in a process of its own: Numba's CUDA module changes what it is given."""
    command = [sys.executable, "-W", "ignore", "-c", "from tests.silence import main; main()"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    code = json.loads(done.stdout)
    if "why" in code:
        pytest.skip(f"no compiler for a GPU: {code['why']}")
    assert any(line.startswith("st.") for line in code["told"])
    assert code["told"] == code["silent"]


def test_a_journal_keeps_what_was_noted_in_order_until_it_is_taken():
    box = METALS.open_journal(METALS.new_box())
    note(box, Told.STARTS, 201, 1)
    note(box, Told.TURN, 203, 1, 7)
    lines = take_lines(box)
    assert lines["kind"].tolist() == [Told.STARTS, Told.TURN]
    assert lines["a"].tolist() == [0, 7]
    assert len(take_lines(box)) == 0


def test_a_full_journal_is_noticed():
    box = METALS.open_journal(METALS.new_box())
    for _ in range(ROOM + 1):
        note(box, Told.STARTS, 201, 1)
    with pytest.raises(OverflowError, match=f"one action made {ROOM + 1} notes"):
        take_lines(box)


def test_a_secret_is_told_to_those_who_may_know_it():
    match = Match.start(WHISPERS, seed=3)
    dealt = match.steps[0]
    owner = match.notes(dealt)[0].seat
    assert [n["animal"] > 0 for n in match.see(owner).notes(dealt)] == [True]
    assert [n["animal"] for n in match.see(1 - owner).notes(dealt)] == [0]
    assert [n["animal"] for n in match.see(SPECTATOR).notes(dealt)] == [0]
    assert alone(2) | others(2) == 127 and not alone(2) & others(2)


def test_the_log_tells_what_happened_within_an_action():
    """A Metal that is hit and recovers in one turn leaves a trace, and its attacker is named."""
    with Table(METALS, rolls=["first-0"]) as t:
        t.s.sides[0].metals[0].space = city = int(np.flatnonzero(t.box.city)[0])
        t.s.sides[0].metals[1].space = free = next(n for n in range(t.box.spaces) if n not in (city, city - 1))
        foe = t.s.sides[1].metals[0]
        foe.space, foe.facing = city - 1 if t.box.column[city] else city + 1, 1 if t.box.column[city] else 3
        t.play(0, next(move for move in sorted(t.legal(0)) if move.startswith(square(free))))
        told = [sentence.named(("Blue", "Orange")) for sentence in t.told()]
    where = square(city)
    assert f"Orange's Metal on {square(int(foe.space))} attacks {where}." in told
    assert told.index(f"Blue's Metal on {where} is damaged.") < told.index(
        f"Blue's Metal on {where} recovers in the city."
    )


def square(space: int) -> str:
    from wartable.games.metals.values import square as name

    return name(METALS.new_box(), space)


def test_notes_are_json_for_programs():
    match = Match.start(METALS, seed=1)
    match.play(match.due[0], "+a1n")
    first = match.notes(match.steps[1])[0].as_json(METALS.counter_names)
    assert json.loads(json.dumps(first)) == {
        "kind": "deploys",
        "seat": match.steps[1].seat,
        "slot": 0,
        "space": 0,
        "facing": 0,
        "counter": "pool",
        "amount": -1,
        "total": 2,
    }


def a_moment() -> tuple[Moment, int, int]:
    """Somewhere in a random match of Metals where points are gained."""
    for moment, seat, action in play_random(METALS, {}, 2, 5):
        with Table(METALS) as t:
            t.s, t.box = moment.s.copy(), moment.box
            t._take(seat, action)
            if any(n.kind == Told.OCCUPIES for n in t.notes):
                return moment, seat, action
    raise AssertionError


def test_the_law_notices_a_gain_that_is_told_wrong(monkeypatch):
    moment, seat, action = a_moment()
    check_notes(moment, seat, action, thorough=True)
    tallies = laws._tallies
    monkeypatch.setattr(laws, "_tallies", lambda moment, s, viewer: 2 * tallies(moment, s, viewer))
    with pytest.raises(LawBroken, match="the log adds up"):
        check_notes(moment, seat, action, thorough=True)


def test_the_law_notices_a_rule_that_does_not_exist(monkeypatch):
    moment, seat, action = a_moment()
    gained = next(n.rule for n in notes_of(moment, seat, action))
    monkeypatch.delitem(METALS.rulebook.rules, gained)
    with pytest.raises(LawBroken, match="a note cites a rule that exists"):
        check_notes(moment, seat, action, thorough=True)


def test_the_law_notices_a_secret_that_is_told(monkeypatch):
    """A dealt animal told to everybody."""
    monkeypatch.setattr(deal, "others", lambda seat: 0)
    monkeypatch.setattr(deal, "alone", lambda seat: 127)
    with reading(), pytest.raises(LawBroken, match="what looks the same is told the same"):
        check(WHISPERS, matches=2, compare_interpreted=False)


def test_counters_have_names():
    assert METALS.counter_names == {int(counter): counter.name.lower() for counter in Counter}


def test_what_was_taken_over_with_its_states_is_told_all_the_same():
    match = Match.start(METALS, seed=1)
    match.play(match.due[0], "+a1n")
    other = Match.start(METALS, seed=1)
    other.cut(0)
    for step in match.steps:
        other.restore(step.seat, step.action, step.forced, step.after)
    assert [other.notes(step) for step in other.steps] == [match.notes(step) for step in match.steps]
    assert other.log(0) == match.log(0)
