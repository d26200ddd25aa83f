"""Games write `{0}` for the player in seat 0. Whoever shows a text puts the name in: no placeholder gets out."""

import json
import re
from collections.abc import Iterator

import wartable
from wartable.adapters.desk import Desk
from wartable.bots import Budget, hint_at, position_of
from wartable.bots.advice.analysis import decisions_of, hinted
from wartable.bots.programs.protocol import choose
from wartable.core.game import Game
from wartable.core.match import Match

PLACEHOLDER = re.compile(r"\{\d\}")
QUICK = Budget(iterations=16)


def positions(game: Game) -> Iterator[Match]:
    """Some positions of a match between bots, of as many players as can be."""
    match = wartable.new(game, [f"Player{seat}" for seat in range(game.seats[-1])], seed=4)
    bot = wartable.bot("greedy", 1)
    for number in range(60):
        if match.is_over:
            return
        if number % 6 == 0:
            yield match.copy()
        bot.play(match)


def test_python_shows_names(each_game):
    for match in positions(each_game):
        seat = match.due[0]
        seen = match.see(seat)
        texts = [str(match), seen.board, seen.prompt, seen.goal, *seen.log, repr(seen.moves), repr(match.moves())]
        texts += [str(match.observe(seat)), seen.phases.when if seen.phases else "", seen.draw(), wartable.draw(match)]
        texts += [str(wartable.observation(match)), json.dumps(seen.notes_json())]
        assert not [text for text in texts if PLACEHOLDER.search(text)]


def test_hints_and_analyses_show_names(each_game):
    for match in list(positions(each_game))[-1:]:
        seat = match.due[0]
        hint = hint_at(each_game, position_of(match, seat), QUICK)
        decision = hinted(match, decisions_of(match)[-1], QUICK)
        assert not PLACEHOLDER.search(f"{hint} {hint!r} {decision!r}")


def test_programs_are_shown_names(each_game):
    for match in positions(each_game):
        seat = match.due[0]
        question = choose(each_game, match.observe(seat), match.box, seat, match.legal(seat), 1, 1.0)
        assert not PLACEHOLDER.search(json.dumps(question))


def test_environments_show_names(each_game):
    import pyspiel

    from wartable.adapters.openspiel import NAMES

    name = f"python_wartable_{each_game.name}"
    assert name in NAMES
    players = each_game.seats[-1]
    state = pyspiel.load_game(f"{name}(players={players})").new_initial_state()
    assert not PLACEHOLDER.search(str(state))
    desk = Desk(each_game, {}, players)
    desk.reset(1)
    assert not PLACEHOLDER.search(desk.board(0) + desk.scene_svg(0))
    assert "Seat 1" not in desk.scene_svg(0)
