"""Chapters 4 to 7: the worker phase, both boards, planning."""

from wartable.core.frames import NATURE
from wartable.games.iron_kings.state import At, Space, Worker

from .tables import (
    at,
    bring_home,
    card_of,
    carry,
    cover,
    covered,
    fit_upgrade,
    ground,
    hex_of,
    man,
    plan_of,
    program,
    ready,
    rest,
    stand,
    stores,
    stow_no_more,
    track,
    turn_over,
)


def next_turn_of_0(t):
    """From seat 0's placement to its next one, seat 1 doing nothing."""
    turn_over(t, 1)


def test_workers_are_called_back_when_none_is_rested():
    """IK-4.1"""
    t = ready()
    stand(t, 0, "E5")
    man(t, 0, Space.REPAIR, Space.BURN)
    man(t, 0, Space.VENT, worker=Worker.BIG)
    t.play(0, "at-E6")
    next_turn_of_0(t)
    assert rest(t, 0) == (1, 0)
    t.play(0, "small-plan", "pass")
    t.roll("draw-step")
    next_turn_of_0(t)
    assert rest(t, 0) == (4, 1)
    assert not any(t.s.sides[0].spaces)
    assert not any(t.s.worker)


def test_a_worker_on_the_brake_calls_the_others_back():
    """IK-4.1, IK-5.9"""
    t = ready()
    man(t, 0, Space.REPAIR, Space.DOCK_STEAM)
    t.play(0, "small-brake")
    next_turn_of_0(t)
    assert rest(t, 0) == (4, 1)


def test_a_docked_king_gets_its_workers_back_from_the_wilderness():
    """IK-4.2"""
    for where, wild in (("A1", 0), ("E5", 3)):
        t = ready()
        t.s.sides[0].wilderness = 3
        t.s.sides[0].rested[Worker.SMALL] = 1
        stand(t, 0, where)
        t.play(0, "big-repair")
        next_turn_of_0(t)
        assert t.s.sides[0].wilderness == wild


def test_workers_left_behind_go_to_the_wilderness():
    """IK-4.3"""
    t = ready()
    stand(t, 0, "E5")
    t.play(0, "at-E4")
    turn_over(t, 1)
    t.play(0, "at-E6")
    stand(t, 0, "E7")
    turn_over(t, 1)
    assert t.s.sides[0].wilderness == 1
    assert t.s.worker[hex_of(t, "E4")] == 0
    assert t.s.worker[hex_of(t, "E6")] == 1


def test_housekeeping_in_its_order():
    """IK-4.4: workers left behind this turn are not yet among those that a docked King gets back."""
    t = ready()
    stand(t, 0, "E5")
    t.play(0, "at-E6")
    stand(t, 0, "A1")
    turn_over(t, 1)
    assert t.s.sides[0].wilderness == 1
    turn_over(t, 0)
    turn_over(t, 1)
    assert t.s.sides[0].wilderness == 0


def test_the_first_line_reads_the_rested_box_before_the_wilderness_comes_back():
    """IK-4.4"""
    t = ready()
    side = t.s.sides[0]
    side.wilderness = 1
    side.rested[Worker.SMALL] = 3
    man(t, 0, Space.REPAIR, Space.BURN)
    man(t, 0, Space.VENT, worker=Worker.BIG)
    t.play(0, "small-throttle")
    next_turn_of_0(t)
    assert rest(t, 0) == (4, 1)


def test_workers_without_a_legal_space_are_called_back():
    """IK-4.5"""
    t = ready()
    stand(t, 0, "E5")
    cover(t, 0, Space.PLAN, Space.REPAIR, Space.BURN, Space.VENT, Space.BRAKE)
    t.s.sides[0].wilderness = 3
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.play(0, "small-throttle")
    assert rest(t, 0) == (0, 1)
    next_turn_of_0(t)
    assert rest(t, 0) == (1, 1)
    assert "big-throttle" in t.legal(0)


def test_placing_is_not_optional():
    """IK-4.6"""
    t = ready()
    assert t.refused(0, "pass") == "IK-4.6"


def test_an_effect_is_carried_out_as_far_as_it_can_be():
    """IK-4.6: no damage to repair, no fuel to burn, no iron for an upgrade, no treasure to scrap."""
    for move in ("small-repair", "small-burn", "small-dock-repair", "small-dock-upgrade", "small-dock-salvage"):
        t = ready()
        t.s.sides[0].stores[:] = 0
        t.play(0, move)
        assert t.due == {1}


