"""What fields of actions mean: how hexes, spaces, cards and tokens are typed, said, touched and read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wartable.core import values
from wartable.core.phrases import count, listed
from wartable.core.rules import Meaning, Refused, Text, is_due, plain
from wartable.core.values import FILLERS, words_of

from .box import Box, Effect
from .geometry import DIRECTION_CODES, DIRECTION_NAMES
from .names import (
    FUELS,
    SIZES,
    SPACE_CODES,
    hex_at,
    hex_names,
    plan_code,
    plan_name,
    space_name,
    terrain_name,
    token_name,
    treasure_code,
    treasure_name,
    upgrade_code,
    upgrade_name,
)
from .rules.common import price, track_places
from .rules.king import ahead, can_resolve, may_enter
from .rules.planning import last_insert
from .state import (
    DIRECTIONS,
    HEXES,
    KING_SPACES,
    NOWHERE,
    PLANS,
    SEATS,
    SPACES,
    TERRAINS,
    TRACK,
    TREASURES,
    UPGRADES,
    At,
    Frame,
    Side,
    Space,
    State,
    Store,
    Token,
    Worker,
)

STORES = tuple(store.name.lower() for store in Store)


@dataclass(frozen=True)
class Table(values.Table):
    view: State
    box: Box

    @property
    def own(self) -> Side:
        return self.view.sides[self.seat]

    @property
    def asked_words(self) -> str:
        """What is asked of the seat; nothing where it is not to act."""
        return f"{self.prompt}." if plain(is_due)(self.view, self.seat) else ""

    @property
    def chance_decides(self) -> str:
        return "Chance decides that, never a player." if plain(is_due)(self.view, self.seat) else ""

    def first(self, words: str) -> str:
        """What has to be done before that, where a worker is to be placed."""
        return words if self.asked == Frame.WORK and self.asked_words else self.asked_words

    def needs_worker(self, space: int) -> str:
        return self.first(f"That takes a worker on {space_name(self.box, space)}; place one there first.")

    @property
    def at_start(self) -> str:
        """For what is done before the first round."""
        begun = self.view.rounds and self.asked_words
        return f"That is done at the start of the game. {self.asked_words}" if begun else self.asked_words

    @property
    def is_docked(self) -> bool:
        return self.own.hex == self.own.home

    @property
    def whereabouts(self) -> str:
        king, home = hex_at(self.box, self.own.hex), hex_at(self.box, self.own.home)
        return f"Your King is on {king} and not on its Holdfast, {home}"

    @property
    def away(self) -> str:
        """Why no treasure moves, where the King is not at home."""
        return "" if self.is_docked else f"{self.whereabouts}; treasures move only while it is docked."

    def treasures(self, *places: int) -> list[int]:
        """The treasures that are in one of these places."""
        return [card for card in range(self.box.treasure_cards) if self.view.treasure_at[card] in places]

    @property
    def track(self) -> list[int]:
        """The planning cards of the seat's track."""
        return [card - 1 for card in self.own.track.tolist() if card]

    def sets_out(self, space: int = SPACES) -> bool:
        """Whether the King goes at the end of this turn, with a worker on one more space."""
        worked = {place for place in range(KING_SPACES) if self.own.spaces[place]} | {space}
        return Space.THROTTLE in worked and Space.BRAKE not in worked and not self.own.damage[Space.THROTTLE]

    def runs_off(self, track: list[int], steam: int) -> bool:
        """Whether a King that follows these cards runs against the edge of the map."""
        box, hex, facing = self.box, int(self.own.hex), int(self.own.facing)
        for plan in track:
            card = box.plans[plan]
            steam -= int(plain(price)(self.view, box, self.seat, plan))
            if steam < 0 or not plain(can_resolve)(self.view, box, self.seat, plan):
                return False
            heading = (facing + int(card.heading)) % DIRECTIONS
            if card.effect == Effect.TURN:
                facing = heading
            elif card.effect not in (Effect.BOMBARD, Effect.BRACE):
                for far in [int(card.steps)] if card.effect == Effect.LEAP else [1] * int(card.steps):
                    target = int(plain(ahead)(box, hex, heading, far))
                    if target == NOWHERE:
                        return True
                    if not plain(may_enter)(self.view, box, self.seat, plan, target):
                        break
                    hex = target
                if self.view.terrain[hex] >= 0 and box.terrains[self.view.terrain[hex]].stop:
                    return False
        return False

    @property
    def track_held(self) -> str:
        return count(len(self.track), "card")

    @property
    def track_places(self) -> int:
        return int(plain(track_places)(self.view, self.box, self.seat))

    @property
    def last_insert(self) -> int:
        """The last place of the track that a card can be inserted at, as people count."""
        return int(plain(last_insert)(self.view, self.box, self.seat)) + 1


