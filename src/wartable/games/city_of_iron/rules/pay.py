"""What an action that has been begun still owes, and whether a hand can pay it (CI-4.6, CI-6.3 to CI-6.5, CI-8.2)."""

from wartable.core.rules import Ints, lowest, rule

from ..box import Box
from ..state import NO_VESSEL, NONE, Act, Effect, Plan, Role, Side, State

# The least distance given up for each attack value is kept as four bits per value in one int.
BITS = 4
IMPOSSIBLE = 15
MOST = 14
ALL_IMPOSSIBLE = sum(IMPOSSIBLE << (BITS * value) for value in range(1, MOST + 1))

# Sums of attack and distance are bits: a lane for each attack, four in an int, whose top bits stay free.
LANE = 16
OVER = 15
EACH_LANE = sum(1 << (LANE * lane) for lane in range(4))
WHOLE_LANE = (1 << (LANE - 1)) - 1
LAST_LANE = WHOLE_LANE << (3 * LANE)


@rule
def defence(s: State, box: Box, town: int) -> int:
    """CI-8.3: a town that a player owns has more."""
    if s.town_owner[town] != NONE:
        return box.town_defence[town] + box.conquered
    return box.town_defence[town]


@rule
def needs_coins(side: Side, box: Box, card: int) -> int:
    """CI-6.2; CI-13.3: the Cresarians' Scholar costs nothing."""
    if box.card_effect[card] == Effect.STUDY and box.free_study[side.nation] == 1:
        return 0
    return box.card_needs_coins[card]


@rule
def laid(plan: Plan, card: int) -> bool:
    for k in range(plan.laid_count):
        if plan.laid[k] == card:
            return True
    return False


@rule
def attack_laid(plan: Plan, box: Box) -> int:
    total = 0
    for k in range(plan.laid_count):
        if plan.role[k] == Role.ATTACK:
            total += box.card_attack[plan.laid[k]]
    return total


@rule
def gives_skill(plan: Plan, k: int) -> bool:
    """CI-6.4: a card laid for its skills, not for its attack and not as the card with the action."""
    return plan.role[k] == Role.SKILL and plan.laid[k] != plan.card


@rule
def skill_laid(plan: Plan, cells: Ints) -> int:
    """The distance or the work (`cells`, by card) that the cards laid give."""
    given = 0
    for k in range(plan.laid_count):
        if gives_skill(plan, k):
            given += cells[plan.laid[k]]
    return given


@rule
def attack_owed(s: State, box: Box) -> int:
    """CI-8.2."""
    if s.plan.act != Act.ATTACK:
        return 0
    return max(0, defence(s, box, s.plan.town) - attack_laid(s.plan, box))


@rule
def distance_asked(s: State, box: Box) -> int:
    plan = s.plan
    if plan.act == Act.ATTACK:
        return box.town_distance[plan.town]
    if plan.act != Act.CARD:
        return 0
    if box.card_effect[plan.card] == Effect.SETTLE:
        return box.land_distance[plan.land] if plan.land != NONE else 0
    return box.card_needs_distance[plan.card]


@rule
def distance_owed(s: State, box: Box, side: Side) -> int:
    """CI-8.4 and CI-9.6; CI-5.12: buildings with a compass help."""
    return max(0, distance_asked(s, box) - side.distance - skill_laid(s.plan, box.card_distance))


@rule
def work_owed(s: State, box: Box, side: Side) -> int:
    """CI-6.3; CI-5.12: buildings with a hammer help."""
    if s.plan.act != Act.CARD:
        return 0
    return max(0, box.card_needs_work[s.plan.card] - side.work - skill_laid(s.plan, box.card_work))


@rule
def vessel_owed(s: State, box: Box) -> int:
    """CI-9.7: the kind of vessel that the land asks for, until one is laid."""
    plan = s.plan
    if plan.act != Act.CARD or plan.land == NONE:
        return NO_VESSEL
    vessel = box.land_vessel[plan.land]
    for k in range(plan.laid_count):
        if gives_skill(plan, k) and box.card_vessel[plan.laid[k]] == vessel:
            return NO_VESSEL
    return vessel


