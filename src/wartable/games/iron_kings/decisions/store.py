"""IK-6.2, IK-6.3: a treasure goes from the docked King into its Holdfast."""

from wartable.core.rules import Action, change, is_followed, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import at_home, cap_steam, carried, tell_points, worth_carried
from ..rules.worker import go_on_stowing
from ..state import At, State
from ..values import Table, TreasureCard


class StoreAway(Action):
    card: TreasureCard

    at: Table
    when = 108
    notation = "store-{card}"
    chosen_by = 602
    reads = "store | bring | unload | stow | bank | move: {card}"
    label = "Bring {card} into the Holdfast"
    touches = "treasure-{card} vault"
    facts = {
        602: lambda it: it.at.away or f"Your King does not carry {it.card.said()}.",
        603: "{card} came aboard in this turn and stays until the next.",
    }

    @property
    def choice(self) -> list[int]:
        """The treasures that it may be."""
        return self.at.treasures(At.CARRIED + self.at.seat)


@rule
def apply(s: State, box: Box, seat: int, it: StoreAway) -> None:
    s.treasure_at[it.card] = At.HOME + seat
    if is_followed(box):
        change(box, Told.STOWS, 602, seat, Counter.CARRIED, -1, carried(s, box, seat), it.card)
        change(box, Told.ARRIVES, 602, seat, Counter.HOME, 1, at_home(s, box, seat), it.card)
        tell_points(s, box, seat, box.treasures[it.card].points - worth_carried(box, it.card), 1701)
    cap_steam(s, box, seat)
    go_on_stowing(s, box, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: StoreAway) -> int:
    if s.sides[seat].hex != s.sides[seat].home or s.treasure_at[it.card] != At.CARRIED + seat:
        return 602
    return 603 if (s.loaded >> it.card) % 2 == 1 else 0
