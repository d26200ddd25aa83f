"""IK-6.9, IK-14.2, IK-14.5: a treasure is scrapped for what it gives, on Salvage or to make room for another."""

from wartable.core.rules import Action, Ints, kind, lowest, pop, put, rule, top

from ..box import Box
from ..names import space_name
from ..rules.bag import scrap, take
from ..rules.common import treasure_count, treasures_of
from ..state import At, Frame, MakeRoomFrame, Space, State
from ..values import Table, TreasureCard
from . import decline
from .decline import Decline

asked = Frame.SALVAGE, Frame.MAKE_ROOM
also = (decline,)


class Scrap(Action):
    card: TreasureCard

    at: Table
    when = 1405
    notation = "scrap-{card}"
    reads = "| scrap | sell | discard | salvage: {card}"
    label = "Scrap {card}"
    touches = "treasure-{card}"
    facts = {
        609: "{card} is not yours.",
        1402: "Your King does not carry {card}.",
        1405: lambda it: (
            f"Treasures are scrapped by a worker on {space_name(it.at.box, Space.DOCK_SALVAGE)}, "
            "or when a new one needs their slot."
        ),
    }

    @property
    def choice(self) -> list[int]:
        """The treasures that it may be."""
        return self.at.treasures(At.CARRIED + self.at.seat, At.HOME + self.at.seat)

    @property
    def chosen_by(self) -> int:
        return 609 if self.at.asked == Frame.SALVAGE else 1402


def prompt(at: Table) -> str:
    if at.asked == Frame.SALVAGE:
        return "Scrap treasures for what they give, or stop"
    return "Choose the carried treasure that makes room"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """On Salvage all that the seat has, or no more; to make room one that the King carries."""
    cards, stored = treasures_of(s, box, seat)
    if kind(s) == Frame.SALVAGE:
        n = put(out, n, Decline())
        cards |= stored
    while cards != 0:
        n = put(out, n, Scrap(lowest(cards)))
        cards &= cards - 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Scrap) -> None:
    if kind(s) == Frame.SALVAGE:
        salvage(s, box, seat, it.card)
    else:
        make_room(s, box, seat, it.card)


@rule
def salvage(s: State, box: Box, seat: int, card: int) -> None:
    """IK-6.9: the player may go on while there are any."""
    scrap(s, box, seat, card)
    if treasure_count(s, box, seat) == 0:
        pop(s)


@rule
def make_room(s: State, box: Box, seat: int, card: int) -> None:
    """IK-14.2: the scrapped one first gives what it gives."""
    wanted = top(s, MakeRoomFrame).card
    pop(s)
    scrap(s, box, seat, card)
    take(s, box, seat, wanted, 1402)


@rule
def refuse(s: State, box: Box, seat: int, it: Scrap) -> int:
    where = s.treasure_at[it.card]
    if kind(s) == Frame.SALVAGE:
        return 0 if where == At.CARRIED + seat or where == At.HOME + seat else 609
    return 0 if where == At.CARRIED + seat else 1402
