"""The log of Heroes: a sentence for each note, made of the note and the Box alone."""

from collections.abc import Callable

from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.phrases import Namer, Phrase, count, say, seat_name

from .box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box, Encounter
from .naming import (
    FOES,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    SQUAD_LETTERS,
    TOKEN_NAMES,
    battleground,
    creature,
    creatures,
    goods,
    hero_name,
    price,
    split_name,
    square,
    town_on,
    with_article,
)
from .notes import DICE_BASE, Counter, Told
from .rules.exploration import GUARD
from .rules.telling import ITEM_GROUPS, RAMPART_GROUP
from .state import ITEM_KINDS, KINDS, LEVELS, SQUADS, TIERS, Foe, Token

Words = Callable[[Note, Box], str]


def whose_hero(note: Note) -> str:
    """`{0}'s hero Alda`."""
    return f"{{{note.seat}}}'s hero {hero_of(note)}"


def hero_of(note: Note, field: str = "hero") -> str:
    return hero_name(note.seat, note[field])


def token_name(box: Box, token: int) -> str:
    """`A monster`, at the beginning of a sentence."""
    return "A neutral city" if token == Token.CITY else capital(with_article(TOKEN_NAMES[token]))


def item_name(level: int, kind: int) -> str:
    """`a rare off hand`, `an epic amulet`."""
    return with_article(f"{LEVEL_NAMES[level]} {ITEM_KIND_NAMES[kind]}")


def holder_name(box: Box, seat: int, holder: int) -> str:
    """Who has troops: a hero, or the city on a tile."""
    return hero_name(seat, holder - 1) if holder > 0 else town_on(box, -1 - holder)


def squad_name(squad: int, seat: int) -> str:
    """`{0}'s squad A`, `the guardians' squad B`."""
    letter = SQUAD_LETTERS[squad % SQUADS]
    if squad < SQUADS:
        return f"{{{seat}}}'s squad {letter}"
    return f"the {ARMIES[squad // SQUADS - 1]} squad {letter}"


ARMIES = ("monsters'", "guardians'", "defenders'")


def own_squad(note: Note) -> str:
    return squad_name(note["squad"], note.seat)


def capital(words: str) -> str:
    return words if words.startswith("{") else words[0].upper() + words[1:]


def resource_words(note: Note) -> str:
    """The resource that a note changes, and how much of it there is then: `3 coins and has 5`."""
    resource = note.counter - Counter.COINS
    return f"{goods(resource, abs(note.amount))} and has {note.total}"


def income(whose: str) -> Words:
    return lambda note, _box: f"{{{note.seat}}} receives {price(note.values)} from {whose}."


def pays_fee(note: Note, box: Box) -> str:
    heroes = count(note["heroes"], "hero outside the cities", "heroes outside the cities")
    return f"{{{note.seat}}} pays {goods(2, -note.amount)} for {heroes} and has {note.total} left."


def must_choose(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} has {goods(2, note['food'])} for {note['heroes']} heroes and must choose whom to pay."


def builds(note: Note, box: Box) -> str:
    cost = price(box.price[SPAWNER_PRICE + note["kind"]])
    return f"{{{note.seat}}} builds the spawner of {creature(note['kind'])} in {town_on(box, note['tile'])} for {cost}."


def recruits(note: Note, box: Box) -> str:
    who, cost = creatures(note["kind"], note.amount), price(box.price[CREATURE_PRICE + note["kind"]], note.amount)
    return f"{{{note.seat}}} recruits {who} in {town_on(box, note['tile'])} for {cost}."


def promotes(note: Note, box: Box) -> str:
    tier, number = note["kind"], note["count"]
    cost = price(box.price[PROMOTION_PRICE + tier], number)
    who, what = creatures(tier, number), creature(tier + TIERS, number)
    become = with_article(what) if number == 1 else what
    return f"{{{note.seat}}} promotes {who} in {town_on(box, note['tile'])} to {become} for {cost}."


def hires(note: Note, box: Box) -> str:
    cost = goods(0, box.numbers.hero_coins)
    return f"{{{note.seat}}} hires the hero {hero_of(note)} in {town_on(box, note['tile'])} for {cost}."


def raises(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} raises a rampart in {town_on(box, note['tile'])} for {price(box.price[RAMPART_PRICE])}."


def hands_over(note: Note, box: Box) -> str:
    giver, taker = (holder_name(box, note.seat, note[field]) for field in ("giver", "taker"))
    return f"{{{note.seat}}} moves {creatures(note['kind'], note['count'])} from {giver} to {taker}."


