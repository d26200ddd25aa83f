"""The rules of Heroes: who decides what, and what follows. The chapters of RULES.md are the modules beside this one."""

from wartable.core.actions import Family, belongs, decode, encode
from wartable.core.compiled import rule
from wartable.core.frames import AnyFrame, pop, top, under
from wartable.core.frames import kind as frame_kind
from wartable.core.notes import note
from wartable.core.record import Floats, Ints

from ..actions import (
    ATTACK,
    BUILD,
    DIE,
    DONE,
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
    RECRUIT,
    ROLLS,
    STAY,
    SWAP,
    TAKE,
    TARGET,
    TRANSFER,
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
    Percent,
    Pick,
    Place,
    Promote,
    Rampart,
    Recruit,
    Rolls,
    Shift,
    Stay,
    Swap,
    Take,
    Target,
    Transfer,
)
from ..box import Box
from ..notes import Counter, Told
from ..state import HEROES, ITEM_KINDS, NOBODY, RESOURCES, SQUADS, UNKNOWN, Kind, SquadsFrame, State, Token, TurnFrame
from .acquisition import build, hire, list_acquisition, promote, raise_rampart, recruit
from .aftermath import end_battle
from .battle import attack, draw_target, go_on_with_battle, list_attacks, retreat, roll_skirmish
from .changes import do_something_else, swap, take, transfer
from .day import end_if_alone, end_turn, finish_acquisition, go_on_with_day, go_on_with_turn, pay_for, roll_movement
from .exploration import (
    count_monsters,
    count_resource,
    go_on_landing,
    has_nothing_to_do,
    list_exploration,
    most_welcome,
    move,
    roll_encounter,
    roll_guards,
    roll_item,
    roll_mine,
    roll_quality,
    roll_resource,
    stay,
    welcome,
)
from .opening import draw_tile, go_on_setting_up, is_empty, is_site, lay_out, place_city, roll_off
from .realm import city_count, creature_count, hero_count, item_count, lies_at, mine_count, realm_value
from .squads import (
    choose_rolls,
    form,
    lead,
    list_edits,
    list_forms,
    list_shifts,
    make_ready,
    pick,
    shift,
    squad_count,
    stands,
)


@rule
def setup(s: State, box: Box) -> None:
    lay_out(s, box)
    go_on(s, box)


@rule
def legal(s: State, box: Box, seat: int, out: Ints) -> int:
    kind = frame_kind(s)
    if kind == Kind.EXPLORE:
        return list_exploration(s, box, seat, out)
    if kind == Kind.ACQUIRE:
        return list_acquisition(s, box, seat, out)
    if kind == Kind.CHOOSE_ATTACK:
        return list_attacks(s, out)
    if kind == Kind.PLACE_CITY:
        return list_sites(s, box, out)
    if kind == Kind.FORM_SQUADS:
        return list_forms(s, box, out)
    if kind == Kind.EDIT_SQUADS:
        return list_edits(s, box, out)
    if kind == Kind.SHIFT_SQUAD:
        return list_shifts(s, box, out)
    if kind == Kind.NAME_LEAD:
        return list_range(LEAD, squad_count(s.battle.armies[top(s, SquadsFrame).side]), out)
    if kind == Kind.CHOOSE_ROLLS:
        return list_range(ROLLS, 2, out)
    return list_range(JOIN, most_welcome(s, box, seat) + 1, out)


@rule
def list_range(family: Family, count: int, out: Ints) -> int:
    for field in range(count):
        out[field] = encode(family, field)
    return count


@rule
def list_sites(s: State, box: Box, out: Ints) -> int:
    """HE-2.6, HE-2.7."""
    n = 0
    for tile in range(box.width * box.height):
        if is_site(s, box, tile):
            out[n] = encode(PLACE, tile)
            n += 1
    return n


@rule
def apply(s: State, box: Box, seat: int, action: int) -> None:
    kind = frame_kind(s)
    if kind >= Kind.LAY_TOKEN:
        apply_chance(s, box, kind, action)
    elif kind == Kind.EXPLORE:
        apply_exploration(s, box, seat, action)
    elif kind == Kind.ACQUIRE:
        apply_acquisition(s, box, seat, action)
    elif kind >= Kind.FORM_SQUADS:
        apply_battle(s, box, kind, action)
    elif kind == Kind.PLACE_CITY:
        place_city(s, box, seat, decode(Place, action).tile)
    else:
        welcome(s, box, seat, decode(Join, action).number)
    go_on(s, box)


