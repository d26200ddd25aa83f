"""A run of training: iterations, rows of the learning curve, checkpoints, the net as a file."""

import csv
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from wartable.core.game import Game

from .checkpoint import pack_batch, read_checkpoint, unpack_batch, write_checkpoint
from .collect import Table
from .evaluate import Duel
from .export import read_weights, write_net
from .league import League
from .learn import Follower, Learner, make_lesson
from .model import Net
from .plan import Plan
from .quick import Quick, write_quick
from .rollout import Rollout
from .steps import restore

Row = dict[str, Any]


@dataclass(frozen=True)
class Limit:
    """How long a run is, all sittings together, and how long this sitting may be."""

    minutes: float | None = None
    iterations: int | None = None
    sitting: float | None = None
    """Seconds after which a sitting stops, wherever the run is; it goes on from there another time."""

    def done(self, iteration: int, seconds: float) -> float:
        """The share of the run that is done."""
        shares = [0.0]
        if self.minutes is not None:
            shares.append(seconds / max(1e-9, 60 * self.minutes))
        if self.iterations is not None:
            shares.append(iteration / max(1, self.iterations))
        return min(1.0, max(shares))


@dataclass(frozen=True)
class Exam:
    """Games against bots of the ladder: how often, how many, against whom."""

    rivals: Sequence[str] = ()
    games: int = 100
    every: float = 60.0
    """Seconds of training between two exams; there is one at the end too."""
    patience: float | None = None
    """Seconds after which an exam with one rival is given up."""


@dataclass
class Tally:
    """What happened since the last row."""

    seconds: float = 0.0
    playing: float = 0.0
    """Of these, the seconds in which games were played; in the others it learnt."""
    decisions: int = 0
    ended: int = 0
    met: int = 0
    won: float = 0.0
    sparred: dict[int, list[float]] = field(default_factory=dict)
    """Games against the teacher and how many were won, by the number of players."""
    learnt: Row = field(default_factory=dict)


KEEP_EVERY = 60.0
"""Seconds between checkpoints, which can be large."""


