"""IK-7.5: a card of the hand takes the place of a card of the track, which is discarded."""

from wartable.core.rules import Action, Ints, change, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.planning import take_from_hand, track_length
from ..state import Space, State
from ..values import PlanCard, Table, TrackPlace


class Replace(Action):
    plan: PlanCard
    place: TrackPlace

    at: Table
    when = 108
    notation = "replace-{plan}-{place}"
    reads = "replace | swap | exchange | replace card by"
    label = "Replace card {place} of the track by {plan}"
    touches = "hand-{plan} track-{place}"
    facts = {
        108: lambda it: it.at.needs_worker(Space.PLAN),
        707: lambda it: it.place.is_empty if it.at.own.hand[it.plan] else f"You have no {it.plan.said()} in your hand.",
    }

    @property
    def is_pointless(self) -> bool:
        """The King, which sets out this turn, would run against the edge of the map."""
        at = self.at
        return at.sets_out() and at.runs_off(
            [*at.track[: self.place], self.plan, *at.track[self.place + 1 :]], at.own.steam
        )


@rule
def offers(s: State, box: Box, seat: int, plan: int, out: Ints, n: int) -> int:
    for place in range(track_length(s, seat)):
        n = put(out, n, Replace(plan, place))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Replace) -> None:
    pop(s)
    side = s.sides[seat]
    take_from_hand(s, seat, it.plan)
    old = side.track[it.place] - 1
    s.discard[old] += 1
    side.track[it.place] = it.plan + 1
    change(box, Told.REPLACES, 705, seat, Counter.HAND, -1, side.hand_size, it.plan, old, it.place)


@rule
def refuse(s: State, box: Box, seat: int, it: Replace) -> int:
    return 0 if s.sides[seat].hand[it.plan] > 0 and s.sides[seat].track[it.place] > 0 else 707