@rule
def apply_change(s: State, box: Box, seat: int, action: int) -> bool:
    """A change of troops or items, in either cycle. False when the action is something else."""
    if belongs(TRANSFER, action):
        giver, taker, kind, amount = decode(Transfer, action)
        transfer(s, box, seat, giver, taker, kind, amount)
    elif belongs(TAKE, action):
        hero, kind, level = decode(Take, action)
        index = lies_at(s, s.players[seat].heroes[hero].tile, kind, level + 1)
        take(s, box, seat, hero, kind, level + 1, index)
    elif belongs(SWAP, action):
        hero, other, kind = decode(Swap, action)
        swap(s, box, seat, hero, other, kind)
    else:
        return False
    return True


@rule
def apply_exploration(s: State, box: Box, seat: int, action: int) -> None:
    if belongs(MOVE, action):
        hero, direction = decode(Move, action)
        do_something_else(s, seat)
        move(s, box, seat, hero, direction)
    elif belongs(STAY, action):
        stay(s, box, seat, decode(Stay, action).hero)
    elif not apply_change(s, box, seat, action):
        note(box, Told.ENDS_TURN, 906, seat)
        end_turn(s, seat)


@rule
def apply_acquisition(s: State, box: Box, seat: int, action: int) -> None:
    if action == DONE.first:
        finish_acquisition(s, box, seat)
    elif belongs(PAY, action):
        pay_for(s, box, seat, decode(Pay, action).hero)
    elif not apply_change(s, box, seat, action):
        apply_order(s, box, seat, action)


@rule
def apply_order(s: State, box: Box, seat: int, action: int) -> None:
    """HE-6.1 to HE-8.3, HE-19.3: what is built and who is recruited, promoted and hired."""
    if belongs(BUILD, action):
        city, kind = decode(Build, action)
        build(s, box, seat, city, kind)
    elif belongs(RECRUIT, action):
        city, kind, amount = decode(Recruit, action)
        recruit(s, box, seat, city, kind, amount)
    elif belongs(PROMOTE, action):
        city, tier, amount = decode(Promote, action)
        promote(s, box, seat, city, tier, amount)
    elif belongs(HIRE, action):
        hire(s, box, seat, decode(Hire, action).city)
    else:
        raise_rampart(s, box, seat, decode(Rampart, action).city)


@rule
def apply_battle(s: State, box: Box, kind: int, action: int) -> None:
    """HE-15.3 to HE-16.2, HE-17.2."""
    if kind == Kind.FORM_SQUADS:
        form(s, box, decode(Form, action).split)
    elif kind == Kind.EDIT_SQUADS:
        if belongs(PICK, action):
            squad, creature = decode(Pick, action)
            pick(s, box, squad, creature)
        else:
            make_ready(s, box)
    elif kind == Kind.SHIFT_SQUAD:
        squad, amount = decode(Shift, action)
        shift(s, box, squad, amount)
    elif kind == Kind.NAME_LEAD:
        lead(s, box, decode(Lead, action).squad)
    elif kind == Kind.CHOOSE_ROLLS:
        choose_rolls(s, box, decode(Rolls, action).rolls)
    elif belongs(ATTACK, action):
        squad, target = decode(Attack, action)
        attack(s, box, squad, target)
    else:
        retreat(s, box)


@rule
def apply_chance(s: State, box: Box, kind: int, action: int) -> None:
    """Nature's answer: a lot, or a die."""
    if kind == Kind.DRAW_TARGET:
        draw_target(s, box, decode(Target, action).squad)
    elif kind == Kind.LAY_TOKEN:
        draw_tile(s, box, decode(Lay, action).tile)
    else:
        apply_roll(s, box, kind, face_of(action))


@rule
def face_of(action: int) -> int:
    """What a die shows. A face counts from 1, also on the percentile die."""
    return 1 + (decode(Die, action).face if belongs(DIE, action) else decode(Percent, action).face)


@rule
def apply_roll(s: State, box: Box, kind: int, face: int) -> None:
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


@rule
def go_on(s: State, box: Box) -> None:
    """Carry on until somebody has to decide, or the game is over."""
    while s.head.over == 0:
        kind = frame_kind(s)
        if kind == Kind.SETTING_UP:
            go_on_setting_up(s, box)
        elif end_if_alone(s, box):
            return
        elif kind == Kind.DAY:
            go_on_with_day(s, box)
        elif kind == Kind.TURN:
            go_on_with_turn(s, box)
        elif kind == Kind.LANDING:
            go_on_landing(s, box)
        elif kind == Kind.BATTLE:
            if go_on_with_battle(s, box):
                end_battle(s, box)
        elif kind == Kind.EXPLORE and has_nothing_to_do(s, box, under(s, TurnFrame).seat):
            seat = under(s, TurnFrame).seat
            note(box, Told.TURN_IS_OVER, 906, seat, hero_count(s, seat))
            end_turn(s, seat)
        elif kind == Kind.ACQUIRE and top(s, AnyFrame).due == 0:
            pop(s)
        else:
            return


