"""A match: its dice, its saves, what each viewer may know, and how typed moves are read.

Begin with `match`, then `perspective`, the only place that turns a state into what a viewer may know. This package
knows no game. It imports the rest of `core`, which imports nothing of it.
"""

from .match import Match, Move, Outcome, Step

__all__ = ["Match", "Move", "Outcome", "Step"]
