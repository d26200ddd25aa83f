"""TH-8.1 to 8.3: a dragon that was held back is placed, on an empty home mountain or in the home fortress."""

from wartable.core.phrases import capital
from wartable.core.rules import Ints, Meaning, Refused, Text, change, code, note, pop, put, rule

from ...box import Box
from ...names import LETTERS, a_piece, home_square
from ...notes import Counter, Told
from ...rules.board import piece_of, square_of
from ...rules.deeds import remove
from ...state import COLUMNS, HOME, Piece, State, Tile
from ...values import Action, Square, letter_in, on_board, squares_in


class Dragon(Action):
    square: Square

    when = 412
    notation = "D@{square}"
    reads = "place | put | drop | set | bring | @"
    label = "Place the dragon {where}"
    touches = "reserve-{at.seat} {square}"
    facts = {801: "{wrong_place}", 803: "{none_held_back}", 911: "You have spent haste: this turn's action is a move."}

    @property
    def where(self) -> str:
        land = f"{self.square.land} on {self.square.typed()}"
        if self.square.piece:
            return f"in the {land}, removing the {self.square.man} there, and go on"
        return f"on the {land}" if self.at.view.ground[self.square] == Tile.MOUNTAIN else f"in the {land}, and go on"

    @property
    def wrong_place(self) -> str:
        where = self.square.typed()
        if not 0 <= home_square(self.at.seat, self.square) < HOME:
            return f"{where} is not in your homeland."
        if self.at.view.ground[self.square] != Tile.MOUNTAIN:
            return f"{where} is {self.square.land}; the dragon is placed on a mountain or in your fortress."
        return f"{capital(self.square.whose)} is in its place; the mountain must be empty."

    @property
    def none_held_back(self) -> str:
        if self.at.view.sides[self.at.seat].lost[Piece.DRAGON]:
            return "Your dragon was removed, and does not return."
        return "Your dragon is on the board already."


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if s.sides[seat].unplaced[Piece.DRAGON] == 0:
        return n
    for space in range(HOME):
        square = square_of(seat, space)
        open_mountain = s.ground[square] == Tile.MOUNTAIN and s.pieces[square] == 0
        if open_mountain or square == s.forts[seat]:
            n = put(out, n, Dragon(square))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Dragon) -> None:
    """TH-8.1: the action of the turn. TH-8.2: in the fortress, the turn goes on."""
    s.passes = 0
    s.stirred = 1
    tile = s.ground[it.square]
    on_mountain = tile == Tile.MOUNTAIN
    left = s.sides[seat].unplaced[Piece.DRAGON] - 1
    s.sides[seat].unplaced[Piece.DRAGON] = left
    why = 801 if on_mountain else 802
    change(box, Told.PLACES_DRAGON, why, seat, Counter.RESERVE, -1, left, it.square, tile)
    if on_mountain:
        pop(s)
    elif s.pieces[it.square] != 0:
        remove(s, box, it.square, 802)
    s.pieces[it.square] = piece_of(seat, Piece.DRAGON)
    if not on_mountain and s.head.over == 0:
        note(box, Told.GOES_ON, 802, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Dragon) -> int:
    if s.sides[seat].unplaced[Piece.DRAGON] == 0:
        return 803
    if s.forts[seat] == it.square:
        return 0
    row = it.square // COLUMNS
    at_home = row < 4 if seat == 0 else row > 4
    return 0 if at_home and s.ground[it.square] == Tile.MOUNTAIN and s.pieces[it.square] == 0 else 801


def read(text: Text) -> Meaning:
    """`place the dragon on c1`, `D@c1`"""
    named, letters = squares_in(text), [letter for word in text.words if (letter := letter_in(word))]
    if letters and letters[0] != "D":
        return Refused(803, f"Only a dragon is placed later; {a_piece(LETTERS.index(letters[0]))} is not.")
    if len(named) != 1:
        return Refused(801, "Say on which square, as in D@c1: an empty mountain of your homeland, or your fortress.")
    squares = on_board(*named)
    return squares if isinstance(squares, Refused) else code(Dragon(squares[0]))
