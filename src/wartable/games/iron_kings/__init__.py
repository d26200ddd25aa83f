"""Iron Kings: workers drive a programmed war machine over a map of ruins."""

from pathlib import Path

from wartable.core.game import Ending, Game

from . import hidden, judge, rules
from .box import OPTIONS, Box, make_box
from .decisions import DECISIONS
from .metrics import METRICS
from .notes import Counter, Told
from .state import State
from .view.components import components
from .view.view import VIEW
from .words import WORDS

GAME = Game(
    name="iron_kings",
    title="Iron Kings",
    code="IK",
    version=3,
    seats=(2, 3, 4),
    blurb="Crew an ancient war machine, punch its program, feed its boiler, and drag treasure home from the ruins.",
    minutes="60 to 90",
    weight="medium",
    notices={"easy": 0.34, "medium": 0.75},
    icon="metal-golem-head",
    folder=Path(__file__).parent,
    options=OPTIONS,
    endings=(
        Ending("vp_goal", 1602, "a Holdfast held the goal in points"),
        Ending("balrog", 1603, "the Balrog has come"),
        Ending("rounds", 1604, "the last round was played"),
        Ending("first_wreck", 1605, "a King was lost"),
        Ending("last_round", 1607, "no ending came true within the longest game"),
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
    most_legal=400,
    most_chance=40,
    bound=400_000,
    feature_count=judge.FEATURES,
    told=Told,
    moments=(Told.WRECKED, Told.BALROG_RISES, Told.COLD, Told.ENDS, Told.WINS, Told.SHARES),
    counters=Counter,
    has_secrets=True,
    search={"max_joint_seats": 1, "leaf": "new_node"},
    components=components,
)
