"""The viewer's boards as things on the table: what is in store, the King's machine and the Holdfast."""

from collections.abc import Iterable, Iterator

from wartable.core.phrases import count as counted
from wartable.drawing.layout import Area, Look, amounts
from wartable.drawing.scene import Thing

from ..box import Box, words_of
from ..names import SIZES, space_name
from ..rules.common import home_points, most_steam, points
from ..state import KING_SPACES, SPACES, State, Store, Worker
from .machine import dial, section_thing, space_things
from .track import hand_things, track_things

STORE_TINTS = ("wood", "coal", "well", "steel")
ME, KING, HOLDFAST = Area(0, 0, 134, 170, "me"), Area(0, 0, 362, 170, "king"), Area(0, 0, 180, 170, "holdfast")
GAUGE, SECTIONS = KING.columns(72, 288)
"""The boiler takes the left of the King's board."""


def me_things(view: State, box: Box, me: int, seat: int) -> Iterator[Thing]:
    yield from store_things(view, box, me)
    steam, most = view.sides[me].steam, most_steam(view, box, me)
    dials, words, unit, _ = GAUGE.inset(1, 0).rows(100, 20, 16, 0)
    art, label = dial(steam, most), f"{steam} of {most} steam"
    yield dials.sized(70, 70).thing("steam-me", "art", seat=me, art=art, label=label)
    yield words.text("steam-title", f"of {most}", 13, states=("strong",))
    yield unit.text("steam-word", "steam", 13)
    for section, area in enumerate(SECTIONS.grid(3, 3)):
        title, spaces = area.rows(28, 138)
        for space, place in zip((2 * section, 2 * section + 1), spaces.stack(2), strict=True):
            yield from space_things(view, box, me, space, place.inset(1, 1.5), space_name(box, space))
        yield section_thing(view, box, me, section, title.inset(2, 0))
    title, spaces = HOLDFAST.inset(3, 0).rows(28, 138)
    for space, place in zip(range(KING_SPACES, SPACES), spaces.grid(4, 2), strict=True):
        name = space_name(box, space).removeprefix("Holdfast ")
        yield from space_things(view, box, me, space, place.inset(1, 1.5), name)
    docked = view.sides[me].hex == view.sides[me].home
    yield title.text("holdfast-title", "Holdfast" if docked else "Holdfast, while docked", 13, tint="soft")
    yield from track_things(view, box, me)
    yield from hand_things(view, box, me, seat)


def store_things(view: State, box: Box, me: int) -> Iterator[Thing]:
    side = view.sides[me]
    total, home = points(view, box, me), home_points(view, box, me)
    name, score, stores, workers, titles = ME.inset(3, 6).rows(24, 20, 56, 46, 12)
    yield name.inset(4, 0).text("name-me", f"{{{me}}}", 17, seat=me, states=("strong",))
    label = f"{counted(home, 'point')} in the Holdfast, {total - home} carried"
    yield score.text("points-me", f"{home} home, {total - home} aboard", label=label)
    yield from amounts((area.sized(50, 24) for area in stores.inset(3, 0).grid(4, 2)), store_entries(box, side.stores))
    small, big, wild = workers.inset(0, 2).columns(36, 40, 0)
    for worker, area, size in ((Worker.SMALL, small, 28), (Worker.BIG, big, 35)):
        count, kind = side.rested[worker], SIZES[worker - 1]
        yield area.sized(size, size).thing(
            f"rested-{kind}", "cube", seat=me, states=() if count else ("spent",), text=str(count),
            label=f"{counted(count, f'{kind} worker')} rested",
        )  # fmt: skip
    yield wild.sized(44, 24).thing(
        "wilderness-me", "icon", icon="dead-wood", text=str(side.wilderness), tint="soft",
        label=f"{counted(side.wilderness, 'worker')} in the Wilderness",
    )  # fmt: skip
    rested, wilderness = titles.columns(62, 0)
    yield rested.text("rested-title", "rested", 13, tint="soft")
    yield wilderness.text("wilderness-title", "wilderness", 13, tint="soft")


def store_entries(box: Box, stores: Iterable[int], stem: str = "store") -> Iterator[tuple[str, Look]]:
    """What is in store, as amounts."""
    for store, amount in zip(Store, stores, strict=True):
        name, icon = words_of(box.stores[store].name).lower(), words_of(box.stores[store].icon)
        look = Look(icon=icon, text=str(amount), tint=STORE_TINTS[store], label=f"{amount} {name}")
        yield f"{stem}-{store.name.lower()}", look
