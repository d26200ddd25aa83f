"""Orders by number: any number of recruits, troops between two holders, a battle to its end."""

import random

import pytest

from tests.hooks import hook
from wartable.compiler.mode import plain
from wartable.core.actions import belongs
from wartable.core.frames import NATURE
from wartable.core.game import Refused
from wartable.drawing.sheet import Sheet
from wartable.games.heroes import GAME
from wartable.games.heroes.chances import chance
from wartable.games.heroes.decisions.divide import Divide
from wartable.games.heroes.decisions.retreat import Retreat
from wartable.games.heroes.help import meant_by
from wartable.games.heroes.rules.realm import share
from wartable.games.heroes.state import Amount
from wartable.games.heroes.view.sheets import first_step, order, sheets
from wartable.testing import Table

from .tables import exploring, facing, hero, settled, spawners, squads, stock, troops

MOST = 120


def offered(t: Table, begins: str) -> Sheet:
    return next(one for one in sheets(t.view(0), t.box, 0) if one.id.startswith(begins))


def carry_out(t: Table, sheet: str, *numbers: int) -> int:
    """Play an order for seat 0; the number of actions."""
    for played in range(MOST):
        action = order(t.view(0), t.box, 0, sheet, numbers)
        if action is None:
            return played
        assert action in t.codes(0).values()
        t.apply(0, action)
    raise AssertionError("the order has no end")


@pytest.mark.parametrize(("wanted", "actions"), [(1, 1), (7, 3), (20, 1), (0, 0)])
def test_any_number_is_recruited_in_one_order(wanted: int, actions: int) -> None:
    t = settled()
    spawners(t, 0, "t1")
    stock(t, 0, coins=20)
    sheet = offered(t, "recruit")
    assert [(row.now, row.most, row.price[0]) for row in sheet.rows] == [(0, 20, 1)]
    assert carry_out(t, sheet.id, wanted) == actions
    assert t.s.cities[0].garrison[0] == wanted
    assert t.s.players[0].stock[0] == 20 - wanted


def test_several_kinds_are_recruited_on_one_sheet_and_no_more_than_can_be_paid() -> None:
    t = settled()
    spawners(t, 0, "t1", "t2")
    stock(t, 0, coins=10)
    carry_out(t, offered(t, "recruit").id, 3, 2)
    assert list(t.s.cities[0].garrison[:2]) == [3, 2]
    carry_out(t, "recruit-0", 99, 99)
    assert t.s.players[0].stock[0] == 0


def test_troops_are_split_by_one_order_however_many() -> None:
    t = settled()
    hero(t, 0, 1, "a1", troops(t1=30, t2=4))
    sheet = offered(t, "troops")
    assert sheet.sides == ("Ravenhold's garrison", "Alda")
    assert [(row.now, row.most) for row in sheet.rows] == [(0, 30), (0, 4)]
    carry_out(t, sheet.id, 17, 4)
    assert list(t.s.cities[0].garrison[:2]) == [17, 4]
    assert list(t.s.players[0].heroes[0].troops[:2]) == [13, 0]
    carry_out(t, sheet.id, 2, 3)
    assert list(t.s.cities[0].garrison[:2]) == [2, 3]


def test_a_full_garrison_takes_no_more_kinds_and_the_order_stops() -> None:
    t = settled()
    t.s.cities[0].garrison[:] = troops(t1=1, t2=1, t3=1, t4=1, t5=1)
    hero(t, 0, 1, "a1", troops(t1r2=3))
    action = order(t.view(0), t.box, 0, "troops-0-0-1", (1, 1, 1, 1, 1, 2))
    assert action is not None
    assert action not in t.codes(0).values()


def test_amounts_reach_every_number_in_few_steps() -> None:
    rng = random.Random(1)
    for _ in range(60):
        total = rng.randrange(1, 300)
        now, wanted = rng.randrange(total + 1), rng.randrange(total + 1)
        steps = 0
        while (step := first_step(now, wanted, total)) is not None:
            is_back, amount = step
            count = total - now if is_back else now
            assert (amount != Amount.ONE or count >= 2) and (amount != Amount.SOME or count >= 3), "as it is offered"
            moved = int(plain(share)(count, amount))
            now += moved if is_back else -moved
            steps += 1
            assert steps < 20
        assert now == wanted


