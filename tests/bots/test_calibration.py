"""What is said of winning comes true: one power for each game and player count, and a command that measures it."""

import json
from pathlib import Path

import pytest

from benchmarks.calibration import Said, fit, likeliest, listen, loss, play, tenths
from wartable.bots import Budget, make_hint
from wartable.bots.advice.evaluation import (
    FILE,
    calibrated,
    calibrated_chances,
    power_of,
    search_of,
    shared_out,
    sharpened,
)
from wartable.core.game import Game
from wartable.core.match import Match

CHANCES = [number / 20 for number in range(21)]


def test_every_game_has_measured_powers(each_game: Game) -> None:
    assert 0.5 < power_of(each_game, each_game.seats[0]) < 2.0
    assert power_of(each_game, each_game.seats[0]) != 1.0
    assert power_of(each_game, 7) == 1.0


@pytest.mark.parametrize("power", [0.5, 1.0, 1.8])
@pytest.mark.parametrize("players", [2, 4])
def test_chances_keep_their_order_and_are_shared_out_whole(power: float, players: int) -> None:
    found = [sharpened(chance, players, power) for chance in CHANCES]
    assert found == sorted(found) and (found[0], found[-1]) == (0.0, 1.0)
    assert sharpened(1 / players, players, power) == pytest.approx(1 / players)
    assert sum(shared_out((0.6, 0.3, 0.1), power)) == pytest.approx(1.0)


def test_a_hint_says_the_chance_that_comes_true(metals: Game) -> None:
    match = Match.start(metals, seed=1)
    seat, budget = match.due[0], Budget(iterations=200)
    view, legal = match.observe(seat), match.legal(seat)
    hint = make_hint(metals, view, match.box, seat, legal, budget)
    thought = search_of(metals, 0, budget).think(view, match.box, seat, legal)
    raw = next(one.chance for one in thought.candidates if one.action == hint.best.action)
    assert hint.moves[0].chance == pytest.approx(calibrated(metals, 2, raw))
    assert hint.moves[0].chance != pytest.approx(raw, abs=1e-3)
    assert hint.chances == pytest.approx(calibrated_chances(metals, thought.chances))


def of_matches(chance: float, scores: list[float]) -> list[Said]:
    return [Said("metals", 2, "greedy", number, chance, score) for number, score in enumerate(scores)]


def test_the_power_follows_what_came_true_and_few_matches_hardly_move_it() -> None:
    overstated = [1.0] * 13 + [0.0] * 7
    many, few = (of_matches(0.8, overstated * times) for times in (20, 1))
    assert sharpened(0.8, 2, likeliest(many)) == pytest.approx(0.65, abs=0.04)
    assert likeliest(many) < likeliest(few) < 1.0
    assert loss(many, likeliest(many)) < loss(many, 1.0)
    ((said, true, low, high, matches),) = tenths(many, 1.0)
    assert (round(said, 6), round(true, 6), matches) == (0.8, 0.65, 400)
    assert low < 0.65 < high < said


def test_powers_are_written_beside_the_game(metals: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.calibration.find_game", lambda name: type("Found", (), {"folder": tmp_path}))
    fit(of_matches(0.9, [1.0, 0.0] * 20))
    assert json.loads((tmp_path / FILE).read_text())["2"] < 1.0
    fit(of_matches(0.9, [1.0, 0.0]))
    assert list(json.loads((tmp_path / FILE).read_text())) == ["2"]


@pytest.mark.slow
def test_what_is_said_comes_true_loosely(metals: Game) -> None:
    """Forty matches: what is said in the upper and in the lower half is right within 15 points on average."""
    said = []
    for seed in range(5000, 5040):
        match = play(metals, 2, "mcts:100", seed, 2000)
        said += list(listen(match, "mcts:100", seed, 10, 1000))
    power = power_of(metals, 2)
    for half in (True, False):
        found = [one for one in said if (one.chance >= 0.5) == half]
        mean = sum(sharpened(one.chance, 2, power) for one in found) / len(found)
        assert mean == pytest.approx(sum(one.score for one in found) / len(found), abs=0.15)
