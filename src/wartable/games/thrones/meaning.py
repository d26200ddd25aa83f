"""What people mean by what they type, and why it cannot be done."""

import re

from wartable.core import actions
from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.game import Refused
from wartable.core.phrases import listed

from .actions import (
    AMBUSH,
    ATTACK,
    BEGIN,
    DECEPTION,
    DRAGON,
    FAVOR,
    FIRE,
    MIDDLE,
    MOST_STEPS,
    MOVE,
    PAIRED,
    PLACE,
    SAY,
    SWAP_MIDDLE,
    SWAP_PIECES,
    SWAP_TILES,
    SWITCH,
    TILE,
)
from .box import Box
from .facts import away, capital, far, first_turn, now
from .facts import fact as fact
from .names import (
    FILES,
    LETTERS,
    a_piece,
    direction_between,
    home_square,
    layout_choice,
    layout_title,
    middle_square,
    piece_name,
    square_name,
    steps_between,
)
from .spoken import in_signs, said
from .state import COLUMNS, HOME, MIDDLE_ROW, Favor, Kind, Piece, Stage, State, Tile

encode = plain(actions.encode)

Meaning = int | Refused | None
SQUARE = r"([a-z]\d+)"
DEED = re.compile(rf"([rscablwedt]?){SQUARE}\s*([-x*~:]|to|)\s*{SQUARE}")
PAIR = re.compile(rf"(ambush|deception|tiles|pieces|middle)\s*:?\s*{SQUARE}\s*[-~,]?\s*{SQUARE}")
PLACED = re.compile(rf"([rscablwedt]?)@\s*{SQUARE}")
NAMED = re.compile(r"(\+|layout:|take:)\s*([a-z0-9_-]+)")


def meant(view: State, box: Box, seat: int, text: str) -> Meaning:
    """A deed, a pair, a place or a name, however it is written."""
    text = text.lower().strip()
    if found := DEED.fullmatch(text):
        letter, start, sign, end = found.groups()
        return meant_deed(view, box, seat, letter, sign, (start, end))
    if found := PAIR.fullmatch(text):
        what, one, other = found.groups()
        return meant_pair(view, seat, what, (one, other))
    if found := PLACED.fullmatch(text):
        return meant_place(view, box, seat, *found.groups())
    if found := NAMED.fullmatch(text):
        return meant_name(view, box, seat, *found.groups())
    return meant_words(view, box, seat, text)


def meant_words(view: State, box: Box, seat: int, text: str) -> Meaning:
    """The same in words: `fire f2 at f5`, `use haste`."""
    answer = said(text)
    if answer is not None:
        return int(encode(SAY, answer))
    signs = in_signs(view, seat, text)
    if isinstance(signs, str):
        return meant(view, box, seat, signs) if signs != text else None
    return signs


def squares_of(*names: str) -> list[int] | Refused:
    """The squares of these names; a refusal where one is off the board."""
    found = []
    for name in names:
        column, row = FILES.find(name[0]), int(name[1:])
        if column < 0 or not 1 <= row <= COLUMNS:
            return Refused(102, f"{name} is off the board; its columns are a to i, its rows 1 to 9.")
        found.append((row - 1) * COLUMNS + column)
    return found


def meant_deed(view: State, box: Box, seat: int, letter: str, sign: str, names: tuple[str, str]) -> Meaning:
    squares = squares_of(*names)
    if isinstance(squares, Refused):
        return squares
    if plain(kind)(view) not in (Kind.TURN, Kind.GALLOP, Kind.HASTE):
        return Refused(412, now(view, box, seat))
    start, end = squares
    sign = {"to": "", ":": ""}.get(sign, sign) or usual_sign(view, seat, end)
    if sign == "~" and is_mine(view, seat, end) and not is_mine(view, seat, start) and not letter:
        start, end = end, start
    wrong = wrong_piece(view, seat, letter, start)
    if wrong:
        return wrong
    if sign == "-":
        return int(encode(MOVE, start, end))
    if start == end:
        return Refused(409 if sign in "x*" else 405, f"{square_name(start)} is the square on which it stands.")
    way = direction_between(start, end)
    return {"x": meant_attack, "*": meant_shot, "~": meant_switch}[sign](view, box, seat, (start, end), way)


