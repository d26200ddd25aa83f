"""Evaluation and features of City of Iron for bots and learners. The weights are in data/judge.csv."""

from wartable.core.rules import Floats, exponential, is_due, kind, rule

from .box import Box
from .rules.building import coins_to_build, is_build_effect, science_to_build
from .rules.cards import cards_counted, cards_owned
from .rules.cities import distance_of_lands, face_at, has_room, is_city
from .rules.effects import capped, kinds_of_goods
from .rules.end_round import is_last_round
from .rules.pay import laid, needs_coins, total
from .rules.plan import next_step
from .rules.scoring import most_of_one_good, towns_counted
from .state import (
    CARDS,
    CITIES,
    CITIZEN,
    FACES,
    GOODS,
    LAND_CITIES,
    LANDS,
    MILITARY,
    NONE,
    OPEN,
    ROW,
    SPOTS,
    TOKENS,
    TOWNS,
    TYPES,
    Act,
    Effect,
    Kind,
    Phase,
    Plan,
    Side,
    State,
)

PER_SEAT = 48
GLOBAL = 30
FEATURES = 4 * PER_SEAT + GLOBAL + 3 * CARDS + 3 * FACES + TOWNS + LANDS


@rule
def evaluate(s: State, box: Box, out: Floats) -> None:
    """Each seat's worth in points, as shares of one win."""
    ahead = rounds_ahead(s, box)
    best = -1000.0
    for seat in range(box.seats):
        out[seat] = worth(s, box, seat, ahead)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(box.seats):
        out[seat] = exponential((out[seat] - best) / box.weights.lead)
        total += out[seat]
    for seat in range(box.seats):
        out[seat] /= total


@rule
def rounds_ahead(s: State, box: Box) -> float:
    """How often income will still be collected, about."""
    if s.score_cards == 3:
        return 0.0 if is_last_round(s) else 1.0
    left = 0
    for face in range(box.faces):
        left += s.left[face]
    return 1.0 + left / (box.weights.round_cards + box.weights.round_cards_each * box.seats)


@rule
def scorings_ahead(s: State, box: Box) -> float:
    """How much a place in a good counts over the scorings to come; later ones are less sure."""
    total = 0.0
    weight = 1.0
    for _ in range(s.scorings, 3):
        total += weight
        weight *= box.weights.next_scoring
    return total


@rule
def coin_worth(box: Box, ahead: float) -> float:
    return box.weights.coin + box.weights.coin_a_round * ahead


@rule
def science_worth(box: Box, science: int, ahead: float) -> float:
    """The first science opens buildings; more of it is worth less."""
    coin = coin_worth(box, ahead)
    early = min(1.0, ahead / 2.0)
    w = box.weights
    more = w.more_science * max(0, min(science, 6) - 3)
    return early * coin * (w.science * min(science, 3) + more + w.most_science * max(0, science - 6))


@rule
def good_worth(s: State, box: Box, seat: int, good: int, amount: int, ahead: float, scorings: float) -> float:
    """What having so much of a good promises: places at the scorings, and coins each round."""
    if amount <= 0:
        return 0.0
    most = 0
    more = 0
    for rival in range(box.seats):
        if rival != seat:
            theirs = s.sides[rival].goods[good]
            most = max(most, theirs)
            more += theirs > amount
    value = 0.0
    if amount >= most:
        coins = coin_worth(box, ahead) * ahead * box.weights.first_coins * box.good_coins[good]
        value += scorings * box.good_first[good] + coins
        value += box.weights.good_lead * box.good_first[good] * min(3, amount - most)
    elif more == 1:
        value += scorings * box.good_second[good]
    if amount >= box.good_threshold[good]:
        value += scorings
    share = amount / (amount + most + 1.0)
    return value + box.weights.good_share * share * box.good_first[good] * min(1.0, scorings)


