"""Nets that learn a game by playing themselves: a policy over the legal actions and a value for every seat."""

from wartable.extras import needs

with needs("train", "training"):
    import torch  # noqa: F401

from .plan import Plan, make_plan
from .run import Limit, Training

__all__ = ["Limit", "Plan", "Training", "make_plan"]
