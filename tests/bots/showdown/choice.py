"""All choose at once to raise or to fold."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, put
from wartable.core.frames import done, finish
from wartable.core.record import Ints

from .state import CHOOSE, FOLD, RAISE, Box, State, Way


class Choice(Action):
    way: Way

    when = 101
    notation = "{way}"
    label = "{way}"


asked = CHOOSE
prompt = "Raise or fold"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Choice(RAISE))
    return put(out, n, Choice(FOLD))


@rule
def apply(s: State, box: Box, seat: int, it: Choice) -> None:
    s.choices[seat] = it.way
    if done(s, seat):
        finish(s, 1)
