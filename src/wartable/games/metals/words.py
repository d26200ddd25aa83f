"""The log of Metals; what can be decided is put into words on its page."""

from wartable.core.contract import Words
from wartable.core.phrases import Namer, Phrase, say
from wartable.core.rules import NOBODY, Note, NoteKind

from .box import Box
from .notes import Told
from .phases import phases as phases
from .state import Facing, State
from .values import FACTIONS, square


def goal(view: State, box: Box, seat: int) -> str:
    stand = ", ".join(f"{{{owner}}} {view.sides[owner].points}" for owner in range(2))
    return f"First to {box.goal} points: {stand}."


def sentence(note: Note, box: Box, viewer: int) -> str:
    return say(SENTENCES, NAMES, note, box)


def facing_name(box: Box, facing: int) -> str:
    return Facing(facing).name.lower()


def faction_name(box: Box, faction: int) -> str:
    return FACTIONS[faction]


def last_turn(note: Note, box: Box) -> str:
    result = "the win is shared" if note["winner"] == NOBODY else f"{{{note['winner']}}} wins"
    return f"Turn {note['turns']} was the last: {result}, {note['points']} to {note['others']}."


def stuck(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} can neither deploy nor move; {{{1 - note.seat}}} wins."


NAMES: dict[str, Namer] = {
    "space": square,
    "start": square,
    "end": square,
    "target": square,
    "facing": facing_name,
    "faction": faction_name,
}
SENTENCES: dict[NoteKind, Phrase] = {
    Told.STARTS: "Chance picks {seat} to start.",
    Told.LEADS: "{seat} leads {faction}.",
    Told.TURN: "Turn {number}: {seat}.",
    Told.DEPLOYS: "{seat} deploys on {space}, facing {facing}.",
    Told.MOVES: "{seat} moves {start} to {end}, facing {facing}.",
    Told.ATTACKS: "{seat}'s Metal on {space} attacks {target}.",
    Told.FACTION_SCORES: "{seat} gains {amount:point} for {faction} and has {total}.",
    Told.DAMAGED: "{seat}'s Metal on {space} is damaged.",
    Told.SPARED: "{seat}'s Metal on {space} takes one hit of several.",
    Told.DEFEATED: "{seat}'s Metal on {space} is defeated and goes back to the pool.",
    Told.REPAIRED: "",
    Told.OCCUPIES: "{seat} gains {amount:point} on {space} and has {total}.",
    Told.RECOVERS: "{seat}'s Metal on {space} recovers in the city.",
    Told.REACHES_GOAL: "{seat} reaches {goal:point} and wins.",
    Told.STUCK: stuck,
    Told.LAST_TURN: last_turn,
}


SHEET = {Told.OCCUPIES: "spaces held", Told.FACTION_SCORES: "by the faction", Told.DEFEATED: "Metals lost"}

STAKES = {
    **{Told.REACHES_GOAL: 100, Told.STUCK: -100},
    **{Told.OCCUPIES: 1, Told.FACTION_SCORES: 1},
    **{Told.DEFEATED: -2.5, Told.DAMAGED: -1.2, Told.RECOVERS: -0.8},
}

WORDS = Words(sentence=sentence, goal=goal, phases=phases, sheet=SHEET, stakes=STAKES)
