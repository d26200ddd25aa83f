"""The viewer's boards as things on the table: what is in store, the King's machine and the Holdfast."""

from wartable.core.phrases import count as counted
from wartable.drawing.scene import Thing

from .box import Box, words_of
from .machine_view import Area, dial, section_thing, space_things
from .names import SIZES, space_name
from .rules.common import home_points, most_steam, points
from .state import KING_SPACES, SPACES, State, Store, Worker
from .track_view import hand_things, track_things

STORE_TINTS = ("wood", "coal", "well", "steel")
ME_WIDTH, KING_WIDTH, HOLDFAST_WIDTH = 134, 362, 180
BOILER = 72
"""How much of the King's board the boiler takes at its left."""


def me_things(view: State, box: Box, me: int, seat: int) -> list[Thing]:
    things = store_things(view, box, me) + steam_things(view, box, me)
    for space in range(SPACES):
        panel = "king" if space < KING_SPACES else "holdfast"
        words = space_name(box, space).removeprefix("Holdfast ")
        things += space_things(view, box, me, space, space_area(space), panel, words)
    things += [
        section_thing(view, box, me, section, Area(BOILER + 48 + section * 96, 15, 92, 13), "king")
        for section in range(3)
    ]
    words = "Holdfast" if view.sides[me].hex == view.sides[me].home else "Holdfast, while docked"
    things.append(Thing("holdfast-title", "text", 90, 15, 172, 13, "holdfast", tint="soft", text=words))
    return things + track_things(view, box, me) + hand_things(view, box, me, seat)


def space_area(space: int) -> Area:
    if space < KING_SPACES:
        return Area(BOILER + 48 + space // 2 * 96, 61 + space % 2 * 70, 94, 66)
    return Area(46.5 + (space - KING_SPACES) % 2 * 87, 61 + (space - KING_SPACES) // 2 * 70, 85, 66)


def steam_things(view: State, box: Box, me: int) -> list[Thing]:
    """The gauge of the boiler, and how much the boiler holds."""
    steam, most = view.sides[me].steam, most_steam(view, box, me)
    return [
        Thing(
            "steam-me", "art", 37, 50, 70, 70, "king", seat=me, art=dial(steam, most), label=f"{steam} of {most} steam"
        ),
        Thing("steam-title", "text", 37, 111, 58, 13, "king", text=f"of {most}", states=("strong",)),
        Thing("steam-word", "text", 37, 127, 58, 13, "king", text="steam"),
    ]


def store_things(view: State, box: Box, me: int) -> list[Thing]:
    side = view.sides[me]
    total, home = points(view, box, me), home_points(view, box, me)
    middle = ME_WIDTH / 2
    things = [
        Thing("name-me", "text", middle, 18, ME_WIDTH - 14, 17, "me", seat=me, text=f"{{{me}}}", states=("strong",)),
        Thing(
            "points-me", "text", middle, 40, ME_WIDTH - 6, 14, "me", text=f"{home} home, {total - home} aboard",
            label=f"{counted(home, 'point')} in the Holdfast, {total - home} carried",
        ),
    ]  # fmt: skip
    for store in Store:
        x, y = 37 + store % 2 * 62, 65 + store // 2 * 26
        name = words_of(box.stores[store].name)
        things.append(
            Thing(
                f"store-{store.name.lower()}", "icon", x, y, 50, 24, "me", words_of(box.stores[store].icon),
                text=str(side.stores[store]), tint=STORE_TINTS[store], label=f"{side.stores[store]} {name.lower()}",
            )
        )  # fmt: skip
    for worker in (Worker.SMALL, Worker.BIG):
        size = 28 if worker == Worker.SMALL else 35
        count = side.rested[worker]
        label = f"{count} {SIZES[worker - 1]} worker{'s' if count != 1 else ''} rested"
        things.append(
            Thing(
                f"rested-{SIZES[worker - 1]}", "cube", 20 + (worker - 1) * 39, 128, size, size, "me", seat=me,
                states=() if count else ("spent",), text=str(count), label=label,
            )
        )  # fmt: skip
    things.append(
        Thing(
            "wilderness-me", "icon", 109, 128, 44, 24, "me", "dead-wood", text=str(side.wilderness), tint="soft",
            label=f"{counted(side.wilderness, 'worker')} in the Wilderness",
        )
    )  # fmt: skip
    things.append(Thing("rested-title", "text", 33, 158, 44, 13, "me", tint="soft", text="rested"))
    things.append(Thing("wilderness-title", "text", 94, 158, 64, 13, "me", tint="soft", text="wilderness"))
    return things
