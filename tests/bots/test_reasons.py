"""A reason is true: its moves are legal, and what it names happens when they are played, as often as it says."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import wartable
from wartable.bots import Budget, hint_at, position_of
from wartable.bots.advice import coach
from wartable.bots.advice.analysis import Decision, explained
from wartable.bots.advice.proof import happens
from wartable.bots.advice.reasons import (
    Foresight,
    Reason,
    Way,
    key_of,
    own_threats,
    prevented,
    reasons_against,
    reasons_for,
)
from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.core.match import Match, Move
from wartable.core.numbers.chance import generator
from wartable.core.record import copy
from wartable.core.registry import find_game
from wartable.guides.puzzles import Puzzle, load_mined, load_puzzles
from wartable.testing.puzzles import check_puzzles

GAMES = ["metals", "thrones", "city_of_iron", "iron_kings", "heroes"]
SMALL = Budget(iterations=60)
LONG_AGO = re.compile(r"\b(search|iterations?|evaluat|engine)\b")


def decisions(game: str, seed: int, every: int, most: int) -> Iterator[tuple[Match, int]]:
    """Positions of a match between weak bots, in which a single seat has a choice of several moves."""
    match, bot = wartable.new(game, seed=seed), wartable.bot("greedy", seed)
    made = 0
    while not match.is_over and most > 0:
        seat = match.due[0]
        # Before armies have met there is little to be said.
        is_on = made >= (5 if game == "metals" else 36)
        if is_on and len(match.due) == 1 and len(match.legal(seat)) > 3 and made % every == every - 1:
            most -= 1
            yield match, seat
        bot.play(match, seat)
        made += 1


def reasons_at(match: Match, seat: int) -> tuple[Foresight, list[Reason]]:
    """What is said for and against some moves of a position."""
    position = position_of(match, seat)
    foresight = Foresight(match.game, position.view, position.box, seat, match.players)
    look = coach.look_at(match, position, SMALL)
    others = [one.action for one in look.thought.candidates if one is not look.best][:4]
    found = reasons_for(foresight, look.plan.line, others)
    for action in others[-2:]:
        found += reasons_against(foresight, [Move(seat, action, "", "")], look.plan.line)
    return foresight, found


@pytest.mark.parametrize("game", GAMES)
def test_what_a_reason_names_happens_and_a_planted_one_does_not(game: str) -> None:
    """Reasons of many positions are true; with another move, or other odds, or at another place they are not."""
    said = 0
    for match, seat in decisions(game, 3, 9, 3 if game == "city_of_iron" else 6):
        foresight, found = reasons_at(match, seat)
        about = match.game, foresight.view, foresight.box, seat
        for reason in found:
            said += 1
            assert happens(*about, reason, match.players), reason
            assert not LONG_AGO.search(reason.text)
            assert "{" not in reason.text
            assert not happens(*about, _elsewhere(reason), match.players)
            if reason.way in (Way.AT_ONCE, Way.CAN):
                assert not happens(*about, replace(reason, chance=reason.chance / 2), match.players)
            impossible = replace(reason, played=((seat, match.game.action_count + 7), *reason.played[1:]))
            assert not happens(*about, impossible, match.players)
    assert said >= 1


def _elsewhere(reason: Reason) -> Reason:
    """The same of other pieces, places or amounts."""
    notes = tuple(
        replace(note, values=tuple(value + 61 for value in note.values), amount=note.amount + 17)
        for note in reason.notes
    )
    return replace(reason, notes=notes, like=frozenset())


@pytest.mark.parametrize("game", ["metals", "thrones"])
def test_a_quiet_move_threatens_or_prevents_something(game: str) -> None:
    """What it makes possible is not possible before, and what it prevents is possible now; otherwise it is false."""
    found: set[Way] = set()
    for match, seat in decisions(game, 2, 5, 14):
        position = position_of(match, seat)
        foresight = Foresight(match.game, position.view, position.box, seat, match.players)
        about = match.game, foresight.view, foresight.box, seat
        legal = match.legal(seat)
        for action in legal[:: max(1, len(legal) // 6)]:
            one = foresight.after([Move(seat, action, "", "")])
            for reason in [*own_threats(foresight, action)[:1], *prevented(foresight, action, one)[:1]]:
                found.add(reason.way)
                assert happens(*about, reason, match.players), reason
                assert "{" not in reason.text
                assert not happens(*about, _elsewhere(reason), match.players)
                turned = Way.PREVENTED if reason.way == Way.THREATENED else Way.THREATENED
                assert not happens(*about, replace(reason, way=turned), match.players)
    assert found == {Way.THREATENED, Way.PREVENTED}


@pytest.mark.parametrize("game", ["metals", "heroes"])
def test_reasons_of_the_next_moves_are_what_a_match_tells(game: str) -> None:
    """Played at the table, with the table's own log: what happens for certain is in it, word for word."""
    checked = 0
    for match, seat in decisions(game, 6, 3, 16):
        _, found = reasons_at(match, seat)
        assert not match.game.has_secrets
        for reason in found:
            if reason.chance < 1 or reason.way in (Way.ALWAYS, Way.MOSTLY, Way.THREATENED, Way.PREVENTED):
                continue
            real = match.copy()
            for actor, action in reason.played:
                real.play(actor, action)
            told = [one.note for step in real.steps[len(match.steps) :] for one in real.tell(step, seat)]
            keys = {key_of(note) for note in told if note}
            wanted = [{key_of(note)} for note in reason.notes] if not reason.like else [reason.like]
            assert all(keys & one for one in wanted), reason
            checked += 1
    assert checked


