"""The laws that a game has to obey, and the tools to write its tests with: for our games and for yours."""

from .check import check
from .citations import check_citations
from .examples import check_examples
from .golden import check_golden, check_log
from .habits import check_habits, habits
from .laws.moment import LawBroken
from .lessons import check_lesson
from .mistakes import check_mistakes
from .puzzles import check_puzzles
from .table import Table

__all__ = [
    "LawBroken",
    "Table",
    "check",
    "check_citations",
    "check_examples",
    "check_golden",
    "check_habits",
    "check_lesson",
    "check_log",
    "check_mistakes",
    "check_puzzles",
    "habits",
]
