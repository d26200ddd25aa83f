"""A battle as it goes: squads and dice."""

from collections.abc import Iterator, Sequence
from functools import cache

from wartable.core.frames import kind as frame_kind
from wartable.core.phrases import count as counted
from wartable.core.phrases import listed
from wartable.core.record import Array
from wartable.core.rules import plain, top
from wartable.drawing.icons import draw_icon
from wartable.drawing.layout import Area
from wartable.drawing.scene import Thing

from ..box import Box
from ..chances import army_dice, average, chance, squad_dice
from ..help import percent
from ..naming import SQUAD_LETTERS, army, battleground, creature, creatures, hero_name, item_dice, item_name
from ..rules.squads import fights, stands
from ..state import HEROES, KINDS, NOBODY, SHOWN_DICE, SQUADS, TIERS, FillSquadFrame, Kind, State
from .creature import colour_of, item_art, portrait, troop_things
from .layout import CREATURE_ICONS, FOE_NAMES, HERO_ICON, HERO_ICONS, SIDE_WIDTH

PANELS = ("attackers", "defenders")
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
    for side, (panel, room) in enumerate(zip(PANELS, rooms, strict=True)):
        yield from army_things(view, box, side, Area(0, 0, SIDE_WIDTH, room, panel))


def army_things(view: State, box: Box, side: int, panel: Area) -> Iterator[Thing]:
    battle, it = view.battle, view.battle.armies[side]
    name, role, owner = f"{{{it.seat}}}", ("attacks", "defends")[side], None if it.seat == NOBODY else it.seat
    if owner is None:
        name, role = FOE_NAMES[battle.foe], FOE_ROLES[battle.foe]
    where, who = panel.inset(10, 7).rows(22, 22)
    yield where.text(f"battle-title-{side}", f"Battle {battleground(box, battle.tile, battle.foe)}", 15, tint="soft")
    yield who.text(f"army-{side}", f"{name} {role}", 18, seat=owner, states=("strong",))
    shown, rolls = shown_squads(view, side), any(battle.rolled)
    # Before the first throw no room is kept for dice.
    below = LEGEND_ROW + 14 if plain(frame_kind)(view) in FORMING else DICE
    room = min(SQUAD_MOST, (panel.height - HEAD - 2 - below) / max(len(shown), 1))
    first = panel._replace(y=HEAD, height=room)
    for place, squad in enumerate(shown):
        yield from squad_things(view, box, side, squad, first.moved(0, room * place))
    if not shown and not rolls:
        yield from waiting_army(view, box, side, first)
    end = HEAD + room * max(len(shown), 1)
    if rolls:
        yield from dice_things(view, side, panel._replace(y=end + 4, height=DICE))
    end += DICE if rolls else 8
    yield from below_squads(view, box, side, panel._replace(y=end, height=panel.height - end))


def shown_squads(view: State, side: int) -> list[int]:
    """The squads that stand, and while a side divides its army the one that is filled, too."""
    filled = NOBODY
    if plain(frame_kind)(view) == Kind.FILL_SQUAD and top(view, FillSquadFrame).side == side:
        filled = top(view, FillSquadFrame).squad
    return [squad for squad in range(SQUADS) if squad == filled or any(view.battle.armies[side].squads[squad])]


def waiting_army(view: State, box: Box, side: int, area: Area) -> Iterator[Thing]:
    """An army that has not been split yet."""
    it = view.battle.armies[side]
    if not any(it.troops):
        return
    heroes = [hero for hero in range(HEROES) if it.seat != NOBODY and plain(fights)(view, side, hero)]
    plate, figures, foot = squad_areas(area, any(any(view.players[it.seat].heroes[hero].items) for hero in heroes))
    words = f"not split yet, {army(it.troops)}"
    yield plate.thing(f"waiting-{side}", "space", states=("edged",), label=words)
    yield from squad_figures(f"waiting-{side}", it.troops, figures, it.seat)
    # What an army rolls as a whole is said below.
    if foot:
        yield from leader_things(view, box, side, "waiting", heroes, foot)


def squad_areas(area: Area, has_foot: bool) -> tuple[Area, Area, Area | None]:
    """The plate of a squad, and in it the room for its creatures and its foot."""
    plate = area.inset(6, 0)._replace(height=area.height - 5)
    room = plate.columns(44, 0, 10)[1]
    if not has_foot:
        return plate, room.inset(0, 4), None
    figures, foot = room.rows(0, FOOT)
    return plate, figures.inset(0, 4), foot


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
LEGENDS = {Kind.FORM_SQUADS: SPLITTING, Kind.FILL_SQUAD: SPLITTING, Kind.CHOOSE_ROLLS: ROLLING}
"""What a player should know for each decision of a battle."""


