"""IK-5.3, IK-5.4, IK-6.6, IK-11.7: the owner chooses which damage is removed, on the King's board or on its shields."""

from wartable.core.phrases import listed
from wartable.core.rules import Ints, Meaning, Refused, Text, code, rule, top

from ..box import Box
from ..names import space_name, treasure_name
from ..state import KING_SPACES, At, Frame, RepairFrame, Space, State
from ..values import BoardSpace, Table, TreasureCard
from . import decline, patch, repair
from .patch import Patch
from .repair import Repair

asked = Frame.REPAIR
pages = repair, patch, decline


def prompt(at: Table) -> str:
    return f"Choose damage to remove ({top(at.view, RepairFrame).left} left)"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return patch.offers(s, box, seat, out, repair.offers(s, box, seat, out, n))


PARTS = ("head", "torso", "legs", "shield", "shields")
VERBS = ("repair", "mend", "fix", "patch", "remove", "damage")


def read(text: Text) -> Meaning:
    """A space or a shield; the space Repair, too, is named after the verb or alone."""
    if text.words == ["repair"]:
        return code(Repair(Space.REPAIR))
    verbs = [word for word in text.words if word in VERBS]
    rest = Text(text.at, [word for word in text.words if word not in verbs] + ["repair"] * (verbs.count("repair") - 1))
    spaces, cards = BoardSpace.named_in(rest), TreasureCard.named_in(rest)
    if len(spaces) == 1 and spaces[0] < KING_SPACES:
        return code(Repair(spaces[0]))
    if len(cards) == 1 and not spaces:
        return code(Patch(cards[0]))
    if not (spaces or cards or verbs or text.has("all", "both", "everything", *PARTS)):
        return None
    if len(spaces) == 1:
        return Refused(503, "Damage lies on the King's board and on the shields that it carries.")
    return Refused(503, f"Say which damage is removed: {damaged(text.at)}.")


def damaged(at: Table) -> str:
    spaces = [space_name(at.box, space) for space in range(KING_SPACES) if at.own.damage[space]]
    shields = [card for card in at.treasures(At.CARRIED + at.seat) if at.view.dents[card]]
    return listed(spaces + [treasure_name(at.box, card) for card in shields], "or")
