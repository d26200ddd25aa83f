"""Chapters 4, 5 and 8: the turn, and what a player may do in it."""

from wartable.core.actions import encode, offer
from wartable.core.bits import lowest
from wartable.core.compiled import inlined, rule
from wartable.core.frames import ask, finish, pop
from wartable.core.notes import NOBODY, change, note
from wartable.core.record import Ints

from ..actions import ATTACK, DRAGON, FIRE, MOVE, PAIRED, SAY, SWITCH, Say
from ..box import Box
from ..notes import Counter, Told
from ..state import HOME, SQUARES, End, Favor, Kind, Piece, State, Tile
from .board import (
    PART,
    PARTS,
    are_neighbours,
    at_distance,
    blocks_flight,
    is_of,
    may_attack,
    may_fire,
    piece_of,
    square_of,
    squares_of,
    type_on,
)
from .deeds import remove
from .favors import is_open, list_tricks, may_spend


@rule
def list_run(s: State, box: Box, start: int, out: Ints, n: int) -> int:
    """TH-5.2, 5.6: moves over connected tiles, those to neighbours aside."""
    target = s.ring[start]
    while target != start:
        further = (s.pieces[target] == 0) & (not are_neighbours(box, start, target))
        n = offer(out, n, encode(MOVE, start, target), further)
        target = s.ring[target]
    return n


@rule
def list_flights(s: State, box: Box, seat: int, start: int, moves_only: bool, out: Ints, n: int) -> int:
    """TH-5.9, 5.14: moves and attacks further than the neighbour, in all directions."""
    type = type_on(s, start)
    reach = box.reach[type]
    for direction in range(8):
        over = box.step[start, direction]
        for distance in range(2, reach + 1):
            target = at_distance(box, start, direction, distance)
            if target < 0 or blocks_flight(s, box, seat, over):
                break
            if is_of(s, target, 1 - seat):
                attacks = not moves_only and may_attack(s, type, target)
                n = offer(out, n, encode(ATTACK, start, direction, distance - 1), attacks)
            else:
                n = offer(out, n, encode(MOVE, start, target), s.pieces[target] == 0)
            over = target
    return n


@inlined
def list_shots(s: State, box: Box, seat: int, start: int, out: Ints, n: int) -> int:
    """TH-4.8"""
    type = type_on(s, start)
    distance = box.fires_at[type]
    for direction in range(8):
        target = at_distance(box, start, direction, distance)
        if (target >= 0) & is_of(s, target, 1 - seat):
            n = offer(out, n, encode(FIRE, start, direction), may_fire(s, box, type, target))
    return n


@rule
def list_far_moves(s: State, box: Box, seat: int, start: int, moves_only: bool, out: Ints, n: int) -> int:
    """The moves (and a dragon's attacks) of chapter 5 beyond the neighbours."""
    type = type_on(s, start)
    if box.reach[type] > 1:
        n = list_flights(s, box, seat, start, moves_only, out, n)
    if box.runs_on[type] != 0 and box.runs_on[type] == s.ground[start]:
        n = list_run(s, box, start, out, n)
    return n


@rule
def list_steps(s: State, box: Box, start: int, out: Ints, n: int) -> int:
    """TH-4.3"""
    for direction in range(8):
        near = box.step[start, direction]
        n = offer(out, n, encode(MOVE, start, near), s.pieces[near] == 0)
    return n


@rule
def list_clashes(s: State, start: int, direction: int, target: int, may_engage: bool, out: Ints, n: int) -> int:
    """TH-4.7, 5.7: attacking an enemy on the neighbouring tile; a warhorse may switch with it too."""
    type = type_on(s, start)
    n = offer(out, n, encode(SWITCH, start, direction), type == Piece.WARHORSE)
    attacks = may_engage and may_attack(s, type, target)
    return offer(out, n, encode(ATTACK, start, direction, 0), attacks)


@inlined
def list_contacts(s: State, box: Box, seat: int, start: int, may_engage: bool, out: Ints, n: int) -> int:
    """TH-4.3 to 4.7, 5.7: moving to a neighbouring tile, switching with the piece there, or attacking it."""
    one = type_on(s, start)
    ahead, behind = box.beside_it[one, 0], box.beside_it[one, 1]
    for direction in range(8):
        near = box.step[start, direction]
        if is_of(s, near, 1 - seat):
            n = list_clashes(s, start, direction, near, may_engage, out, n)
        else:
            other = type_on(s, near)
            code = encode(MOVE, start, near) if other == 0 else encode(SWITCH, start, direction)
            n = offer(out, n, code, (ahead if direction < PAIRED else behind) >> other & 1)
    return n


@inlined
def list_actions_of(s: State, box: Box, seat: int, start: int, may_engage: bool, out: Ints, n: int) -> int:
    n = list_contacts(s, box, seat, start, may_engage, out, n)
    n = list_far_moves(s, box, seat, start, not may_engage, out, n)
    if may_engage and box.fires_at[type_on(s, start)] > 0:
        n = list_shots(s, box, seat, start, out, n)
    return n


