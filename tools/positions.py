"""Positions of bot matches, stored in a server's database as tables to sit down at."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

import sqlalchemy as sa

from wartable.bots import make_bot
from wartable.core.game import Game
from wartable.core.match import dice
from wartable.core.match.perspective import hidden
from wartable.core.record import Record
from wartable.rulebook.options import Value
from wartable.server.storage.store import Append, Store
from wartable.server.tables.rows import Seat, TableRow
from wartable.server.tables.seating import insert_table
from wartable.server.tables.table import Table

NAMES = ("Ada", "Grace", "Hedy", "Mary")
MOST_MOVES = 1500
STRAYING = 0.15
"""The share of random moves, so that matches reach positions that greedy players avoid."""
OVER = "over"


@dataclass(frozen=True)
class Played:
    """A whole match between bots: its stored data, append by append, and the question before each."""

    table: Table
    appends: list[Append]
    asked: list["Question"]


@dataclass(frozen=True)
class Question:
    """The question after a number of appends: the seat, the kind of decision, and the families of its answers."""

    after: int
    seat: int
    kind: int
    families: frozenset[str]


@dataclass(frozen=True)
class Position:
    """A place in a match, as the seat in question sees it; `phase` names the kind of decision."""

    played: Played
    after: int
    seat: int
    phase: str
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.played.table.game

    @property
    def players(self) -> int:
        return len(self.played.table.seats)

    @property
    def view(self) -> Record:
        """What the seat sees there."""
        match = self.played.table.match
        assert match is not None
        steps = sum(len(append.entries) for append in self.played.appends[: self.after])
        return hidden(match.at(min(steps, len(match.steps))), match.box, self.seat)

    @property
    def name(self) -> str:
        return f"{self.game.name}-{self.players}{'-options' if self.options else ''}-{self.phase}-{self.after}"

    @property
    def id(self) -> str:
        """The id of the table that shows it."""
        return f"{self.game.code}{self.players}{'o' if self.options else ''}{self.phase}-{self.after}"


def new_table(
    game: Game, players: int, seed: int, options: Mapping[str, Value], id: str = "", owners: tuple[int, ...] = ()
) -> Table:
    """A table that is about to begin; its seats belong to these users."""
    settled = json.dumps(game.settle(options, {})[0])
    row = TableRow(
        id, game.name, game.version, settled, dice.seed_from(seed), owners[0] if owners else 1, "open", False, "",
        False, json.dumps({"kind": "none"}), 0.0, 0.0, "", None, None, "", 0.0,
    )  # fmt: skip
    whose = owners or (1,) * players
    return Table(game, row, [Seat(number, whose[number], "", NAMES[number]) for number in range(players)])


def kind_of(table: Table) -> int:
    assert table.match is not None
    head = table.match.full_state().head
    return int(head.frames[head.depth - 1].kind)


def play(game: Game, players: int, seed: int, options: Mapping[str, Value]) -> Played:
    """A match of greedy players with some random moves, to its end or to its 1,500th move."""
    table = new_table(game, players, seed, options)
    bots = [make_bot("greedy", game, seed=seed + number) for number in range(players)]
    rng = Random(seed)
    appends, asked, now = [table.begin(1.0)], [], 1.0
    match = table.playing
    while table.status == "playing" and len(appends) < MOST_MOVES:
        now += 1
        seat = table.due[0]
        legal = match.legal(seat)
        families = frozenset(game.family_of(action) for action in legal)
        asked.append(Question(len(appends), seat, kind_of(table), families))
        strays = rng.random() < STRAYING
        view = match.observe(seat)
        action = rng.choice(legal) if strays else bots[seat].choose(view, match.box, seat, legal)
        appends.append(table.play(seat, action, now))
    return Played(table, appends, asked)


def other_options(game: Game) -> dict[str, Value]:
    """Each option with a list of values, at its last one."""
    return {one.name: one.values[-1] for one in game.options if one.values and not one.several and not one.file}


def positions(game: Game, seed: int = 5) -> Iterator[Position]:
    """Every kind of decision with every number of players and other options, each set of answers once, and every
    end.

    Among equivalent places in a match the middle one is taken, since boards are fuller there.
    """
    known: set[tuple[int, frozenset[str]]] = set()
    setups: list[tuple[int, dict[str, Value]]] = [(players, {}) for players in reversed(game.seats)]
    if others := other_options(game):
        setups.append((game.seats[0], others))
    for players, options in setups:
        played = play(game, players, seed, options)
        places: dict[tuple[int, frozenset[str]], list[Question]] = {}
        for question in played.asked:
            places.setdefault((question.kind, question.families), []).append(question)
        met: set[int] = set()
        for key, same in sorted(places.items(), key=lambda item: -len(item[1])):
            if key[0] in met and key in known:
                continue
            met.add(key[0])
            known.add(key)
            chosen = same[len(same) // 2]
            yield Position(played, chosen.after, chosen.seat, f"asked{key[0]}", options)
        if played.table.status == "over":
            yield Position(played, len(played.appends), 0, OVER, options)


def seated(position: Position, owner: int, others: int) -> tuple[Table, Append]:
    """The stored data of a table at this position, with the owner in the seat in question."""
    played = position.played
    options = json.loads(played.table.row.options)
    owners = tuple(owner if number == position.seat else others for number in range(position.players))
    table = new_table(position.game, position.players, 0, options, position.id, owners)
    table.row = replace(table.row, seed=played.table.row.seed)
    begun = table.begin(1.0)
    kept = played.appends[: position.after]
    entries = [entry for append in kept for entry in append.entries]
    fresh = new_table(position.game, position.players, 0, options, position.id, owners)
    fresh.row = table.row
    return fresh, Append(position.id, entries, kept[-1].changes, also=begun.also)


def _insert(table: Table, connection: sa.Connection) -> None:
    insert_table(connection, table)


def store_positions(url: str, wanted: list[Position], owner: int, others: int) -> None:
    """Write tables to the database of a running server."""

    async def write() -> None:
        store = Store(url)
        for position in wanted:
            table, append = seated(position, owner, others)
            await store.write(partial(_insert, table))
            await store.append(append)
        await store.close()

    # A browser's driver has an event loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(write())).result()
