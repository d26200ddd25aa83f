"""Measures how long opening a long match from the database takes, with its scene and the last page of the log.

    python benchmarks/opening.py --actions 5000

For every game, a match of random players with this number of stored actions. If a match ends earlier, its last quarter
is taken back and played again until the database has as many actions. The match is opened as the server opens it: read
and rebuilt in threads, and drawn for the first visitor.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.match import dice
from wartable.core.registry import all_games
from wartable.server.live.live_table import Connection
from wartable.server.play.service import TableService
from wartable.server.storage.migrate import upgrade
from wartable.server.storage.schema import users
from wartable.server.storage.store import Append, Store
from wartable.server.tables.rows import Seat, TableRow
from wartable.server.tables.seating import insert_table, load_table
from wartable.server.tables.table import Table
from wartable.server.web.compile_ahead import Warmer
from wartable.server.web.process import garbage


def new_table(game: Game) -> Table:
    options = json.dumps(game.settle({}, {})[0])
    clock = json.dumps({"kind": "game", "seconds": 3600, "bonus": 5})
    row = TableRow(
        game.name, game.name, game.version, options, dice.seed_from(1), 1, "open", False, "", False, clock,
        0.0, 0.0, "", None, None, "", 0.0,
    )  # fmt: skip
    names = game.seat_names[: max(game.seats)]
    return Table(game, row, [Seat(number, 1, "", name) for number, name in enumerate(names)])


def play(table: Table, actions: int) -> list[Append]:
    """Play a match with this number of actions; return what is stored of it."""
    rng = random.Random(1)
    appends, now, made = [table.begin(1.0)], 1.0, 0
    assert table.match is not None
    while made < actions:
        now += 1
        seat = rng.choice(table.due)
        before = len(table.match.steps)
        append = table.play(seat, rng.choice(table.match.legal(seat)), now)
        if table.status == "over":
            table.match.cut(before)
            return appends + go_on(table, appends, actions - made)
        made += len(append.entries)
        appends.append(append)
    return appends


def go_on(table: Table, appends: list[Append], missing: int) -> list[Append]:
    """Take back and play on, from just before the end."""
    again = Table(table.game, replace(table.row, status="playing"), table.seats, table.opening)
    again.fold([entry for append in appends for entry in append.entries])
    assert again.match is not None
    rng, more, now, made = random.Random(2), [], 1e6, 0
    own = [step.number for step in again.match.steps if step.seat != NATURE and not step.forced]
    keep = own[len(own) * 3 // 4]
    while made < missing:
        now += 1
        seat = rng.choice(again.due)
        append = again.play(seat, rng.choice(again.match.legal(seat)), now)
        if again.status == "over" or len(again.match.steps) > keep * 4 // 3:
            more.append(append)
            more.append(again.add([("cut", seat, keep)], now + 0.5))
        else:
            more.append(append)
        made += len(append.entries)
    return more


async def store_match(store: Store, table: Table, actions: int) -> None:
    owner = {"id": 1, "name": "a", "key": "a", "guest": True, "admin": False, "created": 0.0}
    await store.write(lambda connection: connection.execute(users.insert().values(owner)))
    await store.write(lambda connection: insert_table(connection, table))
    for append in play(table, actions):
        await store.append(append)


async def open_once(service: TableService, table_id: str) -> tuple[float, float, float, int]:
    """Seconds until a client has the whole table, and those for reading; CPU seconds; the size."""
    begun, used = time.perf_counter(), time.process_time()
    live = await service.open(table_id)
    read = time.perf_counter()
    connection = Connection(None, 0, "scene")
    await service.enter(live, connection)
    (text,) = await connection.queued()
    taken = time.perf_counter() - begun, read - begun, time.process_time() - used, len(str(text))
    live.connections.clear()
    del service.lives[table_id]
    return taken


async def measure(game: Game, actions: int, folder: str, times: int) -> str:
    url = f"sqlite:///{Path(folder) / game.name}.db"
    upgrade(url)
    store = Store(url)
    table = new_table(game)
    await store_match(store, table, actions)
    warmer = Warmer(False)
    warmer.start()
    service = TableService(store, warmer.want)
    found = [await open_once(service, table.id) for _ in range(1 + times)]
    with store.engine.connect() as connection:
        entries = len(load_table(connection, table.id).entries)  # type: ignore[union-attr]
    await service.close()
    warmer.close()
    await store.close()
    first, later = found[0][0], sorted(found[1:])
    middle, read, cpu, size = later[len(later) // 2]
    return (
        f"{game.name:14} {entries:6} entries: median {middle:.3f} s (reading {read:.3f}; {cpu:.3f} of CPU), "
        f"best {later[0][0]:.3f}, the first in a process {first:.3f}; {size // 1000} kB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--actions", type=int, default=5000)
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--times", type=int, default=9, help="how often each match is opened")
    arguments = parser.parse_args()
    garbage.seldom()
    with tempfile.TemporaryDirectory() as folder:
        for game in all_games():
            if not arguments.game or game.name in arguments.game:
                print(asyncio.run(measure(game, arguments.actions, folder, arguments.times)), flush=True)


if __name__ == "__main__":
    main()
