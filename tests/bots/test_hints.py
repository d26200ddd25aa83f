"""A hint stands by its word: it plans a turn, goes on with the plan, and asks nobody to undo what it asked for."""

from random import Random

import pytest

import wartable
from wartable.bots import Hint, position_of
from wartable.bots.advice.hint import make_hint
from wartable.bots.repetition import digest
from wartable.bots.search.mcts import Budget
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.record import copy
from wartable.testing.habits import returns

from ..conftest import ROOT

GAMES = ["metals", "thrones", "city_of_iron", "iron_kings", "heroes"]


def follow_hints(game: str, seed: int, hints: int, iterations: int) -> Match:
    """A match in which the first seat plays every hint, against a weak bot; it ends after so many hints."""
    match, easy = wartable.new(game, seed=seed), wartable.bot("greedy", seed)
    while not match.is_over and hints > 0:
        seat = match.due[0]
        if seat == 0:
            match.play(0, wartable.hint(match, 0, iterations=iterations, seconds=None).best.action)
            hints -= 1
        else:
            easy.play(match, seat)
    return match


def undone(match: Match, seat: int) -> list[str]:
    """The moves that lead back to where the seat has been in the same turn."""
    return [match.see(seat).notation(step) or "" for step in returns(match, seat)]


@pytest.mark.parametrize("game", GAMES)
def test_following_hints_never_undoes_a_hinted_move(game: str) -> None:
    assert undone(follow_hints(game, 1, 32, 150), 0) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("game", GAMES)
def test_following_hints_through_whole_matches_never_undoes_one(game: str, seed: int) -> None:
    match = follow_hints(game, seed, 1_000, 200)
    assert undone(match, 0) == []


def at_a_purchase() -> Match:
    """A match of City of Iron in which the first seat chooses what to buy."""
    match, bot = wartable.new("city_of_iron", seed=1), wartable.bot("greedy", 1)
    while not any(move.notation == "buy-explorer" for move in match.moves(0)):
        bot.play(match)
    return match


def hint(match: Match, iterations: int = 400) -> Hint:
    return wartable.hint(match, 0, iterations=iterations, seconds=None)


def test_a_hint_plans_a_whole_purchase_and_the_next_goes_on_with_it() -> None:
    match = at_a_purchase()
    first = hint(match)
    assert first.plan[0] == first.best
    assert first.plan[-1].notation == "done"
    for left in range(len(first.plan)):
        assert hint(match).plan == first.plan[left:]
        match.play(0, first.plan[left].action)
    assert match.game.family_of(match.steps[-1].action) != "buy"


def test_what_a_player_did_otherwise_may_be_taken_back() -> None:
    """It may have been a mistake; what the hint then asks for is not undone either."""
    match = at_a_purchase()
    asked = hint(match).best.notation
    own = next(move for move in match.moves(0) if move.notation.startswith("buy-") and move.notation != asked)
    match.play(0, own.action)
    position = position_of(match, 0)
    assert own.action in position.onward(match.game), "the same touch puts it back"
    position.promise({digest(position.view): own.action})
    match.play(0, own.action)
    assert own.action not in position_of(match, 0).onward(match.game)


def test_what_a_hint_asked_for_is_not_put_back() -> None:
    match = at_a_purchase()
    bought = hint(match).best
    match.play(0, bought.action)
    position = position_of(match, 0)
    assert bought.action in position.legal
    assert bought.action not in position.onward(match.game)


@pytest.mark.parametrize("way", ["let-always", "ask-me"])
def test_how_a_player_wants_to_be_asked_is_no_advice(way: str) -> None:
    match = wartable.load(ROOT / "tests" / "games" / "thrones" / "golden" / "throne_removed.jsonl")
    played = [(step.seat, match.notation(step.seat, step.action)) for step in match.steps]
    number = next(number for number, (_, notation) in enumerate(played) if notation == way)
    asked = match.steps[number]
    match.cut(number)
    position = position_of(match, asked.seat)
    assert asked.action in position.legal
    assert set(position.onward(match.game)) == set(position.legal) - {asked.action}


def test_the_best_move_comes_first_and_the_others_follow_by_their_chance() -> None:
    match, bot = wartable.new("city_of_iron", seed=3), wartable.bot("greedy", 3)
    lists: list[list[float]] = []
    while len(lists) < 12:
        if match.due[0] == 0:
            lists.append([one.chance for one in hint(match, 60).moves])
        bot.play(match)
    assert all(chances == sorted(chances, reverse=True) for chances in lists)
    assert any(len(chances) == 3 for chances in lists)


def test_of_moves_that_all_win_the_shortest_way_is_hinted(metals: Game) -> None:
    """A point is needed and within reach; nearly everything else wins as surely, and later."""
    match = wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s"])
    edited = copy(match.full_state())
    edited.sides[0].points, edited.sides[0].metals[0].space = 9, 1
    match._state = edited
    best = hint(match).best
    match.play(0, best.action)
    assert match.is_over and match.outcome is not None and match.outcome.winners == (0,)


def test_hints_of_one_match_are_nothing_to_another() -> None:
    match, other = at_a_purchase(), at_a_purchase()
    bought = hint(match).best.action
    match.play(0, bought)
    other.play(0, bought)
    assert bought not in position_of(match, 0).onward(match.game)
    assert bought in position_of(other, 0).onward(other.game)


@pytest.mark.parametrize("seed", [1, 14, 15, 24, 28, 35])
def test_no_choice_of_a_hint_is_pointless(metals, seed):
    """A search of few iterations likes to look off the map: such moves were second or third choices here."""
    rng, match = Random(seed), Match.start(metals, players=2, seed=seed)
    for _ in range(rng.randrange(2, 16)):
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    seat = match.due[0]
    about = match.observe(seat), match.box, seat
    found = make_hint(metals, *about, match.legal(seat), Budget(iterations=60), seed=seed)
    assert not [one.move.notation for one in found.moves[1:] if metals.decisions.is_pointless(*about, one.move.action)]
