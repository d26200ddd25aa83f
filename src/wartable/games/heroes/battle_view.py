"""A battle as it goes: squads and dice."""

from collections.abc import Sequence
from functools import cache

from wartable.core.compiled import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.frames import top
from wartable.core.icons import draw_icon
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Thing

from .chances import chance
from .creature_view import Line, portrait, troop_things
from .help import percent
from .layout_view import CREATURE_ICONS, FOE_NAMES, HERO_ICON, SIDE_WIDTH
from .naming import (
    SQUAD_LETTERS,
    army,
    creature,
    creatures,
    square,
)
from .rules.squads import stands
from .state import (
    HEROES,
    KINDS,
    NOBODY,
    SHOWN_DICE,
    SQUADS,
    TIERS,
    Kind,
    SquadsFrame,
)

PANELS = ("attackers", "defenders")
MIDDLE = SIDE_WIDTH / 2
FOE_ROLES = ("defend", "defend", "of the city")
"""What is said of monsters, of guardians and of defenders."""
DICE = 142
"""Room below the squads: two rows of dice and their total."""
SQUAD_MOST, FACE_MOST = 140.0, 76.0
"""The greatest height of a squad, and of a face in it."""
BANNER_LEAST, BANNER_MOST = 90.0, 210.0
"""The least and the greatest height of an army's banner."""


def battle_things(view: Record, box: Record, rooms: tuple[float, float]) -> list[Thing]:
    """Each army in squads, and below it its dice of the skirmish as they fall."""
    battle = view.battle
    things = []
    for side, (panel, room) in enumerate(zip(PANELS, rooms, strict=True)):
        army_of = battle.armies[side]
        name = f"{{{army_of.seat}}}" if army_of.seat != NOBODY else FOE_NAMES[battle.foe]
        role = ("attacks", "defends")[side] if army_of.seat != NOBODY else FOE_ROLES[battle.foe]
        owner = army_of.seat if army_of.seat != NOBODY else None
        where = f"Battle on {square(box, battle.tile)}"
        things += [
            Thing(f"battle-title-{side}", "text", MIDDLE, 20, 296, 15, panel, tint="soft", text=where),
            Thing(
                f"army-{side}", "text", MIDDLE, 44, 296, 17, panel, seat=owner, text=f"{name} {role}",
                states=("strong",),
            ),
        ]  # fmt: skip
        shown = shown_squads(view, side)
        squad_room = min(SQUAD_MOST, (room - 64 - DICE) / max(len(shown), 1))
        for place, squad in enumerate(shown):
            things += squad_things(view, side, squad, 62 + squad_room * (place + 0.5), squad_room)
        if not shown and not any(battle.rolled):
            things += waiting_army(view, side, squad_room)
        end = 62 + squad_room * max(len(shown), 1)
        things += dice_things(view, side, end + 4)
        end += DICE if any(battle.rolled) else 8
        things += below_squads(view, box, side, end, room)
    return things


def shown_squads(view: Record, side: int) -> list[int]:
    """The squads that stand, and while a side shifts creatures between its squads those that it could open, too."""
    shifting = plain(frame_kind)(view) in (Kind.EDIT_SQUADS, Kind.SHIFT_SQUAD)
    shifts = shifting and top(view, SquadsFrame).side == side
    return [squad for squad in range(SQUADS) if shifts or any(view.battle.armies[side].squads[squad])]


def waiting_army(view: Record, side: int, room: float) -> list[Thing]:
    """An army that has not been split yet."""
    it, panel, y = view.battle.armies[side], PANELS[side], 62 + room / 2
    if not any(it.troops):
        return []
    words = f"not split yet, {army(it.troops)}"
    return [
        Thing(f"waiting-{side}", "space", MIDDLE, y, 304, room - 5, panel, states=("edged",), label=words),
        *squad_figures(f"waiting-{side}", it.troops, y, room, panel, it.seat),
    ]


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
    Kind.EDIT_SQUADS: SPLITTING,
    Kind.SHIFT_SQUAD: SPLITTING,
    Kind.CHOOSE_ROLLS: ROLLING,
}
"""What a player should know for each decision of a battle."""


