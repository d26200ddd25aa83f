"""The front door: `import wartable` is enough for the common things."""

import subprocess
import sys

import pytest

import wartable
from wartable.core.record import copy
from wartable.errors import BadOption


def test_a_match_is_begun_moved_and_finished():
    match = wartable.new("Metals", ["Ann", "Ben"], seed=5, map="small", turn_limit=150)
    assert match.players == ("Ann", "Ben")
    assert match.header.options["map"] == "small"
    assert match.move("+a1n").move("+e5s").due
    first = match.due[0]
    move = wartable.bot("greedy", seed=1).play(match)
    assert (move.seat, str(move)) == (first, match.decisions()[-1])
    outcome = wartable.finish(match, "greedy", wartable.bot("random"))
    assert match.is_over and outcome == match.outcome


def test_repr_pastes_back(each_game):
    match = wartable.new(each_game, seed=11)
    bot = wartable.bot("random", seed=2)
    for _ in range(12):
        bot.play(match)
    again = eval(repr(match))
    assert again.full_state().tobytes() == match.full_state().tobytes()
    assert again.decisions() == match.decisions()
    assert eval(repr(wartable.bot("greedy", seed=3))).seed == 3


def test_a_state_prints_as_its_board(each_game):
    match = wartable.new(each_game, seed=11)
    for seat in (wartable.SPECTATOR, 0):
        assert str(match.observe(seat)) == match.see(seat).board
    assert str(match.full_state()) == str(match.observe(wartable.SPECTATOR))
    assert str(match.full_state()).count("\n") > 3


def test_a_record_shows_its_fields_by_name():
    match = wartable.new("metals", seed=3).move("+a1n")
    assert repr(match.full_state().sides[0].metals[2]) == "Metal(space=-1, facing=0, damaged=0)"
    assert "turns=1" in repr(match.full_state())
    assert str(copy(match.full_state())) == repr(match.full_state())


def test_a_match_with_real_dice_pastes_back():
    match = wartable.new("metals", real_dice=True).move("first-1", "+a1n")
    assert eval(repr(match)).decisions() == ["first-1", "+a1n"]
    with pytest.raises(BadOption, match="people roll the dice"):
        wartable.finish(wartable.new("metals", real_dice=True))


def test_several_due_seats_are_named():
    from tests.whispers import GAME

    match = wartable.new(GAME, 2, seed=1)
    with pytest.raises(wartable.IllegalMove, match="several seats are to act"):
        match.move("bid-1")
    assert match.move("1:bid-2", "0:bid-1").decisions() == ["1:bid-2", "bid-1"]


def test_saves_and_pictures(tmp_path):
    match = wartable.new("metals", seed=3).move("+a1n")
    match.save(tmp_path / "m.jsonl")
    assert wartable.load(tmp_path / "m.jsonl").decisions() == ["+a1n"]
    assert wartable.draw(match, tmp_path / "m.svg").startswith("<svg")
    wartable.draw(match, tmp_path / "m.png", seat=0)
    assert (tmp_path / "m.png").read_bytes()[:4] == b"\x89PNG"
    assert (tmp_path / "m.svg").read_text().startswith("<svg")


def test_a_perspective_prints_as_the_board_and_tells_the_log():
    match = wartable.new("metals", ["Ann", "Ben"], seed=3).move("+a1n")
    seen = match.see(0)
    assert str(seen) == str(match) and "Ann" in str(seen)
    assert any("deploys on a1, facing north. (MT-3.2)" in line for line in seen.log)
    assert [entry.move for entry in wartable.replay(match)][-1] == "+a1n"
    assert [move.seat for move in match.see(match.due[0]).moves][:1] == [match.due[0]]
    assert match.see(1 - match.due[0]).moves == []


def test_a_batch_and_an_environment_take_a_name():
    assert wartable.Batch("metals", 4, seed=1).masks.shape[0] == 4
    assert wartable.env("metals").possible_agents == ["player_0", "player_1"]


def test_a_wrong_name_is_one_sentence():
    with pytest.raises(BadOption, match="hexadecimal"):
        wartable.new("metals", seed="xyz")
    with pytest.raises(BadOption, match="2 bots for"):
        wartable.finish(wartable.new("iron-kings", 3, seed=1), "greedy", "random")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        wartable.nonsense  # noqa: B018


def test_every_name_of_the_front_door_is_there_and_documented():
    for name in wartable.__all__:
        assert getattr(wartable, name).__doc__ or isinstance(getattr(wartable, name), int)
    assert set(wartable.__all__) <= set(dir(wartable))


def test_importing_it_loads_nothing_heavy():
    heavy = "('numba', 'numpy', 'starlette', 'torch')"
    code = f"import wartable, sys; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
