"""HE-9.3, HE-10.2 to HE-10.5: a hero moves one step. Without troops it enters no place where it would have to fight."""

from wartable.core.phrases import count
from wartable.core.rules import Ints, Refused, Text, ask_all, code, note, plain, put, rule

from ..box import Box
from ..naming import DIRECTIONS, TOKEN_NAMES, army, city_name, creatures, hero_name, square, tile_at, with_article
from ..notes import Told
from ..rules.changes import do_something_else
from ..rules.exploration import AT_MONSTER, may_enter_unarmed
from ..rules.realm import distance, is_armed, is_defended, neighbour
from ..rules.refusing import slots_taken
from ..state import HEROES, KINDS, NOBODY, Kind, State, Token
from ..state import Hero as HeroRecord
from ..values import TILE, Action, Hero, Table, Value, ahead, is_hero, words_in
from ..ways import way

COMPASS = {"north": "n", "east": "e", "south": "s", "west": "w", "up": "n", "right": "e", "down": "s", "left": "w"}
COMPASS |= {"northeast": "ne", "southeast": "se", "southwest": "sw", "northwest": "nw"}

NEAR = 6
"""Steps from which an enemy is a danger to a city: most of a day's movement."""


class Direction(Value):
    count = len(DIRECTIONS)

    def typed(self) -> str:
        return DIRECTIONS[self]

    def said(self) -> str:
        return self.words[0]

    @property
    def words(self) -> list[str]:
        return [word for word, short in COMPASS.items() if short == self.typed()]

    def names(self) -> list[str]:
        return [self.typed(), *self.words]


def no_step(it: "Move") -> str:
    if not it.hero.it.here:
        return f"You have no hero {it.hero.number}."
    if not it.hero.it.moves:
        return f"{it.hero.said()} has no movement left this turn."
    return f"There is no tile to the {it.direction.said()} of {it.hero.tile}: that is off the map."


class Move(Action):
    hero: Hero
    direction: Direction

    when = 903
    notation = "{hero} {direction}"
    reads = "move | moves | go | walk | step | - |"
    label = "{hero} {goes}"
    touches = "hero-{at.seat}-{hero} {space}"
    facts = {
        102: "Heroes step north, east, south or west; not over a corner at this table.",
        903: no_step,
        1002: "{hero} has no troops, and there are monsters on {goal}.",
        1003: "{hero} has no troops, and the mine on {goal} has or may have guardians.",
        1004: "{hero} has no troops, and the city {goal} is defended.",
        1005: "{hero} has no troops, and the enemy on {goal} has some.",
    }

    @property
    def is_pointless(self) -> bool:
        """The hero leaves a city of its own without anybody in it, and an enemy with an army is near."""
        start = int(self.hero.it.tile)
        if not any(city.it.owner == self.at.seat and city.it.tile == start for city in self.at.cities):
            return False
        return is_left_empty(self.at, start, self.hero) and is_threatened(self.at, start)

    @property
    def tile(self) -> int:
        return ahead(self.at, self.hero, self.direction)

    @property
    def goal(self) -> str:
        return square(self.at.box, self.tile)

    @property
    def goes(self) -> str:
        if self.tile == NOBODY:
            return f"leaves the map to the {self.direction.said()}"
        return f"moves to {self.goal}{met_on(self.at, self.tile)}"

    @property
    def space(self) -> str:
        return f"space-{self.goal}" if self.tile != NOBODY else "off"


def is_left_empty(at: Table, tile: int, leaving: int) -> bool:
    """Whether nobody is left in a city when a hero leaves it."""
    garrison = next(city.it.garrison for city in at.cities if city.it.tile == tile)
    stays = any(hero != leaving and hero.it.tile == tile and hero.it.troops.sum() for hero in at.heroes)
    return not garrison.sum() and not stays


def is_threatened(at: Table, tile: int) -> bool:
    """Whether an enemy with an army can be there in a day or two."""
    for other in (other for other in range(at.box.seats) if other != at.seat):
        for enemy in at.view.players[other].heroes:
            if enemy.here and enemy.troops.sum() and plain(distance)(at.box, int(enemy.tile), tile) <= NEAR:
                return True
    return False


def met_on(at: Table, tile: int) -> str:
    """All of it, in the order in which it would be met (HE-10.1)."""
    it = at.view.tiles[tile]
    guards = f" ({creatures(it.tier - 1, it.guards)})" if it.guards else ""
    met = [] if it.token == Token.CITY else enemies_on(at, tile)
    if it.token == Token.MONSTER:
        met.insert(0, f"monsters{guards}")
    elif it.token == Token.CITY:
        met.append(city_met(at, it.mark) + guards)
    elif it.token == Token.MINE:
        owner = "your mine" if it.owner == at.seat else "a mine" if it.owner == NOBODY else f"{{{it.owner}}}'s mine"
        met.append(owner + guards)
    elif it.token:
        met.append(with_article(TOKEN_NAMES[it.token]))
    if it.heaps:
        met.append("items" if it.heaps > 1 else "an item that lies there")
    return "".join(f", {words}" for words in met)


def enemies_on(at: Table, tile: int) -> list[str]:
    """The heroes of another player on a tile: an attack."""
    met = []
    for other in range(at.box.seats):
        for number in range(HEROES):
            hero = at.view.players[other].heroes[number]
            if other != at.seat and hero.here and hero.tile == tile:
                met.append(f"attack {{{other}}}'s hero {hero_name(other, number)} ({army(hero.troops)})")
    return met


