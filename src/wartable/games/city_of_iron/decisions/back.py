"""CI-4.5: take the last step of the action back."""

from wartable.core.rules import Ints, put, rule

from ..box import Box
from ..rules.plan import take_back
from ..state import State
from ..values import Action


class Back(Action):
    when = 107
    notation = "back"
    reads = "back | undo | cancel | take back"
    label = "Take the last step back"
    touches = "do-back"
    facts = {405: "{why_not}."}

    @property
    def why_not(self) -> str:
        if self.at.plan.step_count:
            return f"You have taken back {self.at.box.take_backs} steps in this turn, and that is the most"
        return "No action has been begun, so there is no step to take back"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if s.plan.step_count > 0 and s.plan.taken_back < box.take_backs:
        n = put(out, n, Back())
    return n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    take_back(s, box, seat)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 405 if s.plan.step_count == 0 or s.plan.taken_back >= box.take_backs else 0
