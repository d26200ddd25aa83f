"""What a player asks without acting: cards, outlooks, and why a touch is refused."""

import pytest

from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.server.explaining import look_json, why_not


def metals(*moves: str) -> Match:
    """A match of Metals in which seat 0 begins."""
    game = find_game("metals")
    seed = next(seed for seed in range(20) if Match.start(game, seed=seed).due == (0,))
    return Match.start(game, seed=seed).move(*moves)


CLICKS_AT_METALS = [
    ((), ("space-c3",), "MT-3.2", "corner"),
    (("+a1n", "+e7s"), ("space-e7",), "MT-3.3", "taken"),
    (("+a1n", "+e7s"), ("pool-0-0", "space-c3"), "MT-3.2", "corners are"),
    (("+a1n", "+e7s"), ("metal-0-0", "space-c5"), "MT-3.6", "not next to a1"),
    (("+a1n", "+e7s"), ("metal-1-0",), "MT-3.3", "taken"),
    (("+a1n", "+e7s", "a1-a2n", "e7-e6s"), ("metal-1-0",), "MT-3.6", "not yours"),
    (("+a1n", "+e7s", "a1-a2n", "e7-e6s"), ("space-d4",), "MT-3.6", "None of your Metals is next to d4"),
]


@pytest.mark.parametrize(("played", "touched", "rule", "words"), CLICKS_AT_METALS)
def test_a_beginners_click_at_metals_is_told_its_rule(
    played: tuple[str, ...], touched: tuple[str, ...], rule: str, words: str
) -> None:
    told = why_not(metals(*played), 0, touched, ())
    assert told[0] == rule
    assert words in told[1]


def test_what_lies_under_a_touch_may_be_meant() -> None:
    match = metals("+a1n", "+e7s")
    assert why_not(match, 0, ("metal-0-0", "name-1"), ("space-c5",))[0] == "MT-3.6"


def test_a_touch_that_means_nothing_is_told_what_is_asked() -> None:
    assert why_not(metals(), 0, ("name-1",), ()) == ("", "Deploy a Metal on a corner.")


def test_an_action_is_told_before_it_is_taken_and_changes_nothing() -> None:
    match = metals("+a1n", "+e7s")
    before = match.full_state().tobytes()
    action = match.parse(0, "a1-b1n")
    told = look_json(match, 0, "metal-0-0", (action,))
    assert told["outlooks"][0]["certain"][0] == "Blue moves a1 to b1, facing north."
    assert told["card"]["rule"] == "MT-4.2"
    assert match.full_state().tobytes() == before
