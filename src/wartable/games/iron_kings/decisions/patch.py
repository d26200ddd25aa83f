"""IK-5.3, IK-14.7: a damage token is removed from a shield that the King carries."""

from wartable.core.rules import Action, Ints, change, is_followed, lowest, put, rule, top

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import aboard_of, count_repair, dents_of
from ..state import At, RepairFrame, Space, State
from ..values import TreasureCard


class Patch(Action):
    card: TreasureCard

    when = 108
    notation = "patch-{card}"
    reads = "patch | repair | mend | fix | remove damage"
    label = "Repair {card}"
    touches = "treasure-{card}"
    facts = {
        108: lambda it: it.at.needs_worker(Space.REPAIR),
        503: "There is no damage on {card}.",
        1407: "Your King does not carry {card}.",
    }


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    cards = aboard_of(s, box, seat)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if s.dents[card] > 0:
            n = put(out, n, Patch(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Patch) -> None:
    s.dents[it.card] -= 1
    if is_followed(box):
        number = top(s, RepairFrame).number
        change(box, Told.PATCHES, number, seat, Counter.DENTS, -1, dents_of(s, box, seat), it.card)
    count_repair(s, box, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Patch) -> int:
    if s.treasure_at[it.card] != At.CARRIED + seat:
        return 1407
    return 0 if s.dents[it.card] > 0 else 503
