"""CI-6.1 to CI-6.4, CI-7.31: play a card of the hand for its action."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, lowest, plain, put, rule

from ..box import Box
from ..rules import pay
from ..rules.building import can_build_anything, is_build_effect
from ..rules.cards import can_draw
from ..rules.cities import buildings_of, has_token
from ..rules.pay import distance_of, needs_coins, work_of
from ..rules.plan import can_reach_any
from ..rules.row import is_row_empty
from ..rules.turn import take
from ..state import CARDS, CITIES, CITIZEN, LANDS, MILITARY, NONE, ROW, Act, Effect, Side, State
from ..texts import coins, effect_text
from ..values import Action, Card
from .build import refuse_source
from .land import refuse_land

NO_BUILDING = "there is no building that you could pay and place with it"
USELESS = {
    Effect.SALVAGE: "the row is empty",
    Effect.SNATCH: "the row is empty",
    Effect.RECOVER: "your discard piles are empty",
    Effect.STEAL: "nobody else has a coin",
    Effect.EXACT_TRIBUTE: "nobody else has a coin",
    Effect.TAKE_DOWN: "you have no building",
    Effect.TAKE_AIM: "you have no military card to draw but itself",
    Effect.BUILD_CHEAPER: NO_BUILDING,
    Effect.BUILD_UNSTUDIED: NO_BUILDING,
    Effect.BUILD_STORED: "you have no building stored in a turn before that you could pay and place",
}
"""Why a card would do nothing; for the others, no military card is left to draw."""


class Play(Action):
    card: Card

    when = 107
    notation = "play-{card}"
    reads = "play | use"
    label = "Play {card}: {effect}"
    touches = "card-{card}"
    facts = {
        601: "{card.not_in_hand}",
        602: "{card} costs {price} to play; you have {at.own.coins}.",
        603: "{card} needs {lacking}.",
        731: "{card} would do nothing: {useless}.",
        902: "You have used all your city tokens.",
        905: "No land lies open.",
        906: "No open land is near enough: your other cards and buildings give {reach} distance.",
        907: "Your other cards reach distance {reach}, but the lands so near need a ship or an airship.",
    }

    @property
    def effect(self) -> str:
        return effect_text(self.at.box, self.card, self.at.own.nation)

    @property
    def price(self) -> str:
        return coins(plain(pay.needs_coins)(self.at.own, self.at.box, self.card))

    @property
    def lacking(self) -> str:
        """What other cards would have to give."""
        work, distance = self.at.skills_beside(self.card)
        needed = self.at.box.card_needs_work[self.card]
        what, there = ("work", work) if work < needed else ("distance", distance)
        if what == "distance":
            needed = self.at.box.card_needs_distance[self.card]
        return f"{needed} {what} from other cards; yours and your buildings give {there}"

    @property
    def useless(self) -> str:
        return USELESS.get(self.card.effect, "you have no military card to draw")

    @property
    def reach(self) -> int:
        return self.at.skills_beside(self.card)[1]


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    side = s.sides[seat]
    far = distance_of(box, side.hand)
    work = work_of(box, side.hand)
    cards = side.hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if can_play(s, box, side, seat, card, far, work):
            n = put(out, n, Play(card))
    return n


@rule
def can_play(s: State, box: Box, side: Side, seat: int, card: int, far: int, work: int) -> bool:
    """CI-6.1 to CI-6.4: whether the other cards can pay for a card; `far` and `work` count the whole hand."""
    rest = side.hand & ~(1 << card)
    is_payable = (
        (side.coins >= needs_coins(side, box, card))
        & (work - box.card_work[card] + side.work >= box.card_needs_work[card])
        & (far - box.card_distance[card] + side.distance >= box.card_needs_distance[card])
    )
    return is_payable and has_target(s, box, side, seat, card, rest)


@rule
def has_target(s: State, box: Box, side: Side, seat: int, card: int, rest: int) -> bool:
    """CI-7.31, CI-4.6: whether the card's action has a target. `rest` are the other cards of the hand."""
    effect = box.card_effect[card]
    if effect == Effect.SETTLE:
        return has_token(side) and can_reach_any(s, box, side, rest)
    if effect == Effect.ADD_DISTRICT:
        return has_token(side)
    if is_build_effect(effect):
        return can_build_anything(s, box, side, card)
    if effect == Effect.SALVAGE or effect == Effect.SNATCH:
        return not is_row_empty(s)
    if effect == Effect.RECOVER:
        return side.discard_count[CITIZEN] + side.discard_count[MILITARY] > 0
    if effect == Effect.STEAL or effect == Effect.EXACT_TRIBUTE:
        return has_coins_around(s, box, seat)
    if effect == Effect.TAKE_DOWN:
        return buildings_of(side) > 0
    return has_draw(side, box, card)


