"""MT-3.6 to MT-3.8: a Metal moves one space, then faces any way."""

from wartable.core.phrases import worded
from wartable.core.rules import NOBODY, Action, Ints, Meaning, Refused, Text, code, note, put, rule

from ..box import Box
from ..notes import Told
from ..rules import is_free, take_turn
from ..state import NOWHERE, ON_MAP, State
from ..values import COMPASS, Direction, OwnMetal, Table, looks_off, space_named, spaces_in, square
from . import deploy


class Move(Action):
    metal: OwnMetal
    step: Direction
    facing: Direction

    when = 202
    notation = "{metal}-{target}{facing}"
    reads = "move | walk | go | move metal |"
    label = "{moves}"
    touches = "metal-{at.seat}-{metal} space-{target} facing-{facing}"
    facts = {
        202: "Factions are picked first.",
        306: "{off_the_map}",
        307: "A Metal stands on {target}; a Metal moves to a free space.",
    }

    @property
    def end(self) -> int:
        return int(self.at.box.neighbour[self.metal.space, self.step]) if self.metal.space != NOWHERE else NOWHERE

    @property
    def target(self) -> str:
        """The space that the step leads to, or which way it leaves the map."""
        if self.end != NOWHERE:
            return square(self.at.box, self.end)
        return self.step.typed() if self.metal.space == NOWHERE else f"off-{self.step.typed()}"

    @property
    def off_the_map(self) -> str:
        left = self.metal.space != NOWHERE and self.end == NOWHERE
        return "That is off the map; a Metal moves one space north, east, south or west." if left else ""

    @property
    def is_pointless(self) -> bool:
        """Whether it would face off the map. With factions, the facing may matter on a space with points."""
        box, end = self.at.box, self.end
        return end != NOWHERE and looks_off(box, end, self.facing) and not (box.factions and box.printed[end])

    @property
    def moves(self) -> str:
        if self.end == NOWHERE:
            return worded("Move off the map to the {step}", step=self.step.said())
        move = "Move {metal} to {target}, facing {facing}"
        return worded(move, metal=self.metal.typed(), target=self.target, facing=self.facing.said())


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for slot in range(ON_MAP):
        space = s.sides[seat].metals[slot].space
        if space != NOWHERE:
            for step in range(4):
                target = box.neighbour[space, step]
                if target != NOWHERE and is_free(s, target):
                    for facing in range(4):
                        n = put(out, n, Move(slot, step, facing))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Move) -> None:
    metal = s.sides[seat].metals[it.metal]
    start = metal.space
    metal.space = box.neighbour[start, it.step]
    metal.facing = it.facing
    note(box, Told.MOVES, 306, seat, it.metal, start, metal.space, it.facing)
    take_turn(s, box, seat, NOBODY)


@rule
def refuse(s: State, box: Box, seat: int, it: Move) -> int:
    space = s.sides[seat].metals[it.metal].space
    if space == NOWHERE:
        return 306
    east = box.column[space] + (it.step == 1) - (it.step == 3)
    north = box.row[space] + (it.step == 0) - (it.step == 2)
    if not (0 <= east < box.width and 0 <= north < box.depth):
        return 306
    for owner in range(2):
        for other in range(ON_MAP):
            if s.sides[owner].metals[other].space == north * box.width + east:
                return 307
    return 0


HOW = "Say from where to where a Metal moves, and which way it then faces, as in a1-a2n."


def read(text: Text) -> Meaning:
    """From a space to a space, or in a direction: `a1-a2`, `move a1 to a2 facing east`, `a1 north`.

    A single letter is not a step: it may be an incomplete space.
    """
    at, named = text.at, spaces_in(text)
    turns = text.has("turn", "rotate", "face", "faces", "looks", "look")
    if len(named) < 2 and (turns or (named and text.has("facing"))):
        return Refused(308, "A Metal turns only after it has moved, and no other Metal does.")
    mine = {square(at.box, metal.space): slot for slot, metal in enumerate(at.own) if metal.space != NOWHERE}
    if not named:
        return Refused(306, HOW) if text.has(*COMPASS) else None
    if named[0] not in mine:
        is_entry = len(named) == 1 and space_named(at.box, named[0]) in list(at.box.corners)
        if is_entry and not text.has(*"nesw"):
            return deploy.read(text)
        is_free_corner = is_entry and "not yours" not in at.whose(named[0])
        how = worded("to deploy there, write +{corner} and which way it faces", corner=named[0])
        hint = how if is_free_corner else "only your own Metals move"
        return Refused(306, worded("{why}; {hint}.", why=at.whose(named[0]), hint=hint))
    slot, facing = mine[named[0]], Direction.last_in(text)
    if len(named) == 2:
        return step_to(at, slot, named[1], facing)
    if facing is None or text.has(*"nesw"):
        return Refused(306, HOW)
    return code(Move(slot, facing, at.own[slot].facing))


def step_to(at: Table, slot: int, name: str, facing: int | None) -> Meaning:
    """A Metal's step to a space. By default it keeps its facing (MT-3.8)."""
    start, target = at.own[slot].space, space_named(at.box, name)
    if target == start:
        return Refused(308, "A Metal turns only after it has moved.")
    steps = [step for step in range(4) if target != NOWHERE and at.box.neighbour[start, step] == target]
    if not steps:
        here = square(at.box, start)
        apart = worded("{space} is not next to {start}", space=name, start=here)
        place = "That is off the map" if target == NOWHERE else apart
        return Refused(306, worded("{place}; a Metal moves one space north, east, south or west.", place=place))
    return code(Move(slot, steps[0], at.own[slot].facing if facing is None else facing))
