"""A battle as it goes: squads and dice."""

from collections.abc import Iterator, Sequence
from functools import cache

from wartable.compiler.mode import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.frames import top
from wartable.core.phrases import count as counted
from wartable.core.phrases import listed
from wartable.core.record import Array
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Thing

from ..box import Box
from ..chances import army_dice, average, chance, squad_dice
from ..help import percent
from ..naming import (
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    SQUAD_LETTERS,
    army,
    battleground,
    creature,
    creatures,
    hero_name,
    item_dice,
)
from ..rules.squads import fights, stands
from ..state import HEROES, ITEM_KINDS, KINDS, NOBODY, SHOWN_DICE, SQUADS, TIERS, FillSquadFrame, Kind, State
from .creature import Line, portrait, troop_things
from .item import item_art
from .layout import CREATURE_ICONS, FOE_NAMES, HERO_ICON, HERO_ICONS, SIDE_WIDTH

PANELS = ("attackers", "defenders")
MIDDLE = SIDE_WIDTH / 2
FOE_ROLES = ("defend", "defend", "of the city")
"""What is said of monsters, of guardians and of defenders."""
DICE = 142
"""Room below the squads: a tray with two rows of dice, and their total."""
HEAD = 56
"""Who fights, and where."""
SQUAD_MOST, FACE_MOST = 104.0, 60.0
"""The greatest height of a squad, and of a face in it."""
FOOT = 26
"""What a squad rolls on average and who leads it, where there is room for it."""
BANNER_LEAST, BANNER_MOST = 90.0, 220.0
"""The least and the greatest height of an army's banner."""


def battle_things(view: State, box: Box, rooms: tuple[float, float]) -> Iterator[Thing]:
    """Each army in squads, and below it its dice of the skirmish as they fall."""
    battle = view.battle
    for side, (panel, room) in enumerate(zip(PANELS, rooms, strict=True)):
        army_of = battle.armies[side]
        name = f"{{{army_of.seat}}}" if army_of.seat != NOBODY else FOE_NAMES[battle.foe]
        role = ("attacks", "defends")[side] if army_of.seat != NOBODY else FOE_ROLES[battle.foe]
        owner = army_of.seat if army_of.seat != NOBODY else None
        where = f"Battle {battleground(box, int(battle.tile), int(battle.foe))}"
        yield Thing(f"battle-title-{side}", "text", MIDDLE, 18, 296, 15, panel, tint="soft", text=where)
        yield Thing(
            f"army-{side}", "text", MIDDLE, 40, 296, 18, panel, seat=owner, text=f"{name} {role}", states=("strong",)
        )
        shown = shown_squads(view, side)
        # Before the first throw no room is kept for dice.
        below = LEGEND_ROW + 14 if plain(frame_kind)(view) in FORMING else DICE
        squad_room = min(SQUAD_MOST, (room - HEAD - 2 - below) / max(len(shown), 1))
        for place, squad in enumerate(shown):
            yield from squad_things(view, box, side, squad, HEAD + squad_room * place, squad_room)
        if not shown and not any(battle.rolled):
            yield from waiting_army(view, box, side, squad_room)
        end = HEAD + squad_room * max(len(shown), 1)
        yield from dice_things(view, side, end + 4)
        end += DICE if any(battle.rolled) else 8
        yield from below_squads(view, box, side, end, room)


def shown_squads(view: State, side: int) -> list[int]:
    """The squads that stand, and while a side divides its army the one that is filled, too."""
    filled = NOBODY
    if plain(frame_kind)(view) == Kind.FILL_SQUAD and top(view, FillSquadFrame).side == side:
        filled = top(view, FillSquadFrame).squad
    return [squad for squad in range(SQUADS) if squad == filled or any(view.battle.armies[side].squads[squad])]


