"""Components: what lies in the box of a game, as it is cut out of paper.

A game may have `components(box, data)`, which gives each one with its size in millimetres, how many there are,
and the rule that says so. Faces are things, as on the table, around 0, 0; `UNIT` pixels are a millimetre.

    Component("step", "planning cards", "Step", 9, 107, CARD, (printed_card(CARD, text="Step", icon="walk"),), DECK)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Unpack

from wartable.drawing.layout import Area, Look
from wartable.drawing.lettering import marked, measured, rich, text
from wartable.drawing.scene import Thing

UNIT = 10 / 3
"""Pixels of a drawing to a millimetre: what is 14 high is printed with letters of 12 points."""
BORDER = 2.5
"""How far a printed card keeps from the edge at which it is cut, in millimetres."""


class Size(NamedTuple):
    """How large a component is once it is cut out, in millimetres."""

    width: float
    height: float

    @property
    def area(self) -> Area:
        """All of a face, around 0, 0."""
        return Area.around(0, 0, self.width * UNIT, self.height * UNIT)

    @property
    def inside(self) -> Area:
        """What is left of it within the border."""
        return self.area.inset(BORDER * UNIT)


CARD, LAND = Size(63, 88), Size(88, 63)
"""A card of the usual size, upright and lying."""
SHEET = Size(190, 250)
"""The largest board that both A4 and Letter hold in one piece."""
NOTHING = Size(0, 0)
Face = tuple[Thing, ...]
Form = Literal["rect", "circle", "hex"]


@dataclass(frozen=True)
class Component:
    """Something in the box: `count` of it, as `rule` says.

    `kind` is what the list of the box calls it. Without `front` it is nothing that paper could be, such as a die: the
    list says that players bring it. What is a `supply` has no number in the rules, and `count` is what we suggest.
    `ground` is the colour that goes on beyond the edge, so that a cut that misses it shows nothing white.
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
    """The face of a card: the card of the table, as large as it is printed."""
    return (size.inside.thing(id, "card", **look),)


def printed_back(size: Size, icon: str, words: str = "", seat: int | None = None) -> Face:
    """The back of a card, the same for all of its deck."""
    return printed_card(size, "back", icon=icon, text=words, seat=seat, states=("back",))


def drawn(size: Size, art: str, scale: float = 1.0) -> Face:
    """A face that the game draws itself, around 0, 0."""
    scaled = art if scale == 1 else f'<g transform="scale({scale:.4f})">{art}</g>'
    return (size.area.thing("art", "art", art=scaled),)


def ledger(area: Area, id: str, heading: str, rows: Sequence[Sequence[str]], size: float = 13) -> Thing:
    """A printed table: a heading over rows of words, the first column wide, the others as wide as they need."""
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
    """The name of a board, in the face for titles."""
    named = text(words, 0, size * 0.36, size, f"var(--{colour})", weight=700)
    return area.thing("headline", "art", art=marked(named, 'font-family="var(--title-face)"'))


def framed(area: Area, edge: str = "edge") -> Thing:
    """The ground of a board within its border."""
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8"'
    drawn = f'<rect {frame} fill="var(--panel)" stroke="var(--{edge})" stroke-width="1.6"/>'
    return area.thing("ground", "art", art=drawn, layer=-1)


def field(area: Area, id: str, words: str = "", size: float = 13) -> Thing:
    """A frame to lay something in or to write in, with its name at its upper edge."""
    width, height = area.size
    frame = f'x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5"'
    name = text(words, 6 - width / 2, size + 3 - height / 2, size, "var(--soft)", "start") if words else ""
    return area.thing(
        id, "art", art=f'<rect {frame} fill="var(--paper)" stroke="var(--edge)" stroke-width="1.3"/>{name}'
    )


def bring(id: str, name: str, count: int, rule: int) -> Component:
    """What is not made of paper."""
    return Component(id, "to bring", name, count, rule)
