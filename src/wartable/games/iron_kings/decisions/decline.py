"""A decision that may be declined, or stopped, is: keep the hand, plan nothing, spend nothing, leave the treasures."""

from wartable.core.rules import Action, kind, note, pop, rule, top

from ..box import Box
from ..notes import Told
from ..rules.bag import leave_offer
from ..state import DIRECTIONS, SPACES, At, Frame, RepairFrame, State
from ..values import Table
from . import harvest, work
from .harvest import Harvest
from .work import Work

SAYS = {
    Frame.MULLIGAN: "Keep the hand",
    Frame.WORK: "Place no worker",
    Frame.PLAN: "Leave the track as it is",
    Frame.MORE: "Spend no iron",
    Frame.UPGRADE: "Buy nothing",
    Frame.SALVAGE: "Scrap no more",
    Frame.OFFER: "Leave all of them",
    Frame.STOW: "Move no more treasures",
}
DAMAGE_LEFT = "There is damage left to remove; choose which."


class Decline(Action):
    at: Table
    when = 108
    notation = "pass"
    reads = (
        "pass | skip | none | no | nothing | plan nothing | leave all | leave it | leave track | go on | done"
        " | end | end turn | stop | wait | decline | continue | next | finish"
    )
    label = "{says}"
    touches = "pass"
    facts = {
        302: "Every player has a Holdfast; choose a hex at the edge of the map.",
        304: "Your King faces one of the six sides; choose one.",
        406: "You have a worker to place and a legal space for it; placing is not optional.",
        503: DAMAGE_LEFT,
        504: DAMAGE_LEFT,
        505: "A worker on Burn Fuel burns what can be paid: choose wood or coal.",
        606: DAMAGE_LEFT,
        1107: DAMAGE_LEFT,
        1303: "As many tokens must be kept as the hex says; choose one.",
        1401: "Your King has a free slot, so one of the treasures is kept.",
        1402: "You have chosen a treasure; scrap one that your King carries for it.",
    }

    @property
    def is_pointless(self) -> bool:
        """A track is left as it is by which the King, which sets out this turn, runs against the edge of the map."""
        at = self.at
        return at.asked == Frame.PLAN and at.sets_out() and at.runs_off(at.track, at.own.steam)

    @property
    def says(self) -> str:
        return SAYS.get(Frame(self.at.asked), "Pass")


@rule
def apply(s: State, box: Box, seat: int) -> None:
    asked = kind(s)
    if asked == Frame.OFFER:
        leave_offer(s, box, seat)
    elif asked == Frame.MULLIGAN:
        note(box, Told.KEEPS_HAND, 306, seat, s.sides[seat].hand_size)
    elif asked == Frame.WORK:
        note(box, Told.SKIPS, 407, seat)
    elif asked == Frame.PLAN:
        note(box, Told.LEAVES_TRACK, 706, seat)
    elif asked == Frame.MORE:
        note(box, Told.SAVES_IRON, 504, seat)
    elif asked == Frame.UPGRADE:
        note(box, Told.BUYS_NOTHING, 608, seat)
    elif asked == Frame.SALVAGE:
        note(box, Told.SCRAPS_NO_MORE, 609, seat)
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    """Some decisions may be declined, others not; each has its rule."""
    asked = kind(s)
    if asked == Frame.WORK:
        return 406 if has_legal_space(s, box, seat) else 0
    if asked == Frame.OFFER:
        full = 0
        for card in range(box.treasure_cards):
            full += s.treasure_at[card] == At.CARRIED + seat
        return 0 if full >= box.slots else 1401
    if asked == Frame.FOUND:
        return 302
    if asked == Frame.FACE:
        return 304
    if asked == Frame.BURN:
        return 505
    if asked == Frame.REPAIR:
        return top(s, RepairFrame).number
    if asked == Frame.KEEP:
        return 1303
    return 1402 if asked == Frame.MAKE_ROOM else 0


@rule
def has_legal_space(s: State, box: Box, seat: int) -> bool:
    for space in range(SPACES):
        if work.refuse(s, box, seat, Work(0, space)) == 0 or work.refuse(s, box, seat, Work(1, space)) == 0:
            return True
    found = False
    for direction in range(DIRECTIONS):
        found = found or harvest.refuse(s, box, seat, Harvest(direction)) == 0
    return found
