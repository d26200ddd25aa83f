"""Games get ready in the background, and the lobby does not wait for them."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wartable.compiler.ahead.background import Preparation
from wartable.compiler.decorators import interpreted
from wartable.core import generic
from wartable.core.registry import game_names
from wartable.server.web import compile_ahead as warm
from wartable.server.web.compile_ahead import Warmer

from .harness import PATIENCE, Player, running, wait_until


def test_everything_that_hosting_calls_is_exercised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each generic function that a table calls is called, so that none is compiled while people wait."""
    called = set()
    for name in ("setup", "legal", "apply", "hide", "fill", "sees", "scores", "points", "evaluate"):
        original = getattr(generic, name)

        def note(*words: object, name: str = name, original: object = original) -> object:
            called.add(name)
            return original(*words)  # type: ignore[operator]

        monkeypatch.setattr(generic, name, note)
    warm.exercise("metals")
    assert called >= {"legal", "apply", "hide", "fill", "sees", "scores", "points", "evaluate"}


ALL_ASKED = threading.Event()


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Preparations that only note their game, and wait until all have been asked for."""
    done: list[str] = []

    def run(self: Preparation) -> None:
        assert ALL_ASKED.wait(PATIENCE)
        done.append(self.game.name)
        generic.set_read(self.game.name, False)

    ALL_ASKED.clear()
    monkeypatch.setattr(Preparation, "run", run)
    monkeypatch.setattr(warm, "exercise", lambda name, stop: None)
    yield done
    for name in game_names():
        generic.set_read(name, False)


@pytest.mark.skipif(interpreted, reason="nothing is compiled here")
def test_a_game_that_somebody_plays_comes_before_the_others(slow_compiler: list[str]) -> None:
    warmer = Warmer()
    warmer.start()
    last = sorted(game_names(), key=warm._size)[-1]
    assert not warmer.is_ready(last) and generic.is_read(last)
    warmer.want(last)
    ALL_ASKED.set()
    wait_until(lambda: all(warmer.is_ready(name) for name in game_names()))
    assert sorted(slow_compiler) == sorted(game_names())
    assert slow_compiler.index(last) <= 1
    assert not any(generic.is_read(name) for name in game_names())
    warmer.close()


@pytest.mark.skipif(interpreted, reason="nothing is compiled here")
def test_without_warming_a_game_is_made_ready_when_it_is_played(
    slow_compiler: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "is_compiled", lambda game: False)
    warmer = Warmer(ahead=False)
    warmer.start()
    warmer.want("metals")
    ALL_ASKED.set()
    wait_until(lambda: warmer.is_ready("metals"))
    assert slow_compiler == ["metals"]
    warmer.close()


@pytest.mark.skipif(interpreted, reason="nothing is compiled here")
def test_what_is_on_disk_is_loaded_as_it_is_called(slow_compiler: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_compiled", lambda game: True)
    warmer = Warmer(ahead=False)
    warmer.start()
    warmer.want("metals")
    assert warmer.is_ready("metals") and slow_compiler == [] and not generic.is_read("metals")


def test_a_match_with_a_bot_begins_while_the_rules_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: the table opens, the bot answers, the lobby says how far the compiler is."""
    monkeypatch.setattr(Preparation, "run", lambda self: self._stopped.wait(PATIENCE))
    monkeypatch.setattr(warm, "is_compiled", lambda game: False)
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server, Player(server, "anna") as anna:
        anna.post("/api/tables", {"game": "metals", "seats": [{"who": "me"}, {"who": "bot", "bot": "hard"}]})
        assert generic.is_read("metals") == (not interpreted)
        answer = anna.http.get("/api/games/metals/picture.svg?theme=light")
        assert answer.headers["content-type"] == "image/svg+xml" and "var(" not in answer.text
        assert 'data-world="metals"' in answer.text, "its cover, not its icon"
    generic.set_read("metals", False)
