"""Replays the matches of a run to measure what their rows do not contain.

It measures what each kind of decision is worth; standstills, and times in which somebody had nothing to decide; when a
component was first on offer; how much each kind of dice moves the chances (the same position with other dice); and who
wins when a match is continued from the middle with other dice.
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from wartable.compiler.decorators import compiled
from wartable.core.frames import MAX_SEATS, NATURE, kind
from wartable.core.generic import apply, chance, legal, points, setup
from wartable.core.numbers.chance import draw_weighted, next_word
from wartable.core.play import settle_chance, value
from wartable.core.record import Array, Cells, Ints, Matrix, Struct, f64, i32, i64, size, u64

from ..runs import simulate
from ..runs.recorder import kinds_of, make_room
from ..runs.replay import logs_of
from ..runs.run import Run
from ..runs.simulate import BLANK, CHANCE_STEPS, MEANINGFUL, TABLE, TRIED, MatchMemory, note_offers, sow, stake_of
from .sample import Measure, Z, share_measure

MOST_GAMES = 200
KINDS = 128
OUTCOMES = 16
"""The number of outcomes that are sampled from a larger roll."""
LONG = 4
"""In turns: a shorter wait is not a standstill."""
CONTINUED = 2


class KindRow(Struct):
    """The decisions of one kind in a match, and the place of the first."""

    weighed: i64
    mattered: i64
    first: i32


class DiceRow(Struct):
    """The rolls of one family in a match: the sum of the squared changes of the chances, and the largest change."""

    rolls: i64
    moved: f64
    most: f64
    place: i32


class Course(Struct):
    """The standstills of a match, and buffers for trying other dice."""

    turns: i32
    idle: i32
    idle_from: i32
    locked: i32
    locked_from: i32
    scored_turn: i32
    scored_at: i32
    save: u64
    held: Array[i32] = size(MAX_SEATS)
    decided_turn: Array[i32] = size(MAX_SEATS)
    decided_at: Array[i32] = size(MAX_SEATS)
    picks: Array[i32] = size(OUTCOMES)
    mass: Array[f64] = size(OUTCOMES)
    total: Array[f64] = size(MAX_SEATS)
    squares: Array[f64] = size(MAX_SEATS)


@compiled
def begin(room: MatchMemory, box: Any, course: Any, seed: int, number: int) -> None:
    sow(room.rng, room.side, seed, number)
    room.states[TABLE] = room.states[BLANK]
    setup(room.states[TABLE], box)
    simulate.clear(room.notes[0], 0)
    course.turns = 0
    course.idle = 0
    course.idle_from = 0
    course.locked = 0
    course.locked_from = 0
    course.scored_turn = 0
    course.scored_at = 0
    for seat in range(box.seats):
        course.held[seat] = points(room.states[TABLE], box, seat)
        course.decided_turn[seat] = 0
        course.decided_at[seat] = 0


@compiled
def go_through(
    room: MatchMemory, box: Any, log: Matrix, decisions: Cells[KindRow], dice: Cells[DiceRow], course: Any, left: Ints
) -> None:
    """Replay a match from its log. `left` gets the place at which each component was first on offer."""
    notes, codes = room.notes[0], room.codes[0]
    for i in range(log.shape[0]):
        s = room.states[TABLE]
        seat, action = log[i, 0], log[i, 1]
        if seat == NATURE:
            count = chance(s, box, room.out, room.weights)
            if count > 1:
                roll(room, box, course, dice[codes.family_of[action]], count, i)
        else:
            count = legal(s, box, seat, room.out)
            if count > 1:
                note_offers(notes, codes, s, box, seat, room.out, count)
                for component in range(notes.components):
                    if notes.marked[component] != 0 and left[component] < 0:
                        left[component] = i
                row = decisions[kind(s)]
                if row.weighed == 0:
                    row.first = i
                row.weighed += 1
                if stake_of(room, box, seat, count) >= MEANINGFUL:
                    row.mattered += 1
                course.decided_turn[seat] = notes.turns
                course.decided_at[seat] = i
        apply(s, box, seat, action)
        if simulate.turn_passed(notes, s, box, seat):
            notes.samples = 1
            look_for_standstill(s, box, notes.turns, course, i + 1)
    course.turns = notes.turns


@compiled
def look_for_standstill(s: Any, box: Any, turns: int, course: Any, place: int) -> None:
    moved = False
    for seat in range(box.seats):
        now = points(s, box, seat)
        if now != course.held[seat]:
            course.held[seat] = now
            moved = True
        if turns - course.decided_turn[seat] > course.locked:
            course.locked = turns - course.decided_turn[seat]
            course.locked_from = course.decided_at[seat]
    if turns - course.scored_turn > course.idle:
        course.idle = turns - course.scored_turn
        course.idle_from = course.scored_at
    if moved:
        course.scored_turn = turns
        course.scored_at = place


@compiled
def roll(room: MatchMemory, box: Any, course: Any, row: Any, count: int, place: int) -> None:
    """The variance of the chances over other outcomes of this roll, with the same dice after it."""
    looked = min(count, OUTCOMES)
    for j in range(looked):
        pick = j if count <= OUTCOMES else draw_weighted(room.side, room.weights, count)
        course.picks[j] = room.out[pick]
        course.mass[j] = room.weights[pick] if count <= OUTCOMES else 1.0
    course.save = next_word(room.side)
    for seat in range(box.seats):
        course.total[seat] = 0.0
        course.squares[seat] = 0.0
    mass = 0.0
    for j in range(looked):
        room.states[TRIED] = room.states[TABLE]
        apply(room.states[TRIED], box, NATURE, course.picks[j])
        room.side[0] = course.save
        settle_chance(room.states[TRIED], box, room.side, room.out, room.weights, CHANCE_STEPS)
        value(room.states[TRIED], box, room.shares)
        mass += course.mass[j]
        for seat in range(box.seats):
            course.total[seat] += course.mass[j] * room.shares[seat]
            course.squares[seat] += course.mass[j] * room.shares[seat] * room.shares[seat]
    room.side[0] = course.save
    moved = 0.0
    for seat in range(box.seats):
        mean = course.total[seat] / mass
        moved += max(0.0, course.squares[seat] / mass - mean * mean) / box.seats
    row.rolls += 1
    row.moved += moved
    if moved > row.most:
        row.most = moved
        row.place = place


@compiled
def play_out(
    room: MatchMemory, box: Any, log: Matrix, lineup: Ints, kinds: Ints, seed: int, number: int, limit: int
) -> int:
    """Continue a match from the end of its log with other dice; returns its winner, -1 if nobody won alone."""
    room.states[TABLE] = room.states[BLANK]
    s = room.states[TABLE]
    setup(s, box)
    for i in range(log.shape[0]):
        apply(s, box, log[i, 0], log[i, 1])
    sow(room.rng, room.side, seed, number)
    simulate.clear(room.notes[0], 0)
    simulate.play_on(room, box, lineup, kinds, 0, 0, 0, limit)
    value(s, box, room.shares)
    return simulate.winner_of(room.shares, box.seats) if s.head.over != 0 else -1


class Place(NamedTuple):
    """A moment of a match, given by the number of actions."""

    game: int
    step: int


@dataclass
class Told:
    """A share or a mean over matches, accumulated match by match."""

    tops: list[float] = field(default_factory=list)
    bottoms: list[float] = field(default_factory=list)

    def measure(self, name: str, label: str, unit: str = "%") -> Measure:
        """The ratio, with an interval that treats each match as one observation."""
        top, bottom = np.array(self.tops), np.array(self.bottoms)
        if not bottom.sum():
            return Measure(name, label, math.nan, math.nan, math.nan, 0, unit)
        value = float(top.sum() / bottom.sum())
        error = float(np.sqrt(((top - value * bottom) ** 2).sum()) / bottom.sum())
        low, high = value - Z * error, value + Z * error
        if unit == "%":
            low, high = max(0.0, low), min(1.0, high)
        return Measure(name, label, value, low, high, len(top), unit)


@dataclass
class Again:
    """The results of replaying some matches."""

    games: int = 0
    decisions: dict[str, Told] = field(default_factory=dict)
    dice: dict[str, Told] = field(default_factory=dict)
    """For each family of rolls, its effect (a variance of the chances), and the number of rolls."""
    idle: list[tuple[float, Place]] = field(default_factory=list)
    """For each match, its longest part in which nobody's points changed."""
    locked: list[tuple[float, Place]] = field(default_factory=list)
    """For each match, its longest part in which some seat had nothing to decide."""
    same: list[int] = field(default_factory=list)
    """For each match, whether the same player won again when it was continued from the middle with other dice."""
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    """A moment for each kind of decision, each kind of dice and each component on offer."""
    most: dict[str, float] = field(default_factory=dict)

    def share_of_dice(self, name: str) -> Measure:
        """The share of these dice in the total effect of all dice."""
        whole = [sum(told.tops[game] for told in self.dice.values()) for game in range(self.games)]
        return Told(self.dice[name].tops, whole).measure(name, name)

    def other_winner(self) -> Measure:
        other = len(self.same) - sum(self.same)
        return share_measure("other", "another winner with other dice", other, len(self.same))


