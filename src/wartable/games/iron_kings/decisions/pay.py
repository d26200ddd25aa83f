"""IK-5.4: right after a repair iron may be spent to remove more damage."""

from wartable.core.rules import Action, Ints, change, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import ask_repairs
from ..state import Frame, State, Store
from ..values import Table
from . import decline
from .decline import Decline

asked = Frame.MORE
also = (decline,)


class Pay(Action):
    when = 504
    notation = "pay"
    reads = "pay | spend | yes"
    label = "Spend {at.box.repair_price} iron to remove {at.box.repair_extra} more damage"
    touches = "pay"
    facts = {504: "Iron is spent right after a worker on Repair has removed damage, if there is more."}


def prompt(at: Table) -> str:
    return f"Spend {at.box.repair_price} iron to remove {at.box.repair_extra} more damage?"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, put(out, n, Decline()), Pay())


@rule
def apply(s: State, box: Box, seat: int) -> None:
    pop(s)
    stores = s.sides[seat].stores
    stores[Store.IRON] -= box.repair_price
    iron = stores[Store.IRON]
    change(box, Told.PAYS_REPAIR, 504, seat, Counter.IRON, -box.repair_price, iron, box.repair_extra)
    ask_repairs(s, box, seat, box.repair_extra, 504)
