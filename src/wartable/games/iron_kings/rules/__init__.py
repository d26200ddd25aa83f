"""The rules that decisions share, by chapter; what follows a decision by itself is carried out here."""

from wartable.core.rules import AnyFrame, Ints, kind, rule, top

from ..box import Box
from ..notes import Counter
from ..state import SPACES, Frame, State, Worker
from .bag import go_on_offer, go_on_tokens, go_on_treasures
from .common import at_home, carried, covered_spaces, dents_of, points, rested, upgrades_fitted
from .damage import go_on_hurt
from .ending import end_turn, scores
from .king import go_on_program, go_on_steps, land
from .planning import go_on_draw, track_length
from .setup import go_on_setup, lay_out
from .worker import begin_drive, begin_turn, offer_more_repair

__all__ = ["census", "go_on", "points", "scores", "setup", "tally"]


@rule
def setup(s: State, box: Box) -> None:
    lay_out(s, box)


@rule
def go_on(s: State, box: Box) -> None:
    """Carry out tasks until somebody is due or the game is over."""
    while s.head.depth > 0 and top(s, AnyFrame).due == 0:
        carry_out_task(s, box)


@rule
def carry_out_task(s: State, box: Box) -> None:
    task = kind(s)
    if task == Frame.DO_CARD:
        go_on_program(s, box)
    elif task == Frame.DO_STEPS:
        go_on_steps(s, box)
    elif task == Frame.DO_LAND:
        land(s, box)
    elif task == Frame.DO_HURT:
        go_on_hurt(s, box)
    elif task == Frame.DO_TOKENS:
        go_on_tokens(s, box)
    elif task == Frame.DO_TREASURES:
        go_on_treasures(s, box)
    elif task == Frame.DO_OFFER:
        go_on_offer(s, box)
    elif task == Frame.DO_DRAW:
        go_on_draw(s, box)
    elif task == Frame.DO_MORE:
        offer_more_repair(s, box)
    elif task == Frame.DO_DRIVE:
        begin_drive(s, box)
    elif task == Frame.DO_END:
        end_turn(s, box)
    elif task == Frame.DO_TURN:
        begin_turn(s, box)
    else:
        go_on_setup(s, box)


@rule
def tally(s: State, box: Box, seat: int, counter: int) -> int:
    side = s.sides[seat]
    if counter <= Counter.IRON:
        return side.stores[counter - 1]
    if counter == Counter.STEAM:
        return side.steam
    if counter == Counter.POINTS:
        return points(s, box, seat)
    if counter == Counter.HAND:
        return side.hand_size
    if counter == Counter.TRACK:
        return track_length(s, seat)
    if counter == Counter.RESTED:
        return rested(s, seat)
    if counter == Counter.WILDERNESS:
        return side.wilderness
    if counter == Counter.BRACE:
        return side.brace
    if counter == Counter.WRECKS:
        return side.wrecks
    return tally_machine(s, box, seat, counter)


@rule
def tally_machine(s: State, box: Box, seat: int, counter: int) -> int:
    """Damage, treasures and upgrades."""
    if counter == Counter.DAMAGE:
        return covered_spaces(s, seat)
    if counter == Counter.DENTS:
        return dents_of(s, box, seat)
    if counter == Counter.CARRIED:
        return carried(s, box, seat)
    return at_home(s, box, seat) if counter == Counter.HOME else upgrades_fitted(s, seat)


@rule
def census(s: State, box: Box, out: Ints) -> int:
    """Workers of each seat, planning cards of each kind, and the tokens that never leave the bag for good."""
    count = 0
    for seat in range(box.seats):
        out[count] = count_workers(s, box, seat, Worker.SMALL)
        out[count + 1] = count_workers(s, box, seat, Worker.BIG)
        count += 2
    for plan in range(box.plan_kinds):
        out[count] = count_plan(s, box, plan)
        count += 1
    for token in range(4):
        if box.leaves[token] == 0:
            out[count] = s.bag[token] + s.drawn[token] + s.kept[token]
            count += 1
    return count


@rule
def count_workers(s: State, box: Box, seat: int, worker: int) -> int:
    side = s.sides[seat]
    count = side.rested[worker]
    for space in range(SPACES):
        if side.spaces[space] == worker:
            count += 1
    if worker == Worker.SMALL:
        count += side.wilderness
        for hex in range(box.hexes):
            if s.worker[hex] == seat + 1:
                count += 1
    return count


@rule
def count_plan(s: State, box: Box, plan: int) -> int:
    count = s.deck[plan] + s.discard[plan]
    for seat in range(box.seats):
        count += s.sides[seat].hand[plan]
        for place in range(8):
            if s.sides[seat].track[place] == plan + 1:
                count += 1
    return count
