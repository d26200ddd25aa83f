"""A training run: iterations, rows of the learning curve, checkpoints, the net as a file."""

import csv
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from wartable.core.game import Game

from .checkpoint import pack_batch, read_checkpoint, unpack_batch, write_checkpoint
from .collect import Collector
from .export import read_weights, write_net
from .learn import Learner
from .model import Net
from .plan import Plan

Row = dict[str, Any]
KEEP_EVERY = 60.0
"""Seconds of training between two checkpoints."""
TESTS = 300
"""The number of test matches that is enough to compare nets."""


@dataclass(frozen=True)
class Limit:
    """The length of a run over all sessions, and the limit of this session."""

    minutes: float | None = None
    iterations: int | None = None
    sitting: float | None = None
    """Seconds after which a session stops; the run can be resumed later."""

    def done(self, iteration: int, seconds: float) -> float:
        """The completed share of the run."""
        shares = [0.0]
        if self.minutes is not None:
            shares.append(seconds / max(1e-9, 60 * self.minutes))
        if self.iterations is not None:
            shares.append(iteration / max(1, self.iterations))
        return min(1.0, max(shares))


@dataclass
class Tally:
    """Counts since the last row."""

    seconds: float = 0.0
    playing: float = 0.0
    """The seconds spent on playing; the rest was learning."""
    decisions: int = 0
    matches: int = 0
    learnt: Row = field(default_factory=dict)


@dataclass
class Trials:
    """Matches of the averaged net against greedy, by the number of players: how many, and how many were won."""

    met: dict[int, int] = field(default_factory=dict)
    won: dict[int, float] = field(default_factory=dict)

    def add(self, players: int, met: int, won: float) -> None:
        self.met[players] = self.met.get(players, 0) + met
        self.won[players] = self.won.get(players, 0.0) + won

    def shares(self) -> Row:
        return {f"greedy_{players}": round(self.won[players] / met, 4) for players, met in self.met.items() if met}

    def standing(self) -> float:
        """Its wins relative to its fair share, minus a margin for luck; 0 before there are enough matches."""
        if min(self.met.values(), default=0) < TESTS:
            return 0.0
        ratios = []
        for players, met in self.met.items():
            share = self.won[players] / met
            ratios.append(players * (share - math.sqrt(share * (1 - share) / met)))
        return sum(ratios) / len(ratios)


