"""HE-13.5, HE-13.6: a hero takes an item that lies on its tile, and leaves the one it carried."""

from wartable.core.rules import Ints, Refused, Text, change, code, put, rule

from ..box import Box
from ..naming import ITEM_KIND_NAMES, LEVEL_NAMES, with_article
from ..notes import Counter, Told
from ..rules.changes import count_change, is_first_of_its_like, item_bit
from ..rules.realm import drop, items_told, lies_at, pick_up
from ..state import LEVELS, State
from ..state import Hero as HeroRecord
from ..values import Action, Hero, ItemKind, Value


class Level(Value):
    """How good an item is, from 0; people and records count from 1."""

    count = LEVELS

    @property
    def number(self) -> int:
        return self + 1

    def typed(self) -> str:
        return LEVEL_NAMES[self.number]

    @classmethod
    def named(cls, text: Text) -> int | None:
        found = cls.named_in(text)
        return found[0] if len(found) == 1 else None


class Take(Action):
    hero: Hero
    kind: ItemKind
    level: Level

    when = 1305
    notation = "take {hero} {level} {kind}"
    reads = "take | takes | pick up | pick"
    label = "{hero} takes the {item}{instead}"
    touches = "loot-{hero}-{kind}-{level.number}"
    facts = {
        1305: lambda it: (
            f"No {it.item} lies on {it.hero.tile}." if it.hero.it.here else f"You have no hero {it.hero.number}."
        ),
        1306: lambda it: f"{it.hero.said()} carries {with_article(it.item)} already.",
    }

    @property
    def item(self) -> str:
        return f"{self.level.said()} {self.kind.said()}"

    @property
    def instead(self) -> str:
        carried = self.hero.it.items[self.kind]
        return f" and leaves the {LEVEL_NAMES[carried]} one" if carried else ""


@rule
def offers(s: State, own: HeroRecord, hero: int, out: Ints, n: int) -> int:
    """Each different item on the tile that the hero does not carry already."""
    for index in range(s.loots):
        entry = s.loot[index]
        if entry.tile == own.tile and own.items[entry.kind] != entry.level and is_first_of_its_like(s, index):
            n = put(out, n, Take(hero, entry.kind, entry.level - 1))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Take) -> None:
    own = s.players[seat].heroes[it.hero]
    before = own.items[it.kind]
    exchanged = item_bit(it.kind) if before > 0 else 0
    count_change(s, seat, exchanged, exchanged)
    pick_up(s, lies_at(s, own.tile, it.kind, it.level + 1))
    own.items[it.kind] = it.level + 1
    carried = items_told(s, box, seat)
    after = carried + 1 if before > 0 else carried
    change(box, Told.TAKES, 1305, seat, Counter.ITEMS, 1, after, it.hero, it.kind, it.level + 1, own.tile)
    if before > 0:
        drop(s, own.tile, it.kind, before)
        change(box, Told.LEAVES, 1306, seat, Counter.ITEMS, -1, carried, it.hero, it.kind, before, own.tile)


@rule
def refuse(s: State, box: Box, seat: int, it: Take) -> int:
    if s.players[seat].changes >= box.numbers.changes:
        return 711
    own = s.players[seat].heroes[it.hero]
    lies = False
    for index in range(s.loots):
        entry = s.loot[index]
        lies = lies or (entry.tile == own.tile and entry.kind == it.kind and entry.level == it.level + 1)
    if own.here == 0 or not lies:
        return 1305
    return 1306 if own.items[it.kind] == it.level + 1 else 0


def read(text: Text) -> int | Refused:
    """The item that is named; a kind, a level or nothing is enough where one item fits."""
    number = Hero.read(text, Take)
    if isinstance(number, Refused):
        return number
    hero, kind, level = Hero(number, text.at), ItemKind.named(text), Level.named(text)
    view = text.at.view
    lying = sorted({(int(it.kind), int(it.level) - 1) for it in view.loot[: view.loots] if it.tile == hero.it.tile})
    fits = [(k, lv) for k, lv in lying if kind in (None, k) and level in (None, lv)]
    if kind is not None and level is not None:
        fits = [(kind, level)]
    if len(fits) == 1:
        return code(Take(hero, *fits[0]))
    named = ", ".join(f"{LEVEL_NAMES[lv + 1]} {ITEM_KIND_NAMES[k]}" for k, lv in lying)
    return Refused(1305, f"On {hero.tile} lies: {named}. Say which." if lying else f"No item lies on {hero.tile}.")
