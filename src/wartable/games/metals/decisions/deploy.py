"""MT-3.2 to MT-3.5: a Metal comes from the pool to a free corner, facing any way."""

from wartable.core.phrases import worded
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, change, code, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules import can_deploy, free_slot, is_free, take_turn
from ..state import NOWHERE, ON_MAP, State
from ..values import Corner, Direction, looks_off, space_named, spaces_in


class Deploy(Action):
    corner: Corner
    facing: Direction

    when = 202
    notation = "+{corner}{facing}"
    reads = "deploy | place | put | deploy metal | place metal | put metal | +"
    label = "Deploy on {corner}, facing {facing}"
    touches = "pool-{at.seat}-0 space-{corner} facing-{facing}"
    facts = {
        202: "Factions are picked first.",
        303: "{corner} is taken; a corner must be free.",
        304: "You have three Metals on the map, and that is the most.",
        305: "Your pool is empty.",
    }

    @property
    def is_pointless(self) -> bool:
        """Whether it would face off the map."""
        return looks_off(self.at.box, self.at.box.corners[self.corner], self.facing)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if can_deploy(s, seat):
        for corner in range(4):
            if is_free(s, box.corners[corner]):
                for facing in range(4):
                    n = put(out, n, Deploy(corner, facing))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Deploy) -> None:
    slot = free_slot(s, seat)
    metal = s.sides[seat].metals[slot]
    metal.space = box.corners[it.corner]
    metal.facing = it.facing
    metal.damaged = 0
    s.sides[seat].pool -= 1
    change(box, Told.DEPLOYS, 302, seat, Counter.POOL, -1, s.sides[seat].pool, slot, metal.space, it.facing)
    take_turn(s, box, seat, slot)


@rule
def refuse(s: State, box: Box, seat: int, it: Deploy) -> int:
    on_map = 0
    taken = False
    for owner in range(2):
        for slot in range(ON_MAP):
            space = s.sides[owner].metals[slot].space
            on_map += owner == seat and space != NOWHERE
            taken = taken or space == box.corners[it.corner]
    if on_map == ON_MAP:
        return 304
    if s.sides[seat].pool == 0:
        return 305
    return 303 if taken else 0


def read(text: Text) -> Meaning:
    """A corner and a facing: `+a1n`, `deploy on a1, north`."""
    at, named, facing = text.at, spaces_in(text), Direction.last_in(text)
    if len(named) > 1:
        return Refused(301, "A turn has exactly one action, and a Metal moves one space.")
    if not named:
        how = "Say on which corner, and which way it faces, as in +a1n; the corners are {corners}."
        return Refused(302, worded(how, corners=at.corners))
    corners = [int(corner) for corner in at.box.corners]
    space = space_named(at.box, named[0])
    if space not in corners:
        where = "Metals are deployed on a corner; the corners are {corners}."
        return Refused(302, worded(where, corners=at.corners))
    if facing is None:
        return Refused(302, "Say which way the Metal faces: n, e, s or w after the space.")
    return code(Deploy(corners.index(space), facing))
