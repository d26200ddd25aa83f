"""HE-15.3, HE-15.4: an army is split into squads, by a ready-made split or by hand."""

from wartable.core.rules import Ints, rule, top

from ..box import Box
from ..naming import army, square, town_on
from ..state import Foe, Kind, SquadsFrame, State
from ..values import Table
from . import divide, form

asked = Kind.FORM_SQUADS
pages = form, divide


def prompt(at: Table) -> str:
    """The army to be split, and who attacks it."""
    battle, side = at.view.battle, top(at.view, SquadsFrame).side
    troops = army(battle.armies[side].troops)
    if side == 0:
        return f"Split your army into squads: {troops}"
    where = town_on(at.box, battle.tile) if battle.foe == Foe.CITY else f"you on {square(at.box, battle.tile)}"
    return f"{{{battle.armies[0].seat}}} attacks {where}. Split your army: {troops}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = form.offers(s, box, seat, out, n)
    return divide.offers(s, box, seat, out, n)
