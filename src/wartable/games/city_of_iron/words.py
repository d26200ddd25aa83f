"""How City of Iron is told; how its decisions are written, said and read is on their pages."""

from wartable.core.contract import Words

from .decisions import DECISIONS, meant
from .help import goal as goal
from .notes import Told
from .phases import phases as phases
from .sentences import sentence as sentence

SHEET = {
    Told.SCORES_MOST: "most of a good",
    Told.SCORES_SECOND: "second most of a good",
    Told.SCORES_MANY: "many of a good",
    Told.SCORES_BUILDING: "buildings",
    Told.BONUS: "bonuses at the end",
    Told.PENALTY: "cards left in store",
}

WORDS = Words(prompt=DECISIONS.asked, sentence=sentence, goal=goal, phases=phases, meant=meant, sheet=SHEET)
