"""The State record of Thrones, and its constants.

Squares are numbered from a1 (0) to i1 (8) and row by row to i9 (80); a player's home spaces likewise from that player's
side: 0 is the left end of the back row, 35 the right end of the front row.
"""

from enum import IntEnum

from wartable.core.frames import Decision, Head
from wartable.core.record import Array, Struct, i8, i16, size

COLUMNS = 9
SQUARES = 81
HOME = 36
MIDDLE_ROW = 36
"""The first square of the middle row."""

TYPES = 11
TILES = 7
FAVORS = 4
NORTHERN = 16
"""Added to a piece of North: type = piece & 15, owner = piece >> 4."""

NOWHERE = -1

MOST_LAYOUTS = 16
RANDOM = MOST_LAYOUTS
BY_HAND = MOST_LAYOUTS + 1
HOLD = HOME
"""In place of a home space: hold the dragon back."""
MOST_STEPS = 4
PAIRED = 4
"""From this direction on, a pair is named from its other square."""
FACES = 6


class Tile(IntEnum):
    NONE = 0
    PLAINS = 1
    FOREST = 2
    MOUNTAIN = 3
    WATER = 4
    FORTRESS = 5
    BREACHED = 6


class Piece(IntEnum):
    NONE = 0
    RANGER = 1
    SPEARMAN = 2
    CROSSBOWMAN = 3
    CATAPULT = 4
    TREBUCHET = 5
    LANCER = 6
    WARHORSE = 7
    ELEPHANT = 8
    DRAGON = 9
    THRONE = 10


class Favor(IntEnum):
    HASTE = 0
    AMBUSH = 1
    CUNNING = 2
    DECEPTION = 3


class Kind(IntEnum):
    """The kinds of decision; their frames are declared below."""

    FIRST = 1  # nature: who goes first
    LAYOUT = 2  # both players at once
    FAVOR = 3  # which favor to take
    WINDOW = 4  # the opponent, before the turn's player does anything
    TURN = 5
    CHECK = 6  # a survival check is due
    ROLL = 7  # nature: the survival check itself
    GALLOP = 8  # a warhorse may switch again
    HASTE = 9  # a piece may go on
    DRAW = 10  # nature: the next part of a random layout


class CheckFrame(Decision, of=(Kind.CHECK, Kind.ROLL)):
    deed: i16
    start: i16
    target: i16


class GallopFrame(Decision, of=(Kind.GALLOP, Kind.HASTE)):
    square: i16
    one_step: i16  # 1 where only a single step is left to a hasty piece


class DrawFrame(Decision, of=Kind.DRAW):
    seat: i16


class Deed(IntEnum):
    MOVE = 1
    SWITCH = 2
    ATTACK = 3
    FIRE = 4


class Stage(IntEnum):
    """The stage of a player's layout."""

    BEGIN = 0
    TILES = 1
    PIECES = 2
    MIDDLE = 3
    REVIEW = 4
    DONE = 5


class End(IntEnum):
    """The endings, in the order of `Game.endings`."""

    THRONE_REMOVED = 1
    FORTRESS_TAKEN = 2
    QUIET = 3
    PASSES = 4
    LIMIT = 5


class Side(Struct):
    stage: i8
    laid: i8  # tiles, pieces or middle tiles laid in this stage
    edits: i8
    left: Array[i8] = size(TILES)  # home tiles not laid
    unplaced: Array[i8] = size(TYPES)  # pieces not placed; after the layout, a dragon held back
    lost: Array[i8] = size(TYPES)
    middle: Array[i8] = size(COLUMNS)  # the middle tile assigned to each column, as the player sits
    favors: Array[i8] = size(FAVORS)  # secret
    held: i8  # favors in hand, whatever their kinds
    taken: i8
    spent: Array[i8] = size(FAVORS)
    spent_now: i8  # 1 when a favor was spent in this turn
    owed: i8  # 1 when a favor is to be taken
    unasked: i8  # 1 when the opponent's-turn window is passed automatically
    charged: i8  # 1 when the warhorse attacked in the own last turn
    throne: i8  # its square, NOWHERE before the layouts are revealed and after its removal
    fortress: i8  # the last fortress the throne stood in, or NOWHERE


class State(Struct, tag="thrones"):
    head: Head
    sides: Array[Side] = size(2)
    ground: Array[i8] = size(SQUARES)
    pieces: Array[i8] = size(SQUARES)
    region: Array[i8] = size(SQUARES)  # connected tiles of one terrain have the same number
    ring: Array[i8] = size(SQUARES)  # the next square of the same region, round and round
    trail: Array[i8] = size(SQUARES)  # 1 where a piece stands that the warhorse has switched with in this turn
    forts: Array[i8] = size(3)  # the fortresses: South's, North's, the middle one
    first: i8
    active: i8
    turn: i16
    quiet: i16  # turns in a row without an event
    stirred: i8  # 1 when there was an event in this turn
    passes: i8  # passes in a row
    haste: i8  # 1 when haste was spent in this turn, 2 when a piece has moved with it
    sheltered: i8  # the terrains that need no check of the warhorse for the rest of the turn, a bit for each
    winner: i8  # the seat, or NOWHERE
