"""Notation, labels and log sentences of Metals."""

import re

from wartable.core.actions import belongs, decode, encode
from wartable.core.compiled import plain
from wartable.core.frames import SPECTATOR, kind
from wartable.core.game import Refused
from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.phrases import Namer, Phrase, say
from wartable.core.record import Record

from .actions import DEPLOY, MOVE, PICK, Ask, Deploy, Facing, Faction, Move, Pick, Start
from .notes import Told
from .phases import phases as phases
from .state import NOWHERE, ON_MAP

LETTERS = "nesw"
COLUMNS = "abcdefghi"
FACTIONS = tuple(faction.name.replace("_", " ").title() for faction in Faction)


def square(box: Record, space: int) -> str:
    """The name of a space: columns from a, rows from 1, from the south-west corner."""
    return f"{COLUMNS[box.column[space]]}{box.row[space] + 1}"


def notation(view: Record, box: Record, seat: int, action: int) -> str:
    """`+a1n` deploys on a1 facing north; `c3-c4e` moves and then faces east; `zipang`; `first-1`."""
    if belongs(DEPLOY, action):
        corner, facing = decode(Deploy, action)
        return f"+{square(box, box.corners[corner])}{LETTERS[facing]}"
    if belongs(MOVE, action):
        slot, direction, facing = decode(Move, action)
        space = view.sides[seat].metals[slot].space if 0 <= seat < 2 else NOWHERE
        if space == NOWHERE:
            return f"pool{slot + 1}-{LETTERS[direction]}{LETTERS[facing]}"
        target = box.neighbour[space, direction]
        end = square(box, target) if target != NOWHERE else f"off-{LETTERS[direction]}"
        return f"{square(box, space)}-{end}{LETTERS[facing]}"
    if belongs(PICK, action):
        return FACTIONS[decode(Pick, action).faction + 1].lower().replace(" ", "-")
    return f"first-{decode(Start, action).seat}"


def label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(DEPLOY, action):
        corner, facing = decode(Deploy, action)
        return f"Deploy on {square(box, box.corners[corner])}, facing {Facing(facing).name.lower()}"
    if belongs(MOVE, action):
        slot, direction, facing = decode(Move, action)
        space = view.sides[seat].metals[slot].space
        target = box.neighbour[space, direction] if space != NOWHERE else NOWHERE
        if target == NOWHERE:
            return f"Move off the map to the {Facing(direction).name.lower()}"
        return f"Move {square(box, space)} to {square(box, target)}, facing {Facing(facing).name.lower()}"
    if belongs(PICK, action):
        return f"Pick the faction {FACTIONS[decode(Pick, action).faction + 1]}"
    return f"The starting player is seat {decode(Start, action).seat + 1}"


