"""The search: it wins what can be won, knows no more than its seat, keeps to its budget and its memory."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import wartable
from wartable.bots import Budget, Searcher, bot_names, make_bot
from wartable.bots.ladder import LEVELS, UnknownBot
from wartable.bots.search import mcts
from wartable.bots.search.mcts import Worker, make_ready
from wartable.bots.search.settings import END_OF_TURN, NEW_NODE, Settings
from wartable.bots.search.simulations import TURN_BITS, search
from wartable.bots.search.tree import ACTION_BITS, SEAT_BITS, child, slot_of
from wartable.compiler.decorators import interpreted
from wartable.core import generic, record
from wartable.core.actions import code
from wartable.core.frames import DEPTH, NATURE, first_due, is_due
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.registry import find_game
from wartable.testing import Table, check
from wartable.testing.check import LawBroken

from . import showdown
from .showdown.card import Card
from .showdown.state import FOLD, RAISE

FEW = "mcts:40"


def dealt(cards, choices=(0, 0, 0), seats=2):
    """A table of Showdown with these cards, where the seats with a choice have made it."""
    game = showdown.GAME
    match = Match.start(game, players=seats, real_dice=True)
    for seat in range(seats):
        match.play(NATURE, code(Card(cards[seat])))
    for seat in range(seats):
        if choices[seat]:
            match.play(seat, choices[seat])
    return match


def decision(name, match, seat, seed=5):
    return make_bot(name, match.game, seed).choose(match.observe(seat), match.box, seat, match.legal(seat))


def one_move_from_the_goal(metals):
    """Blue has 9 of 10 points, and a Metal beside a 1-point space."""
    table = Table(metals, rolls=["first-0"])
    table.play(0, "+a1n")
    table.play(1, "+e7s")
    table.s.sides[0].points = 9
    return table


@pytest.mark.parametrize("name", ["greedy", FEW, "mcts:400"])
def test_a_win_in_one_is_taken(metals, name):
    table = one_move_from_the_goal(metals)
    table.s.sides[0].metals[0].space = 1
    view, legal = table.view(0), list(table.codes(0).values())
    action = make_bot(name, metals, 1).choose(view, table.box, 0, legal)
    table.apply(0, action)
    assert table.ending == "goal", f"{name} played {action}"


def test_the_opponents_win_is_seen_coming(metals):
    """Orange would win with its next move: the search knows that its own chances are slim."""
    table = one_move_from_the_goal(metals)
    table.s.sides[1].points = 9
    table.s.sides[0].points = 0
    table.s.sides[1].metals[0].space = 33
    thought = Searcher(metals, 1, Budget(iterations=2000)).think(
        table.view(0), table.box, 0, list(table.codes(0).values())
    )
    assert thought.best.chance < 0.2
    assert thought.chances[1] > 0.8


def test_high_cards_raise_and_low_cards_fold():
    assert decision("mcts:600", dealt([3, 1]), 0) == RAISE
    assert decision("mcts:600", dealt([1, 3]), 0) == FOLD
    assert decision("mcts:600", dealt([3, 3, 3], seats=3), 1) == RAISE


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", ["random", "greedy", FEW])
def test_what_looks_the_same_is_decided_the_same(name, seats):
    """Other cards in other hands, other secret choices: the decision does not change."""
    for own in (1, 2, 3):
        found = set()
        for other in (1, 2, 3):
            for choice in (RAISE, FOLD):
                match = dealt([other, own, other], (choice, 0, 0), seats)
                found.add(decision(name, match, 1))
        assert len(found) == 1, f"{name} decides {found} with card {own}"


def test_what_looks_the_same_is_decided_the_same_in_every_game(each_game):
    """The law of hidden records, for bots: states filled in differently from one view give one decision."""
    from wartable.core import generic
    from wartable.core.numbers.chance import draw, generator

    names = ["random", "greedy", "mcts:12"]
    match = Match.start(each_game, players=each_game.seats[-1], seed=3)
    rng = generator(3)
    checked = 0
    while not match.is_over and checked < 4:
        seat = match.due[int(draw(rng, len(match.due)))]
        legal = match.legal(seat)
        if len(match.steps) % 3 == 0 and len(legal) > 1:
            view = match.observe(seat)
            filled = record.copy(view)
            generic.fill(filled, match.box, seat, generator(len(match.steps)))
            again = hidden(filled, match.box, seat)
            assert record.same(again, view)
            for name in names:
                first, second = (
                    make_bot(name, each_game, 9).choose(seen, match.box, seat, legal) for seen in (view, again)
                )
                assert first == second, f"{name}, seat {seat}, action {len(match.steps)}"
                assert first in legal
            assert record.same(match.observe(seat), view), "a bot has changed what it was shown"
            checked += 1
        match.play(seat, legal[int(draw(rng, len(legal)))])
    assert checked


def test_own_knowledge_is_used():
    """The control of the tests above: with another card of its own, a seat decides otherwise."""
    assert decision("mcts:600", dealt([2, 3]), 1) != decision("mcts:600", dealt([2, 1]), 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_equal_seeds_think_equally(metals, threads):
    match = Match.start(metals, seed=1)
    seat = match.due[0]
    name = f"mcts:200:threads={threads}:regret_threshold=0"
    thoughts = [
        make_bot(name, metals, seed).searcher.think(match.observe(seat), match.box, seat, match.legal(seat))
        for seed in (4, 4, 5, 6, 7)
    ]
    assert thoughts[0].candidates == thoughts[1].candidates
    assert thoughts[0].chances == thoughts[1].chances
    assert len({thought.best.action for thought in thoughts}) > 1, "equal moves are chosen between by the seed"
    assert thoughts[0].iterations == 200


def test_every_iteration_is_counted_and_chances_add_up(metals):
    match = Match.start(metals, seed=2)
    for _ in range(12):
        match.play(match.due[0], decision("greedy", match, match.due[0]))
    seat = match.due[0]
    searcher = Searcher(metals, 0, Budget(iterations=300), told={"regret_threshold": 0.0})
    thought = searcher.think(match.observe(seat), match.box, seat, match.legal(seat))
    assert sum(candidate.visits for candidate in thought.candidates) == 300
    assert sum(thought.chances) == pytest.approx(1)
    assert {candidate.action for candidate in thought.candidates} == set(match.legal(seat))
    most = max(candidate.visits for candidate in thought.candidates)
    trusted = [candidate for candidate in thought.candidates if 4 * candidate.visits >= most]
    assert thought.best.chance == max(candidate.chance for candidate in trusted)
    assert len(trusted) < len(thought.candidates), "most of the budget goes to few moves"


def test_the_root_is_searched_by_halving(metals):
    """Sixteen moves once, the better eight twice more, four of them four times, two eight times: 64 iterations."""
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    assert len(match.legal(seat)) >= 16
    thought = Searcher(metals, 0, Budget(iterations=64)).think(match.observe(seat), match.box, seat, match.legal(seat))
    visits = sorted((candidate.visits for candidate in thought.candidates if candidate.visits), reverse=True)
    assert visits == [15] * 2 + [7] * 2 + [3] * 4 + [1] * 8


def test_all_simulations_of_a_round_use_the_same_random_numbers(metals):
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    worker = Worker(metals, 1, 1 << 14)
    actions = np.array(match.legal(seat), np.int32)
    worker.look_at(match.observe(seat), 1)
    seeds = []
    for _ in range(17):
        worker.work(match.box, seat, actions, Settings(), 1, None)
        seeds.append(int(worker.workspace.round_seed[0]))
    assert len(set(seeds[:16])) == 1
    assert seeds[16] != seeds[0]


def test_every_turn_of_a_simulation_has_its_own_random_numbers(metals):
    """However much of it the turns before have used up."""
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    worker = Worker(metals, 1, 1 << 14)
    worker.look_at(match.observe(seat), 1)
    worker.work(match.box, seat, np.array(match.legal(seat), np.int32), Settings(), 1, None)
    assert int(first_due(worker.workspace.states[1])) == 1 - seat, "the simulation ends where the other one is asked"
    assert int(worker.workspace.round_rng[0]) == int(worker.workspace.round_seed[0]) ^ (1 << int(TURN_BITS))


def test_a_simulation_plays_the_own_turn_to_its_end():
    """At the start of Thrones a player lays out many figures, one after the other."""
    game = find_game("thrones")
    match = Match.start(game, seed=3)
    seat = match.due[0]
    actions = np.array(match.legal(seat), np.int32)
    asked = {}
    for whole in (0, 1, 2):
        worker = Worker(game, 1, 1 << 14)
        worker.look_at(match.observe(seat), 2)
        worker.work(match.box, seat, actions, Settings(leaf=whole), 1, None)
        asked[whole] = int(first_due(worker.workspace.states[1]))
    assert asked == {0: seat, 1: 1 - seat, 2: 1 - seat}


def test_a_simulation_with_few_expansions_ends_in_the_middle_of_the_own_turn():
    """With one expansion it gets no further than the first new position; with enough it carries the turn through."""
    game = find_game("thrones")
    match = Match.start(game, seed=3)
    seat = match.due[0]
    actions = np.array(match.legal(seat), np.int32)
    asked = {}
    for breath in (1, Settings().max_expansions):
        worker = Worker(game, 1, 1 << 14)
        worker.look_at(match.observe(seat), 2)
        worker.work(match.box, seat, actions, Settings(leaf=2, max_expansions=breath), 1, None)
        asked[breath] = int(first_due(worker.workspace.states[1]))
    assert asked == {1: seat, Settings().max_expansions: 1 - seat}


@pytest.mark.parametrize("whole", [1, 2])
def test_after_its_own_turn_a_simulation_goes_on_or_ends_there(whole):
    """What the other player may do is in the tree, or it is left to the judge."""
    game = find_game("thrones")
    match = Match.start(game, seed=3)
    seat = match.due[0]
    worker = Worker(game, 1, 1 << 14)
    worker.look_at(match.observe(seat), 2)
    actions = np.array(match.legal(seat), np.int32)
    worker.work(match.box, seat, actions, Settings(leaf=whole, regret_threshold=0.0), 3 if interpreted else 40, None)
    used = worker.tree.nodes[2 : int(worker.tree.used[0])]
    actors = {(int(key) >> ACTION_BITS) & 7 for key in used["key"]}
    assert actors - {NATURE} == ({seat} if whole == 2 else {seat, 1 - seat})


def test_a_battle_is_fought_to_its_end_before_a_walk_is_judged():
    """The defender's choices belong to the attacker's turn."""
    game = find_game("heroes")
    match = Match.start(game, seed=3)
    bots = [make_bot("greedy", game, seat) for seat in match.seats]
    while True:
        seat, s = match.due[0], match.full_state()
        legal = match.legal(seat)
        if s.in_battle and s.battle.armies[0].seat == seat and s.battle.armies[1].seat == 1 - seat and len(legal) > 1:
            break
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, legal))
    ended = {}
    for floor in (3, DEPTH):
        worker = Worker(game, 1, 1 << 14)
        worker.look_at(match.observe(seat), 1)
        worker.work(match.box, seat, np.array(legal, np.int32), Settings(leaf=2, turn_depth=floor), 1, None)
        ended[floor] = worker.workspace.states[1]["in_battle"] == 0
    assert ended == {3: True, DEPTH: False}


def test_where_all_act_at_once_the_searching_seat_does_first():
    """In Heroes all acquire at the same time: a plan is followed to its end, however slow the others are."""
    game = find_game("heroes")
    match = Match.start(game, seed=3)
    while list(match.due) != [0, 1]:
        match.play(match.due[0], match.legal(match.due[0])[0])
    begin = [action for action in match.legal(1) if match.notation(1, action) != "done"]
    worker = Worker(game, 1, 1 << 14)
    worker.look_at(match.observe(1), 1)
    worker.work(match.box, 1, np.array(begin, np.int32), Settings(leaf=2), 1, None)
    assert is_due(worker.workspace.states[1], 0)
    assert not is_due(worker.workspace.states[1], 1)


def test_a_game_says_how_it_is_searched(metals):
    kings = find_game("iron_kings")
    assert make_bot("mcts:10", metals).searcher.settings(2) == Settings()
    for name in ("easy", "hard", "mcts:10"):
        assert make_bot(name, kings).searcher.settings(2) == Settings(max_joint_seats=1, leaf=NEW_NODE)
    assert make_bot("mcts:10:max_joint_seats=2", kings).searcher.settings(2) == Settings(
        max_joint_seats=2, leaf=NEW_NODE
    )


def test_a_game_says_how_it_is_searched_with_many_players(metals):
    crowded = replace(
        metals, search={"leaf": "end_of_turn", "root_determinizations": 4}, search_crowded={"root_determinizations": 2}
    )
    assert make_bot("easy", crowded).searcher.settings(2) == Settings(leaf=END_OF_TURN, root_determinizations=4)
    assert make_bot("easy", crowded).searcher.settings(3) == Settings(leaf=END_OF_TURN, root_determinizations=2)
    assert make_bot("mcts:10:root_determinizations=3", crowded).searcher.settings(3) == Settings(
        leaf=END_OF_TURN, root_determinizations=3
    )


def test_a_misspelt_setting_of_a_game_is_told(metals):
    with pytest.raises(LawBroken, match="metals names hole; there are: max_num_considered_actions,"):
        check(replace(metals, search={"leaf": 1, "hole": 2}))
    with pytest.raises(LawBroken, match="metals names breadth; there are: max_num_considered_actions,"):
        check(replace(metals, search_crowded={"breadth": 2}))


def test_a_search_ends_early_when_no_more_is_to_be_won(metals):
    """A move that wins at once is seen soon; told to go on whatever it may win, the search uses all it has."""
    table = one_move_from_the_goal(metals)
    table.s.sides[0].metals[0].space = 1
    asked = (table.view(0), table.box, 0, list(table.codes(0).values()))
    budget = Budget(iterations=100 if interpreted else 3000)
    short = Searcher(metals, 1, budget).think(*asked)
    whole = Searcher(metals, 1, budget, told={"regret_threshold": 0.0}).think(*asked)
    assert whole.iterations == budget.iterations
    assert short.iterations == sum(candidate.visits for candidate in short.candidates)
    if not interpreted:
        assert 128 <= short.iterations < 1000
        assert short.best.action == whole.best.action


def test_with_more_seats_a_tree_follows_its_own_seat_alone(metals):
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    worker = Worker(metals, 1, 1 << 14)
    worker.look_at(match.observe(seat), 2)
    actions = np.array(match.legal(seat), np.int32)
    worker.work(match.box, seat, actions, Settings(max_joint_seats=1), 60 if interpreted else 1000, None)
    roots, actors = [0, 1], set()
    for number in range(2, int(worker.tree.used[0])):
        key = int(worker.tree.nodes[number].key)
        roots.append(roots[(key >> (ACTION_BITS + SEAT_BITS)) - 1])
        actor = (key >> ACTION_BITS) & 7
        assert actor in (roots[number], NATURE)
        actors.add(actor)
    assert {0, 1} <= actors, "both seats have chosen"


def test_only_the_given_actions_are_thought_of(metals):
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    some = match.legal(seat)[3:5]
    thought = Searcher(metals, 0, Budget(iterations=50)).think(match.observe(seat), match.box, seat, some)
    assert {candidate.action for candidate in thought.candidates} == set(some)


def test_the_tree_is_kept_where_the_position_comes_again(metals):
    """The opponent plays what the search expects: all that was found below it is still known."""
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    searcher = Searcher(metals, 0, Budget(iterations=100 if interpreted else 3000), told={"regret_threshold": 0.0})
    for _ in range(3):
        action = searcher.think(match.observe(seat), match.box, seat, match.legal(seat)).best.action
        tree = searcher.workers()[0].tree
        place = int(child(tree, 0, seat, action))
        match.play(seat, action)
        known = {reply: int(child(tree, place, 1 - seat, reply)) for reply in match.legal(1 - seat)}
        visits = {reply: int(tree.nodes[kid].visits) for reply, kid in known.items() if kid >= 0}
        reply = max(visits, key=lambda reply: visits[reply])
        match.play(1 - seat, reply)
        thought = searcher.think(match.observe(seat), match.box, seat, match.legal(seat), Budget(iterations=1))
        check_tree(searcher.workers()[0])
        assert searcher.reused
        assert visits[reply] > (1 if interpreted else 100)
        assert sum(candidate.visits for candidate in thought.candidates) == visits[reply], "the first ended there"


def test_another_position_starts_anew(metals):
    searcher = Searcher(metals, 0, Budget(iterations=100))
    for seed in (1, 2, 3, 4):
        match = Match.start(metals, seed=seed)
        seat = match.due[0]
        match.play(seat, match.legal(seat)[seed])
        seat = match.due[0]
        thought = searcher.think(match.observe(seat), match.box, seat, match.legal(seat))
        assert not searcher.reused
        assert sum(candidate.visits for candidate in thought.candidates) == 100


def check_tree(worker):
    """Every node but the roots is found by its key, and its parent stands before it."""
    tree = worker.tree
    for number in range(worker.trees, int(tree.used[0])):
        key = tree.nodes[number].key
        assert int(tree.slots[slot_of(tree, key)]) - 1 == number
        assert 0 <= (key >> (ACTION_BITS + SEAT_BITS)) - 1 < number


def test_memory_is_bounded_and_a_full_tree_still_decides(metals):
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    worker = Worker(metals, 1, 256)
    actions = np.array(match.legal(seat), np.int32)
    worker.look_at(match.observe(seat), 1)
    worker.work(match.box, seat, actions, Settings(), 2000 if not interpreted else 60, None)
    assert worker.tree.used[0] <= 256
    visits, _, _ = worker.root_visits(seat, [int(action) for action in actions])
    assert visits.sum() == (2000 if not interpreted else 60)
    check_tree(worker)


@pytest.mark.parametrize("name", list(LEVELS))
def test_a_level_states_its_memory(metals, name):
    searcher = make_bot(name, metals, 0, threads=1).searcher
    assert searcher.megabytes < 60
    budget = LEVELS[name].budget
    assert budget.nodes <= 1 << 20


@pytest.mark.skipif(interpreted, reason="without compiled code there is no search")
def test_a_time_budget_is_kept(metals, monkeypatch):
    """By a clock on which each iteration takes a millisecond."""
    made = 0

    def counted(*about):
        nonlocal made
        done = search(*about)
        made += done
        return done

    monkeypatch.setattr(mcts, "search", counted)
    monkeypatch.setattr(mcts, "time", SimpleNamespace(perf_counter=lambda: made / 1000))
    make_ready(metals)
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    searcher = Searcher(metals, 0, Budget(seconds=0.2), threads=1)
    thought = searcher.think(match.observe(seat), match.box, seat, match.legal(seat))
    assert thought.iterations == made == round(1000 * (0.2 - mcts.MARGIN_SECONDS))


@pytest.mark.skipif(interpreted, reason="interpreted code holds the interpreter's lock")
def test_searches_let_other_threads_run(metals):
    """While a search works, Python goes on: the compiled code does not hold the interpreter's lock."""
    make_ready(metals)
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    worker = Worker(metals, 1, 1 << 16)
    worker.look_at(match.observe(seat), 1)
    actions = np.array(match.legal(seat), np.int32)
    ticks, iterations = 0, 30_000
    with ThreadPoolExecutor(1) as pool:
        # Ever longer, for a machine that has its cores for others just then.
        while ticks <= 5 and iterations < 10_000_000:
            about = (worker.tree, worker.workspace, match.box, seat, 1, actions, iterations, worker.rng, Settings())
            task = pool.submit(search, *about)
            ticks, iterations = 0, 4 * iterations
            while not task.done():
                time.sleep(0.001)
                ticks += 1
    assert ticks > 5, "one call of the search, and Python was free meanwhile"


