"""Why an action is not legal now. Written apart from `legal`: each checks the other."""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import rule
from wartable.core.frames import is_due, kind

from .actions import DEPLOY, PICK, START, Ask, Deploy, Move
from .box import Box
from .state import NOWHERE, ON_MAP, State


@rule
def refusal(s: State, box: Box, seat: int, action: int) -> int:
    if belongs(START, action):
        return 201
    if not is_due(s, seat):
        return 203
    if belongs(PICK, action):
        return 0 if kind(s) == Ask.FACTION else 202
    if kind(s) != Ask.TURN:
        return 202
    if belongs(DEPLOY, action):
        return refuse_deploy(s, box, seat, action)
    return refuse_move(s, box, seat, action)


@rule
def refuse_deploy(s: State, box: Box, seat: int, action: int) -> int:
    corner = decode(Deploy, action).corner
    on_map = 0
    taken = False
    for owner in range(2):
        for slot in range(ON_MAP):
            space = s.sides[owner].metals[slot].space
            on_map += owner == seat and space != NOWHERE
            taken = taken or space == box.corners[corner]
    if on_map == ON_MAP:
        return 304
    if s.sides[seat].pool == 0:
        return 305
    return 303 if taken else 0


@rule
def refuse_move(s: State, box: Box, seat: int, action: int) -> int:
    slot, direction, _ = decode(Move, action)
    space = s.sides[seat].metals[slot].space
    if space == NOWHERE:
        return 306
    east = box.column[space] + (direction == 1) - (direction == 3)
    north = box.row[space] + (direction == 0) - (direction == 2)
    if not (0 <= east < box.width and 0 <= north < box.depth):
        return 306
    for owner in range(2):
        for other in range(ON_MAP):
            if s.sides[owner].metals[other].space == north * box.width + east:
                return 307
    return 0
