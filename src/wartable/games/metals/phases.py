"""Where a match of Metals stands."""

from wartable.core.rules import kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Kind, State

BEFORE = (("Starting player", 201), ("Factions", 202))
TURN = (("Action", 301), ("Enemy assault", 401), ("Occupation", 501))


def phases(view: State, box: Box, seat: int) -> Phases:
    """A player decides in the first phase only; the others follow by themselves."""
    asked = plain(kind)(view)
    if asked in (Kind.TURN, 0):
        return Phases(f"Turn {view.turns + (asked != 0)}", TURN, 0 if asked else NONE)
    return Phases("Before the first turn", BEFORE if box.factions else BEFORE[:1], int(asked == Kind.FACTION))