@rule
def is_paid(s: State, box: Box, side: Side) -> bool:
    return (
        attack_owed(s, box) == 0
        and distance_owed(s, box, side) == 0
        and work_owed(s, box, side) == 0
        and vessel_owed(s, box) == NO_VESSEL
    )


@rule
def still_in_hand(s: State, side: Side) -> int:
    """The cards of the hand that have not been laid down yet, without the one with the action."""
    cards = side.hand
    for k in range(s.plan.laid_count):
        cards &= ~(1 << s.plan.laid[k])
    if s.plan.card != NONE:
        cards &= ~(1 << s.plan.card)
    return cards


@rule
def total(cells: Ints, cards: int) -> int:
    """The sum of what these cards have."""
    found = 0
    while cards != 0:
        found += cells[lowest(cards)]
        cards &= cards - 1
    return found


@rule
def distance_of(box: Box, cards: int) -> int:
    return total(box.card_distance, cards & box.distance_cards)


@rule
def work_of(box: Box, cards: int) -> int:
    return total(box.card_work, cards & box.work_cards)


@rule
def attack_of(box: Box, cards: int) -> int:
    return total(box.card_attack, cards & box.attack_cards)


@rule
def has_vessel(box: Box, cards: int, vessel: int) -> bool:
    return vessel == NO_VESSEL or cards & box.vessel_cards[vessel] != 0


@rule
def distances_given_up(box: Box, cards: int, most: int) -> int:
    """For each attack value up to `most`, the least distance that cards lose when they are laid for that attack.

    CI-8.5: a card counts for one of the two. The answer is read with `given_up`.
    """
    table = ALL_IMPOSSIBLE
    cards &= box.attack_cards
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        attack = box.card_attack[card]
        distance = box.card_distance[card]
        for value in range(min(most, MOST), 0, -1):
            lost = given_up(table, max(0, value - attack)) + distance
            spared = given_up(table, value) - lost
            if spared > 0:
                table -= spared << (BITS * value)
    return table


@rule
def given_up(table: int, attack: int) -> int:
    return (table >> (BITS * attack)) & IMPOSSIBLE


@rule
def can_pay_attack(table: int, far: int, attack: int, distance: int) -> bool:
    """Whether cards with `far` distance in all can be split into the attack and the distance that are owed."""
    lost = given_up(table, attack)
    return lost < IMPOSSIBLE and far - lost >= distance


@rule
def cards_of_use(s: State, box: Box, side: Side) -> int:
    """CI-6.5: the cards with a skill that is still owed."""
    useful = box.vessel_cards[vessel_owed(s, box)]
    if distance_owed(s, box, side) > 0:
        useful |= box.distance_cards
    if work_owed(s, box, side) > 0:
        useful |= box.work_cards
    return useful


@rule
def laid_for(plan: Plan, role: int) -> int:
    """The cards laid for their attack or for their skills, as a bit set."""
    cards = 0
    for k in range(plan.laid_count):
        if plan.role[k] == role and plan.laid[k] != plan.card:
            cards |= 1 << plan.laid[k]
    return cards


@rule
def vessel_asked(s: State, box: Box) -> int:
    return box.land_vessel[s.plan.land] if s.plan.act == Act.CARD and s.plan.land != NONE else NO_VESSEL


@rule
def work_asked(s: State, box: Box) -> int:
    return box.card_needs_work[s.plan.card] if s.plan.act == Act.CARD else 0


@rule
def last_of(cards: int) -> int:
    """The set of the highest of these cards alone; none of none."""
    while cards & (cards - 1) != 0:
        cards &= cards - 1
    return cards


@rule
def next_choice(hand: int, chosen: int, goes_on: bool) -> int:
    """The next cards of a hand to try: one more than those chosen, or others in their place; NONE after the last."""
    last = last_of(chosen)
    above = hand & -(last + last) if last != 0 else hand
    if not goes_on:
        above = 0
    while above == 0:
        if chosen == 0:
            return NONE
        last = last_of(chosen)
        chosen &= ~last
        above = hand & -(last + last)
    return chosen | (above & -above)


