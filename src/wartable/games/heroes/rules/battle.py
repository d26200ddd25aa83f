"""Chapters 15 and 16: how a battle begins and goes on, skirmishes and their dice."""

from wartable.core.rules import NATURE, ask, ask_all, change, note, pop, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..state import HEROES, KINDS, NOBODY, SHOWN_DICE, SQUADS, Army, BattleFrame, Foe, Kind, Roll, State
from .realm import city_at, creatures_in_squads, creatures_told, stands_at
from .squads import form_up, name_leads, rolls_matter, squad_count, stands
from .telling import fight_rule, name_squad, rolling_side, tell_attack, tell_die, tell_squads, tell_throw, tell_total
from .throws import GROUPS, throw

FORM_UP, LEADS, MODE, FIGHT = 0, 1, 2, 6
"""Steps of a battle: three for the attacker, the same three for the defender, then the skirmishes."""


@rule
def blank_battle(s: State) -> None:
    """No battle: equal positions are equal records."""
    battle = s.battle
    s.in_battle = 0
    battle.foe = 0
    battle.hero = 0
    battle.side = 0
    battle.tier = 0
    battle.rampart = 0
    battle.won = 0
    battle.retreat = 0
    battle.tile = 0
    battle.count = 0
    for side in range(2):
        battle.squad[side] = 0
        army = battle.armies[side]
        army.seat = 0
        army.rolls = Roll.REPRESENTATIVE
        army.attacked = 0
        for each in range(HEROES):
            army.lead[each] = 0
        for kind in range(KINDS):
            army.troops[kind] = 0
            for squad in range(SQUADS):
                army.squads[squad, kind] = 0
    blank_skirmish(s)


@rule
def begin(s: State, foe: int, seat: int, hero: int) -> None:
    """The attacking army is that of one hero."""
    s.in_battle = 1
    s.battle.foe = foe
    s.battle.hero = hero
    s.battle.tile = s.players[seat].heroes[hero].tile
    s.battle.armies[0].seat = seat
    s.battle.armies[1].seat = NOBODY
    for side in range(2):
        s.battle.squad[side] = NOBODY
        for each in range(HEROES):
            s.battle.armies[side].lead[each] = NOBODY
    for kind in range(KINDS):
        s.battle.armies[0].troops[kind] = s.players[seat].heroes[hero].troops[kind]
    ask_all(s, Kind.BATTLE, 0, FORM_UP, 0, 0)


@rule
def begin_battle(s: State, box: Box, foe: int, seat: int, hero: int, count: int, tier: int) -> None:
    """HE-15.5: against monsters, guardians or neutral defenders, who form two even squads."""
    begin(s, foe, seat, hero)
    s.battle.count = count
    s.battle.tier = tier
    army = s.battle.armies[1]
    army.troops[tier - 1] = count
    army.squads[0, tier - 1] = (count + 1) // 2
    army.squads[1, tier - 1] = count // 2
    note(box, Told.FIGHTS, fight_rule(s, foe), seat, foe, s.battle.tile, tier - 1, count)
    tell_squads(s, box, 1, 1505)


@rule
def begin_battle_with_player(s: State, box: Box, foe: int, seat: int, hero: int, defender: int) -> None:
    """HE-14.2, HE-9.7: all that the defender has on the tile fights as one army."""
    begin(s, foe, seat, hero)
    army = s.battle.armies[1]
    army.seat = defender
    if foe == Foe.CITY:
        city = s.cities[city_at(s, s.battle.tile)]
        s.battle.rampart = city.rampart
        for kind in range(KINDS):
            army.troops[kind] += city.garrison[kind]
    for each in range(HEROES):
        if stands_at(s, defender, each, s.battle.tile):
            for kind in range(KINDS):
                army.troops[kind] += s.players[defender].heroes[each].troops[kind]
    note(box, Told.ATTACKS_ARMY, 1401 if foe == Foe.CITY else 1001, seat, foe, s.battle.tile, defender)


@rule
def survivors(s: State, side: int, kind: int) -> int:
    count = 0
    squads = s.battle.armies[side].squads
    for squad in range(SQUADS):
        count += squads[squad, kind]
    return count


@rule
def go_on_with_battle(s: State, box: Box) -> bool:
    """HE-15.2, HE-16.1: the sides take their places, then skirmish. True when the battle has ended."""
    frame = top(s, BattleFrame)
    if frame.step >= FIGHT:
        return go_on_fighting(s, box)
    side = frame.step // 3
    army = s.battle.armies[side]
    step = frame.step % 3
    if army.seat == NOBODY:
        frame.step = FIGHT
    elif step == FORM_UP:
        frame.step += 1
        form_up(s, box, side)
    elif step == LEADS:
        name_leads(s, box, frame, side)
    else:
        frame.step += 1
        if rolls_matter(army):
            ask(s, Kind.CHOOSE_ROLLS, army.seat, side, 0, 0)
    return False


