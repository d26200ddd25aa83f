"""The parameters of a training run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from wartable.core.game import Game
from wartable.errors import WartableError

MOST_BYTES = 7_600_000
"""The maximum size of a net file at 2 bytes a weight: a little under 8 MB."""
WIDEST = 512
STEP = 64


class BadPlan(WartableError):
    """The training run is not possible."""


@dataclass(frozen=True)
class Plan:
    """Everything that determines a run except its length: equal plans learn equally on equal machines."""

    game: str
    version: int
    features: int
    seating: tuple[int, ...]
    """The numbers of players in turn, one for each iteration."""
    device: str
    seed: int = 1
    slots: int = 8192
    """Games in parallel."""
    steps: int = 64
    """Decisions in each of them between two updates."""
    width: int = 512
    blocks: int = 2
    minibatch: int = 8192
    """The number of decisions in a minibatch."""
    rate: float = 4e-4
    trace: float = 0.95
    """The lambda of GAE."""
    keep: float = 0.5
    """The share of the decisions to learn from: those with the largest advantages."""
    clip: float = 0.2
    change: float = 0.1
    """The penalty for moving away from the last policy (the divergence from the new one)."""
    entropy: float = 0.02
    average: float = 0.995
    """The decay of the averaged weights at each step; the averaged net plays the test matches."""
    shortlist: int = 0
    """The net looks at so many of a decision's moves, those that the judge likes best; 0: at all."""
    samples: int = 4
    """How many samples of nature's answer to a move the judge evaluates."""
    tests: float = 0.12
    """The share of the games in which the averaged net plays its best moves against greedy."""
    sparring: float = 0.3
    """The share of the games in which the net trains against greedy; the rest is self-play."""

    @property
    def tested(self) -> int:
        """The slots before this number are tests."""
        return int(self.tests * self.slots)

    @property
    def sparred(self) -> int:
        """The slots from there to this number play against greedy."""
        return self.tested + int(self.sparring * self.slots)

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "seating": list(self.seating)}


def make_plan(game: Game, device: str, given: Mapping[str, Any] | None = None) -> Plan:
    """The plan for a game, with the given values replacing the defaults; BadPlan if it is not possible."""
    told = {name: value for name, value in (given or {}).items() if value is not None}
    usual: dict[str, Any] = {
        "seating": usual_seating(game),
        "width": usual_width(game, told.get("blocks", Plan.blocks)),
    }
    if device == "cpu":
        usual |= {"slots": 256, "minibatch": 256, "width": 128}
    plan = Plan(game.name, game.version, game.feature_count, device=device, **{**usual, **told})
    _check(game, plan)
    return plan


def usual_seating(game: Game) -> tuple[int, ...]:
    """The fewest players every other time, the other numbers in between."""
    fewest, *others = game.seats
    return tuple(number for other in others for number in (fewest, other)) or (fewest,)


def weight_count(game: Game, width: int, blocks: int) -> int:
    """The approximate number of weights of a net."""
    return game.feature_count * width + blocks * 2 * width * width


def usual_width(game: Game, blocks: int) -> int:
    """As wide as the maximum file size allows, and no wider than is useful."""
    width = WIDEST
    while width > STEP and 2 * weight_count(game, width, blocks) > MOST_BYTES:
        width -= STEP
    return width


def _check(game: Game, plan: Plan) -> None:
    for name in ("slots", "steps", "width", "minibatch", "samples"):
        if getattr(plan, name) < 1:
            raise BadPlan(f"{name} {getattr(plan, name)}: it takes at least 1")
    if plan.shortlist < 0 or plan.shortlist == 1:
        raise BadPlan(f"shortlist {plan.shortlist}: it takes 0 (all moves) or at least 2")
    for name in ("trace", "keep", "average", "tests", "sparring"):
        if not 0 <= getattr(plan, name) <= 1:
            raise BadPlan(f"{name} {getattr(plan, name)}: it takes 0 to 1")
    if plan.tested == plan.slots or plan.tests + plan.sparring > 1:
        raise BadPlan(f"tests {plan.tests} and sparring {plan.sparring}: together they take at most 1, and tests less")
    wrong = [number for number in plan.seating if number not in game.seats]
    if wrong or not plan.seating:
        raise BadPlan(f"{game.title} is not for {wrong[0] if wrong else 'no'} players")