def usual_sign(view: State, seat: int, end: int) -> str:
    """What is meant by a piece and a square: moving, switching or attacking, by who stands there."""
    if not view.pieces[end]:
        return "-"
    return "~" if is_mine(view, seat, end) else "x"


def is_mine(view: State, seat: int, square: int) -> bool:
    return bool(view.pieces[square]) and view.pieces[square] >> 4 == seat


def wrong_piece(view: State, seat: int, letter: str, start: int) -> Refused | None:
    """Why nothing can be done with what stands on a square, by whoever thinks it is theirs."""
    piece, where = view.pieces[start], square_name(start)
    if not piece:
        return Refused(402, f"Nobody stands on {where}.")
    if piece >> 4 != seat:
        return Refused(402, f"The {piece_name(piece)} on {where} is not yours; you act with your own pieces only.")
    if letter and letter.upper() != LETTERS[piece & 15]:
        return Refused(402, f"Your piece on {where} is {a_piece(piece)} ({LETTERS[piece & 15]}).")
    return None


def meant_attack(view: State, box: Box, seat: int, squares: tuple[int, int], way: int | None) -> Meaning:
    start, end = squares
    distance = steps_between(start, end)
    if way is not None and distance <= MOST_STEPS:
        return int(encode(ATTACK, start, way, distance - 1))
    if view.turn == 1:
        return Refused(410, first_turn(view, box, seat))
    type = view.pieces[start] & 15
    if box.reach[type] > 1:
        return Refused(509, far(view, box, start, end))
    return Refused(407, f"{capital(a_piece(type))} attacks a neighbouring tile; {away(start, end)}.")


def meant_shot(view: State, box: Box, seat: int, squares: tuple[int, int], way: int | None) -> Meaning:
    start, end = squares
    type = view.pieces[start] & 15
    reach = box.fires_at[type]
    if reach == 0 or (way is not None and steps_between(start, end) == reach):
        return int(encode(FIRE, start, 0 if way is None else way))
    words = ("on a neighbouring tile", "exactly two tiles in one direction", "exactly three tiles in one direction")
    exactly = words[reach - 1] if reach <= len(words) else f"exactly {reach} tiles in one direction"
    rule = 500 + type if Piece.CROSSBOWMAN <= type <= Piece.TREBUCHET else 408
    line = ", and in no straight line" if way is None else ""
    return Refused(rule, f"{capital(a_piece(type))} fires {exactly}; {away(start, end)}{line}.")


def meant_switch(view: State, box: Box, seat: int, squares: tuple[int, int], way: int | None) -> Meaning:
    """A pair has no order: named by the warhorse in it, or from the square from which the other lies north or east."""
    start, end = squares
    if way is None or steps_between(start, end) > 1:
        rule = 507 if view.pieces[start] & 15 == Piece.WARHORSE else 405
        return Refused(rule, f"Only adjacent pieces switch; {away(start, end)}.")
    is_horse = view.pieces[start] & 15 == Piece.WARHORSE
    other_is_horse = is_mine(view, seat, end) and view.pieces[end] & 15 == Piece.WARHORSE
    backwards = way >= PAIRED and is_mine(view, seat, end)
    if not is_horse and (other_is_horse or backwards):
        return int(encode(SWITCH, end, (way + 4) % 8))
    return int(encode(SWITCH, start, way))


def meant_pair(view: State, seat: int, what: str, names: tuple[str, str]) -> Meaning:
    squares = squares_of(*names)
    if isinstance(squares, Refused):
        return squares
    one, other = squares
    if what == "ambush":
        return int(encode(AMBUSH, min(one, other), max(one, other)))
    if what == "deception":
        return meant_deception(one, other)
    if what == "middle":
        return meant_middle_swap(seat, one, other)
    spaces = sorted(home_square(seat, square) for square in squares)
    if spaces[0] < 0 or spaces[1] >= HOME:
        outside = next(square for square in squares if not 0 <= home_square(seat, square) < HOME)
        rule = 210 if what == "tiles" else 211
        return Refused(rule, f"{square_name(outside)} is not in your homeland.")
    return int(encode(SWAP_TILES if what == "tiles" else SWAP_PIECES, *spaces))


