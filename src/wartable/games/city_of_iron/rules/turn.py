"""What a turn comes to: an action that is complete is paid and takes effect (chapters 4 to 9)."""

from wartable.core.rules import is_followed, note, pop, rule

from ..box import Box
from ..notes import Told
from ..state import CITIES, FACES, NONE, Act, Effect, Role, State, Step
from .building import build
from .cards import discard_from_hand
from .cities import lift, place_of, set_down
from .effects import perform, recover
from .pay import defence, distance_asked, laid, needs_coins, skill_laid, work_asked
from .plan import clear_plan, lay, take_step
from .stock import pay_coins
from .towns import conquer


@rule
def end_turn(s: State) -> None:
    """CI-4.2: one action a turn."""
    s.plan.taken_back = 0
    s.turns += 1
    age_stored(s)
    pop(s)


@rule
def age_stored(s: State) -> None:
    """CI-5.14: what was stored in this turn can be built from the next one on."""
    if s.fresh_count > 0:
        s.fresh_count = 0
        for face in range(FACES):
            s.fresh[face] = 0


@rule
def laid_by(s: State, box: Box, k: int) -> int:
    """The number of the rule by which a card is laid: for an attack, for distance, for work, or for its action."""
    plan = s.plan
    if plan.laid[k] == plan.card:
        return 606
    if plan.act == Act.ATTACK:
        return 802 if plan.role[k] == Role.ATTACK else 804
    return 906 if box.card_effect[plan.card] == Effect.SETTLE else 603


@rule
def tell_helpers(s: State, box: Box, seat: int, skill: int, owed: int) -> None:
    """CI-5.12: the buildings that give what the cards laid leave owed of the work (0) or the distance (1)."""
    side = s.sides[seat]
    for number in range(CITIES):
        for place in range(side.cities[number].count):
            face = side.cities[number].built[place]
            given = min(owed, box.face_distance[face] if skill == 1 else box.face_work[face])
            if given > 0:
                note(box, Told.HELPS, 512, seat, face, skill, given)
                owed -= given


@rule
def discard_laid(s: State, box: Box, seat: int) -> None:
    """CI-6.6: in the order in which they were laid, the card with the action last unless it was laid before."""
    plan = s.plan
    if is_followed(box):
        tell_helpers(s, box, seat, 0, work_asked(s, box) - skill_laid(plan, box.card_work))
        tell_helpers(s, box, seat, 1, distance_asked(s, box) - skill_laid(plan, box.card_distance))
    if plan.card != NONE and not laid(plan, plan.card):
        lay(plan, plan.card, Role.SKILL)
    for k in range(plan.laid_count):
        role = Role.ACTION + 0 if plan.laid[k] == plan.card else plan.role[k]
        discard_from_hand(s, box, seat, plan.laid[k], role, laid_by(s, box, k))


@rule
def play_card(s: State, box: Box, seat: int) -> None:
    card = s.plan.card
    price = needs_coins(s.sides[seat], box, card)
    note(box, Told.PLAYS, 701 + box.card_effect[card], seat, card, box.card_free[card])
    if price < box.card_needs_coins[card]:
        note(box, Told.NO_PRICE, 1303, seat, card)
    pay_coins(s, box, seat, price, 602)
    recover(s, box, seat)
    discard_laid(s, box, seat)
    perform(s, box, seat)


@rule
def attack(s: State, box: Box, seat: int) -> None:
    """CI-8.1 to CI-8.9."""
    town = s.plan.town
    owner = s.town_owner[town]
    note(box, Told.ATTACKS, 801, seat, town, owner, defence(s, box, town), box.town_distance[town])
    discard_laid(s, box, seat)
    conquer(s, box, seat, town)


@rule
def move_building(s: State, box: Box, seat: int) -> None:
    """CI-13.2."""
    plan = s.plan
    side = s.sides[seat]
    face = lift(side, box, plan.city, plan.place)
    set_down(side, box, plan.goal, face)
    start, end = place_of(side.cities[plan.city]), place_of(side.cities[plan.goal])
    note(box, Told.MOVES, 1302, seat, face, start, end)
    pay_coins(s, box, seat, box.move_price, 1302)


@rule
def is_free(s: State, box: Box) -> bool:
    """CI-4.3."""
    return s.plan.act == Act.MOVE or (s.plan.act == Act.CARD and box.card_free[s.plan.card] == 1)


@rule
def complete(s: State, box: Box, seat: int) -> None:
    """The last step has been taken: the action is paid and takes effect."""
    free = is_free(s, box)
    if s.plan.act == Act.BUILD:
        build(s, box, seat)
    elif s.plan.act == Act.ATTACK:
        attack(s, box, seat)
    elif s.plan.act == Act.MOVE:
        move_building(s, box, seat)
    else:
        play_card(s, box, seat)
    clear_plan(s.plan)
    if not free:
        end_turn(s)


@rule
def take(s: State, box: Box, seat: int, act: int, number: int, other: int) -> None:
    """A step of an action: `act` is what it begins, NOTHING where it answers what is asked."""
    if take_step(s, box, seat, act, number, other) == Step.COMPLETE:
        complete(s, box, seat)
