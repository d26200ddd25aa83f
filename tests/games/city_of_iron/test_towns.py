"""Chapters 8, 9, 13 and 14: towns, cities and lands, nations, and the expansion."""

from tests.hooks import hook
from wartable.compiler.mode import plain
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.rules import cities
from wartable.games.city_of_iron.state import CITIZEN, MILITARY, NONE, Kind
from wartable.testing import Table

from .positions import (
    CARD,
    FACE,
    HOMES,
    LAND,
    ROW,
    TOWN,
    asked,
    bid_in_order,
    deal,
    give,
    goods,
    hand,
    have,
    lay_row,
    next_round,
    only,
    open_town,
    own,
    row,
    set_up,
    settle,
    stand,
    table,
    tax_out,
)


def test_the_target_is_an_open_town_or_one_of_another_player():
    """CI-8.1"""
    t = table(2)
    only(t, 0, "captain", "soldier", "spy", "warship", "iron-dragon")
    assert t.refused(0, "attack-woolstead") == "CI-8.1"
    own(t, 1, "woolstead")
    assert "attack-woolstead" in t.legal(0)
    own(t, 0, "woolstead")
    assert t.refused(0, "attack-woolstead") == "CI-8.1"


def test_attack_must_reach_the_defence():
    """CI-8.2"""
    t = table(2)
    only(t, 0, "soldier", "spy", "scholar")
    open_town(t, "glimmerfen")
    assert t.refused(0, "attack-glimmerfen") == "CI-8.2"
    give(t, 0, "captain")
    t.play(0, "attack-glimmerfen", "hit-captain", "lay-spy")
    assert t.refused(0, "hit-scholar") == "CI-8.2"
    t.play(0, "hit-soldier")
    assert t.s.town_owner[TOWN["glimmerfen"]] == 0


def test_more_attack_than_the_defence_will_do():
    """CI-8.2"""
    t = table(2)
    only(t, 0, "iron-dragon", "soldier")
    t.play(0, "attack-mudbrook", "hit-iron-dragon", "lay-soldier")
    assert t.s.town_owner[TOWN["mudbrook"]] == 0


def test_a_conquered_town_defends_with_two_more():
    """CI-8.3"""
    t = table(2)
    own(t, 1, "mudbrook")
    only(t, 0, "captain", "soldier", "spy")
    assert t.refused(0, "attack-mudbrook") == "CI-8.5"
    give(t, 0, "iron-soldier")
    t.play(0, "attack-mudbrook", "hit-captain", "hit-iron-soldier", "lay-soldier")
    assert t.s.town_owner[TOWN["mudbrook"]] == 0


def test_distance_must_be_reached_by_cards_of_either_kind():
    """CI-8.4"""
    t = table(2)
    only(t, 0, "machinist", "scholar")
    assert t.refused(0, "attack-mudbrook") == "CI-8.4"
    give(t, 0, "merchant")
    t.play(0, "attack-mudbrook", "hit-machinist", "lay-merchant")
    assert t.s.town_owner[TOWN["mudbrook"]] == 0
    assert hand(t, 0) == {"scholar"}


def test_an_attack_adds_up_on_its_stage():
    """CI-8.2, CI-8.4: both sides with their numbers, and each card with what it is laid for."""
    t = table(2)
    only(t, 0, "captain", "soldier")
    t.play(0, "attack-mudbrook", "hit-captain", "lay-soldier")
    cues = [cue for cue in (hook(GAME.view.cue)(sentence.note, t.box) for sentence in t.told() if sentence.note) if cue]
    assert [(side.total, side.of) for side in cues[0].sides] == [(0, "attack"), (2, "defence")]
    assert [(cue.group, cue.adds) for cue in cues[1:3]] == [("Captain: attack 2", 2), ("Soldier: distance 1", 0)]
    assert cues[-1].closes and cues[-1].ends == "wins"


def test_a_card_counts_for_attack_or_for_distance():
    """CI-8.5"""
    t = table(2)
    only(t, 0, "captain")
    assert t.refused(0, "attack-mudbrook") == "CI-8.5"


def test_the_conqueror_gains_the_goods_and_an_income():
    """CI-8.6"""
    t = table(2)
    only(t, 0, "captain", "soldier")
    stand(t, 0, *["academy"] * 5)
    t.play(0, "attack-mudbrook", "hit-captain", "lay-soldier")
    assert (goods(t, 0), t.s.sides[0].income) == ({"turnips": 2}, 3)
    assert t.s.sides[0].cities[0].count == 5


