"""What the judge of Heroes thinks of positions."""

import numpy as np
import pytest

from wartable.core import generic, record
from wartable.games.heroes import judge, odds
from wartable.games.heroes.features import (
    ALL_CITIES,
    ARMIES,
    ASKED,
    BESIDE,
    CITY_NUMBERS,
    DIRECTIONS,
    HERO_NUMBERS,
    HERO_SCALARS,
    OWN_HEROES,
    PULLS,
    direction_to,
)
from wartable.games.heroes.rules.realm import DX, DY
from wartable.games.heroes.state import CITIES, ITEM_KINDS, TILES, Kind
from wartable.testing import Table

from .tables import HOMES, clash, exploring, facing, form, hero, opened, settled, stock, tile, troops
from .test_exploration import meeting

CHESTS = """
C I . . I C
I . . . . I
. . . . . .
. . . . . .
I . . . . I
C I . . I C
"""
"""Something to find around every corner."""


def share(t: Table, seat: int = 0) -> float:
    room = np.zeros(8)
    generic.evaluate(t.s, t.box, room)
    assert sum(room[: t.box.seats]) == pytest.approx(1)
    return float(room[seat])


def after(t: Table, seat: int, move: str) -> float:
    """What the judge thinks once a move has been made."""
    room, tried = np.zeros(8), record.copy(t.s)
    generic.apply(tried, t.box, seat, t.codes(seat)[move])
    generic.evaluate(tried, t.box, room)
    return float(room[seat])