def test_a_player_without_a_worker_to_place_skips():
    """IK-4.7"""
    t = ready(cells={"numbers.big_workers.value": "0"})
    stand(t, 0, "E5")
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.s.sides[0].wilderness = 3
    t.play(0, "at-E6")
    stand(t, 0, "E8")
    turn_over(t, 1)
    assert t.due == {1}
    assert t.s.sides[0].wilderness == 4


def test_a_docked_player_without_a_worker_may_move_treasures_and_pass():
    """IK-4.7"""
    t = ready(cells={"numbers.big_workers.value": "0"})
    stand(t, 0, "E5")
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.s.sides[0].wilderness = 3
    t.play(0, "at-E6")
    stand(t, 0, "A1")
    t.s.sides[0].wilderness = 0
    bring_home(t, 0, "clay-idol")
    turn_over(t, 1)
    assert rest(t, 0) == (0, 0)
    assert t.legal(0) == {"pass", "load-clay-idol"}
    t.play(0, "pass")
    assert t.due == {1}


def test_a_space_holds_one_worker():
    """IK-4.8"""
    t = ready()
    stand(t, 0, "E5")
    stand(t, 1, "E7")
    man(t, 0, Space.THROTTLE)
    t.s.worker[hex_of(t, "E6")] = 2
    assert t.refused(0, "small-throttle") == "IK-4.8"
    assert t.refused(0, "big-throttle") == "IK-4.8"
    assert t.refused(0, "at-E6") == "IK-4.8"


def test_the_holdfasts_board_is_for_docked_kings():
    """IK-4.9"""
    t = ready()
    assert "small-dock-steam" in t.legal(0)
    stand(t, 0, "B1")
    assert t.refused(0, "small-dock-steam") == "IK-4.9"
    stand(t, 0, "I5")
    assert t.refused(0, "big-dock-repair") == "IK-4.9"


def test_map_hexes_beside_the_king():
    """IK-4.10: with or without effect, and Holdfasts too."""
    t = ready()
    stand(t, 0, "B1")
    assert t.refused(0, "at-off-W") == "IK-4.10"
    assert {m for m in t.legal(0) if m.startswith("at-")} == {"at-A1", "at-B2", "at-C1", "at-C2"}
    t.play(0, "at-A1")
    assert t.s.worker[hex_of(t, "A1")] == 1


def test_no_worker_under_a_king():
    """IK-4.11"""
    t = ready()
    stand(t, 0, "E5")
    stand(t, 1, "E6")
    assert t.refused(0, "at-E6") == "IK-4.11"


def test_a_small_worker_cannot_vent_steam():
    """IK-4.12"""
    t = ready()
    assert t.refused(0, "small-vent") == "IK-4.12"
    assert "big-vent" in t.legal(0)


def test_the_big_worker_goes_everywhere_but_on_the_map():
    """IK-4.13"""
    t = ready()
    assert len([m for m in t.legal(0) if m.startswith("big-")]) == 10
    t.s.sides[0].rested[Worker.SMALL] = 0
    assert t.refused(0, "at-B1") == "IK-4.13"


def test_only_rested_workers_are_placed():
    """IK-4.14"""
    t = ready()
    t.s.sides[0].rested[Worker.BIG] = 0
    assert t.refused(0, "big-plan") == "IK-4.14"
    t.s.sides[0].rested[:] = 0
    t.s.sides[0].rested[Worker.BIG] = 1
    assert t.refused(0, "small-plan") == "IK-4.14"


def test_workers_stay_where_they_are():
    """IK-4.15"""
    t = ready()
    t.play(0, "small-throttle")
    turn_over(t, 1)
    assert t.s.sides[0].spaces[Space.THROTTLE] == Worker.SMALL
    t.play(0, "at-A2")
    turn_over(t, 1)
    assert t.s.worker[hex_of(t, "A2")] == 1


def test_the_big_worker_rests_instead_of_going_astray():
    """IK-4.16"""
    with ready() as t:
        stand(t, 0, "E4")
        ground(t, "E5", "wasteland")
        program(t, 0, "step")
        man(t, 0, Space.BURN, worker=Worker.BIG)
        t.rolls = ["die-3"]
        t.play(0, "small-throttle")
        assert rest(t, 0) == (3, 1)
        assert t.s.sides[0].wilderness == 0


