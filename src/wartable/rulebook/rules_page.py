"""A game's RULES.md, for looking up rules.

A rule is a paragraph that begins with its number in bold: `**MT-3.2** A Metal never ...`. In code a rule is the int
chapter * 100 + item, so MT-3.2 is 302.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wartable.errors import WartableError

_RULE = re.compile(r"^\*\*([A-Z]{2})-(\d{1,2})\.(\d{1,2})\*\*\s+(.*)$")
_CHAPTER = re.compile(r"^##\s+(?:(\d{1,2})\.\s+)?(.*)$")


class UnknownRule(WartableError):
    """There is no rule with that number."""


@dataclass(frozen=True)
class Rule:
    """A numbered rule: 302 is MT-3.2."""

    number: int
    name: str
    text: str


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules."""

    number: int
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game, chapter by chapter."""

    code: str
    source: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def rules(self) -> dict[int, Rule]:
        """All rules by number."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}

    def find(self, name: str) -> Rule:
        """The rule with a name such as `MT-3.2`, `mt3.2` or `3.2`."""
        match = re.fullmatch(r"(?:([A-Za-z]{2})-?)?(\d{1,2})\.(\d{1,2})", name.strip())
        if match and (match[1] or self.code).upper() == self.code:
            rule = self.rules.get(int(match[2]) * 100 + int(match[3]))
            if rule:
                return rule
        raise UnknownRule(f"there is no rule {name}; rules are numbered like {self.code}-3.2")

    def chapter(self, number: int) -> Chapter:
        """The chapter with that number; UnknownRule if there is none."""
        for chapter in self.chapters:
            if chapter.number == number:
                return chapter
        raise UnknownRule(f"there is no chapter {number}")

    @classmethod
    def read(cls, path: Path, code: str) -> "Rulebook":
        """Read RULES.md."""
        source = path.read_text("utf-8")
        chapters: list[tuple[int, str, list[Rule]]] = []
        paragraph: list[str] = []

        def close() -> None:
            match = _RULE.match(" ".join(paragraph))
            if match and chapters:
                if match[1] != code:
                    raise WartableError(f"{path.name}: {match[1]}-{match[2]}.{match[3]} does not begin with {code}")
                number = int(match[2]) * 100 + int(match[3])
                chapters[-1][2].append(Rule(number, f"{code}-{match[2]}.{match[3]}", match[4]))
            paragraph.clear()

        for line in source.splitlines():
            heading = _CHAPTER.match(line)
            if heading:
                close()
                chapters.append((int(heading[1] or 0), heading[2], []))
            elif line.strip():
                if line.startswith("**") and _RULE.match(line):
                    close()
                paragraph.append(line.strip())
            else:
                close()
        close()
        return cls(code, source, tuple(Chapter(number, title, tuple(rules)) for number, title, rules in chapters))
