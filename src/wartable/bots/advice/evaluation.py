"""The one evaluator of a position. Hints, the coach and the analysis ask here, so that none contradicts another.

Every search begins from nothing and with the same seed: asked again, it says the same, as long as its budget is one of
iterations. It is the search of the game's strongest level, with the net where that one has it. Bots search in the same
way, with what they remember of the match so far.

Chances are said as they come true: `benchmarks/calibration.py` holds what the search says against how matches between
equal players end, and writes a power for each number of players to `calibration.json` in the game's folder, to which
chances are raised before they are shared out anew (temperature scaling: Guo and others 2017).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from wartable.core.frames import AnyBox, AnyState
from wartable.core.game import Game
from wartable.core.match import Move

from ..nets.quick_net import strongest_search
from ..position import Position
from ..search.mcts import Budget, Searcher, Thinking, Thought
from ..search.principal_variation import Memory, NoMemory, Plan, make_plan
from ..search.puct import BATCH, PuctSearcher

HINT = Budget(iterations=20_000, seconds=1.0)
"""How long a hint thinks."""
MARGIN = 0.03
"""Moves whose chances differ by less are equally good: a search is not surer than that."""
ITERATIONS_PER_SIMULATION = 8
"""A simulation with a net takes longer than one with the judge, and tells more: it stands for so many."""
AFTER_PART = 0.5
"""Two moves that are compared are each looked at for this part of a thought."""

TO_THE_END = {"regret_threshold": 0.0}
"""A search of one action alone has nothing to decide, and would stop at once: it goes on to the end of its budget."""

FILE = "calibration.json"


@dataclass(frozen=True)
class Comparison:
    """A move beside the best one; `chances` are all seats' chances to win after the move.

    Of a blunder `wrong` says what is wrong with it, and `why` what speaks for the best one.
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
    """What a search thinks of positions of a game, each for itself."""

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
        """Search a position for a move that undoes nothing that a hint has asked for."""
        return self.think(position.view, position.box, position.seat, position.onward(self.game))

    def line(self, view: AnyState, box: AnyBox, seat: int, action: int) -> list[Move]:
        """What the search expects after an action of the position that was thought of last."""
        return self._searcher.line(view, box, seat, action) if self._searcher else []

    def plan(self, position: Position, action: int) -> Plan:
        """What would be done in the seat's turn, from an action of the position that was thought of last."""
        return make_plan(self.game, self.memory(), position, action)

    def memory(self) -> Memory:
        """What the last search remembers."""
        return self._searcher.memory() if self._searcher else NoMemory()

    def compare(
        self, view: AnyState, box: AnyBox, seat: int, legal: Sequence[int], action: int, thought: Thought | None = None
    ) -> Comparison:
        """A move beside the best one. It gives something away only where two looks say so.

        The first is the thought itself, the second a search of what comes after each of the two.
        """
        thought = thought or self.think(view, box, seat, legal)
        chances = self.value_after(view, box, seat, action)
        best, chance = thought.best, chances[seat]
        known = {candidate.action: candidate.chance for candidate in thought.candidates}
        if best.action == action or best.chance - known.get(action, 0.0) < MARGIN:
            return self.said(Comparison(action, action, chance, chance, chances))
        chance_best = self.value_after(view, box, seat, best.action)[seat]
        if chance_best <= chance:
            return self.said(Comparison(action, action, chance, chance, chances))
        return self.said(Comparison(action, best.action, chance, chance_best, chances))

    def said(self, found: Comparison) -> Comparison:
        """A comparison as it is said: its chances come true."""
        players = len(found.chances)
        chance, chance_best = (calibrated(self.game, players, one) for one in (found.chance, found.chance_best))
        return replace(
            found, chance=chance, chance_best=chance_best, chances=calibrated_chances(self.game, found.chances)
        )

    def value_after(self, view: AnyState, box: AnyBox, seat: int, action: int) -> tuple[float, ...]:
        """Each seat's chance to win after one action, by a search of its own."""
        searcher = search_of(self.game, self._seed, part_of(self.budget, AFTER_PART), TO_THE_END)
        return searcher.think(view, box, seat, [action]).chances


def search_of(game: Game, seed: int, budget: Budget, told: Mapping[str, Any] | None = None) -> Thinking:
    """The search that the game's strongest level uses. `told` are settings of one that asks no net, if any."""
    asked = strongest_search(game)
    if asked != "net":
        return Searcher(game, seed, budget, told=told, quick=asked == "quick", thorough=True)
    simulations = None if budget.iterations is None else max(BATCH, budget.iterations // ITERATIONS_PER_SIMULATION)
    return PuctSearcher(game, seed, Budget(simulations, budget.seconds))


def part_of(budget: Budget, part: float) -> Budget:
    """A part of a budget, of iterations at least one."""
    iterations = None if budget.iterations is None else max(1, int(part * budget.iterations))
    return Budget(iterations, None if budget.seconds is None else part * budget.seconds)


def power_of(game: Game, players: int) -> float:
    """The power that chances at a table of so many are raised to; 1 where nobody has measured it."""
    path = game.folder / FILE
    return _powers(path, path.stat().st_mtime_ns).get(str(players), 1.0) if path.exists() else 1.0


@lru_cache(maxsize=64)
def _powers(path: Path, changed: int) -> dict[str, float]:
    return {players: float(power) for players, power in json.loads(path.read_text()).items()}


def calibrated_chances(game: Game, chances: Sequence[float]) -> tuple[float, ...]:
    """All seats' chances, as they come true."""
    return shared_out(chances, power_of(game, len(chances)))


def calibrated(game: Game, players: int, chance: float) -> float:
    """One seat's chance, as it comes true; the others are taken to share the rest evenly."""
    return sharpened(chance, players, power_of(game, players))


def sharpened(chance: float, players: int, power: float) -> float:
    rest = max(0.0, 1.0 - chance) / (players - 1)
    return shared_out((chance, *[rest] * (players - 1)), power)[0]


def shared_out(chances: Sequence[float], power: float) -> tuple[float, ...]:
    raised = [max(0.0, chance) ** power for chance in chances]
    return tuple(one / sum(raised) for one in raised) if sum(raised) > 0.0 else tuple(chances)
