"""What a position is worth, for bots and learners.

The judge follows a King's program for a few runs, as its player would, with the steam that can be had in between, and
adds up what lies on the way: tokens at what the bag still holds, damage, and the way home with the cargo. Everything
that only pays later counts less the fewer turns are left. It does not try out plans: looking ahead is for the search.

The weights are in data/judge.csv. They were fitted by matches between greedy bots that differed in them alone, rounded
by hand where the matches could not tell two values apart, and then scaled in groups by what helps a search (less fear
of harm, less worth in what is hoarded); `wartable lab tune` goes on from what is there.

Two temperatures turn points into shares: the narrow one tells moves apart when the game is close, the wide one still
does so for a player who is far behind or ahead. What only pays later counts in proportion to the turns that are left of
the horizon: without that nothing is lost by waiting until the last turns, and who looks a turn or two ahead puts
everything off.
"""

from wartable.core.rules import AnyFrame, Floats, exponential, is_due, kind, rule, top

from .box import Bonus, Box, Effect
from .rules.common import (
    carried,
    carried_points,
    covered_spaces,
    damage_tokens,
    distance,
    home_points,
    is_carried,
    last_round,
    most_steam,
    needs_climbing,
    treasure_bonus,
    upgrade_bonus,
)
from .rules.king import can_resolve
from .rules.planning import track_length
from .state import (
    DIRECTIONS,
    HEXES,
    KING_SPACES,
    NOWHERE,
    PLANS,
    SEATS,
    SPACES,
    TRACK,
    At,
    Frame,
    RepairFrame,
    Space,
    State,
    Store,
    Token,
    Worker,
)

PLANES = 13
SIDE_SCALARS = 48
SIDE_FEATURES = SIDE_SCALARS + PLANS + TRACK * 2
COMMON = 12
ASKED_KINDS = 24
SIGHT = 3
"""How many hexes the King sees ahead in each direction."""
ASKED = HEXES * PLANES + SEATS * SIDE_FEATURES + COMMON
AROUND = ASKED + ASKED_KINDS + 3
FEATURES = AROUND + DIRECTIONS * (1 + SIGHT) * PLANES
RUNS = 4
"""How many times the judge follows a program."""


@rule
def evaluate(s: State, box: Box, out: Floats) -> None:
    """Each seat's worth as a share: the best is likely to win."""
    best = -1e9
    for seat in range(box.seats):
        out[seat] = worth(s, box, seat)
        best = max(best, out[seat])
    narrow = 0.0
    wide = 0.0
    for seat in range(box.seats):
        narrow += exponential((out[seat] - best) / box.weights.narrow)
        wide += exponential((out[seat] - best) / box.weights.wide)
    for seat in range(box.seats):
        behind = out[seat] - best
        close, loose = exponential(behind / box.weights.narrow) / narrow, exponential(behind / box.weights.wide) / wide
        out[seat] = box.weights.closely * close + (1.0 - box.weights.closely) * loose


@rule
def turns_left(s: State, box: Box, seat: int) -> int:
    """Turns that a seat has before the last round that is in sight, the one under way counted."""
    has_moved = (seat - s.first) % box.seats < (s.active - s.first) % box.seats
    return max(0, last_round(s, box) - s.rounds + (0 if has_moved else 1))


@rule
def worth(s: State, box: Box, seat: int) -> float:
    """Points first; then what is on the way to points: cargo, program, steam, fuel and a sound machine."""
    if s.sides[seat].hex == NOWHERE:
        return 0.0
    left = turns_left(s, box, seat)
    load = unbanked(s, box, seat)
    pull = homeward(s, box, seat, load)
    value = prospects(s, box, seat, load, pull, left) + machine(s, box, seat, left) + supplies(s, box, seat)
    if is_due(s, seat):
        value += pending(s, box, seat)
    if s.rounds == 0:
        value += neighbourhood(s, box, seat)
    value *= min(1.0, left / box.weights.horizon)
    value += cargo(s, box, seat, load, pull, left)
    return home_points(s, box, seat) + carried_points(s, box, seat) + value


@rule
def unbanked(s: State, box: Box, seat: int) -> int:
    """The points that carried treasures gain when they are brought home."""
    total = 0
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card):
            total += box.treasures[card].points - box.treasures[card].points // box.carried_share
    return total


@rule
def homeward(s: State, box: Box, seat: int, load: int) -> float:
    """What every hex nearer to the Holdfast is worth: to bring the cargo home, to have room for more, and to mend."""
    return (
        box.weights.away * load
        + box.weights.homing * carried(s, box, seat) / box.slots
        + box.weights.limp * covered_spaces(s, seat)
    )


