"""Chapters 8 to 11: the program, the cards, pushing, combat and damage."""

import pytest

from wartable.core.frames import NATURE
from wartable.games.iron_kings.names import hex_at
from wartable.games.iron_kings.state import At, Space, Worker
from wartable.games.iron_kings.view.preview import preview

from .tables import (
    at,
    card_of,
    carry,
    cover,
    covered,
    drive,
    facing,
    fit_upgrade,
    ground,
    hex_of,
    man,
    program,
    ready,
    rest,
    stand,
    stores,
    track,
    turn_over,
)


def test_the_program_runs_card_by_card():
    """IK-8.1"""
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, "step", "turn-right", "step", "turn-left")
    drive(t)
    assert at(t, 0) == "F4"
    assert facing(t, 0) == "E"
    assert t.s.sides[0].steam == 6


def test_the_pointer_stands_on_the_card_under_way():
    """IK-8.1"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E5", "wasteland")
    program(t, 0, "step", "step", "step")
    drive(t)
    assert t.due == {NATURE}
    assert t.s.sides[0].pointer == 1


def test_the_phase_stops_without_steam():
    """IK-8.2"""
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, "step", "march", "step", steam=3)
    drive(t)
    assert at(t, 0) == "E4"
    assert t.s.sides[0].steam == 2


@pytest.mark.parametrize(
    ("card", "needed"), [("charge", "war-flail"), ("bombard", "hand-cannon"), ("brace", "oak-shield")]
)
def test_the_phase_stops_at_a_card_that_cannot_be_resolved(card, needed):
    """IK-8.3"""
    for carried, steps in (((), 1), ((needed,), 2)):
        t = ready()
        stand(t, 0, "E2")
        carry(t, 0, *carried)
        program(t, 0, "step", card, "turn-left", steam=8)
        drive(t)
        assert (facing(t, 0) == "NE") == (steps == 2)
        if steps == 1:
            assert t.s.sides[0].steam == 7


def test_the_phase_stops_when_the_throttle_is_lost():
    """IK-8.4, IK-8.5"""
    with ready() as t:
        stand(t, 0, "E3")
        ground(t, "E4", "wasteland")
        program(t, 0, "step", "step")
        t.rolls = ["die-5"]
        drive(t)
        assert at(t, 0) == "E4"
        assert t.s.sides[0].steam == 7


def test_another_space_hit_does_not_stop_it():
    """IK-8.5"""
    with ready() as t:
        stand(t, 0, "E3")
        ground(t, "E4", "wasteland")
        program(t, 0, "step", "step")
        t.rolls = ["die-6"]
        drive(t)
        assert at(t, 0) == "E5"


def test_steam_is_spent_before_the_card_is_carried_out():
    """IK-8.6"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "wasteland")
    program(t, 0, "step", steam=1)
    drive(t)
    assert t.due == {NATURE}
    assert t.s.sides[0].steam == 0


def test_the_pointer_goes_back_and_the_cards_stay():
    """IK-8.7"""
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, "step", "turn-left", "march", steam=2)
    drive(t)
    assert t.s.sides[0].pointer == 0
    assert track(t, 0) == ["step", "turn-left", "march"]


def test_engines_lower_prices_but_not_below_one():
    """IK-8.8"""
    t = ready()
    stand(t, 0, "E1")
    carry(t, 0, "flywheel", "governor", "oil-pump")
    program(t, 0, "march", "stride", "step", "turn-left")
    drive(t)
    assert at(t, 0) == "E7"
    assert t.s.sides[0].steam == 5


