"""IK-4.6: a worker goes on a space of the King's board or, while the King is docked, of the Holdfast's."""

from wartable.compiler.decorators import rule
from wartable.compiler.mode import plain
from wartable.core.actions import Action, code, put
from wartable.core.frames import ask, pop
from wartable.core.notes import change, is_followed, note
from wartable.core.phrases import listed
from wartable.core.record import Ints
from wartable.core.values import Meaning, Refused, Text

from ..box import Bonus, Box
from ..names import SPACE_CODES
from ..notes import Counter, Told
from ..rules.common import (
    ask_repairs,
    burn_steam,
    damage_tokens,
    do,
    gain_steam,
    most_steam,
    rested,
    treasure_count,
    upgrade_bonus,
)
from ..rules.planning import ask_draw, can_plan
from ..rules.worker import can_burn, may_buy, may_work
from ..state import KING_SPACES, SPACES, Frame, Space, State, Store, Worker
from ..values import BoardSpace, Fuel, PlanCard, Size, Table, TreasureCard, UpgradeCard


class Work(Action):
    worker: Size
    space: BoardSpace

    at: Table
    when = 108
    notation = "{worker}-{space}"
    reads = "| use | man | make | put"
    label = "Place {worker} worker on {space}"
    touches = "rested-{worker} space-{space}"
    facts = {
        408: "There is a worker on {space} already.",
        409: "{at.whereabouts}; the Holdfast's spaces are open while it stands there.",
        412: "{space} is for the big worker only.",
        414: "{worker.not_rested}",
        1105: "{space} is covered by damage.",
    }

    @property
    def is_pointless(self) -> int:
        """It would find nothing to do, or the King would run against the edge of the map, or both."""
        at = self.at
        runs_off = self.space != Space.PLAN and at.sets_out(self.space) and at.runs_off(at.track, self.steam)
        return int(plain(is_idle)(at.view, at.box, at.seat, self.space)) + runs_off

    @property
    def steam(self) -> int:
        """The King's steam afterwards; of two fuels that it can burn, the one that gives less."""
        view, box, seat = self.at.view, self.at.box, self.at.seat
        gain = 0
        if self.space == Space.VENT:
            gain = int(box.vent)
        elif self.space == Space.BURN:
            fuels = [fuel for fuel in (Store.WOOD, Store.COAL) if plain(can_burn)(view, seat, fuel)]
            gain = min((int(plain(burn_steam)(view, box, seat, fuel)) for fuel in fuels), default=0)
        elif self.space == Space.DOCK_STEAM:
            gain = int(plain(uncovered)(view, seat)) - 1
        return min(int(self.at.own.steam) + gain, int(plain(most_steam)(view, box, seat)))


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for worker in range(Worker.SMALL, Worker.BIG + 1):
        for space in range(SPACES):
            if may_work(s, box, seat, worker, space):
                n = put(out, n, Work(worker - 1, space))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Work) -> None:
    """The worker, and the effect of the space."""
    pop(s)
    worker, space = it.worker + 1, it.space
    s.sides[seat].rested[worker] -= 1
    s.sides[seat].spaces[space] = worker
    change(box, Told.PLACES, space_rule(space), seat, Counter.RESTED, -1, rested(s, seat), worker, space)
    if space == Space.PLAN:
        plan_and_draw(s, box, seat)
    elif space == Space.REPAIR:
        repair(s, box, seat)
    elif space == Space.BURN:
        burn_fuel(s, box, seat)
    elif space == Space.VENT:
        gain_steam(s, box, seat, box.vent, 507)
    elif space == Space.DOCK_REPAIR:
        repair_docked(s, box, seat)
    elif space == Space.DOCK_STEAM:
        gain_steam(s, box, seat, uncovered(s, seat), 607)
    elif space == Space.DOCK_UPGRADE:
        ask_upgrade(s, box, seat)
    elif space == Space.DOCK_SALVAGE:
        ask_salvage(s, box, seat)


@rule
def is_idle(s: State, box: Box, seat: int, space: int) -> bool:
    """Whether a worker on a space would do nothing: no damage, no fuel, no iron, no treasure."""
    if space == Space.REPAIR or space == Space.DOCK_REPAIR:
        return damage_tokens(s, box, seat) == 0
    if space == Space.BURN:
        return not (can_burn(s, seat, Store.WOOD) or can_burn(s, seat, Store.COAL))
    if space == Space.DOCK_UPGRADE:
        return not can_buy(s, box, seat)
    return space == Space.DOCK_SALVAGE and treasure_count(s, box, seat) == 0


@rule
def can_buy(s: State, box: Box, seat: int) -> bool:
    for card in range(box.upgrade_cards):
        if may_buy(s, box, seat, card):
            return True
    return False


@rule
def space_rule(space: int) -> int:
    """The number of the rule that says what a space does."""
    if space >= KING_SPACES:
        return 600 + space
    if space == Space.PLAN:
        return 501
    if space == Space.REPAIR:
        return 503
    return 504 + space if space >= Space.VENT else 505


