"""What can happen in Iron Kings, and what players have."""

from enum import IntEnum

from wartable.core.notes import NoteKind, deed, effect, turn


class Counter(IntEnum):
    """What a seat has. The four stores are in the order of Store."""

    WOOD = 1
    COAL = 2
    WATER = 3
    IRON = 4
    STEAM = 5
    POINTS = 6
    HAND = 7
    TRACK = 8
    RESTED = 9
    WILDERNESS = 10
    DAMAGE = 11
    DENTS = 12
    CARRIED = 13
    HOME = 14
    UPGRADES = 15
    BRACE = 16
    WRECKS = 17


class Cause(IntEnum):
    """Where a damage token comes from."""

    PUSH = 1
    SHOT = 2
    SKULL = 3
    TOKEN = 4


class Told(NoteKind):
    # setup
    HEX_LAID = effect("hex", "terrain")
    MAP_LAID = deed("hexes")
    FIRST_PLAYER = deed()
    FOUNDS = deed("hex", "terrain")
    FACES = deed("facing")
    MULLIGAN = deed()
    KEEPS_HAND = deed("cards")
    # the worker phase
    TURN = turn("round")
    BRACE_ENDS = effect()
    RECALLED = effect("reason")
    RETURNED = effect()
    STRAYED = effect("hex")
    RESTS = effect()
    SKIPS = deed()
    PLACES = deed("worker", "space")
    HARVESTS = deed("hex", "terrain")
    TAKES_STORE = effect("store", "hex", "left")
    NOTHING_THERE = effect("hex", "terrain")
    NOTHING_DONE = effect("space")
    TOWED = deed("start", "home")
    STOWS = deed("card")
    EQUIPS = deed("card")
    ARRIVES = effect("card")
    LEAVES_HOME = effect("card")
    SCORES = effect()
    LOSES_POINTS = effect()
    # stores and steam
    BURNS = deed("fuel", "water_left")
    SPENDS_WATER = effect()
    GAINS_STEAM = effect()
    STEAM_WASTED = effect("steam", "most")
    STEAM_ESCAPES = effect("most")
    SCRAP_GIVES = effect("card", "store")
    # repairs and upgrades
    REPAIRS = deed("space")
    PATCHES = deed("card")
    PAYS_REPAIR = deed("repairs")
    SAVES_IRON = deed()
    BUYS = deed("card", "section", "price")
    FITTED = effect("card", "section")
    COVERS = effect("card", "old")
    SECTION_CLEARED = effect("space")
    BUYS_NOTHING = deed()
    SCRAPS = deed("card", "is_home")
    SCRAPS_NO_MORE = deed()
    # planning
    DRAWS = deed()
    LEARNS = deed("plan")
    DECK_RESHUFFLED = effect("cards")
    NOTHING_TO_DRAW = effect()
    INSERTS = deed("plan", "place")
    TRACK_GROWS = effect("plan", "place")
    PUSHED_OFF = effect("plan")
    REPLACES = deed("plan", "old", "place")
    REMOVES = deed("plan", "place")
    LEAVES_TRACK = deed()
    TRACK_TRIMMED = effect("plan")
    # the King phase
    SETS_OUT = effect("hex", "steam")
    BRAKED = effect()
    CARD = effect("plan", "place", "price", "left")
    STEAM_SPENT = effect("plan")
    TURNS = effect("hex", "start", "end")
    STEPS = effect("start", "end", "terrain", "plan")
    BLOCKED = effect("hex", "target", "plan", "by")
    REST_LOST = effect("plan", "steps")
    PUSHES = effect("start", "end", "other", "facing")
    TRAMPLED = effect("hex", "king")
    BLOW = effect("other", "attack", "defence", "cause")
    SHOOTS = effect("other", "hex", "distance")
    SHOT_MISSES = effect("reach")
    BRACES = effect()
    STOPS = effect("plan", "price", "steam")
    PROGRAM_DONE = effect("cards", "steam")
    HALTED = effect("hex")
    # hexes and tokens
    SKULL_HELD = effect("hex", "held", "brace")
    LAKE_WATER = effect("hex")
    DIGS = effect("hex", "terrain", "tokens", "keep")
    BAG_EMPTY = effect("missing")
    TOKEN_DRAWN = deed("token", "in_bag")
    BALROG_RISES = effect("round", "last")
    KEEPS_TOKEN = deed("token")
    TOKEN_LEFT = effect("token", "leaves")
    GEAR_IRON = effect()
    TREASURE_TOKEN = effect("number", "cards")
    # treasures
    TURNS_UP = deed("card")
    TREASURES_RESHUFFLED = effect("cards")
    NO_TREASURE = effect()
    CHOOSES = deed("card")
    TAKES = deed("card")
    LEAVES_OFFER = deed("cards")
    DISCARDED = effect("card")
    # damage
    HURT = effect("cause")
    DENTED = effect("card", "left", "cause")
    DENTS_GONE = effect("card")
    DIE = deed("face", "cause")
    COVERED = effect("space", "face")
    WORKER_HURT = effect("space")
    BIG_WORKER_RESTS = effect("space")
    WRECKED = effect("hex", "home")
    CARGO_LOST = effect("card")
    BLOW_SPENT = effect("tokens")
    WRECK_STOPS = effect()
    # the end
    COLD = effect()
    ENDS = effect("ending", "number")
    TOTAL = effect("home", "carried")
    WINS = effect("points", "by")
    SHARES = effect("points", "winners")
