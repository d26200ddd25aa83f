"""What the lab records of Heroes beside the common things."""

from wartable.compiler.decorators import rule
from wartable.core.actions import belongs, decode
from wartable.core.contract import Compared, Metrics
from wartable.core.record import Ints

from .box import Box
from .decisions.build import Build
from .decisions.form import Form
from .decisions.promote import Promote
from .decisions.recruit import Recruit
from .rules.realm import place_of
from .state import CITIES, HEROES, KINDS, RESOURCES, State

CLOCK_NAME = "days"
TRAIT_NAMES = {"order": ("first player", "second player", "third player", "fourth player")}
GAUGE_NAMES = {
    "mines": "mines at the end",
    "cities": "cities at the end",
    "heroes": "heroes at the end",
    "creatures": "creatures at the end",
    "out": "share of players who were put out",
}
COMPONENTS = {
    "spawner built": "creatures",
    "creature recruited": "creatures",
    "creature promoted": "creatures",
    "squads formed": "splits",
}
RECRUITED, PROMOTED, FORMED = 1000, 2000, 3000


@rule
def clock(s: State, box: Box) -> int:
    return s.day


@rule
def traits(s: State, box: Box, seat: int, out: Ints) -> None:
    out[0] = place_of(s, box, seat)


@rule
def gauges(s: State, box: Box, seat: int, out: Ints) -> None:
    player = s.players[seat]
    for number in range(5):
        out[number] = 0.0
    for resource in range(RESOURCES):
        out[0] += player.mines[resource]
    for city in range(CITIES):
        if s.cities[city].owner == seat:
            out[1] += 1
            for kind in range(KINDS):
                out[3] += s.cities[city].garrison[kind]
    for hero in range(HEROES):
        if player.heroes[hero].here:
            out[2] += 1
            for kind in range(KINDS):
                out[3] += player.heroes[hero].troops[kind]
    out[4] = player.out


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
    clock_name=CLOCK_NAME,
    trait_names=TRAIT_NAMES,
    gauge_names=GAUGE_NAMES,
    components=COMPONENTS,
    compared={"creatures": Compared(("coins", "wood", "food", "stone"), ("dice", "plus"))},
)
