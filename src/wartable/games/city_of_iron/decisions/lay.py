"""CI-6.3 to CI-6.6, CI-8.2 to CI-8.5: lay a card for its skills or for its attack."""

from wartable.core.actions import Action, code, put
from wartable.core.bits import lowest
from wartable.core.compiled import plain, rule
from wartable.core.decisions import Meaning, Refused, Text
from wartable.core.record import Ints

from ..box import Box
from ..rules import pay
from ..rules.pay import (
    attack_of,
    attack_owed,
    can_pay_skills,
    cards_of_use,
    defence,
    distance_asked,
    distance_of,
    distance_owed,
    has_sum,
    laid,
    laid_for,
    slowest,
    still_in_hand,
    sums_of,
    vessel_asked,
    vessel_owed,
    weakest,
    work_asked,
    work_owed,
)
from ..rules.plan import next_step
from ..rules.turn import take
from ..state import CARDS, NO_VESSEL, NONE, Act, Role, Side, State, Step
from ..texts import card_names, skills_text
from ..values import Card, Table, Use


class Lay(Action):
    at: Table
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
            return "itself now, before the rest"
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
        """Whether it gives something of what is still owed."""
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
    """CI-6.5 and CI-6.6: a card of use, or the card with the action in its place among them.

    CI-4.6: the rest can then still be paid, without a card that turns out superfluous.
    """
    hand = still_in_hand(s, side) & cards_of_use(s, box, side)
    cards = laid_for(s.plan, Role.SKILL)
    distance = distance_asked(s, box) - side.distance
    work = work_asked(s, box) - side.work
    vessel = vessel_asked(s, box)
    useful = hand
    if not laid(s.plan, s.plan.card):
        n = put(out, n, Lay(s.plan.card, Role.SKILL))
    while useful != 0:
        card = lowest(useful)
        useful &= useful - 1
        if can_pay_skills(box, cards | 1 << card, hand & ~(1 << card), distance, work, vessel):
            n = put(out, n, Lay(card, Role.SKILL))
    return n


@rule
def offers_forces(s: State, box: Box, side: Side, out: Ints, n: int) -> int:
    """CI-6.5, CI-8.5: a card for its distance or for its attack, where some of it is still owed.

    CI-4.6: after this card is laid the rest can still be paid, without a card that turns out superfluous.
    """
    hand = still_in_hand(s, side)
    fighters = laid_for(s.plan, Role.ATTACK)
    scouts = laid_for(s.plan, Role.SKILL)
    attack = defence(s, box, s.plan.town) - attack_of(box, fighters)
    distance = distance_asked(s, box) - side.distance - distance_of(box, scouts)
    weak = weakest(box, fighters)
    slow = slowest(box, scouts)
    cards = hand & (box.attack_cards | box.distance_cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        sums = sums_of(box, hand & ~(1 << card), max(distance, 0))
        force = box.card_attack[card]
        far = box.card_distance[card]
        if distance > 0 and far > 0:
            least = distance - far
            if has_sum(sums, attack, attack + weak - 1, least, least + min(slow, far) - 1):
                n = put(out, n, Lay(card, Role.SKILL))
        if attack > 0 and force > 0:
            least = attack - force
            if has_sum(sums, least, least + min(weak, force) - 1, distance, distance + slow - 1):
                n = put(out, n, Lay(card, Role.ATTACK))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Lay) -> None:
    take(s, box, seat, Act.NOTHING, it.card, it.role)


@rule
def refuse(s: State, box: Box, seat: int, it: Lay) -> int:
    side = s.sides[seat]
    return refuse_laying(s, box, side, it.card, it.role) if next_step(s, box, side) == Step.PAY else 404


