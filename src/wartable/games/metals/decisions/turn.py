"""MT-3.1: in its turn a player deploys a Metal or moves one; all else follows by itself."""

import re

from wartable.core.values import Meaning, Refused, Text

from ..state import NOWHERE, ON_MAP, Kind
from ..values import Table, spaces_in
from . import deploy, move

asked = Kind.TURN
pages = deploy, move
asks = 301

ATTACK = Refused(
    401,
    "Nobody chooses an attack: in your turn every enemy "
    "Metal strikes what it sees, and yours strike in your opponent's turn.",
)
NOBODY_CHOOSES = {
    ("attack", "attacks", "shoot", "fire", "hit", "strike", "kill", "take", "capture", "push"): ATTACK,
    ("pass", "skip", "end", "wait", "stay", "nothing", "done"): Refused(
        301, "A turn is never passed: deploy a Metal, or move one."
    ),
    ("heal", "repair", "recover"): Refused(
        502, "A damaged Metal recovers by itself, on a city at the end of its owner's turn."
    ),
    ("retreat", "withdraw", "remove"): Refused(408, "A Metal leaves the map only when it is defeated."),
}
"""What happens by itself, and the rule that says so."""


def prompt(at: Table) -> str:
    on_map = sum(metal.space != NOWHERE for metal in at.own)
    if on_map == 0:
        return "Deploy a Metal on a corner"
    return "Move a Metal" if at.view.sides[at.seat].pool == 0 or on_map == ON_MAP else PROMPT


PROMPT = "Deploy a Metal on a corner, or move one"


def read(text: Text) -> Meaning:
    found = (refused for words, refused in NOBODY_CHOOSES.items() if text.has(*words))
    refused = next(found, None)
    if any(re.fullmatch(r"x[a-i]\d+", word) for word in text.words):
        return ATTACK
    if refused is None and len(spaces_in(text)) > 2:
        return Refused(301, "A turn has exactly one action, and a Metal moves one space.")
    return refused
