"""Notation, labels and prompts of City of Iron. What is told afterwards is in sentences.py."""

from wartable.core.actions import belongs, split
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, SPECTATOR, due, kind
from wartable.core.record import Record

from . import actions as a
from .box import text_of
from .sentences import sentence
from .rules import bidding, building, cities
from .state import FACES, NONE, ROW, SPOTS, Act, Effect, Kind, Role, Step
from .texts import (
    PILES,
    PLACES,
    building_at,
    card_name,
    card_names,
    card_text,
    city_name,
    coins,
    draws_text,
    effect_text,
    face_name,
    good_name,
    join,
    key,
    land_name,
    land_text,
    members,
    nation_abilities,
    nation_name,
    owed,
    price,
    skills_text,
    step_of,
    town_label,
    town_name,
)

__all__ = ["label", "notation", "prompt", "sentence"]

# Notation


def notation(view: Record, box: Record, seat: int, action: int) -> str:
    """`build-c`, `store-a`, `attack-mudbrook`, `play-scholar`, `lay-soldier` for skills, `hit-soldier` for attack."""
    for family, texts, word in (
        (a.NATION, box.nation_text, "nation"),
        (a.TOP, box.card_text, "top"),
        (a.ATTACK, box.town_text, "attack"),
        (a.PLAY, box.card_text, "play"),
        (a.LAND, box.land_text, "land"),
        (a.TOKEN, box.token_text, "token"),
        (a.GOOD, box.good_text, "good"),
        (a.BUY, box.card_text, "buy"),
        (a.TOWN, box.town_text, "town"),
    ):
        if belongs(family, action):
            return f"{word}-{key(texts[action - family.first])}"
    for family, word in ((a.TAX, "tax"), (a.SCIENCE, "science"), (a.BACK, "back"), (a.DONE, "done")):
        if belongs(family, action):
            return word
    return _numbered(box, action)


def _face_key(box: Record, face: int) -> str:
    return key(box.face_text[face]) if face < box.faces else f"face{face}"


def _numbered(box: Record, action: int) -> str:
    if belongs(a.BID, action):
        return f"bid-{action - a.BID.first + 1}"
    if belongs(a.DRAW, action):
        return f"draw-{PILES[action - a.DRAW.first]}"
    if belongs(a.STORE, action):
        return f"store-{PLACES[action - a.STORE.first]}"
    if belongs(a.BUILD, action):
        source = action - a.BUILD.first
        return f"build-{PLACES[source]}" if source < ROW else f"build-stored-{_face_key(box, source - ROW)}"
    if belongs(a.CITY, action):
        return f"city-{action - a.CITY.first + 1}"
    if belongs(a.SPOT, action):
        number, place, _, _ = split(a.SPOT, action)
        return f"spot-{number + 1}{PLACES[place]}"
    if belongs(a.RIVAL, action):
        return f"rival-{action - a.RIVAL.first}"
    if belongs(a.LAY, action):
        card, role, _, _ = split(a.LAY, action)
        return f"{'hit' if role == Role.ATTACK else 'lay'}-{key(box.card_text[card])}"
    if belongs(a.DEAL, action):
        return f"deal-{_face_key(box, action - a.DEAL.first)}"
    return f"first-{action - a.FIRST.first}"


# Labels


def label(view: Record, box: Record, seat: int, action: int) -> str:
    step = step_of(view, box, seat)
    if belongs(a.BUILD, action) or belongs(a.CITY, action) or belongs(a.SPOT, action):
        return _building_label(view, box, seat, step, action)
    if belongs(a.LAY, action):
        return _lay_label(view, box, seat, action)
    if belongs(a.PLAY, action):
        nation = view.sides[seat].nation if 0 <= seat < box.seats else NONE
        return f"Play {card_name(box, action - a.PLAY.first)}: {effect_text(box, action - a.PLAY.first, nation)}"
    if belongs(a.ATTACK, action):
        town = action - a.ATTACK.first
        return f"Attack {town_label(view, box, town)}"
    if belongs(a.STORE, action):
        return _row_label(view, box, step, action - a.STORE.first)
    if belongs(a.DRAW, action):
        pile = PILES[action - a.DRAW.first]
        if step == Step.PILE_TOP:
            return f"Take back the last {pile} card discarded"
        return f"Draw a {pile} card"
    return _other_label(view, box, seat, action)


