"""How City of Iron is told; how its decisions are written, said and read is on their pages."""

from .decisions import DECISIONS
from .decisions import meant as meant
from .decisions import prompt as prompt
from .help import goal as goal
from .phases import phases as phases
from .sentences import sentence as sentence

notation, label, fact = DECISIONS.notation, DECISIONS.label, DECISIONS.fact
