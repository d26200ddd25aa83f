"""Notation, labels and log sentences of Thrones.

`Rb3-c4` the ranger moves, `Rb3xc4` it attacks, `Cd4*d5` the crossbowman fires, `Wb2~b3` the warhorse switches,
`D@e3` the dragon is placed. Pieces: R ranger, S spearman, C crossbowman, A catapult, B trebuchet, L lancer,
W warhorse, E elephant, D dragon, T throne.
"""

from functools import cache
from pathlib import Path

from wartable.core import actions
from wartable.core.compiled import plain
from wartable.core.data import Data
from wartable.core.errors import BadData
from wartable.core.frames import NATURE, kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from .actions import (
    AMBUSH,
    ATTACK,
    BEGIN,
    BY_HAND,
    DECEPTION,
    DRAGON,
    FATE,
    FAVOR,
    FIRE,
    FIRST,
    HOLD,
    MIDDLE,
    MOVE,
    PLACE,
    RANDOM,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    SWITCH,
    TILE,
    Say,
)
from .box import layout_id
from .rules import survival
from .state import COLUMNS, MIDDLE_ROW, SQUARES, Deed, End, Favor, Kind, Piece, Stage, Tile

# Words are told one action at a time: the plain functions answer at once, without a call into compiled code.
belongs, split, needs_check = plain(actions.belongs), plain(actions.split), plain(survival.needs_check)

LETTERS = "?RSCABLWEDT"
FILES = "abcdefghi"
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
SIGNS = {Deed.MOVE: "-", Deed.ATTACK: "x", Deed.FIRE: "*", Deed.SWITCH: "~"}
SAYINGS = {
    Say.PASS: "pass",
    Say.LET: "let",
    Say.ALWAYS: "let-always",
    Say.WATCH: "ask-me",
    Say.HASTE: "haste",
    Say.ROLL: "roll",
    Say.CUNNING: "cunning",
    Say.STOP: "stop",
    Say.MIRROR: "mirror",
    Say.DONE: "done",
}


def square_name(square: int) -> str:
    return f"{FILES[square % COLUMNS]}{square // COLUMNS + 1}"


def home_square(seat: int, space: int) -> int:
    """The square of a home space; fate names spaces as South would."""
    return SQUARES - 1 - space if seat == 1 else space


def middle_square(seat: int, column: int) -> int:
    return MIDDLE_ROW + (COLUMNS - 1 - column if seat == 1 else column)


def onward(square: int, direction: int, distance: int) -> int | None:
    """The square that far away, None beyond the edge."""
    across, up = STEPS[direction]
    column, row = square % COLUMNS + across * distance, square // COLUMNS + up * distance
    inside = 0 <= column < COLUMNS and 0 <= row < COLUMNS
    return row * COLUMNS + column if inside else None


def piece_name(piece: int) -> str:
    return Piece(piece & 15).name.lower()


def tile_name(tile: int) -> str:
    return {Tile.BREACHED: "breached fortress", Tile.NONE: "unknown land"}.get(Tile(tile), Tile(tile).name.lower())


@cache
def layout_title(stem: str) -> tuple[str, str]:
    """The name and description of a ready-made layout; its file's name for one that the user brought."""
    try:
        header = Data(Path(__file__).parent / "data").picture(f"layouts/{stem}.txt").header
    except BadData:
        header = {}
    return header.get("name", stem), header.get("text", "")


def reading(view: Record, box: Record, action: int) -> tuple[Deed, int, int | None] | None:
    """Deed, start and end of a move, switch, attack or shot; None for the end beyond the edge of the board."""
    if belongs(MOVE, action):
        start, target, _, _ = split(MOVE, action)
        return Deed.MOVE, start, target
    if belongs(ATTACK, action):
        start, direction, steps, _ = split(ATTACK, action)
        return Deed.ATTACK, start, onward(start, direction, steps + 1)
    if belongs(SWITCH, action):
        start, direction, _, _ = split(SWITCH, action)
        return Deed.SWITCH, start, onward(start, direction, 1)
    if belongs(FIRE, action):
        start, direction, _, _ = split(FIRE, action)
        return Deed.FIRE, start, onward(start, direction, max(1, box.fires_at[view.pieces[start] & 15]))
    return None


