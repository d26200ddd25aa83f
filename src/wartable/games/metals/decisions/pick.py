"""MT-2.2: before the first turn each player picks a faction; both may pick the same."""

from wartable.core.phrases import worded
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, code, note, pop, put, rule

from ..box import Box
from ..notes import Told
from ..rules import begin_turn
from ..state import Kind, State
from ..values import FACTIONS, PickedFaction

asked = Kind.FACTION
prompt = "Pick your faction: it earns points by attacks of one kind"


class Pick(Action):
    faction: PickedFaction

    when = 202
    notation = "{faction}"
    reads = "pick | choose | lead |"
    label = "Pick the faction {faction}"
    touches = "pick-{faction}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for faction in range(7):
        n = put(out, n, Pick(faction))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Pick) -> None:
    s.sides[seat].faction = it.faction + 1
    note(box, Told.LEADS, 202, seat, s.sides[seat].faction)
    pop(s)
    if s.head.depth == 0:
        begin_turn(s, box)


def read(text: Text) -> Meaning:
    named = PickedFaction.named_in(text)
    if len(named) == 1:
        return code(Pick(named[0]))
    factions = worded("Factions are picked first: {factions}.", factions=", ".join(FACTIONS[1:]))
    return Refused(202, factions) if text.at.asked == asked else None
