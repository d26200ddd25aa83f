"""Why an action is not legal now. Written apart from `legal`: each checks the other."""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import rule
from wartable.core.frames import NATURE, is_due, top
from wartable.core.frames import kind as frame_kind
from wartable.core.record import Ints

from .actions import (
    ALL_KINDS,
    ATTACK,
    BUILD,
    DIE,
    DONE,
    END,
    FORM,
    HIRE,
    JOIN,
    LAY,
    LEAD,
    MOVE,
    PAY,
    PERCENT,
    PICK,
    PLACE,
    PROMOTE,
    RAMPART,
    READY,
    RECRUIT,
    RETREAT,
    ROLLS,
    SHIFT,
    STAY,
    SWAP,
    TAKE,
    TARGET,
    TRANSFER,
    Amount,
    Attack,
    Build,
    Die,
    Form,
    Hire,
    Join,
    Lay,
    Lead,
    Move,
    Pay,
    Pick,
    Place,
    Promote,
    Rampart,
    Recruit,
    Shift,
    Stay,
    Swap,
    Take,
    Target,
    Transfer,
)
from .box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box, Encounter, Split
from .state import (
    HEROES,
    KINDS,
    NOBODY,
    RESOURCES,
    TIERS,
    Army,
    Foe,
    Kind,
    Resource,
    ShiftSquadFrame,
    SquadsFrame,
    Stage,
    State,
    Token,
    WelcomeFrame,
)

NOT_NOW = 305


@rule
def refusal(s: State, box: Box, seat: int, action: int) -> int:
    if not is_due(s, seat):
        return NOT_NOW
    kind = frame_kind(s)
    if seat == NATURE:
        return refuse_chance(s, box, kind, action)
    if kind == Kind.ACQUIRE:
        return refuse_acquisition(s, box, seat, action)
    if kind == Kind.EXPLORE:
        return refuse_exploration(s, box, seat, action)
    if kind == Kind.PLACE_CITY:
        return refuse_place(s, box, action)
    if kind == Kind.WELCOME:
        return refuse_join(s, box, seat, action)
    return refuse_in_battle(s, box, kind, action)


@rule
def refuse_place(s: State, box: Box, action: int) -> int:
    if not belongs(PLACE, action):
        return NOT_NOW
    tile = decode(Place, action).tile
    if tile >= box.width * box.height or s.tiles[tile].token > 0:
        return 206
    return 207 if box.marked and not box.sites[tile] else 0


@rule
def refuse_join(s: State, box: Box, seat: int, action: int) -> int:
    if not belongs(JOIN, action):
        return NOT_NOW
    count = decode(Join, action).number
    frame = top(s, WelcomeFrame)
    if count > frame.count:
        return 1102
    if frame.encounter == Encounter.DEFECT:
        return 0
    tier = monster_tier_now(s, box)
    return 0 if affords(s, box, seat, CREATURE_PRICE + tier - 1, count) else 1103


@rule
def monster_tier_now(s: State, box: Box) -> int:
    tier = 0
    for city in range(box.seats + box.neutral_cities):
        for kind in range(KINDS):
            if s.cities[city].owner >= 0 and s.cities[city].spawners & (1 << kind):
                tier = max(tier, 1 + kind % TIERS)
    return max(box.numbers.monster_tier_least, min(tier, box.numbers.monster_tier_most))


@rule
def affords(s: State, box: Box, seat: int, row: int, count: int) -> bool:
    short = 0
    for resource in range(RESOURCES):
        short += 1 if box.price[row, resource] * count > s.players[seat].stock[resource] else 0
    return short == 0


