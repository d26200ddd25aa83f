"""What is told: every gain, loss, payment, draw and discard, with its cause, its rule and right grammar."""

import pytest

from wartable.core.frames import SPECTATOR
from wartable.drawing.tints import untinted
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.notes import Counter, Told
from wartable.games.city_of_iron.state import FROM_DISCARDS, Kind
from wartable.games.city_of_iron.texts import amount_of, town_facts
from wartable.games.city_of_iron.view.view import board, scene
from wartable.testing import Table

from .positions import (
    FACE,
    GOOD,
    TOWN,
    asked,
    deal,
    drop,
    give,
    have,
    lay_row,
    only,
    open_town,
    own,
    set_up,
    settle,
    stand,
    table,
    tax_out,
)


def log(t: Table, viewer: int = SPECTATOR) -> list[str]:
    """What is told of the last action, each sentence with its rule."""
    return [f"{sentence.text} {GAME.rule_name(sentence.rule)}" for sentence in t.told(viewer)]


@pytest.mark.parametrize(
    ("card", "name", "under", "pile"),
    [
        ("cartographer", "Cartographer", "mayor", "citizen"),
        ("captain", "Captain", "soldier", "military"),
        ("scout-ship", "Scout Ship", "mayor", "citizen"),
        ("sharp-shooter", "Sharp Shooter", "soldier", "military"),
    ],
)
def test_a_card_is_told_also_where_its_own_discard_is_turned_over(card, name, under, pile):
    """CI-4.11, CI-6.6"""
    t = table(2)
    only(t, 0, card)
    side = t.s.sides[0]
    side.draw[:] = side.discard[:] = -1
    side.draw_count[:] = side.discard_count[:] = 0
    side.discarded = 0
    drop(t, 0, under)
    t.play(0, f"play-{card}")
    assert not side.discarded
    told = " ".join(log(t))
    assert f"{{0}} plays {name}" in told
    assert f"{{0}} discards {name}. CI-6.6" in told
    assert f"{{0}}'s 2 {pile} discards are turned over: the first one discarded is on top. CI-4.11" in told
    assert f"{{0}} draws a {pile} card and has 1 {pile} card in hand." in told
    assert f"{{0}} draws {under.title()} and has 1 {pile} card in hand." in " ".join(log(t, 0))


def test_replacing_a_building_by_one_of_the_same_name_is_told():
    """CI-5.7, CI-5.3"""
    t = table(2)
    stand(t, 0, "moss-garden", *["turnip-farm"] * 4)
    lay_row(t, "moss-garden")
    t.play(0, "build-a", "spot-1a")
    assert log(t)[:8] == [
        "{0} builds Moss Garden from the row in Meadowood. CI-5.1",
        "{0} has a building of that name already: no science is paid for Moss Garden. CI-5.3",
        "{0} pays 5 coins and has 2. CI-5.2",
        "{0} destroys Moss Garden in Meadowood. CI-5.7",
        "{0} loses 2 Glow Moss and has 0. CI-5.10",
        "{0}'s income falls by 1 to 6 coins a round. CI-5.10",
        "{0} gains 2 Glow Moss and has 2. CI-5.8",
        "{0}'s income rises by 1 to 7 coins a round. CI-5.9",
    ]


def last_turn(seats: int = 2) -> Table:
    """The last turn of the game."""
    t = table(seats)
    t.s.score_cards, t.s.deck, t.s.due_score, t.s.scorings = 3, FROM_DISCARDS, 1, 2
    while t.s.turns < 3 * seats - 1:
        t.play(min(t.due), "tax")
    return t