@rule
def pays_skills(box: Box, cards: int, distance: int, work: int, vessel: int) -> bool:
    return (
        distance_of(box, cards) >= distance
        and work_of(box, cards) >= work
        and (vessel == NO_VESSEL or cards & box.vessel_cards[vessel] != 0)
    )


@rule
def needs_each(box: Box, cards: int, others: int, distance: int, work: int, vessel: int) -> bool:
    """CI-6.5: none of these cards could be left out of a payment with the others."""
    paid = cards | others
    spare_distance = distance_of(box, paid) - distance
    spare_work = work_of(box, paid) - work
    vessels = paid & box.vessel_cards[vessel]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        spared = box.card_distance[card] <= spare_distance and box.card_work[card] <= spare_work
        if spared and vessels != 1 << card:
            return False
    return True


@rule
def can_pay_skills(box: Box, cards: int, hand: int, distance: int, work: int, vessel: int) -> bool:
    """Whether these cards, with others of the hand, pay this without a superfluous one (CI-6.5).

    Only the cards themselves have to be needed: whatever is superfluous among the others can be left out, which makes
    no card less needed.
    """
    chosen = 0
    while chosen != NONE:
        is_paid_so = pays_skills(box, cards | chosen, distance, work, vessel)
        if is_paid_so and needs_each(box, cards, chosen, distance, work, vessel):
            return True
        chosen = next_choice(hand, chosen, not is_paid_so)
    return False


@rule
def sums_of(box: Box, cards: int, distance: int) -> tuple[int, int, int, int]:
    """Which attack and distance these cards can bring together, where each is laid for one of them or not at all.

    A table of bits in four ints: LANE bits for each attack value, from none in the lowest bits of the first to
    `OVER` or more in the last, and in them a bit for each distance. Nothing is added to a distance that is enough.
    """
    short = ((1 << distance) - 1) * EACH_LANE
    none, four, eight, twelve = 1, 0, 0, 0
    cards &= box.attack_cards | box.distance_cards
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        far = box.card_distance[card]
        a, b, c, d = none, four, eight, twelve
        for _ in range(box.card_attack[card]):
            d = (d & LAST_LANE) | (d & ~LAST_LANE) << LANE | c >> 3 * LANE
            c = (c & ~LAST_LANE) << LANE | b >> 3 * LANE
            b = (b & ~LAST_LANE) << LANE | a >> 3 * LANE
            a = (a & ~LAST_LANE) << LANE
        none |= a | (none & short) << far
        four |= b | (four & short) << far
        eight |= c | (eight & short) << far
        twelve |= d | (twelve & short) << far
    return none, four, eight, twelve


@rule
def first_bits(count: int, most: int) -> int:
    """The lowest `count` bits, up to `most`; none for less than none."""
    return (1 << min(max(count, 0), most)) - 1


@rule
def lanes_of(four: int) -> int:
    """The bits of four lanes that lie in one int, those whose bit is set."""
    return ((four & 1) | (four & 2) << LANE - 1 | (four & 4) << 2 * LANE - 2 | (four & 8) << 3 * LANE - 3) * WHOLE_LANE


@rule
def has_sum(sums: tuple[int, int, int, int], attack: int, most: int, distance: int, furthest: int) -> bool:
    """Whether attack from `attack` to `most` and distance from `distance` to `furthest` are among the sums."""
    none, four, eight, twelve = sums
    lanes = first_bits(most + 1, OVER + 1) & ~first_bits(attack, OVER + 1)
    found = none & lanes_of(lanes & 15)
    found |= four & lanes_of(lanes >> 4 & 15)
    found |= eight & lanes_of(lanes >> 8 & 15)
    found |= twelve & lanes_of(lanes >> 12)
    return found & (first_bits(furthest + 1, LANE - 1) & ~first_bits(distance, LANE - 1)) * EACH_LANE != 0


@rule
def least(cells: Ints, cards: int) -> int:
    """The least that one of these cards has; more than any sum where there are none."""
    found = OVER + 1
    while cards != 0:
        found = min(found, cells[lowest(cards)])
        cards &= cards - 1
    return found