def test_a_town_taken_from_a_player_takes_goods_and_income_from_that_player():
    """CI-8.7"""
    t = table(2)
    own(t, 1, "mudbrook")
    assert (goods(t, 1), t.s.sides[1].income) == ({"turnips": 2}, 3)
    only(t, 0, "iron-dragon", "soldier")
    t.play(0, "attack-mudbrook", "hit-iron-dragon", "lay-soldier")
    assert (goods(t, 1), t.s.sides[1].income) == ({}, 2)
    assert (goods(t, 0), t.s.sides[0].income) == ({"turnips": 2}, 3)


def test_an_unconquered_town_costs_the_leftmost_building_card():
    """CI-8.8"""
    t = table(2)
    lay_row(t, "mine", "academy", "barracks")
    t.s.row[0] = NONE
    only(t, 0, "captain", "soldier")
    t.play(0, "attack-mudbrook", "hit-captain", "lay-soldier")
    assert row(t)[:3] == ["-", "-", "barracks"]
    assert t.s.junk[FACE["academy"]] == 1


def test_a_conquered_town_costs_no_building_card():
    """CI-8.8"""
    t = table(2)
    own(t, 1, "mudbrook")
    before = row(t)
    only(t, 0, "iron-dragon", "soldier")
    t.play(0, "attack-mudbrook", "hit-iron-dragon", "lay-soldier")
    assert row(t) == before


def test_the_next_town_of_the_pile_lies_open_until_there_is_none():
    """CI-8.9"""
    t = table(2)
    for name, then in (("mudbrook", "woolstead"), ("woolstead", "glimmerfen"), ("glimmerfen", "fernhold")):
        own(t, 0, name)
        assert t.s.open_towns[0] == TOWN[then]
    own(t, 0, "fernhold")
    assert t.s.open_towns[0] == NONE


def test_the_tokens_of_a_nation():
    """CI-9.1"""
    t = table(2)
    assert t.s.sides[0].cities[0].spaces == 5
    assert t.s.sides[0].draws.tolist() == [1, 0]
    assert t.box.city_spaces.tolist() == [5, 3, 2]
    assert t.box.district_spaces.tolist()[1:] == [2, 1]
    assert t.box.token_draws.tolist() == [[1, 0], [1, 0], [0, 1]]
    assert t.box.token_copies.tolist() == [1, 2, 1]


def test_a_token_is_used_once():
    """CI-9.2: with the military token used, only the citizen tokens are left, so none is asked for."""
    t = table(4)
    only(t, 0, "explorer", "spy")
    settle(t, 0, "fern-valley", 2)
    t.play(0, "play-explorer", "land-red-hills")
    assert t.s.plan.token == 1
    t.play(0, "lay-spy")
    assert t.s.sides[0].tokens.tolist() == [0, 1, 0]


def test_the_military_token_is_gone_once_it_is_used():
    """CI-9.2"""
    t = table(4)
    only(t, 0, "mayor", "engineer")
    t.s.sides[0].tokens[1] = t.s.sides[0].tokens[2] = 0
    assert t.refused(0, "play-mayor") == "CI-9.2"
    t.s.sides[0].tokens[1] = t.s.sides[0].tokens[2] = 1
    t.play(0, "play-mayor")
    assert t.refused(0, "token-capital") == "CI-9.2"


def test_districts_enlarge_a_city_and_there_can_be_several():
    """CI-9.3"""
    t = table(4)
    settle(t, 0, "red-hills")
    only(t, 0, "mayor", "engineer")
    t.play(0, "play-mayor")
    assert t.refused(0, "city-3") == "CI-9.3"
    t.play(0, "city-2", "token-citizen", "lay-engineer")
    assert t.s.sides[0].cities[1].spaces == 5
    plain(cities.found_district)(t.s, t.box, 0, 1, 2)
    assert t.s.sides[0].cities[1].spaces == 6
    assert t.s.sides[0].cities[1].districts.tolist() == [0, 1, 1]


def test_a_token_gives_its_draw_as_a_city_or_as_a_district():
    """CI-9.4"""
    t = table(4)
    settle(t, 0, "red-hills", 2)
    plain(cities.found_district)(t.s, t.box, 0, 0, 1)
    assert t.s.sides[0].draws.tolist() == [2, 1]
    held = t.s.sides[0].hand_count.tolist()
    drawn = t.s.sides[0]
    drawn.shop &= ~(1 << CARD["mayor"])
    drawn.draw[CITIZEN, 1] = drawn.draw[CITIZEN, 0]
    drawn.draw[CITIZEN, 0] = CARD["mayor"]
    drawn.draw_count[CITIZEN] = 2
    next_round(t)
    assert t.s.sides[0].hand_count.tolist() == [held[0] + 2, held[1] + 1]


