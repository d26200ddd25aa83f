"""HE-2.6 to HE-2.8: found your city, with a hero in it."""

from wartable.core.rules import Ints, Refused, Text, change, code, pop, put, rule
from wartable.core.values import FILLERS

from ..box import Box
from ..naming import TOKEN_NAMES, square, tile_at, with_article
from ..notes import Counter, Told
from ..state import Kind, State, Token
from ..values import TILE, Action, Table, Tile, words_in


def not_open(it: "Place") -> str:
    if not it.tile.is_on_map:
        return "That is off the map."
    what = with_article(TOKEN_NAMES[it.tile.it.token])
    return f"There is {what} on {it.tile.said()}; a city is founded on a tile without a token."


class Place(Action):
    tile: Tile

    when = 206
    notation = "city {tile}"
    reads = "city | found | build city |"
    label = "Found your city on {tile}: {tile.town}"
    touches = "space-{tile}"
    facts = {206: not_open, 207: "{tile} is not marked for a city; free are {free}."}

    @property
    def free(self) -> str:
        box, tiles = self.at.box, self.at.view.tiles
        free = (tile for tile in range(box.width * box.height) if box.sites[tile] and not tiles[tile].token)
        return ", ".join(square(box, tile) for tile in free)


asked = Kind.PLACE_CITY


def prompt(at: Table) -> str:
    return f"Found your city on {'a marked' if at.box.marked else 'an open'} tile"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for tile in range(box.width * box.height):
        if s.tiles[tile].token == Token.NONE and (box.marked == 0 or box.sites[tile] == 1):
            n = put(out, n, Place(tile))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Place) -> None:
    tile = s.tiles[it.tile]
    tile.token = Token.CITY
    tile.mark = seat
    city = s.cities[seat]
    city.owner = seat
    city.tile = it.tile
    hero = s.players[seat].heroes[0]
    hero.here = 1
    hero.tile = it.tile
    change(box, Told.FOUNDS, 207 if box.marked == 1 else 206, seat, Counter.CITIES, 1, 1, it.tile, seat)
    change(box, Told.HERO_BEGINS, 208, seat, Counter.HEROES, 1, 1, 0, it.tile)
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Place) -> int:
    if it.tile >= box.width * box.height or s.tiles[it.tile].token > 0:
        return 206
    return 207 if box.marked and not box.sites[it.tile] else 0


def read(text: Text) -> int | Refused | None:
    """The only tile that is named, with the words that people say beside it."""
    named = words_in(text, TILE)
    if len(text.words) > 1 and (text.at.asked != asked or not set(text.words) - set(named) <= FILLERS | BESIDE):
        return None
    if len(named) != 1:
        return Refused(206, "Say on which tile, such as `city c3`.") if text.has("city", "and", "or") else None
    tile = tile_at(text.at.box, named[0])
    return Refused(206, f"{named[0]} is off the map.") if tile is None else code(Place(tile))


BESIDE = {
    "city",
    "build",
    "found",
    "choose",
    "pick",
    "take",
    "place",
    "put",
    "start",
    "begin",
    "here",
    "and",
    "or",
    "not",
}
