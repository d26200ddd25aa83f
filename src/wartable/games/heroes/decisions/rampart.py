"""HE-19.3 to HE-19.6: raise a rampart, in a campaign."""

from wartable.core.rules import note, rule

from ..box import RAMPART_PRICE, Box
from ..notes import Told
from ..rules.realm import most_payable, pay
from ..rules.refusing import affords, owns
from ..state import State
from ..values import Action, City, Price


class Rampart(Action):
    city: City

    when = 1903
    notation = "rampart {city}"
    reads = "rampart | wall | walls | raise | build rampart | build wall | build walls: {city}"
    label = "Raise a rampart in {city} for {price}"
    touches = "rampart hall-{city}"
    facts = {
        1903: lambda it: f"A rampart costs {it.price.against_stock}." if it.city.is_own else f"{it.city.whose}.",
        1904: "{city} has a rampart already.",
        1906: "This match is played in the normal mode.",
    }

    @property
    def price(self) -> Price:
        return Price(self.at, RAMPART_PRICE)


@rule
def can_raise(s: State, box: Box, seat: int, city: int) -> bool:
    """HE-19.3, HE-19.4, HE-19.6."""
    if box.campaign == 0 or s.cities[city].rampart == 1:
        return False
    return most_payable(s, box, seat, RAMPART_PRICE) >= 1


@rule
def apply(s: State, box: Box, seat: int, it: Rampart) -> None:
    note(box, Told.RAISES, 1903, seat, s.cities[it.city].tile)
    pay(s, box, seat, RAMPART_PRICE, 1, 1903)
    s.cities[it.city].rampart = 1


@rule
def refuse(s: State, box: Box, seat: int, it: Rampart) -> int:
    if not box.campaign:
        return 1906
    if not owns(s, box, seat, it.city):
        return 1903
    if s.cities[it.city].rampart:
        return 1904
    return 0 if affords(s, box, seat, RAMPART_PRICE, 1) else 1903
