"""Notation, labels and log sentences of City of Iron."""

from collections.abc import Iterable

from wartable.core.actions import belongs, split
from wartable.core.compiled import plain
from wartable.core.frames import NATURE, SPECTATOR, due, kind
from wartable.core.game import Sentence
from wartable.core.record import Record

from . import actions as a
from .box import text_of
from .rules import building, cities, pay, plan, scoring
from .state import (
    CARDS,
    CITIES,
    FACES,
    GOODS,
    LANDS,
    NONE,
    ROW,
    SHIP,
    SPOTS,
    TOKENS,
    TOWNS,
    Act,
    Effect,
    Kind,
    Role,
    Step,
)

PLACES = "abcdefghijkl"
PILES = ("citizen", "military")
ENDS = ("", "points", "coins", "goods", "nothing")
BONUSES = ("coins", "distance of lands", "one good", "cards", "conquered towns")


def card_name(box: Record, card: int) -> str:
    return text_of(box.card_text[card].name)


def face_name(box: Record, face: int) -> str:
    return text_of(box.face_text[face].name)


def good_name(box: Record, good: int) -> str:
    return text_of(box.good_text[good].name)


def land_name(box: Record, land: int) -> str:
    return text_of(box.land_text[land].name)


def town_name(box: Record, town: int) -> str:
    return text_of(box.town_text[town].name)


def nation_name(view: Record, box: Record, seat: int) -> str:
    """What a seat is called where its player's name is not at hand."""
    nation = view.sides[seat].nation if seat < box.seats else NONE
    return text_of(box.nation_text[nation].name) if nation != NONE else f"seat {seat + 1}"


def key(text: Record) -> str:
    return text_of(text.key).replace("_", "-")


def join(words: Iterable[str]) -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}" if listed else "nothing"


def coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


def points(number: int) -> str:
    return "1 point" if abs(number) == 1 else f"{number} points"


def price(coin_part: int, science: int) -> str:
    return f"{coins(coin_part)} and {science} science" if science else coins(coin_part)


def goods_text(box: Record, cells: object) -> str:
    """The goods that a building or a town gives: `2 Srikas, 1 Turnips`."""
    return ", ".join(f"{cells[good]} {good_name(box, good)}" for good in range(GOODS) if cells[good])  # type: ignore[index]


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def card_names(box: Record, cards: Iterable[int]) -> str:
    return join(card_name(box, card) for card in cards)


def step_of(view: Record, box: Record, seat: int) -> Step:
    """What the action that a seat has begun asks for; BEGIN for anyone else."""
    if not 0 <= seat < box.seats:
        return Step.BEGIN
    return Step(plain(plan.next_step)(view, box, view.sides[seat]))


def city_name(view: Record, box: Record, seat: int, number: int) -> str:
    city = view.sides[seat].cities[number]
    if city.land != NONE:
        return land_name(box, city.land)
    if city.town != NONE:
        return town_name(box, city.town)
    return f"city {number + 1}"


def building_at(view: Record, box: Record, seat: int, number: int, place: int) -> str:
    city = view.sides[seat].cities[number]
    name = face_name(box, city.built[place]) if place < city.count else "nothing"
    return f"{name} (place {place + 1} of {city_name(view, box, seat, number)})"


def owed(view: Record, box: Record, seat: int) -> str:
    """What the action that has been begun still owes: `2 attack and 1 distance`."""
    side = view.sides[seat]
    parts = []
    for amount, what in (
        (plain(pay.attack_owed)(view, box), "attack"),
        (plain(pay.distance_owed)(view, box, side), "distance"),
        (plain(pay.work_owed)(view, box, side), "work"),
    ):
        if amount:
            parts.append(f"{amount} {what}")
    vessel = plain(pay.vessel_owed)(view, box)
    if vessel:
        parts.append("a ship" if vessel == SHIP else "an airship")
    return join(parts)


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
        return f"Play {card_name(box, action - a.PLAY.first)}: {effect_text(box, action - a.PLAY.first)}"
    if belongs(a.ATTACK, action):
        town = action - a.ATTACK.first
        return (
            f"Attack {town_name(box, town)}: {plain(pay.defence)(view, box, town)} attack, "
            f"{box.town_distance[town]} distance"
        )
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
        return f"Add the district to {where}" if step == Step.CITY and view.plan.act == Act.CARD else f"Put it in {where}"
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


