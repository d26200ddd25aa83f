"""HE-16.1, HE-17.2: a player's half of the round. A squad that has not attacked yet does, or the army retreats."""

from wartable.core.rules import Ints, Refused, Text, rule

from ..box import Box
from ..state import Foe, Kind, State
from ..values import Table, words_in
from . import attack, retreat

asked = Kind.CHOOSE_ATTACK
pages = attack, retreat


def prompt(at: Table) -> str:
    battle = at.view.battle
    may_retreat = ", or retreat" if battle.side == 0 or battle.foe != Foe.CITY else ""
    return f"Choose a squad and its target{may_retreat}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = attack.offers(s, box, seat, out, n)
    return retreat.offers(s, box, seat, out, n)


def read(text: Text) -> Refused | None:
    """An attack names a squad of each side; one at a time."""
    named = words_in(text, "[a-z]")
    if len(named) > 2:
        return Refused(1601, "Squads attack one after the other: say one attack, as in A>B.")
    attacks = text.has("attack", "attacks", "fight", "hit", "strike", "roll", "squad", "squads", ">")
    if attacks and len(named) < 2:
        return Refused(1602, "Say which of your squads attacks which of the enemy's, as in A>B.")
    return None