@rule
def plan_and_draw(s: State, box: Box, seat: int) -> None:
    """IK-5.1: plan once or decline, then draw."""
    ask_draw(s, seat, box.draw + upgrade_bonus(s, box, seat, Bonus.DRAW), 501)
    if can_plan(s, seat):
        ask(s, Frame.PLAN, seat)


@rule
def repair(s: State, box: Box, seat: int) -> None:
    """IK-5.3, IK-5.4: one damage token, and two more for iron."""
    if is_followed(box) and damage_tokens(s, box, seat) == 0:
        note(box, Told.NOTHING_DONE, 503, seat, Space.REPAIR)
    do(s, Frame.DO_MORE, seat)
    ask_repairs(s, box, seat, box.repair, 503)


@rule
def burn_fuel(s: State, box: Box, seat: int) -> None:
    """IK-5.5"""
    if can_burn(s, seat, Store.WOOD) or can_burn(s, seat, Store.COAL):
        ask(s, Frame.BURN, seat)
    else:
        note(box, Told.NOTHING_DONE, 505, seat, Space.BURN)


@rule
def repair_docked(s: State, box: Box, seat: int) -> None:
    """IK-6.6: a damage token for each uncovered Holdfast space."""
    if is_followed(box) and damage_tokens(s, box, seat) == 0:
        note(box, Told.NOTHING_DONE, 606, seat, Space.DOCK_REPAIR)
    ask_repairs(s, box, seat, uncovered(s, seat), 606)


@rule
def uncovered(s: State, seat: int) -> int:
    """IK-6.5: Holdfast spaces without a worker."""
    count = 0
    for space in range(KING_SPACES, SPACES):
        if s.sides[seat].spaces[space] == Worker.NONE:
            count += 1
    return count


@rule
def ask_upgrade(s: State, box: Box, seat: int) -> None:
    """IK-6.8"""
    if can_buy(s, box, seat):
        ask(s, Frame.UPGRADE, seat)
    else:
        note(box, Told.NOTHING_DONE, 608, seat, Space.DOCK_UPGRADE)


@rule
def ask_salvage(s: State, box: Box, seat: int) -> None:
    """IK-6.9"""
    if treasure_count(s, box, seat) > 0:
        ask(s, Frame.SALVAGE, seat)
    else:
        note(box, Told.NOTHING_DONE, 609, seat, Space.DOCK_SALVAGE)


@rule
def refuse(s: State, box: Box, seat: int, it: Work) -> int:
    side = s.sides[seat]
    if side.rested[it.worker + 1] < 1:
        return 414
    if it.worker + 1 == Worker.SMALL and box.big_only[it.space] == 1:
        return 412
    if it.space >= Space.DOCK_REPAIR and side.hex != side.home:
        return 409
    if it.space < Space.DOCK_REPAIR and side.damage[it.space] > 0:
        return 1105
    return 0 if side.spaces[it.space] == Worker.NONE else 408


def read(text: Text) -> Meaning:
    """A space, with or without the worker that goes there."""
    spaces, sizes = BoardSpace.named_in(text), Size.named_in(text)
    if is_about_effect(text, spaces):
        return None
    if len(spaces) > 1 or (spaces and len(sizes) > 1):
        return Refused(406, "One worker is placed in a turn.")
    if not spaces and text.has("steam"):
        if text.at.is_docked:
            return Refused(406, "Say which space: big-vent for Steam 1, or small-dock-steam for Holdfast Steam.")
        spaces = [Space.VENT]
    if not spaces and text.has("holdfast", "dock"):
        return Refused(406, f"Say which space of the Holdfast: {listed(list(SPACE_CODES[KING_SPACES:]), 'or')}.")
    if not spaces and (sizes or text.has("worker")):
        return Refused(406, "Say where the worker goes, on a space or a hex, as in small-throttle.")
    return place(text.at, sizes, spaces[0]) if spaces else None


def is_about_effect(text: Text, spaces: list[int]) -> bool:
    """Whether a text names a space only for what a worker there would do: burn wood, repair the Throttle."""
    damaged = [space for space in spaces if space < KING_SPACES and space != Space.REPAIR]
    return bool(
        text.has("buy")
        or (text.has("burn") and Fuel.named_in(text))
        or (text.has("repair", "mend", "fix") and damaged)
        or (text.has("upgrade", "fit") and UpgradeCard.named_in(text))
        or TreasureCard.named_in(text)
        or PlanCard.named_in(text)
    )


def place(at: Table, sizes: list[int], space: int) -> Meaning:
    """The only worker that fits need not be named."""
    fits = [size for size in range(2) if plain(may_work)(at.view, at.box, at.seat, size + 1, space)]
    if len(sizes or fits) == 2 and at.asked == Frame.WORK:
        name = SPACE_CODES[space]
        return Refused(406, f"Say which worker: small-{name} or big-{name}.")
    is_small = at.own.rested[Worker.SMALL] > 0 and not at.box.big_only[space]
    return code(Work((sizes or fits or [0 if is_small else 1])[0], space))