class Value(values.Value):
    at: Table

    def touched(self) -> str:
        return self.typed()


def content(text: Text) -> list[str]:
    """The words of a text that name something."""
    return [word for word in text.words if word not in FILLERS]


def hexes_in(text: Text) -> list[str]:
    """The words of a text that look like hexes of some map."""
    return [word.upper() for word in text.words if re.fullmatch(r"[a-z]\d{1,2}", word)]


class Hex(Value):
    count = HEXES

    def typed(self) -> str:
        return hex_at(self.at.box, self)

    @property
    def is_there(self) -> bool:
        return self < self.at.box.hexes and bool(self.at.box.is_random or self.at.box.layout[self] != NOWHERE)

    @staticmethod
    def named(at: Table, name: str, rule: int) -> "int | Refused":
        """The hex of that name; that there is none is told with a rule."""
        names = hex_names(at.box.radius)
        return names.index(name) if name in names else Refused(rule, f"There is no hex {name} on this map.")


class Direction(Value):
    count = DIRECTIONS

    def typed(self) -> str:
        return DIRECTION_CODES[self]

    def said(self) -> str:
        return DIRECTION_NAMES[self]

    def names(self) -> Iterable[str]:
        return self.typed(), self.said(), self.said().replace("-", "")


class Way(Direction):
    """A direction from the seat's King; its name is the hex that lies there."""

    @property
    def hex(self) -> Hex:
        at = self.at
        is_set = 0 <= at.seat < at.box.seats and at.own.hex != NOWHERE
        return Hex(at.box.neighbour[at.own.hex, self] if is_set else NOWHERE, at)

    def typed(self) -> str:
        return self.hex.typed() if self.hex != NOWHERE else f"off-{DIRECTION_CODES[self]}"


class Size(Value):
    """A small worker or the big one."""

    count = 2

    def typed(self) -> str:
        return SIZES[self]

    def said(self) -> str:
        return ("a small", "the big")[self]

    def names(self) -> Iterable[str]:
        return ("small", "little") if self + 1 == Worker.SMALL else ("big", "large")

    @property
    def not_rested(self) -> str:
        """Where the workers of that size are."""
        side, size = self.at.own, self + 1
        placed = sum(side.spaces[space] == size for space in range(SPACES))
        if size == Worker.BIG:
            return f"Your big worker is not rested{' but on a board' if placed else ''}."
        placed += sum(self.at.view.worker[hex] == self.at.seat + 1 for hex in range(self.at.box.hexes))
        return f"No small worker of yours is rested: {placed} placed, {side.wilderness} in the Wilderness."


class BoardSpace(Value):
    """A space of the King's board or of the Holdfast's."""

    count = SPACES

    def typed(self) -> str:
        return SPACE_CODES[self]

    def said(self) -> str:
        return space_name(self.at.box, self)

    def names(self) -> Iterable[str]:
        return self.typed(), self.said(), *ALSO_CALLED.get(Space(self), ())


ALSO_CALLED = {
    Space.PLAN: ("draw", "plan 1", "plan draw", "plan and draw", "plan 1 draw 1"),
    Space.BURN: ("fuel", "burn fuel"),
    Space.VENT: ("steam 1",),
    Space.BRAKE: ("break",),
    Space.DOCK_UPGRADE: ("holdfast upgrade",),
    Space.DOCK_SALVAGE: ("holdfast salvage",),
}


class KingSpace(BoardSpace):
    count = KING_SPACES


class Card(Value):
    """A card of the data files, which may have fewer than there is room for."""

    @property
    def is_there(self) -> bool:
        raise NotImplementedError

    def names(self) -> Iterable[str]:
        """Any word of its name will do, where it is the only one."""
        return (self.said(), *words_of(self.said())) if self.is_there else ()


