"""Plays one match of an arena. Whatever a bot does, the match has a result."""

import atexit
import time
from dataclasses import asdict, dataclass
from typing import Any

from wartable.bots import Bot, make_bot
from wartable.bots.programs.protocol import TableInfo
from wartable.bots.programs.subprocess_bot import BotFailed, BotProcess, SubprocessBot, command_of
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.errors import IllegalMove

from .plan import Job, Plan


@dataclass
class Clock:
    """A seat's number of decisions, and their time."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


@dataclass
class Result:
    """The recorded result of a match."""

    number: int
    pairing: int
    seats: tuple[int, ...]
    scores: tuple[float, ...]
    points: tuple[int, ...]
    ending: str
    actions: int
    clocks: tuple[Clock, ...]
    forfeit: int | None = None
    error: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, known: dict[str, Any]) -> "Result":
        clocks = tuple(Clock(**clock) for clock in known["clocks"])
        lists = {name: tuple(known[name]) for name in ("seats", "scores", "points")}
        return cls(**{**known, **lists, "clocks": clocks})


class Referee:
    """Plays the matches of a plan, one at a time. Programs keep running from match to match, one for each seat."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = find_game(plan.game)
        self.table = TableInfo(plan.game, plan.rules, plan.players, plan.options, plan.files, plan.cells)
        self._programs: dict[tuple[str, int], BotProcess] = {}
        atexit.register(self.close)

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
        self._programs.clear()
        atexit.unregister(self.close)

    def play(self, job: Job) -> Result:
        plan = self.plan
        match = Match.start(
            self.game,
            plan.options,
            tuple(f"{plan.bots[bot]} {seat}" for seat, bot in enumerate(job.seats)),
            job.dice,
            files=plan.files,
            cells=plan.cells,
        )
        clocks = tuple(Clock() for _ in match.seats)
        bots: dict[int, Bot] = {}
        fault: tuple[int, str] | None = None
        seat = 0
        try:
            for seat in match.seats:
                bots[seat] = self._open(job.seats[seat], seat, job.seeds[seat])
            while not match.is_over:
                seat = match.due[0]
                self._decide(match, bots[seat], seat, clocks[seat])
        except BotFailed as error:
            fault = seat, str(error)
        result = self._sum_up(job, match, clocks, fault)
        for bot in bots.values():
            if isinstance(bot, SubprocessBot) and bot.program.is_running:
                bot.end(result.scores, result.points, result.ending)
        return result

    def _open(self, bot: int, seat: int, seed: int) -> Bot:
        spec = self.plan.bots[bot]
        if not is_program(spec):
            return make_bot(spec, self.game, seed, threads=1)
        running = self._programs.get((spec, seat))
        if running is None or not running.is_running:
            running = self._programs[spec, seat] = BotProcess(command_of(spec))
        return SubprocessBot(running, self.game, self.table, seat, seed, self.plan.seconds)

    def _decide(self, match: Match, bot: Bot, seat: int, clock: Clock) -> None:
        """Ask for a decision and play it; BotFailed for any error."""
        view, legal = match.observe(seat), match.legal(seat)
        started = time.perf_counter()
        try:
            action = bot.choose(view, match.box, seat, legal)
        except BotFailed:
            raise
        except Exception as error:  # a bot's own error, whatever it is, costs that bot this match and nobody else
            raise BotFailed(f"{type(error).__name__}: {error}") from error
        spent = time.perf_counter() - started
        clock.add(spent)
        if spent > self.plan.seconds:
            raise BotFailed(f"a decision took {spent:.2f} s; {self.plan.seconds:g} s are allowed")
        try:
            match.play(seat, action)
        except IllegalMove as error:
            raise BotFailed(f"illegal move: {error}") from None

    def _sum_up(self, job: Job, match: Match, clocks: tuple[Clock, ...], fault: tuple[int, str] | None) -> Result:
        outcome = match.outcome
        if fault is None and outcome is not None:
            scores, points, ending = outcome.scores, outcome.points, outcome.ending
        else:
            assert fault is not None
            others = len(job.seats) - 1
            scores = tuple(0.0 if seat == fault[0] else 1.0 / others for seat in match.seats)
            points, ending = tuple(0 for _ in match.seats), "forfeit"
        forfeit, error = fault or (None, "")
        return Result(
            job.number, job.pairing, job.seats, scores, points, ending, len(match.steps), clocks, forfeit, error
        )


def is_program(spec: str) -> bool:
    return spec.startswith(("cmd:", "py:"))