def test_what_every_move_brings_is_no_reason(metals) -> None:
    """Points that come whatever is done are not said of any move."""
    match = wartable.new(metals, real_dice=True, moves=["first-0", "+a1n", "+e7s", "a1-b1n", "e7-e6s", "b1-b2n"])
    match.play(1, "e6-e5s")
    position = position_of(match, 0)
    foresight = Foresight(match.game, position.view, position.box, 0, match.players)
    legal = match.legal(0)
    elsewhere = [action for action in legal if match.notation(0, action).startswith("+")]
    stays = reasons_for(foresight, [Move(0, elsewhere[0], "", "")], elsewhere[1:])
    assert not any("b2" in reason.text for reason in stays)
    leaves = next(action for action in legal if match.notation(0, action).startswith("b2-"))
    lost = reasons_for(foresight, [Move(0, elsewhere[0], "", "")], [leaves])
    assert any("gains 1 point on b2" in reason.text for reason in lost)


def test_what_is_wrong_is_said_and_nothing_of_what_is_better(metals) -> None:
    """A damaged Metal that walks into sight is defeated: by whom is said, and no other move is named."""
    puzzle = next(one for one in load_puzzles(metals) if one.name == "two-roads")
    match = puzzle.lesson.open(0)
    moves = {move.notation: move for move in match.moves(0)}
    decision = Decision(len(match.steps), moves["d4-e4n"], moves["d4-c4n"], 0.3, 0.9, (0.3, 0.7))
    match.play(0, "d4-e4n")
    text = " ".join(explained(match, decision).wrong)
    assert "Orange's Metal on e1 attacks e4. Blue's Metal on e4 is defeated" in text
    assert "c4" not in text


def test_a_hint_says_why() -> None:
    match, bot = wartable.new("metals", seed=3), wartable.bot("greedy", 3)
    said = []
    while not match.is_over:
        seat = match.due[0]
        if seat != NATURE and len(match.legal(seat)) > 3:
            said.append(hint_at(match.game, position_of(match, seat), SMALL).why)
        bot.play(match, seat)
    assert sum(map(bool, said)) > len(said) / 3


def test_nothing_that_is_hidden_makes_a_reason() -> None:
    """At two tables that look the same to a seat the same is said."""
    for match, seat in decisions("iron_kings", 4, 11, 2):
        other = match.copy()
        secret = copy(match.observe(seat))
        generic.fill(secret, match.box, seat, generator(99))
        other._state = secret
        assert other.observe(seat).tobytes() == match.observe(seat).tobytes()
        assert [one.text for one in reasons_at(match, seat)[1]] == [one.text for one in reasons_at(other, seat)[1]]


# Mined puzzles


def wrong_words(puzzle: Puzzle) -> list[str]:
    """What a puzzle says to wrong tries and is not what the rules' notes tell."""
    lesson = puzzle.lesson
    match, step = lesson.open(0), lesson.steps[0]
    foresight = Foresight(lesson.game, match.observe(lesson.seat), match.box, lesson.seat, match.players)
    answer = [Move(lesson.seat, match.parse(lesson.seat, step.do), "", "")]
    found = []
    for text, said in step.tries.items():
        line = [Move(lesson.seat, match.parse(lesson.seat, text), "", "")]
        if said not in [reason.text for reason in reasons_against(foresight, line, answer)]:
            found.append(said)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_mined_puzzles_say_what_would_happen(game: str) -> None:
    mined = load_mined(wartable.new(game).game)
    for puzzle in mined[:: max(1, len(mined) // 3)]:
        assert wrong_words(puzzle) == []
        planted = replace(puzzle.lesson.steps[0], tries={puzzle.answers[0]: "Nothing of this is so."})
        lesson = replace(puzzle.lesson, steps=(planted, *puzzle.lesson.steps[1:]))
        assert wrong_words(replace(puzzle, lesson=lesson))
    assert [puzzle.name for puzzle in mined] == [f"m{number}" for number in range(1, len(mined) + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_mined_puzzles_hold(game: str) -> None:
    check_puzzles(find_game(game), mined=1_000)
