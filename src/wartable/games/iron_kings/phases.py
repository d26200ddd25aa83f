"""Where a match of Iron Kings stands."""

from wartable.core.rules import AnyFrame, frame_at, kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Frame, State

SETUP = (("Map", 202), ("First player", 301), ("Holdfasts", 302), ("Hands", 305))
TURN = (("Housekeeping", 401), ("Place a worker", 406), ("King phase", 801))
SETUP_PLACES = {Frame.TERRAIN: 0, Frame.LOT: 1, Frame.FOUND: 2, Frame.FACE: 2, Frame.DRAW: 3, Frame.MULLIGAN: 3}
DRIVING = {Frame.DO_CARD, Frame.DO_STEPS, Frame.DO_LAND}
"""While the King goes on. That it may go at the end of the turn is on the stack from its start."""


def phases(view: State, box: Box, seat: int) -> Phases:
    asked = plain(kind)(view)
    if not view.rounds:
        return Phases("Setup", SETUP, SETUP_PLACES.get(asked, NONE))
    under = {frame_at(view, place, AnyFrame).kind for place in range(view.head.depth)}
    now = 2 if under & DRIVING else 1
    return Phases(f"Round {view.rounds}, {{{view.active}}}", TURN, now if asked else NONE)
