"""The build that checks every index finds those that leave an array, and says where."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made import edit
from wartable.compiler.decorators import interpreted
from wartable.core import record
from wartable.core.registry import game_names
from wartable.games.metals import GAME as METALS
from wartable.testing import LawBroken
from wartable.testing.laws.bounds import check_bounds, play_within_bounds

PACKAGE = Path(record.__file__).parents[1]
pytestmark = pytest.mark.skipif(interpreted, reason="nothing is compiled")

BEYOND = """
import numpy as np
from wartable.core import record
from wartable.compiler.decorators import rule
from wartable.core.frames import AnyFrame, Head, ask, top, under
from wartable.core.record import Array, Cube, Grid, Struct, i8, i16, size, u8

class Side(Struct):
    points: i16
    cards: Array[i8] = size(5)

class Table(Struct):
    head: Head
    small: u8
    sides: Array[Side] = size(3)
    board: Grid[i16] = size(3, 4)
    tower: Cube[i8] = size(2, 3, 2)

@rule
def reads(t, at): return t.sides[0].cards[at]
@rule
def reads_record(t, at): return t.sides[at].points
@rule
def reads_grid(t, at): return t.board[1, at]
@rule
def reads_row(t, at): return t.board[at][2]
@rule
def reads_tower(t, at): return t.tower[1, at, 0]
@rule
def reads_by_byte(t, at):
    t.small = at & 255
    return t.sides[0].cards[t.small]
@rule
def writes(t, at):
    t.sides[1].cards[at] = 1
    return 0
@rule
def adds(t, at):
    t.board[at, 0] += 1
    return 0
@rule
def hands_over(t, at): return reads(t, at) + 1
@rule
def reads_fixed(t, at): return t.sides[0].cards[5]
@rule
def writes_fixed(t, at):
    t.sides[0].cards[-6] = 1
    return 0
@rule
def reads_array(cells, at): return cells[at]
@rule
def writes_array(cells, at):
    cells[at] = 1
    return 0
@rule
def reads_no_decision(t, at): return top(t, AnyFrame).first
@rule
def reads_one_below(t, at):
    ask(t, 1, 0)
    return under(t, AnyFrame).first

def tell(rule, given, at):
    try:
        print(rule.__name__, at, int(rule(given, at)))
    except IndexError as error:
        print(rule.__name__, at, error)

for rule, given, inside, beyond in (
    (reads, record.new(Table.dtype), (0, 4, -5), (5, -6)),
    (reads_record, record.new(Table.dtype), (2, -3), (3, -4)),
    (reads_grid, record.new(Table.dtype), (3, -4), (4, -5)),
    (reads_row, record.new(Table.dtype), (2, -3), (3, -4)),
    (reads_tower, record.new(Table.dtype), (2, -3), (3, -4)),
    (reads_by_byte, record.new(Table.dtype), (4,), (5, -1)),
    (writes, record.new(Table.dtype), (4, -5), (5, -6)),
    (adds, record.new(Table.dtype), (2, -3), (3, -4)),
    (hands_over, record.new(Table.dtype), (), (5,)),
    (reads_fixed, record.new(Table.dtype), (), (0,)),
    (writes_fixed, record.new(Table.dtype), (), (0,)),
    (reads_array, np.zeros(4, np.int32), (3, -4), (4, -5)),
    (writes_array, np.zeros(4, np.int32), (3, -4), (4, -5)),
    (reads_no_decision, record.new(Table.dtype), (), (0,)),
    (reads_one_below, record.new(Table.dtype), (), (0,)),
):
    for at in inside:
        assert int(rule(given, at)) >= 0, (rule.__name__, at)
    for at in beyond:
        tell(rule, given, at)
