"""How City of Iron is told; how its decisions are written, said and read is on their pages."""

from wartable.core.contract import Words

from .decisions import DECISIONS, meant
from .help import goal as goal
from .phases import phases as phases
from .sentences import sentence as sentence

WORDS = Words(prompt=DECISIONS.asked, sentence=sentence, goal=goal, phases=phases, meant=meant)