@rule
def refuse_laying(s: State, box: Box, side: Side, card: int, role: int) -> int:
    """CI-6.3 to CI-6.6, CI-8.2 to CI-8.5, CI-4.6."""
    plan = s.plan
    attacks = plan.act == Act.ATTACK
    if side.hand & (1 << card) == 0:
        return 603
    for k in range(plan.laid_count):
        if plan.laid[k] == card:
            return 606
    if role == Role.ATTACK and (not attacks or box.card_attack[card] == 0):
        return 802
    if card == plan.card:
        return 0
    attack = attack_owed(s, box)
    distance = distance_owed(s, box, side)
    if role == Role.ATTACK:
        if attack == 0:
            return 605
    else:
        vessel = vessel_owed(s, box)
        useful = min(distance, box.card_distance[card]) + min(work_owed(s, box, side), box.card_work[card])
        if useful == 0 and (vessel == NO_VESSEL or vessel != box.card_vessel[card]):
            return 605
    return refuse_completion(s, box, side, card, role)


@rule
def refuse_completion(s: State, box: Box, side: Side, card: int, role: int) -> int:
    """CI-6.5 where a card is then one too many, whatever follows; CI-4.6 where the payment could not be completed."""
    plan = s.plan
    force = 1 << card if role == Role.ATTACK else 0
    skill = 1 << card if role == Role.SKILL else 0
    rest = side.hand & ~(1 << card)
    for k in range(plan.laid_count):
        rest &= ~(1 << plan.laid[k])
        if plan.laid[k] != plan.card:
            if plan.role[k] == Role.ATTACK:
                force |= 1 << plan.laid[k]
            else:
                skill |= 1 << plan.laid[k]
    if plan.card != NONE:
        rest &= ~(1 << plan.card)
    enough, lean = weigh(s, box, side, force, skill)
    if not lean:
        return 605
    if enough:
        return 0
    rest &= useful_cards(s, box)
    more = 0
    while True:
        more = (more - rest) & rest
        if more == 0:
            return 406
        if completes(s, box, side, force, skill, more):
            return 0


@rule
def useful_cards(s: State, box: Box) -> int:
    """The cards that give something of what the action asks for."""
    found = 0
    attacks = s.plan.act == Act.ATTACK
    for card in range(CARDS):
        use = box.card_distance[card] if distance_asked(s, box) > 0 else 0
        use += box.card_attack[card] if attacks else box.card_work[card] + box.card_vessel[card]
        found |= (use > 0) << card
    return found


@rule
def completes(s: State, box: Box, side: Side, force: int, skill: int, more: int) -> bool:
    """Whether all of these further cards, in some roles, make a payment without a superfluous one."""
    fighters = 0
    if s.plan.act == Act.ATTACK:
        for card in range(CARDS):
            if (more >> card) & 1 == 1 and box.card_attack[card] > 0:
                fighters |= 1 << card
    group = fighters
    while True:
        enough, lean = weigh(s, box, side, force | group, skill | (more & ~group))
        if enough and lean:
            return True
        if group == 0:
            return False
        group = (group - 1) & fighters


@rule
def weigh(s: State, box: Box, side: Side, force: int, skill: int) -> tuple[bool, bool]:
    """Whether cards laid for attack and for skills pay all that is asked, and whether none of them is superfluous."""
    attack = -defence(s, box, s.plan.town) if s.plan.act == Act.ATTACK else 0
    distance = side.distance - distance_asked(s, box)
    work = side.work - (box.card_needs_work[s.plan.card] if s.plan.act == Act.CARD else 0)
    vessel = box.land_vessel[s.plan.land] if s.plan.act == Act.CARD and s.plan.land != NONE else NO_VESSEL
    vessels = 0
    for card in range(CARDS):
        if (force >> card) & 1 == 1:
            attack += box.card_attack[card]
        if (skill >> card) & 1 == 1:
            distance += box.card_distance[card]
            work += box.card_work[card]
            vessels += vessel != NO_VESSEL and box.card_vessel[card] == vessel
    enough = attack >= 0 and distance >= 0 and work >= 0 and (vessel == NO_VESSEL or vessels > 0)
    lean = True
    for card in range(CARDS):
        if (force >> card) & 1 == 1 and box.card_attack[card] <= attack:
            lean = False
        if (skill >> card) & 1 == 1:
            spared = box.card_distance[card] <= distance and box.card_work[card] <= work
            only = vessels == 1 and vessel != NO_VESSEL and box.card_vessel[card] == vessel
            if spared and not only:
                lean = False
    return enough, lean


def read(text: Text) -> Meaning:
    """A card, for its attack or for its skills; where one word is missing, the way that is legal."""
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
