"""Metals: two players, a small map, lines of sight."""

from pathlib import Path

from wartable.core.game import Ending, Game

from . import judge, rules
from .box import OPTIONS, Box, make_box
from .decisions import DECISIONS
from .metrics import METRICS
from .notes import Counter, Told
from .state import State
from .view.components import components
from .view.view import VIEW
from .words import WORDS

GAME = Game(
    name="metals",
    title="Metals",
    code="MT",
    version=1,
    seats=(2,),
    blurb="Send metal warriors over a small map, hold the points, and never walk into a line of sight.",
    minutes="10 to 20",
    weight="light",
    search_with="quick",
    notices={"beginner": 0.1, "easy": 0.25, "medium": 0.55},
    icon="robot-golem",
    folder=Path(__file__).parent,
    options=OPTIONS,
    gone=("pool",),
    endings=(
        Ending("goal", 701, "the goal was reached"),
        Ending("stuck", 703, "nothing was left to deploy or move"),
        Ending("turn_limit", 704, "the turn limit was reached"),
    ),
    decisions=DECISIONS,
    state=State,
    box=Box,
    make_box=make_box,
    rules=rules,
    judge=judge,
    words=WORDS,
    view=VIEW,
    metrics=METRICS,
    most_legal=64,
    most_chance=2,
    bound=2010,
    feature_count=judge.FEATURES,
    told=Told,
    moments=(Told.REACHES_GOAL, Told.STUCK, Told.LAST_TURN),
    counters=Counter,
    seat_names=("Blue", "Orange"),
    components=components,
)
