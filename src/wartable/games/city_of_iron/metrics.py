"""What the lab records of City of Iron besides the common figures."""

from wartable.core.contract import Compared, Metrics
from wartable.core.rules import Ints, belongs, decode, rule

from .box import Box
from .decisions.attack import Attack
from .decisions.build import Build
from .decisions.buy import Buy
from .decisions.land import PickLand
from .decisions.play import Play
from .decisions.store import Store
from .state import CITIES, ROW, TOWNS, State

STORED, PLAYED, BOUGHT, ATTACKED, SETTLED = 1000, 2000, 3000, 4000, 5000


@rule
def clock(s: State, box: Box) -> int:
    return s.round_number


@rule
def traits(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = s.sides[seat].nation


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    side = s.sides[seat]
    out[0] = side.coins
    out[1] = side.science
    out[2] = side.income
    out[3] = 0.0
    for city in range(CITIES):
        out[3] += side.cities[city].count
    out[4] = 0.0
    for town in range(TOWNS):
        out[4] += s.town_owner[town] == seat
    out[5] = side.stored_count


@rule
def uses(s: State, box: Box, seat: int, action: int, out: Ints) -> int:
    out[0] = used(s, action)
    return 1 if out[0] >= 0 else 0


@rule
def used(s: State, action: int) -> int:
    if belongs(Build, action):
        source = decode(Build, action).place
        return s.row[source] if source < ROW else source - ROW
    if belongs(Store, action):
        return STORED + s.row[decode(Store, action).place]
    if belongs(Play, action):
        return PLAYED + decode(Play, action).card
    if belongs(Buy, action):
        return BOUGHT + decode(Buy, action).card
    if belongs(Attack, action):
        return ATTACKED + decode(Attack, action).town
    if belongs(PickLand, action):
        return SETTLED + decode(PickLand, action).land
    return -1


METRICS = Metrics(
    clock=clock, traits=traits, gauges=gauges, uses=uses, clock_name="rounds",
    trait_names={"nation": "nations"},
    gauge_names={
        "coins": "coins at the end",
        "science": "science at the end",
        "income": "income at the end",
        "buildings": "buildings in the cities at the end",
        "towns": "towns conquered",
        "stored": "buildings stored and never built",
    },
    components={
        "building built": "buildings",
        "building stored": "buildings",
        "card played": "cards",
        "card bought": "cards",
        "town attacked": "towns",
        "land settled": "lands",
    },
    compared={
        "cards": Compared(
            ("coins", "science", "needs_coins", "needs_work", "needs_distance"),
            ("attack", "distance", "work", "amount", "limit"),
            ("kind", "nation", "vessel", "effect", "free"),
        ),
        "buildings": Compared(
            ("coins", "science"),
            (
                *("count", "count_b", "gives_coins", "gives_science", "citizen_draws", "military_draws"),
                *("work", "distance", "bonus_points"),
            ),
            ("deck", "land", "good", "good_b", "bonus_good"),
        ),
        "towns": Compared(
            ("defence", "distance"),
            (
                *("count", "count_b", "gives_coins", "gives_science", "citizen_draws", "military_draws"),
                *("counts_as", "spaces"),
            ),
            ("stars", "good", "good_b", "types", "effect"),
        ),
    },
)  # fmt: skip