def city_met(at: Table, city: int) -> str:
    owner, name = at.view.cities[city].owner, city_name(at.view, at.box, city)
    if owner == at.seat:
        return f"home to {name}"
    if owner == NOBODY:
        return f"siege of the neutral city {name}"
    return f"siege of {{{owner}}}'s city {name}{'' if plain(is_defended)(at.view, city) else ', undefended'}"


@rule
def offers(s: State, box: Box, seat: int, own: HeroRecord, hero: int, out: Ints, n: int) -> int:
    armed = is_armed(own.troops)
    for direction in range(box.steps):
        tile = neighbour(box, own.tile, direction)
        if tile != NOBODY and (armed or may_enter_unarmed(s, box, seat, tile)):
            n = put(out, n, Move(hero, direction))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Move) -> None:
    do_something_else(s, seat)
    own = s.players[seat].heroes[it.hero]
    start = own.tile
    own.moves -= 1
    own.tile = neighbour(box, start, it.direction)
    note(box, Told.MOVES, 903, seat, it.hero, start, own.tile, own.moves)
    ask_all(s, Kind.LANDING, 0, it.hero, AT_MONSTER, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Move) -> int:
    own = s.players[seat].heroes[it.hero]
    if own.moves == 0:
        return 903
    if it.direction >= box.steps:
        return 102
    east = (0, 1, 0, -1, 1, 1, -1, -1)[it.direction]
    south = (-1, 0, 1, 0, -1, 1, 1, -1)[it.direction]
    x = own.tile % box.width + east
    y = own.tile // box.width + south
    if x < 0 or y < 0 or x >= box.width or y >= box.height:
        return 903
    for kind in range(KINDS):
        if own.troops[kind] > 0:
            return 0
    return refuse_unarmed(s, box, seat, y * box.width + x)


@rule
def refuse_unarmed(s: State, box: Box, seat: int, tile: int) -> int:
    token = s.tiles[tile].token
    if token == Token.MONSTER:
        return 1002
    if token == Token.MINE and (s.tiles[tile].owner != seat or s.tiles[tile].guards > 0):
        return 1003
    if token == Token.CITY and s.cities[s.tiles[tile].mark].owner == NOBODY:
        return 1004
    if token == Token.CITY and s.cities[s.tiles[tile].mark].owner != seat and slots_taken(s, s.tiles[tile].mark) > 0:
        return 1004
    for other in range(box.seats):
        for hero in range(HEROES):
            theirs = s.players[other].heroes[hero]
            if other != seat and theirs.here == 1 and theirs.tile == tile:
                for kind in range(KINDS):
                    if theirs.troops[kind] > 0:
                        return 1004 if token == Token.CITY else 1005
    return 0


def read(text: Text) -> int | Refused | None:
    """A hero and a direction, or a hero (or the tile it stands on) and a tile: `h1 e`, `alda c3`, `b3 c3`.

    A letter alone may be what is left of a tile or of another word, and is asked back.
    """
    ways = [COMPASS.get(word, word) for word in text.words if COMPASS.get(word, word) in DIRECTIONS]
    named = words_in(text, TILE)
    by_name = bool(named) and is_hero(named[0])
    tiles = named[1:] if by_name else named
    is_slip = text.has(*DIRECTIONS) and (text.has("to") or not named)
    if is_slip or len(ways) + bool(tiles) != 1 or len(tiles) + by_name > 2 or words_in(text, r"\d+"):
        return too_vague(text, bool(ways), by_name)
    by_tile = len(tiles) == 2
    hero = hero_on(text.at, tiles[0]) if by_tile else Hero.read(Text(text.at, named[:1] if by_name else []), Move)
    if isinstance(hero, Refused):
        return hero
    return code(Move(hero, DIRECTIONS.index(ways[0]))) if ways else step_to(text.at, Hero(hero, text.at), tiles[-1])


def too_vague(text: Text, way: bool, hero: bool) -> Refused | None:
    """More or less than one step of one hero; None where no hero or step is meant at all."""
    if not (way or hero or text.has("hero", "roll", "fight", "capture")):
        return None
    more = "A hero moves one tile at a time; say" if way else "Say which hero moves and"
    return Refused(903, f"{more} which way, as in h1 e.")


def hero_on(at: Table, name: str) -> int | Refused:
    """The player's hero on a tile that is named, the one with the most movement left."""
    tile = tile_at(at.box, name)
    there = [hero for hero in at.heroes if hero.it.tile == tile]
    return (
        max(there, key=lambda hero: hero.it.moves) if there else Refused(903, f"None of your heroes stands on {name}.")
    )


def step_to(at: Table, hero: Hero, name: str) -> int | Refused:
    """The step of a hero to a tile that is named."""
    target = tile_at(at.box, name)
    for direction in range(Direction.count):
        if target is not None and ahead(at, hero, direction) == target:
            return code(Move(hero, direction))
    return Refused(903, too_far(at, hero, name, target))


def too_far(at: Table, hero: Hero, name: str, target: int | None) -> str:
    """Why a hero does not get to a tile that is not next to it."""
    if target is None:
        return f"{name} is off the map."
    if target == hero.it.tile:
        return f"{hero.said()} stands on {name} already."
    left = count(hero.it.moves, "step", "steps")
    away = plain(distance)(at.box, hero.it.tile, target)
    if away > hero.it.moves:
        return f"{name} is {count(away, 'step', 'steps')} from {hero.tile}, and {hero.said()} has {left} left."
    if not way(at.view, at.box, at.seat, hero, target):
        return f"Something lies on every way from {hero.tile} to {name} in {left}: go there tile by tile."
    return f"{name} is not next to {hero.tile}; a hero moves one tile at a time and has {left} left."