def direction_of(action: int) -> int:
    family = next(family for family in (ATTACK, SWITCH, FIRE) if belongs(family, action))
    return int(split(family, action)[1])


def notation(view: Record, box: Record, seat: int, action: int) -> str:
    deed = reading(view, box, action)
    if deed:
        what, start, target = deed
        end = square_name(target) if target is not None else f"off{COMPASS[direction_of(action)]}"
        if target is None and what == Deed.ATTACK:
            end += str(split(ATTACK, action)[2] + 1)
        return f"{LETTERS[view.pieces[start] & 15]}{square_name(start)}{SIGNS[what]}{end}"
    if belongs(DRAGON, action):
        return f"D@{square_name(action - DRAGON.first)}"
    if belongs(AMBUSH, action):
        a, b, _, _ = split(AMBUSH, action)
        return f"ambush:{square_name(a)}~{square_name(b)}"
    if belongs(DECEPTION, action):
        square, direction, _, _ = split(DECEPTION, action)
        other = onward(square, direction, 1)
        return f"deception:{square_name(square)}~{'off' + str(direction) if other is None else square_name(other)}"
    if belongs(SAY, action):
        return SAYINGS[Say(action - SAY.first)]
    if belongs(FAVOR, action):
        return f"take:{Favor(action - FAVOR.first).name.lower()}"
    if belongs(FIRST, action):
        return ("south-first", "north-first")[action - FIRST.first]
    if belongs(FATE, action):
        return ("fails", "survives")[action - FATE.first]
    return layout_notation(box, seat, action)


def layout_notation(box: Record, seat: int, action: int) -> str:
    if belongs(BEGIN, action):
        return f"layout:{layout_choice(box, action - BEGIN.first)}"
    if belongs(TILE, action):
        return f"+{tile_name(action - TILE.first + 1)}"
    if belongs(PLACE, action):
        space = action - PLACE.first
        return "hold" if space == HOLD else f"@{square_name(home_square(seat, space))}"
    if belongs(MIDDLE, action):
        return f"@{square_name(middle_square(seat, action - MIDDLE.first))}"
    if belongs(SWAP_MIDDLE, action):
        a, b, _, _ = split(SWAP_MIDDLE, action)
        return f"middle:{square_name(middle_square(seat, a))}~{square_name(middle_square(seat, b))}"
    family, what = (SWAP_TILES, "tiles") if belongs(SWAP_TILES, action) else (SWAP_PIECES, "pieces")
    a, b, _, _ = split(family, action)
    return f"{what}:{square_name(home_square(seat, a))}~{square_name(home_square(seat, b))}"


def layout_choice(box: Record, choice: int) -> str:
    if choice == RANDOM:
        return "random"
    if choice == BY_HAND:
        return "by-hand"
    return layout_id(box, choice) if choice < box.layouts else f"none-{choice + 1}"


def label(view: Record, box: Record, seat: int, action: int) -> str:
    deed = reading(view, box, action)
    if deed:
        return deed_label(view, box, *deed)
    if belongs(DRAGON, action):
        return dragon_label(view, action - DRAGON.first)
    if belongs(AMBUSH, action):
        a, b, _, _ = split(AMBUSH, action)
        return f"Spend an ambush: {standing(view, a)} and {standing(view, b)} change places"
    if belongs(DECEPTION, action):
        square, direction, _, _ = split(DECEPTION, action)
        other = onward(square, direction, 1)
        partner = "nobody" if other is None else standing(view, other, seat)
        return f"Spend a deception: {standing(view, square, seat)} and {partner} change places"
    if belongs(SAY, action):
        return saying_label(view, Say(action - SAY.first))
    if belongs(FAVOR, action):
        favor = Favor(action - FAVOR.first)
        return f"Take {favor.name.lower()}: {FAVOR_TEXTS[favor]}"
    if belongs(FIRST, action):
        return f"{('South', 'North')[action - FIRST.first]} goes first"
    if belongs(FATE, action):
        return ("The check fails", "The check is passed")[action - FATE.first]
    return layout_label(view, box, seat, action)


