"""Chapters 9 to 14 of Heroes: movement, landing, monsters, mines, collectables, cities."""

from typing import Any

import pytest

from wartable.compiler.mode import plain
from wartable.core.frames import NATURE
from wartable.games.heroes.rules.realm import monster_tier
from wartable.games.heroes.state import NOBODY, UNKNOWN, Foe, Kind, Token
from wartable.testing import Table

from .tables import at, exploring, form, has, hero, lies, opened, settled, spawners, squads, stock, tile, troops


def kind(t: Table) -> Kind:
    return Kind(t.s.head.frames[t.s.head.depth - 1].kind)


def meeting(token: str, army: list[int] | None = None, seats: int = 2, **options: Any) -> Table:
    """Seat 0's hero on c3, with some troops, is about to step onto a token on d3."""
    rows = ["C . . . . C", *[". . . . . ."] * 4, "C . . . . C"]
    rows[2] = f". . . {token} . ."
    t = exploring(settled("\n".join(rows), seats, **options), "9")
    hero(t, 0, 1, "c3", troops(t1=10) if army is None else army)
    stock(t, 0)
    return t


def cell(t: Table, where: str = "d3"):
    return t.s.tiles[tile(t, where)]


def test_every_hero_rolls_for_movement():
    """HE-9.1"""
    t = settled()
    hero(t, 0, 2, "c3")
    hero(t, 0, 3, "d3")
    exploring(t)
    assert kind(t) == Kind.ROLL_MOVEMENT
    t.roll("4", "9")
    assert kind(t) == Kind.ROLL_MOVEMENT
    t.roll("1")
    assert [it.moves for it in t.s.players[0].heroes[:3]] == [4, 9, 1]


def test_a_roll_belongs_to_its_hero():
    """HE-9.2"""
    t = settled()
    hero(t, 0, 2, "c3")
    exploring(t, "1", "3")
    t.play(0, "h1 e")
    assert t.refused(0, "h1 e") == "HE-9.3"
    t.play(0, "h2 e", "h2 e", "h2 e")
    assert kind(t) == Kind.ROLL_MOVEMENT


def test_a_step_uses_one_movement_and_stays_on_the_map():
    """HE-9.3"""
    t = exploring(settled(), "2")
    assert t.refused(0, "h1 n") == "HE-9.3"
    assert t.refused(0, "h1 w") == "HE-9.3"
    assert t.refused(0, "h2 e") == "HE-9.3"
    t.play(0, "h1 e")
    assert (at(t, 0), t.s.players[0].heroes[0].moves) == ("b1", 1)


def test_heroes_move_in_any_order():
    """HE-9.4"""
    t = settled()
    hero(t, 0, 2, "c3")
    exploring(t, "2", "2")
    t.play(0, "h1 e", "h2 e", "h1 e", "h2 e")
    assert (at(t, 0, 1), at(t, 0, 2)) == ("c1", "e3")


def test_a_hero_may_stay():
    """HE-9.5"""
    t = settled()
    hero(t, 0, 2, "c3")
    exploring(t, "5", "2")
    t.play(0, "stay h1")
    assert t.s.players[0].heroes[0].moves == 0
    assert t.refused(0, "stay h1") == "HE-9.5"
    assert t.refused(0, "h1 e") == "HE-9.3"
    t.play(0, "h2 e")


def test_a_turn_ends_when_said_or_when_nothing_is_left():
    """HE-9.6"""
    t = exploring(settled(), "5")
    t.play(0, "end")
    assert t.s.players[0].heroes[0].moves == 0
    t.roll("1")
    assert t.due == {1}
    t.play(1, "h1 n")
    assert t.s.day == 2


def test_a_turn_goes_on_while_troops_can_be_arranged():
    """HE-9.6"""
    t = settled()
    t.s.cities[0].garrison[0] = 4
    exploring(t, "2")
    t.play(0, "h1 e", "h1 w")
    assert t.due == {0}
    t.play(0, "give city h1 t1 all", "end")
    assert kind(t) == Kind.ROLL_MOVEMENT


