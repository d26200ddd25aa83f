"""Heroes keeps the laws that every game keeps."""

from pathlib import Path

import numpy as np
import pytest

from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.core.numbers.chance import draw, draw_weighted, generator, random_due
from wartable.games.heroes import GAME
from wartable.testing import check, check_citations, check_golden, check_log, check_mistakes
from wartable.testing.check import first_disagreement

HERE = Path(__file__).parent

RICH = {f"resources.{name}.start": "90" for name in ("coins", "wood", "food", "stone")}
HASTY = {"numbers.changes.value": "40"}
"""Random players who have much to move about would do nothing else for long."""


def test_the_laws():
    check(GAME)


def test_every_rule_is_cited_by_a_test():
    check_citations(GAME, HERE)


def test_golden_matches():
    check_golden(GAME, HERE / "golden")


def test_the_log_of_a_golden_match():
    check_log(GAME, HERE / "golden")


def test_what_beginners_try_is_answered_with_its_rule():
    check_mistakes(GAME, HERE / "mistakes.toml", least=100)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["normal", "campaign"])
def test_legal_and_refusal_agree_where_everybody_is_rich(seats, mode):
    """Random players with full stocks build, promote and fight far more than in the laws' own matches."""
    cells = {**RICH, **HASTY, "numbers.days_campaign.value": "12"}
    box = GAME.new_box({"mode": mode, "hero_limit": 5}, seats, cells=cells)
    s = GAME.new_state(box)
    with np.errstate(over="ignore"):
        play_and_compare(s, box, generator(seats))
    assert s.day == (20 if mode == "normal" else 12) or s.head.over == 1


def play_and_compare(s, box, rng):
    """A random match; now and then every code is held against `legal`."""
    out, weights = GAME.buffers()
    step = 0
    while not s.head.over:
        seat = int(random_due(s, rng))
        if seat == NATURE:
            count = generic.chance(s, box, out, weights)
            action = int(out[draw_weighted(rng, weights, count)])
        else:
            count = generic.legal(s, box, seat, out)
            assert count <= GAME.most_legal
            action = int(out[draw(rng, count)])
        if step % 5 == 0:
            marks = np.zeros(GAME.action_count, np.int8)
            marks[out[:count]] = 1
            assert marks.sum() == count
            assert first_disagreement(s, box, seat, marks, GAME.action_count) == -1
            assert np.isfinite(worth(s, box)).all()
        generic.apply(s, box, seat, action)
        step += 1


def worth(s, box):
    shares = np.zeros(8)
    generic.evaluate(s, box, shares)
    assert abs(shares[: box.seats].sum() - 1) < 1e-6
    return shares
