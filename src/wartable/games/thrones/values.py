"""What the fields of actions mean in Thrones: how squares, tiles, favors and layouts are named, read and touched.

Directions run clockwise from north (towards row 9): 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
"""

import re
from dataclasses import dataclass

from wartable.core import actions
from wartable.core.phrases import capital, count, listed
from wartable.core.rules import Meaning, Refused, Text
from wartable.core.values import FILLERS
from wartable.core.values import Table as CoreTable
from wartable.core.values import Value as CoreValue

from .box import Box
from .names import (
    LETTERS,
    a_piece,
    home_square,
    layout_choice,
    layout_title,
    middle_square,
    piece_ids,
    piece_name,
    square_name,
    square_named,
    steps_between,
    tile_name,
)
from .state import (
    BY_HAND,
    COLUMNS,
    FACES,
    FAVORS,
    HOLD,
    HOME,
    MIDDLE_ROW,
    MOST_LAYOUTS,
    MOST_STEPS,
    RANDOM,
    SQUARES,
    Favor,
    Piece,
    Side,
    Stage,
    State,
    Tile,
)


@dataclass(frozen=True)
class Table(CoreTable):
    view: State
    box: Box

    @property
    def side(self) -> Side | None:
        """The seat's own side; None for fate, and for who watches."""
        return self.view.sides[self.seat] if self.seat in (0, 1) else None

    @property
    def stage(self) -> int:
        """How far the seat's layout has got."""
        return self.side.stage if self.side is not None else Stage.BEGIN

    @property
    def next_piece(self) -> int:
        """The piece to be placed next, in a complete layout the dragon; none for fate, and for who watches."""
        if self.side is None:
            return Piece.NONE
        return self.box.placing[self.side.laid] if self.side.stage == Stage.PIECES else Piece.DRAGON

    @property
    def next_name(self) -> str:
        return piece_name(self.next_piece) if self.next_piece else "next piece"


class Action(actions.Action):
    at: Table


class Value(CoreValue):
    at: Table


class Player(Value):
    count = 2

    def typed(self) -> str:
        return self.said().lower()

    def said(self) -> str:
        return ("South", "North")[self]


class Square(Value):
    """A square of the board, and who stands there."""

    count = SQUARES

    def typed(self) -> str:
        return square_name(self)

    def touched(self) -> str:
        """The piece that stands there, or the square itself."""
        return piece_ids(self.at.view).get(self, self.bare)

    def names(self) -> list[str]:
        return [self.typed(), self.letter, self.man, self.letter + self.typed()]

    @property
    def bare(self) -> str:
        return f"sq-{square_name(self)}"

    @property
    def piece(self) -> int:
        return self.at.view.pieces[self]

    @property
    def is_mine(self) -> bool:
        return bool(self.piece) and self.piece >> 4 == self.at.seat

    @property
    def letter(self) -> str:
        return LETTERS[self.piece & 15]

    @property
    def man(self) -> str:
        """`ranger`"""
        return piece_name(self.piece) if self.piece else "nobody"

    @property
    def a_man(self) -> str:
        """`a ranger`"""
        return a_piece(self.piece)

    @property
    def one(self) -> str:
        """`A ranger`"""
        return capital(self.a_man)

    @property
    def standing(self) -> str:
        """`the ranger on b3`"""
        return f"the {self.man} on {self.typed()}" if self.piece else f"nobody on {self.typed()}"

    @property
    def whose(self) -> str:
        """The same, and whether it is the enemy's."""
        foe = self.piece and not self.is_mine
        return f"the enemy's {self.man} on {self.typed()}" if foe else self.standing

    @property
    def land(self) -> str:
        return tile_name(self.at.view.ground[self])

    def away(self, start: int) -> str:
        """`f4 is 2 tiles away`"""
        return f"{self.typed()} is {count(steps_between(start, self), 'tile')} away"


class Unnamed(Value):
    """A number that nobody types or says: the square that it leads to is named."""

    def names(self) -> tuple[str, ...]:
        return ()


class Direction(Unnamed):
    count = 8


class PairDirection(Unnamed):
    """A pair is named by one of the two squares, and the direction to the other: one of the first four."""

    count = 4


class Steps(Unnamed):
    """How far an attack leads, less one."""

    count = MOST_STEPS


class HomeSpace(Value):
    """A space of the player's homeland, said as the square that it is."""

    count = HOME

    @property
    def square(self) -> Square:
        return Square(home_square(self.at.seat, self), self.at)

    @property
    def row(self) -> int:
        return self.square // COLUMNS + 1

    def typed(self) -> str:
        return self.square.typed()

    def touched(self) -> str:
        return self.square.touched()


class Spot(HomeSpace):
    """Where a piece is placed; the last one holds the dragon back."""

    count = HOME + 1

    def typed(self) -> str:
        return "hold" if self == HOLD else f"@{super().typed()}"

    def said(self) -> str:
        return super().typed()

    def names(self) -> list[str]:
        return [self.typed(), self.at.next_name, LETTERS[self.at.next_piece]]


class MiddleColumn(Value):
    """A column of the middle row, counted from the player's left."""

    count = COLUMNS

    @property
    def square(self) -> Square:
        return Square(middle_square(self.at.seat, self), self.at)

    def typed(self) -> str:
        return self.square.typed()

    def touched(self) -> str:
        return self.square.touched()