def _row_label(view: Record, box: Record, step: Step, place: int) -> str:
    face = view.row[place]
    what = f"{face_name(box, face) if face != NONE else 'nothing'} ({PLACES[place]})"
    if step == Step.ROW_CARD and view.plan.card != NONE and box.card_effect[view.plan.card] == Effect.SALVAGE:
        return f"Discard {what} for {coins(box.card_amount[view.plan.card])}"
    return f"Store {what}"


def _building_label(view: Record, box: Record, seat: int, step: Step, action: int) -> str:
    if belongs(a.CITY, action):
        where = f"{city_name(view, box, seat, action - a.CITY.first)} (city {action - a.CITY.first + 1})"
        is_district = step == Step.CITY and view.plan.act == Act.CARD
        return f"Add the district to {where}" if is_district else f"Put it in {where}"
    if belongs(a.SPOT, action):
        number, place, _, _ = split(a.SPOT, action)
        what = building_at(view, box, seat, number, place)
        if step == Step.PLACE:
            return f"Destroy {what} to make room"
        return f"Destroy {what}" if step == Step.OWN_BUILDING else f"Move {what} for {coins(box.move_price)}"
    source = action - a.BUILD.first
    face = plain(cities.face_at)(view, view.sides[seat], source) if source < ROW + FACES else NONE
    if face == NONE:
        return f"Build from {PLACES[source]}" if source < ROW else f"Build a stored {_face_key(box, source - ROW)}"
    helper = view.plan.card if step == Step.SOURCE else NONE
    cost = price(
        plain(building.coins_to_build)(box, face, helper),
        plain(building.science_to_build)(view.sides[seat], box, face, helper),
    )
    place_text = PLACES[source] if source < ROW else f"stored, {_face_key(box, face)}"
    return f"Build {face_name(box, face)} ({place_text}) for {cost}"


def _lay_label(view: Record, box: Record, seat: int, action: int) -> str:
    card, role, _, _ = split(a.LAY, action)
    debt = f"; owed: {owed(view, box, seat)}" if 0 <= seat < box.seats else ""
    name = card_name(box, card)
    if role == Role.ATTACK:
        return f"Lay {name} for {box.card_attack[card]} attack{debt}"
    if card == view.plan.card:
        return f"Lay {name} itself now, before the rest{debt}"
    return f"Lay {name} for {skills_text(box, card)}{debt}"


def _other_label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(a.NATION, action):
        nation = action - a.NATION.first
        abilities = nation_abilities(box, nation)
        return f"Lead the {text_of(box.nation_text[nation].name)}{': ' if abilities else ''}{abilities.rstrip('.')}"
    if belongs(a.TOP, action):
        return f"Put {card_name(box, action - a.TOP.first)} next, from the top down"
    if belongs(a.BID, action):
        return _bid_label(view, box, seat, action - a.BID.first)
    if belongs(a.TAX, action):
        return f"Tax: gain {coins(box.tax)}"
    if belongs(a.SCIENCE, action):
        return f"Buy 1 science for {coins(box.science_price)}"
    if belongs(a.LAND, action):
        verb = "Start in" if plain(kind)(view) == Kind.HOME else "Settle"
        return f"{verb} {land_text(box, action - a.LAND.first)}"
    if belongs(a.TOKEN, action):
        token = action - a.TOKEN.first
        as_city = view.plan.land != NONE
        size = box.city_spaces[token] if as_city else box.district_spaces[token]
        if not as_city and 0 <= seat < box.seats and view.sides[seat].nation != NONE:
            size = plain(cities.district_size)(view.sides[seat], box, token)
        return f"Use the token for {'' if as_city else '+'}{size} buildings, {draws_text(box.token_draws[token])}"
    if belongs(a.RIVAL, action):
        rival = action - a.RIVAL.first
        has = f" ({coins(view.sides[rival].coins)})" if rival < box.seats else ""
        return f"Rob {nation_name(view, box, rival)}{has}"
    if belongs(a.BACK, action):
        return "Take the last step back"
    if belongs(a.GOOD, action):
        return f"Choose {good_name(box, action - a.GOOD.first)} for {town_name(box, box.chooser)}"
    if belongs(a.BUY, action):
        return _buy_label(view, box, seat, action - a.BUY.first)
    if belongs(a.DONE, action):
        return "Stay where you are" if plain(kind)(view) == Kind.SECOND_BID else _done_label(view, box, seat)
    if belongs(a.DEAL, action):
        face = action - a.DEAL.first
        return f"The next building card is {_face_key(box, face)}"
    if belongs(a.TOWN, action):
        return f"The next town of the pile is {town_name(box, action - a.TOWN.first)}"
    return f"{nation_name(view, box, action - a.FIRST.first)} is next in the order of bids"


