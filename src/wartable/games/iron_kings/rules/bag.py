"""Chapters 13 and 14: tokens from the bag, and the treasures they bring."""

from wartable.core.rules import NATURE, NOBODY, ask, change, is_followed, note, pop, rule, top

from ..box import Box
from ..notes import Cause, Counter, Told
from ..state import At, DoTokensFrame, DoTreasuresFrame, Frame, State, Store, Token
from .common import at_home, cap_steam, carried, discard_treasure, do, is_home, tell_points, worth_carried


@rule
def bag_size(s: State) -> int:
    return s.bag[0] + s.bag[1] + s.bag[2] + s.bag[3]


@rule
def drawn_size(s: State) -> int:
    return s.drawn[0] + s.drawn[1] + s.drawn[2]


@rule
def draw_tokens(s: State, box: Box, seat: int, count: int, keep: int) -> None:
    """IK-13.1: draw tokens, then keep some of them."""
    if count > 0:
        do(s, Frame.DO_TOKENS, seat, keep)
        if bag_size(s) > 0:
            ask(s, Frame.TOKEN, NATURE, seat, count)
        else:
            note(box, Told.BAG_EMPTY, 1302, seat, count)


@rule
def go_on_tokens(s: State, box: Box) -> None:
    """IK-13.3: ask which to keep while there are too many, then let the kept ones take effect."""
    frame = top(s, DoTokensFrame)
    seat = frame.seat
    if drawn_size(s) > frame.keep and frame.keep > 0:
        keep = frame.keep
        frame.keep = 0
        ask(s, Frame.KEEP, seat, keep)
        return
    if frame.keep > 0:
        keep_all(s)
    pop(s)
    take_gear(s, box, seat)
    damage = s.kept[Token.DAMAGE]
    treasures = s.kept[Token.TREASURE]
    put_back(s, box, seat)
    if damage > 0:
        do(s, Frame.DO_HURT, seat, damage, Cause.TOKEN)
    if treasures > 0:
        do(s, Frame.DO_TREASURES, seat, treasures)


@rule
def take_gear(s: State, box: Box, seat: int) -> None:
    """IK-13.4: iron for gear."""
    stores = s.sides[seat].stores
    stores[Store.IRON] += s.kept[Token.GEAR]
    change(box, Told.GEAR_IRON, 1304, seat, Counter.IRON, s.kept[Token.GEAR], stores[Store.IRON])


@rule
def keep_all(s: State) -> None:
    for token in range(3):
        s.kept[token] += s.drawn[token]
        s.drawn[token] = 0


@rule
def put_back(s: State, box: Box, seat: int) -> None:
    """IK-13.8: treasure and Balrog tokens leave the game, the others go back into the bag."""
    for token in range(4):
        for _ in range(s.drawn[token]):
            note(box, Told.TOKEN_LEFT, 1308, seat, token, box.leaves[token])
        if box.leaves[token] == 0:
            s.bag[token] += s.drawn[token] + s.kept[token]
        s.drawn[token] = 0
        s.kept[token] = 0


@rule
def go_on_treasures(s: State, box: Box) -> None:
    """IK-13.6: one treasure token after the other."""
    frame = top(s, DoTreasuresFrame)
    seat = frame.seat
    if frame.left == 0:
        pop(s)
        return
    frame.left -= 1
    note(box, Told.TREASURE_TOKEN, 1306, seat, frame.left, box.offer)
    do(s, Frame.DO_OFFER, seat, box.offer)


@rule
def count_treasures(s: State, box: Box, where: int) -> int:
    count = 0
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == where:
            count += 1
    return count


@rule
def go_on_offer(s: State, box: Box) -> None:
    """IK-14.1, IK-14.4: draw the cards, from the discard pile when the deck is empty, then ask for the choice."""
    frame = top(s, DoTreasuresFrame)
    seat = frame.seat
    if frame.left > 0:
        if count_treasures(s, box, At.DECK) == 0:
            reshuffle_treasures(s, box)
        if count_treasures(s, box, At.DECK) > 0:
            frame.left -= 1
            ask(s, Frame.TREASURE, NATURE, seat)
            return
        note(box, Told.NO_TREASURE, 1404, seat)
    pop(s)
    if count_treasures(s, box, At.OFFERED) > 0:
        ask(s, Frame.OFFER, seat)


@rule
def reshuffle_treasures(s: State, box: Box) -> None:
    """IK-14.4"""
    count = 0
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.DISCARD:
            s.treasure_at[card] = At.DECK
            count += 1
    if count > 0:
        note(box, Told.TREASURES_RESHUFFLED, 1404, NOBODY, count)


@rule
def take(s: State, box: Box, seat: int, card: int, number: int) -> None:
    s.treasure_at[card] = At.CARRIED + seat
    if is_followed(box):
        change(box, Told.TAKES, number, seat, Counter.CARRIED, 1, carried(s, box, seat), card)
        tell_points(s, box, seat, worth_carried(box, card), 1702)
    discard_offer(s, box, seat)


@rule
def leave_offer(s: State, box: Box, seat: int) -> None:
    """IK-14.2: none of them is kept."""
    if is_followed(box):
        note(box, Told.LEAVES_OFFER, 1402, seat, count_treasures(s, box, At.OFFERED))
    discard_offer(s, box, seat)


@rule
def discard_offer(s: State, box: Box, seat: int) -> None:
    """IK-14.3"""
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.OFFERED:
            discard_treasure(s, box, seat, card)
            note(box, Told.DISCARDED, 1403, seat, card)


@rule
def scrap(s: State, box: Box, seat: int, card: int) -> None:
    """IK-14.5: a scrapped treasure gives wood, coal, water and iron."""
    was_home = is_home(s, seat, card)
    discard_treasure(s, box, seat, card)
    if is_followed(box):
        tell_scrapped(s, box, seat, card, was_home)
    for store in range(4):
        given = box.treasures[card].gives[store]
        s.sides[seat].stores[store] += given
        change(box, Told.SCRAP_GIVES, 1405, seat, store + 1, given, s.sides[seat].stores[store], card, store)
    cap_steam(s, box, seat)


@rule
def tell_scrapped(s: State, box: Box, seat: int, card: int, was_home: bool) -> None:
    """From where a treasure is gone, and the points it was worth there."""
    if was_home:
        change(box, Told.SCRAPS, 1405, seat, Counter.HOME, -1, at_home(s, box, seat), card, 1)
        tell_points(s, box, seat, -box.treasures[card].points, 1701)
    else:
        change(box, Told.SCRAPS, 1405, seat, Counter.CARRIED, -1, carried(s, box, seat), card, 0)
        tell_points(s, box, seat, -worth_carried(box, card), 1702)
