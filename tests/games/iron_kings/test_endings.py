"""Chapters 16 to 18: endings, score, options."""

import numpy as np
import pytest

from wartable.core import generic
from wartable.errors import BadOption
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.state import Space, Worker

from .tables import bring_home, carry, cover, ground, hex_of, man, program, ready, stand, turn_over


def end_round(t):
    turn_over(t, 0)
    turn_over(t, 1)


def shares(t):
    out = np.zeros(6)
    generic.scores(t.s, t.box, out)
    return out[: t.box.seats].tolist()


def test_the_round_is_always_finished():
    """IK-16.1"""
    t = ready()
    bring_home(t, 0, "balrog-horn", "buried-crown", "old-banner")
    turn_over(t, 0)
    assert t.ending is None
    assert t.due == {1}
    turn_over(t, 1)
    assert t.ending == "vp_goal"


def test_an_ending_that_is_not_in_use_does_not_end_the_game():
    """IK-16.1"""
    t = ready(options={"ending": "rounds"})
    bring_home(t, 0, "balrog-horn", "buried-crown", "old-banner")
    t.s.balrog = 1
    t.s.rounds = 20
    t.s.wrecked = 1
    end_round(t)
    assert t.ending is None


@pytest.mark.parametrize(("goal", "ends"), [(15, True), (16, False)])
def test_vp_goal(goal, ends):
    """IK-16.2: what the King carries does not count."""
    t = ready(options={"vp_goal": goal, "ending": "vp_goal"})
    bring_home(t, 1, "balrog-horn", "buried-crown", "old-banner")
    carry(t, 1, "silver-grail")
    end_round(t)
    assert (t.ending == "vp_goal") == ends


def test_balrog():
    """IK-16.3"""
    t = ready(options={"balrog": 3})
    stand(t, 0, "E3")
    ground(t, "E4", "barrow")
    program(t, 0, "step")
    t.rolls = ["token-balrog", "token-gear"]
    t.play(0, "small-throttle")
    turn_over(t, 1)
    assert t.s.balrog == 1
    for number in (2, 3, 4):
        assert t.s.rounds == number
        end_round(t)
    assert t.ending == "balrog"


def test_rounds():
    """IK-16.4"""
    t = ready(options={"rounds": 3})
    for _ in range(3):
        assert t.ending is None
        end_round(t)
    assert t.ending == "rounds"


def test_first_wreck_by_a_wreck():
    """IK-16.5"""
    t = ready(options={"ending": "first_wreck"})
    stand(t, 0, "E3")
    ground(t, "E4", "wasteland")
    cover(t, 0, *[space for space in Space if space < 6 and space != Space.THROTTLE])
    program(t, 0, "step")
    t.rolls = ["die-1"]
    t.play(0, "small-throttle")
    t.play(0, "repair-plan", "repair-repair", "repair-burn")
    assert t.ending is None
    turn_over(t, 1)
    assert t.ending == "first_wreck"


def test_first_wreck_by_a_cold_king():
    """IK-16.5, IK-16.6"""
    t = ready(options={"ending": "first_wreck"})
    stand(t, 0, "E3")
    t.s.sides[0].steam = 0
    t.s.sides[0].stores[:] = 0
    cover(t, 0, Space.REPAIR, Space.VENT)
    t.play(0, "small-brake")
    turn_over(t, 1)
    assert t.ending == "first_wreck"


def cold(t) -> bool:
    """Whether the game ends because seat 0's King is cold at the end of its turn."""
    t.play(0, "small-brake")
    turn_over(t, 1)
    return bool(t.ending == "first_wreck")


def cooling():
    """Seat 0's King is away from home, without steam and fuel, and with Repair and Steam 1 covered."""
    t = ready(options={"ending": "first_wreck"})
    stand(t, 0, "E3")
    t.s.sides[0].steam = 0
    t.s.sides[0].stores[:] = 0
    cover(t, 0, Space.REPAIR, Space.VENT)
    return t


def test_a_king_that_can_get_steam_is_not_cold():
    """IK-16.6"""
    t = cooling()
    t.s.sides[0].steam = 1
    assert not cold(t)
    t = cooling()
    stand(t, 0, "A1")
    assert not cold(t)
    t = cooling()
    t.s.sides[0].damage[Space.REPAIR] = 0
    assert not cold(t)
    t = cooling()
    t.s.sides[0].damage[Space.VENT] = 0
    assert not cold(t)
    t = cooling()
    ground(t, "E4", "lake")
    ground(t, "D2", "forest")
    assert not cold(t)
    t = cooling()
    t.s.sides[0].stores[:] = (0, 1, 1, 0)
    assert not cold(t)


def test_fuel_without_a_furnace_or_half_a_pair_leaves_it_cold():
    """IK-16.6"""
    t = cooling()
    t.s.sides[0].stores[:] = (1, 1, 1, 0)
    cover(t, 0, Space.BURN)
    assert cold(t)
    t = cooling()
    ground(t, "E4", "lake")
    assert cold(t)
    t = cooling()
    t.s.sides[0].stores[:] = (2, 2, 0, 0)
    assert cold(t)


