"""What a player asks without acting: cards, outlooks, and why a touch is refused."""

import random
import re
from pathlib import Path

import pytest

import wartable
from tests.hooks import hook
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.perspective import Perspective
from wartable.core.record import Record
from wartable.core.registry import find_game
from wartable.guides.outlook import outlook
from wartable.server.live import explaining
from wartable.server.live.explaining import look_json, why_not
from wartable.server.live.protocol import ProtocolError
from wartable.server.live.serializers import goal_text

from .harness import Chair, Player, running


def metals(*moves: str) -> Match:
    """A match of Metals in which seat 0 begins."""
    game = find_game("metals")
    seed = next(seed for seed in range(20) if Match.start(game, seed=seed).due == (0,))
    return wartable.new(game, seed=seed, moves=moves)


def seen_by(match: Match, seat: int) -> tuple[Match, Perspective]:
    return match, match.see(seat)


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
    told = why_not(*seen_by(metals(*played), 0), touched, ())
    assert told[0] == rule
    assert words in told[1]


def test_what_lies_under_a_touch_may_be_meant() -> None:
    match = metals("+a1n", "+e7s")
    assert why_not(*seen_by(match, 0), ("metal-0-0", "name-1"), ("space-c5",))[0] == "MT-3.6"


def test_a_touch_that_means_nothing_is_told_what_is_asked() -> None:
    assert why_not(*seen_by(metals(), 0), ("name-1",), ()) == ("", "Deploy a Metal on a corner.")


def test_an_action_is_told_before_it_is_taken_and_changes_nothing() -> None:
    match = metals("+a1n", "+e7s")
    before = match.full_state().tobytes()
    action = match.parse(0, "a1-b1n")
    told = look_json(*seen_by(match, 0), "metal-0-0", (action,))
    assert told["outlooks"][0]["certain"][0] == "Blue moves a1 to b1, facing north."
    assert told["card"]["rule"] == "MT-4.2"
    assert match.full_state().tobytes() == before


def advanced(game: Game, moves: int) -> Match:
    match, rng = Match.start(game, seed=3), random.Random(1)
    for _ in range(moves):
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    return match


def test_every_thing_with_a_label_has_a_card_and_most_cite_a_rule(each_game: Game) -> None:
    match = advanced(each_game, 12)
    seat = match.due[0]
    things = [thing for thing in match.see(seat).scene.things if thing.label]
    cards = [look_json(*seen_by(match, seat), thing.id, ())["card"] for thing in things]
    assert all(card and card["title"] and "{" not in card["title"] for card in cards)
    assert sum(bool(card["rule"]) for card in cards) > 0.8 * len(cards)
    assert look_json(*seen_by(match, seat), "no-such-thing", ())["card"] is None


def test_every_game_says_what_decides_the_match(each_game: Game) -> None:
    match = advanced(each_game, 6)
    told = goal_text(match.see(0), match.observe(0))
    assert re.search(r"\byou\b", told, re.IGNORECASE), "whoever looks is you"
    assert match.players[0] not in told
    assert match.players[1] in told


def test_any_touches_are_answered(each_game: Game) -> None:
    match, rng = advanced(each_game, 12), random.Random(2)
    seat = match.due[0]
    ids = [thing.id for thing in match.see(seat).scene.things]
    for _ in range(20):
        rule, text = why_not(*seen_by(match, seat), tuple(rng.sample(ids, 2)), ())
        assert text
        assert not rule or rule.startswith(each_game.code)


