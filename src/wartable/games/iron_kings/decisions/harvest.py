"""IK-4.10, IK-12.1 to IK-12.3: a small worker goes on a hex beside the King and takes what the hex gives."""

from wartable.core.phrases import count, listed
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, change, code, note, plain, pop, put, rule

from ..box import Box
from ..names import harvest_of, terrain_name
from ..notes import Counter, Told
from ..rules.common import distance, rested
from ..rules.worker import may_harvest
from ..state import DIRECTIONS, NOWHERE, State, Store, Worker
from ..values import Hex, Size, Table, Way, hexes_in


class Harvest(Action):
    direction: Way

    at: Table
    when = 108
    notation = "at-{direction}"
    reads = "| harvest | gather | collect | put"
    label = "Place a small worker {where}"
    touches = "rested-small hex-{direction.hex}"
    facts = {
        408: "There is a worker on {direction.hex} already.",
        410: "The map ends {direction} of your King.",
        411: "A King stands on {direction.hex}.",
        413: "Only your big worker is rested, and it cannot be placed on the map.",
        414: "{small.not_rested}",
    }

    @property
    def is_pointless(self) -> int:
        """There is nothing to take, or the King would run against the edge of the map, or both."""
        at, hex = self.at, self.direction.hex
        is_bare = hex != NOWHERE and not (harvest_of(at.view, at.box, hex) and at.view.stack[hex] != 0)
        return is_bare + (at.sets_out() and at.runs_off(at.track, at.own.steam))

    @property
    def small(self) -> Size:
        return Size(Worker.SMALL - 1, self.at)

    @property
    def where(self) -> str:
        hex = self.direction.hex
        if hex == NOWHERE:
            return f"off the map, {self.direction.said()} of the King"
        store = harvest_of(self.at.view, self.at.box, hex)
        gain = f"take 1 {store}" if store else "nothing to take"
        return f"on {hex.said()} ({terrain_name(self.at.box, self.at.view.terrain[hex])}: {gain})"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for direction in range(DIRECTIONS):
        if may_harvest(s, box, seat, direction):
            n = put(out, n, Harvest(direction))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Harvest) -> None:
    pop(s)
    side = s.sides[seat]
    hex = box.neighbour[side.hex, it.direction]
    terrain = s.terrain[hex]
    side.rested[Worker.SMALL] -= 1
    s.worker[hex] = seat + 1
    change(box, Told.HARVESTS, 410, seat, Counter.RESTED, -1, rested(s, seat), hex, terrain)
    if terrain < 0 or s.stack[hex] == 0:
        note(box, Told.NOTHING_THERE, 1202, seat, hex, terrain)
        return
    store = box.terrains[terrain].harvest
    side.stores[store] += 1
    if s.stack[hex] > 0:
        s.stack[hex] -= 1
    number = 1203 if store == Store.WATER else 1201
    change(box, Told.TAKES_STORE, number, seat, store + 1, 1, side.stores[store], store, hex, s.stack[hex])


@rule
def refuse(s: State, box: Box, seat: int, it: Harvest) -> int:
    side = s.sides[seat]
    if side.rested[Worker.SMALL] < 1:
        return 413 if side.rested[Worker.BIG] > 0 else 414
    hex = box.neighbour[side.hex, it.direction]
    if hex < 0:
        return 410
    for other in range(box.seats):
        if s.sides[other].hex == hex:
            return 411
    return 0 if s.worker[hex] == 0 else 408


def read(text: Text) -> Meaning:
    """The hex that a worker goes on."""
    at, named = text.at, hexes_in(text)
    if len(named) != 1:
        return None
    hex = Hex.named(at, named[0], 410)
    if isinstance(hex, Refused):
        return hex
    if text.has("big", "large"):
        return Refused(413, "The big worker cannot be placed on the map.")
    around = [Way(direction, at).hex for direction in range(DIRECTIONS)]
    return code(Harvest(around.index(Hex(hex)))) if hex in around else too_far(Hex(hex, at))


def too_far(hex: Hex) -> Refused:
    king = Hex(hex.at.own.hex, hex.at)
    if hex == king:
        return Refused(411, f"Your own King stands on {hex.said()}.")
    far = count(int(plain(distance)(hex.at.box, king, hex)), "hex", "hexes")
    return Refused(410, f"{hex.said()} is {far} from your King on {king.said()}; beside it are {beside(hex.at)}.")


def beside(at: Table) -> str:
    """The hexes beside the King."""
    around = (Way(direction, at).hex for direction in range(DIRECTIONS))
    return listed(sorted(hex.said() for hex in around if hex != NOWHERE))
