"""Where a match of City of Iron stands."""

from wartable.core.rules import kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Kind, Phase, State

SETUP = (("Nations", 202), ("Starting lands", 203), ("Card piles", 205))
ROUND = (("Bids", 301), ("Actions", 401), ("Scoring and income", 1005), ("Purchases", 1011))
SETUP_PLACES: dict[int, int] = {Kind.NATION: 0, Kind.HOME: 1, Kind.ARRANGE: 2}
PLACES: dict[int, int] = {Phase.BIDS: 0, Phase.TURNS: 1, Phase.PURCHASES: 3}


def phases(view: State, box: Box, seat: int) -> Phases:
    asked = plain(kind)(view)
    if view.phase == Phase.SETUP:
        return Phases("Setup", SETUP, SETUP_PLACES.get(asked, NONE))
    return Phases(f"Round {view.round_number}", ROUND, PLACES.get(view.phase, 2) if asked else NONE)
