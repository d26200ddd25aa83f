"""The bot that asks a net."""

import numpy as np
import pytest

from wartable.bots import bot_names, make_bot
from wartable.bots.net import NetBot, NoNet, has_net, open_net
from wartable.core.match import Match
from wartable.core.registry import all_games


def play(game, names, seed):
    match = Match.start(game, seed=seed)
    bots = [make_bot(name, game, seed * 10 + seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    assert match.outcome is not None
    return match.outcome.scores


def test_the_net_beats_greedy_in_most_games(metals):
    """30 games, half in each seat; over 1,000 it was 98 % (docs/learning.md)."""
    won = sum(play(metals, ["net", "greedy"], seed)[0] + play(metals, ["greedy", "net"], seed)[1] for seed in range(15))
    assert won >= 24


def test_equal_seeds_choose_equally(metals):
    assert play(metals, ["net", "random"], 3) == play(metals, ["net", "random"], 3)


def test_winning_at_once_is_worth_the_most(metals):
    """The end of the match is judged exactly, not by the net."""
    match = Match.start(metals, seed=1)
    seat = match.due[0]
    view = match.observe(seat)
    view.sides[seat].points = 9
    metal = view.sides[seat].metals[0]
    metal.space, view.sides[seat].pool = 10, 2
    bot = NetBot(metals, open_net(metals), 1)
    legal = [
        action
        for action in range(metals.action_count)
        if match.game.functions["refusal"](view, match.box, seat, action) == 0
    ]
    values = bot.values(view, match.box, seat, legal)
    winning = [row for row, action in enumerate(legal) if "-a4" in metals.words.notation(view, match.box, seat, action)]
    assert winning
    assert (values[winning] == 1).all()
    assert np.abs(values).max() <= 1


def test_net_is_listed_where_it_can_play(metals):
    assert "net" in bot_names(metals)
    assert "net" not in bot_names()


def test_a_game_without_a_net_says_so():
    for game in all_games():
        if not has_net(game):
            with pytest.raises(NoNet, match="has no net; `wartable train` makes one"):
                make_bot("net", game)


def test_a_net_that_does_not_fit_is_refused(metals, tmp_path, monkeypatch):
    monkeypatch.setattr("wartable.bots.net.net_file", lambda game: metals.folder / "net.onnx")
    other = next((game for game in all_games() if game.feature_count != metals.feature_count), None)
    if other is not None:
        with pytest.raises(NoNet, match="features; the game has"):
            make_bot("net", other)
