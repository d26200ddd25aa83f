"""The boards of the other players: small where there are several, in words where there is but one."""

from collections.abc import Iterator

from wartable.core.lettering import fit
from wartable.core.phrases import count as counted
from wartable.core.record import Record
from wartable.core.scene import Thing

from .board_view import CARD_HEIGHT, STORE_TINTS, TAPE, plan_card, space_things
from .box import words_of
from .card_view import socket, treasure_card
from .facts import SECTION_NAMES, plan_name, space_name, treasure_name, upgrade_name
from .map_view import HOME_ICON
from .rules.common import home_points, most_steam, points, track_places
from .state import KING_SPACES, SPACES, At, Store, Worker
from .world import WORLD

RIVAL_WIDTH = 292
UPGRADE_ICON = "gear-hammer"
TREASURES_IN_ROW, TREASURE_STEP = 6, 24


def other_things(view: Record, box: Record, seat: int, panel: str) -> Iterator[Thing]:
    """Another player: what one looks up before deciding."""
    yield from heading(view, box, seat, panel)
    if box.seats == 2:
        yield from workers(view, box, seat, panel, 68)
        yield from large_board(view, box, seat, panel)
        yield from large_track(view, box, seat, panel, 348)
        yield from cargo(view, box, seat, panel)
        return
    for space in range(SPACES):
        x = 18 + (space >= KING_SPACES) + space * 28.4
        yield from space_things(view, box, seat, space, x, 68, 27, 30, panel, "")
    yield from workers(view, box, seat, panel, 99)
    if box.seats == 3:
        yield from large_track(view, box, seat, panel, 173)
        yield from treasures(view, box, seat, panel, 226, 2)
    else:
        yield from small_track(view, box, seat, panel)
        yield from treasures(view, box, seat, panel, 160, 1)


def heading(view: Record, box: Record, seat: int, panel: str) -> Iterator[Thing]:
    """Name, points, steam and stores."""
    side = view.sides[seat]
    total, home = points(view, box, seat), home_points(view, box, seat)
    most = most_steam(view, box, seat)
    yield Thing(
        f"name-{seat}", "text", 79, 16, 140, 15, panel, seat=seat, text=f"{{{seat}}}", shape="left", states=("strong",),
    )  # fmt: skip
    yield Thing(
        f"points-{seat}", "text", 220, 16, 136, 14, panel, shape="right", text=f"{home} home, {total - home} aboard",
        label=f"{counted(home, 'point')} in the Holdfast, {total - home} carried",
    )  # fmt: skip
    yield Thing(
        f"steam-{seat}", "bar", 50, 40, 84, 17, panel, seat=seat, text=f"{side.steam}/{most}",
        label=f"{side.steam} steam",
    )  # fmt: skip
    for store in Store:
        words = str(side.stores[store])
        yield Thing(
            f"store-{seat}-{store.name.lower()}", "icon", 124 + store * 47, 40, 44, 20, panel,
            words_of(box.stores[store].icon), text=words, tint=STORE_TINTS[store],
            label=f"{words} {words_of(box.stores[store].name).lower()}",
        )  # fmt: skip


def workers(view: Record, box: Record, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """Workers that are rested or in the Wilderness, cards in the hand, and upgrades."""
    side = view.sides[seat]
    rested = side.rested[Worker.SMALL] + side.rested[Worker.BIG]
    yield Thing(
        f"rested-{seat}", "cube", 24, y, 28, 28, panel, seat=seat, text=str(rested),
        label=f"{counted(rested, 'worker')} rested",
    )  # fmt: skip
    yield Thing(
        f"wilderness-{seat}", "icon", 76, y, 50, 22, panel, "dead-wood", text=str(side.wilderness),
        label=f"{counted(side.wilderness, 'worker')} in the Wilderness",
    )  # fmt: skip
    yield Thing(
        f"hand-{seat}", "icon", 136, y, 50, 22, panel, "card-draw", text=str(side.hand_size),
        label=f"{counted(side.hand_size, 'card')} in hand",
    )  # fmt: skip
    fitted = [upgrade_name(box, card - 1) for card in side.fitted if card]
    if fitted:
        yield Thing(
            f"fitted-{seat}", "icon", 196, y, 50, 22, panel, UPGRADE_ICON, text=str(len(fitted)),
            label=f"{counted(len(fitted), 'upgrade')}: {', '.join(fitted)}",
        )  # fmt: skip


def large_board(view: Record, box: Record, seat: int, panel: str) -> Iterator[Thing]:
    """The King's board by its sections, and the Holdfast's below it, with their words."""
    for section, name in enumerate(SECTION_NAMES):
        card = view.sides[seat].fitted[section] - 1
        words = name if card < 0 else fit(upgrade_name(box, card), 94, 13, WORLD.text_face)
        yield Thing(f"section-{seat}-{section}", "text", 50 + section * 96, 95, 94, 13, panel, tint="soft", text=words)
    for space in range(KING_SPACES):
        x, y = 50 + space // 2 * 96, 133 + space % 2 * 61
        words = space_name(box, space).removesuffix(" (vent)").replace(" 1 &", " &").removesuffix(" 1")
        yield from space_things(view, box, seat, space, x, y, 94, 59, panel, words)
    for space in range(KING_SPACES, SPACES):
        words = space_name(box, space).removeprefix("Holdfast ")
        yield from space_things(view, box, seat, space, 38 + (space - KING_SPACES) * 72, 256, 70, 57, panel, words)


def cargo(view: Record, box: Record, seat: int, panel: str) -> Iterator[Thing]:
    """What the King carries, as cards in its slots, and below what has been brought home."""
    carried = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.CARRIED + seat]
    step = 284 / max(box.slots, 1)
    for number in range(box.slots):
        x = 4 + (number + 0.5) * step
        if number < len(carried):
            card = treasure_card(view, box, carried[number], x, 430, panel)
            yield card._replace(width=step - 3, label=f"{card.label}, carried")
        else:
            yield Thing(
                f"slot-{seat}-{number + 1}", "art", x, 430, step - 3, 72, panel, art=socket(step - 3),
                label="empty slot", aside=True,
            )  # fmt: skip
    home = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.HOME + seat]
    if home:
        yield from treasures(view, box, seat, panel, 490, 2, home)
    else:
        words = "no treasures brought home yet"
        yield Thing(f"none-{seat}", "text", RIVAL_WIDTH / 2, 496, 280, 14, panel, tint="soft", text=words)


