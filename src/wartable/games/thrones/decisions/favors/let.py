"""TH-9.8: no favor is spent in this turn of the opponent."""

from wartable.core.rules import pop, rule

from ...box import Box
from ...state import State
from ...values import Action


class Let(Action):
    when = 412
    notation = "let"
    reads = "let | let pass | let it pass | pass | skip | no | none | nothing"
    label = "Spend no favor in this turn of the opponent"
    touches = "say-let"


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