def skills_text(box: Record, card: int) -> str:
    parts = []
    if box.card_distance[card]:
        parts.append(f"{box.card_distance[card]} distance")
    if box.card_work[card]:
        parts.append(f"{box.card_work[card]} work")
    if box.card_vessel[card]:
        parts.append("ship" if box.card_vessel[card] == SHIP else "airship")
    return ", ".join(parts)


def _other_label(view: Record, box: Record, seat: int, action: int) -> str:
    if belongs(a.NATION, action):
        return f"Lead the {text_of(box.nation_text[action - a.NATION.first].name)}"
    if belongs(a.TOP, action):
        return f"Put {card_name(box, action - a.TOP.first)} next, from the top down"
    if belongs(a.BID, action):
        spot = action - a.BID.first
        return f"Bid {coins(box.spot_coins[spot])} (spot {spot + 1} of {SPOTS})"
    if belongs(a.TAX, action):
        return f"Tax: gain {coins(box.tax)}"
    if belongs(a.SCIENCE, action):
        return f"Buy 1 science for {coins(box.science_price)}"
    if belongs(a.LAND, action):
        return f"Settle {land_text(box, action - a.LAND.first)}"
    if belongs(a.TOKEN, action):
        token = action - a.TOKEN.first
        as_city = view.plan.land != NONE
        size = box.city_spaces[token] if as_city else box.district_spaces[token]
        if not as_city and 0 <= seat < box.seats and view.sides[seat].nation != NONE:
            size = plain(cities.district_size)(view.sides[seat], box, token)
        return f"Use the token for {'' if as_city else '+'}{size} buildings, {draws_text(box.token_draws[token])}"
    if belongs(a.RIVAL, action):
        return f"Rob {nation_name(view, box, action - a.RIVAL.first)}"
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


def _buy_label(view: Record, box: Record, seat: int, card: int) -> str:
    cost = price(box.card_coins[card], box.card_science[card])
    if 0 <= seat < box.seats and view.sides[seat].picks >> card & 1:
        return f"Put {card_name(box, card)} back ({cost})"
    return f"Buy {card_name(box, card)} for {cost}"


def _done_label(view: Record, box: Record, seat: int) -> str:
    picks = members(view.sides[seat].picks) if 0 <= seat < box.seats else []
    return f"Finish: buy {card_names(box, picks)}" if picks else "Finish without buying"


def land_text(box: Record, land: int) -> str:
    """`Red Hills (distance 2; Grass, Mountain)`."""
    types = ", ".join(text_of(box.type_text[t].name) for t in range(7) if box.land_types[land] >> t & 1)
    vessel = ("", ", by ship", ", by airship")[box.land_vessel[land]]
    return f"{land_name(box, land)} (distance {box.land_distance[land]}{vessel}; {types})"


def draws_text(draws: object) -> str:
    parts = [f"{draws[k]} {PILES[k]} draw{'s' if draws[k] > 1 else ''}" for k in (0, 1) if draws[k]]  # type: ignore[index]
    return " and ".join(parts) or "no draw"


