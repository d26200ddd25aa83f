"""What a run of training is told before it begins."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from wartable.core.game import Game
from wartable.errors import WartableError

from .parts import part_count

MOST_BYTES = 7_600_000
"""Of a net as it is written, 2 bytes a weight: a little under 8 MB."""
MANY_CODES = 4096
"""A game with more action codes has no weights for each code, only for the parts of codes."""
MANY_FEATURES = 1500
"""A game with more features is large: what is random at first stays so for long, and a teacher helps."""
WIDEST = 768
STEP = 64


class BadPlan(WartableError):
    """A run of training that cannot be made."""


@dataclass(frozen=True)
class Phase:
    """What holds at a moment of a run."""

    teaching: bool
    trust: float
    """How much the judge's opinion of a table counts, beside the net's own; from 0 to 1."""
    left: float
    """The share that is left of what comes after the teaching."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides how a run goes, but for its length: equal plans learn equally on equal machines."""

    game: str
    version: int
    features: int
    actions: int
    seating: tuple[int, ...]
    """The numbers of players, one after the other: an iteration is played with one of them."""
    device: str
    seed: int = 1
    slots: int = 16_384
    """Games side by side."""
    steps: int = 32
    """Decisions in each of them between two improvements."""
    width: int = 512
    blocks: int = 2
    inner: int = 128
    """Numbers in which the table and a move meet."""
    minibatch: int = 32_768
    epochs: int = 2
    rate: float = 5e-4
    trace: float = 0.97
    """How far ahead an advantage looks, from 0 to 1."""
    price: float = 0.0
    """What a seat pays to the others for a decision, as a share of the win: who dawdles wins less."""
    clip: float = 0.2
    entropy: float = 0.01
    judge: float = 0.5
    """The share of the run in which the game's judge helps to tell good moves from bad, less and less."""
    league: float = 0.2
    """The share of the games in which an earlier self plays the other seats."""
    teacher: float = 0.0
    """The share of the run, its beginning, in which the net learns to choose like the teacher.

    The teacher looks one move ahead with the game's judge, as the bot `greedy` does, but sees what is hidden."""
    sparring: float = 0.0
    """The share of the games, after that, in which the teacher plays the other seats."""
    stray: float = 0.0
    """The share of the decisions, in half of the games that nobody else plays in, that are drawn from all moves alike.

    Nothing is learnt from them, but from what follows: a search asks about positions that good players never reach."""
    patience: int = 0
    """After so many decisions of a seat in a row the teacher goes on for it, until others are asked; 0: never.

    The net learns from what comes of them, not to choose them. Nets of games with long turns can forget how to end
    one, and with it the match."""
    quick: int = 96
    """The width of the quick net that learns beside the large one; 0: there is none."""

    def phase(self, done: float) -> Phase:
        """What holds when this share of the run is done."""
        if done < self.teacher:
            return Phase(True, 1.0, 1.0)
        after = (done - self.teacher) / max(1e-9, 1 - self.teacher)
        return Phase(False, max(0.0, 1 - after / self.judge) if self.judge > 0 else 0.0, 1 - after)

    def parts(self, has_rival: bool) -> tuple[int, int]:
        """The slots before the first number spar with the teacher; those from there to the second, with the rival."""
        sparring = int(self.sparring * self.slots)
        return sparring, sparring + int(self.league * self.slots) * has_rival

    def strays_from(self, last: int) -> int:
        """The slots from this number on play some moves at random; those before `last` have others in them."""
        return (last + self.slots) // 2

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "seating": list(self.seating)}


def make_plan(game: Game, device: str, given: Mapping[str, Any] | None = None) -> Plan:
    """The plan for a game, with what is given in place of the usual; BadPlan where it cannot be."""
    told = {name: value for name, value in (given or {}).items() if value is not None}
    usual: dict[str, Any] = {"seating": usual_seating(game)}
    if device == "cpu":
        usual |= {"slots": 256, "minibatch": 2048, "width": 128}
    elif game.feature_count > MANY_FEATURES:
        usual |= {"minibatch": 16_384}
    if game.feature_count > MANY_FEATURES:
        usual |= {"teacher": 0.2, "sparring": 0.4, "league": 0.1, "trace": 0.98, "entropy": 0.015}
    told = {**usual, **told}
    told.setdefault("width", usual_width(game, told.get("inner", Plan.inner), told.get("blocks", Plan.blocks)))
    plan = Plan(game.name, game.version, game.feature_count, game.action_count, device=device, **told)
    _check(game, plan)
    return plan


def usual_seating(game: Game) -> tuple[int, ...]:
    """The fewest players every other time, the other numbers in between."""
    fewest, *others = game.seats
    return tuple(number for other in others for number in (fewest, other)) or (fewest,)


def weight_count(game: Game, width: int, inner: int, blocks: int) -> int:
    """About how many numbers a net has."""
    own = game.action_count * inner if game.action_count <= MANY_CODES else 0
    trunk = game.feature_count * width + blocks * 2 * width * width + width * inner
    return trunk + own + part_count(game) * inner + inner * inner


def usual_width(game: Game, inner: int, blocks: int) -> int:
    """As wide as the size of the file allows, and no wider than is useful."""
    width = WIDEST
    while width > STEP and 2 * weight_count(game, width, inner, blocks) > MOST_BYTES:
        width -= STEP
    return width


def _check(game: Game, plan: Plan) -> None:
    for name in ("slots", "steps", "width", "inner", "minibatch", "epochs"):
        if getattr(plan, name) < 1:
            raise BadPlan(f"{name} {getattr(plan, name)}: it takes at least 1")
    if plan.patience < 0:
        raise BadPlan(f"patience {plan.patience}: it takes at least 0")
    for name in ("trace", "price", "judge", "league", "teacher", "sparring", "stray"):
        if not 0 <= getattr(plan, name) <= 1:
            raise BadPlan(f"{name} {getattr(plan, name)}: it takes 0 to 1")
    if plan.league + plan.sparring > 1:
        raise BadPlan(f"league {plan.league} and sparring {plan.sparring}: together they take at most 1")
    wrong = [number for number in plan.seating if number not in game.seats]
    if wrong or not plan.seating:
        raise BadPlan(f"{game.title} is not for {wrong[0] if wrong else 'no'} players")
