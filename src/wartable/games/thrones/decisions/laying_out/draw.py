"""TH-2.18: fate draws a random layout, step by step and under the same rules."""

from wartable.core.rules import Ints, offer, rule, top

from ...box import Box
from ...rules.layout import choices, weigh
from ...state import DrawFrame, Kind, State
from . import middle, place, tile
from .layout import step

asked = Kind.DRAW
prompt = "Waiting for the layouts"
pages = tile, place, middle


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    seat = top(s, DrawFrame).seat
    stage = s.sides[seat].stage
    n = 0
    for choice in range(choices(stage)):
        weight = weigh(s, box, seat, choice)
        weights[n] = weight
        n = offer(out, n, step(stage, choice), weight > 0)
    return n
