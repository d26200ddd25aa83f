"""Chances that come true: what a search says of winning, made as sure as matches between equal players have borne out.

A search says what comes of a position if all play as it expects, and is too sure of it in some games and not sure
enough in others. `benchmarks/calibration.py` holds what was said against how matches ended, and writes one number for
each number of players to `calibration.json` in the game's folder: the power to which chances are raised before they are
shared out anew (temperature scaling: Guo and others 2017). Under 1 they come nearer to each other, above 1 they go
apart; the order of moves stays as it was. Without the file chances are said as the search has them.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from wartable.core.game import Game

FILE = "calibration.json"


def power_of(game: Game, players: int) -> float:
    """The power that chances at a table of so many are raised to; 1 where nobody has measured it."""
    path = game.folder / FILE
    return _powers(path, path.stat().st_mtime_ns).get(str(players), 1.0) if path.exists() else 1.0


@lru_cache(maxsize=64)
def _powers(path: Path, changed: int) -> dict[str, float]:
    return {players: float(power) for players, power in json.loads(path.read_text()).items()}


def calibrated_chances(game: Game, chances: Sequence[float]) -> tuple[float, ...]:
    """All seats' chances, as they come true."""
    return shared_out(chances, power_of(game, len(chances)))


def calibrated(game: Game, players: int, chance: float) -> float:
    """One seat's chance, as it comes true; the others are taken to share the rest evenly."""
    return sharpened(chance, players, power_of(game, players))


def sharpened(chance: float, players: int, power: float) -> float:
    rest = max(0.0, 1.0 - chance) / (players - 1)
    return shared_out((chance, *[rest] * (players - 1)), power)[0]


def shared_out(chances: Sequence[float], power: float) -> tuple[float, ...]:
    raised = [max(0.0, chance) ** power for chance in chances]
    return tuple(one / sum(raised) for one in raised) if sum(raised) > 0.0 else tuple(chances)