@rule
def cargo(s: State, box: Box, seat: int, load: int, pull: float, left: int) -> float:
    """Cargo is worth more the nearer the Holdfast is, if there is time to reach it; some treasures also work."""
    far = distance(box, s.sides[seat].hex, s.sides[seat].home)
    value = load * box.weights.cargo * min(1.0, left * box.weights.reach / (far + 1.0))
    work = box.weights.slot * (box.slots - carried(s, box, seat)) - pull * far
    for card in range(box.treasure_cards):
        if is_carried(s, seat, card):
            bonus = box.treasures[card].bonus
            work += box.weights.attack * bonus[Bonus.ATTACK] + box.weights.ranged * bonus[Bonus.RANGED]
            work += box.weights.shield * (bonus[Bonus.SHIELD] - s.dents[card])
            work += box.weights.max_steam * bonus[Bonus.MAX_STEAM] + box.weights.discount * bonus[Bonus.DISCOUNT]
    return value + work * min(1.0, left / box.weights.horizon)


@rule
def machine(s: State, box: Box, seat: int, left: int) -> float:
    """Damage weighs more on what keeps the King going, and the more there is of it."""
    side = s.sides[seat]
    covered = covered_spaces(s, seat)
    value = (
        -box.weights.damage * covered
        - box.weights.more_damage * covered * covered
        - box.weights.no_throttle * side.damage[Space.THROTTLE]
    )
    value -= box.weights.no_repair * side.damage[Space.REPAIR] + box.weights.no_burn * side.damage[Space.BURN]
    if side.damage[Space.THROTTLE] * side.damage[Space.REPAIR] != 0 and side.hex != side.home:
        value -= box.weights.stuck * min(left, 40)
    for section in range(3):
        if side.fitted[section] != 0:
            value += box.weights.upgrade + box.weights.upgrade_iron * box.upgrades[side.fitted[section] - 1].iron
    return value - box.weights.wilderness * side.wilderness


@rule
def supplies(s: State, box: Box, seat: int) -> float:
    """Steam, pairs of fuel, iron, cards and rested workers, up to what can be used soon."""
    side = s.sides[seat]
    fuel = side.stores[Store.WOOD] + side.stores[Store.COAL]
    value = box.weights.steam * side.steam + box.weights.pair * min(fuel_pairs(s, seat), 3)
    value += (
        box.weights.water * min(side.stores[Store.WATER], 4)
        + box.weights.fuel * min(fuel, 4)
        + box.weights.iron * min(side.stores[Store.IRON], 5)
    )
    value += box.weights.card * min(side.hand_size, 8)
    return value + box.weights.rested * (side.rested[Worker.SMALL] + side.rested[Worker.BIG])


@rule
def fuel_pairs(s: State, seat: int) -> int:
    stores = s.sides[seat].stores
    return min(stores[Store.WATER], stores[Store.WOOD] + stores[Store.COAL])


@rule
def pending(s: State, box: Box, seat: int) -> float:
    """What the decision that the seat is asked for promises."""
    asked = kind(s)
    if asked == Frame.PLAN:
        return box.weights.planning
    if asked == Frame.BURN:
        return box.weights.burning
    if asked == Frame.REPAIR:
        return box.weights.repairing * min(top(s, RepairFrame).left, damage_tokens(s, box, seat))
    if asked == Frame.UPGRADE:
        return box.weights.buying
    if asked == Frame.KEEP:
        return box.weights.drawn if s.drawn[Token.TREASURE] > 0 else box.weights.drawn_other
    if asked == Frame.OFFER:
        part = 1.0 if carried(s, box, seat) < box.slots else box.weights.offered_when_full
        return box.weights.offered * best_offer(s, box) * part
    return 0.0


@rule
def best_offer(s: State, box: Box) -> int:
    best = 0
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.OFFERED:
            best = max(best, box.treasures[card].points)
    return best


