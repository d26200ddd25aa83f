"""What the judge thinks of positions that people would tell apart."""

import numpy as np

from wartable.core.frames import MAX_SEATS
from wartable.games.iron_kings import GAME, judge
from wartable.games.iron_kings.state import Space

from .tables import bring_home, carry, cover, ground, program, ready, stand, stores


def share(t, seat: int = 0) -> float:
    """The share of the win that the judge gives a seat."""
    out = np.zeros(MAX_SEATS)
    GAME.functions["evaluate"](t.s, t.box, out)
    assert abs(out[: t.box.seats].sum() - 1.0) < 1e-9
    return float(out[seat])


def test_treasure_at_home_is_worth_more_than_the_same_aboard():
    t = ready()
    stand(t, 0, "E5")
    carry(t, 0, "silver-grail")
    aboard = share(t)
    bring_home(t, 0, "silver-grail")
    assert share(t) > aboard > 0.5


def test_in_the_last_round_cargo_far_from_home_counts_half():
    """IK-17.2"""
    t = ready()
    t.s.rounds = t.box.rounds
    stand(t, 0, "E9")
    carry(t, 0, "balrog-horn")
    far = share(t)
    stand(t, 0, "A1")
    docked = share(t)
    bring_home(t, 0, "balrog-horn")
    assert far < docked < share(t)


def test_a_king_that_can_neither_drive_nor_mend_is_as_good_as_lost():
    t = ready()
    stand(t, 0, "E5")
    cover(t, 0, Space.THROTTLE)
    hurt = share(t)
    cover(t, 0, Space.REPAIR)
    assert share(t) < hurt - 0.2


def test_a_program_that_leads_to_tokens_is_worth_more_with_steam():
    t = ready()
    stand(t, 0, "E3")
    ground(t, "E4", "barrow")
    program(t, 0, "step", steam=0)
    cold = share(t)
    t.s.sides[0].steam = 1
    assert share(t) > cold
    assert stores(t, 0)["water"] == 2


def test_tokens_promise_nothing_when_the_bag_holds_no_treasure():
    t = ready()
    stand(t, 0, "E3")
    program(t, 0, "step")
    ground(t, "E4", "barrow")
    with_treasure = share(t)
    t.s.bag[2] = 0
    assert share(t) < with_treasure


def test_turns_that_are_left():
    """IK-16.3, IK-16.4: the turn under way counts."""
    t = ready()
    t.s.rounds = 10
    assert judge.turns_left(t.s, t.box, 0) == t.box.rounds - 9
    t.s.balrog = 9
    assert judge.turns_left(t.s, t.box, 1) == t.box.balrog_rounds
    t.s.active = 1
    assert judge.turns_left(t.s, t.box, 0) == t.box.balrog_rounds - 1


def test_features_tell_what_is_asked_and_what_lies_around_the_king():
    t = ready()
    room = np.zeros(judge.FEATURES, np.float32)
    judge.features(t.s, t.box, 0, room)
    frame = t.s.head.frames[t.s.head.depth - 1]
    assert room[judge.ASKED + frame.kind] == 1
    king = t.s.sides[0]
    around = room[judge.AROUND :].reshape(-1, judge.PLANES)
    for direction in range(judge.DIRECTIONS):
        hex = t.box.neighbour[king.hex, direction]
        beside = room[hex * judge.PLANES :][: judge.PLANES] if hex >= 0 else np.zeros(judge.PLANES)
        assert (around[direction] == beside).all()
        turn = (direction - king.facing) % judge.DIRECTIONS
        assert (around[judge.DIRECTIONS + turn * judge.SIGHT] == beside).all()
    assert around.any()