@rule
def refuse_acquisition(s: State, box: Box, seat: int, action: int) -> int:
    if belongs(PAY, action):
        return refuse_payment(s, seat, decode(Pay, action).hero)
    if not (
        action == DONE.first
        or belongs(BUILD, action)
        or belongs(RECRUIT, action)
        or belongs(PROMOTE, action)
        or belongs(HIRE, action)
        or belongs(RAMPART, action)
        or is_change(action)
    ):
        return NOT_NOW
    if s.players[seat].stage == Stage.PAYING:
        return 505
    if belongs(BUILD, action):
        return refuse_build(s, box, seat, action)
    if belongs(RECRUIT, action):
        return refuse_recruit(s, box, seat, action)
    if belongs(PROMOTE, action):
        return refuse_promote(s, box, seat, action)
    if belongs(HIRE, action):
        return refuse_hire(s, box, seat, decode(Hire, action).city)
    if belongs(RAMPART, action):
        return refuse_rampart(s, box, seat, decode(Rampart, action).city)
    return refuse_change(s, box, seat, action) if is_change(action) else 0


@rule
def refuse_payment(s: State, seat: int, hero: int) -> int:
    if s.players[seat].stage != Stage.PAYING:
        return NOT_NOW
    own = s.players[seat].heroes[hero]
    if own.here == 0 or own.paid == 1 or stands_in_own_city(s, seat, hero):
        return 503
    return 0


@rule
def owns(s: State, box: Box, seat: int, city: int) -> bool:
    return city < box.seats + box.neutral_cities and s.cities[city].owner == seat


@rule
def refuse_build(s: State, box: Box, seat: int, action: int) -> int:
    city, kind = decode(Build, action)
    if not owns(s, box, seat, city):
        return 601
    built = s.cities[city].spawners
    if built & (1 << kind):
        return 605
    tier = kind % TIERS
    if tier > 0 and not built & (1 << (kind - 1)):
        return 603
    if kind >= TIERS and not built & (1 << tier):
        return 604
    return 0 if affords(s, box, seat, SPAWNER_PRICE + kind, 1) else 602


@rule
def slots_taken(s: State, city: int) -> int:
    taken = 0
    for kind in range(KINDS):
        taken += 1 if s.cities[city].garrison[kind] > 0 else 0
    return taken


@rule
def is_shut_out(s: State, box: Box, city: int, kind: int) -> bool:
    """HE-7.4: no slot for a kind."""
    return s.cities[city].garrison[kind] == 0 and slots_taken(s, city) >= box.numbers.slots


@rule
def refuse_recruit(s: State, box: Box, seat: int, action: int) -> int:
    city, kind, amount = decode(Recruit, action)
    if not owns(s, box, seat, city):
        return 701
    if not s.cities[city].spawners & (1 << kind):
        return 703
    if is_shut_out(s, box, city, kind):
        return 704
    if not affords(s, box, seat, CREATURE_PRICE + kind, 1):
        return 702
    return refuse_purchase(s, box, seat, CREATURE_PRICE + kind, amount)


@rule
def refuse_purchase(s: State, box: Box, seat: int, row: int, amount: int) -> int:
    """HE-7.12: one or five are offered only where it is not the same as all that can be paid."""
    if amount == Amount.ONE and not affords(s, box, seat, row, 2):
        return 712
    if amount == Amount.SOME and not affords(s, box, seat, row, 6):
        return 712
    return 0


@rule
def refuse_promote(s: State, box: Box, seat: int, action: int) -> int:
    city, tier, amount = decode(Promote, action)
    if not owns(s, box, seat, city) or not s.cities[city].spawners & (1 << (tier + TIERS)):
        return 705
    there = s.cities[city].garrison[tier]
    if there == 0:
        return 707
    if not affords(s, box, seat, PROMOTION_PRICE + tier, 1):
        return 706
    if amount == Amount.MOST:
        count = 1
        while count < there and affords(s, box, seat, PROMOTION_PRICE + tier, count + 1):
            count += 1
    else:
        count = 1 if amount == Amount.ONE else 5
        if there < count + 1:
            return 712
        if not affords(s, box, seat, PROMOTION_PRICE + tier, count + 1):
            return 712
    if count < there and is_shut_out(s, box, city, tier + TIERS):
        return 708
    return 0


