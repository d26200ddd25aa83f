"""Texts of a game with players' names, made safe to print."""

import unicodedata
from collections.abc import Sequence
from string import Formatter

from wartable.drawing.tints import untinted

LONGEST = 24
_UNSAFE = ("C", "Zl", "Zp")


def clean(text: str) -> str:
    """The text without terminal control characters: a save or a map may come from a stranger."""
    if text.isprintable():
        return text
    return "".join(sign if sign == "\n" or not unicodedata.category(sign).startswith(_UNSAFE) else "?" for sign in text)


def short_name(name: str) -> str:
    """A player's name for display: on one line, and short enough for a column."""
    tidy = " ".join(clean(name).split()) or "?"
    return tidy if len(tidy) <= LONGEST else tidy[: LONGEST - 1] + "…"


def pieces(text: str, names: Sequence[str]) -> list[tuple[str, int | None]]:
    """The text in pieces, each with the seat whose name it is: `{0}` stands for the name of seat 0."""
    found: list[tuple[str, int | None]] = []
    try:
        for literal, field, spec, _ in Formatter().parse(text):
            if literal:
                found.append((clean(literal), None))
            if field is not None:
                found.append((format(names[int(field)], spec or ""), int(field)))
    except (ValueError, IndexError):
        return [(clean(text), None)]
    return found


def named(text: str, names: Sequence[str]) -> str:
    return "".join(stretch for stretch, _ in pieces(untinted(text), names))