def test_the_king_phase_needs_throttle_and_no_brake():
    """IK-4.17"""
    for manned, goes in (((), False), ((Space.THROTTLE,), True)):
        t = ready()
        stand(t, 0, "E5")
        program(t, 0, "step")
        man(t, 0, *manned)
        t.play(0, "small-repair")
        assert (at(t, 0) == "E6") == goes
    t = ready()
    stand(t, 0, "E5")
    program(t, 0, "step")
    man(t, 0, Space.THROTTLE)
    t.play(0, "small-brake")
    assert at(t, 0) == "E5"


def test_plan_then_draw():
    """IK-5.1"""
    t = ready()
    t.play(0, "small-plan")
    assert t.due == {0}
    t.play(0, "insert-step-1")
    assert t.due == {NATURE}
    t.roll("draw-leap")
    assert t.s.sides[0].hand[plan_of(t, "leap")] == 1
    assert t.s.sides[0].hand_size == 5
    assert t.due == {1}


def test_upgrades_draw_more():
    """IK-5.1"""
    t = ready()
    fit_upgrade(t, 0, "grand-orrery")
    t.play(0, "small-plan", "pass")
    t.roll("draw-leap", "draw-leap", "draw-march")
    assert t.s.sides[0].hand_size == 8
    assert t.due == {1}


def test_an_empty_deck_is_the_discard_pile():
    """IK-5.2"""
    t = ready()
    leap = plan_of(t, "leap")
    t.s.deck[:] = 0
    t.s.deck_size = 0
    t.s.discard[leap] = 3
    t.play(0, "small-plan", "pass")
    assert t.odds() == {"draw-leap": 3}
    t.roll("draw-leap")
    assert t.s.discard[leap] == 0
    assert t.s.deck_size == 2


def test_nothing_is_drawn_when_deck_and_discard_are_empty():
    """IK-5.2"""
    t = ready()
    t.s.deck[:] = 0
    t.s.deck_size = 0
    t.play(0, "small-plan", "pass")
    assert t.due == {1}
    assert t.s.sides[0].hand_size == 5


def test_repair_removes_one_damage_of_choice():
    """IK-5.3"""
    t = ready()
    carry(t, 0, "oak-shield")
    t.s.dents[card_of(t, "oak-shield")] = 1
    cover(t, 0, Space.BURN, Space.BRAKE)
    t.play(0, "small-repair")
    assert t.legal(0) == {"repair-burn", "repair-brake", "patch-oak-shield"}
    assert t.refused(0, "repair-plan") == "IK-5.3"
    assert t.refused(0, "pass") == "IK-5.3"
    t.play(0, "patch-oak-shield")
    assert t.s.dents[card_of(t, "oak-shield")] == 0
    assert covered(t, 0) == {Space.BURN, Space.BRAKE}
    stow_no_more(t, 0)
    assert t.due == {1}


def test_iron_repairs_two_more():
    """IK-5.4"""
    t = ready()
    cover(t, 0, Space.PLAN, Space.BURN, Space.VENT, Space.BRAKE)
    t.s.sides[0].stores[3] = 2
    assert t.refused(0, "pay") == "IK-5.4"
    t.play(0, "small-repair", "repair-plan")
    assert t.legal(0) == {"pay", "pass"}
    t.play(0, "pay")
    assert stores(t, 0)["iron"] == 1
    t.play(0, "repair-burn", "repair-vent")
    assert covered(t, 0) == {Space.BRAKE}
    assert t.due == {1}


def test_the_iron_may_be_kept():
    """IK-5.4"""
    t = ready()
    cover(t, 0, Space.PLAN, Space.BURN)
    t.s.sides[0].stores[3] = 2
    t.play(0, "small-repair", "repair-plan", "pass")
    assert covered(t, 0) == {Space.BURN}
    assert stores(t, 0)["iron"] == 2
    assert t.due == {1}


def test_burning_wood_or_coal():
    """IK-5.5"""
    for fuel, steam in (("wood", 3), ("coal", 4)):
        t = ready()
        t.s.sides[0].steam = 1
        t.play(0, "small-burn")
        assert t.refused(0, "pass") == "IK-5.5"
        t.play(0, f"burn-{fuel}")
        assert t.s.sides[0].steam == 1 + steam
        assert stores(t, 0) == {"wood": 1, "coal": 1, "iron": 0, "water": 1} | {fuel: 0}


