"""Chapters 6 to 8 of Heroes: building, recruiting, garrisons, heroes; and the ramparts of chapter 19."""

import pytest

from wartable.games.heroes import GAME
from wartable.testing import Table

from .tables import at, exploring, has, hero, lies, settled, spawners, stock, tile, troops

SPAWNERS = {
    "t1": (0, 5, 0, 0),
    "t2": (5, 5, 0, 0),
    "t3": (10, 10, 0, 5),
    "t4": (15, 15, 5, 10),
    "t5": (25, 25, 10, 25),
    "t1+": (0, 10, 0, 0),
    "t2+": (10, 10, 0, 0),
    "t3+": (15, 15, 0, 10),
    "t4+": (20, 20, 10, 15),
    "t5+": (30, 30, 15, 30),
}
CREATURES = {
    "t1": (1, 0, 0, 0),
    "t2": (2, 0, 0, 0),
    "t3": (3, 0, 0, 0),
    "t4": (4, 0, 0, 0),
    "t5": (5, 0, 0, 0),
    "t1+": (2, 0, 1, 0),
    "t2+": (3, 0, 1, 0),
    "t3+": (4, 0, 2, 0),
    "t4+": (5, 0, 2, 0),
    "t5+": (6, 0, 3, 0),
}


def garrison(t: Table, city: int = 0) -> list[int]:
    return [int(count) for count in t.s.cities[city].garrison]


def army(t: Table, number: int = 1, seat: int = 0) -> list[int]:
    return [int(count) for count in t.s.players[seat].heroes[number - 1].troops]


def rich() -> Table:
    t = settled()
    stock(t, 0, 200, 200, 200, 200)
    return t


def test_a_player_builds_only_in_own_cities():
    """HE-6.1"""
    t = rich()
    assert t.refused(0, "build f6 t1") == "HE-6.1"
    t.s.cities[1].owner = 0
    t.play(0, "build f6 t1")
    assert t.s.cities[1].spawners == 1


@pytest.mark.parametrize("name", SPAWNERS)
def test_what_a_spawner_costs(name):
    """HE-6.2"""
    price = SPAWNERS[name]
    t = settled()
    everything = [other for other in SPAWNERS if other != name]
    spawners(t, 0, *everything)
    stock(t, 0, *price)
    t.play(0, f"build a1 {name}")
    assert has(t, 0) == (0, 0, 0, 0)
    for resource in range(4):
        if price[resource]:
            t = settled()
            spawners(t, 0, *everything)
            stock(t, 0, *(count - (place == resource) for place, count in enumerate(price)))
            assert t.refused(0, f"build a1 {name}") == "HE-6.2"


def test_a_spawner_needs_the_tier_below_of_its_rank():
    """HE-6.3"""
    t = rich()
    assert t.refused(0, "build a1 t2") == "HE-6.3"
    t.play(0, "build a1 t1", "build a1 t2")
    assert t.refused(0, "build a1 t4") == "HE-6.3"
    assert t.refused(0, "build a1 t2+") == "HE-6.3"
    t.play(0, "build a1 t1+", "build a1 t2+")


def test_rank_two_needs_rank_one_of_its_tier():
    """HE-6.4"""
    t = rich()
    assert t.refused(0, "build a1 t1+") == "HE-6.4"
    t.play(0, "build a1 t1", "build a1 t1+")
    assert t.refused(0, "build a1 t2+") == "HE-6.4"


def test_a_city_has_one_spawner_of_each_kind():
    """HE-6.5"""
    t = rich()
    t.play(0, "build a1 t1")
    assert t.refused(0, "build a1 t1") == "HE-6.5"


