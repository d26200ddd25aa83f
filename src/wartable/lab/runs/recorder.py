# mypy: disable-error-code="attr-defined, no-untyped-call"
"""Plays matches of a job on one core, and manages the memory for this."""

import hashlib
import time
from typing import Any

import numpy as np

from wartable.bots import Bot, make_bot
from wartable.core import generic
from wartable.core.frames import MAX_SEATS, NATURE
from wartable.core.game import Game
from wartable.core.match.perspective import Viewpoint
from wartable.core.numbers.chance import draw, generator, random_due
from wartable.core.play import random_action

from . import simulate
from .job import Job, OpenTable, crippled, open_table
from .metrics import Columns

MOST_ACTIONS = 200_000
"""A match with more actions is not kept move by move."""
MOST_USE_ROWS = 400_000
MOST_ROWS = 65_536
COMPONENT_STEP = 128


class Recorder:
    """Plays matches of one job, and keeps their rows until they are taken.

    With `log`, the actions of the last match are in `room.log`. The matches of bots that think are kept move by move
    (`logs`), as to play them again would take as long as the first time.
    """

    def __init__(self, table: OpenTable, log: int = 0) -> None:
        self.table = table
        game, players = table.game, table.job.players
        self.logs: list[tuple[int, Any]] = []
        if not table.is_compiled:
            log = min(game.bound, MOST_ACTIONS)
        self.components = len(table.metrics.components)
        self.room = make_room(table, log)
        self.kinds = kinds_of(table)
        room_for = max(4 * players * self.components, MOST_USE_ROWS)
        self.rows = make_rows(table, MOST_ROWS, room_for)
        self.limit = game.bound

    def play(self, first: int, count: int) -> int:
        """Play up to `count` matches from number `first`; returns how many fitted."""
        count = min(count, MOST_ROWS - int(self.rows.filled[0]))
        if self.table.is_compiled:
            return int(
                simulate.play_matches(
                    self.room,
                    self.rows,
                    self.table.box,
                    self.table.job.seed,
                    first,
                    count,
                    self.table.lineups,
                    self.kinds,
                    self.table.job.opening,
                    self.table.job.detail,
                    self.table.job.watch,
                    self.limit,
                    int(self.table.job.mirrored),
                )
            )
        most_uses = self.table.job.players * self.components
        for number in range(first, first + count):
            if self.rows.filled[2] + most_uses > len(self.rows.uses):
                return number - first
            self.play_one(number)
        return count

    def play_one(self, number: int) -> None:
        """Play a match with at least one bot in Python; the same values are recorded as in compiled play."""
        table, room, box = self.table, self.room, self.table.box
        lineup = table.lineups[number % len(table.lineups)]
        bots = [self.bot(number, seat, int(bot)) for seat, bot in enumerate(lineup)]
        kinds = self.kinds[lineup]
        dice = number // len(table.lineups) if table.job.mirrored else number
        watched = bool(simulate.is_watched(number, table.job.watch))
        detailed = bool(simulate.is_detailed(number, table.job.watch, table.job.detail))
        simulate.open_match(room, box, table.job.seed, dice, detailed)
        s, notes = room.states[simulate.TABLE], room.notes[0]
        while s.head.over == 0 and notes.actions < self.limit:
            seat = int(random_due(s, room.rng))
            if seat == NATURE:
                action = int(random_action(s, box, seat, room.rng, room.out, room.weights))
                simulate.note_nature(notes, room.codes[0], room.nature, action)
            else:
                action = self.choose(bots[seat], int(kinds[seat]), seat, detailed, watched)
            if notes.actions <= len(room.log):
                room.log[notes.actions - 1] = seat, action
            generic.apply(s, box, seat, action)
            simulate.note_result(notes, s, box, seat, room.shares, watched)
        simulate.close_match(room, self.rows, box, number, lineup, detailed, watched)
        if notes.actions <= len(room.log):
            self.logs.append((number, room.log[: notes.actions].copy()))

    def choose(self, bot: Bot, plays: int, seat: int, detailed: bool, watched: bool) -> int:
        room, box = self.room, self.table.box
        s = room.states[simulate.TABLE]
        legal = [int(action) for action in room.out[: generic.legal(s, box, seat, room.out)]]
        if watched:
            simulate.look_closely(room, box, seat, len(legal))
        if plays >= simulate.BARRED:
            room.out[: len(legal)] = legal
            kept = simulate.leave_out(room.notes[0], room.codes[0], s, box, seat, room.out, len(legal))
            legal = legal if kept == len(legal) else [int(action) for action in room.out[:kept]]
        action = legal[0]
        if len(legal) > 1 and room.notes[0].seat_decisions[seat] < self.table.job.opening:
            action = legal[int(draw(room.rng, len(legal)))]
        elif len(legal) > 1:
            action = bot.choose(Viewpoint(box, seat).of(s), box, seat, legal)
        simulate.note_choice(room.notes[0], seat, len(legal), action)
        if detailed:
            simulate.note_uses(room.notes[0], room.codes[0], s, box, seat, action)
        return action

    def bot(self, number: int, seat: int, bot: int) -> Bot:
        text = f"{self.table.job.seed} {number} {seat}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
        return make_bot(crippled(self.table.bots[bot])[0], self.table.game, seed, threads=1)