def takes(note: Note, box: Box) -> str:
    item = item_name(note["level"], note["item"])
    return f"{whose_hero(note)} takes {item} on {square(box, note['tile'])}."


def leaves(note: Note, box: Box) -> str:
    return f"It leaves {item_name(note['level'], note['item'])} there."


def exchanges(note: Note, box: Box) -> str:
    item = with_article(ITEM_KIND_NAMES[note["item"]])
    both = f"{hero_of(note)} and {hero_of(note, 'other')}"
    return f"{{{note.seat}}}'s heroes {both} exchange what they carry as {item}."


def carries(note: Note, box: Box) -> str:
    item = item_name(note["level"], note["item"]) if note["level"] else f"no {ITEM_KIND_NAMES[note['item']]}"
    return f"{hero_of(note)} now carries {item}."


def moves(note: Note, box: Box) -> str:
    way = f"from {square(box, note['start'])} to {square(box, note['end'])}"
    return f"{whose_hero(note)} moves {way}, {count(note['left'], 'step')} left."


def turn_is_over(note: Note, box: Box) -> str:
    why = "nothing left to do" if note["heroes"] else "no hero on the map"
    return f"{{{note.seat}}} has {why}: the turn is over."


ENCOUNTERS = ("a fight against {}", "{} who take bribes", "{} who want to defect")


def meets(note: Note, box: Box) -> str:
    face = note["face"] // 10 - 1
    met = ENCOUNTERS[box.encounter[face]].format(f"{box.encounter_dice[face]}d6 monsters")
    where = square(box, note["tile"])
    return f"{{{note.seat}}} meets monsters on {where}: the percentile die shows {note['face']}, {met}."


def counts(note: Note, box: Box) -> str:
    if note["purpose"] == GUARD:
        return f"A die for their number shows {note['face']}{added(note, box.numbers.guard_plus)}."
    return f"A die for their number shows {note['face']}."


def added(note: Note, plus: int) -> str:
    """What is added after the last die."""
    return f", and {plus} are added" if plus and not note["left"] else ""


def offered(note: Note, box: Box) -> str:
    who = creatures(note["kind"], note["count"])
    if note["purpose"] == Encounter.BRIBE:
        return f"{who} can be bribed, for {price(box.price[CREATURE_PRICE + note['kind']])} each."
    return f"{who} {'wants' if note['count'] == 1 else 'want'} to join {{{note.seat}}}."


def joins(note: Note, box: Box) -> str:
    who = creatures(note["kind"], note.amount)
    if note["purpose"] == Encounter.BRIBE:
        cost = price(box.price[CREATURE_PRICE + note["kind"]], note.amount)
        return f"{whose_hero(note)} bribes {who} for {cost}."
    return f"{who} {'joins' if note.amount == 1 else 'join'} {whose_hero(note)}."


def gone(note: Note, box: Box) -> str:
    are = "is" if note["count"] == 1 else "are"
    lost = f"{creatures(note['kind'], note['count'])} {are} lost, and t" if note["count"] else "T"
    return f"{lost}he monster token on {square(box, note['tile'])} is removed."


def looks_for_guardians(note: Note, box: Box) -> str:
    die = "20-sided" if box.d20_guards else "percentile"
    found = "there are guardians" if note["found"] else "no guardians"
    where = f"the mine on {square(box, note['tile'])}"
    return f"{{{note.seat}}} tries to capture {where}: the {die} die shows {note['face']}, {found}."


def mine_yields(note: Note, box: Box) -> str:
    return f"The die for the mine shows {note['face']}: it yields {RESOURCES[note['resource']]}."


RESOURCES = ("coins", "wood", "food", "stone")


def loses_mine(note: Note, box: Box) -> str:
    mine = f"the mine of {RESOURCES[note['resource']]} on {square(box, note['tile'])}"
    return f"{{{note.seat}}} loses {mine} and has {count(note.total, 'mine')}."


def captures(note: Note, box: Box) -> str:
    mine = f"the mine of {RESOURCES[note['resource']]} on {square(box, note['tile'])}"
    return f"{{{note.seat}}} captures {mine} and has {count(note.total, 'mine')}."


def gains(verb: str) -> Words:
    return lambda note, _box: f"{{{note.seat}}} {verb} {resource_words(note)}."


def resource_is(note: Note, box: Box) -> str:
    where = square(box, note["tile"])
    return (
        f"{{{note.seat}}} collects the token on {where}: the die shows {note['face']}, {RESOURCES[note['resource']]}."
    )


def counts_resource(note: Note, box: Box) -> str:
    bonus = f", and {note['bonus']} are added" if note["bonus"] else ""
    return f"The die for the amount shows {note['face']}{bonus}."


