"""Players that are programs. A bot is handed a hidden record and the legal actions, and nothing else."""

from .bot import Bot, bot_names, make_bot

__all__ = ["Bot", "bot_names", "make_bot"]
