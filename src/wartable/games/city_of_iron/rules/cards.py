"""Hands and piles (CI-4.10 to CI-4.12, chapter 6)."""

from wartable.core.rules import alone, change, note, rule, whisper

from ..box import Box
from ..notes import Counter, Told
from ..state import CARDS, CITIZEN, MILITARY, NONE, Side, State


@rule
def into_hand(side: Side, box: Box, card: int) -> None:
    side.hand |= 1 << card
    side.hand_count[box.card_kind[card]] += 1


@rule
def out_of_hand(side: Side, box: Box, card: int) -> None:
    side.hand &= ~(1 << card)
    side.hand_count[box.card_kind[card]] -= 1


@rule
def onto_draw_pile(side: Side, kind: int, card: int) -> None:
    side.draw[kind, side.draw_count[kind]] = card
    side.draw_count[kind] += 1


@rule
def discard_from_hand(s: State, box: Box, seat: int, card: int, role: int, number: int) -> None:
    """CI-6.6: face up on the pile of its kind. `number` is that of the rule for which it is laid down."""
    side = s.sides[seat]
    kind = box.card_kind[card]
    out_of_hand(side, box, card)
    side.discard[kind, side.discard_count[kind]] = card
    side.discard_count[kind] += 1
    side.discarded |= 1 << card
    change(box, Told.LAYS, number, seat, Counter.CITIZENS + kind, -1, side.hand_count[kind], card, role)


@rule
def take_last_discard(s: State, box: Box, seat: int, kind: int) -> None:
    side = s.sides[seat]
    side.discard_count[kind] -= 1
    top = side.discard_count[kind]
    card = side.discard[kind, top]
    side.discard[kind, top] = NONE
    side.discarded &= ~(1 << card)
    into_hand(side, box, card)
    change(box, Told.RECOVERS, 710, seat, Counter.CITIZENS + kind, 1, side.hand_count[kind], card)


@rule
def can_draw(side: Side, kind: int) -> bool:
    """CI-4.12: there is a card in the draw or the discard pile."""
    return side.draw_count[kind] + side.discard_count[kind] > 0


@rule
def turn_discards_over(s: State, box: Box, seat: int, kind: int) -> None:
    """CI-4.11: the discards become the draw pile in their order, the first one discarded on top."""
    side = s.sides[seat]
    count = side.discard_count[kind]
    if count > 0:
        note(box, Told.TURNS_OVER, 411, seat, kind, count)
    for k in range(count):
        card = side.discard[kind, k]
        side.draw[kind, count - 1 - k] = card
        side.discard[kind, k] = NONE
        side.discarded &= ~(1 << card)
    side.draw_count[kind] = count
    side.discard_count[kind] = 0


@rule
def draw_card(s: State, box: Box, seat: int, kind: int, number: int) -> None:
    """CI-4.10: the top card of the pile, of which there is one, into the hand.

    Everybody sees that a card is drawn, its owner which one.
    """
    side = s.sides[seat]
    if side.draw_count[kind] == 0:
        turn_discards_over(s, box, seat, kind)
    side.draw_count[kind] -= 1
    top = side.draw_count[kind]
    card = side.draw[kind, top]
    side.draw[kind, top] = NONE
    into_hand(side, box, card)
    held = side.hand_count[kind]
    change(box, Told.DRAWS_CARD, number, seat, Counter.CITIZENS + kind, 1, held, kind)
    whisper(box, alone(seat), Told.DRAWN, number, seat, kind, card, held)


@rule
def draw_cards(s: State, box: Box, seat: int, kind: int, count: int, number: int) -> None:
    """CI-4.12, CI-10.10: as many as there are; further draws are lost."""
    for drawn in range(count):
        if not can_draw(s.sides[seat], kind):
            note(box, Told.NO_CARD, 1010 if number == 1010 else 412, seat, kind, count - drawn)
            return
        draw_card(s, box, seat, kind, number)


@rule
def cards_owned(side: Side) -> int:
    """Hand, draw piles and discard piles."""
    return cards_counted(side) + side.discard_count[CITIZEN] + side.discard_count[MILITARY]


@rule
def cards_counted(side: Side) -> int:
    """CI-12.5: the cards in the hand and in the draw piles."""
    counted = 0
    for kind in (CITIZEN, MILITARY):
        counted += side.hand_count[kind] + side.draw_count[kind]
    return counted


@rule
def count_cards(cards: int) -> int:
    count = 0
    for card in range(CARDS):
        count += (cards >> card) & 1
    return count
