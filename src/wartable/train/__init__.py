"""Nets that learn a game by self-play: a score for the table after each move and a value for every seat."""

from wartable.extras import needs

with needs("train", "training"):
    import torch  # noqa: F401

from .plan import Plan, make_plan
from .run import Limit, Training

__all__ = ["Limit", "Plan", "Training", "make_plan"]
