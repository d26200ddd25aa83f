"""Players that are programs. A bot gets a hidden record and the legal actions, and nothing else."""

from .advice.evaluation import Comparison, Evaluator
from .advice.hint import Hint, hint_at, make_hint
from .bot import Bot
from .ladder import UnknownBot, bot_names, first_level, make_bot, strongest_level, usual_level
from .position import Position, position_of
from .search.mcts import Budget, Candidate, Searcher, Thought

__all__ = [
    "Bot",
    "Budget",
    "Candidate",
    "Comparison",
    "Evaluator",
    "Hint",
    "Position",
    "Searcher",
    "Thought",
    "UnknownBot",
    "bot_names",
    "first_level",
    "hint_at",
    "make_bot",
    "make_hint",
    "position_of",
    "strongest_level",
    "usual_level",
]
