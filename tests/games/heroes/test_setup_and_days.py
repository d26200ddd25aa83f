"""Chapters 1 to 5 of Heroes: the table, setup, days, resources, remittance."""

import numpy as np
import pytest

from wartable.compiler.mode import plain
from wartable.core.frames import NATURE
from wartable.games.heroes import GAME, metrics
from wartable.games.heroes.state import Kind, Token
from wartable.testing import Table

from .tables import at, exploring, has, hero, lies, opened, settled, stock, tile, troops

PLAIN = "\n".join([". . . . . ."] * 5)


def kind(t: Table) -> Kind:
    return Kind(t.s.head.frames[t.s.head.depth - 1].kind)


def test_two_to_four_players_with_four_resources():
    """HE-1.1"""
    assert GAME.seats == (2, 3, 4)
    for seats in GAME.seats:
        t = settled(seats=seats)
        assert [player.out for player in t.s.players] == [0] * seats + [1] * (4 - seats)
        assert all(len(has(t, seat)) == 4 for seat in range(seats))


def test_a_step_leads_over_an_edge():
    """HE-1.2"""
    t = exploring(settled(), "5")
    hero(t, 0, 1, "c3")
    assert {move for move in t.legal(0) if move.startswith("h1")} == {"h1 n", "h1 e", "h1 s", "h1 w"}
    assert t.refused(0, "h1 ne") == "HE-1.2"


def test_with_eight_steps_also_over_a_corner():
    """HE-1.2"""
    t = exploring(settled(steps=8), "5")
    hero(t, 0, 1, "c3")
    t.play(0, "h1 ne")
    assert at(t, 0) == "d2"
    t.play(0, "h1 sw")
    assert at(t, 0) == "c3"


@pytest.mark.parametrize(("seats", "edge"), [(2, 10), (3, 12), (4, 14)])
def test_a_random_map_grows_with_the_players(seats, edge):
    """HE-1.3"""
    box = GAME.new_box({}, seats)
    assert (box.width, box.height) == (edge, edge)


@pytest.mark.parametrize(("rolls", "places"), [(("6", "2", "3"), [0, 2, 1]), (("2", "6", "3"), [1, 0, 2])])
def test_the_lab_records_the_place_in_the_order_of_play(rolls, places):
    """HE-2.5"""
    with Table(GAME, {"map": "drawn"}, 3, list(rolls), {"maps/drawn.txt": PLAIN}) as t:
        written = np.zeros(1, np.int16)
        found = []
        for seat in range(3):
            plain(metrics.traits)(t.s, t.box, seat, written)
            found.append(int(written[0]))
        assert found == places
        assert list(GAME.metrics.trait_names["order"])[:2] == ["first player", "second player"]


def test_a_tile_holds_one_token():
    """HE-1.4"""
    t = Table(GAME)
    assert kind(t) == Kind.LAY_TOKEN
    t.roll("lay a1")
    assert t.s.tiles[0].token == Token.ITEM
    assert "lay a1" not in t.odds()
    assert t.refused(NATURE, "lay a1") == "HE-1.4"


def test_creatures_have_five_tiers_and_two_ranks():
    """HE-1.5"""
    t = settled()
    stock(t, 0, 99, 999, 99, 99)
    for order in ("build a1 t1", "build a1 t2", "build a1 t1+", "build a1 t2+"):
        t.play(0, order)
    t.play(0, "recruit a1 t1 x1", "recruit a1 t1 x5", "recruit a1 t2 x1", "recruit a1 t2+ x1")
    assert [int(count) for count in t.s.cities[0].garrison] == troops(t1=6, t2=1, t2r2=1)


