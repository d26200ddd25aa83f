"""The table as one record: what lies on the map, on the boards, in the decks and in the bag."""

from enum import IntEnum

from wartable.core.frames import Decision, Head
from wartable.core.record import Array, Struct, i8, i16, i32, i64, size

SEATS = 4
HEXES = 91
DIRECTIONS = 6
PLANS = 20
"""The most kinds of planning cards in a data file; likewise the three below."""
TREASURES = 40
UPGRADES = 16
TERRAINS = 12
TRACK = 8
KING_SPACES = 6
SPACES = 10
SECTIONS = 3
NOWHERE = -1


class Frame(IntEnum):
    """Decisions; from DO_SETUP on, tasks that the engine carries out by itself (nobody is due)."""

    NONE = 0
    # nature's
    TERRAIN = 1
    LOT = 2
    DRAW = 3
    TOKEN = 4
    TREASURE = 5
    DIE = 6
    # a seat's
    FOUND = 7
    FACE = 8
    MULLIGAN = 9
    WORK = 10
    BURN = 11
    PLAN = 12
    REPAIR = 13
    MORE = 14
    UPGRADE = 15
    SALVAGE = 16
    KEEP = 17
    OFFER = 18
    MAKE_ROOM = 19
    STOW = 20
    # tasks
    DO_SETUP = 30
    DO_TURN = 31
    DO_DRIVE = 32
    DO_CARD = 33
    DO_STEPS = 34
    DO_LAND = 35
    DO_HURT = 36
    DO_TOKENS = 37
    DO_TREASURES = 38
    DO_OFFER = 39
    DO_DRAW = 40
    DO_MORE = 41
    DO_END = 42


class TerrainFrame(Decision, of=Frame.TERRAIN):
    hex: i16


class DrawFrame(Decision, of=(Frame.DRAW, Frame.DO_DRAW)):
    seat: i16
    left: i16
    number: i16  # of the rule


class TokenFrame(Decision, of=Frame.TOKEN):
    seat: i16
    left: i16


class TreasureFrame(Decision, of=Frame.TREASURE):
    seat: i16


class DieFrame(Decision, of=Frame.DIE):
    seat: i16
    cause: i16


class RepairFrame(Decision, of=Frame.REPAIR):
    left: i16
    number: i16  # of the rule


class KeepFrame(Decision, of=Frame.KEEP):
    left: i16


class MakeRoomFrame(Decision, of=Frame.MAKE_ROOM):
    card: i16


class DoSetupFrame(Decision, of=Frame.DO_SETUP):
    stage: i16
    place: i16  # in turn order


class DoTurnFrame(Decision, of=(Frame.DO_TURN, Frame.DO_LAND, Frame.DO_MORE, Frame.DO_END)):
    seat: i16


class DoDriveFrame(Decision, of=Frame.DO_DRIVE):
    seat: i16
    stowed: i16


class DoCardFrame(Decision, of=Frame.DO_CARD):
    seat: i16
    playing: i16  # 1 while a card is under way


class DoStepsFrame(Decision, of=Frame.DO_STEPS):
    seat: i16
    left: i16
    plan: i16


class DoHurtFrame(Decision, of=Frame.DO_HURT):
    seat: i16
    tokens: i16
    cause: i16


class DoTokensFrame(Decision, of=Frame.DO_TOKENS):
    seat: i16
    keep: i16


class DoTreasuresFrame(Decision, of=(Frame.DO_TREASURES, Frame.DO_OFFER)):
    seat: i16
    left: i16


class Space(IntEnum):
    """Worker spaces in the order of data/spaces.csv; the first six are the faces of the die."""

    PLAN = 0
    REPAIR = 1
    BURN = 2
    VENT = 3
    THROTTLE = 4
    BRAKE = 5
    DOCK_REPAIR = 6
    DOCK_STEAM = 7
    DOCK_UPGRADE = 8
    DOCK_SALVAGE = 9


class Worker(IntEnum):
    NONE = 0
    SMALL = 1
    BIG = 2


class Store(IntEnum):
    WOOD = 0
    COAL = 1
    WATER = 2
    IRON = 3


class Token(IntEnum):
    GEAR = 0
    DAMAGE = 1
    TREASURE = 2
    BALROG = 3


class At(IntEnum):
    """Where a treasure card is. A seat's number is added to CARRIED and HOME."""

    DECK = 0
    DISCARD = 1
    OFFERED = 2
    CARRIED = 3
    HOME = 7


class Ending(IntEnum):
    VP_GOAL = 1
    BALROG = 2
    ROUNDS = 3
    FIRST_WRECK = 4
    LAST_ROUND = 5


class Side(Struct):
    """One player: the King on the map, both boards, hand and stores."""

    hex: i8
    home: i8
    facing: i8
    steam: i8
    brace: i8
    pointer: i8
    wilderness: i8
    rested: Array[i8] = size(3)
    """Workers in the Rested Box, by Worker."""
    spaces: Array[i8] = size(SPACES)
    """The Worker on each space."""
    damage: Array[i8] = size(KING_SPACES)
    fitted: Array[i8] = size(SECTIONS)
    """The upgrade on each section, plus 1."""
    stores: Array[i32] = size(4)
    track: Array[i8] = size(TRACK)
    """Planning cards from the left, plus 1; 0 behind the last."""
    hand: Array[i8] = size(PLANS)
    """How many of each kind; hidden from the others."""
    hand_size: i8
    wrecks: i16


class State(Struct, tag="iron_kings"):
    head: Head
    rounds: i16
    """The number of the current round."""
    first: i8
    active: i8
    halted: i8
    """The King phase of the active seat ends before the next step or card."""
    wrecked: i8
    """A King has been wrecked or gone cold (for the ending first_wreck)."""
    balrog: i16
    """The round in which the Balrog rose, 0 before."""
    loaded: i64
    """Bit set of treasures moved from Holdfast to King this turn."""
    sides: Array[Side] = size(SEATS)
    terrain: Array[i8] = size(HEXES)
    """The kind of each hex, NOWHERE off the map and under a Holdfast."""
    stack: Array[i8] = size(HEXES)
    """What is left to harvest, -1 for no limit."""
    worker: Array[i8] = size(HEXES)
    """The seat whose worker is on the hex, plus 1."""
    mix: Array[i8] = size(TERRAINS)
    """Hexes of each kind that are still to be laid out on a random map."""
    deck: Array[i8] = size(PLANS)
    """Planning cards that nobody has seen; blank in hidden records."""
    deck_size: i16
    discard: Array[i8] = size(PLANS)
    bag: Array[i8] = size(4)
    drawn: Array[i8] = size(4)
    kept: Array[i8] = size(4)
    treasure_at: Array[i8] = size(TREASURES)
    dents: Array[i8] = size(TREASURES)
    """Damage tokens on each shield."""
    sold: Array[i8] = size(UPGRADES)
    """Upgrades that have left the supply."""


assert Space.DOCK_REPAIR == KING_SPACES
