"""City of Iron: two to four nations, their cities, goods, citizens and soldiers."""

from pathlib import Path

from wartable.core.game import Ending, Game

from . import hidden, judge, rules
from .box import OPTIONS, Box, make_box
from .decisions import DECISIONS
from .decisions.turn import MOST_LEGAL
from .metrics import METRICS
from .notes import Counter, Told
from .state import State
from .view.components import components
from .view.view import VIEW
from .words import WORDS

GAME = Game(
    name="city_of_iron",
    title="City of Iron",
    code="CI",
    version=3,
    seats=(2, 3, 4),
    blurb="Build cities, corner the market in ten goods, settle flying islands and conquer towns: four nations at it.",
    minutes="60 to 120",
    weight="heavy",
    search_with="quick",
    notices={"easy": 0.15, "medium": 0.5},
    icon="gears",
    folder=Path(__file__).parent,
    options=OPTIONS,
    endings=(
        Ending("points", 1209, "the last scoring is over, and points decided"),
        Ending("coins", 1210, "points were tied and coins decided"),
        Ending("goods", 1211, "points and coins were tied and goods decided"),
        Ending("shared", 1212, "players share the win"),
    ),
    decisions=DECISIONS,
    state=State,
    box=Box,
    make_box=make_box,
    rules=rules,
    hidden=hidden,
    judge=judge,
    words=WORDS,
    view=VIEW,
    metrics=METRICS,
    most_legal=MOST_LEGAL,
    most_chance=40,
    bound=60_000,
    feature_count=judge.FEATURES,
    told=Told,
    moments=(Told.ROUND, Told.END, Told.SCORING, Told.LAST, Told.WINS, Told.SHARES),
    counters=Counter,
    has_secrets=True,
    search={"max_joint_seats": 1, "leaf": "new_node"},
    components=components,
)