def test_the_faces_of_the_dice():
    """HE-1.6"""
    t = Table(GAME, {"map": "example"})
    assert set(t.odds()) == {"1", "2", "3", "4", "5", "6"}
    assert set(t.odds().values()) == {1}
    assert t.refused(NATURE, "7") == "HE-1.6"
    assert t.refused(NATURE, "10%") == "HE-1.6"
    t.roll("6", "1")
    t.play(0, "city d1")
    t.play(1, "city e6")
    t.play(0, "done")
    t.play(1, "done")
    assert set(t.odds()) == {str(face) for face in range(1, 11)}
    t.roll("9")
    hero(t, 0, 1, "d1", troops(t1=1))
    t.play(0, "h1 e")
    assert set(t.odds()) == {f"{face}%" for face in range(10, 101, 10)}


def test_nothing_is_hidden():
    """HE-1.7"""
    t = settled()
    assert not GAME.has_secrets
    for seat in (-1, 0, 1):
        assert t.view(seat).tobytes() == t.s.tobytes()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_map_gets_its_tokens_one_by_one(seats):
    """HE-2.1"""
    t = Table(GAME, {}, seats)
    for count in range(20 * seats):
        assert kind(t) == Kind.LAY_TOKEN
        odds = t.odds()
        assert len(odds) == t.box.width * t.box.height - count
        assert set(odds.values()) == {1}
        t.roll(sorted(odds)[count % 7])
    assert kind(t) == Kind.ROLL_OFF
    laid = [int(cell.token) for cell in t.s.tiles]
    wanted = {Token.ITEM: 5, Token.RESOURCE: 5, Token.MONSTER: 5, Token.MINE: 4, Token.CITY: 1}
    assert {token: laid.count(token) for token in wanted} == {token: each * seats for token, each in wanted.items()}


def test_a_drawn_map_has_its_tokens_where_they_are_drawn():
    """HE-2.2, HE-20.1"""
    t = Table(GAME, {"map": "example"})
    assert kind(t) == Kind.ROLL_OFF
    assert t.s.tiles[tile(t, "a1")].token == Token.RESOURCE
    assert t.s.tiles[tile(t, "e1")].token == Token.MONSTER
    assert t.s.tiles[tile(t, "i1")].token == Token.MINE
    assert t.s.tiles[tile(t, "j1")].token == Token.ITEM
    assert t.s.tiles[tile(t, "a10")].token == Token.MINE
    assert t.s.tiles[tile(t, "d1")].token == Token.NONE
    assert [int(count) for count in t.s.tokens] == [0, 10, 10, 10, 8, 0]


def test_the_highest_roll_is_first():
    """HE-2.3, and the example of comparing rolls"""
    with Table(GAME, {"map": "drawn"}, 3, ["6", "2", "3"], {"maps/drawn.txt": PLAIN}) as t:
        assert t.s.first == 0
        assert t.due == {0}


def test_those_who_tie_at_the_top_roll_again():
    """HE-2.4"""
    with Table(GAME, {"map": "drawn"}, 4, ["5", "2", "5", "1"], {"maps/drawn.txt": PLAIN}) as t:
        assert t.s.head.frames[t.s.head.depth - 1].a == 0
        t.roll("3")
        assert t.s.head.frames[t.s.head.depth - 1].a == 2
        t.roll("3", "1", "6")
        assert t.s.first == 2


def test_the_order_of_play_is_counter_clockwise():
    """HE-2.5"""
    t = Table(GAME, {"map": "drawn"}, 4, ["1", "6", "1", "1"], {"maps/drawn.txt": PLAIN})
    order = []
    for name in ("a1", "b1", "c1", "d1"):
        (seat,) = t.due
        order.append(seat)
        t.play(seat, f"city {name}")
    assert order == [1, 0, 3, 2]


def test_a_city_is_founded_on_an_open_tile():
    """HE-2.6"""
    t = Table(GAME, {"map": "drawn"}, 2, ["6", "1"], {"maps/drawn.txt": PLAIN.replace(".", "I", 1)})
    assert t.refused(0, "city a1") == "HE-2.6"
    assert len(t.legal(0)) == 29
    t.play(0, "city b1")
    assert t.s.tiles[1].token == Token.CITY
    assert t.s.cities[0].owner == 0
    assert t.refused(1, "city b1") == "HE-2.6"


