"""Games in words: a text table, an exam on the rules, and answers from the rulebook.

Nothing here knows a game, or looks at more than a seat may know.
"""

from .env import TextEnv
from .rules import rules_text, tokens
from .table import Grade, Reply, TextTable

__all__ = ["Grade", "Reply", "TextEnv", "TextTable", "rules_text", "tokens"]