def below_squads(view: Record, box: Record, side: int, top: float, room: float) -> list[Thing]:
    """What the squads leave room for: what an army can roll, for the attacker how a battle goes, and its banner."""
    known = legend(view, box) if side == 0 else []
    rows = [*known[:1], strength(view, box, side), *known[1:]]
    shown = rows[: max(0, int((room - top - 6) // LEGEND_ROW))]
    first = room - 6 - LEGEND_ROW * len(shown)
    things = [
        Thing(
            f"battle-legend-{side}-{place}", "space", MIDDLE, first + LEGEND_ROW * (place + 0.5), 300, LEGEND_ROW - 6,
            PANELS[side], icon, tint="panel", text=name, lines=(words,), label=f"{name}: {words}", aside=True,
        )
        for place, (icon, name, words) in enumerate(shown)
    ]  # fmt: skip
    return things + banner_things(view, side, top, first)


def strength(view: Record, box: Record, side: int) -> tuple[str, str, str]:
    """All dice of an army together, and what they come to on average."""
    troops = view.battle.armies[side].troops
    if not any(troops):
        troops = [sum(squad[kind] for squad in view.battle.armies[side].squads) for kind in range(KINDS)]
    dice = sum(int(box.dice[kind]) * int(troops[kind]) for kind in range(KINDS))
    plus = sum(int(box.plus[kind]) * int(troops[kind]) for kind in range(KINDS))
    return "rolling-dices", "All together", f"{counted(dice, 'die', 'dice')}, {3.5 * dice + plus:g} on average"


def legend(view: Record, box: Record) -> list[tuple[str, str, str]]:
    """How likely a battle is to be won, and how it goes."""
    kind = plain(frame_kind)(view)
    if kind >= Kind.LAY_TOKEN:
        return []
    wins = percent(chance(view, box))
    return [(HERO_ICON, "The odds", f"the attacker wins about {wins}"), *LEGENDS.get(kind, FIGHTING)]


def banner_things(view: Record, side: int, top: float, foot: float) -> list[Thing]:
    """The banner of an army, with the face of its strongest creature, where there is room for one."""
    it, size = view.battle.armies[side], min(BANNER_MOST, foot - top - 12)
    present = [kind for kind in range(KINDS) if it.troops[kind] or any(squad[kind] for squad in it.squads)]
    if size < BANNER_LEAST or not present:
        return []
    strongest = max(present, key=lambda kind: (kind % TIERS, kind))
    art = banner(strongest, NOBODY if it.seat == NOBODY else int(it.seat), round(size))
    return [
        Thing(
            f"banner-{side}", "art", MIDDLE, (top + foot) / 2, size * 0.7, size, PANELS[side], art=art,
            label=f"the banner of {creature(strongest)}", aside=True,
        )
    ]  # fmt: skip


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


def squad_things(view: Record, side: int, squad: int, y: float, room: float) -> list[Thing]:
    battle, panel = view.battle, PANELS[side]
    it = battle.armies[side]
    engaged = battle.squad[side] == squad and plain(stands)(it, squad)
    leaders = [hero + 1 for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led = f", led by hero {' and '.join(map(str, leaders))}" if leaders else ""
    things = [
        Thing(
            f"squad-{side}-{squad}",
            "space",
            MIDDLE,
            y,
            304,
            room - 5,
            panel,
            tint="panel" if engaged else "",
            states=("edged",),
            label=f"squad {SQUAD_LETTERS[squad]}, {army(it.squads[squad])}{led}",
        ),
        Thing(
            f"letter-{side}-{squad}",
            "text",
            20,
            y,
            20,
            17,
            panel,
            text=SQUAD_LETTERS[squad],
            tint="soft",
            states=("strong",),
        ),
    ]
    things += squad_figures(f"unit-{side}-{squad}", it.squads[squad], y, room, panel, it.seat)
    if leaders:
        things.append(
            Thing(f"leader-{side}-{squad}", "icon", 42, y, 20, 20, panel, HERO_ICON, it.seat, label="led by a hero")
        )
    return things


def squad_figures(id: str, troops: Sequence[int], y: float, room: float, panel: str, seat: int) -> list[Thing]:
    """The creatures of a squad: faces with names where there is room for them, else small signs."""
    present = [kind for kind in range(KINDS) if troops[kind]]
    if not present:
        return [Thing(f"{id}-none", "text", MIDDLE, y, 200, 14, panel, text="nobody", tint="soft")]
    if len(present) > 3 or room < 66:
        return troop_things(id, troops, Line(54, 250, y, room - 12, panel), seat)
    step = 244 / len(present)
    things = []
    for place, kind in enumerate(present):
        x = 58 + step * (place + 0.5)
        name = creature(kind, troops[kind])
        size = min(FACE_MOST, room - 36, step * 0.5)
        art = portrait(kind, round(size), NOBODY if seat == NOBODY else int(seat))
        # Face and number together stand over the name.
        words, high = str(troops[kind]), 19 + size / 10
        wide = 0.52 * high * len(words)
        face, number = x - (wide + 8) / 2, x + (size + 8) / 2
        things += [
            Thing(
                f"{id}-{kind}", "art", face, y - 10, size, size, panel, art=art, label=creatures(kind, troops[kind])
            ),
            Thing(
                f"{id}-{kind}-count", "text", number, y - 10, wide, high, panel, text=words, states=("strong",),
            ),
            Thing(
                f"{id}-{kind}-name", "text", x, y + room / 2 - 15, step - 6, 14, panel, tint="soft",
                text=name if len(name) * 7.6 < step else name.removeprefix("armoured "),
            ),
        ]  # fmt: skip
    return things


def dice_things(view: Record, side: int, top: float) -> list[Thing]:
    """The latest dice of an army in the skirmish, in the order in which they fell, and its total."""
    battle, panel = view.battle, PANELS[side]
    count = battle.rolled[side]
    first = max(0, count - SHOWN_DICE)
    in_row = next(row for row in (6, 8, 12) if count - first <= 2 * row)
    step = 296 / in_row
    things = []
    for number in range(first, count):
        place = number - first
        things.append(
            Thing(
                f"die-{side}-{number % SHOWN_DICE}",
                "die",
                10 + step * (place % in_row + 0.5),
                top + step * (0.9 * (place // in_row) + 0.5),
                0.9 * step - 1,
                0.9 * step - 1,
                panel,
                text=str(battle.shown[side, number % SHOWN_DICE]),
                label="a die",
            )
        )
    if count:
        things.append(
            Thing(
                f"total-{side}",
                "text",
                MIDDLE,
                top + DICE - 22,
                296,
                26,
                panel,
                text=str(battle.total[side]),
                states=("strong",),
                label=f"total {battle.total[side]}",
            )
        )
    return things
