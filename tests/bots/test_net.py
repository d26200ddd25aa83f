"""The bot that asks a net."""

import pytest

from wartable.bots import bot_names, make_bot
from wartable.bots.nets.net import NoNet, facts_of, has_net, net_file, open_net
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
    """30 games, half in each seat; docs/training.md has more."""
    won = sum(play(metals, ["net", "greedy"], seed)[0] + play(metals, ["greedy", "net"], seed)[1] for seed in range(15))
    assert won >= 24


def test_equal_seeds_choose_equally(metals):
    assert play(metals, ["net", "random"], 3) == play(metals, ["net", "random"], 3)


def test_net_is_listed_where_it_can_play(metals):
    assert "net" in bot_names(metals)
    assert "net" not in bot_names()


def test_a_net_of_any_file_plays(metals, tmp_path):
    own = tmp_path / "own.onnx"
    own.write_bytes(net_file(metals).read_bytes())
    assert play(metals, [f"net:{own}", "random"], 3) == play(metals, ["net", "random"], 3)
    with pytest.raises(NoNet, match=r"there is no net .*other\.onnx$"):
        make_bot(f"net:{tmp_path}/other.onnx", metals)
    own.write_text("nothing")
    with pytest.raises(NoNet, match=r"own\.onnx cannot be opened as a net: "):
        make_bot(f"net:{own}", metals)


def test_a_game_without_a_net_says_so():
    for game in all_games():
        if not has_net(game):
            with pytest.raises(NoNet, match="has no net; `wartable train` makes one"):
                make_bot("net", game)


def test_every_game_has_a_small_net_that_plays_at_all_numbers_of_players(each_game):
    assert 0 < net_file(each_game).stat().st_size <= 8_000_000
    facts = facts_of(open_net(each_game))
    assert facts["seats"] == list(each_game.seats)
    assert facts["rules"] <= each_game.version
    for players in each_game.seats:
        match, bot = Match.start(each_game, players=players, seed=2), make_bot("net", each_game, 1)
        for _ in range(12):
            seat = match.due[0]
            match.play(seat, bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))


def test_a_net_that_does_not_fit_is_refused(metals, monkeypatch):
    monkeypatch.setattr("wartable.bots.nets.net.net_file", lambda game: metals.folder / "net.onnx")
    other = next(game for game in all_games() if game.name != metals.name)
    with pytest.raises(NoNet, match=r"net.onnx was made for game metals, and .* has game"):
        make_bot("net", other)
