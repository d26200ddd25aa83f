"""The table of Showdown."""

from wartable.core.frames import Head
from wartable.core.record import Struct, i8
from wartable.core.values import Table, Value

SEATS = 3
DEAL, CHOOSE = 1, 2
RAISE, FOLD = 1, 2


class State(Struct, tag="showdown"):
    head: Head
    cards: (i8, SEATS)
    choices: (i8, SEATS)


class Box(Struct, tag="showdown"):
    seats: i8


class At(Table):
    view: State
    box: Box


class Rank(Value):
    count = 4
    at: At


class Way(Value):
    count = 3
    at: At

    def typed(self) -> str:
        return ("nothing", "raise", "fold")[self]
