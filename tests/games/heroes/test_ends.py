"""Chapters 18 to 20 of Heroes: who is out, who wins, campaigns, maps and options."""

from typing import Any

import numpy as np
import pytest

from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.errors import BadData, BadOption
from wartable.games.heroes import GAME
from wartable.games.heroes.state import NOBODY, Kind, Token
from wartable.testing import Table

from .tables import CORNERS, at, exploring, hero, lies, opened, settled, stock, tile, troops


def kind(t: Table) -> Kind:
    return Kind(t.s.head.frames[t.s.head.depth - 1].kind)


def shares(t: Table) -> list[float]:
    room = np.zeros(6)
    generic.scores(t.s, t.box, room)
    return [round(float(share), 3) for share in room[: t.box.seats]]


def value(t: Table, seat: int) -> int:
    return int(generic.points(t.s, t.box, seat))


def conquest(seats: int) -> Table:
    """Seat 0's hero is about to take the last city of seat 1, whose only hero stands in it."""
    t = exploring(settled(seats=seats), "5")
    hero(t, 0, 1, "f5", troops(t1=1))
    t.s.tiles[tile(t, "c3")].token, t.s.tiles[tile(t, "c3")].owner, t.s.tiles[tile(t, "c3")].mark = Token.MINE, 1, 2
    t.s.players[1].mines[2] = 1
    return t


def test_without_city_and_hero_a_player_is_out():
    """HE-18.1"""
    t = conquest(3)
    t.play(0, "h1 s")
    assert t.s.players[1].out == 1
    assert t.s.left == 2
    mine = t.s.tiles[tile(t, "c3")]
    assert (mine.owner, mine.mark, mine.token) == (NOBODY, 2, Token.MINE)
    assert t.s.players[1].mines.tolist() == [0, 0, 0, 0]
    assert t.ending is None


def test_a_hero_or_a_city_keeps_a_player_in():
    """HE-18.1"""
    t = conquest(2)
    hero(t, 1, 1, "c5")
    t.play(0, "h1 s")
    assert t.s.players[1].out == 0
    t = exploring(settled(), "5")
    hero(t, 0, 1, "c3", troops(t1=1))
    hero(t, 1, 1, "d3")
    t.play(0, "h1 e")
    assert (at(t, 1), t.s.players[1].out) == ("gone", 0)


def test_the_last_player_wins():
    """HE-18.2"""
    t = conquest(2)
    t.play(0, "h1 s")
    assert t.ending == "last_realm"
    assert shares(t) == [1, 0]
    assert t.due == set()
    assert t.told()[-1].rule == 1802


def test_a_match_of_two_can_end_on_the_first_day():
    """HE-14.3, HE-18.2: nothing protects a city without troops, and a hero without troops can take it"""
    t = exploring(settled(), "10")
    t.play(0, *["h1 e"] * 5, *["h1 s"] * 5)
    assert (t.s.day, t.ending, shares(t)) == (1, "last_realm", [1, 0])
    guarded = settled()
    guarded.play(1, "build f6 t1", "recruit f6 t1 x1")
    exploring(guarded, "10")
    guarded.play(0, *["h1 e"] * 5, *["h1 s"] * 4)
    assert guarded.refused(0, "h1 s") == "HE-10.4"


def test_the_last_player_wins_after_a_lost_attack():
    """HE-18.2"""
    t = exploring(settled(), "5")
    t.s.cities[0].owner = 1
    hero(t, 0, 1, "f5", troops(t1=1))
    t.s.cities[1].garrison[0] = 1
    t.play(0, "h1 s", "A>A")
    t.roll("1", "6")
    assert t.ending == "last_realm"
    assert shares(t) == [0, 1]


def last_day(mode: str = "normal", seats: int = 2) -> Table:
    """The last turn of the last day."""
    t = settled(seats=seats, mode=mode)
    t.s.day = 20 if mode == "normal" else 200
    exploring(t, "1")
    for _ in range(seats - 1):
        (seat,) = t.due
        t.play(seat, "end")
        t.roll("1")
    return t


def test_after_twenty_days_realm_value_decides():
    """HE-18.3"""
    t = last_day()
    t.s.players[1].mines[0] = 1
    t.play(1, "end")
    assert t.ending == "days"
    assert shares(t) == [0, 1]
    assert t.s.day == 20
    t = last_day()
    t.s.day = 19
    t.play(1, "end")
    assert t.ending is None
    assert t.s.day == 20


