"""Checks that every rule number is cited by a test, and that every citation exists."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from wartable.core.game import Game
from wartable.rulebook.rules_page import Rule


def citations(paths: Iterable[Path], code: str) -> dict[str, str]:
    """The rules that files cite, each with one of the files. `MT-4.1 to MT-4.3` cites three."""
    found: dict[str, str] = {}
    for path in paths:
        text = path.read_text("utf-8")
        for match in re.finditer(rf"\b{code}-(\d+)\.(\d+)(?: to {code}-\1\.(\d+))?", text):
            chapter, first = int(match[1]), int(match[2])
            for item in range(first, int(match[3] or first) + 1):
                found.setdefault(f"{code}-{chapter}.{item}", path.name)
    return found


def check_citations(game: Game, tests: Path) -> None:
    """Compare RULES.md with a game's tests, and the citations in its tests and sources with RULES.md."""
    named = [rule.name for chapter in game.rulebook.chapters for rule in chapter.rules]
    assert len(set(named)) == len(named), (
        f"numbers that stand twice: {sorted({n for n in named if named.count(n) > 1})}"
    )
    in_tests = citations(sorted(tests.rglob("*.py")), game.code)
    in_code = citations(sorted(game.folder.rglob("*.py")), game.code)
    missing = [name for name in named if name not in in_tests]
    assert not missing, f"rules that no test cites: {', '.join(missing)}"
    unknown = {name: place for name, place in {**in_code, **in_tests}.items() if name not in named}
    assert not unknown, f"citations of rules that do not exist: {unknown}"


def uncited(game: Game, tests: Path) -> list[tuple[Rule, list[str]]]:
    """The rules that the program, a test or an example does not cite yet, each with what is missing."""
    from wartable.guides.examples import load_examples

    in_tests = citations(sorted(tests.rglob("*.py")), game.code)
    in_code = {*citations(sorted(game.folder.rglob("*.py")), game.code), *_numbers(game), *_in_short(game)}
    examples = load_examples(game)
    unshown = {rule.name for rule in examples.missing}
    found = []
    for rule in game.rulebook.rules.values():
        missing = ["program"] * (rule.name not in in_code) + ["test"] * (rule.name not in in_tests)
        missing += ["example"] * (rule.name in unshown)
        if missing and rule.name not in examples.plain:
            found.append((rule, missing))
    return found


def _numbers(game: Game) -> set[str]:
    """The rules that the code cites by number: 203 is ST-2.3, as in notes and refusals."""
    trees = (ast.parse(path.read_text("utf-8")) for path in game.folder.rglob("*.py"))
    used = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {rule.name for rule in game.rulebook.rules.values() if rule.number in used}


def _in_short(game: Game) -> set[str]:
    """The rules after the first in a list such as `ST-2.2, 9.3, 9.9`."""
    texts = (path.read_text("utf-8") for path in game.folder.rglob("*.py"))
    lists = (found for text in texts for found in re.findall(rf"\b{game.code}-\d+\.\d+((?:, \d+\.\d+)+)", text))
    return {f"{game.code}-{number}" for each in lists for number in each.split(", ")[1:]}
