"""Chapters 12 to 15: hexes, tokens, treasures, upgrades."""

import pytest

from wartable.core.frames import NATURE
from wartable.games.iron_kings.state import At, Space, Token

from .tables import (
    at,
    bring_home,
    card_of,
    carry,
    cover,
    covered,
    drive,
    fit_upgrade,
    ground,
    hex_of,
    man,
    plan_of,
    program,
    ready,
    stand,
    stores,
    stow_no_more,
    track,
    turn_over,
    upgrade_of,
)


def walking_onto(kind: str):
    """Seat 0's King is one step before a hex of that kind."""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", kind)
    program(t, 0, "step")
    return t


@pytest.mark.parametrize(
    ("kind", "gain"), [("forest", "wood"), ("mountain", "coal"), ("barrow", "coal"), ("ruins", "coal")]
)
def test_harvesting_from_a_stack(kind, gain):
    """IK-12.1"""
    t = ready()
    stand(t, 0, "E5")
    hex = ground(t, "E6", kind)
    before = t.s.stack[hex]
    t.play(0, "at-E6")
    assert stores(t, 0)[gain] == 2
    assert t.s.stack[hex] == before - 1


def test_an_empty_stack_and_bare_ground_give_nothing():
    """IK-12.2"""
    for kind in ("forest", "open ground", "mine", "wasteland"):
        t = ready()
        stand(t, 0, "E5")
        t.s.stack[ground(t, "E6", kind)] = 0
        t.play(0, "at-E6")
        assert stores(t, 0) == {"wood": 1, "coal": 1, "water": 2, "iron": 0}
        assert t.s.worker[hex_of(t, "E6")] == 1


def test_a_lake_gives_water_without_limit():
    """IK-12.3"""
    t = ready()
    stand(t, 0, "E5")
    hex = ground(t, "E6", "lake")
    t.play(0, "at-E6")
    assert stores(t, 0)["water"] == 3
    assert t.s.stack[hex] == -1


def test_turning_or_being_pushed_has_no_effect():
    """IK-12.4"""
    t = ready()
    stand(t, 0, "E4")
    ground(t, "E4", "barrow")
    program(t, 0, "turn-left")
    drive(t)
    assert t.due == {1}
    t = ready()
    stand(t, 0, "E3")
    stand(t, 1, "E4")
    ground(t, "E5", "lake")
    program(t, 0, "step")
    drive(t)
    assert stores(t, 1)["water"] == 2
    assert t.due == {1}


def test_leaping_onto_a_hex_has_its_effect():
    """IK-12.4"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E5", "barrow")
    program(t, 0, "leap")
    drive(t)
    assert "token-gear" in t.legal(NATURE)


def test_a_skull_hurts_who_steps_or_is_pushed_onto_it():
    """IK-12.5"""
    for pushed in (0, 1):
        with ready() as t:
            stand(t, 0, "E3")
            ground(t, "E4" if pushed == 0 else "E5", "wasteland")
            if pushed:
                stand(t, 1, "E4")
            program(t, 0, "step")
            t.rolls = ["die-6"]
            drive(t)
            assert covered(t, pushed) == {Space.BRAKE}


@pytest.mark.parametrize(("kind", "rule"), [("forest", "IK-12.6"), ("mountain", "IK-12.7")])
def test_standing_in_cover(kind, rule):
    """IK-12.6, IK-12.7: 1 defence while the King stands there."""
    t = ready()
    stand(t, 0, "E3")
    stand(t, 1, "E5")
    ground(t, "E5", kind)
    carry(t, 0, "hand-cannon")
    program(t, 0, "bombard")
    drive(t)
    assert t.due == {1}, rule


def test_a_mountain_gives_attack():
    """IK-12.7"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E5")
        ground(t, "E3", "mountain")
        carry(t, 0, "hand-cannon")
        program(t, 0, "bombard")
        t.rolls = ["die-1", "die-1"]
        drive(t)
        assert len(covered(t, 1)) == 2


def test_a_barrow_gives_two_tokens():
    """IK-12.8"""
    with walking_onto("barrow") as t:
        t.rolls = ["token-gear", "token-damage", "die-1"]
        drive(t)
        assert stores(t, 0)["iron"] == 1
        assert covered(t, 0) == {Space.PLAN}
        assert t.due == {1}


def test_a_mine_gives_two_of_three_tokens_and_damage():
    """IK-12.9"""
    with walking_onto("mine") as t:
        t.rolls = ["token-gear", "token-gear", "token-damage", "die-1"]
        drive(t)
        t.play(0, "keep-gear", "keep-gear")
        assert stores(t, 0)["iron"] == 2
        assert covered(t, 0) == {Space.PLAN}
        assert t.due == {1}


