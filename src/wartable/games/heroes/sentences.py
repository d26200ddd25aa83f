"""The log of Heroes: a sentence for each note, made from the note and the Box."""

from collections.abc import Callable

from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.phrases import Number, seat_name

from .box import CREATURE_PRICE, PROMOTION_PRICE, RAMPART_PRICE, SPAWNER_PRICE, Box, Encounter
from .naming import (
    FOES,
    ITEM_KIND_NAMES,
    LEVEL_NAMES,
    RESOURCE_NAMES,
    SQUAD_LETTERS,
    TOKEN_NAMES,
    battleground,
    creature,
    creatures,
    goods,
    hero_name,
    item_name,
    price,
    split_name,
    square,
    town_on,
    with_article,
)
from .notes import DICE_BASE, Counter, Told
from .rules.exploration import GUARD
from .rules.throws import ITEM_GROUPS, RAMPART_GROUP
from .state import ITEM_KINDS, KINDS, LEVELS, SQUADS, TIERS, Foe, Token

PRICES: dict[NoteKind, int] = {
    Told.BUILDS: SPAWNER_PRICE,
    Told.RECRUITS: CREATURE_PRICE,
    Told.JOINS: CREATURE_PRICE,
    Told.PROMOTES: PROMOTION_PRICE,
}
ARMIES = ("monsters'", "guardians'", "defenders'")


def squad_name(squad: int, seat: int) -> str:
    """`{0}'s squad A`, `the guardians' squad B`."""
    letter = SQUAD_LETTERS[squad % SQUADS]
    if squad < SQUADS:
        return f"{{{seat}}}'s squad {letter}"
    return f"the {ARMIES[squad // SQUADS - 1]} squad {letter}"


def capital(words: str) -> str:
    return words if words.startswith("{") else words[0].upper() + words[1:]


class Said:
    """The values of a note for templates: by a name in VALUES, or a field's number."""

    def __init__(self, note: Note, box: Box) -> None:
        self.note, self.box = note, box
        self.seat = seat_name(box, note.seat)
        # How many there are, or come and go.
        self.number = int(note["count"]) if "count" in note.kind.fields else abs(note.amount)

    def __getitem__(self, name: str) -> str | Number:
        return VALUES[name](self) if name in VALUES else Number(self.note[name])

    def tile(self, field: str) -> str:
        return square(self.box, self.note[field])

    def hero(self, field: str = "hero") -> str:
        return hero_name(self.note.seat, self.note[field])

    def holder(self, field: str) -> str:
        """Who has troops: a hero, or the city on a tile."""
        holder = self.note[field]
        return hero_name(self.note.seat, holder - 1) if holder > 0 else town_on(self.box, -1 - holder)

    @property
    def cost(self) -> str:
        """The price of the creatures recruited, promoted or bribed, or of the building."""
        first = PRICES.get(self.note.kind)
        if first is None:
            return price(self.box.price[RAMPART_PRICE])
        times = 1 if self.note.kind == Told.BUILDS else self.number
        return price(self.box.price[first + self.note["kind"]], times)

    @property
    def food(self) -> str:
        return goods(2, self.note["food"] if "food" in self.note.kind.fields else -self.note.amount)

    @property
    def token(self) -> str:
        token = self.note["token"]
        return "A neutral city" if token == Token.CITY else capital(with_article(TOKEN_NAMES[token]))

    @property
    def item(self) -> str:
        return with_article(item_name(self.note["item"], self.note["level"]))

    @property
    def squad(self) -> str:
        return squad_name(self.note["squad"], self.note.seat)


