"""Every example of the rulebook, with its dice."""

from typing import Any

from wartable.compiler.mode import plain
from wartable.games.heroes import GAME
from wartable.games.heroes.rules.realm import monster_tier
from wartable.games.heroes.state import Foe, Kind, Token
from wartable.testing import Table

from .tables import (
    at,
    clash,
    exploring,
    facing,
    form,
    has,
    hero,
    lies,
    settled,
    spawners,
    squads,
    stock,
    tile,
    troops,
)
from .test_setup_and_days import PLAIN, next_day, with_cities


def test_comparing_rolls():
    """HE-2.3, HE-2.5: A rolls 6, B 2, C 3; A is first, and play goes counter-clockwise."""
    with Table(GAME, {"map": "drawn"}, 3, ["6", "2", "3"], {"maps/drawn.txt": PLAIN}) as t:
        order = []
        for name in ("a1", "b1", "c1"):
            (seat,) = t.due
            order.append(seat)
            t.play(seat, f"city {name}")
        assert order == [0, 2, 1]


def test_three_cities():
    """HE-4.1: 6 coins, 3 wood, 3 food, 3 stone."""
    t = with_cities(3)
    stock(t, 0)
    next_day(t)
    assert has(t, 0) == (6, 3, 3, 3)


def test_three_mines():
    """HE-4.2: two of coins and one of food give 2 coins and 1 food."""
    t = settled(cells={f"resources.{name}.per_city": "0" for name in ("coins", "wood", "food", "stone")})
    t.s.players[0].mines[:] = (2, 0, 1, 0)
    stock(t, 0)
    next_day(t)
    assert has(t, 0) == (2, 0, 1, 0)


def test_five_heroes():
    """HE-5.1: 5 food."""
    t = settled(hero_limit=5, cells={"resources.food.per_city": "0"})
    for number in range(1, 6):
        hero(t, 0, number, "c3")
    stock(t, 0, food=9)
    next_day(t)
    assert has(t, 0)[2] == 9 - 5


def three_heroes() -> Table:
    t = settled()
    for number, where in enumerate(("a3", "a4", "a5"), 1):
        hero(t, 0, number, where)
    return exploring(t, "4", "9", "1")


def test_rolling_for_movement():
    """HE-9.1, HE-9.2: A rolls 4, B 9, C 1, and the rolls stay theirs."""
    t = three_heroes()
    assert [it.moves for it in t.s.players[0].heroes[:3]] == [4, 9, 1]
    t.play(0, "h3 e")
    assert t.refused(0, "h3 e") == "HE-9.3"


def test_the_movement_sequence():
    """HE-9.4 to HE-9.6: A 1, C stays, B 7, A 3, B 2, and the turn is over."""
    t = three_heroes()

    def left() -> list[int]:
        return [int(it.moves) for it in t.s.players[0].heroes[:3]]

    t.play(0, "h1 e")
    assert left() == [3, 9, 1]
    t.play(0, "stay h3")
    assert left() == [3, 9, 0]
    t.play(0, *["h2 e", "h2 w"] * 3, "h2 e")
    assert left() == [3, 2, 0]
    t.play(0, "h1 w", "h1 e", "h1 w")
    assert left() == [0, 2, 0]
    t.play(0, "h2 w", "h2 e")
    assert left() == [0, 0, 0]
    assert t.s.head.frames[t.s.head.depth - 1].kind == Kind.ROLL_MOVEMENT
    assert t.s.head.frames[t.s.head.depth - 1].a == 1


def landing(token: Token, army: list[int], **options: Any) -> Table:
    """Seat 0's hero on c3 steps onto a token on d3; everybody's stock is empty."""
    t = exploring(settled(seats=3, **options), "9")
    hero(t, 0, 1, "c3", army)
    t.s.tiles[tile(t, "d3")].token = token
    t.s.tokens[token] += 1
    stock(t, 0)
    return t