@rule
def building_worth(s: State, box: Box, seat: int, face: int, ahead: float, scorings: float) -> float:
    """What a building would add to its owner, apart from its goods."""
    w = box.weights
    coin = coin_worth(box, ahead)
    value = coin * ahead * (box.face_makes_goods[face] + box.face_gives_coins[face])
    value += coin * w.gives_science * ahead * box.face_gives_science[face]
    value += coin * ahead * (w.draws * box.face_draws[face, CITIZEN] + w.draws * box.face_draws[face, MILITARY])
    value += coin * ahead * w.symbols * (box.face_work[face] + box.face_distance[face])
    good = box.face_bonus_good[face]
    if good != NONE:
        amount = s.sides[seat].goods[good]
        above = 0
        for rival in range(box.seats):
            above += s.sides[rival].goods[good] > amount
        if amount > 0 and above < 2:
            value += w.bonus * min(scorings, 1.0) * box.face_bonus[face]
    return value


@rule
def worth_with_goods(s: State, box: Box, seat: int, face: int, has: int, ahead: float, scorings: float) -> float:
    """What a building is worth with its goods to a seat that would gain it (`has` is 0) or has it (1)."""
    value = building_worth(s, box, seat, face, ahead, scorings)
    for good in range(GOODS):
        more = box.face_goods[face, good]
        if more > 0:
            without = s.sides[seat].goods[good] - has * more
            value += good_worth(s, box, seat, good, without + more, ahead, scorings)
            value -= good_worth(s, box, seat, good, without, ahead, scorings)
    return value


@rule
def gain_of_town(s: State, box: Box, seat: int, town: int, ahead: float, scorings: float) -> float:
    w = box.weights
    coin = coin_worth(box, ahead)
    value = w.town + coin * ahead * (box.town_makes_goods[town] + box.town_gives_coins[town])
    value += coin * ahead * (w.gives_science * box.town_gives_science[town] + w.town_draws * box.town_draws[town, 0])
    value += coin * ahead * w.town_draws * box.town_draws[town, 1] + place_worth(box, ahead) * box.town_spaces[town]
    if town == box.chooser:
        value += w.chooser * min(1.0, scorings)
    for good in range(GOODS):
        more = box.town_goods[town, good]
        if more > 0:
            amount = s.sides[seat].goods[good]
            value += good_worth(s, box, seat, good, amount + more, ahead, scorings)
            value -= good_worth(s, box, seat, good, amount, ahead, scorings)
    return value


@rule
def place_worth(box: Box, ahead: float) -> float:
    """A free place in a city."""
    return box.weights.place * min(ahead, 4.0)


@rule
def type_worth(s: State, box: Box, kind_of_land: int, ahead: float) -> float:
    """What it promises to have a land type: the dearest good that the decks still to come make there."""
    return box.weights.land_type * box.type_points[kind_of_land, s.deck] * min(1.0, ahead / 3.0)


@rule
def in_row(s: State, face: int) -> int:
    found = 0
    for place in range(ROW):
        found += s.row[place] == face
    return found


@rule
def types_worth(s: State, box: Box, types: int, ahead: float) -> float:
    value = 0.0
    for number in range(TYPES):
        if (types >> number) & 1:
            value += type_worth(s, box, number, ahead)
    return value


@rule
def card_worth(s: State, box: Box, side: Side, card: int, ahead: float) -> float:
    """What it is worth to own a card."""
    early = min(1.0, ahead / 4.0)
    w = box.weights
    coins = w.owning[box.card_effect[card]]
    symbols = w.card_attack * box.card_attack[card] + w.card_distance * box.card_distance[card]
    coins += symbols + w.card_work * box.card_work[card]
    effect = box.card_effect[card]
    if (effect == Effect.SETTLE or effect == Effect.ADD_DISTRICT) and side.tokens[1] + side.tokens[2] == 0:
        coins -= w.no_token
    return coin_worth(box, ahead) * coins * early


