"""Chapters 3 to 5 and 18: the days, what they bring and cost, and how the last one ends."""

from wartable.core.rules import NATURE, NOBODY, ask, ask_all, change, finish, note, pop, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..state import HEROES, RESOURCES, DayFrame, Kind, Resource, RollMovementFrame, Stage, State, TurnFrame
from .changes import forget_changes
from .opening import is_empty
from .realm import (
    UNPAID,
    army_value,
    check_out,
    city_count,
    garrison_of,
    hero_count,
    level_value,
    mine_count,
    realm_value,
    remove_hero,
    seat_at,
    stock_value,
    told,
)

DAWN, ACQUISITION, EXPLORATION = 0, 1, 2

LAST_REALM = 1
"""The ending of HE-18.2; the next two are those of HE-18.3 and HE-18.6."""
RICHEST_REALM = 2
STOPPED_CAMPAIGN = 3


@rule
def go_on_with_day(s: State, box: Box) -> None:
    """HE-3.1: dawn, the acquisition cycle, then a turn of exploration for each player in order."""
    frame = top(s, DayFrame)
    if frame.stage == DAWN:
        if frame.place == 0:
            s.day += 1
            note(box, Told.DAY, 301, NOBODY, s.day, box.days)
        frame.place += 1
        if frame.place == len(box.tokens):
            frame.stage = ACQUISITION
        else:
            reappear(s, box, frame.place)
    elif frame.stage == ACQUISITION:
        frame.stage = EXPLORATION
        frame.place = 0
        begin_acquisition(s, box)
    elif frame.place < box.seats:
        seat = seat_at(s, box, frame.place)
        frame.place += 1
        if s.players[seat].out == 0:
            note(box, Told.EXPLORES, 304, seat)
            ask_all(s, Kind.TURN, 0, seat, 0, 0)
    else:
        frame.stage = DAWN
        frame.place = 0
        if s.day >= box.days:
            reckon(s, box)
            finish(s, STOPPED_CAMPAIGN if box.campaign == 1 else RICHEST_REALM)


@rule
def reckon(s: State, box: Box) -> None:
    """HE-18.3 to HE-18.6: tell what the realms are worth, and who wins."""
    best = 0
    winners = 0
    for seat in range(box.seats):
        if s.players[seat].out == 0:
            value = realm_value(s, box, seat)
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
            tell_realm(s, box, seat, value)
    for seat in range(box.seats):
        if s.players[seat].out == 0 and realm_value(s, box, seat) == best:
            if winners > 1:
                note(box, Told.SHARES_WIN, 1805, seat, told(best))
            else:
                note(box, Told.WINS, 1806 if box.campaign == 1 else 1803, seat, told(best))


@rule
def tell_realm(s: State, box: Box, seat: int, value: int) -> None:
    """HE-18.4: the parts of a realm's value."""
    cities = city_count(s, box, seat) * box.numbers.value_city
    mines = mine_count(s, seat) * box.numbers.value_mine
    troops, items = army_value(s, box, seat), level_value(s, box, seat)
    note(box, Told.REALM, 1804, seat, told(cities), told(mines), told(troops), told(items))
    note(box, Told.STORES, 1804, seat, told(stock_value(s, box, seat)), told(value))


@rule
def reappear(s: State, box: Box, token: int) -> None:
    """HE-19.2: one token of a kind that is short comes back, if there is an empty tile for it."""
    if box.campaign == 0 or s.day == 1 or box.returns[token] == 0 or s.tokens[token] >= box.tokens[token]:
        return
    for tile in range(box.width * box.height):
        if is_empty(s, box, tile):
            ask(s, Kind.LAY_TOKEN, NATURE, token, 0, 0)
            return


@rule
def begin_acquisition(s: State, box: Box) -> None:
    """HE-3.2: income and remittance, then all players build and recruit at once."""
    seats = 0
    for seat in range(box.seats):
        if s.players[seat].out == 0:
            collect(s, box, seat)
            begin_remittance(s, box, seat)
            if s.players[seat].out == 0:
                seats |= 1 << seat
    ask_all(s, Kind.ACQUIRE, seats, 0, 0, 0)


