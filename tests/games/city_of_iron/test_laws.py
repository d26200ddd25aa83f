"""City of Iron keeps the laws that every game keeps."""

from pathlib import Path

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.games.city_of_iron import GAME
from wartable.testing import check, check_citations, check_golden, check_log, check_mistakes

HERE = Path(__file__).parent


def test_the_laws():
    check(GAME)


def test_every_rule_is_cited_by_a_test():
    check_citations(GAME, HERE)


def test_golden_matches():
    check_golden(GAME, HERE / "golden")


def test_golden_matches_show_every_bonus_and_tie_break_at_every_number_of_players():
    """CI-12.2 to CI-12.12"""
    matches = [Match.load(path) for path in sorted((HERE / "golden").glob("*.jsonl"))]
    for seats in (2, 3, 4):
        at_the_table = [match for match in matches if len(match.players) == seats]
        told = {sentence.rule for match in at_the_table for sentence in match.tell(match.steps[-1], SPECTATOR)}
        assert told >= set(range(1201, 1213))
    ended = {(match.outcome.ending, len(match.players)) for match in matches if match.outcome}
    endings = ("points", "coins", "goods", "shared")
    assert ended == {(ending, seats) for ending in endings for seats in (2, 3, 4)}


def test_the_log_of_a_golden_match():
    check_log(GAME, HERE / "golden")


def test_what_beginners_try_is_answered_with_its_rule():
    check_mistakes(GAME, HERE / "mistakes.toml")