def test_only_a_pair_burns():
    """IK-5.5"""
    t = ready()
    t.s.sides[0].stores[0] = 0
    t.play(0, "small-burn")
    assert t.legal(0) == {"burn-coal"}
    assert t.refused(0, "burn-wood") == "IK-5.5"
    t = ready()
    t.s.sides[0].stores[2] = 0
    t.play(0, "small-burn")
    assert t.due == {1}
    assert t.s.sides[0].steam == 3


def test_upgrades_burn_better():
    """IK-5.5"""
    t = ready()
    fit_upgrade(t, 0, "great-bellows")
    t.s.sides[0].steam = 0
    t.play(0, "small-burn", "burn-coal")
    assert t.s.sides[0].steam == 5


def test_steam_above_the_maximum_is_lost():
    """IK-5.6"""
    t = ready()
    t.s.sides[0].steam = 6
    t.play(0, "small-burn", "burn-coal")
    assert t.s.sides[0].steam == 8


def test_steam_is_lost_when_the_maximum_falls():
    """IK-5.6"""
    t = ready()
    carry(t, 0, "copper-boiler")
    t.s.sides[0].steam = 10
    t.play(0, "store-copper-boiler")
    assert t.s.sides[0].steam == 8


def test_the_big_worker_vents_one_steam():
    """IK-5.7"""
    t = ready()
    t.play(0, "big-vent")
    assert t.s.sides[0].steam == 4


def test_the_throttle_works_for_as_long_as_it_is_manned():
    """IK-5.8"""
    t = ready()
    stand(t, 0, "E2")
    program(t, 0, "step", steam=8)
    t.play(0, "small-throttle")
    assert at(t, 0) == "E3"
    turn_over(t, 1)
    t.play(0, "small-repair")
    assert at(t, 0) == "E4"
    turn_over(t, 1)
    t.play(0, "small-burn", "burn-wood")
    assert at(t, 0) == "E5"


def test_docked_on_the_own_holdfast_only():
    """IK-6.1"""
    t = ready()
    carry(t, 0, "clay-idol")
    assert "store-clay-idol" in t.legal(0)
    stand(t, 0, "E5")
    assert t.refused(0, "store-clay-idol") == "IK-6.2"


def test_treasures_move_freely_while_docked():
    """IK-6.2"""
    t = ready()
    carry(t, 0, "clay-idol", "war-flail")
    bring_home(t, 0, "flywheel")
    bring_home(t, 1, "oil-pump")
    t.play(0, "store-clay-idol", "load-flywheel", "store-war-flail")
    assert t.due == {0}
    assert t.refused(0, "load-oil-pump") == "IK-6.2"
    assert t.refused(0, "store-great-axe") == "IK-6.2"
    turn_over(t, 0)
    assert t.due == {1}


def test_treasures_move_after_the_placement_too():
    """IK-6.2: what the worker gained is kept before the boiler that held it is put away."""
    t = ready()
    carry(t, 0, "copper-boiler", "clay-idol")
    bring_home(t, 0, "flywheel")
    t.s.sides[0].steam = 7
    t.play(0, "small-dock-steam")
    assert t.s.sides[0].steam == 10
    assert t.legal(0) == {"pass", "store-copper-boiler", "store-clay-idol", "load-flywheel"}
    assert t.refused(0, "small-throttle") == "IK-4.6"
    assert t.refused(0, "at-A2") == "IK-4.6"
    t.play(0, "store-clay-idol", "load-flywheel", "pass")
    assert t.due == {1}
    assert t.s.sides[0].steam == 10


def test_treasures_move_up_to_the_king_phase():
    """IK-6.2: a weapon is taken from the Holdfast for the charge that follows at once."""
    t = ready()
    bring_home(t, 0, "war-flail")
    program(t, 0, "charge")
    t.play(0, "small-throttle")
    assert at(t, 0) == "A1"
    t.play(0, "load-war-flail")
    assert at(t, 0) == "A3"


