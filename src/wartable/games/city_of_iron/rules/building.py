"""Building (chapter 5) and the cards that make it cheaper (CI-7.5, CI-7.17, CI-7.21)."""

from wartable.core.rules import change, lowest, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import NONE, ROW, Act, Effect, Side, State
from .cities import destroy_building, face_at, has_land_for, place_of, price_in_science, put_building
from .row import take_from_row
from .stock import pay_coins, pay_science


@rule
def is_build_effect(effect: int) -> bool:
    return effect in (Effect.BUILD_CHEAPER, Effect.BUILD_UNSTUDIED, Effect.BUILD_STORED)


@rule
def coins_to_build(box: Box, face: int, card: int) -> int:
    """CI-5.2, less the discount of a card (NONE for a plain build; CI-7.5, CI-7.21); CI-7.30: never below 0."""
    helps = card != NONE and box.card_effect[card] != Effect.BUILD_UNSTUDIED
    return max(0, box.face_coins[face] - (box.card_amount[card] if helps else 0))


@rule
def science_to_build(side: Side, box: Box, face: int, card: int) -> int:
    """CI-5.3, less the discount of the Inventor (CI-7.17)."""
    helps = card != NONE and box.card_effect[card] == Effect.BUILD_UNSTUDIED
    return max(0, price_in_science(side, box, face) - (box.card_amount[card] if helps else 0))


@rule
def can_build_face(side: Side, box: Box, face: int, card: int) -> bool:
    """CI-5.2 to CI-5.5: there is such a card, it can be paid, and there is land for it."""
    coins = side.coins - (box.card_needs_coins[card] if card != NONE else 0)
    return (
        (face != NONE)
        & (coins >= coins_to_build(box, face, card))
        & (side.science >= science_to_build(side, box, face, card))
        & has_land_for(side, box, face)
    )


@rule
def can_use_row(box: Box, card: int) -> bool:
    """CI-7.21: the Machinist builds stored buildings only."""
    return card == NONE or box.card_effect[card] != Effect.BUILD_STORED


@rule
def can_build(s: State, box: Box, side: Side, source: int, card: int) -> bool:
    """CI-5.1: from the row or from the cards stored in a turn before."""
    if source < ROW:
        return can_use_row(box, card) and can_build_face(side, box, s.row[source], card)
    return is_ready(s, side, source - ROW) and can_build_face(side, box, source - ROW, card)


@rule
def is_ready(s: State, side: Side, face: int) -> bool:
    """CI-5.14: a card of this face was stored in a turn before."""
    return side.stored[face] > s.fresh[face]


@rule
def ready_faces(s: State, side: Side, box: Box) -> int:
    """The stored faces that can be built in this turn, as a bit set (CI-5.14)."""
    found = 0
    if side.stored_count > s.fresh_count:
        for face in range(box.faces):
            if is_ready(s, side, face):
                found |= 1 << face
    return found


@rule
def can_build_anything(s: State, box: Box, side: Side, card: int) -> bool:
    if can_use_row(box, card):
        for place in range(box.row_places):
            if can_build_face(side, box, s.row[place], card):
                return True
    faces = ready_faces(s, side, box)
    while faces != 0:
        if can_build_face(side, box, lowest(faces), card):
            return True
        faces &= faces - 1
    return False


@rule
def take_source(s: State, box: Box, seat: int, source: int) -> int:
    if source < ROW:
        return take_from_row(s, source)
    side = s.sides[seat]
    side.stored[source - ROW] -= 1
    side.stored_count -= 1
    change(box, Told.TAKEN_FROM_STORE, 501, seat, Counter.STORED, -1, side.stored_count, source - ROW)
    return source - ROW


@rule
def pay_for_building(s: State, box: Box, seat: int, face: int, card: int) -> None:
    """CI-5.2, CI-5.3, less the discount of a card (CI-7.5, CI-7.17, CI-7.21)."""
    side = s.sides[seat]
    coins = coins_to_build(box, face, card)
    science = science_to_build(side, box, face, card)
    if coins < box.face_coins[face]:
        note(box, Told.CHEAPER, 701 + box.card_effect[card], seat, card, coins, box.face_coins[face])
    if science < price_in_science(side, box, face):
        note(box, Told.EASIER, 701 + box.card_effect[card], seat, card, science, box.face_science[face])
    if price_in_science(side, box, face) < box.face_science[face]:
        note(box, Told.KNOWN, 503, seat, face)
    pay_coins(s, box, seat, coins, 502)
    pay_science(s, box, seat, science, 503)


@rule
def build(s: State, box: Box, seat: int) -> None:
    """CI-5.2 to CI-5.11: pay, make room in a full city, and put the building there."""
    side = s.sides[seat]
    plan = s.plan
    card = plan.card if plan.act == Act.CARD else NONE
    if card == NONE:
        where = place_of(side.cities[plan.city])
        note(box, Told.BUILDS, 501, seat, face_at(s, side, plan.source), plan.source, where)
    face = take_source(s, box, seat, plan.source)
    pay_for_building(s, box, seat, face, card)
    if plan.place != NONE:
        destroy_building(s, box, seat, plan.city, plan.place, 507)
    put_building(s, box, seat, plan.city, face, card)
