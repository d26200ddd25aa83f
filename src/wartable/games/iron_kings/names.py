"""Names and facts of hexes, cards and spaces, for words and pictures."""

from dataclasses import dataclass
from functools import cache

from wartable.core.phrases import count
from wartable.core.record import Array
from wartable.core.rules import plain

from .box import COLOURS, Bonus, Box, Effect, Plan, Treasure, Upgrade, words_of
from .geometry import axial, hex_name
from .rules.common import last_round
from .state import NOWHERE, Ending, Space, State

SPACE_CODES = tuple(space.name.lower().replace("_", "-") for space in Space)
SIZES = ("small", "big")
FUELS = ("wood", "coal")
SECTION_NAMES = ("Head", "Torso", "Legs")


def hex_at(box: Box, hex: int) -> str:
    """The name of a hex: its row as a letter, its place in the row as a number."""
    names = hex_names(box.radius)
    return names[hex] if 0 <= hex < len(names) else f"off{hex}"


@cache
def hex_names(radius: int) -> tuple[str, ...]:
    return tuple(hex_name(radius, place) for place in axial(radius))


@dataclass(frozen=True)
class Kind:
    """A kind of hex as people see it."""

    name: str
    icon: str
    colour: str
    letter: str
    harvest: str
    has_skull: bool
    has_sign: bool


class Ground:
    """The map of a view in plain Python: read once, looked at often."""

    def __init__(self, view: State, box: Box) -> None:
        layout = box.layout.tolist()
        self.names = hex_names(box.radius)
        self.hexes = [hex for hex in range(box.hexes) if box.is_random or layout[hex] != NOWHERE]
        self.terrain: list[int] = view.terrain.tolist()
        self.stack: list[int] = view.stack.tolist()
        self.worker: list[int] = view.worker.tolist()
        self.marked: list[int] = box.marked.tolist()
        self.kinds = [_kind(box, kind) for kind in range(box.terrain_kinds)]
        self.homes = {int(view.sides[seat].home): seat for seat in range(box.seats)}
        self.kings = {int(view.sides[seat].hex): seat for seat in range(box.seats)}

    def kind(self, hex: int) -> Kind | None:
        """None before the hex is laid out, and under a Holdfast."""
        return self.kinds[self.terrain[hex]] if self.terrain[hex] != NOWHERE else None


def _kind(box: Box, number: int) -> Kind:
    terrain = box.terrains[number]
    harvest = words_of(box.stores[terrain.harvest].name).lower() if terrain.harvest != NOWHERE else ""
    return Kind(
        words_of(terrain.name),
        words_of(terrain.icon),
        COLOURS[terrain.colour],
        chr(terrain.letter),
        harvest,
        bool(terrain.skull),
        bool(terrain.draw or terrain.skull or terrain.climb or harvest),
    )


def _code(rows: Array[Plan] | Array[Treasure] | Array[Upgrade], number: int, count: int) -> str:
    return words_of(rows[number].code).replace("_", "-") if number < count else f"no{number}"


def plan_code(box: Box, plan: int) -> str:
    return _code(box.plans, plan, box.plan_kinds)


def plan_name(box: Box, plan: int) -> str:
    return words_of(box.plans[plan].name) if plan < box.plan_kinds else "no card"


AHEAD = ("ahead", "ahead to the right", "back to the right", "back", "back to the left", "ahead to the left")
TURNED = (
    *("nowhere", "by one side to the right", "by two sides to the right"),
    *("to the opposite side", "by two sides to the left", "by one side to the left"),
)
NEEDED = ("", "a weapon", "a ranged weapon", "a shield")


def plan_effect(box: Box, plan: int) -> str:
    """What a planning card does, in a sentence."""
    card = box.plans[plan]
    where, hexes = AHEAD[card.heading], count(card.steps, "hex", "hexes")
    match Effect(card.effect):
        case Effect.TURN:
            return f"Your King turns in place {TURNED[card.heading]}."
        case Effect.CLIMB:
            return f"Your King walks {hexes} {where}, and may enter mountains."
        case Effect.LEAP:
            return f"Your King jumps {hexes} {where}, over whatever lies between, and may land on a mountain."
        case Effect.CHARGE:
            return f"Your King walks {hexes} {where}, with {card.amount} more attack against a King that it pushes."
        case Effect.BOMBARD:
            return f"Your King shoots at the first King within {hexes} straight ahead."
        case Effect.BRACE:
            return f"Your King has {card.amount} more defence until your next turn begins."
    keeps = " It keeps its facing." if card.heading else ""
    return f"Your King walks {hexes} {where}.{keeps}"


def treasure_code(box: Box, card: int) -> str:
    return _code(box.treasures, card, box.treasure_cards)


def treasure_name(box: Box, card: int) -> str:
    return words_of(box.treasures[card].name) if card < box.treasure_cards else "no treasure"


def upgrade_code(box: Box, card: int) -> str:
    return _code(box.upgrades, card, box.upgrade_cards)


def upgrade_name(box: Box, card: int) -> str:
    return words_of(box.upgrades[card].name) if card < box.upgrade_cards else "no upgrade"


