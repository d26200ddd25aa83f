"""What is told of a battle: squads, attacks, dice and what they come to."""

from wartable.core.rules import change, note, rule

from ..box import Box
from ..notes import DICE_BASE, DICE_IN_FIELD, DICE_IN_NOTE, Counter, Told
from ..state import ITEM_KINDS, KINDS, NOBODY, SHOWN_DICE, SQUADS, Foe, Roll, State
from .realm import told
from .throws import ITEM_GROUPS, RAMPART_GROUP, throw


@rule
def fight_rule(s: State, foe: int) -> int:
    """The rule by which monsters, guardians or neutral defenders fight: known ones, or such as were just rolled for."""
    known = s.tiles[s.battle.tile].guards > 0
    if foe == Foe.MONSTERS:
        return 1108 if known else 1102
    if foe == Foe.GUARDIANS:
        return 1207 if known else 1204
    return 1405 if known else 1404


@rule
def name_squad(s: State, side: int, squad: int) -> int:
    """A squad as notes name it: a player's from 0, monsters' from 4, guardians' from 8, neutral defenders' from 12."""
    return squad if s.battle.armies[side].seat != NOBODY else squad + SQUADS * (s.battle.foe + 1)


@rule
def tell_squads(s: State, box: Box, side: int, number: int) -> None:
    """HE-15.1, HE-15.5: what the squads of an army are."""
    army = s.battle.armies[side]
    for squad in range(SQUADS):
        for kind in range(KINDS):
            count = army.squads[squad, kind]
            if count > 0:
                note(box, Told.SQUAD_HAS, number, army.seat, name_squad(s, side, squad), kind, told(count))


@rule
def tell_attack(s: State, box: Box, kind: int, number: int, squad: int, target: int) -> None:
    side = s.battle.side
    attacker, defender = s.battle.armies[side].seat, s.battle.armies[1 - side].seat
    note(box, kind, number, attacker, name_squad(s, side, squad), name_squad(s, 1 - side, target), defender)


@rule
def rolling_side(s: State) -> int:
    """The army that rolls the next die of the skirmish."""
    return s.battle.side if s.battle.turn == 0 else 1 - s.battle.side


@rule
def throw_size(s: State, box: Box, side: int) -> int:
    """How many dice the group that is up rolls in all."""
    return throw(s, box, side, s.battle.squad[side], s.battle.group, s.battle.armies[side].rolls)[0]


@rule
def item_level(s: State) -> int:
    """The level of the item that rolls."""
    hero, kind = (s.battle.group - ITEM_GROUPS) // ITEM_KINDS, (s.battle.group - ITEM_GROUPS) % ITEM_KINDS
    return s.players[s.battle.armies[rolling_side(s)].seat].heroes[hero].items[kind]


@rule
def tell_die(s: State, box: Box, side: int, face: int) -> None:
    """HE-1.6: each die by itself; of a throw too large to be told in one sentence, the dice by fifteens."""
    battle = s.battle
    name = name_squad(s, side, battle.squad[side])
    note(box, Told.DIE, 106, battle.armies[side].seat, name, battle.group, face, battle.faces)
    size = throw_size(s, box, side)
    fallen = size - battle.dice_left
    if (
        not is_told_at_once(s, size)
        and battle.faces < DICE_BASE
        and (battle.dice_left == 0 or fallen % DICE_IN_NOTE == 0)
    ):
        count = (fallen - 1) % DICE_IN_NOTE + 1
        start = battle.rolled[side] - count
        first = pack_dice(s, side, start, min(count, DICE_IN_FIELD))
        second = pack_dice(s, side, start + DICE_IN_FIELD, min(count - DICE_IN_FIELD, DICE_IN_FIELD))
        third = pack_dice(s, side, start + 2 * DICE_IN_FIELD, count - 2 * DICE_IN_FIELD)
        note(box, Told.DICE, throw_rule(s, side), battle.armies[side].seat, name, first, second, third)


@rule
def pack_dice(s: State, side: int, start: int, count: int) -> int:
    """So many dice that have fallen in the skirmish as one number, the first of them its last digit."""
    packed = 0
    for place in range(count):
        packed = packed * DICE_BASE + s.battle.shown[side, (start + count - 1 - place) % SHOWN_DICE]
    return packed


@rule
def tell_throw(s: State, box: Box, side: int, gained: int) -> None:
    """HE-16.5, HE-16.6, HE-13.8, HE-19.5: what the dice of a group come to."""
    battle = s.battle
    army = battle.armies[side]
    size = throw_size(s, box, side)
    dice = pack_dice(s, side, battle.rolled[side] - size, size) if is_told_at_once(s, size) else 0
    count = 1
    if battle.group < KINDS:
        count = told(army.squads[battle.squad[side], battle.group])
    elif battle.group < RAMPART_GROUP:
        count = item_level(s)
    name = name_squad(s, side, battle.squad[side])
    number, whole, group = throw_rule(s, side), battle.total[side], battle.group
    change(box, Told.THROWS, number, army.seat, Counter.ROLLED, gained, whole, name, group, count, dice)


@rule
def throw_rule(s: State, side: int) -> int:
    """The rule by which the group that is up rolls."""
    if s.battle.group < KINDS:
        return 1606 if s.battle.armies[side].rolls == Roll.INDIVIDUAL else 1605
    return 1308 if s.battle.group < RAMPART_GROUP else 1905


@rule
def is_told_at_once(s: State, size: int) -> bool:
    """Whether the dice of a throw find room in the note of its sum."""
    return size <= DICE_IN_FIELD and s.battle.faces < DICE_BASE


@rule
def tell_total(s: State, box: Box, kind: int, number: int, side: int) -> None:
    """How a skirmish ended for a squad, whose total counts no longer."""
    total = s.battle.total[side]
    name = name_squad(s, side, s.battle.squad[side])
    change(box, kind, number, s.battle.armies[side].seat, Counter.ROLLED, -total, 0, name)
