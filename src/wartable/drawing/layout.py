"""Layout: a view decides what is shown and in which order, areas decide where.

An `Area` is a rectangle of a panel. It is divided into rows, columns or a grid, and each part is filled with a thing:

    name, stock, hand = Area.of(panel).inset(8).rows(24, 30, 0, gap=6)
    yield name.text(f"name-{seat}", f"{{{seat}}}", 20, seat=seat)
    yield from (part.thing(...) for part in hand.row(len(cards), most=90))

Further functions make common parts: buttons, amounts with a sign, legends, squares with names.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypedDict, Unpack

from wartable.languages import worded

from .lettering import text
from .scene import HEIGHT, WIDTH, Cell, Kind, Mark, Panel, Shape, Thing


class Look(TypedDict, total=False):
    """The fields of a thing other than its id, its kind and its place."""

    icon: str
    seat: int | None
    turn: float | None
    states: tuple[Mark, ...]
    text: str
    lines: tuple[str, ...]
    costs: tuple[str, ...]
    art: str
    shape: Shape
    tint: str
    label: str
    layer: int
    aside: bool
    focal: bool
    stock: str


class Area(NamedTuple):
    """A part of a panel: its left and upper edge, and its size."""

    x: float
    y: float
    width: float
    height: float
    panel: str = "board"

    @classmethod
    def of(cls, panel: Panel) -> "Area":
        """The whole panel."""
        return cls(0, 0, panel.width, panel.height, panel.id)

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float, panel: str = "board") -> "Area":
        """The area with this centre."""
        return cls(x - width / 2, y - height / 2, width, height, panel)

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    def thing(self, id: str, kind: Kind, **look: Unpack[Look]) -> Thing:
        """A thing that fills the area."""
        x, y, width, height, panel = self
        return Thing(id, kind, x + width / 2, y + height / 2, width, height, panel, **look)

    def text(self, id: str, words: str, size: float = 14, **look: Unpack[Look]) -> Thing:
        """Text of this size in the middle of the area, or from its left or right end."""
        x, y, width, height, panel = self
        look["text"] = words
        return Thing(id, "text", x + width / 2, y + height / 2, width, size, panel, **look)

    def cell(self, fresh: bool = True, loose: bool = False, lasting: bool = False, phone: str = "") -> Cell:
        """A piece that a phone keeps together."""
        return Cell(*self[:4], fresh=fresh, loose=loose, lasting=lasting, phone=phone)

    def inset(self, across: float, down: float | None = None) -> "Area":
        """The area within a margin."""
        x, y, width, height, panel = self
        down = across if down is None else down
        return Area(x + across, y + down, width - 2 * across, height - 2 * down, panel)

    def moved(self, across: float, down: float) -> "Area":
        x, y, width, height, panel = self
        return Area(x + across, y + down, width, height, panel)

    def sized(self, width: float, height: float) -> "Area":
        """An area of this size in the middle of this one."""
        x, y = self.x + (self.width - width) / 2, self.y + (self.height - height) / 2
        return Area(x, y, width, height, self.panel)

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def rows(self, *heights: float, gap: float = 0) -> "tuple[Area, ...]":
        """Rows of these heights, top to bottom; a row of height 0 gets the remaining height."""
        y, found = self.y, []
        rest = self.height - sum(heights) - gap * (len(heights) - 1)
        for height in heights:
            found.append(Area(self.x, y, self.width, height or rest, self.panel))
            y += (height or rest) + gap
        return tuple(found)

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def columns(self, *widths: float, gap: float = 0) -> "tuple[Area, ...]":
        """Columns of these widths, left to right; a column of width 0 gets the remaining width."""
        x, found = self.x, []
        rest = self.width - sum(widths) - gap * (len(widths) - 1)
        for width in widths:
            found.append(Area(x, self.y, width or rest, self.height, self.panel))
            x += (width or rest) + gap
        return tuple(found)

    def stack(self, count: int, gap: float = 0) -> "tuple[Area, ...]":
        """This number of equal rows."""
        return self.grid(count, 1, gap)

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def grid(self, count: int, columns: int, gap: float = 0, rows: int = 0) -> "tuple[Area, ...]":
        """Places for this number of things in reading order, in equal columns and as many equal rows as needed."""
        columns, rows = max(columns, 1), max(rows or -(-count // max(columns, 1)), 1)
        wide, high = (self.width + gap) / columns, (self.height + gap) / rows
        return tuple(
            Area(self.x + n % columns * wide, self.y + n // columns * high, wide - gap, high - gap, self.panel)
            for n in range(count)
        )

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def row(self, count: int, most: float = 1e9, gap: float = 0, pack: float = 0.5) -> "tuple[Area, ...]":
        """This number of places side by side, each at most `most` wide, centred (or, with `pack` 0, from the left)."""
        step = min(most, (self.width + gap) / max(count, 1))
        x = self.x + (self.width + gap - step * count) * pack
        return tuple(Area(x + step * n, self.y, step - gap, self.height, self.panel) for n in range(count))

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def fan(self, count: int, width: float, most: float, pack: float = 0.0) -> "tuple[Area, ...]":
        """This number of places of one width, at most `most` apart; they overlap if there is not enough room."""
        step = min(most, (self.width - width) / max(1, count - 1))
        x = self.x + (self.width - width - step * (count - 1)) * pack
        return tuple(Area(x + step * n, self.y, width, self.height, self.panel) for n in range(count))

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def squares(self, count: int, most: float) -> "tuple[Area, ...]":
        """This number of squares, as large as possible, in lines of about equal length around the middle."""
        sizes = ((min(most, self.width / n, self.height / -(-count // n)), n) for n in range(1, count + 1))
        size, per_line = max(sizes, default=(most, 1))
        return self.lines(count, size, -(-count // -(-count // per_line)) if count else 1)

    @lru_cache(maxsize=4_000)  # noqa: B019, areas are values
    def lines(self, count: int, size: float, per_line: int) -> "tuple[Area, ...]":
        """This number of squares of a size, in centred lines of a given length."""
        x, y = self.middle
        lines, found = -(-count // per_line), []
        for n in range(count):
            here = min(per_line, count - n // per_line * per_line)
            left, top = x + (n % per_line - here / 2) * size, y + (n // per_line - lines / 2) * size
            found.append(Area(round(left, 1), round(top, 1), size, size, self.panel))
        return tuple(found)

    def as_panel(
        self, id: str, backdrop: str = "", dense: bool = False, phone: str = "", cells: tuple[Cell, ...] = ()
    ) -> Panel:
        """A panel in this part of the table."""
        return Panel(id, "", *self[:4], backdrop, dense=dense, phone=phone, cells=cells)


TABLE = Area(3, 3, WIDTH - 6, HEIGHT - 6, "")
"""The whole table, within its margin."""


def beside(id: str, about: Area, width: float, height: float, phone: str = "bar") -> Panel:
    """A panel without a frame for the answers to a question: over the middle of what it is about, within the table.

    `about` is an area of the table. A phone does not cover it, and shows the answers where `phone` says.
    """
    x, y = (
        min(max(middle - size / 2, start), start + room - size)
        for middle, size, start, room in zip(about.middle, (width, height), TABLE[:2], TABLE.size, strict=True)
    )
    return Panel(id, "", x, y, width, height, framed=False, phone=phone)


def button(area: Area, id: str, words: str, about: str = "", **look: Unpack[Look]) -> Thing:
    """A button; its context is its small print."""
    plain: Look = {
        "states": ("edged",),
        "tint": "panel",
        "label": worded("{words}. {about}", words=words, about=about) if about else words,
    }
    look["text"], look["lines"] = words, (about,) if about else ()
    return area.thing(id, "space", **(plain | look))


def amounts(areas: Iterable[Area], entries: Iterable[tuple[str, Look]]) -> Iterator[Thing]:
    """A ledger: signs with numbers, each in its place."""
    return (area.thing(id, "icon", **look) for area, (id, look) in zip(areas, entries, strict=False))


def legend(areas: Sequence[Area], stem: str, entries: Iterable[tuple[str, str, str, str]]) -> Iterator[Thing]:
    """A legend of signs and backgrounds: a picture, a name and a sentence in each area; entries are id, name, words,
    art.
    """
    for area, (id, name, words, art) in zip(areas, entries, strict=True):
        label = worded("{name}: {words}", name=name, words=words)
        yield area.thing(
            f"{stem}-{id}", "space", tint="panel", states=("thumb",), text=name, lines=(words,), label=label
        )
        picture = area.columns(80, 0)[0].sized(area.height - 14, area.height - 14)
        yield picture.thing(f"{stem}-{id}-map", "art", art=art, layer=1, aside=True)


def backs(areas: Sequence[Area], stem: str, **look: Unpack[Look]) -> Iterator[Thing]:
    """Face-down cards, numbered from 1."""
    look["states"] = ("back",)
    return (area.thing(f"{stem}-{number}", "card", **look) for number, area in enumerate(areas, 1))


class Squares:
    """A board of squares in an area, with a1 at the lower left; `turned` shows it from the other side.

    Squares are numbered from a1 along the rows. A rim around them has the names of columns and rows.
    """

    def __init__(
        self, area: Area, columns: int, rows: int, turned: bool = False, rim: float = 28, most: float = 1e9
    ) -> None:
        self.columns, self.rows, self.turned, self.rim = columns, rows, turned, rim
        self.cell = min((area.width - 2 * rim) / columns, (area.height - 2 * rim) / rows, most)
        x, y = area.middle
        self.left, self.top = x - self.cell * columns / 2, y - self.cell * rows / 2

    def middle(self, square: int) -> tuple[float, float]:
        column, row = square % self.columns, square // self.columns
        if self.turned:
            column, row = self.columns - 1 - column, self.rows - 1 - row
        return self.left + (column + 0.5) * self.cell, self.top + (self.rows - row - 0.5) * self.cell

    def area(self, square: int, size: float) -> Area:
        """The middle part of a square."""
        return Area.around(*self.middle(square), size, size)

    def names(self, size: float = 16, colour: str = "var(--soft)", weight: int = 400) -> str:
        """The names of columns and rows, for the backdrop."""
        down = size * 0.36
        foot = self.top + self.cell * self.rows + self.rim / 2 + down
        columns = (text(chr(97 + n), self.middle(n)[0], foot, size, colour, weight=weight) for n in range(self.columns))
        rows = (
            text(str(n + 1), self.left - self.rim / 2, self.middle(n * self.columns)[1] + down, size, colour, "middle",
                 weight)
            for n in range(self.rows)
        )  # fmt: skip
        return "".join((*columns, *rows))