def test_the_third_scoring_is_told_good_by_good():
    """CI-11.1 to CI-11.6, CI-12.1"""
    t = last_turn()
    stand(t, 1, "foundry")
    have(t, 0, turnips=5, ore=2)
    have(t, 1, turnips=5, ore=1, silk=1)
    t.play(1, "tax")
    assert [line for line in log(t) if line.startswith("{1}")] == [
        "{1} taxes. CI-4.8",
        "{1} gains 1 coin and has 10. CI-4.8",
        "{1} has the most Turnips (5, tied): 2 points, 2 in all. CI-11.3",
        "{1} has 4 or more Turnips (5): 1 point, 3 in all. CI-11.5",
        "{1} has the second-most Ore (1): 2 points, 5 in all. CI-11.2",
        "{1} has the most Silk (1): 6 points, 11 in all. CI-11.1",
        "{1}'s Iron Foundry scores with Ore: 3 points, 14 in all. CI-11.6",
        "{1} scores 14 points in this scoring and has 14. CI-11.7",
        "{1} wins with 14 points. CI-12.9",
    ]
    assert "Scoring 3 of 3. CI-11.7" in log(t)


def test_the_bonuses_and_the_penalty_are_told_with_what_they_compare():
    """CI-12.2 to CI-12.8"""
    t = last_turn()
    settle(t, 1, "red-hills")
    t.s.sides[0].stored[FACE["mine"]] = t.s.sides[0].stored_count = 1
    t.play(1, "tax")
    told = log(t)
    assert "{1} has the most distance of lands (2): 2 points, 2 in all. CI-12.3" in told
    assert "Nobody alone has the most coins (10): no points. CI-12.7" in told
    assert "{0} loses 1 point for 1 stored building and has -1. CI-12.8" in told


def test_a_robbery_names_its_victim():
    """CI-7.24"""
    t = table(3)
    only(t, 0, "spy")
    t.s.sides[1].coins = 2
    t.play(0, "play-spy", "rival-1")
    assert log(t)[:4] == [
        "{0} plays Spy. CI-7.24",
        "{0} discards Spy. CI-6.6",
        "{0} takes 2 coins from {1} and has 9. CI-7.24",
        "{1} has 0 coins left. CI-7.24",
    ]


def test_a_tribute_names_its_victims_and_who_has_nothing():
    """CI-7.18"""
    t = table(3)
    only(t, 0, "iron-dragon")
    t.s.sides[2].coins = 0
    t.play(0, "play-iron-dragon")
    assert "{0} takes 1 coin from {1} and has 8. CI-7.18" in log(t)
    assert "{2} has no coin that {0} could take. CI-7.18" in log(t)


def test_cloud_skimmers_discard_is_told():
    """CI-7.4"""
    t = table(2)
    only(t, 0, "cloud-skimmer")
    t.play(0, "play-cloud-skimmer", "store-f")
    assert "No longer for sale: Mine. CI-7.4" in log(t)
    assert "{0} gains 3 coins and has 10. CI-7.4" in log(t)


def test_a_conquest_tells_the_cards_as_they_were_laid_the_town_its_goods_and_the_building_card_lost():
    """CI-8.6, CI-8.8, CI-8.9"""
    t = table(2)
    only(t, 0, "captain", "soldier")
    t.play(0, "attack-mudbrook", "lay-soldier", "hit-captain")
    assert log(t)[:8] == [
        "{0} attacks Mudbrook: defence 2, distance 1. CI-8.1",
        "{0} lays Soldier for 1 distance. CI-8.4",
        "{0} lays Captain for 2 attack. CI-8.2",
        "{0} conquers Mudbrook and has 1 town. CI-8.6",
        "{0} gains 2 Turnips and has 2. CI-8.6",
        "{0}'s income rises by 1 to 3 coins a round. CI-8.6",
        "Woolstead lies open: defence 2, distance 1; 2 Srikas. CI-8.9",
        "No longer for sale: Turnip Farm. CI-8.8",
    ]


def test_a_town_taken_from_a_player_is_told_to_both():
    """CI-8.7, CI-14.8"""
    t = table(2, town_expansion=True)
    own(t, 1, "metgra")
    stand(t, 1, "docks", city=4)
    only(t, 0, "iron-dragon", "captain", "spy", "soldier")
    t.play(0, "attack-metgra", "hit-iron-dragon", "hit-captain", "lay-spy", "lay-soldier")
    told = log(t)
    assert told[0] == "{0} attacks Metgra, a town of {1}: defence 7, distance 3. CI-8.1"
    assert "{0} conquers Metgra from {1} and has 1 town. CI-8.6" in told
    assert "{1} loses Metgra and has 0 towns. CI-8.7" in told
    assert "{1} loses Docks in Metgra to {0}. CI-14.8" in told
    assert "{1} loses 2 Tentacles and has 0. CI-14.8" in told
    assert "{0} takes over Docks in Metgra. CI-14.8" in told
    assert "{0} gains 2 Tentacles and has 2. CI-14.8" in told


