"""The end of the round, step by step (chapter 10)."""

from wartable.core.rules import NOBODY, ask, ask_all, change, lowest, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import CITIZEN, GOODS, MILITARY, NONE, Kind, Phase, Side, State
from .bidding import start_round
from .cards import draw_cards, into_hand
from .pay import total
from .row import ask_for_card, discard_leftmost, first_gap, slide_left
from .scoring import end_game, place_in, score, tied_with
from .stock import pay_coins, pay_science
from .towns import choose_good, goods_to_choose


@rule
def end_round(s: State, box: Box) -> None:
    """CI-14.5: Snyle's owner chooses first of all."""
    s.phase = Phase.SWEEP
    note(box, Told.END, 1201 if is_last_round(s) else 1001, NOBODY, s.round_number)
    owner = s.town_owner[box.chooser] if box.chooser != NONE else NONE
    if owner == NONE:
        return
    if goods_to_choose(s, box, owner) == 0:
        note(box, Told.NO_GOOD, 1405, owner, box.chooser)
        choose_good(s, box, NONE, 1405)
    else:
        ask(s, Kind.CHOOSE_GOOD, owner)


@rule
def is_last_round(s: State) -> bool:
    """CI-12.1."""
    return s.score_cards == 3 and s.due_score == 1


@rule
def sweep(s: State, box: Box) -> None:
    """CI-10.1, CI-10.2; the last round needs no new row."""
    if is_last_round(s):
        note(box, Told.LAST, 1201, NOBODY, s.round_number)
        score(s, box)
        end_game(s, box)
        return
    discard_leftmost(s, box, box.swept, 1001)
    slide_left(s, box)
    s.phase = Phase.ROW


@rule
def fill_row(s: State, box: Box) -> None:
    """CI-10.2 to CI-10.4: card by card."""
    if not ask_for_card(s, box):
        if first_gap(s, box) != NONE:
            note(box, Told.STAYS_EMPTY, 1004, NOBODY, first_gap(s, box))
        s.phase = Phase.STEPS


@rule
def take_steps(s: State, box: Box) -> None:
    """CI-10.5 to CI-10.10, when the row is full."""
    s.phase = Phase.PURCHASES
    scoring = s.due_score
    if scoring == 1:
        score(s, box)
    note(box, Told.STEP, 1006, NOBODY)
    for seat in range(box.seats):
        collect_coins(s, box, seat)
    note(box, Told.STEP, 1009, NOBODY)
    for seat in range(box.seats):
        collect_science(s, box, seat, scoring)
    note(box, Told.STEP, 1010, NOBODY)
    for seat in range(box.seats):
        draw_cards(s, box, seat, CITIZEN, s.sides[seat].draws[CITIZEN], 1010)
        draw_cards(s, box, seat, MILITARY, s.sides[seat].draws[MILITARY], 1010)
    s.due_score = s.fresh_score
    s.fresh_score = 0


@rule
def collect_coins(s: State, box: Box, seat: int) -> None:
    """CI-10.6 to CI-10.8."""
    side = s.sides[seat]
    side.coins += side.income
    change(box, Told.COLLECTS, 1006, seat, Counter.COINS, side.income, side.coins)
    for good in range(GOODS):
        if place_in(s, box, seat, good) == 1:
            coins = box.good_coins[good]
            side.coins += coins
            held, tied = side.goods[good], tied_with(s, box, seat, good)
            change(box, Told.COLLECTS_MOST, 1007, seat, Counter.COINS, coins, side.coins, good, held, tied)
    side.coins += side.gives_coins
    change(box, Told.COLLECTS_GIFTS, 1008, seat, Counter.COINS, side.gives_coins, side.coins)


@rule
def collect_science(s: State, box: Box, seat: int, scoring: int) -> None:
    """CI-10.9."""
    side = s.sides[seat]
    side.science += side.gives_science
    change(box, Told.COLLECTS_SCIENCE, 1009, seat, Counter.SCIENCE, side.gives_science, side.science)
    if scoring == 1:
        book = box.score_science[s.scorings - 1]
        side.science += book
        change(box, Told.COLLECTS_BOOK, 1009, seat, Counter.SCIENCE, book, side.science)


@rule
def can_afford(box: Box, card: int, coins: int, science: int) -> bool:
    return (box.card_coins[card] <= coins) & (box.card_science[card] <= science)


@rule
def can_pick(side: Side, box: Box, card: int, coins: int, science: int) -> bool:
    """CI-10.12: whether the card is in the shop and affordable with what is left."""
    return (side.shop >> card) & 1 == 1 and can_afford(box, card, coins, science)


@rule
def can_pick_any(side: Side, box: Box) -> bool:
    cards = side.shop
    while cards != 0:
        if can_afford(box, lowest(cards), side.coins, side.science):
            return True
        cards &= cards - 1
    return False


@rule
def ask_purchases(s: State, box: Box) -> None:
    """CI-10.11: everyone who can afford a card chooses, at the same time."""
    seats = 0
    note(box, Told.STEP, 1011, NOBODY)
    for seat in range(box.seats):
        if can_pick_any(s.sides[seat], box):
            seats |= 1 << seat
        else:
            note(box, Told.CANNOT_BUY, 1012, seat)
    if seats == 0:
        start_round(s, box)
    else:
        ask_all(s, Kind.PURCHASE, seats, 0, 0, 0)


@rule
def pay_purchases(s: State, box: Box, seat: int) -> None:
    """CI-10.14: revealed, paid, and straight to the hand."""
    side = s.sides[seat]
    cards = side.picks
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        into_hand(side, box, card)
        kind = box.card_kind[card]
        change(box, Told.BUYS, 1014, seat, Counter.CITIZENS + kind, 1, side.hand_count[kind], card)
    pay_coins(s, box, seat, total(box.card_coins, side.picks), 1014)
    pay_science(s, box, seat, total(box.card_science, side.picks), 1014)
    side.shop &= ~side.picks
    side.picks = 0
    side.put_back = 0
