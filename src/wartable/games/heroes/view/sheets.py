"""What is ordered on a sheet: recruits, troops between two holders, an army in squads, a battle to its end."""

from collections import deque
from collections.abc import Iterator

import numpy as np

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import NATURE, code, is_due, plain, top
from wartable.drawing.sheet import Row, Sheet

from ..box import CREATURE_PRICE, Box
from ..chances import chance
from ..decisions import attack, form, lead, rolls
from ..decisions.divide import Divide
from ..decisions.fill import Fill
from ..decisions.recruit import Recruit
from ..decisions.transfer import Transfer
from ..naming import RESOURCE_NAMES, SQUAD_LETTERS, city_name, creature, hero_name, spawners_in, town
from ..rules.realm import has_slot, most_payable, share
from ..rules.squads import LAST_NUMBER
from ..state import KINDS, SPLITS, SQUADS, Amount, Army, FillSquadFrame, Kind, SquadsFrame, Stage, State

QUICK, DIVISION = "quick", "squads"
QUICKLY = "Resolve quickly"
Holders = tuple[int, int, int]
"""A city, and two holders in it: 0 is its garrison, 1 + h hero h."""


def sheets(view: State, box: Box, seat: int) -> tuple[Sheet, ...]:
    """All that the seat can order now."""
    if not 0 <= seat < NATURE or not plain(is_due)(view, seat):
        return ()
    if view.in_battle:
        return (*squad_sheets(view, box), Sheet(QUICK, QUICKLY, QUICKLY, opens=(QUICK,), goes_on=True))
    kind = plain(frame_kind)(view)
    if kind == Kind.ACQUIRE and view.players[seat].stage != Stage.PAYING:
        return (*recruit_sheets(view, box, seat), *troop_sheets(view, box, seat))
    return tuple(troop_sheets(view, box, seat)) if kind == Kind.EXPLORE else ()


def recruit_sheets(view: State, box: Box, seat: int) -> Iterator[Sheet]:
    """One for each city in which anybody can be recruited, with a row for each kind of its spawners."""
    stock = tuple((name, int(view.players[seat].stock[number])) for number, name in enumerate(RESOURCE_NAMES))
    for city in own_cities(view, box, seat):
        rows = tuple(recruit_row(view, box, seat, city, kind) for kind in spawners_in(view, city))
        ready = tuple(row.thing for row in rows if row.most > row.now)
        if ready:
            # The city itself, on the map and in the list, means its recruits as well.
            opens = (*ready, f"city-{city}", f"hall-{city}")
            yield Sheet(f"recruit-{city}", f"Recruit in {town(view, box, city)}", "Recruit", rows, opens, stock)


def recruit_row(view: State, box: Box, seat: int, city: int, kind: int) -> Row:
    now = int(view.cities[city].garrison[kind])
    has_room = plain(has_slot)(view, box, city, kind)
    most = now + (int(plain(most_payable)(view, box, seat, CREATURE_PRICE + kind)) if has_room else 0)
    price = tuple(int(count) for count in box.price[CREATURE_PRICE + kind])
    return Row(creature(kind).capitalize(), f"spawner-{city}-{kind}", now, most, now, price)


def troop_sheets(view: State, box: Box, seat: int) -> Iterator[Sheet]:
    """One for each two holders between which troops can be moved."""
    for city, first, second in holders(view, box, seat):
        troops = [troops_of(view, seat, city, holder) for holder in (first, second)]
        rows = tuple(troop_row(city, kind, (first, second), troops) for kind in range(KINDS))
        rows = tuple(row for row in rows if row.most)
        if rows:
            names = tuple(holder_name(view, box, seat, city, holder) for holder in (first, second))
            opens = (holder_thing(city, first), holder_thing(city, second), *(row.thing for row in rows))
            opens += () if first and second else (f"city-{city}",)
            id, title = f"troops-{city}-{first}-{second}", f"Troops: {names[0]} and {names[1]}"
            yield Sheet(id, title, "Move troops", rows, opens, sides=names)


