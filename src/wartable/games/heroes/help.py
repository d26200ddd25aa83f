"""Help for people: the goal, the odds of a fight, and what a touch on the table means."""

from wartable.core.frames import kind as frame_kind
from wartable.core.game import Refused
from wartable.core.phrases import count
from wartable.core.rules import belongs, code, decode, plain
from wartable.drawing.scene import Id

from .box import Box, Encounter
from .chances import against, attack_chances, begun, chance, monsters_of
from .decisions.attack import Attack
from .decisions.move import Move
from .naming import army, city_name, creature, creatures, hero_name, spawners_in, square, tile_at
from .rules.realm import (
    city_at,
    distance,
    enemy_at,
    has_armed_heroes,
    has_slot,
    is_defended,
    monster_tier,
    neighbour,
    realm_value,
)
from .state import NOBODY, Kind, State, Token
from .values import Creature
from .ways import movers, way

RULES = {
    "space-": 903, "token-": 104, "monster-": 1102, "mine-": 1202, "city-": 1401, "hero-": 804, "own-": 901,
    "item-": 1308, "loose-": 1305, "loot-": 1305, "troop-": 105, "garrison-": 704, "spawner-": 603, "hall-": 701,
    "amount-": 712, "promote": 705, "hire": 801, "rampart": 1903, "stay": 905, "end": 906, "done": 303, "join-": 1103,
    "form-": 1503, "squad-": 1602, "unit-": 1504, "divide": 1504, "waiting-": 1501, "rolls-0": 1605, "rolls-1": 1606,
    "retreat": 1702, "die-": 1604, "tens-": 1509, "ones-": 1509, "hundreds": 1509, "value-": 1804, "ledger": 1804,
    "income-": 402, "stock-": 401, "mines-": 402, "name-": 1801,
}  # fmt: skip


def goal(view: State, box: Box, seat: int) -> str:
    realms = [(owner, int(plain(realm_value)(view, box, owner))) for owner in range(box.seats)]
    stand = ", ".join(f"{{{owner}}} {'out' if view.players[owner].out else value}" for owner, value in realms)
    if box.campaign:
        return f"The last realm left. Realm values now: {stand}."
    return f"The highest realm value after day {int(box.days)}, or the last realm left: {stand}."


def odds(view: State, box: Box, seat: int, action: int) -> str:
    """The odds of a fight: in the current battle, or on the tile that a hero steps onto."""
    if view.in_battle:
        wins = f"The attacker wins about {percent(chance(view, box, action))} of such battles."
        return f"{skirmish_odds(view, box, action)}{wins}" if belongs(Attack, action) else wins
    if not belongs(Move, action):
        return ""
    move = decode(Move, action)
    hero = view.players[seat].heroes[move.hero]
    target = plain(neighbour)(box, hero.tile, move.direction)
    return landing_odds(view, box, seat, move.hero, int(target)) if target != NOBODY and any(hero.troops) else ""


def skirmish_odds(view: State, box: Box, action: int) -> str:
    squad, target = decode(Attack, action)
    wins, loses = attack_chances(view, box, squad, target)
    return f"The skirmish: won {percent(wins)}, lost {percent(loses)}. "


def landing_odds(view: State, box: Box, seat: int, hero: int, target: int) -> str:
    """The enemies on a tile, in the order in which they are met (HE-10.1), and the hero's chance to beat them."""
    tile, numbers = view.tiles[target], box.numbers
    defender = defender_on(view, box, seat, target)
    if defender != NOBODY and tile.token != Token.MONSTER:
        tried = begun(view, box, seat, hero, target, defender)
        return f"A battle with {army(tried.battle.armies[1].troops)}: won about {percent(chance(tried, box))}."
    if tile.guards and tile.token in (Token.MONSTER, Token.MINE, Token.CITY):
        wins = against(view, box, seat, hero, tile.tier, [(1.0, tile.guards)])
        return f"A fight with {creatures(tile.tier - 1, tile.guards)}: won about {percent(wins)}."
    tier = int(plain(monster_tier)(view, box))

    def beats(dice: int, plus: int = 0) -> float:
        return against(view, box, seat, hero, tier, monsters_of(dice, plus))

    if tile.token == Token.MONSTER:
        fights = [dice for met, dice in zip(box.encounter, box.encounter_dice, strict=True) if met == Encounter.FIGHT]
        wins = sum(beats(dice) for dice in fights) / max(1, len(fights))
        return f"They are {creature(tier - 1)}; a fight is won about {percent(wins)}."
    if tile.token == Token.CITY and view.cities[tile.mark].owner == NOBODY:
        wins = beats(numbers.neutral_dice)
        return f"{numbers.neutral_dice}d6 {creature(tier - 1)} defend it, beaten about {percent(wins)}."
    if tile.token == Token.MINE and tile.owner != seat:
        wins = beats(numbers.guard_dice, numbers.guard_plus)
        return f"Guardians are {creature(tier - 1)}, beaten about {percent(wins)}."
    return ""


