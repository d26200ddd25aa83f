"""The rules of Thrones: setup, legal, apply, chance, scores; one module for each part of the rulebook."""

from wartable.core.actions import belongs, decode, encode
from wartable.core.compiled import rule
from wartable.core.frames import NATURE, ask, ask_all, is_due, kind, pop, top
from wartable.core.notes import UNKNOWN, note
from wartable.core.record import Floats, Ints

from ..actions import (
    AMBUSH,
    ATTACK,
    DECEPTION,
    DRAGON,
    FACES,
    FATE,
    FAVOR,
    FIRST,
    MOVE,
    SAY,
    SWITCH,
    Ambush,
    Attack,
    Deception,
    Dragon,
    Fate,
    Fire,
    First,
    Move,
    Say,
    Switch,
    TakeFavor,
    Word,
)
from ..box import Box
from ..notes import Counter, Told
from ..state import (
    FAVORS,
    NOWHERE,
    SQUARES,
    TILES,
    TYPES,
    CheckFrame,
    Deed,
    End,
    Favor,
    GallopFrame,
    Kind,
    Piece,
    State,
    Tile,
)
from .board import at_distance, in_homeland, is_fortress
from .deeds import attempt, fail, perform, standing
from .favors import ambush, be_cunning, deceive, hasten, let_be, take, watch
from .layout import apply_draw, apply_layout, clear_layout, list_draws, list_layout
from .survival import rule_of_check
from .turn import (
    begin_turn,
    end_turn,
    list_gallop,
    list_haste,
    list_turn,
    list_window,
    pass_turn,
    place_dragon,
    stop,
)

__all__ = ["apply", "census", "chance", "legal", "points", "scores", "setup", "tally"]


@rule
def setup(s: State, box: Box) -> None:
    """TH-2.1, 2.2: who goes first is drawn, then both lay out."""
    s.winner = NOWHERE
    for fort in range(3):
        s.forts[fort] = NOWHERE
    for seat in range(2):
        s.sides[seat].throne = NOWHERE
        s.sides[seat].fortress = NOWHERE
        clear_layout(s, box, seat)
    ask_all(s, Kind.LAYOUT, 3, 0, 0, 0)
    ask(s, Kind.FIRST, NATURE)


@rule
def legal(s: State, box: Box, seat: int, out: Ints) -> int:
    if not is_due(s, seat):
        return 0
    asked = kind(s)
    if asked == Kind.TURN:
        return list_turn(s, box, seat, out)
    if asked == Kind.LAYOUT:
        return list_layout(s, box, seat, out)
    if asked == Kind.WINDOW:
        return list_window(s, box, seat, out)
    if asked == Kind.GALLOP:
        return list_gallop(s, box, top(s, GallopFrame).square, out)
    if asked == Kind.HASTE:
        hasty = top(s, GallopFrame)
        return list_haste(s, box, seat, hasty.square, hasty.one_step, out)
    if asked == Kind.CHECK:
        return list_check(s, seat, out)
    return list_favors(out)


@rule
def list_check(s: State, seat: int, out: Ints) -> int:
    """TH-9.10"""
    out[0] = encode(SAY, Say.ROLL)
    out[1] = encode(SAY, Say.CUNNING)
    return 2 if s.sides[seat].favors[Favor.CUNNING] > 0 else 1


@rule
def list_favors(out: Ints) -> int:
    """TH-9.3"""
    for favor in range(FAVORS):
        out[favor] = encode(FAVOR, favor)
    return FAVORS


@rule
def chance(s: State, box: Box, out: Ints, weights: Ints) -> int:
    """TH-2.1: either player. TH-6.9: each face of a die."""
    asked = kind(s)
    if asked == Kind.DRAW:
        return list_draws(s, box, out, weights)
    first = FIRST.first if asked == Kind.FIRST else FATE.first
    outcomes = 2 if asked == Kind.FIRST else FACES
    for outcome in range(outcomes):
        out[outcome] = first + outcome
        weights[outcome] = 1
    return outcomes


@rule
def apply(s: State, box: Box, seat: int, action: int) -> None:
    asked = kind(s)
    if asked == Kind.LAYOUT:
        apply_layout(s, box, seat, action)
    elif asked == Kind.DRAW:
        apply_draw(s, box, action)
    elif asked == Kind.FIRST:
        draw_first(s, box, decode(First, action).seat)
    elif asked == Kind.ROLL:
        answer_roll(s, box, decode(Fate, action).face + 1)
    elif asked == Kind.CHECK:
        answer_check(s, box, seat, decode(Word, action).word)
    elif asked == Kind.FAVOR:
        take(s, box, seat, decode(TakeFavor, action).favor)
    elif belongs(SAY, action):
        answer(s, box, seat, decode(Word, action).word)
    elif belongs(AMBUSH, action) or belongs(DECEPTION, action):
        trick(s, box, seat, action)
    elif belongs(DRAGON, action):
        place_dragon(s, box, seat, decode(Dragon, action).square)
    else:
        act(s, box, seat, action)
    if s.head.over == 0:
        go_on(s, box)


