"""What pieces do to the board: moving, switching, attacking, firing, and what a throne brings about."""

from wartable.core.rules import ask, change, finish, inlined, note, rule

from ..box import Box
from ..notes import Counter, Told
from ..state import NOWHERE, TYPES, Deed, End, Kind, Piece, Side, State, Tile
from .board import are_neighbours, is_fortress, type_on
from .survival import ask_fate, needs_check, shelter


@inlined
def standing(s: State, box: Box, seat: int) -> int:
    """How many pieces a seat has not lost."""
    left = 0
    for type in range(TYPES):
        left += box.army[type] - s.sides[seat].lost[type]
    return left


@rule
def remove(s: State, box: Box, square: int, why: int) -> None:
    """A piece leaves the game, by the rule of that number; with the throne, the game is over (TH-10.1)."""
    piece = s.pieces[square]
    owner = piece >> 4
    s.pieces[square] = 0
    s.sides[owner].lost[piece & 15] += 1
    s.stirred = 1
    change(box, Told.REMOVED, why, owner, Counter.PIECES, -1, standing(s, box, owner), piece, square)
    if piece & 15 == Piece.THRONE:
        s.sides[owner].throne = NOWHERE
        s.winner = 1 - owner
        note(box, Told.THRONE_FALLS, 1001, owner)
        finish(s, End.THRONE_REMOVED)


@rule
def throne_stands(s: State, box: Box, seat: int, square: int, why: int) -> None:
    """TH-9.1, 9.2, 9.4, 10.2: a throne has come to a square, by whatever means."""
    side = s.sides[seat]
    side.throne = square
    if not is_fortress(s.ground[square]):
        return
    if square == s.forts[1 - seat]:
        s.winner = seat
        note(box, Told.TAKES_FORTRESS, 1002, seat, square)
        finish(s, End.FORTRESS_TAKEN)
    elif square != side.fortress:
        side.fortress = square
        owe_favor(box, side, seat, square, why)


@rule
def owe_favor(box: Box, side: Side, seat: int, square: int, why: int) -> None:
    if side.taken < box.most_favors:
        side.owed = 1
        note(box, Told.FAVOR_DUE, why, seat, square)
    else:
        note(box, Told.NO_FAVOR, 904, seat, square, side.taken)


@rule
def notice_throne(s: State, box: Box, square: int) -> None:
    """To be called for each square that a piece has just come to."""
    if type_on(s, square) == Piece.THRONE and s.head.over == 0:
        throne_stands(s, box, s.pieces[square] >> 4, square, 902)


@rule
def relocate(s: State, box: Box, start: int, target: int, why: int) -> None:
    s.pieces[target] = s.pieces[start]
    s.pieces[start] = 0
    note(box, Told.GOES, why, s.pieces[target] >> 4, s.pieces[target], start, target)
    notice_throne(s, box, target)


@rule
def change_places(s: State, box: Box, a: int, b: int, why: int) -> None:
    held = s.pieces[a]
    s.pieces[a] = s.pieces[b]
    s.pieces[b] = held
    note(box, Told.GOES, why, held >> 4, held, a, b)
    note(box, Told.GOES, why, s.pieces[a] >> 4, s.pieces[a], b, a)
    notice_throne(s, box, a)
    notice_throne(s, box, b)


@rule
def breach(s: State, box: Box, square: int, why: int) -> None:
    """TH-7.2, 7.5"""
    s.ground[square] = Tile.BREACHED
    s.stirred = 1
    note(box, Told.BREACHED, why, s.active, square)


@rule
def attack(s: State, box: Box, seat: int, start: int, target: int) -> None:
    """TH-4.7, 7.2, 7.5, 5.13"""
    piece, type = s.pieces[start], type_on(s, start)
    if type == Piece.WARHORSE:
        s.sides[seat].charged = 1
    besieged = s.ground[target] == Tile.FORTRESS
    if besieged:
        breach(s, box, target, 705 if type == Piece.THRONE else 702)
    if not besieged or type == Piece.THRONE:
        remove(s, box, target, 705 if besieged else 407)
        if s.head.over == 0:
            relocate(s, box, start, target, 705 if besieged else 407)
    if type == Piece.WARHORSE and s.head.over == 0:
        note(box, Told.CHARGED, 513, seat, piece, start if besieged else target)