def test_a_step_into_a_mountain_costs_steam_and_does_not_move():
    """IK-8.9"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "mountain")
    program(t, 0, "stride", "turn-left")
    drive(t)
    assert at(t, 0) == "E3"
    assert facing(t, 0) == "NE"
    assert t.s.sides[0].steam == 6


def test_a_step_off_the_map_costs_steam_and_does_not_move():
    """IK-8.10"""
    t = ready()
    stand(t, 0, "E9")
    program(t, 0, "step", "turn-left")
    drive(t)
    assert at(t, 0) == "E9"
    assert t.s.sides[0].steam == 7
    assert facing(t, 0) == "NE"


def test_a_foreign_holdfast_cannot_be_entered():
    """IK-8.11, IK-6.1"""
    t = ready()
    stand(t, 0, "I4")
    stand(t, 1, "E5")
    program(t, 0, "step")
    drive(t)
    assert at(t, 0) == "I4"
    assert t.s.sides[0].steam == 7


def test_the_own_holdfast_can_be_entered():
    """IK-12.13, IK-6.1"""
    t = ready()
    stand(t, 0, "A2", "W")
    program(t, 0, "step")
    drive(t)
    assert at(t, 0) == "A1"
    turn_over(t, 1)
    assert "small-dock-steam" in t.legal(0)


def test_a_king_wrecked_in_its_own_phase_stops():
    """IK-8.12"""
    with ready() as t:
        stand(t, 0, "E3")
        fit_upgrade(t, 0, "clock-drive")
        cover(t, 0, Space.PLAN, Space.REPAIR, Space.BURN, Space.VENT, Space.THROTTLE)
        ground(t, "E4", "wasteland")
        program(t, 0, "stride", "step")
        t.rolls = ["die-6"]
        t.play(0, "at-E2")
        t.play(0, "repair-plan", "repair-burn", "repair-vent")
        assert at(t, 0) == "A1"
        assert t.due == {1}


@pytest.mark.parametrize(("card", "end", "steam"), [("step", "E4", 7), ("stride", "E5", 6), ("march", "E6", 5)])
def test_walking(card, end, steam):
    """IK-9.1"""
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, card)
    drive(t)
    assert at(t, 0) == end
    assert t.s.sides[0].steam == steam


@pytest.mark.parametrize(("card", "way"), [("turn-left", "NE"), ("turn-right", "SE")])
def test_turning(card, way):
    """IK-9.2"""
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, card, steam=0)
    drive(t)
    assert facing(t, 0) == way
    assert at(t, 0) == "E3"


def test_about_face():
    """IK-9.3"""
    t = ready()
    stand(t, 0, "E3", "NE")
    program(t, 0, "about-face")
    drive(t)
    assert facing(t, 0) == "SW"
    assert t.s.sides[0].steam == 7


@pytest.mark.parametrize(("card", "end"), [("sidestep-left", "D5"), ("sidestep-right", "F5")])
def test_sidesteps_keep_the_facing(card, end):
    """IK-9.4"""
    t = ready()
    stand(t, 0, "E5")
    program(t, 0, card)
    drive(t)
    assert at(t, 0) == end
    assert facing(t, 0) == "E"
    assert t.s.sides[0].steam == 7


def test_back_step_keeps_the_facing():
    """IK-9.5"""
    t = ready()
    stand(t, 0, "E5")
    program(t, 0, "back-step")
    drive(t)
    assert at(t, 0) == "E4"
    assert facing(t, 0) == "E"


def test_climbing_a_mountain():
    """IK-9.6"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "mountain")
    program(t, 0, "climb")
    drive(t)
    assert at(t, 0) == "E4"
    assert t.s.sides[0].steam == 6


def test_leaping_over_whatever_lies_between():
    """IK-9.7"""
    t = ready()
    stand(t, 0, "E3")
    stand(t, 1, "E4")
    ground(t, "E4", "wasteland")
    ground(t, "E5", "mountain")
    program(t, 0, "leap")
    drive(t)
    assert at(t, 0) == "E5"
    assert at(t, 1) == "E4"
    assert t.s.sides[0].steam == 5
    assert t.due == {1}


def test_a_leap_off_the_map_is_lost():
    """IK-9.7, IK-8.10"""
    t = ready()
    stand(t, 0, "E8")
    program(t, 0, "leap")
    drive(t)
    assert at(t, 0) == "E8"


