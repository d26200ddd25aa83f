"""The fact for which a rule forbids an action here."""

from collections.abc import Callable

from wartable.core.actions import decode
from wartable.core.compiled import plain
from wartable.core.frames import kind, top
from wartable.core.phrases import count

from .actions import (
    AMBUSH,
    DECEPTION,
    SAY,
    TILE,
    Ambush,
    Deception,
    Dragon,
    LayTile,
    Middle,
    Place,
    Say,
    SwapMiddle,
    SwapPieces,
    SwapTiles,
)
from .box import Box
from .names import (
    a_piece,
    belongs,
    direction_between,
    home_square,
    middle_square,
    onward,
    piece_name,
    reading,
    square_name,
    standing,
    steps_between,
    tile_name,
)
from .prompts import prompt
from .state import COLUMNS, FAVORS, HOME, Favor, GallopFrame, Kind, Piece, State, Tile

Fact = Callable[[State, Box, int, int], str]


def fact(view: State, box: Box, seat: int, action: int, rule: int) -> str:
    """Why the rule forbids it here; empty where its own words say all."""
    found = FACTS.get(rule)
    return found(view, box, seat, action) if found else ""


def now(view: State, box: Box, seat: int, action: int = 0) -> str:
    return f"Asked now: {prompt(view, box, seat)}."


def ends(view: State, box: Box, action: int) -> tuple[int, int]:
    """Start and end of a deed, the start for both where it leads off the board."""
    deed = reading(view, box, action)
    assert deed is not None
    return deed[1], deed[1] if deed[2] is None else deed[2]


def type_at(view: State, square: int) -> str:
    return piece_name(view.pieces[square])


def one_at(view: State, square: int) -> str:
    """`A ranger`"""
    return capital(a_piece(view.pieces[square]))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def away(start: int, end: int) -> str:
    return f"{square_name(end)} is {count(steps_between(start, end), 'tile')} away"


def far(view: State, box: Box, start: int, end: int) -> str:
    """Why a flight cannot lead there."""
    reach = f"{one_at(view, start)} flies up to {box.reach[view.pieces[start] & 15]} tiles in a single direction"
    if direction_between(start, end) is None:
        return f"{reach}; {square_name(end)} is in no straight line from {square_name(start)}."
    return f"{reach}; {away(start, end)}."


def not_own(view: State, box: Box, seat: int, action: int) -> str:
    start, _ = ends(view, box, action)
    if not view.pieces[start]:
        return f"Nobody stands on {square_name(start)}."
    return f"The {type_at(view, start)} on {square_name(start)} is not yours."


