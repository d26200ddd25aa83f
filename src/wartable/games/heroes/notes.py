"""What can happen in Heroes, and what players have.

A tile, a hero, a creature kind and a kind of item are their numbers in the record. A holder of troops is a hero's
number from 1, or -1 less the tile of a city. A squad counts from 0; those of monsters from 4, of guardians from 8, of
neutral defenders from 12. A group of dice is a creature kind, then the items of each hero, then the rampart. Dice that
are told together are the digits of a number to the base 7, the first die last.
"""

from enum import IntEnum

from wartable.core.notes import NoteKind, deed, effect, turn

DICE_BASE = 7
DICE_IN_FIELD = 5
DICE_IN_NOTE = 3 * DICE_IN_FIELD


class Counter(IntEnum):
    COINS = 1
    WOOD = 2
    FOOD = 3
    STONE = 4
    MINES = 5
    CITIES = 6
    HEROES = 7
    CREATURES = 8
    ITEMS = 9
    ROLLED = 10
    """What the player's squad has rolled so far in a skirmish."""


class Told(NoteKind):
    LAID = deed("token", "tile")
    ROLLS_FOR_FIRST = deed("face")
    SHARES_TOP = effect("face")
    IS_FIRST = effect("face")
    FOUNDS = deed("tile", "city")
    HERO_BEGINS = effect("hero", "tile")
    DAY = turn("day", "days")
    APPEARS = deed("token", "tile")
    CITIES_PAY = effect("coins", "wood", "food", "stone")
    MINES_PAY = effect("coins", "wood", "food", "stone")
    GAINS = effect()
    PAYS = effect()
    PAYS_FEE = effect("heroes")
    MUST_CHOOSE = effect("food", "heroes")
    PAYS_FOR = deed("hero", "tile")
    IS_DONE = deed()
    BUILDS = deed("tile", "kind")
    RECRUITS = deed("tile", "kind")
    PROMOTES = deed("tile", "kind", "count")
    HIRES = deed("hero", "tile")
    RAISES = deed("tile")
    HANDS_OVER = deed("giver", "taker", "kind", "count")
    TAKES = deed("hero", "item", "level", "tile")
    LEAVES = effect("hero", "item", "level", "tile")
    EXCHANGES = deed("hero", "other", "item")
    CARRIES = effect("hero", "item", "level")
    EXPLORES = turn()
    ROLLS_MOVEMENT = deed("hero", "face")
    MOVES = deed("hero", "start", "end", "left")
    STAYS = deed("hero", "tile", "left")
    ENDS_TURN = deed()
    TURN_IS_OVER = effect("heroes")
    MEETS = deed("tile", "face")
    COUNTS = deed("tile", "purpose", "face", "left")
    OFFERED = effect("tile", "kind", "count", "purpose")
    JOINS = deed("hero", "kind", "purpose")
    DECLINES = deed("hero", "kind", "purpose")
    GONE = effect("tile", "kind", "count")
    LOOKS_FOR_GUARDIANS = deed("tile", "face", "found")
    MINE_YIELDS = deed("tile", "face", "resource")
    LOSES_MINE = effect("tile", "resource")
    CAPTURES = effect("tile", "resource")
    MINE_GIVES = effect("tile")
    FREES_MINE = effect("tile")
    RESOURCE_IS = deed("tile", "face", "resource")
    COUNTS_RESOURCE = deed("tile", "face", "bonus")
    FINDS = effect("tile")
    ITEM_IS = deed("tile", "face", "item")
    QUALITY_IS = deed("tile", "face", "item", "level")
    ITEM_FOUND = effect("tile", "item", "level")
    BESIEGES = effect("tile")
    FIGHTS = effect("foe", "tile", "kind", "count")
    ATTACKS_ARMY = effect("foe", "tile", "defender")
    SPLITS = deed("split")
    DIVIDES = deed()
    PUTS = deed("squad", "kind", "count")
    SQUAD_HAS = effect("squad", "kind", "count")
    LEADS = deed("hero", "squad")
    IS_LED = effect("hero", "squad")
    CHOOSES_ROLLS = deed("rolls")
    ATTACKS = deed("squad", "target", "defender")
    LOT_FALLS = deed("squad", "target", "defender")
    STRIKES = effect("squad", "target", "defender")
    DIE = deed("squad", "group", "face", "faces")
    DICE = effect("squad", "first", "second", "third")
    THROWS = effect("squad", "group", "count", "dice")
    WINS_SKIRMISH = effect("squad")
    LOSES_SKIRMISH = effect("squad")
    TIES_SKIRMISH = effect("squad")
    KILLED = effect("squad", "kind")
    RETREATS = deed("tile")
    ARMY_LOST = effect("tile")
    WINS_BATTLE = effect("tile", "foe")
    REWARDED = effect("killed")
    REMAIN = effect("foe", "tile", "kind", "count")
    RETURNS = effect("holder", "kind", "count")
    HERO_LOST = effect("hero", "tile")
    ARMY_LEAVES = effect("hero", "tile")
    DROPS = effect("hero", "item", "level", "tile")
    LOSES_CITY = effect("tile")
    TAKES_CITY = effect("tile")
    IS_OUT = effect()
    MINES_ARE_FREE = effect()
    IS_LAST = effect()
    REALM = effect("cities", "mines", "troops", "items")
    STORES = effect("stores", "value")
    WINS = effect("value")
    SHARES_WIN = effect("value")