@rule
def prospects(s: State, box: Box, seat: int, load: int, pull: float, left: int) -> float:
    """Where the program leads, run after run, with the steam that can be had between two runs."""
    side = s.sides[seat]
    hex = side.hex
    facing = side.facing
    steam = side.steam
    pairs = fuel_pairs(s, seat) if side.damage[Space.BURN] == 0 else 0
    is_full = carried(s, box, seat) >= box.slots
    length = track_length(s, seat)
    discount = treasure_bonus(s, box, seat, Bonus.DISCOUNT) + upgrade_bonus(s, box, seat, Bonus.DISCOUNT)
    climbs = upgrade_bonus(s, box, seat, Bonus.CLIMB)
    value = 0.0
    weight = 1.0
    can_go = False
    for run in range(min(RUNS, left)):
        if run > 0:
            gain = 3 if hex == side.home or pairs > 0 else 1 - side.damage[Space.VENT]
            steam = max(steam, min(steam + gain, box.max_steam))
            if hex != side.home:
                pairs -= 1
        for place in range(length):
            card = side.track[place] - 1
            effect = box.plans[card].effect
            cost = box.plans[card].steam if box.plans[card].steam <= 1 else max(1, box.plans[card].steam - discount)
            if cost > steam or not can_resolve(s, box, seat, card):
                break
            steam -= cost
            can_go = can_go or run == 0
            heading = (facing + box.plans[card].heading) % 6
            if effect == Effect.TURN:
                facing = heading
            elif effect != Effect.BOMBARD and effect != Effect.BRACE:
                for step in range(box.plans[card].steps):
                    following = stepped(s, box, seat, hex, heading, climbs + effect)
                    if following != hex and (effect != Effect.LEAP or step == box.plans[card].steps - 1):
                        value += weight * step_value(s, box, following, is_full)
                    hex = following
                if is_lake(s, box, hex):
                    pairs += 1
                    break
        if hex == side.home:
            value += weight * (box.weights.docked + (1.0 - box.weights.cargo + box.weights.bank) * load)
            load = 0
            pull = 0.0
            is_full = False
        weight *= box.weights.later
    value -= way_left(s, box, seat, hex, facing, pull, is_full)
    is_driving = side.spaces[Space.THROTTLE] != Worker.NONE and side.spaces[Space.BRAKE] == Worker.NONE
    if value < 0.0 or (can_go and is_driving):
        return value
    return value * (box.weights.parked if side.damage[Space.THROTTLE] == 0 else box.weights.parked * box.weights.parked)


@rule
def stepped(s: State, box: Box, seat: int, hex: int, heading: int, effect: int) -> int:
    """The hex after a step, the same one where it cannot be made."""
    target = box.neighbour[hex, heading]
    if target < 0 or (s.terrain[target] < 0 and target != s.sides[seat].home):
        return hex
    if effect == Effect.WALK and needs_climbing(s, box, target):
        return hex
    return target


@rule
def is_lake(s: State, box: Box, hex: int) -> bool:
    return s.terrain[hex] >= 0 and box.terrains[s.terrain[hex]].stop != 0


@rule
def step_value(s: State, box: Box, hex: int, is_full: bool) -> float:
    """What stepping onto a hex promises, with the tokens that are in the bag."""
    if s.terrain[hex] < 0:
        return 0.0
    terrain = box.terrains[s.terrain[hex]]
    value = box.weights.step_water * terrain.water - box.weights.hurt * terrain.skull
    if terrain.draw > 0:
        value += tokens_value(
            s, box, terrain.draw, terrain.keep, box.weights.treasure_when_full if is_full else box.weights.treasure
        )
    return value


@rule
def tokens_value(s: State, box: Box, drawn: int, kept: int, treasure: float) -> float:
    """Of more tokens than may be kept, treasures are kept first and damage last."""
    size = max(1.0, s.bag[0] + s.bag[1] + s.bag[2] + s.bag[3])
    treasures = s.bag[Token.TREASURE] / size
    damage = s.bag[Token.DAMAGE] / size
    hoard = kept * treasures + (drawn - kept) * treasures * (1.0 - treasures)
    harm = kept * damage
    for _ in range(drawn - kept):
        harm *= damage
    return treasure * hoard + box.weights.gear * max(0.0, kept - hoard - harm) - box.weights.hurt * harm


@rule
def way_left(s: State, box: Box, seat: int, hex: int, facing: int, pull: float, is_full: bool) -> float:
    """What the way costs that is still to go when the program has run: to tokens, and home with the cargo."""
    home = s.sides[seat].home
    target = nearest_tokens(s, box, hex, home)
    explore = box.weights.explore_when_full if is_full else box.weights.explore
    cost = explore * distance(box, hex, target)
    cost += pull * (distance(box, hex, home) - distance(box, s.sides[seat].hex, home))
    return cost + box.weights.turn * turn_needed(box, hex, facing, home if pull > explore else target)


@rule
def nearest_tokens(s: State, box: Box, hex: int, home: int) -> int:
    """The nearest other hex with tokens, the Holdfast where there is none."""
    best = home
    nearest = 99
    for other in range(box.hexes):
        if other != hex and s.terrain[other] >= 0 and box.terrains[s.terrain[other]].draw > 0:
            far = distance(box, hex, other)
            if far < nearest:
                nearest = far
                best = other
                if far == 1:
                    break
    return best


