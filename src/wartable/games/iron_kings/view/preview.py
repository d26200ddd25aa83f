"""Where a King would go: its program followed with the steam it has, as if the Throttle were manned."""

from dataclasses import dataclass

from wartable.core import record

from ..box import Box, Effect
from ..rules.common import king_on, price
from ..rules.king import can_resolve, may_enter, step_heading, step_target
from ..state import NOWHERE, TRACK, State


@dataclass(frozen=True)
class Stop:
    """The King after one step or turn of its program."""

    place: int
    hex: int
    facing: int
    steam: int


def preview(view: State, box: Box, seat: int) -> list[Stop]:
    """The steps and turns that the program would make now. Tokens and damage on the way are left out."""
    s = record.copy(view)
    side = s.sides[seat]
    stops: list[Stop] = []
    if side.hex == NOWHERE:
        return stops
    for place in range(TRACK):
        plan = side.track[place] - 1
        if plan < 0 or price(s, box, seat, plan) > side.steam or not can_resolve(s, box, seat, plan):
            break
        side.steam -= price(s, box, seat, plan)
        card = box.plans[plan]
        if card.effect == Effect.TURN:
            side.facing = (side.facing + card.heading) % 6
            stops.append(Stop(place, side.hex, side.facing, side.steam))
        elif card.effect not in (Effect.BOMBARD, Effect.BRACE):
            for _ in range(1 if card.effect == Effect.LEAP else card.steps):
                if not _step(s, box, seat, plan):
                    break
                stops.append(Stop(place, side.hex, side.facing, side.steam))
                if _stops(s, box, side.hex):
                    return stops
    return stops


def _step(s: State, box: Box, seat: int, plan: int) -> bool:
    target = step_target(s, box, seat, plan)
    if not may_enter(s, box, seat, plan, target):
        return False
    other = king_on(s, box, target)
    if other >= 0:
        s.sides[other].hex = box.neighbour[target, step_heading(s, box, seat, plan)]
    s.sides[seat].hex = target
    return True


def _stops(s: State, box: Box, hex: int) -> bool:
    kind = s.terrain[hex]
    return bool(kind >= 0 and box.terrains[kind].stop)