VALUES: dict[str, Callable[[Said], str | Number]] = {
    "seat": lambda it: it.seat,
    "total": lambda it: Number(it.note.total),
    "lost": lambda it: Number(-it.note.amount),
    # What a single one adds to a verb: it `stays`, they `stay`.
    "s": lambda it: "s" if it.number == 1 else "",
    "es": lambda it: "es" if it.number == 1 else "",
    "are": lambda it: "is" if it.number == 1 else "are",
    "they": lambda it: creatures(it.note["kind"], it.number),
    "kind": lambda it: creature(it.note["kind"]),
    # Of the resource that changes: `3 coins`.
    "goods": lambda it: goods(it.note.counter - Counter.COINS, abs(it.note.amount)),
    "food": lambda it: it.food,
    "income": lambda it: price(it.note.values),
    "resource": lambda it: RESOURCE_NAMES[it.note["resource"]],
    "cost": lambda it: it.cost,
    "hire": lambda it: goods(0, it.box.numbers.hero_coins),
    "tile": lambda it: it.tile("tile"),
    "start": lambda it: it.tile("start"),
    "end": lambda it: it.tile("end"),
    "town": lambda it: town_on(it.box, it.note["tile"]),
    "battleground": lambda it: battleground(it.box, it.note["tile"], it.note["foe"]),
    "token": lambda it: it.token,
    "hero": lambda it: it.hero(),
    "other": lambda it: it.hero("other"),
    "whose_hero": lambda it: f"{it.seat}'s hero {it.hero()}",
    "item": lambda it: it.item,
    "an_item": lambda it: capital(it.item),
    "item_kind": lambda it: with_article(ITEM_KIND_NAMES[it.note["item"]]),
    "giver": lambda it: it.holder("giver"),
    "taker": lambda it: it.holder("taker"),
    "home": lambda it: it.holder("holder"),
    "letter": lambda it: SQUAD_LETTERS[it.note["squad"]],
    "own_squad": lambda it: it.squad,
    # At the beginning of a sentence.
    "squad": lambda it: capital(it.squad),
    "target": lambda it: squad_name(it.note["target"], it.note["defender"]),
    "defender": lambda it: seat_name(it.box, it.note["defender"]),
    "split": lambda it: split_name(it.box, it.note["split"]),
    "rolls": lambda it: ("representative", "individual")[it.note["rolls"]],
}


Phrase = str | Callable[[Note, Box], str]


def either(field: str, some: str, none: str) -> Phrase:
    """What is said where a field of a note is not 0, and where it is."""
    return lambda note, _box: some if note[field] else none


def promotes(note: Note, _box: Box) -> str:
    what = creature(note["kind"] + TIERS, note["count"])
    become = with_article(what) if note["count"] == 1 else what
    return f"{{seat}} promotes {{they}} in {{town}} to {become} for {{cost}}."


def carries(note: Note, _box: Box) -> str:
    what = "{item}" if note["level"] else f"no {ITEM_KIND_NAMES[note['item']]}"
    return f"{{hero}} now carries {what}."


ENCOUNTERS = ("a fight against {}", "{} who take bribes", "{} who want to defect")


def meets(note: Note, box: Box) -> str:
    face = note["face"] // 10 - 1
    met = ENCOUNTERS[box.encounter[face]].format(f"{box.encounter_dice[face]}d6 monsters")
    return f"{{seat}} meets monsters on {{tile}}: the percentile die shows {{face}}, {met}."


def counts(note: Note, box: Box) -> str:
    plus = box.numbers.guard_plus if note["purpose"] == GUARD and not note["left"] else 0
    return f"A die for their number shows {{face}}{f', and {plus} are added' if plus else ''}."


def offered(note: Note, box: Box) -> str:
    if note["purpose"] == Encounter.BRIBE:
        return f"{{they}} can be bribed, for {price(box.price[CREATURE_PRICE + note['kind']])} each."
    return "{they} want{s} to join {seat}."


def looks_for_guardians(note: Note, box: Box) -> str:
    die = "20-sided" if box.d20_guards else "percentile"
    found = "there are guardians" if note["found"] else "no guardians"
    return f"{{seat}} tries to capture the mine on {{tile}}: the {die} die shows {{face}}, {found}."


def quality_is(note: Note, box: Box) -> str:
    rises = note["face"] >= 10 * box.numbers.quality_from
    result = f"it {'rises to' if rises else 'stays'} {LEVEL_NAMES[note['level']]}"
    last = ", the highest there is" if rises and note["level"] == LEVELS else ""
    return f"The percentile die for its quality shows {{face}}: {result}{last}."


def fights(note: Note, _box: Box) -> str:
    if note["foe"] == Foe.NEUTRAL:
        return "{seat} fights the defenders of {town}, a neutral city: {they}."
    return f"{{seat}} fights {FOES[note['foe']]} on {{tile}}: {{they}}."


def unpacked(*fields: int) -> list[int]:
    """The dice that fields of a note hold."""
    dice = []
    for field in fields:
        left = field
        while left:
            dice.append(left % DICE_BASE)
            left //= DICE_BASE
    return dice


def dice(note: Note, _box: Box) -> str:
    return f"{{squad}} rolls {' '.join(map(str, unpacked(note['first'], note['second'], note['third'])))}."


def throws(note: Note, box: Box) -> str:
    """`{0}'s squad A, 3 orcs: 3 x (2 + 5) = 21, 33 in all.`"""
    whole = ", {total} in all" if note.total != note.amount else ""
    return f"{{squad}}, {roller(note)}: {throw_sum(note, box)}{whole}."


