"""Players that are programs. A bot is handed a hidden record and the legal actions, and nothing else."""

from .bot import Bot
from .evaluation import Comparison, Evaluator
from .hint import Hint, hint_at, make_hint
from .ladder import UnknownBot, bot_names, make_bot
from .mcts import Budget, Candidate, Searcher, Thought
from .position import Position, position_of

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
    "hint_at",
    "make_bot",
    "make_hint",
    "position_of",
]
