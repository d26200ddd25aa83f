"""IK-14.1, IK-14.2: one of the treasures on offer is kept, in a free slot or in place of one that is scrapped."""

from wartable.core.phrases import listed
from wartable.core.rules import Action, Ints, ask, note, pop, put, rule

from ..box import Box
from ..names import treasure_name
from ..notes import Told
from ..rules.bag import take
from ..rules.common import has_free_slot
from ..state import At, Frame, State
from ..values import Table, TreasureCard
from . import decline
from .decline import Decline

asked = Frame.OFFER
also = (decline,)


class Take(Action):
    card: TreasureCard

    at: Table
    when = 1401
    notation = "take-{card}"
    chosen_by = 1401
    reads = "| take | keep | choose: {card}"
    label = "Keep {card}"
    touches = "treasure-{card}"
    facts = {1401: lambda it: it.not_offered}

    @property
    def choice(self) -> list[int]:
        """The treasures that it may be."""
        return self.at.treasures(At.OFFERED)

    @property
    def not_offered(self) -> str:
        offered = [treasure_name(self.at.box, card) for card in self.choice]
        if not offered:
            return "No treasures are on offer."
        return f"{self.card.said()} is not on offer; {listed(offered)} are."


def prompt(at: Table) -> str:
    full = len(at.treasures(At.CARRIED + at.seat)) >= at.box.slots
    return "Keep a treasure in place of one you carry, or leave all" if full else "Keep one of the treasures"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if not has_free_slot(s, box, seat):
        n = put(out, n, Decline())
    for card in range(box.treasure_cards):
        if s.treasure_at[card] == At.OFFERED:
            n = put(out, n, Take(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Take) -> None:
    pop(s)
    if has_free_slot(s, box, seat):
        take(s, box, seat, it.card, 1401)
    else:
        note(box, Told.CHOOSES, 1402, seat, it.card)
        ask(s, Frame.MAKE_ROOM, seat, it.card)


@rule
def refuse(s: State, box: Box, seat: int, it: Take) -> int:
    return 0 if s.treasure_at[it.card] == At.OFFERED else 1401