def test_names(metals):
    assert bot_names() == ["beginner", "easy", "medium", "hard", "random", "greedy"]
    for name in ("mcts:10", "mcts:0.5s", "mcts:10:threads=2:regret_threshold=0.01:max_joint_seats=1"):
        make_bot(name, metals)
    for name in (
        "deep-blue",
        "mcts",
        "mcts:",
        "mcts:0",
        "mcts:5:threads=0",
        "mcts:5:depth=3",
        "mcts:5:max_chance_outcomes=1.5",
        "mcts:5:root_determinizations=0",
    ):
        with pytest.raises(UnknownBot, match=r"bot"):
            make_bot(name, metals)


def test_a_single_legal_action_needs_no_thought(metals, monkeypatch):
    match = Match.start(metals, seed=2)
    seat = match.due[0]
    bot = make_bot("hard", metals, threads=1)
    monkeypatch.setattr(Searcher, "think", None)
    assert bot.choose(match.observe(seat), match.box, seat, match.legal(seat)[:1]) == match.legal(seat)[0]


def test_a_bot_that_misses_things_thinks_about_a_share_of_its_moves_and_never_less_than_two(metals):
    match = wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s"])
    bot, table = make_bot("mcts:4:notices=0.25", metals, seed=3), (match.observe(0), match.box, 0)
    pointless = metals.decisions.is_pointless
    moves = [action for action in match.legal(0) if not pointless(table[0], match.box, 0, action)]
    assert len(moves) < len(match.legal(0)), "nobody thinks of looking off the map"
    drawn = [bot.noticed(*table, match.legal(0)) for _ in range(100)]
    assert {len(each) for each in drawn} == {math.ceil(len(moves) / 4)}
    assert all(each == sorted(each) for each in drawn)
    assert len({tuple(each) for each in drawn}) > 40, "another share each time"
    assert set().union(*drawn) == set(moves)
    assert len(bot.noticed(*table, moves[:5])) == 2
    assert bot.noticed(*table, moves[:2]) == moves[:2]


def ends_with(match, action):
    after = record.copy(match.full_state())
    generic.apply(after, match.box, 0, action)
    return after.head.over != 0


def test_a_bot_that_misses_things_never_misses_a_win(metals):
    """Blue has nine points, and the way to the tenth lies open."""
    match = wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s"])
    edited = record.copy(match.full_state())
    edited.sides[0].points, edited.sides[0].metals[0].space = 9, 31
    match._state = edited
    view, moves = match.observe(0), match.legal(0)
    wins = [code for code in moves if ends_with(match, code)]
    bot = make_bot("mcts:4:notices=0.001", metals, seed=3)
    assert wins
    assert all(set(wins) & set(bot.noticed(view, match.box, 0, moves)) for _ in range(20))


def test_a_game_says_what_its_lower_levels_miss(metals):
    assert make_bot("hard", metals, threads=1).notices == 1
    game = replace(metals, notices={"beginner": 0.5})
    assert make_bot("beginner", game).notices == 0.5
    assert make_bot("easy", game).notices == LEVELS["easy"].notices
