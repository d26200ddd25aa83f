"""What an action that has been begun still owes, and whether a hand can pay it (CI-4.6, CI-6.3 to CI-6.5, CI-8.2)."""

from wartable.core.actions import encode
from wartable.core.bits import lowest
from wartable.core.compiled import rule

from ..actions import LAY
from ..state import NO_VESSEL, NONE, Act, Effect, Role

# The least distance given up for each attack value is kept as four bits per value in one int.
BITS = 4
IMPOSSIBLE = 15
MOST = 14
ALL_IMPOSSIBLE = sum(IMPOSSIBLE << (BITS * value) for value in range(1, MOST + 1))


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
    cards &= box.distance_cards
    while cards != 0:
        total += box.card_distance[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def work_of(box, cards):
    total = 0
    cards &= box.work_cards
    while cards != 0:
        total += box.card_work[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def attack_of(box, cards):
    total = 0
    cards &= box.attack_cards
    while cards != 0:
        total += box.card_attack[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def has_vessel(box, cards, vessel):
    return vessel == NO_VESSEL or cards & box.vessel_cards[vessel] != 0


@rule
def distances_given_up(box, cards, most):
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
def given_up(table, attack):
    return (table >> (BITS * attack)) & IMPOSSIBLE


@rule
def can_pay_attack(table, far, attack, distance):
    """Whether cards with `far` distance in all can be split into the attack and the distance that are owed."""
    lost = given_up(table, attack)
    return lost < IMPOSSIBLE and far - lost >= distance


@rule
def cards_of_use(s, box, side):
    """CI-6.5: the cards with a skill that is still owed."""
    useful = box.vessel_cards[vessel_owed(s, box)]
    if distance_owed(s, box, side) > 0:
        useful |= box.distance_cards
    if work_owed(s, box, side) > 0:
        useful |= box.work_cards
    return useful


@rule
def write_skills(s, box, side, out):
    """CI-6.5 and CI-6.6: a card of use, or the card with the action in its place among them."""
    useful = cards_of_use(s, box, side) & still_in_hand(s, side)
    if not laid(s.plan, s.plan.card):
        useful |= 1 << s.plan.card
    n = 0
    while useful != 0:
        out[n] = encode(LAY, lowest(useful), Role.SKILL)
        n += 1
        useful &= useful - 1
    return n


@rule
def write_forces(s, box, side, out):
    """CI-6.5, CI-8.5: a card for its distance or for its attack, where some of it is still owed.

    CI-4.6: after this card is laid the rest can still be paid. Only an attack can go wrong, where a card is laid for
    one thing and lacks for the other.
    """
    attack = attack_owed(s, box)
    distance = distance_owed(s, box, side)
    hand = still_in_hand(s, side)
    far = distance_of(box, hand)
    cards = hand
    n = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        reach = min(distance, box.card_distance[card])
        force = min(attack, box.card_attack[card])
        if reach + force > 0:
            table = distances_given_up(box, hand & ~(1 << card), attack)
            rest = far - box.card_distance[card]
            out[n] = encode(LAY, card, Role.SKILL)
            if reach > 0 and can_pay_attack(table, rest, attack, distance - reach):
                n += 1
            out[n] = encode(LAY, card, Role.ATTACK)
            if force > 0 and can_pay_attack(table, rest, attack - force, distance):
                n += 1
    return n


@rule
def write_payments(s, box, side, out):
    """The cards that can be laid down next."""
    if s.plan.act == Act.ATTACK:
        return write_forces(s, box, side, out)
    return write_skills(s, box, side, out)
