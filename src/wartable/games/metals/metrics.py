"""What the lab records of Metals beside the common things."""

from wartable.core.contract import Metrics
from wartable.core.rules import Ints, belongs, decode, rule

from .box import Box
from .decisions.deploy import Deploy
from .decisions.move import Move
from .state import NOWHERE, ON_MAP, State

STEP, GROUND = 1000, 2000
PLAIN, FOREST, CITY, CORNER = 0, 1, 2, 5


@rule
def clock(s: State, box: Box) -> int:
    return s.turns


@rule
def traits(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = s.sides[seat].faction - 1


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    for number in range(3):
        out[number] = 0.0
    for slot in range(ON_MAP):
        metal = s.sides[seat].metals[slot]
        if metal.space != NOWHERE:
            out[0] += 1
            out[1] += metal.damaged
            out[2] += box.printed[metal.space] > 0


@rule
def uses(s: State, box: Box, seat: int, action: int, out: Ints) -> int:
    if belongs(Deploy, action):
        out[0] = decode(Deploy, action).corner
        return 1
    if not belongs(Move, action):
        return 0
    move = decode(Move, action)
    out[0] = STEP + move.step
    out[1] = GROUND + ground(box, box.neighbour[s.sides[seat].metals[move.metal].space, move.step])
    return 2


@rule
def ground(box: Box, space: int) -> int:
    """What kind of space it is, in the order of its names below."""
    if box.printed[space] > 0:
        return 2 + box.printed[space]
    if box.city[space]:
        return CITY
    if box.forest[space]:
        return FOREST
    return CORNER if box.corner[space] else PLAIN


METRICS = Metrics(
    clock=clock, traits=traits, gauges=gauges, uses=uses, clock_name="turns",
    trait_names={"faction": "factions"},
    gauge_names={
        "metals_left": "Metals on the map at the end",
        "damaged": "damaged Metals on the map at the end",
        "point_spaces": "spaces with points held at the end",
    },
    components={
        "deployment": ("south-west corner", "south-east corner", "north-west corner", "north-east corner"),
        "step": ("to the north", "to the east", "to the south", "to the west"),
        "space moved to": ("plain", "forest", "city", "1 point", "2 points", "corner"),
    },
)  # fmt: skip