@rule
def collect(s: State, box: Box, seat: int) -> None:
    """HE-4.1, HE-4.2: what cities and mines bring."""
    player = s.players[seat]
    cities = city_count(s, box, seat)
    if cities > 0:
        each = box.per_city
        note(box, Told.CITIES_PAY, 401, seat, cities * each[0], cities * each[1], cities * each[2], cities * each[3])
    for resource in range(RESOURCES):
        gain(s, box, seat, resource, cities * box.per_city[resource], 401)
    if mine_count(s, seat) > 0:
        brings = box.numbers.mine_yield
        mines = player.mines
        note(box, Told.MINES_PAY, 402, seat, mines[0] * brings, mines[1] * brings, mines[2] * brings, mines[3] * brings)
    for resource in range(RESOURCES):
        gain(s, box, seat, resource, player.mines[resource] * box.numbers.mine_yield, 402)


@rule
def gain(s: State, box: Box, seat: int, resource: int, amount: int, number: int) -> None:
    """A part of an income, by the rule of that number."""
    stock = s.players[seat].stock
    stock[resource] += amount
    change(box, Told.GAINS, number, seat, Counter.COINS + resource, amount, stock[resource])


@rule
def costs_food(s: State, seat: int, hero: int) -> bool:
    """HE-5.1: a hero outside the cities of its player, not yet paid for."""
    it = s.players[seat].heroes[hero]
    return it.here == 1 and it.paid == 0 and garrison_of(s, seat, hero) < 0


@rule
def unpaid_heroes(s: State, seat: int) -> int:
    count = 0
    for hero in range(HEROES):
        if costs_food(s, seat, hero):
            count += 1
    return count


@rule
def begin_remittance(s: State, box: Box, seat: int) -> None:
    """HE-5.2, HE-5.4: pay for all, or for none where there is no food for one; otherwise the player must choose."""
    player = s.players[seat]
    player.stage = Stage.PAYING
    forget_changes(s, seat)
    unpaid = unpaid_heroes(s, seat)
    fee = box.numbers.hero_food
    if player.stock[Resource.FOOD] >= unpaid * fee:
        player.stock[Resource.FOOD] -= unpaid * fee
        change(box, Told.PAYS_FEE, 502, seat, Counter.FOOD, -unpaid * fee, player.stock[Resource.FOOD], unpaid)
        player.stage = Stage.BUILDING
    elif player.stock[Resource.FOOD] < fee:
        settle_remittance(s, box, seat)
    else:
        note(box, Told.MUST_CHOOSE, 503, seat, player.stock[Resource.FOOD], unpaid)


@rule
def settle_remittance(s: State, box: Box, seat: int) -> None:
    """HE-5.4: heroes who have not been paid for leave the game."""
    player = s.players[seat]
    for hero in range(HEROES):
        if costs_food(s, seat, hero):
            remove_hero(s, box, seat, hero, UNPAID)
        player.heroes[hero].paid = 0
    player.stage = Stage.BUILDING
    check_out(s, box, seat)


@rule
def go_on_with_turn(s: State, box: Box) -> None:
    """HE-9.1: every hero rolls for movement, then the player explores."""
    frame = top(s, TurnFrame)
    seat = frame.seat
    while frame.hero < HEROES:
        hero = frame.hero
        frame.hero += 1
        if s.players[seat].heroes[hero].here == 1:
            ask(s, Kind.ROLL_MOVEMENT, NATURE, seat, hero, 0)
            return
    if frame.explored == 0 and hero_count(s, seat) > 0:
        frame.explored = 1
        ask(s, Kind.EXPLORE, seat, 0, 0, 0)
    else:
        if frame.explored == 0:
            note(box, Told.TURN_IS_OVER, 906, seat, 0)
        pop(s)


@rule
def roll_movement(s: State, box: Box, face: int) -> None:
    """HE-9.1, HE-9.2."""
    frame = top(s, RollMovementFrame)
    s.players[frame.seat].heroes[frame.hero].moves = face
    note(box, Told.ROLLS_MOVEMENT, 901, frame.seat, frame.hero, face)
    pop(s)


@rule
def end_turn(s: State, seat: int) -> None:
    """HE-9.6: all other heroes stay."""
    player = s.players[seat]
    for hero in range(HEROES):
        player.heroes[hero].moves = 0
    forget_changes(s, seat)
    pop(s)


@rule
def end_if_alone(s: State, box: Box) -> bool:
    """HE-18.2: True when one player is left."""
    if s.left > 1:
        return False
    for seat in range(box.seats):
        if s.players[seat].out == 0:
            note(box, Told.IS_LAST, 1802, seat)
    finish(s, LAST_REALM)
    return True
