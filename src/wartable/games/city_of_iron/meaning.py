"""What a person means by a text that is no legal move, and the fact for which a rule forbids it."""

import re

import numpy as np

from wartable.core.actions import encode
from wartable.core.compiled import plain
from wartable.core.frames import kind
from wartable.core.game import Refused
from wartable.core.record import Array

from . import actions as a
from .box import Box, Text, text_of
from .facts import fact, land_fact
from .notation import notation
from .prompts import prompt
from .refusals import refuse_land, refuse_play
from .rules.turn import list_turn
from .state import (
    CARDS,
    CITIES,
    GOODS,
    LANDS,
    NATIONS,
    NONE,
    ROW,
    SPOTS,
    TOWNS,
    Act,
    Effect,
    Kind,
    Role,
    State,
    Step,
)
from .texts import PLACES, card_name, city_name, coins, face_name, join, land_name, nation_name, step_of

__all__ = ["fact", "meant"]

BACK = {"back", "undo", "cancel", "take back"}
DONE = {"done", "pass", "finish", "finished", "end", "skip", "stay", "nothing", "stop", "end turn", "pass turn"}
VERBS = (
    *("tax", "science", "study", "draw", "store", "build", "attack", "conquer", "raid", "play", "use", "settle"),
    *("district", "expand", "destroy", "demolish", "move", "lay", "hit", "pay", "discard", "buy", "purchase", "rob"),
    *("steal", "bid", "sell", "top", "land", "nation", "lead", "token", "city", "spot", "rival", "good", "choose"),
)


