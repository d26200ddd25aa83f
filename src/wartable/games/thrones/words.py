"""Notation, labels and log sentences of Thrones.

`Rb3-c4` the ranger moves, `Rb3xc4` it attacks, `Cd4*d5` the crossbowman fires, `Wb2~b3` the warhorse switches,
`D@e3` the dragon is placed. Pieces: R ranger, S spearman, C crossbowman, A catapult, B trebuchet, L lancer,
W warhorse, E elephant, D dragon, T throne.
"""

from wartable.core.actions import decode, fields
from wartable.core.compiled import plain

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
    PLACE,
    RANDOM,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    SWITCH,
    TILE,
    Ambush,
    Attack,
    Begin,
    Deception,
    Dragon,
    Fate,
    First,
    LayTile,
    Middle,
    Place,
    Say,
    SwapMiddle,
    TakeFavor,
    Word,
)
from .box import Box
from .help import goal as goal
from .help import odds as odds
from .meaning import fact as fact
from .meaning import meant as meant
from .names import (
    LETTERS,
    belongs,
    home_square,
    layout_choice,
    layout_title,
    middle_square,
    onward,
    piece_name,
    reading,
    square_name,
    standing,
    tile_name,
)
from .phases import phases as phases
from .prompts import prompt as prompt
from .rules import survival
from .sentences import sentence as sentence
from .state import Deed, Favor, Piece, Stage, State, Tile

# Words are told one action at a time: the plain functions answer at once, without a call into compiled code.
needs_check = plain(survival.needs_check)

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
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


def direction_of(action: int) -> int:
    family = next(family for family in (ATTACK, SWITCH, FIRE) if belongs(family, action))
    return int(fields(family, action).direction)


def notation(view: State, box: Box, seat: int, action: int) -> str:
    deed = reading(view, box, action)
    if deed:
        what, start, target = deed
        end = square_name(target) if target is not None else f"off{COMPASS[direction_of(action)]}"
        if target is None and what == Deed.ATTACK:
            end += str(decode(Attack, action).steps + 1)
        return f"{LETTERS[view.pieces[start] & 15]}{square_name(start)}{SIGNS[what]}{end}"
    if belongs(DRAGON, action):
        return f"D@{square_name(decode(Dragon, action).square)}"
    if belongs(AMBUSH, action):
        a, b = decode(Ambush, action)
        return f"ambush:{square_name(a)}~{square_name(b)}"
    if belongs(DECEPTION, action):
        square, direction = decode(Deception, action)
        other = onward(square, direction, 1)
        return f"deception:{square_name(square)}~{'off' + str(direction) if other is None else square_name(other)}"
    if belongs(SAY, action):
        return SAYINGS[Say(decode(Word, action).word)]
    if belongs(FAVOR, action):
        return f"take:{Favor(decode(TakeFavor, action).favor).name.lower()}"
    if belongs(FIRST, action):
        return ("south-first", "north-first")[decode(First, action).seat]
    if belongs(FATE, action):
        return f"die-{decode(Fate, action).face + 1}"
    return layout_notation(box, seat, action)


def layout_notation(box: Box, seat: int, action: int) -> str:
    if belongs(BEGIN, action):
        return f"layout:{layout_choice(box, decode(Begin, action).choice)}"
    if belongs(TILE, action):
        return f"+{tile_name(decode(LayTile, action).tile + 1)}"
    if belongs(PLACE, action):
        space = decode(Place, action).space
        return "hold" if space == HOLD else f"@{square_name(home_square(seat, space))}"
    if belongs(MIDDLE, action):
        return f"@{square_name(middle_square(seat, decode(Middle, action).column))}"
    if belongs(SWAP_MIDDLE, action):
        a, b = decode(SwapMiddle, action)
        return f"middle:{square_name(middle_square(seat, a))}~{square_name(middle_square(seat, b))}"
    family, what = (SWAP_TILES, "tiles") if belongs(SWAP_TILES, action) else (SWAP_PIECES, "pieces")
    a, b = fields(family, action)
    return f"{what}:{square_name(home_square(seat, a))}~{square_name(home_square(seat, b))}"


