"""HE-13.7: two heroes in one of your cities exchange what they carry of one kind."""

from wartable.core.rules import Ints, Refused, Text, code, note, put, rule

from ..box import Box
from ..naming import LEVEL_NAMES
from ..notes import Told
from ..rules.changes import count_change, item_bit
from ..rules.refusing import are_together_in_city
from ..state import HEROES, ITEM_KINDS, State
from ..state import Hero as HeroRecord
from ..values import Action, Hero, ItemKind, words_in


def no_exchange(it: "Swap") -> str:
    for hero in (it.hero, it.other):
        if not hero.it.here:
            return f"You have no hero {hero.number}."
    if it.hero.it.tile != it.other.it.tile or not it.hero.is_home:
        return f"{it.hero.said()} and {it.other.said()} do not stand in the same city of yours."
    if it.hero == it.other:
        return "An exchange takes two heroes."
    return f"Both carry the same as {it.kind.said()}: {LEVEL_NAMES[it.hero.it.items[it.kind]]}."


class Swap(Action):
    hero: Hero
    other: Hero
    kind: ItemKind

    when = 1307
    notation = "swap {hero} {other} {kind}"
    reads = "swap | exchange"
    label = "{hero} and {other} exchange what they carry as {kind}"
    touches = "item-{hero}-{kind} item-{other}-{kind}"
    facts = {1307: no_exchange}


@rule
def offers(own: HeroRecord, their: HeroRecord, hero: int, other: int, out: Ints, n: int) -> int:
    for kind in range(ITEM_KINDS):
        if hero < other and own.items[kind] != their.items[kind]:
            n = put(out, n, Swap(hero, other, kind))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Swap) -> None:
    count_change(s, seat, item_bit(it.kind), item_bit(it.kind))
    own = s.players[seat].heroes[it.hero].items
    their = s.players[seat].heroes[it.other].items
    held = own[it.kind]
    own[it.kind] = their[it.kind]
    their[it.kind] = held
    note(box, Told.EXCHANGES, 1307, seat, it.hero, it.other, it.kind)
    note(box, Told.CARRIES, 1307, seat, it.hero, it.kind, own[it.kind])
    note(box, Told.CARRIES, 1307, seat, it.other, it.kind, their[it.kind])


@rule
def refuse(s: State, box: Box, seat: int, it: Swap) -> int:
    if s.players[seat].changes >= box.numbers.changes:
        return 711
    if it.hero >= it.other or not are_together_in_city(s, seat, it.hero, it.other):
        return 1307
    equal = s.players[seat].heroes[it.hero].items[it.kind] == s.players[seat].heroes[it.other].items[it.kind]
    return 1307 if equal else 0


def read(text: Text) -> int | Refused:
    kind = ItemKind.named(text)
    named = sorted(int(word[1:]) - 1 for word in words_in(text, r"h\d"))
    if len(named) != 2 or kind is None or named[1] >= HEROES:
        return Refused(1307, "Say which two heroes and which kind, such as `swap h1 h2 amulet`.")
    return code(Swap(*named, kind))
