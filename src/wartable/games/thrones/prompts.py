"""What is asked of a player."""

from wartable.core.compiled import plain
from wartable.core.frames import is_due, kind, top

from .box import Box
from .names import home_square, piece_name, square_name, tile_name
from .state import Favor, GallopFrame, Kind, Piece, Stage, State


def prompt(view: State, box: Box, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    asked = Kind(plain(kind)(view))
    if asked == Kind.FIRST:
        return "Fate decides who goes first"
    if not 0 <= seat < 2 or not plain(is_due)(view, seat):
        return waiting(view, asked)
    if asked == Kind.LAYOUT:
        return layout_prompt(view, box, seat)
    if asked == Kind.TURN:
        if view.haste:
            return "Move a piece; it will have one step more"
        if view.turn == 1:
            return "Move or switch; nobody may attack or fire in the first turn"
        return "Move, switch, attack or fire"
    if asked == Kind.GALLOP:
        return f"Switch the warhorse on {square_name(top(view, GallopFrame).square)} again, or stop"
    if asked == Kind.HASTE:
        return f"Go on with the piece on {square_name(top(view, GallopFrame).square)}, or stop"
    return {
        Kind.FAVOR: "Your throne stands in a fortress: take a favor",
        Kind.WINDOW: "Before the opponent acts: spend a favor, or let it pass",
        Kind.CHECK: check_prompt(view, seat),
    }[asked]


def check_prompt(view: State, seat: int) -> str:
    cunning = view.sides[seat].favors[Favor.CUNNING] > 0
    return "A survival check is due: leave it to fate" + (", or spend cunning" if cunning else "")


def waiting(view: State, asked: Kind) -> str:
    if asked in (Kind.LAYOUT, Kind.DRAW):
        return "Waiting for the layouts"
    if asked == Kind.ROLL:
        return "Fate decides a survival check"
    who = "{0}" if plain(is_due)(view, 0) else "{1}"
    return {
        Kind.FAVOR: f"{who} takes a favor",
        Kind.WINDOW: f"{who} may spend a favor",
        Kind.CHECK: f"{who} faces a survival check",
    }.get(asked, f"{who} is to act")


def layout_prompt(view: State, box: Box, seat: int) -> str:
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
