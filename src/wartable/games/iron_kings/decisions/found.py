"""IK-3.2 to IK-3.4: a Holdfast goes to an edge hex that is far enough from the others, and its King stands on it."""

from wartable.core.phrases import count
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, ask, code, note, plain, pop, put, rule

from ..box import Box
from ..names import hex_at
from ..notes import Told
from ..rules.common import distance
from ..state import NOWHERE, Frame, State
from ..values import Hex, Table, hexes_in
from . import decline

asked = Frame.FOUND
also = (decline,)
prompt = "Choose an edge hex for your Holdfast"


class Found(Action):
    hex: Hex

    at: Table
    when = 108
    notation = "found-{hex}"
    reads = "| found | settle | holdfast | put holdfast"
    label = "Put the Holdfast on {hex}"
    touches = "hex-{hex}"
    facts = {
        108: "{at.at_start}",
        302: lambda it: (
            f"{it.hex.said()} has all six neighbours; a Holdfast stands at the edge of the map."
            if it.hex.is_there
            else "That hex is not on the map."
        ),
        303: lambda it: it.too_near,
    }

    @property
    def too_near(self) -> str:
        view, box = self.at.view, self.at.box
        homes = [view.sides[seat].home for seat in range(box.seats) if view.sides[seat].home != NOWHERE]
        far, home = min((plain(distance)(box, self.hex, home), home) for home in homes)
        needed = f"{box.start_distance} are needed"
        return f"{self.hex.said()} is {count(far, 'hex', 'hexes')} from the Holdfast on {hex_at(box, home)}; {needed}."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for hex in range(box.hexes):
        if may_found(s, box, hex):
            n = put(out, n, Found(hex))
    return n


@rule
def may_found(s: State, box: Box, hex: int) -> bool:
    """IK-3.2, IK-3.3: an edge hex that is far enough from the other Holdfasts."""
    if box.edge[hex] == 0:
        return False
    for seat in range(box.seats):
        home = s.sides[seat].home
        if home != NOWHERE and distance(box, hex, home) < box.start_distance:
            return False
    return True


@rule
def apply(s: State, box: Box, seat: int, it: Found) -> None:
    """IK-2.7, IK-3.4: the Holdfast covers its hex, and the King stands on it."""
    pop(s)
    note(box, Told.FOUNDS, 302, seat, it.hex, s.terrain[it.hex])
    s.sides[seat].home = it.hex
    s.sides[seat].hex = it.hex
    s.terrain[it.hex] = NOWHERE
    s.stack[it.hex] = 0
    ask(s, Frame.FACE, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Found) -> int:
    if box.edge[it.hex] != 1:
        return 302
    for other in range(box.seats):
        home = s.sides[other].home
        if home >= 0:
            across = abs(box.column[home] - box.column[it.hex])
            down = abs(box.row[home] - box.row[it.hex])
            aslant = abs(box.column[home] + box.row[home] - box.column[it.hex] - box.row[it.hex])
            if (across + down + aslant) // 2 < box.start_distance:
                return 303
    return 0


def read(text: Text) -> Meaning:
    named = hexes_in(text) if text.at.asked == Frame.FOUND else []
    if not named:
        return None
    if len(named) > 1:
        return Refused(302, "A Holdfast stands on one hex; say which.")
    hex = Hex.named(text.at, named[0], 302)
    return hex if isinstance(hex, Refused) else code(Found(hex))
