"""What the fields of actions mean: how a city, a hero, a creature, a number is typed, said, touched and read."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wartable.core import actions, values
from wartable.core.rules import Refused, Text, plain, top

from .box import CREATURE_PRICE, PROMOTION_PRICE, SPAWNER_PRICE, Box
from .naming import (
    CREATURES,
    ITEM_KIND_NAMES,
    SQUAD_LETTERS,
    city_name,
    city_tile,
    creature,
    creatures,
    goods,
    hero_name,
    price,
    square,
    tile_at,
    town,
    town_on,
)
from .rules.realm import city_at, garrison_of, neighbour
from .state import (
    CITIES,
    HEROES,
    ITEM_KINDS,
    KINDS,
    NOBODY,
    RESOURCES,
    SQUADS,
    TIERS,
    TILES,
    Amount,
    Army,
    Player,
    SquadsFrame,
    State,
)
from .state import City as CityRecord
from .state import Hero as HeroRecord
from .state import Tile as TileRecord

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True)
class Table(values.Table):
    view: State
    box: Box

    @property
    def own(self) -> Player:
        return self.view.players[self.seat]

    @property
    def cities(self) -> "list[City]":
        return [City(city, self) for city in range(self.box.seats + self.box.neutral_cities)]

    @property
    def heroes(self) -> "list[Hero]":
        """The seat's heroes on the map."""
        return [Hero(hero, self) for hero in range(HEROES) if self.own.heroes[hero].here]

    @property
    def side(self) -> int:
        """The seat's side in the battle that is on."""
        return 0 if self.view.battle.armies[0].seat == self.seat else 1

    @property
    def other_side(self) -> int:
        return 1 - self.side

    @property
    def army(self) -> Army:
        """The army whose squads are formed."""
        return self.view.battle.armies[top(self.view, SquadsFrame).side]

    @property
    def names(self) -> dict[str, str]:
        """What cities and the player's own heroes are called: `ravenhold` is a1, `alda` is h1."""
        tiles = [city.it.tile for city in self.cities] if self.view.day else []
        heroes = {hero_name(self.seat, hero).lower(): f"h{hero + 1}" for hero in range(HEROES)}
        return {town_on(self.box, tile).lower(): square(self.box, tile) for tile in tiles} | heroes


class Action(actions.Action):
    at: Table

    @classmethod
    def seen(cls, at: Table, *fields: int) -> "Self":
        """The action as words know it."""
        it = cls(*(kind(number, at) for kind, number in zip(cls.fields.values(), fields, strict=True)))
        it.at = at
        return it


class Value(values.Value):
    at: Table


@dataclass(frozen=True)
class Price:
    """A row of the price list, so many times."""

    at: Table
    row: int
    times: int = 1

    def __mul__(self, times: int) -> "Price":
        return replace(self, times=self.times * times)

    def __str__(self) -> str:
        return price(self.at.box.price[self.row], self.times)

    @property
    def against_stock(self) -> str:
        """`5 coins and 5 wood; you have 3 coins and 10 wood`."""
        needed = [resource for resource in range(RESOURCES) if self.at.box.price[self.row, resource]]
        return f"{self}; you have {' and '.join(goods(one, self.at.own.stock[one]) for one in needed)}"


class Tile(Value):
    """A tile of the map: `c3`."""

    count = TILES

    @property
    def it(self) -> TileRecord:
        return self.at.view.tiles[self]

    @property
    def is_on_map(self) -> bool:
        return self < self.at.box.width * self.at.box.height

    @property
    def town(self) -> str:
        """The name of a city on it."""
        return town_on(self.at.box, self)

    def typed(self) -> str:
        return square(self.at.box, self)

    def touched(self) -> str:
        return self.typed()


class City(Value):
    """A city: typed as its tile, said by its name."""

    count = CITIES

    @property
    def it(self) -> CityRecord:
        return self.at.view.cities[self]

    def typed(self) -> str:
        return city_tile(self.at.view, self.at.box, self)

    def said(self) -> str:
        return city_name(self.at.view, self.at.box, self)

    def names(self) -> tuple[str, ...]:
        return self.typed(), self.said(), "city"

    @property
    def is_own(self) -> bool:
        return self < len(self.at.cities) and self.it.owner == self.at.seat

    @property
    def whose(self) -> str:
        """Whose it is, for somebody who does not own it."""
        if self >= len(self.at.cities) or not self.at.view.day:
            return "There is no such city"
        where = town(self.at.view, self.at.box, self)
        return f"{where} is a neutral city" if self.it.owner == NOBODY else f"{where} belongs to {{{self.it.owner}}}"

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        """The city that is named, or the player's only one."""
        at: Table = text.at
        own = [city for city in at.cities if city.is_own]
        names = ", ".join(town(at.view, at.box, city) for city in own) or "none"
        named = [word for word in words_in(text, TILE) if not re.fullmatch(r"t\d+", word) or is_city(at, word)]
        if len(named) > 1:
            return Refused(action.when, f"Say one city. Yours: {names}.")
        if not named:
            return own[0] if len(own) == 1 else Refused(action.when, f"Say in which city. Yours: {names}.")
        tile = tile_at(at.box, named[0])
        if tile is None:
            return Refused(action.when, f"{named[0]} is off the map. Your cities: {names}.")
        city = int(plain(city_at)(at.view, tile))
        return city if city >= 0 else Refused(action.when, f"There is no city on {named[0]}. Your cities: {names}.")


