"""HE-6: build a spawner in one of your cities."""

from wartable.core.rules import Ints, note, put, rule

from ..box import SPAWNER_PRICE, Box
from ..notes import Told
from ..rules.realm import has_spawner, most_payable, pay
from ..rules.refusing import affords, owns
from ..state import KINDS, TIERS, State
from ..values import Action, City, Creature


class Build(Action):
    city: City
    kind: Creature

    when = 601
    notation = "build {city} {kind}"
    reads = "build: {kind} {city}"
    label = "Build the spawner of {kind} in {city} for {kind.spawner}"
    touches = "spawner-{city}-{kind}"
    facts = {
        601: "{city.whose}.",
        602: "{kind.spawner.against_stock}.",
        603: "The spawner of {kind} needs that of {kind.below} in {city}.",
        604: "The spawner of {kind} needs that of {kind.plain} in {city}.",
        605: "{city} has the spawner of {kind} already.",
    }


@rule
def offers(s: State, box: Box, seat: int, city: int, out: Ints, n: int) -> int:
    for kind in range(KINDS):
        if can_build(s, box, seat, city, kind):
            n = put(out, n, Build(city, kind))
    return n


@rule
def can_build(s: State, box: Box, seat: int, city: int, kind: int) -> bool:
    """HE-6.2 to HE-6.5."""
    if has_spawner(s, city, kind) or most_payable(s, box, seat, SPAWNER_PRICE + kind) < 1:
        return False
    if kind % TIERS > 0 and not has_spawner(s, city, kind - 1):
        return False
    return kind < TIERS or has_spawner(s, city, kind - TIERS)


@rule
def apply(s: State, box: Box, seat: int, it: Build) -> None:
    note(box, Told.BUILDS, 602, seat, s.cities[it.city].tile, it.kind)
    pay(s, box, seat, SPAWNER_PRICE + it.kind, 1, 602)
    s.cities[it.city].spawners |= 1 << it.kind


@rule
def refuse(s: State, box: Box, seat: int, it: Build) -> int:
    if not owns(s, box, seat, it.city):
        return 601
    built = s.cities[it.city].spawners
    if built & (1 << it.kind):
        return 605
    tier = it.kind % TIERS
    if tier > 0 and not built & (1 << (it.kind - 1)):
        return 603
    if it.kind >= TIERS and not built & (1 << tier):
        return 604
    return 0 if affords(s, box, seat, SPAWNER_PRICE + it.kind, 1) else 602