def terrain_name(box: Box, kind: int) -> str:
    return words_of(box.terrains[kind].name) if 0 <= kind < box.terrain_kinds else "Holdfast"


def space_name(box: Box, space: int) -> str:
    return words_of(box.spaces[space].name)


def token_name(box: Box, token: int) -> str:
    return words_of(box.tokens[token].name)


def balrog_words(view: State, box: Box) -> str:
    """Whether the Balrog has risen, and when that ends the game."""
    if not view.balrog:
        return "The Balrog sleeps"
    rose = f"The Balrog rose in round {view.balrog}"
    if not box.endings[Ending.BALROG]:
        return rose
    return f"{rose}: the game ends after round {plain(last_round)(view, box)} at the latest"


def harvest_of(view: State, box: Box, hex: int) -> str:
    """What a worker would take from a hex now, or nothing."""
    kind = view.terrain[hex]
    if kind == NOWHERE or view.stack[hex] == 0:
        return ""
    return words_of(box.stores[box.terrains[kind].harvest].name).lower()


def treasure_facts(view: State, box: Box, card: int) -> str:
    """Points and what the treasure does; a shield with the spaces that are left."""
    treasure = box.treasures[card]
    facts = [count(treasure.points, "point"), *_bonus_facts(treasure, BONUS_FACTS)]
    spaces = treasure.bonus[Bonus.SHIELD]
    whole = f"shield {spaces}"
    return ", ".join(f"shield {spaces - view.dents[card]} of {spaces}" if fact == whole else fact for fact in facts)


def treasure_gifts(box: Box, card: int) -> str:
    gives = [
        f"{box.treasures[card].gives[store]} {words_of(box.stores[store].name).lower()}"
        for store in range(4)
        if box.treasures[card].gives[store]
    ]
    return ", ".join(gives) or "nothing"


def upgrade_facts(box: Box, card: int) -> str:
    return ", ".join(_bonus_facts(box.upgrades[card], UPGRADE_FACTS))


def _bonus_facts(card: Treasure | Upgrade, facts: tuple[tuple[Bonus, str], ...]) -> list[str]:
    return list(_told(tuple(card.bonus.tolist()), facts))


@cache
def _told(bonus: tuple[int, ...], facts: tuple[tuple[Bonus, str], ...]) -> tuple[str, ...]:
    """There are few cards, and they are told after every action."""
    return tuple(
        words.format(bonus[one], cards=count(bonus[one], "more card"), places=count(bonus[one], "more place"))
        for one, words in facts
        if bonus[one]
    )


BONUS_FACTS = (
    (Bonus.MAX_STEAM, "holds {} more steam"),
    (Bonus.DISCOUNT, "cards cost {} steam less"),
    (Bonus.ATTACK, "attack {}"),
    (Bonus.RANGED, "shot {}"),
    (Bonus.SHIELD, "shield {}"),
)
"""What a treasure does while it is carried."""
UPGRADE_FACTS = (
    (Bonus.TRACK, "track holds {} more"),
    (Bonus.DRAW, "draws {cards}"),
    (Bonus.MAX_STEAM, "holds {} more steam"),
    (Bonus.BURN, "fuel gives {} more steam"),
    (Bonus.DISCOUNT, "cards cost {} steam less"),
    (Bonus.ATTACK, "pushes hit {} harder"),
    (Bonus.CLIMB, "walks onto mountains"),
    (Bonus.DRIVE, "needs no Throttle"),
)
"""What an upgrade does."""


SIGNED_FACTS = (
    (Bonus.TRACK, "[film-strip] {places}"),
    (Bonus.DRAW, "[card-draw] draws {} more"),
    (Bonus.MAX_STEAM, "[steam] holds {} more"),
    (Bonus.BURN, "[furnace] fuel gives {} more"),
    (Bonus.DISCOUNT, "[steam] cards {} cheaper"),
    (Bonus.ATTACK, "[crossed-swords] attack {}"),
    (Bonus.RANGED, "[target-shot] shot {}"),
    (Bonus.SHIELD, "[shield] holds {}"),
    (Bonus.CLIMB, "[mountains] can climb"),
    (Bonus.DRIVE, "[lever] drives itself"),
)
"""The same as the small print of a card, which has a sign for what it is about."""
TREASURE_PRINT = tuple((bonus, words.replace("[steam] holds", "[steam]")) for bonus, words in SIGNED_FACTS)
"""On a treasure, which is narrower."""


def treasure_print(view: State, box: Box, card: int) -> tuple[str, ...]:
    """The small print of a treasure."""
    treasure = box.treasures[card]
    spaces, dents = treasure.bonus[Bonus.SHIELD], view.dents[card]
    lines = _bonus_facts(treasure, TREASURE_PRINT)
    if spaces and dents:
        lines = [f"[shield] {spaces - dents} of {spaces}" if line.startswith("[shield]") else line for line in lines]
    return (count(treasure.points, "point"), *lines)


def upgrade_print(box: Box, card: int) -> tuple[str, ...]:
    """The small print of an upgrade."""
    return tuple(_bonus_facts(box.upgrades[card], SIGNED_FACTS))