class Clock:
    """A thread's time in which looking at an action takes a hundredth of all the patience there is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.looks = 0
        monkeypatch.setattr("wartable.server.live.patience.time", self)

    def thread_time(self) -> float:
        self.looks += 1
        return self.looks * explaining.PATIENCE / 100


def test_a_touch_is_looked_up_until_patience_ends_and_likely_actions_come_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = advanced(find_game("thrones"), 60)
    asked: list[int] = []

    def no_path(match: Match, view: Record, seat: int, action: int) -> tuple[str, ...]:
        asked.append(action)
        return ()

    monkeypatch.setattr(explaining, "_path", no_path)
    Clock(monkeypatch)
    view, seat = match.observe(match.due[0]), match.due[0]
    assert explaining.in_time(explaining._by_path, match, view, seat, ("nothing",)) is None
    assert 90 <= len(asked) <= 100
    legal = set(match.legal(match.due[0]))
    assert {match.game.family_of(action) for action in legal} <= {match.game.family_of(action) for action in asked}


def test_a_text_is_read_until_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    match = advanced(find_game("thrones"), 60)
    seat = match.due[0]
    clock = Clock(monkeypatch)
    with pytest.raises(ProtocolError, match="is not a move here"):
        explaining.in_time(explaining.read_move, match, seat, "zz")
    assert clock.looks <= 110
    far = match.notation(seat, match.game.action_count - 1)
    assert match.written(seat, far) == match.game.action_count - 1, "who is not in a hurry looks to the end"


def test_a_spectator_is_told_no_outlook_and_sees_cards() -> None:
    match = metals("+a1n", "+e7s")
    told = look_json(*seen_by(match, -1), "metal-0-0", tuple(match.legal(0)[:2]))
    assert told["outlooks"] == []
    assert told["card"]["title"] == "Blue's Metal"


BEGINNERS_CLICKS = [
    ("iron_kings", ("hex-E5",), "IK-3.2"),
    ("heroes", ("space-d8",), "HE-2.6"),
    ("city_of_iron", ("land-green-bay",), "CI-1.7"),
    ("thrones", ("sq-f3",), "TH-4.12"),
]


@pytest.mark.parametrize(("name", "touched", "rule"), BEGINNERS_CLICKS)
def test_a_beginners_first_click_is_told_its_rule(name: str, touched: tuple[str, ...], rule: str) -> None:
    match = Match.start(find_game(name), seed=3)
    told, text = why_not(*seen_by(match, match.due[0]), touched, ())
    assert told == rule
    assert text


def test_a_hero_walks_to_a_tile_further_away_and_stops_where_something_happens() -> None:
    match = advanced(find_game("heroes"), 2)
    rng = random.Random(5)
    while not ways(match):
        match.play(match.due[0], rng.choice(match.legal(match.due[0])))
    seat, touched, way = ways(match)[0]
    route = hook(match.game.view.route)
    assert route(match.observe(seat), match.box, seat, touched[1:]) == way, "the only hero need not be touched"
    for left in range(len(way), 0, -1):
        now = route(match.observe(seat), match.box, seat, touched)
        assert now == way[-left:]
        assert now[0] in match.legal(seat)
        match.play(seat, now[0])
    assert route(match.observe(seat), match.box, seat, touched) == ()


def ways(match: Match) -> list[tuple[int, tuple[str, ...], tuple[int, ...]]]:
    """Ways of at least two steps to an open tile that a hero has now."""
    seat, route = match.due[0], hook(match.game.view.route)
    view = match.observe(seat)
    spaces = [f"space-{column}{row}" for column in "abcdefghij" for row in range(1, 11)]
    tried = [(seat, (f"hero-{seat}-0", space)) for space in spaces]
    found = [(who, touched, route(view, match.box, seat, touched)) for who, touched in tried]
    tokens = {f"space-{thing.id[6:]}" for thing in match.see(seat).scene.things if thing.id.startswith("token-")}
    return [one for one in found if len(one[2]) > 1 and one[1][1] not in tokens]


def order(chair: Chair, seat: int, move: str) -> None:
    """Carry a typed order out, if it is the seat's to give."""
    chair.wait_turn(seat)
    assert chair.ask("move", seat=seat, number=chair.state["number"], move=move)["ok"]


def test_a_chain_of_steps_is_played_by_one_message_and_things_are_explained(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'w.db'}") as site, Player(site, "Walker") as player:
        seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
        table = player.new_table(seats, game="heroes", options={"map": "example"})
        with player.sit(table, "show=scene&seat=0") as chair:
            chair.wait_turn(0)
            city = chair.state["choices"][0]
            order(chair, 0, city["notation"])
            chair.wait_turn(0)
            order(chair, 0, "done")
            chair.wait_turn(0)
            told = chair.ask("look", thing="hero-0-0")
            assert told["card"]["rule"] == "HE-8.4"
            assert chair.state["walks"] and "realm value" in chair.state["goal"]
            spaces = [f"space-{column}{row}" for column in "jihgfedcba" for row in range(10, 0, -1)]
            number = chair.state["number"]
            steps = next(steps for space in spaces if (steps := go(chair, number, space)))
            assert steps >= 1
            assert chair.state["number"] >= number + steps


def go(chair: Chair, number: int, space: str) -> int:
    steps: int = chair.ask("go", seat=0, number=number, path=["hero-0-0", space])["steps"]
    return steps


def test_outcomes_that_lead_to_the_same_are_told_once() -> None:
    """A survival check is passed or failed: that three faces of the die do it is not told three times."""
    match = advanced(find_game("thrones"), 61)
    seat = match.due[0]
    risky = [seen.branches for seen in (outlook(match, seat, action) for action in match.legal(seat)) if seen.branches]
    assert risky
    assert all([round(100 * one.chance) for one in branches] == [50, 50] for branches in risky), risky
    assert "the die shows 2, 4 or 6, it passes." in str(risky)


def test_a_card_is_in_words(each_game: Game) -> None:
    match = advanced(each_game, 30)
    seat = match.due[0]
    things = each_game.view.scene(match.observe(seat), match.box, seat).things
    cards = [card for card in (look_json(*seen_by(match, seat), one.id, ())["card"] for one in things) if card]
    assert not [card for card in cards if "`" in card["text"]]
    mines = [card for card in cards if card["title"].startswith("A mine on ")]
    assert all("20% of mines have guardians, 3 to 8 " in card["text"] for card in mines)
