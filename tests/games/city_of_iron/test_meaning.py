"""What is typed in words is read as the move that it means."""

import pytest

from tests.hooks import hook
from wartable.core.game import Refused
from wartable.core.match.typed import TypedMoves
from wartable.errors import DoubtfulMove, IllegalMove, UnreadableMove
from wartable.games.city_of_iron import GAME
from wartable.testing import Table

from .positions import lay_row, only, set_up, settle, stand, table


def means(t: Table, seat: int, text: str) -> str:
    """The notation of the legal move that a text means."""
    found = GAME.words.meant(t.view(seat), t.box, seat, text)
    assert not isinstance(found, Refused), f"{text}: {found}"
    assert found in t.codes(seat).values(), f"{text}: {found} is not legal"
    return next(notation for notation, code in t.codes(seat).items() if code == found)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("tax", "tax"),
        ("buy science", "science"),
        ("Study", "science"),
        ("draw a citizen card", "draw-citizen"),
        ("draw military", "draw-military"),
        ("build moss garden", "build-c"),
        ("Moss Garden", "build-c"),
        ("build c", "build-c"),
        ("store academy", "store-d"),
        ("store the mine", "store-b"),
        ("attack Mudbrook", "attack-mudbrook"),
        ("mudbrook", "attack-mudbrook"),
        ("play the scholar", "play-scholar"),
        ("captain", "play-captain"),
        ("explorer", "play-explorer"),
        ("play-tax-collector", "play-tax-collector"),
        ("use Tax Collector", "play-tax-collector"),
        ("add a district", "play-mayor"),
        ("rob them", "play-spy"),
    ],
)
def test_what_can_be_begun_in_a_turn(text, notation):
    """CI-4.2"""
    t = table(2)
    t.s.sides[0].science = 1
    lay_row(t, "turnip-farm", "mine", "moss-garden", "academy")
    only(t, 0, "scholar", "captain", "soldier", "explorer", "tax-collector", "mayor", "engineer", "spy")
    side = t.s.sides[0]
    side.draw[:] = side.discard[:] = -1
    side.draw[0, 0], side.draw[1, 0] = 1, 20
    side.draw_count[:] = 1
    side.discard_count[:] = 0
    assert means(t, 0, text) == notation


def test_bids_are_named_by_their_spot_or_by_their_price():
    """CI-3.2"""
    t = set_up(2)
    assert means(t, 0, "bid 3") == "bid-3"
    assert means(t, 0, "3") == "bid-3"
    assert means(t, 0, "bid 3 coins") == "bid-7"
    asked = GAME.words.meant(t.view(0), t.box, 0, "bid 0 coins")
    assert isinstance(asked, Refused) and asked.fact == "Say which spot; 1, 2, 3 and 4 cost 0 coins."


def test_the_steps_of_an_action_are_answered_by_names():
    """CI-4.4"""
    t = table(4)
    settle(t, 0, "red-hills")
    stand(t, 0, "turnip-farm", "academy", "barracks", "turnip-farm", "turnip-farm")
    t.play(0, "build-a")
    assert means(t, 0, "Red Hills") == "city-2"
    assert means(t, 0, "city 2") == "city-2"
    assert means(t, 0, "destroy the barracks") == "spot-1c"
    t.play(0, "back")
    only(t, 0, "explorer", "captain", "soldier", "spy")
    t.play(0, "play-explorer")
    assert means(t, 0, "settle white coast") == "land-white-coast"
    t.play(0, "land-white-coast")
    assert means(t, 0, "military") == "token-military"
    t.play(0, "token-military")
    assert means(t, 0, "spy") == "lay-spy"
    assert means(t, 0, "undo") == "back"


def test_a_card_in_a_fight_is_laid_the_way_that_is_legal():
    """CI-8.5"""
    t = table(2)
    only(t, 0, "captain", "soldier")
    t.play(0, "attack-mudbrook")
    assert means(t, 0, "captain") == "hit-captain"
    assert means(t, 0, "soldier") == "lay-soldier"


def test_where_both_ways_are_legal_the_answer_asks_for_one():
    """CI-8.5"""
    t = table(2)
    only(t, 0, "captain", "iron-soldier")
    t.play(0, "attack-mudbrook")
    found = GAME.words.meant(t.view(0), t.box, 0, "captain")
    assert isinstance(found, Refused)
    assert found.rule == 805
    assert "hit-captain" in found.fact


def test_a_rival_is_named_by_nation():
    """CI-7.24"""
    t = table(3)
    only(t, 0, "spy")
    t.play(0, "play-spy")
    assert means(t, 0, "rob the Hogmen") == "rival-2"


