"""Documents that cannot rot: what they say is checked against the program."""

import ast
import doctest
import json
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wartable.cli import Parser, make_parser
from wartable.core.registry import all_games

from .conftest import ROOT


def test_rules_are_numbered_in_order(each_game):
    for chapter in each_game.rulebook.chapters:
        numbers = [rule.number for rule in chapter.rules]
        assert numbers == [chapter.number * 100 + item for item in range(1, len(numbers) + 1)]


def test_the_changelog_has_the_version():
    import wartable

    assert f"## {wartable.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_changelog_lists_the_rules_of_the_next_release():
    """Hosts look up which matches go on by earlier rules."""
    now = ", ".join(f"{game.title} {game.version}" for game in sorted(all_games(), key=lambda game: game.title))
    assert f"\n## Unreleased\n\nRules: {now}.\n" in (ROOT / "CHANGELOG.md").read_text()


def test_a_version_in_the_changelog_is_about_a_page():
    """Each line is one sentence for a user; how it was made, and what was measured, is told elsewhere."""
    for version in (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]:
        assert len(version.split()) <= 1200, version.partition("\n")[0]


@pytest.mark.parametrize("page", ["bots", "lab", "learning", "server", "training"])
def test_a_page_for_readers_is_short(page):
    """What was measured and tried has its own pages in docs/research."""
    assert len((ROOT / "docs" / f"{page}.md").read_text("utf-8").split()) <= 1500


def test_documents_name_no_commits():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        found = re.findall(r"\b(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7}\b", page.read_text("utf-8"))
        assert not found, f"{page.name}: {found}"


def test_links_in_documents_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not target.startswith(("http:", "https:", "mailto:")):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_of_a_session_are_true(page):
    failed, tried = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried >= 5
    assert failed == 0


def blocks(page: str) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/bots.md", "docs/learning.md", "docs/reference/errors.md", "docs/text.md"])
def test_examples_run_one_after_the_other(page, capsys):
    known: dict[str, Any] = {}
    for number, block in enumerate(blocks(page)):
        exec(compile(block, f"{page}, example {number + 1}", "exec"), known)
    assert known["wartable"].__name__ == "wartable", "the common things need no deeper import"


PARTS = [
    *(f"docs/{name}.md" for name in ("games", "lab_data", "printing", "secrets", "testing", "views")),
    *(f"docs/reference/{name}.md" for name in ("notes", "records")),
]


@pytest.mark.parametrize("page", PARTS)
def test_what_parts_of_games_import_exists(page):
    """These examples are parts of a game, and no program: they can be read, and what they import is there."""
    assert blocks(page)
    for block in blocks(page):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                module = import_module(node.module)
                assert all(hasattr(module, name.name) for name in node.names), f"{page}: {ast.unparse(node)}"


def test_no_other_page_has_examples_that_nobody_runs():
    named = "README docs/bots docs/first_game docs/learning docs/next_steps docs/python docs/reference/errors"
    named += " docs/rulebook docs/text docs/translating"
    run = {*PARTS, *(f"{name}.md" for name in named.split())}
    pages = [path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]]
    assert {page for page in pages if blocks(page)} <= run


def test_the_notebook_runs(capsys):
    """Every cell of the tour, one after the other."""
    cells = json.loads((ROOT / "examples" / "notebooks" / "tour.ipynb").read_text("utf-8"))["cells"]
    known: dict[str, Any] = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"tour.ipynb, cell {number}", "exec"), known)
    said = capsys.readouterr().out
    assert "MT-3.3: a1 is taken" in said and "who goes first wins" in said
    assert known["match"].is_over and known["match"]._repr_svg_().startswith("<svg")


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


def commands_of(page: Path) -> Iterator[str]:
    """The command lines of a page, in blocks and within sentences, without what explains them."""
    text = page.read_text("utf-8")
    lines = re.findall(r"^(?:[\w/-]*/)?(wartable .+)$", text, re.MULTILINE)
    for line in [*lines, *re.findall(r"`(wartable [^`\n]+)`", text)]:
        yield re.split(r"  +|\s#|\s<\s|`", line)[0]


@pytest.fixture(scope="module")
def parser() -> Parser:
    return make_parser()


PLACEHOLDERS = {"GAME": "metals", "KIND": "plain", "N": "1", "P": "2", "...": ""}


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.stem
)
def test_every_command_in_the_documents_can_be_typed(page, parser, monkeypatch):
    """Its subcommand and its arguments exist; a line within a sentence may leave out the rest."""

    def fail(self: Parser, message: str) -> None:
        if "are required" not in message:
            raise AssertionError(f"{self.prog}: {message}")
        raise SystemExit

    monkeypatch.setattr(Parser, "error", fail)
    for line in commands_of(page):
        words = [PLACEHOLDERS.get(word, word) for word in shlex.split(re.sub(r"[\[\]]", "", line))[1:]]
        try:
            parser.parse_args([word for word in words if word])
        except SystemExit:
            pass  # something that is required is left out, or it is --help
        except AssertionError as error:
            pytest.fail(f"{page.name}: {line}: {error}")


def first_column(page: str, heading: str = "") -> set[str]:
    """The names in the first columns of the tables of a page, or of those below one heading."""
    text = (ROOT / "docs" / "reference" / page).read_text("utf-8")
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0] if heading else text
    cells = re.findall(r"^\| (`[^|]+`) \|", part, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_reference_names_all_kinds_fields_and_states_of_things():
    from wartable.drawing import card_art, draw
    from wartable.drawing.scene import Thing

    assert first_column("things.md") >= set(draw._KINDS)
    assert first_column("things.md", "Fields") == set(Thing._fields)
    source = "".join(Path(file).read_text("utf-8") for file in (draw.__file__, card_art.__file__))
    assert first_column("things.md", "States") == set(re.findall(r'"(\w+)" (?:not )?in thing.states', source))


def test_the_reference_names_all_fields_of_options():
    from wartable.rulebook.options import Option

    assert set(Option.__dataclass_fields__) <= first_column("options.md")


def test_the_reference_names_every_error_with_what_it_means():
    told = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    declared = re.compile(r'^class (\w+)\(WartableError\b[^)]*\):\n    """(.*?)(?:"""|\n\n)', re.MULTILINE | re.DOTALL)
    found = 0
    for path in (ROOT / "src" / "wartable").rglob("*.py"):
        if "server" not in path.parts:
            for name, says in declared.findall(path.read_text("utf-8")):
                first = " ".join(says.split())
                assert re.search(rf"^\| `{name}` \| `[\w.]+` \| {re.escape(first)} \|$", told, re.MULTILINE), name
                found += 1
    assert found > 25


def test_the_guide_for_authors_names_every_hook():
    from dataclasses import fields

    from wartable.core.contract import Metrics, View, Words

    told = set(re.findall(r"^\| `(\w+)", (ROOT / "docs" / "games.md").read_text("utf-8"), re.MULTILINE))
    assert {hook.name for part in (Words, View, Metrics) for hook in fields(part)} <= told