def test_a_charge_strikes_harder():
    """IK-9.8"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E5")
        carry(t, 0, "iron-fist")
        program(t, 0, "charge")
        t.rolls = ["die-1", "die-2"]
        drive(t)
        assert at(t, 0) == "E5"
        assert at(t, 1) == "E6"
        assert covered(t, 1) == {Space.PLAN, Space.REPAIR}


def test_bombard_hits_the_first_king_within_three_hexes():
    """IK-9.9"""
    for where, hits in (("E6", True), ("E4", True), ("E7", False), ("D4", False)):
        t = ready()
        stand(t, 0, "E3")
        stand(t, 1, where)
        ground(t, "E5", "mountain")
        carry(t, 0, "hand-cannon")
        program(t, 0, "bombard")
        drive(t)
        assert (t.due == {NATURE}) == hits
        assert t.s.sides[0].steam == 6


def test_bombard_hits_only_the_first_in_line():
    """IK-9.9"""
    with ready(3) as t:
        stand(t, 0, "E3")
        stand(t, 1, "E5")
        stand(t, 2, "E4")
        carry(t, 0, "great-mortar")
        program(t, 0, "bombard")
        t.rolls = ["die-4", "die-4"]
        drive(t)
        assert covered(t, 2) == {Space.VENT, Space.THROTTLE}
        assert covered(t, 1) == set()


def test_brace_lasts_until_the_next_turn():
    """IK-9.10"""
    t = ready()
    carry(t, 0, "oak-shield")
    stand(t, 0, "E5")
    program(t, 0, "brace")
    drive(t)
    assert t.s.sides[0].brace == 1
    stand(t, 1, "E4")
    carry(t, 1, "iron-fist")
    program(t, 1, "step")
    drive(t, 1)
    assert at(t, 0) == "E6"
    assert t.s.dents[card_of(t, "oak-shield")] == 0
    assert t.due == {0}
    assert t.s.sides[0].brace == 0


def test_every_hex_of_a_longer_move_is_a_step():
    """IK-9.11"""
    with ready() as t:
        stand(t, 0, "E3")
        ground(t, "E4", "wasteland")
        ground(t, "E5", "barrow")
        program(t, 0, "march")
        t.rolls = ["die-1", "token-gear", "token-gear"]
        drive(t)
        assert at(t, 0) == "E6"
        assert covered(t, 0) == {Space.PLAN}
        assert stores(t, 0)["iron"] == 2


def test_a_step_that_cannot_be_made_ends_the_card():
    """IK-9.12"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E5", "mountain")
    program(t, 0, "march", "turn-left")
    drive(t)
    assert at(t, 0) == "E4"
    assert facing(t, 0) == "NE"


def test_a_king_tramples_workers():
    """IK-10.1"""
    t = ready()
    stand(t, 0, "E3")
    stand(t, 1, "E7")
    t.s.worker[hex_of(t, "E4")] = 2
    t.s.sides[1].rested[Worker.SMALL] -= 1
    t.s.worker[hex_of(t, "E5")] = 1
    t.s.sides[0].rested[Worker.SMALL] -= 1
    program(t, 0, "stride")
    drive(t)
    assert t.s.worker[hex_of(t, "E4")] == t.s.worker[hex_of(t, "E5")] == 0
    assert t.s.sides[1].wilderness == 1
    assert t.s.sides[0].wilderness == 1
    told = [(line.text, line.rule) for line in t.told()]
    assert ("{0}'s King steps on {1}'s worker on E4, who goes to the Wilderness.", 1001) in told
    assert ("{0}'s King steps on {0}'s worker on E5, who goes to the Wilderness.", 1001) in told


def test_a_pushed_king_tramples_workers():
    """IK-10.1"""
    t = ready()
    stand(t, 0, "E3")
    stand(t, 1, "E4")
    t.s.worker[hex_of(t, "E5")] = 1
    t.s.sides[0].rested[Worker.SMALL] -= 1
    program(t, 0, "step")
    drive(t)
    assert t.s.sides[0].wilderness == 1


def test_pushing_in_the_direction_of_the_move():
    """IK-10.2"""
    for card, end, pushed in (("step", "E6", "E7"), ("sidestep-left", "D5", "C5"), ("back-step", "E4", "E3")):
        t = ready()
        stand(t, 0, "E5")
        stand(t, 1, end, "NW")
        program(t, 0, card)
        drive(t)
        assert at(t, 0) == end
        assert at(t, 1) == pushed
        assert facing(t, 1) == "NW"


def test_no_room_to_push():
    """IK-10.3"""
    for where, other in (("E9", None), ("E5", "mountain"), ("I4", None), ("E5", "king")):
        t = ready(3 if other == "king" else 2)
        row, number = where[0], int(where[1:])
        stand(t, 0, f"{row}{number - 1}")
        stand(t, 1, where)
        if other == "mountain":
            ground(t, "E6", "mountain")
        if other == "king":
            stand(t, 2, "E6")
        carry(t, 0, "war-flail")
        program(t, 0, "step")
        drive(t)
        assert at(t, 0) == f"{row}{number - 1}"
        assert at(t, 1) == where
        assert t.s.sides[0].steam == 7
        assert t.due == {1}


def test_a_king_cannot_be_pushed_into_its_own_holdfast_either():
    """IK-10.3"""
    t = ready()
    stand(t, 0, "I3")
    stand(t, 1, "I4")
    program(t, 0, "step")
    drive(t)
    assert at(t, 1) == "I4"


