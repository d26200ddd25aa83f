"""Chapters 15 to 17 of Heroes: squads, skirmishes, the end of a battle."""

from itertools import product
from typing import Any

import pytest

from wartable.compiler.mode import plain
from wartable.core import record
from wartable.core.frames import NATURE, top
from wartable.core.frames import kind as frame_kind
from wartable.core.game import Refused
from wartable.games.heroes import GAME
from wartable.games.heroes.decisions import fill
from wartable.games.heroes.state import FillSquadFrame, Kind, Token
from wartable.testing import Table

from .tables import at, clash, exploring, facing, form, hero, lies, settled, squads, tile, troops


def kind(t: Table) -> Kind:
    return Kind(t.s.head.frames[t.s.head.depth - 1].kind)


FIVE_KINDS = [troops(t4=1), troops(t3=1), troops(t2=1), troops(t1=1, t1r2=1)]


def splitting(army: list[int]) -> Table:
    """Seat 0 is about to split its army."""
    t = facing(army, troops(t1=1))
    t.play(0, "h1 e")
    return t


def test_up_to_four_squads_of_at_least_one():
    """HE-15.1"""
    t = splitting(troops(t1=3, t2=1))
    t.play(0, "form even4")
    assert len(squads(t, 0)) == 4
    t = splitting(troops(t1=3))
    t.play(0, "divide", "put 3")
    assert squads(t, 0) == [troops(t1=3)]


def test_a_single_creature_is_not_split():
    """HE-15.1"""
    t = facing(troops(t1=1), troops(t1=1))
    t.play(0, "h1 e")
    assert kind(t) == Kind.CHOOSE_ATTACK
    assert squads(t, 0) == [troops(t1=1)]


def test_with_two_squads_allowed_there_is_no_third():
    """HE-15.1"""
    cells = {"numbers.squads.value": "2"} | {f"splits.{id}.squads": "2" for id in ("three", "four", "kinds", "screen")}
    t = exploring(settled(cells=cells), "5")
    hero(t, 0, 1, "c3", troops(t1=4))
    hero(t, 1, 1, "d3", troops(t1=1))
    t.play(0, "h1 e", "divide", "put 1")
    assert squads(t, 0) == [troops(t1=3), troops(t1=1)]
    assert kind(t) == Kind.CHOOSE_ROLLS
    one = {"numbers.squads.value": "1"} | {
        f"splits.{id}.squads": "1" for id in ("two", "three", "four", "kinds", "scout", "screen")
    }
    t = exploring(settled(cells=one), "5")
    hero(t, 0, 1, "c3", troops(t1=4))
    hero(t, 1, 1, "d3", troops(t1=1))
    t.play(0, "h1 e")
    assert t.refused(0, "divide") == "HE-15.1"


def test_the_attacker_splits_first_in_the_open():
    """HE-15.2"""
    t = facing(troops(t1=4), troops(t1=5))
    t.play(0, "h1 e")
    assert t.due == {0}
    form(t, 0, "even2")
    assert t.due == {1}
    assert [sum(squad) for squad in squads(t, 0)] == [2, 2]
    form(t, 1)
    assert kind(t) == Kind.CHOOSE_ATTACK


@pytest.mark.parametrize(
    ("army", "split", "wanted"),
    [
        (troops(t1=5, t2=2), "even1", [troops(t1=5, t2=2)]),
        (troops(t1=5, t2=2), "even2", [troops(t1=3, t2=1), troops(t1=2, t2=1)]),
        (troops(t1=5, t2=2), "even3", [troops(t1=2, t2=1), troops(t1=2), troops(t1=1, t2=1)]),
        (troops(t1=1, t2=1, t3=1, t4=1), "even4", [troops(t1=1), troops(t2=1), troops(t3=1), troops(t4=1)]),
        (troops(t1=5, t3=2), "kinds", [troops(t3=2), troops(t1=5)]),
        (troops(t1=1, t1r2=1, t2=1, t3=1, t4=1), "kinds", FIVE_KINDS),
        (troops(t1=5, t3=2), "apart1", [troops(t1=4, t3=2), troops(t1=1)]),
        (troops(t1=2, t3=4), "apart3", [troops(t3=3), troops(t1=1), troops(t1=1), troops(t3=1)]),
    ],
)
def test_ready_made_splits(army, split, wanted):
    """HE-15.3"""
    t = splitting(army)
    t.play(0, f"form {split}")
    assert squads(t, 0) == wanted


