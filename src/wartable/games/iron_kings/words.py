"""What Iron Kings says of a table: prompts, and what its pages, sentences and helps say, offered here."""

from wartable.compiler.mode import plain
from wartable.core.contract import Words
from wartable.core.frames import NATURE, first_due, is_due
from wartable.core.values import Meaning, Refused, words_of

from .box import Box
from .decisions import DECISIONS
from .decisions.worker_phase import BY_PROGRAM, DRIVING
from .help import goal
from .notes import Told
from .phases import phases
from .sentences import sentence
from .state import State
from .values import Table


def prompt(view: State, box: Box, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    due = plain(first_due)(view)
    if due != NATURE and (seat < 0 or not plain(is_due)(view, seat)):
        return f"Waiting for {{{due}}}"
    return DECISIONS.prompt(view, box, seat)


def meant(view: State, box: Box, seat: int, text: str) -> Meaning:
    """What the pages read; else what nobody decides."""
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

WORDS = Words(prompt=prompt, sentence=sentence, goal=goal, phases=phases, meant=meant, sheet=SHEET, stakes=STAKES)