@rule
def turn_needed(box: Box, hex: int, facing: int, goal: int) -> int:
    """How badly the King faces: 0 when a step ahead comes nearer to its goal, up to 3."""
    if hex == goal:
        return 0
    ahead = box.neighbour[hex, facing]
    if ahead < 0:
        return 3
    return 1 + distance(box, ahead, goal) - distance(box, hex, goal)


@rule
def neighbourhood(s: State, box: Box, seat: int) -> float:
    """For the choice of a Holdfast: hexes with tokens, fuel and water near it."""
    w = box.weights
    value = 0.0
    for hex in range(box.hexes):
        if s.terrain[hex] >= 0:
            terrain = box.terrains[s.terrain[hex]]
            gain = w.near_tokens * terrain.keep - w.near_skull * terrain.skull
            gain += w.near_harvest if terrain.harvest >= 0 else 0.0
            gain += w.near_lake * terrain.stop - w.near_climb * terrain.climb
            value += gain / (1 + distance(box, s.sides[seat].home, hex))
    return value


@rule
def features(s: State, box: Box, seat: int, out: Floats) -> None:
    """The map in planes, each player's boards in turn order from the seat, what all share; then what choices are about.

    That is the decision, and the hexes around the own King: those beside it by compass direction, then what lies ahead
    in each direction, the one that it faces first.
    """
    for number in range(FEATURES):
        out[number] = 0.0
    map_features(s, box, seat, out)
    for place in range(box.seats):
        other = (seat + place) % box.seats
        side_features(s, box, other, HEXES * PLANES + place * SIDE_FEATURES, out)
    shared_features(s, box, seat, HEXES * PLANES + SEATS * SIDE_FEATURES, out)
    asked_features(s, out)
    if s.sides[seat].hex != NOWHERE:
        around_features(s, box, seat, out)


@rule
def map_features(s: State, box: Box, seat: int, out: Floats) -> None:
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
def side_features(s: State, box: Box, seat: int, at: int, out: Floats) -> None:
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
    for number in range(PLANS):
        out[at + SIDE_SCALARS + number] = side.hand[number] / 2.0
    for place in range(TRACK):
        if side.track[place] != 0:
            plan = box.plans[side.track[place] - 1]
            out[at + SIDE_SCALARS + PLANS + 2 * place] = (1.0 + plan.effect) / 7.0
            out[at + SIDE_SCALARS + PLANS + 2 * place + 1] = (plan.steps - plan.heading) / 3.0


@rule
def shared_features(s: State, box: Box, seat: int, at: int, out: Floats) -> None:
    out[at] = s.rounds / 50.0
    out[at + 1] = s.balrog != 0
    out[at + 2] = s.deck_size / 66.0
    out[at + 3] = s.active == seat
    out[at + 4] = s.first == seat
    for token in range(4):
        out[at + 5 + token] = s.bag[token] / 16.0
    out[at + 9] = s.drawn[0] + s.drawn[1] + s.drawn[2]
    if s.head.depth > 0:
        out[at + 10] = top(s, AnyFrame).kind / 20.0


@rule
def asked_features(s: State, out: Floats) -> None:
    """The kind of decision, and the numbers that go with it."""
    if s.head.depth > 0:
        asked = top(s, AnyFrame)
        out[ASKED + min(asked.kind, ASKED_KINDS - 1)] = 1.0
        out[ASKED + ASKED_KINDS] = asked.first / 8.0
        out[ASKED + ASKED_KINDS + 1] = asked.second / 8.0
        out[ASKED + ASKED_KINDS + 2] = asked.third / 8.0


@rule
def around_features(s: State, box: Box, seat: int, out: Floats) -> None:
    """The planes of the hexes beside the King and ahead of it."""
    side = s.sides[seat]
    for turn in range(DIRECTIONS):
        beside = box.neighbour[side.hex, turn]
        if beside != NOWHERE:
            copy_planes(out, beside, AROUND + turn * PLANES)
        hex = side.hex
        for step in range(SIGHT):
            if hex != NOWHERE:
                hex = box.neighbour[hex, (side.facing + turn) % DIRECTIONS]
            if hex != NOWHERE:
                copy_planes(out, hex, AROUND + (DIRECTIONS + turn * SIGHT + step) * PLANES)


@rule
def copy_planes(out: Floats, hex: int, at: int) -> None:
    for plane in range(PLANES):
        out[at + plane] = out[hex * PLANES + plane]