@rule
def refuse_hire(s: State, box: Box, seat: int, city: int) -> int:
    if not owns(s, box, seat, city):
        return 801
    heroes = 0
    for hero in range(HEROES):
        heroes += s.players[seat].heroes[hero].here
    if heroes >= box.hero_limit:
        return 802
    return 801 if s.players[seat].stock[Resource.COINS] < box.numbers.hero_coins else 0


@rule
def refuse_rampart(s: State, box: Box, seat: int, city: int) -> int:
    if not box.campaign:
        return 1906
    if not owns(s, box, seat, city):
        return 1903
    if s.cities[city].rampart:
        return 1904
    return 0 if affords(s, box, seat, RAMPART_PRICE, 1) else 1903


@rule
def is_change(action: int) -> bool:
    return belongs(TRANSFER, action) or belongs(TAKE, action) or belongs(SWAP, action)


@rule
def refuse_change(s: State, box: Box, seat: int, action: int) -> int:
    if s.players[seat].changes >= box.numbers.changes:
        return 711
    if belongs(TRANSFER, action):
        return refuse_transfer(s, box, seat, action)
    if belongs(TAKE, action):
        return refuse_take(s, seat, action)
    return refuse_swap(s, seat, action)


@rule
def stands_in_own_city(s: State, seat: int, hero: int) -> bool:
    own = s.players[seat].heroes[hero]
    if own.here == 0 or s.tiles[own.tile].token != Token.CITY:
        return False
    return s.cities[s.tiles[own.tile].mark].owner == seat


@rule
def are_together_in_city(s: State, seat: int, hero: int, other: int) -> bool:
    if not stands_in_own_city(s, seat, hero) or not stands_in_own_city(s, seat, other):
        return False
    return s.players[seat].heroes[hero].tile == s.players[seat].heroes[other].tile


@rule
def refuse_transfer(s: State, box: Box, seat: int, action: int) -> int:
    giver, taker, kind, amount = decode(Transfer, action)
    if giver == taker:
        return 709
    if giver > 0 and taker > 0:
        if not are_together_in_city(s, seat, giver - 1, taker - 1):
            return 709
    elif not stands_in_own_city(s, seat, giver + taker - 1):
        return 709
    if kind == ALL_KINDS:
        return refuse_transfer_of_all(s, box, seat, giver, taker, amount)
    have = held(s, seat, giver, taker, kind)
    if have == 0:
        return 709
    if taker == 0 and is_shut_out(s, box, city_of(s, seat, giver - 1), kind):
        return 704
    if (amount == Amount.ONE and have < 2) or (amount == Amount.SOME and have < 3):
        return 712
    return 0


@rule
def city_of(s: State, seat: int, hero: int) -> int:
    return s.tiles[s.players[seat].heroes[hero].tile].mark


@rule
def held(s: State, seat: int, giver: int, taker: int, kind: int) -> int:
    """How many creatures of a kind the giving side of a transfer has."""
    if giver == 0:
        return s.cities[city_of(s, seat, taker - 1)].garrison[kind]
    return s.players[seat].heroes[giver - 1].troops[kind]


@rule
def refuse_transfer_of_all(s: State, box: Box, seat: int, giver: int, taker: int, amount: int) -> int:
    if amount != Amount.MOST:
        return 712
    given = 0
    together = 0
    for kind in range(KINDS):
        gives = held(s, seat, giver, taker, kind) > 0
        given += 1 if gives else 0
        if taker == 0:
            together += 1 if gives or s.cities[city_of(s, seat, giver - 1)].garrison[kind] > 0 else 0
    if given < 2:
        return 712
    return 704 if together > box.numbers.slots else 0