def effect_text(box: Record, card: int) -> str:
    """A card's action in a few words."""
    n, most = box.card_amount[card], box.card_limit[card]
    cap = f", {most} at most" if most else ""
    words = {
        Effect.STUDY: f"gain {n} science",
        Effect.CHART: f"draw {n} citizens",
        Effect.PEDDLE: f"{coins(n)} for each kind of good{cap}",
        Effect.SALVAGE: f"discard a card of the row for {coins(n)}",
        Effect.BUILD_CHEAPER: f"build for {coins(n)} less",
        Effect.SETTLE: "settle a new city",
        Effect.ARM: f"draw {n} military",
        Effect.ADD_DISTRICT: "add a district",
        Effect.SELL: f"gain {coins(n)}",
        Effect.RECOVER: "take back a discarded card",
        Effect.RESEARCH: f"gain {n} science",
        Effect.SCOUT: f"draw {n} of each kind",
        Effect.COLLECT: f"{coins(n)} for each city{cap}",
        Effect.SNATCH: "store a building card",
        Effect.PATROL: f"gain {coins(n)}",
        Effect.MUSTER: f"draw {n} military",
        Effect.BUILD_UNSTUDIED: f"build for {n} science less",
        Effect.EXACT_TRIBUTE: f"take {coins(n)} from everyone",
        Effect.GUARD_TOWNS: f"{coins(n)}, and {n} for each town{cap}",
        Effect.PARADE: f"{coins(n)}, and {n} for each military card in hand{cap}",
        Effect.BUILD_STORED: f"build a stored card for {coins(n)} less",
        Effect.CONJURE: f"gain {n} science",
        Effect.TAKE_AIM: f"draw {n} military",
        Effect.STEAL: f"take {coins(n)} from a rival",
        Effect.BLOCKADE: f"{coins(n)} for each first place{cap}",
        Effect.INVENT: f"gain {n} science",
        Effect.CLAIM_BOUNTY: f"gain {coins(n)}",
        Effect.PLAN_AHEAD: f"draw {n} military and a citizen",
        Effect.TAKE_DOWN: f"destroy a building for its coins, {n} at most",
    }[Effect(box.card_effect[card])]
    asked = [
        *([coins(box.card_needs_coins[card])] if box.card_needs_coins[card] else []),
        *([f"{box.card_needs_work[card]} work"] if box.card_needs_work[card] else []),
        *([f"{box.card_needs_distance[card]} distance"] if box.card_needs_distance[card] else []),
    ]
    cost = f" for {join(asked)}" if asked else ""
    return f"{words}{cost}{', free' if box.card_free[card] else ''}"


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
    return {
        Kind.NATION: "Choose your nation",
        Kind.HOME: "Choose your starting land",
        Kind.ARRANGE: f"Choose the next card of your {PILES[view.head.frames[view.head.depth - 1].a]} pile, from the top",
        Kind.BID: f"Bid for turn order: you have {coins(view.sides[seat].coins)}",
        Kind.SECOND_BID: "Bid a second time for the difference, or stay",
        Kind.CHOOSE_GOOD: f"Choose the good of which {town_name(box, box.chooser)} gives {box.snyle_goods}",
        Kind.PURCHASE: "Choose cards to buy, in secret, or finish",
    }.get(Kind(asked), "Waiting for chance")


def turn_prompt(view: Record, box: Record, seat: int) -> str:
    step = step_of(view, box, seat)
    if step == Step.BEGIN:
        number = view.turns // box.seats + 1
        return f"Round {view.round_number}, action {number} of {box.actions}: build, play, attack, draw, store, tax or study"
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


# The log


def tell(before: Record, after: Record, box: Record, viewer: int, seat: int, action: int | None) -> list[Sentence]:
    asked = plain(kind)(before)
    if seat == NATURE:
        told = chance_told(before, box, action)
    elif asked == Kind.TURN:
        told = turn_told(before, after, box, seat, action)
    elif asked == Kind.PURCHASE:
        told = purchase_told(before, after, box, seat, action)
    else:
        told = choice_told(before, after, box, seat, action)
    return told + round_told(before, after, box, seat) + end_told(after, box)


def chance_told(before: Record, box: Record, action: int | None) -> list[Sentence]:
    assert action is not None
    if belongs(a.DEAL, action):
        rule = 1002 if before.round_number else 212
        return [Sentence(f"{face_name(box, action - a.DEAL.first)} comes to the row.", rule)]
    if belongs(a.TOWN, action):
        return [Sentence(f"{town_name(box, action - a.TOWN.first)} goes to the town pile.", 213)]
    return [Sentence(f"{{{action - a.FIRST.first}}} is next in the order of bids.", 214)]


