"""Shared fixtures."""

from pathlib import Path

import pytest
from hypothesis import settings

from wartable.core.game import Game
from wartable.core.registry import all_games

ROOT = Path(__file__).parent.parent

# Machines are noisy, and the first call of a rule may load it from the cache: no deadlines.
settings.register_profile("wartable", deadline=None)
settings.load_profile("wartable")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `each_game` runs once for every game there is."""
    if "each_game" in metafunc.fixturenames:
        metafunc.parametrize("each_game", all_games(), ids=[game.name for game in all_games()])


@pytest.fixture
def metals() -> Game:
    from wartable.games.metals import GAME

    return GAME


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A cluster takes long to come up: `make slow` runs it."""
    for item in items:
        if item.path.name == "test_ray.py":
            item.add_marker(pytest.mark.slow)
