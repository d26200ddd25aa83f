"""Finds the installed games: folders of `wartable.games`, and the entry points `wartable.games` of other packages.

A game that cannot be used does not affect others: it is left out, and `broken_games` gives the error.
"""

import copyreg
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from wartable.errors import BrokenGame, UnknownGame
from wartable.languages import FOLDER, languages_in

from .blame import place_of, said
from .game import Game
from .older import find_older

GAMES_GROUP = "wartable.games"
_FOLDER = Path(__file__).resolve().parent.parent / "games"
_found: dict[str, Game] = {}
"""A cache of games that were looked up: looking at other packages reads files."""
_broken: dict[str, BrokenGame] = {}


def _own() -> set[str]:
    return {path.parent.name for path in _FOLDER.glob("*/__init__.py")}


@cache
def _offered(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The games that packages on a path offer. Looking reads a file of each package, so it is done once."""
    return tuple(entry_points(group=GAMES_GROUP))


def _plugins() -> dict[str, EntryPoint]:
    """The games of other packages; a name that is taken cannot be offered again."""
    return {entry.name: entry for entry in _offered(tuple(sys.path)) if entry.name not in _own()}


def game_names() -> list[str]:
    """The names of all games, without loading them."""
    return sorted(_own() | set(_plugins()))


@cache
def _load(name: str) -> Game:
    entry = _plugins().get(name)
    module = f"wartable.games.{name}" if entry is None else entry.module
    try:
        game: Game = import_module(module).GAME
        if game.name != name:
            raise TypeError(f"the game calls itself {game.name!r}, and is offered as {name!r}")
        _open(game)
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"{name}: {_reason(error, module)}") from error
    return game


def _open(game: Game) -> None:
    """Read what every table of the game needs: its rules and its data."""
    if not game.rulebook.rules:
        raise ValueError("RULES.md has no rule: rules are paragraphs that begin like **AB-1.1**")
    game.new_box()


def _reason(error: BaseException, module: str) -> str:
    """The error, and its line in the game's files."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        spec = None
    folder = Path(spec.origin).parent if spec is not None and spec.origin else _FOLDER
    place = place_of(error, folder)
    return f"{said(error)} ({place})" if place else said(error)


def find_game(name: str) -> Game:
    """The game of that name; `city-of-iron` and `City of Iron` find city_of_iron. BrokenGame if it cannot be used.

    `metals@1` is its version 1, if that is kept (see `older.py`).
    """
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in _broken:
        raise _broken[wanted]
    stem, _, version = wanted.partition("@")
    if version.isdecimal():
        today = find_game(stem)
        return today if today.version == int(version) else find_older(today.name, int(version))
    if wanted not in _found:
        names = game_names()
        if wanted not in names:
            raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names)}")
        _found[wanted] = _load(wanted)
    return _found[wanted]


# A game is found by its name again, in another process or in a copy.
copyreg.pickle(Game, lambda game: (find_game, (game.name,)))


def all_games() -> list[Game]:
    """All games that can be used."""
    return [game for game in map(_try, game_names()) if game is not None]


def _try(name: str) -> Game | None:
    if name in _broken:
        return None
    try:
        return _load(name)
    except BrokenGame as error:
        _broken[name] = error
        return None


@cache
def languages() -> tuple[str, ...]:
    """The languages that something is translated into, and English."""
    return tuple(sorted({"en", *languages_in(FOLDER), *(one for game in all_games() for one in game.languages)}))


def broken_games() -> dict[str, BrokenGame]:
    """The installed games that cannot be used, with their errors."""
    all_games()
    taken = [entry for entry in _offered(tuple(sys.path)) if entry.name in _own()]
    clashes = {
        f"{entry.name} of {entry.module}": BrokenGame(
            f"{entry.name} of {entry.module}: there is a game of that name already; choose another"
        )
        for entry in taken
    }
    return {**_broken, **clashes}