def choice_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    who = f"{{{seat}}}"
    if action is None:
        return [Sentence(f"{who} puts the starting pile in order.", 205)]
    if belongs(a.NATION, action):
        return [Sentence(f"{who} leads the {text_of(box.nation_text[action - a.NATION.first].name)}.", 202)]
    if belongs(a.LAND, action):
        return [Sentence(f"{who} starts in {land_name(box, action - a.LAND.first)}.", 203)]
    if belongs(a.TOP, action):
        return [Sentence(f"{who} puts {card_name(box, action - a.TOP.first)} next on the pile.", 205)]
    if belongs(a.GOOD, action):
        return [Sentence(f"{who} chooses {good_name(box, action - a.GOOD.first)} for {town_name(box, box.chooser)}.", 1405)]
    if belongs(a.DONE, action):
        return [Sentence(f"{who} stays on the turn-order track.", 1309)]
    spot = action - a.BID.first
    if plain(kind)(before) == Kind.SECOND_BID:
        paid = before.sides[seat].coins - after.sides[seat].coins
        return [Sentence(f"{who} bids again, spot {spot + 1}, for {coins(paid)} more.", 1308)]
    return [Sentence(f"{who} bids {coins(box.spot_coins[spot])} (spot {spot + 1}).", 303)]


def purchase_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    who = f"{{{seat}}}"
    if action is None:
        return []
    if belongs(a.BUY, action):
        card = action - a.BUY.first
        verb = "puts back" if before.sides[seat].picks >> card & 1 else "sets aside"
        return [Sentence(f"{who} {verb} {card_name(box, card)}.", 1011)]
    told = [Sentence(f"{who} has finished choosing cards.", 1013)]
    for other in range(box.seats):
        bought = members(before.sides[other].shop & ~after.sides[other].shop)
        if bought:
            told.append(Sentence(f"{{{other}}} buys {card_names(box, bought)}.", 1014))
    return told


def turn_told(before: Record, after: Record, box: Record, seat: int, action: int | None) -> list[Sentence]:
    """What a player did, read from what changed; a step that changes nothing yet is not told."""
    who = f"{{{seat}}}"
    if action is not None and before.plan.act == Act.NOTHING:
        if belongs(a.TAX, action):
            return [Sentence(f"{who} taxes: {coins(box.tax)}.", 408)]
        if belongs(a.SCIENCE, action):
            return [Sentence(f"{who} buys 1 science for {coins(box.science_price)}.", 407)]
        if belongs(a.DRAW, action):
            return [Sentence(f"{who} draws a {PILES[action - a.DRAW.first]} card.", 410)]
    old, new = before.sides[seat], after.sides[seat]
    told = cards_told(old, new, box, who) + deeds_told(before, after, box, seat)
    if told and not same_round_end(before, after):
        told += gains_told(before, after, box, seat)
    return told


def same_round_end(before: Record, after: Record) -> bool:
    """Whether the turn ran straight on into the income of the round, so that gains cannot be told apart."""
    return bool(after.scorings != before.scorings or after.round_number != before.round_number)


def cards_told(old: Record, new: Record, box: Record, who: str) -> list[Sentence]:
    played = members(new.discarded & ~old.discarded)
    return [Sentence(f"{who} lays down {card_names(box, played)}.", 606)] if played else []


def built(side: Record) -> dict[tuple[int, int], int]:
    """How many of each face stand in each city."""
    found: dict[tuple[int, int], int] = {}
    for number in range(CITIES):
        city = side.cities[number]
        for place in range(city.count):
            spot = (number, city.built[place])
            found[spot] = found.get(spot, 0) + 1
    return found


def deeds_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    who = f"{{{seat}}}"
    old, new = before.sides[seat], after.sides[seat]
    told = []
    for town in range(TOWNS):
        if before.town_owner[town] != seat and after.town_owner[town] == seat:
            loser = before.town_owner[town]
            source = f" from {{{loser}}}" if loser != NONE else ""
            told.append(Sentence(f"{who} conquers {town_name(box, town)}{source}.", 807 if source else 806))
    for land in range(LANDS):
        if before.land_owner[land] != after.land_owner[land] and after.land_owner[land] == seat:
            told.append(Sentence(f"{who} settles {land_name(box, land)}.", 908))
    for number in range(CITIES):
        for token in range(TOKENS):
            if new.cities[number].districts[token] > old.cities[number].districts[token]:
                told.append(Sentence(f"{who} adds a district to {city_name(after, box, seat, number)}.", 903))
    if not any(sentence.rule in (806, 807) for sentence in told):
        told += buildings_told(before, after, box, seat)
    for face in range(FACES):
        if new.stored[face] > old.stored[face]:
            told.append(Sentence(f"{who} stores {face_name(box, face)}.", 409))
    return told


