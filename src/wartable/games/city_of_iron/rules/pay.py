"""What an action that has been begun still owes, and whether a hand can pay it (CI-4.6, CI-6.3 to CI-6.5, CI-8.2)."""

from wartable.core.actions import encode
from wartable.core.bits import lowest
from wartable.core.compiled import rule
from wartable.core.record import Ints

from ..actions import LAY
from ..box import Box
from ..state import NO_VESSEL, NONE, Act, Effect, Plan, Role, Side, State

# The least distance given up for each attack value is kept as four bits per value in one int.
BITS = 4
IMPOSSIBLE = 15
MOST = 14
ALL_IMPOSSIBLE = sum(IMPOSSIBLE << (BITS * value) for value in range(1, MOST + 1))


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
def distance_laid(plan: Plan, box: Box) -> int:
    total = 0
    for k in range(plan.laid_count):
        if gives_skill(plan, k):
            total += box.card_distance[plan.laid[k]]
    return total


@rule
def work_laid(plan: Plan, box: Box) -> int:
    total = 0
    for k in range(plan.laid_count):
        if gives_skill(plan, k):
            total += box.card_work[plan.laid[k]]
    return total


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
    return max(0, distance_asked(s, box) - side.distance - distance_laid(s.plan, box))


@rule
def work_owed(s: State, box: Box, side: Side) -> int:
    """CI-6.3; CI-5.12: buildings with a hammer help."""
    if s.plan.act != Act.CARD:
        return 0
    return max(0, box.card_needs_work[s.plan.card] - side.work - work_laid(s.plan, box))


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
def distance_of(box: Box, cards: int) -> int:
    total = 0
    cards &= box.distance_cards
    while cards != 0:
        total += box.card_distance[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def work_of(box: Box, cards: int) -> int:
    total = 0
    cards &= box.work_cards
    while cards != 0:
        total += box.card_work[lowest(cards)]
        cards &= cards - 1
    return total


@rule
def attack_of(box: Box, cards: int) -> int:
    total = 0
    cards &= box.attack_cards
    while cards != 0:
        total += box.card_attack[lowest(cards)]
        cards &= cards - 1
    return total


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
def needs_every_skill(box: Box, cards: int, distance: int, work: int, vessel: int) -> bool:
    """CI-6.5: none of these cards could be left out."""
    spare_distance = distance_of(box, cards) - distance
    spare_work = work_of(box, cards) - work
    vessels = cards & box.vessel_cards[vessel]
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        spared = box.card_distance[card] <= spare_distance and box.card_work[card] <= spare_work
        if spared and vessels != 1 << card:
            return False
    return True


@rule
def can_pay_skills(box: Box, cards: int, hand: int, distance: int, work: int, vessel: int) -> bool:
    """Whether these cards, with others of the hand, pay this without a superfluous one (CI-6.5)."""
    chosen = 0
    while chosen != NONE:
        is_paid_so = pays_skills(box, cards | chosen, distance, work, vessel)
        if is_paid_so and needs_every_skill(box, cards | chosen, distance, work, vessel):
            return True
        chosen = next_choice(hand, chosen, not is_paid_so)
    return False


@rule
def needs_every_attack(box: Box, cards: int, attack: int) -> bool:
    """CI-6.5: none of these cards could stay out of the fight."""
    spare = attack_of(box, cards) - attack
    while cards != 0:
        if box.card_attack[lowest(cards)] <= spare:
            return False
        cards &= cards - 1
    return True


@rule
def can_win(box: Box, fighters: int, scouts: int, hand: int, attack: int, distance: int) -> bool:
    """Whether these cards, laid for attack and for distance, can be completed without a superfluous one (CI-6.5)."""
    chosen = 0
    while chosen != NONE:
        force = fighters | chosen
        is_enough = attack_of(box, force) >= attack
        if is_enough and needs_every_attack(box, force, attack):
            rest = hand & ~chosen & box.distance_cards
            if can_pay_skills(box, scouts, rest, distance, 0, NO_VESSEL):
                return True
        chosen = next_choice(hand & box.attack_cards, chosen, not is_enough)
    return False


@rule
def list_skills(s: State, box: Box, side: Side, out: Ints) -> int:
    """CI-6.5 and CI-6.6: a card of use, or the card with the action in its place among them.

    CI-4.6: the rest can then still be paid, without a card that turns out superfluous.
    """
    hand = still_in_hand(s, side) & cards_of_use(s, box, side)
    cards = laid_for(s.plan, Role.SKILL)
    distance = distance_asked(s, box) - side.distance
    work = work_asked(s, box) - side.work
    vessel = vessel_asked(s, box)
    useful = hand
    n = 0
    if not laid(s.plan, s.plan.card):
        out[0] = encode(LAY, s.plan.card, Role.SKILL)
        n = 1
    while useful != 0:
        card = lowest(useful)
        useful &= useful - 1
        out[n] = encode(LAY, card, Role.SKILL)
        if can_pay_skills(box, cards | 1 << card, hand & ~(1 << card), distance, work, vessel):
            n += 1
    return n


@rule
def list_forces(s: State, box: Box, side: Side, out: Ints) -> int:
    """CI-6.5, CI-8.5: a card for its distance or for its attack, where some of it is still owed.

    CI-4.6: after this card is laid the rest can still be paid, without a card that turns out superfluous.
    """
    hand = still_in_hand(s, side)
    fighters = laid_for(s.plan, Role.ATTACK)
    scouts = laid_for(s.plan, Role.SKILL)
    attack = defence(s, box, s.plan.town)
    distance = distance_asked(s, box) - side.distance
    is_far = distance_owed(s, box, side) > 0
    is_held = attack_owed(s, box) > 0
    cards = hand & (box.attack_cards | box.distance_cards)
    n = 0
    while cards != 0:
        card = 1 << lowest(cards)
        cards &= cards - 1
        rest = hand & ~card
        out[n] = encode(LAY, lowest(card), Role.SKILL)
        if is_far and card & box.distance_cards and can_win(box, fighters, scouts | card, rest, attack, distance):
            n += 1
        out[n] = encode(LAY, lowest(card), Role.ATTACK)
        if is_held and card & box.attack_cards and can_win(box, fighters | card, scouts, rest, attack, distance):
            n += 1
    return n


@rule
def list_payments(s: State, box: Box, side: Side, out: Ints) -> int:
    """The cards that can be laid down next."""
    if s.plan.act == Act.ATTACK:
        return list_forces(s, box, side, out)
    return list_skills(s, box, side, out)