def troop_row(city: int, kind: int, pair: tuple[int, int], troops: list[list[int]]) -> Row:
    holder = pair[0] if troops[0][kind] else pair[1]
    thing = f"garrison-{city}-{kind}" if holder == 0 else f"troop-{holder - 1}-{kind}"
    return Row(creature(kind).capitalize(), thing, troops[0][kind], troops[0][kind] + troops[1][kind])


def squad_sheets(view: State, box: Box) -> Iterator[Sheet]:
    """The army that is split: a row for each kind and each squad but the first, in which all others stay."""
    if plain(frame_kind)(view) not in (Kind.FORM_SQUADS, Kind.FILL_SQUAD) or box.numbers.squads < 2:
        return
    side = int(top(view, SquadsFrame).side)
    army = view.battle.armies[side]
    kinds = present(army)
    opens = ("divide", f"waiting-{side}", *(f"waiting-{side}-{kind}" for kind in kinds))
    whole = army.squads[0] if any(army.squads[0]) else army.troops
    stock = tuple((creature(kind), int(whole[kind])) for kind in kinds)
    rows = []
    for kind in kinds:
        price = tuple(int(kind == other) for other in kinds)
        for squad in range(1, int(box.numbers.squads)):
            label, now = f"{creature(kind).capitalize()} in {SQUAD_LETTERS[squad]}", int(army.squads[squad, kind])
            rows.append(Row(label, f"waiting-{side}-{kind}", now, int(army.troops[kind]), now, price))
    yield Sheet(DIVISION, "Divide your army; the rest is squad A", "Form squads", tuple(rows), opens, stock)


def present(army: Army) -> list[int]:
    """The kinds of creature in an army."""
    return [kind for kind in range(KINDS) if army.troops[kind]]


def holders(view: State, box: Box, seat: int) -> Iterator[Holders]:
    """Each two between whom troops move (HE-7.9)."""
    heroes = view.players[seat].heroes
    for city in own_cities(view, box, seat):
        tile = view.cities[city].tile
        here = [0, *(number + 1 for number, hero in enumerate(heroes) if hero.here and hero.tile == tile)]
        for place, first in enumerate(here):
            yield from ((city, first, second) for second in here[place + 1 :])


def own_cities(view: State, box: Box, seat: int) -> list[int]:
    return [city for city in range(box.seats + box.neutral_cities) if view.cities[city].owner == seat]


def troops_of(view: State, seat: int, city: int, holder: int) -> list[int]:
    troops = view.players[seat].heroes[holder - 1].troops if holder else view.cities[city].garrison
    return [int(count) for count in troops]


def holder_name(view: State, box: Box, seat: int, city: int, holder: int) -> str:
    return hero_name(seat, holder - 1) if holder else f"{city_name(view, box, city)}'s garrison"


def holder_thing(city: int, holder: int) -> str:
    return f"own-{holder - 1}" if holder else f"hall-{city}"


# The next action of an order


def order(view: State, box: Box, seat: int, sheet: str, numbers: tuple[int, ...]) -> int | None:
    """The next action towards what a sheet says; None where it says what is the case already, or cannot be."""
    wanted = next((one for one in sheets(view, box, seat) if one.id == sheet), None)
    if sheet == QUICK:
        return plain_choice(view, box, seat) if wanted else None
    if sheet == DIVISION:
        return next_fill(view, box, numbers) if wanted and len(numbers) == len(wanted.rows) else None
    where = [int(part) for part in sheet.split("-")[1:] if part.isdigit()]
    if sheet.startswith("recruit-") and len(where) == 1:
        return next_recruit(view, box, seat, where[0], numbers)
    if wanted and sheet.startswith("troops-") and len(numbers) == len(wanted.rows):
        return next_transfer(view, seat, (where[0], where[1], where[2]), wanted, numbers)
    return None


def next_recruit(view: State, box: Box, seat: int, city: int, numbers: tuple[int, ...]) -> int | None:
    """The largest purchase that is not too much, of the first kind of which there are too few."""
    if city not in own_cities(view, box, seat):
        return None
    for kind, wanted in zip(spawners_in(view, city), numbers, strict=False):
        missing = wanted - int(view.cities[city].garrison[kind])
        most = int(plain(most_payable)(view, box, seat, CREATURE_PRICE + kind))
        if missing > 0 and most > 0:
            amount = Amount.MOST if missing >= most else Amount.SOME if missing >= 5 else Amount.ONE
            return code(Recruit(city, kind, amount))
    return None


