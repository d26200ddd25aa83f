"""Every rule number is cited by a test, and every citation exists."""

import re
from collections.abc import Iterable
from pathlib import Path

from wartable.core.game import Game


def citations(paths: Iterable[Path], code: str) -> dict[str, str]:
    """The rule names that files cite, each with a file that does. `MT-4.1 to MT-4.3` cites three."""
    found: dict[str, str] = {}
    for path in paths:
        text = path.read_text("utf-8")
        for match in re.finditer(rf"\b{code}-(\d+)\.(\d+)(?: to {code}-\1\.(\d+))?", text):
            chapter, first = int(match[1]), int(match[2])
            for item in range(first, int(match[3] or first) + 1):
                found.setdefault(f"{code}-{chapter}.{item}", path.name)
    return found


def check_citations(game: Game, tests: Path) -> None:
    """Hold RULES.md against a game's tests, and the citations in its tests and sources against RULES.md."""
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
