"""Cities, districts, buildings and owned towns, and what they add to their owner (chapters 5, 8, 9)."""

from wartable.core.rules import change, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import (
    CAPITAL,
    CITIES,
    GOODS,
    LAND_CITIES,
    LANDS,
    MILITARY_TOKEN,
    NONE,
    PLACES,
    ROW,
    TOKENS,
    TOWNS,
    City,
    Side,
    State,
)


@rule
def is_city(city: City) -> bool:
    return city.spaces > 0


@rule
def has_room(city: City) -> bool:
    """CI-5.6."""
    return city.count < city.spaces


@rule
def suits(city: City, box: Box, face: int) -> bool:
    """CI-5.5: whether the city has the land type that the building needs."""
    kind = box.face_type[face]
    return is_city(city) and (kind == NONE or (city.types >> kind) & 1 == 1)


@rule
def has_land_for(side: Side, box: Box, face: int) -> bool:
    """CI-5.5: one of the side's cities does. A full one can always make room (CI-5.7)."""
    kind = box.face_type[face]
    return kind == NONE or (side.types >> kind) & 1 == 1


@rule
def price_in_science(side: Side, box: Box, face: int) -> int:
    """CI-5.3: nothing for a player who has a building of the same name."""
    is_known = (side.names >> box.face_name[face]) & 1 == 1
    return 0 if is_known else box.face_science[face]


@rule
def face_at(s: State, side: Side, source: int) -> int:
    """The building card at a place of the row or among the stored faces, or NONE."""
    if source < ROW:
        return s.row[source]
    if side.stored[source - ROW] > 0:
        return source - ROW
    return NONE


@rule
def place_of(city: City) -> int:
    """The place of a city in notes: its land, or its town counted after all lands."""
    return city.land if city.land != NONE else LANDS + city.town


@rule
def buildings_of(side: Side) -> int:
    total = 0
    for number in range(CITIES):
        total += side.cities[number].count
    return total


@rule
def add_goods(s: State, box: Box, seat: int, good: int, amount: int, number: int) -> None:
    """`number` is the rule that causes it, here and below."""
    side = s.sides[seat]
    side.goods[good] += amount
    change(box, Told.GOODS, number, seat, Counter.TURNIPS + good, amount, side.goods[good], good)


@rule
def add_income(s: State, box: Box, seat: int, goods: int, coins: int, number: int) -> None:
    """Coins a round, for goods and as gifts; `number` is 0 if each has its own rule."""
    side = s.sides[seat]
    side.income += goods
    change(box, Told.INCOME, number or 509, seat, Counter.INCOME, goods, side.income + side.gives_coins)
    side.gives_coins += coins
    change(box, Told.INCOME, number or 1008, seat, Counter.INCOME, coins, side.income + side.gives_coins)


@rule
def add_gifts(s: State, box: Box, seat: int, science: int, citizens: int, military: int, number: int) -> None:
    """Science and draws each round."""
    side = s.sides[seat]
    side.gives_science += science
    change(box, Told.SCIENCE_INCOME, number or 1009, seat, Counter.SCIENCE_INCOME, science, side.gives_science)
    side.draws[0] += citizens
    change(box, Told.DRAWS_EACH_ROUND, number or 1010, seat, Counter.CITIZEN_DRAWS, citizens, side.draws[0], 0)
    side.draws[1] += military
    change(box, Told.DRAWS_EACH_ROUND, number or 1010, seat, Counter.MILITARY_DRAWS, military, side.draws[1], 1)


@rule
def count_building(s: State, box: Box, seat: int, face: int, sign: int, number: int) -> None:
    """CI-5.8 to CI-5.10: what a building adds to its owner, or takes away again."""
    side = s.sides[seat]
    for good in range(GOODS):
        add_goods(s, box, seat, good, sign * box.face_goods[face, good], number or 508)
    add_income(s, box, seat, sign * box.face_makes_goods[face], sign * box.face_gives_coins[face], number)
    citizens, military = sign * box.face_draws[face, 0], sign * box.face_draws[face, 1]
    add_gifts(s, box, seat, sign * box.face_gives_science[face], citizens, military, number)
    side.work += sign * box.face_work[face]
    change(box, Told.SKILL, number or 512, seat, Counter.WORK, sign * box.face_work[face], side.work, 0)
    side.distance += sign * box.face_distance[face]
    change(box, Told.SKILL, number or 512, seat, Counter.DISTANCE, sign * box.face_distance[face], side.distance, 1)


@rule
def count_town(s: State, box: Box, seat: int, town: int, sign: int, number: int) -> None:
    """CI-8.6 and CI-8.7: what a town adds to its owner, or takes away again."""
    for good in range(GOODS):
        add_goods(s, box, seat, good, sign * box.town_goods[town, good], number)
    add_income(s, box, seat, sign * box.town_makes_goods[town], sign * box.town_gives_coins[town], number)
    citizens, military = sign * box.town_draws[town, 0], sign * box.town_draws[town, 1]
    add_gifts(s, box, seat, sign * box.town_gives_science[town], citizens, military, number)


@rule
def survey(side: Side, box: Box) -> None:
    """Note the names of the side's buildings and the land types of its cities."""
    names = 0
    types = 0
    for number in range(CITIES):
        city = side.cities[number]
        types |= city.types
        for place in range(city.count):
            names |= 1 << box.face_name[city.built[place]]
    side.names = names
    side.types = types


@rule
def set_down(side: Side, box: Box, number: int, face: int) -> None:
    """Put a building in a city, without counting what it gives."""
    city = side.cities[number]
    city.built[city.count] = face
    city.count += 1
    side.names |= 1 << box.face_name[face]