def test_the_realm_value():
    """HE-18.4"""
    t = settled()
    stock(t, 0)
    assert value(t, 0) == 10
    t.s.players[0].mines[:] = (1, 0, 2, 0)
    assert value(t, 0) == 10 + 9
    t.s.cities[0].garrison[:] = troops(t1=3, t5=1, t1r2=1)
    assert value(t, 0) == 19 + 3 + 5 + 2
    hero(t, 0, 1, army=troops(t3=2, t4r2=1)).items[:] = (1, 0, 5)
    assert value(t, 0) == 29 + 6 + 5 + 6
    stock(t, 0, 4, 3, 2, 5)
    assert value(t, 0) == 46 + 2
    stock(t, 0, 5, 5, 2, 3)
    assert value(t, 0) == 46 + 3


def test_equal_values_share_the_win():
    """HE-18.5"""
    t = last_day(seats=3)
    stock(t, 0, 10)
    stock(t, 1, 0, 11)
    stock(t, 2, 4)
    (seat,) = t.due
    t.play(seat, "end")
    assert shares(t) == [0.5, 0.5, 0]
    assert t.told()[-1].rule == 1805


def test_those_who_are_out_have_no_part_in_the_win():
    """HE-18.5"""
    t = last_day(seats=3)
    t.s.cities[2].owner, t.s.players[2].heroes[0].here = 0, 0
    t.s.players[2].out, t.s.left = 1, 2
    stock(t, 2, 999)
    (seat,) = t.due
    t.play(seat, "end")
    assert shares(t) == [1, 0, 0]
    assert value(t, 2) == 0


def test_a_campaign_is_stopped_after_two_hundred_days():
    """HE-18.6"""
    assert GAME.new_box({"mode": "campaign"}).days == 200
    t = last_day("campaign")
    stock(t, 0, 50)
    t.play(1, "end")
    assert t.ending == "stopped"
    assert shares(t) == [1, 0]
    assert t.told()[-1].rule == 1806


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_campaign_is_played_on_a_large_map(seats):
    """HE-19.1"""
    box = GAME.new_box({"mode": "campaign"}, seats)
    assert (box.width, box.height) == (20, 20)
    assert box.tokens.tolist() == [0, 5 * seats, 5 * seats, 5 * seats, 4 * seats, seats]


def dawn(picture: str, **options: Any) -> Table:
    """The last turn of a campaign's first day."""
    t = exploring(settled(picture, **options), "1")
    t.play(0, "end")
    t.roll("1")
    return t


LITTERED = CORNERS.replace(". . . . . .", "I R M m N .", 1)


def test_tokens_that_are_short_come_back_at_dawn():
    """HE-19.2"""
    t = dawn(LITTERED, mode="campaign")
    for place, token in (("a2", Token.ITEM), ("c2", Token.MONSTER)):
        t.s.tiles[tile(t, place)].token = Token.NONE
        t.s.tokens[token] -= 1
    hero(t, 0, 2, "c3")
    t.s.loot[0].tile, t.s.loot[0].kind, t.s.loot[0].level = tile(t, "d3"), 0, 1
    t.s.loots, t.s.tiles[tile(t, "d3")].heaps = 1, 1
    hero(t, 1, 1, "f6")
    t.play(1, "end")
    assert kind(t) == Kind.LAY_TOKEN
    assert len(t.odds()) == 36 - 2 - 3 - 2
    assert t.refused(NATURE, "lay b2") == "HE-1.4"
    assert t.refused(NATURE, "lay c3") == "HE-19.2"
    assert t.refused(NATURE, "lay d3") == "HE-19.2"
    t.roll("lay e4")
    assert t.s.tiles[tile(t, "e4")].token == Token.ITEM
    t.roll("lay e5")
    assert t.s.tiles[tile(t, "e5")].token == Token.MONSTER
    assert (kind(t), t.s.day) == (Kind.ACQUIRE, 2)


def test_one_of_a_kind_comes_back_each_dawn():
    """HE-19.2"""
    t = dawn(CORNERS.replace(". . . . . .", "I I I . . .", 1), mode="campaign")
    for place in ("a2", "b2"):
        t.s.tiles[tile(t, place)].token = Token.NONE
    t.s.tokens[Token.ITEM] = 1
    t.play(1, "end")
    t.roll("lay e4")
    assert (kind(t), t.s.tokens[Token.ITEM]) == (Kind.ACQUIRE, 2)


def test_in_the_normal_mode_nothing_comes_back():
    """HE-19.2"""
    t = dawn(LITTERED)
    t.s.tiles[tile(t, "a2")].token = Token.NONE
    t.s.tokens[Token.ITEM] -= 1
    t.play(1, "end")
    assert kind(t) == Kind.ACQUIRE


