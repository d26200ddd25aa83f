"""Scoring and the end (chapters 11 and 12)."""

from wartable.core.rules import NOBODY, Floats, change, finish, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import CITIES, GOODS, NONE, TOWNS, Side, State
from .cards import cards_counted
from .cities import distance_of_lands

COINS, DISTANCE, ONE_GOOD, OWN_CARDS, CONQUERED = 0, 1, 2, 3, 4
BONUSES = 5
BY_POINTS, BY_COINS, BY_GOODS, SHARED = 1, 2, 3, 4


@rule
def most_of(s: State, box: Box, good: int) -> int:
    most = 0
    for seat in range(box.seats):
        most = max(most, s.sides[seat].goods[good])
    return most


@rule
def second_most_of(s: State, box: Box, good: int) -> int:
    """CI-11.3: the next amount below the most, 0 where nobody has one."""
    most = most_of(s, box, good)
    second = 0
    for seat in range(box.seats):
        amount = s.sides[seat].goods[good]
        if amount < most:
            second = max(second, amount)
    return second


@rule
def place_in(s: State, box: Box, seat: int, good: int) -> int:
    """1 for the most, 2 for the second-most, 0 for anything else, and for none at all (CI-11.4)."""
    amount = s.sides[seat].goods[good]
    if amount <= 0:
        return 0
    if amount == most_of(s, box, good):
        return 1
    if amount == second_most_of(s, box, good):
        return 2
    return 0


@rule
def tied_with(s: State, box: Box, seat: int, good: int) -> int:
    """How many other players have as many of a good."""
    tied = 0
    for other in range(box.seats):
        tied += other != seat and s.sides[other].goods[good] == s.sides[seat].goods[good]
    return tied


@rule
def score_good(s: State, box: Box, seat: int, good: int) -> None:
    """CI-11.1 to CI-11.5: the points of a seat for one good."""
    side = s.sides[seat]
    held = side.goods[good]
    place = place_in(s, box, seat, good)
    tied = tied_with(s, box, seat, good)
    if place == 1:
        side.points += box.good_first[good]
        cause = 1103 if tied else 1101
        change(box, Told.SCORES_MOST, cause, seat, Counter.POINTS, box.good_first[good], side.points, good, held, tied)
    elif place == 2:
        side.points += box.good_second[good]
        cause = 1103 if tied else 1102
        gained = box.good_second[good]
        change(box, Told.SCORES_SECOND, cause, seat, Counter.POINTS, gained, side.points, good, held, tied)
    if held >= box.good_threshold[good]:
        side.points += 1
        least = box.good_threshold[good]
        change(box, Told.SCORES_MANY, 1105, seat, Counter.POINTS, 1, side.points, good, held, least)


@rule
def score_building(s: State, box: Box, seat: int, face: int) -> None:
    """CI-11.6."""
    side = s.sides[seat]
    good = box.face_bonus_good[face]
    if good != NONE and place_in(s, box, seat, good) > 0:
        side.points += box.face_bonus[face]
        change(box, Told.SCORES_BUILDING, 1106, seat, Counter.POINTS, box.face_bonus[face], side.points, face, good)


@rule
def score_seat(s: State, box: Box, seat: int) -> None:
    side = s.sides[seat]
    before = side.points
    for good in range(GOODS):
        score_good(s, box, seat, good)
    for number in range(CITIES):
        city = side.cities[number]
        for place in range(city.count):
            score_building(s, box, seat, city.built[place])
    note(box, Told.SCORED, 1107, seat, side.points - before, side.points)


@rule
def score(s: State, box: Box) -> None:
    s.scorings += 1
    note(box, Told.SCORING, 1107, NOBODY, s.scorings)
    for seat in range(box.seats):
        score_seat(s, box, seat)


@rule
def most_of_one_good(side: Side) -> int:
    most = 0
    for good in range(GOODS):
        most = max(most, side.goods[good])
    return most


@rule
def towns_counted(s: State, box: Box, seat: int) -> int:
    """CI-12.6; CI-14.9: Dar Embe counts as three."""
    counted = 0
    for town in range(TOWNS):
        if s.town_owner[town] == seat:
            counted += box.town_counts_as[town]
    return counted


