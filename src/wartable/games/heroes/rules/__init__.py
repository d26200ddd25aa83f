"""The rules of Heroes: who decides what, and what follows. The chapters of RULES.md are the modules beside this one."""

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import AnyFrame, Floats, Ints, note, pop, rule, top, under

from ..box import Box
from ..notes import Counter, Told
from ..state import HEROES, ITEM_KINDS, NOBODY, UNKNOWN, Kind, State, Token, TurnFrame
from .aftermath import end_battle
from .battle import go_on_with_battle
from .day import end_if_alone, end_turn, go_on_with_day, go_on_with_turn
from .exploration import go_on_landing, has_nothing_to_do
from .opening import go_on_setting_up, lay_out
from .realm import city_count, creature_count, hero_count, item_count, mine_count, realm_value


@rule
def setup(s: State, box: Box) -> None:
    lay_out(s, box)
    go_on(s, box)


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