def test_the_sweep_at_the_end_of_a_round_is_told():
    """CI-10.1, CI-10.2"""
    t = table(2)
    lay_row(t, "mine", "turnip-farm", "mine", "academy", "barracks")
    tax_out(t)
    told = log(t)
    assert "The end of round 1. CI-10.1" in told
    swept = [line for line in told if line.startswith("No longer for sale")]
    assert swept == [
        "No longer for sale: Mine. CI-10.1",
        "No longer for sale: Turnip Farm. CI-10.1",
        "No longer for sale: Mine. CI-10.1",
        "No longer for sale: Academy of deck A. CI-10.1",
    ]
    assert "The other cards of the row slide left. CI-10.2" in told


def test_income_science_and_draws_of_a_round_are_told_with_their_causes():
    """CI-10.6 to CI-10.10"""
    t = table(2)
    stand(t, 0, "turnip-farm", "market", "academy", "barracks")
    t.s.due_score = t.s.score_cards = 1
    tax_out(t)
    deal(t)
    own_log = [line for line in log(t, 0) if line.startswith("{0}") and "scor" not in line and "point" not in line]
    assert own_log == [
        "{0} collects 3 coins of income and has 13. CI-10.6",
        "{0} collects 1 coin for the most Turnips (3) and has 14. CI-10.7",
        "{0} collects 2 coins that buildings and towns give and has 16. CI-10.8",
        "{0} collects 1 science and has 1. CI-10.9",
        "{0} collects 1 science from the Score card and has 2. CI-10.9",
        "{0} draws Cartographer and has 2 citizen cards in hand. CI-10.10",
        "{0} draws Captain and has 1 military card in hand. CI-10.10",
    ]
    others = " ".join(log(t, 1))
    assert "{0} draws a military card and has 1 military card in hand. CI-10.10" in others
    assert "Captain" not in others.replace("{1} draws Captain", "")


def paid_by(t: Table) -> list[tuple[int, int]]:
    """What was paid in coins in the last action, and by which rule."""
    return [(-note.amount, note.rule) for note in t.notes if note.counter == Counter.COINS and note.amount < 0]


def test_every_payment_names_its_own_rule():
    """CI-3.3, CI-4.7, CI-5.2, CI-6.2, CI-10.14"""
    t = set_up(2)
    t.play(0, "bid-6")
    assert paid_by(t) == [(2, 303)]
    t.play(1, "bid-1")
    t.play(0, "science")
    assert paid_by(t) == [(4, 407)]
    t.play(1, "build-a")
    assert paid_by(t) == [(3, 502)]
    only(t, 0, "scholar", "cartographer")
    t.play(0, "play-scholar", "lay-cartographer")
    assert paid_by(t) == [(1, 602)]
    tax_out(t)
    deal(t)
    t.play(1, "buy-mayor", "done")
    if 0 in t.due:
        t.play(0, "done")
    assert paid_by(t) == [(2, 1014)]


def test_a_card_that_makes_building_cheaper_is_told_with_both_prices():
    """CI-7.5, CI-7.17"""
    t = table(2)
    only(t, 0, "engineer", "scholar")
    lay_row(t, "academy", "turnip-farm")
    t.play(0, "play-engineer", "build-a", "lay-scholar")
    assert "With Engineer it costs 1 coin instead of 5. CI-7.5" in log(t)
    assert "{0} builds Academy of deck A in Meadowood. CI-5.4" in log(t)
    only(t, 1, "inventor", "scholar")
    lay_row(t, "mine", "turnip-farm")
    t.play(1, "play-inventor", "build-a", "lay-scholar")
    assert "With Inventor it costs 0 science instead of 1. CI-7.17" in log(t)


