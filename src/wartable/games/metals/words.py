"""The log of Metals; what can be decided is put into words on its page."""

from wartable.core.contract import Words
from wartable.core.phrases import Namer, Phrase, say, worded
from wartable.core.rules import NOBODY, Note, NoteKind

from .box import Box
from .notes import Told
from .phases import phases as phases
from .state import Facing, State
from .values import FACTIONS, square


def goal(view: State, box: Box, seat: int) -> str:
    first, second = (view.sides[owner].points for owner in range(2))
    stand = "First to {goal} points: {blue} {first}, {orange} {second}."
    return worded(stand, goal=box.goal, blue="{0}", first=first, orange="{1}", second=second)


def sentence(note: Note, box: Box, viewer: int) -> str:
    return say(SENTENCES, NAMES, note, box)


def facing_name(box: Box, facing: int) -> str:
    return Facing(facing).name.lower()


def faction_name(box: Box, faction: int) -> str:
    return FACTIONS[faction]


def last_turn(note: Note, box: Box) -> str:
    result = "the win is shared" if note["winner"] == NOBODY else worded("{seat} wins", seat=f"{{{note['winner']}}}")
    last = "Turn {turns} was the last: {result}, {points} to {others}."
    return worded(last, turns=note["turns"], result=result, points=note["points"], others=note["others"])


def stuck(note: Note, box: Box) -> str:
    stuck, winner = f"{{{note.seat}}}", f"{{{1 - note.seat}}}"
    return worded("{seat} can neither deploy nor move; {winner} wins.", seat=stuck, winner=winner)


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
