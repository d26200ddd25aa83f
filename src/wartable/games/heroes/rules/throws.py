"""What a squad rolls (HE-16.4): a throw for each kind of creature, each item of its leaders, and a rampart before it.

Rules roll these dice, the judge reckons with their mean and spread (odds.py), and people are shown what they come to
(chances.py).
"""

from wartable.compiler.decorators import rule

from ..box import Box
from ..state import HEROES, ITEM_KINDS, KINDS, NOBODY, Army, Roll, State

ITEM_GROUPS = KINDS
RAMPART_GROUP = KINDS + HEROES * ITEM_KINDS
GROUPS = RAMPART_GROUP + 1


@rule
def throw(s: State, box: Box, side: int, squad: int, group: int, rolls: int) -> tuple[int, int, int, int]:
    """The throw of a group: number of dice, faces, the number added, and how often all of it counts."""
    army = s.battle.armies[side]
    if group < KINDS:
        return creatures_throw(box, army.squads[squad, group], group, rolls)
    if group < RAMPART_GROUP:
        return item_throw(s, box, army, squad, group - ITEM_GROUPS)
    if side == 1 and squad == 0 and s.battle.rampart == 1:
        return int(box.numbers.rampart_dice), int(box.numbers.rampart_faces), int(box.numbers.rampart_plus), 1
    return 0, 0, 0, 0


@rule
def creatures_throw(box: Box, count: int, kind: int, rolls: int) -> tuple[int, int, int, int]:
    """HE-16.5, HE-16.6: one creature of a kind rolls for all, or each rolls for itself."""
    if count == 0:
        return 0, 0, 0, 0
    if rolls == Roll.INDIVIDUAL:
        return box.dice[kind] * count, 6, box.plus[kind] * count, 1
    return int(box.dice[kind]), 6, int(box.plus[kind]), count


@rule
def item_throw(s: State, box: Box, army: Army, squad: int, place: int) -> tuple[int, int, int, int]:
    """HE-13.8: the items of the squad's leaders, hero by hero."""
    hero, kind = place // ITEM_KINDS, place % ITEM_KINDS
    if army.seat == NOBODY or army.lead[hero] != squad:
        return 0, 0, 0, 0
    level = s.players[army.seat].heroes[hero].items[kind]
    if level == 0:
        return 0, 0, 0, 0
    return int(box.item_dice[kind, level - 1]), 6, int(box.item_plus[kind, level - 1]), 1
