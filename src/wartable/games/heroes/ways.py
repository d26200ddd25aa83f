"""Ways over the map, for those who look where a hero can go."""

from wartable.compiler.mode import plain

from .box import Box
from .rules.realm import neighbour
from .state import NOBODY, State, Token


def way(view: State, box: Box, seat: int, hero: int, goal: int) -> tuple[int, ...]:
    """The directions of a hero to a tile, over tiles where nothing happens; none where there is no such way."""
    own = view.players[seat].heroes[hero]
    others = [player for owner, player in enumerate(view.players) if owner != seat]
    taken = {one.tile for player in others for one in player.heroes if one.here}
    ways: dict[int, tuple[int, ...]] = {own.tile: ()}
    for _ in range(own.moves):
        for tile, gone in list(ways.items()):
            for direction in range(box.steps) if not gone or is_open(view, seat, tile, taken) else ():
                ahead = int(plain(neighbour)(box, tile, direction))
                if ahead != NOBODY and ahead not in ways:
                    ways[ahead] = (*gone, direction)
        if goal in ways:
            return ways[goal]
    return ()


def movers(view: State, seat: int) -> list[int]:
    """The heroes of a seat that can still move."""
    return [number for number, hero in enumerate(view.players[seat].heroes) if hero.here and hero.moves]


def is_open(view: State, seat: int, tile: int, taken: set[int]) -> bool:
    """Whether a hero passes a tile without anything happening there: an own city or a free mine is no hindrance."""
    there = view.tiles[tile]
    owner = view.cities[there.mark].owner if there.token == Token.CITY else there.owner
    own = there.token in (Token.MINE, Token.CITY) and owner == seat and not there.guards
    return (not there.token or own) and tile not in taken
