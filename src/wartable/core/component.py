"""Components: the contents of a game's box, for printing.

A game may have `components(box, data)`, which lists each component with its size in millimetres, its number, and the
rule that says so. Faces are things, as on the table, centred at 0, 0; one millimetre is `UNIT` pixels.

    Component("step", "planning cards", "Step", 9, 107, CARD, (printed_card(CARD, text="Step", icon="walk"),), DECK)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Unpack

from wartable.drawing.layout import Area, Look
from wartable.drawing.lettering import marked, measured, rich, text
from wartable.drawing.scene import Thing

UNIT = 10 / 3
"""Pixels for each millimetre: text of height 14 is printed at 12 points."""
BORDER = 2.5
"""The distance between the content of a printed card and its edge, in millimetres."""


class Size(NamedTuple):
    """The size of a component after cutting, in millimetres."""

    width: float
    height: float

    @property
    def area(self) -> Area:
        """The whole face, centred at 0, 0."""
        return Area.around(0, 0, self.width * UNIT, self.height * UNIT)

    @property
    def inside(self) -> Area:
        """The face without its border."""
        return self.area.inset(BORDER * UNIT)


CARD, LAND = Size(63, 88), Size(88, 63)
"""A standard card, upright and on its side."""
SHEET = Size(190, 250)
"""The largest board that fits on one sheet of both A4 and Letter."""
NOTHING = Size(0, 0)
Face = tuple[Thing, ...]
Form = Literal["rect", "circle", "hex"]


@dataclass(frozen=True)
class Component:
    """A kind of component: `count` pieces, as `rule` says.

    `kind` is its name in the list of contents. A component without a `front`, such as a die, cannot be made of paper:
    the list says that players bring it. A `supply` has no number in the rules, so `count` is a suggestion. `ground` is
    the colour that continues beyond the edge, so that an inexact cut shows no white.
    """

    id: str
    kind: str
    name: str
    count: int
    rule: int
    size: Size = NOTHING
    front: Face = ()
    back: Face = ()
    form: Form = "rect"
    ground: str = "brass"
    supply: bool = False

    @property
    def is_brought(self) -> bool:
        """Whether players have to bring it."""
        return not self.front


def printed_card(size: Size, id: str = "card", **look: Unpack[Look]) -> Face:
    """The face of a card: the card of the table, at print size."""
    return (size.inside.thing(id, "card", **look),)


def printed_back(size: Size, icon: str, words: str = "", seat: int | None = None) -> Face:
    """The back of a card, the same for its whole deck."""
    return printed_card(size, "back", icon=icon, text=words, seat=seat, states=("back",))


def drawn(size: Size, art: str, scale: float = 1.0) -> Face:
    """A face from the game's own SVG, centred at 0, 0."""
    scaled = art if scale == 1 else f'<g transform="scale({scale:.4f})">{art}</g>'
    return (size.area.thing("art", "art", art=scaled),)


def ledger(area: Area, id: str, heading: str, rows: Sequence[Sequence[str]], size: float = 13) -> Thing:
    """A printed table: a heading over rows of text; the first column is wide, the others fit their contents."""
    width, height = area.size
    step, columns = size * 1.5, max(map(len, rows), default=1)
    widths = [max(measured(row[n], size) for row in rows if n < len(row)) + 12 for n in range(columns)]
    widths[0] = max(widths[0], width - 12 - sum(widths[1:]))
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"'
    drawn = [f'<rect {frame} fill="var(--panel)" stroke="var(--edge)" stroke-width="1.2"/>']
    y = (size * 1.7 if heading else 2) - height / 2
    named = text(heading, 8 - width / 2, y, size * 1.2, "var(--ink)", "start", 700)
    drawn.append(marked(named, 'font-family="var(--title-face)"'))
    for number, row in enumerate(rows):
        y += step
        if number % 2 == 0:
            at = f'x="{4 - width / 2:.1f}" y="{y - step * 0.74:.1f}" width="{width - 8:.1f}" height="{step:.1f}"'
            drawn.append(f'<rect {at} fill="var(--table)" rx="3"/>')
        x = 8 - width / 2
        for words, room in zip(row, widths, strict=False):
            drawn.append(rich(words, x, y, size, "var(--ink)", "start"))
            x += room
    return area.thing(id, "art", art="".join(drawn))


def headline(area: Area, words: str, size: float, colour: str = "ink") -> Thing:
    """The name of a board, in the title typeface."""
    named = text(words, 0, size * 0.36, size, f"var(--{colour})", weight=700)
    return area.thing("headline", "art", art=marked(named, 'font-family="var(--title-face)"'))


def framed(area: Area, edge: str = "edge") -> Thing:
    """The background of a board, within its border."""
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8"'
    drawn = f'<rect {frame} fill="var(--panel)" stroke="var(--{edge})" stroke-width="1.6"/>'
    return area.thing("ground", "art", art=drawn, layer=-1)


def field(area: Area, id: str, words: str = "", size: float = 13) -> Thing:
    """A frame to place or write something in, with its name at the upper edge."""
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5"'
    name = text(words, 6 - width / 2, size + 3 - height / 2, size, "var(--soft)", "start") if words else ""
    return area.thing(
        id, "art", art=f'<rect {frame} fill="var(--paper)" stroke="var(--edge)" stroke-width="1.3"/>{name}'
    )


def bring(id: str, name: str, count: int, rule: int) -> Component:
    """A component that is not made of paper."""
    return Component(id, "to bring", name, count, rule)
