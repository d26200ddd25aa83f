"""What a person may ask about the table of Iron Kings: how it stands, and what was meant by touching it."""

from wartable.compiler.mode import plain

from .box import Box
from .names import FUELS, SPACE_CODES
from .rules import points
from .state import State

RULES = {"hex-": 410, "stack-": 1201, "skull-": 1205, "king-": 801, "worker-": 415, "rested-": 414, "wilderness-": 416}
RULES |= {"space-": 408, "damage-": 1105, "store-": 103, "steam-": 506, "points-": 1701, "track-": 701, "gap-": 702}
RULES |= {"hand-": 107, "place-": 701, "pointer": 801, "discard": 704, "deck": 502, "bag": 1301, "round": 1604}
RULES |= {"treasure-": 1406, "slots": 604, "vault": 1701, "slot-": 604, "upgrade-": 1502, "token-": 1303, "face-": 206}
RULES |= {"space-throttle": 508, "space-brake": 509, "space-vent": 507, "space-burn": 505, "space-repair": 503}
RULES |= {"space-plan": 501, "space-dock-repair": 606, "space-dock-steam": 607, "space-dock-upgrade": 608}
RULES |= {"space-dock-salvage": 609, "mulligan": 306, "tow": 418, "pass": 108, "home-": 601}
RULES |= {"balrog": 1307, "part-": 408, "section-": 1503, "aboard-": 1701}


def goal(view: State, box: Box, seat: int) -> str:
    stand = ", ".join(f"{{{owner}}} {int(plain(points)(view, box, owner))}" for owner in range(box.seats))
    return f"The most points win, in full for treasures brought home and half for those a King carries: {stand}."


def meant_by(view: State, box: Box, seat: int, touched: tuple[str, ...]) -> str | None:
    """The typed intention that touching these things is."""
    words = [word_of(thing) for thing in touched]
    found = [word for word in words if word]
    return " ".join(found) or None


def word_of(thing: str) -> str:
    """A thing as a person would name it; empty where it has no name that means anything."""
    what, _, rest = thing.partition("-")
    if what == "rested":
        return rest
    if what == "space":
        return rest if rest in SPACE_CODES else ""
    if what in ("hex", "sign", "stack", "skull"):
        return rest.lower()
    if what == "hand" and not rest.isdigit():
        return rest.replace("-", " ")
    if what in ("gap", "place") and rest.isdigit():
        return f"insert {rest}"
    if what == "track" and rest.isdigit():
        return f"replace {rest}"
    names = {"treasure": rest, "upgrade": f"buy {rest}", "token": rest, "face": f"face {rest.lower()}"}
    if what == "store":
        return f"burn {rest}" if rest in FUELS else ""
    return names.get(what, {"discard": "remove", "vault": "store", "slots": "load"}.get(thing, ""))