def test_a_push_hurts_only_with_a_weapon():
    """IK-10.4"""
    for carried, hurt in (((), 0), (("hand-cannon",), 0), (("iron-fist",), 1), (("iron-fist", "war-flail"), 3)):
        with ready() as t:
            stand(t, 0, "E3")
            stand(t, 1, "E4")
            carry(t, 0, *carried)
            program(t, 0, "step")
            t.rolls = ["die-1"] * hurt
            drive(t)
            assert len(covered(t, 1)) == hurt


def test_a_king_with_a_ranged_weapon_alone_can_charge_and_strikes_with_the_charge_only():
    """IK-9.8, IK-10.4, IK-14.6: a ranged weapon is a weapon, but its value is for shots."""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        carry(t, 0, "great-mortar")
        program(t, 0, "charge", steam=2)
        t.rolls = ["die-1", "die-1"]
        drive(t)
        assert at(t, 0) == "E5"
        assert at(t, 1) == "E6"
        assert len(covered(t, 1)) == 2


def test_a_ranged_weapon_on_a_mountain_strikes_with_what_the_mountain_adds():
    """IK-10.5"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        ground(t, "E3", "mountain")
        carry(t, 0, "hand-cannon")
        program(t, 0, "step")
        t.rolls = ["die-1"]
        drive(t)
        assert len(covered(t, 1)) == 1


def test_the_attack_of_a_push_adds_upgrade_charge_and_mountain():
    """IK-10.5"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        ground(t, "E3", "mountain")
        carry(t, 0, "iron-fist")
        fit_upgrade(t, 0, "ramming-legs")
        program(t, 0, "charge", steam=1)
        t.rolls = ["die-1"] * 4
        drive(t)
        assert len(covered(t, 1)) == 4


@pytest.mark.parametrize(
    ("kind", "brace", "hurt"), [("open ground", 0, 2), ("forest", 0, 1), ("mountain", 0, 1), ("forest", 1, 0)]
)
def test_defence_lowers_the_damage_of_a_push(kind, brace, hurt):
    """IK-10.6: it counts where the pushed King stood."""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4").brace = brace
        ground(t, "E4", kind)
        carry(t, 0, "war-flail")
        program(t, 0, "climb")
        t.rolls = ["die-1"] * hurt
        drive(t)
        assert len(covered(t, 1)) == hurt
        assert at(t, 1) == "E5"


def test_defence_lowers_the_damage_of_a_shot():
    """IK-10.6, IK-10.7"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E5")
        ground(t, "E3", "mountain")
        ground(t, "E5", "forest")
        carry(t, 0, "twin-ballista", "hand-cannon")
        program(t, 0, "bombard")
        t.rolls = ["die-2"] * 3
        drive(t)
        assert len(covered(t, 1)) == 3


def test_defence_lowers_the_damage_of_a_skull():
    """IK-10.6"""
    t = ready()
    carry(t, 0, "oak-shield")
    stand(t, 0, "E3")
    ground(t, "E4", "wasteland")
    program(t, 0, "brace", "step")
    drive(t)
    assert t.due == {1}
    assert t.s.dents[card_of(t, "oak-shield")] == 0


@pytest.mark.parametrize("kind", ["forest", "mountain", "open ground"])
def test_a_skull_hurts_whatever_the_hex(kind):
    """IK-10.6, IK-12.5: the defence that a hex gives does not count against its own skull."""
    with ready() as t:
        stand(t, 0, "E3")
        t.box.marked[ground(t, "E4", kind)] = 1
        program(t, 0, "climb")
        t.rolls = ["die-4"]
        drive(t)
        assert covered(t, 0) == {Space.VENT}


def test_a_skull_hurts_a_king_that_is_pushed_into_a_forest():
    """IK-12.5"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        t.box.marked[ground(t, "E5", "forest")] = 1
        program(t, 0, "step")
        t.rolls = ["die-4"]
        drive(t)
        assert covered(t, 1) == {Space.VENT}


