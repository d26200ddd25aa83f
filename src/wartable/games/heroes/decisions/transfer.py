"""HE-7.9 to HE-7.12: move troops between heroes in a city, or between a hero and its garrison."""

import re
from typing import Any

from wartable.core.rules import Ints, Refused, Text, code, note, plain, put, rule

from ..box import Box
from ..naming import army
from ..notes import Told
from ..rules.changes import all_fit, count_change, holder_bit, name_holder
from ..rules.realm import city_at, garrison_of, has_slot, kinds_in, share, told
from ..rules.refusing import are_together_in_city, is_shut_out, stands_in_own_city
from ..state import ALL_KINDS, HEROES, KINDS, NOBODY, Amount, State
from ..state import Hero as HeroRecord
from ..values import TILE, Action, City, Creature, Hero, Share, Value, is_hero, words_in


class Troops(Creature):
    """A kind of creature, or a whole army."""

    count = KINDS + 1

    def typed(self) -> str:
        return "army" if self == ALL_KINDS else super().typed()

    @classmethod
    def read(cls, text: Text, action: Any) -> int | Refused:
        return ALL_KINDS if text.has("army", "troops", "everybody") else super().read(text, action)


class Holder(Value):
    """Who has troops: 0 is the garrison of the city, the others are heroes."""

    count = HEROES + 1

    @property
    def hero(self) -> Hero:
        return Hero(self - 1, self.at)

    def typed(self) -> str:
        return self.hero.typed() if self else "city"

    def names(self) -> tuple[str, ...]:
        return (self.typed(), *self.hero.names()) if self else (self.typed(),)


def not_there(it: "Transfer") -> str:
    if it.giver == it.taker:
        return "Troops move from one to another."
    for hero in it.heroes:
        if not hero.it.here:
            return f"You have no hero {hero.number}."
        if not hero.is_home:
            return f"{hero.said()} stands on {hero.tile}, which is none of your cities."
    if it.giver and it.taker and it.giver.hero.it.tile != it.taker.hero.it.tile:
        return f"{it.giver.hero.said()} and {it.taker.hero.said()} are not in the same city."
    who = f"{it.giver.hero.said()} leads" if it.giver else f"The garrison of {it.taker.hero.town} has"
    return f"{who} no {it.kind.said()}."


class Transfer(Action):
    giver: Holder
    taker: Holder
    kind: Troops
    amount: Share

    when = 710
    several = 712
    notation = "give {giver} {taker} {kind} {amount}"
    reads = "give | transfer"
    label = "Move {moved} from {source} to {target}"
    touches = "{picked} {target_thing} amount-{amount}"
    facts = {
        704: "The garrison of {home} has {at.box.numbers.slots} slots and holds {garrison}.",
        709: not_there,
        712: lambda it: (
            "There are too few for that to be another number: use all."
            if it.kind < ALL_KINDS
            else "A whole army is of two kinds or more: name the kind, and all."
        ),
    }

    @property
    def heroes(self) -> list[Hero]:
        return [holder.hero for holder in (self.giver, self.taker) if holder]

    @property
    def home(self) -> City:
        """The city of a transfer with its garrison, whoever owns it."""
        return City(self.at.view.tiles[(self.heroes or [Hero(0, self.at)])[0].it.tile].mark % City.count, self.at)

    @property
    def garrison(self) -> str:
        return army(self.home.it.garrison)

    @property
    def most(self) -> int:
        """How many of the kind the giver has."""
        if self.giver:
            return int(self.giver.hero.it.troops[self.kind])
        city = plain(city_at)(self.at.view, self.taker.hero.it.tile) if self.taker else NOBODY
        return int(self.at.view.cities[city].garrison[self.kind]) if city >= 0 else 0

    @property
    def moved(self) -> str:
        if self.kind == ALL_KINDS:
            return "all troops"
        part = ("", " (half)", " (all)")[self.amount] if self.most > 1 else ""
        return Creature(self.kind).counted(plain(share)(self.most, self.amount)) + part

    @property
    def source(self) -> str:
        return self.giver.hero.said() if self.giver else (self.heroes or [Hero(0, self.at)])[0].town

    @property
    def target(self) -> str:
        return self.taker.hero.said() if self.taker else (self.heroes or [Hero(0, self.at)])[0].town

    @property
    def picked(self) -> str:
        if self.kind == ALL_KINDS:
            return f"own-{self.giver - 1}" if self.giver else f"hall-{int(self.home)}"
        return (
            f"troop-{self.giver - 1}-{int(self.kind)}" if self.giver else f"garrison-{int(self.home)}-{int(self.kind)}"
        )

    @property
    def target_thing(self) -> str:
        return f"own-{self.taker - 1}" if self.taker else f"hall-{int(self.home)}"


