"""Records, frames and action codes."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from wartable.core import record
from wartable.core.frames import NATURE, Head, ask, ask_all, done, due, finish, first_due, is_due, kind, pop
from wartable.core.match import Match
from wartable.core.match.perspective import over_and_due, seats_due
from wartable.core.numbers.chance import draw, draw_weighted, generator, shuffle
from wartable.core.record import Array, Grid, Struct, i8, i16, size


class Part(Struct):
    number: i16
    small: i8


class Whole(Struct, tag="trial"):
    head: Head
    flag: i8
    part: Part
    parts: Array[Part] = size(3)
    grid: Grid[i8] = size(2, 4)


class Twin(Struct, tag="other"):
    head: Head
    flag: i8
    part: Part
    parts: Array[Part] = size(3)
    grid: Grid[i8] = size(2, 4)


def test_fields_read_as_plain_ints_and_write_through():
    s = record.new(Whole.dtype)
    s.part.number = 300
    s.parts[2].small = -5
    s.grid[1, 3] = 100
    assert s.grid[1, 3] + s.grid[1, 3] == 200, "no 8-bit overflow on the way"
    assert type(s.flag) is int
    assert (s.part.number, s.parts[2].small) == (300, -5)


def test_a_value_that_does_not_fit_is_refused():
    s = record.new(Whole.dtype)
    with pytest.raises(OverflowError):
        s.flag = 200
    with pytest.raises(OverflowError):
        s.grid[0, 0] = 200


def test_a_copy_is_independent_and_equal():
    s = record.new(Whole.dtype)
    s.parts[0].number = 7
    t = record.copy(s)
    assert record.same(s, t)
    t.parts[0].number = 8
    assert s.parts[0].number == 7
    assert record.differences(s, t) == ["parts[0].number: 7 and 8"]


def test_compiled_code_finds_the_bytes_of_every_record():
    rows = [record.new(Whole.dtype), record.over(bytearray(Whole.dtype.itemsize), Whole.dtype)]
    rows += [record.copy(rows[0]), np.zeros(2, Whole.dtype)[1], pickle.loads(pickle.dumps(rows[0]))]
    for row in rows:
        row.part.number = 300
        assert bytes(row.data) == row.tobytes() and any(row.tobytes())
        again = record.copy(row)
        again.flag = 1
        assert bytes(again.data) == again.tobytes() != row.tobytes()


def test_who_is_due_is_read_from_the_bytes_of_a_record():
    s = record.new(Whole.dtype)
    s.flag = -1
    assert over_and_due(s) == (0, 0)
    ask(s, 1, 2)
    assert over_and_due(s) == (0, 4)
    ask_all(s, 3, 0b1000_0011, 0, 0, 0)
    assert over_and_due(s) == (0, 0b1000_0011) == (0, due(s)) and seats_due(s) == (0, 1, NATURE)
    finish(s, 2)
    assert over_and_due(s) == (2, 0) and seats_due(s) == ()


def test_records_and_games_can_be_pickled_and_copied(metals):
    match = Match.start(metals, seed=1)
    for clone in (pickle.loads(pickle.dumps(match.full_state())), deepcopy(match.full_state())):
        assert record.same(clone, match.full_state())
        assert clone.sides[0].pool == 3
    assert pickle.loads(pickle.dumps(metals)) is metals


def test_a_field_named_like_an_array_attribute_is_refused():
    with pytest.raises(TypeError, match="means something else"):

        class Bad(Struct):
            shape: i8


def test_a_tag_keeps_records_of_the_same_fields_apart():
    import numba

    assert numba.from_dtype(Whole.dtype) != numba.from_dtype(Twin.dtype)


def test_frames_are_a_stack_of_decisions():
    s = record.new(Whole.dtype)
    assert (kind(s), due(s), first_due(s)) == (0, 0, -1)
    ask(s, 3, 1, 10, 20, 30)
    ask(s, 4, NATURE)
    assert kind(s) == 4
    assert first_due(s) == NATURE
    pop(s)
    assert is_due(s, 1)
    assert not is_due(s, 0)
    frame = s.head.frames[0]
    assert (frame.kind, frame.a, frame.b, frame.c) == (3, 10, 20, 30)


def test_a_shared_decision_goes_when_the_last_seat_has_made_it():
    s = record.new(Whole.dtype)
    ask_all(s, 5, 0b101, 0, 0, 0)
    assert not done(s, 2)
    assert due(s) == 1
    assert done(s, 0)
    assert s.head.depth == 0


def test_popping_leaves_no_trace():
    s = record.new(Whole.dtype)
    blank = record.copy(s)
    ask(s, 3, 1, 10, 20, 30)
    pop(s)
    assert record.same(s, blank)


def test_a_finished_game_asks_nobody():
    s = record.new(Whole.dtype)
    ask(s, 3, 1)
    finish(s, 2)
    assert (s.head.over, due(s), s.head.depth) == (2, 0, 0)


def test_draws_are_in_range_and_fair():
    rng = generator(5)
    counts = [0] * 6
    for _ in range(6000):
        counts[draw(rng, 6)] += 1
    assert all(850 < count < 1150 for count in counts)
    weights = np.array([0, 1, 3], np.int32)
    weighted = [0, 0, 0]
    for _ in range(4000):
        weighted[draw_weighted(rng, weights, 3)] += 1
    assert weighted[0] == 0
    assert 850 < weighted[1] < 1150


def test_a_shuffle_keeps_all_items():
    items = np.arange(20)
    shuffle(generator(3), items, 20)
    assert sorted(items.tolist()) == list(range(20))
    assert items.tolist() != list(range(20))


def _same_numbers(row: record.Record, bare: np.void) -> None:
    """What a record hands out is what NumPy finds in its bytes."""
    for name in type(row)._parts:
        held, found = getattr(row, name), bare[name]
        if isinstance(held, record.Struct):
            _same_numbers(held, found)
        elif not isinstance(held, np.ndarray):
            assert held == found.item() or held != held, name
        elif held.dtype.names:
            for place in np.ndindex(held.shape):
                inner = held[place[0]] if len(place) == 1 else held[place]
                _same_numbers(inner, found[place])
        else:
            for place in np.ndindex(held.shape):
                key = place[0] if len(place) == 1 else place
                assert held[key] == found[place].item() or held[key] != held[key], name
                assert type(held[key]) is type(found[place].item())


def test_records_hand_out_what_their_bytes_hold(each_game):
    """Negative, large and unsigned numbers of every width, in arrays and in records within records."""
    for declared in (each_game.state, each_game.box):
        raw = bytearray(np.random.default_rng(5).bytes(declared.dtype.itemsize))
        row = record.over(raw, declared.dtype)
        _same_numbers(row, np.frombuffer(bytes(raw), declared.plain)[0])
        raw[:] = bytes(len(raw))
        _same_numbers(row, np.zeros(1, declared.plain)[0])
