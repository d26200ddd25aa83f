"""The games that are installed, looked up once: looking through installed packages takes a while."""

from functools import cache

from wartable.core import registry
from wartable.core.game import Game


@cache
def all_games() -> tuple[Game, ...]:
    return tuple(registry.all_games())


def find_game(name: str) -> Game:
    """The game of that name; UnknownGame where there is none."""
    known = {game.name: game for game in all_games()}
    return known[name] if name in known else registry.find_game(name)