@rule
def hand_worth(box: Box, card: int, ahead: float) -> float:
    """What it is worth to have a card in the hand rather than in a pile."""
    w = box.weights
    strength = w.hand + w.hand_attack * box.card_attack[card] + w.hand_distance * box.card_distance[card]
    strength += w.hand_work * box.card_work[card]
    return coin_worth(box, ahead) * strength * min(1.0, ahead)


@rule
def cards_worth(s: State, box: Box, seat: int, ahead: float) -> float:
    """All cards that are owned, and those in the hand once more; cards laid down no longer count there."""
    side = s.sides[seat]
    hidden_hand = side.hand == 0 and side.hand_count[CITIZEN] + side.hand_count[MILITARY] > 0
    value = 0.0
    owned = box.shop_set[side.nation] | box.start_set[side.nation, 0] | box.start_set[side.nation, 1]
    owned &= ~side.shop
    owned |= side.picks
    value += reach_worth(s, box, side, owned, ahead)
    for card in range(CARDS):
        if (owned >> card) & 1:
            value += card_worth(s, box, side, card, ahead)
            in_hand = (side.hand | side.picks) >> card & 1
            if in_hand and not (s.plan.act != Act.NOTHING and is_due(s, seat) and is_played(s.plan, card)):
                value += hand_worth(box, card, ahead)
    if hidden_hand:
        value += (
            box.weights.hidden_card * coin_worth(box, ahead) * (side.hand_count[CITIZEN] + side.hand_count[MILITARY])
        )
    return value


@rule
def reach_worth(s: State, box: Box, side: Side, owned: int, ahead: float) -> float:
    """The open towns that all the cards together could take, and the lands that they could reach."""
    attack = 0
    distance = side.distance
    vessels = 1
    for card in range(CARDS):
        if (owned >> card) & 1:
            attack += box.card_attack[card]
            distance += box.card_distance[card]
            vessels |= 1 << box.card_vessel[card]
    value = 0.0
    for place in range(OPEN):
        town = s.open_towns[place]
        if town != NONE and attack >= box.town_defence[town] + 1 and distance >= box.town_distance[town] + 2:
            value += box.weights.town_in_reach
    if side.tokens[1] + side.tokens[2] > 0:
        for land in range(LANDS):
            if s.land_owner[land] == NONE and 0 < box.land_distance[land] <= distance - 1:
                value += box.weights.land_in_reach * box.land_in_play[land] * ((vessels >> box.land_vessel[land]) & 1)
    return value * min(1.0, ahead / 3.0)


@rule
def is_played(plan: Plan, card: int) -> bool:
    return plan.card == card or laid(plan, card)


@rule
def cities_worth(s: State, box: Box, side: Side, ahead: float) -> float:
    """Free places, each one worth less than the one before, and the types of land."""
    free = 0
    for number in range(CITIES):
        free += side.cities[number].spaces - side.cities[number].count
    value = 0.0
    weight = 1.0
    for _ in range(min(free, 6)):
        value += weight * place_worth(box, ahead)
        weight *= box.weights.next_place
    return value + types_worth(s, box, side.types, ahead)


@rule
def stored_worth(s: State, box: Box, seat: int, ahead: float, scorings: float) -> float:
    """A stored building is a promise where there is land for it and time to build it."""
    side = s.sides[seat]
    if side.stored_count == 0:
        return 0.0
    value = -box.weights.stored * side.stored_count / box.stored_per_point
    if ahead < 1.0:
        return value
    for face in range(box.faces):
        if side.stored[face] > 0:
            needed = box.face_type[face]
            if needed == NONE or (side.types >> needed) & 1:
                gain = (
                    worth_with_goods(s, box, seat, face, 0, ahead, scorings)
                    - coin_worth(box, ahead) * box.face_coins[face]
                )
                value += box.weights.stored_promise * max(0.0, gain)
    return value


