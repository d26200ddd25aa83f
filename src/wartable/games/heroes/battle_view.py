"""A battle as it goes: squads and dice."""

from wartable.core.compiled import plain
from wartable.core.record import Record
from wartable.core.scene import Thing

from .layout_view import FOE_NAMES, HERO_ICON, SIDE_WIDTH
from .naming import (
    SQUAD_LETTERS,
    army,
    square,
)
from .realm_view import troop_things
from .rules.battle import stands
from .state import (
    HEROES,
    NOBODY,
    SHOWN_DICE,
    SQUADS,
)

PANELS = ("attackers", "defenders")
MIDDLE = SIDE_WIDTH / 2
DICE = 142
"""Room below the squads: two rows of dice and their total."""


def battle_things(view: Record, box: Record, rooms: tuple[float, float]) -> list[Thing]:
    """Each army in squads, and below it its dice of the skirmish as they fall."""
    battle = view.battle
    things = []
    for side, (panel, room) in enumerate(zip(PANELS, rooms, strict=True)):
        army_of = battle.armies[side]
        name = f"{{{army_of.seat}}}" if army_of.seat != NOBODY else FOE_NAMES[battle.foe]
        role = ("attacks", "defends")[side] if army_of.seat != NOBODY else "defend"
        owner = army_of.seat if army_of.seat != NOBODY else None
        where = f"Battle on {square(box, battle.tile)}"
        things += [
            Thing(f"battle-title-{side}", "text", MIDDLE, 20, 296, 15, panel, tint="soft", text=where),
            Thing(
                f"army-{side}", "text", MIDDLE, 44, 296, 17, panel, seat=owner, text=f"{name} {role}",
                states=("strong",),
            ),
        ]  # fmt: skip
        squad_room = min(88.0, (room - 64 - DICE) / SQUADS)
        for squad in range(SQUADS):
            things += squad_things(view, side, squad, 62 + squad_room * (squad + 0.5), squad_room)
        things += dice_things(view, side, 62 + squad_room * SQUADS + 4)
    return things


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
    things += troop_things(f"unit-{side}-{squad}", it.squads[squad], 54, 250, y, room, panel)
    if leaders:
        things.append(
            Thing(f"leader-{side}-{squad}", "icon", 42, y, 20, 20, panel, HERO_ICON, it.seat, label="led by a hero")
        )
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
