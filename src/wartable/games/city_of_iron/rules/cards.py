"""Hands and piles (CI-4.10 to CI-4.12, chapter 6)."""

from wartable.core.compiled import rule

from ..state import CARDS, CITIZEN, MILITARY, NONE


@rule
def into_hand(side, box, card):
    side.hand |= 1 << card
    side.hand_count[box.card_kind[card]] += 1


@rule
def out_of_hand(side, box, card):
    side.hand &= ~(1 << card)
    side.hand_count[box.card_kind[card]] -= 1


@rule
def onto_draw_pile(side, kind, card):
    side.draw[kind, side.draw_count[kind]] = card
    side.draw_count[kind] += 1


@rule
def discard_from_hand(side, box, card):
    """CI-6.6: face up on the pile of its kind."""
    kind = box.card_kind[card]
    out_of_hand(side, box, card)
    side.discard[kind, side.discard_count[kind]] = card
    side.discard_count[kind] += 1
    side.discarded |= 1 << card


@rule
def take_last_discard(side, box, kind):
    side.discard_count[kind] -= 1
    top = side.discard_count[kind]
    card = side.discard[kind, top]
    side.discard[kind, top] = NONE
    side.discarded &= ~(1 << card)
    into_hand(side, box, card)


@rule
def can_draw(side, kind):
    """CI-4.12: there is a card in the draw or the discard pile."""
    return side.draw_count[kind] + side.discard_count[kind] > 0


@rule
def turn_discards_over(side, kind):
    """CI-4.11: the discards become the draw pile in their order, the first one discarded on top."""
    count = side.discard_count[kind]
    for k in range(count):
        card = side.discard[kind, k]
        side.draw[kind, count - 1 - k] = card
        side.discard[kind, k] = NONE
        side.discarded &= ~(1 << card)
    side.draw_count[kind] = count
    side.discard_count[kind] = 0


@rule
def draw_card(side, box, kind):
    """CI-4.10: the top card of the pile into the hand; nothing where there is none."""
    if side.draw_count[kind] == 0:
        turn_discards_over(side, kind)
    if side.draw_count[kind] > 0:
        side.draw_count[kind] -= 1
        top = side.draw_count[kind]
        card = side.draw[kind, top]
        side.draw[kind, top] = NONE
        into_hand(side, box, card)


@rule
def draw_cards(side, box, kind, count):
    for _ in range(count):
        draw_card(side, box, kind)


@rule
def cards_owned(side):
    """Hand, draw piles and discard piles."""
    return cards_counted(side) + side.discard_count[CITIZEN] + side.discard_count[MILITARY]


@rule
def cards_counted(side):
    """CI-12.5: the cards in the hand and in the draw piles."""
    counted = 0
    for kind in (CITIZEN, MILITARY):
        counted += side.hand_count[kind] + side.draw_count[kind]
    return counted


@rule
def count_cards(cards):
    count = 0
    for card in range(CARDS):
        count += (cards >> card) & 1
    return count
