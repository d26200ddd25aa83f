"""Thrones: two armies on land that the players lay out in secret."""

from pathlib import Path

from wartable.core.game import Ending, Game

from . import hidden, judge, rules
from .box import OPTIONS, Box, make_box
from .decisions import DECISIONS
from .metrics import METRICS
from .notes import Counter, Told
from .state import Kind, State
from .view.components import components
from .view.shared import MOST_LEGAL
from .view.view import VIEW
from .words import WORDS

GAME = Game(
    name="thrones",
    title="Thrones",
    code="TH",
    version=3,
    seats=(2,),
    blurb="Lay out your land in secret, hide a throne in it, and cross the mountains if fate lets you.",
    minutes="30 to 60",
    weight="medium",
    notices={"easy": 0.2, "medium": 0.45},
    icon="throne-king",
    folder=Path(__file__).parent,
    options=OPTIONS,
    endings=(
        Ending("throne_removed", 1001, "a throne was removed"),
        Ending("fortress_taken", 1002, "a throne stands in the opponent's home fortress"),
        Ending("quiet", 1003, "nothing happened for too many turns"),
        Ending("passes", 1004, "both players passed"),
        Ending("turn_limit", 1005, "the turn limit was reached"),
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
    most_chance=37,
    bound=250_000,
    feature_count=judge.FEATURES,
    seat_names=("South", "North"),
    has_secrets=True,
    told=Told,
    moments=(
        *(Told.REVEALED, Told.THRONE_FALLS, Told.TAKES_FORTRESS),
        *(Told.QUIET, Told.BOTH_PASS, Told.TURN_LIMIT),
    ),
    counters=Counter,
    always_asked=(Kind.TURN, Kind.CHECK),
    turned=judge.turned,
    components=components,
)
