"""TH-4.11, 10.4: a player who has no action passes."""

from wartable.core.rules import NOBODY, Ints, finish, note, pop, put, rule

from ...box import Box
from ...notes import Told
from ...rules.refusing import can_move_at_all, owner_on
from ...state import MOST_STEPS, SQUARES, End, State
from ...values import Action
from . import attack, dragon, fire, switch
from .attack import Attack
from .dragon import Dragon
from .fire import Fire
from .switch import Switch


class Pass(Action):
    when = 412
    notation = "pass"
    reads = "pass | pass turn | skip | skip turn | end turn"
    label = "Pass: no action is possible"
    touches = "say-pass"
    facts = {411: "You have an action; only a player without one passes."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """With no action among those listed."""
    return put(out, n, Pass()) if n == 0 else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
    s.passes += 1
    note(box, Told.PASSES, 411, seat)
    if s.passes == 2:
        note(box, Told.BOTH_PASS, 1004, NOBODY)
        finish(s, End.PASSES)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 411 if s.haste == 1 or can_act_at_all(s, box, seat) else 0


@rule
def can_act_at_all(s: State, box: Box, seat: int) -> bool:
    """Any action of the turn; a switch, attack or shot is tried only where a piece could make it."""
    if can_move_at_all(s, box, seat):
        return True
    for square in range(SQUARES):
        if dragon.refuse(s, box, seat, Dragon(square)) == 0:
            return True
        if owner_on(s, square) == seat:
            for direction in range(8):
                switches = switch.refuse(s, box, seat, Switch(square, direction)) == 0
                if switches or fire.refuse(s, box, seat, Fire(square, direction)) == 0:
                    return True
                for steps in range(MOST_STEPS):
                    if attack.refuse(s, box, seat, Attack(square, direction, steps)) == 0:
                        return True
    return False
