"""TH-2.3: a player begins with one of the ready-made layouts, with a random one, or by hand.

TH-2.15: a complete layout may be given up for another beginning.
"""

from wartable.core.rules import NATURE, Ints, Meaning, Refused, Text, alone, ask, code, put, rule, whisper

from ...box import Box
from ...notes import Told
from ...rules.layout import clear_layout, enter_stage, take_layout
from ...state import BY_HAND, RANDOM, Kind, Stage, State
from ...values import Action, LayoutChoice


class Begin(Action):
    choice: LayoutChoice

    when = 412
    notation = "layout:{choice}"
    reads = "layout | take layout | begin | begin again | start | start again"
    label = "{choice.taken}"
    touches = "layout-{choice}"
    facts = {203: "There is no layout {choice}; there are {choice.all_there}."}


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for choice in range(box.layouts):
        n = put(out, n, Begin(choice))
    n = put(out, n, Begin(RANDOM))
    return put(out, n, Begin(BY_HAND))


@rule
def apply(s: State, box: Box, seat: int, it: Begin) -> None:
    again = s.sides[seat].stage == Stage.REVIEW
    s.sides[seat].edits += again
    whisper(box, alone(seat), Told.BEGINS, 215 if again else 203, seat, it.choice)
    clear_layout(s, box, seat)
    if it.choice < RANDOM:
        take_layout(s, box, seat, it.choice)
    else:
        enter_stage(s, seat, Stage.TILES)
        if it.choice == RANDOM:
            ask(s, Kind.DRAW, NATURE, seat)


@rule
def refuse(s: State, box: Box, seat: int, it: Begin) -> int:
    return 203 if box.layouts <= it.choice < RANDOM else 0


def read(text: Text) -> Meaning:
    """A layout of that name, or of which it is the beginning."""
    named = LayoutChoice.named_in(text)
    if len(named) == 1:
        return code(Begin(named[0]))
    there = LayoutChoice(0, text.at).all_there
    said = f"There is no layout {' '.join(text.words)}; there are" if text.words else "Say which layout:"
    return Refused(203, f"{said} {there}.")
