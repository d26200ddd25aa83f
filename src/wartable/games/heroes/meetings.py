"""What a hero would meet on a tile, in words."""

from wartable.core.compiled import plain

from .naming import TOKEN_NAMES, army, city_name, creatures, hero_name, with_article
from .rules.realm import is_defended
from .state import HEROES, NOBODY, Token
from .values import Table


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
