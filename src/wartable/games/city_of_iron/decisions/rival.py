"""CI-7.24: whom the Spy robs."""

from wartable.core.rules import Meaning, Refused, Text, code, rule

from ..box import Box
from ..rules.turn import take
from ..state import NONE, Act, State
from ..texts import coins, join, nation_name
from ..values import Action, Player, Table


class Rob(Action):
    seat: Player

    when = 107
    notation = "rival-{seat}"
    reads = "rival"
    label = "Rob {seat}{has}"
    touches = "rival-{seat}"
    facts = {724: "{poor}."}

    @property
    def has(self) -> str:
        return f" ({coins(self.at.view.sides[self.seat].coins)})" if self.seat < self.at.box.seats else ""

    @property
    def poor(self) -> str:
        if self.seat == self.at.seat:
            return "You cannot rob yourself"
        return f"{self.seat.said()} has no coin" if self.seat < self.at.box.seats else "Nobody sits there"


@rule
def apply(s: State, box: Box, seat: int, it: Rob) -> None:
    take(s, box, seat, Act.NOTHING, it.seat, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Rob) -> int:
    return 724 if it.seat == seat or it.seat >= box.seats or s.sides[it.seat].coins == 0 else 0


def read(text: Text) -> Meaning:
    """By the nation."""
    at: Table = text.at
    named = Player.named_in(text)
    if len(named) == 1:
        return code(Rob(named[0]))
    others = [Player(seat, at) for seat in range(at.box.seats) if seat != at.seat]
    return Refused(724, f"Say whom to rob: {join(nation_name(at.view, at.box, other) for other in others)}.")
