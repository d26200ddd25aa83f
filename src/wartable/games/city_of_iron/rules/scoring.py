"""Scoring and the end (chapters 11 and 12)."""

from wartable.core.compiled import rule
from wartable.core.frames import finish

from ..state import CITIES, GOODS, NONE, TOWNS
from .cards import cards_counted
from .cities import distance_of_lands

COINS, DISTANCE, ONE_GOOD, OWN_CARDS, CONQUERED = 0, 1, 2, 3, 4
BONUSES = 5
BY_POINTS, BY_COINS, BY_GOODS, SHARED = 1, 2, 3, 4


@rule
def most_of(s, box, good):
    most = 0
    for seat in range(box.seats):
        most = max(most, s.sides[seat].goods[good])
    return most


@rule
def second_most_of(s, box, good):
    """CI-11.3: the next amount below the most, 0 where nobody has one."""
    most = most_of(s, box, good)
    second = 0
    for seat in range(box.seats):
        amount = s.sides[seat].goods[good]
        if amount < most:
            second = max(second, amount)
    return second


@rule
def place_in(s, box, seat, good):
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
def points_for_good(s, box, seat, good):
    """CI-11.1, CI-11.2, CI-11.5."""
    place = place_in(s, box, seat, good)
    points = 0
    if place == 1:
        points = box.good_first[good]
    elif place == 2:
        points = box.good_second[good]
    if s.sides[seat].goods[good] >= box.good_threshold[good]:
        points += 1
    return points


@rule
def points_for_buildings(s, box, seat):
    """CI-11.6."""
    points = 0
    for number in range(CITIES):
        city = s.sides[seat].cities[number]
        for place in range(city.count):
            good = box.face_bonus_good[city.built[place]]
            if good != NONE and place_in(s, box, seat, good) > 0:
                points += box.face_bonus[city.built[place]]
    return points


@rule
def points_to_score(s, box, seat):
    """What a scoring gives the seat now."""
    points = points_for_buildings(s, box, seat)
    for good in range(GOODS):
        points += points_for_good(s, box, seat, good)
    return points


@rule
def score(s, box):
    for seat in range(box.seats):
        s.sides[seat].points += points_to_score(s, box, seat)
    s.scorings += 1


@rule
def most_of_one_good(side):
    most = 0
    for good in range(GOODS):
        most = max(most, side.goods[good])
    return most


@rule
def towns_counted(s, box, seat):
    """CI-12.6; CI-14.9: Dar Embe counts as three."""
    counted = 0
    for town in range(TOWNS):
        if s.town_owner[town] == seat:
            counted += box.town_counts_as[town]
    return counted


@rule
def amount_for(s, box, seat, bonus):
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
def bonus_points(box, bonus):
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
def bonus_winner(s, box, bonus):
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
def storing_penalty(box, side):
    """CI-12.8."""
    return side.stored_count // box.stored_per_point


@rule
def total_goods(side):
    total = 0
    for good in range(GOODS):
        total += side.goods[good]
    return total


@rule
def end_game(s, box):
    """CI-12.2 to CI-12.8, then the ending by what decided the win."""
    for bonus in range(BONUSES):
        winner = bonus_winner(s, box, bonus)
        if winner != NONE:
            s.sides[winner].points += bonus_points(box, bonus)
    for seat in range(box.seats):
        s.sides[seat].points -= storing_penalty(box, s.sides[seat])
    finish(s, decided_by(s, box))


@rule
def beats(a, b):
    """CI-12.9 to CI-12.11: 1, 2 or 3 where points, coins or goods put a before b; 0 where nothing does."""
    if a.points != b.points:
        return 1 if a.points > b.points else 0
    if a.coins != b.coins:
        return 2 if a.coins > b.coins else 0
    return 3 if total_goods(a) > total_goods(b) else 0


@rule
def is_winner(s, box, seat):
    for other in range(box.seats):
        if beats(s.sides[other], s.sides[seat]) > 0:
            return False
    return True


@rule
def decided_by(s, box):
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
def scores(s, box, out):
    """CI-12.12: the winners share."""
    winners = 0
    for seat in range(box.seats):
        winners += is_winner(s, box, seat)
    for seat in range(box.seats):
        out[seat] = is_winner(s, box, seat) / winners


@rule
def points(s, box, seat):
    return s.sides[seat].points
