"""What Heroes says: of decisions, by their pages; of what happens (sentences.py); how it stands (help.py)."""

from .decisions import DECISIONS, prompt
from .help import goal, odds
from .phases import phases
from .sentences import sentence

__all__ = ["fact", "goal", "label", "meant", "notation", "odds", "phases", "prompt", "sentence"]

notation, label, fact, meant = DECISIONS.notation, DECISIONS.label, DECISIONS.fact, DECISIONS.meant