def test_coins_for_what_is_counted_tell_the_count_and_a_card_that_brings_nothing_says_so():
    """CI-7.3, CI-7.19"""
    t = table(2)
    only(t, 0, "cargo-ship", "engineer")
    have(t, 0, turnips=1, srikas=1, ore=1, salt=1, silk=1)
    t.play(0, "play-cargo-ship", "lay-engineer")
    assert "{0} gains 4 coins for 5 kinds of goods (4 at most), and has 11. CI-7.3" in log(t)
    only(t, 1, "cargo-ship", "engineer")
    t.play(1, "play-cargo-ship", "lay-engineer")
    assert "Cargo Ship brings {1} nothing. CI-7.3" in log(t)
    only(t, 0, "iron-guard")
    t.play(0, "play-iron-guard")
    assert "{0} gains 1 coin for 0 towns, and 1 more, and has 12. CI-7.19" in log(t)


def test_one_is_told_as_one():
    """CI-5.8"""
    t = table(2)
    t.play(0, "build-d")
    assert "{0} gains 1 Turnip and has 1. CI-5.8" in log(t)
    assert [amount_of(t.box, GOOD[good], 1) for good in ("glow-moss", "machine-parts", "ore")] == [
        *("1 Glow Moss", "1 Machine Part", "1 Ore")
    ]


def test_snyles_choice_and_its_goods_are_told():
    """CI-14.5"""
    t = table(2, town_expansion=True)
    own(t, 0, "snyle")
    have(t, 0, turnips=1, ore=2)
    tax_out(t)
    t.play(0, "good-ore")
    assert log(t)[:2] == ["{0} chooses Ore for Snyle. CI-14.5", "{0} gains 2 Ore and has 4. CI-14.5"]


def test_a_moved_building_is_told_once_and_changes_no_goods():
    """CI-13.2"""
    t = table(2, nations=True)
    stand(t, 0, "turnip-farm")
    settle(t, 0, "red-hills")
    t.play(0, "spot-1a")
    assert log(t) == [
        "{0} moves Turnip Farm from Meadowood to Red Hills, a free action. CI-13.2",
        "{0} pays 1 coin and has 6. CI-13.2",
    ]


def test_purchases_stay_secret_until_all_have_finished():
    """CI-10.11, CI-10.14"""
    t = table(2)
    tax_out(t)
    deal(t)
    t.play(0, "buy-mayor")
    assert (log(t, 0), log(t, 1), log(t)) == (["{0} sets Mayor aside to buy it. CI-10.11"], [], [])
    t.play(0, "buy-mayor")
    assert (log(t, 0), log(t, 1)) == (["{0} puts Mayor back. CI-10.13"], [])


def test_a_lost_draw_says_why():
    """CI-4.12"""
    t = table(2)
    only(t, 0, "arms-dealer")
    give(t, 0, "soldier")
    t.play(0, "play-arms-dealer")
    assert "{0} has no military card left to draw. CI-4.12" in log(t)


def test_every_kind_of_note_has_words():
    """CI-1.2"""
    from wartable.games.city_of_iron.sentences import SENTENCES

    assert set(SENTENCES) == set(Told)


# Words around the log


def label(t: Table, seat: int, move: str) -> str:
    return GAME.words.label(t.view(seat), t.box, seat, t.codes(seat)[move])


def test_the_scholar_is_offered_to_the_cresarians_without_a_price_in_coins():
    """CI-13.3"""
    t = table(2, nations=True)
    for seat in (0, 1):
        only(t, seat, "scholar", "cartographer")
    assert label(t, 0, "play-scholar") == "Play Scholar: gain 1 science, costs 1 coin and 1 work"
    t.play(0, "tax")
    assert label(t, 1, "play-scholar") == "Play Scholar: gain 1 science, costs 1 work"


def test_a_second_bid_is_offered_for_the_difference():
    """CI-13.8"""
    t = set_up(4, nations=True)
    for seat, spot in enumerate((1, 2, 3, 6)):
        t.play(seat, f"bid-{spot}")
    assert asked(t) == Kind.SECOND_BID
    assert label(t, 3, "bid-9") == "Move to spot 9 of 10 for 3 coins more"


