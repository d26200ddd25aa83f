"""Towns and attacks (chapters 8 and 14)."""

from wartable.core.rules import NOBODY, change, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import GOODS, NONE, OPEN, PILE, PILES, TOWNS, State
from .cities import add_goods, count_town, hand_over_town_city, open_town_city, towns_owned
from .row import discard_leftmost

EXPANSION = PILES - 1


@rule
def open_place(s: State, town: int) -> int:
    """Where the town lies open, NONE where it does not."""
    for place in range(OPEN):
        if s.open_towns[place] == town:
            return place
    return NONE


@rule
def targets(s: State, seat: int) -> int:
    """CI-8.1: the open towns, and those that other players own, as a bit set."""
    found = 0
    for place in range(OPEN):
        if s.open_towns[place] != NONE:
            found |= 1 << s.open_towns[place]
    for town in range(TOWNS):
        owner = s.town_owner[town]
        if owner == seat:
            found &= ~(1 << town)
        elif owner != NONE:
            found |= 1 << town
    return found


@rule
def next_of_pile(s: State, box: Box, pile: int) -> int:
    """The next town of a pile, which then lies open; NONE when the pile is used up (CI-2.13, CI-8.9, CI-14.1)."""
    place = s.pile_next[pile]
    number = 1401 if pile == EXPANSION else 213 if s.round_number == 0 else 809
    if place == s.pile_count[pile]:
        note(box, Told.PILE_EMPTY, number, NOBODY, stars(pile))
        return NONE
    s.pile_next[pile] += 1
    note(box, Told.TOWN_OPENS, number, NOBODY, s.pile[pile, place], stars(pile))
    return s.pile[pile, place]


@rule
def stars(pile: int) -> int:
    """How many stars the towns of a pile have; those of the expansion have none."""
    return (pile + 1) % PILES


@rule
def open_towns(s: State, box: Box) -> None:
    """CI-2.13 and CI-14.1: one town of each pile lies open, three of the expansion."""
    for place in range(OPEN):
        s.open_towns[place] = NONE
    for pile in range(EXPANSION):
        s.open_towns[pile] = next_of_pile(s, box, pile)
    for place in range(box.showing):
        s.open_towns[EXPANSION + place] = next_of_pile(s, box, EXPANSION)


@rule
def choose_good(s: State, box: Box, good: int, number: int) -> None:
    """CI-14.4: Snyle's owner has two of this good (or of none) instead of those chosen before."""
    owner = s.town_owner[box.chooser]
    if owner != NONE and s.chosen_good != NONE:
        add_goods(s, box, owner, s.chosen_good, -box.snyle_goods, number)
    s.chosen_good = good
    if owner != NONE and good != NONE:
        add_goods(s, box, owner, good, box.snyle_goods, number)


@rule
def goods_without_snyle(s: State, box: Box, seat: int, good: int) -> int:
    if s.chosen_good == good and s.town_owner[box.chooser] == seat:
        return s.sides[seat].goods[good] - box.snyle_goods
    return s.sides[seat].goods[good]


@rule
def conquer(s: State, box: Box, seat: int, town: int) -> None:
    """CI-8.6 to CI-8.9."""
    owner = s.town_owner[town]
    if town == box.chooser:
        choose_good(s, box, NONE, 807)
    s.town_owner[town] = seat
    change(box, Told.CONQUERS, 806, seat, Counter.TOWNS, 1, towns_owned(s, seat), town, owner)
    if owner != NONE:
        change(box, Told.LOSES_TOWN, 807, owner, Counter.TOWNS, -1, towns_owned(s, owner), town, seat)
        count_town(s, box, owner, town, -1, 807)
    count_town(s, box, seat, town, 1, 806)
    if owner == NONE:
        take_open_town(s, box, seat, town)
    elif box.town_spaces[town] > 0:
        hand_over_town_city(s, box, owner, seat, town)


@rule
def take_open_town(s: State, box: Box, seat: int, town: int) -> None:
    """CI-8.8, CI-8.9: the next town lies open, and a building card is lost."""
    if box.town_spaces[town] > 0:
        open_town_city(s.sides[seat], box, town)
    place = open_place(s, town)
    s.open_towns[place] = next_of_pile(s, box, box.town_pile[town])
    discard_leftmost(s, box, 1, 808)


@rule
def goods_to_choose(s: State, box: Box, seat: int) -> int:
    """CI-14.4: how many goods Snyle's owner can choose from."""
    count = 0
    for good in range(GOODS):
        if goods_without_snyle(s, box, seat, good) > 0:
            count += 1
    return count


@rule
def is_dealt(s: State, town: int) -> bool:
    for pile in range(PILES):
        for place in range(s.pile_count[pile]):
            if s.pile[pile, place] == town:
                return True
    return False


@rule
def undealt_towns(s: State, box: Box, pile: int) -> int:
    count = 0
    for town in range(TOWNS):
        if box.town_pile[town] == pile and box.town_in_play[town] == 1 and not is_dealt(s, town):
            count += 1
    return count


@rule
def deal_town(s: State, box: Box, town: int) -> None:
    pile = box.town_pile[town]
    s.pile[pile, s.pile_count[pile]] = town
    s.pile_count[pile] += 1
    note(box, Told.TOWN_DEALT, 1401 if pile == EXPANSION else 213, NOBODY, town, stars(pile))


@rule
def blank_piles(s: State) -> None:
    for pile in range(PILES):
        for place in range(PILE):
            s.pile[pile, place] = NONE