def prompt(view: Record, box: Record, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    if seat == SPECTATOR or not plain(kind)(view):
        return "Watching"
    if plain(kind)(view) == Ask.FACTION:
        return "Pick your faction: it earns points by attacks of one kind"
    side = view.sides[seat]
    on_map = sum(side.metals[slot].space != NOWHERE for slot in range(ON_MAP))
    if on_map == 0:
        return "Deploy a Metal on a corner"
    return "Move a Metal" if side.pool == 0 or on_map == ON_MAP else "Deploy a Metal on a corner, or move one"


def goal(view: Record, box: Record, seat: int) -> str:
    stand = ", ".join(f"{{{owner}}} {view.sides[owner].points}" for owner in range(2))
    return f"First to {box.goal} points: {stand}."


def sentence(note: Note, box: Record, viewer: int) -> str:
    return say(SENTENCES, NAMES, note, box)


def facing_name(box: Record, facing: int) -> str:
    return Facing(facing).name.lower()


def faction_name(box: Record, faction: int) -> str:
    return FACTIONS[faction]


def last_turn(note: Note, box: Record) -> str:
    result = "the win is shared" if note["winner"] == NOBODY else f"{{{note['winner']}}} wins"
    return f"Turn {note['turns']} was the last: {result}, {note['points']} to {note['others']}."


def stuck(note: Note, box: Record) -> str:
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


def meant(view: Record, box: Record, seat: int, text: str) -> int | Refused | None:
    """A deployment or a move that names its spaces, with or without a facing."""
    deployed = re.fullmatch(r"\+([a-i])(\d+)([nesw]?)", text.lower())
    moved = re.fullmatch(r"([a-i])(\d+)-([a-i])(\d+)([nesw]?)", text.lower())
    if deployed:
        column, row, letter = deployed.groups()
        return meant_deployment(view, box, seat, space_at(box, column, row), letter)
    if moved:
        column, row, to_column, to_row, letter = moved.groups()
        return meant_move(view, box, seat, f"{column}{row}", space_at(box, to_column, to_row), letter)
    return meant_words(view, box, seat, text.lower())


COMPASS = {"north": "n", "east": "e", "south": "s", "west": "w", "up": "n", "right": "e", "down": "s", "left": "w"}
COMPASS |= {letter: letter for letter in LETTERS}
DEPLOYING = {"+", "deploy", "place", "put"}
NEVER = (
    (
        {"attack", "attacks", "shoot", "fire", "hit", "strike"},
        401,
        "Nobody chooses an attack: in your turn every enemy "
        "Metal strikes what it sees, and yours strike in your opponent's turn.",
    ),
    ({"pass", "skip", "end", "wait"}, 301, "A turn is never passed: deploy a Metal, or move one."),
    (
        {"heal", "repair", "recover"},
        502,
        "A damaged Metal recovers by itself, on a city at the end of its owner's turn.",
    ),
    ({"retreat", "withdraw", "remove"}, 408, "A Metal leaves the map only when it is defeated."),
)
"""What nobody does by saying so: the words, the rule, the fact."""


def meant_words(view: Record, box: Record, seat: int, text: str) -> int | Refused | None:
    """The same in words: `deploy a1 north`, `move a1 to a2`; and what is not done by an action at all."""
    words = re.findall(r"[a-i]\d+|[a-z]+|\+", re.sub(r"(?<=\d)x(?=[a-i]\d)", " attack ", text))
    spaces = [word for word in words if word[-1].isdigit()]
    letter = next((COMPASS[word] for word in reversed(words) if word in COMPASS), "")
    never = next((Refused(rule, reason) for said, rule, reason in NEVER if said & set(words)), None)
    if plain(kind)(view) != Ask.TURN:
        return Refused(202, "Factions are picked first.") if never or spaces or DEPLOYING & set(words) else None
    if never:
        return never
    if len(spaces) > 2 or (DEPLOYING & set(words) and len(spaces) > 1):
        return Refused(301, "A turn has exactly one action, and a Metal moves one space.")
    if DEPLOYING & set(words):
        return meant_corner(view, box, seat, spaces, letter)
    if len(spaces) == 2:
        return meant_move(view, box, seat, spaces[0], space_at(box, spaces[1][0], spaces[1][1:]), letter)
    if {"turn", "rotate", "face"} & set(words):
        return Refused(308, "A Metal turns only after it has moved, and no other Metal does.")
    return (
        meant_step(view, box, seat, spaces, letter) if "move" in words or stands_on(view, box, seat, spaces) else None
    )


def stands_on(view: Record, box: Record, seat: int, spaces: list[str]) -> bool:
    """Whether a Metal of the seat is on the first of the spaces."""
    start = space_at(box, spaces[0][0], spaces[0][1:]) if spaces else NOWHERE
    return start != NOWHERE and any(metal.space == start for metal in view.sides[seat].metals)


def meant_corner(view: Record, box: Record, seat: int, spaces: list[str], letter: str) -> int | Refused | None:
    if spaces:
        return meant_deployment(view, box, seat, space_at(box, spaces[0][0], spaces[0][1:]), letter)
    corners = ", ".join(square(box, corner) for corner in box.corners)
    return Refused(302, f"Say on which corner, and which way it faces, as in +a1n; the corners are {corners}.")


def meant_step(view: Record, box: Record, seat: int, spaces: list[str], letter: str) -> int | Refused | None:
    """A Metal and a direction."""
    start = space_at(box, spaces[0][0], spaces[0][1:]) if spaces else NOWHERE
    if start == NOWHERE or not letter:
        return Refused(306, "Say from where to where a Metal moves, and which way it then faces, as in a1-a2n.")
    target = int(box.neighbour[start, LETTERS.index(letter)])
    return meant_move(view, box, seat, spaces[0], target, "")


def space_at(box: Record, column: str, row: str) -> int:
    """The number of a space by its name, NOWHERE where the map has none."""
    x, y = COLUMNS.index(column), int(row) - 1
    return x + y * box.width if x < box.width and 0 <= y < box.depth else NOWHERE


def meant_deployment(view: Record, box: Record, seat: int, space: int, letter: str) -> int | Refused | None:
    if plain(kind)(view) != Ask.TURN:
        return Refused(202, "Factions are picked first.")
    if space == NOWHERE or not box.corner[space]:
        corners = ", ".join(square(box, corner) for corner in box.corners)
        return Refused(302, f"Metals are deployed on a corner; the corners are {corners}.")
    if not letter:
        return Refused(302, "Say which way the Metal faces: n, e, s or w after the space.")
    return int(plain(encode)(DEPLOY, list(box.corners).index(space), LETTERS.index(letter)))


def meant_move(view: Record, box: Record, seat: int, start: str, target: int, letter: str) -> int | Refused | None:
    if plain(kind)(view) != Ask.TURN:
        return Refused(202, "Factions are picked first.")
    mine = {square(box, metal.space): slot for slot, metal in enumerate(view.sides[seat].metals) if metal.space >= 0}
    if start not in mine:
        return Refused(306, f"{whose(view, box, seat, start)}; only your own Metals move.")
    slot = mine[start]
    metal = view.sides[seat].metals[slot]
    if target == metal.space:
        return Refused(308, "A Metal turns only after it has moved.")
    directions = [facing for facing in Facing if target != NOWHERE and box.neighbour[metal.space, facing] == target]
    if not directions:
        place = "That is off the map" if target == NOWHERE else f"{square(box, target)} is not next to {start}"
        return Refused(306, f"{place}; a Metal moves one space north, east, south or west.")
    facing = LETTERS.index(letter) if letter else metal.facing
    return int(plain(encode)(MOVE, slot, directions[0], facing))


def whose(view: Record, box: Record, seat: int, name: str) -> str:
    """Who stands on a space, for somebody who has no Metal there."""
    foes = [square(box, metal.space) for metal in view.sides[1 - seat].metals if metal.space != NOWHERE]
    return f"The Metal on {name} is not yours" if name in foes else f"None of your Metals is on {name}"


def fact(view: Record, box: Record, seat: int, action: int, rule: int) -> str:
    """Why the rule forbids it here."""
    if rule == 303:
        return f"{square(box, box.corners[decode(Deploy, action).corner])} is taken; a corner must be free."
    if rule == 304:
        return "You have three Metals on the map, and that is the most."
    if rule == 305:
        return "Your pool is empty."
    if rule == 307:
        slot, direction, _ = decode(Move, action)
        target = box.neighbour[view.sides[seat].metals[slot].space, direction]
        return f"A Metal stands on {square(box, target)}; a Metal moves to a free space."
    return ""