def test_a_land_that_is_taken_or_a_starting_land_cannot_be_settled():
    """CI-9.5"""
    t = table(4)
    settle(t, 1, "red-hills")
    only(t, 0, "explorer", "spy", "captain")
    t.play(0, "play-explorer")
    assert t.refused(0, "land-red-hills") == "CI-9.5"
    assert t.refused(0, "land-green-bay") == "CI-9.5"


def test_distance_to_a_land_must_be_reached_without_the_explorers_own():
    """CI-9.6"""
    t = table(4)
    only(t, 0, "explorer", "captain")
    t.play(0, "play-explorer")
    assert t.s.plan.land == LAND["fern-valley"]
    t.play(0, "back", "tax")
    only(t, 1, "explorer", "scholar")
    assert t.refused(1, "play-explorer") == "CI-9.6"
    only(t, 1, "explorer", "captain", "soldier")
    t.play(1, "play-explorer")
    assert t.refused(1, "land-old-dunes") == "CI-9.6"
    t.play(1, "land-white-coast", "token-citizen", "lay-captain", "lay-soldier")
    assert t.s.land_owner[LAND["white-coast"]] == 1


def test_a_ship_or_an_airship_is_needed_and_counts_for_its_distance():
    """CI-9.7"""
    t = table(4)
    only(t, 0, "explorer", "spy", "captain", "soldier")
    t.play(0, "play-explorer")
    assert t.refused(0, "land-spice-islands") == "CI-9.7"
    t.play(0, "back")
    give(t, 0, "scout-ship", "magician")
    t.play(0, "play-explorer", "land-far-shore", "token-citizen", "lay-spy", "lay-magician")
    assert t.due == {0}
    assert t.refused(0, "lay-soldier") == "CI-6.5"
    t.play(0, "lay-scout-ship")
    assert t.s.land_owner[LAND["far-shore"]] == 0


def test_an_airship_is_not_a_ship():
    """CI-9.7"""
    t = table(4)
    only(t, 0, "explorer", "cloud-skimmer", "spy")
    t.play(0, "play-explorer")
    assert t.refused(0, "land-spice-islands") == "CI-9.7"
    t.play(0, "land-flying-island", "token-military", "lay-cloud-skimmer", "lay-spy")
    assert t.s.land_owner[LAND["flying-island"]] == 0


def test_the_land_goes_to_the_settler_with_the_token_on_it():
    """CI-9.8"""
    t = table(4)
    only(t, 0, "explorer", "captain")
    t.play(0, "play-explorer", "token-military", "lay-captain")
    city = t.s.sides[0].cities[1]
    assert (city.land, city.token, city.spaces, city.count) == (LAND["fern-valley"], 2, 2, 0)
    assert t.s.sides[0].tokens.tolist() == [0, 2, 0]
    assert t.s.land_owner[LAND["fern-valley"]] == 0


# Nations


def nations(*names, seats=2, **options):
    """A table before the first bid at which the seats lead these nations."""
    t = Table(GAME, {"nations": True, **options}, seats)
    for seat, name in enumerate(names):
        t.play(seat, f"nation-{name}")
    for seat in range(seats):
        t.play(seat, f"land-{HOMES[seat]}")
    while asked(t) == Kind.ARRANGE:
        t.play(min(t.due), sorted(t.legal(min(t.due)))[-1])
    t.roll(*(f"deal-{face}" for face in ROW[: t.box.row_places]))
    deal(t)
    return t


def test_arcs_military_district_holds_two_more():
    """CI-13.1"""
    t = nations("arc", "hogmen")
    bid_in_order(t)
    plain(cities.found_district)(t.s, t.box, 0, 0, 2)
    plain(cities.found_district)(t.s, t.box, 1, 0, 2)
    assert [t.s.sides[seat].cities[0].spaces for seat in (0, 1)] == [7, 6]


def test_arc_moves_buildings_for_a_coin_as_a_free_action():
    """CI-13.2"""
    t = nations("arc", "hogmen")
    bid_in_order(t)
    stand(t, 0, "turnip-farm", "moss-garden", "academy")
    settle(t, 0, "red-hills")
    assert t.refused(0, "spot-1b") == "CI-13.2"
    t.play(0, "spot-1a")
    side = t.s.sides[0]
    assert (side.coins, side.cities[0].count, side.cities[1].built[0]) == (6, 2, FACE["turnip-farm"])
    assert goods(t, 0) == {"turnips": 3, "glow-moss": 2}
    assert t.due == {0}
    t.play(0, "spot-2a")
    assert side.coins == 5
    assert side.cities[1].count == 0


