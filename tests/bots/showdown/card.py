"""Everybody is dealt a card from 1 to 3."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, code
from wartable.core.frames import NATURE, Decision, ask, ask_all, pop, top
from wartable.core.record import Ints, i16

from .state import CHOOSE, DEAL, Box, Rank, State


class ToDeal(Decision, of=DEAL):
    owner: i16


class Card(Action):
    rank: Rank

    when = 101
    notation = "card-{rank}"
    label = "Deal {rank}"


asked = DEAL


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    for rank in range(1, 4):
        out[rank - 1] = code(Card(rank))
        weights[rank - 1] = 1
    return 3


@rule
def apply(s: State, box: Box, seat: int, it: Card) -> None:
    owner = top(s, ToDeal).owner
    pop(s)
    s.cards[owner] = it.rank
    if owner + 1 < box.seats:
        ask(s, DEAL, NATURE, owner + 1)
    else:
        ask_all(s, CHOOSE, (1 << box.seats) - 1, 0, 0, 0)