def test_marked_sites_are_the_only_ones():
    """HE-2.7"""
    t = opened()
    assert t.legal(0) == {"city a1", "city f1", "city a6", "city f6"}
    assert t.refused(0, "city b2") == "HE-2.7"
    t.play(0, "city a1")
    assert t.legal(1) == {"city f1", "city a6", "city f6"}


def test_a_hero_stands_in_the_new_city():
    """HE-2.8"""
    t = settled()
    for seat, home in enumerate(("a1", "f6")):
        heroes = t.s.players[seat].heroes
        assert [it.here for it in heroes] == [1, 0, 0, 0, 0]
        assert at(t, seat) == home
        assert not heroes[0].troops.any()
        assert not heroes[0].items.any()


def test_the_first_stock():
    """HE-2.9"""
    t = opened()
    assert has(t, 0) == has(t, 1) == (5, 10, 0, 0)


def test_a_day_is_acquisition_and_then_exploration():
    """HE-3.1"""
    t = settled()
    assert (t.s.day, kind(t)) == (1, Kind.ACQUIRE)
    exploring(t, "1")
    assert kind(t) == Kind.EXPLORE
    t.play(0, "end")
    t.roll("1")
    assert (t.due, kind(t)) == ({1}, Kind.EXPLORE)
    t.play(1, "end")
    assert (t.s.day, kind(t)) == (2, Kind.ACQUIRE)


def test_all_players_acquire_at_once():
    """HE-3.2"""
    t = settled(seats=3)
    assert t.due == {0, 1, 2}
    before = t.legal(2)
    t.play(1, "build f6 t1", "recruit f6 t1 max")
    assert t.legal(2) == before
    t.play(0, "build a1 t1")
    t.play(1, "give city h1 t1 all")
    assert t.due == {0, 1, 2}


def test_a_player_who_is_done_waits_for_the_others():
    """HE-3.3"""
    t = settled(seats=3)
    t.play(1, "done")
    assert t.due == {0, 2}
    assert t.refusal(1, t.find(1, "build f6 t1")) == "HE-3.5"
    t.play(0, "done")
    t.play(2, "done")
    assert kind(t) == Kind.ROLL_MOVEMENT


def test_turns_go_round_and_pass_over_those_who_are_out():
    """HE-3.4"""
    t = settled(seats=4)
    order = []
    for seat in range(4):
        t.play(seat, "done")
    t.s.players[3].out, t.s.players[3].heroes[0].here, t.s.cities[3].owner, t.s.left = 1, 0, 0, 3
    for _ in range(3):
        t.roll("1")
        (seat,) = t.due
        order.append(seat)
        t.play(seat, "end")
    assert order == [0, 2, 1]
    assert t.s.day == 2


def test_everything_has_its_time():
    """HE-3.5"""
    t = settled()
    assert t.refused(0, "h1 e") == "HE-3.5"
    assert t.refused(0, "retreat") == "HE-3.5"
    assert t.refused(0, "join 3") == "HE-3.5"
    assert t.refused(0, "pay h1") == "HE-3.5"
    exploring(t, "5")
    assert t.refused(0, "build a1 t1") == "HE-3.5"
    assert t.refused(0, "done") == "HE-3.5"
    assert t.refusal(1, t.find(1, "end")) == "HE-3.5"


def next_day(t: Table) -> None:
    """Everybody ends the turn at once."""
    day = t.s.day
    for _ in range(200):
        if t.s.day > day:
            return
        if NATURE in t.due:
            t.roll("1")
        else:
            seat = min(t.due)
            t.play(seat, "done" if "done" in t.legal(seat) else "end")


