"""What the numbers of an observation of Heroes mean, in the order of `features`."""

from wartable.guides.observation import Part, Parts, each, flag, flags, ids, number, sign
from wartable.rulebook.data import Data

from .features import ASKED_KINDS, DIRECTIONS
from .state import CITIES, HEROES, ITEM_KINDS, KINDS, PLAYERS, RESOURCES, SQUADS, TILES, Kind

WAYS = ("north", "east", "south", "west", "north_east", "south_east", "south_west", "north_west")
assert len(WAYS) == DIRECTIONS


def _log(name: str, meaning: str, scale: int) -> Part:
    return number(name, f"{meaning}, as log(1 + it) / {scale}")


def _tile(data: Data) -> Parts:
    """All planes but the last."""
    return (
        flag("known", "there is a tile"),
        flags("token", ids(data, "tokens", 5), "a token: {}"),
        sign("owner", "city or mine"),
        number("heaps", "items that lie here", 4, 4),
        number("guards", "guards times their tier", 24),
        number("own_strength", "own heroes, log(1 + strength) / 5 + 0.2 of each"),
        number("other_strength", "others' heroes, log(1 + strength) / 5 + 0.2 of each"),
    )


def _player(data: Data) -> Parts:
    resources = ids(data, "resources", RESOURCES)
    return (
        each("stock", resources, (_log("", "stock of {}", 4),)),
        each("mines", resources, (number("", "mines of {}", 4),)),
        number("cities", "cities", 4),
        number("garrisons", "log(1 + strength) / 5 of all garrisons"),
        number("spawners", "spawners", 10),
        number("heroes", "heroes", 3),
        flag("out", "is out"),
        number("stage", "stage of the turn: paying, building, done", 2, 2),
        flag("first", "begins the day"),
        number("day", "day, as a share of 20 (of 200 in a campaign)"),
    )


def _hero(data: Data) -> Parts:
    creatures, tokens = ids(data, "creatures", KINDS), ids(data, "tokens", 5)
    pulls = (
        each("token", tokens, (number("", "{} that pull, the nearer the more"),)),
        number("enemies", "enemy heroes that pull, the nearer the more"),
    )
    return (
        flag("here", "the hero is there"),
        number("paid", "is paid"),
        number("moves", "movement left", 10),
        _log("strength", "strength", 5),
        each("items", ids(data, "item_kinds", ITEM_KINDS), (number("", "level of the {}", 5),)),
        each("troops", creatures, (_log("", "creatures {}", 4),)),
        each("beside", WAYS, _tile(data)),
        each("way", WAYS, pulls),
    )


def parts(data: Data) -> Parts:
    creatures = ids(data, "creatures", KINDS)
    kinds = {int(kind): kind.name.lower() for kind in Kind}
    asked = [kinds.get(place, f"none_{place}") for place in range(ASKED_KINDS)]
    army = (
        flag("own", "the army is the viewer's"),
        _log("strength", "strength of the army", 5),
        flag("armed", "the army can fight"),
    )
    city = (
        sign("owner", "city"),
        number("rampart", "rampart"),
        each("garrison", creatures, (_log("", "creatures {} in the garrison", 4),)),
        flags("spawner", creatures, "a spawner of {}"),
    )
    squad = (flag("attacked", "it has attacked"), each("troops", creatures, (_log("", "creatures {}", 4),)))
    # Tiles are counted row by row, as wide as the map of the match is.
    return (
        each("tile", range(TILES), (*_tile(data), number("moves", "movement of the heroes here", 10))),
        each("player", ("own", *(f"next_{place}" for place in range(1, PLAYERS))), _player(data)),
        each("army", ("attacker", "defender"), army),
        number("odds", "odds of the attack", 1, 1),
        flag("battle", "there is a battle"),
        flags("asked", asked, "the decision is {}"),
        each("asked_number", "abc", (number("", "number {} of the decision", 8, None, -40000),)),
        each("hero", range(HEROES), _hero(data)),
        each("city", range(CITIES), city),
        each("squads_of", ("own", "other"), (each("squad", range(SQUADS), squad),)),
    )