def buildings_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    who = f"{{{seat}}}"
    old, new = built(before.sides[seat]), built(after.sides[seat])
    gone = [spot for spot in old if old[spot] > new.get(spot, 0)]
    come = [spot for spot in new if new[spot] > old.get(spot, 0)]
    if come and gone and come[0][1] == gone[0][1] and come[0][0] != gone[0][0] and sum(old.values()) == sum(new.values()):
        to = city_name(after, box, seat, come[0][0])
        return [Sentence(f"{who} moves {face_name(box, come[0][1])} to {to}.", 1302)]
    told = [Sentence(f"{who} destroys {face_name(box, face)}.", 507) for _, face in gone]
    told += [
        Sentence(f"{who} builds {face_name(box, face)} in {city_name(after, box, seat, number)}.", 504)
        for number, face in come
    ]
    return told


def gains_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    old, new = before.sides[seat], after.sides[seat]
    parts = []
    for change, what in ((new.coins - old.coins, "coin"), (new.science - old.science, "science")):
        if change:
            many = "s" if what == "coin" and abs(change) != 1 else ""
            parts.append(f"{'gains' if change > 0 else 'pays'} {abs(change)} {what}{many}")
    return [Sentence(f"{{{seat}}} {join(parts)}.", 602)] if parts else []


def round_told(before: Record, after: Record, box: Record, seat: int) -> list[Sentence]:
    """The steps at the end of a round, and the beginning of the next."""
    told = []
    if after.score_cards > before.score_cards:
        told.append(Sentence(f"Score card {'ABC'[after.score_cards - 1]} is drawn: the end of the next round scores.", 1003))
    if after.scorings > before.scorings and not after.head.over:
        gains = join(f"{{{s}}} {after.sides[s].points - before.sides[s].points}" for s in range(box.seats))
        told.append(Sentence(f"Scoring {after.scorings}: {gains}.", 1105))
    if seat == NATURE and plain(kind)(before) == Kind.DEAL_BUILDING and plain(kind)(after) != Kind.DEAL_BUILDING:
        if before.round_number:
            gains = join(f"{{{s}}} {after.sides[s].coins - before.sides[s].coins}" for s in range(box.seats))
            told.append(Sentence(f"Income in coins: {gains}.", 1006))
    if after.round_number > before.round_number:
        told.append(Sentence(f"Round {after.round_number} begins.", 301))
    return told


def end_told(after: Record, box: Record) -> list[Sentence]:
    if not after.head.over:
        return []
    told = [Sentence("The third scoring is done; the game ends.", 1201)]
    for bonus, what in enumerate(BONUSES):
        winner = plain(scoring.bonus_winner)(after, box, bonus)
        value = plain(scoring.bonus_points)(box, bonus)
        if winner != NONE:
            told.append(Sentence(f"{{{winner}}} has the most {what}: {points(value)}.", 1202 + bonus))
        else:
            told.append(Sentence(f"Nobody alone has the most {what}.", 1207))
    for seat in range(box.seats):
        lost = plain(scoring.storing_penalty)(box, after.sides[seat])
        if lost:
            told.append(Sentence(f"{{{seat}}} loses {points(lost)} for stored buildings.", 1208))
    winners = [seat for seat in range(box.seats) if plain(scoring.is_winner)(after, box, seat)]
    names = join(f"{{{seat}}}" for seat in winners)
    total = points(after.sides[winners[0]].points)
    if len(winners) > 1:
        return [*told, Sentence(f"{names} share the win with {total}.", 1212)]
    tie = f", ahead by {ENDS[after.head.over]}" if after.head.over > 1 else ""
    return [*told, Sentence(f"{names} wins with {total}{tie}.", 1208 + after.head.over)]