FAVOR_TEXTS = {
    Favor.HASTE: "one step more for a piece that moves",
    Favor.AMBUSH: "two own pieces on forest change places",
    Favor.CUNNING: "a survival check is passed",
    Favor.DECEPTION: "any two adjacent pieces change places",
}


def standing(view: Record, square: int, seat: int | None = None) -> str:
    """`the ranger on b3`; with a seat, whether it is the enemy's."""
    piece = view.pieces[square]
    if not piece:
        return f"nobody on {square_name(square)}"
    whose = "the enemy's " if seat is not None and piece >> 4 != seat else "the "
    return f"{whose}{piece_name(piece)} on {square_name(square)}"


def deed_label(view: Record, box: Record, deed: Deed, start: int, target: int | None) -> str:
    who = standing(view, start)
    if target is None:
        return f"Send {who} off the board"
    end = square_name(target)
    there = piece_name(view.pieces[target]) if view.pieces[target] else "nobody"
    breaching = view.ground[target] == Tile.FORTRESS and view.pieces[start] & 15 != Piece.THRONE
    text = {
        Deed.MOVE: f"Move {who} to {end}",
        Deed.SWITCH: f"Switch {who} with the {there} on {end}",
        Deed.ATTACK: f"Attack {'the fortress of ' if breaching else ''}the {there} on {end} with {who}",
        Deed.FIRE: f"Fire on {'the fortress of ' if breaching else ''}the {there} on {end} with {who}",
    }[deed]
    checked = view.pieces[start] and needs_check(view, box, int(deed), start, target)
    return f"{text} (survival check)" if checked else text


def dragon_label(view: Record, square: int) -> str:
    where = f"{tile_name(view.ground[square])} on {square_name(square)}"
    if view.pieces[square]:
        return f"Place the dragon in the {where}, removing the {piece_name(view.pieces[square])} there, and go on"
    on_mountain = view.ground[square] == Tile.MOUNTAIN
    return f"Place the dragon on the {where}" if on_mountain else f"Place the dragon in the {where}, and go on"


def saying_label(view: Record, word: Say) -> str:
    return {
        Say.PASS: "Pass: no action is possible",
        Say.LET: "Spend no favor in this turn of the opponent",
        Say.ALWAYS: "Spend no favor, and do not ask again in the opponent's turns",
        Say.WATCH: "Ask again in the opponent's turns",
        Say.HASTE: "Spend haste: this turn's move gets one step more",
        Say.ROLL: "Leave the survival check to fate",
        Say.CUNNING: "Spend cunning: the survival check is passed",
        Say.STOP: "Stop here",
        Say.MIRROR: "Mirror the layout, left for right",
        Say.DONE: "The layout is done",
    }[word]


def layout_label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(BEGIN, action):
        choice = action - BEGIN.first
        if choice in (RANDOM, BY_HAND):
            return "Let fate draw a random layout" if choice == RANDOM else "Lay out by hand"
        return f"Take the layout {layout_title(layout_choice(box, choice))[0]}"
    side = view.sides[seat] if seat in (0, 1) else None
    if belongs(TILE, action):
        where = f" on {square_name(home_square(seat, side.laid))}" if side and side.stage == Stage.TILES else ""
        return f"Lay {tile_name(action - TILE.first + 1)}{where}"
    if belongs(PLACE, action):
        space = action - PLACE.first
        if space == HOLD:
            return "Hold the dragon back"
        piece = "next piece" if side is None else "dragon"
        if side is not None and side.stage == Stage.PIECES:
            piece = piece_name(box.placing[side.laid])
        return f"Place the {piece} on {square_name(home_square(seat, space))}"
    if belongs(MIDDLE, action):
        tile = tile_name(side.laid + 1) if side and side.stage == Stage.MIDDLE else "tile"
        return f"Assign the middle {tile} to {square_name(middle_square(seat, action - MIDDLE.first))}"
    what, _, pair = layout_notation(box, seat, action).partition(":")
    a, _, b = pair.partition("~")
    return {
        "tiles": f"Swap the tiles on {a} and {b}",
        "pieces": f"Swap what stands on {a} and {b}",
        "middle": f"Swap what is assigned to {a} and {b}",
    }[what]


