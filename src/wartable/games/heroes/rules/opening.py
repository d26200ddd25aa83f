"""Chapter 2: tokens, the first player, the players' cities."""

from wartable.core.rules import NATURE, NOBODY, ask, ask_all, note, pop, rule, top

from ..box import Box
from ..notes import Told
from ..state import HEROES, RESOURCES, UNKNOWN, Kind, RollOffFrame, SettingUpFrame, State, Token
from .realm import seat_at, stands_at

TO_ROLL = -1


@rule
def lay_out(s: State, box: Box) -> None:
    """Open the box: stocks, no owners, and the tokens of a drawn map."""
    s.left = box.seats
    for city in range(len(s.cities)):
        s.cities[city].owner = NOBODY
    for tile in range(len(s.tiles)):
        it = s.tiles[tile]
        it.owner = NOBODY
        it.mark = UNKNOWN
    for seat in range(box.seats):
        player = s.players[seat]
        for resource in range(RESOURCES):
            player.stock[resource] = box.start[resource]
        player.roll = TO_ROLL
    for seat in range(box.seats, len(s.players)):
        s.players[seat].out = 1
    if box.random_map == 0:
        for tile in range(box.width * box.height):
            if box.layout[tile] != Token.NONE:
                lay_token(s, box, tile, box.layout[tile])
    ask_all(s, Kind.SETTING_UP, 0, 0, 0, 0)


@rule
def lay_token(s: State, box: Box, tile: int, token: int) -> None:
    """HE-1.4: a token on an empty tile. Neutral cities are numbered after those of the players."""
    s.tiles[tile].token = token
    if token == Token.CITY:
        city = box.seats + s.tokens[token]
        s.tiles[tile].mark = city
        s.cities[city].tile = tile
    s.tokens[token] += 1


@rule
def is_empty(s: State, box: Box, tile: int) -> bool:
    """Nothing at all on a tile: no token, no item, no hero."""
    it = s.tiles[tile]
    if it.token != Token.NONE or it.heaps > 0:
        return False
    for seat in range(box.seats):
        for hero in range(HEROES):
            if stands_at(s, seat, hero, tile):
                return False
    return True


@rule
def go_on_setting_up(s: State, box: Box) -> None:
    """HE-2.1 to HE-2.6, one decision after the other."""
    frame = top(s, SettingUpFrame)
    if frame.stage == 0:
        for token in range(1, len(box.tokens)):
            if s.tokens[token] < box.tokens[token]:
                ask(s, Kind.LAY_TOKEN, NATURE, token, 0, 0)
                return
        frame.stage = 1
    elif frame.stage == 1:
        for seat in range(box.seats):
            if s.players[seat].roll == TO_ROLL:
                ask(s, Kind.ROLL_OFF, NATURE, seat, 0, 0)
                return
        if settle_first_player(s, box):
            frame.stage = 2
    elif frame.place < box.seats:
        seat = seat_at(s, box, frame.place)
        frame.place += 1
        ask(s, Kind.PLACE_CITY, seat, 0, 0, 0)
    else:
        pop(s)
        ask_all(s, Kind.DAY, 0, 0, 0, 0)


@rule
def roll_off(s: State, box: Box, face: int) -> None:
    """HE-2.3."""
    seat = top(s, RollOffFrame).seat
    s.players[seat].roll = face
    note(box, Told.ROLLS_FOR_FIRST, 203, seat, face)
    pop(s)


@rule
def settle_first_player(s: State, box: Box) -> bool:
    """HE-2.3, HE-2.4: the highest roll is first; those who share it roll again. True when there is a first player."""
    highest = 0
    for seat in range(box.seats):
        highest = max(highest, s.players[seat].roll)
    count = 0
    for seat in range(box.seats):
        if s.players[seat].roll == highest:
            s.first = seat
            count += 1
    for seat in range(box.seats):
        player = s.players[seat]
        rolls_again = count > 1 and player.roll == highest
        player.roll = TO_ROLL if rolls_again else 0
        if rolls_again:
            note(box, Told.SHARES_TOP, 204, seat, highest)
    if count > 1:
        s.first = 0
    else:
        note(box, Told.IS_FIRST, 203, s.first, highest)
    return count == 1