@rule
def end_worth(s: State, box: Box, seat: int, ahead: float) -> float:
    """The bonuses of the end, as far as they can be seen coming."""
    w = box.weights
    weight = w.ends_last if ahead < 1.0 else w.ends_late if ahead < 3.0 else w.ends_early
    side = s.sides[seat]
    value = 0.0
    coins = 0
    distance = 0
    good = 0
    cards = 0
    towns = 0
    for rival in range(box.seats):
        if rival != seat:
            other = s.sides[rival]
            coins = max(coins, other.coins)
            distance = max(distance, distance_of_lands(s, box, rival))
            good = max(good, most_of_one_good(other))
            cards = max(cards, cards_counted(other))
            towns = max(towns, towns_counted(s, box, rival))
    if ahead < 1.0 and side.coins > coins:
        value += box.most_coins
    value += box.most_distance * (distance_of_lands(s, box, seat) > distance)
    value += box.most_of_a_good * (most_of_one_good(side) > good)
    value += box.most_cards * (cards_counted(side) > cards)
    value += box.most_towns * (towns_counted(s, box, seat) > towns)
    return weight * value


@rule
def worth(s: State, box: Box, seat: int, ahead: float) -> float:
    """A seat's points, those it can expect, and what its means are worth in points."""
    side = s.sides[seat]
    if side.nation == NONE:
        return 0.0
    scorings = scorings_ahead(s, box)
    coin = coin_worth(box, ahead)
    coins = side.coins
    science = side.science
    if kind(s) == Kind.PURCHASE:
        coins -= total(box.card_coins, side.picks)
        science -= total(box.card_science, side.picks)
    value = side.points + coin * coins + science_worth(box, science, ahead)
    for good in range(GOODS):
        value += good_worth(s, box, seat, good, side.goods[good], ahead, scorings)
    for number in range(CITIES):
        city = side.cities[number]
        for place in range(city.count):
            value += building_worth(s, box, seat, city.built[place], ahead, scorings)
    for town in range(TOWNS):
        if s.town_owner[town] == seat:
            value += coin * ahead * (box.town_makes_goods[town] + box.town_gives_coins[town])
            value += coin * ahead * (box.weights.gives_science * box.town_gives_science[town])
    value += coin * ahead * box.weights.cards_a_round * (side.draws[CITIZEN] + side.draws[MILITARY])
    value += cards_worth(s, box, seat, ahead) + cities_worth(s, box, side, ahead)
    value += stored_worth(s, box, seat, ahead, scorings) + end_worth(s, box, seat, ahead)
    value += turn_order_worth(s, box, seat, ahead)
    if is_due(s, seat):
        value -= box.weights.taken_back * (s.plan.taken_back + side.put_back)
        if s.plan.act != Act.NOTHING:
            value += plan_worth(s, box, seat, ahead, scorings)
    return value


@rule
def turn_order_worth(s: State, box: Box, seat: int, ahead: float) -> float:
    """To act before others is worth something until the turns begin."""
    if s.phase != Phase.BIDS:
        return 0.0
    w = box.weights
    behind = 0
    for spot in range(SPOTS):
        if s.spots[spot] == seat:
            return (w.turn_order + w.turn_order_a_round * ahead) * behind + w.turn_order_spot * spot
        behind += s.spots[spot] != NONE
    return 0.0


@rule
def plan_worth(s: State, box: Box, seat: int, ahead: float, scorings: float) -> float:
    """What the action that has been begun will bring when it is complete."""
    side = s.sides[seat]
    plan = s.plan
    if plan.act == Act.ATTACK:
        return gain_of_town(s, box, seat, plan.town, ahead, scorings)
    if plan.act == Act.BUILD:
        return build_plan_worth(s, box, seat, NONE, ahead, scorings)
    if plan.act == Act.MOVE:
        return -box.weights.moving
    value = -coin_worth(box, ahead) * needs_coins(side, box, plan.card)
    return value + card_plan_worth(s, box, seat, ahead, scorings)


