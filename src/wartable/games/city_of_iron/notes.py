"""The notes of City of Iron, and the counters of its players."""

from enum import IntEnum

from wartable.core.notes import NoteKind, deed, effect, turn


class Counter(IntEnum):
    """Everybody knows them. INCOME is in coins a round, without bonuses for the most goods."""

    POINTS = 1
    COINS = 2
    SCIENCE = 3
    INCOME = 4
    SCIENCE_INCOME = 5
    CITIZENS = 6
    MILITARY = 7
    CITIZEN_DRAWS = 8
    MILITARY_DRAWS = 9
    WORK = 10
    DISTANCE = 11
    BUILDINGS = 12
    STORED = 13
    CITIES = 14
    TOWNS = 15
    TURNIPS = 16
    SRIKAS = 17
    GLOW_MOSS = 18
    ORE = 19
    TENTACLES = 20
    SALT = 21
    MACHINE_PARTS = 22
    DEMONS = 23
    SILK = 24
    CRYSTALS = 25


class Told(NoteKind):
    """Cities are numbered by land, or by town after the lands (see `place_of`)."""

    # Setup
    LEADS = deed("nation")
    STARTS_IN = deed("land")
    PUTS_ON_PILE = deed("pile", "card", "place")
    ORDERS_PILE = deed("pile")
    ROW_CARD = deed("face", "spot")
    TOWN_DEALT = deed("town", "stars")
    TOWN_OPENS = effect("town", "stars")
    PILE_EMPTY = effect("stars")
    BIDS_AS = deed("place")
    # Rounds and bids
    ROUND = turn("number", "scores")
    BIDS = deed("track", "price")
    BIDS_AGAIN = deed("old", "track", "price")
    STAYS = deed("track")
    TURN_ORDER = deed("first", "second", "third", "fourth")
    TURN = turn("number", "actions", "round")
    # What happens to cards, coins and science
    PAYS = effect()
    PAYS_SCIENCE = effect()
    GAINS = effect()
    GAINS_SCIENCE = effect()
    TAKES = effect("victim")
    ROBBED = effect("thief")
    NOTHING_TO_TAKE = effect("thief")
    DRAWS_CARD = effect("pile")
    DRAWN = effect("pile", "card", "held")
    TURNS_OVER = effect("pile", "count")
    NO_CARD = effect("pile", "lost")
    HELPS = effect("face", "skill", "given")
    LAYS = effect("card", "role")
    RECOVERS = effect("card")
    # Actions
    TAXES = deed()
    BUYS_SCIENCE = deed()
    DRAWS = deed("pile")
    STORES = deed("face", "spot")
    BUILDS = deed("face", "source", "where")
    PLAYS = deed("card", "free")
    ATTACKS = deed("town", "owner", "defence", "distance")
    MOVES = deed("face", "start", "end")
    NO_PRICE = effect("card")
    COUNTS = effect("card", "count")
    BRINGS_NOTHING = effect("card")
    KNOWN = effect("face")
    CHEAPER = effect("card", "price", "full")
    EASIER = effect("card", "price", "full")
    DESTROYED = effect("face", "where")
    BUILT = effect("face", "where", "card")
    TAKEN_FROM_STORE = effect("face")
    SNATCHES = effect("face", "spot")
    ROW_LOSES = effect("face", "spot")
    ROW_IS_EMPTY = effect()
    SETTLES = effect("land", "token", "spaces")
    DISTRICT = effect("where", "token", "spaces", "more")
    CONQUERS = effect("town", "loser")
    LOSES_TOWN = effect("town", "winner")
    BUILDING_GOES = effect("face", "where", "winner")
    BUILDING_COMES = effect("face", "where", "loser")
    GOODS = effect("good")
    INCOME = effect()
    SCIENCE_INCOME = effect()
    DRAWS_EACH_ROUND = effect("pile")
    SKILL = effect("skill")
    # The end of a round
    END = turn("round")
    CHOOSES = deed("good", "town")
    NO_GOOD = effect("town")
    SLIDE = effect()
    SCORE_CARD = effect("deck", "round")
    SHUFFLED = effect("cards")
    STAYS_EMPTY = effect("spot")
    SCORING = deed("number")
    SCORES_MOST = effect("good", "held", "tied")
    SCORES_SECOND = effect("good", "held", "tied")
    SCORES_MANY = effect("good", "held", "least")
    SCORES_BUILDING = effect("face", "good")
    SCORED = effect("gained", "points")
    COLLECTS = effect()
    COLLECTS_MOST = effect("good", "held", "tied")
    COLLECTS_GIFTS = effect()
    COLLECTS_SCIENCE = effect()
    COLLECTS_BOOK = effect()
    SETS_ASIDE = deed("card")
    PUTS_BACK = deed("card")
    STEP = deed()
    CANNOT_BUY = effect()
    FINISHES = deed()
    BUYS = effect("card")
    # The end
    LAST = deed("round")
    BONUS = effect("bonus", "amount")
    NO_BONUS = effect("bonus", "amount")
    PENALTY = effect("stored")
    WINS = effect("points", "coins", "goods")
    SHARES = effect("winners", "points")