class Training:
    """One net that learns one game in its own folder."""

    def __init__(self, game: Game, plan: Plan, folder: Path, start: Path | None = None) -> None:
        self.game, self.plan, self.folder = game, plan, folder
        torch.manual_seed(plan.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.net = Net(game, plan).to(plan.device)
        if start is not None:
            read_weights(start, self.net)
        self.learner = Learner(self.net, plan)
        self.best = Net(game, plan).to(plan.device)
        """The averaged net at its best test result."""
        self.best.load_state_dict(self.net.state_dict())
        self.standing = 0.0
        self.dice = torch.Generator(plan.device).manual_seed(plan.seed)
        numbers = sorted(set(plan.seating))
        self.tables = {players: Collector(game, plan, players, 1000 * plan.seed + players) for players in numbers}
        self.iteration, self.decisions, self.seconds = 0, 0, 0.0
        self.rows: list[Row] = []
        self.tally, self.tests, self.kept = Tally(), Trials(), 0.0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> bool:
        """Resume from the folder's checkpoint; False if there is none."""
        if not self.checkpoint.exists():
            return False
        kept = read_checkpoint(self.checkpoint, self.plan)
        for name, net in self._nets().items():
            net.load_state_dict(kept[name])
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.dice.set_state(kept["dice"])
        for players, table in self.tables.items():
            unpack_batch(table.batch, kept["tables"][players])
            table.asked, table.run = (numbers.to(self.plan.device) for numbers in kept["runs"][players])
        self.iteration, self.decisions, self.seconds = kept["iteration"], kept["decisions"], kept["seconds"]
        self.rows, self.standing = kept["rows"], kept["standing"]
        self.tally, self.tests = Tally(**kept["tally"]), Trials(**kept["tests"])
        return True

    def save(self) -> None:
        kept = {
            **{name: net.state_dict() for name, net in self._nets().items()},
            "plan": self.plan.as_dict(), "optimiser": self.learner.optimiser.state_dict(),
            "dice": self.dice.get_state(), "standing": self.standing, "rows": self.rows,
            "tables": {players: pack_batch(table.batch) for players, table in self.tables.items()},
            "runs": {players: (table.asked, table.run) for players, table in self.tables.items()},
            "iteration": self.iteration, "decisions": self.decisions, "seconds": self.seconds,
            "tally": vars(self.tally), "tests": vars(self.tests),
        }  # fmt: skip
        write_checkpoint(self.checkpoint, kept)

    def _nets(self) -> dict[str, Net]:
        return {"net": self.net, "average": self.learner.average, "best": self.best}

    def iterate(self, done: float) -> None:
        """Play and learn once. `done` is the completed share of the run."""
        began, plan = time.perf_counter(), self.plan
        players = plan.seating[self.iteration % len(plan.seating)]
        table = self.tables[players]
        rollout = table.collect(self.net, self.learner.average, self.dice)
        if plan.device == "cuda":
            torch.cuda.synchronize()
        played = time.perf_counter()
        self.tally.learnt = self.learner.learn(rollout, done, self.dice)
        made, self.iteration = plan.steps * plan.slots, self.iteration + 1
        spent = time.perf_counter() - began
        self.tests.add(players, table.met, table.won)
        self.tally.matches += table.made
        table.met, table.won, table.made = 0, 0.0, 0
        self.tally.playing += played - began
        self.tally.decisions += made
        self.tally.seconds += spent
        self.decisions, self.seconds = self.decisions + made, self.seconds + spent

    def row(self) -> Row:
        """A row of the learning curve: what happened since the last one, with the tests if there were enough."""
        tally = self.tally
        found: Row = {
            "iteration": self.iteration, "seconds": round(self.seconds, 1), "decisions": self.decisions,
            "per_second": round(tally.decisions / max(tally.seconds, 1e-9)), "matches": tally.matches,
            "playing": round(tally.playing / max(tally.seconds, 1e-9), 3), **self.tests.shares(),
            "tests": sum(self.tests.met.values()), **{name: round(value, 4) for name, value in tally.learnt.items()},
        }  # fmt: skip
        self._keep_best()
        self.tally = Tally()
        self.rows.append(found)
        return found

    def _keep_best(self) -> None:
        standing = self.tests.standing()
        if standing > self.standing:
            self.standing = standing
            self.best.load_state_dict(self.learner.average.state_dict())
        if standing > 0:
            self.tests = Trials()

    def run(self, limit: Limit, every: float = 20.0, say: Callable[[Row], None] | None = None) -> bool:
        """Continue until the limit; returns False if the session ended before. Writes a row every few seconds, and
        checkpoints.
        """
        began, told, self.kept = time.perf_counter(), self.seconds, self.seconds
        while (done := limit.done(self.iteration, self.seconds)) < 1:
            if limit.sitting is not None and time.perf_counter() - began > limit.sitting:
                break
            self.iterate(done)
            if self.seconds - told >= every:
                told = self.seconds
                self._tell(say)
        if self.tally.decisions:
            self._tell(say)
        self.save()
        self.write_net()
        return done >= 1

    def _tell(self, say: Callable[[Row], None] | None) -> None:
        row = self.row()
        if self.seconds - self.kept >= KEEP_EVERY:
            self.kept = self.seconds
            self.save()
        self.write_curve()
        if say is not None:
            say(row)

    def write_curve(self) -> None:
        """The learning curve as CSV and as JSON lines."""
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        with (self.folder / "curve.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(self.rows)
        (self.folder / "curve.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.rows))

    def write_net(self) -> Path:
        """Write the net with the best test result; without enough tests, the averaged one."""
        path = self.folder / "net.onnx"
        notes = {"decisions": self.decisions, "seconds": round(self.seconds), "plan": self.plan.as_dict()}
        write_net(self.best if self.standing > 0 else self.learner.average, self.game, path, notes)
        return path
