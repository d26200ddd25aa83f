"""City of Iron keeps the laws that every game keeps."""

from pathlib import Path

from wartable.games.city_of_iron import GAME
from wartable.testing import check, check_citations, check_golden

HERE = Path(__file__).parent


def test_the_laws():
    check(GAME)


def test_every_rule_is_cited_by_a_test():
    check_citations(GAME, HERE)


def test_golden_matches():
    check_golden(GAME, HERE / "golden")
