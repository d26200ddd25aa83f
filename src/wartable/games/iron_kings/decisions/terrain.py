"""IK-2.2, IK-2.4: a random map is laid out hex by hex, each with its stack."""

from wartable.core.rules import NOBODY, Action, Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..rules.setup import put_terrain
from ..state import Frame, State, TerrainFrame
from ..values import Ground

asked = Frame.TERRAIN
prompt = "The map is being laid out"


class TerrainLaid(Action):
    kind: Ground

    when = 109
    notation = "terrain-{kind}"
    label = "The hex is {kind}"


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for kind in range(box.terrain_kinds):
        if s.mix[kind] > 0:
            weights[n] = s.mix[kind]
            n = put(out, n, TerrainLaid(kind))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: TerrainLaid) -> None:
    frame = top(s, TerrainFrame)
    put_terrain(s, box, frame.hex, it.kind)
    s.mix[it.kind] -= 1
    note(box, Told.HEX_LAID, 202, NOBODY, frame.hex, it.kind)
    frame.hex += 1
    if frame.hex == box.hexes:
        note(box, Told.MAP_LAID, 202, NOBODY, box.hexes)
        pop(s)