@rule
def offers_with_city(s: State, box: Box, own: HeroRecord, hero: int, city: int, out: Ints, n: int) -> int:
    """Between the garrison (holder 0) and a hero in the city."""
    troops = own.troops
    garrison = s.cities[city].garrison
    for kind in range(KINDS):
        n = amounts(0, hero + 1, kind, garrison[kind], out, n)
        if troops[kind] > 0 and has_slot(s, box, city, kind):
            n = amounts(hero + 1, 0, kind, troops[kind], out, n)
    if kinds_in(garrison) >= 2:
        n = put(out, n, Transfer(0, hero + 1, ALL_KINDS, Amount.MOST))
    if kinds_in(troops) >= 2 and all_fit(s, box, city, troops):
        n = put(out, n, Transfer(hero + 1, 0, ALL_KINDS, Amount.MOST))
    return n


@rule
def offers_to_hero(own: HeroRecord, hero: int, other: int, out: Ints, n: int) -> int:
    troops = own.troops
    for kind in range(KINDS):
        n = amounts(hero + 1, other + 1, kind, troops[kind], out, n)
    if kinds_in(troops) >= 2:
        n = put(out, n, Transfer(hero + 1, other + 1, ALL_KINDS, Amount.MOST))
    return n


@rule
def amounts(giver: int, taker: int, kind: int, count: int, out: Ints, n: int) -> int:
    """HE-7.12: all of a kind, one where there are more, half where that is something else again."""
    if count >= 1:
        n = put(out, n, Transfer(giver, taker, kind, Amount.MOST))
    if count >= 2:
        n = put(out, n, Transfer(giver, taker, kind, Amount.ONE))
    if count >= 3:
        n = put(out, n, Transfer(giver, taker, kind, Amount.SOME))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Transfer) -> None:
    """HE-7.9: the garrison is holder 0, the heroes are the others."""
    count_change(s, seat, holder_bit(s, seat, it.giver, it.taker), holder_bit(s, seat, it.taker, it.giver))
    garrison = s.cities[garrison_of(s, seat, max(it.giver, it.taker) - 1)].garrison
    heroes = s.players[seat].heroes
    source = garrison if it.giver == 0 else heroes[it.giver - 1].troops
    target = garrison if it.taker == 0 else heroes[it.taker - 1].troops
    first = 0 if it.kind == ALL_KINDS else it.kind
    last = KINDS if it.kind == ALL_KINDS else it.kind + 1
    gives, gets = name_holder(s, seat, it.giver, it.taker), name_holder(s, seat, it.taker, it.giver)
    for each in range(first, last):
        count = share(source[each], it.amount)
        source[each] -= count
        target[each] += count
        if count > 0:
            note(box, Told.HANDS_OVER, 709, seat, gives, gets, each, told(count))


@rule
def refuse(s: State, box: Box, seat: int, it: Transfer) -> int:
    if s.players[seat].changes >= box.numbers.changes:
        return 711
    if it.giver == it.taker:
        return 709
    if it.giver > 0 and it.taker > 0:
        if not are_together_in_city(s, seat, it.giver - 1, it.taker - 1):
            return 709
    elif not stands_in_own_city(s, seat, it.giver + it.taker - 1):
        return 709
    if it.kind == ALL_KINDS:
        return refuse_all(s, box, seat, it)
    have = held(s, seat, it, it.kind)
    if have == 0:
        return 709
    if it.taker == 0 and is_shut_out(s, box, city_of(s, seat, it.giver - 1), it.kind):
        return 704
    return 712 if (it.amount == Amount.ONE and have < 2) or (it.amount == Amount.SOME and have < 3) else 0


@rule
def refuse_all(s: State, box: Box, seat: int, it: Transfer) -> int:
    given = 0
    together = 0
    for kind in range(KINDS):
        gives = held(s, seat, it, kind) > 0
        given += 1 if gives else 0
        if it.taker == 0:
            together += 1 if gives or s.cities[city_of(s, seat, it.giver - 1)].garrison[kind] > 0 else 0
    if it.amount != Amount.MOST or given < 2:
        return 712
    return 704 if together > box.numbers.slots else 0


@rule
def city_of(s: State, seat: int, hero: int) -> int:
    return s.tiles[s.players[seat].heroes[hero].tile].mark


@rule
def held(s: State, seat: int, it: Transfer, kind: int) -> int:
    """How many creatures of a kind the giver has."""
    if it.giver == 0:
        return s.cities[city_of(s, seat, it.taker - 1)].garrison[kind]
    return s.players[seat].heroes[it.giver - 1].troops[kind]


def read(text: Text) -> int | Refused:
    """From whom to whom, in this order; of what and how many, wherever it is said."""
    named = [word for word in words_in(text, rf"city|{TILE}") if not re.fullmatch(r"t\d+", word)]
    if len(named) != 2:
        return Refused(709, "Say from whom to whom, such as `give city h1 t1 all` or `give h1 h2 army all`.")
    holders = [int(word[1:]) if is_hero(word) else 0 for word in named]
    kind = Troops.read(text, Transfer)
    if isinstance(kind, Refused) or kind == ALL_KINDS:
        return kind if isinstance(kind, Refused) else code(Transfer(*holders, ALL_KINDS, Amount.MOST))
    amount = Share.read(text, Transfer.seen(text.at, *holders, kind, 0))
    return amount if isinstance(amount, Refused) else code(Transfer(*holders, kind, amount))
