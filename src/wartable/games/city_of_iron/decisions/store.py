"""CI-4.9: store a building card of the row. With the Wyvern Ship or the Cloud Skimmer a card of the row is chosen."""

from wartable.core.rules import Ints, Meaning, Refused, Text, change, code, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules import effects
from ..rules.turn import end_turn, take
from ..state import NONE, Act, Effect, State, Step
from ..texts import coins, join
from ..values import Action, Card, Face, Place, Table, place_named


class Store(Action):
    place: Place

    when = 107
    notation = "store-{place}"
    reads = "store | save | keep"
    label = "{stores}"
    touches = "row-{place}{button}"
    facts = {409: "{place.empty}", 731: "{place.empty}"}

    @property
    def button(self) -> str:
        return "" if self.at.step == Step.ROW_CARD else " do-store"

    @property
    def stores(self) -> str:
        card = Card(self.at.plan.card, self.at)
        if self.at.step == Step.ROW_CARD and card.effect == Effect.SALVAGE:
            return f"Discard {self.place.card} for {coins(self.at.box.card_amount[card])}"
        return f"Store {self.place.card}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for place in range(box.row_places):
        if s.row[place] != NONE:
            n = put(out, n, Store(place))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Store) -> None:
    if s.plan.act == Act.NOTHING:
        face = effects.store(s, box, seat, it.place)
        change(box, Told.STORES, 409, seat, Counter.STORED, 1, s.sides[seat].stored_count, face, it.place)
        end_turn(s)
    else:
        take(s, box, seat, Act.NOTHING, it.place, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Store) -> int:
    if s.row[it.place] != NONE:
        return 0
    return 409 if s.plan.act == Act.NOTHING else 731


def in_row(at: Table, faces: list[int]) -> list[int]:
    """The places of the row where such cards lie."""
    return [place for place in range(at.box.row_places) if at.view.row[place] in faces]


def which(places: list[int], verb: str) -> str:
    """The moves to choose from, as they are typed."""
    return join(f"{verb}-{Place(place).typed()}" for place in places) if places else f"{verb}-a, {verb}-b and so on"


def read(text: Text) -> Meaning:
    at: Table = text.at
    place = place_named(text, "store", "save", "keep", "discard")
    if place is not None:
        return code(Store(place))
    faces = Face.named_in(text)
    places = in_row(at, faces)
    if faces and not places:
        name = Face(faces[0], at).said()
        return Refused(409, f"No {name} lies in the row; only cards of the row are stored.")
    if places and len({at.view.row[place] for place in places}) == 1:
        return code(Store(places[0]))
    return Refused(409, f"Say which card of the row is stored, by its place: {which(places, 'store')}.")
