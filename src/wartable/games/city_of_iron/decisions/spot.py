"""CI-5.7, CI-7.29, CI-13.2: a building that is destroyed to make room, taken down by the Fixer, or moved by Arc."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, put, rule

from ..box import Box
from ..rules.plan import can_move_anywhere, makes_room
from ..rules.turn import take
from ..state import CITIES, NONE, Act, Side, State, Step
from ..texts import coins
from ..values import Action, City, Face, Spot, built
from .city import refuse_goal, refuse_ground, wrong_land


class PickBuilding(Action):
    city: City
    place: Spot

    when = 107
    notation = "spot-{city}{place}"
    reads = "move"
    label = "{does}"
    touches = "built-{at.seat}-{city}{place}"
    facts = {
        504: "{city.missing}",
        505: "{wrong_land}",
        507: "{roomy}.",
        729: "No building stands there.",
        1302: "{no_move}.",
    }

    @property
    def does(self) -> str:
        what = built(self.at, self.city, self.place)
        if self.at.step == Step.PLACE:
            return f"Destroy {what} to make room"
        is_fixer = self.at.step == Step.OWN_BUILDING
        return f"Destroy {what}" if is_fixer else f"Move {what} for {coins(self.at.box.move_price)}"

    @property
    def is_there(self) -> bool:
        return self.place < self.city.it.count

    @property
    def wrong_land(self) -> str:
        return wrong_land(self.city)

    @property
    def roomy(self) -> str:
        if not self.is_there:
            return f"No building stands at place {self.place.typed()} of {self.city.said()}"
        return f"{self.city.said()} has room {self.city.room}; nothing is destroyed there"

    @property
    def no_move(self) -> str:
        at = self.at
        if not at.box.moves_buildings[at.own.nation]:
            return "Only Arc moves buildings, with the option nations"
        if at.own.coins < at.box.move_price:
            return f"Moving a building costs {coins(at.box.move_price)}; you have {at.own.coins}"
        if not self.is_there:
            return "No building stands there"
        name = Face(self.city.it.built[self.place], at).said()
        return f"No other city of yours has room and the land for {name}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """CI-13.2: the buildings that Arc can move."""
    side = s.sides[seat]
    if box.moves_buildings[side.nation] == 0 or side.coins < box.move_price:
        return n
    for number in range(CITIES):
        for place in range(side.cities[number].count):
            if can_move_anywhere(side, box, number, place):
                n = put(out, n, PickBuilding(number, place))
    return n


@rule
def offers_to_destroy(s: State, box: Box, seat: int, step: int, out: Ints, n: int) -> int:
    """Any with the Fixer, else those of full cities where the new one can stand (CI-5.7)."""
    side = s.sides[seat]
    for number in range(CITIES):
        if step == Step.OWN_BUILDING or makes_room(s, box, side, number):
            for place in range(side.cities[number].count):
                n = put(out, n, PickBuilding(number, place))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: PickBuilding) -> None:
    if s.plan.act == Act.NOTHING:
        take(s, box, seat, Act.MOVE, it.city, it.place)
    else:
        take(s, box, seat, Act.NOTHING, it.city, it.place)


@rule
def refuse(s: State, box: Box, seat: int, it: PickBuilding) -> int:
    side = s.sides[seat]
    city = side.cities[it.city]
    if s.plan.act == Act.NOTHING:
        return refuse_move(box, side, it.city, it.place)
    if s.plan.source == NONE:
        return 729 if it.place >= city.count else 0
    why = refuse_ground(s, box, side, it.city)
    return 507 if why == 0 and (city.count < city.spaces or it.place >= city.count) else why


@rule
def refuse_move(box: Box, side: Side, number: int, place: int) -> int:
    """CI-13.2."""
    city = side.cities[number]
    if box.moves_buildings[side.nation] == 0 or side.coins < box.move_price or place >= city.count:
        return 1302
    for goal in range(CITIES):
        if refuse_goal(box, side, number, place, goal) == 0:
            return 0
    return 1302


def read(text: Text) -> Meaning:
    found, faces = read_own(text), Face.named_in(text)
    if found is None and faces:
        return Refused(1302, f"You have no {Face(faces[0], text.at).said()} in a city.")
    return Refused(1302, "Say which building Arc moves.") if found is None else found


def read_own(text: Text) -> Meaning:
    """A building in one's cities by its name, the first where there are several."""
    faces = Face.named_in(text)
    cities: list[City] = text.at.cities
    spots = [(city, place) for city in cities for place in range(city.it.count) if city.it.built[place] in faces]
    return code(PickBuilding(*spots[0])) if spots else None
