"""The evaluator of positions, shared by hints, the coach and the analysis so that they never contradict each other.

Every search starts from nothing with the same seed, so it repeats itself exactly if its budget is in iterations. It is
the search of the game's strongest level, with the net if that level uses one. Bots search in the same way, but keep
what they found earlier in the match.

Chances are calibrated: `benchmarks/calibration.py` compares the search's values with the results of matches between
equal players, and writes a `Calibration` for each number of players to `calibration.json` in the game's folder.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move

from ..nets.quick_net import strongest_search
from ..position import Position
from ..search.mcts import Budget, Searcher, Thinking, Thought
from ..search.principal_variation import Memory, NoMemory, Plan, make_plan
from ..search.puct import BATCH, PuctSearcher

HINT = Budget(iterations=20_000, seconds=1.0)
"""The budget of a hint."""
MARGIN = 0.03
"""Moves whose chances differ by less count as equal, since a search is no more precise."""
ITERATIONS_PER_SIMULATION = 8
"""A simulation with a net takes longer than one with the judge and is worth more: this many iterations."""
AFTER_PART = 0.5
"""To compare two moves, each gets this share of a search's budget."""

TO_THE_END = {"regret_threshold": 0.0}
"""A search with a single action would stop at once; this makes it use its whole budget."""

FILE = "calibration.json"


SUREST = 1e-9
"""Chances closer to 0 or 1 count as certain."""


class Calibration(NamedTuple):
    """How a search's chance for the seat that moves is corrected, in log odds against a fair share.

    The log odds x become `power * x + curve * x**3 - optimism`: Platt scaling with a term for positions that are nearly
    decided. The optimism is that of a search, which picks the move that looks best and so, often, one that it
    overrates.
    """

    power: float = 1.0
    optimism: float = 0.0
    curve: float = 0.0


@dataclass(frozen=True)
class Comparison:
    """A move compared with the best one; `chances` are all seats' chances to win after the move.

    For a blunder, `wrong` says what is wrong with it, and `why` gives the reasons for the best one.
    """

    action: int
    best: int
    chance: float
    chance_best: float
    chances: tuple[float, ...]
    wrong: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def loss(self) -> float:
        """How much of the chance to win the move would give away."""
        return max(0.0, self.chance_best - self.chance)


class Evaluator:
    """Evaluates positions of a game independently of each other."""

    def __init__(self, game: Game, budget: Budget | None = None, seed: int = 0) -> None:
        self.game = game
        self.budget = budget or HINT
        self._seed = seed
        self._searcher: Thinking | None = None

    def think(self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int]) -> Thought:
        """Search the position that a seat sees."""
        self._searcher = search_of(self.game, self._seed, self.budget)
        return self._searcher.think(view, box, seat, legal)

    def look_at(self, position: Position) -> Thought:
        """Search a position for a move that does not undo what a hint has asked for."""
        return self.think(position.view, position.box, position.seat, position.onward(self.game))

    def line(self, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
        """The expected continuation after an action of the position that was searched last."""
        return self._searcher.line(view, box, seat, action) if self._searcher else []

    def plan(self, position: Position, action: int) -> Plan:
        """The plan for the seat's turn, from an action of the position that was searched last."""
        return make_plan(self.game, self.memory(), position, action)

    def memory(self) -> Memory:
        """What the last search remembers."""
        return self._searcher.memory() if self._searcher else NoMemory()

    def compare(
        self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], action: int, thought: Thought | None = None
    ) -> Comparison:
        """Compare a move with the best one. It counts as worse only if two searches agree.

        The first is the search of the position, the second one of the positions after each of the two moves.
        """
        thought = thought or self.think(view, box, seat, legal)
        chances = self.value_after(view, box, seat, action)
        best, chance = thought.best, chances[seat]
        known = {candidate.action: candidate.chance for candidate in thought.candidates}
        if best.action == action or best.chance - known.get(action, 0.0) < MARGIN:
            return self.said(Comparison(action, action, chance, chance, chances), seat)
        chance_best = self.value_after(view, box, seat, best.action)[seat]
        if chance_best <= chance:
            return self.said(Comparison(action, action, chance, chance, chances), seat)
        return self.said(Comparison(action, best.action, chance, chance_best, chances), seat)

    def said(self, found: Comparison, seat: int) -> Comparison:
        """A seat's comparison with calibrated chances."""
        players = len(found.chances)
        chance, chance_best = (calibrated(self.game, players, one) for one in (found.chance, found.chance_best))
        chances = calibrated_chances(self.game, found.chances, seat)
        return replace(found, chance=chance, chance_best=chance_best, chances=chances)

    def value_after(self, view: AnyState, box: AnyBox, seat: int, action: int) -> tuple[float, ...]:
        """Each seat's chance to win after one action, by a separate search."""
        searcher = search_of(self.game, self._seed, part_of(self.budget, AFTER_PART), TO_THE_END)
        return searcher.think(view, box, seat, [action]).chances


def search_of(game: Game, seed: int, budget: Budget, told: Mapping[str, Any] | None = None) -> Thinking:
    """The search that the game's strongest level uses. `told` are settings for a search without a net."""
    asked = strongest_search(game)
    if asked != "net":
        return Searcher(game, seed, budget, told=told, quick=asked == "quick", thorough=True)
    simulations = None if budget.iterations is None else max(BATCH, budget.iterations // ITERATIONS_PER_SIMULATION)
    return PuctSearcher(game, seed, Budget(simulations, budget.seconds))


def part_of(budget: Budget, part: float) -> Budget:
    """A part of a budget, of at least one iteration."""
    iterations = None if budget.iterations is None else max(1, int(part * budget.iterations))
    return Budget(iterations, None if budget.seconds is None else part * budget.seconds)


def calibration_of(game: Game, players: int) -> Calibration:
    """The calibration for this number of players; one that changes nothing if it was not measured."""
    path = game.folder / FILE
    if not path.exists():
        return Calibration()
    return _calibrations(path, path.stat().st_mtime_ns).get(str(players), Calibration())


@lru_cache(maxsize=64)
def _calibrations(path: Path, changed: int) -> dict[str, Calibration]:
    return {players: Calibration(*numbers) for players, numbers in json.loads(path.read_text()).items()}


def calibrated_chances(game: Game, chances: Sequence[float], seat: int) -> tuple[float, ...]:
    """All seats' calibrated chances, where `seat` is to move."""
    return shared_out(chances, seat, calibration_of(game, len(chances)))


def calibrated(game: Game, players: int, chance: float) -> float:
    """The calibrated chance of the seat that moves."""
    return corrected(chance, players, calibration_of(game, players))


def corrected(chance: float, players: int, by: Calibration) -> float:
    """A chance of the seat that moves, corrected."""
    if not SUREST < chance < 1 - SUREST:
        return float(chance > SUREST)
    odds = math.log(chance * (players - 1) / (1 - chance))
    odds = by.power * odds + by.curve * odds**3 - by.optimism
    return 1 / (1 + (players - 1) * math.exp(-max(-700.0, odds)))


def shared_out(chances: Sequence[float], seat: int, by: Calibration) -> tuple[float, ...]:
    """All seats' chances, corrected: that of the seat that moves first, the others share the rest as before."""
    players, own = len(chances), corrected(chances[seat], len(chances), by)
    raised = [max(0.0, chance) ** by.power for chance in chances]
    raised[seat] = 0.0
    total = sum(raised)
    others = [one / total if total > 0 else 1 / (players - 1) for one in raised]
    return tuple(own if number == seat else (1 - own) * one for number, one in enumerate(others))