def waiting_army(view: State, box: Box, side: int, room: float) -> Iterator[Thing]:
    """An army that has not been split yet."""
    it, panel = view.battle.armies[side], PANELS[side]
    if not any(it.troops):
        return
    heroes = [hero for hero in range(HEROES) if it.seat != NOBODY and plain(fights)(view, side, hero)]
    # What an army rolls as a whole is said below.
    foot = FOOT if any(any(view.players[it.seat].heroes[hero].items) for hero in heroes) else 0
    place = Line(50, 250, HEAD + (room - 5 - foot) / 2, room - 13 - foot, panel)
    yield Thing(
        f"waiting-{side}", "space", MIDDLE, HEAD + room / 2 - 2.5, 304, room - 5, panel, states=("edged",),
        label=f"not split yet, {army(it.troops)}",
    )  # fmt: skip
    yield from squad_figures(f"waiting-{side}", it.troops, place, it.seat)
    if foot:
        yield from leader_things(view, box, side, "waiting", heroes, HEAD + room - 5 - FOOT / 2)


FORMING = (Kind.FORM_SQUADS, Kind.FILL_SQUAD)
LEGEND_ROW = 62
SPLITTING = (
    ("crossed-swords", "A squad", "rolls, wins or dies as a whole"),
    ("minions", "More squads", "attack more often, each weaker"),
)
FIGHTING = (
    ("crossed-swords", "A skirmish", "both roll; the lower squad dies"),
    ("run", "Retreat", "hero and army are lost"),
)
ROLLING = (
    ("dice-six-faces-six", "Representative", "one rolls for all of its kind: daring"),
    ("rolling-dices", "Individual", "each creature rolls: steady"),
)
LEGENDS = {
    Kind.FORM_SQUADS: SPLITTING,
    Kind.FILL_SQUAD: SPLITTING,
    Kind.CHOOSE_ROLLS: ROLLING,
}
"""What a player should know for each decision of a battle."""


