"""Icons. The package build collects those that the games name into one sheet; without it, letters are drawn.

A game can have icons of its own: `icons/crown.svg` in the folder of the game `low_tricks` is `low-tricks-crown`.
Its world may name figures besides: drawings in colours of their own, which stand where icons do.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from wartable.errors import BadData

SHEET = Path(__file__).resolve().parent.parent / "static" / "icons.json"
GRID = 256.0
"""The grid of the sheet: fine enough for pictures of a hundred pixels and more, and an eighth smaller than the
original.
"""


class Icon(NamedTuple):
    """The outline of an icon, on a square grid of this size."""

    path: str
    grid: float = GRID


_folders: dict[str, Path] = {}
"""The folders of games' own icons, by their prefix."""
_figures: dict[str, str] = {}
FIGURE = 94.0
"""A figure is drawn in a square so wide around 0, 0."""
_USED = re.compile(r'href="#figure-([a-z0-9-]+)"')
_LINE = 'stroke="#17130f" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"'
"""One hand: all figures have the same outline."""
_PATHS = re.compile(r'<path\b[^>]*?\bd="([^"]+)"')
_BOX = re.compile(r'<svg\b[^>]*?\bviewBox="0 0 ([\d.]+) ([\d.]+)"')
_FRAME = "M0 0h512v512H0z"
"""A background that many files have."""


@cache
def sheet() -> dict[str, str]:
    """The path of each icon on its grid, by name; empty in a checkout that has not been built."""
    try:
        loaded: dict[str, str] = json.loads(SHEET.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return loaded


def own_prefix(game: str) -> str:
    """The prefix of a game's own icons."""
    return game.replace("_", "-") + "-"


def add_folder(game: str, folder: Path) -> None:
    """Register a folder of SVG files as a game's own icons, if it exists."""
    _folders[own_prefix(game)] = folder
    find_icon.cache_clear()


def add_figures(drawn: Mapping[str, str]) -> tuple[str, ...]:
    """Let these drawings stand where an icon of their name would, and return the names, for the world of the game."""
    _figures.update(drawn)
    return tuple(drawn)


def is_drawn(name: str) -> bool:
    """Whether an icon or a figure of this name exists."""
    return name in _figures or find_icon(name) is not None


def figures(names: Iterable[str]) -> str:
    """Figures as symbols, to be sent once."""
    return "".join(f'<symbol id="figure-{name}" overflow="visible" {_LINE}>{_figures[name]}</symbol>' for name in names)


def missing_figures(drawn: str) -> str:
    """The figures that a picture refers to and does not have, with those that they are made of."""
    found: dict[str, None] = {}
    wanted = [name for name in _USED.findall(drawn) if f'id="figure-{name}"' not in drawn]
    while wanted:
        name = wanted.pop()
        if name in _figures and name not in found:
            found[name] = None
            wanted += _USED.findall(_figures[name])
    return figures(found)


@cache
def find_icon(name: str) -> Icon | None:
    """The icon of this name, from the sheet or a game's own; None if there is none."""
    path = sheet().get(name)
    if path:
        return Icon(path)
    for prefix, folder in _folders.items():
        file = folder / f"{name.removeprefix(prefix)}.svg"
        if name.startswith(prefix) and re.fullmatch(r"[a-z0-9-]+", file.stem) and file.is_file():
            return read_icon(file)
    return None


def read_icon(file: Path) -> Icon:
    """An icon from an SVG file: all its paths, in one colour."""
    text = file.read_text("utf-8")
    box = _BOX.search(text)
    paths = [path for path in _PATHS.findall(text) if path != _FRAME]
    if not box or box[1] != box[2] or not paths:
        raise BadData(f"icons/{file.name}: an icon is <path> elements in a square viewBox that begins at 0 0")
    return Icon(escape(" ".join(paths)), float(box[1]))


@cache
def drawing(file: Path, width: float) -> str:
    """An SVG file of the game as `art` of a thing: of this width, centred at 0, 0, in its own colours or
    the theme's.
    """
    text = file.read_text("utf-8")
    box = _BOX.search(text)
    if not box:
        raise BadData(f"{file.name}: a drawing has a viewBox that begins at 0 0")
    inside = text[text.index(">", box.end()) + 1 : text.rindex("</svg>")]
    height = width * float(box[2]) / float(box[1])
    return (
        f'<svg x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {box[1]} {box[2]}">{inside}</svg>'
    )


def draw_icon(name: str, size: float, colour: str) -> str:
    """The icon centred at 0, 0; unknown names are drawn as their first letters."""
    if name in _figures:
        return f'<use href="#figure-{name}" transform="scale({size / FIGURE:.4f})"/>'
    icon = find_icon(name)
    if icon:
        scale = size / icon.grid
        return (
            f'<path d="{icon.path}" fill="{colour}" transform="translate({-size / 2:.1f} {-size / 2:.1f}) '
            f'scale({scale:.4f})"/>'
        )
    letters = "".join(word[0] for word in name.split("-")[:2]).upper() if "-" in name else name[:2].title()
    return (
        f'<text y="{size * 0.2:.1f}" font-size="{size * 0.56:.1f}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{letters}</text>'
    )
