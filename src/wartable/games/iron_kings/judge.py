"""What a position is worth, for bots and learners."""

import math

from wartable.core.compiled import rule

from .box import Bonus, Effect
from .rules.common import (
    carried,
    carried_points,
    distance,
    home_points,
    is_carried,
    most_steam,
    needs_climbing,
    price,
    treasure_bonus,
)
from .rules.king import can_resolve
from .rules.planning import track_length
from .state import HEXES, KING_SPACES, NOWHERE, PLANS, SEATS, SPACES, TRACK, Space, Store, Worker

PLANES = 13
SIDE_SCALARS = 48
SIDE_FEATURES = SIDE_SCALARS + PLANS + TRACK * 2
COMMON = 12
RUNS = 3
"""How many times the judge follows a program."""
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
    value = 1.0 * home_points(s, box, seat) + cargo(s, box, seat)
    value += machine(s, box, seat) + supplies(s, box, seat) + prospects(s, box, seat)
    if s.rounds == 0:
        value += neighbourhood(s, box, seat)
    return value


@rule
def cargo(s, box, seat):
    """Carried points are worth more the nearer the Holdfast is; some treasures also work for the King."""
    value = 0.0
    near = 0.92 - 0.05 * distance(box, s.sides[seat].hex, s.sides[seat].home)
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card):
            treasure = box.treasures[card]
            value += treasure.points * near + 0.12 * treasure.bonus[Bonus.ATTACK] + 0.1 * treasure.bonus[Bonus.RANGED]
            value += 0.3 * (treasure.bonus[Bonus.SHIELD] - s.dents[card])
            value += 0.12 * treasure.bonus[Bonus.MAX_STEAM] + 0.5 * treasure.bonus[Bonus.DISCOUNT]
    return value


@rule
def machine(s, box, seat):
    """Damage weighs more on what keeps the King going, and the more there is of it."""
    side = s.sides[seat]
    covered = 0
    for space in range(KING_SPACES):
        covered += side.damage[space]
    value = -0.25 * covered - 0.06 * covered * covered
    value -= 1.2 * side.damage[Space.THROTTLE] + 0.8 * side.damage[Space.REPAIR] + 0.3 * side.damage[Space.BURN]
    for section in range(3):
        if side.fitted[section] != 0:
            value += 0.3 + 0.25 * box.upgrades[side.fitted[section] - 1].iron
    return value - 0.35 * side.wilderness


@rule
def supplies(s, box, seat):
    """Steam, pairs of fuel, iron, cards and rested workers, each with less and less use."""
    side = s.sides[seat]
    value = 0.14 * side.steam + 0.32 * min(fuel_pairs(s, seat), 3)
    value += 0.05 * min(side.stores[Store.WATER], 4) + 0.05 * min(side.stores[Store.WOOD] + side.stores[Store.COAL], 4)
    value += 0.18 * min(side.stores[Store.IRON], 5)
    value += 0.05 * min(side.hand_size, 8)
    return value + 0.05 * (side.rested[Worker.SMALL] + side.rested[Worker.BIG])


@rule
def fuel_pairs(s, seat):
    stores = s.sides[seat].stores
    return min(stores[Store.WATER], stores[Store.WOOD] + stores[Store.COAL])


@rule
def prospects(s, box, seat):
    """Where the program leads, run after run, with the steam there is and the fuel there is to burn."""
    side = s.sides[seat]
    hex = side.hex
    facing = side.facing
    steam = side.steam
    loaded = is_loaded(s, box, seat)
    value = 0.0
    weight = 1.0
    for run in range(RUNS):
        if run == 1:
            steam += 3 * min(fuel_pairs(s, seat), 2)
        for place in range(track_length(s, seat)):
            plan = side.track[place] - 1
            steam -= price(s, box, seat, plan)
            if steam < 0 or not can_resolve(s, box, seat, plan):
                break
            heading = (facing + box.plans[plan].heading) % 6
            if box.plans[plan].effect == Effect.TURN:
                facing = heading
            elif box.plans[plan].effect != Effect.BOMBARD and box.plans[plan].effect != Effect.BRACE:
                for _ in range(box.plans[plan].steps):
                    hex = stepped(s, box, hex, heading, box.plans[plan].effect)
                    value += weight * step_value(s, box, seat, hex, loaded)
        steam = max(steam, 0)
        weight *= 0.7
    is_driving = side.spaces[Space.THROTTLE] != Worker.NONE and side.spaces[Space.BRAKE] == Worker.NONE
    goal = target_of(s, box, hex, side.home, loaded)
    value -= 0.3 * distance(box, hex, goal) + 0.08 * turn_needed(box, hex, facing, goal)
    return value * (1.0 if is_driving or value < 0.0 else 0.7)


@rule
def stepped(s, box, hex, heading, effect):
    """The hex after a step, the same one where it cannot be made."""
    target = box.neighbour[hex, heading]
    if target < 0 or (needs_climbing(s, box, target) and effect != Effect.CLIMB and effect != Effect.LEAP):
        return hex
    return target


@rule
def is_loaded(s, box, seat):
    """Whether the King has enough aboard to go home: full slots, or half of what the goal asks for."""
    return carried(s, box, seat) >= box.slots or 2 * carried_points(s, box, seat) >= box.vp_goal // 3


@rule
def step_value(s, box, seat, hex, loaded):
    """What stepping onto a hex promises."""
    if hex == s.sides[seat].home:
        return 1.2 if loaded else 0.0
    if s.terrain[hex] < 0:
        return 0.0
    terrain = box.terrains[s.terrain[hex]]
    tokens = 0.5 * terrain.keep + 0.15 * (terrain.draw - terrain.keep)
    return tokens * (0.3 if loaded else 1.0) - 0.45 * terrain.skull + 0.08 * terrain.water


@rule
def target_of(s, box, hex, home, loaded):
    """The nearest hex with tokens, or the Holdfast for a King with enough aboard."""
    if loaded:
        return home
    best = home
    nearest = 99
    for other in range(box.hexes):
        if s.terrain[other] >= 0 and other != hex and box.terrains[s.terrain[other]].draw > 0:
            far = 2 * distance(box, hex, other) - box.terrains[s.terrain[other]].keep
            if far < nearest:
                nearest = far
                best = other
    return best


@rule
def turn_needed(box, hex, facing, goal):
    """How badly the King faces: 0 when a step ahead comes nearer to its goal, up to 3."""
    if hex == goal:
        return 0
    ahead = box.neighbour[hex, facing]
    if ahead < 0:
        return 3
    return 1 + distance(box, ahead, goal) - distance(box, hex, goal)


@rule
def neighbourhood(s, box, seat):
    """For the choice of a Holdfast: hexes with tokens, fuel and water near it."""
    value = 0.0
    for hex in range(box.hexes):
        if s.terrain[hex] >= 0:
            terrain = box.terrains[s.terrain[hex]]
            gain = 0.5 * terrain.keep - 0.3 * terrain.skull + (0.15 if terrain.harvest >= 0 else 0.0)
            gain += 0.3 * terrain.stop - 0.1 * terrain.climb
            value += gain / (1 + distance(box, s.sides[seat].home, hex))
    return value


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
    out[at + 7] = treasure_bonus(s, box, seat, Bonus.ATTACK) / 3.0
    out[at + 8] = treasure_bonus(s, box, seat, Bonus.RANGED) / 3.0
    out[at + 9] = treasure_bonus(s, box, seat, Bonus.SHIELD) / 3.0
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