def test_only_arc_moves_buildings():
    """CI-13.2"""
    t = nations("hogmen", "arc")
    bid_in_order(t)
    stand(t, 0, "turnip-farm")
    settle(t, 0, "red-hills")
    assert t.refused(0, "spot-1a") == "CI-13.2"


def test_the_scholar_costs_the_cresarians_nothing():
    """CI-13.3"""
    t = nations("cresarians", "arc")
    bid_in_order(t)
    t.s.sides[0].coins = 0
    only(t, 0, "scholar", "cartographer")
    t.play(0, "play-scholar", "lay-cartographer")
    assert (t.s.sides[0].coins, t.s.sides[0].science) == (0, 1)


def test_special_cards_belong_to_their_nations():
    """CI-13.4, CI-13.6"""
    t = nations("cresarians", "hogmen", "arc", "toads", seats=4)
    shops = [{name for name, card in CARD.items() if side.shop >> card & 1} for side in t.s.sides]
    specials = {"genius", "gunslinger", "strategist", "fixer"}
    assert [shop & specials for shop in shops] == [{"genius"}, {"strategist"}, set(), set()]


def test_the_gunslinger_stands_in_for_the_captain():
    """CI-13.5"""
    t = nations("hogmen", "arc")
    side = t.s.sides[0]
    assert set(side.draw[MILITARY, :2].tolist()) == {CARD["gunslinger"], CARD["soldier"]}
    assert side.shop >> CARD["captain"] & 1


def test_the_fixer_is_a_third_card_of_the_toads_citizens():
    """CI-13.7"""
    t = nations("toads", "arc")
    side = t.s.sides[0]
    assert side.draw_count[CITIZEN] + side.hand_count[CITIZEN] == 3
    assert "fixer" in hand(t, 0) | {name for name, card in CARD.items() if card in side.draw[CITIZEN].tolist()}


def test_the_toads_bid_a_second_time_for_the_difference():
    """CI-13.8"""
    t = nations("toads", "arc")
    first, second = t.s.bidders[0], t.s.bidders[1]
    t.play(first, "bid-6" if first == 0 else "bid-7")
    t.play(second, "bid-6" if second == 0 else "bid-7")
    assert asked(t) == Kind.SECOND_BID
    assert t.due == {0}
    assert t.refused(0, "tax") == "CI-13.8"
    t.play(0, "bid-9")
    assert t.s.sides[0].coins == 2
    assert t.s.order.tolist()[:2] == [0, 1]


def test_a_second_bid_is_not_for_less_and_the_cube_may_stay():
    """CI-13.9"""
    t = nations("toads", "arc")
    for _ in range(2):
        seat = min(t.due)
        t.play(seat, "bid-6" if seat == 0 else "bid-5")
    assert t.refused(0, "bid-4") == "CI-13.9"
    assert t.refused(0, "bid-5") == "CI-3.2"
    t.play(0, "done")
    assert (t.s.sides[0].coins, t.s.order.tolist()[0]) == (5, 0)


# The expansion


def expansion(seats=2):
    return table(seats, town_expansion=True)


def test_three_expansion_towns_lie_open_and_are_replaced():
    """CI-14.1"""
    t = expansion()
    names = ["beastbelly", "solara", "snyle", "metgra", "dar-embe", "cumulus", "cazum"]
    assert t.s.open_towns[3:].tolist() == [TOWN[name] for name in names[:3]]
    only(t, 0, "iron-dragon", "spy")
    t.play(0, "attack-solara", "hit-iron-dragon", "lay-spy")
    assert t.s.open_towns[3:].tolist() == [TOWN["beastbelly"], TOWN["metgra"], TOWN["snyle"]]
    assert set_up(2).s.open_towns[3:].tolist() == [NONE, NONE, NONE]


def after_a_round(name):
    """What a town gives its owner in a round, beside what a round gives anyway."""
    t, plain_table = expansion(), expansion()
    own(t, 0, name)
    for each in (t, plain_table):
        each.s.sides[0].draws[:] = 0
        if each is t:
            each.s.sides[0].draws[:] = each.box.town_draws[TOWN[name]]
        next_round(each)
    a, b = t.s.sides[0], plain_table.s.sides[0]
    held = [int(a.hand_count[kind] - b.hand_count[kind]) for kind in (CITIZEN, MILITARY)]
    return a.coins - b.coins, a.science - b.science, held


def test_beastbelly_gives_a_military_draw_and_a_coin():
    """CI-14.2"""
    assert after_a_round("beastbelly") == (1, 0, [0, 1])


def test_solara_gives_a_citizen_draw_and_a_coin():
    """CI-14.3"""
    assert after_a_round("solara") == (1, 0, [1, 0])