def test_heroes_of_one_player_share_a_tile():
    """HE-9.7"""
    t = settled()
    hero(t, 0, 2, "b1", troops(t1=2))
    exploring(t, "2", "2")
    t.play(0, "h1 e")
    assert at(t, 0, 1) == at(t, 0, 2) == "b1"
    assert not t.s.in_battle


def test_heroes_who_share_a_tile_defend_as_one_army():
    """HE-9.7"""
    t = exploring(settled(), "5")
    hero(t, 0, 1, "c3", troops(t1=1))
    hero(t, 1, 1, "d3", troops(t1=2))
    hero(t, 1, 2, "d3", troops(t2=3))
    t.play(0, "h1 e")
    assert t.s.battle.armies[1].troops.tolist() == troops(t1=2, t2=3)


def test_an_enemy_is_met_before_the_mine_that_it_stands_on():
    """HE-10.1, HE-17.8"""
    t = meeting("m")
    cell(t).owner, cell(t).mark = 1, 1
    t.s.players[1].mines[1] = 1
    hero(t, 1, 1, "d3", troops(t1=1))
    t.play(0, "h1 e")
    assert t.s.battle.foe == Foe.HEROES
    form(t, 0)
    t.play(0, "A>A")
    t.roll("6", "1")
    assert kind(t) == Kind.ROLL_GUARDS
    t.roll("10%")
    assert cell(t).owner == 0


def test_without_troops_no_monster():
    """HE-10.2"""
    t = meeting("M", troops())
    assert t.refused(0, "h1 e") == "HE-10.2"


def test_without_troops_no_mine_but_an_own_one():
    """HE-10.3"""
    t = meeting("m", troops())
    assert t.refused(0, "h1 e") == "HE-10.3"
    cell(t).owner, cell(t).mark = 1, 0
    assert t.refused(0, "h1 e") == "HE-10.3"
    cell(t).owner, cell(t).guards, cell(t).tier = 0, 3, 1
    assert t.refused(0, "h1 e") == "HE-10.3"
    cell(t).guards = 0
    t.play(0, "h1 e")
    assert at(t, 0) == "d3"


def test_without_troops_no_defended_city():
    """HE-10.4"""
    t = meeting("N", troops())
    assert t.refused(0, "h1 e") == "HE-10.4"
    hero(t, 0, 1, "f5")
    t.s.cities[1].garrison[0] = 1
    assert t.refused(0, "h1 s") == "HE-10.4"
    t.s.cities[1].garrison[0] = 0
    hero(t, 1, 1, "f6", troops(t1=1))
    assert t.refused(0, "h1 s") == "HE-10.4"
    t.s.players[1].heroes[0].troops[0] = 0
    t.play(0, "h1 s")
    assert t.s.cities[1].owner == 0


def test_without_troops_no_armed_enemy():
    """HE-10.5"""
    t = meeting(".", troops())
    hero(t, 1, 1, "d3", troops(t1=1))
    assert t.refused(0, "h1 e") == "HE-10.5"
    t.s.players[1].heroes[0].troops[0] = 0
    t.play(0, "h1 e")
    assert at(t, 1) == "gone"


def test_a_hero_goes_on_after_landing():
    """HE-10.6"""
    t = meeting("R")
    t.play(0, "h1 e")
    t.roll("1", "1")
    t.play(0, "h1 e")
    assert at(t, 0) == "e3"
    assert t.s.players[0].heroes[0].moves == 7


def test_the_tier_of_monsters():
    """HE-11.1"""
    t = settled(seats=3)
    tier = plain(monster_tier)
    assert tier(t.s, t.box) == 1
    spawners(t, 1, "t1", "t2", "t1+", "t2+")
    assert tier(t.s, t.box) == 2
    spawners(t, 2, "t5")
    assert tier(t.s, t.box) == 3
    t.s.cities[2].owner = NOBODY
    assert tier(t.s, t.box) == 2


