"""A player aid: a game on one page, from `aid.toml` in its folder.

goal = "Reach 10 points first."

[[part]]
title = "Your turn"
lines = [["Deploy a Metal on a free corner, or move one.", "MT-3.1"]]     # a line, and its rule
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wartable.core.game import Game
from wartable.errors import BadData

from .examples import read_toml


@dataclass(frozen=True)
class Part:
    title: str
    lines: tuple[tuple[str, str], ...]
    """Each with the name of the rule that says so."""


@dataclass(frozen=True)
class Aid:
    goal: str
    parts: tuple[Part, ...]

    @property
    def rules(self) -> list[str]:
        return [rule for part in self.parts for _, rule in part.lines]


def load_aid(game: Game) -> Aid | None:
    """The player aid in the game's folder; None where it has none."""
    return _load(game.folder / "aid.toml")


@lru_cache(maxsize=64)
def _load(path: Path) -> Aid | None:
    if not path.exists():
        return None
    found = read_toml(path)
    try:
        parts = [Part(part["title"], tuple((text, rule) for text, rule in part["lines"])) for part in found["part"]]
        return Aid(found["goal"], tuple(parts))
    except (KeyError, TypeError, ValueError) as error:
        raise BadData(f"{path.name}: an aid has a goal, and parts with title and lines ({error})") from None
