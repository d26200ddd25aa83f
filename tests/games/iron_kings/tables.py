"""A table of Iron Kings on open ground, for tests to furnish."""

from collections.abc import Mapping, Sequence

from wartable.core.frames import kind
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.box import words_of
from wartable.games.iron_kings.geometry import DIRECTION_CODES
from wartable.games.iron_kings.names import hex_at, plan_code, treasure_code, upgrade_code
from wartable.games.iron_kings.state import At, Frame, Side, Space, Store, Worker
from wartable.testing import Table

PLAIN_4 = "name: Plain\n\n" + "\n".join(" ".join("." * (9 - abs(row))) for row in range(-4, 5)) + "\n"
PLAIN_5 = "name: Plain\n\n" + "\n".join(" ".join("." * (11 - abs(row))) for row in range(-5, 6)) + "\n"
HOMES = {2: ("A1", "I5"), 3: ("A1", "K6", "F1"), 4: ("A1", "K6", "F1", "F11")}


def opened(
    seats: int = 2,
    rolls: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    cells: Mapping[str, str] | None = None,
    picture: str | None = None,
) -> Table:
    """A table on open ground, before anything has happened."""
    picture = picture or (PLAIN_4 if seats == 2 else PLAIN_5)
    return Table(GAME, {"map": "plain", **(options or {})}, seats, rolls, {"maps/plain.txt": picture}, cells)


def ready(seats: int = 2, options: Mapping[str, object] | None = None, cells: Mapping[str, str] | None = None) -> Table:
    """Seat 0 begins and is to place its first worker. Kings are docked and face east; hands are five steps each."""
    t = opened(seats, ["first-0"], options, {"planning.step.count": "20", **(cells or {})})
    for seat in range(seats):
        t.play(seat, f"found-{HOMES[seats][seat]}", "face-E")
    t.roll(*["draw-step"] * (t.box.hand * seats))
    for seat in range(seats):
        t.play(seat, "pass")
    return t


def hex_of(t: Table, name: str) -> int:
    return next(hex for hex in range(t.box.hexes) if hex_at(t.box, hex) == name)


def plan_of(t: Table, code: str) -> int:
    return next(plan for plan in range(t.box.plan_kinds) if plan_code(t.box, plan) == code)


def card_of(t: Table, code: str) -> int:
    return next(card for card in range(t.box.treasure_cards) if treasure_code(t.box, card) == code)


def upgrade_of(t: Table, code: str) -> int:
    return next(card for card in range(t.box.upgrade_cards) if upgrade_code(t.box, card) == code)


def stand(t: Table, seat: int, where: str, facing: str = "E") -> Side:
    """Put a King on a hex."""
    side: Side = t.s.sides[seat]
    side.hex, side.facing = hex_of(t, where), DIRECTION_CODES.index(facing)
    return side


def ground(t: Table, where: str, kind: str) -> int:
    """Make a hex another kind of ground, with a fresh stack."""
    hex = hex_of(t, where)
    number = next(k for k in range(t.box.terrain_kinds) if words_of(t.box.terrains[k].name).lower() == kind)
    t.s.terrain[hex] = number
    t.s.stack[hex] = t.box.terrains[number].stack if t.box.terrains[number].harvest >= 0 else 0
    return hex


def program(t: Table, seat: int, *cards: str, steam: int = 8) -> None:
    """Put cards from the deck on a seat's track, and steam into its boiler."""
    for place, code in enumerate(cards):
        plan = plan_of(t, code)
        t.s.sides[seat].track[place] = plan + 1
        t.s.deck[plan] -= 1
        t.s.deck_size -= 1
    t.s.sides[seat].steam = steam


def drive(t: Table, seat: int = 0) -> None:
    """Man the Throttle with a small worker: the King phase follows."""
    t.play(seat, "small-throttle")


def carry(t: Table, seat: int, *cards: str) -> None:
    for code in cards:
        t.s.treasure_at[card_of(t, code)] = At.CARRIED + seat


def bring_home(t: Table, seat: int, *cards: str) -> None:
    for code in cards:
        t.s.treasure_at[card_of(t, code)] = At.HOME + seat


def fit_upgrade(t: Table, seat: int, code: str) -> None:
    card = upgrade_of(t, code)
    t.s.sides[seat].fitted[t.box.upgrades[card].section] = card + 1
    t.s.sold[card] = 1


def cover(t: Table, seat: int, *spaces: Space) -> None:
    """Put damage on spaces."""
    for space in spaces:
        t.s.sides[seat].damage[space] = 1


def man(t: Table, seat: int, *spaces: Space, worker: Worker = Worker.SMALL) -> None:
    """Put rested workers on spaces, without their effects."""
    for space in spaces:
        t.s.sides[seat].rested[worker] -= 1
        t.s.sides[seat].spaces[space] = worker


def at(t: Table, seat: int) -> str:
    return hex_at(t.box, t.s.sides[seat].hex)


def facing(t: Table, seat: int) -> str:
    return DIRECTION_CODES[t.s.sides[seat].facing]


def covered(t: Table, seat: int) -> set[Space]:
    return {space for space in Space if space < 6 and t.s.sides[seat].damage[space]}


def stores(t: Table, seat: int) -> dict[str, int]:
    return {store.name.lower(): t.s.sides[seat].stores[store] for store in Store}


def track(t: Table, seat: int) -> list[str]:
    return [plan_code(t.box, card - 1) for card in t.s.sides[seat].track if card]


def rest(t: Table, seat: int) -> tuple[int, int]:
    """Small and big workers in the Rested Box."""
    return t.s.sides[seat].rested[Worker.SMALL], t.s.sides[seat].rested[Worker.BIG]


def turn_over(t: Table, seat: int) -> None:
    """Let a seat with an empty program spend its turn on nothing."""
    t.play(seat, next(m for m in ("small-brake", "big-brake", "small-repair", "big-repair") if m in t.legal(seat)))
    stow_no_more(t, seat)


def stow_no_more(t: Table, seat: int) -> None:
    """End the worker phase where treasures can still be moved."""
    if seat in t.due and kind(t.s) == Frame.STOW:
        t.play(seat, "pass")
