"""HE-15.7: representative or individual rolls, for the whole battle."""

from wartable.core.rules import Ints, note, pop, put, rule, top

from ..box import Box
from ..notes import Told
from ..state import Kind, Roll, SquadsFrame, State
from ..values import Action, Value


class RollChoice(Value):
    count = len(Roll)

    def typed(self) -> str:
        return ("representative", "individual")[self]

    def said(self) -> str:
        return ("Representative: one of a kind rolls for all", "Individual: every creature rolls")[self]

    def names(self) -> tuple[str, ...]:
        return self.typed(), f"{self.typed()} rolls"


class Rolls(Action):
    rolls: RollChoice

    when = 1507
    notation = "{rolls}"
    reads = ": {rolls}"
    label = "{rolls}"
    touches = "rolls-{rolls}"


asked = Kind.CHOOSE_ROLLS
prompt = "Representative or individual rolls for this battle?"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for rolls in range(Roll.INDIVIDUAL + 1):
        n = put(out, n, Rolls(rolls))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Rolls) -> None:
    army = s.battle.armies[top(s, SquadsFrame).side]
    army.rolls = it.rolls
    note(box, Told.CHOOSES_ROLLS, 1507, army.seat, it.rolls)
    pop(s)
