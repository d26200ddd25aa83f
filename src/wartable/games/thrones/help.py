"""What a person may ask about the table of Thrones: what was meant by touching it, how likely it is."""

from wartable.core.rules import Refused, kind, plain
from wartable.drawing.card import Card
from wartable.drawing.scene import Id

from .box import Box
from .decisions import DECISIONS
from .decisions.turn.piece_action import PieceAction
from .names import LETTERS, home_square, piece_ids, piece_name, square_name, square_named, tile_name
from .state import Deed, Favor, Kind, Piece, Stage, State

TILE_RULES = (301, 506, 516, 601, 601, 701, 703)
FAVOR_RULES = {Favor.HASTE: 911, Favor.AMBUSH: 914, Favor.CUNNING: 915, Favor.DECEPTION: 916}
ODDS = 50
"""How many of a hundred survival checks are passed."""


def explain_piece(view: State, square: int) -> Card:
    piece = view.pieces[square]
    where = f"It stands on {square_name(square)}, {tile_name(view.ground[square])}."
    return Card(f"{{{piece >> 4}}}'s {piece_name(piece)}", 500 + (piece & 15), (where,))


def explain_tile(square: int, tile: int) -> Card:
    return Card(f"{square_name(square)}, {tile_name(tile)}", TILE_RULES[tile])


def explain_favor(thing: str) -> Card | None:
    for favor, rule in FAVOR_RULES.items():
        if favor.name.lower() in thing:
            return Card(favor.name.title(), rule)
    return None


def square_of(view: State, thing: str) -> int | None:
    """The square that a thing is or stands on."""
    for square, id in piece_ids(view).items():
        if id == thing:
            return square
    id = Id.read(thing)
    return square_named(id.name) if id.what in ("sq", "land") else None


def goal(view: State, box: Box, seat: int) -> str:
    lost = ", ".join(f"{{{owner}}} {sum(map(int, view.sides[owner].lost))}" for owner in range(2))
    return f"Remove the other throne, or bring yours into the other home fortress. Lost: {lost}."


def is_risky(view: State, box: Box, seat: int, action: int) -> bool:
    """Whether fate decides if a deed takes place."""
    _, it = DECISIONS.see(view, box, seat, action)
    return isinstance(it, PieceAction) and it.is_checked


def odds(view: State, box: Box, seat: int, action: int) -> str:
    """What a survival check would decide."""
    _, it = DECISIONS.see(view, box, seat, action)
    if not isinstance(it, PieceAction) or not it.is_checked:
        return ""
    loses = it.deed == Deed.ATTACK and it.start.piece & 15 != Piece.THRONE
    return f"Survival check: {ODDS}% that it succeeds; else {'the attacker is lost' if loses else 'the turn ends'}."


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | Refused | None:
    """The typed intention that touching these things is, or why nothing begins so."""
    squares = [square for square in (square_of(view, thing) for thing in touched) if square is not None]
    if not squares:
        return None
    names = [square_name(square) for square in squares]
    if plain(kind)(view) == Kind.LAYOUT:
        side = view.sides[seat] if seat in (0, 1) else None
        if side is not None and side.stage == Stage.TILES:
            where = square_name(home_square(seat, side.laid))
            return Refused(204, f"Tiles are laid one after the other, and the next one goes to {where}.")
        return f"@{names[-1]}"
    if any(Id.read(thing).what == "reserve" for thing in touched):
        return f"D@{names[-1]}"
    if len(squares) > 1:
        piece = view.pieces[squares[0]]
        return f"{LETTERS[piece & 15] if piece and piece >> 4 == seat else ''}{names[0]} to {names[-1]}"
    piece = view.pieces[squares[0]]
    if not piece:
        return Refused(402, f"Nobody stands on {names[0]}, and none of your pieces can go there now.")
    if piece >> 4 != seat:
        return Refused(
            402, f"The {piece_name(piece)} on {names[0]} is not yours, and none of your pieces can engage it now."
        )
    return Refused(401, f"Your {piece_name(piece)} on {names[0]} can do nothing now.")