def next_transfer(view: State, seat: int, where: Holders, sheet: Sheet, numbers: tuple[int, ...]) -> int | None:
    for row, wanted in zip(sheet.rows, numbers, strict=True):
        step = first_step(row.now, min(wanted, row.most), row.most)
        if step is not None:
            is_back, amount = step
            giver, taker = where[1:] if not is_back else where[:0:-1]
            return code(Transfer(giver, taker, int(row.thing.split("-")[-1]), amount))
    return None


def next_fill(view: State, box: Box, numbers: tuple[int, ...]) -> int | None:
    """Divide, then fill squad by squad; squads with the same creatures in another order are the same division."""
    army = view.battle.armies[top(view, SquadsFrame).side]
    squads, kinds = int(box.numbers.squads) - 1, present(army)
    filled = sorted((numbers[squad::squads] for squad in range(squads)), key=first_kind)
    if any(sum(squad[place] for squad in filled) > army.troops[kind] for place, kind in enumerate(kinds)):
        return None
    if plain(frame_kind)(view) == Kind.FORM_SQUADS:
        return code(Divide())
    frame = top(view, FillSquadFrame)
    wanted = filled[frame.squad - 1][kinds.index(frame.creature)] - int(army.squads[frame.squad, frame.creature])
    return code(Fill(wanted if wanted <= LAST_NUMBER else LAST_NUMBER + min(wanted // 100, LAST_NUMBER)))


def first_kind(squad: tuple[int, ...]) -> int:
    """The first kind that a squad has any of: new squads are opened in that order."""
    return next((place for place, count in enumerate(squad) if count), len(squad))


def first_step(now: int, wanted: int, total: int) -> tuple[bool, Amount] | None:
    """The first of the fewest moves, by one, half or all, after which the first holder has so many of the total."""
    came: dict[int, tuple[int, bool, Amount] | None] = {now: None}
    waiting = deque([now])
    while waiting and wanted not in came:
        here = waiting.popleft()
        for is_back in (False, True):
            count = total - here if is_back else here
            for amount in Amount if count else ():
                moved = int(plain(share)(count, amount))
                ahead = here + moved if is_back else here - moved
                if ahead not in came:
                    came[ahead] = here, is_back, amount
                    waiting.append(ahead)
    step, last = came.get(wanted), None
    while step is not None:
        last, step = step, came[step[0]]
    return None if last is None else normal(now if not last[1] else total - now, last[1], last[2])


def normal(count: int, is_back: bool, amount: Amount) -> tuple[bool, Amount]:
    """The amount under which so many are offered: all of one is all, and half of two is one (HE-7.12)."""
    moved = int(plain(share)(count, amount))
    return is_back, Amount.MOST if moved == count else Amount.ONE if moved == 1 else amount


PLAIN = {Kind.FORM_SQUADS: form, Kind.CHOOSE_ROLLS: rolls, Kind.NAME_LEAD: lead, Kind.CHOOSE_ATTACK: attack}
"""What is decided in a battle that is resolved quickly; the rest stays in the first squad."""


def plain_choice(view: State, box: Box, seat: int) -> int | None:
    """What to do in a battle that is resolved quickly: of the ready-made splits, the ways to roll and the attacks, the
    one that wins most often."""
    kind = plain(frame_kind)(view)
    if kind == Kind.FILL_SQUAD:
        return code(Fill(0))
    if kind not in PLAIN:
        return None
    offered = np.zeros(max(SPLITS, SQUADS * SQUADS), np.int32)
    count = plain(PLAIN[Kind(kind)].offers)(view, box, seat, offered, 0)
    wins = 1 if view.battle.armies[0].seat == seat else -1
    return max(offered[:count].tolist(), key=lambda action: wins * chance(view, box, action), default=None)
