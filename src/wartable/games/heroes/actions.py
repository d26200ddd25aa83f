"""The actions of Heroes: what a player decides, and the dice, draws and lots of nature.

A creature kind is `(rank - 1) * 5 + tier - 1`. In a transfer, holder 0 is the garrison of the city and holder
1 + h the player's hero h; creature kind ALL_KINDS is everything at once. Item levels count from 0 in a code.
"""

from enum import IntEnum

from wartable.core.actions import families

from .state import CITIES, HEROES, ITEM_KINDS, KINDS, LEVELS, SQUADS, TIERS, TILES

ALL_KINDS = KINDS
MOST_JOIN = 12
SPLITS = 7
FACES = 20


class Amount(IntEnum):
    """How many creatures a transfer, a shift, a recruiting or a promotion is about (HE-7.12)."""

    ONE = 0
    SOME = 1
    """Five recruits; half of the creatures, rounded up."""
    MOST = 2
    """All of them, or as many as can be paid."""


(
    PLACE,
    PAY,
    BUILD,
    RECRUIT,
    PROMOTE,
    HIRE,
    RAMPART,
    TRANSFER,
    TAKE,
    SWAP,
    DONE,
    MOVE,
    STAY,
    END,
    JOIN,
    FORM,
    READY,
    PICK,
    SHIFT,
    LEAD,
    ROLLS,
    ATTACK,
    RETREAT,
    DIE,
    PERCENT,
    LAY,
    TARGET,
) = families(
    place=(TILES,),
    pay=(HEROES,),
    build=(CITIES, KINDS),
    recruit=(CITIES, KINDS, 3),
    promote=(CITIES, TIERS, 3),
    hire=(CITIES,),
    rampart=(CITIES,),
    transfer=(HEROES + 1, HEROES + 1, KINDS + 1, 3),
    take=(HEROES, ITEM_KINDS, LEVELS),
    swap=(HEROES, HEROES, ITEM_KINDS),
    done=(1,),
    move=(HEROES, 8),
    stay=(HEROES,),
    end=(1,),
    join=(MOST_JOIN + 1,),
    form=(SPLITS,),
    ready=(1,),
    pick=(SQUADS, KINDS),
    shift=(SQUADS, 3),
    lead=(SQUADS,),
    rolls=(2,),
    attack=(SQUADS, SQUADS),
    retreat=(1,),
    die=(FACES,),
    percent=(10,),
    lay=(TILES,),
    target=(SQUADS,),
)

FAMILIES = {
    "place": PLACE,
    "pay": PAY,
    "build": BUILD,
    "recruit": RECRUIT,
    "promote": PROMOTE,
    "hire": HIRE,
    "rampart": RAMPART,
    "transfer": TRANSFER,
    "take": TAKE,
    "swap": SWAP,
    "done": DONE,
    "move": MOVE,
    "stay": STAY,
    "end": END,
    "join": JOIN,
    "form": FORM,
    "ready": READY,
    "pick": PICK,
    "shift": SHIFT,
    "lead": LEAD,
    "rolls": ROLLS,
    "attack": ATTACK,
    "retreat": RETREAT,
    "die": DIE,
    "percent": PERCENT,
    "lay": LAY,
    "target": TARGET,
}
