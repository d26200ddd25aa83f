"""One evaluator: hint, coach and analysis never contradict each other; and what a coach says."""

import pytest

import wartable
from tests.hooks import hook
from wartable.bots import Budget, Evaluator, make_bot, make_hint, position_of
from wartable.bots.advice import coach
from wartable.bots.advice.analysis import analyse
from wartable.bots.advice.evaluation import calibrated, part_of
from wartable.bots.advice.hint import Look
from wartable.bots.nets.quick_net import strongest_search
from wartable.bots.search.mcts import Candidate, Thought
from wartable.bots.search.principal_variation import Plan
from wartable.compiler.mode import reading
from wartable.core.match import Match, Move
from wartable.core.record import copy
from wartable.core.registry import all_games, find_game
from wartable.guides.lessons import load_lessons

from ..conftest import ROOT

SMALL = Budget(iterations=60)


def hinted_match(game, budget, decisions, seed=5):
    """A match in which everybody plays what the hint says, for so many decisions."""
    match = Match.start(game, seed=seed)
    for _ in range(decisions):
        if match.is_over:
            break
        seat = match.due[0]
        hint = make_hint(game, match.observe(seat), match.box, seat, match.legal(seat), budget)
        match.play(seat, hint.best.action)
    return match


def at_the_goal(metals):
    """Both need a point and have one within reach; Blue is to move."""
    match = wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s"])
    edited = copy(match.full_state())
    for seat, space in enumerate((1, 31)):
        edited.sides[seat].points = 9
        edited.sides[seat].metals[0].space = space
    match._state = edited
    return match


def test_a_match_played_by_hints_alone_has_no_mistakes(metals):
    match = hinted_match(metals, SMALL, 60)
    analysis = analyse(match, iterations=60)
    assert len(analysis.decisions) > 8
    assert analysis.mistakes() == []


def test_where_the_strongest_level_has_a_net_so_have_hints_and_the_analysis():
    """Also there a match that is played by hints alone has no mistakes."""
    game = next(game for game in all_games() if strongest_search(game) == "quick")
    match = hinted_match(game, SMALL, 5)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    bot = make_bot("hard", game, 0)
    bot.searcher.budget, bot.searcher.threads = Budget(iterations=60), 1
    assert make_hint(game, *asked, SMALL).best.action == bot.choose(*asked), "a hint is what the level would play"
    analysis = analyse(match, iterations=60)
    assert len(analysis.decisions) == 5
    assert analysis.mistakes() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["thrones", "city_of_iron", "iron_kings", "heroes"])
def test_no_game_calls_its_own_hints_mistakes(name):
    budget = Budget(iterations=200)
    match = hinted_match(find_game(name), budget, 60)
    assert analyse(match, iterations=200).mistakes() == []


def test_equal_positions_are_thought_of_equally_whatever_was_thought_before(metals):
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    evaluator = Evaluator(metals, SMALL)
    first = evaluator.think(*asked)
    again = evaluator.think(*asked)
    assert (first.candidates, first.chances) == (again.candidates, again.chances)
    assert make_hint(metals, *asked, SMALL).best.action == first.best.action


def test_a_move_gives_nothing_away_where_the_first_look_saw_no_difference(metals):
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat, match.legal(seat)
    evaluator = Evaluator(metals, SMALL)
    thought = evaluator.think(*asked)
    near = [one.action for one in thought.candidates[1:] if thought.best.chance - one.chance < 0.03]
    assert near, "all four corners are alike at the start"
    verdict = evaluator.compare(*asked, near[0], thought)
    assert (verdict.best, verdict.loss) == (near[0], 0.0)


def test_part_of_a_budget():
    assert part_of(Budget(iterations=1, seconds=2.0), 0.5) == Budget(iterations=1, seconds=1.0)
    assert part_of(Budget(seconds=2.0), 0.5) == Budget(seconds=1.0)


def test_the_main_line_begins_with_the_move_and_can_be_played(metals):
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    asked = match.observe(seat), match.box, seat
    evaluator = Evaluator(metals, Budget(iterations=400))
    thought = evaluator.think(*asked, match.legal(seat))
    line = evaluator.line(*asked, thought.best.action)
    assert line[0].action == thought.best.action
    assert len(line) > 1 and line[1].seat != seat
    for move in line:
        match.play(move.seat, move.action)


