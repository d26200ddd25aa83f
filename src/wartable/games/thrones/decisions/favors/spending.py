"""What favors have in common when they are spent (TH-9.5 to 9.8)."""

from wartable.compiler.decorators import rule
from wartable.core.phrases import capital

from ...state import FAVORS, Favor, Kind, State
from ...values import Action


class FavorAction(Action):
    @property
    def favor(self) -> str:
        return type(self).__name__.lower()

    @property
    def in_hand(self) -> str:
        """The favors that the player holds."""
        held = self.at.view.sides[self.at.seat].favors
        return ", ".join(Favor(kind).name.lower() for kind in range(FAVORS) for _ in range(held[kind])) or "no favor"

    @property
    def too_late(self) -> str:
        if self.at.asked == Kind.WINDOW:
            return f"It is the opponent's turn; {self.favor} is spent in your own."
        return f"{capital(self.favor)} is spent before the action. Asked now: {self.at.prompt}."


SPENDING = {
    905: "You hold no {favor}; in hand: {in_hand}.",
    906: "You have spent a favor in this turn already.",
    907: "{too_late}",
    909: "You pass automatically; in your own turn you can ask for the question again.",
}


@rule
def refuse_favor(s: State, seat: int, favor: int) -> int:
    """TH-9.5, 9.6, 9.9"""
    if s.sides[seat].spent_now == 1:
        return 906
    return 905 if s.sides[seat].favors[favor] == 0 else 0


@rule
def refuse_trick(s: State, seat: int, asked: int, favor: int) -> int:
    """TH-9.8, 9.9: ambush and deception are spent in the opponent's turn too, by who is asked there."""
    return 909 if asked == Kind.WINDOW and s.sides[seat].unasked == 1 else refuse_favor(s, seat, favor)
