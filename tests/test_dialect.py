"""The games use the same words for the same things: files, hooks, decisions, and how rules are named."""

import ast
import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from importlib import import_module
from pathlib import Path

import pytest

import wartable
from wartable.core.frames import Decision
from wartable.core.game import Game
from wartable.core.registry import all_games
from wartable.studio.shown import KINDS

FILES = {
    *("__init__", "box", "help", "hidden", "judge", "metrics", "notes", "observation", "phases", "rules", "sentences"),
    *("state", "text_board", "values", "view", "words", "world"),
}
"""The files that games have in common; a decision is a page in `decisions`."""

OWN_FILES = {
    "city_of_iron": {"texts": "words for all that the Box names; the other games have names, with less in it"},
    "heroes": {
        "naming": "names of things",
        "chances": "how likely a battle is won, worked out from the dice for people to read",
        "odds": "how likely an army wins, at a guess; the judge reads it",
        "ways": "ways over the map",
    },
    "iron_kings": {"geometry": "hexes, which no other game has", "names": "names of things"},
    "thrones": {"names": "names of things"},
}
"""Files that a game has beside them, each with the reason. A view of many parts is a folder, `view`."""

ADDED = {"features", "glossary", "staging"}
"""Files of which a game may have one."""

ASKED = {"iron_kings": ("state", "Frame")}
"""What can be asked is the enum Kind in state.py; in this game it has an older name."""

WRITES = {"legal", "chance", "census"}
"""Hooks that write to a list. Nature's answers end in `by_chance`; all else that writes actions begins with `list_`."""
HELPERS = {"thrones": {"any_move": "looks whether a list has a move"}}


def rule_files(game: Game) -> list[Path]:
    return sorted((game.folder / "rules").glob("*.py")) or [game.folder / "rules.py"]


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    yield from (node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))


def test_files_have_the_names_that_all_games_use(each_game: Game):
    found = {path.stem for path in each_game.folder.glob("*.py")}
    assert found - FILES - ADDED == set(OWN_FILES.get(each_game.name, {}))
    parts = {path.stem for path in (each_game.folder / "view").glob("*.py")}
    assert not parts or "view" in parts


def test_what_can_be_asked_is_an_enum_of_one_name(each_game: Game):
    module, name = ASKED.get(each_game.name, ("state", "Kind"))
    package = each_game.rules.__name__.rpartition(".")[0]
    kinds = getattr(import_module(f"{package}.{module}"), name)
    assert issubclass(kinds, IntEnum)
    assert (module, name) in KINDS


def test_rules_that_write_actions_are_lists(each_game: Game):
    wrong = []
    for path in rule_files(each_game):
        for function in functions(path):
            given = {one.arg: ast.unparse(one.annotation) for one in function.args.args if one.annotation}
            name = function.name
            named = name.startswith("list_") or name.endswith("_by_chance")
            known = name in WRITES or name in HELPERS.get(each_game.name, {})
            if given.get("out") == "Ints" and not named and not known:
                wrong.append(f"{path.name}: {name}")
    assert wrong == []


def test_what_goes_on_by_itself_is_called_go_on(each_game: Game):
    names = {function.name for path in rule_files(each_game) for function in functions(path)}
    assert not names & {"advance", "carry_on", "proceed", "resume"}


def test_decisions_are_called_as_their_kinds(each_game: Game):
    """`Kind.DEAL_TOWN` has the numbers of `DealTownFrame`."""
    package = each_game.rules.__name__.rpartition(".")[0]
    module, name = ASKED.get(each_game.name, ("state", "Kind"))
    home = import_module(f"{package}.{module}")
    kinds = getattr(home, name)
    found = [one for one in vars(home).values() if isinstance(one, type) and issubclass(one, Decision)]
    declared = [one for one in found if one.__module__ == home.__name__]
    for one in declared:
        titles = {kinds(kind).name.title().replace("_", "") + "Frame" for kind in one.kinds}
        assert one.__name__ in titles | SHARED, f"{one.__name__} is about {sorted(titles)}"


SHARED = {"SquadsFrame"}
"""Decisions that have the first number of several kinds."""


def read_by_place(paths: Iterable[Path]) -> list[str]:
    """Where in these files something is read by its place."""
    written = ((path, re.sub("@([A-Z_]+)@", r"\1", path.read_text("utf-8"))) for path in sorted(paths))
    nodes = ((path, node) for path, text in written for node in ast.walk(ast.parse(text)))
    return [f"{path.name}: {ast.unparse(node)}" for path, node in nodes if by_place(node)]


def is_family(node: ast.expr) -> bool:
    """`MOVE`, `actions.MOVE`, or what is called a family."""
    name = ast.unparse(node).rpartition(".")[2]
    return name == "family" or (name.isupper() and name in ALL_FAMILIES)


ALL_FAMILIES = {name.upper() for game in all_games() for name in game.families}
TEMPLATES = Path(wartable.__file__).parent / "template"


def by_place(node: ast.AST) -> bool:
    """Whether a number of a decision, or a field of an action, is read by where it stands, not by what it is called.

    `head.frames[-1]`, `frame.a`, `split(MOVE, action)`, `decode(Move, action)[1]`, `action - MOVE.first`, `MOVE[0]`.
    """
    if isinstance(node, ast.Attribute):
        return node.attr in ("frames", "a", "b", "c", "d")
    if isinstance(node, ast.ImportFrom):
        return node.module == "wartable.core.actions" and "split" in {one.name for one in node.names}
    if isinstance(node, ast.Subscript):
        decoded = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in ("decode", "fields")
        return decoded or (is_family(node.value) and isinstance(node.slice, ast.Constant))
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            return ast.unparse(node.left) == "action"
        is_rest = isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Name)
        start = node.right if is_rest and isinstance(node.right, ast.Attribute) else None
        return start is not None and start.attr == "first" and is_family(start.value)
    return False


def test_decisions_and_actions_are_read_by_name(each_game: Game):
    assert read_by_place(each_game.folder.rglob("*.py")) == []


def test_new_games_read_decisions_and_actions_by_name():
    files = list(TEMPLATES.rglob("*.py.txt"))
    assert len(files) > 20
    assert read_by_place(files) == []


@pytest.mark.parametrize(
    "written",
    [
        "s.head.frames[s.head.depth - 1].due",
        "top(s, AnyFrame).a",
        "from wartable.core.actions import encode, split",
        "decode(Move, action)[1]",
        "action - MOVE.first",
        "action - actions.MOVE.first",
        "MOVE[0]",
        "action // 4 % 8",
    ],
)
def test_reading_by_place_is_noticed(written: str):
    assert any(by_place(node) for node in ast.walk(ast.parse(written)))


def test_every_action_has_its_page(each_game: Game):
    for name, family in each_game.families.items():
        page = each_game.decisions.page(family.first)
        assert page is not None and page.name == name
        assert page.module.__doc__, f"{name} says which rules it is about"
