"""Bots have no bad habits: no move only undoes the last one, and no win is left lying."""

from typing import cast

import numpy as np
import pytest

import wartable
from wartable.bots import make_bot
from wartable.bots.repetition import RepetitionGuard, after, question, seen_after
from wartable.bots.search.mcts import ThinkingBot
from wartable.core.match import Match
from wartable.core.record import copy
from wartable.core.registry import find_game
from wartable.guides.changes import goes_round
from wartable.testing import LawBroken, check_habits, habits


def opened(metals, *more):
    return wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s", *more])


def test_a_move_that_is_taken_back_is_found_whatever_the_other_did(metals):
    match = opened(metals, "a1-b1n", "e7-e6s", "b1-a1n")
    assert habits(match).undone == (match.steps[-1].number,)
    assert habits(match).in_vain == (), "the other has moved meanwhile"
    with pytest.raises(LawBroken, match=r"b1-a1n only undoes its last one"):
        check_habits(match)


def test_a_move_that_does_more_than_take_back_is_none(metals):
    for last in ("b1-a1e", "b1-c1n"):
        match = opened(metals, "a1-b1n", "e7-e6s", last)
        assert habits(match).undone == ()
        check_habits(match)


def test_what_leads_back_to_the_same_table_is_in_vain(metals):
    """As if the other did nothing in between."""
    match = opened(metals, "a1-b1n")
    back = opened(metals, "a1-b1n", "e7-e6s", "b1-a1n").steps[-1]
    match.restore(0, back.action, False, match.steps[-1].before)
    assert len(habits(match).undone) == len(habits(match).in_vain) == 1


def test_a_win_that_is_left_lying_is_found(metals):
    """Both need a point and have one within reach; Blue does something else."""
    match = opened(metals)
    edited = copy(match.full_state())
    for seat, space in enumerate((1, 31)):
        edited.sides[seat].points = 9
        edited.sides[seat].metals[0].space = space
    match._state = edited
    match.move("b1-a1n")
    assert (habits(match).at_hand, habits(match).missed) == (1, (match.steps[-1].number,))
    with pytest.raises(LawBroken, match="leaves a win lying"):
        check_habits(match)


def self_play(game, name, seed, most):
    match = Match.start(game, seed=seed)
    bots = [make_bot(name, game, 8 * seed + seat, threads=1) for seat in match.seats]
    while not match.is_over and len(match.steps) < most:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


@pytest.mark.parametrize("name", ["greedy", "beginner", "easy", "medium"])
def test_bots_keep_the_law_through_whole_matches(metals, name):
    """Without their memory of the last move and their eye for wins, the levels break it here."""
    matches = [self_play(metals, name, seed, 400) for seed in range(8)]
    assert sum(habits(match).decisions for match in matches) > 100
    for match in matches:
        check_habits(match)


def test_greedy_does_not_change_its_mind_to_and_fro_at_any_game(each_game):
    check_habits(self_play(each_game, "greedy", 1, 80))


def test_a_bot_that_would_take_its_move_back_plays_the_best_of_the_others(metals):
    match, last = opened(metals), RepetitionGuard(metals, 1)
    first = match.parse(0, "a1-b1n")
    view, moves = match.observe(0), match.legal(0)
    assert last.settle(view, match.box, 0, moves, first, min) == first
    match.move("a1-b1n", "e7-e6s")
    back, moves = match.parse(0, "b1-a1n"), match.legal(0)
    asked = []

    def again(others):
        asked.extend(others)
        return others[0]

    assert last.settle(match.observe(0), match.box, 0, moves, back, again) == asked[0]
    assert set(asked) == set(moves) - {back}


def test_a_search_comes_to_no_position_twice(metals):
    match, last = opened(metals), RepetitionGuard(metals, 1, strict=False)
    view, moves = match.observe(0), match.legal(0)
    last.settle(view, match.box, 0, moves, moves[0], min)
    assert not last._goes_nowhere(view, view, match.box, 0, moves[1])
    last.been.append(seen_after(view, match.box, 0, moves[1]).tobytes())
    assert last._goes_nowhere(view, view, match.box, 0, moves[1]), "it has been there"


@pytest.mark.parametrize("name", ["mcts:8", "puct:16", "greedy"])
def test_a_bot_takes_nothing_back_in_a_turn_that_it_has_just_done(name):
    """City of Iron lets one lay cards and choose purchases, and take that back."""
    match = self_play(find_game("city_of_iron"), name, 5, 300)
    assert habits(match).in_vain == ()
    assert not [step for step in match.steps if match.game.family_of(step.action) == "back"]


@pytest.mark.parametrize(
    ("changes", "round"),
    [
        ([(2, -2, 1), (-1, 1, 1), (-1, 1, 1)], True),
        ([(5, 0, 0), (2, -2, 1), (-1, 1, 0), (-1, 1, 1)], True),
        ([(2, -2, 0), (-1, 1, 0)], False),
        ([(2, -2, 3), (-2, 2, 3)], False),
        ([(0, 0, 1), (0, 0, 1)], False),
        ([(2, -2, 1)], False),
        ([(2, -2, -1), (-2, 2, -1)], True),
        ([(2, -2, -1), (-1, 1, -1), (-1, 1, -1)], True),
        ([(2, -2, -1), (-2, 2, 0)], False),
    ],
)
def test_a_circle_leaves_nothing_but_what_is_counted(changes, round):
    *earlier, last = (np.array(change) for change in changes)
    assert goes_round(earlier, last) == round


def test_whoever_busies_itself_with_one_question_comes_to_an_end():
    """Heroes lets one move troops to and fro for ever; this one likes best what asks the same again."""
    game, longest = find_game("heroes"), 0
    match, last = Match.start(game, seed=3), RepetitionGuard(game, 1, patience=8)
    likes_to_stay = dawdling(match)
    while not match.is_over and len(match.steps) < 600:
        seat = match.due[0]
        view, legal = match.observe(seat), match.legal(seat)
        best = likes_to_stay(legal)
        match.play(seat, last.settle(view, match.box, seat, legal, best, likes_to_stay) if seat == 0 else legal[-1])
        longest = max(longest, len(last.run))
    assert match.is_over
    assert longest < 16


def dawdling(match):
    def choose(legal):
        seat = match.due[0]
        now, world = question(match.observe(seat)), match.full_state()
        return next((one for one in legal if question(after(world, match.box, seat, one)) == now), legal[0])

    return choose


@pytest.mark.parametrize(("name", "seed"), [("metals", 1), ("city_of_iron", 2), ("iron_kings", 3)])
def test_who_overlooks_things_makes_no_pointless_move(name: str, seed: int) -> None:
    """Facing off the map, most coins for a bid, a worker where nothing lies: such moves are legal, and nobody's."""
    match, bot = wartable.new(name, seed=seed), wartable.bot("greedy", seed)
    level = cast(ThinkingBot, make_bot("easy", match.game, seed))
    pointless = match.game.decisions.is_pointless
    met = 0
    for _ in range(60):
        if match.is_over:
            break
        seat = match.due[0]
        about = match.observe(seat), match.box, seat
        legal = match.legal(seat)
        sensible = [action for action in legal if not pointless(*about, action)]
        if 1 < len(sensible) < len(legal):
            met += 1
            assert set(level.noticed(*about, legal)) <= set(sensible)
        bot.play(match, seat)
    assert met
