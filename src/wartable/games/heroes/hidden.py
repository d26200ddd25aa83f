"""HE-1.7: Heroes hides nothing. All players see all there is."""

from wartable.compiler.decorators import rule
from wartable.core.numbers.chance import Rng

from .box import Box
from .state import State


@rule
def hide(s: State, box: Box, seat: int) -> None:
    pass


@rule
def fill(s: State, box: Box, seat: int, rng: Rng) -> None:
    pass


@rule
def sees(s: State, box: Box, viewer: int, seat: int, action: int) -> bool:
    return True
