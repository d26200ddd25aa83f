"""HE-1.6: which die nature rolls, and what follows from the result."""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import RESOURCES, Kind, State
from .battle import roll_skirmish
from .day import roll_movement
from .exploration import (
    count_monsters,
    count_resource,
    roll_encounter,
    roll_guards,
    roll_item,
    roll_mine,
    roll_quality,
    roll_resource,
)
from .opening import roll_off


@rule
def is_percentile(box: Box, kind: int) -> bool:
    """Whether nature rolls the percentile die."""
    if kind == Kind.ROLL_GUARDS:
        return box.d20_guards == 0
    return kind == Kind.ROLL_ENCOUNTER or kind == Kind.ROLL_ITEM or kind == Kind.ROLL_QUALITY


@rule
def faces(s: State, box: Box, kind: int) -> int:
    """How many faces the die has that nature rolls."""
    if kind == Kind.ROLL_SKIRMISH:
        return s.battle.faces
    if kind == Kind.ROLL_MOVEMENT:
        return box.numbers.movement_die
    if kind == Kind.ROLL_MINE or kind == Kind.ROLL_RESOURCE:
        return RESOURCES
    if kind == Kind.ROLL_GUARDS:
        return 20
    if kind == Kind.COUNT_RESOURCE:
        return box.numbers.resource_die
    return 6


@rule
def fall(s: State, box: Box, kind: int, face: int) -> None:
    """Carry out a result; faces count from 1, on the percentile die too."""
    if kind == Kind.ROLL_SKIRMISH:
        roll_skirmish(s, box, face)
    elif kind == Kind.ROLL_MOVEMENT:
        roll_movement(s, box, face)
    elif kind == Kind.ROLL_OFF:
        roll_off(s, box, face)
    elif kind == Kind.ROLL_ENCOUNTER:
        roll_encounter(s, box, face)
    elif kind == Kind.COUNT_MONSTERS:
        count_monsters(s, box, face)
    elif kind == Kind.ROLL_GUARDS:
        roll_guards(s, box, face)
    elif kind == Kind.ROLL_MINE:
        roll_mine(s, box, face - 1)
    elif kind == Kind.ROLL_RESOURCE:
        roll_resource(s, box, face - 1)
    elif kind == Kind.COUNT_RESOURCE:
        count_resource(s, box, face)
    elif kind == Kind.ROLL_ITEM:
        roll_item(s, box, face)
    else:
        roll_quality(s, box, face)
