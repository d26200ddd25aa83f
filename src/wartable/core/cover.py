"""The cover of a game: a match well on its way, kept as `cover.jsonl` in the game's folder, to be shown in the lobby.

`python tools/make_covers.py` plays it.
"""

from .errors import BadSave
from .game import Game
from .generic import as_it_is
from .match import Match

COVER = "cover.jsonl"


def cover_of(game: Game) -> Match | None:
    """The kept match; None where there is none, or where the rules have changed since it was played."""
    path = game.folder / COVER
    if not path.is_file():
        return None
    with as_it_is(game.name):
        try:
            return Match.load(path, lambda _: game)
        except BadSave:
            return None
