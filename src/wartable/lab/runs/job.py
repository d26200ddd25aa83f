"""A job: everything that determines the results of matches, small enough to send to any worker."""

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from wartable.bots import make_bot
from wartable.core import frames, play
from wartable.core.game import Game
from wartable.core.match.setup import Setup
from wartable.core.numbers import chance
from wartable.core.record import Record
from wartable.core.registry import find_game
from wartable.errors import WartableError
from wartable.rulebook.options import Options

from . import simulate
from .metrics import Columns, metrics_of

COMPILED_BOTS = ("random", "greedy")
WITHOUT = ":without="
MOST_GAMES = 1_000_000_000
MOST_OPENING = 1000
WATCHED_GAMES = 500
DETAILED_GAMES = 20_000


class BadJob(WartableError):
    """The requested matches cannot be played."""


def crippled(name: str) -> tuple[str, tuple[str, ...]]:
    """A bot's name, and the components that it has to do without: `greedy:without=action.move+card.bombard`."""
    plain, _, barred = name.partition(WITHOUT)
    return plain, tuple(barred.split("+")) if barred else ()


@dataclass(frozen=True)
class Job:
    """Matches of one game at tables of one kind. Equal jobs have equal results, however the work is divided.

    Each seat makes its first `opening` decisions at random, so that choices which bots always make alike are spread
    evenly.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    watch: int
    detail: int
    options: Options = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)
    opening: int = 0
    mirrored: bool = False
    """Every deal of dice is played by each seating of the bots."""

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "watch": self.watch,
            "detail": self.detail,
            "options": dict(self.options),
            "files": dict(self.files),
            "cells": dict(self.cells),
            "opening": self.opening,
            "mirrored": self.mirrored,
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "Job":
        return cls(**{**facts, "bots": tuple(facts["bots"])})

    def with_(self, **changes: Any) -> "Job":
        return replace(self, **changes)

    @property
    def setup(self) -> Setup:
        """The setup of its tables."""
        return Setup.of(find_game(self.game), self.players, self.options, self.files, self.cells)

    @property
    def mark(self) -> str:
        """A short name for exactly these matches."""
        facts = {**self.as_json(), "watch": None, "detail": None}
        for name in ("opening", "mirrored"):
            if not facts[name]:
                del facts[name]
        text = json.dumps(facts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def make_job(
    game: Game,
    games: int,
    bots: Sequence[str] = ("greedy",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    files: Mapping[str, str] | None = None,
    cells: Mapping[str, str] | None = None,
    opening: int = 0,
    mirrored: bool = False,
) -> Job:
    """Validate everything before anything is played."""
    if not 1 <= games <= MOST_GAMES:
        raise BadJob(f"{games} games: it takes 1 to {MOST_GAMES}")
    setup = Setup.of(game, players, options, files, cells)
    players = len(setup.players)
    if len(bots) not in (1, players):
        raise BadJob(f"{len(bots)} bots for {players} seats: name one bot for all seats, or one for each seat")
    if not 0 <= seed < 2**63:
        raise BadJob(f"seed {seed}: it takes a whole number from 0 to 2**63 - 1")
    if not 0 <= opening <= MOST_OPENING:
        raise BadJob(f"--opening {opening}: it takes 0 to {MOST_OPENING}")
    for name in set(bots):
        make_bot(crippled(name)[0], game)
    names = tuple(bots) if len(set(bots)) > 1 else (bots[0],)
    watch, detail = (max(1, -(-games // most)) for most in (WATCHED_GAMES, DETAILED_GAMES))
    job = Job(
        game.name, players, names, seed, watch, detail, setup.options, setup.files, setup.cells, opening, mirrored
    )
    open_table(job)
    return job


def other_player(job: Job, games: int, bot: str) -> Job:
    """The same table with one bot in all seats."""
    game = find_game(job.game)
    return make_job(game, games, (bot,), job.players, job.seed, job.options, job.files, job.cells, job.opening)


@dataclass(frozen=True)
class OpenTable:
    """A job with its game, box and names."""

    job: Job
    game: Game
    box: Record
    metrics: Columns

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The different bots, numbered as in the rows."""
        return tuple(dict.fromkeys(self.job.bots))

    @cached_property
    def lineups(self) -> Any:
        """The seatings: all arrangements, so that each bot sits in each seat equally often."""
        seated = self.job.bots if len(self.job.bots) > 1 else self.job.bots * self.job.players
        numbers = [self.bots.index(name) for name in seated]
        return np.array(sorted(set(itertools.permutations(numbers))), np.int64)

    @property
    def is_compiled(self) -> bool:
        return all(crippled(name)[0] in COMPILED_BOTS for name in self.bots)

    @cached_property
    def barred(self) -> Any:
        """The components that some bot here has to do without, marked."""
        names = {name for bot in self.bots for name in crippled(bot)[1]}
        marks = np.zeros(len(self.metrics.components), np.int8)
        for name in names:
            marks[self.metrics.matching(name)] = 1
        return marks

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the rules and the box, so that a run is never continued under other rules."""
        digest = hashlib.sha256(self.box.tobytes())
        engine = [Path(str(module.__file__)) for module in (simulate, chance, frames, play)]
        for path in [*engine, *sorted(self.game.folder.rglob("*.py"))]:
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


_tables: dict[str, OpenTable] = {}


def open_table(job: Job) -> OpenTable:
    """The table of a job; cached, since a worker plays many batches of one job."""
    key = json.dumps(job.as_json(), sort_keys=True)
    if key not in _tables:
        setup = job.setup
        game, box = setup.game, setup.new_box()
        metrics = metrics_of(game, game.data(setup.files, setup.cells))
        if len(_tables) >= 8:
            _tables.pop(next(iter(_tables)))
        _tables[key] = OpenTable(job, game, box, metrics)
    return _tables[key]
