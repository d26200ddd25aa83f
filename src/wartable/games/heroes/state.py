"""The table of Heroes as one flat record.

Nothing is hidden (HE-1.7), so this is also what every player sees. Tiles are numbered row by row from the top
left, `y * width + x`; a map narrower than the largest leaves the rest of the array unused.
"""

from enum import IntEnum

from wartable.core.frames import Decision, Head
from wartable.core.record import Array, Grid, Struct, i8, i16, i32, size, u8, u16

PLAYERS = 4
HEROES = 5
CITIES = 8
EDGE = 20
TILES = EDGE * EDGE
TIERS = 5
KINDS = 10
SQUADS = 4
ITEM_KINDS = 3
LEVELS = 5
RESOURCES = 4
LOOTS = 256
SHOWN_DICE = 24
SPLITS = 7
MOST_JOIN = 12
FACES, PERCENT_FACES = 20, 10
ALL_KINDS = KINDS
"""In a transfer, in place of a creature kind (`(rank - 1) * 5 + tier - 1`): the whole army."""

NOBODY = -1
UNKNOWN = -1


class Resource(IntEnum):
    COINS = 0
    WOOD = 1
    FOOD = 2
    STONE = 3


class Token(IntEnum):
    """What lies on a tile, as the rows of tokens.csv from 1."""

    NONE = 0
    ITEM = 1
    RESOURCE = 2
    MONSTER = 3
    MINE = 4
    CITY = 5


class Stage(IntEnum):
    """Where a player is in the acquisition cycle."""

    PAYING = 0
    BUILDING = 1
    DONE = 2


class Foe(IntEnum):
    """Who defends in a battle."""

    MONSTERS = 0
    GUARDIANS = 1
    NEUTRAL = 2
    HEROES = 3
    CITY = 4


class Roll(IntEnum):
    REPRESENTATIVE = 0
    INDIVIDUAL = 1


class Amount(IntEnum):
    """How many creatures are moved, recruited or promoted (HE-7.12)."""

    ONE = 0
    SOME = 1
    """Five recruits; half of the creatures, rounded up."""
    MOST = 2
    """All of them, or as many as can be paid."""


class Kind(IntEnum):
    """Kinds of decision. The first five ask nobody; they mark what comes next."""

    SETTING_UP = 1
    DAY = 2
    TURN = 3
    LANDING = 4
    BATTLE = 5
    PLACE_CITY = 6
    ACQUIRE = 7
    EXPLORE = 8
    WELCOME = 9
    FORM_SQUADS = 10
    FILL_SQUAD = 12
    NAME_LEAD = 13
    CHOOSE_ROLLS = 14
    CHOOSE_ATTACK = 15
    LAY_TOKEN = 16
    ROLL_OFF = 17
    ROLL_MOVEMENT = 18
    ROLL_ENCOUNTER = 19
    COUNT_MONSTERS = 20
    ROLL_GUARDS = 21
    ROLL_MINE = 22
    ROLL_RESOURCE = 23
    COUNT_RESOURCE = 24
    ROLL_ITEM = 25
    ROLL_QUALITY = 26
    ROLL_SKIRMISH = 27
    DRAW_TARGET = 28


class SettingUpFrame(Decision, of=Kind.SETTING_UP):
    stage: i16
    place: i16  # in turn order, of the next city


class DayFrame(Decision, of=Kind.DAY):
    stage: i16
    place: i16  # of the next token at dawn, in turn order of the next player


class TurnFrame(Decision, of=Kind.TURN):
    seat: i16
    hero: i16  # whose movement is rolled next
    explored: i16


class LandingFrame(Decision, of=Kind.LANDING):
    hero: i16
    step: i16
    seat: i16


class BattleFrame(Decision, of=Kind.BATTLE):
    step: i16
    hero: i16  # whose squad is named next


class WelcomeFrame(Decision, of=Kind.WELCOME):
    count: i16
    encounter: i16
    hero: i16


class SquadsFrame(Decision, of=(Kind.FORM_SQUADS, Kind.FILL_SQUAD, Kind.NAME_LEAD, Kind.CHOOSE_ROLLS)):
    side: i16


class FillSquadFrame(Decision, of=Kind.FILL_SQUAD):
    side: i16
    squad: i16
    creature: i16


class NameLeadFrame(Decision, of=Kind.NAME_LEAD):
    side: i16
    hero: i16


