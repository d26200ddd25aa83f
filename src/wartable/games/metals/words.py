"""Notation, labels and log sentences of Metals."""

from wartable.core.actions import belongs, split
from wartable.core.compiled import plain
from wartable.core.frames import SPECTATOR, kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from .actions import DEPLOY, MOVE, PICK, START, Ask, End, Facing, Faction
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
        corner, facing, _, _ = split(DEPLOY, action)
        return f"+{square(box, box.corners[corner])}{LETTERS[facing]}"
    if belongs(MOVE, action):
        slot, direction, facing, _ = split(MOVE, action)
        space = view.sides[seat].metals[slot].space if 0 <= seat < 2 else NOWHERE
        if space == NOWHERE:
            return f"pool{slot + 1}-{LETTERS[direction]}{LETTERS[facing]}"
        target = box.neighbour[space, direction]
        end = square(box, target) if target != NOWHERE else f"off-{LETTERS[direction]}"
        return f"{square(box, space)}-{end}{LETTERS[facing]}"
    if belongs(PICK, action):
        return FACTIONS[action - PICK.first + 1].lower().replace(" ", "-")
    return f"first-{action - START.first}"


def label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(DEPLOY, action):
        corner, facing, _, _ = split(DEPLOY, action)
        return f"Deploy on {square(box, box.corners[corner])}, facing {Facing(facing).name.lower()}"
    if belongs(MOVE, action):
        slot, direction, facing, _ = split(MOVE, action)
        space = view.sides[seat].metals[slot].space
        target = box.neighbour[space, direction] if space != NOWHERE else NOWHERE
        if target == NOWHERE:
            return f"Move off the map to the {Facing(direction).name.lower()}"
        return f"Move {square(box, space)} to {square(box, target)}, facing {Facing(facing).name.lower()}"
    if belongs(PICK, action):
        return f"Pick the faction {FACTIONS[action - PICK.first + 1]}"
    return f"The starting player is seat {action - START.first + 1}"


def prompt(view: Record, box: Record, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    if seat == SPECTATOR or not plain(kind)(view):
        return "Watching"
    if plain(kind)(view) == Ask.FACTION:
        return "Pick your faction"
    side = view.sides[seat]
    on_map = sum(side.metals[slot].space != NOWHERE for slot in range(ON_MAP))
    if on_map == 0:
        return "Deploy a Metal on a corner"
    return "Move a Metal" if side.pool == 0 or on_map == ON_MAP else "Deploy a Metal on a corner, or move one"


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    assert action is not None
    if belongs(START, action):
        return [Sentence(f"Chance picks {{{action - START.first}}} to start.", 201), *ending(after, box)]
    if belongs(PICK, action):
        return [Sentence(f"{{{seat}}} leads {FACTIONS[action - PICK.first + 1]}.", 202)]
    verb = "deploys on" if belongs(DEPLOY, action) else "moves"
    text = label(before, box, seat, action).split(" on " if belongs(DEPLOY, action) else "Move ", 1)[1]
    sentences = [Sentence(f"{{{seat}}} {verb} {text}.", 302 if belongs(DEPLOY, action) else 306)]
    sentences += assaulted(before, after, box, seat, action)
    earned = after.sides[1 - seat].points - before.sides[1 - seat].points
    if earned:
        faction = FACTIONS[before.sides[1 - seat].faction]
        sentences.append(Sentence(f"{{{1 - seat}}} gains {count(earned)} for {faction}.", 601))
    gained = after.sides[seat].points - before.sides[seat].points
    if gained:
        sentences.append(Sentence(f"{{{seat}}} gains {count(gained)} and has {after.sides[seat].points}.", 501))
    return sentences + ending(after, box)


def assaulted(before: Record, after: Record, box: Record, seat: int, action: int) -> list[Sentence]:
    """What the assault did to each Metal of the active player, and what a city mended."""
    sentences = []
    for slot in range(ON_MAP):
        old, new = before.sides[seat].metals[slot], after.sides[seat].metals[slot]
        came = old.space
        if belongs(MOVE, action) and split(MOVE, action)[0] == slot:
            came = box.neighbour[old.space, split(MOVE, action)[1]]
        if old.space != NOWHERE and new.space == NOWHERE:
            sentences.append(Sentence(f"{{{seat}}}'s Metal on {square(box, came)} is defeated.", 408))
        elif new.damaged and not old.damaged:
            sentences.append(Sentence(f"{{{seat}}}'s Metal on {square(box, came)} is damaged.", 407))
        elif old.damaged and not new.damaged and new.space != NOWHERE and old.space != NOWHERE:
            sentences.append(Sentence(f"{{{seat}}}'s Metal on {square(box, came)} recovers in the city.", 502))
    return sentences


def ending(after: Record, box: Record) -> list[Sentence]:
    if after.head.over == End.GOAL:
        winner = 0 if after.sides[0].points >= box.goal else 1
        return [Sentence(f"{{{winner}}} reaches {box.goal} points and wins.", 701)]
    if after.head.over == End.STUCK:
        return [Sentence(f"{{{after.active}}} can neither deploy nor move; {{{1 - after.active}}} wins.", 703)]
    if after.head.over == End.TURN_LIMIT:
        return [Sentence(f"{box.turn_limit} turns have been played; points decide.", 704)]
    return []


def count(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