def item_is(note: Note, box: Box) -> str:
    item = with_article(ITEM_KIND_NAMES[note["item"]])
    where = square(box, note["tile"])
    return f"{{{note.seat}}} finds an item on {where}: the percentile die shows {note['face']}, {item}."


def quality_is(note: Note, box: Box) -> str:
    rises = note["face"] >= 10 * box.numbers.quality_from
    level = LEVEL_NAMES[note["level"]]
    result = f"it rises to {level}" if rises else f"it stays {level}"
    last = ", the highest there is" if rises and note["level"] == LEVELS else ""
    return f"The percentile die for its quality shows {note['face']}: {result}{last}."


def item_found(note: Note, box: Box) -> str:
    return f"{capital(item_name(note['level'], note['item']))} lies on {square(box, note['tile'])}."


def fights(note: Note, box: Box) -> str:
    who, where = creatures(note["kind"], note["count"]), town_on(box, note["tile"])
    if note["foe"] == Foe.NEUTRAL:
        return f"{{{note.seat}}} fights the defenders of {where}, a neutral city: {who}."
    return f"{{{note.seat}}} fights {FOES[note['foe']]} on {square(box, note['tile'])}: {who}."


def attacks_army(note: Note, box: Box) -> str:
    if note["foe"] == Foe.CITY:
        return f"{{{note.seat}}} attacks {{{note['defender']}}}'s city {town_on(box, note['tile'])}."
    return f"{{{note.seat}}} attacks {{{note['defender']}}}'s army on {square(box, note['tile'])}."


def splits(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} begins with {split_name(box, note['split'])}."


def shifts(note: Note, box: Box) -> str:
    who = creatures(note["kind"], note["count"])
    way = f"from squad {SQUAD_LETTERS[note['squad']]} to squad {SQUAD_LETTERS[note['target']]}"
    return f"{{{note.seat}}} shifts {who} {way}."


def squad_has(note: Note, box: Box) -> str:
    return f"{capital(own_squad(note))} has {creatures(note['kind'], note['count'])}."


def leads(note: Note, box: Box) -> str:
    return f"{whose_hero(note)} leads squad {SQUAD_LETTERS[note['squad']]}."


def attacks(note: Note, box: Box) -> str:
    target = squad_name(note["target"], note["defender"])
    return f"{capital(own_squad(note))} attacks {target}."


def lot_falls(note: Note, box: Box) -> str:
    return f"A lot decides: {own_squad(note)} attacks {squad_name(note['target'], note['defender'])}."


def unpacked(*fields: int) -> list[int]:
    """The dice that fields of a note hold."""
    dice = []
    for field in fields:
        left = field
        while left:
            dice.append(left % DICE_BASE)
            left //= DICE_BASE
    return dice


def dice(note: Note, box: Box) -> str:
    fallen = unpacked(note["first"], note["second"], note["third"])
    return f"{capital(own_squad(note))} rolls {' '.join(map(str, fallen))}."


def throws(note: Note, box: Box) -> str:
    """`{0}'s squad A, 3 orcs: 3 x (2 + 5) = 21, 33 in all.`"""
    whole = f", {note.total} in all" if note.total != note.amount else ""
    return f"{capital(own_squad(note))}, {roller(note)}: {throw_sum(note, box)}{whole}."


def roller(note: Note) -> str:
    """Whose dice of a squad they are."""
    group = note["group"]
    if group < KINDS:
        return creatures(group, note["count"])
    if group == RAMPART_GROUP:
        return "the rampart"
    hero, kind = divmod(group - ITEM_GROUPS, ITEM_KINDS)
    return f"the {LEVEL_NAMES[note['count']]} {ITEM_KIND_NAMES[kind]} of {hero_name(note.seat, hero)}"