class PlanCard(Card):
    count = PLANS

    def typed(self) -> str:
        return plan_code(self.at.box, self)

    def said(self) -> str:
        return plan_name(self.at.box, self)

    @property
    def is_there(self) -> bool:
        return self < self.at.box.plan_kinds

    def names(self) -> Iterable[str]:
        return (self.said(),) if self.is_there else ()

    @classmethod
    def named_in(cls, text: Text) -> list[int]:
        """In the order in which they are named; Back step is no Step."""
        said, found, box = f" {' '.join(text.words)} ", [], text.at.box
        names = {plan: f" {' '.join(words_of(plan_name(box, plan)))} " for plan in range(box.plan_kinds)}
        for plan, name in sorted(names.items(), key=lambda one: -len(one[1])):
            if name in said:
                found.append((said.index(name), plan))
                said = said.replace(name, f" {'.' * (len(name) - 2)} ")
        return [plan for _, plan in sorted(found)]


class TreasureCard(Card):
    count = TREASURES

    def typed(self) -> str:
        return treasure_code(self.at.box, self)

    def said(self) -> str:
        return treasure_name(self.at.box, self)

    @property
    def is_there(self) -> bool:
        return self < self.at.box.treasure_cards

    @classmethod
    def named_in(cls, text: Text) -> list[int]:
        """The seat's own treasures and those on offer before all others."""
        at: Table = text.at
        named, near = super().named_in(text), at.treasures(At.CARRIED + at.seat, At.HOME + at.seat, At.OFFERED)
        return [card for card in named if card in near] or named

    @classmethod
    def read(cls, text: Text, action: Any) -> Meaning:
        """The treasure that is named, or the only one that is meant by none; not where another verb is left."""
        if text.has("store", "bring", "load", "equip", "scrap", "sell", "discard", "take", "keep"):
            return None
        cards = cls.named_in(text)
        if not cards and content(text) and not text.has("all", "everything"):
            return None
        cards = cards or action.choice
        if len(cards) == 1:
            return cards[0]
        names = listed([treasure_name(text.at.box, card) for card in cards], "or")
        which = f": {names}" if names else "; there is none for that now"
        return Refused(action.chosen_by, f"Say which treasure{which}.")


class UpgradeCard(Card):
    count = UPGRADES

    def typed(self) -> str:
        return upgrade_code(self.at.box, self)

    def said(self) -> str:
        return upgrade_name(self.at.box, self)

    @property
    def is_there(self) -> bool:
        return self < self.at.box.upgrade_cards

    @property
    def iron(self) -> int:
        return self.at.box.upgrades[self].iron


class TrackPlace(Value):
    """A place of the planning track, as people count."""

    count = TRACK

    def typed(self) -> str:
        return str(self + 1)

    def names(self) -> Iterable[str]:
        """Its number, what lies there, and the end of the row."""
        plan = self.at.own.track[self] - 1
        yield self.typed()
        if plan >= 0:
            yield plan_name(self.at.box, plan)
        if self + 1 == self.at.last_insert:
            yield from ("end", "last")
        if self == 0:
            yield from ("first", "front")

    @property
    def is_empty(self) -> str:
        return f"There is no card at place {self + 1} of your track."


class Fuel(Value):
    count = 2

    def typed(self) -> str:
        return FUELS[self]


class BagToken(Value):
    count = len(Token)

    def typed(self) -> str:
        return Token(self).name.lower()

    def said(self) -> str:
        return token_name(self.at.box, self)


class KeptToken(BagToken):
    """Any token but the Balrog's."""

    count = 3


class Ground(Value):
    """A kind of hex."""

    count = TERRAINS

    def typed(self) -> str:
        return self.said().replace(" ", "-") if self < self.at.box.terrain_kinds else f"no{self:d}"

    def said(self) -> str:
        return terrain_name(self.at.box, self).lower()


class AnySeat(Value):
    count = SEATS

    def said(self) -> str:
        return str(self + 1)


class Pips(Value):
    """A face of the die."""

    count = 6

    def typed(self) -> str:
        return str(self + 1)