@rule
def build_plan_worth(s: State, box: Box, seat: int, card: int, ahead: float, scorings: float) -> float:
    side = s.sides[seat]
    if s.plan.source == NONE:
        return box.weights.building
    face = face_at(s, side, s.plan.source)
    value = worth_with_goods(s, box, seat, face, 0, ahead, scorings)
    value -= coin_worth(box, ahead) * coins_to_build(box, face, card)
    price = science_to_build(side, box, face, card)
    value -= science_worth(box, side.science, ahead) - science_worth(box, side.science - price, ahead)
    if s.plan.place != NONE:
        return value - worth_with_goods(s, box, seat, side.cities[s.plan.city].built[s.plan.place], 0, ahead, scorings)
    if s.plan.city == NONE and not has_free_place(side, box, face):
        return value - cheapest_loss(s, box, seat, face, ahead, scorings)
    return value - place_worth(box, ahead) * box.weights.place_used


@rule
def has_free_place(side: Side, box: Box, face: int) -> bool:
    needed = box.face_type[face]
    for number in range(CITIES):
        city = side.cities[number]
        if is_city(city) and has_room(city) and (needed == NONE or (city.types >> needed) & 1):
            return True
    return False


@rule
def cheapest_loss(s: State, box: Box, seat: int, face: int, ahead: float, scorings: float) -> float:
    """What the building that goes to make room is worth."""
    side = s.sides[seat]
    needed = box.face_type[face]
    least = 100.0
    for number in range(CITIES):
        city = side.cities[number]
        if is_city(city) and (needed == NONE or (city.types >> needed) & 1):
            for place in range(city.count):
                least = min(least, worth_with_goods(s, box, seat, city.built[place], 1, ahead, scorings))
    return least


@rule
def settle_worth(s: State, box: Box, side: Side, ahead: float) -> float:
    """A new city: places, a draw, its land types, and distance for the end."""
    w = box.weights
    plan = s.plan
    if plan.land == NONE:
        return w.settling * min(1.0, ahead / 2.0)
    value = w.far_land * box.land_distance[plan.land]
    value += types_worth(s, box, box.land_types[plan.land] & ~side.types, ahead)
    places = box.city_spaces[plan.token] if plan.token != NONE else 3
    value += place_worth(box, ahead) * w.new_place * places
    return value + coin_worth(box, ahead) * ahead * w.new_draws


@rule
def card_plan_worth(s: State, box: Box, seat: int, ahead: float, scorings: float) -> float:
    w = box.weights
    side = s.sides[seat]
    card = s.plan.card
    effect = box.card_effect[card]
    amount = box.card_amount[card]
    coin = coin_worth(box, ahead)
    if effect == Effect.SETTLE:
        return settle_worth(s, box, side, ahead)
    if effect == Effect.ADD_DISTRICT:
        places = box.district_spaces[s.plan.token] if s.plan.token != NONE else 2
        return place_worth(box, ahead) * w.new_place * places + coin * ahead * w.new_draws
    if is_build_effect(effect):
        return build_plan_worth(s, box, seat, card, ahead, scorings)
    if effect in (Effect.STUDY, Effect.RESEARCH, Effect.CONJURE, Effect.INVENT):
        return science_worth(box, side.science + amount, ahead) - science_worth(box, side.science, ahead)
    if effect == Effect.TAKE_DOWN:
        if s.plan.city == NONE:
            return -w.taking_down
        face = side.cities[s.plan.city].built[s.plan.place]
        gain = coin * min(amount, box.face_coins[face]) + place_worth(box, ahead) * w.place_used
        return gain - worth_with_goods(s, box, seat, face, 1, ahead, scorings)
    if effect == Effect.SALVAGE or effect == Effect.SELL or effect == Effect.PATROL or effect == Effect.STEAL:
        return coin * amount
    if effect == Effect.PEDDLE:
        return coin * capped(amount * kinds_of_goods(side), box.card_limit[card])
    if effect == Effect.SNATCH:
        return w.snatching
    return coin * w.other_action


