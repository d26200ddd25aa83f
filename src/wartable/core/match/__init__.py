"""A match and what is made of it: its dice, its saves, what each viewer may know, and how typed moves are read.

Begin with `match`, then `perspective`, the only place that turns a state into what somebody may know. It knows no game,
and imports the rest of `core`, which imports nothing of it.
"""

from .match import Match, Move, Outcome, Step

__all__ = ["Match", "Move", "Outcome", "Step"]
