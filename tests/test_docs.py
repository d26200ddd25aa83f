"""Documents that cannot rot: what they say is checked against the program."""

import doctest
import re

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
