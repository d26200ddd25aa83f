"""The names of things on the table, shared by words and view."""

from collections.abc import Iterable

from wartable.core.phrases import listed

from .box import Box, Split
from .state import CITIES, HEROES, KINDS, TIERS, Foe, State, Token

COLUMNS = "abcdefghijklmnopqrst"
CREATURES = ("goblin", "orc", "minotaur", "ogre", "dragon")
"""By tier."""
SQUAD_LETTERS = "ABCD"
DIRECTIONS = ("n", "e", "s", "w", "ne", "se", "sw", "nw")
RESOURCE_NAMES = ("coins", "wood", "food", "stone")
TOKEN_NAMES = ("nothing", "item", "resource", "monster", "mine", "city")
ITEM_KIND_NAMES = ("main hand", "off hand", "amulet")
FOES = ("monsters", "guardians", "the defenders of a neutral city")
TOWN_HEADS = "Raven Ash Stone Wolf High Dusk Thorn Gold Frost Oak Iron Black White Elder Storm Fox Moon Red Glen Hart"
TOWN_TAILS = "hold ford mere gate moor dale wick crest burg fell keep port ton field haven stead bury watch mont brook"
"""The parts of city names; each tile gives a different name."""
HERO_NAMES = (
    ("Alda", "Bram", "Cora", "Doran", "Edda"),
    ("Falk", "Greta", "Hagen", "Isolde", "Joris"),
    ("Kara", "Leif", "Mira", "Nils", "Orla"),
    ("Petra", "Quinn", "Runa", "Sven", "Tilda"),
)
"""What the heroes of each seat are called, by their numbers."""
LEVEL_NAMES = ("none", "common", "uncommon", "rare", "epic", "legendary")


def square(box: Box, tile: int) -> str:
    """The name of a tile: columns from a, rows from 1, from the upper left corner."""
    if tile >= box.width * box.height:
        return f"tile{tile}"
    return f"{COLUMNS[tile % box.width]}{tile // box.width + 1}"


def tile_at(box: Box, name: str) -> int | None:
    """A tile by its name; None where the map has none."""
    x, y = COLUMNS.find(name[:1]), int(name[1:]) - 1 if name[1:].isdecimal() else -1
    return x + y * int(box.width) if name and 0 <= x < box.width and 0 <= y < box.height else None


def city_tile(view: State, box: Box, city: int) -> str:
    """The tile of a city, as people type it; for a city that does not exist, its number."""
    tile = view.cities[city].tile if city < CITIES else 0
    if view.tiles[tile].token == Token.CITY and view.tiles[tile].mark == city:
        return square(box, tile)
    return f"city{city}"


def town_on(box: Box, tile: int) -> str:
    """The name of the city on a tile. No two cities share a name, and neighbours differ in both halves."""
    heads, tails = TOWN_HEADS.split(), TOWN_TAILS.split()
    x, y = tile % int(box.width), tile // int(box.width)
    return heads[(x + 3 * y) % len(heads)] + tails[(4 * x + y) % len(tails)]


def city_name(view: State, box: Box, city: int) -> str:
    """A city's own name: `Ravenhold`."""
    return town_on(box, int(view.cities[city].tile))


def town(view: State, box: Box, city: int) -> str:
    """A city's own name with its tile: `Ravenhold (a1)`."""
    return f"{city_name(view, box, city)} ({city_tile(view, box, city)})"


def spawners_in(view: State, city: int) -> list[int]:
    """The kinds of a city's spawners."""
    return [kind for kind in range(KINDS) if view.cities[city].spawners >> kind & 1]


def battleground(box: Box, tile: int, foe: int) -> str:
    """Where a battle is: `at Ravenhold` before a city, `on c3` elsewhere."""
    return f"at {town_on(box, tile)}" if foe in (Foe.NEUTRAL, Foe.CITY) else f"on {square(box, tile)}"


def hero_name(seat: int, hero: int) -> str:
    return HERO_NAMES[seat][hero]


def next_hero(view: State, seat: int) -> int | None:
    """The hero who comes to a seat that hires one (HE-8.3): the first who is not on the map."""
    heroes = view.players[seat].heroes
    return next((number for number in range(HEROES) if not heroes[number].here), None)


def item_name(kind: int, level: int) -> str:
    """`rare off hand`."""
    return f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]}"


def item_dice(box: Box, kind: int, level: int) -> str:
    """What an item adds to the squad that its hero leads (HE-13.8): `2d6 + 3`."""
    dice, plus = int(box.item_dice[kind, level - 1]), int(box.item_plus[kind, level - 1])
    return f"{dice}d6{f' + {plus}' if plus else ''}"


def creature(kind: int, count: int = 2) -> str:
    """The name of a creature kind: `goblins`; `armoured goblins` of rank 2; `goblin` for one."""
    armour = "armoured " if kind >= TIERS else ""
    return f"{armour}{CREATURES[kind % TIERS]}{'s' if count != 1 else ''}"


def creatures(kind: int, count: int) -> str:
    return f"{count} {creature(kind, count)}"


def goods(resource: int, count: int) -> str:
    """`1 coin`, `3 wood`."""
    name = RESOURCE_NAMES[resource]
    return f"{count} {name[:-1] if resource == 0 and count == 1 else name}"


def price(amounts: Iterable[int], times: int = 1) -> str:
    """A price in words, such as `5 coins and 5 wood`."""
    parts = [goods(resource, int(count) * times) for resource, count in enumerate(amounts) if count]
    return listed(parts) or "nothing"


def army(troops: Iterable[int]) -> str:
    """An army in words, such as `10 goblins, 3 orcs`."""
    parts = [creatures(kind, int(count)) for kind, count in enumerate(troops) if count]
    return ", ".join(parts) if parts else "no troops"


def with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def split_name(box: Box, number: int) -> str:
    """A ready-made split in words."""
    squads, effect = int(box.split_squads[number]), box.split_effect[number]
    if effect == Split.KINDS:
        return "the strongest kinds in squads of their own"
    if effect == Split.SINGLES:
        return "one weak creature apart" if squads == 2 else f"{squads - 1} weak creatures apart, one by one"
    return "all in one squad" if squads == 1 else f"{squads} squads, as even as can be"


def form_name(box: Box, number: int) -> str:
    """A ready-made split as people type it: `even2`, `kinds`, `apart1`."""
    squads, effect = box.split_squads[number], box.split_effect[number]
    if squads == 0:
        return f"none{number}"
    if effect == Split.EVEN:
        return f"even{squads}"
    return "kinds" if effect == Split.KINDS else f"apart{squads - 1}"
