"""IK-7.4: a card leaves the track for the discard pile, and the row closes up."""

from wartable.core.rules import Action, Ints, change, pop, put, rule

from ..box import Box
from ..notes import Counter, Told
from ..rules.planning import remove_card, track_length
from ..state import Space, State
from ..values import Table, TrackPlace


class Remove(Action):
    place: TrackPlace

    at: Table
    when = 108
    notation = "remove-{place}"
    reads = "remove | discard | delete | remove card"
    label = "Remove card {place} from the track"
    touches = "track-{place} discard"
    facts = {108: lambda it: it.at.needs_worker(Space.PLAN), 707: "{place.is_empty}"}

    @property
    def is_pointless(self) -> bool:
        """The King, which sets out this turn, would run against the edge of the map."""
        at = self.at
        return at.sets_out() and at.runs_off([*at.track[: self.place], *at.track[self.place + 1 :]], at.own.steam)


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for place in range(track_length(s, seat)):
        n = put(out, n, Remove(place))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Remove) -> None:
    pop(s)
    plan = s.sides[seat].track[it.place] - 1
    remove_card(s, seat, it.place)
    change(box, Told.REMOVES, 704, seat, Counter.TRACK, -1, track_length(s, seat), plan, it.place)


@rule
def refuse(s: State, box: Box, seat: int, it: Remove) -> int:
    return 0 if s.sides[seat].track[it.place] > 0 else 707
