"""The search with a net: it wins what can be won, sees no more than its seat, and is asked like the others."""

from dataclasses import replace

import numpy as np
import pytest

from tests.bots.opening import after
from wartable.bots import make_bot
from wartable.bots.advice.evaluation import search_of
from wartable.bots.ladder import UnknownBot, check_bot
from wartable.bots.search.mcts import Budget, SearchBot
from wartable.bots.search.puct import Node, PuctBot, PuctSearcher, SequentialHalving, key_of
from wartable.core import generic
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games
from wartable.guides.puzzles import load_puzzles


def think(match, iterations=96, seed=1):
    seat = match.due[0]
    searcher = PuctSearcher(match.game, seed, Budget(iterations=iterations))
    return searcher, searcher.think(match.observe(seat), match.box, seat, match.legal(seat))


def test_it_finds_the_move_that_wins_at_once(metals):
    puzzles = [one for one in load_puzzles(metals) if one.aim == "win" and len(one.line) == 1]
    assert puzzles
    for puzzle in puzzles:
        match = puzzle.lesson.open(0)
        _, thought = think(match, 200)
        assert match.notation(puzzle.lesson.seat, thought.best.action) in puzzle.answers, puzzle.name
        assert thought.best.chance > 0.95


def test_every_game_can_be_searched_at_all_numbers_of_players(each_game):
    for players in each_game.seats:
        match = after(each_game, 6, players=players)
        _, thought = think(match, 24)
        assert thought.iterations >= 24
        assert thought.best.action in match.legal(match.due[0])
        assert len(thought.chances) == players
        assert sum(thought.chances) == pytest.approx(1, abs=0.02)


def test_without_a_simulation_the_net_alone_says_who_will_win(metals):
    """As while the rules are read, or where no time is left."""
    match = after(metals, 8)
    seat = match.due[0]
    searcher = PuctSearcher(metals, 1, Budget(iterations=16))
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    thought = searcher.think(*asked, Budget(seconds=0.0))
    assert thought.iterations == 0
    assert thought.chances == tuple(searcher.net.think(*asked[:3])[1].tolist())
    assert sum(thought.chances) == pytest.approx(1)
    assert thought.best.chance == pytest.approx(thought.chances[seat])


def test_some_of_the_moves_can_be_searched_without_forgetting_the_others(metals):
    match = after(metals, 8)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    searcher, whole = think(match, 64)
    node = searcher.nodes[key_of(seat, view)]
    seen = node.visits.copy()
    some = searcher.think(view, match.box, seat, legal[1:3], Budget(iterations=32))
    assert sorted(one.action for one in some.candidates) == sorted(legal[1:3])
    assert searcher.nodes[key_of(seat, view)] is node
    assert len(whole.candidates) == len(node.codes) == len(legal)
    assert (node.visits >= seen).all()
    assert not (node.visits > seen)[~np.isin(node.codes, legal[1:3])].any()


def test_equal_seeds_think_equally(metals):
    match = after(metals, 8)
    assert think(match)[1].candidates == think(match)[1].candidates
    assert think(match, seed=2)[1].iterations == think(match)[1].iterations


def test_what_the_seat_cannot_see_changes_nothing():
    """Two matches that look the same to the seat: it thinks the same in both."""
    game = next(game for game in all_games() if game.has_secrets)
    match = after(game, 20)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    other = match.full_state()
    generic.fill(other, match.box, seat, generator(99))
    assert other.tobytes() != match.full_state().tobytes()
    searcher = PuctSearcher(game, 3, Budget(iterations=48))
    first = searcher.think(view, match.box, seat, legal)
    searcher = PuctSearcher(game, 3, Budget(iterations=48))
    again = searcher.think(hidden(other, match.box, seat), match.box, seat, legal)
    assert first.candidates == again.candidates


def test_what_was_found_is_kept_for_the_positions_that_follow(metals):
    match = after(metals, 8)
    searcher, thought = think(match, 200)
    known = len(searcher.nodes)
    match.play(match.due[0], thought.best.action)
    seat = match.due[0]
    searcher.think(match.observe(seat), match.box, seat, match.legal(seat), Budget(iterations=16))
    assert known < len(searcher.nodes) <= known + 32


def test_no_more_is_kept_than_there_is_room_for(metals, monkeypatch):
    monkeypatch.setattr("wartable.bots.search.puct.MOST_MOVES", 300)
    match = after(metals, 8)
    searcher, thought = think(match, 200)
    assert thought.iterations >= 200
    assert searcher.moves < 300 + match.game.most_legal


def test_simulations_in_flight_come_back(metals):
    searcher, _ = think(after(metals, 8), 100)
    assert all(not node.in_flight.any() for node in searcher.nodes.values())
    assert any(node.visits.sum() > 5 for node in searcher.nodes.values())


def test_the_line_begins_with_the_move_and_goes_on_with_legal_ones(metals):
    match = after(metals, 8)
    seat = match.due[0]
    searcher, thought = think(match, 400)
    line = searcher.line(match.observe(seat), match.box, seat, thought.best.action)
    assert line[0].action == thought.best.action
    assert len(line) > 1
    for move in line:
        match.play(move.seat, move.action)


def test_halving_tries_the_better_half_twice_as_often():
    node = Node(0, np.arange(8), np.log(np.array([0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05])), np.array([0.5, 0.5]))
    halving = SequentialHalving(node, 4, range(8))
    rounds = [list(halving.next_round(0.1)) for _ in range(4)]
    assert rounds == [[0, 1, 2, 3], [0, 1], [0, 1], [0, 1, 2, 3]]


def test_moves_that_turn_out_well_rise_above_what_the_policy_liked():
    node = Node(0, np.arange(2), np.log(np.array([0.9, 0.1])), np.array([0.5, 0.5]))
    assert node.select_child(0.1) == 0
    node.visits[:], node.totals[:] = (20, 20), (4, 16)
    assert node.select_child(0.1) == 1
    assert node.improved_logits(0.1)[1] > node.improved_logits(0.1)[0]


def test_hard_searches_with_the_net_where_the_game_says_so(metals):
    game = replace(metals, search_with="net")
    assert isinstance(make_bot("hard", game), PuctBot)
    assert isinstance(search_of(game, 1, Budget(iterations=160)), PuctSearcher)
    assert isinstance(make_bot("medium", game), SearchBot)


def test_a_level_with_a_net_plays_at_all_numbers_of_players():
    for game in all_games():
        for players in game.seats:
            match = after(game, 4, players=players)
            seat = match.due[0]
            bot = make_bot("puct:16", game, 1)
            assert bot.choose(match.observe(seat), match.box, seat, match.legal(seat)) in match.legal(seat)
            assert len(bot.thought.chances) == players


def test_without_a_net_to_run_hard_searches_with_the_quick_one(metals, monkeypatch):
    monkeypatch.setattr("wartable.bots.nets.quick_net.has_net", lambda game: False)
    bot = make_bot("hard", replace(metals, search_with="net"))
    assert isinstance(bot, SearchBot)
    assert bot.searcher.quick


@pytest.mark.parametrize("name", ["puct:0", "puct:10:leaf=new_node", "puct:10:mixing=2", "puct:fast"])
def test_a_search_that_cannot_be_is_refused(name):
    with pytest.raises(UnknownBot):
        check_bot(name)
    check_bot("puct:10:mixing=0.5:max_num_considered_actions=4")