def look_again(run: Run, games: int) -> Again:
    """Replay a run's first matches."""
    table, found = run.table, Again()
    game, box, job = table.game, table.box, run.job
    room, kinds = make_room(table, 0), kinds_of(table)
    families = list(game.families)
    asked = {number: phase.name.replace("_", " ") for phase in game.decisions.phases for number in phase.asked}
    rows: list[tuple[Any, Any]] = []
    for number, log in logs_of(run, range(min(games, MOST_GAMES))):
        decisions, dice = np.zeros(KINDS, KindRow.dtype), np.zeros(len(families), DiceRow.dtype)
        course = np.zeros(1, Course.dtype)
        left = np.full(len(table.metrics.components), -1, np.int64)
        begin(room, box, course[0], job.seed, number)
        go_through(room, box, log, decisions, dice, course[0], left)
        decisions, dice = decisions.view(KindRow.plain), dice.view(DiceRow.plain)
        rows.append((decisions, dice))
        for code, name in asked.items():
            if decisions[code]["weighed"]:
                found.places.setdefault(("decision", name), Place(number, int(decisions[code]["first"])))
        for row, name in zip(dice, families, strict=True):
            if row["most"] > found.most.get(name, 0.0):
                found.most[name] = float(row["most"])
                found.places["dice", name] = Place(number, int(row["place"]))
        for step, (component, name) in zip(left, table.metrics.components, strict=True):
            if step >= 0:
                found.places.setdefault((component, name), Place(number, int(step)))
        stood = course.view(Course.plain)[0]
        for part, kept in (("idle", found.idle), ("locked", found.locked)):
            length = int(stood[part])
            share = length / max(1, int(stood["turns"])) if length >= LONG else 0.0
            kept.append((share, Place(number, int(stood[f"{part}_from"]))))
        lineup = table.lineups[number % len(table.lineups)]
        won = [
            int(play_out(room, box, log[: len(log) // 2], lineup, kinds, job.seed + 1 + time, number, game.bound))
            for time in range(CONTINUED)
        ]
        if min(won) >= 0:
            found.same.append(int(len(set(won)) == 1))
    found.games = len(rows)
    for code, name in asked.items():
        told = found.decisions.setdefault(name, Told())
        counts = [(int(row[code]["mattered"]), int(row[code]["weighed"])) for row, _ in rows]
        told.tops = merged(told.tops, [top for top, _ in counts])
        told.bottoms = merged(told.bottoms, [bottom for _, bottom in counts])
    found.decisions = {name: told for name, told in found.decisions.items() if sum(told.bottoms)}
    for place, name in enumerate(families):
        rolls = [(float(row[place]["moved"]), float(row[place]["rolls"])) for _, row in rows]
        if sum(count for _, count in rolls):
            found.dice[name] = Told([moved for moved, _ in rolls], [count for _, count in rolls])
    return found


def merged(one: list[float], other: list[int]) -> list[float]:
    return [a + b for a, b in zip(one, other, strict=True)] if one else [float(b) for b in other]
