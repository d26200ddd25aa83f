"""The layout of components on paper: in bands of one size, each with crop marks, backs mirrored.

Lengths are millimetres from the upper left corner of a page. All pages are upright, so that "flip on the long edge" is
always right: sideways pieces are turned one way on the front and the other way on the back.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from wartable.core.component import Component, Size
from wartable.errors import WartableError

PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
BLEED = 3.0
"""How far a background extends beyond the cutting edge."""
MARK, CLEAR = 4.0, 1.0
"""The length of a crop mark, and its distance from what is printed."""
SIDE, HEAD, FOOT = 2.0, 4.0, 6.0
"""The white margins at the sides and the top of a page, and the height of the line at its foot."""


class Piece(NamedTuple):
    """A component to cut out, or a part of one that is larger than the paper."""

    component: Component
    size: Size
    left: float = 0
    top: float = 0
    part: str = ""

    @property
    def look(self) -> tuple[object, ...]:
        """Pieces with the same look are in one band."""
        return self.size, self.component.form, bool(self.component.back)


class Placed(NamedTuple):
    """A piece with its centre on the page and its clockwise rotation in degrees."""

    piece: Piece
    x: float
    y: float
    turn: int


@dataclass
class Band:
    """Rows of pieces of one size."""

    placed: list[Placed] = field(default_factory=list)
    width: float = 0
    height: float = 0

    @property
    def across(self) -> list[float]:
        """The vertical cuts."""
        return _edges(self.width, (one.x for one in self.placed))

    @property
    def down(self) -> list[float]:
        """The horizontal cuts."""
        return _edges(self.height, (one.y for one in self.placed))


@dataclass
class Sheet:
    """A sheet of paper with bands on it."""

    paper: Size
    bleed: float
    bands: list[Band] = field(default_factory=list)

    @property
    def placed(self) -> list[Placed]:
        return [one for band in self.bands for one in band.placed]

    @property
    def has_back(self) -> bool:
        return any(one.piece.component.back for one in self.placed)

    @property
    def trim(self) -> tuple[float, float, float, float]:
        """The rectangle around everything that is cut out: left, top, right, bottom."""
        across = [x for band in self.bands for x in band.across]
        down = [y for band in self.bands for y in band.down]
        return min(across), min(down), max(across), max(down)

    @property
    def marks(self) -> list[tuple[float, float, float, float]]:
        """The crop marks as lines: above, below and on both sides of each band, outside its bleed."""
        off, found = self.bleed + CLEAR, []
        for band in self.bands:
            across, down = band.across, band.down
            for x in across:
                found += [(x, down[0] - off - MARK, x, down[0] - off), (x, down[-1] + off, x, down[-1] + off + MARK)]
            for y in down:
                found += [
                    (across[0] - off - MARK, y, across[0] - off, y),
                    (across[-1] + off, y, across[-1] + off + MARK, y),
                ]
        return found

    def mirrored(self, placed: Placed) -> Placed:
        """The position of the back of a piece."""
        return placed._replace(x=self.paper.width - placed.x, turn=-placed.turn % 360)


def _edges(size: float, middles: Iterable[float]) -> list[float]:
    return sorted({round(middle + side * size / 2, 4) for middle in middles for side in (-1, 1)})


def lay_out(components: Sequence[Component], paper: Size, bleed: float) -> list[Sheet]:
    """All copies of every component, those with backs first."""
    pieces = [piece for one in components if not one.is_brought for piece in _pieces(one, paper, bleed)]
    places: dict[tuple[object, ...], int] = {}
    for piece in pieces:
        places.setdefault(piece.look, len(places))
    # Large ones first: small ones fill what they leave.
    pieces.sort(key=lambda piece: (not piece.component.back, -math.prod(piece.size), places[piece.look]))
    sheets: list[Sheet] = []
    for _, alike in groupby(pieces, lambda piece: piece.look):
        _add_band(sheets, list(alike), paper, bleed)
    return sheets


def room_on(paper: Size, bleed: float) -> Size:
    """The area of a page that can be cut out."""
    margin = bleed + CLEAR + MARK
    return Size(paper.width - 2 * margin - 2 * SIDE, paper.height - 2 * margin - HEAD - FOOT)


def _pieces(component: Component, paper: Size, bleed: float) -> Iterator[Piece]:
    """All copies of a component; in parts if the paper is too small."""
    room, size = room_on(paper, bleed), component.size
    ways = [_parts(size, room), _parts(size, Size(room.height, room.width))]
    columns, rows = min(ways, key=lambda way: way[0] * way[1])
    part = Size(size.width / columns, size.height / rows)
    for _ in range(component.count):
        for number in range(columns * rows):
            x, y = number % columns, number // columns
            words = f"part {number + 1} of {columns * rows}" if columns * rows > 1 else ""
            yield Piece(component, part, x * part.width, y * part.height, words)


def _parts(size: Size, room: Size) -> tuple[int, int]:
    return math.ceil(size.width / room.width - 1e-6), math.ceil(size.height / room.height - 1e-6)


def _add_band(sheets: list[Sheet], pieces: list[Piece], paper: Size, bleed: float) -> None:
    """Place pieces of one size below what is on the last sheet, then on new sheets."""
    room, gap, upright = room_on(paper, bleed), 2 * bleed, pieces[0].size
    while pieces:
        sheet = sheets[-1] if sheets else None
        free = _free(sheet, room, bleed) if sheet and sheet.has_back == bool(pieces[0].component.back) else 0.0
        turn, columns, rows = _fit(upright, Size(room.width, free), gap, len(pieces))
        if not columns * rows:
            sheets.append(Sheet(paper, bleed))
            free = room.height
            turn, columns, rows = _fit(upright, room, gap, len(pieces))
        if not columns * rows:
            raise WartableError(f"{pieces[0].component.name} does not fit on the paper")
        size = Size(upright.height, upright.width) if turn else upright
        taken, pieces = pieces[: columns * rows], pieces[columns * rows :]
        columns = min(columns, len(taken))
        left = (paper.width - columns * (size.width + gap) + gap) / 2
        top = HEAD + bleed + CLEAR + MARK + room.height - free
        placed = [
            Placed(
                piece,
                left + (number % columns) * (size.width + gap) + size.width / 2,
                top + number // columns * (size.height + gap) + size.height / 2,
                turn,
            )
            for number, piece in enumerate(taken)
        ]
        sheets[-1].bands.append(Band(placed, *size))


def _free(sheet: Sheet, room: Size, bleed: float) -> float:
    """The height available for a band below those of a sheet, including the marks of both."""
    margin = bleed + CLEAR + MARK
    return room.height - (sheet.trim[3] - HEAD - margin) - 2 * margin


def _fit(size: Size, room: Size, gap: float, count: int) -> tuple[int, int, int]:
    """The number of columns and rows that fit, upright (0) or turned (90), whichever holds more."""
    ways = []
    for turn, width, height in ((0, size.width, size.height), (90, size.height, size.width)):
        columns = int((room.width + gap) / (width + gap) + 1e-6)
        rows = int((room.height + gap) / (height + gap) + 1e-6) if room.height > 0 else 0
        ways.append((min(count, columns * rows), -turn, columns, rows))
    _, turned, columns, rows = max(ways)
    return -turned, columns, rows
