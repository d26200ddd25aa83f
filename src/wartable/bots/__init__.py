"""Players that are programs. A bot is handed a hidden record and the legal actions, and nothing else."""

from .bot import Bot
from .hint import Hint, hint_at, make_hint
from .ladder import UnknownBot, bot_names, make_bot
from .mcts import Budget, Candidate, Searcher, Thought
from .opinion import Opinion, Verdict
from .position import Position, position_of

__all__ = [
    "Bot",
    "Budget",
    "Candidate",
    "Hint",
    "Opinion",
    "Position",
    "Searcher",
    "Thought",
    "UnknownBot",
    "Verdict",
    "bot_names",
    "hint_at",
    "make_bot",
    "make_hint",
    "position_of",
]
