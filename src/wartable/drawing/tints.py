"""Colour in text boards: ranges marked with a theme colour, which plain text omits.

A mark consists of private-use characters, so it survives `format` and is no part of the text.
"""

import re
from collections.abc import Iterator

_OPEN, _NAMED, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_OPEN}([a-z0-9-]*){_NAMED}|{_CLOSE}")


def tint(colour: str, text: str) -> str:
    """The text on that theme colour (`forest`, `water`). Tints may be nested."""
    return f"{_OPEN}{colour}{_NAMED}{text}{_CLOSE}"


def own(seat: int, text: str) -> str:
    """The text on the colour of a seat: the seat's pieces."""
    return tint(f"seat{seat}-deep", text)


def untinted(text: str) -> str:
    """The board as plain text."""
    return _MARK.sub("", text)


def stretches(text: str) -> Iterator[tuple[str, str | None]]:
    """The text in ranges, each with the colour of the innermost tint."""
    colours: list[str] = []
    start = 0
    for mark in _MARK.finditer(text):
        if mark.start() > start:
            yield text[start : mark.start()], colours[-1] if colours else None
        start = mark.end()
        if mark[1] is not None:
            colours.append(mark[1])
        elif colours:
            colours.pop()
    if start < len(text):
        yield text[start:], colours[-1] if colours else None
