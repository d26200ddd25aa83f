"""The terms of a game, each explained in one sentence, from `glossary.toml` in its folder.

[[word]]
term = "line of sight"
also = ["lines of sight", "sees"]      # other forms, if any
says = "It runs straight ahead from a Metal to the first Metal in its way."
rule = "MT-4.2"                        # the rule that defines it

[asked]                                # everyday words in which people ask about a rule, for the search
"MT-4.6" = "safe in a forest, hide in the trees"
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from wartable.core.game import Game
from wartable.errors import BadData

from .examples import read_toml


@dataclass(frozen=True)
class Term:
    term: str
    also: tuple[str, ...]
    says: str
    rule: str

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.term, *self.also)


@dataclass(frozen=True)
class Found:
    """A term in a text, and its position."""

    start: int
    end: int
    term: Term


class Glossary:
    """The terms of a game in the order of its file. They match whole words, the longest form first.

    A form that begins with a capital is a name and must match exactly; others match at the start of a sentence too.
    """

    def __init__(self, terms: tuple[Term, ...], asked: Mapping[str, str] | None = None) -> None:
        self.terms = terms
        self.asked = asked or {}

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        return {form: term for term in self.terms for form in term.forms}

    @cached_property
    def pattern(self) -> str:
        """A regular expression that finds a form in a text; empty without terms."""
        forms = sorted(self._by_form, key=lambda form: (-len(form), form))
        return "|".join(_either_case(form) for form in forms)

    def find(self, text: str) -> list[Found]:
        """The terms of a text in order, each at its first occurrence."""
        found: dict[str, Found] = {}
        for match in re.finditer(rf"\b(?:{self.pattern})\b", text) if self.terms else ():
            term = self._by_form.get(match[0]) or self._by_form[match[0][0].lower() + match[0][1:]]
            found.setdefault(term.term, Found(match.start(), match.end(), term))
        return list(found.values())

    def look_up(self, text: str) -> list[Term]:
        """The terms that match what somebody has typed."""
        wanted = text.strip().lower()
        return [term for term in self.terms if wanted in (form.lower() for form in term.forms)]


def _either_case(form: str) -> str:
    first, rest = re.escape(form[0]), re.escape(form[1:])
    return f"{first}{rest}" if not form[0].islower() else f"[{first}{first.upper()}]{rest}"


def load_glossary(game: Game) -> Glossary:
    """The glossary in the game's folder; empty if it has none."""
    return _load(game.folder / "glossary.toml")


@lru_cache(maxsize=64)
def _load(path: Path) -> Glossary:
    if not path.exists():
        return Glossary(())
    try:
        found = read_toml(path)
        return Glossary(
            tuple(
                Term(word["term"], tuple(word.get("also", ())), word["says"], word["rule"]) for word in found["word"]
            ),
            found.get("asked"),
        )
    except (KeyError, TypeError) as error:
        raise BadData(f"{path.name}: a word has a term, says what it is and names a rule ({error})") from None