@pytest.mark.parametrize(
    ("roll", "dice"), [("10%", 4), ("20%", 2), ("50%", 2), ("70%", 2), ("80%", 2), ("90%", 2), ("100%", 2)]
)
def test_what_a_hero_meets(roll, dice):
    """HE-11.2"""
    t = meeting("M")
    stock(t, 0, 99)
    t.play(0, "h1 e")
    t.roll(roll, *["3"] * dice)
    if roll in ("80%", "90%", "100%"):
        assert kind(t) == Kind.WELCOME
        assert t.legal(0) == {f"join {count}" for count in range(7)}
    else:
        assert t.s.battle.foe == Foe.MONSTERS
        assert squads(t, 1) == [troops(t1=3 * dice // 2)] * 2
        assert t.s.battle.count == 3 * dice


def test_bribed_monsters_cost_what_recruits_cost():
    """HE-11.3"""
    t = meeting("M")
    spawners(t, 0, "t1", "t2")
    stock(t, 0, 7)
    t.play(0, "h1 e")
    t.roll("80%", "6", "3")
    assert t.legal(0) == {"join 0", "join 1", "join 2", "join 3"}
    assert t.refused(0, "join 4") == "HE-11.3"
    assert t.refused(0, "join 10") == "HE-11.2"
    t.play(0, "join 3")
    assert has(t, 0)[0] == 1
    assert t.s.players[0].heroes[0].troops.tolist() == troops(t1=10, t2=3)


def test_defecting_monsters_cost_nothing():
    """HE-11.4"""
    t = meeting("M")
    t.play(0, "h1 e")
    t.roll("100%", "2", "3")
    t.play(0, "join 4")
    assert has(t, 0) == (0, 0, 0, 0)
    assert t.s.players[0].heroes[0].troops[0] == 14


@pytest.mark.parametrize("roll", ["90%", "100%"])
def test_monsters_not_taken_are_lost(roll):
    """HE-11.5, HE-11.6"""
    t = meeting("M")
    stock(t, 0, 5)
    t.play(0, "h1 e")
    t.roll(roll, "2", "3")
    t.play(0, "join 0")
    assert cell(t).token == Token.NONE
    assert t.s.tokens[Token.MONSTER] == 0
    assert has(t, 0)[0] == 5
    t.play(0, "h1 w", "h1 e")
    assert t.due == {0}


def test_a_fight_won_pays_a_coin_for_each_monster():
    """HE-11.6"""
    t = meeting("M", troops(t5=10))
    t.play(0, "h1 e")
    t.roll("40%", "4", "3")
    form(t, 0)
    t.play(0, "A>A")
    t.roll("6", "6", "6", "6", "6", "1", "6", "6", "6", "6", "6", "1")
    assert t.due == {0}
    assert not t.s.in_battle
    assert has(t, 0)[0] == 7
    assert cell(t).token == Token.NONE
    assert [sentence.rule for sentence in t.told()].count(1106) == 1


def beaten() -> Table:
    """Seat 0 has lost against seven monsters, of whom three are left."""
    t = meeting("M", troops(t1=1), seats=2)
    spawners(t, 1, "t1", "t2")
    t.play(0, "h1 e")
    t.roll("40%", "4", "3")
    t.s.battle.armies[1].squads[0, 1] = 0
    t.play(0, "A>B")
    t.roll("1", "6", "6")
    return t


def test_after_a_fight_lost_the_survivors_stay():
    """HE-11.7"""
    t = beaten()
    assert at(t, 0) == "gone"
    assert (cell(t).token, cell(t).guards, cell(t).tier) == (Token.MONSTER, 3, 2)


def test_the_reward_counts_the_monsters_of_the_fight_that_was_won():
    """HE-11.6: four of the seven fell in a fight that was lost, and pay nobody"""
    t = beaten()
    t.roll("5")
    hero(t, 1, 1, "e3", troops(t5=10))
    before = has(t, 1)[0]
    t.play(1, "h1 w")
    form(t, 1)
    t.play(1, "A>A")
    t.roll("6", "6", "6", "6", "6", "1", "1", "6", "6", "6", "6", "6", "1", "1")
    assert not t.s.in_battle
    assert has(t, 1)[0] == before + 3


def test_survivors_are_fought_without_a_roll():
    """HE-11.8"""
    t = beaten()
    t.roll("5")
    t.s.cities[1].spawners = 0
    hero(t, 1, 1, "e3", troops(t1=5))
    t.play(1, "h1 w")
    assert t.s.battle.foe == Foe.MONSTERS
    assert squads(t, 1) == [troops(t2=2), troops(t2=1)]


def test_a_mine_does_nothing_for_its_owner():
    """HE-12.1"""
    t = meeting("m")
    cell(t).owner, cell(t).mark = 0, 1
    t.play(0, "h1 e")
    assert (t.due, has(t, 0)) == ({0}, (0, 0, 0, 0))


def guarded_home(army: list[int]) -> Table:
    """Seat 0 is about to enter its own mine of wood, at which three guardians have survived another's attack."""
    t = meeting("m", army)
    cell(t).owner, cell(t).mark, cell(t).guards, cell(t).tier = 0, 1, 3, 1
    t.s.players[0].mines[1] = 1
    return t


def test_guardians_fight_the_owner_of_the_mine_too():
    """HE-12.1, HE-12.7, HE-12.8"""
    t = guarded_home(troops(t5=10))
    t.play(0, "h1 e")
    assert (t.s.battle.foe, squads(t, 1)) == (Foe.GUARDIANS, [troops(t1=2), troops(t1=1)])
    form(t, 0)
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "1", *["6"] * 5, "1")
    assert (cell(t).owner, cell(t).guards, cell(t).tier) == (0, 0, 0)
    assert (t.s.players[0].mines[1], has(t, 0)) == (1, (0, 0, 0, 0))
    t.play(0, "h1 w", "h1 e")
    assert (at(t, 0), t.s.in_battle) == ("d3", 0)


def test_the_owner_keeps_the_income_of_a_mine_with_guardians():
    """HE-12.8"""
    t = guarded_home(troops(t1=1))
    t.play(0, "h1 e", "retreat")
    assert (cell(t).owner, cell(t).guards, t.s.players[0].mines[1]) == (0, 3, 1)
    t.roll("1")
    t.play(1, "end")
    assert (t.s.day, has(t, 0)) == (2, (2, 1 + 1, 1, 1))


@pytest.mark.parametrize(
    ("option", "roll", "guarded"),
    [
        ("percentile", "10%", False),
        ("percentile", "80%", False),
        ("percentile", "90%", True),
        ("percentile", "100%", True),
        ("d20", "1", False),
        ("d20", "17", False),
        ("d20", "18", True),
        ("d20", "20", True),
    ],
)
def test_the_roll_for_guardians(option, roll, guarded):
    """HE-12.2, HE-12.3"""
    t = meeting("m", mine_guards=option)
    t.play(0, "h1 e")
    assert len(t.odds()) == (20 if option == "d20" else 10)
    t.roll(roll)
    assert kind(t) == (Kind.COUNT_MONSTERS if guarded else Kind.ROLL_MINE)


def test_another_players_mine_is_rolled_for_like_any_other():
    """HE-12.2"""
    t = meeting("m")
    cell(t).owner, cell(t).mark = 1, 3
    t.s.players[1].mines[3] = 1
    t.play(0, "h1 e")
    assert kind(t) == Kind.ROLL_GUARDS
    t.roll("50%")
    assert (cell(t).owner, cell(t).mark) == (0, 3)
    assert (t.s.players[0].mines[3], t.s.players[1].mines[3]) == (1, 0)
    assert has(t, 0) == (0, 0, 0, 1)


def test_guardians_are_fought_for_the_mine_and_pay_nothing():
    """HE-12.4"""
    t = meeting("m", troops(t5=10))
    t.play(0, "h1 e")
    t.roll("90%", "3")
    assert t.s.battle.foe == Foe.GUARDIANS
    assert squads(t, 1) == [troops(t1=3), troops(t1=2)]
    form(t, 0)
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "1", *["6"] * 5, "1", "2")
    assert cell(t).owner == 0
    assert has(t, 0) == (0, 1, 0, 0)


