"""CI-6.3 to CI-6.6, CI-8.2 to CI-8.5: lay a card for its skills or for its attack."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, lowest, plain, put, rule

from ..box import Box
from ..rules import pay
from ..rules.turn import take
from ..state import CARDS, NO_VESSEL, NONE, Act, Role, Side, State
from ..texts import card_names, skills_text
from ..values import Action, Card, Table, Use


class Lay(Action):
    card: Card
    role: Use

    when = 107
    notation = "{role}-{card}"
    reads = "lay | hit | pay | discard"
    label = "Lay {card} {purpose}; owed: {at.owed}"
    touches = "card-{card}{button}"
    facts = {
        406: "If {card} is laid so, your other cards cannot pay the rest of {at.owed} without waste.",
        603: "{card.not_in_hand}",
        605: "{superfluous}.",
        606: "{card} is laid already.",
        802: "{no_attack}.",
    }

    @property
    def purpose(self) -> str:
        if self.role == Role.ATTACK:
            return f"for {self.at.box.card_attack[self.card]} attack"
        if self.card == self.at.plan.card:
            return "itself first"
        return f"for {skills_text(self.at.box, self.card)}"

    @property
    def button(self) -> str:
        if self.at.plan.act != Act.ATTACK:
            return ""
        return " do-attack" if self.role == Role.ATTACK else " do-skill"

    @property
    def no_attack(self) -> str:
        is_attack = self.at.plan.act == Act.ATTACK
        return f"{self.card.said()} has no attack value" if is_attack else "No town is being attacked"

    @property
    def superfluous(self) -> str:
        plan = self.at.plan
        before = [card for card, role in zip(plan.laid, plan.role, strict=True) if card != NONE and role == self.role]
        if before and self.helps:
            names = card_names(self.at.box, before)
            return f"With {self.card.said()} a card laid before ({names}) would be superfluous"
        return f"{self.card.said()} gives nothing of what is still owed: {self.at.owed}"

    @property
    def helps(self) -> bool:
        """Whether it gives anything that is still owed."""
        view, box, side = self.at.view, self.at.box, self.at.own
        if self.role == Role.ATTACK:
            return bool(plain(pay.attack_owed)(view, box) and box.card_attack[self.card])
        distance = plain(pay.distance_owed)(view, box, side) and box.card_distance[self.card]
        return bool(distance or (plain(pay.work_owed)(view, box, side) and box.card_work[self.card]))


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """The cards that can be laid down next."""
    if s.plan.act == Act.ATTACK:
        return offers_forces(s, box, s.sides[seat], out, n)
    return offers_skills(s, box, s.sides[seat], out, n)


@rule
def offers_skills(s: State, box: Box, side: Side, out: Ints, n: int) -> int:
    """CI-6.5, CI-6.6: a useful card, or the card with the action, laid before the rest.

    CI-4.6: the rest can then still be paid without a superfluous card.
    """
    hand = pay.still_in_hand(s, side) & pay.cards_of_use(s, box, side)
    cards = pay.laid_for(s.plan, Role.SKILL)
    distance = pay.distance_asked(s, box) - side.distance
    work = pay.work_asked(s, box) - side.work
    vessel = pay.vessel_asked(s, box)
    useful = hand
    if not pay.laid(s.plan, s.plan.card):
        n = put(out, n, Lay(s.plan.card, Role.SKILL))
    while useful != 0:
        card = lowest(useful)
        useful &= useful - 1
        if pay.can_pay_skills(box, cards | 1 << card, hand & ~(1 << card), distance, work, vessel):
            n = put(out, n, Lay(card, Role.SKILL))
    return n


@rule
def offers_forces(s: State, box: Box, side: Side, out: Ints, n: int) -> int:
    """CI-6.5, CI-8.5: a card for its distance or its attack, if some of it is still owed.

    CI-4.6: the rest can then still be paid without a superfluous card.
    """
    hand = pay.still_in_hand(s, side)
    fighters = pay.laid_for(s.plan, Role.ATTACK)
    scouts = pay.laid_for(s.plan, Role.SKILL)
    attack = pay.defence(s, box, s.plan.town) - pay.attack_of(box, fighters)
    distance = pay.distance_asked(s, box) - side.distance - pay.distance_of(box, scouts)
    weak = pay.least(box.card_attack, fighters)
    slow = pay.least(box.card_distance, scouts)
    cards = hand & (box.attack_cards | box.distance_cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        sums = pay.sums_of(box, hand & ~(1 << card), max(distance, 0))
        force = box.card_attack[card]
        far = box.card_distance[card]
        if distance > 0 and far > 0:
            least = distance - far
            if pay.has_sum(sums, attack, attack + weak - 1, least, least + min(slow, far) - 1):
                n = put(out, n, Lay(card, Role.SKILL))
        if attack > 0 and force > 0:
            least = attack - force
            if pay.has_sum(sums, least, least + min(weak, force) - 1, distance, distance + slow - 1):
                n = put(out, n, Lay(card, Role.ATTACK))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Lay) -> None:
    take(s, box, seat, Act.NOTHING, it.card, it.role)


@rule
def refuse(s: State, box: Box, seat: int, it: Lay) -> int:
    return refuse_laying(s, box, s.sides[seat], it.card, it.role)


@rule
def refuse_laying(s: State, box: Box, side: Side, card: int, role: int) -> int:
    plan = s.plan
    if side.hand & (1 << card) == 0:
        return 603
    force = 0
    skill = 0
    for k in range(plan.laid_count):
        if plan.laid[k] == card:
            return 606
        if plan.laid[k] != plan.card:
            force |= (plan.role[k] == Role.ATTACK) << plan.laid[k]
            skill |= (plan.role[k] == Role.SKILL) << plan.laid[k]
    if role == Role.ATTACK and (plan.act != Act.ATTACK or box.card_attack[card] == 0):
        return 802
    if card == plan.card:
        return 0
    if not is_of_use(box, debt(s, box, side, force, skill), card, role):
        return 605
    if role == Role.ATTACK:
        return refuse_completion(s, box, side, force | 1 << card, skill)
    return refuse_completion(s, box, side, force, skill | 1 << card)


@rule
def debt(s: State, box: Box, side: Side, force: int, skill: int) -> tuple[int, int, int, int]:
    """The attack, distance and work still owed after these cards, below 0 if they give more; and the vessel."""
    attack, distance, work, vessel = 0, 0, 0, NO_VESSEL
    if s.plan.act == Act.ATTACK:
        attack = box.town_defence[s.plan.town] + (box.conquered if s.town_owner[s.plan.town] != NONE else 0)
        distance += box.town_distance[s.plan.town]
    else:
        distance += box.card_needs_distance[s.plan.card]
        work += box.card_needs_work[s.plan.card]
    if s.plan.land != NONE:
        distance = box.land_distance[s.plan.land] + 0
        vessel = box.land_vessel[s.plan.land] + 0
    for card in range(CARDS):
        if (force >> card) & 1 == 1:
            attack -= box.card_attack[card]
        if (skill >> card) & 1 == 1:
            distance -= box.card_distance[card]
            work -= box.card_work[card]
            vessel = NO_VESSEL + 0 if box.card_vessel[card] == vessel else vessel
    return attack, distance - side.distance, work - side.work, vessel


@rule
def is_of_use(box: Box, owed: tuple[int, int, int, int], card: int, role: int) -> bool:
    """CI-6.5: the card gives something of what is owed."""
    attack, distance, work, vessel = owed
    if role == Role.ATTACK:
        return attack > 0
    walks = distance > 0 and box.card_distance[card] > 0
    sails = vessel != NO_VESSEL and box.card_vessel[card] == vessel
    return walks or sails or (work > 0 and box.card_work[card] > 0)


@rule
def refuse_completion(s: State, box: Box, side: Side, force: int, skill: int) -> int:
    """CI-6.5 if a card would be superfluous, whatever follows; CI-4.6 if the payment could not be completed."""
    if not is_lean(s, box, side, force, skill):
        return 605
    attack, distance, work, vessel = debt(s, box, side, force, skill)
    if attack <= 0 and distance <= 0 and work <= 0 and vessel == NO_VESSEL:
        return 0
    rest = 0
    for card in range(CARDS):
        in_hand = side.hand & ~(force | skill) & (1 << card) != 0 and card != s.plan.card
        gives = box.card_distance[card] + box.card_work[card] + box.card_vessel[card] + box.card_attack[card]
        rest |= (in_hand and gives > 0) << card
    more = 0
    while True:
        more = (more - rest) & rest
        if more == 0:
            return 406
        if completes(s, box, side, force, skill, more):
            return 0


@rule
def is_lean(s: State, box: Box, side: Side, force: int, skill: int) -> bool:
    """Whether taking back any of these cards would leave something owed."""
    attack, distance, work, vessel = debt(s, box, side, force, skill)
    for card in range(CARDS):
        if (force >> card) & 1 == 1 and box.card_attack[card] <= -attack:
            return False
        if (skill >> card) & 1 == 1:
            spared = box.card_distance[card] <= -distance and box.card_work[card] <= -work
            if spared and debt(s, box, side, force, skill & ~(1 << card))[3] == vessel:
                return False
    return True


@rule
def completes(s: State, box: Box, side: Side, force: int, skill: int, more: int) -> bool:
    """Whether these further cards, in some roles, complete the payment without a superfluous one."""
    fighters = 0
    if s.plan.act == Act.ATTACK:
        for card in range(CARDS):
            if (more >> card) & 1 == 1 and box.card_attack[card] > 0:
                fighters |= 1 << card
    group = fighters
    while True:
        attack, distance, work, vessel = debt(s, box, side, force | group, skill | (more & ~group))
        is_paid = attack <= 0 and distance <= 0 and work <= 0 and vessel == NO_VESSEL
        if is_paid and is_lean(s, box, side, force | group, skill | (more & ~group)):
            return True
        if group == 0:
            return False
        group = (group - 1) & fighters


def read(text: Text) -> Meaning:
    """A card, for its attack or its skills; if the text does not say, the legal way."""
    at: Table = text.at
    cards = Card.named_in(text)
    if not cards:
        return None
    if text.has("hit", "attack", "fight"):
        return code(Lay(cards[0], Role.ATTACK))
    if text.has("lay", "distance", "work", "skill", "skills") or at.plan.act != Act.ATTACK:
        return code(Lay(cards[0], Role.SKILL))
    legal = [
        role for role in (Role.SKILL, Role.ATTACK) if not plain(refuse)(at.view, at.box, at.seat, Lay(cards[0], role))
    ]
    if len(legal) == 2:
        name = Card(cards[0], at).typed()
        return Refused(805, f"Say what it is laid for: hit-{name} for its attack or lay-{name} for its distance.")
    strong = Role.ATTACK if at.box.card_attack[cards[0]] else Role.SKILL
    return code(Lay(cards[0], legal[0] if legal else strong))
