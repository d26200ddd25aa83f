"""IK-5.5, IK-5.6: one water and one piece of fuel make steam."""

from wartable.core.rules import Action, Ints, Meaning, Refused, Text, change, code, plain, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.common import burn_steam, gain_steam, most_steam
from ..rules.worker import can_burn
from ..state import Frame, Space, State, Store
from ..values import Fuel, Table, content
from . import decline

asked = Frame.BURN
also = (decline,)
prompt = "Choose what to burn with one water"


class Burn(Action):
    fuel: Fuel

    at: Table
    when = 108
    notation = "burn-{fuel}"
    reads = "| burn"
    label = "Burn 1 water and 1 {fuel} for {gain} steam{wasted}"
    touches = "store-{fuel}"
    facts = {
        108: lambda it: it.at.needs_worker(Space.BURN),
        505: "It takes 1 water and 1 {fuel}; you have {water} water and {stock} {fuel}.",
    }

    @property
    def gain(self) -> int:
        return int(plain(burn_steam)(self.at.view, self.at.box, self.at.seat, self.fuel))

    @property
    def wasted(self) -> str:
        room = plain(most_steam)(self.at.view, self.at.box, self.at.seat) - self.at.own.steam
        return f", of which {self.gain - room} will be lost" if self.gain > room else ""

    @property
    def water(self) -> int:
        return self.at.own.stores[Store.WATER]

    @property
    def stock(self) -> int:
        return self.at.own.stores[self.fuel]


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for fuel in range(2):
        if can_burn(s, seat, fuel):
            n = put(out, n, Burn(fuel))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Burn) -> None:
    pop(s)
    stores = s.sides[seat].stores
    stores[Store.WATER] -= 1
    stores[it.fuel] -= 1
    change(box, Told.BURNS, 505, seat, it.fuel + 1, -1, stores[it.fuel], it.fuel, stores[Store.WATER])
    change(box, Told.SPENDS_WATER, 505, seat, Counter.WATER, -1, stores[Store.WATER])
    gain_steam(s, box, seat, burn_steam(s, box, seat, it.fuel), 505)


@rule
def refuse(s: State, box: Box, seat: int, it: Burn) -> int:
    stores = s.sides[seat].stores
    return 505 if min(stores[Store.WATER], stores[it.fuel]) < 1 else 0


def read(text: Text) -> Meaning:
    named = Fuel.named_in(text)
    if len(named) == 1:
        return code(Burn(named[0]))
    is_meant = named or not content(text) or (text.has("water", "iron") and text.at.asked == Frame.BURN)
    return Refused(505, "Say what is burned with one water: burn-wood or burn-coal.") if is_meant else None