def test_what_names_nothing_means_nothing():
    """CI-1.7"""
    t = table(2)
    assert GAME.words.meant(t.view(0), t.box, 0, "hello there") is None


def played(t: Table, seat: int, text: str) -> str:
    """The notation of the move that a text is played as; raises where it is refused or asked back."""
    legal = list(t.codes(seat).values())
    typed = TypedMoves(GAME, t.view(seat), t.box, seat, legal, GAME.seat_names)
    return typed.notation(typed.parse(text))


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("build a turnip farm", "build-a"),
        ("build a moss garden", "build-e"),
        ("build a barracks", "build-i"),
        ("a barracks", "build-i"),
        ("build the guild hall", "build-j"),
        ("I build the guild hall", "build-j"),
        ("store a guild hall", "store-j"),
        ("store the barracks", "store-i"),
        ("buy an academy for 5 coins", "build-g"),
        ("build the first academy", "build-g"),
        ("Build Barracks for 3 coins", "build-i"),
        ("build a", "build-a"),
        ("build place i", "build-i"),
        ("buy 1 science for 4 coins", "science"),
        ("draw a military card", "draw-military"),
    ],
)
def test_an_article_is_no_place_of_the_row(text, notation):
    """CI-5.1, CI-4.9"""
    t = table(4)
    t.s.sides[0].coins, t.s.sides[0].science = 20, 3
    assert played(t, 0, text) == notation


@pytest.mark.parametrize(
    "text",
    [
        *("can I build the academy?", "do not build the academy", "build two turnip farms"),
        *("build barracks for 2 coins",),
        *("buy science for 1 coin", "buy academy for 3 coins", "draw three military cards", "what does tax do"),
        *("tax the toads", "play spy on cresarians", "move mine to white coast", "store two barracks"),
    ],
)
def test_a_text_that_says_something_else_is_asked_back(text):
    """CI-4.2"""
    t = table(4, nations=True)
    t.s.sides[0].coins, t.s.sides[0].science = 20, 3
    settle(t, 0, "red-hills")
    settle(t, 0, "cloud-peak")
    stand(t, 0, "mine", city=1)
    only(t, 0, "spy", "scholar")
    with pytest.raises(DoubtfulMove):
        played(t, 0, text)


def test_two_cards_are_not_laid_at_once():
    """CI-6.6"""
    t = table(2)
    only(t, 0, "scholar", "engineer", "mayor")
    t.play(0, "play-scholar")
    with pytest.raises(DoubtfulMove):
        played(t, 0, "lay engineer and scholar")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("I build", "CI-5.1"),
        ("build a mine", "CI-5.5"),
        ("build district", "CI-6.1"),
        ("build a city", "CI-6.1"),
        ("move to red hills", "CI-6.1"),
        ("buy", "CI-10.11"),
        ("collect income", "CI-10.6"),
        ("score", "CI-10.5"),
        ("go first", "CI-3.5"),
        ("none", "CI-4.2"),
    ],
)
def test_what_cannot_be_meant_so_is_refused_by_the_rule_that_it_is_about(text, rule):
    t = table(4)
    t.s.sides[0].coins, t.s.sides[0].science = 20, 3
    with pytest.raises(IllegalMove) as refused:
        played(t, 0, text)
    assert refused.value.rule == rule


def test_a_bid_that_names_price_and_spot_is_read_as_its_own():
    """CI-3.2"""
    t = set_up(2)
    assert played(t, 0, "Bid 0 coins (spot 2 of 10)") == "bid-2"
    with pytest.raises((DoubtfulMove, IllegalMove, UnreadableMove)):
        played(t, 0, "bid on spot 2 for 3 coins")


def test_players_are_called_as_the_log_calls_them():
    """CI-3.2, CI-13.8"""
    t = set_up(4, nations=True)
    assert GAME.words.prompt(t.view(1), t.box, 1) == "Waiting for {0}"
    for seat, spot in enumerate((1, 2, 3, 6)):
        t.play(seat, f"bid-{spot}")
    facts = [GAME.words.fact(t.view(3), t.box, 3, t.find(3, f"bid-{spot}"), 302) for spot in (3, 6)]
    assert facts == ["Spot 3 is taken by {2}.", "Your cube is on spot 6 already."]


@pytest.mark.parametrize(
    ("touched", "text"),
    [(("row-i",), "build-i"), (("row-a", "do-store"), "store-a"), (("row-a", "do-build"), "build-a")],
)
def test_a_card_of_the_row_that_is_touched_is_meant_by_its_place(touched, text):
    """CI-5.1, CI-4.9"""
    t = table(4)
    assert hook(GAME.view.meant_by)(t.view(0), t.box, 0, touched) == text