@rule
def is_percentile(box: Box, kind: int) -> bool:
    """HE-1.6: whether nature rolls the percentile die."""
    if kind == Kind.ROLL_GUARDS:
        return box.d20_guards == 0
    return kind == Kind.ROLL_ENCOUNTER or kind == Kind.ROLL_ITEM or kind == Kind.ROLL_QUALITY


@rule
def faces(s: State, box: Box, kind: int) -> int:
    """HE-1.6: how many faces the die has that nature rolls."""
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
def chance(s: State, box: Box, out: Ints, weights: Ints) -> int:
    kind = frame_kind(s)
    if kind == Kind.LAY_TOKEN:
        n = list_empty(s, box, out)
    elif kind == Kind.DRAW_TARGET:
        n = list_targets(s, out)
    elif is_percentile(box, kind):
        n = list_range(PERCENT, 10, out)
    else:
        n = list_range(DIE, faces(s, box, kind), out)
    for index in range(n):
        weights[index] = 1
    return n


@rule
def list_empty(s: State, box: Box, out: Ints) -> int:
    """HE-2.1, HE-19.2: the tiles on which there is nothing."""
    n = 0
    for tile in range(box.width * box.height):
        if is_empty(s, box, tile):
            out[n] = encode(LAY, tile)
            n += 1
    return n


@rule
def list_targets(s: State, out: Ints) -> int:
    """HE-16.3."""
    n = 0
    for squad in range(SQUADS):
        if stands(s.battle.armies[1 - s.battle.side], squad):
            out[n] = encode(TARGET, squad)
            n += 1
    return n


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """HE-18.2 to HE-18.5: the highest realm value among those who are not out."""
    best = -1
    winners = 0
    for seat in range(box.seats):
        out[seat] = 0.0
        if s.players[seat].out == 0:
            value = realm_value(s, box, seat)
            if value > best:
                best = value
                winners = 0
            if value == best:
                winners += 1
    for seat in range(box.seats):
        if s.players[seat].out == 0 and realm_value(s, box, seat) == best:
            out[seat] = 1.0 / winners


@rule
def points(s: State, box: Box, seat: int) -> int:
    """HE-18.4."""
    return realm_value(s, box, seat) if s.players[seat].out == 0 else 0


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    if counter <= Counter.STONE:
        return s.players[seat].stock[counter - Counter.COINS]
    if counter == Counter.MINES:
        return mine_count(s, seat)
    if counter == Counter.CITIES:
        return city_count(s, box, seat)
    if counter == Counter.HEROES:
        return hero_count(s, seat)
    if counter == Counter.CREATURES:
        return creature_count(s, box, seat)
    if counter == Counter.ITEMS:
        return item_count(s, seat)
    return rolled(s, seat)


@rule
def rolled(s: State, seat: int) -> int:
    """What a player's squad has rolled in the skirmish that goes on."""
    if s.in_battle == 1 and s.battle.turn < 2:
        for side in range(2):
            if s.battle.armies[side].seat == seat:
                return s.battle.total[side]
    return 0


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """Mines, cities and items are neither made nor lost, but for items that appear in a campaign."""
    count = 0
    for token in range(Token.ITEM, Token.CITY + 1):
        if token == Token.ITEM or token >= Token.MINE:
            out[count] = tokens_on_map(s, box, token) + (box.tokens[token] - s.tokens[token] if s.day == 0 else 0)
            count += 1
    out[0] += carried_items(s, box) + s.loots - s.appeared[Token.ITEM]
    out[0] += 1 if frame_kind(s) == Kind.ROLL_QUALITY else 0
    for seat in range(box.seats):
        out[2] += 1 if s.day == 0 and s.cities[seat].owner == NOBODY else 0
    out[3] = mines_miscounted(s, box)
    return 4


@rule
def tokens_on_map(s: State, box: Box, token: int) -> int:
    count = 0
    for tile in range(box.width * box.height):
        count += 1 if s.tiles[tile].token == token else 0
    return count


@rule
def carried_items(s: State, box: Box) -> int:
    count = 0
    for seat in range(box.seats):
        for hero in range(HEROES):
            for kind in range(ITEM_KINDS):
                count += 1 if s.players[seat].heroes[hero].items[kind] > 0 else 0
    return count


@rule
def mines_miscounted(s: State, box: Box) -> int:
    """Mines with an owner and a resource, less those that the players count as theirs: always none."""
    count = 0
    for tile in range(box.width * box.height):
        if s.tiles[tile].token == Token.MINE and s.tiles[tile].owner != NOBODY and s.tiles[tile].mark != UNKNOWN:
            count += 1
    for seat in range(box.seats):
        count -= mine_count(s, seat)
    return count
