"""What a person means by a text that is no legal move's notation: this hero, there; so many of these, in that city."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from wartable.core.actions import Family, encode
from wartable.core.compiled import plain
from wartable.core.frames import kind as frame_kind
from wartable.core.frames import top
from wartable.core.game import Refused
from wartable.core.phrases import count

from . import actions as act
from .actions import Amount
from .box import CREATURE_PRICE, Box, Split
from .help import route, steps_between
from .naming import COLUMNS, CREATURES, DIRECTIONS, ITEM_KIND_NAMES, LEVEL_NAMES, hero_name, square, town, town_on
from .prompts import prompt
from .rules.acquisition import most_promoted
from .rules.realm import city_at, has_spawner, most_payable, neighbour
from .state import HEROES, SQUADS, TIERS, Kind, ShiftSquadFrame, State, WelcomeFrame

Meant = int | Refused | None

COMPASS = {"north": "n", "east": "e", "south": "s", "west": "w", "up": "n", "right": "e", "down": "s", "left": "w"}
COMPASS |= {"northeast": "ne", "southeast": "se", "southwest": "sw", "northwest": "nw"}
SAME = {
    "found": "city",
    "buy": "recruit",
    "train": "recruit",
    "upgrade": "promote",
    "wall": "rampart",
    "transfer": "give",
    "exchange": "swap",
    "wait": "stay",
    "bribe": "join",
    "accept": "join",
    "split": "form",
    "flee": "retreat",
    "pass": "end",
    "raise": "rampart",
}


def code(family: Family, *fields: int) -> int:
    return int(plain(encode)(family, *fields))


@dataclass
class Reader:
    """The words of a text, and what they name at this table."""

    view: State
    box: Box
    seat: int
    words: list[str]

    @property
    def asked(self) -> int:
        return int(plain(frame_kind)(self.view))

    def heroes(self) -> list[int]:
        """The heroes that are named, from 0; also ones that there are not."""
        return [int(word[1:]) - 1 for word in self.words if re.fullmatch(r"h\d", word)]

    def kind(self) -> int | None:
        """The creature kind that is named, last where a tile is called so too; -1 for a tier that there is not."""
        for word in reversed(self.words):
            found = re.fullmatch(r"t(\d+)(\+?)", word)
            if found:
                tier = int(found[1])
                return tier - 1 + TIERS * bool(found[2]) if 1 <= tier <= TIERS else -1
        called = [CREATURES.index(word.removesuffix("s")) for word in self.words if word.removesuffix("s") in CREATURES]
        return called[-1] + TIERS * ("armoured" in self.words) if called else None

    def tile(self) -> str | None:
        """The name of the tile that is named: `t3` is one only where a creature kind is named beside it."""
        named = [word for word in self.words if is_tile(word) and not is_hero(word)]
        plainly = [word for word in named if not word.startswith("t")]
        return plainly[0] if plainly else named[0] if len(named) > 1 else None

    def is_city(self, word: str) -> bool:
        """Whether a word is a city: `t3` is a creature kind before it is a tile."""
        tile = tile_number(self.box, word) if is_tile(word) and not is_kind(word) else None
        return word == "city" or (tile is not None and plain(city_at)(self.view, tile) >= 0)

    def number(self) -> int | None:
        """How many are named: 5, x5."""
        found = [re.fullmatch(r"x?(\d+)", word) for word in self.words]
        return next((int(match[1]) for match in found if match), None)

    def squads(self) -> list[int]:
        """The squads that are named by their letters, from 0; also ones that there are not."""
        return [ord(word) - ord("a") for word in self.words if re.fullmatch(r"[a-z]", word)]

    def item(self) -> int | None:
        text = " ".join(self.words).replace("-", " ")
        return next((number for number, name in enumerate(ITEM_KIND_NAMES) if name in text), None)

    def level(self) -> int | None:
        return next((LEVEL_NAMES.index(word) for word in self.words if word in LEVEL_NAMES[1:]), None)


def is_hero(word: str) -> bool:
    """`h1` is a hero, and `h10` a tile: no player has ten heroes."""
    return bool(re.fullmatch(rf"h[1-{HEROES}]", word))


def is_kind(word: str) -> bool:
    return bool(re.fullmatch(rf"t[1-{TIERS}]", word))


def is_tile(word: str) -> bool:
    return bool(re.fullmatch(rf"[{COLUMNS}]\d+", word))


def tile_number(box: Box, name: str) -> int | None:
    """A tile by its name; None where the map has none."""
    x, y = COLUMNS.index(name[0]), int(name[1:]) - 1
    return x + y * box.width if x < box.width and 0 <= y < box.height else None


def meant(view: State, box: Box, seat: int, text: str) -> Meant:
    """An order with its parts in any order, where what is missing is plain; a hero and a tile; two squads."""
    words = [SAME.get(word, word) for word in re.findall(r"[a-z0-9+]+(?:-hand)?", text.lower())]
    called = names(view, box, seat)
    words = [called.get(word, word) for word in words]
    words = [word for word in words if word not in ("the", "of", "in", "on", "at", "from", "with", "for")]
    if "hero" in words and "recruit" in words:
        words = ["hire", *(word for word in words if word not in ("hero", "recruit"))]
    if not words:
        return None
    reader = Reader(view, box, seat, words)
    if words[0] in ("to", "shift") and reader.asked == Kind.SHIFT_SQUAD:
        return read_shift(reader)
    for verb, (kinds, rule, read) in ORDERS.items():
        if verb in words:
            words.remove(verb)
            if reader.asked not in kinds:
                return Refused(305, not_now(view, box, seat, rule))
            return read(reader)
    if re.fullmatch(r"(attack )?[a-z] (attacks )?[a-z]", " ".join(words)):
        return read_attack(reader)
    return read_move(reader)


def names(view: State, box: Box, seat: int) -> dict[str, str]:
    """Cities and the player's own heroes by name: `ravenhold` is the city on a1, `alda` is h1."""
    tiles = [int(city.tile) for city in view.cities[: box.seats + box.neutral_cities]] if view.day else []
    heroes = {hero_name(seat, hero).lower(): f"h{hero + 1}" for hero in range(HEROES)}
    return {town_on(box, tile).lower(): square(box, tile) for tile in tiles} | heroes