def test_a_mine_without_guardians():
    """HE-12.2, HE-12.3, HE-12.5, HE-12.6: 1d20 shows 4, 1d4 shows 3: captured, and 1 food."""
    with landing(Token.MINE, troops(t1=1), mine_guards="d20") as t:
        t.play(0, "h1 e")
        t.roll("4", "3")
        assert t.s.tiles[tile(t, "d3")].owner == 0
        assert has(t, 0) == (0, 0, 1, 0)


def test_a_mine_with_guardians():
    """HE-12.4: 1d20 shows 19, 1d6 shows 2: four guardians must be fought."""
    with landing(Token.MINE, troops(t1=1), mine_guards="d20") as t:
        t.play(0, "h1 e")
        t.roll("19", "2")
        assert (t.s.battle.foe, t.s.battle.count) == (Foe.GUARDIANS, 4)


def test_collecting_a_resource():
    """HE-13.1, HE-13.2: 1d4 shows 2, 1d6 shows 5: 7 wood with the bonus of the example, 5 by the table."""
    with landing(Token.RESOURCE, troops(), resource_bonus=2) as t:
        t.play(0, "h1 e")
        t.roll("2", "5")
        assert has(t, 0) == (0, 7, 0, 0)
    with landing(Token.RESOURCE, troops()) as t:
        t.play(0, "h1 e")
        t.roll("2", "5")
        assert has(t, 0) == (0, 5, 0, 0)


def test_determining_the_tier_of_monsters():
    """HE-11.1: A has tiers 3 and 2, B tier 4, C tier 2: the monsters are of tier 3."""
    picture = "\n".join(["C . N . . C", *[". . . . . ."] * 4, "C . . . . C"])
    t = settled(picture, 3)
    t.s.cities[3].owner = 0
    spawners(t, 0, "t1", "t2", "t3")
    spawners(t, 3, "t1", "t2")
    spawners(t, 1, "t1", "t2", "t3", "t4")
    spawners(t, 2, "t1", "t2")
    assert plain(monster_tier)(t.s, t.box) == 3


def third_tier(army: list[int]) -> Table:
    t = landing(Token.MONSTER, army)
    spawners(t, 1, "t1", "t2", "t3")
    t.play(0, "h1 e")
    return t


def test_an_encampment():
    """HE-11.2, HE-15.5: twenty of tier 3 in two squads of ten."""
    with third_tier(troops(t1=1)) as t:
        t.roll("10%", "6", "6", "4", "4")
        assert squads(t, 1) == [troops(t3=10), troops(t3=10)]


def test_a_group():
    """HE-11.2, HE-15.5: seven of tier 3 in squads of four and three."""
    with third_tier(troops(t1=1)) as t:
        t.roll("20%", "3", "4")
        assert squads(t, 1) == [troops(t3=4), troops(t3=3)]


def test_a_bribe():
    """HE-11.3: nine of tier 3 for 27 coins."""
    with third_tier(troops(t1=1)) as t:
        stock(t, 0, 27)
        t.roll("80%", "4", "5")
        assert t.legal(0) == {f"join {count}" for count in range(10)}
        t.play(0, "join 9")
        assert has(t, 0)[0] == 0
        assert t.s.players[0].heroes[0].troops.tolist() == troops(t1=1, t3=9)


def test_a_bribe_that_can_be_paid_in_part():
    """HE-11.3, HE-11.5: nine are there, three can be paid, the others are lost forever."""
    with third_tier(troops(t1=1)) as t:
        stock(t, 0, 9)
        t.roll("90%", "4", "5")
        assert t.legal(0) == {"join 0", "join 1", "join 2", "join 3"}
        t.play(0, "join 3")
        assert t.s.tiles[tile(t, "d3")].token == Token.NONE