def test_a_king_whose_small_workers_are_lost_is_cold_without_fuel():
    """IK-16.6: the big worker cannot harvest, and nobody comes back from the Wilderness."""
    t = cooling()
    ground(t, "E4", "lake")
    ground(t, "D2", "forest")
    t.s.sides[0].rested[Worker.SMALL] = 0
    t.s.sides[0].wilderness = 4
    t.play(0, "big-brake")
    turn_over(t, 1)
    assert t.ending == "first_wreck"


def test_a_worker_that_the_king_has_left_behind_is_as_good_as_lost():
    """IK-16.6, IK-4.3"""
    for where, is_cold in (("A3", True), ("E2", False)):
        t = cooling()
        ground(t, "E4", "lake")
        ground(t, "D2", "forest")
        t.s.sides[0].rested[Worker.SMALL] = 0
        t.s.sides[0].wilderness = 3
        t.s.worker[hex_of(t, where)] = 1
        t.play(0, "big-brake")
        turn_over(t, 1)
        assert (t.ending == "first_wreck") == is_cold


def test_without_any_worker_no_space_brings_steam():
    """IK-16.6: fuel enough, but nobody to burn it."""
    t = ready(options={"ending": "first_wreck"}, cells={"numbers.big_workers.value": "0"})
    stand(t, 0, "E3")
    t.s.sides[0].steam = 0
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.s.sides[0].wilderness = 3
    t.play(0, "at-E4")
    stand(t, 0, "E8")
    turn_over(t, 1)
    assert t.ending is None
    turn_over(t, 1)
    assert t.ending == "first_wreck"


def test_a_king_that_can_be_towed_is_not_cold():
    """IK-16.6, IK-4.18"""
    for tow, is_cold in (("on", False), ("off", True)):
        t = ready(options={"ending": "first_wreck", "tow": tow})
        stand(t, 0, "E3")
        t.s.sides[0].steam = 0
        t.s.sides[0].stores[:] = 0
        cover(t, 0, Space.REPAIR, Space.VENT, Space.THROTTLE)
        assert cold(t) == is_cold


def test_the_longest_game():
    """IK-16.7"""
    t = ready(options={"ending": "vp_goal"}, cells={"numbers.last_round.value": "2"})
    end_round(t)
    assert t.ending is None
    end_round(t)
    assert t.ending == "last_round"


def test_treasures_in_the_holdfast_count_in_full():
    """IK-17.1"""
    t = ready()
    bring_home(t, 0, "buried-crown", "clay-idol")
    assert generic.points(t.s, t.box, 0) == 8


def test_carried_treasures_count_half_rounded_down_each():
    """IK-17.2"""
    t = ready()
    carry(t, 0, "buried-crown", "clay-idol", "great-axe")
    assert generic.points(t.s, t.box, 0) == 3


def test_ties():
    """IK-17.3"""
    t = ready(options={"rounds": 1})
    bring_home(t, 0, "buried-crown")
    bring_home(t, 1, "silver-grail")
    assert shares(t) == [1, 0]
    bring_home(t, 1, "great-axe")
    assert shares(t) == [0, 1]
    carry(t, 0, "iron-fist")
    assert shares(t) == [0.5, 0.5]
    t.s.sides[0].stores[3] = 1
    assert shares(t) == [1, 0]
    t.s.sides[1].stores[3] = 2
    assert shares(t) == [0, 1]


def test_a_shared_win_among_three():
    """IK-17.3"""
    t = ready(3)
    bring_home(t, 0, "great-axe")
    bring_home(t, 2, "iron-fist")
    assert shares(t) == [0.5, 0, 0.5]


def test_options_are_read_at_the_start():
    """IK-18.1"""
    box = GAME.new_box({"ending": "first_wreck+vp_goal", "vp_goal": 7})
    assert box.endings.tolist() == [0, 1, 0, 0, 1, 1]
    assert box.vp_goal == 7
    other = GAME.new_box({"balrog": 0, "rounds": 9})
    assert (other.balrog_rounds, other.rounds) == (0, 9)
    default = GAME.new_box()
    assert default.endings.tolist() == [0, 1, 1, 1, 0, 1]
    assert (default.vp_goal, default.balrog_rounds, default.rounds) == (15, 18, 50)
    assert default.is_random == 1


@pytest.mark.parametrize(
    ("name", "value"), [("ending", "never"), ("ending", ""), ("vp_goal", 0), ("rounds", 201), ("map", 3)]
)
def test_an_option_takes_only_its_values(name, value):
    """IK-18.1"""
    with pytest.raises(BadOption):
        GAME.new_box({name: value})


def test_the_brake_is_never_needed_to_end_a_round():
    """IK-16.1: a round ends with the turn of the seat before the first player."""
    t = ready(options={"rounds": 1})
    man(t, 0, Space.BRAKE)
    t.play(0, "small-repair")
    assert t.ending is None
    t.play(1, "small-repair")
    assert t.ending == "rounds"