def roller(note: Note) -> str:
    """Who rolls: creatures, the rampart, or an item."""
    group = note["group"]
    if group < KINDS:
        return creatures(group, note["count"])
    if group == RAMPART_GROUP:
        return "the rampart"
    hero, kind = divmod(group - ITEM_GROUPS, ITEM_KINDS)
    return f"the {item_name(kind, note['count'])} of {hero_name(note.seat, hero)}"


def throw_sum(note: Note, box: Box) -> str:
    """A throw as a sum; for a large throw, whose dice were told before, only the total."""
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


def killed(note: Note, _box: Box) -> str:
    owner = "; {seat} has {total:creature}" if note.seat != NOBODY else ""
    return f"{{they}} of {{own_squad}} {{are}} killed{owner}."


def wins_battle(note: Note, _box: Box) -> str:
    wins = f"{capital(FOES[note['foe']])} win" if note.seat == NOBODY else "{seat} wins"
    return f"{wins} the battle {{battleground}}."


LOST = {
    504: "is not paid for and leaves the game",
    1702: "has retreated and is lost",
    1704: "is lost with the battle",
    1707: "has no troops to fight for it and is removed",
}


RECEIVES = "{seat} receives {goods} and has {total}."
BRIBES = "{whose_hero} bribes {they} for {cost}."
NO_HERO = "{seat} has no hero on the map: the turn is over."
AMOUNT, REMOVED = "The die for the amount shows {face}", "monster token on {tile} is removed."
ARMY_OR_CITY = "army on {tile}", "city {town}"
LEADS, ATTACKS = "{whose_hero} leads squad {letter}.", "{squad} attacks {target}."

