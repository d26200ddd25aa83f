"""The phases of Metals."""

from wartable.core.phrases import worded
from wartable.core.rules import kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Kind, State

BEFORE = (("Starting player", 201), ("Factions", 202))
TURN = (("Action", 301), ("Enemy assault", 401), ("Occupation", 501))


def phases(view: State, box: Box, seat: int) -> Phases:
    """Players decide in the first phase of a turn only; the others are automatic."""
    asked = plain(kind)(view)
    if asked in (Kind.TURN, 0):
        return Phases(worded("Turn {turn}", turn=view.turns + (asked != 0)), TURN, 0 if asked else NONE)
    return Phases("Before the first turn", BEFORE if box.factions else BEFORE[:1], int(asked == Kind.FACTION))