def test_the_draws_of_a_town_count_with_its_owner():
    """CI-14.2, CI-14.3"""
    t = expansion()
    own(t, 0, "beastbelly", "solara")
    assert t.s.sides[0].draws.tolist() == [2, 1]


def test_snyle_gives_two_of_a_good_that_its_owner_has():
    """CI-14.4"""
    t = expansion()
    own(t, 0, "snyle")
    assert t.s.sides[0].income == 3
    have(t, 0, turnips=1, ore=2)
    tax_out(t)
    assert asked(t) == Kind.CHOOSE_GOOD
    assert t.due == {0}
    assert t.refused(0, "good-silk") == "CI-14.4"
    t.play(0, "good-ore")
    assert goods(t, 0) == {"turnips": 1, "ore": 4}


def test_snyles_good_is_chosen_anew_at_the_start_of_each_end_phase():
    """CI-14.5"""
    t = expansion()
    own(t, 0, "snyle")
    have(t, 0, turnips=1, ore=2)
    before = row(t)
    tax_out(t)
    assert row(t) == before
    t.play(0, "good-ore")
    deal(t)
    while asked(t) == Kind.PURCHASE:
        t.play(min(t.due), "done")
    bid_in_order(t)
    assert goods(t, 0) == {"turnips": 1, "ore": 4}
    tax_out(t)
    t.play(0, "good-turnips")
    assert goods(t, 0) == {"turnips": 3, "ore": 2}


def test_snyle_gives_nothing_to_an_owner_without_goods():
    """CI-14.5"""
    t = expansion()
    own(t, 0, "snyle")
    tax_out(t)
    assert asked(t) == Kind.DEAL_BUILDING
    assert goods(t, 0) == {}


def test_snyles_goods_leave_with_it():
    """CI-14.4, CI-8.7"""
    t = expansion()
    own(t, 0, "snyle")
    have(t, 0, ore=2)
    tax_out(t)
    t.play(0, "good-ore")
    own(t, 1, "snyle")
    assert goods(t, 0) == {"ore": 2}
    assert goods(t, 1) == {}


def test_metgra_and_cazum_hold_two_buildings():
    """CI-14.6, CI-14.7"""
    t = expansion()
    own(t, 0, "metgra", "cazum")
    t.s.sides[0].coins = t.s.sides[0].science = 50
    lay_row(t, "docks", "silk-weaver", "mine")
    t.play(0, "build-b")
    assert t.s.sides[0].cities[4].built[0] == FACE["silk-weaver"]
    t.play(1, "tax")
    t.play(0, "build-c")
    assert t.s.sides[0].cities[5].built[0] == FACE["mine"]
    t.play(1, "tax")
    t.play(0, "build-a")
    assert t.legal(0) == {"city-5", "city-6", "back"}
    t.play(0, "city-5")
    assert [t.s.sides[0].cities[number].count for number in (4, 5)] == [2, 1]
    assert [t.s.sides[0].cities[number].spaces for number in (4, 5)] == [2, 2]


def test_the_buildings_in_a_town_go_with_it():
    """CI-14.8"""
    t = expansion()
    own(t, 1, "metgra")
    stand(t, 1, "docks", city=4)
    assert (goods(t, 1), t.s.sides[1].income) == ({"tentacles": 2}, 3)
    only(t, 0, "iron-dragon", "captain", "spy", "soldier")
    t.play(0, "attack-metgra", "hit-iron-dragon", "hit-captain", "lay-spy", "lay-soldier")
    assert (goods(t, 1), t.s.sides[1].income, t.s.sides[1].cities[4].spaces) == ({}, 2, 0)
    assert (goods(t, 0), t.s.sides[0].income, t.s.sides[0].cities[4].built[0]) == ({"tentacles": 2}, 3, FACE["docks"])
    assert not t.s.sides[1].types >> 5 & 1
    assert not t.s.sides[1].names


def test_dar_embe_gives_three_coins():
    """CI-14.9"""
    assert after_a_round("dar-embe") == (3, 0, [0, 0])


def test_cumulus_gives_a_science():
    """CI-14.10"""
    assert after_a_round("cumulus") == (0, 1, [0, 0])


def test_districts_cannot_be_added_to_a_town():
    """CI-14.11"""
    t = expansion()
    own(t, 0, "metgra")
    settle(t, 0, "red-hills")
    only(t, 0, "mayor", "engineer")
    t.play(0, "play-mayor")
    assert t.refused(0, "city-5") == "CI-14.11"
    assert t.legal(0) == {"city-1", "city-2", "back"}
