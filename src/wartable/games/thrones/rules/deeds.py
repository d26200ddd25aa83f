"""What pieces do to the board: moving, switching, attacking, firing, and what a throne brings about."""

from wartable.core.compiled import rule
from wartable.core.frames import ask, finish

from ..state import NOWHERE, Deed, End, Kind, Piece, Tile
from .board import are_neighbours, is_fortress, type_on
from .survival import ask_fate, needs_check


@rule
def win(s, seat, ending):
    s.winner = seat
    finish(s, ending)


@rule
def remove(s, square):
    """A piece leaves the game; with the throne, the game is over (TH-10.1)."""
    piece = s.pieces[square]
    owner = piece >> 4
    s.pieces[square] = 0
    s.sides[owner].lost[piece & 15] += 1
    s.stirred = 1
    if piece & 15 == Piece.THRONE:
        s.sides[owner].throne = NOWHERE
        win(s, 1 - owner, End.THRONE_REMOVED)


@rule
def throne_stands(s, box, seat, square):
    """TH-9.2, 9.4, 10.2: a throne has come to a square, by whatever means."""
    side = s.sides[seat]
    side.throne = square
    if not is_fortress(s.ground[square]):
        return
    if square == s.forts[1 - seat]:
        win(s, seat, End.FORTRESS_TAKEN)
    elif square != side.fortress:
        side.fortress = square
        if side.taken < box.most_favors:
            side.owed = 1


@rule
def notice_throne(s, box, square):
    """To be called for each square that a piece has just come to."""
    if type_on(s, square) == Piece.THRONE and s.head.over == 0:
        throne_stands(s, box, s.pieces[square] >> 4, square)


@rule
def relocate(s, box, start, target):
    s.pieces[target] = s.pieces[start]
    s.pieces[start] = 0
    notice_throne(s, box, target)


@rule
def change_places(s, box, a, b):
    held = s.pieces[a]
    s.pieces[a] = s.pieces[b]
    s.pieces[b] = held
    notice_throne(s, box, a)
    notice_throne(s, box, b)


@rule
def breach(s, square):
    """TH-7.2"""
    s.ground[square] = Tile.BREACHED
    s.stirred = 1


@rule
def attack(s, box, seat, start, target):
    """TH-4.7, 7.2, 7.5, 5.13"""
    type = type_on(s, start)
    if type == Piece.WARHORSE:
        s.sides[seat].charged = 1
    if s.ground[target] == Tile.FORTRESS:
        breach(s, target)
        if type != Piece.THRONE:
            return
    remove(s, target)
    if s.head.over == 0:
        relocate(s, box, start, target)


@rule
def fire(s, target):
    """TH-4.8, 7.2"""
    if s.ground[target] == Tile.FORTRESS:
        breach(s, target)
    else:
        remove(s, target)


@rule
def can_step(s, box, square):
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] == 0:
            return True
    return False


@rule
def move(s, box, seat, start, target):
    """TH-4.3; TH-9.12: a hasty piece may go on, after a single step with its full move."""
    relocate(s, box, start, target)
    if s.haste == 1 and s.head.over == 0 and can_step(s, box, target):
        s.haste = 2
        ask(s, Kind.HASTE, seat, target, 0 if are_neighbours(box, start, target) else 1)


@rule
def can_gallop(s, box, square):
    """TH-5.12: whether the warhorse has anybody left to switch with."""
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] != 0 and s.trail[near] == 0:
            return True
    return False


@rule
def switch(s, box, seat, start, target):
    """TH-4.5; TH-5.11: a warhorse may go on."""
    change_places(s, box, start, target)
    if type_on(s, target) == Piece.WARHORSE and s.pieces[target] >> 4 == seat:
        s.trail[start] = 1
        if s.head.over == 0 and can_gallop(s, box, target):
            ask(s, Kind.GALLOP, seat, target)


@rule
def perform(s, box, seat, deed, start, target):
    if deed == Deed.MOVE:
        move(s, box, seat, start, target)
    elif deed == Deed.SWITCH:
        switch(s, box, seat, start, target)
    elif deed == Deed.ATTACK:
        attack(s, box, seat, start, target)
    else:
        fire(s, target)


@rule
def attempt(s, box, seat, deed, start, target):
    """The deed, after a survival check where it needs one."""
    s.passes = 0
    if needs_check(s, box, deed, start, target):
        ask_fate(s, seat, deed, start, target)
    else:
        perform(s, box, seat, deed, start, target)


@rule
def fail(s, deed, start):
    """TH-6.10 to 6.12: only a failed attack costs the piece, and never a throne."""
    if deed == Deed.ATTACK and type_on(s, start) != Piece.THRONE:
        remove(s, start)
