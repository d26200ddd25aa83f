"""WH-1.1: everybody is dealt an animal, which nobody else sees."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, code
from wartable.core.frames import NATURE, Decision, ask, ask_all, pop, top
from wartable.core.notes import alone, others, whisper
from wartable.core.record import Ints, i16

from .state import BID_ASKED, DEAL_ASKED, Animal, Box, Player, State, Told


class ToDeal(Decision, of=DEAL_ASKED):
    target: i16


class Deal(Action):
    target: Player
    animal: Animal

    when = 101
    notation = "deal-{target}-{animal}"
    label = "Deal {animal} to {target}"


asked = DEAL_ASKED


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    n = 0
    for animal in range(4):
        is_free = True
        for other in range(box.seats):
            is_free &= s.animal[other] != animal + 1
        if is_free:
            out[n] = code(Deal(top(s, ToDeal).target, animal))
            weights[n] = 1
            n += 1
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Deal) -> None:
    s.animal[it.target] = it.animal + 1
    whisper(box, alone(it.target), Told.DEALT, 101, it.target, it.animal + 1)
    whisper(box, others(it.target), Told.DEALT, 101, it.target, 0)
    pop(s)
    if it.target + 1 < box.seats:
        ask(s, DEAL_ASKED, NATURE, it.target + 1)
    else:
        ask_all(s, BID_ASKED, (1 << box.seats) - 1, 0, 0, 0)
