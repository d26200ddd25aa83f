"""The notes of Thrones, and the counters of its players.

Pieces are written as on the board: the type, plus 16 if they are North's. Moves, switches, attacks and shots have three
kinds each, in the order of `Deed`: done at once, tried before a check, rolled for. The roll is an effect of the try.
"""

from enum import IntEnum

from wartable.core.notes import NoteKind, deed, effect, turn

ACT = ("piece", "start", "other", "end")
ROLL = ("piece", "start", "end", "die")
PAIR = ("piece", "square", "other", "place")


class Counter(IntEnum):
    PIECES = 1
    """Pieces not lost, including a dragon held back."""
    RESERVE = 2
    """Dragons held back."""
    FAVORS = 3
    """Favors in hand, whatever their kinds."""


class Told(NoteKind):
    STARTS = deed()
    BEGINS = deed("layout")
    LAYS = deed("tile", "square")
    PLACES = deed("type", "square")
    HOLDS = deed()
    ASSIGNS = deed("tile", "square")
    DRAWN = deed()
    SWAPS_TILES = deed("square", "place")
    SWAPS_PIECES = deed("square", "place")
    SWAPS_MIDDLE = deed("square", "place")
    MIRRORS = deed()
    DONE = deed()
    REVEALED = turn()
    MIDDLE_TILE = effect("tile", "square")
    CONTESTED = effect("square")
    MIDDLE_FORTRESS = effect("square")
    TURN = turn("number")
    MOVES = deed(*ACT)
    SWITCHES = deed(*ACT)
    ATTACKS = deed(*ACT)
    FIRES = deed(*ACT)
    TRIES_TO_MOVE = deed(*ACT)
    TRIES_TO_SWITCH = deed(*ACT)
    TRIES_TO_ATTACK = deed(*ACT)
    TRIES_TO_FIRE = deed(*ACT)
    ROLLS_TO_MOVE = effect(*ROLL)
    ROLLS_TO_SWITCH = effect(*ROLL)
    ROLLS_TO_ATTACK = effect(*ROLL)
    ROLLS_TO_FIRE = effect(*ROLL)
    GOES = effect("piece", "start", "end")
    FAILS = effect("piece", "square")
    SPARED = effect("piece", "square")
    REMOVED = effect("piece", "square")
    BREACHED = effect("square")
    RESTORED = effect("square")
    CHARGED = effect("piece", "square")
    SHELTERED = effect("piece", "square", "terrain")
    ALONE = effect("piece", "square")
    SHUT_IN = effect("piece", "square")
    STOPS = deed("piece", "square")
    PLACES_DRAGON = deed("square", "tile")
    GOES_ON = effect()
    PASSES = deed()
    FAVOR_DUE = effect("square")
    NO_FAVOR = effect("square", "taken")
    TAKES = deed()
    KIND = effect("favor")
    HASTENS = deed()
    AMBUSHES = deed(*PAIR)
    CUNNING = deed(*ROLL[:3])
    DECEIVES = deed(*PAIR)
    UNASKED = deed()
    ASKED = deed()
    THRONE_FALLS = effect()
    TAKES_FORTRESS = effect("square")
    QUIET = effect("turns")
    BOTH_PASS = effect()
    TURN_LIMIT = effect("turns")
