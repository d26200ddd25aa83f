"""Chapter 15: an army is split into squads, which get their leaders."""

from wartable.core.actions import encode
from wartable.core.compiled import rule
from wartable.core.frames import ask, pop, top
from wartable.core.notes import note
from wartable.core.record import Ints

from ..actions import FORM, PICK, READY, SHIFT, Amount
from ..box import Box, Split
from ..notes import Told
from ..state import (
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    SQUADS,
    Army,
    BattleFrame,
    Hero,
    Kind,
    NameLeadFrame,
    ShiftSquadFrame,
    SquadsFrame,
    State,
)
from .realm import kinds_in, share, stands_at, told, total
from .telling import tell_squads


@rule
def stands(army: Army, squad: int) -> bool:
    """Whether there is anybody in a squad."""
    squads = army.squads
    for kind in range(KINDS):
        if squads[squad, kind] > 0:
            return True
    return False


@rule
def squad_count(army: Army) -> int:
    count = 0
    for squad in range(SQUADS):
        if stands(army, squad):
            count += 1
    return count


@rule
def form_up(s: State, box: Box, side: int) -> None:
    """HE-15.1: a single creature is one squad; larger armies are split by their player."""
    army = s.battle.armies[side]
    if total(army.troops) > 1:
        ask(s, Kind.FORM_SQUADS, army.seat, side, 0, 0)
    else:
        for kind in range(KINDS):
            army.squads[0, kind] = army.troops[kind]
        tell_squads(s, box, side, 1501)


@rule
def list_forms(s: State, box: Box, out: Ints) -> int:
    """HE-15.3: the ready-made splits for which there are enough creatures, or enough kinds."""
    army = s.battle.armies[top(s, SquadsFrame).side]
    creatures = total(army.troops)
    n = 0
    for split in range(len(box.split_squads)):
        needed = box.split_squads[split]
        if box.split_effect[split] == Split.SINGLES:
            needed += 1
        if box.split_effect[split] == Split.KINDS:
            offered = kinds_in(army.troops) >= 2
        else:
            offered = creatures >= needed
        if offered and needed > 0:
            out[n] = encode(FORM, split)
            n += 1
    return n


@rule
def form(s: State, box: Box, split: int) -> None:
    """HE-15.3: a ready-made split; then it may be edited."""
    side = top(s, SquadsFrame).side
    army = s.battle.armies[side]
    note(box, Told.SPLITS, 1503, army.seat, split)
    squads = box.split_squads[split]
    if box.split_effect[split] == Split.KINDS:
        form_by_kinds(box, army, min(squads, kinds_in(army.troops)))
    elif box.split_effect[split] == Split.SINGLES:
        form_singles(box, army, squads)
    else:
        form_even(army, squads)
    pop(s)
    ask(s, Kind.EDIT_SQUADS, army.seat, side, 0, 0)


@rule
def form_even(army: Army, squads: int) -> None:
    """Every kind is dealt out evenly, the odd ones going round."""
    turn = 0
    for kind in range(KINDS):
        for squad in range(squads):
            army.squads[squad, kind] = army.troops[kind] // squads
        for _ in range(army.troops[kind] % squads):
            army.squads[turn % squads, kind] += 1
            turn += 1


@rule
def form_by_kinds(box: Box, army: Army, squads: int) -> None:
    """The strongest kinds in squads of their own, all others in the last."""
    place = 0
    for rank in range(KINDS):
        kind = box.ranking[rank]
        if army.troops[kind] > 0:
            army.squads[min(place, squads - 1), kind] = army.troops[kind]
            place += 1


@rule
def form_singles(box: Box, army: Army, squads: int) -> None:
    """Single creatures of the weakest kinds apart from the main body, which is the first squad."""
    for kind in range(KINDS):
        army.squads[0, kind] = army.troops[kind]
    rank = KINDS - 1
    for squad in range(1, squads):
        while army.squads[0, box.ranking[rank]] == 0:
            rank -= 1
        army.squads[0, box.ranking[rank]] -= 1
        army.squads[squad, box.ranking[rank]] += 1


@rule
def list_edits(s: State, box: Box, out: Ints) -> int:
    """HE-15.4: which creatures to shift, or ready."""
    army = s.battle.armies[top(s, SquadsFrame).side]
    n = 0
    if army.shifts < box.numbers.shifts and box.numbers.squads > 1:
        for squad in range(SQUADS):
            for kind in range(KINDS):
                if army.squads[squad, kind] > 0:
                    out[n] = encode(PICK, squad, kind)
                    n += 1
    out[n] = encode(READY)
    return n + 1