def test_splits_that_are_not_possible_are_not_offered():
    """HE-15.3"""
    t = splitting(troops(t1=2))
    assert t.legal(0) == {"form even1", "form even2", "divide"}
    for split in ("even3", "even4", "kinds", "apart1", "apart3"):
        assert t.refused(0, f"form {split}") == "HE-15.3"
    t = splitting(troops(t1=3, t2=2))
    assert len(t.legal(0)) == 8


def test_an_army_is_divided_by_hand():
    """HE-15.4"""
    t = splitting(troops(t1=7, t2=2))
    t.play(0, "divide")
    assert t.legal(0) == {f"put {number}" for number in range(8)}
    assert t.refused(0, "put 8") == "HE-15.4"
    t.play(0, "put 3", "put 1", "put 0", "put 0", "put 2")
    assert squads(t, 0) == [troops(t1=3), troops(t1=3), troops(t1=1, t2=2)]
    assert kind(t) == Kind.CHOOSE_ROLLS


def test_new_squads_are_opened_in_order():
    """HE-15.4: where nobody is in squad B, nobody is asked about C."""
    t = splitting(troops(t1=4, t2=2))
    t.play(0, "divide", "put 0", "put 2")
    assert squads(t, 0) == [troops(t1=4), troops(t2=2)]


def test_an_empty_squad_is_no_squad():
    """HE-15.4"""
    t = splitting(troops(t1=4, t2=2))
    t.play(0, "divide", "put 4", "put 1", "put 1")
    assert squads(t, 0) == [troops(t1=4, t2=1), troops(t2=1)]
    assert sum(t.s.battle.armies[0].squads[0]) == 5


