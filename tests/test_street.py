"""The one-way street: core knows no game, games know only core, nobody below is imported from above."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from wartable.core.registry import game_names

from .conftest import ROOT

PACKAGE = ROOT / "src" / "wartable"


def imports(path: Path) -> set[str]:
    """The wartable modules that a file imports, in full."""
    module = ".".join(("wartable", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join(parts[: len(parts) - node.level + 1] + ([base] if base else []))
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("wartable")}


def files(folder: str) -> list[Path]:
    return sorted((PACKAGE / folder).rglob("*.py"))


@pytest.mark.parametrize("path", files("core"), ids=lambda p: p.name)
def test_core_imports_only_core(path):
    assert all(name == "wartable" or name.startswith("wartable.core") for name in imports(path))


@pytest.mark.parametrize("path", files("games"), ids=lambda p: "/".join(p.parts[-2:]))
def test_a_game_imports_only_core_and_itself(path):
    if path.parent.name == "games":
        return
    own = "wartable.games." + path.relative_to(PACKAGE / "games").parts[0]
    for name in imports(path):
        assert name.startswith(("wartable.core", own)) or name == "wartable", f"{path.name} imports {name}"


@pytest.mark.parametrize("name", game_names())
def test_nothing_outside_its_folder_names_a_game(name):
    word = re.compile(rf"\b{name}\b")
    for file, text in _texts_outside_games():
        assert not word.search(text), f"{file} names {name}: {text!r}"


@cache
def _texts_outside_games() -> list[tuple[str, str]]:
    """All texts in the code outside games' folders, but for docstrings; each with its file."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        if (PACKAGE / "games") in path.parents:
            continue
        code = ast.parse(path.read_text("utf-8"))
        docs = {id(node.body[0].value) for node in ast.walk(code) if _has_docstring(node)}
        for node in ast.walk(code):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found.append((path.name, node.value))
    return found


def _has_docstring(node):
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return (
        isinstance(node, holders)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    )


def test_every_game_folder_has_the_same_files():
    wanted = {"RULES.md", "__init__.py", "box.py", "state.py", "actions.py", "refusals.py", "hidden.py", "words.py"}
    wanted |= {"view.py", "judge.py", "data"}
    for name in game_names():
        folder = PACKAGE / "games" / name
        if folder.is_dir():
            there = {path.name for path in folder.iterdir()}
            assert wanted <= there, f"{name} lacks {wanted - there}"
            assert {"rules.py", "rules"} & there
