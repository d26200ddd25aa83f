"""What Heroes says: of decisions, by their pages; of what happens (sentences.py); how it stands (help.py)."""

from wartable.core.contract import Words

from .help import goal, odds
from .notes import Told
from .phases import phases
from .sentences import sentence

SHEET = {
    Told.CAPTURES: "mines taken",
    Told.LOSES_MINE: "mines lost",
    Told.RECRUITS: "creatures recruited",
    Told.KILLED: "creatures lost",
}

STAKES = {
    **{Told.WINS: 100, Told.IS_LAST: 100, Told.IS_OUT: -100},
    **{Told.TAKES_CITY: 10, Told.LOSES_CITY: 10, Told.HERO_LOST: 6, Told.CAPTURES: 3, Told.LOSES_MINE: 3},
    **{Told.KILLED: 0.4, Told.WINS_BATTLE: 1.5, Told.ARMY_LOST: 0.4, Told.RECRUITS: 0.4, Told.JOINS: 0.4},
    **{Told.TAKES: 0.6, Told.MINE_GIVES: 0.3, Told.FINDS: 0.3, Told.REWARDED: 0.3},
}

WORDS = Words(
    sentence=sentence, goal=goal, phases=phases, odds=odds, sheet=SHEET, points_are="worth of the realm", stakes=STAKES
)
