"""What is said of Thrones beside its decisions, and the notation of those.

`Rb3-c4` the ranger moves, `Rb3xc4` it attacks, `Cd4*d5` the crossbowman fires, `Wb2~b3` the warhorse switches,
`D@e3` the dragon is placed. Pieces: R ranger, S spearman, C crossbowman, A catapult, B trebuchet, L lancer,
W warhorse, E elephant, D dragon, T throne.
"""

from wartable.core.contract import Words

from .help import goal as goal
from .help import odds as odds
from .notes import Told
from .phases import phases as phases
from .sentences import sentence as sentence

SHEET = {Told.REMOVED: "pieces lost"}

STAKES = {
    **{Told.THRONE_FALLS: -100, Told.TAKES_FORTRESS: 100},
    **{Told.REMOVED: 2, Told.TAKES: 1, Told.FAVOR_DUE: 0.6},
    **{Told.BREACHED: 0.8, Told.FAILS: -0.5, Told.SPARED: -0.4},
}

WORDS = Words(
    sentence=sentence, goal=goal, phases=phases, odds=odds, sheet=SHEET, points_are="pieces left", stakes=STAKES
)