@rule
def has_draw(side: Side, box: Box, card: int) -> bool:
    """CI-7.31: whether a card that draws has something to draw; any other card is fine."""
    effect = box.card_effect[card]
    if effect == Effect.CHART:
        return finds_card(side, box, card, CITIZEN)
    if effect == Effect.ARM or effect == Effect.MUSTER or effect == Effect.TAKE_AIM:
        return finds_card(side, box, card, MILITARY)
    if effect == Effect.SCOUT or effect == Effect.PLAN_AHEAD:
        return finds_card(side, box, card, CITIZEN) or finds_card(side, box, card, MILITARY)
    return True


@rule
def finds_card(side: Side, box: Box, card: int, kind: int) -> bool:
    """CI-6.7: a card can draw itself; CI-7.31: unless it is free, as that could go on for ever."""
    return can_draw(side, kind) or (box.card_kind[card] == kind and box.card_free[card] == 0)


@rule
def has_coins_around(s: State, box: Box, seat: int) -> bool:
    for rival in range(box.seats):
        if rival != seat and s.sides[rival].coins > 0:
            return True
    return False


@rule
def apply(s: State, box: Box, seat: int, it: Play) -> None:
    take(s, box, seat, Act.CARD, it.card, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Play) -> int:
    return refuse_card(s, box, seat, it.card)


@rule
def refuse_card(s: State, box: Box, seat: int, card: int) -> int:
    side = s.sides[seat]
    if side.hand & (1 << card) == 0:
        return 601
    spares = box.card_effect[card] == Effect.STUDY and box.free_study[side.nation] == 1
    if not spares and box.card_needs_coins[card] > side.coins:
        return 602
    work = side.work - box.card_needs_work[card]
    reach = side.distance
    for other in range(CARDS):
        if other != card and side.hand & (1 << other) != 0:
            work += box.card_work[other]
            reach += box.card_distance[other]
    if work < 0 or reach < box.card_needs_distance[card]:
        return 603
    return refuse_aim(s, box, seat, card, reach)


@rule
def refuse_aim(s: State, box: Box, seat: int, card: int, reach: int) -> int:
    """CI-7.31, CI-9.2, CI-9.5 to CI-9.7: whether the card's action has a target."""
    side = s.sides[seat]
    effect = box.card_effect[card]
    if effect == Effect.SETTLE or effect == Effect.ADD_DISTRICT:
        if side.tokens[1] == 0 and side.tokens[2] == 0:
            return 902
        return refuse_settling(s, box, side, card, reach) if effect == Effect.SETTLE else 0
    if effect == Effect.BUILD_CHEAPER or effect == Effect.BUILD_UNSTUDIED or effect == Effect.BUILD_STORED:
        for source in range(ROW + box.faces):
            if refuse_source(s, box, side, source, card) == 0:
                return 0
        return 731
    return 0 if is_aimed(s, box, seat, card) else 731


@rule
def is_aimed(s: State, box: Box, seat: int, card: int) -> bool:
    """CI-7.31; CI-6.7: a card that is not free lies among those that it draws from."""
    side = s.sides[seat]
    effect = box.card_effect[card]
    itself = 1 - box.card_free[card]
    is_soldier = box.card_kind[card]
    citizens = side.draw_count[CITIZEN] + side.discard_count[CITIZEN] + itself * (1 - is_soldier)
    soldiers = side.draw_count[MILITARY] + side.discard_count[MILITARY] + itself * is_soldier
    found = 1
    if effect == Effect.SALVAGE or effect == Effect.SNATCH:
        found = 0
        for place in range(ROW):
            found += s.row[place] != NONE
    elif effect == Effect.RECOVER:
        found = side.discard_count[CITIZEN] + side.discard_count[MILITARY]
    elif effect == Effect.STEAL or effect == Effect.EXACT_TRIBUTE:
        found = 0
        for rival in range(box.seats):
            found += 0 if rival == seat else s.sides[rival].coins
    elif effect == Effect.TAKE_DOWN:
        found = 0
        for number in range(CITIES):
            found += side.cities[number].count
    elif effect == Effect.CHART:
        found = citizens
    elif effect == Effect.ARM or effect == Effect.MUSTER or effect == Effect.TAKE_AIM:
        found = soldiers
    elif effect == Effect.SCOUT or effect == Effect.PLAN_AHEAD:
        found = citizens + soldiers
    return found > 0


@rule
def refuse_settling(s: State, box: Box, side: Side, card: int, reach: int) -> int:
    """The rule that keeps the Explorer from the land that comes closest to being possible."""
    reason = 905
    for land in range(LANDS):
        why = refuse_land(s, box, side, card, reach, land)
        if why == 0:
            return 0
        reason = max(reason, why)
    return reason


def read(text: Text) -> Meaning:
    if text.has("attack"):
        return Refused(801, "An attack names its town first; the cards are laid for it after that.")
    return read_card(text)


def read_card(text: Text) -> Meaning:
    cards = Card.named_in(text)
    return code(Play(cards[0])) if cards else Refused(601, "Say which card of your hand is played for its action.")
