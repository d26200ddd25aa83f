"""What the lab records of Iron Kings besides the common figures."""

from wartable.core.contract import Compared, Metrics
from wartable.core.rules import Ints, belongs, decode, rule

from .box import Box
from .decisions.buy import Buy
from .decisions.insert import Insert
from .decisions.replace import Replace
from .decisions.store import StoreAway
from .decisions.take import Take
from .decisions.work import Work
from .state import KING_SPACES, SECTIONS, TREASURES, At, State

CLOCK_NAME = "rounds"
GAUGE_NAMES = {
    "treasures_home": "treasures in the Holdfast at the end",
    "treasures_carried": "treasures on the King at the end",
    "upgrades": "upgrades fitted at the end",
    "damage": "damage on the King at the end",
    "wrecks": "times the King was wrecked",
}
COMPONENTS = {
    "planning card": "planning",
    "treasure taken": "treasures",
    "treasure brought home": "treasures",
    "upgrade": "upgrades",
    "worker space": "spaces",
}


@rule
def clock(s: State, box: Box) -> int:
    return s.rounds


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    for number in range(5):
        out[number] = 0.0
    for treasure in range(TREASURES):
        out[0] += s.treasure_at[treasure] == At.HOME + seat
        out[1] += s.treasure_at[treasure] == At.CARRIED + seat
    side = s.sides[seat]
    for section in range(SECTIONS):
        out[2] += side.fitted[section] > 0
    for space in range(KING_SPACES):
        out[3] += side.damage[space]
    out[4] = side.wrecks


@rule
def uses(s: State, box: Box, seat: int, action: int, out: Ints) -> int:
    """Cards planned, treasures taken and brought home, upgrades bought, spaces worked; in the order above."""
    if belongs(Insert, action):
        out[0] = decode(Insert, action).plan
    elif belongs(Replace, action):
        out[0] = decode(Replace, action).plan
    elif belongs(Take, action):
        out[0] = 1000 + decode(Take, action).card
    elif belongs(StoreAway, action):
        out[0] = 2000 + decode(StoreAway, action).card
    elif belongs(Buy, action):
        out[0] = 3000 + decode(Buy, action).card
    elif belongs(Work, action):
        out[0] = 4000 + decode(Work, action).space
    else:
        return 0
    return 1


METRICS = Metrics(
    clock=clock,
    gauges=gauges,
    uses=uses,
    clock_name=CLOCK_NAME,
    gauge_names=GAUGE_NAMES,
    components=COMPONENTS,
    compared={
        "planning": Compared(("steam",), ("steps", "amount"), ("effect", "heading", "needs")),
        "upgrades": Compared(
            ("iron",), ("track", "draw", "max_steam", "burn", "discount", "attack", "climb", "drive"), ("section",)
        ),
        "treasures": Compared(
            (),
            (
                *("points", "attack", "ranged", "shield", "max_steam", "discount"),
                *("wood", "coal", "water", "iron"),
            ),
        ),
    },
)
