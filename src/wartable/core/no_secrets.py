"""The `hidden` module of a game without secrets."""

from typing import Any

from wartable.compiler.decorators import rule

from .frames import AnyBox, AnyState


@rule
def hide(s: AnyState, box: AnyBox, seat: int) -> None:
    pass


@rule
def fill(s: AnyState, box: AnyBox, seat: int, rng: Any) -> None:
    pass


@rule
def sees(s: AnyState, box: AnyBox, viewer: int, seat: int, action: int) -> bool:
    return True
