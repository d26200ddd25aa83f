"""What a player may not know: hands, the order of piles, purchases, and actions in the making (CI-1.3 to CI-1.5)."""

from wartable.core.rules import Rng, belongs, draw, is_due, kind, rule, shuffle

from .box import Box
from .decisions.done import Done
from .decisions.draw import Draw
from .decisions.science import BuyScience
from .decisions.store import Store
from .decisions.tax import Tax
from .rules.end_round import can_pick
from .rules.pay import total
from .rules.plan import clear_plan
from .state import CARDS, CITIZEN, DECK, MILITARY, NONE, Act, Kind, Side, State

GUESSES = 2
"""How many cards a player who has finished purchasing is imagined to have tried to buy."""


@rule
def hide(s: State, box: Box, seat: int) -> None:
    for other in range(box.seats):
        if other != seat:
            hide_side(s.sides[other])
    if seat < 0 or not is_due(s, seat):
        clear_plan(s.plan)
        s.plan.taken_back = 0


@rule
def hide_side(side: Side) -> None:
    side.hand = 0
    side.picks = 0
    side.put_back = 0
    for of_kind in (CITIZEN, MILITARY):
        for place in range(DECK):
            side.draw[of_kind, place] = NONE
            if place != side.discard_count[of_kind] - 1:
                side.discard[of_kind, place] = NONE


@rule
def fill(s: State, box: Box, seat: int, rng: Rng) -> None:
    for other in range(box.seats):
        if other != seat and s.sides[other].nation != NONE:
            side = s.sides[other]
            for of_kind in (CITIZEN, MILITARY):
                deal_unseen(side, box, of_kind, rng)
                order_discards(side, box, of_kind, rng)
            if kind(s) == Kind.PURCHASE and not is_due(s, other):
                guess_purchases(side, box, rng)


@rule
def deal_unseen(side: Side, box: Box, of_kind: int, rng: Rng) -> None:
    """Cards that are owned and not discarded are in the hand or in the draw pile, in any order."""
    owned = (box.shop_set[side.nation] | box.start_set[side.nation, of_kind]) & ~side.shop & ~side.discarded
    count = 0
    for card in range(CARDS):
        if (owned >> card) & 1 and box.card_kind[card] == of_kind:
            side.draw[of_kind, count] = card
            count += 1
    shuffle(rng, side.draw[of_kind], count)
    in_pile = side.draw_count[of_kind]
    for place in range(in_pile, count):
        if place < in_pile + side.hand_count[of_kind]:
            side.hand |= 1 << side.draw[of_kind, place]
        side.draw[of_kind, place] = NONE


@rule
def order_discards(side: Side, box: Box, of_kind: int, rng: Rng) -> None:
    """The last card discarded is known; those under it lie in any order."""
    under = side.discard_count[of_kind] - 1
    if under < 1:
        return
    rest = side.discarded & ~(1 << side.discard[of_kind, under])
    count = 0
    for card in range(CARDS):
        if (rest >> card) & 1 and box.card_kind[card] == of_kind:
            side.discard[of_kind, count] = card
            count += 1
    shuffle(rng, side.discard[of_kind], under)


@rule
def guess_purchases(side: Side, box: Box, rng: Rng) -> None:
    """A player who has finished may have bought something."""
    for _ in range(GUESSES):
        card = draw(rng, CARDS)
        coins = side.coins - total(box.card_coins, side.picks)
        science = side.science - total(box.card_science, side.picks)
        if can_pick(side, box, card, coins, science):
            side.picks |= 1 << card


@rule
def has_one_step(action: int) -> bool:
    return belongs(Tax, action) or belongs(BuyScience, action) or belongs(Draw, action) or belongs(Store, action)


@rule
def sees(s: State, box: Box, viewer: int, seat: int, action: int) -> bool:
    """The steps of an action, the order of a starting pile and a choice of purchases are the player's own."""
    asked = kind(s)
    if seat == viewer:
        return True
    if asked == Kind.TURN:
        return s.plan.act == Act.NOTHING and has_one_step(action)
    if asked == Kind.PURCHASE:
        return belongs(Done, action)
    return asked != Kind.ARRANGE
