"""What is asked of a player of City of Iron."""

import numpy as np

from wartable.core.actions import belongs
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, SPECTATOR, due, kind, top

from . import actions as a
from .box import Box
from .rules import cities
from .rules.end_round import picked_coins, picked_science
from .rules.turn import list_turn
from .state import FACES, NONE, ROW, Act, ArrangeFrame, Kind, State, Step
from .texts import (
    PILES,
    building_at,
    card_name,
    coins,
    face_name,
    join,
    land_name,
    nation_name,
    owed,
    step_of,
    town_name,
)

MOST_LEGAL = 240
"""How many actions a player can choose from at most."""


def prompt(view: State, box: Box, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    bits = plain(due)(view)
    if seat == SPECTATOR or not bits >> seat & 1:
        others = (other for other in range(8) if bits >> other & 1)
        return f"Waiting for {join('chance' if other == NATURE else nation_name(view, box, other) for other in others)}"
    asked = plain(kind)(view)
    if asked == Kind.TURN:
        return turn_prompt(view, box, seat)
    if asked == Kind.ARRANGE:
        return f"Choose the next card of your {PILES[top(view, ArrangeFrame).pile]} pile, from the top down"
    return {
        Kind.NATION: "Choose your nation" if box.nations_differ else "Choose your board: nations differ in name only",
        Kind.HOME: "Choose your starting land",
        Kind.BID: f"Bid for turn order: the highest spot acts first; you have {coins(view.sides[seat].coins)}",
        Kind.SECOND_BID: f"Bid a second time for the difference, or stay: you have {coins(view.sides[seat].coins)}",
        Kind.CHOOSE_GOOD: f"Choose the good of which {town_name(box, box.chooser)} gives {box.snyle_goods}",
        Kind.PURCHASE: f"Choose cards to buy, in secret, or finish: {left(view, box, seat)}",
    }.get(Kind(asked), "Waiting for chance")


def left(view: State, box: Box, seat: int) -> str:
    """What a player can still spend beside the cards that were set aside."""
    side = view.sides[seat]
    money, science = side.coins - plain(picked_coins)(side, box), side.science - plain(picked_science)(side, box)
    word = "left" if side.picks else "to spend"
    return f"{coins(money)} and {science} science {word}" if science else f"{coins(money)} {word}"


def turn_prompt(view: State, box: Box, seat: int) -> str:
    step = step_of(view, box, seat)
    if step == Step.BEGIN:
        number = view.turns // box.seats + 1
        return f"Action {number} of {box.actions}: {join(ways_to_begin(view, box, seat), 'or')}"
    what = doing(view, box, seat)
    if step == Step.PAY:
        return f"{what}: still owed {owed(view, box, seat)}"
    asks = {
        Step.SOURCE: "choose the building",
        Step.PLACE: "choose a city, or what to destroy in a full one",
        Step.LAND: "choose the land",
        Step.TOKEN: "choose the token",
        Step.CITY: "choose the city",
        Step.ROW_CARD: "choose a card of the row",
        Step.PILE_TOP: "choose the pile",
        Step.RIVAL: "choose whom to rob",
        Step.OWN_BUILDING: "choose what to destroy",
    }
    return f"{what}: {asks.get(step, 'go on')}"


WAYS = (
    (a.BUILD, "build"),
    (a.PLAY, "play a card"),
    (a.ATTACK, "attack"),
    (a.SPOT, "move a building"),
    (a.DRAW, "draw"),
    (a.STORE, "store"),
    (a.TAX, "tax"),
    (a.SCIENCE, "buy science"),
)


def ways_to_begin(view: State, box: Box, seat: int) -> list[str]:
    """What can be done now, as it is called (CI-4.2)."""
    out = np.zeros(MOST_LEGAL, np.int32)
    legal = out[: plain(list_turn)(view, box, seat, out)].tolist()
    return [words for family, words in WAYS if any(belongs(family, action) for action in legal)]


def doing(view: State, box: Box, seat: int) -> str:
    """The action that has been begun."""
    current = view.plan
    if current.act == Act.ATTACK:
        return f"Attack on {town_name(box, current.town)}"
    if current.act == Act.MOVE:
        return f"Move {building_at(view, box, seat, current.city, current.place)}"
    parts = [card_name(box, current.card)] if current.card != NONE else []
    if current.source != NONE and current.source < ROW + FACES:
        face = plain(cities.face_at)(view, view.sides[seat], current.source)
        if face != NONE:
            parts.append(face_name(box, face))
    if current.land != NONE:
        parts.append(land_name(box, current.land))
    return ("Build " if current.act == Act.BUILD else "") + ", ".join(parts)