def make_rows(table: OpenTable, games: int, uses: int) -> simulate.Rows:
    """Buffers for the rows of this many matches, and for this many rows of uses."""
    seats = games * table.job.players
    return simulate.Rows(
        games=np.zeros(games, simulate.GameRow.dtype),
        seats=np.zeros(seats, simulate.SeatRow.dtype),
        traits=np.zeros((seats, len(table.metrics.traits)), np.int16),
        gauges=np.zeros((seats, len(table.metrics.gauges)), np.float32),
        curves=np.zeros((seats, simulate.CHECKPOINTS), np.float32),
        uses=np.zeros(uses, simulate.UseRow.dtype),
        filled=np.zeros(3, np.int64),
    )


def make_room(table: OpenTable, log: int) -> simulate.MatchMemory:
    game, metrics = table.game, table.metrics
    out, weights = game.buffers()
    return simulate.MatchMemory(
        states=np.zeros(4, game.state.dtype),
        out=out,
        weights=weights,
        tried=np.zeros(len(out), np.int32),
        shares=np.zeros(MAX_SEATS),
        rng=generator(0),
        side=generator(0),
        notes=make_notes(metrics, table.job.players, table.barred),
        codes=make_codes(game, metrics),
        nature=np.zeros(len(game.families), np.int64),
        log=np.zeros((log, 2), np.int32),
    )


def notes_kind(metrics: Columns) -> Any:
    """The buffer is larger than the number of components, so that new data does not require compiling."""
    components = -(-len(metrics.components) // COMPONENT_STEP) * COMPONENT_STEP
    return simulate.notes_type(MAX_SEATS, components)


def make_notes(metrics: Columns, players: int, barred: Any = 0) -> Any:
    """A record for counting one match."""
    notes = np.zeros(1, notes_kind(metrics).dtype)
    notes[0].players = players
    notes[0].components = len(metrics.components)
    notes[0].barred[: len(metrics.components)] = barred
    return notes


def make_codes(game: Game, metrics: Columns) -> Any:
    """The meaning of actions and codes of uses."""
    codes = np.zeros(1, simulate.codes_type(game.action_count).dtype)
    codes[0].component_of = metrics.component_of()
    for number, family in enumerate(game.families.values()):
        codes[0].family_of[family.first : family.last + 1] = number
    return codes


def kinds_of(table: OpenTable) -> Any:
    """How each bot plays, for those that compiled code can play."""
    plain = [crippled(bot) for bot in table.bots]
    return np.array(
        [
            (simulate.RANDOM if name == "random" else simulate.GREEDY) + (simulate.BARRED if barred else 0)
            for name, barred in plain
        ]
    )


def warm_up(job: Job) -> float:
    """Compile what the job needs (or load it from the cache); returns the seconds it took."""
    started = time.perf_counter()
    recorder = Recorder(open_table(job.with_(watch=1, detail=1)))
    recorder.limit = 40
    recorder.play(0, 1)
    return time.perf_counter() - started
