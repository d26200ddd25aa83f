"""Help for people: the goal, and what a touch on the table means."""

from dataclasses import replace

from wartable.compiler.mode import plain
from wartable.core.phrases import listed
from wartable.drawing.card import Card
from wartable.drawing.scene import Id

from .box import Box, words_of
from .names import FUELS, SPACE_CODES
from .rules import points
from .state import NOWHERE, State

RULES = {"hex-": 410, "stack-": 1201, "skull-": 1205, "king-": 801, "worker-": 415, "rested-": 414, "wilderness-": 416}
RULES |= {"space-": 408, "damage-": 1105, "store-": 103, "steam-": 506, "points-": 1701, "track-": 701, "gap-": 702}
RULES |= {"hand-": 107, "place-": 701, "pointer": 801, "discard": 704, "deck": 502, "bag": 1301, "round": 1604}
RULES |= {"treasure-": 1406, "slots": 604, "vault": 1701, "slot-": 604, "upgrade-": 1502, "token-": 1303, "face-": 206}
RULES |= {"space-throttle": 508, "space-brake": 509, "space-vent": 507, "space-burn": 505, "space-repair": 503}
RULES |= {"space-plan": 501, "space-dock-repair": 606, "space-dock-steam": 607, "space-dock-upgrade": 608}
RULES |= {"space-dock-salvage": 609, "mulligan": 306, "tow": 418, "pass": 108, "home-": 601}
RULES |= {"balrog": 1307, "part-": 408, "section-": 1503, "aboard-": 1701}


COUNTED = {0: "none", 1: "one", 2: "two", 3: "three"}
GROUND_RULES = {"open": 1213, "forest": 1206, "mountain": 1207, "barrow": 1208, "mine": 1209, "ruins": 1210}
GROUND_RULES |= {"lake": 1211, "wasteland": 1212}


def explain_hex(view: State, box: Box, hex: int, card: Card) -> Card:
    """What a hex does to a King that steps here, then what a worker takes."""
    if view.terrain[hex] == NOWHERE:
        return card
    ground = box.terrains[view.terrain[hex]]
    harvest = words_of(box.stores[ground.harvest].name).lower() if ground.harvest != NOWHERE else ""
    drawn, kept = (COUNTED.get(number, str(number)) for number in (ground.draw, ground.keep))
    kept = "both" if ground.keep == ground.draw == 2 else kept
    does = (
        "comes here only by climbing or leaping" if ground.climb else "",
        f"draws {drawn} {'token' if ground.draw == 1 else 'tokens'} and keeps {kept}" if ground.draw else "",
        "takes 1 damage" if ground.skull else "",
        f"takes {ground.water} water" if ground.water else "",
        "ends its walk" if ground.stop else "",
        f"has {ground.defence} more defence" if ground.defence else "",
        f"has {ground.attack} more attack" if ground.attack else "",
    )
    said = [part for part in does if part]
    text = f"A King {listed(said)}." if said else "A King walks over it, and nothing happens."
    worker = f" A worker beside its King takes 1 {harvest} here." if harvest else ""
    rule = GROUND_RULES.get(words_of(ground.name).lower().split()[0], card.rule)
    return replace(card, text=text + worker, rule=rule)


def goal(view: State, box: Box, seat: int) -> str:
    stand = ", ".join(f"{{{owner}}} {int(plain(points)(view, box, owner))}" for owner in range(box.seats))
    return f"The most points win, in full for treasures brought home and half for those a King carries: {stand}."


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | None:
    """The text that touching these things stands for."""
    words = [word_of(thing) for thing in touched]
    found = [word for word in words if word]
    return " ".join(found) or None


def word_of(thing: str) -> str:
    """The name of a thing in typed text; empty if it has none."""
    id = Id.read(thing)
    match id.parts:
        case "rested", *_:
            return id.name
        case "space", *_ if id.name in SPACE_CODES:
            return id.name
        case (("hex" | "sign" | "stack" | "skull"), *_):
            return id.name.lower()
        case "hand", str(), *_:
            return id.name.replace("-", " ")
        case (("gap" | "place"), int(number)):
            return f"insert {number}"
        case "track", int(number):
            return f"replace {number}"
        case (("treasure" | "token"), *_):
            return id.name
        case "upgrade", *_:
            return f"buy {id.name}"
        case "face", *_:
            return f"face {id.name.lower()}"
        case "store", str(fuel) if fuel in FUELS:
            return f"burn {fuel}"
    return {"discard": "remove", "vault": "store", "slots": "load"}.get(thing, "")
