"""The log: a sentence for each note."""

from wartable.core.notes import Note, NoteKind
from wartable.core.phrases import Namer, Phrase, say, seat_name

from .box import Box
from .names import layout_choice, layout_title, piece_name, square_name, tile_name
from .notes import Told
from .state import BY_HAND, RANDOM, Favor, Tile

DRAWN, BEGUN_AGAIN, SIEGE = 218, 215, 701


def sentence(note: Note, box: Box, viewer: int) -> str:
    """The note in words. A drawn layout is told once, when it is complete."""
    if note.rule == DRAWN and note.kind != Told.DRAWN:
        return ""
    return say(SENTENCES, NAMES, note, box)


def square(box: Box, number: int) -> str:
    return square_name(number)


def owned(box: Box, piece: int) -> str:
    """`{0}'s ranger`"""
    return f"{seat_name(box, piece >> 4)}'s {piece_name(piece)}"


def type_name(box: Box, type: int) -> str:
    return piece_name(type)


def tile(box: Box, number: int) -> str:
    return tile_name(number)


def favor_name(box: Box, favor: int) -> str:
    return Favor(favor).name.lower()


def begins(note: Note, box: Box) -> str:
    who, choice = seat_name(box, note.seat), note["layout"]
    begins = "begins again" if note.rule == BEGUN_AGAIN else "begins"
    if choice == RANDOM:
        return f"{who} {begins} with a random layout."
    if choice == BY_HAND:
        return f"{who} {begins} by hand."
    return f"{who} {begins} with the layout {layout_title(layout_choice(box, choice))[0]}."


TO_DO = ("move to", "switch places with", "attack", "fire at")


def tries(note: Note, box: Box) -> str:
    """`South's ranger on d4 tries to attack North's lancer on d5: a survival check.`"""
    who = f"{owned(box, note['piece'])} on {square_name(note['start'])}"
    whom = "the fortress on " if note.rule == SIEGE else f"{owned(box, note['other'])} on " if note["other"] else ""
    verb = TO_DO[note.kind - Told.TRIES_TO_MOVE]
    return f"{who} tries to {verb} {whom}{square_name(note['end'])}: a survival check."


def rolls(note: Note, box: Box) -> str:
    return f"Fate decides: the die shows {note['die']}, it {'fails' if note['die'] % 2 else 'passes'}."


def places_dragon(note: Note, box: Box) -> str:
    where = "on the mountain" if note["tile"] == Tile.MOUNTAIN else f"in the {tile_name(note['tile'])}"
    return f"{seat_name(box, note.seat)} places the dragon {where} on {square_name(note['square'])}."


def throne_falls(note: Note, box: Box) -> str:
    return f"{seat_name(box, note.seat)}'s throne has fallen: {seat_name(box, 1 - note.seat)} wins."


def takes_fortress(note: Note, box: Box) -> str:
    who, whose = seat_name(box, note.seat), seat_name(box, 1 - note.seat)
    return f"{who}'s throne stands in {whose}'s home fortress on {square_name(note['square'])}: {who} wins."


