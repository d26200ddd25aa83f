"""The values of actions: how spaces, Metals and directions are written, read and touched."""

from dataclasses import dataclass

from wartable.core.phrases import worded
from wartable.core.values import Table as CoreTable
from wartable.core.values import Text, Value, singular

from .box import Box
from .state import NOWHERE, ON_MAP, Facing, Faction, Metal, State

COLUMNS = "abcdefghi"
COMPASS = {"north": 0, "east": 1, "south": 2, "west": 3, "up": 0, "right": 1, "down": 2, "left": 3}
COMPASS |= {"n": 0, "e": 1, "s": 2, "w": 3}
FACTIONS = tuple(faction.name.replace("_", " ").title() for faction in Faction)


def square(box: Box, space: int) -> str:
    """The name of a space: columns from a, rows from 1, from the south-west corner."""
    return f"{COLUMNS[box.column[space]]}{box.row[space] + 1}"


def looks_off(box: Box, space: int, facing: int) -> bool:
    """Whether a Metal there would face off the map."""
    return bool(box.neighbour[space, facing] == NOWHERE)


def space_named(box: Box, name: str) -> int:
    """The space with this name; NOWHERE if the map has none."""
    if name[:1] not in COLUMNS or not name[1:].isdecimal():
        return NOWHERE
    x, y = COLUMNS.index(name[:1]), int(name[1:]) - 1
    return x + y * box.width if x < box.width and 0 <= y < box.depth else NOWHERE


@dataclass(frozen=True)
class Table(CoreTable):
    view: State
    box: Box

    @property
    def own(self) -> list[Metal]:
        """The seat's Metals, on the map or not."""
        return list(self.view.sides[self.seat].metals) if 0 <= self.seat < 2 else []

    @property
    def corners(self) -> str:
        return ", ".join(square(self.box, corner) for corner in self.box.corners)

    def whose(self, name: str) -> str:
        """Why the player has no Metal on a space."""
        foes = [square(self.box, metal.space) for metal in self.view.sides[1 - self.seat].metals if metal.space >= 0]
        if name in foes:
            return worded("The Metal on {space} is not yours", space=name)
        return worded("None of your Metals is on {space}", space=name)


class Corner(Value):
    """A corner of the map, in the order of the Box."""

    count = 4

    def typed(self) -> str:
        return square(self.at.box, self.at.box.corners[self])

    def touched(self) -> str:
        return self.typed()


class Direction(Value):
    """North, east, south or west."""

    count = 4

    def typed(self) -> str:
        return "nesw"[self]

    def said(self) -> str:
        return Facing(self).name.lower()

    def touched(self) -> str:
        return self.said()

    def names(self) -> list[str]:
        return [name for name, number in COMPASS.items() if number == self]

    @classmethod
    def last_in(cls, text: Text) -> int | None:
        """The last direction that a text names."""
        return next((COMPASS[word] for word in map(singular, reversed(text.words)) if word in COMPASS), None)


class OwnMetal(Value):
    """A Metal of the seat by its slot; its name is the space that it stands on."""

    count = ON_MAP

    @property
    def space(self) -> int:
        return int(self.at.own[self].space) if self.at.own else NOWHERE

    def typed(self) -> str:
        return f"pool{self + 1}" if self.space == NOWHERE else square(self.at.box, self.space)


class PickedFaction(Value):
    """A faction, counted from 0, unlike Faction."""

    count = 7

    def typed(self) -> str:
        return self.said().lower().replace(" ", "-")

    def said(self) -> str:
        return FACTIONS[self + 1]

    def touched(self) -> str:
        return str(self + 1)


class AnySeat(Value):
    """A seat, counted from 1."""

    count = 2

    def said(self) -> str:
        return str(self + 1)


def spaces_in(text: Text) -> list[str]:
    """The words of a text that look like spaces of some map."""
    return [word for word in text.words if word[-1].isdecimal() and not word.isdecimal()]
