"""HE-1.6: dice are rolled, by the rule that asks for it: one with some faces, or the percentile die."""

from collections.abc import Callable

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import Ints, rule, top

from ..box import Box
from ..naming import hero_name
from ..rules.dice import is_percentile
from ..state import CountMonstersFrame, Kind, RollMovementFrame, RollOffFrame, State
from ..values import Table
from . import die, percent


def roll_off(at: Table) -> str:
    return f"{{{top(at.view, RollOffFrame).seat}}} rolls to go first"


def movement(at: Table) -> str:
    rolled = top(at.view, RollMovementFrame)
    return f"{{{rolled.seat}}} rolls for the movement of {hero_name(rolled.seat, rolled.hero)}"


def monsters(at: Table) -> str:
    return f"Dice are rolled for the number of monsters, {top(at.view, CountMonstersFrame).dice} to go"


ROLLED_FOR: dict[int, Callable[[Table], str]] = {
    Kind.ROLL_OFF: roll_off,
    Kind.ROLL_MOVEMENT: movement,
    Kind.COUNT_MONSTERS: monsters,
    Kind.ROLL_GUARDS: lambda _at: "A die decides whether the mine has guardians",
    Kind.ROLL_MINE: lambda _at: "A die decides what the mine yields",
    Kind.ROLL_RESOURCE: lambda _at: "A die decides which resource it is",
    Kind.COUNT_RESOURCE: lambda _at: "A die decides how many there are",
    Kind.ROLL_ENCOUNTER: lambda _at: "The percentile die decides what the monsters do",
    Kind.ROLL_ITEM: lambda _at: "The percentile die decides which item it is",
    Kind.ROLL_QUALITY: lambda _at: "The percentile die decides how good the item is",
    Kind.ROLL_SKIRMISH: lambda at: f"The squads roll, dice to go in this throw: {at.view.battle.dice_left}",
}
asked = tuple(ROLLED_FOR)
pages = die, percent


def prompt(at: Table) -> str:
    return ROLLED_FOR[at.asked](at)


@rule
def chances(s: State, box: Box, out: Ints, weights: Ints) -> int:
    if is_percentile(box, frame_kind(s)):
        return percent.chances(s, box, out, weights)
    return die.chances(s, box, out, weights)
