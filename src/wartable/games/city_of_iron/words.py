"""How City of Iron is told; how its decisions are written, said and read is on their pages."""

from wartable.core.contract import Words

from .decisions import meant as meant
from .decisions import prompt as prompt
from .help import goal as goal
from .phases import phases as phases
from .sentences import sentence as sentence

WORDS = Words(prompt=prompt, sentence=sentence, goal=goal, phases=phases, meant=meant)
