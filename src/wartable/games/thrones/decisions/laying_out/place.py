"""TH-2.7, 2.8: then the pieces are placed one by one; the dragon may be held back. TH-2.12: or placed after all."""

from wartable.core.phrases import capital
from wartable.core.rules import Ints, Meaning, Refused, Text, code, kind, offer, rule

from ...box import Box
from ...names import LETTERS, home_square, piece_name
from ...rules.layout import compose_by, place_dragon_again, tell_place, type_at
from ...rules.refusing import standing_on
from ...state import HOLD, HOME, Kind, Piece, Stage, State
from ...values import Action, Spot, Square, Table, letter_in, middle_column, on_board, squares_in
from .middle import Middle


class Place(Action):
    space: Spot

    when = 412
    notation = "{space}"
    reads = "place | put | set | @"
    label = "{places}"
    touches = "{touched}"
    facts = {
        207: "{taken}",
        208: "Only the dragon can be held back; your {at.next_name} is next.",
        212: "{dragon_stays}",
    }

    @property
    def places(self) -> str:
        if self.space == HOLD:
            return "Hold the dragon back"
        return f"Place the {self.at.next_name} on {self.space.said()}"

    @property
    def touched(self) -> str:
        """Where it is placed, and which of the army; or that the dragon is held back."""
        side, seat = self.at.side, self.at.seat
        army = f" roster-{seat}-{side.laid}" if side is not None and side.stage == Stage.PIECES else ""
        if self.space == HOLD:
            return f"hold{army}"
        again = side is not None and side.stage == Stage.REVIEW
        return f"reserve-{seat} {self.space.touched()}" if again else f"{self.space.touched()}{army}"

    @property
    def taken(self) -> str:
        return f"{capital(self.space.square.standing)} is there already."

    @property
    def dragon_stays(self) -> str:
        if self.space == HOLD:
            return "Your dragon is held back already."
        if self.at.side is not None and not self.at.side.unplaced[Piece.DRAGON]:
            return "Your dragon is not held back; swap it with what stands there, or hold it back first."
        return self.taken


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """TH-2.12, in a complete layout."""
    held_back = s.sides[seat].unplaced[Piece.DRAGON] > 0
    for space in range(HOME):
        n = offer(out, n, code(Place(space)), held_back and type_at(s, seat, space) == 0)
    return offer(out, n, code(Place(HOLD)), not held_back)


@rule
def apply(s: State, box: Box, seat: int, it: Place) -> None:
    if kind(s) == Kind.LAYOUT and s.sides[seat].stage == Stage.REVIEW:
        s.sides[seat].edits += 1
        place_dragon_again(s, seat, it.space)
        tell_place(box, seat, Piece.DRAGON, it.space, 212)
    else:
        compose_by(s, box, seat, it.space)


@rule
def refuse(s: State, box: Box, seat: int, it: Place) -> int:
    side = s.sides[seat]
    if side.stage == Stage.REVIEW:
        held_back = side.unplaced[Piece.DRAGON] == 1
        if it.space == HOLD:
            return 212 if held_back else 0
        return 0 if held_back and standing_on(s, seat, it.space) == 0 else 212
    if it.space == HOLD:
        return 0 if box.placing[side.laid] == Piece.DRAGON else 208
    return 207 if standing_on(s, seat, it.space) != 0 else 0


def laid(at: Table, letter: str, square: Square) -> Meaning:
    """A square named while laying out: for the next piece, for a middle tile, or for the dragon held back."""
    column, space = middle_column(at.seat, square), home_square(at.seat, square)
    if at.stage == Stage.MIDDLE:
        if column is None:
            return Refused(209, f"{square.typed()} is not in the middle row, which is row 5.")
        return code(Middle(column))
    if at.stage == Stage.PIECES and letter not in ("", LETTERS[at.next_piece]):
        return Refused(207, f"Pieces are placed in order; the next is your {piece_name(at.next_piece)}.")
    if not 0 <= space < HOME:
        return Refused(212 if at.stage == Stage.REVIEW else 207, f"{square.typed()} is not in your homeland.")
    return code(Place(space))


def read(text: Text) -> Meaning:
    """`place the throne on e2`, `T@e2`, `@e2`"""
    named, letters = squares_in(text), [letter for word in text.words if (letter := letter_in(word))]
    if len(named) != 1:
        return Refused(207, "Say on which square, as in @e2.")
    squares = on_board(*named)
    if isinstance(squares, Refused):
        return squares
    return laid(text.at, letters[0] if letters else "", Square(squares[0], text.at))