def normal(text: str) -> str:
    """Small letters and single spaces alone."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower().replace("'", "")))


def stem(name: str) -> str:
    return " ".join(word.rstrip("s") for word in normal(name).split())


def longest(said: str, known: list[str]) -> list[int]:
    """Which of these names are in a text; of several, the longest."""
    there = {number: name for number, name in enumerate(known) if name and f" {name} " in said}
    long = max(map(len, there.values()), default=0)
    return [number for number, name in there.items() if len(name) == long]


def find(text: str, texts: Array[Text], many: int) -> list[int]:
    """The things that a text names in full; else the one that has a word of it alone."""
    said = f" {stem(text)} "
    names = [stem(text_of(texts[number].name)) for number in range(many)]
    keys = [stem(text_of(texts[number].key)) for number in range(many)]
    by_name, by_key = longest(said, names), longest(said, keys)
    if by_key and (not by_name or len(keys[by_key[0]]) > len(names[by_name[0]])):
        return by_key
    if by_name:
        return by_name
    parts = [word for word in said.split() if len(word) > 3 and word not in VERBS]
    hits = {number for number, name in enumerate(names) for word in parts if word in name.split()}
    return sorted(hits) if len({names[number] for number in hits}) == 1 else []


def has(text: str, *verbs: str) -> bool:
    return any(re.search(rf"\b{verb}", text) for verb in verbs)


def meant(view: State, box: Box, seat: int, text: str) -> int | Refused | None:
    said = normal(text)
    asked = plain(kind)(view)
    for action in range(a.FIRST.last + 1):
        if notation(view, box, seat, action) == text.lower():
            return action
    if asked == Kind.TURN:
        step = step_of(view, box, seat)
        return in_turn(view, box, seat, said) if step == Step.BEGIN else in_step(view, box, seat, said, step)
    answers = {
        Kind.NATION: (a.NATION, box.nation_text, NATIONS),
        Kind.HOME: (a.LAND, box.land_text, LANDS),
        Kind.ARRANGE: (a.TOP, box.card_text, CARDS),
        Kind.CHOOSE_GOOD: (a.GOOD, box.good_text, GOODS),
        Kind.PURCHASE: (a.BUY, box.card_text, CARDS),
    }
    if asked in answers:
        family, texts, many = answers[Kind(asked)]
        found = find(said, texts, many)
        if len(found) == 1:
            return family.first + found[0]
        return elsewhere(view, box, seat, said, 1011 if asked == Kind.PURCHASE else 107)
    return meant_bid(view, box, seat, said)


def elsewhere(view: State, box: Box, seat: int, said: str, rule: int) -> int | Refused | None:
    """Something of another moment of the game is meant, or nothing at all."""
    if said in DONE:
        return a.DONE.first
    if names_something(box, said):
        return Refused(rule, f"{prompt(view, box, seat)}.")
    return None


def names_something(box: Box, said: str) -> bool:
    tables = (
        *((box.card_text, CARDS), (box.face_text, box.faces), (box.town_text, TOWNS), (box.land_text, LANDS)),
        *((box.good_text, GOODS), (box.nation_text, NATIONS)),
    )
    return said in DONE | BACK or has(said, *VERBS) or any(find(said, texts, many) for texts, many in tables)


# Bids


def meant_bid(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """A number is a spot; with the word coins it is a price."""
    number = re.search(r"\d+", said)
    if number is None or not (has(said, "bid", "spot") or said == number.group() or "coin" in said):
        rule = 304 if plain(kind)(view) == Kind.BID else 1308
        return elsewhere(view, box, seat, said, rule)
    amount = int(number.group())
    prices = [int(price) for price in box.spot_coins]
    if "coin" in said:
        free = [spot for spot in range(SPOTS) if prices[spot] == amount and view.spots[spot] == NONE]
        if amount not in prices:
            return Refused(302, f"No spot costs {coins(amount)}; the spots cost {join(map(str, prices))}.")
        return a.BID.first + (free[-1] if free else prices.index(amount))
    if not 1 <= amount <= SPOTS:
        return Refused(302, f"The track has {SPOTS} spots; they cost {join(map(str, prices))} coins.")
    return a.BID.first + amount - 1


# The beginning of a turn


def in_turn(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """The first word of what is meant, and what it is about."""
    if said in BACK:
        return a.BACK.first
    if said in DONE:
        return Refused(402, f"A turn is one action, and cannot be passed. {prompt(view, box, seat)}.")
    if " and " in said:
        return Refused(402, "A turn is one action: say one thing at a time.")
    if has(said, "play", "use") and has(said, "attack"):
        return Refused(801, "An attack names its town first; the cards are laid for it after that.")
    for verbs, reader in (
        (("tax",), meant_tax),
        (("draw",), meant_draw),
        (("build",), meant_build),
        (("store", "save", "keep"), meant_store),
        (("attack", "conquer", "raid", "besiege"), meant_attack),
        (("settle", r"explore\b", "colonise", "found"), meant_settling),
        (("district", "expand"), meant_district),
        (("destroy", "demolish", "tear"), meant_destroying),
        (("move",), meant_moving),
        (("lay", "hit", "pay", "discard"), meant_laying),
        (("buy", "purchase", "science", "study"), meant_buying),
        (("rob", "steal"), meant_robbing),
        (("bid",), meant_late_bid),
        (("play", "use"), meant_play),
    ):
        if has(said, *verbs) and not (reader is not meant_play and has(said, "play", "use")):
            return reader(view, box, seat, said)
    return bare_name(view, box, seat, said)


def bare_name(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """A name alone: a town is attacked, a card played, a building built."""
    if find(said, box.town_text, TOWNS):
        return meant_attack(view, box, seat, said)
    if find(said, box.card_text, CARDS):
        return meant_play(view, box, seat, said)
    if find(said, box.face_text, box.faces):
        return meant_build(view, box, seat, said)
    if find(said, box.land_text, LANDS):
        return meant_settling(view, box, seat, said)
    return elsewhere(view, box, seat, said, 107) if names_something(box, said) else None


def meant_tax(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    if "collector" in said:
        return meant_play(view, box, seat, said)
    if re.search(r"\d", said) and f"{box.tax}" not in said.split():
        return Refused(408, f"Tax gains {coins(box.tax)}, no more and no less.")
    return a.TAX.first


def meant_draw(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    if has(said, "citizen"):
        return a.DRAW.first
    if has(said, "military", "soldier"):
        return a.DRAW.first + 1
    if find(said, box.card_text, CARDS):
        return Refused(410, "The top card of a pile is drawn, whichever it is: draw-citizen or draw-military.")
    if has(said, "building", "town"):
        return Refused(410, "Only citizen and military cards are drawn: draw-citizen or draw-military.")
    return Refused(410, "Say which pile: draw-citizen or draw-military.")


def row_place(view: State, box: Box, said: str) -> int | None:
    """The place of the row that a text names by its letter."""
    letters = [word for word in said.split() if len(word) == 1 and word in PLACES]
    return PLACES.index(letters[-1]) if letters else None


def in_row(view: State, box: Box, faces: list[int]) -> list[int]:
    return [place for place in range(box.row_places) if view.row[place] in faces]


def meant_store(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    place = row_place(view, box, said)
    if place is not None:
        return a.STORE.first + place
    faces = find(said, box.face_text, box.faces)
    places = in_row(view, box, faces)
    if faces and not places:
        return Refused(409, f"No {face_name(box, faces[0])} lies in the row; only cards of the row are stored.")
    if places and len({view.row[place] for place in places}) == 1:
        return a.STORE.first + places[0]
    return Refused(409, f"Say which card of the row is stored, by its place: {which(places, 'store')}.")


def which(places: list[int], verb: str) -> str:
    return join(f"{verb}-{PLACES[place]}" for place in places) if places else f"{verb}-a, {verb}-b and so on"


def meant_build(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """By the letter of a place, or by name: from the row, else from the store."""
    elsewhere = [land for land in lands_named(box, said) if view.land_owner[land] != seat]
    if elsewhere:
        return Refused(504, f"You have no city on {land_name(box, elsewhere[0])}.")
    place = row_place(view, box, said)
    if place is not None:
        return a.BUILD.first + place
    faces = find(said, box.face_text, box.faces)
    if not faces:
        return Refused(501, "Say which building: build-a for the card at place a, or build with its name.")
    places = [] if "stored" in said else in_row(view, box, faces)
    stored = [face for face in faces if view.sides[seat].stored[face]]
    if len({view.row[place] for place in places}) > 1:
        return Refused(501, f"There are several of that name; say which: {which(places, 'build')}.")
    if places:
        return a.BUILD.first + places[0]
    if stored:
        return a.BUILD.first + ROW + stored[0]
    return Refused(501, f"There is no {face_name(box, faces[0])} in the row or among your stored buildings.")


def lands_named(box: Box, said: str) -> list[int]:
    """The lands that are named in full."""
    return [land for land in range(LANDS) if f" {stem(text_of(box.land_text[land].name))} " in f" {stem(said)} "]


def meant_attack(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    towns = find(said, box.town_text, TOWNS)
    if towns:
        return a.ATTACK.first + towns[0]
    return Refused(801, "Only towns are attacked: the open ones, and those of other players. Say which.")


def card_with(box: Box, effect: Effect) -> int:
    return next(card for card in range(CARDS) if box.card_effect[card] == effect)


def meant_settling(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """The Explorer first, then the land: what forbids either is told at once."""
    card = card_with(box, Effect.SETTLE)
    lands = find(said, box.land_text, LANDS)
    side = view.sides[seat]
    others = [other for other in range(CARDS) if other != card and side.hand >> other & 1]
    reach = int(side.distance) + sum(int(box.card_distance[other]) for other in others)
    if lands and side.hand >> card & 1:
        rule = plain(refuse_land)(view, box, side, card, reach, lands[0])
        if rule:
            return Refused(int(rule), land_fact(view, box, seat, lands[0], int(rule)))
    if not lands or plain(refuse_play)(view, box, seat, card):
        return a.PLAY.first + card
    name = land_name(box, lands[0])
    return Refused(404, f"Play {card_name(box, card)} first (play-explorer), then choose {name}.")


def meant_district(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    return a.PLAY.first + card_with(box, Effect.ADD_DISTRICT)


def meant_destroying(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    words = "A building is destroyed only to make room in a full city, when another is built there: begin with build."
    return Refused(507, words)


def own_spots(view: State, box: Box, seat: int, faces: list[int]) -> list[tuple[int, int]]:
    cities = view.sides[seat].cities
    return [
        (number, place)
        for number in range(CITIES)
        for place in range(cities[number].count)
        if cities[number].built[place] in faces
    ]


def meant_moving(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    faces = find(said, box.face_text, box.faces)
    spots = own_spots(view, box, seat, faces)
    if faces and not spots:
        return Refused(1302, f"You have no {face_name(box, faces[0])} in a city.")
    return int(plain(encode)(a.SPOT, *(spots[0] if spots else (0, 0))))


def meant_laying(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    cards = find(said, box.card_text, CARDS)
    if not cards:
        return Refused(404, f"Nothing is to be paid yet. {prompt(view, box, seat)}.")
    return int(plain(encode)(a.LAY, cards[0], Role.ATTACK if has(said, "hit") else Role.SKILL))


def meant_buying(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    if has(said, "science", "study"):
        number = re.search(r"\d+", said)
        if number and number.group() != "1":
            return Refused(407, f"One action buys 1 science for {coins(box.science_price)}.")
        return a.SCIENCE.first
    if find(said, box.face_text, box.faces):
        return meant_build(view, box, seat, said)
    return Refused(1011, "Citizen and military cards are bought at the end of the round, not in a turn.")


def meant_robbing(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    return a.PLAY.first + card_with(box, Effect.STEAL)


def meant_late_bid(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    return Refused(304, "Everyone has bid; the next bids come at the beginning of the next round.")


def meant_play(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    cards = find(said, box.card_text, CARDS)
    if cards:
        return a.PLAY.first + cards[0]
    return Refused(601, "Say which card of your hand is played for its action.")


# The steps of an action


def in_step(view: State, box: Box, seat: int, said: str, step: Step) -> int | Refused | None:
    """What answers the step that is asked, by name; else what is meant as if nothing were begun."""
    if said in BACK:
        return a.BACK.first
    reader = {
        Step.SOURCE: meant_build,
        Step.PLACE: meant_city,
        Step.CITY: meant_city,
        Step.OWN_BUILDING: meant_city,
        Step.LAND: meant_land,
        Step.TOKEN: meant_token,
        Step.ROW_CARD: meant_store,
        Step.PILE_TOP: meant_draw,
        Step.RIVAL: meant_rival,
        Step.PAY: meant_payment,
    }[step]
    found = reader(view, box, seat, said)
    if found is not None:
        return found
    if names_something(box, said):
        return Refused(404, f"Another action has been begun; back takes its last step back. {prompt(view, box, seat)}.")
    return None


def meant_city(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """A city by its name or number, or a building to destroy by its name."""
    spots = own_spots(view, box, seat, find(said, box.face_text, box.faces))
    if spots and view.plan.act != Act.MOVE:
        return int(plain(encode)(a.SPOT, *spots[0]))
    lands, towns = find(said, box.land_text, LANDS), find(said, box.town_text, TOWNS)
    for number in range(CITIES):
        city = view.sides[seat].cities[number]
        if city.spaces and (city.land in lands or city.town in towns):
            return a.CITY.first + number
    if lands or towns:
        mine = join(city_name(view, box, seat, n) for n in range(CITIES) if view.sides[seat].cities[n].spaces)
        return Refused(504, f"That is no city of yours; your cities are {mine}.")
    by_number = re.fullmatch(rf"(?:city )?([1-{CITIES}])", said)
    return a.CITY.first + int(by_number.group(1)) - 1 if by_number else None


def meant_land(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    lands = find(said, box.land_text, LANDS)
    return a.LAND.first + lands[0] if lands else None


def meant_token(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """By its name, or by the number of buildings in a city on it."""
    for token, words in enumerate((("capital", "5"), ("citizen", "3"), ("military", "2"))):
        if has(said, *words):
            return a.TOKEN.first + token
    return None


def meant_rival(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    nations = find(said, box.nation_text, NATIONS)
    for rival in range(box.seats):
        if view.sides[rival].nation in nations:
            return a.RIVAL.first + rival
    names = join(nation_name(view, box, other) for other in range(box.seats) if other != seat)
    return Refused(724, f"Say whom to rob: {names}.") if names_something(box, said) else None


def meant_payment(view: State, box: Box, seat: int, said: str) -> int | Refused | None:
    """A card, for its attack or for its skills; where one word is missing, the way that is legal."""
    cards = find(said, box.card_text, CARDS)
    if not cards:
        return None
    codes = [int(plain(encode)(a.LAY, cards[0], role)) for role in (Role.SKILL, Role.ATTACK)]
    if has(said, "hit", "attack", "fight"):
        return codes[Role.ATTACK]
    if has(said, "lay", "distance", "work", "skill") or view.plan.act != Act.ATTACK:
        return codes[Role.SKILL]
    out = np.zeros(CARDS * 2 + 2, np.int32)
    legal = [code for code in out[: plain(list_turn)(view, box, seat, out)].tolist() if code in codes]
    if len(legal) == 2:
        name = text_of(box.card_text[cards[0]].key).replace("_", "-")
        return Refused(805, f"Say what it is laid for: hit-{name} for its attack or lay-{name} for its distance.")
    return legal[0] if legal else codes[Role.ATTACK if box.card_attack[cards[0]] else Role.SKILL]