SENTENCES: dict[NoteKind, Phrase] = {
    Told.LAID: "{token} is laid on {tile}.",
    Told.ROLLS_FOR_FIRST: "{seat} rolls {face} to go first.",
    Told.SHARES_TOP: "{seat} shares the highest roll, {face}, and rolls again.",
    Told.IS_FIRST: "{seat} has the highest roll, {face}, and is the first player.",
    Told.FOUNDS: "{seat} founds the city {town} on {tile}.",
    Told.HERO_BEGINS: "{whose_hero} stands in it.",
    Told.DAY: "Day {day} of {days}.",
    Told.APPEARS: "{token} appears on {tile}.",
    Told.CITIES_PAY: "{seat} receives {income} from cities.",
    Told.MINES_PAY: "{seat} receives {income} from mines.",
    Told.GAINS: "",
    Told.PAYS: "",
    Told.PAYS_FEE: "{seat} pays {food} for {heroes:hero|heroes} outside the cities and has {total} left.",
    Told.MUST_CHOOSE: "{seat} has {food} for {heroes} heroes and must choose whom to pay.",
    Told.PAYS_FOR: "{seat} pays {food} for {hero} on {tile} and has {total} left.",
    Told.IS_DONE: "{seat} is done with building and recruiting.",
    Told.BUILDS: "{seat} builds the spawner of {kind} in {town} for {cost}.",
    Told.RECRUITS: "{seat} recruits {they} in {town} for {cost}.",
    Told.PROMOTES: promotes,
    Told.HIRES: "{seat} hires the hero {hero} in {town} for {hire}.",
    Told.RAISES: "{seat} raises a rampart in {town} for {cost}.",
    Told.HANDS_OVER: "{seat} moves {they} from {giver} to {taker}.",
    Told.TAKES: "{whose_hero} takes {item} on {tile}.",
    Told.LEAVES: "It leaves {item} there.",
    Told.EXCHANGES: "{seat}'s heroes {hero} and {other} exchange what they carry as {item_kind}.",
    Told.CARRIES: carries,
    Told.EXPLORES: "{seat} explores.",
    Told.ROLLS_MOVEMENT: "{whose_hero} rolls {face} for movement.",
    Told.MOVES: "{whose_hero} moves from {start} to {end}, {left:step} left.",
    Told.STAYS: "{whose_hero} stays on {tile}; {left:step} lost.",
    Told.ENDS_TURN: "{seat} ends the turn.",
    Told.TURN_IS_OVER: either("heroes", "{seat} has nothing left to do: the turn is over.", NO_HERO),
    Told.MEETS: meets,
    Told.COUNTS: counts,
    Told.OFFERED: offered,
    Told.JOINS: lambda note, _: BRIBES if note["purpose"] == Encounter.BRIBE else "{they} join{s} {whose_hero}.",
    Told.DECLINES: "{seat} takes none of them.",
    Told.GONE: either("count", f"{{they}} {{are}} lost, and the {REMOVED}", f"The {REMOVED}"),
    Told.LOOKS_FOR_GUARDIANS: looks_for_guardians,
    Told.MINE_YIELDS: "The die for the mine shows {face}: it yields {resource}.",
    Told.LOSES_MINE: "{seat} loses the mine of {resource} on {tile} and has {total:mine}.",
    Told.CAPTURES: "{seat} captures the mine of {resource} on {tile} and has {total:mine}.",
    Told.MINE_GIVES: RECEIVES,
    Told.FREES_MINE: "{seat}'s mine on {tile} is free of guardians.",
    Told.RESOURCE_IS: "{seat} collects the token on {tile}: the die shows {face}, {resource}.",
    Told.COUNTS_RESOURCE: either("bonus", f"{AMOUNT}, and {{bonus}} are added.", f"{AMOUNT}."),
    Told.FINDS: RECEIVES,
    Told.ITEM_IS: "{seat} finds an item on {tile}: the percentile die shows {face}, {item_kind}.",
    Told.QUALITY_IS: quality_is,
    Told.ITEM_FOUND: "{an_item} lies on {tile}.",
    Told.BESIEGES: "{seat} lays siege to the neutral city {town}.",
    Told.FIGHTS: fights,
    Told.ATTACKS_ARMY: lambda note, _: f"{{seat}} attacks {{defender}}'s {ARMY_OR_CITY[note['foe'] == Foe.CITY]}.",
    Told.SPLITS: "{seat} forms up: {split}.",
    Told.DIVIDES: "{seat} divides the army by hand.",
    Told.PUTS: either("count", "{seat} puts {they} in squad {letter}.", ""),
    Told.SQUAD_HAS: "{squad} has {they}.",
    Told.LEADS: LEADS,
    Told.IS_LED: LEADS,
    Told.CHOOSES_ROLLS: "{seat} uses {rolls} rolls.",
    Told.ATTACKS: ATTACKS,
    Told.LOT_FALLS: "A lot decides: {own_squad} attacks {target}.",
    Told.STRIKES: ATTACKS,
    Told.DIE: "",
    Told.DICE: dice,
    Told.THROWS: throws,
    Told.WINS_SKIRMISH: "{squad} has {lost} and wins the skirmish.",
    Told.LOSES_SKIRMISH: "{squad} has {lost} and is killed.",
    Told.TIES_SKIRMISH: "{squad} has {lost}: equal totals kill nobody.",
    Told.KILLED: killed,
    Told.RETREATS: "{seat} retreats from the battle on {tile}.",
    Told.ARMY_LOST: "{lost:creature} {are} lost; {seat} has {total}.",
    Told.WINS_BATTLE: wins_battle,
    Told.REWARDED: "{seat} receives {goods} for {killed:monster} killed and has {total}.",
    Told.REMAIN: lambda note, _: f"{{they}} stay{{s}} {'in {town}' if note['foe'] == Foe.NEUTRAL else 'on {tile}'}.",
    Told.RETURNS: "{they} go{es} back to {home}.",
    Told.HERO_LOST: lambda note, _box: f"{{whose_hero}} on {{tile}} {LOST[note.rule]}.",
    Told.ARMY_LEAVES: "{lost:creature} go{es} with it; {seat} has {total}.",
    Told.DROPS: "{an_item} of {hero} lies on {tile} now.",
    Told.LOSES_CITY: "{seat} loses the city {town} and has {total:city|cities}.",
    Told.TAKES_CITY: "{seat} takes the city {town} and has {total:city|cities}.",
    Told.IS_OUT: "{seat} has no city and no hero, and is out.",
    Told.MINES_ARE_FREE: "{seat}'s {lost:mine} belong{s} to nobody now.",
    Told.IS_LAST: "{seat} is the last realm left and wins.",
    Told.REALM: "{seat}'s realm: {cities} for cities, {mines} for mines, {troops} for troops, {items} for items.",
    Told.STORES: "The stock counts {stores}: {seat}'s realm is worth {value}.",
    Told.WINS: "{seat} wins with a realm value of {value}.",
    Told.SHARES_WIN: "{seat} shares the win with a realm value of {value}.",
}


def sentence(note: Note, box: Box, viewer: int) -> str:
    """What a note says, in words. A seat's name stays a `{0}`."""
    phrase = SENTENCES[note.kind]
    template = phrase if isinstance(phrase, str) else phrase(note, box)
    return template.format_map(Said(note, box))
