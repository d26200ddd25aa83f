"""The State record of City of Iron, and its constants.

Empty places hold NONE. Sets of cards and of land types are bit sets. The top card of a draw or discard pile is the
last one.
"""

from enum import IntEnum

from wartable.core.frames import Decision, Head
from wartable.core.record import Array, Grid, Struct, i8, i16, i32, i64, size

NONE = -1

SEATS = 4
NATIONS = 4
GOODS = 10
TYPES = 7
LANDS = 12
FACES = 40
CARDS = 29
TOWNS = 22
PILES = 4
PILE = 7
OPEN = 6
SPOTS = 10
ROW = 12
CITIES = 6
LAND_CITIES = 4
PLACES = 12
TOKENS = 3
DECK = 16
LAID = 24
STEPS = 30

CITIZEN, MILITARY = 0, 1
CAPITAL, CITIZEN_TOKEN, MILITARY_TOKEN = 0, 1, 2
NO_VESSEL, SHIP, AIRSHIP = 0, 1, 2
FROM_DISCARDS = 3


class Kind(IntEnum):
    """The kinds of decision."""

    NATION = 1
    HOME = 2
    ARRANGE = 3
    BID = 4
    SECOND_BID = 5
    TURN = 6
    CHOOSE_GOOD = 7
    PURCHASE = 8
    DEAL_BUILDING = 9
    DEAL_TOWN = 10
    DEAL_ORDER = 11


class ArrangeFrame(Decision, of=Kind.ARRANGE):
    pile: i16


class DealTownFrame(Decision, of=Kind.DEAL_TOWN):
    pile: i16


class DealOrderFrame(Decision, of=Kind.DEAL_ORDER):
    place: i16


class Phase(IntEnum):
    """The phase of a round; the setup comes before the first."""

    SETUP = 0
    BIDS = 1
    TURNS = 2
    END = 3
    SWEEP = 4
    ROW = 5
    STEPS = 6
    PURCHASES = 7


class Act(IntEnum):
    """The action that a player has begun."""

    NOTHING = 0
    BUILD = 1
    ATTACK = 2
    CARD = 3
    MOVE = 4


class Step(IntEnum):
    """The next step of an unfinished action."""

    BEGIN = 0
    SOURCE = 1
    PLACE = 2
    LAND = 3
    TOKEN = 4
    CITY = 5
    ROW_CARD = 6
    PILE_TOP = 7
    RIVAL = 8
    OWN_BUILDING = 9
    PAY = 10
    COMPLETE = 11


class Effect(IntEnum):
    """The actions of the cards, by the names in cards.csv."""

    STUDY = 0
    CHART = 1
    PEDDLE = 2
    SALVAGE = 3
    BUILD_CHEAPER = 4
    SETTLE = 5
    ARM = 6
    ADD_DISTRICT = 7
    SELL = 8
    RECOVER = 9
    RESEARCH = 10
    SCOUT = 11
    COLLECT = 12
    SNATCH = 13
    PATROL = 14
    MUSTER = 15
    BUILD_UNSTUDIED = 16
    EXACT_TRIBUTE = 17
    GUARD_TOWNS = 18
    PARADE = 19
    BUILD_STORED = 20
    CONJURE = 21
    TAKE_AIM = 22
    STEAL = 23
    BLOCKADE = 24
    INVENT = 25
    CLAIM_BOUNTY = 26
    PLAN_AHEAD = 27
    TAKE_DOWN = 28


class Role(IntEnum):
    """What a card is laid for. ACTION is the card with the action itself, which the rules lay."""

    SKILL = 0
    ATTACK = 1
    ACTION = 2


class City(Struct):
    land: i8
    town: i8
    token: i8
    districts: Array[i8] = size(TOKENS)
    spaces: i8
    types: i16
    count: i8
    built: Array[i8] = size(PLACES)


class Side(Struct):
    nation: i8
    coins: i16
    science: i16
    points: i16
    income: i16
    gives_coins: i16
    gives_science: i16
    draws: Array[i8] = size(2)
    work: i8
    distance: i8
    goods: Array[i16] = size(GOODS)
    types: i16
    names: i64
    tokens: Array[i8] = size(TOKENS)
    cities: Array[City] = size(CITIES)
    stored: Array[i8] = size(FACES)
    stored_count: i8
    hand: i32
    hand_count: Array[i8] = size(2)
    draw: Grid[i8] = size(2, DECK)
    draw_count: Array[i8] = size(2)
    discard: Grid[i8] = size(2, DECK)
    discard_count: Array[i8] = size(2)
    discarded: i32
    shop: i32
    picks: i32
    put_back: i16


class Plan(Struct):
    """The unfinished action of the player to move, secret until it is complete."""

    act: i8
    card: i8
    source: i8
    city: i8
    place: i8
    land: i8
    token: i8
    town: i8
    pile: i8
    rival: i8
    goal: i8
    laid: Array[i8] = size(LAID)
    role: Array[i8] = size(LAID)
    laid_count: i8
    steps: Array[i16] = size(STEPS)
    step_count: i8
    taken_back: i16


class State(Struct, tag="city_of_iron"):
    head: Head
    phase: i8
    round_number: i8
    sides: Array[Side] = size(SEATS)
    spots: Array[i8] = size(SPOTS)
    bidders: Array[i8] = size(SEATS)
    bids: i8
    order: Array[i8] = size(SEATS)
    turns: i8
    row: Array[i8] = size(ROW)
    deck: i8
    left: Array[i8] = size(FACES)
    junk: Array[i8] = size(FACES)
    score_cards: i8
    fresh_score: i8
    due_score: i8
    scorings: i8
    land_owner: Array[i8] = size(LANDS)
    town_owner: Array[i8] = size(TOWNS)
    pile: Grid[i8] = size(PILES, PILE)
    pile_count: Array[i8] = size(PILES)
    pile_next: Array[i8] = size(PILES)
    open_towns: Array[i8] = size(OPEN)
    chosen_good: i8
    fresh: Array[i8] = size(FACES)
    fresh_count: i8
    plan: Plan
