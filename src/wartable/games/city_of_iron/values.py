"""What the fields of actions mean in City of Iron: how cards, towns and cities are named, read and touched."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar

from wartable.core import actions
from wartable.core.record import Array
from wartable.core.rules import Text, kind, plain
from wartable.core.values import Table as CoreTable
from wartable.core.values import Value, singular, words_of

from . import texts
from .box import Box, text_of
from .box import Text as Printed
from .rules import cities
from .state import (
    CARDS,
    CITIES,
    FACES,
    GOODS,
    LANDS,
    NATIONS,
    NONE,
    PLACES,
    ROW,
    SEATS,
    SPOTS,
    TOKENS,
    TOWNS,
    Effect,
    Kind,
    Plan,
    Role,
    Side,
    State,
    Step,
)
from .state import City as CityRecord
from .texts import PLACES as LETTERS


@dataclass(frozen=True)
class Table(CoreTable):
    view: State
    box: Box

    @property
    def own(self) -> Side:
        return self.view.sides[self.seat]

    @property
    def plan(self) -> Plan:
        """The action that the seat has begun."""
        return self.view.plan

    @property
    def step(self) -> Step:
        """What the action that the seat has begun asks for next."""
        return texts.step_of(self.view, self.box, self.seat)

    @property
    def owed(self) -> str:
        return texts.owed(self.view, self.box, self.seat)

    @property
    def hand(self) -> "list[Card]":
        return [Card(card, self) for card in texts.members(self.own.hand)]

    @property
    def cities(self) -> "list[City]":
        """The seat's cities, towns that hold buildings among them."""
        return [City(number, self) for number in range(CITIES) if self.own.cities[number].spaces]

    def asks(self, asked: Kind) -> bool:
        return bool(plain(kind)(self.view) == asked)

    def card_with(self, effect: Effect) -> "Card":
        return Card(self.box.card_effect.tolist().index(effect), self)

    def skills_beside(self, card: int) -> tuple[int, int]:
        """The work and the distance of the other cards of the hand and of buildings."""
        rest = [other for other in self.hand if other != card]
        work, distance = (sum(cells[other] for other in rest) for cells in (self.box.card_work, self.box.card_distance))
        return self.own.work + work, self.own.distance + distance


class Action(actions.Action):
    at: Table


class Shown(Value):
    """Things on the table are called after it as it is typed."""

    at: Table

    def touched(self) -> str:
        return self.typed()


class Lettered(Shown):
    def typed(self) -> str:
        return LETTERS[self]


class Numbered(Shown):
    """Counted from 1 by people."""

    @property
    def number(self) -> int:
        return self + 1

    def typed(self) -> str:
        return str(self.number)


class Named(Shown):
    """What the data files give a name and an id."""

    all_of: ClassVar["attrgetter[Array[Printed]]"]
    """Their ids and names in the Box."""

    @property
    def printed(self) -> Printed:
        return type(self).all_of(self.at.box)[self]

    def typed(self) -> str:
        return texts.key(self.printed)

    def said(self) -> str:
        return text_of(self.printed.name)

    @classmethod
    def named_in_full(cls, text: Text) -> list[int]:
        """By a whole name or id."""
        return super().named_in(text)

    @classmethod
    def named_in(cls, text: Text) -> list[int]:
        """By a whole name or id; else by a long word that one name alone has."""
        found = cls.named_in_full(text)
        if found:
            return found
        names = [set(map(singular, words_of(cls(number, text.at).said()))) for number in range(cls.count)]
        words = {singular(word) for word in text.words if len(word) > 3}
        found = [number for number, name in enumerate(names) if name & words]
        return found if len({frozenset(names[number]) for number in found}) == 1 else []


class Nation(Named):
    count = NATIONS
    all_of = attrgetter("nation_text")


class Card(Named):
    """A citizen or military card."""

    count = CARDS
    all_of = attrgetter("card_text")

    @property
    def effect(self) -> Effect:
        return Effect(self.at.box.card_effect[self])

    @property
    def pile(self) -> "Pile":
        return Pile(self.at.box.card_kind[self], self.at)

    @property
    def price(self) -> str:
        """What it costs to buy."""
        return texts.price(self.at.box.card_coins[self], self.at.box.card_science[self])

    @property
    def where(self) -> str:
        """Where it is instead of in the seat's hand."""
        side = self.at.own
        if side.shop >> self & 1:
            return f"you can buy it for {self.price} at the end of a round"
        if side.discarded >> self & 1:
            return "it lies on your discard pile"
        if self in side.draw[self.pile].tolist():
            return f"it is in your {self.pile.said()} draw pile"
        return "it is not a card of your nation"

    @property
    def not_in_hand(self) -> str:
        return f"{self.said()} is not in your hand; {self.where}."


class Pile(Shown):
    """Citizen or military."""

    count = 2

    def typed(self) -> str:
        return texts.PILES[self]


