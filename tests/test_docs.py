"""Documents that cannot rot: what they say is checked against the program."""

import ast
import doctest
import re
from importlib import import_module
from typing import Any

import pytest

from .conftest import ROOT


def test_options_are_in_the_rules(each_game):
    """Every option stands in the table of RULES.md, with its default first."""
    table = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", each_game.rulebook.source, re.MULTILINE))
    assert set(table) == {option.name for option in each_game.options}
    for option in each_game.options:
        first = {True: "on", False: "off"}.get(option.first, str(option.first))
        cell = table[option.name].replace("`", "")
        assert re.match(rf"{re.escape(first)}\b", cell), f"{option.name}: the default {first} comes first, not {cell}"


def test_rules_are_numbered_in_order(each_game):
    for chapter in each_game.rulebook.chapters:
        numbers = [rule.number for rule in chapter.rules]
        assert numbers == [chapter.number * 100 + item for item in range(1, len(numbers) + 1)]


def test_the_changelog_has_the_version():
    import wartable

    assert f"## {wartable.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_links_in_documents_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not target.startswith(("http:", "https:", "mailto:")):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_examples_in_the_readme_are_true():
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried >= 5
    assert failed == 0


def blocks(page: str) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/bots.md", "docs/learning.md"])
def test_examples_run_one_after_the_other(page, capsys):
    known: dict[str, Any] = {}
    for number, block in enumerate(blocks(page)):
        exec(compile(block, f"{page}, example {number + 1}", "exec"), known)
    assert known["wartable"].__name__ == "wartable", "the common things need no deeper import"


@pytest.mark.parametrize("page", ["docs/games.md", "docs/lab.md"])
def test_what_parts_of_games_import_exists(page):
    """These examples are parts of a game, and no program: they can be read, and what they import is there."""
    assert blocks(page)
    for block in blocks(page):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                module = import_module(node.module)
                assert all(hasattr(module, name.name) for name in node.names), f"{page}: {ast.unparse(node)}"


def test_no_other_page_has_examples_that_nobody_runs():
    run = {"README.md", "docs/bots.md", "docs/first_game.md", "docs/games.md", "docs/lab.md", "docs/learning.md"}
    pages = [path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]]
    assert {page for page in pages if blocks(page)} <= run


def test_the_table_of_the_front_door_runs(tmp_path, monkeypatch, capsys):
    """Every cell of the first column of docs/python.md, one after the other."""
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    exec("import wartable", known)
    rows = re.findall(r"^\| [^|]+ \| (`[^|]+`) \|", (ROOT / "docs" / "python.md").read_text("utf-8"), re.MULTILINE)
    cells = [cell for row in rows for cell in re.findall(r"`([^`]+)`", row) if "wartable." in cell or "match" in cell]
    assert len(cells) >= 14
    for cell in cells:
        exec(cell, known)
    assert (tmp_path / "table.png").exists()
    assert capsys.readouterr().out.strip()
