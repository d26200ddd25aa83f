"""What the lab records of Heroes beside the common things."""

from wartable.core.contract import Compared, Metrics
from wartable.core.rules import Ints, belongs, decode, rule

from .box import Box
from .decisions.build import Build
from .decisions.form import Form
from .decisions.promote import Promote
from .decisions.recruit import Recruit
from .rules.realm import city_count, creature_count, hero_count, mine_count, place_of
from .state import State

RECRUITED, PROMOTED, FORMED = 1000, 2000, 3000


@rule
def clock(s: State, box: Box) -> int:
    return s.day


@rule
def traits(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = place_of(s, box, seat)


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = mine_count(s, seat)
    out[1] = city_count(s, box, seat)
    out[2] = hero_count(s, seat)
    out[3] = creature_count(s, box, seat)
    out[4] = s.players[seat].out


@rule
def uses(s: State, box: Box, seat: int, action: int, out: Ints) -> int:
    out[0] = used(action)
    return 1 if out[0] >= 0 else 0


@rule
def used(action: int) -> int:
    if belongs(Build, action):
        return decode(Build, action).kind
    if belongs(Recruit, action):
        return RECRUITED + decode(Recruit, action).kind
    if belongs(Promote, action):
        return PROMOTED + decode(Promote, action).tier
    if belongs(Form, action):
        return FORMED + decode(Form, action).split
    return -1


METRICS = Metrics(
    clock=clock,
    traits=traits,
    gauges=gauges,
    uses=uses,
    clock_name="days",
    trait_names={"order": ("first player", "second player", "third player", "fourth player")},
    gauge_names={
        "mines": "mines at the end",
        "cities": "cities at the end",
        "heroes": "heroes at the end",
        "creatures": "creatures at the end",
        "out": "share of players who were put out",
    },
    components={
        **dict.fromkeys(("spawner built", "creature recruited", "creature promoted"), "creatures"),
        "squads formed": "splits",
    },
    compared={"creatures": Compared(("coins", "wood", "food", "stone"), ("dice", "plus"))},
)