def prompt(view: Record, box: Record, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    top = Kind(plain(kind)(view))
    if top == Kind.FIRST:
        return "Fate decides who goes first"
    if not 0 <= seat < 2 or not (view.head.frames[view.head.depth - 1].due >> seat) & 1:
        return waiting(view, top)
    frame = view.head.frames[view.head.depth - 1]
    if top == Kind.LAYOUT:
        return layout_prompt(view, box, seat)
    if top == Kind.TURN:
        if view.haste:
            return "Move a piece; it will have one step more"
        if view.turn == 1:
            return "Move or switch; nobody may attack or fire in the first turn"
        return "Move, switch, attack or fire"
    return {
        Kind.FAVOR: "Your throne stands in a fortress: take a favor",
        Kind.WINDOW: "Before the opponent acts: spend a favor, or let it pass",
        Kind.CHECK: "A survival check is due: leave it to fate, or spend cunning",
        Kind.GALLOP: f"Switch the warhorse on {square_name(frame.a)} again, or stop",
        Kind.HASTE: f"Go on with the piece on {square_name(frame.a)}, or stop",
    }[top]


def waiting(view: Record, top: Kind) -> str:
    if top in (Kind.LAYOUT, Kind.DRAW):
        return "Waiting for the layouts"
    if top == Kind.ROLL:
        return "Fate decides a survival check"
    due = view.head.frames[view.head.depth - 1].due
    who = "{0}" if due & 1 else "{1}"
    return {
        Kind.FAVOR: f"{who} takes a favor",
        Kind.WINDOW: f"{who} may spend a favor",
        Kind.CHECK: f"{who} faces a survival check",
    }.get(top, f"{who} is to act")


def layout_prompt(view: Record, box: Record, seat: int) -> str:
    side = view.sides[seat]
    if side.stage == Stage.BEGIN:
        return "Choose a layout to begin with"
    if side.stage == Stage.TILES:
        return f"Lay a tile on {square_name(home_square(seat, side.laid))}"
    if side.stage == Stage.PIECES:
        piece = box.placing[side.laid]
        return f"Place your {piece_name(piece)}" + (", or hold it back" if piece == Piece.DRAGON else "")
    if side.stage == Stage.MIDDLE:
        return f"Assign your middle {tile_name(side.laid + 1)}"
    left = box.edits - side.edits
    return f"Swap tiles or pieces ({left} {'edit' if left == 1 else 'edits'} left), or say that you are done"


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    if is_laying_out(before):
        return tell_layout(before, after, box, viewer, seat, action)
    if action is None:
        return [Sentence(f"{{{seat}}} takes a favor.", 903), *consequences(before, after)]
    return [*tell_action(before, after, box, seat, action), *consequences(before, after)]


def is_laying_out(view: Record) -> bool:
    return plain(kind)(view) in (Kind.LAYOUT, Kind.DRAW)


def tell_layout(
    before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None
) -> list[Sentence]:
    """One's own steps; nothing at all of the other's (TH-2.2), until both layouts are revealed."""
    sentences = []
    if action is not None and seat != NATURE:
        rule = layout_rule(action)
        text = label(before, box, seat, action)
        sentences.append(Sentence(f"{{{seat}}}: {text[0].lower()}{text[1:]}.", rule))
    elif action is not None and after.sides[viewer].stage == Stage.REVIEW:
        sentences.append(Sentence(f"Fate has drawn a layout for {{{viewer}}}.", 218))
    if after.turn > 0 or plain(kind)(after) == Kind.FAVOR:
        sentences.append(Sentence("Both layouts are done and revealed.", 301))
        sentences.append(Sentence(f"The middle row is laid; its fortress is on {square_name(after.forts[2])}.", 304))
    return sentences


def layout_rule(action: int) -> int:
    for family, rule in ((BEGIN, 203), (TILE, 204), (PLACE, 207), (MIDDLE, 209), (SWAP_TILES, 210)):
        if belongs(family, action):
            return rule
    for family, rule in ((SWAP_PIECES, 211), (SWAP_MIDDLE, 213)):
        if belongs(family, action):
            return rule
    return 214 if action == SAY.first + Say.MIRROR else 217


def tell_action(before: Record, after: Record, box: Record, seat: int, action: int) -> list[Sentence]:
    deed = reading(before, box, action)
    if deed and deed[2] is not None:
        return tell_attempt(before, after, box, seat, deed[0], deed[1], deed[2])
    if belongs(FATE, action):
        frame = before.head.frames[before.head.depth - 1]
        return tell_fate(before, after, Deed(frame.a), frame.b, frame.c, action == FATE.last)
    if belongs(DRAGON, action):
        return tell_dragon(before, seat, action - DRAGON.first)
    if belongs(AMBUSH, action):
        a, b, _, _ = split(AMBUSH, action)
        text = f"{{{seat}}} spends an ambush: {standing(before, a)} and {standing(before, b)} change places."
        return [Sentence(text, 914)]
    if belongs(DECEPTION, action):
        square, direction, _, _ = split(DECEPTION, action)
        other = onward(square, direction, 1)
        assert other is not None
        text = f"{{{seat}}} spends a deception: {owned(before, square)} and {owned(before, other)} change places."
        return [Sentence(text, 916)]
    if belongs(FAVOR, action):
        return [Sentence(f"{{{seat}}} takes a favor: {Favor(action - FAVOR.first).name.lower()}.", 903)]
    if belongs(FIRST, action):
        return [Sentence(f"Fate lets {{{action - FIRST.first}}} go first.", 201)]
    return tell_word(before, after, box, seat, Say(action - SAY.first))


def owned(view: Record, square: int) -> str:
    """`{0}'s ranger on b3`"""
    piece = view.pieces[square]
    return f"{{{piece >> 4}}}'s {piece_name(piece)} on {square_name(square)}"


def tell_attempt(
    before: Record, after: Record, box: Record, seat: int, deed: Deed, start: int, target: int
) -> list[Sentence]:
    if not needs_check(before, box, int(deed), start, target):
        return tell_done(before, deed, start, target)
    aim = {Deed.MOVE: "move", Deed.SWITCH: "switch", Deed.ATTACK: "attack", Deed.FIRE: "fire on"}[deed]
    what = square_name(target) if deed == Deed.MOVE else standing_with(before, deed, target)
    fortified = before.ground[target] == Tile.FORTRESS and deed in (Deed.ATTACK, Deed.FIRE)
    rule = 701 if fortified else 602 if deed == Deed.FIRE else 601
    to = " to" if deed == Deed.MOVE else ""
    return [Sentence(f"{owned(before, start)} tries to {aim}{to} {what}: a survival check.", rule)]


def standing_with(before: Record, deed: Deed, target: int) -> str:
    with_ = "with " if deed == Deed.SWITCH else ""
    fortress = "in the fortress " if before.ground[target] == Tile.FORTRESS else ""
    piece = before.pieces[target]
    return f"{with_}{{{piece >> 4}}}'s {piece_name(piece)} {fortress}on {square_name(target)}"


def tell_done(before: Record, deed: Deed, start: int, target: int) -> list[Sentence]:
    """A deed that took place."""
    who, end = owned(before, start), square_name(target)
    if deed == Deed.MOVE:
        return [Sentence(f"{who} moves to {end}.", 403)]
    if deed == Deed.SWITCH:
        rule = 507 if before.pieces[start] & 15 == Piece.WARHORSE else 405
        return [Sentence(f"{who} switches with {owned(before, target)}.", rule)]
    verb = "attacks" if deed == Deed.ATTACK else "fires on"
    victim = owned(before, target)
    if before.ground[target] == Tile.FORTRESS:
        if before.pieces[start] & 15 != Piece.THRONE:
            return [Sentence(f"{who} {verb} the fortress on {end} and breaches it.", 702)]
        return [Sentence(f"{who} breaches the fortress on {end}, removes {victim} and enters.", 705)]
    return [Sentence(f"{who} {verb} and removes {victim}.", 407 if deed == Deed.ATTACK else 408)]


def tell_fate(before: Record, after: Record, deed: Deed, start: int, target: int, passed: bool) -> list[Sentence]:
    if passed:
        return [Sentence("The check is passed.", 609), *tell_done(before, deed, start, target)]
    who = owned(before, start)
    if deed != Deed.ATTACK:
        return [Sentence(f"The check fails: {who} stays where it is, and the turn ends.", 610)]
    if before.pieces[start] & 15 == Piece.THRONE:
        return [Sentence(f"The check fails, but a throne is not removed: {who} stays, and the turn ends.", 612)]
    return [Sentence(f"The check fails: {who} is removed.", 611)]


def tell_dragon(before: Record, seat: int, square: int) -> list[Sentence]:
    where = square_name(square)
    if before.ground[square] == Tile.MOUNTAIN:
        return [Sentence(f"{{{seat}}} places the dragon on {where}.", 801)]
    sentences = [Sentence(f"{{{seat}}} places the dragon in the fortress on {where} and goes on.", 802)]
    if before.pieces[square]:
        sentences.append(Sentence(f"{owned(before, square)} is removed by the dragon.", 802))
    return sentences


def tell_word(before: Record, after: Record, box: Record, seat: int, word: Say) -> list[Sentence]:
    frame = before.head.frames[before.head.depth - 1]
    if word == Say.CUNNING:
        done = tell_done(before, Deed(frame.a), frame.b, frame.c)
        return [Sentence(f"{{{seat}}} spends cunning: the check is passed.", 915), *done]
    if word == Say.LET or word == Say.ROLL:
        return []
    text, rule = {
        Say.PASS: ("has no action and passes", 411),
        Say.ALWAYS: ("lets favors rest in the opponent's turns", 909),
        Say.WATCH: ("watches the opponent's turns again", 909),
        Say.HASTE: ("spends haste", 911),
        Say.STOP: ("stops", 913 if plain(kind)(before) == Kind.HASTE else 511),
    }[word]
    return [Sentence(f"{{{seat}}} {text}.", rule)]


def consequences(before: Record, after: Record) -> list[Sentence]:
    """What followed by itself: fortresses restored, and the end."""
    sentences = [
        Sentence(f"The fortress on {square_name(square)} is whole again.", 704)
        for square in range(SQUARES)
        if before.ground[square] == Tile.BREACHED and after.ground[square] == Tile.FORTRESS
    ]
    over = after.head.over
    if over == End.THRONE_REMOVED:
        sentences.append(Sentence(f"{{{1 - after.winner}}}'s throne has fallen: {{{after.winner}}} wins.", 1001))
    elif over == End.FORTRESS_TAKEN:
        text = f"{{{after.winner}}}'s throne stands in {{{1 - after.winner}}}'s fortress: {{{after.winner}}} wins."
        sentences.append(Sentence(text, 1002))
    elif over == End.QUIET:
        sentences.append(Sentence(f"Nothing has happened for {after.quiet} turns: a draw.", 1003))
    elif over == End.PASSES:
        sentences.append(Sentence("Both players have passed: a draw.", 1004))
    elif over == End.LIMIT:
        sentences.append(Sentence(f"{after.turn} turns have been played: a draw.", 1005))
    return sentences