def test_ruins_give_one_of_two_tokens():
    """IK-12.10"""
    with walking_onto("ruins") as t:
        t.rolls = ["token-gear", "token-damage"]
        drive(t)
        t.play(0, "keep-gear")
        assert stores(t, 0)["iron"] == 1
        assert covered(t, 0) == set()
        assert t.due == {1}


def test_a_lake_gives_two_water_and_ends_the_phase():
    """IK-12.11"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "lake")
    program(t, 0, "march", "turn-left")
    drive(t)
    assert at(t, 0) == "E4"
    assert stores(t, 0)["water"] == 4
    assert t.s.sides[0].facing == 0
    assert track(t, 0) == ["march", "turn-left"]
    turn_over(t, 1)
    t.play(0, "small-repair")
    assert at(t, 0) == "E7"


def test_a_wasteland_only_hurts():
    """IK-12.12"""
    with walking_onto("wasteland") as t:
        t.rolls = ["die-2"]
        drive(t)
        assert covered(t, 0) == {Space.REPAIR}
        assert t.due == {1}


def test_open_ground_and_the_own_holdfast_have_no_effect():
    """IK-12.13"""
    for where, way in (("E4", "E"), ("A2", "W")):
        t = ready()
        stand(t, 0, where, way)
        before = stores(t, 0)
        program(t, 0, "step")
        drive(t)
        assert at(t, 0) in {"E5", "A1"}
        assert stores(t, 0) == before
        assert t.due == {1}


def test_the_bag():
    """IK-13.1: tokens are drawn one by one, and not put back in between."""
    t = walking_onto("mine")
    drive(t)
    assert t.odds() == {"token-gear": 24, "token-damage": 14, "token-treasure": 16, "token-balrog": 1}
    t.roll("token-gear")
    assert t.odds()["token-gear"] == 23
    t.roll("token-gear")
    assert t.odds()["token-gear"] == 22


def test_too_few_tokens():
    """IK-13.2"""
    with walking_onto("mine") as t:
        t.s.bag[:] = 0
        t.s.bag[Token.GEAR] = 1
        t.rolls = ["token-gear", "die-1"]
        drive(t)
        assert stores(t, 0)["iron"] == 1
        assert t.due == {1}


def test_an_empty_bag_gives_nothing():
    """IK-13.2"""
    t = walking_onto("barrow")
    t.s.bag[:] = 0
    drive(t)
    assert t.due == {1}


def test_the_player_chooses_what_to_keep():
    """IK-13.3"""
    t = walking_onto("mine")
    drive(t)
    t.roll("token-damage", "token-damage", "token-gear")
    assert t.legal(0) == {"keep-damage", "keep-gear"}
    assert t.refused(0, "keep-treasure") == "IK-13.3"
    assert t.refused(0, "pass") == "IK-13.3"
    t.play(0, "keep-gear")
    assert t.legal(0) == {"keep-damage"}


def test_gear_is_iron():
    """IK-13.4"""
    with walking_onto("barrow") as t:
        t.rolls = ["token-gear", "token-gear"]
        drive(t)
        assert stores(t, 0)["iron"] == 2


def test_defence_does_not_help_against_a_damage_token():
    """IK-13.5"""
    t = ready()
    carry(t, 0, "oak-shield")
    stand(t, 0, "E3")
    ground(t, "E4", "barrow")
    program(t, 0, "brace", "step")
    drive(t)
    t.roll("token-damage", "token-gear")
    assert t.s.dents[card_of(t, "oak-shield")] == 1


def test_a_treasure_token_draws_treasures():
    """IK-13.6"""
    t = walking_onto("ruins")
    drive(t)
    t.roll("token-treasure", "token-gear")
    t.play(0, "keep-treasure")
    assert len(t.legal(NATURE)) == 30
    assert set(t.odds().values()) == {1}


def test_the_balrog_rises_and_is_never_kept():
    """IK-13.7"""
    with walking_onto("ruins") as t:
        t.rolls = ["token-balrog", "token-damage", "die-1"]
        drive(t)
        assert t.s.balrog == 1
        assert covered(t, 0) == {Space.PLAN}


def test_treasure_and_balrog_tokens_leave_the_game():
    """IK-13.8: kept or not; gear and damage go back."""
    t = walking_onto("mine")
    drive(t)
    t.roll("token-treasure", "token-balrog", "token-gear")
    assert t.s.bag.tolist() == [24, 14, 15, 0]
    t = walking_onto("mine")
    drive(t)
    t.roll("token-treasure", "token-damage", "token-gear")
    t.play(0, "keep-gear", "keep-damage")
    assert t.s.bag.tolist() == [24, 14, 15, 1]


def test_kept_tokens_take_effect_in_order():
    """IK-13.9: a shield that comes with the treasure takes the damage."""
    with walking_onto("barrow") as t:
        t.rolls = ["token-damage", "token-treasure", "treasure-oak-shield", "treasure-clay-idol", "treasure-oil-pump"]
        drive(t)
        t.play(0, "take-oak-shield")
        assert t.s.dents[card_of(t, "oak-shield")] == 1
        assert covered(t, 0) == set()


def offered(*carried: str):
    """Seat 0 is offered Oak Shield, Clay Idol and Oil Pump."""
    t = walking_onto("ruins")
    carry(t, 0, *carried)
    drive(t)
    t.roll("token-treasure", "token-gear")
    t.play(0, "keep-treasure")
    t.roll("treasure-oak-shield", "treasure-clay-idol", "treasure-oil-pump")
    return t


def test_one_of_three_treasures_is_kept():
    """IK-14.1"""
    t = offered()
    assert t.legal(0) == {"take-oak-shield", "take-clay-idol", "take-oil-pump"}
    assert t.refused(0, "pass") == "IK-14.1"
    assert t.refused(0, "take-great-axe") == "IK-14.1"
    t.play(0, "take-clay-idol")
    assert t.s.treasure_at[card_of(t, "clay-idol")] == At.CARRIED
    assert t.due == {1}


def test_without_a_free_slot_one_is_scrapped_or_all_are_left():
    """IK-14.2"""
    t = offered("great-axe", "war-flail", "governor")
    t.play(0, "take-clay-idol")
    assert t.legal(0) == {"scrap-great-axe", "scrap-war-flail", "scrap-governor"}
    assert t.refused(0, "pass") == "IK-14.2"
    assert t.refused(0, "scrap-clay-idol") == "IK-14.2"
    t.play(0, "scrap-great-axe")
    assert stores(t, 0)["iron"] == 2
    assert t.s.treasure_at[card_of(t, "clay-idol")] == At.CARRIED
    assert t.s.treasure_at[card_of(t, "great-axe")] == At.DISCARD
    t = offered("great-axe", "war-flail", "governor")
    t.play(0, "pass")
    assert t.s.treasure_at[card_of(t, "great-axe")] == At.CARRIED
    assert t.s.treasure_at[card_of(t, "clay-idol")] == At.DISCARD


def test_the_others_are_discarded():
    """IK-14.3"""
    t = offered()
    t.play(0, "take-clay-idol")
    assert t.s.treasure_at[card_of(t, "oak-shield")] == t.s.treasure_at[card_of(t, "oil-pump")] == At.DISCARD


def test_an_empty_treasure_deck_is_the_discard_pile():
    """IK-14.4"""
    with walking_onto("barrow") as t:
        t.s.treasure_at[:] = At.HOME + 1
        t.s.treasure_at[card_of(t, "governor")] = At.DECK
        t.s.treasure_at[card_of(t, "flywheel")] = At.DISCARD
        t.rolls = ["token-gear", "token-treasure", "treasure-governor", "treasure-flywheel"]
        drive(t)
        assert t.legal(0) == {"take-governor", "take-flywheel"}


def test_no_treasure_is_left():
    """IK-14.4"""
    with walking_onto("barrow") as t:
        t.s.treasure_at[:] = At.HOME + 1
        t.rolls = ["token-gear", "token-treasure"]
        drive(t)
        assert t.due == {1}


def test_scrapping_gives_what_the_card_says_and_only_at_its_times():
    """IK-14.5"""
    t = ready()
    carry(t, 0, "spare-boiler")
    assert t.refused(0, "scrap-spare-boiler") == "IK-14.5"
    t.play(0, "small-dock-salvage", "scrap-spare-boiler")
    assert stores(t, 0) == {"wood": 1, "coal": 2, "water": 3, "iron": 0}
    assert t.s.treasure_at[card_of(t, "spare-boiler")] == At.DISCARD
    assert t.due == {1}


def test_a_treasure_works_only_while_it_is_carried():
    """IK-14.6"""
    for place, steam in ((carry, 10), (bring_home, 8)):
        t = ready()
        place(t, 0, "copper-boiler")
        t.s.sides[0].steam = 8
        t.play(0, "small-dock-steam")
        assert t.s.sides[0].steam == steam


def test_a_weapon_in_the_holdfast_does_not_strike():
    """IK-14.6"""
    t = ready()
    bring_home(t, 0, "war-flail")
    stand(t, 0, "E3")
    stand(t, 1, "E4")
    program(t, 0, "step")
    drive(t)
    assert t.due == {1}


def test_damage_stays_on_a_shield():
    """IK-14.7"""
    t = ready()
    carry(t, 0, "oak-shield")
    card = card_of(t, "oak-shield")
    t.s.dents[card] = 1
    cover(t, 0, Space.BURN)
    t.play(0, "store-oak-shield")
    assert t.s.dents[card] == 1
    t.play(0, "small-repair")
    assert t.refused(0, "patch-oak-shield") == "IK-14.7"
    t.play(0, "repair-burn")
    stow_no_more(t, 0)
    turn_over(t, 1)
    t.play(0, "small-dock-salvage", "scrap-oak-shield")
    assert t.s.dents[card] == 0


def buying(iron: int = 9):
    t = ready()
    t.s.sides[0].stores[3] = iron
    return t


def test_upgrades_lie_open_and_are_sold_once():
    """IK-15.1"""
    t = buying()
    man(t, 1, Space.REPAIR)
    t.play(0, "small-dock-upgrade")
    assert len([m for m in t.legal(0) if m.startswith("buy-")]) == 12
    t.play(0, "buy-chart-room")
    t.s.sides[1].stores[3] = 9
    t.play(1, "small-dock-upgrade")
    assert t.refused(1, "buy-chart-room") == "IK-15.1"
    assert "buy-long-gallery" in t.legal(1)


def test_an_upgrade_costs_its_iron():
    """IK-15.2"""
    t = buying(iron=3)
    t.play(0, "small-dock-upgrade")
    assert t.refused(0, "buy-grand-orrery") == "IK-15.2"
    t.play(0, "buy-chart-room")
    assert stores(t, 0)["iron"] == 0


def test_an_upgrade_lies_on_its_own_section():
    """IK-15.3"""
    for code, section in (("chart-room", 0), ("twin-furnace", 1), ("greased-joints", 2)):
        t = buying()
        t.play(0, "small-dock-upgrade", f"buy-{code}")
        assert [bool(card) for card in t.s.sides[0].fitted] == [section == number for number in range(3)]


def test_only_a_costlier_upgrade_covers_another():
    """IK-15.4"""
    t = buying()
    fit_upgrade(t, 0, "chart-room")
    t.play(0, "small-dock-upgrade")
    assert t.refused(0, "buy-signal-mast") == "IK-15.4"
    assert "buy-riveted-boiler" in t.legal(0)
    t.play(0, "buy-grand-orrery")
    assert t.s.sides[0].fitted[0] == upgrade_of(t, "grand-orrery") + 1


def test_an_upgrade_clears_the_damage_of_its_section():
    """IK-15.5"""
    t = buying()
    cover(t, 0, Space.PLAN, Space.REPAIR, Space.BURN)
    t.play(0, "small-dock-upgrade", "buy-chart-room")
    assert covered(t, 0) == {Space.BURN}


def test_a_covered_upgrade_is_gone():
    """IK-15.6"""
    t = buying()
    fit_upgrade(t, 0, "great-bellows")
    t.play(0, "small-dock-upgrade", "buy-twin-furnace")
    assert t.s.sold[upgrade_of(t, "great-bellows")] == 1
    turn_over(t, 1)
    t.s.sides[0].steam = 0
    t.play(0, "small-burn", "burn-coal")
    assert t.s.sides[0].steam == 5


def test_a_shorter_track_loses_its_last_cards():
    """IK-15.7"""
    t = ready(cells={"upgrades.chart_room.track": "0"})
    t.s.sides[0].stores[3] = 9
    fit_upgrade(t, 0, "long-gallery")
    program(t, 0, "leap", "leap", "leap", "leap", "climb", "march")
    t.play(0, "small-dock-upgrade", "buy-chart-room")
    assert track(t, 0) == ["leap"] * 4 + ["climb"]
    assert t.s.discard[plan_of(t, "march")] == 1


def test_climbing_claws_enter_mountains():
    """IK-15.8"""
    t = ready()
    fit_upgrade(t, 0, "climbing-claws")
    stand(t, 0, "E3")
    ground(t, "E4", "mountain")
    program(t, 0, "stride")
    drive(t)
    assert at(t, 0) == "E5"


def test_a_clock_drive_needs_no_throttle():
    """IK-15.8"""
    t = ready()
    fit_upgrade(t, 0, "clock-drive")
    cover(t, 0, Space.THROTTLE)
    stand(t, 0, "E3")
    program(t, 0, "stride")
    t.play(0, "small-repair", "repair-throttle")
    assert at(t, 0) == "E5"
    assert t.s.sides[0].steam == 7


def test_a_boiler_holds_more_steam():
    """IK-15.8"""
    t = ready()
    fit_upgrade(t, 0, "dragon-furnace")
    t.s.sides[0].steam = 8
    t.play(0, "small-burn", "burn-coal")
    assert t.s.sides[0].steam == 12