@rule
def lift(side: Side, box: Box, number: int, place: int) -> int:
    """Take a building out of a city, without counting what it gave; those after it move up."""
    city = side.cities[number]
    face = city.built[place]
    city.count -= 1
    for k in range(place, city.count):
        city.built[k] = city.built[k + 1]
    city.built[city.count] = NONE
    survey(side, box)
    return face


@rule
def put_building(s: State, box: Box, seat: int, number: int, face: int, card: int) -> None:
    """CI-5.4, CI-5.8, CI-5.9. `card` is the card that helps, NONE for a plain build."""
    side = s.sides[seat]
    set_down(side, box, number, face)
    where = place_of(side.cities[number])
    change(box, Told.BUILT, 504, seat, Counter.BUILDINGS, 1, buildings_of(side), face, where, card)
    count_building(s, box, seat, face, 1, 0)


@rule
def destroy_building(s: State, box: Box, seat: int, number: int, place: int, cause: int) -> None:
    """CI-5.7, CI-7.29: to the building discards; CI-5.10: with its goods and income."""
    side = s.sides[seat]
    face = lift(side, box, number, place)
    s.junk[face] += 1
    where = place_of(side.cities[number])
    change(box, Told.DESTROYED, cause, seat, Counter.BUILDINGS, -1, buildings_of(side), face, where)
    count_building(s, box, seat, face, -1, 510)


@rule
def count_token(s: State, box: Box, seat: int, token: int) -> None:
    """CI-9.4: a token gives its draw, as a city or as a district."""
    side = s.sides[seat]
    side.tokens[token] -= 1
    add_gifts(s, box, seat, 0, box.token_draws[token, 0], box.token_draws[token, 1], 904)


@rule
def found_city(s: State, box: Box, seat: int, land: int, token: int) -> None:
    """CI-2.3, CI-9.8: the settler gets the land, with the token on it."""
    side = s.sides[seat]
    city = side.cities[cities_settled(side)]
    city.land = land
    city.token = token
    city.spaces = box.city_spaces[token]
    city.types = box.land_types[land]
    side.types |= city.types
    s.land_owner[land] = seat
    settled = cities_settled(side)
    if token == CAPITAL:
        change(box, Told.STARTS_IN, 203, seat, Counter.CITIES, 1, settled, land)
    else:
        change(box, Told.SETTLES, 908, seat, Counter.CITIES, 1, settled, land, token, city.spaces)
    count_token(s, box, seat, token)


@rule
def district_size(side: Side, box: Box, token: int) -> int:
    """CI-9.1; CI-13.1: Arc's military district is larger."""
    size = box.district_spaces[token]
    if token == MILITARY_TOKEN:
        size += box.military_district[side.nation]
    return size


@rule
def found_district(s: State, box: Box, seat: int, number: int, token: int) -> None:
    """CI-9.3; CI-13.1 if the district is larger than usual."""
    side = s.sides[seat]
    city = side.cities[number]
    size = district_size(side, box, token)
    city.districts[token] += 1
    city.spaces += size
    cause = 1301 if size > box.district_spaces[token] else 903
    note(box, Told.DISTRICT, cause, seat, place_of(city), token, city.spaces, size)
    count_token(s, box, seat, token)


@rule
def has_token(side: Side) -> bool:
    """CI-9.2: whether a token is left to use."""
    for token in range(CAPITAL + 1, TOKENS):
        if side.tokens[token] > 0:
            return True
    return False


@rule
def cities_settled(side: Side) -> int:
    settled = 0
    for number in range(LAND_CITIES):
        if is_city(side.cities[number]):
            settled += 1
    return settled


@rule
def open_town_city(side: Side, box: Box, town: int) -> None:
    """CI-14.6 and CI-14.7: the town is ready to hold buildings."""
    city = side.cities[box.town_city[town]]
    city.town = town
    city.spaces = box.town_spaces[town]
    city.types = box.town_types[town]
    side.types |= city.types


@rule
def hand_over_town_city(s: State, box: Box, owner: int, seat: int, town: int) -> None:
    """CI-14.8: the buildings in a town go with it."""
    old = s.sides[owner]
    new = s.sides[seat]
    number = box.town_city[town]
    open_town_city(new, box, town)
    city = old.cities[number]
    had = buildings_of(old)
    for place in range(city.count):
        face = city.built[place]
        change(box, Told.BUILDING_GOES, 1408, owner, Counter.BUILDINGS, -1, had - place - 1, face, LANDS + town, seat)
        count_building(s, box, owner, face, -1, 1408)
        set_down(new, box, number, face)
        held = buildings_of(new)
        change(box, Told.BUILDING_COMES, 1408, seat, Counter.BUILDINGS, 1, held, face, LANDS + town, owner)
        count_building(s, box, seat, face, 1, 1408)
    close_city(city)
    survey(old, box)


@rule
def close_city(city: City) -> None:
    city.land = NONE
    city.town = NONE
    city.token = NONE
    city.spaces = 0
    city.types = 0
    city.count = 0
    for token in range(TOKENS):
        city.districts[token] = 0
    for place in range(PLACES):
        city.built[place] = NONE


@rule
def towns_owned(s: State, seat: int) -> int:
    owned = 0
    for town in range(TOWNS):
        if s.town_owner[town] == seat:
            owned += 1
    return owned


@rule
def distance_of_lands(s: State, box: Box, seat: int) -> int:
    """CI-12.3."""
    total = 0
    for land in range(LANDS):
        if s.land_owner[land] == seat:
            total += box.land_distance[land]
    return total
