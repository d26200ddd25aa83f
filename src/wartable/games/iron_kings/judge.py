"""What a position is worth, for bots and learners."""

import math

from wartable.core.compiled import rule

from .box import Effect
from .rules.common import carried, carried_points, distance, guns, home_points, is_carried, most_steam, needs_climbing, price
from .rules.common import shields as shield_spaces
from .rules.common import weapons
from .rules.king import can_resolve
from .rules.planning import track_length
from .state import HEXES, KING_SPACES, NOWHERE, PLANS, SEATS, SPACES, TRACK, Space, Store, Worker

PLANES = 13
SIDE_SCALARS = 48
SIDE_FEATURES = SIDE_SCALARS + PLANS + TRACK * 2
COMMON = 12
FEATURES = HEXES * PLANES + SEATS * SIDE_FEATURES + COMMON


@rule
def evaluate(s, box, out):
    """Each seat's worth as a share: the best is likely to win."""
    best = -1e9
    for seat in range(box.seats):
        out[seat] = worth(s, box, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(box.seats):
        out[seat] = math.exp((out[seat] - best) / 6.0)
        total += out[seat]
    for seat in range(box.seats):
        out[seat] /= total


@rule
def worth(s, box, seat):
    """Points first; then what is on the way to points: cargo, program, steam, fuel and a sound machine."""
    if s.sides[seat].hex == NOWHERE:
        return 0.0
    value = 1.0 * home_points(s, box, seat)
    value += cargo(s, box, seat)
    value += machine(s, box, seat)
    value += supplies(s, box, seat)
    return value + prospects(s, box, seat)


@rule
def cargo(s, box, seat):
    """Carried points are worth more the nearer the Holdfast is."""
    points = 0
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card):
            points += box.treasures[card].points
    away = distance(box, s.sides[seat].hex, s.sides[seat].home)
    return points * (0.92 - 0.05 * away)


@rule
def machine(s, box, seat):
    """Damage weighs more on what keeps the King going, and the more there is of it."""
    side = s.sides[seat]
    value = 0.0
    covered = 0
    for space in range(KING_SPACES):
        covered += side.damage[space]
    value -= 0.25 * covered + 0.06 * covered * covered
    value -= 1.2 * side.damage[Space.THROTTLE] + 0.8 * side.damage[Space.REPAIR] + 0.3 * side.damage[Space.BURN]
    for section in range(3):
        if side.fitted[section] != 0:
            value += 0.35 + 0.2 * box.upgrades[side.fitted[section] - 1].iron
    return value - 0.35 * side.wilderness


@rule
def supplies(s, box, seat):
    side = s.sides[seat]
    steam = min(side.steam, most_steam(s, box, seat))
    value = 0.16 * steam
    pairs = min(side.stores[Store.WATER], side.stores[Store.WOOD] + side.stores[Store.COAL])
    value += 0.3 * min(pairs, 4) + 0.04 * min(side.stores[Store.WATER] + side.stores[Store.COAL], 8)
    value += 0.12 * min(side.stores[Store.IRON], 6)
    value += 0.05 * min(side.hand_size, 8)
    return value + 0.06 * (side.rested[Worker.SMALL] + side.rested[Worker.BIG])


@rule
def prospects(s, box, seat):
    """Where the program leads: followed card by card with the steam there is, hexes that give are worth reaching."""
    side = s.sides[seat]
    hex = side.hex
    facing = side.facing
    steam = side.steam
    full = carried(s, box, seat) >= box.slots
    driving = side.spaces[Space.THROTTLE] != Worker.NONE and side.spaces[Space.BRAKE] == Worker.NONE
    weight = 1.0 if driving else 0.55
    value = 0.0
    for place in range(track_length(s, seat)):
        plan = side.track[place] - 1
        cost = price(s, box, seat, plan)
        if cost > steam or not can_resolve(s, box, seat, plan):
            break
        steam -= cost
        card = box.plans[plan]
        if card.effect == Effect.TURN:
            facing = (facing + card.heading) % 6
            continue
        if card.effect == Effect.BOMBARD or card.effect == Effect.BRACE:
            continue
        heading = (facing + card.heading) % 6
        climbs = card.effect == Effect.CLIMB or card.effect == Effect.LEAP
        for _ in range(card.steps):
            target = box.neighbour[hex, heading]
            if target < 0 or (needs_climbing(s, box, target) and not climbs):
                break
            hex = target
            value += step_value(s, box, seat, hex, full)
    return weight * value + 0.5 * (closeness(s, box, seat, hex, full) - 0.1 * facing_away(s, box, seat, hex, facing, full))


@rule
def step_value(s, box, seat, hex, full):
    """What stepping onto a hex promises."""
    if hex == s.sides[seat].home:
        return 0.0
    kind = s.terrain[hex]
    if kind < 0:
        return 0.0
    terrain = box.terrains[kind]
    keep = 0.55 * terrain.keep + 0.12 * (terrain.draw - terrain.keep)
    return keep * (0.45 if full else 1.0) - 0.45 * terrain.skull + 0.1 * terrain.water


