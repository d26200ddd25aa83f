"""Chapters 4, 7 and 10: how turns begin and end."""

from wartable.core.rules import NOBODY, ask, finish, note, rule

from ..box import Box
from ..notes import Told
from ..state import SQUARES, End, Kind, State, Tile
from .favors import is_open


@rule
def restore_fortresses(s: State, box: Box) -> None:
    """TH-7.4"""
    for fort in range(3):
        square = s.forts[fort]
        if s.ground[square] == Tile.BREACHED and s.pieces[square] == 0:
            s.ground[square] = Tile.FORTRESS
            note(box, Told.RESTORED, 704, NOBODY, square)


@rule
def forget_turn(s: State) -> None:
    """What holds for one turn only."""
    s.stirred = 0
    s.haste = 0
    s.sheltered = 0
    s.sides[0].spent_now = 0
    s.sides[1].spent_now = 0
    for square in range(SQUARES):
        s.trail[square] = 0


@rule
def end_turn(s: State, box: Box) -> None:
    """TH-7.4, 10.3, 10.5"""
    restore_fortresses(s, box)
    s.quiet = 0 if s.stirred == 1 else s.quiet + 1
    if s.quiet >= box.quiet_turns:
        note(box, Told.QUIET, 1003, NOBODY, s.quiet)
        finish(s, End.QUIET)
    elif s.turn >= box.turn_limit:
        note(box, Told.TURN_LIMIT, 1005, NOBODY, s.turn)
        finish(s, End.LIMIT)


@rule
def begin_turn(s: State, box: Box, seat: int) -> None:
    """TH-4.1, 9.8. What came before belongs to no turn, or to another: favors taken at the start do not count here."""
    forget_turn(s)
    s.turn += 1
    s.active = seat
    s.sides[seat].charged = 0
    note(box, Told.TURN, 401, seat, s.turn)
    ask(s, Kind.TURN, seat)
    if s.sides[1 - seat].held > 0 and is_open(s, box, 1 - seat):
        ask(s, Kind.WINDOW, 1 - seat)


@rule
def go_on(s: State, box: Box) -> None:
    """Favors that are owed are taken; with no decision left the turn is over, and the next begins."""
    if s.head.over != 0:
        return
    for place in range(2):
        seat = s.active if place == 0 else 1 - s.active
        if s.sides[seat].owed == 1:
            ask(s, Kind.FAVOR, seat)
            return
    if s.head.depth > 0:
        return
    if s.turn == 0:
        begin_turn(s, box, s.first)
        return
    end_turn(s, box)
    if s.head.over == 0:
        begin_turn(s, box, 1 - s.active)
