"""Scenes: a backdrop and things, the one form in which a table is shown.

A scene has panels (the board first), each with a backdrop that never changes during a match, and things that
stand on the panels. A thing keeps its id for as long as it is the same piece, so that a client can move it
instead of drawing the scene again. Coordinates are pixels of a small laptop's screen below the bar of a table, so
that what is written 13 high can be read there; larger screens enlarge everything. A panel's own coordinates begin at
its upper left corner.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from .theme import PLAIN, World

WIDTH, HEIGHT = 1366, 720

Kind = Literal["token", "card", "cube", "die", "icon", "text", "space", "bar", "pips", "art"]
"""How a thing is drawn."""
Shape = Literal["rect", "circle", "square", "hex", "left", "right"]
"""The ring around a thing, or the end at which a text begins."""
CardMark = Literal["back", "raised", "inset", "thumb", "crest", "plain", "pictured"]
Mark = Literal[CardMark, "damaged", "spent", "protected", "rank", "main", "edged", "strong", "number"]
"""A state that changes the look of a thing."""


class Id(str):
    """The id of a thing as a value: what it is, and which one. `Id("metal", 0, 3)` is the text `metal-0-3`.

    `Id.read(text).parts` is `("metal", 0, 3)`, to be matched: `case "metal", int(seat), int(slot)`.
    """

    __slots__ = ()

    def __new__(cls, what: str, *which: str | int) -> "Id":
        return str.__new__(cls, "-".join((what, *map(str, which))))

    @classmethod
    def read(cls, text: str) -> "Id":
        """The id that a text is."""
        return str.__new__(cls, text)

    @property
    def what(self) -> str:
        """What kind of thing it is: `metal` of `metal-0-3`."""
        return self.partition("-")[0]

    @property
    def name(self) -> str:
        """Which one, as one text: `lost-city` of `land-lost-city`."""
        return self.partition("-")[2]

    @property
    def parts(self) -> tuple[str | int, ...]:
        """What it is and which one, numbers as ints."""
        return tuple(int(part) if part.isdecimal() else part for part in self.split("-"))


@dataclass(frozen=True)
class Cell:
    """A piece of a panel that a phone keeps together: cells flow in rows as wide as the screen, read line by line.

    `fresh` begins a new run of cells, which have one size. In a `loose` cell each thing flows by itself. A cell ends
    where its lowest thing ends, and is left out where nothing stands in it, unless it is `lasting`: something is drawn
    there on the backdrop. `phone` is where it lies, as for a panel.
    """

    x: float
    y: float
    width: float
    height: float
    fresh: bool = False
    loose: bool = False
    lasting: bool = False
    phone: str = ""


@dataclass(frozen=True)
class Panel:
    """A part of the table. `backdrop` is an SVG fragment that uses theme colours as `var(--name)`.

    A phone shows the whole first panel and enlarges its few texts; where it is `dense`, full of small print or small
    pieces, it is drawn as large as on a laptop and moved with a finger. A scene is made for a phone where a panel says
    in `phone` where it lies there: in the `column` that is scrolled, in the `hand` below it, or its things are buttons
    of the `bar`; a first panel that is not asked about now is a low `strip` of the column. Its panels are as wide as
    the screen and as high as what stands on them; `cells` are its pieces.
    """

    id: str
    title: str
    x: float
    y: float
    width: float
    height: float
    backdrop: str = ""
    framed: bool = True
    dense: bool = False
    phone: str = ""
    cells: tuple[Cell, ...] = ()


class Thing(NamedTuple):
    """Something on a panel, centred at x, y.

    `kind` is how it is drawn: token, card, cube, die, icon, text, space, bar, pips, art. `icon` names an icon, `seat`
    its owner (colour and shape), `turn` the way it faces in degrees clockwise from up. `states` are words that change
    its look: damaged, spent, protected, rank (the second), back (face down), raised, inset or thumb (room for a wide or
    a small picture at the left), crest (a card with a small icon beside its title), plain (a title or a name in the
    face for text), pictured (a card whose picture is its `art`, 100 wide and high around 0, 0), main (the answer that
    stands out where nearly everything can be touched). `text` is drawn. `lines` are the
    small print of a card or button, where `[name]` is an icon of the world's signs. `costs` are the seals in a card's
    corner ("coin 3", "lens 1"). `label` says it all to a screen reader. `art` is SVG around 0, 0 that the game draws
    itself, in theme variables: alone (kind art, and a token without an icon), or below what the kind draws. `shape` is
    that of the ring around it: rect, circle, square or hex; where a text begins, left or right. What is `aside` fills
    room that is there, and is left out of a layout made for a phone. Where nothing is asked on a board that is larger
    than its window, the window shows what is `focal`. Pieces of one `stock` are the same ones wherever they stand, on
    the board or beside it: where one goes while another comes on another panel, it has gone there.

    A table has some hundreds of them and draws them anew after every action, so they are tuples, which Python makes
    in a quarter of the time of a frozen dataclass. `thing._replace(x=3)` is one that differs.
    """

    id: str
    kind: Kind
    x: float
    y: float
    width: float = 48
    height: float = 48
    panel: str = "board"
    icon: str = ""
    seat: int | None = None
    turn: float | None = None
    states: tuple[Mark, ...] = ()
    text: str = ""
    lines: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    art: str = ""
    shape: Shape = "rect"
    tint: str = ""
    label: str = ""
    layer: int = 0
    aside: bool = False
    focal: bool = False
    stock: str = ""


@dataclass(frozen=True)
class Scene:
    """A table as panels and the things on them."""

    panels: tuple[Panel, ...]
    things: tuple[Thing, ...]
    width: int = WIDTH
    height: int = HEIGHT
    caption: str = ""
    names: tuple[str, ...] = field(default=())
    world: World = PLAIN

    def __post_init__(self) -> None:
        seen: set[str] = set()
        panels = {panel.id for panel in self.panels}
        for thing in self.things:
            if thing.id in seen:
                raise ValueError(f"two things have the id {thing.id}")
            if thing.panel not in panels:
                raise ValueError(f"{thing.id} stands on the unknown panel {thing.panel}")
            seen.add(thing.id)

    def thing(self, id: str) -> Thing:
        """The thing of that id."""
        return next(thing for thing in self.things if thing.id == id)


def changes(before: Scene, after: Scene) -> tuple[list[tuple[Thing | None, Thing]], list[str]]:
    """How to get from one scene to the next: things as they were (None: new ones) and are, and the ids to remove."""
    old = {thing.id: thing for thing in before.things}
    changed = []
    for thing in after.things:
        known = old.pop(thing.id, None)
        if known is None or (known is not thing and known != thing):
            changed.append((known, thing))
    return changed, list(old)
