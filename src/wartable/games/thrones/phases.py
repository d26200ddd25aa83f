"""Where a match of Thrones stands."""

from wartable.core.rules import kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Kind, Stage, State

LAYOUT = (("Choose a layout", 203), ("Tiles", 204), ("Pieces", 207), ("Middle row", 209), ("Review", 210))
TURN = (("Favors", 908), ("Action", 401), ("Survival check", 609))
PLACES = {Kind.FAVOR: 0, Kind.WINDOW: 0, Kind.CHECK: 2, Kind.ROLL: 2}


def phases(view: State, box: Box, seat: int) -> Phases:
    """Layouts are made in secret: how far one has got is told to its owner only."""
    asked = plain(kind)(view)
    if asked in (Kind.FIRST, Kind.LAYOUT, Kind.DRAW):
        stage = view.sides[seat].stage if 0 <= seat < 2 and asked != Kind.FIRST else NONE
        return Phases("Laying out in secret", LAYOUT, min(stage, Stage.REVIEW))
    when = f"Turn {view.turn}" if view.turn else "Before the first turn"
    return Phases(when, TURN, PLACES.get(asked, 1) if asked else NONE)