def test_a_captured_mine_pays_at_once():
    """HE-12.5"""
    t = meeting("m")
    cell(t).mark = 2
    t.play(0, "h1 e")
    t.roll("10%")
    assert has(t, 0) == (0, 0, 1, 0)
    assert t.s.players[0].mines.tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize(("roll", "resource"), [("1", 0), ("2", 1), ("3", 2), ("4", 3)])
def test_the_resource_of_a_mine_is_rolled_once(roll, resource):
    """HE-12.6"""
    t = meeting("m")
    assert cell(t).mark == UNKNOWN
    t.play(0, "h1 e")
    t.roll("10%")
    assert set(t.odds()) == {"1", "2", "3", "4"}
    t.roll(roll)
    assert cell(t).mark == resource
    assert has(t, 0)[resource] == 1
    cell(t).owner = 1
    t.s.players[1].mines[resource], t.s.players[0].mines[resource] = 1, 0
    t.play(0, "h1 w", "h1 e")
    t.roll("10%")
    assert t.due == {0}
    assert cell(t).mark == resource


def test_guardians_who_survive_stay():
    """HE-12.7"""
    t = meeting("m", troops(t1=1))
    t.play(0, "h1 e")
    t.roll("100%", "6")
    t.play(0, "A>A")
    t.roll("1", "6")
    assert (cell(t).guards, cell(t).tier, cell(t).owner) == (8, 1, NOBODY)
    t.roll("5")
    hero(t, 1, 1, "e3", troops(t1=5))
    t.play(1, "h1 w")
    assert t.s.battle.foe == Foe.GUARDIANS
    assert squads(t, 1) == [troops(t1=4)] * 2


