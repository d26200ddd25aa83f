"""Players that are programs. A bot is handed a hidden record and the legal actions, and nothing else."""

from .bot import Bot
from .hint import Hint, make_hint
from .ladder import UnknownBot, bot_names, make_bot
from .mcts import Budget, Candidate, Searcher, Thought
from .opinion import Opinion, Verdict

__all__ = [
    "Bot",
    "Budget",
    "Candidate",
    "Hint",
    "Opinion",
    "Searcher",
    "Thought",
    "UnknownBot",
    "Verdict",
    "bot_names",
    "make_bot",
    "make_hint",
]
