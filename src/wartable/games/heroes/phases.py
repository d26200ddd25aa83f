"""Where a match of Heroes stands."""

from wartable.core.rules import kind, plain
from wartable.drawing.phases import NONE, Phases

from .box import Box
from .state import Kind, Stage, State

SETUP = (("Map", 201), ("First player", 203), ("Cities", 206))
DAY = (("Feed heroes", 501), ("Build and recruit", 301), ("Explore", 304), ("Battle", 1501))
SETUP_PLACES = {Kind.LAY_TOKEN: 0, Kind.ROLL_OFF: 1, Kind.PLACE_CITY: 2}


def phases(view: State, box: Box, seat: int) -> Phases:
    asked = plain(kind)(view)
    if not view.day:
        return Phases("Setup", SETUP, SETUP_PLACES.get(asked, NONE))
    when = f"Day {view.day}" if box.campaign else f"Day {view.day} of {box.days}"
    return Phases(when, DAY, place(view, seat, asked) if asked else NONE)


def place(view: State, seat: int, asked: int) -> int:
    """Everybody builds at the same time: a player sees how far he or she has got."""
    if asked != Kind.ACQUIRE:
        return 3 if view.in_battle else 2
    return 0 if seat >= 0 and view.players[seat].stage == Stage.PAYING else 1