@rule
def list_dragon_places(s: State, seat: int, out: Ints, n: int) -> int:
    """TH-8.1, 8.2"""
    if s.sides[seat].unplaced[Piece.DRAGON] == 0:
        return n
    for space in range(HOME):
        square = square_of(seat, space)
        open_mountain = s.ground[square] == Tile.MOUNTAIN and s.pieces[square] == 0
        if open_mountain or square == s.forts[seat]:
            out[n] = encode(DRAGON, square)
            n += 1
    return n


@rule
def list_moves(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for part in range(PARTS):
        squares = squares_of(s, seat, part)
        while squares != 0:
            square = part * PART + lowest(squares)
            squares &= squares - 1
            n = list_steps(s, box, square, out, n)
            n = list_far_moves(s, box, seat, square, True, out, n)
    return n


@rule
def list_actions(s: State, box: Box, seat: int, out: Ints) -> int:
    """TH-4.1: the actions of the turn."""
    may_engage = s.turn > 1
    n = 0
    for part in range(PARTS):
        squares = squares_of(s, seat, part)
        while squares != 0:
            square = part * PART + lowest(squares)
            squares &= squares - 1
            n = list_actions_of(s, box, seat, square, may_engage, out, n)
    return list_dragon_places(s, seat, out, n)


@rule
def any_move(out: Ints, n: int) -> bool:
    """Whether there is a move among the actions listed."""
    for i in range(n):
        if out[i] <= MOVE.last:
            return True
    return False


@rule
def list_turn(s: State, box: Box, seat: int, out: Ints) -> int:
    if s.haste == 1:
        return list_moves(s, box, seat, out, 0)
    n = list_actions(s, box, seat, out)
    hasty = may_spend(s, seat, Favor.HASTE) and any_move(out, n)
    if n == 0:
        out[0] = encode(SAY, Say.PASS)
        n = 1
    if hasty:
        out[n] = encode(SAY, Say.HASTE)
        n += 1
    if s.sides[seat].unasked == 1:
        out[n] = encode(SAY, Say.WATCH)
        n += 1
    return list_tricks(s, box, seat, out, n)


@rule
def list_window(s: State, box: Box, seat: int, out: Ints) -> int:
    """TH-9.8, 9.9: who passes automatically has one answer; who does not has at least two, whatever is held."""
    out[0] = encode(SAY, Say.LET)
    if s.sides[seat].unasked == 1:
        return 1
    out[1] = encode(SAY, Say.ALWAYS)
    return list_tricks(s, box, seat, out, 2)


@rule
def list_gallop(s: State, box: Box, square: int, out: Ints) -> int:
    """TH-5.11, 5.12"""
    out[0] = encode(SAY, Say.STOP)
    n = 1
    for direction in range(8):
        near = box.near[square, direction]
        if near >= 0 and s.pieces[near] != 0 and s.trail[near] == 0:
            out[n] = encode(SWITCH, square, direction)
            n += 1
    return n


@rule
def list_haste(s: State, box: Box, seat: int, square: int, one_step: int, out: Ints) -> int:
    """TH-9.12, 9.13"""
    out[0] = encode(SAY, Say.STOP)
    n = list_steps(s, box, square, out, 1)
    return n if one_step == 1 else list_far_moves(s, box, seat, square, True, out, n)


@rule
def place_dragon(s: State, box: Box, seat: int, square: int) -> None:
    """TH-8.1: the action of the turn. TH-8.2: in the fortress, the turn goes on."""
    s.passes = 0
    s.stirred = 1
    tile = s.ground[square]
    on_mountain = tile == Tile.MOUNTAIN
    left = s.sides[seat].unplaced[Piece.DRAGON] - 1
    s.sides[seat].unplaced[Piece.DRAGON] = left
    why = 801 if on_mountain else 802
    change(box, Told.PLACES_DRAGON, why, seat, Counter.RESERVE, -1, left, square, tile)
    if on_mountain:
        pop(s)
    elif s.pieces[square] != 0:
        remove(s, box, square, 802)
    s.pieces[square] = piece_of(seat, Piece.DRAGON)
    if not on_mountain and s.head.over == 0:
        note(box, Told.GOES_ON, 802, seat)


@rule
def stop(s: State, box: Box, seat: int, square: int, why: int) -> None:
    """TH-5.11, 9.13"""
    note(box, Told.STOPS, why, seat, s.pieces[square], square)
    pop(s)


@rule
def pass_turn(s: State, box: Box, seat: int) -> None:
    """TH-4.11, 10.4"""
    pop(s)
    s.passes += 1
    note(box, Told.PASSES, 411, seat)
    if s.passes == 2:
        note(box, Told.BOTH_PASS, 1004, NOBODY)
        finish(s, End.PASSES)


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
