"""HE-5: the acquisition cycle. All players see to their cities at the same time."""

from wartable.core.rules import Ints, Refused, Text, belongs, put, rule

from ..box import Box
from ..naming import goods
from ..state import Kind, Resource, Stage, State
from ..values import Table
from . import build, changes, done, hire, pay, promote, rampart, recruit
from .done import Done
from .hire import Hire, can_hire
from .pay import Pay
from .rampart import Rampart, can_raise

asked = Kind.ACQUIRE
pages = pay, build, recruit, promote, hire, rampart, *changes.pages, done


def prompt(at: Table) -> str:
    if at.own.stage == Stage.PAYING:
        return f"You have {goods(Resource.FOOD, at.own.stock[Resource.FOOD])}: choose the heroes to pay for"
    return f"Day {at.view.day}: build, recruit, arrange your troops"


def unsettled(at: Table) -> str:
    food = goods(Resource.FOOD, at.own.stock[Resource.FOOD])
    return f"First choose the heroes to pay for: you have {food}, which is not enough for all."


def read(text: Text) -> Refused | None:
    """What cannot be had in a city."""
    if text.has("build", "buy", "raise") and text.has("mine", "mines"):
        return Refused(1203, "Mines lie on the map; a hero captures one by landing on it.")
    if text.has("sell", "buy") and text.has("wood", "food", "stone", "coins", "resources"):
        return Refused(401, "Resources are neither bought nor sold: cities and mines pay them each day.")
    return None


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """HE-5.3: heroes first. Then in each city, in any order, whatever can be paid for."""
    if s.players[seat].stage == Stage.PAYING:
        return pay.offers(s, box, seat, out, n)
    for city in range(box.seats + box.neutral_cities):
        if s.cities[city].owner == seat:
            n = build.offers(s, box, seat, city, out, n)
            n = recruit.offers(s, box, seat, city, out, n)
            n = promote.offers(s, box, seat, city, out, n)
            if can_hire(s, box, seat):
                n = put(out, n, Hire(city))
            if can_raise(s, box, seat, city):
                n = put(out, n, Rampart(city))
    n = changes.offers(s, box, seat, out, n)
    return put(out, n, Done())


@rule
def refuse(s: State, box: Box, seat: int, action: int) -> int:
    """HE-5.5: nothing else before it is settled who is paid."""
    return 505 if s.players[seat].stage == Stage.PAYING and not belongs(Pay, action) else 0