def test_all_that_stands_on_a_town_can_be_read():
    """CI-14.4 to CI-14.9"""
    t = table(2, town_expansion=True)
    facts = {name: town_facts(t.box, TOWN[name], 0) for name in ("metgra", "cazum", "dar-embe", "snyle")}
    assert facts["metgra"] == "defence 5, distance 3; holds 2 buildings on Coast, Jungle"
    assert facts["cazum"] == "defence 5, distance 2; holds 2 buildings on Mountain, Coast"
    assert facts["dar-embe"] == "defence 7, distance 3; 3 coins a round and counts as 3 towns at the end"
    own(t, 0, "snyle")
    t.s.chosen_good = GOOD["ore"]
    assert "Snyle: defence 7, distance 3; 2 of a good that its owner chooses each round (now Ore)" in text(t, 1)


def text(t: Table, viewer: int) -> str:
    return untinted(board(t.view(viewer), t.box, viewer))


def labels(t: Table, viewer: int) -> str:
    return "\n".join(thing.label for thing in scene(t.view(viewer), t.box, viewer).things)


def test_the_prompt_names_the_actions_that_can_be_done_as_they_are_called():
    """CI-4.2"""
    t = table(2)
    t.s.sides[0].coins = 4
    give(t, 0, "soldier", "captain")
    open_town(t, "mudbrook")
    lay_row(t, "turnip-farm")
    prompt = GAME.words.prompt(t.view(0), t.box, 0)
    assert prompt == "Action 1 of 3: build, play a card, attack, draw, store, tax or buy science"


def test_the_prompt_leaves_out_what_cannot_be_done():
    """CI-4.2: without coins, cards and buildings for sale."""
    t = table(2)
    t.s.sides[0].coins = 0
    only(t, 0)
    lay_row(t)
    assert GAME.words.prompt(t.view(0), t.box, 0) == "Action 1 of 3: draw or tax"


def test_a_nation_is_chosen_with_its_abilities_in_sight():
    """CI-2.2, CI-13.1 to CI-13.9"""
    t = Table(GAME, {"nations": True}, 2)
    for shown in (text(t, 0), labels(t, 0), label(t, 0, "nation-arc") + label(t, 0, "nation-hogmen")):
        flat = " ".join(shown.split())
        assert "Moves a building to another city for 1 coin, a free action" in flat
        assert "Can buy Strategist (3 attack, 1 distance; draw 2 military and a citizen)" in flat
    assert "Toad Inventors of Om: Bids a second time for the difference" in " ".join(text(t, 1).split())


def test_the_abilities_of_every_nation_at_the_table_can_be_looked_at_later():
    """CI-1.2"""
    t = table(4, nations=True)
    flat = " ".join(text(t, SPECTATOR).split())
    for ability in ("The Scholar costs no coin", "Begins with Fixer", "Begins with Gunslinger", "Moves a building"):
        assert ability in flat
        assert ability in labels(t, 3) or ability == "Begins with Fixer"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_cards_for_sale_can_be_looked_at_in_full_by_everybody_at_any_time(viewer):
    """CI-1.5"""
    t = table(2)
    flat = " ".join(text(t, viewer).split())
    assert "Warship, military, 5 coins and 1 science: 4 attack, 2 distance, ship; 1 coin for each first place" in flat
    assert "Mayor, citizen, 2 coins: 1 work; add a district, costs 2 work [AB]" in flat
    assert "Warship, 5 coins and 1 science: 4 attack, 2 distance, ship; 1 coin for each first place" in labels(
        t, viewer
    )


