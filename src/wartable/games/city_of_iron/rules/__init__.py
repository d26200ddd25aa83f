"""The rules of City of Iron, a module for each part of the rulebook."""

from wartable.core.rules import Ints, rule

from ..box import Box
from ..notes import Counter
from ..state import CITIES, CITIZEN, FACES, MILITARY, NONE, ROW, TOKENS, Phase, Side, State
from .bidding import ask_bid, ask_turn
from .cities import buildings_of, cities_settled, towns_owned
from .end_round import ask_purchases, end_round, fill_row, sweep, take_steps
from .opening import set_up_next, setup, still_to_order
from .scoring import points, scores

__all__ = ["census", "go_on", "points", "scores", "setup", "tally"]


@rule
def go_on(s: State, box: Box) -> None:
    """Goes through the phases until somebody has to decide, or the game is over."""
    while s.head.depth == 0 and s.head.over == 0:
        if s.phase == Phase.TURNS:
            ask_turn(s, box)
        elif s.phase == Phase.ROW:
            fill_row(s, box)
        elif s.phase == Phase.BIDS:
            ask_bid(s, box)
        elif s.phase == Phase.SETUP:
            set_up_next(s, box)
        elif s.phase == Phase.END:
            end_round(s, box)
        elif s.phase == Phase.SWEEP:
            sweep(s, box)
        elif s.phase == Phase.STEPS:
            take_steps(s, box)
        else:
            ask_purchases(s, box)


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    side = s.sides[seat]
    if counter >= Counter.TURNIPS:
        return side.goods[counter - Counter.TURNIPS]
    if counter == Counter.POINTS:
        return side.points
    if counter == Counter.COINS:
        return side.coins
    if counter == Counter.SCIENCE:
        return side.science
    if counter == Counter.INCOME:
        return side.income + side.gives_coins
    if counter == Counter.SCIENCE_INCOME:
        return side.gives_science
    if counter == Counter.CITIZENS or counter == Counter.MILITARY:
        return side.hand_count[counter - Counter.CITIZENS]
    if counter == Counter.CITIZEN_DRAWS or counter == Counter.MILITARY_DRAWS:
        return side.draws[counter - Counter.CITIZEN_DRAWS]
    return tally_things(s, box, seat, counter)


@rule
def tally_things(s: State, box: Box, seat: int, counter: int) -> int:
    side = s.sides[seat]
    if counter == Counter.WORK:
        return side.work
    if counter == Counter.DISTANCE:
        return side.distance
    if counter == Counter.BUILDINGS:
        return buildings_of(side)
    if counter == Counter.STORED:
        return side.stored_count
    if counter == Counter.CITIES:
        return cities_settled(side)
    return towns_owned(s, seat)


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """Building cards by face, each player's cards and tokens, lands and towns."""
    for face in range(FACES):
        out[face] = s.left[face] + s.junk[face]
    for place in range(ROW):
        if s.row[place] != NONE:
            out[s.row[place]] += 1
    n = FACES
    for seat in range(box.seats):
        side = s.sides[seat]
        for face in range(FACES):
            out[face] += side.stored[face]
        for number in range(CITIES):
            for place in range(side.cities[number].count):
                out[side.cities[number].built[place]] += 1
        for token in range(TOKENS):
            out[n] = tokens_of(side, token)
            n += 1
        out[n] = cards_missing(s, side, box)
        n += 1
    return n


@rule
def cards_missing(s: State, side: Side, box: Box) -> int:
    """The cards of the nation that are in no pile and in no hand, as a bit set: none, once the piles are in order."""
    if side.nation == NONE:
        return 0
    found = side.shop | side.hand
    for kind_of_card in (CITIZEN, MILITARY):
        if s.round_number == 0:
            found |= still_to_order(side, box, kind_of_card)
        for place in range(side.draw_count[kind_of_card]):
            found |= 1 << side.draw[kind_of_card, place]
        for place in range(side.discard_count[kind_of_card]):
            found |= 1 << side.discard[kind_of_card, place]
    everything = box.shop_set[side.nation]
    for kind_of_card in (CITIZEN, MILITARY):
        everything |= box.start_set[side.nation, kind_of_card]
    return everything & ~found


@rule
def tokens_of(side: Side, token: int) -> int:
    """Tokens at hand, and those on lands as cities and districts."""
    found = side.tokens[token]
    for number in range(CITIES):
        city = side.cities[number]
        found += city.districts[token] + (city.token == token)
    return found
