"""Heroes: cities, mines, monsters and armies of dice, for two to four players."""

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
    name="heroes",
    title="Heroes",
    code="HE",
    version=3,
    seats=(2, 3, 4),
    blurb="Raise a city, lead heroes over the map, and stake armies of dice on mines, monsters and each other.",
    minutes="45 to 120",
    weight="medium",
    notices={"easy": 0.35, "medium": 0.8},
    icon="mounted-knight",
    folder=Path(__file__).parent,
    options=OPTIONS,
    endings=(
        Ending("last_realm", 1802, "one realm was left"),
        Ending("days", 1803, "the last day was over, and realm value decided"),
        Ending("stopped", 1806, "the campaign was stopped, and realm value decided"),
    ),
    state=State,
    box=Box,
    make_box=make_box,
    rules=rules,
    decisions=DECISIONS,
    judge=judge,
    words=WORDS,
    view=VIEW,
    metrics=METRICS,
    most_legal=1500,
    most_chance=400,
    bound=5_000_000,
    feature_count=judge.FEATURES,
    told=Told,
    moments=(Told.DAY, Told.TAKES_CITY, Told.IS_OUT, Told.IS_LAST, Told.WINS, Told.SHARES_WIN),
    out=lambda view, _box, seat: bool(view.players[seat].out),
    counters=Counter,
    # A day, a turn and what its player does are three frames: deeper down another player answers in a battle.
    search={"leaf": "end_of_turn", "turn_depth": 3},
    # Matches of three and four are long: what is looked at is cut, so that a move takes no longer.
    search_crowded={
        "max_num_considered_actions": 8,
        "root_determinizations": 4,
        "max_expansions": 2,
        "regret_threshold": 0.00045,
    },
    components=components,
)
