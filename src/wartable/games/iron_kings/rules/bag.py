"""Chapters 13 and 14: tokens from the bag, and the treasures they bring."""

from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask, pop

from ..state import At, Frame, Store, Token
from .common import asked, cap_steam, discard_treasure, do, has_free_slot


@rule
def bag_size(s):
    return s.bag[0] + s.bag[1] + s.bag[2] + s.bag[3]


@rule
def drawn_size(s):
    return s.drawn[0] + s.drawn[1] + s.drawn[2]


@rule
def draw_tokens(s, seat, count, keep):
    """IK-13.1: draw tokens, then keep some of them."""
    if count > 0:
        do(s, Frame.DO_TOKENS, seat, keep)
        if bag_size(s) > 0:
            ask(s, Frame.TOKEN, NATURE, seat, count)


@rule
def apply_token(s, box, token):
    """IK-13.2: the draw ends with an empty bag. IK-13.7: the Balrog rises at once."""
    frame = s.head.frames[s.head.depth - 1]
    s.bag[token] -= 1
    if token == Token.BALROG:
        if s.balrog == 0:
            s.balrog = s.rounds
        if box.leaves[token] == 0:
            s.drawn[token] += 1
    else:
        s.drawn[token] += 1
    frame.b -= 1
    if frame.b == 0 or bag_size(s) == 0:
        pop(s)


@rule
def carry_on_tokens(s, box):
    """IK-13.3: ask which to keep while there are too many, then let the kept ones take effect."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    if drawn_size(s) > frame.b and frame.b > 0:
        keep = frame.b
        frame.b = 0
        ask(s, Frame.KEEP, seat, keep)
        return
    if frame.b > 0:
        keep_all(s)
    pop(s)
    damage = s.kept[Token.DAMAGE]
    treasures = s.kept[Token.TREASURE]
    s.sides[seat].stores[Store.IRON] += s.kept[Token.GEAR]
    put_back(s, box)
    if damage > 0:
        do(s, Frame.DO_HURT, seat, damage)
    if treasures > 0:
        do(s, Frame.DO_TREASURES, seat, treasures)


@rule
def keep_all(s):
    for token in range(3):
        s.kept[token] += s.drawn[token]
        s.drawn[token] = 0


@rule
def apply_keep(s, token):
    frame = s.head.frames[s.head.depth - 1]
    s.drawn[token] -= 1
    s.kept[token] += 1
    frame.a -= 1
    if frame.a == 0:
        pop(s)


@rule
def put_back(s, box):
    """IK-13.8: treasure and Balrog tokens leave the game, the others go back into the bag."""
    for token in range(4):
        if box.leaves[token] == 0:
            s.bag[token] += s.drawn[token] + s.kept[token]
        s.drawn[token] = 0
        s.kept[token] = 0


@rule
def carry_on_treasures(s, box):
    """IK-13.6: one treasure token after the other."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    if frame.b == 0:
        pop(s)
        return
    frame.b -= 1
    do(s, Frame.DO_OFFER, seat, box.offer)


@rule
def count_treasures(s, box, where):
    count = 0
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == where:
            count += 1
    return count


@rule
def carry_on_offer(s, box):
    """IK-14.1, IK-14.4: draw the cards, from the discard pile when the deck is empty, then ask for the choice."""
    frame = s.head.frames[s.head.depth - 1]
    seat = frame.a
    if frame.b > 0:
        if count_treasures(s, box, At.DECK) == 0:
            reshuffle_treasures(s, box)
        if count_treasures(s, box, At.DECK) > 0:
            frame.b -= 1
            ask(s, Frame.TREASURE, NATURE, seat)
            return
    pop(s)
    if count_treasures(s, box, At.OFFERED) > 0:
        ask(s, Frame.OFFER, seat)


@rule
def reshuffle_treasures(s, box):
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.DISCARD:
            s.treasure_at[card] = At.DECK


@rule
def apply_treasure(s, card):
    pop(s)
    s.treasure_at[card] = At.OFFERED


@rule
def apply_take(s, box, seat, card):
    """IK-14.1, IK-14.2: into a free slot, or ask what is scrapped for it."""
    pop(s)
    if has_free_slot(s, box, seat):
        take(s, box, seat, card)
    else:
        ask(s, Frame.MAKE_ROOM, seat, card)


@rule
def apply_make_room(s, box, seat, card):
    """IK-14.2: the scrapped one first gives what it gives."""
    wanted = asked(s)
    pop(s)
    scrap(s, box, seat, card)
    take(s, box, seat, wanted)


@rule
def take(s, box, seat, card):
    s.treasure_at[card] = At.CARRIED + seat
    discard_offer(s, box)


@rule
def discard_offer(s, box):
    """IK-14.3"""
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.OFFERED:
            discard_treasure(s, card)


@rule
def scrap(s, box, seat, card):
    """IK-14.5: a scrapped treasure gives wood, coal, water and iron."""
    for store in range(4):
        s.sides[seat].stores[store] += box.treasures[card].gives[store]
    discard_treasure(s, card)
    cap_steam(s, box, seat)
