"""Rules that are compiled the short way do what Python does with them."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import types

from tests.compiling import WATCH
from wartable.compiler.decorators import interpreted, rule
from wartable.compiler.mode import reading
from wartable.compiler.pipeline import is_plain
from wartable.core import record
from wartable.core.record import Array, Cube, Grid, Struct, i8, i16, i32, size, u8

SOURCES = Path(record.__file__).parents[2]
pytestmark = pytest.mark.skipif(interpreted, reason="nothing is compiled")


class Side(Struct):
    points: i16
    cards: Array[i8] = size(5)


class Table(Struct):
    turn: i32
    seats: u8
    sides: Array[Side] = size(3)
    board: Grid[i16] = size(3, 4)
    tower: Cube[i8] = size(2, 3, 2)


@rule
def reads_from_the_end(table, at):
    return table.sides[-1].cards[-at] * 100 + table.board[-1, -at] * 10 + table.tower[1, -2, -1]


@rule
def writes_rows(table, at):
    row = table.board[at]
    row[1] = 7
    row[-1] += at
    table.board[at][2] = row[1] + 1
    table.tower[1][at & 1][0] = 9
    return row[0] + len(row)


@rule
def goes_up_and_down(table, first, last):
    total = 0
    for number in range(first, last):
        total = total * 3 + number
    for number in range(last, first, -2):
        total += number * number
    for side in table.sides:
        total += side.points
    for seat in range(table.seats):
        table.sides[seat].points += total & 15
    return total


@rule
def leaves_early(table, limit):
    found = -1
    for place in range(5):
        if table.sides[0].cards[place] == limit:
            found = place
            break
        if place == 3:
            continue
        table.turn += 1
    else:
        found = 9
    count = 0
    while True:
        count += 1
        if count > limit or found < 0:
            return found * 10 + count
        found -= 1


@rule
def swaps(a, b, times):
    for _ in range(times):
        a, b = b, a + b
    return a * 1000 + b


@rule
def is_ahead(side, other):
    return side.points > other.points


@rule
def counts_bits(number):
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@rule
def compares(table, a, b):
    mine, other = table.sides[a], table.sides[b]
    if is_ahead(mine, other) and not is_ahead(other, mine):
        return 1 << counts_bits(mine.points)
    return -(mine.points ^ other.points) >> 1 | int(a == b) | (a < b) & (b > 1)


@rule
def refuses(number):
    if number > 3:
        raise ValueError("too many")
    return number


@rule
def asks(number):
    return refuses(number) + 1


@rule
def adds(a, b=10, c=100):
    return a + b + c


@rule
def leaves_out(a):
    return adds(a) + adds(a, 1) + adds(a, c=5) + adds(a, 2, 3)


@rule
def calls_itself(number):
    if number < 2:
        return 1
    return calls_itself(number - 1) + calls_itself(number - 2)


@rule
def shares(numbers, weight):
    total = 0.0
    for place in range(numbers.shape[0]):
        numbers[place] = numbers[place] / weight + place
        total += numbers[place]
    return total


@rule
def copies(tables, at):
    tables[1 - at] = tables[at]
    tables[at].turn = 5
    return tables[1 - at].turn


@rule
def hands_over(table):
    return adds_up(table.sides[1].cards, 2) + adds_up(table.sides[0].cards, 1)


@rule
def adds_up(cards, times):
    total = 0
    for card in cards:
        total += card * times
    return total


def filled() -> Any:
    table = record.new(Table.dtype)
    raw = np.random.default_rng(3).integers(0, 6, table.dtype.itemsize, dtype=np.uint8)
    table = record.over(bytearray(raw.tobytes()), Table.dtype)
    table.turn, table.seats = 11, 3
    return table


CALLS = [
    *[(reads_from_the_end, (at,)) for at in (1, 2, 3)],
    *[(writes_rows, (at,)) for at in (0, 1, 2)],
    *[(goes_up_and_down, ends) for ends in ((0, 5), (4, 9), (3, 3), (7, 2))],
    *[(leaves_early, (limit,)) for limit in range(6)],
    *[(compares, pair) for pair in ((0, 1), (1, 0), (2, 2), (1, 2))],
    (hands_over, ()),
]


@pytest.mark.parametrize(("asked", "given"), CALLS)
def test_a_rule_over_records_is_what_python_makes_of_it(asked: Any, given: tuple[int, ...]) -> None:
    compiled, read = filled(), filled()
    found = asked(compiled, *given)
    with reading():
        assert found == asked(read, *given)
    assert compiled.tobytes() == read.tobytes()
    assert is_plain(asked.py_func)


def test_numbers_are_what_python_makes_of_them() -> None:
    def both(asked: Any, *given: int) -> list[int]:
        with reading():
            read = asked(*given)
        return [asked(*given), read]

    for asked, given in ((leaves_out, (1,)), (calls_itself, (9,)), *((swaps, (2, 3, times)) for times in range(6))):
        compiled, read = both(asked, *given)
        assert compiled == read
    one, other = np.arange(4.0), np.arange(4.0)
    found = shares(one, 3)
    with reading():
        assert found == shares(other, 3)
    assert one.tolist() == other.tolist()


def test_records_of_an_array_are_copied_and_not_shared() -> None:
    tables = np.zeros(2, Table.dtype)
    tables[0]["turn"] = 8
    assert copies(tables, 0) == 8
    assert tables["turn"].tolist() == [5, 8]


def test_an_error_comes_through_all_that_call_each_other() -> None:
    assert asks(3) == 4
    with pytest.raises(ValueError, match="too many"):
        asks(4)


def piece_of(asked: Any) -> Any:
    """The compiled code of a rule that takes ints."""
    return asked.piece_for((types.int64,) * asked.py_func.__code__.co_argcount).library


def test_only_what_can_raise_an_error_is_asked_whether_it_did() -> None:
    assert piece_of(refuses).can_fail
    assert piece_of(asks).can_fail
    assert not piece_of(adds).can_fail
    assert not piece_of(leaves_out).can_fail


def test_what_is_left_out_of_a_call_makes_no_version_of_its_own() -> None:
    assert list(piece_of(leaves_out).needs) == [piece_of(adds).symbol]


NOTED = f"""
{WATCH}
import sys
from wartable.core.registry import find_game
from wartable.core import generic
from wartable.core.frames import NATURE, first_due