@rule
def refuse_take(s: State, seat: int, action: int) -> int:
    hero, kind, level = decode(Take, action)
    own = s.players[seat].heroes[hero]
    if own.here == 0:
        return 1305
    lies = False
    for index in range(s.loots):
        entry = s.loot[index]
        lies = lies or (entry.tile == own.tile and entry.kind == kind and entry.level == level + 1)
    if not lies:
        return 1305
    return 1306 if own.items[kind] == level + 1 else 0


@rule
def refuse_swap(s: State, seat: int, action: int) -> int:
    hero, other, kind = decode(Swap, action)
    if hero >= other or not are_together_in_city(s, seat, hero, other):
        return 1307
    equal = s.players[seat].heroes[hero].items[kind] == s.players[seat].heroes[other].items[kind]
    return 1307 if equal else 0


@rule
def refuse_exploration(s: State, box: Box, seat: int, action: int) -> int:
    if action == END.first:
        return 0
    if is_change(action):
        return refuse_change(s, box, seat, action)
    if belongs(MOVE, action):
        return refuse_move(s, box, seat, action)
    if not belongs(STAY, action):
        return NOT_NOW
    return 905 if s.players[seat].heroes[decode(Stay, action).hero].moves == 0 else 0


@rule
def refuse_move(s: State, box: Box, seat: int, action: int) -> int:
    hero, direction = decode(Move, action)
    own = s.players[seat].heroes[hero]
    if own.moves == 0:
        return 903
    if direction >= box.steps:
        return 102
    east = (0, 1, 0, -1, 1, 1, -1, -1)[direction]
    south = (-1, 0, 1, 0, -1, 1, 1, -1)[direction]
    x = own.tile % box.width + east
    y = own.tile // box.width + south
    if x < 0 or y < 0 or x >= box.width or y >= box.height:
        return 903
    for kind in range(KINDS):
        if own.troops[kind] > 0:
            return 0
    return refuse_unarmed(s, box, seat, y * box.width + x)


@rule
def refuse_unarmed(s: State, box: Box, seat: int, tile: int) -> int:
    token = s.tiles[tile].token
    if token == Token.MONSTER:
        return 1002
    if token == Token.MINE and (s.tiles[tile].owner != seat or s.tiles[tile].guards > 0):
        return 1003
    if token == Token.CITY and s.cities[s.tiles[tile].mark].owner == NOBODY:
        return 1004
    if token == Token.CITY and s.cities[s.tiles[tile].mark].owner != seat and slots_taken(s, s.tiles[tile].mark) > 0:
        return 1004
    for other in range(box.seats):
        for hero in range(HEROES):
            theirs = s.players[other].heroes[hero]
            if other != seat and theirs.here == 1 and theirs.tile == tile:
                for kind in range(KINDS):
                    if theirs.troops[kind] > 0:
                        return 1004 if token == Token.CITY else 1005
    return 0


@rule
def refuse_in_battle(s: State, box: Box, kind: int, action: int) -> int:
    if kind == Kind.CHOOSE_ATTACK:
        return refuse_attack(s, action)
    army = s.battle.armies[top(s, SquadsFrame).side]
    if kind == Kind.FORM_SQUADS and belongs(FORM, action):
        return refuse_form(box, army.troops, decode(Form, action).split)
    if kind == Kind.EDIT_SQUADS and action == READY.first:
        return 0
    if kind == Kind.EDIT_SQUADS and belongs(PICK, action):
        squad, creature = decode(Pick, action)
        if box.numbers.squads < 2 or army.squads[squad, creature] == 0:
            return 1504
        return 1509 if army.shifts >= box.numbers.shifts else 0
    if kind == Kind.SHIFT_SQUAD and belongs(SHIFT, action):
        picked = top(s, ShiftSquadFrame)
        return refuse_shift(box, army, picked.squad, picked.creature, action)
    if kind == Kind.NAME_LEAD and belongs(LEAD, action):
        return 0 if men_in(army, decode(Lead, action).squad) > 0 else 1506
    if kind == Kind.CHOOSE_ROLLS and belongs(ROLLS, action):
        return 0
    return NOT_NOW


