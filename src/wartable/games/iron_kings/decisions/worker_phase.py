"""IK-4.6, IK-6.2: one worker is placed, or the King is towed; before and after, treasures of a docked King move."""

from wartable.core.rules import Ints, Meaning, Refused, Text, belongs, code, kind, lowest, plain, put, rule

from ..box import Box
from ..rules.common import may_tow, movable
from ..rules.worker import can_place
from ..state import At, Frame, Space, State
from ..values import STORES, BoardSpace, Direction, PlanCard, Size, Table, TreasureCard, hexes_in
from . import decline, harvest, load, store, tow, work
from .decline import Decline
from .harvest import Harvest
from .load import Load
from .mulligan import Mulligan
from .store import StoreAway
from .take import Take
from .tow import Tow
from .work import Work

asked = Frame.WORK, Frame.STOW
pages = work, harvest, tow, store, load, decline

PLACED = "You have had your placement of this turn; now you may move treasures, or pass."


def prompt(at: Table) -> str:
    if at.asked == Frame.STOW:
        return "Move treasures between King and Holdfast, or go on"
    towing = ", or have your King towed" if plain(may_tow)(at.view, at.box, at.seat) else ""
    if not plain(can_place)(at.view, at.box, at.seat):
        return f"You have no worker to place: pass{towing}"
    has_treasures = at.treasures(At.CARRIED + at.seat, At.HOME + at.seat)
    first = ", or first move treasures" if at.is_docked and has_treasures else ""
    return f"Place a worker{first}{towing}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    if kind(s) == Frame.WORK:
        n = work.offers(s, box, seat, out, n)
        n = harvest.offers(s, box, seat, out, n)
        if n == 0:
            n = put(out, n, Decline())
        if may_tow(s, box, seat):
            n = put(out, n, Tow())
    else:
        n = put(out, n, Decline())
    return offer_treasures(s, box, seat, out, n)


@rule
def offer_treasures(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    """IK-6.2: in the order of the cards, whichever way each can go."""
    stores, loads = movable(s, box, seat)
    cards = stores | loads
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if (stores >> card) & 1 == 1:
            n = put(out, n, StoreAway(card))
        else:
            n = put(out, n, Load(card))
    return n


@rule
def refuse(s: State, box: Box, seat: int, action: int) -> int:
    """IK-4.6: after the placement only treasures move."""
    places = belongs(Work, action) or belongs(Harvest, action) or belongs(Tow, action)
    return 406 if kind(s) == Frame.STOW and places else 0


# A worker, a hex, a treasure need no verb; what a King does is not decided here.

BY_PROGRAM = Refused(
    801, "A King moves by its program only: plan cards on Plan 1 & Draw 1, then place a worker on the Throttle."
)
ONE_WORKER = Refused(406, "One worker is placed in a turn.")
COME_BACK = Refused(401, "Workers come back by themselves: when none is rested, or after a turn with one on the Brake.")
DRIVING = ("go", "move", "walk", "drive", "run", "push", "attack", "shoot", "fire", "fight", "strike", "ram")
MOVING = ("move", "load", "store", "unload", "bring", "stow", "equip", "take")
WORKERS = ("worker", "workers", "small", "big")


def read(text: Text) -> Meaning:
    if text.has("mulligan"):
        return code(Mulligan())
    for reader in (read_workers, read_hexes, read_treasures, read_program, work.read, read_harvest):
        meant = reader(text)
        if meant is not None:
            return meant
    return None


def read_workers(text: Text) -> Meaning:
    """Several of them, and where they rest."""
    if (text.has("workers") and text.has("2", "3", "4", "5", "both", "all")) or len(Size.named_in(text)) > 1:
        return ONE_WORKER
    has_worker = text.has("worker", "workers")
    comes_home = text.has("home") and text.has("go", "goes", "come", "send", "bring", "call")
    if text.has("rest", "recall") or (has_worker and (comes_home or text.has("return", "back", "off", "away"))):
        return COME_BACK
    return None


def read_hexes(text: Text) -> Meaning:
    """Where a worker goes, never a King."""
    named = hexes_in(text)
    if named and text.has(*DRIVING, "king"):
        return BY_PROGRAM
    if len(named) > 1:
        return ONE_WORKER if text.has(*WORKERS, "and", "harvest", "gather", "collect") else BY_PROGRAM
    return harvest.read(text)


def read_treasures(text: Text) -> Meaning:
    """A treasure by its name: what can be done with it now."""
    at, named = text.at, TreasureCard.named_in(text)
    if not named and text.has("treasure", "treasures") and text.has(*MOVING):
        return Refused(602, "Say which treasure: store-NAME brings it to the Holdfast, load-NAME to the King.")
    if set(text.words) <= set(DRIVING):
        return BY_PROGRAM
    known = {word for card in named for name in TreasureCard(card, at).names() for word in name.lower().split()}
    if len(named) != 1 or not set(text.words) <= known | {"the", "my", "a", "move"}:
        return None
    where = at.view.treasure_at[named[0]]
    if where == At.CARRIED + at.seat:
        return code(StoreAway(named[0]))
    return code(Load(named[0])) if where == At.HOME + at.seat else code(Take(named[0]))


def read_program(text: Text) -> Meaning:
    """What a King does by its program."""
    if PlanCard.named_in(text):
        plans = text.has("plan", "insert", "add", "put", "replace", "remove", "discard")
        return Refused(108, text.at.needs_worker(Space.PLAN)) if plans else BY_PROGRAM
    if text.words in (["turn"], ["forward"]):
        return BY_PROGRAM
    if text.words == ["go", "on"]:
        return None
    goes = (
        text.has(*DRIVING, "return")
        or (text.has("home") and not text.has(*WORKERS))
        or (text.has("king") and not BoardSpace.named_in(text))
    )
    is_meant = goes and not TreasureCard.named_in(text) and not text.has("tow")
    return BY_PROGRAM if is_meant or Direction.named_in(text) else None


def read_harvest(text: Text) -> Meaning:
    """What a worker gathers, without the hex."""
    if text.has("burn") or not text.has("gather", "harvest", "collect", *STORES[:3]):
        return None
    return Refused(410, f"Say on which hex a small worker goes; beside your King are {harvest.beside(text.at)}.")
