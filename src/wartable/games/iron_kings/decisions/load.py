"""IK-6.2, IK-6.4: a treasure goes from the Holdfast to the docked King, which has a free slot for it."""

from wartable.core.rules import Action, change, is_followed, plain, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import at_home, carried, has_free_slot, tell_points, worth_carried
from ..rules.worker import go_on_stowing
from ..state import At, State
from ..values import Table, TreasureCard


class Load(Action):
    card: TreasureCard

    at: Table
    when = 108
    notation = "load-{card}"
    chosen_by = 602
    reads = "load | equip | move: {card}"
    label = "Equip {card} from the Holdfast"
    touches = "treasure-{card} slots"
    facts = {
        602: lambda it: it.at.away or f"{it.card.said()} is not in your Holdfast.",
        604: "All {at.box.slots} equipment slots of your King are taken.",
    }

    @property
    def choice(self) -> list[int]:
        """The treasures that it may be."""
        is_full = not plain(has_free_slot)(self.at.view, self.at.box, self.at.seat)
        return [] if is_full else self.at.treasures(At.HOME + self.at.seat)


@rule
def apply(s: State, box: Box, seat: int, it: Load) -> None:
    s.treasure_at[it.card] = At.CARRIED + seat
    s.loaded |= 1 << it.card
    if is_followed(box):
        change(box, Told.EQUIPS, 602, seat, Counter.CARRIED, 1, carried(s, box, seat), it.card)
        change(box, Told.LEAVES_HOME, 602, seat, Counter.HOME, -1, at_home(s, box, seat), it.card)
        tell_points(s, box, seat, worth_carried(box, it.card) - box.treasures[it.card].points, 1702)
    go_on_stowing(s, box, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Load) -> int:
    if s.sides[seat].hex != s.sides[seat].home or s.treasure_at[it.card] != At.HOME + seat:
        return 602
    full = 0
    for other in range(box.treasure_cards):
        full += s.treasure_at[other] == At.CARRIED + seat
    return 604 if full >= box.slots else 0