@rule
def first_free_squad(box: Box, army: Army) -> int:
    for squad in range(box.numbers.squads):
        if not stands(army, squad):
            return squad
    return NOBODY


@rule
def can_shift(box: Box, army: Army, squad: int, kind: int, target: int, amount: int) -> bool:
    """HE-15.4: to another squad or the first free one, but not a whole squad into a free one."""
    count = army.squads[squad, kind]
    if target == squad or target >= box.numbers.squads:
        return False
    if (amount == Amount.ONE and count < 2) or (amount == Amount.SOME and count < 3):
        return False
    if stands(army, target):
        return True
    if target != first_free_squad(box, army):
        return False
    if amount != Amount.MOST:
        return True
    others = 0
    for each in range(KINDS):
        others += army.squads[squad, each] if each != kind else 0
    return others > 0


@rule
def list_shifts(s: State, box: Box, out: Ints) -> int:
    frame = top(s, ShiftSquadFrame)
    army = s.battle.armies[frame.side]
    n = 0
    for target in range(SQUADS):
        for amount in range(3):
            if can_shift(box, army, frame.squad, frame.creature, target, amount):
                out[n] = encode(SHIFT, target, amount)
                n += 1
    return n


@rule
def pick(s: State, box: Box, squad: int, kind: int) -> None:
    """HE-15.4: whom to shift; where to is asked next."""
    side = top(s, SquadsFrame).side
    seat = s.battle.armies[side].seat
    note(box, Told.PICKS, 1504, seat, squad, kind)
    ask(s, Kind.SHIFT_SQUAD, seat, side, squad, kind)


@rule
def shift(s: State, box: Box, target: int, amount: int) -> None:
    frame = top(s, ShiftSquadFrame)
    army = s.battle.armies[frame.side]
    count = share(army.squads[frame.squad, frame.creature], amount)
    army.squads[frame.squad, frame.creature] -= count
    army.squads[target, frame.creature] += count
    army.shifts += 1
    note(box, Told.SHIFTS, 1504, army.seat, frame.squad, target, frame.creature, told(count))
    pop(s)


@rule
def make_ready(s: State, box: Box) -> None:
    """The squads close up: the first letters are those in use."""
    side = top(s, SquadsFrame).side
    army = s.battle.armies[side]
    place = 0
    for squad in range(SQUADS):
        if stands(army, squad):
            if place < squad:
                for kind in range(KINDS):
                    army.squads[place, kind] = army.squads[squad, kind]
                    army.squads[squad, kind] = 0
            place += 1
    note(box, Told.READY, 1501, army.seat)
    tell_squads(s, box, side, 1501)
    pop(s)


@rule
def fights(s: State, side: int, hero: int) -> bool:
    """Whether a hero of an army's player takes part in the battle."""
    if side == 0:
        return hero == s.battle.hero
    return stands_at(s, s.battle.armies[1].seat, hero, s.battle.tile)


@rule
def carries_items(hero: Hero) -> bool:
    for kind in range(ITEM_KINDS):
        if hero.items[kind] > 0:
            return True
    return False


@rule
def name_leads(s: State, box: Box, frame: BattleFrame, side: int) -> None:
    """HE-15.6: each hero with items names a squad, where there is a choice."""
    army = s.battle.armies[side]
    while frame.hero < HEROES:
        hero = frame.hero
        frame.hero += 1
        if fights(s, side, hero) and carries_items(s.players[army.seat].heroes[hero]):
            army.lead[hero] = 0
            if squad_count(army) > 1:
                ask(s, Kind.NAME_LEAD, army.seat, side, hero, 0)
                return
            note(box, Told.IS_LED, 1506, army.seat, hero, 0)
    frame.hero = 0
    frame.step += 1


@rule
def lead(s: State, box: Box, squad: int) -> None:
    """HE-15.6."""
    frame = top(s, NameLeadFrame)
    army = s.battle.armies[frame.side]
    army.lead[frame.hero] = squad
    note(box, Told.LEADS, 1506, army.seat, frame.hero, squad)
    pop(s)


@rule
def choose_rolls(s: State, box: Box, rolls: int) -> None:
    """HE-15.7."""
    army = s.battle.armies[top(s, SquadsFrame).side]
    army.rolls = rolls
    note(box, Told.CHOOSES_ROLLS, 1507, army.seat, rolls)
    pop(s)


@rule
def rolls_matter(army: Army) -> bool:
    """HE-15.7: whether any squad has two creatures of a kind."""
    for squad in range(SQUADS):
        for kind in range(KINDS):
            if army.squads[squad, kind] > 1:
                return True
    return False
