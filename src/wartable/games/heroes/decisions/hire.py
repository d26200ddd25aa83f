"""HE-8.1 to HE-8.3: hire a hero, who stands in the city at once."""

from wartable.core.phrases import count
from wartable.core.rules import change, rule

from ..box import Box
from ..naming import goods, hero_name, next_hero
from ..notes import Counter, Told
from ..rules.realm import hero_count
from ..rules.refusing import owns
from ..state import HEROES, Resource, State
from ..values import Action, City


class Hire(Action):
    city: City

    when = 801
    notation = "hire {city}"
    reads = "hire | recruit hero | buy hero | train hero: {city}"
    label = "Hire {who} in {city} for {at.box.numbers.hero_coins} coins"
    touches = "hire hall-{city}"
    facts = {
        801: lambda it: f"A hero costs {it.fee}; you have {it.coins}." if it.city.is_own else f"{it.city.whose}.",
        802: "You have {limit}, which is the most there may be.",
    }

    @property
    def who(self) -> str:
        hero = next_hero(self.at.view, self.at.seat)
        return "a hero" if hero is None else f"the hero {hero_name(self.at.seat, hero)}"

    @property
    def fee(self) -> str:
        return goods(Resource.COINS, self.at.box.numbers.hero_coins)

    @property
    def coins(self) -> str:
        return goods(Resource.COINS, self.at.own.stock[Resource.COINS])

    @property
    def limit(self) -> str:
        return count(self.at.box.hero_limit, "hero", "heroes")


@rule
def can_hire(s: State, box: Box, seat: int) -> bool:
    """HE-8.1, HE-8.2."""
    return s.players[seat].stock[Resource.COINS] >= box.numbers.hero_coins and hero_count(s, seat) < box.hero_limit


@rule
def apply(s: State, box: Box, seat: int, it: Hire) -> None:
    """HE-8.3."""
    player = s.players[seat]
    player.stock[Resource.COINS] -= box.numbers.hero_coins
    for number in range(HEROES):
        hero = player.heroes[number]
        if hero.here == 0:
            hero.here = 1
            hero.tile = s.cities[it.city].tile
            change(box, Told.HIRES, 801, seat, Counter.HEROES, 1, hero_count(s, seat), number, hero.tile)
            left = player.stock[Resource.COINS]
            change(box, Told.PAYS, 801, seat, Counter.COINS, -box.numbers.hero_coins, left)
            return


@rule
def refuse(s: State, box: Box, seat: int, it: Hire) -> int:
    if not owns(s, box, seat, it.city):
        return 801
    heroes = 0
    for hero in range(HEROES):
        heroes += s.players[seat].heroes[hero].here
    if heroes >= box.hero_limit:
        return 802
    return 801 if s.players[seat].stock[Resource.COINS] < box.numbers.hero_coins else 0
