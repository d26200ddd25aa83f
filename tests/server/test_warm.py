"""Games get ready in the background, and the lobby does not wait for them."""

import asyncio
from pathlib import Path

import pytest

from wartable.core.compiled import interpreted
from wartable.core.registry import game_names
from wartable.server import warm
from wartable.server.warm import Warmer

from .harness import Player, running


def test_everything_that_hosting_calls_is_exercised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each generic function that a table calls is called, so that none is compiled while people wait."""
    from wartable.core import generic

    called = set()
    for name in ("setup", "legal", "apply", "hide", "fill", "sees", "scores", "points", "evaluate"):
        original = getattr(generic, name)

        def note(*words: object, name: str = name, original: object = original) -> object:
            called.add(name)
            return original(*words)  # type: ignore[operator]

        monkeypatch.setattr(generic, name, note)
    warm.exercise("metals")
    assert called >= {"legal", "apply", "hide", "fill", "sees", "scores", "points", "evaluate"}


@pytest.mark.skipif(interpreted, reason="nothing is compiled here")
def test_a_game_that_is_asked_for_does_not_wait_for_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []

    async def compile_slowly(self: Warmer, name: str) -> None:
        await asyncio.sleep(0.05)
        done.append(name)

    monkeypatch.setattr(Warmer, "_compile", compile_slowly)
    monkeypatch.setattr(warm, "exercise", lambda name, stop: None)

    async def ask() -> None:
        warmer = Warmer()
        warmer.start()
        last = sorted(game_names(), key=warm._size)[-1]
        assert not warmer.is_ready(last)
        await warmer.ready(last)
        assert warmer.is_ready(last)
        assert len(done) <= 3
        for name in game_names():
            await warmer.ready(name)
        assert sorted(done) == sorted(game_names())
        await warmer.close()

    asyncio.run(ask())


def test_with_nothing_to_compile_all_is_ready_at_once() -> None:
    async def ask() -> None:
        warmer = Warmer(enabled=False)
        warmer.start()
        assert all(warmer.is_ready(name) for name in game_names())

    asyncio.run(ask())


def test_a_picture_is_never_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Warmer, "is_ready", lambda self, name: False)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server) as anna:
        answer = anna.http.get("/api/games/metals/picture.svg?theme=light", timeout=5)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "no-store"
        assert "var(" not in answer.text