def not_now(view: State, box: Box, seat: int, rule: int) -> str:
    """What is asked for now, and which rule has the time for what was meant."""
    return f"This is not the time for it (see HE-{rule // 100}.{rule % 100}). {prompt(view, box, seat)}."


def own_cities(reader: Reader) -> list[int]:
    cities = range(reader.box.seats + reader.box.neutral_cities)
    return [city for city in cities if reader.view.cities[city].owner == reader.seat]


def read_city(reader: Reader, rule: int) -> int | Refused:
    """The city that is named, or the player's only one."""
    name, own = reader.tile(), own_cities(reader)
    names = ", ".join(town(reader.view, reader.box, city) for city in own) or "none"
    if name is None:
        return own[0] if len(own) == 1 else Refused(rule, f"Say in which city. Yours: {names}.")
    tile = tile_number(reader.box, name)
    if tile is None:
        return Refused(rule, f"{name} is off the map. Your cities: {names}.")
    city = plain(city_at)(reader.view, tile)
    return int(city) if city >= 0 else Refused(rule, f"There is no city on {name}. Your cities: {names}.")


def read_kind(reader: Reader) -> int | Refused:
    kind = reader.kind()
    if kind is None:
        return Refused(105, "Say which creatures: t1 for goblins to t5 for dragons, with + for armoured ones.")
    return kind if kind >= 0 else Refused(105, "There are five creatures, plain and armoured: t1 to t5, t1+ to t5+.")


def read_founding(reader: Reader) -> Meant:
    name = next((word for word in reader.words if is_tile(word)), None)
    if name is None:
        return Refused(206, "Say on which tile, such as `city c3`.")
    tile = tile_number(reader.box, name)
    return Refused(206, f"{name} is off the map.") if tile is None else code(act.PLACE, tile)


def read_hero(reader: Reader, rule: int) -> int | Refused:
    """The hero that is named, or the player's only one on the map."""
    named = reader.heroes()
    here = [hero for hero in range(HEROES) if reader.view.players[reader.seat].heroes[hero].here]
    if named:
        missing = Refused(rule, f"You have no hero {named[0] + 1}. {listed_heroes(reader, here)}")
        return named[0] if named[0] in here else missing
    return here[0] if len(here) == 1 else Refused(rule, f"Say which hero. {listed_heroes(reader, here)}")


def listed_heroes(reader: Reader, here: list[int]) -> str:
    names = [f"{hero_name(reader.seat, hero)} (h{hero + 1})" for hero in here]
    return f"Your heroes: {', '.join(names) or 'none'}."


def with_hero(family: Family, rule: int) -> Callable[[Reader], Meant]:
    def read(reader: Reader) -> Meant:
        hero = read_hero(reader, rule)
        return hero if isinstance(hero, Refused) else code(family, hero)

    return read