def shortened(name: str) -> list[str]:
    """A name, and all that it can be cut to."""
    return [name[:length] for length in range(1, len(name) + 1) if name[:length] not in FILLERS]


class HomeTile(Value):
    """A kind of tile to lay, counted from 0, unlike Tile."""

    count = Tile.FORTRESS

    def typed(self) -> str:
        return tile_name(self + 1)

    def touched(self) -> str:
        return self.typed()

    def names(self) -> list[str]:
        return shortened(self.typed())


class FavorKind(Value):
    count = FAVORS

    def typed(self) -> str:
        return Favor(self).name.lower()

    def touched(self) -> str:
        return self.typed()

    def names(self) -> list[str]:
        return shortened(self.typed())

    @property
    def does(self) -> str:
        return {
            Favor.HASTE: "one step more for a piece that moves",
            Favor.AMBUSH: "two of your pieces on forest change places",
            Favor.CUNNING: "a survival check is passed",
            Favor.DECEPTION: "any two adjacent pieces change places",
        }[Favor(self)]


class LayoutChoice(Value):
    """A layout to begin with: one from a file, a random one, or by hand."""

    count = MOST_LAYOUTS + 2

    @property
    def is_there(self) -> bool:
        return self < self.at.box.layouts or self >= RANDOM

    def typed(self) -> str:
        return layout_choice(self.at.box, self)

    def touched(self) -> str:
        return self.typed()

    def names(self) -> list[str]:
        return [*shortened(self.typed()), self.title] if self.is_there else []

    @property
    def all_there(self) -> str:
        """The names of all layouts that there are."""
        choices = (LayoutChoice(number, self.at) for number in range(self.count))
        return ", ".join(choice.typed() for choice in choices if choice.is_there)

    @property
    def title(self) -> str:
        return layout_title(self.typed())[0]

    @property
    def taken(self) -> str:
        if self == RANDOM:
            return "Let fate draw a random layout"
        return "Lay out by hand" if self == BY_HAND else f"Take the layout {self.title}"


class Die(Value):
    """What a die shows, counted from 0."""

    count = FACES

    def typed(self) -> str:
        return str(self + 1)

    @property
    def result(self) -> str:
        return "is passed" if self % 2 else "fails"


# What texts name

_SQUARE = re.compile(r"x?([rscablwedt]?)([a-z]\d+)\+?")
PIECES = {piece_name(piece): int(piece) for piece in Piece if piece != Piece.NONE}
PIECES |= {"king": int(Piece.THRONE), "archer": int(Piece.CROSSBOWMAN), "horse": int(Piece.WARHORSE)}


def squares_in(text: Text) -> list[str]:
    """The words that look like squares, also of a larger board: d4, Cd4, xd4."""
    return [found[2] for word in text.words if (found := _SQUARE.fullmatch(word))]


def letter_in(word: str) -> str:
    """The letter of the piece that a word names: C of Cd4, crossbowman, c."""
    if found := _SQUARE.fullmatch(word):
        return found[1].upper()
    return word.upper() if len(word) == 1 and word.upper() in LETTERS[1:] else LETTERS[PIECES.get(word, 0)].strip("?")


def on_board(*names: str) -> list[int] | Refused:
    """The squares of these names; a refusal where one is off the board."""
    found = []
    for name in names:
        square = square_named(name)
        if square is None:
            return Refused(102, f"{name} is off the board; its columns are a to i, its rows 1 to 9.")
        found.append(square)
    return found


def pair_in(text: Text, rule: int, how: str) -> tuple[int, int] | Refused:
    """The two squares that a text names, the lower one first; `how` says what to say where it does not.

    They are named without the letters of pieces, which nobody would check.
    """
    named = squares_in(text)
    if len(named) != 2 or not set(named) <= set(text.words):
        return Refused(rule, how)
    squares = on_board(*named)
    return squares if isinstance(squares, Refused) else (min(squares), max(squares))


def home_pair_in(text: Text, rule: int, how: str) -> tuple[int, int] | Refused:
    """The two home spaces that a text names, the lower one first."""
    squares = pair_in(text, rule, how)
    if isinstance(squares, Refused):
        return squares
    seat = text.at.seat
    outside = [square for square in squares if not 0 <= home_square(seat, square) < HOME]
    if outside:
        return Refused(rule, f"{square_name(outside[0])} is not in your homeland.")
    one, other = sorted(home_square(seat, square) for square in squares)
    return one, other


def middle_column(seat: int, square: int) -> int | None:
    """The column of a square of the middle row, None elsewhere."""
    column = abs(square - middle_square(seat, 0))
    return column if MIDDLE_ROW <= square < MIDDLE_ROW + COLUMNS else None


def one_of(kind: type[Value], text: Text, rule: int, what: str) -> Meaning:
    """The only value that a text names; a refusal that lists all where it names none, or more than one."""
    named = kind.named_in(text)
    if len(named) == 1:
        return named[0]
    return Refused(rule, f"The {what} are {listed([kind(number, text.at).typed() for number in range(kind.count)])}.")
