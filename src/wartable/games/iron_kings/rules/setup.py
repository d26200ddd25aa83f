"""Chapter 3: laying out the table."""

from wartable.core.rules import NATURE, ask, pop, rule, top

from ..box import Box
from ..state import NOWHERE, DoSetupFrame, Frame, State, Worker
from .common import do
from .planning import ask_draw


@rule
def lay_out(s: State, box: Box) -> None:
    """IK-1.2, IK-1.3: everything that does not depend on chance or choice."""
    for hex in range(91):
        s.terrain[hex] = NOWHERE
    for plan in range(box.plan_kinds):
        s.deck[plan] = box.plans[plan].count
        s.deck_size += box.plans[plan].count
    for token in range(4):
        s.bag[token] = box.bag[token]
    for seat in range(4):
        lay_out_side(s, box, seat)
    lay_out_map(s, box)


@rule
def lay_out_side(s: State, box: Box, seat: int) -> None:
    side = s.sides[seat]
    side.hex = NOWHERE
    side.home = NOWHERE
    if seat >= box.seats:
        return
    side.rested[Worker.SMALL] = box.small_workers
    side.rested[Worker.BIG] = box.big_workers
    side.steam = min(box.start_steam, box.max_steam)
    for store in range(4):
        side.stores[store] = box.start_stores[store]


@rule
def lay_out_map(s: State, box: Box) -> None:
    """IK-2.2, IK-2.3: a named map lies there from the start, a random one is drawn hex by hex."""
    ask(s, Frame.LOT, NATURE)
    if box.is_random:
        for kind in range(box.terrain_kinds):
            s.mix[kind] = box.mix[kind]
        ask(s, Frame.TERRAIN, NATURE)
    else:
        for hex in range(box.hexes):
            if box.layout[hex] != NOWHERE:
                put_terrain(s, box, hex, box.layout[hex])


@rule
def put_terrain(s: State, box: Box, hex: int, kind: int) -> None:
    """IK-2.4: a hex with its harvest stack."""
    s.terrain[hex] = kind
    s.stack[hex] = box.terrains[kind].stack if box.terrains[kind].harvest != NOWHERE else 0


@rule
def go_on_setup(s: State, box: Box) -> None:
    """IK-3.2 to IK-3.6: Holdfasts, hands and mulligans in turn order."""
    frame = top(s, DoSetupFrame)
    stage = frame.stage
    seat = (s.first + frame.place) % box.seats
    frame.place += 1
    if frame.place == box.seats:
        frame.stage += 1
        frame.place = 0
    if stage == 0:
        ask(s, Frame.FOUND, seat)
    elif stage == 1:
        ask_draw(s, seat, box.hand, 305)
    elif stage == 2:
        ask(s, Frame.MULLIGAN, seat)
    else:
        pop(s)
        s.rounds = 1
        do(s, Frame.DO_TURN, s.first)
