"""What an action that has been begun still owes, and whether a hand can pay it (CI-4.6, CI-6.3 to CI-6.5, CI-8.2)."""

from wartable.core.compiled import rule

from ..state import CARDS, NO_VESSEL, NONE, Act, Effect, Role

# The least distance given up for each attack value is kept as four bits per value in one int.
BITS = 4
IMPOSSIBLE = 15
MOST = 14


@rule
def defence(s, box, town):
    """CI-8.3: a town that a player owns has more."""
    if s.town_owner[town] != NONE:
        return box.town_defence[town] + box.conquered
    return box.town_defence[town]


@rule
def needs_coins(side, box, card):
    """CI-6.2; CI-13.3: the Cresarians' Scholar costs nothing."""
    if box.card_effect[card] == Effect.STUDY and box.free_study[side.nation] == 1:
        return 0
    return box.card_needs_coins[card]


@rule
def laid(plan, card):
    for k in range(plan.laid_count):
        if plan.laid[k] == card:
            return True
    return False


@rule
def attack_laid(plan, box):
    total = 0
    for k in range(plan.laid_count):
        if plan.role[k] == Role.ATTACK:
            total += box.card_attack[plan.laid[k]]
    return total


@rule
def gives_skill(plan, k):
    """CI-6.4: a card laid for its skills, not for its attack and not as the card with the action."""
    return plan.role[k] == Role.SKILL and plan.laid[k] != plan.card


@rule
def distance_laid(plan, box):
    total = 0
    for k in range(plan.laid_count):
        if gives_skill(plan, k):
            total += box.card_distance[plan.laid[k]]
    return total


@rule
def work_laid(plan, box):
    total = 0
    for k in range(plan.laid_count):
        if gives_skill(plan, k):
            total += box.card_work[plan.laid[k]]
    return total


@rule
def attack_owed(s, box):
    """CI-8.2."""
    if s.plan.act != Act.ATTACK:
        return 0
    return max(0, defence(s, box, s.plan.town) - attack_laid(s.plan, box))


@rule
def distance_asked(s, box):
    plan = s.plan
    if plan.act == Act.ATTACK:
        return box.town_distance[plan.town]
    if plan.act != Act.CARD:
        return 0
    if box.card_effect[plan.card] == Effect.SETTLE:
        return box.land_distance[plan.land] if plan.land != NONE else 0
    return box.card_needs_distance[plan.card]


@rule
def distance_owed(s, box, side):
    """CI-8.4 and CI-9.6; CI-5.12: buildings with a compass help."""
    return max(0, distance_asked(s, box) - side.distance - distance_laid(s.plan, box))


@rule
def work_owed(s, box, side):
    """CI-6.3; CI-5.12: buildings with a hammer help."""
    if s.plan.act != Act.CARD:
        return 0
    return max(0, box.card_needs_work[s.plan.card] - side.work - work_laid(s.plan, box))


@rule
def vessel_owed(s, box):
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
def is_paid(s, box, side):
    return (
        attack_owed(s, box) == 0
        and distance_owed(s, box, side) == 0
        and work_owed(s, box, side) == 0
        and vessel_owed(s, box) == NO_VESSEL
    )


@rule
def still_in_hand(s, side):
    """The cards of the hand that have not been laid down yet, without the one with the action."""
    cards = side.hand
    for k in range(s.plan.laid_count):
        cards &= ~(1 << s.plan.laid[k])
    if s.plan.card != NONE:
        cards &= ~(1 << s.plan.card)
    return cards


@rule
def distance_of(box, cards):
    total = 0
    for card in range(CARDS):
        if (cards >> card) & 1:
            total += box.card_distance[card]
    return total


@rule
def work_of(box, cards):
    total = 0
    for card in range(CARDS):
        if (cards >> card) & 1:
            total += box.card_work[card]
    return total


@rule
def attack_of(box, cards):
    total = 0
    for card in range(CARDS):
        if (cards >> card) & 1:
            total += box.card_attack[card]
    return total


@rule
def has_vessel(box, cards, vessel):
    if vessel == NO_VESSEL:
        return True
    for card in range(CARDS):
        if (cards >> card) & 1 and box.card_vessel[card] == vessel:
            return True
    return False


@rule
def distances_given_up(box, cards):
    """For each attack value, the least distance that cards lose when they are laid for at least that attack.

    CI-8.5: a card counts for one of the two. The answer is read with `given_up`.
    """
    table = 0
    for value in range(1, MOST + 1):
        table |= IMPOSSIBLE << (BITS * value)
    for card in range(CARDS):
        attack = box.card_attack[card]
        if (cards >> card) & 1 and attack > 0:
            for value in range(MOST, 0, -1):
                lost = given_up(table, max(0, value - attack)) + box.card_distance[card]
                if lost < given_up(table, value):
                    table += (lost - given_up(table, value)) << (BITS * value)
    return table


@rule
def given_up(table, attack):
    return (table >> (BITS * attack)) & IMPOSSIBLE


@rule
def can_pay_attack(table, far, attack, distance):
    """Whether cards with `far` distance in all can be split into the attack and the distance that are owed."""
    lost = given_up(table, attack)
    return lost < IMPOSSIBLE and far - lost >= distance


@rule
def is_of_use(s, box, side, card, role):
    """CI-6.5: the card gives something that is still owed."""
    if role == Role.ATTACK:
        return box.card_attack[card] > 0 and attack_owed(s, box) > 0
    vessel = vessel_owed(s, box)
    return (
        (box.card_distance[card] > 0 and distance_owed(s, box, side) > 0)
        or (box.card_work[card] > 0 and work_owed(s, box, side) > 0)
        or (vessel != NO_VESSEL and box.card_vessel[card] == vessel)
    )


@rule
def leaves_enough(s, box, side, card, role):
    """CI-4.6: after this card is laid the rest can still be paid.

    Only an attack can go wrong, where a card is laid for one thing and lacks for the other.
    """
    if s.plan.act != Act.ATTACK:
        return True
    attack = attack_owed(s, box)
    distance = distance_owed(s, box, side)
    if role == Role.ATTACK:
        attack = max(0, attack - box.card_attack[card])
    else:
        distance = max(0, distance - box.card_distance[card])
    rest = still_in_hand(s, side) & ~(1 << card)
    return can_pay_attack(distances_given_up(box, rest), distance_of(box, rest), attack, distance)