def with_city(family: Family, rule: int) -> Callable[[Reader], Meant]:
    def read(reader: Reader) -> Meant:
        city = read_city(reader, rule)
        return city if isinstance(city, Refused) else code(family, city)

    return read


def read_building(reader: Reader) -> Meant:
    city, kind = read_city(reader, 601), read_kind(reader)
    if isinstance(kind, Refused):
        return kind
    return city if isinstance(city, Refused) else code(act.BUILD, city, kind)


def read_recruiting(reader: Reader) -> Meant:
    city, kind = read_city(reader, 701), read_kind(reader)
    if isinstance(kind, Refused):
        return kind
    if isinstance(city, Refused):
        return city
    if not plain(has_spawner)(reader.view, city, kind):
        return code(act.RECRUIT, city, kind, Amount.MOST)
    most = plain(most_payable)(reader.view, reader.box, reader.seat, CREATURE_PRICE + kind)
    amount = purchase_amount(reader, int(most))
    return amount if isinstance(amount, Refused) else code(act.RECRUIT, city, kind, amount)


def read_promotion(reader: Reader) -> Meant:
    city, kind = read_city(reader, 705), read_kind(reader)
    if isinstance(kind, Refused):
        return kind
    if isinstance(city, Refused):
        return city
    most = plain(most_promoted)(reader.view, reader.box, reader.seat, city, kind % TIERS)
    amount = purchase_amount(reader, int(most))
    return amount if isinstance(amount, Refused) else code(act.PROMOTE, city, kind % TIERS, amount)


def purchase_amount(reader: Reader, most: int) -> int | Refused:
    """One, five or all that can be paid; a number that is the same as all of them is all of them."""
    number = reader.number()
    if number is None or "max" in reader.words or "all" in reader.words or (number == most and most > 0):
        return Amount.MOST
    if number in (1, 5):
        return Amount.MOST if most < 1 else Amount.ONE if number == 1 else Amount.SOME
    if number > most:
        return Amount.MOST if most < 1 else Refused(712, f"You can pay for {most}, and not for {number}.")
    return Refused(
        712, f"They come one (x1) or five (x5) at a time, or all you can pay for (max); {number} takes several."
    )


def read_giving(reader: Reader) -> Meant:
    holders = [int(word[1:]) if is_hero(word) else 0 for word in reader.words if is_hero(word) or reader.is_city(word)]
    if len(holders) != 2:
        return Refused(709, "Say from whom to whom, such as `give city h1 t1 all` or `give h1 h2 army all`.")
    giver, taker = holders
    if "army" in reader.words:
        return code(act.TRANSFER, giver, taker, act.ALL_KINDS, Amount.MOST)
    kind = read_kind(reader)
    if isinstance(kind, Refused):
        return kind
    amount = share_amount(reader, held(reader, giver, taker, kind), 712)
    return amount if isinstance(amount, Refused) else code(act.TRANSFER, giver, taker, kind, amount)


def held(reader: Reader, giver: int, taker: int, kind: int) -> int:
    """How many creatures of a kind somebody has to give."""
    heroes = reader.view.players[reader.seat].heroes
    if giver > 0:
        return int(heroes[giver - 1].troops[kind])
    city = plain(city_at)(reader.view, heroes[taker - 1].tile) if taker else -1
    return int(reader.view.cities[city].garrison[kind]) if city >= 0 else 0


