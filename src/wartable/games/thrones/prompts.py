"""What is asked of a player."""

from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.record import Record

from .names import home_square, piece_name, square_name, tile_name
from .state import Favor, Kind, Piece, Stage


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
        Kind.CHECK: check_prompt(view, seat),
        Kind.GALLOP: f"Switch the warhorse on {square_name(frame.a)} again, or stop",
        Kind.HASTE: f"Go on with the piece on {square_name(frame.a)}, or stop",
    }[top]


def check_prompt(view: Record, seat: int) -> str:
    cunning = view.sides[seat].favors[Favor.CUNNING] > 0
    return "A survival check is due: leave it to fate" + (", or spend cunning" if cunning else "")


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