@pytest.mark.parametrize(("roll", "resource"), [("1", 0), ("2", 1), ("3", 2), ("4", 3)])
def test_the_resource_of_a_token(roll, resource):
    """HE-13.1"""
    t = meeting("R", troops())
    t.play(0, "h1 e")
    assert set(t.odds()) == {"1", "2", "3", "4"}
    t.roll(roll, "6")
    assert has(t, 0)[resource] == 6
    assert sum(has(t, 0)) == 6


@pytest.mark.parametrize("bonus", [0, 2])
def test_the_quantity_of_a_token(bonus):
    """HE-13.2"""
    t = meeting("R", resource_bonus=bonus)
    t.play(0, "h1 e")
    t.roll("1")
    assert len(t.odds()) == 6
    t.roll("3")
    assert has(t, 0)[0] == 3 + bonus
    assert cell(t).token == Token.NONE
    assert t.s.tokens[Token.RESOURCE] == 0


@pytest.mark.parametrize(("roll", "item"), [("10%", 0), ("20%", 0), ("30%", 1), ("60%", 1), ("70%", 2), ("100%", 2)])
def test_the_kind_of_an_item(roll, item):
    """HE-13.3"""
    t = meeting("I", troops())
    t.play(0, "h1 e")
    t.roll(roll, "10%")
    assert lies(t, "d3") == [(item, 1)]
    assert cell(t).token == Token.NONE


