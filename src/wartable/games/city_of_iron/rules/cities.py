"""Cities, districts, buildings and owned towns, and what they add to their owner (chapters 5, 8, 9)."""

from wartable.core.compiled import rule

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
)


@rule
def is_city(city):
    return city.spaces > 0


@rule
def has_room(city):
    """CI-5.6."""
    return city.count < city.spaces


@rule
def suits(city, box, face):
    """CI-5.5: the city stands on the land type that the building asks for."""
    kind = box.face_type[face]
    return is_city(city) and (kind == NONE or (city.types >> kind) & 1 == 1)


@rule
def has_land_for(side, box, face):
    """CI-5.5: one of the side's cities does. A full one can always make room (CI-5.7)."""
    kind = box.face_type[face]
    return kind == NONE or (side.types >> kind) & 1 == 1


@rule
def owns_name(side, box, face):
    return (side.names >> box.face_name[face]) & 1 == 1


@rule
def price_in_science(side, box, face):
    """CI-5.3: nothing for a player who has a building of the same name."""
    price = box.face_science[face]
    return 0 if owns_name(side, box, face) else price


@rule
def face_at(s, side, source):
    """The building card behind a source: a place of the row, or a stored face. NONE where there is none."""
    if source < ROW:
        return s.row[source]
    if side.stored[source - ROW] > 0:
        return source - ROW
    return NONE


@rule
def count_building(side, box, face, sign):
    """CI-5.8 to CI-5.10: what a building adds to its owner, or takes away again."""
    for good in range(GOODS):
        side.goods[good] += sign * box.face_goods[face, good]
    side.income += sign * box.face_makes_goods[face]
    side.gives_coins += sign * box.face_gives_coins[face]
    side.gives_science += sign * box.face_gives_science[face]
    side.draws[0] += sign * box.face_draws[face, 0]
    side.draws[1] += sign * box.face_draws[face, 1]
    side.work += sign * box.face_work[face]
    side.distance += sign * box.face_distance[face]


@rule
def count_town(side, box, town, sign):
    """CI-8.6 and CI-8.7: what a town adds to its owner, or takes away again."""
    for good in range(GOODS):
        side.goods[good] += sign * box.town_goods[town, good]
    side.income += sign * box.town_makes_goods[town]
    side.gives_coins += sign * box.town_gives_coins[town]
    side.gives_science += sign * box.town_gives_science[town]
    side.draws[0] += sign * box.town_draws[town, 0]
    side.draws[1] += sign * box.town_draws[town, 1]


@rule
def survey(side, box):
    """Which names of buildings the side owns, and on which types of land its cities stand."""
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
def put_building(side, box, number, face):
    city = side.cities[number]
    city.built[city.count] = face
    city.count += 1
    side.names |= 1 << box.face_name[face]
    count_building(side, box, face, 1)


@rule
def take_building_out(side, box, number, place):
    """The building leaves the city; those after it move up."""
    city = side.cities[number]
    face = city.built[place]
    city.count -= 1
    for k in range(place, city.count):
        city.built[k] = city.built[k + 1]
    city.built[city.count] = NONE
    count_building(side, box, face, -1)
    survey(side, box)
    return face


@rule
def destroy_building(s, side, box, number, place):
    """CI-5.7: to the building discards."""
    s.junk[take_building_out(side, box, number, place)] += 1


@rule
def count_token(side, box, token):
    """CI-9.4: a token gives its draw, as a city or as a district."""
    side.draws[0] += box.token_draws[token, 0]
    side.draws[1] += box.token_draws[token, 1]
    side.tokens[token] -= 1


@rule
def found_city(s, side, box, seat, land, token):
    """CI-9.8: the land goes to the settler, with the token on it."""
    number = 0
    while is_city(side.cities[number]):
        number += 1
    city = side.cities[number]
    city.land = land
    city.token = token
    city.spaces = box.city_spaces[token]
    city.types = box.land_types[land]
    side.types |= city.types
    s.land_owner[land] = seat
    count_token(side, box, token)


@rule
def district_size(side, box, token):
    """CI-9.1; CI-13.1: Arc's military district is larger."""
    size = box.district_spaces[token]
    if token == MILITARY_TOKEN:
        size += box.military_district[side.nation]
    return size


@rule
def found_district(side, box, number, token):
    """CI-9.3."""
    city = side.cities[number]
    city.districts[token] += 1
    city.spaces += district_size(side, box, token)
    count_token(side, box, token)


@rule
def has_token(side):
    """CI-9.2: whether a token is left to use."""
    for token in range(CAPITAL + 1, TOKENS):
        if side.tokens[token] > 0:
            return True
    return False


@rule
def cities_settled(side):
    settled = 0
    for number in range(LAND_CITIES):
        if is_city(side.cities[number]):
            settled += 1
    return settled


@rule
def open_town_city(side, box, town):
    """CI-14.6 and CI-14.7: the town is ready to hold buildings."""
    city = side.cities[box.town_city[town]]
    city.town = town
    city.spaces = box.town_spaces[town]
    city.types = box.town_types[town]
    side.types |= city.types


@rule
def hand_over_town_city(old, new, box, town):
    """CI-14.8: the buildings in a town go with it."""
    number = box.town_city[town]
    open_town_city(new, box, town)
    city = old.cities[number]
    for place in range(city.count):
        put_building(new, box, number, city.built[place])
        count_building(old, box, city.built[place], -1)
    close_city(city)
    survey(old, box)


@rule
def close_city(city):
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
def towns_owned(s, seat):
    owned = 0
    for town in range(TOWNS):
        if s.town_owner[town] == seat:
            owned += 1
    return owned


@rule
def distance_of_lands(s, box, seat):
    """CI-12.3."""
    total = 0
    for land in range(LANDS):
        if s.land_owner[land] == seat:
            total += box.land_distance[land]
    return total
