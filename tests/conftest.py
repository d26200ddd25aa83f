"""Shared fixtures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from wartable.core import generic
from wartable.core.game import Game
from wartable.core.registry import all_games, game_names
from wartable.server.web.process.garbage import seldom, set_aside

ROOT = Path(__file__).parent.parent

# Machines are noisy, and the first call of a rule may load it from the cache: nothing is too slow. Fixtures that tests
# of many examples use here are the same for each.
CHECKS_LEFT_OUT = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("wartable", deadline=None, suppress_health_check=CHECKS_LEFT_OUT)
settings.load_profile("wartable")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `each_game` runs once for every game there is."""
    if "each_game" in metafunc.fixturenames:
        metafunc.parametrize("each_game", all_games(), ids=[game.name for game in all_games()])


@pytest.fixture
def metals() -> Game:
    from wartable.games.metals import GAME

    return GAME


@pytest.fixture(autouse=True)
def rules_run_as_before() -> Iterator[None]:
    """Commands that a test calls interpret a game that is not compiled yet, and do so to the end of their process."""
    before = set(filter(generic.is_read, game_names()))
    yield
    for name in set(filter(generic.is_read, game_names())) - before:
        generic.set_read(name, False)


LONGEST = ("test_the_laws", "test_faults.py", "test_fuzz.py")
"""What takes a minute at a stretch goes first, so that no worker is left alone with one at the end."""
LONG = ("browser", "server", "adapters", "lab", "arena")
"""Folders of tests that take seconds each. What is left for the end is short, and is shared out evenly."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first. A cluster takes long to come up: `make slow` runs it."""
    for item in items:
        if item.path.name == "test_ray.py":
            item.add_marker(pytest.mark.slow)
        if item.path.name == "test_laws.py":
            item.add_marker(pytest.mark.laws)
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    """What was imported stays to the end: to look through it again and again took a twentieth of the time, and more."""
    seldom()
    set_aside()


def _place(item: pytest.Item) -> int:
    if item.name.startswith(LONGEST) or item.path.name in LONGEST:
        return 0
    folder = item.path.relative_to(ROOT / "tests").parts[0] if item.path.is_relative_to(ROOT / "tests") else ""
    return 1 + LONG.index(folder) if folder in LONG else 1 + len(LONG)
