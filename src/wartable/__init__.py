"""Wartable: the rulebook that you can run.

    import wartable
    match = wartable.new("metals", seed=1)
    print(match)                     # the board
    match.move("+a1n")               # by the seat to act; this changes the match
    wartable.bot("greedy").play(match)
    wartable.finish(match, "greedy")
    match.save("match.jsonl")

Names are loaded on first use.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

__version__ = "0.3.0"

if TYPE_CHECKING:
    from wartable.errors import IllegalMove, WartableError
    from wartable.guides.observation import Feature, Observation

    from .batch import Batch
    from .core.frames import NATURE, SPECTATOR
    from .core.game import Game
    from .core.match import Match, Move, Outcome, Step
    from .core.match.perspective import Perspective
    from .core.notes import Note
    from .front import (
        Player,
        available_games,
        bot,
        draw,
        env,
        finish,
        game,
        hint,
        load,
        new,
        observation,
        observations,
        replay,
    )

_HOMES = {
    **dict.fromkeys(
        (
            "Player",
            "available_games",
            "bot",
            "draw",
            "env",
            "finish",
            "game",
            "hint",
            "load",
            "new",
            "observation",
            "observations",
            "replay",
        ),
        "front",
    ),
    **dict.fromkeys(("Match", "Move", "Outcome", "Step"), "core.match"),
    **dict.fromkeys(("IllegalMove", "WartableError"), "errors"),
    **dict.fromkeys(("NATURE", "SPECTATOR"), "core.frames"),
    "Batch": "batch",
    "Game": "core.game",
    "Note": "core.notes",
    **dict.fromkeys(("Feature", "Observation"), "guides.observation"),
    "Perspective": "core.match.perspective",
}
"""The modules that define the names of the front door."""

__all__ = [
    "NATURE",
    "SPECTATOR",
    "Batch",
    "Feature",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Note",
    "Observation",
    "Outcome",
    "Perspective",
    "Player",
    "Step",
    "WartableError",
    "available_games",
    "bot",
    "draw",
    "env",
    "finish",
    "game",
    "hint",
    "load",
    "new",
    "observation",
    "observations",
    "replay",
]


def __getattr__(name: str) -> Any:
    """Load a name, or a part such as `wartable.errors`, on first use: this keeps `import wartable` cheap."""
    if name not in _HOMES:
        if not name.startswith("_") and find_spec(f"{__name__}.{name}"):
            return import_module(f"{__name__}.{name}")
        from .core.match.known_names import missing

        raise missing("module 'wartable'", name)
    found = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
