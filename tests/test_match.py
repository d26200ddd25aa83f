"""Matches: play, undo, save, load, verify."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wartable
from wartable.compiler.mode import reading
from wartable.core import generic, record
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match import Match, Step, dice
from wartable.core.match.perspective import legal_in
from wartable.core.match.setup import Setup
from wartable.core.match.verify import verify
from wartable.core.numbers.chance import draw, generator
from wartable.core.registry import find_game
from wartable.errors import AmbiguousMove, BadOption, BadSave, IllegalMove, UnreadableMove, WartableError
from wartable.testing.golden import random_match


def test_the_same_seed_gives_the_same_match(each_game):
    one, two = (Match.start(each_game, seed=11) for _ in range(2))
    assert one.header == two.header
    assert record.same(one.full_state(), two.full_state())


def test_saves_load_as_they_were(each_game, tmp_path):
    match = Match.start(each_game, seed=3)
    for _ in range(12):
        if match.due:
            match.play(match.due[0], match.legal(match.due[0])[-1])
    path = tmp_path / "match.jsonl"
    match.save(path)
    loaded = Match.load(path)
    assert record.same(loaded.full_state(), match.full_state())
    assert [(s.seat, s.action, s.forced) for s in loaded.steps] == [(s.seat, s.action, s.forced) for s in match.steps]
    assert "\n".join(loaded.lines()) == "\n".join(match.lines())
    assert verify(loaded).is_sound


def test_undo_takes_back_the_last_decision_and_the_dice_stay(metals):
    match = Match.start(metals, seed=4)
    opening = match.full_state()
    seat = match.due[0]
    match.play(seat, "+a1n")
    after = match.full_state()
    assert match.undo()
    assert record.same(match.full_state(), opening)
    match.play(seat, "+a1n")
    assert record.same(match.full_state(), after)
    assert match.undo()
    assert not match.undo(), "the roll for the first player is not a decision"


def test_past_states_do_not_change(metals):
    match = random_match(metals, {}, 2, 8)
    copies = [(step.before.tobytes(), step.after.tobytes()) for step in match.steps]
    match.log(SPECTATOR)
    match.undo()
    for step, (before, after) in zip(match.steps, copies, strict=False):
        assert step.before.tobytes() == before
        assert step.after.tobytes() == after


def test_the_outcome_carries_its_reason(metals):
    outcome = random_match(metals, {}, 2, 8).outcome
    assert outcome is not None
    assert (outcome.ending, outcome.rule) == ("goal", "MT-7.1")
    assert sorted(outcome.scores) == [0, 1]
    assert len(outcome.winners) == 1
    assert not outcome.is_draw


def test_people_can_roll_the_dice(metals):
    match = Match.start(metals, real_dice=True)
    assert match.due == (NATURE,)
    assert [move.notation for move in match.moves(NATURE)] == ["first-0", "first-1"]
    match.play(NATURE, "first-1")
    assert match.due == (1,)
    assert match.undo()
    assert match.due == (NATURE,)


def test_a_move_is_refused_for_a_reason(metals):
    match = Match.start(metals, seed=4)
    seat = match.due[0]
    with pytest.raises(UnreadableMove, match="'hello' is not a move here"):
        match.play(seat, "hello")
    match.play(seat, "+a1n")
    with pytest.raises(IllegalMove, match=r"MT-3\.3: a1 is taken; a corner must be free") as caught:
        match.play(1 - seat, "+a1n")
    assert caught.value.rule == "MT-3.3"
    with pytest.raises(IllegalMove, match="not to act now"):
        match.play(seat, "+e1n")
    with pytest.raises(IllegalMove, match=r"MT-3\.3"):
        match.play(1 - seat, metals.families["deploy"].first)
    assert len(match.steps) == 2
    match.play(1 - seat, "+E7N")
    assert len(match.steps) == 3, "case does not matter where nothing else fits"


def test_an_ambiguous_move_is_said_to_be_so(metals, monkeypatch):
    match = Match.start(metals, seed=4)
    written = dict(zip(match.legal(match.due[0]), ["xA", "Xa"] + [f"m{n}" for n in range(14)], strict=True))
    monkeypatch.setattr(metals.words, "notation", lambda view, box, seat, action: written[action])
    with pytest.raises(AmbiguousMove, match="xA, Xa"):
        match.parse(match.due[0], "xa")


def test_players_are_counted(metals):
    with pytest.raises(BadOption, match="for 2 players, not 3"):
        Match.start(metals, players=3)
    with pytest.raises(BadOption, match="for 2 players, not 1"):
        Match.start(metals, players=["Ada"])


def test_dice_are_committed_to_and_can_be_checked(metals, tmp_path):
    match = random_match(metals, {}, 2, 8)
    assert match.seed is not None
    assert match.header.commitment == dice.commitment(match.seed)
    path = tmp_path / "m.jsonl"
    match.save(path)
    lines = path.read_text().splitlines()
    assert verify(Match.load(path)).is_sound
    other = dice.seed_from(99)
    head, last = json.loads(lines[0]), json.loads(lines[-1])
    head["commitment"], last["seed"] = dice.commitment(other), other.hex()
    rolled = [seed for seed in range(50) if Match.start(metals, seed=seed).steps[0].action != match.steps[0].action]
    other = dice.seed_from(rolled[0])
    head["commitment"], last["seed"] = dice.commitment(other), other.hex()
    path.write_text("\n".join([json.dumps(head), *lines[1:-1], json.dumps(last)]) + "\n")
    verdict = verify(Match.load(path))
    assert not verdict.is_sound
    assert "action 0" in str(verdict.fault)


def test_rolls_are_fair_and_follow_from_the_seed():
    seed = dice.seed_from(1)
    rolls = [dice.roll(seed, number, [1, 2, 3]) for number in range(6000)]
    assert rolls == [dice.roll(seed, number, [1, 2, 3]) for number in range(6000)]
    assert 850 < rolls.count(0) < 1150
    assert 2750 < rolls.count(2) < 3250


def test_a_failed_save_leaves_the_old_file(metals, tmp_path, monkeypatch):
    match = Match.start(metals, seed=1)
    path = tmp_path / "m.jsonl"
    match.save(path)
    old = path.read_text()
    match.play(match.due[0], match.legal(match.due[0])[0])
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        match.save(path)
    assert path.read_text() == old
    assert [p.name for p in tmp_path.iterdir()] == ["m.jsonl"], "nothing half-written stays"


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    from wartable.games.metals import GAME

    path = tmp_path_factory.mktemp("saves") / "m.jsonl"
    random_match(GAME, {}, 2, 8).save(path)
    return path


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [], "empty"),
        (lambda lines: ["hello"], "line 1: not a line of a save"),
        (lambda lines: ["[1]"], "line 1: not a line of a save"),
        (lambda lines: [lines[0]], "breaks off after its header"),
        (lambda lines: lines[:-1], "breaks off: its last line"),
        (lambda lines: [lines[0].replace('"rules": 1', '"rules": 7'), *lines[1:]], "version 7 of the rules of metals"),
        (lambda lines: [lines[0].replace('"metals"', '"chess"'), *lines[1:]], "no game 'chess'"),
        (lambda lines: [lines[0].replace('"wartable": 2', '"wartable": 9'), *lines[1:]], "in format 1 to 2"),
        (lambda lines: [lines[0].replace('"turn_limit": 200', '"turn_limit": 9'), *lines[1:]], "option turn_limit=9"),
        (lambda lines: [*lines[:3], *lines[4:]], "line 4: this should be action 2"),
        (lambda lines: [lines[0], lines[1].replace("first-", "last-"), *lines[2:]], "line 2: 'last-"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"end": "goal"', '"end": "stuck"')], "did not end the way"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"seed": "', '"seed": "00')], "not the one that was committed"),
    ],
)
def test_a_broken_save_is_refused_with_line_and_reason(save, tmp_path, change, reason):
    path = tmp_path / "broken.jsonl"
    path.write_text("".join(line + "\n" for line in change(save.read_text().splitlines())))
    with pytest.raises(BadSave, match=reason):
        Match.load(path)


@settings(max_examples=150)
@given(data=st.data())
def test_no_mutilated_save_does_anything_but_load_or_be_refused(save, tmp_path, data):
    raw = bytearray(save.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        action = data.draw(st.sampled_from(["cut", "flip", "drop", "insert"]))
        if action == "cut":
            raw = raw[: place + 1]
        elif action == "flip":
            raw[place] = data.draw(st.integers(0, 255))
        elif action == "drop":
            del raw[place : place + data.draw(st.integers(1, 30))]
        else:
            raw[place:place] = data.draw(st.binary(max_size=12))
        if not raw:
            break
    path = tmp_path / "fuzz.jsonl"
    path.write_bytes(bytes(raw))
    try:
        Match.load(path)
    except WartableError as error:
        assert "\n" not in str(error)


@settings(max_examples=100)
@given(st.text(max_size=20))
def test_no_text_breaks_the_move_parser(text):
    from wartable.games.metals import GAME

    match = Match.start(GAME, seed=4)
    try:
        match.parse(match.due[0], text)
    except WartableError:
        pass
    assert len(match.steps) == 1


def test_a_match_that_begins_with_given_moves_is_saved_and_verified(tmp_path):
    with reading():
        shown = wartable.new(find_game("metals"), real_dice=True, moves=["first-1", "+a1n", "+e7s"])
        match = Match.start(find_game("metals"), seed=7)
        match.take_over(shown.steps)
        assert not match.undo(), "given moves are not taken back"
        match.move("a1-a2n")
        path = tmp_path / "given.jsonl"
        match.save(path)
        again = Match.load(path)
    assert again.header.given == 3
    assert [step.forced for step in again.steps] == [True, True, True, False]
    assert verify(again).is_sound
    assert verify(again).given == 3


@pytest.mark.parametrize("given", ["x", -1, 4, True])
def test_a_save_cannot_have_more_given_moves_than_moves(tmp_path, given):
    match = Match.start(find_game("metals"), seed=7)
    path = tmp_path / "wrong.jsonl"
    match.save(path)
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | {"given": given}), *rest]) + "\n")
    with pytest.raises(BadSave, match="line 1: given must be a number of actions"):
        Match.load(path)


def test_a_setup_is_checked_in_one_place(metals):
    setup = Setup.of(metals, options={"map": "small"}, cells={})
    assert setup.players == metals.seat_names[:2]
    assert (setup.options["map"], setup.new_box().seats) == ("small", 2)
    with pytest.raises(BadOption, match="Metals is for 2 players, not 3"):
        Setup.of(metals, 3)
    with pytest.raises(BadOption, match="is not a valid player name"):
        Setup.of(metals, ["Ann", " "])
    with pytest.raises(BadOption):
        Setup.of(metals, options={"map": "nowhere", "no_such_option": 1})


def earlier(match: Match) -> Match:
    """The same match as one of format 1, where rolls were numbered by their place among all actions."""
    made = match.copy()
    made.header = replace(match.header, format=1)
    return made


def rolls_with_detours(detours: int, counts_steps: bool) -> list[int]:
    """The dice that both see in a match of Thrones whose second player has tried so many drawn layouts."""
    match = Match.start(find_game("thrones"), players=2, seed=5)
    match = earlier(match) if counts_steps else match
    for seat in (0, 1):
        for _ in range(detours if seat else 0):
            match.play(seat, "layout:random")
        match.play(seat, "layout:wall")
    for seat in (0, 1):
        match.play(seat, "done")
    known, rng = len(match.steps), generator(1)
    while not match.is_over and len(match.steps) < known + 400:
        legal = match.legal()
        match.play(match.due[0], legal[int(draw(rng, len(legal)))])
    return [step.action for step in match.steps[known:] if step.seat == NATURE and not step.forced]


def test_no_roll_depends_on_what_somebody_does_in_secret():
    straight = rolls_with_detours(0, False)
    assert len(straight) > 5
    assert straight == rolls_with_detours(3, False)
    assert rolls_with_detours(0, True) != rolls_with_detours(3, True)


def test_a_known_roll_is_not_changed_by_a_harmless_step_before_it():
    """Whoever takes a move back because of its roll gets the same roll after another move before it."""
    kept = dodged = 0
    for seed in range(8):
        match = random_match(find_game("heroes"), {}, 2, seed)
        places = [s.number for s in match.steps if s.seat == NATURE and not s.forced and s.number]
        for place in places[:: 1 + len(places) // 20]:
            move = match.steps[place - 1]
            if move.seat == NATURE or move.forced:
                continue
            for other in harmless(match, move)[:2]:
                for played, numbered in ((match.copy(), "by rolls"), (earlier(match), "by steps")):
                    played.cut(place - 1)
                    played.play(move.seat, other)
                    if played.due != (move.seat,) or move.action not in played.legal():
                        continue
                    there = len(played.steps)
                    played.play(move.seat, move.action)
                    if len(played.steps) == there + 1 or not same_question(match, place, played, there + 1):
                        continue
                    same = played.steps[there + 1].action == match.steps[place].action
                    if numbered == "by rolls":
                        assert same
                        kept += 1
                    else:
                        dodged += not same
    assert kept > 3 and dodged


def harmless(match: Match, move: Step) -> list[int]:
    """Other actions of the same player that lead to no roll at once."""
    found = []
    for action in legal_in(match.game, move.before, match.box, move.seat):
        tried = match.copy()
        tried.cut(move.number)
        tried.play(move.seat, action)
        if action != move.action and all(step.seat != NATURE for step in tried.steps[move.number :]):
            found.append(action)
    return found


def same_question(one: Match, place: int, two: Match, there: int) -> bool:
    """Whether the same is rolled there, with the same odds."""
    asked = []
    for match, number in ((one, place), (two, there)):
        step = match.steps[number]
        if step.seat != NATURE or step.forced:
            return False
        out, weights = match.game.buffers()
        count = generic.chance(step.before, match.box, out, weights)
        asked.append((out[:count].tolist(), weights[:count].tolist()))
    return asked[0] == asked[1]


def test_a_match_of_an_earlier_format_goes_on_and_is_saved_as_it_began(tmp_path):
    """Its rolls stay numbered by all actions: it verifies, goes on, and its save is read as before."""
    path = Path(__file__).parent / "games/metals/golden/goal.jsonl"
    match = Match.load(path)
    assert match.header.format == 1 and verify(match).is_sound
    assert list(match.lines())[1:] == path.read_text("utf-8").splitlines()[1:]
    assert json.loads(next(match.lines()))["wartable"] == 1
    old = earlier(Match.start(find_game("heroes"), players=2, seed=4))
    old.cut(0)
    old._advance()
    rng = generator(3)
    for _ in range(60):
        seat = old.due[0]
        legal = old.legal(seat)
        old.play(seat, legal[int(draw(rng, len(legal)))])
    assert verify(old).is_sound and verify(old).rolls > 10
    old.save(tmp_path / "old.jsonl")
    again = Match.load(tmp_path / "old.jsonl")
    assert again == old and again.header.format == 1 and verify(again).is_sound
    assert record.same(eval(repr(again), {"wartable": wartable}).full_state(), again.full_state())
    newer = again.copy()
    newer.header = replace(again.header, format=2)
    assert not verify(newer).is_sound