def test_spawners_stay_with_the_city():
    """HE-6.6, HE-14.6"""
    t = settled()
    spawners(t, 1, "t1", "t2")
    exploring(t, "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    hero(t, 1, 1, "c3")
    t.play(0, "h1 s")
    assert t.s.cities[1].owner == 0
    assert t.s.cities[1].spawners == 3


def test_recruits_as_many_as_can_be_paid():
    """HE-7.1"""
    t = settled()
    spawners(t, 0, "t1")
    t.play(0, "recruit a1 t1 max")
    assert has(t, 0)[0] == 0
    assert garrison(t) == troops(t1=7)
    assert t.refused(0, "recruit a1 t1 max") == "HE-7.2"
    assert t.refused(0, "recruit f6 t1 max") == "HE-7.1"


@pytest.mark.parametrize("name", CREATURES)
def test_what_a_creature_costs(name):
    """HE-7.2"""
    price = CREATURES[name]
    t = settled()
    spawners(t, 0, name)
    stock(t, 0, *(3 * count for count in price))
    t.play(0, f"recruit a1 {name} x1")
    assert has(t, 0) == tuple(2 * count for count in price)
    stock(t, 0, price[0] - 1, 9, 9, 9)
    assert t.refused(0, f"recruit a1 {name} max") == "HE-7.2"
    if price[2]:
        stock(t, 0, 99, 9, price[2] - 1, 9)
        assert t.refused(0, f"recruit a1 {name} max") == "HE-7.2"


def test_a_recruit_needs_its_spawner_in_that_city():
    """HE-7.3"""
    t = rich()
    spawners(t, 0, "t1")
    t.s.cities[1].owner = 0
    assert t.refused(0, "recruit a1 t1+ x1") == "HE-7.3"
    assert t.refused(0, "recruit a1 t2 x1") == "HE-7.3"
    assert t.refused(0, "recruit f6 t1 x1") == "HE-7.3"


def full_city() -> Table:
    """Five kinds in the garrison, and spawners for more."""
    t = rich()
    spawners(t, 0, *SPAWNERS)
    t.s.cities[0].garrison[:] = troops(t1=4, t2=1, t3=1, t4=1, t5=1)
    return t


def test_a_garrison_has_five_slots():
    """HE-7.4"""
    t = full_city()
    t.play(0, "recruit a1 t1 x1")
    assert t.refused(0, "recruit a1 t1+ x1") == "HE-7.4"
    hero(t, 0, 1, army=troops(t1=2, t1r2=3))
    assert t.refused(0, "give h1 city t1+ all") == "HE-7.4"
    assert t.refused(0, "give h1 city army all") == "HE-7.4"
    t.play(0, "give h1 city t1 all")
    assert garrison(t) == troops(t1=7, t2=1, t3=1, t4=1, t5=1)


def test_promotion_needs_the_spawner_of_rank_two():
    """HE-7.5"""
    t = rich()
    spawners(t, 0, "t1")
    t.s.cities[0].garrison[0] = 3
    assert t.refused(0, "promote a1 t1 max") == "HE-7.5"
    assert t.refused(0, "promote f6 t1 max") == "HE-7.5"
    spawners(t, 0, "t1+")
    t.play(0, "promote a1 t1 x1")
    assert garrison(t) == troops(t1=2, t1r2=1)


@pytest.mark.parametrize(("tier", "food"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_promotion_costs_the_difference(tier, food):
    """HE-7.6"""
    t = settled()
    spawners(t, 0, *SPAWNERS)
    t.s.cities[0].garrison[tier - 1] = 9
    stock(t, 0, 4, 0, 2 * food, 0)
    t.play(0, f"promote a1 t{tier} max")
    assert garrison(t) == troops(**{f"t{tier}": 7, f"t{tier}r2": 2})
    assert has(t, 0) == (2, 0, 0, 0)
    assert t.refused(0, f"promote a1 t{tier} max") == "HE-7.6"


def test_only_the_garrison_is_promoted():
    """HE-7.7"""
    t = rich()
    spawners(t, 0, "t1", "t1+")
    hero(t, 0, 1, army=troops(t1=5))
    assert t.refused(0, "promote a1 t1 max") == "HE-7.7"
    t.play(0, "give h1 city t1 1", "promote a1 t1 max")
    assert army(t) == troops(t1=4)
    assert garrison(t) == troops(t1r2=1)


def test_without_a_free_slot_all_are_promoted_or_none():
    """HE-7.8"""
    t = full_city()
    assert t.refused(0, "promote a1 t1 x1") == "HE-7.8"
    stock(t, 0, 3, 0, 99, 0)
    assert t.refused(0, "promote a1 t1 max") == "HE-7.8"
    stock(t, 0, 4, 0, 99, 0)
    t.play(0, "promote a1 t1 max")
    assert garrison(t) == troops(t1r2=4, t2=1, t3=1, t4=1, t5=1)


def test_ranks_do_not_mix():
    """HE-7.8"""
    t = rich()
    spawners(t, 0, "t1", "t1+")
    t.s.cities[0].garrison[:] = troops(t1=2, t1r2=1)
    t.play(0, "promote a1 t1 max")
    assert garrison(t) == troops(t1r2=3)


def test_troops_move_between_garrison_and_heroes():
    """HE-7.9"""
    t = settled()
    t.s.cities[0].garrison[:] = troops(t1=5, t2=2)
    hero(t, 0, 2, "a1")
    t.play(0, "give city h1 t1 all", "give h1 h2 t1 half", "give city h2 t2 1")
    assert (garrison(t), army(t, 1), army(t, 2)) == (troops(t2=1), troops(t1=2), troops(t1=3, t2=1))
    t.play(0, "give h2 city army all")
    assert garrison(t) == troops(t1=3, t2=2)
    assert t.refused(0, "give h2 city t1 all") == "HE-7.9"


def test_troops_do_not_move_outside_a_city():
    """HE-7.9"""
    t = settled()
    hero(t, 0, 1, "c3", troops(t1=5))
    hero(t, 0, 2, "c3")
    assert t.refused(0, "give h1 h2 t1 all") == "HE-7.9"
    assert t.refused(0, "give h1 city t1 all") == "HE-7.9"
    hero(t, 0, 2, "a1")
    assert t.refused(0, "give h1 h2 t1 all") == "HE-7.9"
    assert t.refused(0, "give h1 h1 t1 all") == "HE-7.9"


def test_troops_move_in_the_own_turn_too():
    """HE-7.10"""
    t = settled()
    t.s.cities[0].garrison[0] = 5
    t.s.cities[1].garrison[0] = 5
    exploring(t, "3")
    t.play(0, "h1 e", "h1 w", "give city h1 t1 all")
    assert army(t) == troops(t1=5)
    assert t.refusal(1, t.find(1, "give city h1 t1 all")) == "HE-3.5"


def test_troops_are_moved_as_often_as_a_player_likes():
    """HE-7.11: the limit is far beyond what anybody does, and beyond what any arrangement takes."""
    t = settled()
    t.s.cities[0].garrison[0] = 1
    for _ in range(60):
        t.play(0, "give city h1 t1 all", "give h1 city t1 all")
    assert "give city h1 t1 all" in t.legal(0)
    heroes, kinds, halvings, odd_ones = 5, 10, 17, 2
    assert t.box.numbers.changes >= heroes * kinds * (halvings + odd_ones)


def test_changes_have_an_end_in_each_cycle():
    """HE-7.11"""
    t = settled(cells={"numbers.changes.value": "4"})
    t.s.cities[0].garrison[0] = 1
    for _ in range(2):
        t.play(0, "give city h1 t1 all", "give h1 city t1 all")
    assert t.refused(0, "give city h1 t1 all") == "HE-7.11"
    exploring(t, "3")
    t.play(0, "give city h1 t1 all")


def test_idle_changes_are_counted():
    """HE-7.11: what takes back the change before or does it in small steps, until a hero moves or recruits come."""
    t = settled()
    hero(t, 0, 2, "a1")
    spawners(t, 0, "t1")
    t.s.cities[0].garrison[0] = 9
    own = t.s.players[0]
    t.play(0, "give city h1 t1 half", "give city h2 t1 1")
    assert own.idle == 0
    t.play(0, "give city h1 t1 1")
    assert own.idle == 1
    t.play(0, "give h1 city t1 all")
    assert own.idle == 2
    t.play(0, "build a1 t2", "give city h1 t1 all")
    assert own.idle == 3
    t.play(0, "recruit a1 t1 max", "give city h2 t1 all")
    assert own.idle == 3
    t.play(0, "done")
    assert (own.idle, own.changes) == (0, 0)


def test_an_exchange_of_items_that_is_taken_back_is_idle():
    """HE-7.11, HE-13.7"""
    t = settled()
    hero(t, 0, 1, "a1").items[0] = 1
    hero(t, 0, 2, "a1")
    t.play(0, "swap h1 h2 main-hand")
    assert t.s.players[0].idle == 0
    t.play(0, "swap h1 h2 main-hand")
    assert t.s.players[0].idle == 1


def test_amounts_are_offered_where_they_differ():
    """HE-7.12"""
    t = settled()
    spawners(t, 0, "t1", "t1+")
    stock(t, 0, 6, 0, 0, 0)
    assert {f"recruit a1 t1 {amount}" for amount in ("x1", "x5", "max")} <= t.legal(0)
    stock(t, 0, 5, 0, 0, 0)
    assert t.refused(0, "recruit a1 t1 x5") == "HE-7.12"
    stock(t, 0, 1, 0, 0, 0)
    assert t.refused(0, "recruit a1 t1 x1") == "HE-7.12"
    t.s.cities[0].garrison[0] = 9
    stock(t, 0, 5, 0, 99, 0)
    assert t.refused(0, "promote a1 t1 x5") == "HE-7.12"
    stock(t, 0, 6, 0, 99, 0)
    t.play(0, "promote a1 t1 x5")
    assert garrison(t) == troops(t1=4, t1r2=5)
    assert t.refused(0, "promote a1 t1 x5") == "HE-7.12"
    t.s.cities[0].garrison[:] = troops(t1=2)
    assert t.refused(0, "give city h1 t1 half") == "HE-7.12"
    assert t.refused(0, "give city h1 army all") == "HE-7.12"
    t.s.cities[0].garrison[:] = troops(t1=1)
    assert t.refused(0, "give city h1 t1 1") == "HE-7.12"
    t.s.cities[0].garrison[:] = troops(t1=7)
    t.play(0, "give city h1 t1 half")
    assert (army(t), garrison(t)) == (troops(t1=4), troops(t1=3))


def test_another_hero_is_hired_in_an_own_city():
    """HE-8.1"""
    t = settled()
    assert t.refused(0, "hire a1") == "HE-8.1"
    stock(t, 0, 10)
    assert t.refused(0, "hire f6") == "HE-8.1"
    t.play(0, "hire a1")
    assert has(t, 0)[0] == 0
    exploring(t, "1", "2")
    assert t.s.players[0].heroes[1].moves == 2


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_the_number_of_heroes_is_limited(limit):
    """HE-8.2"""
    t = settled(hero_limit=limit)
    stock(t, 0, 100)
    for _ in range(limit - 1):
        t.play(0, "hire a1")
    assert t.refused(0, "hire a1") == "HE-8.2"


def test_a_new_hero_has_nothing():
    """HE-8.3"""
    t = settled()
    stock(t, 0, 20)
    hero(t, 0, 1, "c3")
    t.s.players[0].heroes[0].here = 0
    t.play(0, "hire a1")
    assert at(t, 0) == "a1"
    assert army(t) == troops()
    assert not t.s.players[0].heroes[0].items.any()


def test_a_hero_leads_any_number_of_all_kinds():
    """HE-8.4"""
    t = settled()
    hero(t, 0, 1, army=[900] * 10)
    t.s.cities[0].garrison[:] = troops(t5r2=40_000)
    t.play(0, "give city h1 t5+ all")
    assert army(t) == [900] * 9 + [40_900]


def test_a_hero_is_garrisoned_while_in_an_own_city():
    """HE-8.5"""
    t = exploring(settled(), "4")
    t.s.cities[0].garrison[0] = 2
    t.play(0, "h1 e")
    assert t.refused(0, "give city h1 t1 all") == "HE-7.9"
    t.play(0, "h1 w", "give city h1 t1 all")
    assert army(t) == troops(t1=2)


def test_heroes_in_one_city_exchange_items():
    """HE-13.7"""
    t = settled()
    first, second = hero(t, 0, 1, "a1"), hero(t, 0, 2, "a1")
    first.items[:] = (3, 0, 1)
    second.items[:] = (1, 0, 0)
    t.play(0, "swap h1 h2 main-hand", "swap h1 h2 amulet")
    assert (first.items.tolist(), second.items.tolist()) == ([1, 0, 0], [3, 0, 1])
    assert t.refused(0, "swap h1 h2 off-hand") == "HE-13.7"
    assert t.refused(0, "swap h1 h3 main-hand") == "HE-13.7"
    hero(t, 0, 2, "b1")
    assert t.refused(0, "swap h1 h2 main-hand") == "HE-13.7"


def test_a_hero_takes_one_item_of_each_kind():
    """HE-13.5, HE-13.6"""
    t = settled()
    it = hero(t, 0, 1, "a1")
    it.items[0] = 2
    for place, (kind, level) in enumerate([(0, 4), (0, 2), (2, 1)]):
        t.s.loot[place].tile, t.s.loot[place].kind, t.s.loot[place].level = tile(t, "a1"), kind, level
    t.s.loots, t.s.tiles[tile(t, "a1")].heaps = 3, 3
    assert t.refused(0, "take h1 rare main-hand") == "HE-13.5"
    assert t.refused(0, "take h2 epic main-hand") == "HE-13.5"
    assert t.refused(0, "take h1 uncommon main-hand") == "HE-13.6"
    t.play(0, "take h1 epic main-hand", "take h1 common amulet")
    assert it.items.tolist() == [4, 0, 1]
    assert lies(t, "a1") == [(0, 2), (0, 2)]
    hero(t, 0, 2, "b1")
    assert t.refused(0, "take h2 uncommon main-hand") == "HE-13.5"


def test_a_rampart_costs_stone_and_wood():
    """HE-19.3"""
    t = settled(mode="campaign")
    stock(t, 0, wood=5, stone=9)
    assert t.refused(0, "rampart a1") == "HE-19.3"
    stock(t, 0, wood=5, stone=10)
    assert t.refused(0, "rampart f6") == "HE-19.3"
    t.play(0, "rampart a1")
    assert has(t, 0) == (0, 0, 0, 0)


def test_a_city_has_one_rampart_and_keeps_it():
    """HE-19.4"""
    t = settled(mode="campaign")
    stock(t, 1, wood=50, stone=50)
    t.play(1, "rampart f6")
    assert t.refused(1, "rampart f6") == "HE-19.4"
    exploring(t, "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    hero(t, 1, 1, "c3")
    t.play(0, "h1 s")
    assert (t.s.cities[1].owner, t.s.cities[1].rampart) == (0, 1)


def test_ramparts_are_for_campaigns():
    """HE-19.6"""
    t = rich()
    assert t.refused(0, "rampart a1") == "HE-19.6"
    assert GAME.new_box({"mode": "campaign"}).campaign == 1