"""

TOLD = """
reads 5 index is out of bounds of 5 cells (reads, line 20)
reads -6 index is out of bounds of 5 cells (reads, line 20)
reads_record 3 index is out of bounds of 3 cells (reads_record, line 22)
reads_record -4 index is out of bounds of 3 cells (reads_record, line 22)
reads_grid 4 index is out of bounds of 4 cells (reads_grid, line 24)
reads_grid -5 index is out of bounds of 4 cells (reads_grid, line 24)
reads_row 3 index is out of bounds of 3 cells (reads_row, line 26)
reads_row -4 index is out of bounds of 3 cells (reads_row, line 26)
reads_tower 3 index is out of bounds of 3 cells (reads_tower, line 28)
reads_tower -4 index is out of bounds of 3 cells (reads_tower, line 28)
reads_by_byte 5 index is out of bounds of 5 cells (reads_by_byte, line 32)
reads_by_byte -1 index is out of bounds of 5 cells (reads_by_byte, line 32)
writes 5 index is out of bounds of 5 cells (writes, line 35)
writes -6 index is out of bounds of 5 cells (writes, line 35)
adds 3 index is out of bounds of 3 cells (adds, line 39)
adds -4 index is out of bounds of 3 cells (adds, line 39)
hands_over 5 index is out of bounds of 5 cells (reads, line 20)
reads_fixed 0 index is out of bounds of 5 cells (reads_fixed, line 44)
writes_fixed 0 index is out of bounds of 5 cells (writes_fixed, line 47)
reads_array 4 index is out of bounds (reads_array, line 50)
reads_array -5 index is out of bounds (reads_array, line 50)
writes_array 4 index is out of bounds (writes_array, line 53)
writes_array -5 index is out of bounds (writes_array, line 53)
reads_no_decision 0 index is out of bounds
reads_one_below 0 index is out of bounds
"""


def run(file: Path, **settings: str) -> str:
    named = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "WARTABLE_CACHE": str(file.parent / "cache"), **settings}
    done = subprocess.run([sys.executable, str(file)], env=named, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_way_to_leave_an_array_is_told(tmp_path: Path) -> None:
    file = tmp_path / "beyond.py"
    file.write_text(BEYOND)
    assert run(file, NUMBA_BOUNDSCHECK="1").split("\n") == [*TOLD.strip().split("\n"), ""]


SHARED = """
import numpy as np
from wartable.compiler.decorators import rule

@rule
def reads(cells, at): return cells[at]

try:
    reads(np.zeros(8, np.int8)[:4], 4)
    print("not noticed")
except IndexError:
    print("noticed")
"""


def test_code_that_checks_is_kept_apart_from_code_that_does_not(tmp_path: Path) -> None:
    file = tmp_path / "shared.py"
    file.write_text(SHARED)
    found = [run(file, **{"NUMBA_BOUNDSCHECK": on} if on else {}).strip() for on in ("", "1", "", "1")]
    assert found == ["not noticed", "noticed", "not noticed", "noticed"]


def test_an_index_that_leaves_its_array_is_found_in_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [name for name in game_names() if name != "metals"]
    shutil.copytree(PACKAGE, tmp_path / "wartable", ignore=shutil.ignore_patterns("static", "__pycache__", *others))
    page = tmp_path / "wartable" / "games" / "metals" / "decisions" / "deploy.py"
    edit(page, "is_free(s, box.corners[corner])", "is_free(s, box.corners[corner + 1])")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("WARTABLE_CACHE", str(tmp_path / "cache"))
    line = next(n for n, text in enumerate(page.read_text().splitlines(), 1) if "corner + 1" in text)
    place = rf"compiled code stays within its arrays: offers \(metals/decisions/deploy\.py, line {line}\): .*index 4"
    with pytest.raises(LawBroken, match=place):
        check_bounds(METALS, matches=1)


def test_a_build_that_checks_nothing_is_no_proof() -> None:
    """This process was started without the setting: its compiled code checks no index."""
    told = "this build does not check indices: NUMBA_BOUNDSCHECK=1 is not honoured"
    assert play_within_bounds(METALS, 1) == told
