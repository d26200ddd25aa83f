"""CI-9.5 to CI-9.7: the land on which the Explorer settles; in the setup, the starting land (CI-2.3)."""

from wartable.core.rules import Meaning, Text, code, kind, pop, rule

from ..box import Box
from ..rules.cities import found_city
from ..rules.turn import take
from ..state import CAPITAL, CARDS, NO_VESSEL, NONE, SHIP, Act, Effect, Kind, Side, State
from ..texts import land_text
from ..values import Action, Land, Table


class PickLand(Action):
    land: Land

    when = 107
    notation = "land-{land}"
    reads = "land | settle | start | choose |"
    label = "{verb} {all_of_it}"
    touches = "land-{land}"
    facts = {
        203: "{land} is {no_home}.",
        905: lambda it: not_settled(it.land, 905),
        906: lambda it: not_settled(it.land, 906),
        907: lambda it: not_settled(it.land, 907),
    }

    @property
    def verb(self) -> str:
        return "Start in" if self.at.asks(Kind.HOME) else "Settle"

    @property
    def all_of_it(self) -> str:
        return land_text(self.at.box, self.land)

    @property
    def no_home(self) -> str:
        distance = self.at.box.land_distance[self.land]
        return f"at distance {distance}; a starting land has distance 0" if distance else "taken"


def not_settled(land: Land, rule: int) -> str:
    """Why a land cannot be settled."""
    at: Table = land.at
    if rule == 905:
        closed = "taken" if at.view.land_owner[land] != NONE else "a starting land"
        return f"{land.said()} is {closed if at.box.land_in_play[land] else 'not in this game'}."
    if rule == 906:
        reach, distance = at.skills_beside(at.card_with(Effect.SETTLE))[1], at.box.land_distance[land]
        return f"{land.said()} is at distance {distance}; your other cards and buildings give {reach}."
    vessel = "a ship" if at.box.land_vessel[land] == SHIP else "an airship"
    return f"{land.said()} needs {vessel} among the cards laid; you have none in your hand."


@rule
def apply(s: State, box: Box, seat: int, it: PickLand) -> None:
    if kind(s) == Kind.HOME:
        pop(s)
        found_city(s, box, seat, it.land, CAPITAL)
    else:
        take(s, box, seat, Act.NOTHING, it.land, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: PickLand) -> int:
    if kind(s) == Kind.HOME:
        return 0 if box.land_distance[it.land] == 0 and s.land_owner[it.land] == NONE else 203
    side = s.sides[seat]
    reach = side.distance
    for other in range(CARDS):
        if other != s.plan.card and side.hand & (1 << other) != 0:
            reach += box.card_distance[other]
    return refuse_land(s, box, side, s.plan.card, reach, it.land)


@rule
def refuse_land(s: State, box: Box, side: Side, card: int, reach: int, land: int) -> int:
    if s.land_owner[land] != NONE or box.land_distance[land] == 0 or box.land_in_play[land] == 0:
        return 905
    if reach < box.land_distance[land]:
        return 906
    if box.land_vessel[land] == NO_VESSEL:
        return 0
    for vessel in range(CARDS):
        if vessel != card and side.hand & (1 << vessel) != 0 and box.card_vessel[vessel] == box.land_vessel[land]:
            return 0
    return 907


def read(text: Text) -> Meaning:
    lands = Land.named_in(text)
    return code(PickLand(lands[0])) if lands else None
