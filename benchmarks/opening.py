"""How long it takes to open a long match from the database, scene and last page of the log included.

    python benchmarks/opening.py --actions 5000

For every game, a match of random players with so many stored actions. Where a match ends earlier, its last quarter is
taken back again and again: the database then has as many actions, and they are read all the same.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from wartable.core import dice
from wartable.core.frames import NATURE
from wartable.core.game import Game
from wartable.core.registry import all_games
from wartable.server import broadcast
from wartable.server.live import Connection, LiveTable
from wartable.server.migrate import upgrade
from wartable.server.schema import users
from wartable.server.seating import insert_table, load_table
from wartable.server.store import Append, Store
from wartable.server.table import Seat, Table, TableRow
from wartable.server.turns import Turns


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
    """A match with so many actions; what is to be stored of it."""
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
    """Take back and play again, from a match that was just not over."""
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


async def measure(game: Game, actions: int, folder: str) -> str:
    url = f"sqlite:///{Path(folder) / game.name}.db"
    upgrade(url)
    store, turns = Store(url), Turns(1, "draw")
    table = new_table(game)
    await store.write(
        lambda connection: connection.execute(
            users.insert().values(id=1, name="a", key="a", guest=True, admin=False, created=0.0)
        )
    )
    await store.write(lambda connection: insert_table(connection, table))
    for append in play(table, actions):
        await store.append(append)
    times = []
    for _ in range(4):
        begun, used = time.perf_counter(), time.process_time()
        found = await store.read(lambda connection: load_table(connection, table.id))
        assert found is not None
        read = Table(game, found.row, found.seats, found.opening)
        read.fold(found.entries)
        folded = time.perf_counter()
        text = await broadcast.frame(LiveTable(read), Connection(None, 0, "scene"), turns)
        times.append((time.perf_counter() - begun, folded - begun, time.process_time() - used))
    await store.close()
    turns.close()
    whole, fold, cpu = min(times[1:])
    return (
        f"{game.name:14} {len(found.entries):6} entries: {whole:.3f} s (read and fold {fold:.3f}; {cpu:.3f} of CPU), "
        f"first {times[0][0]:.3f}, {len(text) // 1000} kB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--actions", type=int, default=5000)
    parser.add_argument("--game", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in all_games():
            if not arguments.game or game.name in arguments.game:
                print(asyncio.run(measure(game, arguments.actions, folder)), flush=True)


if __name__ == "__main__":
    main()