@pytest.mark.parametrize(
    ("numbers", "wanted"),
    [
        ((0, 10, 0, 0, 3, 0), [troops(t1=140, t2=1), troops(t1=10, t2=3)]),
        ((0, 0, 125, 4, 0, 0), [troops(t1=25), troops(t1=125), troops(t2=4)]),
        ((150, 0, 0, 4, 0, 0), [troops(t1=150, t2=4)]),
        ((1, 2, 3, 1, 1, 1), [troops(t1=144, t2=1), troops(t1=1, t2=1), troops(t1=2, t2=1), troops(t1=3, t2=1)]),
    ],
)
def test_an_army_is_divided_by_one_order(numbers: tuple[int, ...], wanted: list[list[int]]) -> None:
    """HE-15.4: rows for squads B, C and D; who is in none of them stays in A."""
    t = facing(troops(t1=150, t2=4), troops(t1=3))
    t.play(0, "h1 e")
    sheet = offered(t, "squads")
    assert [row.most for row in sheet.rows] == [150] * 3 + [4] * 3
    assert sheet.stock == (("goblins", 150), ("orcs", 4))
    carry_out(t, sheet.id, *numbers)
    assert squads(t, 0) == wanted
    assert order(t.view(0), t.box, 0, sheet.id, numbers) is None


def test_no_more_are_divided_than_there_are() -> None:
    t = facing(troops(t1=5), troops(t1=3))
    t.play(0, "h1 e")
    assert order(t.view(0), t.box, 0, "squads", (3, 3, 0)) is None
    assert order(t.view(0), t.box, 0, "squads", (3,)) is None


def test_a_battle_is_resolved_by_one_order() -> None:
    t = facing(troops(t1=6, t2=2), troops(t1=3))
    t.play(0, "h1 e")
    assert offered(t, "quick").goes_on
    for _ in range(MOST):
        if not t.s.in_battle:
            break
        for seat in t.due - {NATURE}:
            action = order(t.view(seat), t.box, seat, "quick", ())
            assert action is not None and action in t.codes(seat).values()
            t.apply(seat, action)
        while NATURE in t.due and t.s.in_battle:
            t.roll(sorted(t.odds())[0])
    assert not t.s.in_battle
    assert all(one.id != "quick" for one in sheets(t.view(0), t.box, 0))


def test_nothing_is_ordered_out_of_turn() -> None:
    t = exploring(settled(), "5")
    assert sheets(t.view(1), t.box, 1) == ()
    assert order(t.view(1), t.box, 1, "recruit-1", (3,)) is None
    assert order(t.view(0), t.box, 0, "no-such-sheet", (3,)) is None


def test_a_city_itself_opens_what_can_be_ordered_in_it() -> None:
    t = settled()
    spawners(t, 0, "t1")
    stock(t, 0, coins=5)
    assert {"city-0", "hall-0"} <= set(offered(t, "recruit").opens)
    hero(t, 0, 1, "a1", troops(t1=3))
    assert {"city-0", "hall-0", "own-0"} <= set(offered(t, "troops").opens)


def test_a_city_that_can_recruit_nobody_says_why() -> None:
    t = settled()
    touched = {city: meant_by(t.view(0), t.box, 0, (f"city-{city}",)) for city in (0, 1)}
    assert touched[0] == Refused(703, "there is no spawner in Ravenhold yet; build one, and it recruits")
    assert touched[1] == Refused(701, "Ravendale is not your city")
    spawners(t, 0, "t1")
    stock(t, 0, coins=0)
    poor = Refused(702, "nothing is left to pay for recruits in Ravenhold")
    assert meant_by(t.view(0), t.box, 0, ("hall-0",)) == poor
    stock(t, 0, coins=50)
    t.s.cities[0].garrison[:] = [0, 2, 2, 2, 2, 0, 2, 0, 0, 0]
    full = meant_by(t.view(0), t.box, 0, ("hall-0",))
    assert isinstance(full, Refused) and full.rule == 704 and "5 slots and holds 2 orcs" in full.fact


def test_a_rival_out_of_reach_is_answered_with_the_way() -> None:
    """HE-9.3"""
    t = exploring(settled(), "2")
    hero(t, 1, 1, "c5")
    for thing, away in (("city-1", "f6 is 10 steps from a1"), ("hero-1-0", "c5 is 6 steps from a1")):
        for touched in (("hero-0-0", thing), (thing, "hero-0-0"), (thing,)):
            refused = GAME.words.meant(t.view(0), t.box, 0, str(meant_by(t.view(0), t.box, 0, touched)))
            assert isinstance(refused, Refused) and refused.rule == 903 and away in refused.fact


def test_a_battle_is_resolved_by_what_wins_most_often() -> None:
    """Of the ready-made splits, the ways to roll and the attacks none has a better chance."""
    t = facing(troops(t1=6, t2=3), troops(t1=4))
    t.play(0, "h1 e")
    asked = set()
    while t.s.in_battle and 0 in t.due:
        action = order(t.view(0), t.box, 0, "quick", ())
        assert action is not None
        plain_ones = [
            other for other in t.codes(0).values() if not belongs(Divide, other) and not belongs(Retreat, other)
        ]
        tried = {other: chance(t.view(0), t.box, other) for other in plain_ones}
        assert tried[action] == max(tried.values())
        asked.add(len({round(one, 6) for one in tried.values()}) > 1)
        t.apply(0, action)
    assert True in asked, "one choice was better than another"
    card = hook(GAME.view.explain)(t.view(0), t.box, 0, "quick")
    assert "what wins most often" in card.text
