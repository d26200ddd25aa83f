"""Decisions and actions have names for their numbers, in rules that run and in rules that are read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.compiler.decorators import rule
from wartable.compiler.mode import plain
from wartable.core import record
from wartable.core.actions import Action, belongs, code, decode, families, lay_out, split
from wartable.core.frames import AnyFrame, Decision, Head, ask, bottom, frame_at, pop, top, under
from wartable.core.record import Struct, i8, i16
from wartable.core.values import Value

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
    with pytest.raises(TypeError, match="kind 2 is not a Welcome"):
        top(s, Welcome)


def test_a_decision_has_up_to_three_numbers():
    with pytest.raises(TypeError, match="up to three numbers"):
        type("Crowd", (Decision,), {"__annotations__": dict.fromkeys("abcd", i16)})


class Slot(Value):
    count = 3


class Direction(Value):
    count = 4


class Facing(Value):
    count = 5


class Faction(Value):
    count = 7


class Move(Action):
    slot: Slot
    direction: Direction
    facing: Facing

    notation = "move {slot} {direction} {facing}"


class EndTurn(Action):
    notation = "end"


class Pick(Action):
    faction: Faction

    notation = "pick {faction}"


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
        assert code(move) == action
        assert read_move(action) == move.slot * 100 + move.direction * 10 + move.facing
    assert [read_pick(action) for action in range(picks.first, picks.last + 1)] == list(range(7))


def test_an_action_of_another_family_is_not_decoded():
    with pytest.raises(ValueError, match="the action 61 is no Move"):
        decode(Move, 61)


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), min_size=1, max_size=5))
def test_action_codes_are_dense(radices: list[list[int]]) -> None:
    laid = families(**{f"f{n}": tuple(fields) for n, fields in enumerate(radices)})
    expected = 0
    for family, fields in zip(laid, radices, strict=True):
        for place in np.ndindex(*fields):
            assert split(family, expected)[: len(fields)] == place
            expected += 1
        assert family.last + 1 == expected


def test_families_refuse_nonsense() -> None:
    with pytest.raises(ValueError, match="one to four fields"):
        families(bad=(1, 2, 3, 4, 5))
    with pytest.raises(ValueError, match="at least 1"):
        families(bad=(0,))


def test_a_code_belongs_to_one_action() -> None:
    for action in range(68):
        assert [belongs(one, action) for one in (EndTurn, Move, Pick)].count(True) == 1
