"""Chapter 3: laying out the table."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask, pop, top
from wartable.core.notes import NOBODY, change, note

from ..box import Box
from ..notes import Counter, Told
from ..state import NOWHERE, DoSetupFrame, Frame, State, TerrainFrame, Worker
from .common import distance, do
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
def apply_terrain(s: State, box: Box, kind: int) -> None:
    frame = top(s, TerrainFrame)
    put_terrain(s, box, frame.hex, kind)
    s.mix[kind] -= 1
    note(box, Told.HEX_LAID, 202, NOBODY, frame.hex, kind)
    frame.hex += 1
    if frame.hex == box.hexes:
        note(box, Told.MAP_LAID, 202, NOBODY, box.hexes)
        pop(s)


@rule
def apply_lot(s: State, box: Box, seat: int) -> None:
    """IK-3.1: the first player."""
    pop(s)
    s.first = seat
    s.active = seat
    note(box, Told.FIRST_PLAYER, 301, seat)
    do(s, Frame.DO_SETUP)


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


@rule
def may_found(s: State, box: Box, hex: int) -> bool:
    """IK-3.2, IK-3.3: an edge hex that is far enough from the other Holdfasts."""
    if box.edge[hex] == 0:
        return False
    for seat in range(box.seats):
        home = s.sides[seat].home
        if home != NOWHERE and distance(box, hex, home) < box.start_distance:
            return False
    return True


@rule
def apply_found(s: State, box: Box, seat: int, hex: int) -> None:
    """IK-2.7, IK-3.4: the Holdfast covers its hex, and the King stands on it."""
    pop(s)
    note(box, Told.FOUNDS, 302, seat, hex, s.terrain[hex])
    s.sides[seat].home = hex
    s.sides[seat].hex = hex
    s.terrain[hex] = NOWHERE
    s.stack[hex] = 0
    ask(s, Frame.FACE, seat)


@rule
def apply_face(s: State, box: Box, seat: int, direction: int) -> None:
    """IK-3.4"""
    pop(s)
    s.sides[seat].facing = direction
    note(box, Told.FACES, 304, seat, direction)


@rule
def apply_mulligan(s: State, box: Box, seat: int) -> None:
    """IK-3.6: the hand goes back into the deck, and a new one is drawn."""
    pop(s)
    side = s.sides[seat]
    for plan in range(box.plan_kinds):
        s.deck[plan] += side.hand[plan]
        side.hand[plan] = 0
    s.deck_size += side.hand_size
    change(box, Told.MULLIGAN, 306, seat, Counter.HAND, -side.hand_size, 0)
    side.hand_size = 0
    ask_draw(s, seat, box.hand, 306)