def test_the_text_board_cuts_nothing_and_no_headings_collide():
    """CI-1.2"""
    t = table(4, town_expansion=True)
    lay_row(t, *["crystal-caverns"] * 11, "clockwork-hall")
    lines = text(t, 0).splitlines()
    assert max(map(len, lines)) <= 100
    caverns = "Crystal Caverns: 9 coins and 2 science, on Flying Island; 3 Magic Crystals"
    assert sum(caverns in line for line in lines) == 11
    hall = "Clockwork Hall: 4 coins and 1 science; 3 points for first or second place in Machine Parts"
    assert any(hall in line for line in lines)
    assert any("Flying Island, distance 4 by airship: Grass, Flying Island" in line for line in lines)
    for name in ("Tentacles", "Machine Parts", "Magic Crystals"):
        assert any(line.split("  ")[1] == name for line in lines if line.startswith(f"  {name}"))


def test_of_another_players_discards_the_top_card_alone_is_shown():
    """CI-1.4"""
    t = table(2)
    drop(t, 1, "mayor", "merchant", "junkbot")
    for shown in (text(t, 0), labels(t, 0)):
        assert "Junkbot on top" in shown
    discards = [line for line in text(t, 0).splitlines() if "on top" in line]
    assert not any("Mayor" in line or "Merchant" in line for line in discards)


def test_a_building_that_pays_part_of_an_action_is_named():
    """CI-5.12"""
    t = table(2)
    stand(t, 0, "workshop", "lighthouse")
    only(t, 0, "soldier", "captain", "scholar")
    t.play(0, "play-scholar")
    assert log(t)[:3] == [
        "{0} plays Scholar. CI-7.1",
        "{0} pays 1 coin and has 6. CI-6.2",
        "{0}'s Workshop gives 1 work. CI-5.12",
    ]
    t.play(1, "tax")
    t.play(0, "attack-mudbrook", "hit-captain")
    assert log(t)[1:3] == ["{0}'s Lighthouse gives 1 distance. CI-5.12", "{0} lays Captain for 2 attack. CI-8.2"]


def test_of_buildings_that_help_only_as_many_are_named_as_are_needed():
    """CI-5.12"""
    t = table(2)
    stand(t, 0, "workshop", "workshop", "lighthouse")
    only(t, 0, "scholar")
    t.play(0, "play-scholar")
    assert [line for line in log(t) if "gives" in line] == ["{0}'s Workshop gives 1 work. CI-5.12"]


def test_cards_that_pay_all_leave_no_building_to_name():
    """CI-5.12"""
    t = table(2)
    only(t, 0, "scholar", "mayor")
    t.play(0, "play-scholar", "lay-mayor")
    assert not [line for line in log(t) if "gives" in line]


def test_buildings_that_share_a_name_are_told_apart():
    """CI-5.1"""
    t = table(2)
    lay_row(t, "srika-pasture", "srika-pasture-mixed", "academy", "great-academy")
    t.play(0, "build-a")
    assert log(t)[0].startswith("{0} builds Srika Pasture (3 Srikas) from the row in Meadowood.")
    t.play(1, "store-b")
    assert log(t)[0].startswith("{1} stores Srika Pasture (1 Turnip, 2 Srikas) from the row")
    t.play(0, "store-c")
    assert log(t)[0].startswith("{0} stores Academy of deck A from the row")
    t.play(1, "store-d")
    assert log(t)[0].startswith("{1} stores Academy of deck B from the row")


def test_a_row_that_stays_empty_says_from_which_place_on():
    """CI-10.4"""
    t = table(2)
    lay_row(t)
    t.s.left[:] = t.s.junk[:] = 0
    t.s.deck = FROM_DISCARDS
    tax_out(t)
    assert "No building card is left: the row stays empty from place a on. CI-10.4" in log(t)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("a", "{0} no longer collects science each round. CI-5.10"),
        ("b", "{0}'s buildings no longer give work to payments. CI-5.10"),
        ("c", "{0}'s buildings no longer give distance to payments. CI-5.10"),
        ("d", "{0} now only draws 1 military card each round. CI-5.10"),
    ],
)
def test_what_a_player_no_longer_has_is_told_without_a_number(place, words):
    """CI-5.10"""
    t = table(2)
    stand(t, 0, "academy", "workshop", "lighthouse", "barracks", "barracks")
    only(t, 0, "fixer")
    t.play(0, "play-fixer", f"spot-1{place}")
    assert words in log(t)
