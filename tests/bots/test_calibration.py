"""What is said of winning comes true: one power for each game and player count, and a command that measures it."""

import json
from pathlib import Path

import pytest

from benchmarks.calibration import Said, fit, likeliest, listen, loss, luck_of, play, tenths
from wartable.bots import Budget, make_hint
from wartable.bots.advice.evaluation import (
    FILE,
    Calibration,
    calibrated,
    calibrated_chances,
    calibration_of,
    corrected,
    search_of,
    shared_out,
)
from wartable.core.game import Game
from wartable.core.match import Match

CHANCES = [number / 20 for number in range(21)]


def test_every_game_has_been_measured(each_game: Game) -> None:
    found = calibration_of(each_game, each_game.seats[0])
    assert 0.3 < found.power < 3.0 and 0 <= found.optimism < 0.6 and 0 <= found.curve < 0.5
    assert found != Calibration() == calibration_of(each_game, 7)


@pytest.mark.parametrize("by", [Calibration(), Calibration(0.5, 0.3), Calibration(1.8), Calibration(0.6, 0.3, 0.2)])
@pytest.mark.parametrize("players", [2, 4])
def test_chances_keep_their_order_and_are_shared_out_whole(by: Calibration, players: int) -> None:
    found = [corrected(chance, players, by) for chance in CHANCES]
    assert found == sorted(found) and (found[0], found[-1]) == (0.0, 1.0)
    assert (corrected(1 / players, players, by) == pytest.approx(1 / players)) == (by.optimism == 0)
    for seat in range(3):
        shared = shared_out((0.6, 0.3, 0.1), seat, by)
        assert sum(shared) == pytest.approx(1.0)
        assert shared[seat] == pytest.approx(corrected((0.6, 0.3, 0.1)[seat], 3, by))
    assert shared_out((1.0, 0.0, 0.0), 0, by) == (1.0, 0.0, 0.0)
    assert shared_out((0.0, 0.0, 1.0), 2, by) == (0.0, 0.0, 1.0)


def test_without_a_calibration_chances_stay_as_they_are() -> None:
    assert shared_out((0.6, 0.3, 0.1), 1, Calibration()) == pytest.approx((0.6, 0.3, 0.1))


def test_a_hint_says_the_chance_that_comes_true(metals: Game) -> None:
    match = Match.start(metals, seed=1)
    seat, budget = match.due[0], Budget(iterations=200)
    view, legal = match.observe(seat), match.legal(seat)
    hint = make_hint(metals, view, match.box, seat, legal, budget)
    thought = search_of(metals, 0, budget).think(view, match.box, seat, legal)
    raw = next(one.chance for one in thought.candidates if one.action == hint.best.action)
    assert hint.moves[0].chance == pytest.approx(calibrated(metals, 2, raw))
    assert hint.moves[0].chance != pytest.approx(raw, abs=1e-3)
    assert hint.chances == pytest.approx(calibrated_chances(metals, thought.chances, seat))
    assert sum(hint.chances) == pytest.approx(1.0)


def of_matches(chance: float, scores: list[float]) -> list[Said]:
    return [Said("metals", 2, "greedy", number, chance, score) for number, score in enumerate(scores)]


def test_the_calibration_follows_what_came_true_and_few_matches_hardly_move_it() -> None:
    overstated = [1.0] * 13 + [0.0] * 7
    many, few = (of_matches(0.8, overstated * times) for times in (20, 1))
    found, near = likeliest(many), likeliest(few)
    assert corrected(0.8, 2, found) == pytest.approx(0.65, abs=0.04)
    assert corrected(0.8, 2, found) < corrected(0.8, 2, near) < 0.8
    assert loss(many, found) < loss(many, Calibration())
    (tenth,) = tenths(many, Calibration())
    assert (round(tenth.said, 6), round(tenth.true, 6), tenth.cases, tenth.matches) == (0.8, 0.65, 400, 400)
    assert tenth.low < 0.65 < tenth.high < tenth.said
    assert luck_of([tenth]) < 1e-6


def test_a_search_that_flatters_who_moves_is_told_apart_from_one_that_is_too_sure() -> None:
    """Five points too much at 30, 50 and 70 % are optimism, and hardly a power."""
    said = [one for chance in (0.3, 0.5, 0.7) for one in of_matches(chance, coins(chance - 0.05))]
    found = likeliest([one._replace(match=number) for number, one in enumerate(said)])
    assert found.power == pytest.approx(1.0, abs=0.1)
    assert found.optimism == pytest.approx(0.2, abs=0.06)
    assert luck_of(list(tenths(said, found))) > 0.5


def coins(share: float) -> list[float]:
    return [float(number < 400 * share) for number in range(400)]


def test_calibrations_are_written_beside_the_game(
    metals: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.calibration.find_game", lambda name: type("Found", (), {"folder": tmp_path}))
    fit(of_matches(0.9, [1.0, 0.0] * 20))
    assert Calibration(*json.loads((tmp_path / FILE).read_text())["2"]) == likeliest(of_matches(0.9, [1.0, 0.0] * 20))
    fit(of_matches(0.9, [1.0, 0.0]))
    assert list(json.loads((tmp_path / FILE).read_text())) == ["2"]


@pytest.mark.slow
def test_what_is_said_comes_true_loosely(metals: Game) -> None:
    """Forty matches between the players of the table: what is said in the upper and in the lower half is right within
    12 points on average.
    """
    said = []
    for seed in range(5000, 5040):
        match = play(metals, 2, "mcts:1000", seed, 2000)
        said += list(listen(match, "mcts:1000", seed, 10, 1000))
    by = calibration_of(metals, 2)
    for half in (True, False):
        found = [one for one in said if (one.chance >= 0.5) == half]
        mean = sum(corrected(one.chance, 2, by) for one in found) / len(found)
        assert mean == pytest.approx(sum(one.score for one in found) / len(found), abs=0.12)