Division = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The first squad, and the others in no order."""


def divisions(army: list[int], most: int = 4) -> set[Division]:
    """All divisions of an army into squads, each as it is if any of its squads is the first."""
    shares = [[part for part in product(range(count + 1), repeat=most) if sum(part) == count] for count in army]
    whole = {tuple(sorted(squad for squad in zip(*parts, strict=True) if any(squad))) for parts in product(*shares)}
    return {(one[at], one[:at] + one[at + 1 :]) for one in whole for at in range(len(one))}


@pytest.mark.parametrize("army", [[5], [3, 2], [2, 1, 2]])
def test_any_division_can_be_made(army: list[int]):
    """HE-15.4: whichever squad is to be the first, which a rampart stands before."""
    begun = splitting([*army, *[0] * (10 - len(army))])
    begun.play(0, "divide")
    waiting, made = [begun.s], set()
    while waiting:
        s = waiting.pop()
        for part in range(int(s.battle.armies[0].squads[0, top(s, FillSquadFrame).creature]) + 1):
            after = record.copy(s)
            plain(fill.apply)(after, begun.box, 0, fill.Fill(part))
            if plain(frame_kind)(after) == Kind.FILL_SQUAD:
                waiting.append(after)
            else:
                first, *others = [tuple(map(int, squad[: len(army)])) for squad in after.battle.armies[0].squads]
                made.add((first, tuple(sorted(filter(any, others)))))
    assert made == divisions(army)


@pytest.mark.parametrize(
    ("count", "apart", "typed"),
    [(250, 99, ["99"]), (345, 345, ["300+", "45"]), (40_000, 12_345, ["9900+", "2400+", "45"])],
)
def test_large_numbers_are_said_in_parts(count: int, apart: int, typed: list[str]):
    """HE-15.9"""
    t = splitting(troops(t1=count))
    t.play(0, "divide")
    asked_back = GAME.words.meant(t.view(0), t.box, 0, "put 120")
    assert isinstance(asked_back, Refused) and asked_back.rule == 1509
    t.play(0, *(f"put {part}" for part in typed))
    assert sum(squads(t, 0)[-1 if apart < count else 0]) == apart


@pytest.mark.parametrize(("count", "wanted"), [(7, [4, 3]), (20, [10, 10]), (1, [1]), (2, [1, 1])])
def test_monsters_form_two_even_squads(count, wanted):
    """HE-15.5"""
    t = exploring(settled(), "5")
    hero(t, 0, 1, "c3", troops(t1=1))
    place = t.s.tiles[tile(t, "d3")]
    place.token, place.guards, place.tier = Token.MONSTER, count, 2
    t.play(0, "h1 e")
    assert squads(t, 1) == [troops(t2=each) for each in wanted]


def test_a_hero_with_items_names_the_squad_it_leads():
    """HE-15.6"""
    t = splitting(troops(t1=4))
    t.s.players[0].heroes[0].items[0] = 1
    t.play(0, "form even2")
    assert t.legal(0) == {"lead A", "lead B"}
    assert t.refused(0, "lead C") == "HE-15.6"
    t.play(0, "lead B")
    assert t.s.battle.armies[0].lead[0] == 1


def test_with_one_squad_or_no_items_nobody_asks_who_leads():
    """HE-15.6"""
    t = splitting(troops(t1=4))
    t.s.players[0].heroes[0].items[0] = 1
    t.play(0, "form even1")
    assert kind(t) == Kind.CHOOSE_ROLLS
    assert t.s.battle.armies[0].lead[0] == 0
    t = splitting(troops(t1=4))
    t.play(0, "form even2")
    assert kind(t) == Kind.CHOOSE_ROLLS


def test_rolls_are_chosen_once_for_the_battle():
    """HE-15.7"""
    t = clash(troops(t1=4), troops(t1=4), "individual", "representative", forms=("even2", "even2"))
    assert [army.rolls for army in t.s.battle.armies] == [1, 0]
    t.play(0, "A>A")
    t.roll("3", "3", "3", "3")
    assert kind(t) == Kind.CHOOSE_ATTACK


def test_rolls_are_not_asked_where_they_make_no_difference():
    """HE-15.7"""
    t = splitting(troops(t1=2))
    t.play(0, "form even2")
    assert kind(t) == Kind.CHOOSE_ATTACK


def against(count: int, army: list[int]) -> Table:
    """A battle of seat 0 against monsters of tier 1."""
    t = exploring(settled(), "5")
    hero(t, 0, 1, "c3", army)
    place = t.s.tiles[tile(t, "d3")]
    place.token, place.guards, place.tier = Token.MONSTER, count, 1
    t.s.tokens[Token.MONSTER] += 1
    t.play(0, "h1 e")
    return t


def test_monsters_roll_representatively():
    """HE-15.8"""
    t = against(9, troops(t1=1))
    t.play(0, "A>A")
    t.roll("6")
    assert t.s.battle.times == 5
    t.roll("4")
    assert t.s.in_battle == 0
    assert at(t, 0) == "gone"


def test_sides_take_turns_and_each_squad_attacks_once():
    """HE-16.1"""
    t = clash(troops(t1=2), troops(t2=2), forms=("even2", "even2"))
    t.play(0, "A>A")
    t.roll("4", "2", "2")
    assert t.due == {0}
    assert t.refused(0, "A>A") == "HE-16.1"
    t.play(0, "B>A")
    t.roll("4", "2", "2")
    assert t.due == {1}
    t.play(1, "B>A")
    t.roll("2", "2", "4")
    t.play(1, "A>B")
    t.roll("2", "2", "4")
    assert t.due == {0}
    assert {"A>A", "B>A"} <= t.legal(0)


def test_the_player_chooses_squad_and_target():
    """HE-16.2"""
    t = clash(troops(t1=3), troops(t1=2), forms=("even3", "even2"))
    wanted = {f"{squad}>{target}" for squad in "ABC" for target in "AB"}
    assert t.legal(0) == wanted | {"retreat"}
    assert t.refused(0, "D>A") == "HE-16.2"
    assert t.refused(0, "A>C") == "HE-16.2"
    t.play(0, "C>B")
    t.roll("6", "1")
    assert len(squads(t, 1)) == 1
    assert t.refused(0, "A>B") == "HE-16.2"


def test_a_lot_decides_whom_monsters_attack():
    """HE-16.3"""
    t = against(5, troops(t1=3))
    form(t, 0, "even3")
    t.play(0, "A>A")
    t.roll("1", "6")
    t.play(0, "B>B")
    t.roll("4", "2")
    t.play(0, "C>B")
    t.roll("4", "2")
    assert kind(t) == Kind.DRAW_TARGET
    assert t.odds() == {"target B": 1, "target C": 1}
    assert t.refused(NATURE, "target A") == "HE-16.3"
    assert t.s.head.frames[t.s.head.depth - 1].a == 0
    t.roll("target C", "1", "6")
    assert t.s.battle.armies[1].attacked == 1
    assert kind(t) == Kind.DRAW_TARGET
    assert t.s.head.frames[t.s.head.depth - 1].a == 1


@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("rank", [1, 2])
def test_the_dice_of_a_creature(tier, rank):
    """HE-16.4"""
    name = f"t{tier}" + ("r2" if rank == 2 else "")
    t = clash(troops(**{name: 1}), troops(t1=1))
    t.play(0, "A>A")
    assert t.s.battle.dice_left == tier
    assert len(t.odds()) == 6
    t.roll(*["2"] * tier)
    assert t.s.battle.total[0] == 2 * tier + (3 * tier if rank == 2 else 0)


def test_representative_rolls_count_for_all_of_a_kind():
    """HE-16.5"""
    t = clash(troops(t1=10, t2r2=3), troops(t1=9))
    t.play(0, "A>A")
    t.roll("3")
    assert t.s.battle.total[0] == 30
    t.roll("1", "2")
    assert t.s.battle.total[0] == 30 + 3 * (3 + 6)


def test_individual_rolls_are_made_for_every_creature():
    """HE-16.6"""
    t = clash(troops(t1=2, t2r2=2), troops(t1=9), "individual", "representative")
    t.play(0, "A>A")
    t.roll("3", "5")
    assert t.s.battle.total[0] == 8
    t.roll("1", "2", "3", "4")
    assert t.s.battle.total[0] == 8 + 10 + 2 * 6


def test_the_whole_losing_squad_is_killed():
    """HE-16.7"""
    t = clash(troops(t1=4), troops(t1=6), forms=("even1", "even2"))
    t.play(0, "A>B")
    t.roll("4", "5")
    assert squads(t, 1) == [troops(t1=3)]
    assert squads(t, 0) == [troops(t1=4)]
    assert t.due == {1}
    t.play(1, "A>A")
    t.roll("6", "1")
    assert (at(t, 0), at(t, 1)) == ("gone", "d3")


def test_equal_totals_kill_nobody():
    """HE-16.8"""
    t = clash(troops(t1=4), troops(t1=2))
    t.play(0, "A>A")
    t.roll("2", "4")
    assert t.due == {1}
    assert (squads(t, 0), squads(t, 1)) == ([troops(t1=4)], [troops(t1=2)])
    assert any(sentence.rule == 1608 for sentence in t.told())


def test_a_battle_ends_when_one_side_is_gone():
    """HE-17.1, HE-17.4"""
    t = clash(troops(t1=2), troops(t1=1))
    t.play(0, "A>A")
    t.roll("6", "1")
    assert t.s.in_battle == 0
    assert (at(t, 0), at(t, 1)) == ("d3", "gone")
    assert t.s.players[0].heroes[0].troops.tolist() == troops(t1=2)
    assert t.s.players[1].out == 0


def test_a_retreat_loses_hero_army_and_items():
    """HE-17.2, HE-17.5"""
    t = facing(troops(t1=2), troops(t1=3))
    t.s.players[0].heroes[0].items[:] = (1, 0, 4)
    t.play(0, "h1 e")
    form(t, 0)
    form(t, 1)
    t.play(0, "retreat")
    assert (at(t, 0), at(t, 1)) == ("gone", "d3")
    assert lies(t, "d3") == [(0, 1), (2, 4)]
    assert t.s.players[1].heroes[0].troops.tolist() == troops(t1=3)


def test_the_defender_in_the_open_may_retreat_too():
    """HE-17.2"""
    t = clash(troops(t1=4), troops(t1=2))
    t.s.players[1].heroes[0].items[1] = 2
    t.play(0, "A>A")
    t.roll("2", "4")
    t.play(1, "retreat")
    assert (at(t, 0), at(t, 1)) == ("d3", "gone")
    assert lies(t, "d3") == [(1, 2)]
    t.play(0, "take h1 uncommon off-hand")


def siege(army: list[int], garrison: list[int], **options: Any) -> Table:
    """Seat 0 attacks the city f6."""
    t = exploring(settled(**options), "5")
    hero(t, 0, 1, "f5", army)
    hero(t, 1, 1, "c3")
    t.s.cities[1].garrison[:] = garrison
    t.play(0, "h1 s")
    return t


def test_the_defenders_of_a_city_cannot_retreat():
    """HE-17.3"""
    t = siege(troops(t1=4), troops(t1=2))
    form(t, 0)
    form(t, 1)
    assert "retreat" in t.legal(0)
    t.play(0, "A>A")
    t.roll("2", "4")
    assert t.refused(1, "retreat") == "HE-17.3"


def test_monsters_do_not_retreat():
    """HE-17.3"""
    t = against(1, troops(t1=5))
    form(t, 0)
    t.play(0, "A>A")
    t.roll("1", "5")
    assert kind(t) == Kind.ROLL_SKIRMISH
    assert t.s.battle.side == 1


def test_the_items_of_the_lost_wait_behind_the_monster():
    """HE-17.5, and the example of a retreat"""
    t = against(5, troops(t1=2))
    t.s.players[0].heroes[0].items[0] = 3
    form(t, 0)
    t.play(0, "retreat")
    assert lies(t, "d3") == [(0, 3)]
    place = t.s.tiles[tile(t, "d3")]
    assert (place.token, place.guards) == (Token.MONSTER, 5)
    t.roll("5")
    hero(t, 1, 1, "e3")
    assert t.refused(1, "h1 w") == "HE-10.2"
    hero(t, 1, 1, "e3", troops(t5=10))
    t.play(1, "h1 w")
    form(t, 1)
    t.play(1, "A>A")
    t.roll(*["6"] * 5, "1", *["6"] * 5, "1")
    t.play(1, "take h1 rare main-hand")
    assert t.s.players[1].heroes[0].items[0] == 3


def test_the_winner_of_a_city_may_take_the_losers_items():
    """HE-17.4, HE-17.5, HE-14.6"""
    t = siege(troops(t5=3), troops(t1=1))
    hero(t, 1, 2, "f6").items[2] = 5
    form(t, 0)
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "1", "1", "1")
    assert t.s.cities[1].owner == 0
    assert at(t, 1, 2) == "gone"
    t.play(0, "take h1 legendary amulet")
    assert not t.s.cities[1].garrison.any()


def test_defenders_go_back_to_where_they_came_from():
    """HE-17.6"""
    t = exploring(settled(), "5")
    t.s.cities[1].garrison[:] = troops(t1=3)
    hero(t, 1, 1, "f6", troops(t1=4))
    hero(t, 1, 2, "f6", troops(t1=1, t2=2))
    hero(t, 0, 1, "f5", troops(t1=1))
    t.play(0, "h1 s")
    t.play(1, "divide", "put 4", "put 0", "put 2", "representative")
    assert squads(t, 1) == [troops(t1=4), troops(t1=4, t2=2)]
    t.s.battle.armies[1].squads[1, :] = 0
    t.play(0, "A>A")
    t.roll("1", "6")
    assert at(t, 0) == "gone"
    assert t.s.cities[1].garrison.tolist() == troops(t1=3)
    assert t.s.players[1].heroes[0].troops.tolist() == troops(t1=1)
    assert t.s.players[1].heroes[1].troops.tolist() == troops()
    assert at(t, 1, 2) == "f6"


def test_the_attackers_survivors_stay_with_the_hero():
    """HE-17.6"""
    t = clash(troops(t1=4, t2=1), troops(t1=2), forms=("kinds", "even1"))
    t.play(0, "A>A")
    t.roll("1", "1", "6")
    t.play(0, "B>A")
    t.roll("6", "1")
    assert t.s.players[0].heroes[0].troops.tolist() == troops(t1=4)


def test_an_unarmed_enemy_is_removed():
    """HE-17.7"""
    t = facing(troops(t1=1), troops())
    t.s.players[1].heroes[0].items[0] = 1
    t.play(0, "h1 e")
    assert at(t, 1) == "gone"
    assert (at(t, 0), t.s.in_battle) == ("d3", 0)
    t.play(0, "take h1 common main-hand")


def test_the_winner_deals_with_the_rest_of_the_tile():
    """HE-17.8"""
    t = facing(troops(t5=1), troops(t1=1))
    place = t.s.tiles[tile(t, "d3")]
    place.token = Token.RESOURCE
    t.s.tokens[Token.RESOURCE] += 1
    t.play(0, "h1 e", "A>A")
    t.roll(*["6"] * 5, "1")
    assert kind(t) == Kind.ROLL_RESOURCE


ITEM_DICE = {
    0: [(1, 2), (1, 3), (2, 3), (3, 3), (4, 5)],
    1: [(1, 0), (1, 1), (2, 0), (2, 3), (3, 5)],
    2: [(1, 0), (1, 1), (1, 2), (2, 0), (2, 3)],
}


@pytest.mark.parametrize("item", [0, 1, 2])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_dice_of_an_item(item, level):
    """HE-13.8"""
    dice, plus = ITEM_DICE[item][level - 1]
    t = facing(troops(t1=1), troops(t1=1))
    t.s.players[0].heroes[0].items[item] = level
    t.play(0, "h1 e", "A>A")
    t.roll("1")
    assert t.s.battle.dice_left == dice
    t.roll(*["1"] * dice)
    assert t.s.battle.total[0] == 1 + dice + plus


def test_items_help_only_the_squad_that_the_hero_leads():
    """HE-13.8"""
    t = facing(troops(t1=2), troops(t1=1))
    t.s.players[0].heroes[0].items[:] = (1, 1, 1)
    t.play(0, "h1 e", "form even2", "lead B")
    t.play(0, "A>A")
    t.roll("3", "3")
    t.play(0, "B>A")
    t.roll("1", "1", "1", "1")
    assert t.s.battle.total[0] == 1 + 3 + 1 + 1
    t.roll("6")
    assert t.due == {1}


def test_each_hero_of_the_defence_leads_a_squad_of_its_own_choice():
    """HE-15.6, HE-14.2"""
    t = exploring(settled(), "5")
    t.s.cities[1].garrison[:] = troops(t1=2)
    hero(t, 1, 1, "f6").items[0] = 1
    hero(t, 1, 2, "f6").items[1] = 1
    hero(t, 0, 1, "f5", troops(t1=1))
    t.play(0, "h1 s")
    t.play(1, "form even2", "lead A", "lead B")
    assert t.s.battle.armies[1].lead.tolist() == [0, 1, -1, -1, -1]


def test_a_rampart_adds_to_the_first_squad_of_the_defence():
    """HE-19.5"""
    t = exploring(settled(mode="campaign"), "5")
    t.s.cities[1].garrison[:] = troops(t1=2)
    t.s.cities[1].rampart = 1
    hero(t, 1, 1, "c3")
    hero(t, 0, 1, "f5", troops(t5=9))
    t.play(0, "h1 s")
    form(t, 0)
    form(t, 1, "even2")
    t.play(0, "A>A")
    t.roll(*["6"] * 5, "4")
    assert set(t.odds()) == {"1", "2", "3"}
    t.roll("1", "2", "3")
    assert squads(t, 1) == [troops(t1=1)]
    t.play(1, "B>A")
    t.roll("1")
    assert len(t.odds()) == 6


def test_the_rampart_is_counted():
    """HE-19.5"""
    t = exploring(settled(mode="campaign"), "5")
    t.s.cities[1].garrison[:] = troops(t1=1)
    t.s.cities[1].rampart = 1
    hero(t, 1, 1, "c3")
    hero(t, 0, 1, "f5", troops(t3=1))
    t.play(0, "h1 s", "A>A")
    t.roll("6", "6", "6", "4", "1", "2")
    assert t.s.battle.total[1] == 4
    t.roll("3")
    assert [sentence.text for sentence in t.told()][:4] == [
        "{1}'s squad A, the rampart: 1 + 2 + 3 + 9 = 15, 19 in all.",
        "{1}'s squad A has 19 and wins the skirmish.",
        "{0}'s squad A has 18 and is killed.",
        "1 minotaur of {0}'s squad A is killed; {0} has 0 creatures.",
    ]
