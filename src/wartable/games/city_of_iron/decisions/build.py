"""CI-5.1 to CI-5.5: build a card of the row or a stored one. A card that helps chooses it in the same way."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, lowest, plain, put, rule

from ..box import Box
from ..rules import building, pay
from ..rules.building import can_build_face, ready_faces
from ..rules.turn import take
from ..state import CITIES, NONE, ROW, Act, City, Effect, Side, State, Step
from ..texts import coins, price, type_names
from ..values import Action, Card, Face, Land, Source, Table, place_named
from .store import in_row, which


class Build(Action):
    place: Source

    when = 107
    notation = "build-{place}"
    reads = "build | construct | buy"
    label = "Build {what}"
    touches = "{thing}"
    facts = {
        501: "{missing}",
        502: "{face} costs {coins_to_pay}; you have {at.own.coins}.",
        503: "{face} costs {science_to_pay} science; you have {at.own.science}.",
        505: "{face} needs {ground}; your cities stand on {grounds}.",
        514: "{face} was stored in this turn; it can be built from your next turn on.",
        721: "{helper} builds stored buildings only, none of the row.",
    }

    @property
    def face(self) -> Face:
        return Face(self.place.face, self.at)

    @property
    def helper(self) -> Card:
        """The card that helps, NONE for a plain build."""
        return Card(self.at.plan.card if self.at.step == Step.SOURCE else NONE, self.at)

    @property
    def price(self) -> int:
        return int(plain(building.coins_to_build)(self.at.box, self.face, self.helper))

    @property
    def coins_to_pay(self) -> str:
        """With what the card that helps costs itself."""
        card = self.helper
        more = 0 if card == NONE else int(plain(pay.needs_coins)(self.at.own, self.at.box, card))
        return coins(self.price + more)

    @property
    def science_to_pay(self) -> int:
        return int(plain(building.science_to_build)(self.at.own, self.at.box, self.face, self.helper))

    @property
    def what(self) -> str:
        """The building and its price; without one, where it would be."""
        stored = f"stored {self.place.stored.in_full}" if self.place.is_stored else ""
        if self.face == NONE:
            return f"a {stored}" if stored else self.place.place.card
        return f"{f'the {stored}' if stored else self.place.place.card} for {price(self.price, self.science_to_pay)}"

    @property
    def thing(self) -> str:
        if self.place.is_stored:
            return f"stored-{self.at.seat}-{self.place.stored.typed()}"
        return f"row-{self.place.typed()}" + " do-build" * (self.at.step != Step.SOURCE)

    @property
    def missing(self) -> str:
        return f"You have stored no {self.place.stored.said()}." if self.place.is_stored else self.place.place.empty

    @property
    def ground(self) -> str:
        return type_names(self.at.box, 1 << self.at.box.face_type[self.face])

    @property
    def grounds(self) -> str:
        return type_names(self.at.box, self.at.own.types)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    side = s.sides[seat]
    for place in range(box.row_places):
        if can_build_face(side, box, s.row[place], NONE):
            n = put(out, n, Build(place))
    faces = ready_faces(s, side, box)
    while faces != 0:
        face = lowest(faces)
        faces &= faces - 1
        if can_build_face(side, box, face, NONE):
            n = put(out, n, Build(ROW + face))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Build) -> None:
    if s.plan.act == Act.NOTHING:
        take(s, box, seat, Act.BUILD, it.place, NONE)
    else:
        take(s, box, seat, Act.NOTHING, it.place, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Build) -> int:
    return refuse_source(s, box, s.sides[seat], it.place, s.plan.card)


@rule
def refuse_source(s: State, box: Box, side: Side, source: int, card: int) -> int:
    """`card` is the card that helps, NONE for a plain build."""
    face = NONE
    if source < ROW:
        face = s.row[source]
    elif source - ROW < box.faces and side.stored[source - ROW] > 0:
        face = source - ROW
    if face == NONE:
        return 501
    if source >= ROW and side.stored[face] == s.fresh[face]:
        return 514
    if card != NONE and box.card_effect[card] == Effect.BUILD_STORED and source < ROW:
        return 721
    return refuse_price(box, side, face, card)


@rule
def refuse_price(box: Box, side: Side, face: int, card: int) -> int:
    """CI-5.2, CI-5.3 with what the card takes off and costs itself (CI-7.30: not below 0); then CI-5.5."""
    coins, science = box.face_coins[face] + 0, box.face_science[face] + 0
    has_land = False
    for number in range(CITIES):
        city = side.cities[number]
        has_land = has_land or stands_on(city, box, face)
        for place in range(city.count):
            if box.face_name[city.built[place]] == box.face_name[face]:
                science = 0
    if card != NONE and box.card_effect[card] == Effect.BUILD_UNSTUDIED:
        science -= box.card_amount[card]
    elif card != NONE:
        coins -= box.card_amount[card]
    spent = box.card_needs_coins[card] if card != NONE else 0
    if max(coins, 0) + spent > side.coins:
        return 502
    if science > side.science:
        return 503
    return 0 if has_land else 505


@rule
def stands_on(city: City, box: Box, face: int) -> bool:
    if city.spaces == 0:
        return False
    needed = box.face_type[face]
    return needed < 0 or city.types & (1 << needed) != 0


def read(text: Text) -> Meaning:
    """By the letter of a place, or by name: from the row, else from the store."""
    at: Table = text.at
    abroad = [land for land in Land.named_in_full(text) if at.view.land_owner[land] != at.seat]
    if abroad:
        return Refused(504, f"You have no city on {Land(abroad[0], at).said()}.")
    place = place_named(text, "build", "construct")
    if place is not None:
        return code(Build(place))
    faces = Face.named_in(text)
    if not faces:
        return Refused(501, "Say which building: build-a for the card at place a, or build with its name.")
    places = [] if text.has("stored") else in_row(at, faces)
    stored = [face for face in faces if at.own.stored[face]]
    if len({at.view.row[place] for place in places}) > 1:
        return Refused(501, f"There are several of that name; say which: {which(places, 'build')}.")
    if places or stored:
        return code(Build(places[0] if places else ROW + stored[0]))
    name = Face(faces[0], at).said()
    return Refused(501, f"There is no {name} in the row or among your stored buildings.")