def test_cities_pay():
    """HE-4.1, and the example of three cities"""
    t = with_cities(3)
    stock(t, 0)
    next_day(t)
    assert has(t, 0) == (6, 3, 3, 3)
    assert "{0} receives 6 coins, 3 wood, 3 food and 3 stone from cities." in [sentence.text for sentence in t.told()]


def with_cities(count: int) -> Table:
    """Seat 0 owns the city a1 and the neutral ones, `count` in all."""
    picture = "\n".join(["C . N N . .", *[". . . . . ."] * 4, ". . . . . C"])
    t = opened(picture)
    t.play(0, "city a1")
    t.play(1, "city f6")
    for city in range(2, count + 1):
        t.s.cities[city].owner = 0
    return t


def test_mines_pay():
    """HE-4.2, and the example of three mines"""
    t = settled()
    t.s.players[0].mines[:] = (2, 0, 1, 0)
    stock(t, 0)
    next_day(t)
    assert has(t, 0) == (2 + 2, 1, 1 + 1, 1)


def test_heroes_outside_cost_food():
    """HE-5.1, HE-5.2, and the example of five heroes"""
    t = settled(hero_limit=5)
    for number in range(1, 6):
        hero(t, 0, number, f"{'abcde'[number - 1]}3")
    stock(t, 0, food=10)
    next_day(t)
    assert has(t, 0) == (2, 1, 10 + 1 - 5, 1)


def test_a_garrisoned_hero_costs_nothing():
    """HE-5.1"""
    t = settled()
    hero(t, 0, 2, "c3")
    stock(t, 0, food=4)
    next_day(t)
    assert t.s.players[0].stock[2] == 4 + 1 - 1


def test_with_enough_food_there_is_no_choice():
    """HE-5.2"""
    t = settled()
    hero(t, 0, 1, "c3")
    hero(t, 0, 2, "d3")
    stock(t, 0, food=1)
    next_day(t)
    assert t.s.players[0].stock[2] == 0
    assert "done" in t.legal(0)


def hungry() -> Table:
    """Seat 0 has three heroes outside and food for two."""
    t = settled()
    for number, where in enumerate(("c3", "d3", "a1", "e3"), 1):
        hero(t, 0, number, where)
    t.s.players[0].heroes[1].items[0] = 2
    t.s.players[0].heroes[1].troops[0] = 7
    stock(t, 0, food=1)
    next_day(t)
    return t


def test_with_too_little_food_the_player_chooses_whom_to_pay():
    """HE-5.3"""
    t = hungry()
    assert t.legal(0) == {"pay h1", "pay h2", "pay h4"}
    assert t.refused(0, "pay h3") == "HE-5.3"
    assert t.refused(0, "pay h5") == "HE-5.3"
    t.play(0, "pay h1")
    assert t.refused(0, "pay h1") == "HE-5.3"


def test_an_unpaid_hero_leaves_and_its_items_stay():
    """HE-5.4"""
    t = hungry()
    t.play(0, "pay h1", "pay h4")
    assert [at(t, 0, number) for number in (1, 2, 3, 4)] == ["c3", "gone", "a1", "e3"]
    assert not t.s.players[0].heroes[1].troops.any()
    assert lies(t, "d3") == [(0, 2)]
    assert t.s.players[0].stock[2] == 0
    assert any("not paid for" in sentence.text for sentence in t.told())


def test_without_any_food_all_leave_without_a_choice():
    """HE-5.4"""
    t = settled(seats=3)
    t.s.cities[0].owner = 1
    hero(t, 0, 1, "c3")
    hero(t, 0, 2, "d3")
    stock(t, 0)
    next_day(t)
    assert at(t, 0, 1) == at(t, 0, 2) == "gone"
    assert t.s.players[0].out == 1
    assert t.due == {1, 2}


def test_heroes_are_settled_before_anything_else():
    """HE-5.5"""
    t = hungry()
    for order in ("done", "build a1 t1", "recruit a1 t1 max", "hire a1", "give city h3 t1 all"):
        assert t.refused(0, order) == "HE-5.5"