def _bid_label(view: Record, box: Record, seat: int, spot: int) -> str:
    """CI-3.3; the Toads' second bid costs the difference (CI-13.8)."""
    if plain(kind)(view) == Kind.SECOND_BID and 0 <= seat < box.seats:
        old = plain(bidding.spot_of)(view, seat)
        more = box.spot_coins[spot] - (box.spot_coins[old] if old != NONE else 0)
        return f"Move to spot {spot + 1} of {SPOTS} for {coins(more)} more"
    return f"Bid {coins(box.spot_coins[spot])} (spot {spot + 1} of {SPOTS})"


def _buy_label(view: Record, box: Record, seat: int, card: int) -> str:
    cost = price(box.card_coins[card], box.card_science[card])
    if 0 <= seat < box.seats and view.sides[seat].picks >> card & 1:
        return f"Put {card_name(box, card)} back ({cost})"
    return f"Buy {card_name(box, card)} for {cost}: {card_text(box, card)}"


def _done_label(view: Record, box: Record, seat: int) -> str:
    picks = members(view.sides[seat].picks) if 0 <= seat < box.seats else []
    return f"Finish: buy {card_names(box, picks)}" if picks else "Finish without buying"


# What is asked


def prompt(view: Record, box: Record, seat: int) -> str:
    if view.head.over:
        return "The game is over"
    bits = plain(due)(view)
    if seat == SPECTATOR or not bits >> seat & 1:
        others = (other for other in range(8) if bits >> other & 1)
        return f"Waiting for {join('chance' if other == NATURE else nation_name(view, box, other) for other in others)}"
    asked = plain(kind)(view)
    if asked == Kind.TURN:
        return turn_prompt(view, box, seat)
    frame = view.head.frames[view.head.depth - 1]
    return {
        Kind.NATION: "Choose your nation" if box.nations_differ else "Choose your board: nations differ in name only",
        Kind.HOME: "Choose your starting land",
        Kind.ARRANGE: f"Choose the next card of your {PILES[frame.a]} pile, from the top down",
        Kind.BID: f"Bid for turn order: you have {coins(view.sides[seat].coins)}",
        Kind.SECOND_BID: f"Bid a second time for the difference, or stay: you have {coins(view.sides[seat].coins)}",
        Kind.CHOOSE_GOOD: f"Choose the good of which {town_name(box, box.chooser)} gives {box.snyle_goods}",
        Kind.PURCHASE: "Choose cards to buy, in secret, or finish",
    }.get(Kind(asked), "Waiting for chance")


def turn_prompt(view: Record, box: Record, seat: int) -> str:
    step = step_of(view, box, seat)
    if step == Step.BEGIN:
        number = view.turns // box.seats + 1
        when = f"Round {view.round_number}, action {number} of {box.actions}"
        return f"{when}: build, play a card, attack, draw, store, tax or buy science"
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


def doing(view: Record, box: Record, seat: int) -> str:
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


def meant(view: Record, box: Record, seat: int, text: str) -> int | None:
    return None


def fact(view: Record, box: Record, seat: int, action: int, rule: int) -> str:
    return ""
