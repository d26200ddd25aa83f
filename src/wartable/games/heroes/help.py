"""What a person may ask about the table of Heroes: how it stands, what was meant by touching it, how likely it is."""

from wartable.core.actions import belongs, decode, encode
from wartable.core.compiled import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.game import Refused
from wartable.core.record import Record

from . import actions as act
from .naming import city_name, creatures, square
from .odds import attack_odds, item_strength, odds_against_monsters, strength
from .rules.realm import has_spawner, neighbour, realm_value
from .state import KINDS, NOBODY, Kind, Token

RULES = {"space-": 903, "token-": 104, "monster-": 1102, "mine-": 1202, "city-": 1401, "hero-": 804, "own-": 901}
RULES |= {"item-": 1308, "loose-": 1305, "loot-": 1305, "troop-": 105, "garrison-": 704, "spawner-": 603, "hall-": 701}
RULES |= {"amount-": 712, "promote": 705, "hire": 801, "rampart": 1903, "stay": 905, "end": 906, "done": 303}
RULES |= {"join-": 1103, "form-": 1503, "squad-": 1602, "unit-": 1504, "rolls-0": 1605, "rolls-1": 1606}
RULES |= {"retreat": 1702, "die-": 1604, "ready": 1504, "value-": 1804, "stock-": 401, "mines-": 402, "name-": 1801}


def goal(view: Record, box: Record, seat: int) -> str:
    realms = [(owner, int(plain(realm_value)(view, box, owner))) for owner in range(box.seats)]
    stand = ", ".join(f"{{{owner}}} {'out' if view.players[owner].out else value}" for owner, value in realms)
    if box.campaign:
        return f"The last realm left. Realm values now: {stand}."
    return f"The highest realm value after day {int(box.days)}, or the last realm left: {stand}."


def odds(view: Record, box: Record, seat: int, action: int) -> str:
    """How a fight would go: with the monsters on a tile of which the number is known, or in the battle that is on."""
    if view.in_battle:
        return f"The attacker wins about {round(100 * float(plain(attack_odds)(view, box)))} % of such battles."
    if not belongs(act.MOVE, action):
        return ""
    number, direction = decode(act.Move, action)
    hero = view.players[seat].heroes[number]
    target = plain(neighbour)(box, hero.tile, direction)
    tile = view.tiles[target] if target != NOBODY else None
    if tile is None or not tile.guards or tile.token not in (Token.MONSTER, Token.MINE, Token.CITY):
        return ""
    power = plain(strength)(box, hero.troops) + plain(item_strength)(box, hero)
    chance = plain(odds_against_monsters)(power, int(tile.guards), int(tile.tier), 0.0)
    who = creatures(int(tile.tier) - 1, int(tile.guards))
    return f"A fight with {who}: won about {round(100 * float(chance))} times in 100."


def route(view: Record, box: Record, seat: int, touched: tuple[str, ...]) -> tuple[int, ...]:
    """The steps of a hero to a tile further away, over tiles on which nothing lies; none where there is no such way.

    A hero that alone can still move need not be touched.
    """
    if plain(frame_kind)(view) != Kind.EXPLORE:
        return ()
    heroes = [int(thing[7:]) for thing in touched if thing.startswith(f"hero-{seat}-")] or movers(view, seat)
    goals = [tile for tile in (tile_named(box, thing) for thing in touched) if tile is not None]
    if len(heroes) != 1 or len(goals) != 1:
        return ()
    hero = view.players[seat].heroes[heroes[0]]
    taken = {int(one.tile) for player in view.players for one in player.heroes if one.here}
    ways: dict[int, tuple[int, ...]] = {int(hero.tile): ()}
    for _ in range(int(hero.moves)):
        for tile, way in list(ways.items()):
            for direction in range(box.steps) if not way or is_open(view, tile, taken) else ():
                ahead = int(plain(neighbour)(box, tile, direction))
                if ahead != NOBODY and ahead not in ways:
                    ways[ahead] = (*way, int(plain(encode)(act.MOVE, heroes[0], direction)))
        if goals[0] in ways:
            return ways[goals[0]]
    return ()


def movers(view: Record, seat: int) -> list[int]:
    """The heroes of a seat that can still move."""
    return [number for number, hero in enumerate(view.players[seat].heroes) if hero.here and hero.moves]


def is_open(view: Record, tile: int, taken: set[int]) -> bool:
    """Whether a hero passes a tile without anything happening there."""
    return not view.tiles[tile].token and tile not in taken


def tile_named(box: Record, thing: str) -> int | None:
    name = thing.partition("-")[2] if thing.startswith(("space-", "token-")) else ""
    return next((tile for tile in range(box.width * box.height) if square(box, tile) == name), None) if name else None


def meant_by(view: Record, box: Record, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    """The typed intention that touching these things is."""
    words = [word_of(view, seat, thing) for thing in touched]
    found = [word for word in words if word]
    tiles = [thing for thing in touched if thing.startswith(("space-", "token-"))]
    exploring = plain(frame_kind)(view) == Kind.EXPLORE
    if plain(frame_kind)(view) == Kind.ACQUIRE and len(touched) == 1 and touched[0].startswith(("city-", "hall-")):
        return no_recruits(view, box, seat, int(touched[0].partition("-")[2]))
    if exploring and tiles and not any(thing.startswith(("hero-", "own-")) for thing in touched):
        return f"move {tiles[-1].partition('-')[2]}"
    return " ".join(found) or None


def no_recruits(view: Record, box: Record, seat: int, city: int) -> Refused | None:
    """Why nobody is recruited in a city that is touched while cities are seen to."""
    name = city_name(view, box, city)
    if view.cities[city].owner != seat:
        return Refused(701, f"{name} is not your city")
    if not any(plain(has_spawner)(view, city, kind) for kind in range(KINDS)):
        return Refused(703, f"{name} has no spawner yet: build one, and it recruits")
    return Refused(702, f"nothing is left to pay for recruits in {name}")


def word_of(view: Record, seat: int, thing: str) -> str:
    what, _, rest = thing.partition("-")
    if what in ("space", "token"):
        return f"city {rest}" if plain(frame_kind)(view) == Kind.PLACE_CITY else rest
    if what == "hero" and rest[:1] == str(seat):
        return f"h{int(rest[2:]) + 1}"
    if what == "own":
        return f"h{int(rest) + 1}"
    if what == "spawner":
        return f"build {kind_word(int(rest.split('-')[-1]))}"
    if what in ("hire", "promote", "rampart", "done", "end", "stay", "ready", "retreat"):
        return what
    return ""


def kind_word(kind: int) -> str:
    return f"t{kind % 5 + 1}{'+' if kind >= 5 else ''}"
