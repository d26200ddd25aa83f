"""The scene of a crowded table: everything has its place, whatever a player owns."""

import pytest

from wartable.core.frames import SPECTATOR
from wartable.drawing.draw import TWO_LINES
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.state import OPEN, Kind
from wartable.games.city_of_iron.view.view import explain, scene
from wartable.testing import Table

from .positions import CARD, FACE, asked, give, only, open_town, own, set_up, settle, stand, table

TOWNS = (
    ("mudbrook", "woolstead", "glimmerfen", "tidewatch", "brinegate", "metgra"),
    ("fernhold", "lanternmoor", "cogminster", "cazum"),
)


def crowded(seats: int) -> Table:
    """Two players with every land city, towns that are cities, many stored buildings; the first with every card."""
    t = table(seats, town_expansion=True)
    for seat, towns in enumerate(TOWNS):
        own(t, seat, *towns)
        for number, land in enumerate(("red-hills", "white-coast", "spice-islands")[seat::2]):
            settle(t, seat, land, 2 - number)
        stand(t, seat, "turnip-farm", "srika-pasture", "moss-garden", "academy", "barracks")
        for face in range(len(FACE)):
            t.s.sides[seat].stored[face] = face % 3
        t.s.sides[seat].stored_count = sum(t.s.sides[seat].stored.tolist())
    give(t, 0, *(name for name in CARD if t.box.shop_set[0] >> CARD[name] & 1))
    return t


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everything_stays_on_its_panel_on_a_crowded_table(seats, viewer):
    t = crowded(seats)
    shown = scene(t.view(viewer), t.box, viewer)
    panels = {panel.id: panel for panel in shown.panels}
    for thing in shown.things:
        panel = panels[thing.panel]
        across, down = thing.width / 2, thing.height / 2
        assert across - 2 <= thing.x <= panel.width - across + 2, thing
        assert down - 2 <= thing.y <= panel.height - down + 2, thing
    for panel in shown.panels:
        assert panel.y + panel.height <= shown.height, panel


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_city_shows_a_chip_for_each_of_its_places_inside_it(seats):
    t = crowded(seats)
    shown = scene(t.view(2 if seats > 2 else SPECTATOR), t.box, 2 if seats > 2 else SPECTATOR)
    for seat in (0, 1):
        for number, city in enumerate(t.s.sides[seat].cities):
            if city.spaces:
                frame = shown.thing(f"city-{seat}-{number + 1}")
                chips = [
                    thing
                    for thing in shown.things
                    if thing.id.startswith((f"built-{seat}-{number + 1}", f"free-{seat}-{number + 1}"))
                ]
                assert len(chips) == city.spaces
                for chip in chips:
                    assert abs(chip.x - frame.x) <= (frame.width - chip.width) / 2 + 1
                    assert abs(chip.y - frame.y) <= (frame.height - chip.height) / 2 + 1


def test_lands_and_towns_that_are_taken_are_no_longer_on_the_board():
    t = crowded(2)
    board = {thing.id for thing in scene(t.view(0), t.box, 0).things if thing.panel == "board"}
    assert "land-red-hills" not in board
    assert "land-far-shore" in board
    assert sum(name.startswith(("town-", "open-")) for name in board) == OPEN


def test_the_cards_to_buy_end_above_the_piles():
    t = table(4)
    shown = scene(t.view(0), t.box, 0).things
    for card in (thing for thing in shown if thing.id.startswith("shop-")):
        for pile in (thing for thing in shown if thing.id.startswith(("pile-0", "discard-0"))):
            assert card.y + card.height / 2 <= pile.y - pile.height / 2, (card.id, pile.id)
    assert any(thing.id.startswith("shop-") for thing in shown)


def test_each_card_to_buy_says_what_it_brings_beside_its_price():
    t = table(2)
    entries = [thing for thing in scene(t.view(0), t.box, 0).things if thing.id.startswith("shop-")]
    assert {thing.text: thing.lines for thing in entries}["Merchant"] == ("4 coins",)
    assert all(thing.costs and thing.height >= TWO_LINES for thing in entries)
    assert all(len(thing.lines[0]) <= 16 for thing in entries), "there is room for it"


def test_an_own_nation_can_be_looked_at_during_the_match():
    """CI-13.2: what it is able to do."""
    t = table(2, nations=True)
    t.s.sides[0].nation = 0
    card = explain(t.view(0), t.box, 0, "name-0")
    assert card is not None
    assert card.title == "City-State of Arc"
    assert any("1 coin" in fact for fact in card.facts)


def test_the_card_of_a_nation_tells_each_ability_whole_with_its_rule():
    """CI-13.1, CI-13.3, CI-13.5, CI-13.7"""
    t = Table(GAME, {"nations": True}, 2)
    rules = {"arc": 1301, "cresarians": 1303, "hogmen": 1305, "toads": 1307}
    for name, rule in rules.items():
        card = explain(t.view(0), t.box, 0, f"nation-{name}")
        assert card is not None
        assert card.rule == rule
        assert all(fact[0].isupper() and fact.count("(") == fact.count(")") for fact in card.facts)
    card = explain(t.view(0), t.box, 0, "nation-arc")
    assert card is not None
    assert card.title == "City-State of Arc"
    assert card.facts[0] == "Moves a building to another city for 1 coin, a free action"


