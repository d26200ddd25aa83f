"""HE-7.5 to HE-7.8, HE-7.12: promote creatures of a garrison to the second rank."""

from wartable.core.rules import Ints, note, plain, put, rule

from ..box import PROMOTION_PRICE, Box
from ..notes import Told
from ..rules.changes import do_something_else
from ..rules.realm import has_spawner, kinds_in, most_payable, pay, purchase, told
from ..rules.refusing import affords, is_shut_out, owns
from ..state import TIERS, Amount, State
from ..values import Action, City, Price, Purchase, Unarmoured


class Promote(Action):
    city: City
    tier: Unarmoured
    amount: Purchase

    when = 705
    notation = "promote {city} {tier} {amount}"
    reads = "promote | upgrade: {tier} {city} {amount}"
    label = "Promote {promoted} in {city} for {cost}{amount.remark}"
    touches = "garrison-{city}-{tier} promote amount-{amount}"
    facts = {
        705: lambda it: (
            f"{it.city.said()} has no spawner of {it.tier.armoured.said()}." if it.city.is_own else f"{it.city.whose}."
        ),
        706: "To promote {tier.one} costs {tier.promotion.against_stock}.",
        707: "There are no {tier} without armour in the garrison of {city}.",
        708: "All {at.box.numbers.slots} slots of {city} are taken: all {there} or none; you can pay for {most}.",
        712: "{most} can be promoted: use max.",
    }

    @property
    def most(self) -> int:
        return int(plain(most_promoted)(self.at.view, self.at.box, self.at.seat, self.city, self.tier))

    @property
    def has_spawner(self) -> bool:
        return bool(plain(has_spawner)(self.at.view, self.city, self.tier.armoured))

    @property
    def promoted(self) -> str:
        return self.tier.counted(self.amount.of(self.most))

    @property
    def cost(self) -> Price:
        return self.tier.promotion * self.amount.of(self.most)

    @property
    def there(self) -> str:
        return self.tier.counted(self.city.it.garrison[self.tier])


@rule
def offers(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    if s.cities[city].spawners >> TIERS == 0:
        return n
    for tier in range(TIERS):
        if has_spawner(s, city, tier + TIERS):
            most = most_promoted(s, box, seat, city, tier)
            if most >= 1 and fits_after(s, box, city, tier, most):
                n = put(out, n, Promote(city, tier, Amount.MOST))
            if most >= 2 and fits_after(s, box, city, tier, 1):
                n = put(out, n, Promote(city, tier, Amount.ONE))
            if most >= 6 and fits_after(s, box, city, tier, 5):
                n = put(out, n, Promote(city, tier, Amount.SOME))
    return n


@rule
def most_promoted(s: State, box: Box, seat: int, city: int, tier: int) -> int:
    """HE-7.6, HE-7.7: how many creatures of a tier can be promoted, slots aside."""
    payable = most_payable(s, box, seat, PROMOTION_PRICE + tier)
    return min(payable, s.cities[city].garrison[tier])


@rule
def fits_after(s: State, box: Box, city: int, tier: int, count: int) -> bool:
    """HE-7.8."""
    garrison = s.cities[city].garrison
    if garrison[tier + TIERS] > 0 or count == garrison[tier]:
        return True
    return kinds_in(garrison) < box.numbers.slots


@rule
def apply(s: State, box: Box, seat: int, it: Promote) -> None:
    count = purchase(most_promoted(s, box, seat, it.city, it.tier), it.amount)
    note(box, Told.PROMOTES, 705, seat, s.cities[it.city].tile, it.tier, told(count))
    pay(s, box, seat, PROMOTION_PRICE + it.tier, count, 706)
    garrison = s.cities[it.city].garrison
    garrison[it.tier] -= count
    garrison[it.tier + TIERS] += count
    do_something_else(s, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Promote) -> int:
    if not owns(s, box, seat, it.city) or not s.cities[it.city].spawners & (1 << (it.tier + TIERS)):
        return 705
    there = s.cities[it.city].garrison[it.tier]
    if there == 0:
        return 707
    if not affords(s, box, seat, PROMOTION_PRICE + it.tier, 1):
        return 706
    if it.amount == Amount.MOST:
        count = 1
        while count < there and affords(s, box, seat, PROMOTION_PRICE + it.tier, count + 1):
            count += 1
    else:
        count = 1 if it.amount == Amount.ONE else 5
        if there < count + 1 or not affords(s, box, seat, PROMOTION_PRICE + it.tier, count + 1):
            return 712
    return 708 if count < there and is_shut_out(s, box, it.city, it.tier + TIERS) else 0
