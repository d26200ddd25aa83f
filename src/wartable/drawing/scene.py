"""Scenes: a backdrop and things, the one form in which a table is shown.

A scene has panels (the board first), each with a backdrop that never changes during a match, and things on the panels.
A thing keeps its id for as long as it is the same piece, so a client can move it instead of redrawing the scene.
Coordinates are pixels of a small laptop's screen below the bar of a table, where text of height 13 is readable; larger
screens scale everything up. A panel's own coordinates begin at its upper left corner.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from .theme import PLAIN, World

WIDTH, HEIGHT = 1366, 720

Kind = Literal["token", "card", "cube", "die", "icon", "text", "space", "bar", "pips", "art"]
"""The kind of drawing."""
Shape = Literal["rect", "circle", "square", "hex", "left", "right"]
"""The outline of a thing, or the end where a text begins."""
CardMark = Literal["back", "raised", "inset", "thumb", "crest", "plain", "pictured"]
Mark = Literal[CardMark, "damaged", "spent", "protected", "rank", "main", "edged", "strong", "number"]
"""A state that changes the look of a thing."""


class Id(str):
    """The id of a thing as a value: its kind, and which one. `Id("metal", 0, 3)` is the text `metal-0-3`.

    `Id.read(text).parts` is `("metal", 0, 3)`, for pattern matching: `case "metal", int(seat), int(slot)`.
    """

    __slots__ = ()

    def __new__(cls, what: str, *which: str | int) -> "Id":
        return str.__new__(cls, "-".join((what, *map(str, which))))

    @classmethod
    def read(cls, text: str) -> "Id":
        """The id in a text."""
        return str.__new__(cls, text)

    @property
    def what(self) -> str:
        """The kind: `metal` of `metal-0-3`."""
        return self.partition("-")[0]

    @property
    def name(self) -> str:
        """The rest, as one text: `lost-city` of `land-lost-city`."""
        return self.partition("-")[2]

    @property
    def parts(self) -> tuple[str | int, ...]:
        """The kind and the rest, with numbers as ints."""
        return tuple(int(part) if part.isdecimal() else part for part in self.split("-"))


@dataclass(frozen=True)
class Cell:
    """A piece of a panel that a phone keeps together: cells flow in rows as wide as the screen, line by line.

    `fresh` begins a new run of cells of one size. In a `loose` cell each thing flows by itself. A cell ends where its
    lowest thing ends, and is left out if it is empty, unless it is `lasting` because the backdrop has a drawing there.
    `phone` is its place, as for a panel.
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

    A phone shows the whole first panel and enlarges its few texts. A `dense` panel, full of small print or small
    pieces, is drawn as large as on a laptop and scrolled with a finger. A scene is made for a phone if a panel gives
    its place in `phone`: in the `column` that scrolls, in the `hand` below it, or as buttons of the `bar`; a first
    panel that is not in use now is a low `strip` of the column. These panels are as wide as the screen and as high as
    their things; `cells` are their pieces.
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
    """An object on a panel, centred at x, y.

    `kind` selects the drawing: token, card, cube, die, icon, text, space, bar, pips, art. `icon` names an icon, `seat`
    its owner (colour and shape), `turn` its facing in degrees clockwise from up. `states` change its look: damaged,
    spent, protected, rank (the second), back (face down), raised, inset or thumb (room for a wide or a small picture on
    the left), crest (a card with a small icon beside its title), plain (a title or a name in the text typeface),
    pictured (a card whose picture is its `art`, 100 by 100 around 0, 0), main (the answer that stands out if nearly
    everything can be touched). `text` is drawn. `lines` are the small print of a card or button; `[name]` is an icon of
    the world's signs. `costs` are the prices in a card's corner ("coin 3", "lens 1"). `label` describes the thing to a
    screen reader. `art` is the game's own SVG around 0, 0, in theme variables: alone (kind art, and a token without an
    icon), or below the drawing of the kind. `shape` is that of the outline: rect, circle, square or hex; or for a text
    its start, left or right. A thing that is `aside` fills spare room and is left out on a phone. If nothing on a board
    larger than its window is asked for, the window shows the `focal` thing. Pieces of one `stock` are interchangeable,
    on the board or beside it: if one disappears while another appears on another panel, it has moved there.

    A table has some hundreds of things and draws them anew after every action, so they are tuples, which Python makes
    in a quarter of the time of a frozen dataclass. `thing._replace(x=3)` makes a changed copy.
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
        """The thing with that id."""
        return next(thing for thing in self.things if thing.id == id)


def said(scene: Scene, say: Callable[[str], str]) -> Scene:
    """The scene with every text as `say` says it."""
    panels = tuple(replace(panel, title=say(panel.title)) for panel in scene.panels)
    things = tuple(
        thing._replace(text=say(thing.text), label=say(thing.label), lines=tuple(map(say, thing.lines)))
        for thing in scene.things
    )
    return replace(scene, panels=panels, things=things, caption=say(scene.caption))


def changes(before: Scene, after: Scene) -> tuple[list[tuple[Thing | None, Thing]], list[str]]:
    """The difference between two scenes: things before (None if new) and after, and the ids to remove."""
    old = {thing.id: thing for thing in before.things}
    changed = []
    for thing in after.things:
        known = old.pop(thing.id, None)
        if known is None or (known is not thing and known != thing):
            changed.append((known, thing))
    return changed, list(old)