def words(t: Table, viewer: int = 0) -> str:
    """All that is written and said on the table."""
    shown = scene(t.view(viewer), t.box, viewer)
    return "\n".join(f"{thing.text} {thing.label} {thing.art}" for thing in shown.things)


def test_open_land_says_what_is_to_be_done_for_a_city_there():
    """CI-9.1: first the card is bought, then it is played."""
    t = table(2)
    assert "buy the Explorer" in words(t) and "play the Explorer" not in words(t)
    give(t, 0, "explorer")
    assert "play the Explorer" in words(t) and "buy the Explorer" not in words(t)


def test_in_the_last_round_nothing_is_said_of_buying():
    """CI-12.1: no cards are bought after it."""
    t = table(2)
    assert "Cards to buy when the round ends" in words(t)
    t.s.score_cards, t.s.due_score = 3, 1
    assert "Cards not bought" in words(t)
    assert "buy the" not in words(t)
    give(t, 0, "explorer")
    assert "play the Explorer" in words(t)


def test_after_the_end_nothing_on_the_table_speaks_of_what_can_be_done():
    t = table(2)
    give(t, 0, "explorer")
    assert all(said in words(t) for said in ("play the", "For sale", "to settle", "to conquer", "Tax +"))
    t.s.head.over = 1
    said = words(t)
    assert not [one for one in ("play the", "buy ", "For sale", "to settle", "to conquer", "Tax +") if one in said]


def test_buttons_are_there_for_what_is_asked():
    """CI-3.4: during bids nobody taxes."""
    t = table(2)
    names = {thing.text for thing in scene(t.view(0), t.box, 0).things if thing.id.startswith("do-")}
    assert names == {"Tax +1", "Science", "Build", "Store"}
    t = set_up(2)
    assert asked(t) == Kind.BID
    assert not [thing for thing in scene(t.view(0), t.box, 0).things if thing.id.startswith("do-")]


def test_a_card_of_the_hand_says_what_it_does_and_below_what_it_takes():
    t = table(4)
    only(t, 0, "scholar", "cartographer", "junkbot", "magician")
    lines = {thing.id: thing.lines[1:] for thing in scene(t.view(0), t.box, 0).things if thing.id.startswith("card-")}
    assert lines == {
        "card-scholar": ("gain 1 science", "pay [two-coins] 1 [hammer-drop] 1"),
        "card-cartographer": ("draw 2 citizens",),
        "card-junkbot": ("take back a discarded card", "free action"),
        "card-magician": ("gain 1 science", "free action, pay [two-coins] 2"),
    }


def test_laid_cards_say_what_they_are_laid_for():
    """CI-8.2, CI-8.4: a card counts for its attack or for its distance; the town that is attacked is marked."""
    t = table(2)
    only(t, 0, "captain", "soldier", "explorer")
    open_town(t, "glimmerfen")
    for move in ("attack-glimmerfen", "hit-captain", "lay-explorer"):
        t.play(0, move)
    said = {thing.id: thing.label for thing in scene(t.view(0), t.box, 0).things}
    assert said["attacked"] == "Glimmerfen is being attacked"
    assert said["laid-captain"] == "Captain is laid for its attack"
    assert said["laid-explorer"] == "Explorer is laid for its distance"
    assert "laid-soldier" not in said


def test_a_card_that_is_played_is_not_laid_for_its_skills():
    """CI-6.4, CI-6.6: it may be laid before those that pay for it."""
    t = table(2)
    only(t, 0, "scholar", "cartographer", "engineer", "mayor")
    for move in ("play-mayor", "token-citizen", "lay-mayor"):
        t.play(0, move)
    assert not [thing.id for thing in scene(t.view(0), t.box, 0).things if thing.id.startswith("laid-")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nations_lie_together_on_a_phone(seats):
    """CI-2.2: all four, in the part that is at the thumb."""
    t = Table(GAME, {}, seats)
    assert asked(t) == Kind.NATION
    shown = scene(t.view(0), t.box, 0)
    (own_panel,) = (panel for panel in shown.panels if panel.id == "own")
    (hand,) = (cell for cell in own_panel.cells if cell.phone == "hand" and cell.x == 0)
    nations = [thing for thing in shown.things if thing.id.startswith("nation-")]
    assert len(nations) == 4
    for thing in nations:
        assert hand.x <= thing.x <= hand.x + hand.width and hand.y <= thing.y <= hand.y + hand.height


def test_a_card_says_first_what_it_does():
    """CI-4.4, CI-10.11: in the hand and in the shop, at the price that one's nation pays."""
    t = Table(GAME)
    for thing, rule in (("card-merchant", 404), ("shop-merchant", 1011)):
        card = explain(t.view(0), t.box, 0, thing)
        assert card is not None
        assert (card.title, card.rule, card.text) == ("Merchant", rule, "Played: gain 4 coins, costs 1 work.")
        assert card.facts == ("Laid or kept: 1 distance", "Price: 2 coins")
