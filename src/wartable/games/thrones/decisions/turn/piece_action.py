"""What moves, switches, attacks and shots have in common: a piece does something to a square."""

from typing import ClassVar

from wartable.core.phrases import capital
from wartable.core.rules import Refused, Text, plain

from ...names import direction_between, onward, steps_between
from ...rules import survival
from ...state import Deed, Piece, Tile
from ...values import Action, Direction, Square

# Words are told one action at a time: the plain function answers at once, without a call into compiled code.
needs_check = plain(survival.needs_check)

VERBS = {
    Deed.MOVE: "move | go | walk | step | ride | fly | -",
    Deed.ATTACK: "attack | take | capture | kill | engage | breach | besiege | x",
    Deed.FIRE: "fire | shoot | *",
    Deed.SWITCH: "switch | switches | swap | exchange | ~",
}
"""What people say, and the sign in notation."""
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


class PieceAction(Action):
    start: Square
    deed: ClassVar[Deed]

    @property
    def reached(self) -> Square | None:
        """The square that it is done to, None beyond the edge of the board."""
        raise NotImplementedError

    @property
    def end(self) -> Square:
        """The same, the start for both where it leads off the board."""
        return self.start if self.reached is None else self.reached

    @property
    def is_checked(self) -> bool:
        """Whether fate decides if it takes place."""
        return self.reached is not None and bool(
            needs_check(self.at.view, self.at.box, int(self.deed), self.start, self.end)
        )

    @property
    def check(self) -> str:
        return " (survival check)" if self.start.piece and self.is_checked else ""

    @property
    def walls(self) -> str:
        """A whole fortress is breached first, but by a throne."""
        breaching = self.at.view.ground[self.end] == Tile.FORTRESS and self.start.piece & 15 != Piece.THRONE
        return "the fortress of " if breaching else ""

    @property
    def choice(self) -> str:
        """Where a piece could do two things to the same neighbour: which of them."""
        type, foe = self.start.piece & 15, self.end.piece and self.end.piece >> 4 != self.at.seat
        several = foe and (type == Piece.WARHORSE or self.at.box.fires_at[type] == 1)
        return f" do-{self.deed.name.lower()}" if several else ""

    @property
    def away(self) -> str:
        return self.end.away(self.start)

    @property
    def not_own(self) -> str:
        if not self.start.piece:
            return f"Nobody stands on {self.start.typed()}."
        return f"The {self.start.man} on {self.start.typed()} is not yours."

    @property
    def no_enemy(self) -> str:
        if not self.end.piece:
            return f"Nobody stands on {self.end.typed()}; only an enemy piece can be engaged."
        return f"The {self.end.man} on {self.end.typed()} is your own; only an enemy piece can be engaged."

    @property
    def flight(self) -> str:
        return flight(self.start, self.end)

    @property
    def in_the_way(self) -> str:
        """Who stops the dragon on its way."""
        way = direction_between(self.start, self.end)
        for distance in range(1, steps_between(self.start, self.end)):
            over = None if way is None else onward(self.start, way, distance)
            man = Square(over or 0, self.at)
            if over is not None and man.piece >> 4 == 1 - self.at.seat and self.at.box.blocks[man.piece & 15]:
                return f"{capital(man.whose)} is in the way."
        return ""

    @property
    def hasty(self) -> str:
        return "You have spent haste: this turn's action is a move."


class Aimed(PieceAction):
    """An attack, a shot or a switch: it leads some steps in a direction, perhaps off the board."""

    direction: Direction

    @property
    def distance(self) -> int:
        return 1

    @property
    def reached(self) -> Square | None:
        end = onward(self.start, self.direction, self.distance)
        return None if end is None else Square(end, self.at)

    @property
    def target(self) -> str:
        return f"off{COMPASS[self.direction]}" if self.reached is None else self.end.typed()

    @property
    def does(self) -> str:
        """What it says to people."""
        if self.reached is None:
            return f"Send {self.start.standing} off the board"
        return f"{self.aim}{self.check}"

    @property
    def aim(self) -> str:
        raise NotImplementedError


FIRST_TURN = "This is the first turn of the game: nobody attacks or fires in it."
OWN = {402: "{not_own}", 911: "{hasty}"}
ENGAGING = OWN | {
    409: "{no_enemy}",
    410: FIRST_TURN,
    508: "The elephant on {end} stands on plains; only a dragon or a throne can engage it there.",
    513: "The warhorse on {end} attacked in the turn before; in this one only a throne can engage it.",
}
FLYING = {509: "{flight}", 514: "{in_the_way}"}


def flight(start: Square, end: Square) -> str:
    """Why a flight cannot lead there."""
    reach = f"{start.one} flies up to {start.at.box.reach[start.piece & 15]} tiles in a single direction"
    if direction_between(start, end) is None:
        return f"{reach}; {end.typed()} is in no straight line from {start.typed()}."
    return f"{reach}; {end.away(start)}."


def ask_for_squares(text: Text) -> Refused:
    """The answer to a verb alone."""
    return Refused(402, "Say which of your pieces and where, by their squares, as in d4-d5.")
