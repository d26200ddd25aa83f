"""TH-4.1: in a turn a player takes exactly one action. TH-9.7: a favor may be spent before it.

What a piece can do to its neighbours is found in one walk around it, whatever it is.
"""

from wartable.core.rules import Ints, Meaning, Text, belongs, code, inlined, lowest, offer, put, rule

from ...box import Box
from ...rules.board import PART, PARTS, at_distance, blocks_flight, is_of, may_attack, squares_of, type_on
from ...rules.favors import may_spend
from ...state import HOLD, PAIRED, Favor, Kind, Piece, State
from ...values import PIECES, Action, Table, squares_in
from ..favors import ambush, deception, favor, haste, watch
from ..favors.haste import Haste
from ..laying_out.middle import Middle
from ..laying_out.place import Place
from . import attack, dragon, fire, move, pass_turn, reading, switch
from .attack import Attack
from .dragon import Dragon
from .fire import Fire, list_shots
from .move import Move, list_run, list_steps
from .switch import Switch

asked = Kind.TURN
pages = move, attack, switch, fire, dragon, pass_turn, haste, watch, ambush, deception


def prompt(at: Table) -> str:
    if at.view.haste:
        return "Move a piece; it will have one step more"
    if at.view.turn == 1:
        return "Move or switch; nobody may attack or fire in the first turn"
    return "Move, switch, attack or fire"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if s.haste == 1:
        return list_moves(s, box, seat, out, n)
    n = list_actions(s, box, seat, out, n)
    n = dragon.offers(s, box, seat, out, n)
    hasty = may_spend(s, seat, Favor.HASTE) and any_move(out, n)
    n = pass_turn.offers(s, box, seat, out, n)
    if hasty:
        n = put(out, n, Haste())
    n = watch.offers(s, box, seat, out, n)
    n = ambush.offers(s, box, seat, out, n)
    return deception.offers(s, box, seat, out, n)


@rule
def refuse(s: State, box: Box, seat: int, action: int) -> int:
    """TH-9.11: who has spent haste moves."""
    acts = belongs(Attack, action) or belongs(Switch, action) or belongs(Fire, action) or belongs(Dragon, action)
    return 911 if s.haste == 1 and acts else 0


@rule
def any_move(out: Ints, n: int) -> bool:
    """Whether there is a move among the actions listed."""
    for i in range(n):
        if belongs(Move, out[i]):
            return True
    return False


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
def list_actions(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    may_engage = s.turn > 1
    for part in range(PARTS):
        squares = squares_of(s, seat, part)
        while squares != 0:
            square = part * PART + lowest(squares)
            squares &= squares - 1
            n = list_actions_of(s, box, seat, square, may_engage, out, n)
    return n


@inlined
def list_actions_of(s: State, box: Box, seat: int, start: int, may_engage: bool, out: Ints, n: int) -> int:
    n = list_contacts(s, box, seat, start, may_engage, out, n)
    n = list_far_moves(s, box, seat, start, not may_engage, out, n)
    if may_engage and box.fires_at[type_on(s, start)] > 0:
        n = list_shots(s, box, seat, start, out, n)
    return n


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
            action = code(Move(start, near)) if other == 0 else code(Switch(start, direction))
            n = offer(out, n, action, (ahead if direction < PAIRED else behind) >> other & 1)
    return n


@rule
def list_clashes(s: State, start: int, direction: int, target: int, may_engage: bool, out: Ints, n: int) -> int:
    """TH-4.7, 5.7: attacking an enemy on the neighbouring tile; a warhorse may switch with it too."""
    type = type_on(s, start)
    n = offer(out, n, code(Switch(start, direction)), type == Piece.WARHORSE)
    attacks = may_engage and may_attack(s, type, target)
    return offer(out, n, code(Attack(start, direction, 0)), attacks)


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
                n = offer(out, n, code(Attack(start, direction, distance - 1)), attacks)
            else:
                n = offer(out, n, code(Move(start, target)), s.pieces[target] == 0)
            over = target
    return n


def meant(it: Action) -> Meaning:
    """A square where a piece would be laid out is one for the late dragon."""
    if isinstance(it, Middle):
        return code(Dragon(it.column.square))
    return code(Dragon(it.space.square)) if isinstance(it, Place) and it.space != HOLD else None


def read(text: Text) -> Meaning:
    """All that pieces do; `take` without a piece, a square or a fortress is a favor's."""
    if text.has("take") and not squares_in(text) and not text.has(*PIECES, "fortress"):
        return favor.read(text)
    return reading.read(text)
