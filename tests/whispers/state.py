"""What lies on the table of Whispers, and what is told of it."""

from wartable.core.frames import Head
from wartable.core.notes import NoteKind, deed, effect
from wartable.core.record import Struct, i8
from wartable.core.values import Table, Value

ANIMALS = ("", "Falcon", "Otter", "Badger", "Heron")
SEATS = 3
DEAL_ASKED, BID_ASKED = 1, 2


class Told(NoteKind):
    DEALT = deed("animal")
    BIDS = deed("bid")
    BIDS_IN_SECRET = deed()
    SHOWN = effect()


class State(Struct, tag="whispers"):
    head: Head
    animal: (i8, SEATS)
    bid: (i8, SEATS)


class Box(Struct, tag="whispers"):
    seats: i8


class At(Table):
    view: State
    box: Box


class Player(Value):
    count = SEATS
    at: At

    def said(self) -> str:
        return f"{{{int(self)}}}"


class Animal(Value):
    count = 4
    at: At

    def typed(self) -> str:
        return self.said().lower()

    def said(self) -> str:
        return ANIMALS[self + 1]


class Coins(Value):
    count = 3
    at: At

    def typed(self) -> str:
        return str(self + 1)
