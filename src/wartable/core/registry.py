"""Games are found by looking: folders of `wartable.games`, and what other packages offer as `wartable.games`."""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from .errors import UnknownGame
from .game import Game

GAMES_GROUP = "wartable.games"
_FOLDER = Path(__file__).resolve().parent.parent / "games"
_found: dict[str, Game] = {}
"""Games that were asked for: what other packages offer is looked up once, since that reads files."""


def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GAMES_GROUP)}


def game_names() -> list[str]:
    """The names of all games, without loading them."""
    own = {path.parent.name for path in _FOLDER.glob("*/__init__.py")}
    return sorted(own | set(_plugins()))


@cache
def _load(name: str) -> Game:
    entry = _plugins().get(name)
    module = import_module(f"wartable.games.{name}") if entry is None else import_module(entry.module)
    game: Game = module.GAME
    return game


def find_game(name: str) -> Game:
    """The game of that name; `city-of-iron` and `City of Iron` find city_of_iron."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in _found:
        names = game_names()
        if wanted not in names:
            raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names)}")
        _found[wanted] = _load(wanted)
    return _found[wanted]


def all_games() -> list[Game]:
    return [_load(name) for name in game_names()]
