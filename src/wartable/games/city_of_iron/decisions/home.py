"""CI-2.3: each player chooses one of the starting lands that are left."""

from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..state import LANDS, NONE, Kind, State
from . import land
from .land import PickLand

asked = Kind.HOME
prompt = "Choose your starting land"
unasked = 107
pages = (land,)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for home in range(LANDS):
        if box.land_distance[home] == 0 and s.land_owner[home] == NONE:
            n = put(out, n, PickLand(home))
    return n
