"""The texts of Iron Kings: the log, the goal, phases, and what texts mean that no page reads."""

from wartable.core.contract import Words
from wartable.core.rules import Meaning, Refused
from wartable.core.values import words_of

from .box import Box
from .decisions import DECISIONS
from .decisions.worker_phase import BY_PROGRAM, DRIVING
from .help import goal
from .notes import Told
from .phases import phases
from .sentences import sentence
from .state import State
from .values import Table


def meant(view: State, box: Box, seat: int, text: str) -> Meaning:
    """What the pages read; otherwise why nobody decides it."""
    found = DECISIONS.meant(view, box, seat, text)
    words = set(words_of(text))
    if found is not None or not words:
        return found
    if words & {*DRIVING, "king"}:
        return BY_PROGRAM
    if words & {"roll", "die", "dice"}:
        return Refused(109, Table(view, box, seat).chance_decides)
    return Refused(108, Table(view, box, seat).asked_words) if words & {"cancel", "undo", "back"} else None


SHEET = {Told.SCORES: "treasure gained", Told.LOSES_POINTS: "treasure lost"}

STAKES = {
    **{Told.WINS: 100, Told.WRECKED: -8, Told.COLD: -3},
    **{Told.SCORES: 1, Told.LOSES_POINTS: 1, Told.TAKES: 1.5, Told.CARGO_LOST: 1.5, Told.TREASURE_TOKEN: 1},
    **{Told.STRAYED: -0.8, Told.TRAMPLED: -0.8, Told.WORKER_HURT: -0.8, Told.HURT: -0.8, Told.DENTED: -0.6},
    **{
        Told.TAKES_STORE: 0.3,
        Told.GAINS_STEAM: 0.3,
        Told.STEAM_WASTED: -0.3,
        Told.DIGS: 0.5,
        Told.FITTED: 1,
        Told.REPAIRS: 0.5,
    },
    **{Told.NOTHING_THERE: -0.6, Told.NOTHING_DONE: -0.6, Told.BLOCKED: -0.3, Told.BUYS_NOTHING: -0.3},
}

WORDS = Words(sentence=sentence, goal=goal, phases=phases, meant=meant, sheet=SHEET, stakes=STAKES)