@rule
def amount_for(s: State, box: Box, seat: int, bonus: int) -> int:
    """What an end bonus compares."""
    side = s.sides[seat]
    if bonus == COINS:
        return side.coins
    if bonus == DISTANCE:
        return distance_of_lands(s, box, seat)
    if bonus == ONE_GOOD:
        return most_of_one_good(side)
    if bonus == OWN_CARDS:
        return cards_counted(side)
    return towns_counted(s, box, seat)


@rule
def bonus_points(box: Box, bonus: int) -> int:
    if bonus == COINS:
        return box.most_coins
    if bonus == DISTANCE:
        return box.most_distance
    if bonus == ONE_GOOD:
        return box.most_of_a_good
    if bonus == OWN_CARDS:
        return box.most_cards
    return box.most_towns


@rule
def bonus_winner(s: State, box: Box, bonus: int) -> int:
    """The seat with the most; NONE where seats are tied (CI-12.7)."""
    best = -1
    winner = NONE
    for seat in range(box.seats):
        amount = amount_for(s, box, seat, bonus)
        if amount > best:
            best = amount
            winner = seat
        elif amount == best:
            winner = NONE
    return winner


@rule
def best_amount(s: State, box: Box, bonus: int) -> int:
    best = 0
    for seat in range(box.seats):
        best = max(best, amount_for(s, box, seat, bonus))
    return best


@rule
def storing_penalty(box: Box, side: Side) -> int:
    """CI-12.8."""
    return side.stored_count // box.stored_per_point


@rule
def total_goods(side: Side) -> int:
    total = 0
    for good in range(GOODS):
        total += side.goods[good]
    return total


@rule
def end_game(s: State, box: Box) -> None:
    """CI-12.2 to CI-12.8, then the ending by what decided the win."""
    for bonus in range(BONUSES):
        give_bonus(s, box, bonus)
    for seat in range(box.seats):
        side = s.sides[seat]
        lost = storing_penalty(box, side)
        side.points -= lost
        change(box, Told.PENALTY, 1208, seat, Counter.POINTS, -lost, side.points, side.stored_count)
    finish(s, decided_by(s, box))
    tell_winners(s, box)


@rule
def give_bonus(s: State, box: Box, bonus: int) -> None:
    """CI-12.2 to CI-12.7."""
    winner = bonus_winner(s, box, bonus)
    if winner == NONE:
        note(box, Told.NO_BONUS, 1207, NOBODY, bonus, best_amount(s, box, bonus))
        return
    side = s.sides[winner]
    amount = amount_for(s, box, winner, bonus)
    gained = bonus_points(box, bonus)
    side.points += gained
    change(box, Told.BONUS, 1202 + bonus, winner, Counter.POINTS, gained, side.points, bonus, amount)


@rule
def tell_winners(s: State, box: Box) -> None:
    """CI-12.9 to CI-12.12."""
    winners = 0
    first = 0
    for seat in range(box.seats - 1, -1, -1):
        if is_winner(s, box, seat):
            winners |= 1 << seat
            first = seat
    side = s.sides[first]
    if s.head.over == SHARED:
        note(box, Told.SHARES, 1212, NOBODY, winners, side.points)
    else:
        note(box, Told.WINS, 1208 + s.head.over, first, side.points, side.coins, total_goods(side))


@rule
def beats(a: Side, b: Side) -> int:
    """CI-12.9 to CI-12.11: 1, 2 or 3 where points, coins or goods put a before b; 0 where nothing does."""
    if a.points != b.points:
        return 1 if a.points > b.points else 0
    if a.coins != b.coins:
        return 2 if a.coins > b.coins else 0
    return 3 if total_goods(a) > total_goods(b) else 0


@rule
def is_winner(s: State, box: Box, seat: int) -> bool:
    for other in range(box.seats):
        if beats(s.sides[other], s.sides[seat]) > 0:
            return False
    return True


@rule
def decided_by(s: State, box: Box) -> int:
    """The last comparison that was needed to find the winner; SHARED where there are several."""
    winners = 0
    deepest = BY_POINTS
    for seat in range(box.seats):
        if is_winner(s, box, seat):
            winners += 1
            for other in range(box.seats):
                if other != seat:
                    deepest = max(deepest, beats(s.sides[seat], s.sides[other]))
    return SHARED if winners > 1 else deepest


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """CI-12.12: the winners share."""
    winners = 0
    for seat in range(box.seats):
        winners += is_winner(s, box, seat)
    for seat in range(box.seats):
        out[seat] = is_winner(s, box, seat) / winners


@rule
def points(s: State, box: Box, seat: int) -> int:
    return s.sides[seat].points