@rule
def men_in(army: Army, squad: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += army.squads[squad, kind]
    return count


@rule
def refuse_form(box: Box, troops: Ints, number: int) -> int:
    creatures = 0
    kinds = 0
    for kind in range(KINDS):
        creatures += troops[kind]
        kinds += 1 if troops[kind] > 0 else 0
    squads = box.split_squads[number]
    effect = box.split_effect[number]
    if squads == 0:
        return 1503
    if (effect == Split.KINDS and kinds < 2) or (effect == Split.SINGLES and creatures <= squads):
        return 1503
    return 1503 if effect == Split.EVEN and creatures < squads else 0


@rule
def refuse_shift(box: Box, army: Army, squad: int, kind: int, action: int) -> int:
    target, amount = decode(Shift, action)
    have = army.squads[squad, kind]
    if target == squad:
        return 1504
    if target >= box.numbers.squads:
        return 1501
    if have < 2 and amount == Amount.ONE:
        return 1504
    if have < 3 and amount == Amount.SOME:
        return 1504
    if men_in(army, target) == 0:
        for free in range(target):
            if men_in(army, free) == 0:
                return 1504
        if amount == Amount.MOST and men_in(army, squad) == have:
            return 1504
    return 0


@rule
def refuse_attack(s: State, action: int) -> int:
    if action == RETREAT.first:
        return 1703 if s.battle.foe == Foe.CITY and s.battle.side == 1 else 0
    if not belongs(ATTACK, action):
        return NOT_NOW
    squad, target = decode(Attack, action)
    army = s.battle.armies[s.battle.side]
    if men_in(army, squad) == 0 or men_in(s.battle.armies[1 - s.battle.side], target) == 0:
        return 1602
    return 1601 if army.attacked & (1 << squad) else 0


@rule
def refuse_chance(s: State, box: Box, kind: int, action: int) -> int:
    if kind == Kind.LAY_TOKEN:
        return refuse_lay(s, box, action)
    if kind == Kind.DRAW_TARGET:
        if not belongs(TARGET, action):
            return NOT_NOW
        return 0 if men_in(s.battle.armies[1 - s.battle.side], decode(Target, action).squad) > 0 else 1603
    if kind == Kind.ROLL_GUARDS and box.d20_guards:
        return refuse_die(action, 20)
    if kind == Kind.ROLL_ENCOUNTER or kind == Kind.ROLL_GUARDS:
        return 0 if belongs(PERCENT, action) else 106
    if kind == Kind.ROLL_ITEM or kind == Kind.ROLL_QUALITY:
        return 0 if belongs(PERCENT, action) else 106
    if kind == Kind.ROLL_MINE or kind == Kind.ROLL_RESOURCE:
        return refuse_die(action, 4)
    if kind == Kind.ROLL_MOVEMENT:
        return refuse_die(action, box.numbers.movement_die)
    if kind == Kind.COUNT_RESOURCE:
        return refuse_die(action, box.numbers.resource_die)
    return refuse_die(action, s.battle.faces if kind == Kind.ROLL_SKIRMISH else 6)


@rule
def refuse_die(action: int, faces: int) -> int:
    return 0 if belongs(DIE, action) and decode(Die, action).face < faces else 106


@rule
def refuse_lay(s: State, box: Box, action: int) -> int:
    if not belongs(LAY, action):
        return NOT_NOW
    tile = decode(Lay, action).tile
    if tile >= box.width * box.height or s.tiles[tile].token > 0:
        return 104
    if s.day == 0:
        return 0
    for seat in range(box.seats):
        for hero in range(HEROES):
            if s.players[seat].heroes[hero].here == 1 and s.players[seat].heroes[hero].tile == tile:
                return 1902
    return 1902 if s.tiles[tile].heaps > 0 else 0
