"""How bots keep people waiting."""

import asyncio
from types import SimpleNamespace
from typing import Any

from wartable.server.botplay import BotPlayers


def test_a_bot_that_goes_on_with_its_turn_pauses_once() -> None:
    due, pauses = [1, 1, 1, 2, 2, 1], []

    async def move(live: Any, table: Any, seat: int, pause: float) -> None:
        pauses.append((seat, pause))
        due.pop(0)

    bots = BotPlayers(SimpleNamespace(), 0.2)  # type: ignore[arg-type]
    bots._move = move  # type: ignore[method-assign]
    live: Any = SimpleNamespace(table=SimpleNamespace(id="table", bots_due=lambda: due[:1]), gone=False)
    try:
        asyncio.run(bots._move_all(live))
    finally:
        bots.close()
    assert pauses == [(1, 0.2), (1, 0.0), (1, 0.0), (2, 0.2), (2, 0.0), (1, 0.2)]