def defender_on(view: State, box: Box, seat: int, tile: int) -> int:
    """The other player who has anybody to fight on a tile, or NOBODY."""
    city = plain(city_at)(view, tile)
    owner = view.cities[city].owner if city != NOBODY else plain(enemy_at)(view, box, seat, tile)
    if owner in (NOBODY, seat):
        return NOBODY
    fights = plain(is_defended)(view, city) if city != NOBODY else plain(has_armed_heroes)(view, owner, tile)
    return int(owner) if fights else NOBODY


def guarded(box: Box) -> float:
    """The share of mines with guardians."""
    faces, least = (20, box.numbers.guard_from_d20) if box.d20_guards else (10, box.numbers.guard_from)
    return float((faces + 1 - int(least)) / faces)


def percent(share: float) -> str:
    """A chance in percent; 0% and 100% only if it is certain."""
    return f"{min(99, max(1, round(100 * share))) if 0.0 < share < 1.0 else round(100 * share)}%"


def route(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> tuple[int, ...]:
    """The steps of a hero to a tile further away, over tiles where nothing happens; none where there is no such way.

    A hero that alone can still move need not be touched. The goal is a tile, or whoever or whatever stands on it.
    """
    if plain(frame_kind)(view) != Kind.EXPLORE:
        return ()
    heroes = [int(thing[7:]) for thing in touched if thing.startswith(f"hero-{seat}-")] or movers(view, seat)
    goals = [tile for tile in (tile_of(view, box, seat, thing) for thing in touched) if tile is not None]
    if len(heroes) != 1 or len(goals) != 1:
        return ()
    return tuple(code(Move(heroes[0], direction)) for direction in way(view, box, seat, heroes[0], goals[0]))


def walk_facts(view: State, box: Box, seat: int, thing: str) -> tuple[str, ...]:
    """The distance of a thing on the map from each of the seat's heroes that can still move."""
    if plain(frame_kind)(view) != Kind.EXPLORE or not 0 <= seat < box.seats:
        return ()
    goal = tile_of(view, box, seat, thing)
    if goal is None:
        return ()
    facts = []
    for number in movers(view, seat):
        hero = view.players[seat].heroes[number]
        steps = way(view, box, seat, number, goal)
        have = f"{hero_name(seat, number)}, who has {hero.moves}"
        if steps:
            facts.append(f"{count(len(steps), 'step')} for {have}")
        elif goal != hero.tile:
            near = plain(distance)(box, hero.tile, goal) <= hero.moves
            facts.append(f"{'Something lies on every way' if near else 'Too far'} for {have}")
    return tuple(facts)


def tile_of(view: State, box: Box, seat: int, thing: str) -> int | None:
    """The tile of a touched thing; None for one's own heroes, which are touched to be moved."""
    kind, _, name = thing.partition("-")
    if kind == "city" and name.isdigit():
        return int(view.cities[int(name)].tile)
    if kind == "hero" and not thing.startswith(f"hero-{seat}-"):
        owner, _, number = name.partition("-")
        return int(view.players[int(owner)].heroes[int(number)].tile)
    return tile_named(box, thing)


def tile_named(box: Box, thing: str) -> int | None:
    return tile_at(box, thing.partition("-")[2]) if thing.startswith(("space-", "token-")) else None


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    """The text that touching these things stands for."""
    asked = plain(frame_kind)(view)
    match [Id.read(thing).parts for thing in touched]:
        case [("city" | "hall", int(city))] if asked == Kind.ACQUIRE:
            return no_recruits(view, box, seat, city)
    goals = [tile for tile in (tile_of(view, box, seat, thing) for thing in touched) if tile is not None]
    if asked == Kind.EXPLORE and goals:
        heroes = [word_of(view, seat, thing) for thing in touched if thing.startswith(("hero-", "own-"))]
        return f"move {' '.join(heroes)} {square(box, goals[-1])}"
    return " ".join(word for word in (word_of(view, seat, thing) for thing in touched) if word) or None


def no_recruits(view: State, box: Box, seat: int, city: int) -> Refused | None:
    """Why nobody can be recruited in a touched city."""
    name = city_name(view, box, city)
    if view.cities[city].owner != seat:
        return Refused(701, f"{name} is not your city")
    built = spawners_in(view, city)
    if not built:
        return Refused(703, f"there is no spawner in {name} yet; build one, and it recruits")
    if not any(plain(has_slot)(view, box, city, kind) for kind in built):
        there = army(view.cities[city].garrison)
        return Refused(704, f"the garrison of {name} has {box.numbers.slots} slots and holds {there}")
    return Refused(702, f"nothing is left to pay for recruits in {name}")


def word_of(view: State, seat: int, thing: str) -> str:
    what, _, rest = thing.partition("-")
    if what in ("space", "token"):
        return f"city {rest}" if plain(frame_kind)(view) == Kind.PLACE_CITY else rest
    if what == "own" or thing.startswith(f"hero-{seat}-"):
        return f"h{int(rest.rpartition('-')[2]) + 1}"
    if what == "spawner":
        return f"build {Creature(int(rest.rpartition('-')[2])).typed()}"
    if what in ("hire", "promote", "rampart", "done", "end", "stay", "divide", "retreat"):
        return what
    return ""
