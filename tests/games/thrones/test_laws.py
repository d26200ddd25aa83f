"""Thrones keeps the laws that every game keeps."""

from pathlib import Path

import pytest

from wartable.games.thrones import GAME
from wartable.testing import check, check_citations, check_golden, check_log, check_mistakes

HERE = Path(__file__).parent


def test_the_laws():
    check(GAME)


def test_every_rule_is_cited_by_a_test():
    check_citations(GAME, HERE)


def test_golden_matches():
    """Every ending but one: a throne always has an action (see test_end), so no match ends by two passes."""
    with pytest.raises(AssertionError, match=r"^no golden match ends by: passes$"):
        check_golden(GAME, HERE / "golden")


def test_the_log_of_a_golden_match():
    check_log(GAME, HERE / "golden")


def test_what_beginners_try_is_answered_with_its_rule():
    check_mistakes(GAME, HERE / "mistakes.toml")
