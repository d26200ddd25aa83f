"""Random rules, compiled and read: both give the same number and leave the same record, byte for byte."""

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from wartable.compiler.decorators import interpreted
from wartable.compiler.mode import reading
from wartable.core import record

pytestmark = pytest.mark.skipif(interpreted, reason="nothing is compiled")

HEADER = """
from wartable.compiler.decorators import rule
from wartable.core.record import Array, Cube, Grid, Struct, i8, i16, i32, size, u8, u16

class Side(Struct):
    points: i16
    small: u8
    cards: Array[i8] = size(5)
    marks: Array[u8] = size(4)

class Table(Struct):
    turn: i32
    seats: u8
    count: u16
    sides: Array[Side] = size(3)
    board: Grid[i16] = size(3, 4)
    tower: Cube[u8] = size(2, 3, 2)
"""
STORED = {"i8": "({}) % 255 - 127", "i16": "({}) % 2001 - 1000", "i32": "({}) % 100003", "u8": "({}) & 255"}
STORED["u16"] = "({}) & 65535"
MOST = {"i8": 128, "i16": 1000, "i32": 1 << 31, "u8": 255, "u16": 65535}
LOCAL = 1_000_003
"""Every local variable is smaller than this, so that no sum of a rule leaves 64 bits."""
NAMES = ("a", "b", "x", "y")


