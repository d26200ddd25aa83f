"""The decisions of Metals, one page each."""

from wartable.core.decisions import Decisions

from ..values import Table
from . import deploy, move, pick, start, turn

DECISIONS = Decisions(Table, codes=(deploy, move, pick, start), phases=(start, pick, turn), undue=203)