NAMES: dict[str, Namer] = {
    "square": square,
    "place": square,
    "start": square,
    "end": square,
    "piece": owned,
    "other": owned,
    "type": type_name,
    "tile": tile,
    "terrain": tile,
    "favor": favor_name,
}
SENTENCES: dict[NoteKind, Phrase] = {
    Told.STARTS: "Fate lets {seat} go first.",
    Told.BEGINS: begins,
    Told.LAYS: "{seat} lays {tile} on {square}.",
    Told.PLACES: "{seat} places the {type} on {square}.",
    Told.HOLDS: "{seat} holds the dragon back.",
    Told.ASSIGNS: "{seat} assigns {tile} to {square}.",
    Told.DRAWN: "Fate has drawn a layout for {seat}.",
    Told.SWAPS_TILES: "{seat} swaps the tiles on {square} and {place}.",
    Told.SWAPS_PIECES: "{seat} swaps what stands on {square} and {place}.",
    Told.SWAPS_MIDDLE: "{seat} swaps what is assigned to {square} and {place}.",
    Told.MIRRORS: "{seat} mirrors the layout, left for right.",
    Told.DONE: "{seat} is done.",
    Told.REVEALED: "Both layouts are revealed.",
    Told.MIDDLE_TILE: "{seat}'s {tile} goes to {square}.",
    Told.CONTESTED: "Both players chose {square}: their tiles go to the open spaces furthest to {seat}'s left.",
    Told.MIDDLE_FORTRESS: "The space left over, {square}, is the middle fortress.",
    Told.TURN: "Turn {number}: {seat}.",
    Told.MOVES: "{piece} on {start} moves to {end}.",
    Told.SWITCHES: "{piece} on {start} switches places with {other} on {end}.",
    Told.ATTACKS: "{piece} on {start} attacks {other} on {end}.",
    Told.FIRES: "{piece} on {start} fires at {other} on {end}.",
    **dict.fromkeys((Told.TRIES_TO_MOVE, Told.TRIES_TO_SWITCH, Told.TRIES_TO_ATTACK, Told.TRIES_TO_FIRE), tries),
    **dict.fromkeys((Told.ROLLS_TO_MOVE, Told.ROLLS_TO_SWITCH, Told.ROLLS_TO_ATTACK, Told.ROLLS_TO_FIRE), rolls),
    Told.GOES: "",
    Told.FAILS: "Nothing comes of it, and {seat}'s turn ends.",
    Told.SPARED: "A throne is not removed by a failed check; {seat}'s turn ends.",
    Told.REMOVED: "{piece} on {square} is removed; {seat} has {total:piece} left.",
    Told.BREACHED: "The fortress on {square} is breached.",
    Told.RESTORED: "The fortress on {square} is whole again.",
    Told.CHARGED: "{piece} on {square} cannot be engaged in the next turn, except by a throne.",
    Told.SHELTERED: "{piece} on {square} needs no check for {terrain} in the rest of this turn.",
    Told.ALONE: "{piece} on {square} has nobody left to switch with.",
    Told.SHUT_IN: "{piece} on {square} can go no further.",
    Told.STOPS: "{piece} stops on {square}.",
    Told.PLACES_DRAGON: places_dragon,
    Told.GOES_ON: "{seat} still takes an action in this turn.",
    Told.PASSES: "{seat} has no action and passes.",
    Told.FAVOR_DUE: "{seat}'s throne stands in the fortress on {square}, which brings a favor.",
    Told.NO_FAVOR: "{seat}'s throne stands in the fortress on {square}; all {taken:favor} were taken before.",
    Told.TAKES: "{seat} takes a favor and has {total}.",
    Told.KIND: "It is {favor}.",
    Told.HASTENS: "{seat} spends haste for one step more, and has {total:favor} left.",
    Told.AMBUSHES: (
        "{seat} spends an ambush, and has {total:favor} left: {piece} on {square} and {other} on {place} change places."
    ),
    Told.CUNNING: "{seat} spends cunning, and has {total:favor} left: {piece} on {start} passes the check for {end}.",
    Told.DECEIVES: (
        "{seat} spends a deception, and has {total:favor} left: "
        "{piece} on {square} and {other} on {place} change places."
    ),
    Told.UNASKED: "{seat} is no longer asked in the opponent's turns.",
    Told.ASKED: "{seat} is asked in the opponent's turns again.",
    Told.THRONE_FALLS: throne_falls,
    Told.TAKES_FORTRESS: takes_fortress,
    Told.QUIET: "Nothing was removed, breached, placed, taken or spent for {turns:turn}: a draw.",
    Told.BOTH_PASS: "Both players have passed: a draw.",
    Told.TURN_LIMIT: "{turns:turn} were played: a draw.",
}