@rule
def draw_first(s: State, box: Box, seat: int) -> None:
    """TH-2.1"""
    s.first = seat
    s.active = seat
    note(box, Told.STARTS, 201, seat)
    pop(s)


@rule
def answer_roll(s: State, box: Box, die: int) -> None:
    """TH-6.9 to 6.12"""
    check = top(s, CheckFrame)
    deed, start, target = check.deed, check.start, check.target
    pop(s)
    rolls = Told.ROLLS_TO_MOVE - Deed.MOVE + deed
    note(box, rolls, rule_of_check(s, deed, target), s.active, s.pieces[start], start, target, die)
    if die % 2 == 0:
        perform(s, box, s.active, deed, start, target)
    else:
        fail(s, box, deed, start)


@rule
def answer_check(s: State, box: Box, seat: int, word: int) -> None:
    """TH-9.10, 9.15"""
    check = top(s, CheckFrame)
    deed, start, target = check.deed, check.start, check.target
    pop(s)
    if word == Say.CUNNING:
        be_cunning(s, box, seat, start, target)
        perform(s, box, seat, deed, start, target)
    else:
        ask(s, Kind.ROLL, NATURE, deed, start, target)


@rule
def answer(s: State, box: Box, seat: int, word: int) -> None:
    if word == Say.PASS:
        pass_turn(s, box, seat)
    elif word == Say.WATCH:
        watch(s, box, seat)
    elif word == Say.HASTE:
        hasten(s, box, seat)
    elif word == Say.STOP:
        stop(s, box, seat, top(s, GallopFrame).square, 511 if kind(s) == Kind.GALLOP else 913)
    else:
        let_be(s, box, seat, word == Say.ALWAYS)


@rule
def trick(s: State, box: Box, seat: int, action: int) -> None:
    """TH-9.7, 9.8: an ambush or a deception; the opponent's window closes with it."""
    if kind(s) == Kind.WINDOW:
        pop(s)
    if belongs(AMBUSH, action):
        a, b = decode(Ambush, action)
        ambush(s, box, seat, a, b)
    else:
        square, direction = decode(Deception, action)
        deceive(s, box, seat, square, direction)


@rule
def act(s: State, box: Box, seat: int, action: int) -> None:
    """TH-4.1: a move, switch, attack or shot."""
    pop(s)
    if belongs(MOVE, action):
        start, target = decode(Move, action)
        attempt(s, box, seat, Deed.MOVE, start, target)
    elif belongs(SWITCH, action):
        start, direction = decode(Switch, action)
        attempt(s, box, seat, Deed.SWITCH, start, box.near[start, direction])
    elif belongs(ATTACK, action):
        start, direction, steps = decode(Attack, action)
        attempt(s, box, seat, Deed.ATTACK, start, at_distance(box, start, direction, steps + 1))
    else:
        start, direction = decode(Fire, action)
        distance = box.fires_at[s.pieces[start] & 15]
        attempt(s, box, seat, Deed.FIRE, start, at_distance(box, start, direction, distance))


@rule
def go_on(s: State, box: Box) -> None:
    """Favors that are owed are taken; with no decision left the turn is over, and the next begins."""
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


@rule
def scores(s: State, box: Box, out: Floats) -> None:
    """TH-10.1 to 10.5"""
    for seat in range(2):
        if s.head.over == End.THRONE_REMOVED or s.head.over == End.FORTRESS_TAKEN:
            out[seat] = 1.0 if s.winner == seat else 0.0
        else:
            out[seat] = 0.5


@rule
def points(s: State, box: Box, seat: int) -> int:
    """The pieces that the seat has not lost."""
    return standing(s, box, seat)


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    """A dragon held back is its owner's secret until the layouts are revealed."""
    if counter == Counter.PIECES:
        return standing(s, box, seat)
    if counter == Counter.FAVORS:
        return s.sides[seat].held
    return s.sides[seat].unplaced[Piece.DRAGON] if s.forts[2] != NOWHERE else UNKNOWN


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """For each seat, its pieces by type and its home tiles by kind; then the favors taken less those held and spent."""
    n = 0
    for seat in range(2):
        side = s.sides[seat]
        for type in range(1, TYPES):
            out[n] = side.unplaced[type] + side.lost[type] + count_pieces(s, seat, type)
            n += 1
        for tile in range(1, TILES - 1):
            out[n] = side.left[tile] + count_home_tiles(s, seat, tile)
            n += 1
        spent = 0
        for favor in range(FAVORS):
            spent += side.spent[favor]
        out[n] = side.taken - side.held - spent
        n += 1
    return n


@rule
def count_pieces(s: State, seat: int, type: int) -> int:
    found = 0
    for square in range(SQUARES):
        if s.pieces[square] != 0 and s.pieces[square] & 15 == type and s.pieces[square] >> 4 == seat:
            found += 1
    return found


@rule
def count_home_tiles(s: State, seat: int, tile: int) -> int:
    """A breached fortress is a fortress still."""
    found = 0
    for square in range(SQUARES):
        lies = s.ground[square]
        same = is_fortress(lies) if tile == Tile.FORTRESS else lies == tile
        if same and in_homeland(seat, square):
            found += 1
    return found
