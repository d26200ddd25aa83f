"""Positions to try the rules of Heroes on."""

from collections.abc import Iterable
from typing import Any

from wartable.games.heroes import GAME
from wartable.games.heroes.naming import COLUMNS
from wartable.games.heroes.state import KINDS, Hero, Stage
from wartable.testing import Table

CORNERS = """
C . . . . C
. . . . . .
. . . . . .
. . . . . .
. . . . . .
C . . . . C
"""
"""A small map with a site in each corner and nothing else."""

HOMES = {2: ("a1", "f6"), 3: ("a1", "f6", "f1"), 4: ("a1", "f6", "f1", "a6")}


def tile(t: Table, name: str) -> int:
    """The number of a tile, by its name."""
    return COLUMNS.index(name[0]) + (int(name[1:]) - 1) * int(t.box.width)


def opened(picture: str = CORNERS, seats: int = 2, cells: dict[str, str] | None = None, **options: Any) -> Table:
    """A drawn map on which everybody still has to found a city; seat 0 is first."""
    given = {"map": "drawn", **options}
    files = {"maps/drawn.txt": picture}
    return Table(GAME, given, seats, ["6"] + ["1"] * (seats - 1), files, cells)


def settled(picture: str = CORNERS, seats: int = 2, cells: dict[str, str] | None = None, **options: Any) -> Table:
    """The first day, everybody with a city in a corner: a1, f6, f1, a6."""
    t = opened(picture, seats, cells, **options)
    for place in range(seats):
        seat = -place % seats
        t.play(seat, f"city {HOMES[seats][seat]}")
    return t


def exploring(t: Table, *rolls: str) -> Table:
    """End the acquisition cycle; the rolls are for movement."""
    for seat in sorted(t.due):
        if t.s.players[seat].stage != Stage.DONE:
            t.play(seat, "done")
    t.roll(*rolls)
    return t


def troops(**kinds: int) -> list[int]:
    """An army: `troops(t1=10, t2=3, t1r2=1)`."""
    army = [0] * KINDS
    for name, count in kinds.items():
        tier, _, rank = name[1:].partition("r")
        army[int(tier) - 1 + 5 * (rank == "2")] = count
    return army


def hero(t: Table, seat: int, number: int = 1, where: str = "", army: Iterable[int] = (), moves: int = 0) -> Hero:
    """Put a hero on the map, or change one that is there."""
    it: Hero = t.s.players[seat].heroes[number - 1]
    it.here = 1
    if where:
        it.tile = tile(t, where)
    if army:
        it.troops[:] = list(army)
    if moves:
        it.moves = moves
    return it


def stock(t: Table, seat: int, coins: int = 0, wood: int = 0, food: int = 0, stone: int = 0) -> None:
    t.s.players[seat].stock[:] = (coins, wood, food, stone)


def has(t: Table, seat: int) -> tuple[int, ...]:
    """What a player has in stock: coins, wood, food, stone."""
    return tuple(int(count) for count in t.s.players[seat].stock)


def spawners(t: Table, city: int, *kinds: str) -> None:
    """Build spawners in a city for nothing: `spawners(t, 0, "t1", "t1+")`."""
    for name in kinds:
        t.s.cities[city].spawners |= 1 << (int(name[1]) - 1 + 5 * name.endswith("+"))


def at(t: Table, seat: int, number: int = 1) -> str:
    """Where a hero stands, `gone` where it is not on the map."""
    it: Hero = t.s.players[seat].heroes[number - 1]
    return f"{COLUMNS[it.tile % t.box.width]}{it.tile // t.box.width + 1}" if it.here else "gone"


def squads(t: Table, side: int) -> list[list[int]]:
    """The squads of an army that stand."""
    return [[int(count) for count in squad] for squad in t.s.battle.armies[side].squads if sum(squad)]


def lies(t: Table, where: str) -> list[tuple[int, int]]:
    """The items on a tile, as kind and level."""
    return sorted((it.kind, it.level) for it in t.s.loot[: t.s.loots] if it.tile == tile(t, where))


def facing(army: list[int], enemy: list[int], seats: int = 2, **options: Any) -> Table:
    """Seat 0's hero on c3 is about to attack seat 1's on d3."""
    t = exploring(settled(seats=seats, **options), "5")
    hero(t, 0, 1, "c3", army)
    hero(t, 1, 1, "d3", enemy)
    return t


def clash(army: list[int], enemy: list[int], *rolls: str, forms: tuple[str, str] = ("even1", "even1")) -> Table:
    """A battle between heroes, squads formed as named, representative rolls unless said otherwise."""
    t = facing(army, enemy)
    t.play(0, "h1 e")
    for seat in range(2):
        form(t, seat, forms[seat], rolls[seat] if rolls else "representative")
    return t


def form(t: Table, seat: int, split: str = "even1", rolls: str = "representative") -> None:
    """Take a ready-made split as it is, where there is anything to choose."""
    if f"form {split}" in t.legal(seat):
        t.play(seat, f"form {split}")
    if rolls in t.legal(seat):
        t.play(seat, rolls)