class Creature(Value):
    """A kind of creature: `t2`, armoured `t2+`; said in the plural."""

    count = KINDS

    def typed(self) -> str:
        return f"t{self % TIERS + 1}{'+' if self >= TIERS else ''}"

    def said(self) -> str:
        return creature(self)

    def counted(self, number: int) -> str:
        return creatures(self, number)

    @property
    def one(self) -> str:
        return self.counted(1)

    @property
    def price(self) -> Price:
        return Price(self.at, CREATURE_PRICE + self)

    @property
    def spawner(self) -> Price:
        return Price(self.at, SPAWNER_PRICE + self)

    @property
    def below(self) -> "Creature":
        """The kind of the tier below, of the same rank."""
        return Creature(self - 1, self.at)

    @property
    def plain(self) -> "Creature":
        return Creature(self % TIERS, self.at)

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        kinds = list(dict.fromkeys(kinds_in(text)))
        if not kinds:
            return Refused(105, "Say which creatures: t1 for goblins to t5 for dragons, with + for armoured ones.")
        if NOBODY in kinds:
            return Refused(105, "There are five creatures, plain and armoured: t1 to t5, t1+ to t5+.")
        if len(kinds) > 1:
            return Refused(action.when, f"One kind at a time: {' or '.join(map(creature, kinds))}.")
        return kinds[0] % cls.count


class Unarmoured(Creature):
    """A kind of the first rank, which can be promoted."""

    count = TIERS

    @property
    def promotion(self) -> Price:
        return Price(self.at, PROMOTION_PRICE + self)

    @property
    def armoured(self) -> Creature:
        return Creature(self + TIERS, self.at)


class Purchase(Value):
    """How many are bought (HE-7.12): one, five, or all that can be paid for, which is `most` of the action."""

    count = len(Amount)

    def typed(self) -> str:
        return ("x1", "x5", "max")[self]

    def names(self) -> tuple[str, ...]:
        return (self.typed(), "all") if self == Amount.MOST else (self.typed(),)

    def of(self, most: int) -> int:
        return (1, 5, most)[self]

    @property
    def remark(self) -> str:
        return ", all you can pay for" if self == Amount.MOST else ""

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        """A number that is the same as all of them is all of them."""
        most, number = action.most if action.has_spawner else 0, number_in(text, action.when)
        if isinstance(number, Refused):
            return number
        if text.has("max", "all") or most < 1 or number == most or (number is None and most == 1):
            return Amount.MOST
        if number is None:
            return Refused(712, f"Say how many: one (x1), five (x5), or all you can pay for (max), which are {most}.")
        if number in (1, 5):
            return Amount.ONE if number == 1 else Amount.SOME
        if number > most:
            return Refused(712, f"You can pay for {most}, and not for {number}.")
        several = f"; {number} takes several" if number else ""
        return Refused(712, f"They come one (x1) or five (x5) at a time, or all you can pay for (max){several}.")