@rule
def features(s: State, box: Box, seat: int, out: Floats) -> None:
    """Each seat's numbers, the viewer's own first; then the table, the viewer's cards, the buildings around."""
    for number in range(FEATURES):
        out[number] = 0.0
    for step in range(box.seats):
        write_side(s, box, (seat + step) % box.seats, out, step * PER_SEAT)
    at = 4 * PER_SEAT
    write_table(s, box, seat, out, at)
    at += GLOBAL
    side = s.sides[seat]
    for card in range(CARDS):
        out[at + card] = (side.hand >> card) & 1
        out[at + CARDS + card] = (side.shop >> card) & 1
        out[at + 2 * CARDS + card] = 1.0 if is_played(s.plan, card) or (side.picks >> card) & 1 else 0.0
    at += 3 * CARDS
    for face in range(FACES):
        out[at + face] = in_row(s, face) / 2.0
        out[at + FACES + face] = side.stored[face] / 2.0
        out[at + 2 * FACES + face] = s.left[face] / 4.0
    at += 3 * FACES
    for town in range(TOWNS):
        owner = s.town_owner[town]
        out[at + town] = 0.0 if owner == NONE else 1.0 if owner == seat else -1.0
    at += TOWNS
    for land in range(LANDS):
        owner = s.land_owner[land]
        out[at + land] = 0.0 if owner == NONE else 1.0 if owner == seat else -1.0


@rule
def write_side(s: State, box: Box, seat: int, out: Floats, at: int) -> None:
    side = s.sides[seat]
    out[at] = side.points / 50.0
    out[at + 1] = side.coins / 20.0
    out[at + 2] = side.science / 6.0
    out[at + 3] = side.income / 12.0
    out[at + 4] = side.gives_coins / 4.0
    out[at + 5] = side.gives_science / 3.0
    out[at + 6] = side.draws[CITIZEN] / 4.0
    out[at + 7] = side.draws[MILITARY] / 4.0
    out[at + 8] = side.work / 2.0
    out[at + 9] = side.distance / 2.0
    out[at + 10] = side.stored_count / 4.0
    out[at + 11] = towns_counted(s, box, seat) / 4.0
    out[at + 12] = distance_of_lands(s, box, seat) / 8.0
    out[at + 13] = cards_owned(side) / 20.0
    for good in range(GOODS):
        out[at + 14 + good] = side.goods[good] / 8.0
    for number in range(TYPES):
        out[at + 24 + number] = (side.types >> number) & 1
    for token in range(TOKENS):
        out[at + 31 + token] = side.tokens[token] / 2.0
    for number in range(LAND_CITIES):
        city = side.cities[number]
        out[at + 34 + number] = (city.spaces - city.count) / 5.0
        out[at + 38 + number] = city.count / 5.0
    for of_kind in (CITIZEN, MILITARY):
        out[at + 42 + of_kind] = side.hand_count[of_kind] / 6.0
        out[at + 44 + of_kind] = side.draw_count[of_kind] / 6.0
    out[at + 46] = is_due(s, seat)
    out[at + 47] = side.nation / 3.0


@rule
def write_table(s: State, box: Box, seat: int, out: Floats, at: int) -> None:
    out[at] = s.round_number / 8.0
    out[at + 1] = s.scorings / 3.0
    out[at + 2] = s.due_score
    out[at + 3] = s.score_cards / 3.0
    out[at + 4] = s.turns / 12.0
    out[at + 5] = rounds_ahead(s, box) / 7.0
    out[at + 6 + kind(s)] = 1.0
    if s.sides[seat].nation != NONE and is_due(s, seat):
        out[at + 18 + next_step(s, box, s.sides[seat])] = 1.0
