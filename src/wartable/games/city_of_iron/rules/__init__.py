"""The rules of City of Iron, a module for each part of the rulebook."""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import rule
from wartable.core.frames import kind, pop
from wartable.core.record import Ints

from ..actions import DEAL, TOWN, Deal, PickTown
from ..box import Box
from ..notes import Counter
from ..state import CITIES, CITIZEN, FACES, MILITARY, NONE, ROW, TOKENS, Kind, Phase, Side, State
from .bidding import apply_bid, apply_second_bid, ask_bid, ask_turn, list_bids, list_second_bids
from .cities import buildings_of, cities_settled, towns_owned
from .end_round import (
    apply_good,
    apply_purchase,
    ask_purchases,
    end_round,
    fill_row,
    list_goods,
    list_purchases,
    sweep,
    take_steps,
)
from .opening import (
    apply_bidder,
    apply_home,
    apply_nation,
    apply_top,
    bidders_by_chance,
    list_homes,
    list_nations,
    list_tops,
    set_up_next,
    setup,
    still_to_order,
    towns_by_chance,
)
from .row import cards_by_chance, deal_card
from .scoring import points, scores
from .towns import deal_town
from .turn import apply_turn, list_turn

__all__ = ["apply", "census", "chance", "legal", "points", "scores", "setup", "tally"]


@rule
def legal(s: State, box: Box, seat: int, out: Ints) -> int:
    asked = kind(s)
    if asked == Kind.TURN:
        return list_turn(s, box, seat, out)
    if asked == Kind.PURCHASE:
        return list_purchases(s, box, seat, out)
    if asked == Kind.BID:
        return list_bids(s, box, seat, out)
    if asked == Kind.SECOND_BID:
        return list_second_bids(s, box, seat, out)
    if asked == Kind.CHOOSE_GOOD:
        return list_goods(s, box, seat, out)
    if asked == Kind.NATION:
        return list_nations(s, box, out)
    if asked == Kind.HOME:
        return list_homes(s, box, out)
    return list_tops(s, box, seat, out)


@rule
def apply(s: State, box: Box, seat: int, action: int) -> None:
    asked = kind(s)
    if asked == Kind.TURN:
        apply_turn(s, box, seat, action)
    elif asked == Kind.PURCHASE:
        apply_purchase(s, box, seat, action)
    elif asked == Kind.BID:
        apply_bid(s, box, seat, action)
    elif asked == Kind.SECOND_BID:
        apply_second_bid(s, box, seat, action)
    elif asked == Kind.CHOOSE_GOOD:
        apply_good(s, box, action)
    elif asked == Kind.NATION:
        apply_nation(s, box, seat, action)
    elif asked == Kind.HOME:
        apply_home(s, box, seat, action)
    elif asked == Kind.ARRANGE:
        apply_top(s, box, seat, action)
    else:
        apply_chance(s, box, action)
    go_on(s, box)


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
def chance(s: State, box: Box, out: Ints, weights: Ints) -> int:
    """Each card left in the deck, each town left of the pile, each player without a place is as likely."""
    asked = kind(s)
    if asked == Kind.DEAL_TOWN:
        return towns_by_chance(s, box, out, weights)
    if asked == Kind.DEAL_ORDER:
        return bidders_by_chance(s, box, out, weights)
    return cards_by_chance(s, box, out, weights)


@rule
def apply_chance(s: State, box: Box, action: int) -> None:
    """CI-2.12 to CI-2.14, CI-10.2."""
    if belongs(DEAL, action):
        pop(s)
        deal_card(s, box, decode(Deal, action).face)
    elif belongs(TOWN, action):
        pop(s)
        deal_town(s, box, decode(PickTown, action).town)
    else:
        apply_bidder(s, box, action)


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