class Share(Value):
    """How many change hands (HE-7.12): one, half, or all of those that the giver has, `most` of the action."""

    count = len(Amount)

    def typed(self) -> str:
        return ("1", "half", "all")[self]

    @property
    def words(self) -> str:
        return ("One", "Half of them", "All of them")[self]

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        """A number that is the same as one, half or all is that."""
        have, number = action.most, number_in(text, action.when)
        if isinstance(number, Refused):
            return number
        if text.has("half"):
            return Amount.SOME
        if text.has("all") or have == 0 or (number is None and have == 1):
            return Amount.MOST
        if number is None:
            return Refused(action.several, f"Say how many of {have}: 1, half or all.")
        if number > have:
            return Refused(action.several, f"There are {have}, and not {number}.")
        fits = {1: Amount.ONE, (have + 1) // 2: Amount.SOME, have: Amount.MOST}
        several = f"; {number} of {have} takes several moves" if number else ""
        once = Refused(action.several, f"They are moved one at a time, by half or all together{several}.")
        return fits.get(number, once)


class Hero(Value):
    """One of the seat's heroes: `h1`, said by name."""

    count = HEROES

    @property
    def it(self) -> HeroRecord:
        return self.at.own.heroes[self]

    def typed(self) -> str:
        return f"h{self + 1}"

    def said(self) -> str:
        return hero_name(self.at.seat, self)

    def names(self) -> tuple[str, ...]:
        return self.typed(), self.said(), self.tile, "hero"

    @property
    def tile(self) -> str:
        return square(self.at.box, self.it.tile)

    @property
    def town(self) -> str:
        """The name of the city on whose tile it stands."""
        return town_on(self.at.box, self.it.tile)

    @property
    def is_home(self) -> bool:
        """Whether it stands in a city of its player."""
        return bool(plain(garrison_of)(self.at.view, self.at.seat, self) >= 0)

    @property
    def number(self) -> int:
        return self + 1

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        """The hero that is named, or the player's only one on the map."""
        here: list[Hero] = text.at.heroes
        listed = f"Your heroes: {', '.join(f'{hero.said()} ({hero.typed()})' for hero in here) or 'none'}."
        named = [int(word[1:]) - 1 for word in words_in(text, r"h\d")]
        if len(named) > 1:
            return Refused(action.when, f"Say one hero. {listed}")
        if named:
            return named[0] if named[0] in here else Refused(action.when, f"You have no hero {named[0] + 1}. {listed}")
        return here[0] if len(here) == 1 else Refused(action.when, f"Say which hero. {listed}")


class ItemKind(Value):
    count = ITEM_KINDS

    def typed(self) -> str:
        return self.said().replace(" ", "-")

    def said(self) -> str:
        return ITEM_KIND_NAMES[self]

    @classmethod
    def named(cls, text: Text) -> int | None:
        found = cls.named_in(text)
        return found[0] if len(found) == 1 else None


class Squad(Value):
    """A squad: `A`."""

    count = SQUADS

    def typed(self) -> str:
        return SQUAD_LETTERS[self]

    def names(self) -> tuple[str, ...]:
        return self.typed(), "squad"

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        named = words_in(text, "[a-z]")
        if len(named) != 1:
            return Refused(action.when, action.ask_squad)
        squad = ord(named[0]) - ord("a")
        return squad if squad < SQUADS else Refused(1501, most_squads(text.at))


# What words name

TILE = r"[a-wyz]\d+"


def is_hero(word: str) -> bool:
    """`h1` is a hero, and `h10` a tile: no player has ten heroes."""
    return bool(re.fullmatch(rf"h[1-{HEROES}]", word))


def words_in(text: Text, pattern: str) -> list[str]:
    """The words of a text that are such, names of cities and heroes being their tiles and numbers."""
    names = text.at.names
    return [word for word in (names.get(said, said) for said in text.words) if re.fullmatch(pattern, word)]


def is_city(at: Table, name: str) -> bool:
    tile = tile_at(at.box, name)
    return tile is not None and bool(plain(city_at)(at.view, tile) >= 0)


def kinds_in(text: Text) -> list[int]:
    """The kinds of creature that are named, NOBODY for a tier that there is not; on a wide map t3 can be a city."""
    typed = words_in(text, r"t\d+\+?")
    if len(typed) > 1 and is_city(text.at, typed[0].rstrip("+")):
        typed = typed[1:]
    tiers = [(int(word[1:].rstrip("+")), TIERS * word.endswith("+")) for word in typed]
    rank = TIERS * text.has("armoured")
    called = [CREATURES.index(word.removesuffix("s")) + rank for word in words_in(text, rf"({'|'.join(CREATURES)})s?")]
    return [tier - 1 + above if 1 <= tier <= TIERS else NOBODY for tier, above in tiers] + called


def number_in(text: Text, when: int) -> int | Refused | None:
    """How many are named: 5, x5, a goblin."""
    named = [word.removeprefix("x") for word in words_in(text, r"x?\d+")]
    if len(named) > 1:
        return Refused(when, f"Say one number, not {' and '.join(named)}.")
    article = 1 if {"a", "an"}.intersection(text.words[:-1]) else None
    return int(named[0]) if named else article


def most_squads(at: Table) -> str:
    most = at.box.numbers.squads
    return f"There are at most {most} squads: A to {SQUAD_LETTERS[most - 1]}."


def ahead(at: Table, hero: int, direction: int) -> int:
    """The tile one step away, NOBODY off the map."""
    return int(plain(neighbour)(at.box, at.own.heroes[hero].tile, direction))