def test_what_appears_is_rolled_for_like_any_other():
    """HE-19.2"""
    t = dawn(LITTERED, mode="campaign")
    t.s.tiles[tile(t, "a2")].token = Token.NONE
    t.s.tokens[Token.ITEM] -= 1
    t.play(1, "end")
    t.roll("lay b1")
    exploring(t, "3")
    t.play(0, "h1 e")
    t.roll("30%", "10%")
    assert lies(t, "b1") == [(1, 1)]


def test_the_example_map_is_for_two():
    """HE-20.1"""
    GAME.new_box({"map": "example"}, 2)
    for seats in (3, 4):
        with pytest.raises(BadOption, match="this map is for 2 players"):
            GAME.new_box({"map": "example"}, seats)


BAD_MAPS = {
    "drawn.txt, line 3: 3 tiles in this row where the first has 4": ". . . .\n. . . .\n. . .\n. . . .",
    "drawn.txt, line 2: tile 3 is 'X', not one of": ". . . .\n. . X .\n. . . .\n. . . .",
    "drawn.txt, line 1: the map is 3 by 4 tiles": ". . .\n. . .\n. . .\n. . .",
    "drawn.txt, line 4: 1 tiles are marked C": ". . . .\n. C . .\n. . . .\n. . . .",
    "drawn.txt, line 4: there are only 1 open tiles": "I I I I\nI I I I\nM M M M\nR R R .",
    "drawn.txt, line 4: 7 neutral cities": "N N N N\nN N N .\n. . . .\n. . . .",
    "drawn.txt: the header line 'size' is not known": "size: 4\n\n. . . .\n. . . .\n. . . .\n. . . .",
    "drawn.txt: players is 'five'": "players: five\n\n. . . .\n. . . .\n. . . .\n. . . .",
    "drawn.txt: there is no picture in it": "name: nothing",
    "51 tokens of the kind item": "\n".join(["I " * 17] * 3 + [". " * 17]),
}


@pytest.mark.parametrize("reason", BAD_MAPS)
def test_a_bad_map_is_refused_with_line_and_reason(reason):
    """HE-20.2"""
    with pytest.raises(BadData) as caught:
        GAME.new_box({"map": "drawn"}, 2, {"maps/drawn.txt": BAD_MAPS[reason]})
    assert reason in str(caught.value)


def test_a_map_of_the_users_is_played(tmp_path):
    """HE-20.2"""
    path = tmp_path / "valley.txt"
    path.write_text("name: Valley\nplayers: 2 3\n\n. I R M .\nm N . . .\n. . . . .\n. . . . .\n")
    t = Table(GAME, {"map": str(path)}, 3)
    assert (t.box.width, t.box.height) == (5, 4)
    assert [int(cell.token) for cell in t.s.tiles[:7]] == [0, 1, 2, 3, 0, 4, 5]
    assert t.s.cities[3].tile == 6


BAD_CELLS = {
    "creatures.tier_1_rank_1.coins": ("0", "a creature must cost something"),
    "creatures.tier_1_rank_2.coins": ("0", "must not be cheaper"),
    "encounters.bribe.from": ("70", "stands in another row"),
    "encounters.bribe.to": ("80", "stands in no row"),
    "item_kinds.amulet.from": ("75", "no range of the percentile die"),
    "item_kinds.amulet.to": ("90", "stands in no row"),
    "items.common_amulet.quality": ("rare", "has no row"),
    "items.common_amulet.kind": ("ring", "not one of main_hand"),
    "tokens.mine.returns": ("1", "never leave the map"),
    "tokens.city.for_each_player": ("4", "room for 6 neutral cities"),
    "splits.one.squads": ("2", "the first split must be one squad"),
    "splits.two.effect": ("odd", "not one of even"),
    "numbers.monster_tier_least.value": ("4", "is above"),
    "resources.wood.start": ("many", "not a whole number"),
}


@pytest.mark.parametrize("cell", BAD_CELLS)
def test_data_that_make_no_sense_are_refused(cell):
    text, reason = BAD_CELLS[cell]
    with pytest.raises(BadData, match=reason):
        GAME.new_box(cells={cell: text})


def test_numbers_come_from_the_data():
    t = opened(cells={"resources.coins.start": "31", "numbers.hero_coins.value": "3"})
    assert t.s.players[0].stock[0] == 31
    assert t.box.numbers.hero_coins == 3