def test_the_quality_of_an_item():
    """HE-13.4"""
    t = meeting("I")
    t.play(0, "h1 e")
    t.roll("10%", "80%", "100%", "70%")
    assert lies(t, "d3") == [(0, 3)]
    t = meeting("I")
    t.play(0, "h1 e")
    t.roll("10%", "80%", "90%", "80%", "100%")
    assert t.due == {0}
    assert lies(t, "d3") == [(0, 5)]


def test_a_hero_takes_what_lies_on_its_tile():
    """HE-13.5"""
    t = meeting("I", troops())
    t.play(0, "h1 e")
    t.roll("70%", "10%")
    t.play(0, "take h1 common amulet")
    assert t.s.players[0].heroes[0].items.tolist() == [0, 0, 1]
    assert lies(t, "d3") == []


def test_an_item_may_be_left_for_later():
    """HE-13.5"""
    t = meeting("I", troops())
    t.play(0, "h1 e")
    t.roll("70%", "10%")
    t.play(0, "h1 e")
    assert lies(t, "d3") == [(2, 1)]
    assert t.refused(0, "take h1 common amulet") == "HE-13.5"
    t.play(0, "h1 w", "take h1 common amulet")


def test_landing_on_a_foreign_city_attacks_it():
    """HE-14.1, HE-14.2"""
    t = exploring(settled(), "5")
    t.s.cities[1].garrison[:] = troops(t1=3, t2=1)
    hero(t, 1, 1, "f6", troops(t3=2))
    hero(t, 1, 2, "f6", troops(t1=4))
    hero(t, 0, 1, "f5", troops(t1=1))
    t.play(0, "h1 s")
    assert t.s.battle.foe == Foe.CITY
    assert t.s.battle.armies[1].troops.tolist() == troops(t1=7, t2=1, t3=2)


def test_an_undefended_city_is_taken_at_once():
    """HE-14.3"""
    t = exploring(settled(seats=3), "5")
    hero(t, 0, 1, "f5")
    hero(t, 1, 1, "f6").items[:] = (0, 2, 0)
    hero(t, 1, 2, "c3")
    t.play(0, "h1 s")
    assert t.s.cities[1].owner == 0
    assert (at(t, 1, 1), at(t, 1, 2)) == ("gone", "c3")
    assert lies(t, "f6") == [(1, 2)]


def test_a_neutral_city_rolls_its_defenders():
    """HE-14.4"""
    t = meeting("N")
    t.play(0, "h1 e")
    assert kind(t) == Kind.COUNT_MONSTERS
    t.roll("1", "2", "3", "5")
    assert t.s.battle.foe == Foe.NEUTRAL
    assert squads(t, 1) == [troops(t1=6), troops(t1=5)]


def test_defenders_who_survive_are_not_rolled_again():
    """HE-14.5"""
    t = meeting("N", troops(t1=1))
    t.play(0, "h1 e")
    t.roll("1", "2", "3", "5")
    t.s.battle.armies[1].squads[1, 0] = 0
    t.play(0, "A>A")
    t.roll("1", "6", "5")
    assert (cell(t).guards, t.s.cities[2].owner) == (6, NOBODY)
    hero(t, 1, 1, "e3", troops(t1=5))
    t.play(1, "h1 w")
    assert squads(t, 1) == [troops(t1=3)] * 2


def test_the_winner_owns_the_city():
    """HE-14.6"""
    t = meeting("N", troops(t5=10))
    t.play(0, "h1 e")
    t.roll("1", "1", "1", "1")
    form(t, 0)
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "1", *["6"] * 5, "1")
    assert t.s.cities[2].owner == 0
    assert (cell(t).guards, cell(t).token) == (0, Token.CITY)
    assert has(t, 0) == (0, 0, 0, 0)
    assert NATURE not in t.due


def test_an_open_map_lets_everyone_choose():
    """HE-2.6"""
    t = opened("\n".join([". . . ."] * 4))
    assert len(t.legal(0)) == 16