@rule
def fire(s: State, box: Box, target: int) -> None:
    """TH-4.8, 7.2"""
    if s.ground[target] == Tile.FORTRESS:
        breach(s, box, target, 702)
    else:
        remove(s, box, target, 408)


@rule
def can_step(s: State, box: Box, square: int) -> bool:
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] == 0:
            return True
    return False


@rule
def move(s: State, box: Box, seat: int, start: int, target: int) -> None:
    """TH-4.3; TH-9.12: a hasty piece may go on, after a single step with its full move."""
    relocate(s, box, start, target, rule_of(s, box, Deed.MOVE, start, target, s.pieces[start] & 15))
    if s.haste != 1 or s.head.over != 0:
        return
    if can_step(s, box, target):
        s.haste = 2
        ask(s, Kind.HASTE, seat, target, 0 if are_neighbours(box, start, target) else 1)
    else:
        note(box, Told.SHUT_IN, 912, seat, s.pieces[target], target)


@rule
def can_gallop(s: State, box: Box, square: int) -> bool:
    """TH-5.12: whether the warhorse has anybody left to switch with."""
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] != 0 and s.trail[near] == 0:
            return True
    return False


@rule
def switch(s: State, box: Box, seat: int, start: int, target: int) -> None:
    """TH-4.5; TH-5.11: a warhorse may go on."""
    gallops = type_on(s, start) == Piece.WARHORSE
    change_places(s, box, start, target, 507 if gallops else 405)
    if not gallops:
        return
    s.trail[start] = 1
    if s.head.over != 0:
        return
    if can_gallop(s, box, target):
        shelter(s, box, start, target)
        ask(s, Kind.GALLOP, seat, target)
    else:
        note(box, Told.ALONE, 511, seat, s.pieces[target], target)


@rule
def perform(s: State, box: Box, seat: int, deed: int, start: int, target: int) -> None:
    if deed == Deed.MOVE:
        move(s, box, seat, start, target)
    elif deed == Deed.SWITCH:
        switch(s, box, seat, start, target)
    elif deed == Deed.ATTACK:
        attack(s, box, seat, start, target)
    else:
        fire(s, box, target)


@rule
def rule_of(s: State, box: Box, deed: int, start: int, target: int, type: int) -> int:
    """The number of the rule by which a piece of this type does it."""
    if deed == Deed.SWITCH:
        return 507 if type == Piece.WARHORSE else 405
    if deed == Deed.FIRE:
        return 500 + type if Piece.CROSSBOWMAN <= type <= Piece.TREBUCHET else 408
    if not are_neighbours(box, start, target):
        return 509 if box.reach[type] > 1 else 502 if s.ground[start] == Tile.WATER else 506
    if deed == Deed.MOVE:
        return 912 if s.haste == 2 else 403
    return 407


@rule
def attempt(s: State, box: Box, seat: int, deed: int, start: int, target: int) -> None:
    """The deed, after a survival check where it needs one."""
    s.passes = 0
    if needs_check(s, box, deed, start, target):
        ask_fate(s, box, seat, deed, start, target)
    else:
        piece = s.pieces[start]
        why = rule_of(s, box, deed, start, target, piece & 15)
        note(box, Told.MOVES - Deed.MOVE + deed, why, seat, piece, start, s.pieces[target], target)
        perform(s, box, seat, deed, start, target)


@rule
def fail(s: State, box: Box, deed: int, start: int) -> None:
    """TH-6.10 to 6.12: only a failed attack costs the piece, and never a throne."""
    if deed != Deed.ATTACK:
        note(box, Told.FAILS, 610, s.active, s.pieces[start], start)
    elif type_on(s, start) == Piece.THRONE:
        note(box, Told.SPARED, 612, s.active, s.pieces[start], start)
    else:
        remove(s, box, start, 611)
