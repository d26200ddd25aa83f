"""Decisions and actions have names for their numbers, in rules that run and in rules that are read."""

from typing import Annotated, NamedTuple

import pytest

from wartable.compiler.decorators import rule
from wartable.compiler.mode import plain
from wartable.core import record
from wartable.core.actions import decode, encode, fields, lay_out
from wartable.core.frames import AnyFrame, Decision, Head, ask, bottom, frame_at, pop, top, under
from wartable.core.record import Struct, i8, i16

WELCOME, LANDING = 1, 2


class Welcome(Decision, of=WELCOME):
    count: i16
    price: i16


class Landing(Decision, of=(LANDING, 7)):
    tile: i16
    hero: i16
    seat: i16


class Table(Struct, tag="tests_named"):
    before: i8
    head: Head


@rule
def land(s: Table, tile: int, price: int) -> int:
    """Two decisions, one on the other, read and written."""
    ask(s, LANDING, 3, tile, 1, 3)
    ask(s, WELCOME, 3, 5, price)
    top(s, Welcome).price += 2
    landing = under(s, Landing)
    if price > 0:
        landing.hero = top(s, Welcome).due
    return top(s, Welcome).price * 100 + bottom(s, Landing).tile + landing.kind


@rule
def prices(s: Table) -> int:
    """All prices on the stack, whatever lies between them."""
    total = 0
    for place in range(s.head.depth):
        if frame_at(s, place, AnyFrame).kind == WELCOME:
            total += frame_at(s, place, Welcome).price
    top(s, AnyFrame).third = total
    return total


def test_numbers_of_a_decision_are_read_and_written_by_name():
    s = record.new(Table.dtype)
    assert plain(land)(s, -3, 40) == 42 * 100 - 3 + LANDING
    assert (s.head.frames[1].a, s.head.frames[1].b) == (5, 42)
    assert repr(under(s, Landing)) == "Landing(tile=-3, hero=8, seat=3)"


def test_a_decision_is_the_same_compiled():
    run, read = record.new(Table.dtype), record.new(Table.dtype)
    assert land(run, 60, 40) == plain(land)(read, 60, 40)
    assert record.same(run, read)


def test_the_stack_is_gone_through_by_name():
    run, read = record.new(Table.dtype), record.new(Table.dtype)
    for s in (run, read):
        plain(land)(s, 60, 40)
        plain(ask)(s, WELCOME, 1, 2, 8)
    assert prices(run) == plain(prices)(read) == 50
    assert record.same(run, read)
    assert read.head.frames[2].c == 50


def test_a_decision_of_another_kind_is_noticed():
    s = record.new(Table.dtype)
    plain(land)(s, 1, 1)
    plain(pop)(s)
    with pytest.raises(TypeError, match="kind 2 is no Welcome"):
        top(s, Welcome)


def test_a_decision_has_up_to_three_numbers():
    with pytest.raises(TypeError, match="up to three numbers"):
        type("Crowd", (Decision,), {"__annotations__": dict.fromkeys("abcd", i16)})


class Move(NamedTuple):
    slot: Annotated[int, 3]
    direction: Annotated[int, 4]
    facing: Annotated[int, 5]


class EndTurn(NamedTuple):
    pass


class Pick(NamedTuple):
    faction: Annotated[int, 7]


FAMILIES = lay_out(end_turn=EndTurn, move=Move, pick=Pick)


@rule
def read_move(action: int) -> int:
    move = decode(Move, action)
    slot, _, facing = decode(Move, action)
    return slot * 100 + move.direction * 10 + facing


@rule
def read_pick(action: int) -> int:
    return decode(Pick, action).faction


def test_families_follow_one_another_by_name():
    assert {name: (family.first, family.last) for name, family in FAMILIES.items()} == {
        "end_turn": (0, 0),
        "move": (1, 60),
        "pick": (61, 67),
    }


def test_every_action_is_decoded_to_what_it_was_made_of():
    _, moves, picks = FAMILIES.values()
    for action in range(moves.first, moves.last + 1):
        move = decode(Move, action)
        assert encode(moves, *move) == action
        assert read_move(action) == move.slot * 100 + move.direction * 10 + move.facing
    assert [read_pick(action) for action in range(picks.first, picks.last + 1)] == list(range(7))


def test_a_family_in_a_variable_is_read_by_name():
    for family, action in zip(FAMILIES.values(), (0, 14, 65), strict=True):
        assert encode(family, *fields(family, action)) == action
    assert fields(FAMILIES["move"], 14).direction == 2


def test_an_action_of_another_family_is_not_decoded():
    with pytest.raises(ValueError, match="the action 61 is no Move"):
        decode(Move, 61)


def test_a_field_says_how_many_values_it_has():
    class Vague(NamedTuple):
        slot: int

    with pytest.raises(TypeError, match=r"Vague\.slot: say how many"):
        lay_out(vague=Vague)
