"""Hooks of a game that a test knows to be there."""

from collections.abc import Callable
from typing import Any, ParamSpec

P = ParamSpec("P")


def hook(found: Callable[P, Any] | None) -> Callable[P, Any]:
    """An optional hook of `Words` or `View` that this game has; what it gives is as the test says."""
    assert found is not None
    return found