def label(view: State, box: Box, seat: int, action: int) -> str:
    deed = reading(view, box, action)
    if deed:
        return deed_label(view, box, *deed)
    if belongs(DRAGON, action):
        return dragon_label(view, decode(Dragon, action).square)
    if belongs(AMBUSH, action):
        a, b = decode(Ambush, action)
        return f"Spend an ambush: {standing(view, a)} and {standing(view, b)} change places"
    if belongs(DECEPTION, action):
        square, direction = decode(Deception, action)
        other = onward(square, direction, 1)
        partner = "nobody" if other is None else standing(view, other, seat)
        return f"Spend a deception: {standing(view, square, seat)} and {partner} change places"
    if belongs(SAY, action):
        return saying_label(view, Say(decode(Word, action).word))
    if belongs(FAVOR, action):
        favor = Favor(decode(TakeFavor, action).favor)
        return f"Take {favor.name.lower()}: {FAVOR_TEXTS[favor]}"
    if belongs(FIRST, action):
        return f"{('South', 'North')[decode(First, action).seat]} goes first"
    if belongs(FATE, action):
        face = decode(Fate, action).face + 1
        return f"The die shows {face}: the check {'fails' if face % 2 else 'is passed'}"
    return layout_label(view, box, seat, action)


FAVOR_TEXTS = {
    Favor.HASTE: "one step more for a piece that moves",
    Favor.AMBUSH: "two of your pieces on forest change places",
    Favor.CUNNING: "a survival check is passed",
    Favor.DECEPTION: "any two adjacent pieces change places",
}


def deed_label(view: State, box: Box, deed: Deed, start: int, target: int | None) -> str:
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


def dragon_label(view: State, square: int) -> str:
    where = f"{tile_name(view.ground[square])} on {square_name(square)}"
    if view.pieces[square]:
        return f"Place the dragon in the {where}, removing the {piece_name(view.pieces[square])} there, and go on"
    on_mountain = view.ground[square] == Tile.MOUNTAIN
    return f"Place the dragon on the {where}" if on_mountain else f"Place the dragon in the {where}, and go on"


def saying_label(view: State, word: Say) -> str:
    return {
        Say.PASS: "Pass: no action is possible",
        Say.LET: "Spend no favor in this turn of the opponent",
        Say.ALWAYS: "Spend no favor, and pass automatically in the opponent's turns from now on",
        Say.WATCH: "Ask again in the opponent's turns",
        Say.HASTE: "Spend haste: this turn's move gets one step more",
        Say.ROLL: "Leave the survival check to fate",
        Say.CUNNING: "Spend cunning: the survival check is passed",
        Say.STOP: "Stop here",
        Say.MIRROR: "Mirror the layout, left for right",
        Say.DONE: "The layout is done",
    }[word]


def layout_label(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(BEGIN, action):
        choice = decode(Begin, action).choice
        if choice in (RANDOM, BY_HAND):
            return "Let fate draw a random layout" if choice == RANDOM else "Lay out by hand"
        return f"Take the layout {layout_title(layout_choice(box, choice))[0]}"
    side = view.sides[seat] if seat in (0, 1) else None
    if belongs(TILE, action):
        where = f" on {square_name(home_square(seat, side.laid))}" if side and side.stage == Stage.TILES else ""
        return f"Lay {tile_name(decode(LayTile, action).tile + 1)}{where}"
    if belongs(PLACE, action):
        space = decode(Place, action).space
        if space == HOLD:
            return "Hold the dragon back"
        piece = "next piece" if side is None else "dragon"
        if side is not None and side.stage == Stage.PIECES:
            piece = piece_name(box.placing[side.laid])
        return f"Place the {piece} on {square_name(home_square(seat, space))}"
    if belongs(MIDDLE, action):
        tile = tile_name(side.laid + 1) if side and side.stage == Stage.MIDDLE else "tile"
        return f"Assign the middle {tile} to {square_name(middle_square(seat, decode(Middle, action).column))}"
    what, _, pair = layout_notation(box, seat, action).partition(":")
    a, _, b = pair.partition("~")
    return {
        "tiles": f"Swap the tiles on {a} and {b}",
        "pieces": f"Swap what stands on {a} and {b}",
        "middle": f"Swap what is assigned to {a} and {b}",
    }[what]
