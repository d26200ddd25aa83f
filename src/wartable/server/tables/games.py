"""The installed games, looked up once because that takes a while, and their boxes."""

import json
import logging
from functools import cache, lru_cache

import sqlalchemy as sa

from wartable.core import registry
from wartable.core.game import Game
from wartable.core.older import find_older, kept_versions, opened_games
from wartable.core.record import Record
from wartable.core.variant import Variant
from wartable.errors import BrokenGame

from ..storage.schema import matches

MOST_BOXES = 128
log = logging.getLogger("wartable.server")
_boxes: dict[tuple[str, str, str | None, int], tuple[Game, Record]] = {}


@cache
def all_games() -> tuple[Game, ...]:
    return tuple(registry.all_games())


def find_game(name: str) -> Game:
    """The game of that name; an earlier version (`metals@1`) if a match under it is open, else the current one."""
    known = {game.name: game for game in all_games()} | opened_games()
    return known[name] if name in known else registry.find_game(name.partition("@")[0])


def has_rules(name: str, version: int) -> bool:
    """Whether these rules of a game are available: current, or earlier ones that are kept."""
    today = {game.name: game.version for game in all_games()}.get(name)
    return today == version or (today is not None and version in kept_versions().get(name, ()))


def game_of(name: str, version: int) -> Game:
    """The game with that version of the rules; the current one if they are gone."""
    today = find_game(name)
    if today.version == version or not has_rules(name, version):
        return today
    try:
        return find_older(name, version)
    except BrokenGame as error:
        log.warning("%s", error)
        return today


def of_rules_at_hand() -> sa.ColumnElement[bool]:
    """Whether the rules of a match are available, so that it can continue."""
    kept = kept_versions()
    versions = {game.name: {game.version, *kept.get(game.name, ())} for game in all_games()}
    return sa.or_(*(sa.and_(matches.c.game == name, matches.c.rules.in_(known)) for name, known in versions.items()))


@lru_cache(maxsize=MOST_BOXES)
def stored_variant(text: str | None, game: str) -> Variant:
    """The variant in the row of a match."""
    return Variant.from_json(json.loads(text), "a stored match") if text else Variant(game)


def box_for(game: Game, options: str, variant: str | None, seats: int) -> Record:
    """The Box of a table with these options and this variant (both JSON); shared by all such tables, since it never
    changes.
    """
    key = (game.name, options, variant, seats)
    known = _boxes.get(key)
    if known is None or known[0] is not game:
        if len(_boxes) >= MOST_BOXES:
            _boxes.clear()
        changed = stored_variant(variant, game.stem)
        chosen = game.still_known(json.loads(options))
        known = _boxes[key] = game, game.new_box(chosen, seats, changed.files, changed.cells)
    return known[1]
