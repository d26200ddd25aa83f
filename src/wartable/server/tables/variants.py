"""The variants that a server offers: files and folders in a folder of its host."""

import logging
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wartable.core.game import Game
from wartable.core.variant import Variant, read_variant
from wartable.errors import WartableError

from .games import find_game
from .table import TableError

log = logging.getLogger("wartable.server")
MOST = 200


@dataclass(frozen=True)
class Offered:
    """A variant, and what it changes in words."""

    variant: Variant

    @cached_property
    def words(self) -> list[str]:
        return self.variant.words(find_game(self.variant.game))


class Variants:
    """Read anew where a file has changed. What cannot be read is left out, and the log says why."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._read: dict[Path, tuple[int, Offered | None]] = {}

    def of(self, game: Game) -> list[Offered]:
        """Those of a game, by name."""
        if self.folder is None or not self.folder.is_dir():
            return []
        paths = [path for path in sorted(self.folder.iterdir())[:MOST] if path.suffix == ".json" or path.is_dir()]
        found = [one for path in paths if (one := self._one(path)) and one.variant.game == game.stem]
        return list({one.variant.key: one for one in found}.values())

    def find(self, game: Game, key: str) -> Variant:
        for one in self.of(game):
            if one.variant.key == key:
                return one.variant
        raise TableError(f"this server has no variant {key} of {game.title}")

    def _one(self, path: Path) -> Offered | None:
        changed = max(one.stat().st_mtime_ns for one in (path, *path.rglob("*")))
        known = self._read.get(path)
        if known is None or known[0] != changed:
            known = self._read[path] = changed, self._checked(path)
        return known[1]

    def _checked(self, path: Path) -> Offered | None:
        try:
            variant = read_variant(path)
            if not variant.name:
                raise TableError(f"{path}: a variant that is offered needs a name")
            variant.check(find_game(variant.game))
        except (WartableError, OSError) as error:
            log.warning("a variant is left out: %s", error)
            return None
        return Offered(variant)
