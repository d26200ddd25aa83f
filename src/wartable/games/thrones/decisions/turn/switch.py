"""TH-4.5, 4.6: two neighbours of one player and of different types change places.

TH-5.7, 5.11, 5.12: a warhorse switches with enemies too, and again, with anybody whom it has not met in the turn.
"""

from wartable.core.rules import code, kind, pop, rule, top

from ...box import Box
from ...names import square_name
from ...rules.deeds import attempt
from ...rules.refusing import from_here, owner_on
from ...state import PAIRED, Deed, GallopFrame, Kind, Piece, State
from ...values import Direction, Square
from .piece_action import OWN, VERBS, Aimed
from .piece_action import ask_for_squares as read  # noqa: F401


class Switch(Aimed):
    start: Square
    direction: Direction

    deed = Deed.SWITCH
    when = 412
    notation = "{start.letter}{start}~{target}"
    reads = VERBS[Deed.SWITCH]
    label = "{does}"
    touches = "{start} {end}{choice}"
    facts = {
        **OWN,
        405: "{no_partner}",
        406: "{start.one} stands on {start}, and another on {end}; different types switch.",
        511: "{galloping}",
        512: "The warhorse has switched with {partner} in this turn already.",
    }

    @property
    def aim(self) -> str:
        return f"Switch {self.start.standing} with the {self.end.man} on {self.target}"

    @property
    def partner(self) -> str:
        return self.end.standing

    @property
    def no_partner(self) -> str:
        if not self.end.piece:
            return f"Nobody stands on {self.end.typed()}."
        return f"The {self.end.man} on {self.end.typed()} is the enemy's; only a warhorse switches with enemies."

    @property
    def galloping(self) -> str:
        where = square_name(top(self.at.view, GallopFrame).square)
        return f"The warhorse on {where} has begun to switch: it switches again, or stops."


@rule
def apply(s: State, box: Box, seat: int, it: Switch) -> None:
    pop(s)
    attempt(s, box, seat, Deed.SWITCH, it.start, box.near[it.start, it.direction])


@rule
def refuse(s: State, box: Box, seat: int, it: Switch) -> int:
    target = from_here(it.start, it.direction, 1)
    if kind(s) == Kind.GALLOP:
        if it.start != top(s, GallopFrame).square:
            return 511
        if target >= 0 and s.trail[target] == 1:
            return 512
    if owner_on(s, it.start) != seat:
        return 402
    if target < 0:
        return 102
    if owner_on(s, target) < 0:
        return 405
    if s.pieces[it.start] % 16 == Piece.WARHORSE:
        return 0
    if owner_on(s, target) != seat:
        return 405
    if s.pieces[it.start] == s.pieces[target]:
        return 406
    # A pair is named once: by the warhorse in it, or from the side from which the other lies in the first directions.
    return 405 if s.pieces[target] % 16 == Piece.WARHORSE or it.direction >= PAIRED else 0


def meant(it: Switch) -> int:
    """A pair has no order: named by the warhorse in it, or from the square from which the other lies north or east."""
    is_horse = it.start.piece & 15 == Piece.WARHORSE
    other_is_horse = it.end.is_mine and it.end.piece & 15 == Piece.WARHORSE
    backwards = it.direction >= PAIRED and it.end.is_mine
    if it.start.is_mine and it.reached is not None and not is_horse and (other_is_horse or backwards):
        return code(Switch(it.end, (it.direction + 4) % 8))
    return code(it)
