"""A battle as it goes: squads and dice."""

from wartable.core.compiled import plain
from wartable.core.record import Record
from wartable.core.scene import Thing

from .layout_view import FOE_NAMES, HERO_ICON
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


def battle_things(view: Record, box: Record, room: float) -> list[Thing]:
    """Both armies in squads, and the dice of the skirmish as they fall."""
    battle = view.battle
    things = [
        Thing(
            "battle-title",
            "text",
            262,
            20,
            500,
            16,
            "battle",
            states=("strong",),
            text=f"Battle on {square(box, battle.tile)}",
        )
    ]
    squad_room = min(76.0, (room - 190) / SQUADS)
    for side in range(2):
        army_of = battle.armies[side]
        x = 134.0 + side * 256
        name = f"{{{army_of.seat}}}" if army_of.seat != NOBODY else FOE_NAMES[battle.foe]
        role = ("attacks", "defends")[side] if army_of.seat != NOBODY else "defend"
        things.append(
            Thing(
                f"army-{side}",
                "text",
                x,
                44,
                240,
                15,
                "battle",
                seat=army_of.seat if army_of.seat != NOBODY else None,
                text=f"{name} {role}",
                states=("strong",),
            )
        )
        for squad in range(SQUADS):
            things += squad_things(view, side, squad, x, 62 + squad_room * (squad + 0.5), squad_room)
        things += dice_things(view, side, x, 62 + squad_room * SQUADS + 14)
    return things


def squad_things(view: Record, side: int, squad: int, x: float, y: float, room: float) -> list[Thing]:
    battle = view.battle
    it = battle.armies[side]
    engaged = battle.squad[side] == squad and plain(stands)(it, squad)
    leaders = [hero + 1 for hero in range(HEROES) if it.seat != NOBODY and it.lead[hero] == squad]
    led = f", led by hero {' and '.join(map(str, leaders))}" if leaders else ""
    things = [
        Thing(
            f"squad-{side}-{squad}",
            "space",
            x,
            y,
            246,
            room - 6,
            "battle",
            tint="panel" if engaged else "",
            states=("edged",),
            label=f"squad {SQUAD_LETTERS[squad]}, {army(it.squads[squad])}{led}",
        ),
        Thing(
            f"letter-{side}-{squad}",
            "text",
            x - 110,
            y,
            20,
            17,
            "battle",
            text=SQUAD_LETTERS[squad],
            tint="soft",
            states=("strong",),
        ),
    ]
    things += troop_things(f"unit-{side}-{squad}", it.squads[squad], x - 80, 203, y, room, "battle")
    if leaders:
        things.append(
            Thing(
                f"leader-{side}-{squad}", "icon", x - 92, y, 18, 18, "battle", HERO_ICON, it.seat, label="led by a hero"
            )
        )
    return things


def dice_things(view: Record, side: int, x: float, top: float) -> list[Thing]:
    """The latest dice of an army in the skirmish, in the order in which they fell, and its total."""
    battle = view.battle
    count = battle.rolled[side]
    first = max(0, count - SHOWN_DICE)
    in_row = next(row for row in (6, 8, 12) if count - first <= 2 * row)
    step = 240 / in_row
    things = []
    for number in range(first, count):
        place = number - first
        things.append(
            Thing(
                f"die-{side}-{number % SHOWN_DICE}",
                "die",
                x + step * (place % in_row + 0.5) - 120,
                top + step * (0.9 * (place // in_row) + 0.5),
                0.9 * step - 1,
                0.9 * step - 1,
                "battle",
                text=str(battle.shown[side, number % SHOWN_DICE]),
                label="a die",
            )
        )
    if count:
        things.append(
            Thing(
                f"total-{side}",
                "text",
                x,
                top + 90,
                240,
                24,
                "battle",
                text=str(battle.total[side]),
                states=("strong",),
                label=f"total {battle.total[side]}",
            )
        )
    return things