def test_nobody_is_asked_to_move_treasures_that_cannot_move():
    """IK-6.2, IK-6.3: the last one came aboard in this turn."""
    t = ready()
    bring_home(t, 0, "flywheel")
    t.play(0, "load-flywheel", "small-repair")
    assert t.due == {1}
    t = ready()
    bring_home(t, 0, "flywheel")
    t.play(0, "small-repair", "load-flywheel")
    assert t.due == {1}


def stuck(**options):
    """Seat 0's King is away from home, and neither Throttle nor Repair can be used."""
    t = ready(options=options)
    stand(t, 0, "E5")
    cover(t, 0, Space.THROTTLE, Space.REPAIR)
    return t


def test_a_king_that_is_stuck_may_be_towed():
    """IK-4.18: instead of a placement, without its cargo, and as damaged as it is."""
    t = stuck()
    carry(t, 0, "clay-idol", "copper-boiler")
    t.s.sides[0].steam = 10
    stand(t, 1, "G5")
    t.s.worker[hex_of(t, "A1")] = 2
    t.play(0, "tow")
    assert at(t, 0) == "A1"
    assert covered(t, 0) == {Space.THROTTLE, Space.REPAIR}
    assert t.s.treasure_at[card_of(t, "clay-idol")] == At.DISCARD
    assert t.s.sides[0].steam == 8
    assert rest(t, 0) == (4, 1)
    assert t.s.sides[1].wilderness == 1
    assert t.due == {1}


def test_a_towed_king_is_docked():
    """IK-4.18, IK-6.2: treasures may still be taken aboard, and the next turn has the Holdfast's spaces."""
    t = stuck()
    bring_home(t, 0, "clay-idol")
    t.play(0, "tow")
    assert t.legal(0) == {"pass", "load-clay-idol"}
    t.play(0, "pass")
    turn_over(t, 1)
    assert "small-dock-repair" in t.legal(0)


def test_only_a_king_that_is_stuck_may_be_towed():
    """IK-4.18: away from home, with both spaces covered, and where the option says so."""
    t = stuck()
    assert "tow" in t.legal(0)
    t.s.sides[0].damage[Space.REPAIR] = 0
    assert t.refused(0, "tow") == "IK-4.18"
    t = stuck()
    t.s.sides[0].damage[Space.THROTTLE] = 0
    assert t.refused(0, "tow") == "IK-4.18"
    t = stuck()
    stand(t, 0, "A1")
    assert t.refused(0, "tow") == "IK-4.18"
    assert stuck(tow="off").refused(0, "tow") == "IK-4.18"


def test_a_king_may_be_towed_when_no_worker_can_be_placed():
    """IK-4.18, IK-4.7"""
    t = ready(cells={"numbers.big_workers.value": "0"})
    stand(t, 0, "E5")
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.s.sides[0].wilderness = 3
    t.play(0, "at-E6")
    stand(t, 0, "E8")
    cover(t, 0, Space.THROTTLE, Space.REPAIR)
    turn_over(t, 1)
    assert t.legal(0) == {"pass", "tow"}


def test_what_came_aboard_stays_for_the_turn():
    """IK-6.3"""
    t = ready()
    bring_home(t, 0, "flywheel")
    t.play(0, "load-flywheel")
    assert t.refused(0, "store-flywheel") == "IK-6.3"
    turn_over(t, 0)
    turn_over(t, 1)
    assert "store-flywheel" in t.legal(0)


def test_only_a_free_slot_can_be_loaded():
    """IK-6.4"""
    t = ready()
    carry(t, 0, "clay-idol", "war-flail", "great-axe")
    bring_home(t, 0, "flywheel")
    assert t.refused(0, "load-flywheel") == "IK-6.4"
    t.play(0, "store-great-axe", "load-flywheel")


def test_uncovered_spaces_are_counted_after_the_placement():
    """IK-6.5, IK-6.7"""
    for manned, steam in (((), 3), ((Space.DOCK_SALVAGE,), 2), ((Space.DOCK_SALVAGE, Space.DOCK_REPAIR), 1)):
        t = ready()
        t.s.sides[0].steam = 0
        man(t, 0, *manned)
        t.play(0, "small-dock-steam")
        assert t.s.sides[0].steam == steam