def test_a_defection():
    """HE-11.4: up to five of tier 3 for nothing."""
    with third_tier(troops(t1=1)) as t:
        t.roll("100%", "2", "3")
        assert t.legal(0) == {f"join {count}" for count in range(6)}
        t.play(0, "join 5")
        assert t.s.players[0].heroes[0].troops.tolist() == troops(t1=1, t3=5)
        assert has(t, 0)[0] == 0


ARMY = troops(t1=15, t2=5, t3=2)
SQUAD_A, SQUAD_B = troops(t1=10, t2=3), troops(t1=5, t2=2, t3=2)


def two_squads(rolls: str) -> Table:
    """The army of the example in its two squads, against another army."""
    t = facing(ARMY, troops(t5=90))
    t.play(0, "h1 e", "divide", "put 5", "put 0", "put 2", "put 0", "put 2", rolls)
    form(t, 1)
    return t


def test_breaking_into_two_squads():
    """HE-15.1, HE-15.4: 15, 5 and 2 creatures become 10, 3 and 0, and 5, 2 and 2."""
    t = two_squads("representative")
    assert squads(t, 0) == [SQUAD_A, SQUAD_B]


def test_representative_rolls():
    """HE-16.5: squad A makes 30 + 21 = 51, squad B 10 + 18 + 22 = 50."""
    t = two_squads("representative")
    t.play(0, "A>A")
    t.roll("3", "3", "4")
    assert t.s.battle.total[0] == 30 + 21 == 51
    t = two_squads("representative")
    t.play(0, "B>A")
    t.roll("2", "4", "5", "3", "3", "5")
    assert t.s.battle.total[0] == 10 + 18 + 22 == 50


def test_individual_rolls():
    """HE-16.6: squad A makes 41 + 27 = 68, squad B 19 + 18 + 33 = 70."""
    t = two_squads("individual")
    t.play(0, "A>A")
    t.roll("3", *["4"] * 4, "5", "5", "5", "3", "4")
    assert t.s.battle.total[0] == 41
    t.roll("3", "4", "4", "4", "6", "6")
    assert t.s.battle.total[0] == 41 + 27 == 68
    t = two_squads("individual")
    t.play(0, "B>A")
    t.roll("1", "4", "4", "4", "6", "4", "5", "4", "5")
    assert t.s.battle.total[0] == 19 + 18
    t.roll("6", "6", "6", "5", "5", "5")
    assert t.s.battle.total[0] == 19 + 18 + 33 == 70


def test_choosing_squads_and_targets():
    """HE-16.2: two squads may both attack the enemy's only one."""
    t = clash(troops(t1=2), troops(t5=1), forms=("even2", "even1"))
    assert t.legal(0) == {"A>A", "B>A", "retreat"}


def test_retreating_from_monsters():
    """HE-17.2, HE-17.5: hero and army are gone, the items lie under the monster, which must be beaten first."""
    with third_tier(troops(t1=2)) as t:
        hero(t, 0, 2, "d4", troops(t5=50), moves=9)
        t.s.players[0].heroes[0].items[:] = (1, 2, 0)
        t.roll("20%", "3", "4")
        form(t, 0)
        t.play(0, "retreat")
        assert at(t, 0) == "gone"
        assert lies(t, "d3") == [(0, 1), (1, 2)]
        place = t.s.tiles[tile(t, "d3")]
        assert (place.token, place.guards, place.tier) == (Token.MONSTER, 7, 3)
        assert "h2 n" in t.legal(0)
        assert not any(move.startswith("take") for move in t.legal(0))
        t.play(0, "h2 n")
        assert squads(t, 1) == [troops(t3=4), troops(t3=3)]
        form(t, 0)
        t.play(0, "A>A")
        t.roll(*["1"] * 5, *["6"] * 3)
        t.roll(*["6"] * 3, *["1"] * 5)
        assert place.token == Token.NONE
        t.play(0, "take h2 common main-hand", "take h2 uncommon off-hand")
        assert t.s.players[0].heroes[1].items.tolist() == [1, 2, 0]
