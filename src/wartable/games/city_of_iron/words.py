"""The texts of City of Iron; what can be decided is put into words on its page."""

from wartable.core.contract import Words

from .decisions import meant
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

STAKES = {
    **{Told.SCORES_MOST: 1, Told.SCORES_SECOND: 1, Told.SCORES_MANY: 1, Told.SCORES_BUILDING: 1},
    **{Told.BONUS: 1, Told.PENALTY: 1, Told.WINS: 100, Told.STORES: -0.5},
    **{Told.CONQUERS: 2, Told.LOSES_TOWN: 2, Told.BUILDING_COMES: 2, Told.BUILDING_GOES: 2, Told.SETTLES: 1.5},
    **{Told.GOODS: 0.8, Told.INCOME: 0.4, Told.SCIENCE_INCOME: 0.5, Told.DRAWS_EACH_ROUND: 0.5},
    **{Told.PAYS: 0.2, Told.GAINS: 0.2, Told.TAKES: 0.3, Told.ROBBED: 0.3},
    **{
        Told.PAYS_SCIENCE: 0.2,
        Told.GAINS_SCIENCE: 0.2,
        Told.BUYS: 0.4,
        Told.BRINGS_NOTHING: -0.5,
        Told.DRAWN: 0.3,
    },
}

WORDS = Words(sentence=sentence, goal=goal, phases=phases, meant=meant, sheet=SHEET, stakes=STAKES)
