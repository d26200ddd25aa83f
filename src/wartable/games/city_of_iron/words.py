"""Notation, labels and prompts of City of Iron. What is told afterwards is in sentences.py."""

from wartable.core.actions import belongs, decode
from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.phrases import count

from . import actions as a
from .box import Box, text_of
from .help import goal
from .meaning import fact, meant
from .notation import notation
from .phases import phases
from .prompts import prompt
from .rules import bidding, building, cities
from .sentences import sentence
from .state import FACES, NONE, ROW, SPOTS, Act, Effect, Kind, Role, State, Step
from .texts import (
    ORDINALS,
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
    face_in_full,
    good_name,
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

__all__ = ["fact", "goal", "label", "meant", "notation", "phases", "prompt", "sentence"]


def label(view: State, box: Box, seat: int, action: int) -> str:
    step = step_of(view, box, seat)
    if belongs(a.BUILD, action) or belongs(a.CITY, action) or belongs(a.SPOT, action):
        return _building_label(view, box, seat, step, action)
    if belongs(a.LAY, action):
        return _lay_label(view, box, seat, action)
    if belongs(a.PLAY, action):
        nation = view.sides[seat].nation if 0 <= seat < box.seats else NONE
        card = decode(a.Play, action).card
        return f"Play {card_name(box, card)}: {effect_text(box, card, nation)}"
    if belongs(a.ATTACK, action):
        town = decode(a.Attack, action).town
        return f"Attack {town_label(view, box, town)}"
    if belongs(a.STORE, action):
        return _row_label(view, box, step, decode(a.StoreCard, action).place)
    if belongs(a.DRAW, action):
        pile = PILES[decode(a.Draw, action).pile]
        if step == Step.PILE_TOP:
            return f"Take back the last {pile} card discarded"
        return f"Draw a {pile} card"
    return _other_label(view, box, seat, action)


def _row_label(view: State, box: Box, step: Step, place: int) -> str:
    what = row_name(view, box, place)
    if step == Step.ROW_CARD and view.plan.card != NONE and box.card_effect[view.plan.card] == Effect.SALVAGE:
        return f"Discard {what} for {coins(box.card_amount[view.plan.card])}"
    return f"Store {what}"


def _building_label(view: State, box: Box, seat: int, step: Step, action: int) -> str:
    if belongs(a.CITY, action):
        city = decode(a.PickCity, action).city
        where = f"{city_name(view, box, seat, city)} (city {city + 1})"
        is_district = step == Step.CITY and view.plan.act == Act.CARD
        return f"Add the district to {where}" if is_district else f"Put it in {where}"
    if belongs(a.SPOT, action):
        number, place = decode(a.Spot, action)
        what = building_at(view, box, seat, number, place)
        if step == Step.PLACE:
            return f"Destroy {what} to make room"
        return f"Destroy {what}" if step == Step.OWN_BUILDING else f"Move {what} for {coins(box.move_price)}"
    source = decode(a.Build, action).place
    face = plain(cities.face_at)(view, view.sides[seat], source) if source < ROW + FACES else NONE
    if face == NONE:
        return (
            f"Build from place {PLACES[source]}"
            if source < ROW
            else f"Build a stored {face_in_full(box, source - ROW)}"
        )
    helper = view.plan.card if step == Step.SOURCE else NONE
    cost = price(
        plain(building.coins_to_build)(box, face, helper),
        plain(building.science_to_build)(view.sides[seat], box, face, helper),
    )
    what = row_name(view, box, source) if source < ROW else f"the stored {face_in_full(box, face)}"
    return f"Build {what} for {cost}"


def row_name(view: State, box: Box, place: int) -> str:
    """What lies in a place of the row; where there are several of its kind, which of them."""
    face = view.row[place]
    if face == NONE:
        return f"from place {PLACES[place]}"
    same = [other for other in range(box.row_places) if view.row[other] == face]
    name = face_in_full(box, face)
    return f"the {ORDINALS[same.index(place)]} {name}" if len(same) > 1 else name


def _lay_label(view: State, box: Box, seat: int, action: int) -> str:
    card, role = decode(a.Lay, action)
    debt = f"; owed: {owed(view, box, seat)}" if 0 <= seat < box.seats else ""
    name = card_name(box, card)
    if role == Role.ATTACK:
        return f"Lay {name} for {box.card_attack[card]} attack{debt}"
    if card == view.plan.card:
        return f"Lay {name} itself now, before the rest{debt}"
    return f"Lay {name} for {skills_text(box, card)}{debt}"


def _other_label(view: State, box: Box, seat: int, action: int) -> str:
    if belongs(a.NATION, action):
        nation = decode(a.PickNation, action).nation
        abilities = nation_abilities(box, nation)
        return f"Lead the {text_of(box.nation_text[nation].name)}{': ' if abilities else ''}{abilities.rstrip('.')}"
    if belongs(a.TOP, action):
        return f"Put {card_name(box, decode(a.Top, action).card)} next, from the top down"
    if belongs(a.BID, action):
        return _bid_label(view, box, seat, decode(a.Bid, action).spot)
    if belongs(a.TAX, action):
        return f"Tax: gain {coins(box.tax)}"
    if belongs(a.SCIENCE, action):
        return f"Buy 1 science for {coins(box.science_price)}"
    if belongs(a.LAND, action):
        verb = "Start in" if plain(kind)(view) == Kind.HOME else "Settle"
        return f"{verb} {land_text(box, decode(a.PickLand, action).land)}"
    if belongs(a.TOKEN, action):
        token = decode(a.PickToken, action).token
        as_city = view.plan.land != NONE
        size = box.city_spaces[token] if as_city else box.district_spaces[token]
        if not as_city and 0 <= seat < box.seats and view.sides[seat].nation != NONE:
            size = plain(cities.district_size)(view.sides[seat], box, token)
        room = count(size, "building" if as_city else "more building")
        return f"Use the token for {room}, {draws_text(box.token_draws[token])}"
    if belongs(a.RIVAL, action):
        rival = decode(a.Rival, action).seat
        has = f" ({coins(view.sides[rival].coins)})" if rival < box.seats else ""
        return f"Rob {nation_name(view, box, rival)}{has}"
    if belongs(a.BACK, action):
        return "Take the last step back"
    if belongs(a.GOOD, action):
        return f"Choose {good_name(box, decode(a.PickGood, action).good)} for {town_name(box, box.chooser)}"
    if belongs(a.BUY, action):
        return _buy_label(view, box, seat, decode(a.Buy, action).card)
    if belongs(a.DONE, action):
        return "Stay where you are" if plain(kind)(view) == Kind.SECOND_BID else _done_label(view, box, seat)
    if belongs(a.DEAL, action):
        face = decode(a.Deal, action).face
        return f"The next building card is {face_in_full(box, face)}"
    if belongs(a.TOWN, action):
        return f"The next town of the pile is {town_name(box, decode(a.PickTown, action).town)}"
    return f"{nation_name(view, box, decode(a.First, action).seat)} is next in the order of bids"


def _bid_label(view: State, box: Box, seat: int, spot: int) -> str:
    """CI-3.3; the Toads' second bid costs the difference (CI-13.8)."""
    if plain(kind)(view) == Kind.SECOND_BID and 0 <= seat < box.seats:
        old = plain(bidding.spot_of)(view, seat)
        more = box.spot_coins[spot] - (box.spot_coins[old] if old != NONE else 0)
        return f"Move to spot {spot + 1} of {SPOTS} for {coins(more)} more"
    return f"Bid {coins(box.spot_coins[spot])} (spot {spot + 1} of {SPOTS})"


def _buy_label(view: State, box: Box, seat: int, card: int) -> str:
    cost = price(box.card_coins[card], box.card_science[card])
    if 0 <= seat < box.seats and view.sides[seat].picks >> card & 1:
        return f"Put {card_name(box, card)} back ({cost})"
    return f"Buy {card_name(box, card)} for {cost}: {card_text(box, card)}"


def _done_label(view: State, box: Box, seat: int) -> str:
    picks = members(view.sides[seat].picks) if 0 <= seat < box.seats else []
    return f"Finish: buy {card_names(box, picks)}" if picks else "Finish without buying"