def test_shields_take_damage_first():
    """IK-11.1"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        carry(t, 0, "chain-blade")
        carry(t, 1, "oak-shield", "steel-buckler")
        program(t, 0, "step")
        t.rolls = ["die-6"]
        drive(t)
        assert t.s.dents[card_of(t, "oak-shield")] == t.s.dents[card_of(t, "steel-buckler")] == 1
        assert covered(t, 1) == {Space.BRAKE}


def test_without_a_shield_the_die_decides():
    """IK-11.2"""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "wasteland")
    program(t, 0, "step")
    drive(t)
    assert t.odds() == {f"die-{face}": 1 for face in range(1, 7)}
    t.roll("die-3")
    assert covered(t, 0) == {Space.BURN}


def test_damage_spills_over_to_the_next_free_space():
    """IK-11.3"""
    with ready() as t:
        stand(t, 0, "E3")
        cover(t, 0, Space.THROTTLE, Space.BRAKE, Space.PLAN)
        fit_upgrade(t, 0, "clock-drive")
        ground(t, "E4", "wasteland")
        program(t, 0, "step", steam=1)
        t.rolls = ["die-5"]
        t.play(0, "small-burn", "burn-wood")
        assert covered(t, 0) == {Space.THROTTLE, Space.BRAKE, Space.PLAN, Space.REPAIR}


def test_a_worker_on_a_damaged_space_goes_to_the_wilderness():
    """IK-11.4"""
    with ready() as t:
        stand(t, 0, "E3")
        man(t, 0, Space.REPAIR)
        ground(t, "E4", "wasteland")
        program(t, 0, "step")
        t.rolls = ["die-2"]
        drive(t)
        assert t.s.sides[0].wilderness == 1
        assert t.s.sides[0].spaces[Space.REPAIR] == Worker.NONE
        assert rest(t, 0) == (2, 1)


def test_a_covered_space_cannot_be_used():
    """IK-11.5"""
    t = ready()
    cover(t, 0, Space.THROTTLE, Space.VENT)
    assert t.refused(0, "small-throttle") == "IK-11.5"
    assert t.refused(0, "big-vent") == "IK-11.5"


def test_a_wrecked_king_goes_home_without_its_treasures():
    """IK-11.6"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4", "NW")
        t.s.worker[hex_of(t, "I5")] = 1
        t.s.sides[0].rested[Worker.SMALL] -= 1
        carry(t, 0, "chain-blade")
        carry(t, 1, "clay-idol", "spare-boiler")
        t.s.sides[1].steam = 10
        cover(t, 1, *[space for space in Space if space < 6 and space != Space.BURN])
        program(t, 0, "step")
        t.rolls = ["die-1"]
        drive(t)
        assert at(t, 1) == "I5"
        assert facing(t, 1) == "NW"
        assert t.s.treasure_at[card_of(t, "clay-idol")] == At.DISCARD
        assert t.s.sides[1].steam == 8
        assert t.s.sides[0].wilderness == 1
        assert t.due == {1}
        assert at(t, 0) == "E4"


def test_a_wreck_is_not_hurt_by_the_ground_it_was_pushed_onto():
    """IK-11.6"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        ground(t, "E5", "wasteland")
        carry(t, 0, "iron-fist")
        cover(t, 1, *[space for space in Space if space < 6 and space != Space.BURN])
        program(t, 0, "step")
        t.rolls = ["die-3"]
        drive(t)
        t.play(1, "repair-plan", "repair-burn", "repair-vent")
        assert covered(t, 1) == {Space.REPAIR, Space.THROTTLE, Space.BRAKE}
        assert t.due == {1}
        assert "small-plan" in t.legal(1)


def test_the_owner_of_a_wreck_removes_three_damage():
    """IK-11.7"""
    with ready() as t:
        stand(t, 0, "E3")
        stand(t, 1, "E4")
        carry(t, 0, "iron-fist")
        cover(t, 1, *[space for space in Space if space < 6 and space != Space.BURN])
        program(t, 0, "stride")
        t.rolls = ["die-3"]
        drive(t)
        assert t.due == {1}
        assert len(t.legal(1)) == 6
        t.play(1, "repair-throttle", "repair-burn")
        assert t.due == {1}
        t.play(1, "repair-repair")
        assert len(covered(t, 1)) == 3
        assert at(t, 0) == "E5"


def test_the_preview_shows_where_the_program_leads():
    """IK-8.1, IK-8.2, IK-9.12: as far as the steam lasts."""
    t = ready()
    stand(t, 0, "E3")
    ground(t, "F6", "mountain")
    program(t, 0, "stride", "turn-right", "stride", "march", steam=5)
    stops = preview(t.s, t.box, 0)
    assert [hex_at(t.box, stop.hex) for stop in stops] == ["E4", "E5", "E5", "F5", "G5"]
    drive(t)
    assert at(t, 0) == "G5"
    assert t.s.sides[0].steam == stops[-1].steam == 1