def share_amount(reader: Reader, have: int, rule: int) -> int | Refused:
    """One, half or all; a number that is the same as one of these is that."""
    number = reader.number()
    if number is None or have == 0:
        return Amount.SOME if "half" in reader.words else Amount.MOST
    if number > have:
        return Refused(rule, f"There are {have}, and not {number}.")
    fits = {1: Amount.ONE, (have + 1) // 2: Amount.SOME, have: Amount.MOST}
    if number in fits:
        return fits[number]
    return Refused(
        rule, f"They are moved one at a time, by half or all together; {number} of {have} takes several moves."
    )


def read_taking(reader: Reader) -> Meant:
    if reader.asked == Kind.WELCOME:
        return read_joining(reader)
    hero = read_hero(reader, 1305)
    if isinstance(hero, Refused):
        return hero
    tile, item, level = reader.view.players[reader.seat].heroes[hero].tile, reader.item(), reader.level()
    lying = {(it.kind, it.level) for it in reader.view.loot[: reader.view.loots] if it.tile == tile}
    fits = [(k, lv) for k, lv in sorted(lying) if item in (None, k) and level in (None, lv)]
    if item is not None and level is not None:
        fits = [(item, level)]
    if len(fits) == 1:
        return code(act.TAKE, hero, fits[0][0], fits[0][1] - 1)
    where = square(reader.box, tile)
    named = ", ".join(f"{LEVEL_NAMES[lv]} {ITEM_KIND_NAMES[k]}" for k, lv in sorted(lying))
    return Refused(1305, f"On {where} lies: {named}. Say which." if lying else f"No item lies on {where}.")


def read_exchange(reader: Reader) -> Meant:
    named, item = reader.heroes(), reader.item()
    if len(named) != 2 or item is None or max(named) >= HEROES:
        return Refused(1307, "Say which two heroes and which kind, such as `swap h1 h2 amulet`.")
    return code(act.SWAP, min(named), max(named), item)


def read_joining(reader: Reader) -> Meant:
    number, there = reader.number(), top(reader.view, WelcomeFrame).count
    if "none" in reader.words:
        number = 0
    if number is None:
        return Refused(1102, f"There are {there}: say how many to take, from 0 on.")
    return code(act.JOIN, number) if number <= act.MOST_JOIN else Refused(1102, f"There are {there}, not {number}.")


def read_form(reader: Reader) -> Meant:
    text = "".join(reader.words)
    number = re.search(r"\d+", text)
    squads = int(number[0]) if number else 1 if "one" in text or "all" in text else 0
    effect = Split.KINDS if "kind" in text else Split.SINGLES if "apart" in text or "weak" in text else Split.EVEN
    wanted = squads + 1 if effect == Split.SINGLES else squads
    for split in range(act.SPLITS):
        fits = reader.box.split_squads[split] and reader.box.split_effect[split] == effect
        if fits and (effect == Split.KINDS or reader.box.split_squads[split] == wanted):
            return code(act.FORM, split)
    if squads > reader.box.numbers.squads:
        return Refused(1501, f"An army has at most {reader.box.numbers.squads} squads.")
    return Refused(1503, "The ready-made splits are even1 to even4, kinds, apart1 and apart3; then shift creatures.")


def read_pick(reader: Reader) -> Meant:
    squads, kind = reader.squads(), read_kind(reader)
    if isinstance(kind, Refused):
        return kind
    if not squads:
        return Refused(1504, "Say out of which squad, such as `pick A t1`.")
    return code(act.PICK, squads[0], kind) if squads[0] < SQUADS else Refused(1501, most_squads(reader))


def most_squads(reader: Reader) -> str:
    return f"There are at most {reader.box.numbers.squads} squads: A to {'ABCD'[reader.box.numbers.squads - 1]}."


def read_shift(reader: Reader) -> Meant:
    squads, frame = reader.squads(), top(reader.view, ShiftSquadFrame)
    if not squads:
        return Refused(1504, "Say to which squad, such as `to B half`.")
    if squads[0] >= SQUADS:
        return Refused(1501, most_squads(reader))
    have = int(reader.view.battle.armies[frame.side].squads[frame.squad, frame.creature])
    amount = share_amount(reader, have, 1504)
    return amount if isinstance(amount, Refused) else code(act.SHIFT, squads[0], amount)


def read_lead(reader: Reader) -> Meant:
    squads = reader.squads()
    if not squads:
        return Refused(1506, "Say which squad, such as `lead A`.")
    return code(act.LEAD, squads[0]) if squads[0] < SQUADS else Refused(1506, most_squads(reader))


def read_attack(reader: Reader) -> Meant:
    if reader.asked != Kind.CHOOSE_ATTACK:
        return Refused(305, not_now(reader.view, reader.box, reader.seat, 1602))
    squad, target = reader.squads()[-2:]
    if squad >= SQUADS or target >= SQUADS:
        return Refused(1602, most_squads(reader))
    return code(act.ATTACK, squad, target)


def read_move(reader: Reader) -> Meant:
    """A hero and a direction, or a hero (or the tile it stands on) and a tile."""
    words = [COMPASS.get(word, word) for word in reader.words if word not in ("move", "go", "to", "hero")]
    tiles = [word for place, word in enumerate(words) if is_tile(word) and not (place == 0 and is_hero(word))]
    way = next((word for word in words if word in DIRECTIONS), None)
    if not tiles and (way is None or len(words) > 2):
        return read_vague_move(reader, way)
    if reader.asked != Kind.EXPLORE:
        return Refused(305, not_now(reader.view, reader.box, reader.seat, 903))
    hero = hero_on(reader, tiles[0]) if len(tiles) > 1 else read_hero(reader, 903)
    if isinstance(hero, Refused):
        return hero
    return code(act.MOVE, hero, DIRECTIONS.index(way)) if way else read_step(reader, hero, tiles[-1])


def read_vague_move(reader: Reader, way: str | None) -> Refused | None:
    """More or less than one step of one hero; None where no hero, step or fight is meant at all."""
    if reader.asked != Kind.EXPLORE:
        return None
    if {"attack", "fight", "capture", "siege"} & set(reader.words):
        return Refused(1001, "A hero deals with what is on a tile by stepping onto it: say which hero and which way.")
    if reader.heroes() or {"move", "go"} & set(reader.words):
        more = "A hero moves one tile at a time; say" if way else "Say which hero moves and"
        return Refused(903, f"{more} which way, as in h1 e.")
    return None


def hero_on(reader: Reader, name: str) -> int | Refused:
    """The player's hero on a tile that is named, the one with the most movement left."""
    heroes = reader.view.players[reader.seat].heroes
    tile = tile_number(reader.box, name)
    there = [hero for hero in range(HEROES) if heroes[hero].here and heroes[hero].tile == tile]
    if not there:
        return Refused(903, f"None of your heroes stands on {name}.")
    return max(there, key=lambda hero: int(heroes[hero].moves))


def read_step(reader: Reader, hero: int, name: str) -> Meant:
    """The step of a hero to a tile that is named."""
    box, own = reader.box, reader.view.players[reader.seat].heroes[hero]
    target = tile_number(box, name)
    if target is None:
        return Refused(903, f"{name} is off the map.")
    for direction in range(8):
        if plain(neighbour)(box, own.tile, direction) == target:
            return code(act.MOVE, hero, direction)
    if target == own.tile:
        return Refused(903, f"{hero_name(reader.seat, hero)} stands on {name} already.")
    return Refused(903, too_far(reader, hero, name, target))


def too_far(reader: Reader, hero: int, name: str, target: int) -> str:
    """Why a hero does not get to a tile that is not next to it."""
    view, box = reader.view, reader.box
    own = view.players[reader.seat].heroes[hero]
    here, left = square(box, own.tile), count(own.moves, "step", "steps")
    away = steps_between(box, int(own.tile), target)
    if away > own.moves:
        return (
            f"{name} is {count(away, 'step', 'steps')} from {here}, and {hero_name(reader.seat, hero)} has {left} left."
        )
    if not route(view, box, reader.seat, (f"hero-{reader.seat}-{hero}", f"space-{name}")):
        return f"Something lies on every way from {here} to {name} in {left}: go there tile by tile."
    return f"{name} is not next to {here}; a hero moves one tile at a time and has {left} left."


Order = tuple[tuple[int, ...], int, Callable[[Reader], Meant]]
ACQUIRE, EXPLORE = (Kind.ACQUIRE,), (Kind.EXPLORE,)
BOTH = (Kind.ACQUIRE, Kind.EXPLORE)
ORDERS: dict[str, Order] = {
    "give": (BOTH, 710, read_giving),
    "city": ((Kind.PLACE_CITY,), 206, read_founding),
    "pay": (ACQUIRE, 503, with_hero(act.PAY, 503)),
    "build": (ACQUIRE, 601, read_building),
    "recruit": (ACQUIRE, 701, read_recruiting),
    "promote": (ACQUIRE, 705, read_promotion),
    "hire": (ACQUIRE, 801, with_city(act.HIRE, 801)),
    "rampart": (ACQUIRE, 1903, with_city(act.RAMPART, 1903)),
    "take": ((*BOTH, Kind.WELCOME), 1305, read_taking),
    "swap": (BOTH, 1307, read_exchange),
    "stay": (EXPLORE, 905, with_hero(act.STAY, 905)),
    "roll": (EXPLORE, 901, lambda _reader: Refused(902, "Every hero has rolled for this turn, and the roll stands.")),
    "join": ((Kind.WELCOME,), 1103, read_joining),
    "form": ((Kind.FORM_SQUADS,), 1503, read_form),
    "pick": ((Kind.EDIT_SQUADS,), 1504, read_pick),
    "lead": ((Kind.NAME_LEAD,), 1506, read_lead),
    "retreat": ((Kind.CHOOSE_ATTACK,), 1702, lambda _reader: code(act.RETREAT)),
    "ready": ((Kind.EDIT_SQUADS,), 1504, lambda _reader: code(act.READY)),
    "individual": ((Kind.CHOOSE_ROLLS,), 1507, lambda _reader: code(act.ROLLS, 1)),
    "representative": ((Kind.CHOOSE_ROLLS,), 1507, lambda _reader: code(act.ROLLS, 0)),
    "done": (ACQUIRE, 303, lambda _reader: code(act.DONE)),
    "end": (EXPLORE, 906, lambda _reader: code(act.END)),
}
