"""The `hidden` module of a game without secrets."""

from typing import Any

from wartable.compiler.decorators import rule


@rule
def hide(s: Any, box: Any, seat: int) -> None:
    pass


@rule
def fill(s: Any, box: Any, seat: int, rng: Any) -> None:
    pass


@rule
def sees(s: Any, box: Any, viewer: int, seat: int, action: int) -> bool:
    return True