@rule
def target_of(s, box, seat, hex, full):
    """The nearest hex with tokens, or the Holdfast for a King with something to bring."""
    if full:
        return s.sides[seat].home
    best = s.sides[seat].home
    nearest = 99
    for other in range(box.hexes):
        if s.terrain[other] >= 0 and other != hex:
            terrain = box.terrains[s.terrain[other]]
            if terrain.draw > 0:
                far = 2 * distance(box, hex, other) - terrain.keep + terrain.skull
                if far < nearest:
                    nearest = far
                    best = other
    return best


@rule
def closeness(s, box, seat, hex, full):
    return -0.35 * distance(box, hex, target_of(s, box, seat, hex, full))


@rule
def facing_away(s, box, seat, hex, facing, full):
    """How many hexes farther from its target a step ahead would be, 2 when it comes nearer by none."""
    target = target_of(s, box, seat, hex, full)
    following = box.neighbour[hex, facing]
    if following < 0:
        return 3
    return 1 + distance(box, following, target) - distance(box, hex, target)


@rule
def features(s, box, seat, out):
    """The map in planes, then each player's boards in turn order from the seat, then what all share."""
    for number in range(FEATURES):
        out[number] = 0.0
    map_features(s, box, seat, out)
    for place in range(box.seats):
        other = (seat + place) % box.seats
        side_features(s, box, other, HEXES * PLANES + place * SIDE_FEATURES, out)
    shared_features(s, box, seat, HEXES * PLANES + SEATS * SIDE_FEATURES, out)


@rule
def map_features(s, box, seat, out):
    for hex in range(box.hexes):
        at = hex * PLANES
        if s.terrain[hex] >= 0:
            terrain = box.terrains[s.terrain[hex]]
            out[at] = 1.0
            out[at + 1] = terrain.climb
            out[at + 2] = terrain.defence
            out[at + 3] = terrain.keep
            out[at + 4] = terrain.draw
            out[at + 5] = terrain.skull + box.marked[hex]
            out[at + 6] = terrain.stop
        out[at + 7] = s.stack[hex] / 3.0
        if s.worker[hex] != 0:
            out[at + (8 if s.worker[hex] == seat + 1 else 9)] = 1.0
        for other in range(box.seats):
            if s.sides[other].hex == hex:
                out[at + 10] = 1.0 if other == seat else -1.0
            if s.sides[other].home == hex:
                out[at + 11] = 1.0 if other == seat else -1.0
    if s.sides[seat].hex != NOWHERE:
        ahead = box.neighbour[s.sides[seat].hex, s.sides[seat].facing]
        if ahead != NOWHERE:
            out[ahead * PLANES + 12] = 1.0


@rule
def side_features(s, box, seat, at, out):
    side = s.sides[seat]
    out[at] = home_points(s, box, seat) / 10.0
    out[at + 1] = carried(s, box, seat) / 3.0
    out[at + 2] = side.steam / 8.0
    out[at + 3] = most_steam(s, box, seat) / 8.0
    out[at + 4] = side.wilderness / 4.0
    out[at + 5] = side.rested[Worker.SMALL] / 4.0
    out[at + 6] = side.rested[Worker.BIG]
    out[at + 7] = weapons(s, box, seat) / 3.0
    out[at + 8] = guns(s, box, seat) / 3.0
    out[at + 9] = shield_spaces(s, box, seat) / 3.0
    out[at + 10] = side.brace
    out[at + 11] = side.hand_size / 5.0
    out[at + 12] = side.hex == side.home
    for store in range(4):
        out[at + 13 + store] = side.stores[store] / 4.0
    for space in range(SPACES):
        out[at + 17 + space] = side.spaces[space] / 2.0
    for space in range(KING_SPACES):
        out[at + 27 + space] = side.damage[space]
    for section in range(3):
        if side.fitted[section] != 0:
            out[at + 33 + section] = box.upgrades[side.fitted[section] - 1].iron / 5.0
    if side.hex != NOWHERE:
        out[at + 36 + side.facing] = 1.0
        out[at + 42] = distance(box, side.hex, side.home) / 5.0
    out[at + 43] = carried_points(s, box, seat) / 5.0
    for plan in range(PLANS):
        out[at + SIDE_SCALARS + plan] = side.hand[plan] / 2.0
    for place in range(TRACK):
        if side.track[place] != 0:
            plan = box.plans[side.track[place] - 1]
            out[at + SIDE_SCALARS + PLANS + 2 * place] = (1.0 + plan.effect) / 7.0
            out[at + SIDE_SCALARS + PLANS + 2 * place + 1] = (plan.steps - plan.heading) / 3.0


@rule
def shared_features(s, box, seat, at, out):
    out[at] = s.rounds / 60.0
    out[at + 1] = s.balrog != 0
    out[at + 2] = s.deck_size / 66.0
    out[at + 3] = s.active == seat
    out[at + 4] = s.first == seat
    for token in range(4):
        out[at + 5 + token] = s.bag[token] / 16.0
    out[at + 9] = s.drawn[0] + s.drawn[1] + s.drawn[2]
    if s.head.depth > 0:
        out[at + 10] = s.head.frames[s.head.depth - 1].kind / 20.0
