"""What a type checker knows: records with fields, rules with signatures."""

import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

import pytest

from wartable.compiler.mode import plain
from wartable.core import record
from wartable.core.game import Game
from wartable.core.record import Array, Cube, Grid, Struct, i8, i16, size


def tool(name: str) -> ModuleType:
    path = Path(__file__).parent.parent / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_type_checker_looks_at_nearly_all_lines() -> None:
    assert tool("untyped_share").share() < 0.05


def test_a_function_without_a_full_signature_counts_as_unchecked() -> None:
    lines = tool("untyped_share").untyped_lines
    assert lines("def f(a: int) -> int:\n    return a\n") == 0
    assert lines("def f(a) -> int:\n    return a\n") == 2
    assert lines("def f(a: int):\n    return a\n") == 2
    assert lines("# mypy: ignore-errors\nx = 1\n") == 2


def test_few_lines_are_in_functions_that_take_anything() -> None:
    assert tool("untyped_share").share_of_anything() < 0.05


def test_a_function_that_takes_anything_is_found() -> None:
    tools = tool("untyped_share")

    def lines(text: str) -> int:
        found: int = tools.lines_in(text, tools.takes_anything)
        return found

    assert lines("def f(a: int, *, b: State) -> Any:\n    return a\n") == 0
    assert lines("def f(a: Any) -> int:\n    return a\n") == 2
    assert lines("def f(a: int, *, b: 'dict[str, record.Record]') -> int:\n    return a\n") == 2


def test_rules_say_which_records_they_take(each_game: Game) -> None:
    named = ("setup", "scores", "evaluate", "features", *(("hide", "fill") if each_game.has_secrets else ()))
    rules = {name: each_game.functions[name] for name in named}
    for page in each_game.decisions.pages:
        for name in vars(page.module).keys() & {"offers", "chances", "apply", "refuse"}:
            rules[f"{name} of {page.name}"] = getattr(page.module, name)
    for name, rule in rules.items():
        given = inspect.signature(plain(rule)).parameters
        for field, kind in (("s", each_game.state), ("box", each_game.box)):
            # What a phase of its own calls may need no state.
            assert field not in given or given[field].annotation is kind, name


class Part(Struct):
    number: i16


class Whole(Struct, tag="whole"):
    flag: i8
    parts: Array[Part] = size(3)
    grid: Grid[i8] = size(2, 4)
    cube: Cube[i16] = size(2, 3, 4)


def test_a_row_is_an_instance_of_the_class_that_declares_it() -> None:
    s = record.new(Whole.dtype)
    assert isinstance(s, Whole)
    assert isinstance(s.parts[0], Part)
    s.cube[1, 2, 3] = 300
    assert s.cube[1, 2, 3] == 300


def test_an_array_without_a_size_is_refused() -> None:
    with pytest.raises(TypeError, match="say how long it is"):

        class Bad(Struct):
            cells: Array[i8]

    with pytest.raises(TypeError, match="with 2 numbers"):

        class Worse(Struct):
            cells: Grid[i8] = size(3)


def test_the_older_notation_declares_the_same_record() -> None:
    class Old:
        __annotations__ = {"flag": i8, "parts": (Part, 3), "grid": (i8, 2, 4), "cube": (i16, 2, 3, 4)}

    assert record.record(tag="whole")(Old).plain == Whole.plain
