"""The notes of Metals, and the counters of its players."""

from enum import IntEnum

from wartable.core.notes import NoteKind, deed, effect, turn


class Counter(IntEnum):
    POINTS = 1
    POOL = 2
    DAMAGED = 3


class Told(NoteKind):
    STARTS = deed()
    LEADS = deed("faction")
    TURN = turn("number")
    DEPLOYS = deed("slot", "space", "facing")
    MOVES = deed("slot", "start", "end", "facing")
    ATTACKS = effect("slot", "space", "target")
    FACTION_SCORES = effect("faction", "slot", "target")
    DAMAGED = effect("slot", "space")
    SPARED = effect("slot", "space")
    DEFEATED = effect("slot", "space")
    REPAIRED = effect("slot")
    OCCUPIES = effect("slot", "space")
    RECOVERS = effect("slot", "space")
    REACHES_GOAL = effect("goal")
    STUCK = effect()
    LAST_TURN = effect("turns", "winner", "points", "others")