game = find_game("metals")
box, (out, weights) = game.new_box(), game.buffers()
s = game.new_state(box)
while (seat := int(first_due(s))) == NATURE:
    generic.chance(s, box, out, weights)
    generic.apply(s, box, seat, int(out[0]))
generic.legal(s, box, seat, out)
generic.apply(s, box, seat, int(out[0]))
Watch.compiled.clear()
generic.apply(s, game.open_journal(box), int(first_due(s)), int(out[0]))
print(*sorted(Watch.compiled))
"""


def test_rules_are_compiled_once_whether_or_not_they_take_notes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOTED],
        env={"PATH": "", "PYTHONPATH": str(SOURCES), "WARTABLE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = done.stdout.split()
    assert "apply" in compiled
    assert all(re.fullmatch(r"apply|tell_\w+|write_\w+|skip_\w+|yes|no", name) for name in compiled), compiled


@rule
def always(x: int) -> bool:
    return True


@rule
def seven(x: int) -> int:
    return 7


@rule
def both(x: int) -> int:
    return seven(x) if always(x) else 0


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_a_constant_that_a_rule_returns_is_no_type() -> None:
    """Where another rule stands for it, as where notes are taken, its callers must ask."""
    assert both(1) == 7
    kinds = {str(one.signature.return_type) for made in (always, seven) for one in made.overloads.values()}
    assert kinds <= {"bool", "int64"}


@rule
def passes_all_on(table, at):
    both = (at, at + 1)
    return goes_up_and_down(table, *both)


def test_a_call_with_a_tuple_of_arguments_is_mended_as_numba_does() -> None:
    assert is_plain(passes_all_on.py_func)
    tables = [record.new(Table.dtype) for _ in range(2)]
    with reading():
        expected = passes_all_on(tables[0], 3)
    assert passes_all_on(tables[1], 3) == expected
    assert tables[0] == tables[1]


ALONE = """
import sys
import numpy as np
from wartable.core.registry import find_game
game = find_game("metals")
box = game.new_box()
game.new_state(box)
loaded = [name for name in ("numba.np.arraymath", "scipy.linalg") if name in sys.modules]
from numba import njit
product = njit(lambda a, b: np.dot(a, b))(np.eye(2), np.full((2, 2), 3.0))
print(loaded, product.sum())
"""


def test_a_compile_loads_no_linear_algebra_which_is_there_for_those_who_need_it(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    named = {"PYTHONPATH": str(SOURCES), "WARTABLE_CACHE": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", ALONE], env=named, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "['numba.np.arraymath'] 12.0"