class Face(Named):
    """A kind of building card; those that share a name are told apart by what they give."""

    count = FACES
    all_of = attrgetter("face_text")

    def typed(self) -> str:
        return super().typed() if self < self.at.box.faces else f"face{int(self)}"

    def said(self) -> str:
        return super().said() if self < self.at.box.faces else "such building"

    def names(self) -> Iterable[str]:
        return (self.typed(), self.said(), self.in_full) if self < self.at.box.faces else ()

    @property
    def in_full(self) -> str:
        return texts.face_in_full(self.at.box, self)


class Place(Lettered):
    """A place of the row."""

    count = ROW

    def names(self) -> Iterable[str]:
        return f"place {self.typed()}", *([] if self.face == NONE else Face(self.face, self.at).names())

    @property
    def face(self) -> int:
        return self.at.view.row[self]

    @property
    def card(self) -> str:
        """What lies there; where there are several of its kind, which of them."""
        if self.face == NONE:
            return f"from place {self.typed()}"
        same = [place for place in range(self.at.box.row_places) if self.at.view.row[place] == self.face]
        name = texts.face_in_full(self.at.box, self.face)
        return f"the {texts.ORDINALS[same.index(self)]} {name}" if len(same) > 1 else name

    @property
    def empty(self) -> str:
        """Why nothing can be taken from it."""
        most = self.at.box.row_places
        if self < most:
            return f"Place {self.typed()} of the row is empty."
        return f"The row has no place {self.typed()}; its places are a to {LETTERS[most - 1]}."


class Source(Shown):
    """Where a building card comes from: a place of the row, or the seat's store by its face."""

    count = ROW + FACES

    @property
    def place(self) -> Place:
        return Place(self, self.at)

    @property
    def stored(self) -> Face:
        return Face(self - ROW, self.at)

    @property
    def is_stored(self) -> bool:
        return self >= ROW

    @property
    def face(self) -> int:
        """The building card that is there, NONE where there is none."""
        return int(plain(cities.face_at)(self.at.view, self.at.own, self))

    def typed(self) -> str:
        return f"stored-{self.stored.typed()}" if self.is_stored else self.place.typed()

    def names(self) -> Iterable[str]:
        return ("stored", *self.stored.names()) if self.is_stored else self.place.names()


class Town(Named):
    count = TOWNS
    all_of = attrgetter("town_text")


class Land(Named):
    count = LANDS
    all_of = attrgetter("land_text")


class Good(Named):
    count = GOODS
    all_of = attrgetter("good_text")


class Token(Named):
    """A city token: by its name, or by the number of buildings in a city on it."""

    count = TOKENS
    all_of = attrgetter("token_text")

    def names(self) -> Iterable[str]:
        return self.typed(), self.said(), str(self.at.box.city_spaces[self])


class City(Numbered):
    """One of the seat's cities: typed by its number, said by its land or town."""

    count = CITIES

    @property
    def it(self) -> CityRecord:
        return self.at.own.cities[self]

    def said(self) -> str:
        return texts.city_name(self.at.view, self.at.box, self.at.seat, self)

    @property
    def room(self) -> str:
        return f"({self.it.count} of {self.it.spaces} places)"

    @property
    def missing(self) -> str:
        """Why there is nothing to be done with it."""
        mine = texts.join(f"{city.number} ({city.said()})" for city in self.at.cities)
        return f"You have no city {self.number}; your cities are {mine}."


class Spot(Lettered):
    """A place for a building in a city."""

    count = PLACES


class TrackSpot(Numbered):
    """A spot of the turn-order track."""

    count = SPOTS

    @property
    def price(self) -> int:
        return self.at.box.spot_coins[self]

    @property
    def coins(self) -> str:
        return texts.coins(self.price)


class Player(Shown):
    """A player by its seat; people may also say the nation."""

    count = SEATS

    def said(self) -> str:
        return f"{{{int(self)}}}" if self < self.at.box.seats else f"seat {self + 1}"

    def names(self) -> Iterable[str]:
        nation = self.at.view.sides[self].nation if self < self.at.box.seats else NONE
        return () if nation == NONE else Nation(nation, self.at).names()


class Use(Value):
    """What a card is laid for."""

    count = 2

    def typed(self) -> str:
        return "hit" if self == Role.ATTACK else "lay"


def built(at: Table, city: int, place: int) -> str:
    """The building at a place of a city, and where that is."""
    return texts.building_at(at.view, at.box, at.seat, city, place)


PLACE_WORDS = frozenset(["place", "card", "row", "the", "at", "from", "of"])


def place_named(text: Text, *verbs: str) -> int | None:
    """The place of the row that a text names by its letter and by nothing else: `c`, `place a`.

    Beside other words a letter is a word: "a mine", "I build".
    """
    words = [word for word in text.words if word not in verbs and word not in PLACE_WORDS]
    is_letter = len(words) == 1 and len(words[0]) == 1 and words[0] in LETTERS
    return LETTERS.index(words[0]) if is_letter and (words[0] != "i" or text.has("place")) else None