def too_far(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    land = box.runs_on[view.pieces[start] & 15]
    longer = f" It runs further only from {tile_name(land)} over {tile_name(land)}." if land else ""
    return f"{one_at(view, start)} moves one tile; {away(start, end)}.{longer}"


def taken(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    if start == end:
        return f"It stands on {square_name(end)} already."
    whose = "your" if view.pieces[end] >> 4 == seat else "the enemy's"
    return f"{square_name(end)} is taken by {whose} {type_at(view, end)}; a move ends on an empty tile."


def no_partner(view: State, box: Box, seat: int, action: int) -> str:
    _, end = ends(view, box, action)
    if not view.pieces[end]:
        return f"Nobody stands on {square_name(end)}."
    return f"The {type_at(view, end)} on {square_name(end)} is the enemy's; only a warhorse switches with enemies."


def same_type(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    each = one_at(view, start)
    return f"{each} stands on {square_name(start)}, and another on {square_name(end)}; different types switch."


def out_of_reach(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    return f"{one_at(view, start)} attacks a neighbouring tile; {away(start, end)}."


def no_engine(view: State, box: Box, seat: int, action: int) -> str:
    start, _ = ends(view, box, action)
    return f"{one_at(view, start)} does not fire; crossbowmen, catapults and trebuchets do."


def no_enemy(view: State, box: Box, seat: int, action: int) -> str:
    _, end = ends(view, box, action)
    if not view.pieces[end]:
        return f"Nobody stands on {square_name(end)}; only an enemy piece can be engaged."
    return f"The {type_at(view, end)} on {square_name(end)} is your own; only an enemy piece can be engaged."


def first_turn(view: State, box: Box, seat: int, action: int = 0) -> str:
    return "This is the first turn of the game: nobody attacks or fires in it."


def has_action(view: State, box: Box, seat: int, action: int) -> str:
    return "You have an action; only a player without one passes."


def on_mountain(view: State, box: Box, seat: int, action: int) -> str:
    return f"The ranger on {square_name(ends(view, box, action)[1])} stands on a mountain; it cannot be fired on."


def apart(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    land = tile_name(view.ground[start])
    return f"{square_name(end)} is not connected with {square_name(start)} by {land}."


def elephant(view: State, box: Box, seat: int, action: int) -> str:
    where = square_name(ends(view, box, action)[1])
    return f"The elephant on {where} stands on plains; only a dragon or a throne can engage it there."


def flight(view: State, box: Box, seat: int, action: int) -> str:
    return far(view, box, *ends(view, box, action))


def galloping(view: State, box: Box, seat: int, action: int) -> str:
    where = square_name(top(view, GallopFrame).square)
    return f"The warhorse on {where} has begun to switch: it switches again, or stops."


def met_already(view: State, box: Box, seat: int, action: int) -> str:
    return f"The warhorse has switched with {standing(view, ends(view, box, action)[1])} in this turn already."


def protected(view: State, box: Box, seat: int, action: int) -> str:
    where = square_name(ends(view, box, action)[1])
    return f"The warhorse on {where} attacked in the turn before; in this one only a throne can engage it."


def blocked(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    way = direction_between(start, end)
    for distance in range(1, steps_between(start, end)):
        over = None if way is None else onward(start, way, distance)
        if over is not None and view.pieces[over] >> 4 == 1 - seat and box.blocks[view.pieces[over] & 15]:
            return f"The enemy's {type_at(view, over)} on {square_name(over)} is in the way."
    return ""


def in_forest(view: State, box: Box, seat: int, action: int) -> str:
    start, end = ends(view, box, action)
    does = "attack" if view.pieces[start] & 15 == Piece.DRAGON else "fire on"
    return f"{square_name(end)} is forest; {a_piece(view.pieces[start])} cannot {does} it."


def dragon_place(view: State, box: Box, seat: int, action: int) -> str:
    square = decode(Dragon, action).square
    where = square_name(square)
    if not 0 <= home_square(seat, square) < HOME:
        return f"{where} is not in your homeland."
    if view.ground[square] != Tile.MOUNTAIN:
        return f"{where} is {tile_name(view.ground[square])}; the dragon is placed on a mountain or in your fortress."
    return f"{capital(standing(view, square, seat))} is in its place; the mountain must be empty."


def no_dragon(view: State, box: Box, seat: int, action: int) -> str:
    if view.sides[seat].lost[Piece.DRAGON]:
        return "Your dragon was removed, and does not return."
    return "Your dragon is on the board already."


def kind_of(action: int) -> Favor:
    """The favor that an action would spend."""
    if belongs(AMBUSH, action):
        return Favor.AMBUSH
    if belongs(DECEPTION, action):
        return Favor.DECEPTION
    return Favor.HASTE if action == SAY.first + Say.HASTE else Favor.CUNNING


def not_held(view: State, box: Box, seat: int, action: int) -> str:
    held = [Favor(f).name.lower() for f in range(FAVORS) for _ in range(view.sides[seat].favors[f])]
    return f"You hold no {kind_of(action).name.lower()}; in hand: {', '.join(held) or 'no favor'}."


def spent_already(view: State, box: Box, seat: int, action: int) -> str:
    return "You have spent a favor in this turn already."


def too_late(view: State, box: Box, seat: int, action: int) -> str:
    name = kind_of(action).name.lower()
    if plain(kind)(view) == Kind.WINDOW:
        return f"It is the opponent's turn; {name} is spent in your own."
    return f"{capital(name)} is spent before the action. {now(view, box, seat)}"


def asking(view: State, box: Box, seat: int, action: int) -> str:
    if action == SAY.first + Say.WATCH:
        return "You are asked in the opponent's turns as it is."
    if view.sides[seat].unasked:
        return "You pass automatically; in your own turn you can ask for the question again."
    return "You say so when you are asked in the opponent's turn."


def no_check(view: State, box: Box, seat: int, action: int) -> str:
    return "No survival check of yours is due."


def haste_moves(view: State, box: Box, seat: int, action: int) -> str:
    if view.haste:
        return "You have spent haste: this turn's action is a move."
    return "None of your pieces can move."


def haste_goes_on(view: State, box: Box, seat: int, action: int) -> str:
    square = top(view, GallopFrame).square
    start, end = ends(view, box, action)
    if start != square:
        return f"The piece on {square_name(square)} has begun to move; it goes on, or stops."
    return f"One step is left; {away(start, end)}."


def ambush(view: State, box: Box, seat: int, action: int) -> str:
    a, b = decode(Ambush, action)
    for square in (a, b):
        if not view.pieces[square] or view.pieces[square] >> 4 != seat:
            return f"None of your pieces stands on {square_name(square)}."
    for square in (a, b):
        if view.ground[square] != Tile.FOREST:
            return f"{square_name(square)} is {tile_name(view.ground[square])}, not forest."
    return "An ambush takes two pieces."


def deception(view: State, box: Box, seat: int, action: int) -> str:
    square, direction = decode(Deception, action)
    other = onward(square, direction, 1)
    bare = next((s for s in (square, other) if s is not None and not view.pieces[s]), None)
    return "" if bare is None else f"Nobody stands on {square_name(bare)}."


def none_left(view: State, box: Box, seat: int, action: int) -> str:
    return f"You have no {tile_name(decode(LayTile, action).tile + 1)} left to lay."


def all_terrains(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(TILE, action):
        tile, row = tile_name(decode(LayTile, action).tile + 1), row_of(seat, view.sides[seat].laid)
        return f"With {tile} here, row {row} or the rows after it could not get all four terrains any more."
    a, b = decode(SwapTiles, action)
    return f"After that, row {row_of(seat, a)} or row {row_of(seat, b)} would lack a terrain; each needs all four."


def row_of(seat: int, space: int) -> int:
    return home_square(seat, space) // COLUMNS + 1


def fortress(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(TILE, action) and decode(LayTile, action).tile + 1 != Tile.FORTRESS:
        return "Your fortress would have no space left but the outer column."
    return "The fortress lies neither in your back row nor in column a or i."


def home_taken(view: State, box: Box, seat: int, action: int) -> str:
    where = home_square(seat, decode(Place, action).space)
    return f"{capital(standing(view, where))} is there already."


def must_be_placed(view: State, box: Box, seat: int, action: int) -> str:
    piece = piece_name(box.placing[view.sides[seat].laid])
    return f"Only the dragon can be held back; your {piece} is next."


def column_taken(view: State, box: Box, seat: int, action: int) -> str:
    column = decode(Middle, action).column
    tile = tile_name(view.sides[seat].middle[column])
    return f"Your {tile} is assigned to {square_name(middle_square(seat, column))} already."


def same_tiles(view: State, box: Box, seat: int, action: int) -> str:
    a, b = (home_square(seat, space) for space in decode(SwapTiles, action))
    if a == b:
        return "A swap takes two spaces."
    return f"Both {square_name(a)} and {square_name(b)} are {tile_name(view.ground[a])}."


def same_pieces(view: State, box: Box, seat: int, action: int) -> str:
    a, b = (home_square(seat, space) for space in decode(SwapPieces, action))
    if a == b:
        return "A swap takes two spaces."
    what = a_piece(view.pieces[a]) if view.pieces[a] else "nobody"
    return f"On {square_name(a)} and on {square_name(b)} stands {what}."


def dragon_again(view: State, box: Box, seat: int, action: int) -> str:
    space = decode(Place, action).space
    if space >= HOME:
        return "Your dragon is held back already."
    if not view.sides[seat].unplaced[Piece.DRAGON]:
        return "Your dragon is not held back; swap it with what stands there, or hold it back first."
    return f"{capital(standing(view, home_square(seat, space)))} is there already."


def same_middle(view: State, box: Box, seat: int, action: int) -> str:
    a, b = (middle_square(seat, column) for column in decode(SwapMiddle, action))
    return f"Nothing of yours is assigned to {square_name(a)} or {square_name(b)}."


def no_edits(view: State, box: Box, seat: int, action: int) -> str:
    return f"You have made all {count(box.edits, 'edit')}; the layout stays as it is: say done."


FACTS: dict[int, Fact] = {
    204: none_left,
    205: all_terrains,
    206: fortress,
    207: home_taken,
    208: must_be_placed,
    209: column_taken,
    210: same_tiles,
    211: same_pieces,
    212: dragon_again,
    213: same_middle,
    216: no_edits,
    217: now,
    402: not_own,
    403: too_far,
    404: taken,
    405: no_partner,
    406: same_type,
    407: out_of_reach,
    408: no_engine,
    409: no_enemy,
    410: first_turn,
    411: has_action,
    412: now,
    501: on_mountain,
    502: apart,
    506: apart,
    508: elephant,
    509: flight,
    511: galloping,
    512: met_already,
    513: protected,
    514: blocked,
    515: in_forest,
    516: in_forest,
    801: dragon_place,
    803: no_dragon,
    905: not_held,
    906: spent_already,
    907: too_late,
    909: asking,
    910: no_check,
    911: haste_moves,
    912: haste_goes_on,
    914: ambush,
    916: deception,
}