def test_a_coach_warns_of_a_blunder_and_of_nothing_else(metals):
    match = at_the_goal(metals)
    position = position_of(match, 0)
    look = coach.look_at(match, position, SMALL)
    wins, throws = match.parse(0, "b1-b2n"), match.parse(0, "b1-a1n")
    verdict = coach.weigh(match, position, look, throws, SMALL)
    assert coach.is_blunder(verdict)
    assert verdict.chance_best > 0.95 and verdict.best != throws
    assert not coach.is_blunder(coach.weigh(match, position, look, wins, SMALL))


def walk_to(match, *touched):
    """What a hand means that touches a hero and a space further away."""
    game, box = match.game, match.box
    return lambda seen: next(iter(hook(game.view.route)(seen, box, 0, touched)), None)


def test_a_walk_and_an_order_are_followed_to_their_last_action():
    lesson = load_lessons(find_game("heroes"))[0]
    words = lesson.game.words
    with reading():
        exploring = lesson.open(7)
        position = position_of(exploring, 0)
        last, action = coach.foresee(exploring, position, walk_to(exploring, "hero-0-0", "space-a1"))
        assert words.label(last.view, last.box, 0, action) == "Alda moves to a1, a resource"
        morning = lesson.open(4)
        position = position_of(morning, 0)
        sheet = hook(lesson.game.view.sheets)(position.view, position.box, 0)[0]
        last, action = coach.foresee(
            morning, position, lambda seen: hook(lesson.game.view.order)(seen, position.box, 0, sheet.id, (6,))
        )
        assert words.label(last.view, last.box, 0, action) == "Recruit 1 goblin in Wolfton for 1 coin"
        assert last.view.cities[0].garrison[0] == 5


@pytest.mark.parametrize(("after_walk", "is_blunder"), [(0.3, True), (0.85, False)])
def test_a_walk_is_weighed_by_the_chance_at_its_end(monkeypatch, after_walk, is_blunder):
    match = load_lessons(find_game("heroes"))[0].open(7)
    with reading():
        position = position_of(match, 0)
        intent = walk_to(match, "hero-0-0", "space-a1")
        first, best = intent(position.view), position.legal[-1]
        thought = Thought((Candidate(best, 1, 0.9),), (0.9, 0.1), 1, 0.0)
        look = Look(thought, Plan((Move(0, best, "", ""),), {}, (), 0.9))
        chances = {best: (0.9, 0.1), coach.foresee(match, position, intent)[1]: (after_walk, 1 - after_walk)}
        monkeypatch.setattr(Evaluator, "value_after", lambda self, view, box, seat, action: chances[action])
        verdict = coach.weigh_intent(match, position, look, coach.intended_by(match, position, intent))
    assert (verdict.action, verdict.chance) == (first, calibrated(match.game, 2, after_walk))
    assert coach.is_blunder(verdict) == is_blunder
    assert verdict.best == (best if is_blunder else first)


def test_a_coach_says_what_is_asked_why_one_would_and_what_the_other_did(metals):
    match = wartable.new(metals, players=["Ada", "Bot"], real_dice=True, moves=["first-1", "+a1n"])
    position = position_of(match, 0)
    advice = coach.advise(match, position, coach.look_at(match, position, Budget(iterations=300)))
    assert advice.asked == "Deploy a Metal on a corner"
    assert 1 <= len(advice.moves) <= 3
    assert advice.line[0].startswith("Bot: ")
    assert advice.told[0] == "Bot deploys on a1, facing north."
    assert advice.last is not None


def test_a_coach_names_what_anothers_move_threatens_and_nothing_that_was_there_before():
    """A lancer that comes beside the throne threatens it: said of the move that brought it there, not of the next."""
    match = wartable.load(ROOT / "tests" / "games" / "thrones" / "golden" / "throne_removed.jsonl")
    said: list[str] = []
    for step in match.steps:
        if step.seat in (0, 1) and not step.forced:
            said += coach.comment_on(match, 1 - step.seat, step)
    threats = [text for text in said if text.startswith("A threat: ")]
    assert any("is removed" in text for text in threats)
    assert not any("search" in text for text in said)


def test_a_coach_tells_nothing_of_moves_that_a_seat_may_not_know():
    """While both lay out in secret there is nothing to be told of the other."""
    thrones = find_game("thrones")
    match = Match.start(thrones, seed=1)
    match.play(1, match.legal(1)[0])
    assert coach.last_of_others(match, 0) is None