def test_holdfast_repair():
    """IK-6.6"""
    t = ready()
    man(t, 0, Space.DOCK_UPGRADE)
    cover(t, 0, Space.PLAN, Space.BURN, Space.VENT)
    t.play(0, "big-dock-repair", "repair-plan", "repair-vent")
    assert covered(t, 0) == {Space.BURN}
    assert t.due == {1}


def test_holdfast_steam():
    """IK-6.7"""
    t = ready()
    t.play(0, "small-dock-steam")
    assert t.s.sides[0].steam == 6


def test_the_upgrade_space_sells_one_upgrade_or_none():
    """IK-6.8"""
    t = ready()
    t.s.sides[0].stores[3] = 9
    assert t.refused(0, "buy-chart-room") == "IK-6.8"
    t.play(0, "small-dock-upgrade")
    assert "pass" in t.legal(0)
    t.play(0, "buy-chart-room")
    assert t.due == {1}
    turn_over(t, 1)
    t.play(0, "small-repair")


def test_salvage_scraps_any_number():
    """IK-6.9"""
    t = ready()
    carry(t, 0, "great-axe")
    bring_home(t, 0, "oak-shield", "oil-pump")
    bring_home(t, 1, "governor")
    t.play(0, "small-dock-salvage")
    assert t.legal(0) == {"pass", "scrap-great-axe", "scrap-oak-shield", "scrap-oil-pump"}
    assert t.refused(0, "scrap-governor") == "IK-6.9"
    t.play(0, "scrap-great-axe", "scrap-oil-pump", "pass")
    assert stores(t, 0) == {"wood": 1, "coal": 4, "water": 2, "iron": 2}
    stow_no_more(t, 0)
    assert t.due == {1}


def planning(*cards: str):
    """Seat 0 is to plan, with these cards on its track."""
    t = ready()
    program(t, 0, *cards)
    t.play(0, "small-plan")
    return t


def test_the_track_has_five_places_and_more_with_upgrades():
    """IK-7.1"""
    for upgrade, places in (("signal-mast", 5), ("long-gallery", 6), ("grand-orrery", 7)):
        t = ready()
        fit_upgrade(t, 0, upgrade)
        program(t, 0, *["leap"] * 4, *["turn-left"] * (places - 5))
        t.play(0, "small-plan")
        assert max(m for m in t.legal(0) if m.startswith("insert")) == f"insert-step-{places}"


def test_a_card_is_inserted_anywhere_in_the_row():
    """IK-7.2"""
    t = planning("leap", "climb")
    assert {m for m in t.legal(0) if m.startswith("insert")} == {f"insert-step-{n}" for n in (1, 2, 3)}
    assert t.refused(0, "insert-step-4") == "IK-7.2"
    t.play(0, "insert-step-2")
    assert track(t, 0) == ["leap", "step", "climb"]
    assert t.s.sides[0].hand[plan_of(t, "step")] == 4


def test_a_card_pushed_off_the_end_is_discarded():
    """IK-7.3"""
    t = planning("leap", "climb", "march", "charge", "brace")
    assert t.refused(0, "insert-step-6") == "IK-7.3"
    t.play(0, "insert-step-1")
    assert track(t, 0) == ["step", "leap", "climb", "march", "charge"]
    assert t.s.discard[plan_of(t, "brace")] == 1


def test_a_removed_card_leaves_no_gap():
    """IK-7.4"""
    t = planning("leap", "climb", "march")
    t.play(0, "remove-2")
    assert track(t, 0) == ["leap", "march"]
    assert t.s.discard[plan_of(t, "climb")] == 1


def test_a_replaced_card_is_discarded():
    """IK-7.5"""
    t = planning("leap", "climb", "march")
    t.play(0, "replace-step-3")
    assert track(t, 0) == ["leap", "climb", "step"]
    assert t.s.discard[plan_of(t, "march")] == 1
    assert t.s.sides[0].hand_size == 4


def test_planning_may_be_declined():
    """IK-7.6"""
    t = planning("leap")
    t.play(0, "pass")
    assert track(t, 0) == ["leap"]
    assert t.due == {NATURE}


def test_only_cards_that_are_there():
    """IK-7.7"""
    t = planning("leap")
    assert t.refused(0, "insert-march-1") == "IK-7.7"
    assert t.refused(0, "replace-march-1") == "IK-7.7"
    assert t.refused(0, "replace-step-2") == "IK-7.7"
    assert t.refused(0, "remove-2") == "IK-7.7"