@rule
def next_to_attack(army: Army) -> int:
    """The first squad that has not attacked in this half of the round, or NOBODY."""
    for squad in range(SQUADS):
        if (army.attacked >> squad) & 1 == 0 and stands(army, squad):
            return squad
    return NOBODY


@rule
def go_on_fighting(s: State, box: Box) -> bool:
    """HE-16.1, HE-17.1: the next attack. True when one side has no squads left."""
    battle = s.battle
    if squad_count(battle.armies[1]) == 0:
        battle.won = 1
        return True
    if squad_count(battle.armies[0]) == 0:
        return True
    if next_to_attack(battle.armies[battle.side]) == NOBODY:
        battle.side = 1 - battle.side
        battle.armies[battle.side].attacked = 0
    army = battle.armies[battle.side]
    if army.seat != NOBODY:
        ask(s, Kind.CHOOSE_ATTACK, army.seat, 0, 0, 0)
        return False
    squad = next_to_attack(army)
    if squad_count(battle.armies[1 - battle.side]) > 1:
        ask(s, Kind.DRAW_TARGET, NATURE, squad, 0, 0)
    else:
        for target in range(SQUADS):
            if stands(battle.armies[1 - battle.side], target):
                tell_attack(s, box, Told.STRIKES, 1603, squad, target)
                begin_skirmish(s, box, squad, target)
    return False


@rule
def blank_skirmish(s: State) -> None:
    battle = s.battle
    battle.turn = 0
    battle.group = 0
    battle.faces = 0
    battle.dice_left = 0
    battle.subtotal = 0
    battle.plus = 0
    battle.times = 0
    for side in range(2):
        battle.total[side] = 0
        battle.rolled[side] = 0
        for place in range(SHOWN_DICE):
            battle.shown[side, place] = 0


@rule
def begin_skirmish(s: State, box: Box, squad: int, target: int) -> None:
    """HE-16.4: both squads roll, the one that attacks first."""
    battle = s.battle
    blank_skirmish(s)
    battle.group = NOBODY
    battle.squad[battle.side] = squad
    battle.squad[1 - battle.side] = target
    battle.armies[battle.side].attacked |= 1 << squad
    ask(s, Kind.ROLL_SKIRMISH, NATURE, 0, 0, 0)
    next_dice(s, box)


@rule
def next_dice(s: State, box: Box) -> bool:
    """Go on to the next group with dice to roll. False when both squads have rolled all of theirs."""
    battle = s.battle
    while battle.turn < 2:
        battle.group += 1
        if battle.group == GROUPS:
            battle.group = NOBODY
            battle.turn += 1
        else:
            side = rolling_side(s)
            rolls = battle.armies[side].rolls
            dice, faces, plus, times = throw(s, box, side, battle.squad[side], battle.group, rolls)
            battle.subtotal = 0
            battle.dice_left = dice
            battle.faces = faces
            battle.plus = plus
            battle.times = times
            if dice > 0:
                return True
    return False


@rule
def roll_skirmish(s: State, box: Box, face: int) -> None:
    """One die; the last of a group adds its sum to the squad's total."""
    battle = s.battle
    side = rolling_side(s)
    battle.shown[side, battle.rolled[side] % SHOWN_DICE] = face
    battle.rolled[side] += 1
    battle.subtotal += face
    battle.dice_left -= 1
    tell_die(s, box, side, face)
    if battle.dice_left > 0:
        return
    gained = (battle.subtotal + battle.plus) * battle.times
    battle.total[side] += gained
    tell_throw(s, box, side, gained)
    if not next_dice(s, box):
        settle_skirmish(s, box)


@rule
def settle_skirmish(s: State, box: Box) -> None:
    """HE-16.7, HE-16.8: the lower total loses its whole squad."""
    battle = s.battle
    pop(s)
    if battle.total[0] == battle.total[1]:
        tell_total(s, box, Told.TIES_SKIRMISH, 1608, battle.side)
        tell_total(s, box, Told.TIES_SKIRMISH, 1608, 1 - battle.side)
        return
    loser = 0 if battle.total[0] < battle.total[1] else 1
    tell_total(s, box, Told.WINS_SKIRMISH, 1607, 1 - loser)
    tell_total(s, box, Told.LOSES_SKIRMISH, 1607, loser)
    army = battle.armies[loser]
    squad = battle.squad[loser]
    left = creatures_in_squads(army) if army.seat == NOBODY else creatures_told(s, box, army.seat)
    for kind in range(KINDS):
        killed = army.squads[squad, kind]
        left -= killed
        name = name_squad(s, loser, squad)
        change(box, Told.KILLED, 1607, army.seat, Counter.CREATURES, -killed, left, name, kind)
        army.squads[squad, kind] = 0
