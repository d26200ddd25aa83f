"""IK-3.4: a King faces one of the six sides of its hex."""

from wartable.core.phrases import listed
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, code, note, pop, put, rule

from ..box import Box
from ..geometry import DIRECTION_NAMES
from ..notes import Told
from ..state import DIRECTIONS, NOWHERE, Frame, State
from ..values import Direction, Table, content
from . import decline

asked = Frame.FACE
also = (decline,)
prompt = "Choose which way your King faces"


class Face(Action):
    direction: Direction

    at: Table
    when = 108
    notation = "face-{direction}"
    reads = "| face | facing | turn | look"
    label = "Face {direction}"
    touches = "face-{direction}"
    facts = {108: "{at.at_start}"}

    @property
    def is_pointless(self) -> bool:
        """The King would look off the map."""
        return self.at.box.neighbour[self.at.own.hex, self.direction] == NOWHERE


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for direction in range(DIRECTIONS):
        n = put(out, n, Face(direction))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Face) -> None:
    pop(s)
    s.sides[seat].facing = it.direction
    note(box, Told.FACES, 304, seat, it.direction)


def read(text: Text) -> Meaning:
    named = Direction.named_in(text)
    if len(named) == 1:
        return code(Face(named[0]))
    is_meant = named or not content(text) or text.has("n", "s", "north", "south")
    return Refused(206, f"A King faces {listed(list(DIRECTION_NAMES), 'or')}.") if is_meant else None