class Writer:
    """Writes one program: a rule that another one calls, and that one. An expression is a text and its largest size."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.loops = 0

    def program(self, name: str) -> str:
        self.rule(f"{name}_helper(t, a, b=3, c=-2)", [*NAMES, "c"], None)
        self.rule(f"{name}(t, a, b)", list(NAMES), f"{name}_helper")
        return "\n".join(self.lines)

    def rule(self, head: str, names: list[str], helper: str | None) -> None:
        self.names, self.helper = names, helper
        self.lines += ["", "@rule", f"def {head}:", "    x = a - b", "    y = t.seats"]
        for _ in range(self.random.randint(2, 3)):
            self.statement(1)
        self.lines.append(f"    return {self.bounded(2)}")

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # Numbers.

    def number(self, depth: int) -> tuple[str, int]:
        """An expression with a bound for its absolute value."""
        if depth <= 0:
            return self.leaf()
        kinds = [self.sum, self.sum, self.bits, self.divided, self.turned, self.picked, self.extreme, self.place]
        return self.random.choice([*kinds, self.called] if self.helper else kinds)(depth - 1)

    def leaf(self) -> tuple[str, int]:
        if self.random.random() < 0.25:
            value = self.random.randint(-9, 20)
            return str(value), abs(value)
        return (self.random.choice(self.names), LOCAL) if self.random.random() < 0.5 else self.place(0)

    def sum(self, depth: int) -> tuple[str, int]:
        (one, most), (two, more) = self.number(depth), self.number(depth)
        op = self.random.choice("+-*")
        if op == "*" and most * more > 1 << 50:
            op = "-"
        return f"({one} {op} {two})", most * more if op == "*" else most + more

    def bits(self, depth: int) -> tuple[str, int]:
        (one, most), (two, more) = self.number(depth), self.number(depth)
        shift = self.random.choice(("<<", ">>"))
        if self.random.random() < 0.3 and most < 1 << 50:
            return f"({one} {shift} {self.random.randint(0, 3)})", most * 8 + 1
        return f"({one} {self.random.choice('&|^')} {two})", 2 * max(most, more, 1)

    def divided(self, depth: int) -> tuple[str, int]:
        (one, most), (two, more) = self.number(depth), self.number(depth)
        by = self.random.choice((str(self.random.choice((-7, -3, -2, 2, 5, 64))), f"(abs({two}) + 1)"))
        return (f"({one} // {by})", most + 1) if self.random.random() < 0.5 else (f"({one} % {by})", more + 65)

    def turned(self, depth: int) -> tuple[str, int]:
        one, most = self.number(depth)
        way = self.random.choice(("-{}", "~{}", "abs({})", "int({} > 2)", "+{}", "int(not {})"))
        return f"({way.format(one)})", most + 1

    def picked(self, depth: int) -> tuple[str, int]:
        (one, most), (two, more) = self.number(depth), self.number(depth)
        return f"({one} if {self.condition(depth)} else {two})", max(most, more)

    def extreme(self, depth: int) -> tuple[str, int]:
        (one, most), (two, more) = self.number(depth), self.number(depth)
        return f"{self.random.choice(('min', 'max'))}({one}, {two})", max(most, more)

    def called(self, depth: int) -> tuple[str, int]:
        first, second = self.bounded(depth), self.bounded(depth)
        ways = ("{0}(t, {1})", "{0}(t, {1}, {2})", "{0}(t, {1}, c={2})", "{0}(t, {1}, {2}, b)")
        return self.random.choice(ways).format(self.helper, first, second), LOCAL

    def bounded(self, depth: int) -> str:
        """An expression that a local variable can hold."""
        text, most = self.number(depth)
        return text if most < LOCAL else f"({text}) % {LOCAL}"

    def condition(self, depth: int) -> str:
        (one, _), (two, _) = self.number(depth), self.number(depth)
        told = f"{one} {self.random.choice(('<', '<=', '>', '>=', '==', '!='))} {two}"
        if depth > 0 and self.random.random() < 0.3:
            return f"({told} {self.random.choice(('and', 'or'))} not {self.condition(depth - 1)})"
        return told

    # Fields and cells.

    def index(self, length: int, depth: int) -> str:
        kind = self.random.randrange(4)
        if kind == 0:
            return str(self.random.randrange(-length, length))
        text = f"({self.number(depth)[0] if depth > 0 else self.random.choice(self.names)}) % {length}"
        return f"-1 - {text}" if kind == 1 else text

    def spot(self, depth: int) -> tuple[str, str]:
        """A field or cell, and what type it has."""
        side = f"t.sides[{self.index(3, depth)}]"
        row, column = self.index(3, depth), self.index(4, depth)
        return self.random.choice(
            [
                ("t.turn", "i32"),
                ("t.seats", "u8"),
                ("t.count", "u16"),
                (f"{side}.points", "i16"),
                (f"{side}.small", "u8"),
                (f"{side}.cards[{self.index(5, depth)}]", "i8"),
                (f"{side}.marks[{column}]", "u8"),
                (f"t.board[{row}, {column}]", "i16"),
                (f"t.board[{row}][{column}]", "i16"),
                (f"t.tower[{self.index(2, depth)}, {row}, {self.index(2, depth)}]", "u8"),
            ]
        )

    def place(self, depth: int) -> tuple[str, int]:
        text, kind = self.spot(depth - 1)
        return text, MOST[kind]

    # Statements.

    def statement(self, depth: int) -> None:
        kinds = [self.assign, self.store, self.store, self.change, self.alias]
        if depth < 3:
            kinds += [self.branch, self.count, self.walk, self.repeat]
        self.random.choice(kinds)(depth)

    def assign(self, depth: int) -> None:
        self.say(depth, f"{self.random.choice(self.names)} = {self.bounded(2)}")

    def store(self, depth: int) -> None:
        text, kind = self.spot(0)
        self.say(depth, f"{text} = {STORED[kind].format(self.number(1)[0])}")

    def change(self, depth: int) -> None:
        name = self.random.choice(self.names)
        self.say(depth, f"{name} {self.random.choice('+-^|&')}= {self.number(1)[0]}")
        self.say(depth, f"{name} %= {LOCAL}")

    def alias(self, depth: int) -> None:
        """A row or a record by a name of its own."""
        if self.random.random() < 0.5:
            self.say(depth, f"row = t.board[{self.index(3, 0)}]")
            self.say(depth, f"row[{self.index(4, 0)}] = {STORED['i16'].format(self.number(1)[0])}")
            self.say(depth, f"{self.random.choice(self.names)} = row[{self.index(4, 0)}] + len(row)")
        else:
            self.say(depth, f"side = t.sides[{self.index(3, 0)}]")
            self.say(depth, f"side.small = {STORED['u8'].format(f'side.small - {self.number(1)[0]}')}")

    def branch(self, depth: int) -> None:
        self.say(depth, f"if {self.condition(1)}:")
        self.statement(depth + 1)
        if self.random.random() < 0.3:
            self.say(depth + 1, f"return {self.bounded(2)}")
        if self.random.random() < 0.5:
            self.say(depth, "else:")
            self.statement(depth + 1)

    def count(self, depth: int) -> None:
        self.loops += 1
        name = f"n{self.loops}"
        up = f"range({self.random.randint(-2, 2)}, ({self.number(1)[0]}) % 5)"
        down = f"range(({self.number(1)[0]}) % 6, {self.random.randint(-1, 2)}, -{self.random.randint(1, 2)})"
        self.say(depth, f"for {name} in {self.random.choice((up, down, 'range(t.seats % 4)'))}:")
        self.say(depth + 1, f"x = (x * 3 + {name}) % {LOCAL}")
        self.statement(depth + 1)
        if self.random.random() < 0.4:
            self.say(depth + 1, f"if {self.condition(1)}:")
            self.say(depth + 2, self.random.choice(("break", "continue", f"return {self.bounded(1)}")))

    def walk(self, depth: int) -> None:
        array, value = self.random.choice(
            (("t.sides", "one.points"), ("t.sides[1].marks", "one"), ("t.board[0]", "one"))
        )
        self.loops += 1
        one = f"one{self.loops}"
        self.say(depth, f"for {one} in {array}:")
        self.say(depth + 1, f"y = (y - {value.replace('one', one)}) % {LOCAL}")

    def repeat(self, depth: int) -> None:
        self.loops += 1
        name = f"k{self.loops}"
        self.say(depth, f"{name} = 0")
        self.say(depth, f"while {name} < 3 and {self.condition(0)}:")
        self.say(depth + 1, f"{name} += 1")
        self.statement(depth + 1)


def module_of(text: str, name: str, folder: Path) -> ModuleType:
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def tables(module: Any, seed: int) -> tuple[Any, Any]:
    """Two equal tables of random bytes."""
    raw = np.random.default_rng(seed).integers(0, 256, module.Table.dtype.itemsize, dtype=np.uint8).tobytes()
    one, other = (record.over(bytearray(raw), module.Table.dtype) for _ in range(2))
    return one, other


@pytest.mark.parametrize("seed", range(10))
def test_random_rules_compiled_do_what_they_do_when_read(seed: int, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("WARTABLE_CACHE", str(tmp_path))
    programs = {f"rule{number}": Writer(seed * 100 + number).program(f"rule{number}") for number in range(5)}
    module = module_of("\n".join([HEADER, *programs.values()]), f"random_rules_{seed}", tmp_path)
    for number, (name, text) in enumerate(programs.items()):
        for given in ((3, 5), (-4, 2), (0, 0), (1000, -77)):
            compiled, read = tables(module, seed * 100 + number)
            found = getattr(module, name)(compiled, *given)
            with reading():
                expected = getattr(module, name)(read, *given)
            assert int(found) == expected, f"{given} gives {found} compiled and {expected} read:\n{text}"
            assert compiled.tobytes() == read.tobytes(), f"{given} leaves different records:\n{text}"
