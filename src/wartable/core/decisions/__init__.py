"""The pages of a game's decisions: how they are read, and the rules that pass a question on to them.

Begin with `decisions`, which says how a page is written. It imports `core`'s actions, frames, values and phrases, and
nothing of `core.match`.
"""

from .decisions import Decisions

__all__ = ["Decisions"]
