"""The pages of a game's decisions: how they are read, and the rules that dispatch to them.

Begin with `decisions`, which explains how a page is written. This package imports `core`'s actions, frames, values and
phrases, and nothing of `core.match`.
"""

from .decisions import Decisions

__all__ = ["Decisions"]
