"""Setup (chapter 2)."""

from wartable.core.rules import NATURE, alone, ask, lowest, note, others, rule, whisper

from ..box import Box
from ..notes import Told
from ..state import (
    CITIES,
    CITIZEN,
    DECK,
    LANDS,
    MILITARY,
    NONE,
    OPEN,
    PILES,
    ROW,
    SEATS,
    SPOTS,
    TOKENS,
    TOWNS,
    Kind,
    Side,
    State,
)
from .bidding import start_round
from .cards import count_cards, draw_cards, onto_draw_pile
from .cities import close_city, is_city
from .plan import clear_plan
from .row import ask_for_card
from .towns import blank_piles, deal_town, is_dealt, open_towns, undealt_towns


@rule
def setup(s: State, box: Box) -> None:
    """CI-2.7 to CI-2.11: everything without a choice; then the first choice."""
    for place in range(ROW):
        s.row[place] = NONE
    for spot in range(SPOTS):
        s.spots[spot] = NONE
    for place in range(OPEN):
        s.open_towns[place] = NONE
    for town in range(TOWNS):
        s.town_owner[town] = NONE
    for land in range(LANDS):
        s.land_owner[land] = NONE
    for face in range(box.faces):
        s.left[face] = box.face_copies[face]
    for seat in range(SEATS):
        s.bidders[seat] = NONE
        s.order[seat] = NONE
        set_up_side(s.sides[seat], box)
    s.chosen_good = NONE
    blank_piles(s)
    clear_plan(s.plan)
    set_up_next(s, box)


@rule
def set_up_side(side: Side, box: Box) -> None:
    side.nation = NONE
    side.coins = box.starting_coins
    side.income = box.base_income
    for token in range(TOKENS):
        side.tokens[token] = box.token_copies[token]
    for number in range(CITIES):
        close_city(side.cities[number])
    for kind in (CITIZEN, MILITARY):
        for place in range(DECK):
            side.draw[kind, place] = NONE
            side.discard[kind, place] = NONE


@rule
def set_up_next(s: State, box: Box) -> None:
    """Ask for the next choice of the setup, in the order of the rulebook."""
    for seat in range(box.seats):
        if s.sides[seat].nation == NONE:
            ask(s, Kind.NATION, seat)
            return
    for seat in range(box.seats):
        if not is_city(s.sides[seat].cities[0]):
            ask(s, Kind.HOME, seat)
            return
    for seat in range(box.seats):
        if ask_order_of_piles(s, box, seat):
            return
    if ask_for_card(s, box) or ask_for_town(s, box) or ask_for_bidder(s, box):
        return
    for seat in range(box.seats):
        draw_cards(s, box, seat, CITIZEN, box.starting_draws, 208)
    open_towns(s, box)
    start_round(s, box)


@rule
def still_to_order(side: Side, box: Box, kind: int) -> int:
    """The starting cards of a kind that are not in their pile yet."""
    cards = box.start_set[side.nation, kind]
    for place in range(side.draw_count[kind]):
        cards &= ~(1 << side.draw[kind, place])
    return cards


@rule
def ask_order_of_piles(s: State, box: Box, seat: int) -> bool:
    """CI-2.4, CI-2.5: whether a choice is left; the last card of a pile needs none."""
    side = s.sides[seat]
    for kind in (MILITARY, CITIZEN):
        cards = still_to_order(side, box, kind)
        if count_cards(cards) > 1:
            ask(s, Kind.ARRANGE, seat, kind)
            return True
        if cards != 0:
            put_on_pile(s, box, seat, kind, lowest(cards))
            turn_pile(side, kind)
            whisper(box, others(seat), Told.ORDERS_PILE, 205, seat, kind)
    return False


@rule
def put_on_pile(s: State, box: Box, seat: int, kind: int, card: int) -> None:
    """CI-2.5: under the cards chosen before; only the owner knows."""
    side = s.sides[seat]
    onto_draw_pile(side, kind, card)
    whisper(box, alone(seat), Told.PUTS_ON_PILE, 205, seat, kind, card, side.draw_count[kind])


@rule
def turn_pile(side: Side, kind: int) -> None:
    """The cards were named from the top down; the top of a pile is its last card."""
    count = side.draw_count[kind]
    for place in range(count // 2):
        card = side.draw[kind, place]
        side.draw[kind, place] = side.draw[kind, count - 1 - place]
        side.draw[kind, count - 1 - place] = card


@rule
def ask_for_town(s: State, box: Box) -> bool:
    """CI-2.13, CI-14.1: chance orders the piles; the last town of a pile needs none."""
    for pile in range(PILES):
        left = undealt_towns(s, box, pile)
        if left > 1:
            ask(s, Kind.DEAL_TOWN, NATURE, pile)
            return True
        if left == 1:
            for town in range(TOWNS):
                if can_come_next(s, box, pile, town):
                    deal_town(s, box, town)
    return False


@rule
def can_come_next(s: State, box: Box, pile: int, town: int) -> bool:
    return box.town_pile[town] == pile and box.town_in_play[town] == 1 and not is_dealt(s, town)


@rule
def is_bidder(s: State, seat: int) -> bool:
    for place in range(SEATS):
        if s.bidders[place] == seat:
            return True
    return False


@rule
def ask_for_bidder(s: State, box: Box) -> bool:
    """CI-2.14; the last one needs no chance."""
    place = 0
    while place < box.seats and s.bidders[place] != NONE:
        place += 1
    if place < box.seats - 1:
        ask(s, Kind.DEAL_ORDER, NATURE, place)
        return True
    for seat in range(box.seats):
        if not is_bidder(s, seat):
            set_bidder(s, box, place, seat)
    return False


@rule
def set_bidder(s: State, box: Box, place: int, seat: int) -> None:
    s.bidders[place] = seat
    note(box, Told.BIDS_AS, 214, seat, place + 1)