def test_equal_realms_have_equal_shares():
    t = settled(seats=4)
    for seat in range(4):
        t.s.players[seat].heroes[0].here = 0
    assert [share(t, seat) for seat in range(4)] == pytest.approx([0.25] * 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_has_yet_to_found_a_city_is_as_well_off_as_the_others(seats):
    t = opened(CHESTS, seats=seats)
    for place in range(seats):
        assert [share(t, seat) for seat in range(seats)] == pytest.approx([1 / seats] * seats, abs=0.06)
        seat = -place % seats
        t.play(seat, f"city {HOMES[seats][seat]}")


@pytest.mark.parametrize("what", ["city", "mine", "coins", "troops", "item"])
def test_more_is_better(what):
    t = settled(seats=3)
    before = share(t)
    if what == "city":
        t.s.cities[2].owner = 0
    elif what == "mine":
        t.s.players[0].mines[1] += 1
    elif what == "coins":
        stock(t, 0, 40, 11, 1, 1)
    elif what == "troops":
        t.s.cities[0].garrison[3] = 5
    else:
        t.s.players[0].heroes[0].items[0] = 3
    assert share(t) > before


def test_those_who_are_out_have_no_share():
    t = settled(seats=3)
    t.s.players[1].out = 1
    assert share(t, 1) == 0


def test_a_hero_walks_towards_what_it_can_have():
    t = meeting("R", troops())
    hero(t, 0, 1, "a3")
    assert after(t, 0, "h1 e") > after(t, 0, "h1 s")
    assert after(t, 0, "h1 e") > share(t)


def test_spawners_and_recruits_are_worth_their_price():
    t = settled()
    assert after(t, 0, "build a1 t1") > share(t)
    t.play(0, "build a1 t1")
    assert after(t, 0, "recruit a1 t1 max") > share(t)


def test_an_undefended_city_in_reach_of_an_enemy_is_in_danger():
    t = exploring(settled(), "5")
    hero(t, 1, 1, "a4", troops(t1=20))
    alone = share(t)
    t.s.cities[0].garrison[0] = 60
    guarded = share(t)
    t.s.cities[0].garrison[0] = 0
    hero(t, 1, 1, "f6")
    assert share(t) > alone
    assert guarded > alone


def test_in_a_battle_the_stronger_side_is_confident():
    strong, weak = facing(troops(t1=30), troops(t1=5)), facing(troops(t1=5), troops(t1=30))
    chances = []
    for t in (strong, weak):
        t.play(0, "h1 e")
        form(t, 0)
        form(t, 1)
        chances.append(odds.attack_odds(t.s, t.box))
    assert chances[0] > 0.9
    assert chances[1] < 0.1


def test_the_stronger_side_prefers_individual_rolls():
    t = facing(troops(t1=20), troops(t1=12))
    t.play(0, "h1 e", "form even1")
    form(t, 1)
    assert after(t, 0, "individual") > after(t, 0, "representative")


def test_nobody_retreats_from_a_battle_that_is_won():
    t = clash(troops(t1=20), troops(t1=2))
    assert after(t, 0, "retreat") < share(t)


def test_features_see_the_map_and_the_battle():
    t = facing(troops(t1=2), troops(t1=3))
    room = np.zeros(judge.FEATURES, np.float32)
    generic.features(t.s, t.box, 0, room)
    planes = room[: TILES * judge.PLANES].reshape(TILES, judge.PLANES)
    assert planes[:, 0].sum() == t.box.width * t.box.height
    assert planes[tile(t, "c3"), 9] > 0
    assert planes[tile(t, "d3"), 10] > 0
    assert planes[tile(t, "a1"), 6] == 1
    assert planes[tile(t, "f6"), 6] == -1
    assert room[ASKED - 1] == 0
    t.play(0, "h1 e")
    generic.features(t.s, t.box, 0, room)
    assert room[ASKED - 1] == 1


def test_features_tell_what_is_asked_and_what_lies_around_a_hero():
    t = facing(troops(t1=2), troops(t1=3))
    room = np.zeros(judge.FEATURES, np.float32)
    generic.features(t.s, t.box, 0, room)
    assert room[ASKED + Kind.EXPLORE] == 1
    hero = room[OWN_HEROES : OWN_HEROES + HERO_NUMBERS]
    assert hero[0] == 1
    assert hero[4 + ITEM_KINDS] == pytest.approx(np.log(3) / 4)
    east = hero[HERO_SCALARS + BESIDE : HERO_SCALARS + 2 * BESIDE]
    assert (east == room[tile(t, "d3") * judge.PLANES :][:BESIDE]).all()
    pulls = hero[HERO_SCALARS + DIRECTIONS * BESIDE :].reshape(DIRECTIONS, PULLS)
    assert pulls[:, PULLS - 1].argmax() == 1
    cities = room[ALL_CITIES:ARMIES].reshape(CITIES, CITY_NUMBERS)
    assert sorted(cities[:2, 0]) == [-1, 1]
    assert not room[ARMIES:].any()
    t.play(0, "h1 e", "form even1")
    generic.features(t.s, t.box, 0, room)
    assert room[ARMIES:].any()


def test_directions_are_those_of_steps():
    for direction in range(DIRECTIONS):
        assert direction_to(3 * DX[direction], 3 * DY[direction]) == direction


@pytest.mark.parametrize(("own", "enemy", "attacks"), [(30, 10, True), (10, 30, False)])
def test_a_hero_attacks_those_who_are_weaker_and_no_others(own, enemy, attacks):
    t = facing(troops(t1=own), troops(t1=enemy))
    assert (after(t, 0, "h1 e") > share(t)) == attacks


def test_a_strong_army_goes_for_a_neutral_city():
    t = meeting("N", troops(t1=25))
    hero(t, 0, 1, "a3")
    assert after(t, 0, "h1 e") > share(t)
    assert after(t, 0, "h1 e") > after(t, 0, "h1 s")


def test_squads_are_not_shuffled_for_nothing():
    t = facing(troops(t1=20), troops(t1=12))
    t.play(0, "h1 e")
    assert after(t, 0, "form even1") > after(t, 0, "divide")


def test_troops_are_not_moved_about_for_nothing():
    t = exploring(settled(), "5")
    hero(t, 0, 1, "a1", troops(t1=6))
    for seat in range(2):
        stock(t, seat)
    assert after(t, 0, "end") > after(t, 0, "give h1 city t1 1")


def test_what_was_just_done_with_troops_is_not_taken_back():
    t = exploring(settled(), "5")
    t.s.cities[0].garrison[0] = 6
    t.play(0, "give city h1 t1 half")
    assert after(t, 0, "give h1 city t1 all") < after(t, 0, "end") - 0.1
    assert after(t, 0, "give city h1 t1 1") < after(t, 0, "end") - 0.1


def test_beating_the_guardians_of_a_mine_promises_its_owner_nothing():
    t = meeting("m", troops(t1=20))
    place = t.s.tiles[tile(t, "d3")]
    place.owner, place.mark, place.guards, place.tier = 0, 1, 3, 1
    t.s.players[0].mines[1] = 1
    t.play(0, "h1 e")
    assert judge.prize(t.s, t.box) == 0
    place.owner = 1
    assert judge.prize(t.s, t.box) > 0


def test_a_city_is_founded_away_from_others():
    """All other things being equal, in everybody's opinion and not only the last one's."""
    rows = [". . . . . . . . . . . ."] * 12
    t = opened("\n".join(rows), 3)
    t.play(0, "city a1")
    for seat in (2, 1):
        near, far = after(t, seat, "city b2"), after(t, seat, "city l12")
        assert far > near
        t.play(seat, "city a12" if seat == 2 else "city l12")