class Training:
    """A run in a folder. Equal plans learn equally, whether or not they were interrupted."""

    def __init__(self, game: Game, plan: Plan, folder: Path, start: Path | None = None) -> None:
        self.game, self.plan, self.folder = game, plan, folder
        torch.manual_seed(plan.seed)
        self.net = Net(game, plan).to(plan.device)
        if start is not None:
            read_weights(start, self.net)
        self.follower = Follower(Quick(game, plan).to(plan.device), plan.device) if plan.quick else None
        self.dice = torch.Generator(plan.device).manual_seed(plan.seed)
        self.lot = torch.Generator().manual_seed(plan.seed)
        self.league, self.rollout = League(), Rollout.empty(game, plan)
        self.learner = Learner(self.net, plan, self.rollout, self.follower)
        numbers = sorted(set(plan.seating))
        self.tables = {players: Table(game, plan, players, 1000 * plan.seed + players) for players in numbers}
        self.iteration, self.decisions, self.seconds = 0, 0, 0.0
        self.rows: list[Row] = []
        self.tally, self.kept = Tally(), 0.0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> bool:
        """Go on from the folder's checkpoint; False where there is none."""
        if not self.checkpoint.exists():
            return False
        kept = read_checkpoint(self.checkpoint, self.plan)
        self.net.load_state_dict(kept["net"])
        restore(self.learner.optimiser, kept["optimiser"])
        if self.follower is not None:
            self.follower.net.load_state_dict(kept["quick"])
            restore(self.follower.optimiser, kept["quick_optimiser"])
        self.dice.set_state(kept["dice"])
        self.lot.set_state(kept["lot"])
        self.league.restore(kept["league"], self.plan.device)
        for players, table in self.tables.items():
            unpack_batch(table.batch, kept["tables"][players])
            table.asked, table.run = (numbers.to(self.plan.device) for numbers in kept["runs"][players])
        self.iteration, self.decisions, self.seconds = kept["iteration"], kept["decisions"], kept["seconds"]
        self.rows, self.tally = kept["rows"], Tally(**kept["tally"])
        return True

    def save(self) -> None:
        kept = {
            "plan": self.plan.as_dict(), "net": self.net.state_dict(), "optimiser": self.learner.optimiser.state_dict(),
            "dice": self.dice.get_state(), "lot": self.lot.get_state(), "league": self.league.kept(),
            "tables": {players: pack_batch(table.batch) for players, table in self.tables.items()},
            "iteration": self.iteration, "decisions": self.decisions, "seconds": self.seconds,
            "runs": {players: (table.asked, table.run) for players, table in self.tables.items()},
            "rows": self.rows, "tally": vars(self.tally),
        }  # fmt: skip
        if self.follower is not None:
            kept |= {"quick": self.follower.net.state_dict(), "quick_optimiser": self.follower.optimiser.state_dict()}
        write_checkpoint(self.checkpoint, kept)

    def iterate(self, done: float) -> None:
        """Play and learn once. `done` is the share of the run that is done."""
        began, plan = time.perf_counter(), self.plan
        players = plan.seating[self.iteration % len(plan.seating)]
        phase = plan.phase(done)
        rival = self.league.rival(self.net, self.lot) if plan.league > 0 and not phase.teaching else None
        self.tables[players].collect(self.net, rival, self.rollout, self.dice, phase)
        if plan.device == "cuda":
            torch.cuda.synchronize()
        self.tally.playing += time.perf_counter() - began
        lesson = make_lesson(self.rollout, plan, players, phase.trust)
        learnt = self.learner.learn(lesson, phase, self.dice)
        if not phase.teaching:
            self.league.watch(self.net)
            self._count_met(players, *plan.parts(rival is not None))
        self.iteration += 1
        self._count(learnt, began)

    def _count_met(self, players: int, first: int, last: int) -> None:
        """Count the games that ended against the teacher, and against an earlier self."""
        tally, rollout = self.tally, self.rollout
        own = (torch.arange(last, device=self.plan.device) % players)[None, :, None].expand(self.plan.steps, -1, 1)
        won, over = rollout.rewards[:, :last].gather(2, own).squeeze(2), rollout.over[:, :last]
        tally.won += float(won[:, first:].sum()) * players
        tally.met += int(over[:, first:].sum())
        if first > 0:
            sparred = tally.sparred.setdefault(players, [0.0, 0.0])
            sparred[0] += float(over[:, :first].sum())
            sparred[1] += float(won[:, :first].sum())

    def _count(self, learnt: Row, began: float) -> None:
        tally, made = self.tally, self.plan.steps * self.plan.slots
        tally.ended += int(self.rollout.over.sum())
        spent = time.perf_counter() - began
        tally.learnt = learnt
        tally.decisions += made
        tally.seconds += spent
        self.decisions += made
        self.seconds += spent

    def row(self, exam: Exam | None = None) -> Row:
        """A row of the learning curve: what happened since the last one, and how the net fares against bots."""
        tally = self.tally
        found: Row = {
            "iteration": self.iteration, "seconds": round(self.seconds, 1), "decisions": self.decisions,
            "per_second": round(tally.decisions / max(tally.seconds, 1e-9)), "games": tally.ended,
            "playing": round(tally.playing / max(tally.seconds, 1e-9), 3),
            "against_earlier": round(tally.won / tally.met, 3) if tally.met else None,
            **{f"sparring_{number}": round(won / met, 3) for number, (met, won) in tally.sparred.items() if met},
            **{name: round(value, 4) for name, value in tally.learnt.items()},
        }  # fmt: skip
        if exam is not None:
            for rival in exam.rivals:
                for players in self.tables:
                    duel = Duel(self.game, rival, exam.games, players, len(self.rows) + 1, self.plan.device)
                    share = duel.share(self.net, exam.patience)
                    found[f"{rival}_{players}"] = None if share is None else round(share, 4)
        self.tally = Tally()
        self.rows.append(found)
        return found

    def run(self, limit: Limit, exam: Exam, every: float = 10.0, say: Callable[[Row], None] | None = None) -> bool:
        """Go on until the limit; False where the sitting ended before. A row every few seconds, and a checkpoint."""
        began, told, asked, self.kept = time.perf_counter(), self.seconds, self.seconds, self.seconds
        while (done := limit.done(self.iteration, self.seconds)) < 1:
            if limit.sitting is not None and time.perf_counter() - began > limit.sitting:
                self.save()
                return False
            self.iterate(done)
            if self.seconds - told >= every and limit.done(self.iteration, self.seconds) < 1:
                is_exam = bool(exam.rivals) and self.seconds - asked >= exam.every
                told, asked = self.seconds, self.seconds if is_exam else asked
                self._tell(self.row(exam if is_exam else None), say)
        if self.tally.decisions:
            self._tell(self.row(exam), say)
            self.save()
        self.write_net()
        return True

    def _tell(self, row: Row, say: Callable[[Row], None] | None) -> None:
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
        path = self.folder / "net.onnx"
        notes = {"decisions": self.decisions, "seconds": round(self.seconds), "plan": self.plan.as_dict()}
        write_net(self.net, self.game, path, notes)
        if self.follower is not None:
            write_quick(self.follower.net, self.game, self.folder / "quick.npz", notes)
        return path