def below_squads(view: State, box: Box, side: int, top: float, room: float) -> Iterator[Thing]:
    """What the squads leave room for: what an army can roll, for the attacker how a battle goes, and its banner."""
    known = legend(view, box) if side == 0 else []
    rows = [*known[:1], strength(view, box, side), *known[1:]]
    shown = rows[: max(0, int((room - top - 6) // LEGEND_ROW))]
    first = room - 6 - LEGEND_ROW * len(shown)
    for place, (icon, name, words) in enumerate(shown):
        yield Thing(
            f"battle-legend-{side}-{place}", "space", MIDDLE, first + LEGEND_ROW * (place + 0.5), 300, LEGEND_ROW - 6,
            PANELS[side], icon, tint="panel", text=name, lines=(words,), label=f"{name}: {words}", aside=True,
        )  # fmt: skip
    yield from banner_things(view, side, top, first)


def strength(view: State, box: Box, side: int) -> tuple[str, str, str]:
    """All dice of an army together, those of items and of a rampart too, and what they come to on average."""
    rolled = army_dice(view, box, side)
    dice = sum(each.number * each.times for each in rolled)
    return "rolling-dices", "All together", f"{counted(dice, 'die', 'dice')}, {average(rolled):g} on average"


def legend(view: State, box: Box) -> list[tuple[str, str, str]]:
    """How likely a battle is to be won, and how it goes."""
    kind = plain(frame_kind)(view)
    if kind >= Kind.LAY_TOKEN:
        return []
    wins = percent(chance(view, box))
    return [(HERO_ICON, "The odds", f"the attacker wins about {wins}"), *LEGENDS.get(kind, FIGHTING)]


def banner_things(view: State, side: int, top: float, foot: float) -> Iterator[Thing]:
    """The banner of an army, with the face of its strongest creature, where there is room for one."""
    it, size = view.battle.armies[side], min(BANNER_MOST, foot - top - 12)
    present = [kind for kind in range(KINDS) if it.troops[kind] or any(squad[kind] for squad in it.squads)]
    if size < BANNER_LEAST or not present:
        return
    strongest = max(present, key=lambda kind: (kind % TIERS, kind))
    art = banner(strongest, NOBODY if it.seat == NOBODY else int(it.seat), round(size))
    yield Thing(
        f"banner-{side}", "art", MIDDLE, (top + foot) / 2, size * 0.7, size, PANELS[side], art=art,
        label=f"the banner of {creature(strongest)}", aside=True,
    )  # fmt: skip


@cache
def banner(kind: int, seat: int, size: int) -> str:
    """A cloth with two tails that hangs from a pole, a creature's face on it."""
    half, wide = size / 2, size * 0.3
    ground = "#3a1412" if seat == NOBODY else f"var(--seat{seat}-deep)"
    rim = "#c8574a" if seat == NOBODY else f"var(--seat{seat})"
    face = "#ffb3a8" if seat == NOBODY else "var(--ink)"
    top = -half + 8
    cloth = (
        f'<path d="M{-wide:.1f} {top:.1f}H{wide:.1f}V{half:.1f}L0 {half * 0.7:.1f}L{-wide:.1f} {half:.1f}Z" '
        'stroke-linejoin="round"'
    )
    pole = f'<path d="M{-wide - 12:.1f} {top:.1f}H{wide + 12:.1f}" stroke="var(--gold)" stroke-width="6" '
    return (
        f'<g transform="translate(5 7)">{cloth} fill="#0005"/></g>{cloth} fill="{ground}" stroke="{rim}" '
        f'stroke-width="3"/>{cloth} fill="url(#of-cloth)"/>{cloth} fill="url(#lamp)"/>'
        f'{pole}stroke-linecap="round"/><g transform="translate(0 {-half * 0.12:.1f})">'
        f"{draw_icon(CREATURE_ICONS[kind % TIERS], wide * 1.5, face)}</g>"
    )


def squad_things(view: State, box: Box, side: int, squad: int, top: float, room: float) -> Iterator[Thing]:
    """A squad: its creatures, and below them who leads it and what it rolls on average."""
    battle, panel = view.battle, PANELS[side]
    it = battle.armies[side]
    engaged = battle.squad[side] == squad and plain(stands)(it, squad)
    leaders = [hero for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led = f", led by {led_by(int(it.seat), leaders)}" if leaders else ""
    rolls = average(squad_dice(view, box, side, squad))
    alone = sum(1 for kind in range(KINDS) if it.squads[squad][kind]) == 1
    foot = FOOT if room >= 60 and (leaders or (rolls and not alone)) else 0
    y, high = top + room / 2 - 2.5, room - 5
    yield Thing(
        f"squad-{side}-{squad}", "space", MIDDLE, y, 304, high, panel, states=("edged",),
        label=f"squad {SQUAD_LETTERS[squad]}, {army(it.squads[squad])}{led}",
        art=band(NOBODY if it.seat == NOBODY else int(it.seat), round(high), engaged),
    )  # fmt: skip
    yield Thing(
        f"letter-{side}-{squad}", "text", 28, y, 20, 18, panel, text=SQUAD_LETTERS[squad], tint="soft",
        states=("strong",),
    )  # fmt: skip
    line = Line(50, 150 if alone else 250, top + (high - foot) / 2, high - foot - 8, panel)
    yield from squad_figures(f"unit-{side}-{squad}", it.squads[squad], line, it.seat)
    if rolls and (alone or foot):
        at = line.y if alone else top + high - FOOT / 2
        yield Thing(
            f"rolls-{side}-{squad}-average", "text", 250, at, 100, 14, panel, tint="soft",
            text=f"{rolls:g} on average", shape="right",
        )  # fmt: skip
    if leaders and foot:
        yield from leader_things(view, box, side, str(squad), leaders, top + high - FOOT / 2)
    elif leaders:
        yield Thing(
            f"leader-{side}-{squad}", "icon", 46, y, 20, 20, panel, HERO_ICONS[leaders[0]], it.seat,
            label=f"led by {led_by(int(it.seat), leaders)}",
        )  # fmt: skip


def led_by(seat: int, heroes: list[int]) -> str:
    return listed([hero_name(seat, hero) for hero in heroes])


def leader_things(view: State, box: Box, side: int, squad: str, heroes: list[int], y: float) -> Iterator[Thing]:
    """Who leads a squad, and the items that roll with it."""
    it, panel, x = view.battle.armies[side], PANELS[side], 52.0
    for hero in heroes:
        carried = view.players[it.seat].heroes[hero].items
        held = [(kind, int(carried[kind])) for kind in range(ITEM_KINDS) if carried[kind]]
        yield Thing(
            f"leader-{side}-{squad}-{hero}", "icon", x, y, 22, 22, panel, HERO_ICONS[hero], it.seat,
            label=f"{hero_name(int(it.seat), hero)} leads it",
        )  # fmt: skip
        x += 25
        for kind, level in held:
            what = f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]}"
            yield Thing(
                f"carried-{side}-{squad}-{hero}-{kind}", "art", x, y, 22, 22, panel, art=item_art(kind, level, 22),
                label=f"{what} of {hero_name(int(it.seat), hero)}: adds {item_dice(box, kind, level)}",
            )  # fmt: skip
            x += 25


@cache
def band(seat: int, high: int, engaged: bool) -> str:
    """The edge of a squad in the colour of its side, and a light ground under one that fights."""
    colour = "#c8574a" if seat == NOBODY else f"var(--seat{seat})"
    area = f'x="-152" y="{-high / 2:g}" height="{high}"'
    ground = f'<rect {area} width="304" rx="6" fill="var(--panel)"/>' if engaged else ""
    return f'{ground}<rect {area} width="6" rx="3" fill="{colour}"/>'


def squad_figures(id: str, troops: Sequence[int] | Array[int], line: Line, seat: int) -> Iterator[Thing]:
    """The creatures of a squad: large faces with number and name where they are of one or two kinds."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    panel, y = line.panel, line.y
    if not present:
        yield Thing(f"{id}-none", "text", MIDDLE, y, 200, 14, panel, text="nobody", tint="soft")
        return
    if len(present) > 2 or line.high < 34:
        yield from troop_things(id, troops, line, seat)
        return
    step = line.room / len(present)
    size = min(FACE_MOST, line.high, step * 0.42)
    for place, kind in enumerate(present):
        left = line.left + step * place
        name, words = creature(kind, troops[kind]), str(troops[kind])
        room = step - size - 14
        beside = left + size + 10 + room / 2
        art = portrait(kind, round(size), NOBODY if seat == NOBODY else int(seat))
        label = creatures(kind, troops[kind])
        yield Thing(f"{id}-{kind}", "art", left + size / 2, y, size, size, panel, art=art, label=label)
        yield Thing(
            f"{id}-{kind}-count", "text", beside, y - 10, room, 24, panel, text=words, states=("strong",), shape="left"
        )
        yield Thing(
            f"{id}-{kind}-name", "text", beside, y + 13, room, 14, panel, tint="soft", shape="left",
            text=name if len(name) * 6.8 < room else name.removeprefix("armoured "),
        )  # fmt: skip


@cache
def tray() -> str:
    """Where dice fall: felt in a frame of wood."""
    high = DICE - 36
    area = f'<rect x="-150" y="{-high / 2:g}" width="300" height="{high}" rx="10"'
    return (
        f'{area} fill="var(--felt)" stroke="var(--wood)" stroke-width="4"/>{area} fill="url(#of-cloth)"/>'
        f'{area} fill="url(#lamp)"/>'
    )


def dice_things(view: State, side: int, top: float) -> Iterator[Thing]:
    """The latest dice of an army in the skirmish, in the order in which they fell, and its total."""
    battle, panel = view.battle, PANELS[side]
    count = battle.rolled[side]
    if not any(battle.rolled):
        return
    first = max(0, count - SHOWN_DICE)
    in_row = next(row for row in (6, 8, 12) if count - first <= 2 * row)
    step = 286 / in_row
    middle = top + (DICE - 32) / 2
    rows = 1 + (count - first > in_row)
    left = MIDDLE - step * min(count - first, in_row) / 2
    yield Thing(f"tray-{side}", "art", MIDDLE, middle, 300, DICE - 36, panel, art=tray())
    for number in range(first, count):
        place = number - first
        yield Thing(
            f"die-{side}-{number % SHOWN_DICE}", "die", left + step * (place % in_row + 0.5),
            middle + 0.9 * step * (place // in_row - (rows - 1) / 2), 0.9 * step - 1, 0.9 * step - 1, panel,
            text=str(battle.shown[side, number % SHOWN_DICE]), label="a die", layer=1,
        )  # fmt: skip
    if count:
        yield Thing(
            f"total-{side}", "text", MIDDLE, top + DICE - 18, 296, 26, panel, text=str(battle.total[side]),
            states=("strong",), label=f"total {battle.total[side]}",
        )  # fmt: skip
