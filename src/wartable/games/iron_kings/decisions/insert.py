"""IK-7.2, IK-7.3: a card of the hand goes into the track; the cards from that place on move to the right."""

from wartable.core.rules import Action, Ints, change, pop, put, rule

from ..box import Bonus, Box
from ..notes import Counter, Told
from ..rules.common import track_places
from ..rules.planning import last_insert, take_from_hand, track_length
from ..state import SECTIONS, Space, State
from ..values import PlanCard, Table, TrackPlace


class Insert(Action):
    plan: PlanCard
    place: TrackPlace

    at: Table
    when = 108
    notation = "insert-{plan}-{place}"
    reads = "insert | add | plan | put | insert card into track"
    label = "Insert {plan} at place {place}"
    touches = "hand-{plan} {spot}-{place}"
    facts = {
        108: lambda it: it.at.needs_worker(Space.PLAN),
        702: "Your track holds {at.track_held} and has no gaps; the last place for a new one is {at.last_insert}.",
        703: "Your track has {at.track_places} places.",
        707: "You have no {plan} in your hand.",
    }

    @property
    def spot(self) -> str:
        """Between two cards, or at the end of the row."""
        return "gap" if self.at.own.track[self.place] else "place"

    @property
    def is_pointless(self) -> bool:
        """The King, which sets out this turn, would run against the edge of the map."""
        at = self.at
        return at.sets_out() and at.runs_off(
            [*at.track[: self.place], self.plan, *at.track[self.place :]], at.own.steam
        )


@rule
def offers(s: State, box: Box, seat: int, plan: int, out: Ints, n: int) -> int:
    for place in range(last_insert(s, box, seat) + 1):
        n = put(out, n, Insert(plan, place))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Insert) -> None:
    """IK-7.3: the card that falls off is discarded."""
    pop(s)
    side = s.sides[seat]
    length = track_length(s, seat)
    take_from_hand(s, seat, it.plan)
    change(box, Told.INSERTS, 702, seat, Counter.HAND, -1, side.hand_size, it.plan, it.place)
    change(box, Told.TRACK_GROWS, 702, seat, Counter.TRACK, 1, length + 1, it.plan, it.place)
    moved = it.plan + 1
    for at in range(it.place, track_places(s, box, seat)):
        pushed = side.track[at]
        side.track[at] = moved
        moved = pushed
    if moved != 0:
        s.discard[moved - 1] += 1
        change(box, Told.PUSHED_OFF, 703, seat, Counter.TRACK, -1, length, moved - 1)


@rule
def refuse(s: State, box: Box, seat: int, it: Insert) -> int:
    side = s.sides[seat]
    if side.hand[it.plan] < 1:
        return 707
    places = box.track
    for section in range(SECTIONS):
        if side.fitted[section] > 0:
            places += box.upgrades[side.fitted[section] - 1].bonus[Bonus.TRACK]
    if it.place >= places:
        return 703
    return 702 if it.place > 0 and side.track[it.place - 1] == 0 else 0
