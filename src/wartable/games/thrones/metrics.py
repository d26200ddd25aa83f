"""What the lab records of Thrones beside the common things."""

from wartable.core.contract import Metrics
from wartable.core.rules import Ints, belongs, decode, rule

from .box import Box
from .decisions.favors.ambush import Ambush
from .decisions.favors.cunning import Cunning
from .decisions.favors.deception import Deception
from .decisions.favors.favor import TakeFavor
from .decisions.favors.haste import Haste
from .decisions.laying_out.begin import Begin
from .decisions.turn.attack import Attack
from .decisions.turn.fire import Fire
from .decisions.turn.move import Move
from .state import MOST_LAYOUTS, TYPES, Favor, State

OTHER, MOVED, ATTACKING, FIRING, TAKEN, SPENT = 1000, 2000, 3000, 4000, 5000, 6000


@rule
def clock(s: State, box: Box) -> int:
    return s.turn


@rule
def traits(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = 0 if s.first == seat else 1


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = 0.0
    for kind in range(TYPES):
        out[0] += s.sides[seat].lost[kind]
    out[1] = s.sides[seat].taken


@rule
def uses(s: State, box: Box, seat: int, action: int, out: Ints) -> int:
    out[0] = used(s, action)
    return 1 if out[0] >= 0 else 0


@rule
def used(s: State, action: int) -> int:
    if belongs(Move, action):
        return MOVED + kind_on(s, decode(Move, action).start)
    if belongs(Attack, action):
        return ATTACKING + kind_on(s, decode(Attack, action).start)
    if belongs(Fire, action):
        return FIRING + kind_on(s, decode(Fire, action).start)
    if belongs(Begin, action):
        layout = decode(Begin, action).choice
        return layout if layout < MOST_LAYOUTS else OTHER + layout - MOST_LAYOUTS
    if belongs(TakeFavor, action):
        return TAKEN + decode(TakeFavor, action).favor
    return spent(action)


@rule
def kind_on(s: State, square: int) -> int:
    """The place in pieces.csv of the piece that stands there."""
    return (s.pieces[square] & 15) - 1


@rule
def spent(action: int) -> int:
    """The favor that an action spends, -1 where it spends none."""
    if belongs(Ambush, action):
        return SPENT + Favor.AMBUSH
    if belongs(Deception, action):
        return SPENT + Favor.DECEPTION
    if belongs(Haste, action):
        return SPENT + Favor.HASTE
    if belongs(Cunning, action):
        return SPENT + Favor.CUNNING
    return -1


METRICS = Metrics(
    clock=clock, traits=traits, gauges=gauges, uses=uses, clock_name="turns",
    trait_names={"order": ("first player", "second player")},
    gauge_names={"lost": "pieces lost", "favors": "favors taken"},
    components={
        "layout": "layouts/",
        "other layout": ("random", "by hand"),
        "piece moved": "pieces",
        "piece attacking": "pieces",
        "piece firing": "pieces",
        "favor taken": "favors",
        "favor spent": "favors",
    },
)  # fmt: skip