class LayTokenFrame(Decision, of=Kind.LAY_TOKEN):
    token: i16


class RollOffFrame(Decision, of=Kind.ROLL_OFF):
    seat: i16


class RollMovementFrame(Decision, of=Kind.ROLL_MOVEMENT):
    seat: i16
    hero: i16


class CountMonstersFrame(Decision, of=Kind.COUNT_MONSTERS):
    dice: i16  # to go
    count: i16
    purpose: i16


class RollMineFrame(Decision, of=Kind.ROLL_MINE):
    tile: i16
    seat: i16


class CountResourceFrame(Decision, of=Kind.COUNT_RESOURCE):
    resource: i16


class RollQualityFrame(Decision, of=Kind.ROLL_QUALITY):
    item: i16
    level: i16


class DrawTargetFrame(Decision, of=Kind.DRAW_TARGET):
    squad: i16


class Hero(Struct):
    here: i8
    paid: i8
    moves: i8
    tile: i16
    items: Array[i8] = size(ITEM_KINDS)
    """The level of the item carried of each kind, 0 for none."""
    troops: Array[i32] = size(KINDS)


class Player(Struct):
    out: i8
    stage: i8
    changes: i16
    gave: u16
    """Who has given troops since a hero last moved: a bit for each hero, then for each city; then a
    bit for each kind of item that has been exchanged."""
    got: u16
    """Who has been given troops since then."""
    idle: i8
    """How many changes of this cycle undid or continued an earlier one; the judge penalises them."""
    roll: i8
    """The roll for the first player, while that is being settled."""
    stock: Array[i32] = size(RESOURCES)
    mines: Array[i16] = size(RESOURCES)
    heroes: Array[Hero] = size(HEROES)


class City(Struct):
    owner: i8
    rampart: i8
    tile: i16
    spawners: u16
    """Bit k is the spawner of creature kind k."""
    garrison: Array[i32] = size(KINDS)


class Tile(Struct):
    token: i8
    owner: i8
    """The player whose mine it is."""
    mark: i8
    """A mine's resource, or UNKNOWN; a city's number."""
    guards: i8
    """The monsters known to be here: they were rolled for and survived a fight."""
    tier: i8
    heaps: u8
    """How many entries of the loot lie here."""


class Loot(Struct):
    tile: i16
    kind: i8
    level: i8


class Army(Struct):
    """One side of a battle."""

    seat: i8
    rolls: i8
    attacked: u8
    """Squads that have attacked in this half of the round."""
    lead: Array[i8] = size(HEROES)
    """The squad that each hero leads; NOBODY for heroes outside the battle or without items."""
    troops: Array[i32] = size(KINDS)
    """The army as it was when the battle began."""
    squads: Grid[i32] = size(SQUADS, KINDS)


class Battle(Struct):
    foe: i8
    hero: i8
    side: i8
    """Whose half of the round it is: 0 the attacker, 1 the defender."""
    tier: i8
    rampart: i8
    won: i8
    """After the battle: 1 if the attacker won."""
    retreat: i8
    """After the battle: 1 if it ended by a retreat."""
    tile: i16
    count: i16
    """How many monsters there were when the battle began."""
    turn: i8
    """0 while the attacking squad rolls, 1 while its target rolls, 2 when both have rolled."""
    group: i8
    """The group of dice that is rolled: a creature kind, then the items of each hero, then the rampart."""
    faces: i8
    squad: Array[i8] = size(2)
    """The squads in the skirmish, one of each army."""
    dice_left: i32
    subtotal: i32
    plus: i32
    times: i32
    total: Array[i32] = size(2)
    rolled: Array[i32] = size(2)
    """How many dice each army has rolled in the skirmish."""
    shown: Grid[i8] = size(2, SHOWN_DICE)
    """The latest dice, in a ring buffer."""
    armies: Array[Army] = size(2)


class State(Struct, tag="heroes"):
    head: Head
    day: i16
    first: i8
    left: i8
    """Players who are not out."""
    in_battle: i8
    loots: i16
    tokens: Array[i16] = size(6)
    """How many of each token lie on the map."""
    appeared: Array[i16] = size(6)
    """How many of each token have appeared since the start (HE-19.2)."""
    players: Array[Player] = size(PLAYERS)
    cities: Array[City] = size(CITIES)
    tiles: Array[Tile] = size(TILES)
    loot: Array[Loot] = size(LOOTS)
    battle: Battle
