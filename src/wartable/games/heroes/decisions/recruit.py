"""HE-7.1 to HE-7.4, HE-7.12: recruit creatures of a spawner."""

from wartable.core.rules import Ints, change, plain, put, rule

from ..box import CREATURE_PRICE, Box
from ..naming import army
from ..notes import Counter, Told
from ..rules.changes import renew_city
from ..rules.realm import creatures_told, has_slot, has_spawner, most_payable, pay, purchase
from ..rules.refusing import affords, is_shut_out, owns
from ..state import KINDS, Amount, State
from ..values import Action, City, Creature, Price, Purchase


class Recruit(Action):
    city: City
    kind: Creature
    amount: Purchase

    when = 701
    notation = "recruit {city} {kind} {amount}"
    reads = "recruit | buy | train: {kind} {city} {amount}"
    label = "Recruit {recruits} in {city} for {cost}{amount.remark}"
    touches = "spawner-{city}-{kind} amount-{amount}"
    facts = {
        701: "{city.whose}.",
        702: "{kind.one} costs {kind.price.against_stock}.",
        703: "{city} has no spawner of {kind}.",
        704: "The garrison of {city} has {at.box.numbers.slots} slots and holds {garrison}.",
        712: "You can pay for {most}: use max.",
    }

    @property
    def most(self) -> int:
        """How many can be paid for."""
        return int(plain(most_payable)(self.at.view, self.at.box, self.at.seat, self.kind.price.row))

    @property
    def has_spawner(self) -> bool:
        return bool(plain(has_spawner)(self.at.view, self.city, self.kind))

    @property
    def recruits(self) -> str:
        return self.kind.counted(self.amount.of(self.most))

    @property
    def cost(self) -> Price:
        return self.kind.price * self.amount.of(self.most)

    @property
    def garrison(self) -> str:
        return army(self.city.it.garrison)


@rule
def offers(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    """HE-7.12: all that can be paid for; one and five where that is less."""
    if s.cities[city].spawners == 0:
        return n
    for kind in range(KINDS):
        if has_spawner(s, city, kind) and has_slot(s, box, city, kind):
            most = most_payable(s, box, seat, CREATURE_PRICE + kind)
            if most >= 1:
                n = put(out, n, Recruit(city, kind, Amount.MOST))
            if most >= 2:
                n = put(out, n, Recruit(city, kind, Amount.ONE))
            if most >= 6:
                n = put(out, n, Recruit(city, kind, Amount.SOME))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Recruit) -> None:
    count = purchase(most_payable(s, box, seat, CREATURE_PRICE + it.kind), it.amount)
    s.cities[it.city].garrison[it.kind] += count
    renew_city(s, seat, it.city)
    owned = creatures_told(s, box, seat)
    change(box, Told.RECRUITS, 701, seat, Counter.CREATURES, count, owned, s.cities[it.city].tile, it.kind)
    pay(s, box, seat, CREATURE_PRICE + it.kind, count, 702)


@rule
def refuse(s: State, box: Box, seat: int, it: Recruit) -> int:
    if not owns(s, box, seat, it.city):
        return 701
    if not s.cities[it.city].spawners & (1 << it.kind):
        return 703
    if is_shut_out(s, box, it.city, it.kind):
        return 704
    if not affords(s, box, seat, CREATURE_PRICE + it.kind, 1):
        return 702
    if it.amount == Amount.ONE and not affords(s, box, seat, CREATURE_PRICE + it.kind, 2):
        return 712
    if it.amount == Amount.SOME and not affords(s, box, seat, CREATURE_PRICE + it.kind, 6):
        return 712
    return 0