def large_track(view: Record, box: Record, seat: int, panel: str, y: float) -> Iterator[Thing]:
    """The program as cards; where the track is long, as signs."""
    places = track_places(view, box, seat)
    if places > TAPE:
        yield from small_track(view, box, seat, panel, y, 38)
        return
    for place in range(places):
        x, plan = 32 + place * 57, view.sides[seat].track[place] - 1
        if plan >= 0:
            card = plan_card(view, box, seat, panel, plan, f"place {place + 1}")
            yield card._replace(id=f"track-{seat}-{place + 1}", x=x, y=y, width=55, height=CARD_HEIGHT)
        else:
            yield empty_place(seat, panel, place, x, y, 55, CARD_HEIGHT)
    yield pointer(view, seat, panel, 32 + min(view.sides[seat].pointer, places - 1) * 57, y - 45)


def small_track(view: Record, box: Record, seat: int, panel: str, y: float = 130, step: float = 31) -> Iterator[Thing]:
    """The program as signs. The card that is carried out is marked."""
    side = view.sides[seat]
    places = track_places(view, box, seat)
    for place in range(places):
        x, plan = 20 + place * step, side.track[place] - 1
        if plan >= 0:
            yield Thing(
                f"track-{seat}-{place + 1}", "space", x, y, step - 2, step - 2, panel, words_of(box.plans[plan].icon),
                states=("edged",), label=f"place {place + 1}: {plan_name(box, plan)}",
            )  # fmt: skip
        else:
            yield empty_place(seat, panel, place, x, y, step - 2, step - 2)
    if side.pointer > 0:
        yield pointer(view, seat, panel, 20 + min(side.pointer, places - 1) * step, y - step / 2)


def empty_place(seat: int, panel: str, place: int, x: float, y: float, width: float, height: float) -> Thing:
    return Thing(
        f"place-{seat}-{place + 1}", "space", x, y, width, height, panel, states=("edged",),
        text=str(place + 1) if width > SIGN else "", label=f"place {place + 1}, empty",
    )  # fmt: skip


SIGN = 40
"""A place of the track that is not wider has no number."""


def pointer(view: Record, seat: int, panel: str, x: float, y: float) -> Thing:
    return Thing(
        f"pointer-{seat}", "text", x, y, 20, 14, panel, text="▼", states=("strong",), label="instruction pointer",
        layer=2,
    )  # fmt: skip


def treasures(
    view: Record, box: Record, seat: int, panel: str, top: float, rows: int, only: list[int] | None = None
) -> Iterator[Thing]:
    """Treasures of another player, the carried ones first; those in the Holdfast as one sign where room is short."""
    carried = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.CARRIED + seat]
    home = [card for card in range(box.treasure_cards) if view.treasure_at[card] == At.HOME + seat]
    if only is not None:
        carried, home = [], only
    is_folded = len(carried) + len(home) > TREASURES_IN_ROW * rows
    for number, card in enumerate(carried if is_folded else carried + home):
        thing = treasure_card(view, box, card, *treasure_place(number, top), panel, small=True)
        where, states = ("carried", ()) if card in carried else ("in the Holdfast", ("spent",))
        yield thing._replace(width=44, height=22, states=(*thing.states, *states), label=f"{thing.label}, {where}")
    if is_folded:
        names = ", ".join(treasure_name(box, card) for card in home)
        yield Thing(
            f"vault-{seat}", "icon", *treasure_place(len(carried), top), 44, 22, panel, HOME_ICON, text=str(len(home)),
            label=f"{counted(len(home), 'treasure')} in the Holdfast: {names}",
        )  # fmt: skip


def treasure_place(number: int, top: float) -> tuple[float, float]:
    return 28 + number % TREASURES_IN_ROW * 47, top + number // TREASURES_IN_ROW * TREASURE_STEP
