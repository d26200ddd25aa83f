"""How bots keep people waiting."""

import asyncio
import time
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from wartable.server.live.protocol import ProtocolError
from wartable.server.live.thread_pool import Busy
from wartable.server.play.bots import FORGET_SECONDS, MOST_BYTES, THREADS, BotPlayers, Kept
from wartable.server.tables.table import TableError


def test_a_bot_that_goes_on_with_its_turn_pauses_once() -> None:
    due, pauses = [1, 1, 1, 2, 2, 1], []

    async def move(live: Any, table: Any, seat: int, pause: float) -> None:
        pauses.append((seat, pause))
        due.pop(0)

    bots = BotPlayers(SimpleNamespace(), None, 0.2)  # type: ignore[arg-type]
    bots._move = move  # type: ignore[method-assign]
    live: Any = SimpleNamespace(
        table=SimpleNamespace(id="table", due=(), left_answer=None, bots_due=lambda: due[:1]),
        gone=False,
        connections=["somebody"],
    )
    try:
        asyncio.run(bots._move_all(live))
    finally:
        bots.close()
    assert pauses == [(1, 0.2), (1, 0.0), (1, 0.0), (2, 0.2), (2, 0.0), (1, 0.2)]


def test_bots_that_wait_for_their_turn_do_not_keep_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of bots alone ask again as soon as one has moved: however many wait, few remember anything."""
    made: list[weakref.ref[Any]] = []
    most = 0

    class Thinker:
        def __init__(self) -> None:
            self.tree = SimpleNamespace(nodes=np.empty(MOST_BYTES // 8, np.uint8))

        def choose(self, *_: Any) -> int:
            nonlocal most
            most = max(most, sum(one() is not None for one in made))
            return 0

    def make(*_: Any, **__: Any) -> Thinker:
        thinker = Thinker()
        made.append(weakref.ref(thinker))
        return thinker

    match: Any = SimpleNamespace(observe=lambda seat: None, box=None, legal=lambda seat: [0])

    async def play_on(bots: BotPlayers, number: int) -> None:
        table: Any = SimpleNamespace(id=f"table {number}", bot_name=lambda seat: "hard", game=None)
        for _ in range(3):
            await bots.turns.run(f"host {number % 10}", bots._choose(table, match, 0))

    async def all_tables(bots: BotPlayers) -> None:
        await asyncio.gather(*(play_on(bots, number) for number in range(200)))

    monkeypatch.setattr("wartable.server.play.bots.make_bot", make)
    bots = BotPlayers(SimpleNamespace(), None, 0.0)  # type: ignore[arg-type]
    try:
        asyncio.run(all_tables(bots))
    finally:
        bots.close()
    assert len(made) > 200 and most <= 8 + THREADS


def test_a_bot_that_is_not_asked_for_a_while_is_let_go() -> None:
    bots = BotPlayers(SimpleNamespace(), None, 0.0)  # type: ignore[arg-type]
    now = time.monotonic()
    bots._bots["old", 0] = Kept(SimpleNamespace(), now - FORGET_SECONDS - 1, 10)
    bots._bots["new", 0] = Kept(SimpleNamespace(), now, 10)
    bots.make_room()
    bots.close()
    assert [*bots._bots] == [("new", 0)]


def test_a_bot_whose_host_has_asked_for_too_much_does_not_ask_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[ProtocolError] = [Busy(), Busy(), ProtocolError("stale", "the table has changed since")]
    waits: list[float] = []

    async def move(*_: Any) -> None:
        raise errors.pop(0)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    bots = BotPlayers(SimpleNamespace(), None, 0.0)  # type: ignore[arg-type]
    monkeypatch.setattr(bots, "_move", move)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    table = SimpleNamespace(id="table", due=(), left_answer=None, bots_due=lambda: [0] if errors else [])
    try:
        asyncio.run(bots._move_all(SimpleNamespace(table=table, gone=False, connections=["somebody"])))  # type: ignore[arg-type]
    finally:
        bots.close()
    assert waits[0] == waits[1] >= 1 > waits[2]


@pytest.mark.parametrize("refusal", [ProtocolError("stale", "moved on"), TableError("the match is over")])
def test_a_bot_whose_match_has_moved_on_meanwhile_fills_no_log(
    refusal: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    due = [1, 1]

    async def move(live: Any, table: Any, seat: int, pause: float) -> None:
        due.pop()
        raise refusal

    bots = BotPlayers(SimpleNamespace(), None, 0.0)  # type: ignore[arg-type]
    bots._move = move  # type: ignore[method-assign]
    live: Any = SimpleNamespace(
        table=SimpleNamespace(id="table", due=(), left_answer=None, bots_due=lambda: due[:1]),
        gone=False,
        connections=["somebody"],
    )
    try:
        asyncio.run(bots._move_all(live))
    finally:
        bots.close()
    assert not due and not caplog.records
