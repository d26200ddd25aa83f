"""HE-16.1, HE-17.2: a player's half of the round. A squad that has not attacked yet does, or the army retreats."""

from wartable.core.rules import Ints, rule

from ..box import Box
from ..state import Foe, Kind, State
from ..values import Table
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