def throw_sum(note: Note, box: Box) -> str:
    """A throw as a sum. Of one that is too large, whose dice have been told before, the sum alone."""
    group, times = note["group"], 1
    individual = group < KINDS and note.rule == INDIVIDUAL
    if group < KINDS:
        plus = int(box.plus[group]) * (note["count"] if individual else 1)
        times = 1 if individual else note["count"]
    elif group == RAMPART_GROUP:
        plus = int(box.numbers.rampart_plus)
    else:
        plus = int(box.item_plus[(group - ITEM_GROUPS) % ITEM_KINDS, note["count"] - 1])
    fallen = unpacked(note["dice"]) or [note.amount // times - plus]
    parts = [str(number) for number in (*fallen, plus) if number]
    words = " + ".join(parts)
    if times > 1:
        return f"{times} x {f'({words})' if len(parts) > 1 else words} = {note.amount}"
    return f"{words} = {note.amount}" if len(parts) > 1 else words


INDIVIDUAL = 1606


def ends_skirmish(result: str) -> Words:
    return lambda note, _box: f"{capital(own_squad(note))} has {-note.amount} {result}."


def ties(note: Note, box: Box) -> str:
    return f"{capital(own_squad(note))} has {-note.amount}: equal totals kill nobody."


def killed(note: Note, box: Box) -> str:
    fell = creatures(note["kind"], -note.amount)
    verb = "is" if note.amount == -1 else "are"
    owner = f"; {{{note.seat}}} has {count(note.total, 'creature')}" if note.seat != NOBODY else ""
    return f"{fell} of {own_squad(note)} {verb} killed{owner}."


def army_lost(note: Note, box: Box) -> str:
    gone = count(-note.amount, "creature")
    return f"{gone} {'is' if note.amount == -1 else 'are'} lost; {{{note.seat}}} has {note.total}."


def wins_battle(note: Note, box: Box) -> str:
    where = battleground(box, note["tile"], note["foe"])
    if note.seat == NOBODY:
        return f"{capital(FOES[note['foe']])} win the battle {where}."
    return f"{{{note.seat}}} wins the battle {where}."


def rewarded(note: Note, box: Box) -> str:
    monsters = count(note["killed"], "monster")
    return f"{{{note.seat}}} receives {goods(0, note.amount)} for {monsters} killed and has {note.total}."


def remain(note: Note, box: Box) -> str:
    stay = "stays" if note["count"] == 1 else "stay"
    where = f"in {town_on(box, note['tile'])}" if note["foe"] == Foe.NEUTRAL else f"on {square(box, note['tile'])}"
    return f"{creatures(note['kind'], note['count'])} {stay} {where}."


def returns(note: Note, box: Box) -> str:
    to = holder_name(box, note.seat, note["holder"])
    return f"{creatures(note['kind'], note['count'])} {'goes' if note['count'] == 1 else 'go'} back to {to}."


LOST = {
    504: "is not paid for and leaves the game",
    1702: "has retreated and is lost",
    1704: "is lost with the battle",
    1707: "has no troops to fight for it and is removed",
}


def hero_lost(note: Note, box: Box) -> str:
    return f"{whose_hero(note)} on {square(box, note['tile'])} {LOST[note.rule]}."


def army_leaves(note: Note, box: Box) -> str:
    gone = count(-note.amount, "creature")
    verb = "goes" if note.amount == -1 else "go"
    return f"{gone} {verb} with it; {{{note.seat}}} has {note.total}."


def drops(note: Note, box: Box) -> str:
    where = square(box, note["tile"])
    return f"{capital(item_name(note['level'], note['item']))} of {hero_of(note)} lies on {where} now."


def city_changes(verb: str) -> Words:
    def say(note: Note, box: Box) -> str:
        cities = count(note.total, "city", "cities")
        return f"{{{note.seat}}} {verb} the city {town_on(box, note['tile'])} and has {cities}."

    return say


def mines_are_free(note: Note, box: Box) -> str:
    mines = count(-note.amount, "mine")
    return f"{{{note.seat}}}'s {mines} {'belongs' if note.amount == -1 else 'belong'} to nobody now."


def realm(note: Note, box: Box) -> str:
    parts = [f"{note[part]} for {part}" for part in ("cities", "mines", "troops", "items")]
    return f"{{{note.seat}}}'s realm: {', '.join(parts)}."


def founds(note: Note, box: Box) -> str:
    return f"{{{note.seat}}} founds the city {town_on(box, note['tile'])} on {square(box, note['tile'])}."


def pays_for(note: Note, box: Box) -> str:
    hero = f"{hero_of(note)} on {square(box, note['tile'])}"
    return f"{{{note.seat}}} pays {goods(2, -note.amount)} for {hero} and has {note.total} left."


def stays(note: Note, box: Box) -> str:
    return f"{whose_hero(note)} stays on {square(box, note['tile'])}; {count(note['left'], 'step')} lost."


NAMES: dict[str, Namer] = {
    "tile": square,
    "start": square,
    "end": square,
    "token": token_name,
    "defender": seat_name,
}
ROLLS = ("representative", "individual")

SENTENCES: dict[NoteKind, Phrase] = {
    Told.LAID: "{token} is laid on {tile}.",
    Told.ROLLS_FOR_FIRST: "{seat} rolls {face} for the first turn.",
    Told.SHARES_TOP: "{seat} shares the highest roll, {face}, and rolls again.",
    Told.IS_FIRST: "{seat} has the highest roll, {face}, and is the first player.",
    Told.FOUNDS: founds,
    Told.HERO_BEGINS: lambda note, _box: f"{whose_hero(note)} stands in it.",
    Told.DAY: "Day {day} of {days}.",
    Told.APPEARS: "{token} appears on {tile}.",
    Told.CITIES_PAY: income("cities"),
    Told.MINES_PAY: income("mines"),
    Told.GAINS: "",
    Told.PAYS: "",
    Told.PAYS_FEE: pays_fee,
    Told.MUST_CHOOSE: must_choose,
    Told.PAYS_FOR: pays_for,
    Told.IS_DONE: "{seat} is done with building and recruiting.",
    Told.BUILDS: builds,
    Told.RECRUITS: recruits,
    Told.PROMOTES: promotes,
    Told.HIRES: hires,
    Told.RAISES: raises,
    Told.HANDS_OVER: hands_over,
    Told.TAKES: takes,
    Told.LEAVES: leaves,
    Told.EXCHANGES: exchanges,
    Told.CARRIES: carries,
    Told.EXPLORES: "{seat} explores.",
    Told.ROLLS_MOVEMENT: lambda note, _box: f"{whose_hero(note)} rolls {note['face']} for movement.",
    Told.MOVES: moves,
    Told.STAYS: stays,
    Told.ENDS_TURN: "{seat} ends the turn.",
    Told.TURN_IS_OVER: turn_is_over,
    Told.MEETS: meets,
    Told.COUNTS: counts,
    Told.OFFERED: offered,
    Told.JOINS: joins,
    Told.DECLINES: "{seat} takes none of them.",
    Told.GONE: gone,
    Told.LOOKS_FOR_GUARDIANS: looks_for_guardians,
    Told.MINE_YIELDS: mine_yields,
    Told.LOSES_MINE: loses_mine,
    Told.CAPTURES: captures,
    Told.MINE_GIVES: gains("receives"),
    Told.FREES_MINE: "{seat}'s mine on {tile} is free of guardians.",
    Told.RESOURCE_IS: resource_is,
    Told.COUNTS_RESOURCE: counts_resource,
    Told.FINDS: gains("receives"),
    Told.ITEM_IS: item_is,
    Told.QUALITY_IS: quality_is,
    Told.ITEM_FOUND: item_found,
    Told.BESIEGES: lambda note, box: f"{{{note.seat}}} lays siege to the neutral city {town_on(box, note['tile'])}.",
    Told.FIGHTS: fights,
    Told.ATTACKS_ARMY: attacks_army,
    Told.SPLITS: splits,
    Told.PICKS: "",
    Told.SHIFTS: shifts,
    Told.READY: "{seat}'s army is ready.",
    Told.SQUAD_HAS: squad_has,
    Told.LEADS: leads,
    Told.IS_LED: leads,
    Told.CHOOSES_ROLLS: lambda note, _box: f"{{{note.seat}}} uses {ROLLS[note['rolls']]} rolls.",
    Told.ATTACKS: attacks,
    Told.LOT_FALLS: lot_falls,
    Told.STRIKES: attacks,
    Told.DIE: "",
    Told.DICE: dice,
    Told.THROWS: throws,
    Told.WINS_SKIRMISH: ends_skirmish("and wins the skirmish"),
    Told.LOSES_SKIRMISH: ends_skirmish("and is killed"),
    Told.TIES_SKIRMISH: ties,
    Told.KILLED: killed,
    Told.RETREATS: "{seat} retreats from the battle on {tile}.",
    Told.ARMY_LOST: army_lost,
    Told.WINS_BATTLE: wins_battle,
    Told.REWARDED: rewarded,
    Told.REMAIN: remain,
    Told.RETURNS: returns,
    Told.HERO_LOST: hero_lost,
    Told.ARMY_LEAVES: army_leaves,
    Told.DROPS: drops,
    Told.LOSES_CITY: city_changes("loses"),
    Told.TAKES_CITY: city_changes("takes"),
    Told.IS_OUT: "{seat} has no city and no hero, and is out.",
    Told.MINES_ARE_FREE: mines_are_free,
    Told.IS_LAST: "{seat} is the last realm left and wins.",
    Told.REALM: realm,
    Told.STORES: "The stock counts {stores}: {seat}'s realm is worth {value}.",
    Told.WINS: "{seat} wins with a realm value of {value}.",
    Told.SHARES_WIN: "{seat} shares the win with a realm value of {value}.",
}


def sentence(note: Note, box: Box, viewer: int) -> str:
    """What a note says, in words."""
    return say(SENTENCES, NAMES, note, box)
