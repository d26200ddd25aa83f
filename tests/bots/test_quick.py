"""The search with a quick net: compiled code says what the weights say, and the search is asked like the others."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.bots.opening import after
from wartable.bots import make_bot
from wartable.bots.advice.evaluation import search_of
from wartable.bots.ladder import UnknownBot, check_bot
from wartable.bots.nets.net import NoNet
from wartable.bots.nets.quick_net import (
    PARTS,
    forward,
    is_usual,
    open_quick,
    policy_head,
    quick_file,
    strongest_search,
    value_head,
    weights_of,
    with_scratch,
)
from wartable.bots.search.mcts import Budget, SearchBot, Searcher
from wartable.bots.search.puct import PuctBot
from wartable.core import generic
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games
from wartable.guides.puzzles import load_puzzles


def think(match, iterations=200, seed=1, threads=1, **told):
    seat = match.due[0]
    searcher = Searcher(match.game, seed, Budget(iterations=iterations), threads, told, quick=True)
    return searcher, searcher.think(match.observe(seat), match.box, seat, match.legal(seat))


def foretold(net, game, match, seat, legal):
    """What the weights say, in NumPy: likes of the legal actions, shares by seat."""
    numbers = np.zeros(game.feature_count, np.float32)
    generic.features(match.observe(seat), match.box, seat, numbers)
    players = len(match.players)
    wide = np.maximum(0, numbers @ net.part("enter") + net.part("seating")[players])
    known = np.maximum(0, wide @ net.part("inner") + net.part("inner_bias"))
    codes = legal if game.seen_codes is None else game.seen_codes[seat, legal]
    likes = known @ net.part("moves")[codes].T + net.part("moves_bias")[codes]
    shares = (known @ net.part("value").T + net.part("value_bias"))[:players]
    return likes - np.log(np.exp(likes).sum()), np.roll(np.exp(shares) / np.exp(shares).sum(), seat)


def test_compiled_code_says_what_the_weights_say(each_game):
    net = open_quick(each_game)
    for players in each_game.seats:
        match = after(each_game, 9, players=players)
        seat = match.due[0]
        legal = match.legal(seat)
        states = np.zeros(3, each_game.state.dtype)
        states[2] = match.full_state()
        forward(net, states, 2, match.box, seat)
        policy_head(net, seat, np.array(legal, np.int32), len(legal))
        value_head(net, match.box, seat)
        likes, shares = foretold(net, each_game, match, seat, legal)
        assert net.part("log_priors")[: len(legal)] == pytest.approx(likes, abs=1e-3)
        assert net.part("values")[:players] == pytest.approx(shares, abs=1e-4)


def test_it_finds_the_move_that_wins_at_once(metals):
    puzzles = [one for one in load_puzzles(metals) if one.aim == "win" and len(one.line) == 1]
    assert puzzles
    for puzzle in puzzles:
        match = puzzle.lesson.open(0)
        _, thought = think(match, 2000)
        assert match.notation(puzzle.lesson.seat, thought.best.action) in puzzle.answers, puzzle.name
        assert thought.best.chance > 0.95


def test_every_game_can_be_searched_at_all_numbers_of_players(each_game):
    for players in each_game.seats:
        match = after(each_game, 6, players=players)
        _, thought = think(match, 64, regret_threshold=0.0)
        assert thought.iterations == 64
        assert thought.best.action in match.legal(match.due[0])
        assert len(thought.chances) == players
        assert sum(thought.chances) == pytest.approx(1, abs=0.02)
        assert all(0 <= one.chance <= 1 for one in thought.candidates)


@pytest.mark.parametrize("prior", ["policy", "judge", "value"])
@pytest.mark.parametrize("mixing", [0.0, 0.5, 1.0])
def test_priors_and_leaf_values_come_from_where_they_are_told_to(metals, prior, mixing):
    _, thought = think(after(metals, 8), 200, prior=prior, mixing=mixing)
    assert 0 < thought.best.chance < 1
    assert thought.best.visits > 0


def test_with_the_judge_for_everything_it_is_the_search_with_the_judge(metals):
    match = after(metals, 8)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    fraction = Searcher(metals, 1, Budget(iterations=1)).settings(2).exploration_fraction
    _, thought = think(match, 300, prior="judge", mixing=1.0, exploration_fraction=fraction)
    assert thought.candidates == Searcher(metals, 1, Budget(iterations=300)).think(*asked).candidates


def test_equal_seeds_think_equally(metals):
    match = after(metals, 8)
    assert think(match)[1].candidates == think(match)[1].candidates


def test_on_a_table_that_the_net_has_not_learnt_the_judge_is_asked(metals):
    usual, other = (Match.start(metals, {"map": name}, seed=3) for name in ("classic", "forest"))
    searcher = Searcher(metals, 1, Budget(iterations=100), quick=True)
    seat = usual.due[0]
    searcher.think(usual.observe(seat), usual.box, seat, usual.legal(seat))
    assert is_usual(metals, usual.box)
    assert len(searcher.workers()[0].workspace.net.weights) == 1
    assert not is_usual(metals, other.box)
    seat = other.due[0]
    asked = other.observe(seat), other.box, seat, other.legal(seat)
    alike = Searcher(metals, 1, Budget(iterations=100)).think(*asked)
    searcher = Searcher(metals, 1, Budget(iterations=100), quick=True)
    assert searcher.think(*asked).candidates == alike.candidates
    assert len(searcher.workers()[0].workspace.net.weights) == 0


def test_a_thorough_search_knows_what_moves_lead_to_that_it_never_tried(metals):
    match = after(metals, 8)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    plain, thorough = (
        Searcher(
            metals, 1, Budget(iterations=20), told={"max_num_considered_actions": 2}, quick=True, thorough=one
        ).think(*asked)
        for one in (False, True)
    )
    untried = [one for one in thorough.candidates if one.visits == 0]
    assert len(untried) > 3
    assert len({round(one.chance, 6) for one in untried}) > 1, "each has a chance of its own"
    assert len({one.chance for one in plain.candidates if one.visits == 0}) == 1, "a guess, the same for all"
    assert [one for one in thorough.candidates if one.visits] == [one for one in plain.candidates if one.visits]


def test_threads_have_memory_of_their_own(metals):
    searcher, thought = think(after(metals, 8), 400, threads=2)
    first, second = (worker.workspace.net for worker in searcher.workers())
    assert first.scratch is not second.scratch
    assert first.weights is second.weights, "the weights are shared"
    assert thought.iterations <= 400


def with_something_hidden(game):
    """A match in which the seat to act cannot see everything, and the state as it may imagine it."""
    for decisions in range(2, 30, 4):
        match = after(game, decisions)
        seat = match.due[0]
        other = match.full_state()
        generic.fill(other, match.box, seat, generator(99))
        if other.tobytes() != match.full_state().tobytes():
            return match, other
    raise AssertionError(f"{game.name}: nothing is hidden")


def test_what_the_seat_cannot_see_changes_nothing():
    """Two matches that look the same to the seat: it thinks the same in both."""
    for game in (game for game in all_games() if game.has_secrets):
        match, other = with_something_hidden(game)
        seat = match.due[0]
        thoughts = [
            Searcher(game, 3, Budget(iterations=100), quick=True).think(seen, match.box, seat, match.legal(seat))
            for seen in (match.observe(seat), hidden(other, match.box, seat))
        ]
        assert thoughts[0].candidates == thoughts[1].candidates


def test_the_line_begins_with_the_move_and_goes_on_with_legal_ones(metals):
    match = after(metals, 8)
    seat = match.due[0]
    searcher, thought = think(match, 2000)
    line = searcher.line(match.observe(seat), match.box, seat, thought.best.action)
    assert line[0].action == thought.best.action
    assert len(line) > 1
    for move in line:
        match.play(move.seat, move.action)


def test_hard_asks_what_the_game_says(each_game):
    bot = make_bot("hard", each_game)
    asked = strongest_search(each_game)
    assert isinstance(bot, PuctBot if asked == "net" else SearchBot)
    if asked != "net":
        assert bot.searcher.quick == search_of(each_game, 1, Budget(iterations=1)).quick == (asked == "quick")
    assert not make_bot("medium", each_game).searcher.quick


def test_a_net_that_is_not_there_is_not_asked(each_game, tmp_path, monkeypatch):
    monkeypatch.setattr("wartable.bots.nets.quick_net.quick_file", lambda game: tmp_path / "quick.npz")
    monkeypatch.setattr("wartable.bots.nets.quick_net.has_net", lambda game: False)
    assert strongest_search(each_game) == "judge"
    with pytest.raises(NoNet, match="no quick net"):
        open_quick(each_game)


def changed(path, **facts):
    """A copy of the net in a file that says something else of itself."""
    with np.load(path) as file:
        parts = {name: file[name] for name in PARTS}
        known = json.loads(str(file["facts"]))
    return parts, json.dumps({**known, **facts})


@pytest.mark.parametrize(
    ("facts", "says"), [({"game": "chess"}, "chess"), ({"features": 3}, "features 3"), ({"wartable": 99}, "format 99")]
)
def test_a_net_of_something_else_is_refused(metals, tmp_path, monkeypatch, facts, says):
    parts, text = changed(quick_file(metals), **facts)
    np.savez(tmp_path / "quick.npz", facts=np.array(text), **parts)
    monkeypatch.setattr("wartable.bots.nets.quick_net.quick_file", lambda game: tmp_path / "quick.npz")
    with pytest.raises(NoNet, match=says):
        open_quick(metals)


def test_codes_that_came_since_are_liked_least(metals):
    parts, _ = changed(quick_file(metals))
    net = with_scratch(metals, weights_of(metals, {**parts, "moves": parts["moves"][:-2]}, metals.seats))
    assert len(net.part("moves")) == metals.action_count
    match = after(metals, 8)
    seat = match.due[0]
    states = np.zeros(3, metals.state.dtype)
    states[2] = match.observe(seat)
    forward(net, states, 2, match.box, seat)
    policy_head(net, seat, np.array([0, metals.action_count - 1], np.int32), 2)
    assert net.part("log_priors")[1] < net.part("log_priors")[0] - 100


@pytest.mark.parametrize(
    "name", ["quick:0", "quick:10:max_num=4", "quick:10:mixing=2", "quick:10:prior=guess", "quick:fast"]
)
def test_a_search_that_cannot_be_is_refused(name):
    with pytest.raises(UnknownBot):
        check_bot(name)
    check_bot("quick:10:mixing=0.5:exploration_fraction=0.2:prior=judge")


CHOSEN = """
from wartable.bots import make_bot
from wartable.core.match import Match
from wartable.core.registry import find_game
game = find_game("metals")
match = Match.start(game, seed=3)
seat = match.due[0]
print(make_bot("quick:20", game, 1).choose(match.observe(seat), match.box, seat, match.legal(seat)))
"""


def test_a_net_is_also_read_as_plain_python(metals):
    """`NUMBA_DISABLE_JIT=1` is for people who look for mistakes: it makes the same choice."""
    command = [sys.executable, "-c", CHOSEN]
    plain = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    action = make_bot("quick:20", metals, 1).choose(match.observe(seat), match.box, seat, match.legal(seat))
    assert (plain.stdout.strip(), plain.stderr) == (str(action), "")