def below_squads(view: State, box: Box, side: int, area: Area) -> Iterator[Thing]:
    """What the squads leave room for: what an army can roll, for the attacker how a battle goes, and its banner."""
    known = legend(view, box) if side == 0 else []
    rows = [*known[:1], strength(view, box, side), *known[1:]]
    shown = rows[: max(0, int((area.height - 6) // LEGEND_ROW))]
    height = LEGEND_ROW * len(shown)
    first = Area(0, area.y + area.height - 6 - height, SIDE_WIDTH, LEGEND_ROW, area.panel).inset(8, 3)
    for place, (icon, name, words) in enumerate(shown):
        yield first.moved(0, LEGEND_ROW * place).thing(
            f"battle-legend-{side}-{place}", "space", icon=icon, tint="panel", text=name, lines=(words,),
            label=f"{name}: {words}", aside=True,
        )  # fmt: skip
    yield from banner_things(view, side, area._replace(height=area.height - 6 - height))


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


def banner_things(view: State, side: int, area: Area) -> Iterator[Thing]:
    """The banner of an army, with the face of its strongest creature, if there is room for one."""
    it, size = view.battle.armies[side], min(BANNER_MOST, area.height - 12)
    present = [kind for kind in range(KINDS) if it.troops[kind] or any(squad[kind] for squad in it.squads)]
    if size >= BANNER_LEAST and present:
        strongest = max(present, key=lambda kind: (kind % TIERS, kind))
        art, label = banner(strongest, it.seat, round(size)), f"the banner of {creature(strongest)}"
        yield area.sized(size * 0.7, size).thing(f"banner-{side}", "art", art=art, label=label, aside=True)


@cache
def banner(kind: int, seat: int, size: int) -> str:
    """A cloth with two tails that hangs from a pole, a creature's face on it."""
    half, wide = size / 2, size * 0.3
    ground, face = ("#3a1412", "#ffb3a8") if seat == NOBODY else (f"var(--seat{seat}-deep)", "var(--ink)")
    top = -half + 8
    cloth = (
        f'<path d="M{-wide:.1f} {top:.1f}H{wide:.1f}V{half:.1f}L0 {half * 0.7:.1f}L{-wide:.1f} {half:.1f}Z" '
        'stroke-linejoin="round"'
    )
    pole = f'<path d="M{-wide - 12:.1f} {top:.1f}H{wide + 12:.1f}" stroke="var(--gold)" stroke-width="6" '
    return (
        f'<g transform="translate(5 7)">{cloth} fill="#0005"/></g>{cloth} fill="{ground}" stroke="{colour_of(seat)}" '
        f'stroke-width="3"/>{cloth} fill="url(#of-cloth)"/>{cloth} fill="url(#lamp)"/>'
        f'{pole}stroke-linecap="round"/><g transform="translate(0 {-half * 0.12:.1f})">'
        f"{draw_icon(CREATURE_ICONS[kind % TIERS], wide * 1.5, face)}</g>"
    )


def squad_things(view: State, box: Box, side: int, squad: int, area: Area) -> Iterator[Thing]:
    """A squad: its creatures, and below them who leads it and what it rolls on average."""
    battle, it = view.battle, view.battle.armies[side]
    engaged = battle.squad[side] == squad and plain(stands)(it, squad)
    leaders = [hero for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led_by = f"led by {listed([hero_name(it.seat, hero) for hero in leaders])}"
    rolls = average(squad_dice(view, box, side, squad))
    alone = sum(1 for kind in range(KINDS) if it.squads[squad][kind]) == 1
    plate, figures, foot = squad_areas(area, area.height >= 60 and bool(leaders or (rolls and not alone)))
    words = f"squad {SQUAD_LETTERS[squad]}, {army(it.squads[squad])}"
    yield plate.thing(
        f"squad-{side}-{squad}", "space", states=("edged",), label=f"{words}, {led_by}" if leaders else words,
        art=band(it.seat, round(plate.height), engaged),
    )  # fmt: skip
    letter = plate.columns(12, 20, 0)[1]
    yield letter.text(f"letter-{side}-{squad}", SQUAD_LETTERS[squad], 18, tint="soft", states=("strong",))
    faces, beside = figures.columns(150, 100)
    yield from squad_figures(f"unit-{side}-{squad}", it.squads[squad], faces if alone else figures, it.seat)
    if rolls and (alone or foot):
        place = beside if alone else beside._replace(y=foot.y, height=FOOT) if foot else beside
        yield place.text(f"rolls-{side}-{squad}-average", f"{rolls:g} on average", tint="soft", shape="right")
    if leaders and foot:
        yield from leader_things(view, box, side, str(squad), leaders, foot)
    elif leaders:
        sign = plate.columns(30, 20, 0)[1].sized(20, 20)
        yield sign.thing(f"leader-{side}-{squad}", "icon", icon=HERO_ICONS[leaders[0]], seat=it.seat, label=led_by)


def leader_things(view: State, box: Box, side: int, squad: str, heroes: list[int], area: Area) -> Iterator[Thing]:
    """Who leads a squad, and the items that roll with it."""
    seat = view.battle.armies[side].seat
    place = area._replace(x=41, width=22).sized(22, 22)
    for hero in heroes:
        name = hero_name(seat, hero)
        icon, label = HERO_ICONS[hero], f"{name} leads it"
        yield place.thing(f"leader-{side}-{squad}-{hero}", "icon", icon=icon, seat=seat, label=label)
        place = place.moved(25, 0)
        for kind, level in enumerate(view.players[seat].heroes[hero].items.tolist()):
            if level:
                label = f"{item_name(kind, level)} of {name}: adds {item_dice(box, kind, level)}"
                art = item_art(kind, level, 22)
                yield place.thing(f"carried-{side}-{squad}-{hero}-{kind}", "art", art=art, label=label)
                place = place.moved(25, 0)


@cache
def band(seat: int, high: int, engaged: bool) -> str:
    """The edge of a squad in the colour of its side, and a light ground under one that fights."""
    area = f'x="-152" y="{-high / 2:g}" height="{high}"'
    ground = f'<rect {area} width="304" rx="6" fill="var(--panel)"/>' if engaged else ""
    return f'{ground}<rect {area} width="6" rx="3" fill="{colour_of(seat)}"/>'


def squad_figures(id: str, troops: Sequence[int] | Array[int], area: Area, seat: int) -> Iterator[Thing]:
    """The creatures of a squad: large faces with number and name where they are of one or two kinds."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    if not present:
        yield Area(58, area.y, 200, area.height, area.panel).text(f"{id}-none", "nobody", tint="soft")
        return
    if len(present) > 2 or area.height < 34:
        yield from troop_things(id, troops, area, seat)
        return
    size = min(FACE_MOST, area.height, area.width / len(present) * 0.42)
    for kind, place in zip(present, area.row(len(present), pack=0), strict=True):
        face, _, beside, _ = place.columns(size, 10, 0, 4)
        name, label = creature(kind, troops[kind]), creatures(kind, troops[kind])
        art = portrait(kind, round(size), seat)
        yield face.sized(size, size).thing(f"{id}-{kind}", "art", art=art, label=label)
        count, words = beside.moved(0, -10), beside.moved(0, 13)
        yield count.text(f"{id}-{kind}-count", str(troops[kind]), 24, states=("strong",), shape="left")
        short = name if len(name) * 6.8 < beside.width else name.removeprefix("armoured ")
        yield words.text(f"{id}-{kind}-name", short, tint="soft", shape="left")


@cache
def tray() -> str:
    """Where dice fall: felt in a frame of wood."""
    high = DICE - 36
    area = f'<rect x="-150" y="{-high / 2:g}" width="300" height="{high}" rx="10"'
    return (
        f'{area} fill="var(--felt)" stroke="var(--wood)" stroke-width="4"/>{area} fill="url(#of-cloth)"/>'
        f'{area} fill="url(#lamp)"/>'
    )


def dice_things(view: State, side: int, area: Area) -> Iterator[Thing]:
    """The latest dice of an army in the skirmish, in the order in which they fell, and its total."""
    battle, count = view.battle, view.battle.rolled[side]
    felt, total = area.rows(DICE - 32, 28)
    yield felt.sized(300, DICE - 36).thing(f"tray-{side}", "art", art=tray())
    first = max(0, count - SHOWN_DICE)
    in_row = next(row for row in (6, 8, 12) if count - first <= 2 * row)
    step = 286 / in_row
    rows, size, y = 1 + (count - first > in_row), 0.9 * step - 1, felt.middle[1]
    left = SIDE_WIDTH / 2 - step * min(count - first, in_row) / 2
    for number in range(first, count):
        row, column = divmod(number - first, in_row)
        x, down = left + step * (column + 0.5), 0.9 * step * (row - (rows - 1) / 2)
        die, shown = Area.around(x, y + down, size, size, area.panel), str(battle.shown[side, number % SHOWN_DICE])
        yield die.thing(f"die-{side}-{number % SHOWN_DICE}", "die", text=shown, label="a die", layer=1)
    if count:
        words, label = str(battle.total[side]), f"total {battle.total[side]}"
        yield total.inset(10, 0).text(f"total-{side}", words, 26, states=("strong",), label=label)
