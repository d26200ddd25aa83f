"""The games that are installed, looked up once: looking through installed packages takes a while; and their boxes."""

import json
from functools import cache

import sqlalchemy as sa

from wartable.core import registry
from wartable.core.game import Game
from wartable.core.record import Record

from ..storage.schema import matches

MOST_BOXES = 128
_boxes: dict[tuple[str, str, int], tuple[Game, Record]] = {}


@cache
def all_games() -> tuple[Game, ...]:
    return tuple(registry.all_games())


def find_game(name: str) -> Game:
    """The game of that name; UnknownGame where there is none."""
    known = {game.name: game for game in all_games()}
    return known[name] if name in known else registry.find_game(name)


def of_todays_rules() -> sa.ColumnElement[bool]:
    """Whether a match is of rules that are here, so that it can go on."""
    return sa.or_(*(sa.and_(matches.c.game == game.name, matches.c.rules == game.version) for game in all_games()))


def box_for(game: Game, options: str, seats: int) -> Record:
    """The Box of a table with these options (JSON): one for all such tables, since nothing changes it."""
    key = (game.name, options, seats)
    known = _boxes.get(key)
    if known is None or known[0] is not game:
        if len(_boxes) >= MOST_BOXES:
            _boxes.clear()
        known = _boxes[key] = game, game.new_box(game.still_known(json.loads(options)), seats)
    return known[1]
