"""CI-5.4 to CI-5.6, CI-9.3, CI-13.2: the city for a building that is built or moved, or for a district."""

from wartable.core.rules import Meaning, Refused, Text, code, rule

from ..box import Box
from ..rules.turn import take
from ..state import CITIES, LAND_CITIES, NONE, ROW, Act, Side, State, Step
from ..texts import join, type_names
from ..values import Action, City, Face, Land, Source, Table, Town
from .build import stands_on


class PickCity(Action):
    city: City

    when = 107
    notation = "city-{city}"
    reads = "city"
    label = "{puts} {city} (city {city.number})"
    touches = "city-{at.seat}-{city}"
    facts = {
        504: "{city.missing}",
        505: "{wrong_land}",
        506: "{city} is full {city.room}; choose a building in it to destroy.",
        903: "You have no city {city.number} on a land; your cities are {on_lands}.",
        1302: "{city} has no room or not the land for it, or it stands there already.",
        1411: "That is a town; districts are added to cities on lands.",
    }

    @property
    def puts(self) -> str:
        is_district = self.at.step == Step.CITY and self.at.plan.act == Act.CARD
        return "Add the district to" if is_district else "Put it in"

    @property
    def wrong_land(self) -> str:
        return wrong_land(self.city)

    @property
    def on_lands(self) -> str:
        return join(f"{city.number} ({city.said()})" for city in self.at.cities if city < LAND_CITIES)


def wrong_land(city: City) -> str:
    """Why the building of the plan cannot stand in a city."""
    at: Table = city.at
    face = Face(Source(at.plan.source, at).face, at)
    needed = type_names(at.box, 1 << at.box.face_type[face])
    return f"{face.said()} needs {needed}; {city.said()} stands on {type_names(at.box, city.it.types)}."


@rule
def apply(s: State, box: Box, seat: int, it: PickCity) -> None:
    take(s, box, seat, Act.NOTHING, it.city, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: PickCity) -> int:
    side = s.sides[seat]
    city = side.cities[it.city]
    if s.plan.act == Act.MOVE:
        return refuse_goal(box, side, s.plan.city, s.plan.place, it.city)
    if s.plan.source != NONE:
        why = refuse_ground(s, box, side, it.city)
        return 506 if why == 0 and city.count == city.spaces else why
    if it.city >= LAND_CITIES:
        return 1411
    return 903 if city.spaces == 0 else 0


@rule
def refuse_ground(s: State, box: Box, side: Side, number: int) -> int:
    """CI-5.4, CI-5.5: why the building of the plan cannot stand in a city, whether or not there is room."""
    face = s.row[s.plan.source] if s.plan.source < ROW else s.plan.source - ROW
    if side.cities[number].spaces == 0:
        return 504
    return 0 if stands_on(side.cities[number], box, face) else 505


@rule
def refuse_goal(box: Box, side: Side, number: int, place: int, goal: int) -> int:
    city = side.cities[goal]
    if goal == number or city.count >= city.spaces:
        return 1302
    return 0 if stands_on(city, box, side.cities[number].built[place]) else 1302


def read(text: Text) -> Meaning:
    """By its name or its number."""
    at: Table = text.at
    lands, towns = Land.named_in(text), Town.named_in(text)
    for city in at.cities:
        if city.it.land in lands or city.it.town in towns:
            return code(PickCity(city))
    if lands or towns:
        return Refused(504, f"That is no city of yours; your cities are {join(city.said() for city in at.cities)}.")
    number = text.number()
    return code(PickCity(number - 1)) if number is not None and 1 <= number <= CITIES else None
