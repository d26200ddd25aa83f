"""What is decided in Metals, a page a decision."""

from wartable.core.decisions import Decisions

from ..values import Table
from . import deploy, move, pick, start, turn

DECISIONS = Decisions(Table, codes=(deploy, move, pick, start), phases=(start, pick, turn), undue=203)