def meant_deception(one: int, other: int) -> Meaning:
    way = direction_between(one, other)
    if way is None or steps_between(one, other) > 1:
        return Refused(916, f"Only adjacent pieces change places; {away(one, other)}.")
    return int(encode(DECEPTION, one, way) if way < PAIRED else encode(DECEPTION, other, way - 4))


def meant_middle_swap(seat: int, one: int, other: int) -> Meaning:
    outside = [square for square in (one, other) if not MIDDLE_ROW <= square < MIDDLE_ROW + COLUMNS]
    if outside:
        return Refused(213, f"{square_name(outside[0])} is not in the middle row, which is row 5.")
    columns = sorted(column for column in range(COLUMNS) if middle_square(seat, column) in (one, other))
    return int(encode(SWAP_MIDDLE, columns[0], columns[-1]))


def meant_place(view: State, box: Box, seat: int, letter: str, name: str) -> Meaning:
    """A piece put on a square: the late dragon, or the next step of a layout."""
    squares = squares_of(name)
    if isinstance(squares, Refused):
        return squares
    if plain(kind)(view) == Kind.LAYOUT:
        return meant_laying(view, box, seat, letter, squares[0])
    if letter in ("", "d"):
        return int(encode(DRAGON, squares[0]))
    return Refused(803, f"Only a dragon is placed later; {a_piece(LETTERS.index(letter.upper()))} is not.")


def meant_laying(view: State, box: Box, seat: int, letter: str, square: int) -> Meaning:
    """A square named while laying out: for the next piece, for a middle tile, or for the dragon held back."""
    side, name = view.sides[seat], square_name(square)
    if side.stage == Stage.MIDDLE:
        if not MIDDLE_ROW <= square < MIDDLE_ROW + COLUMNS:
            return Refused(209, f"{name} is not in the middle row, which is row 5.")
        return int(encode(MIDDLE, next(c for c in range(COLUMNS) if middle_square(seat, c) == square)))
    if side.stage == Stage.PIECES and letter and LETTERS[box.placing[side.laid]] != letter.upper():
        return Refused(207, f"Pieces are placed in order; the next is your {piece_name(box.placing[side.laid])}.")
    if not 0 <= home_square(seat, square) < HOME:
        return Refused(212 if side.stage == Stage.REVIEW else 207, f"{name} is not in your homeland.")
    return int(encode(PLACE, home_square(seat, square)))


def meant_name(view: State, box: Box, seat: int, what: str, name: str) -> Meaning:
    """A layout, tile or favor of that name, or of which it is the beginning."""
    if what == "layout:":
        return meant_layout(box, name)
    if what == "+":
        tiles = {tile.name.lower(): int(encode(TILE, tile - 1)) for tile in Tile if Tile.NONE < tile < Tile.BREACHED}
        return one_of(tiles, name, 204, "tiles")
    favors = {favor.name.lower(): int(encode(FAVOR, favor)) for favor in Favor}
    return one_of(favors, name, 903, "kinds of favors")


def one_of(known: dict[str, int], name: str, rule: int, what: str) -> Meaning:
    """The only one that begins so; a refusal that names all where there is none, or more than one."""
    found = [action for stem, action in known.items() if stem.startswith(name)]
    return found[0] if len(found) == 1 else Refused(rule, f"The {what} are {listed(list(known))}.")


def meant_layout(box: Box, name: str) -> Meaning:
    stems = {choice: layout_choice(box, choice) for choice in range(BEGIN.length)}
    known = {choice: stem for choice, stem in stems.items() if not stem.startswith("none-")}
    for choice, stem in known.items():
        if stem.startswith(name) or layout_title(stem)[0].lower().endswith(name):
            return int(encode(BEGIN, choice))
    return Refused(203, f"There is no layout {name}; there are {', '.join(known.values())}.")
