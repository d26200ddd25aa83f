# mypy: ignore-errors
"""Whole matches in compiled code, watched as they are played: one function for all games.

Every match has its own seed, made from the run's seed and its number, so it comes out the same whoever plays it,
in whatever batch, and can be played again alone. Some matches are also looked at closely (`watched`): the judge
says each seat's chance at every turn, and what is at stake in every decision. That has dice of its own, so that
a match goes the same way whether or not it is watched.

All compiled functions of the lab are in this file: the compiler's cache notices edits of it, and edits of core and
games start a fresh cache.
"""

from typing import Any, NamedTuple

import numpy as np

from wartable.core.chance import draw, draw_weighted, next_word, random_due
from wartable.core.compiled import compiled
from wartable.core.frames import NATURE
from wartable.core.generic import apply, chance, fill, generic, hide, legal, points, setup
from wartable.core.play import greedy_action, settle_chance, value
from wartable.core.record import f32, i8, i16, i32, i64, record

SAMPLES = 512
CHECKPOINTS = 11
WEIGHED_OPTIONS = 12
MEANINGFUL = 0.02
RUNAWAY = 0.8
GREEDY_TRIES = 4
CHANCE_STEPS = 64
TABLE, IMAGINED, TRIED, BLANK = 0, 1, 2, 3
RANDOM, GREEDY = 0, 1


@generic
def clock(s, box):
    """The number of the turn or round in play; it never falls. -1 where the game declares none."""


@generic
def traits(s, box, seat, out):
    """Write what the seat was in a finished match (nation, faction): places in the declared lists, or -1."""


@generic
def gauges(s, box, seat, out):
    """Write the game's own numbers for a seat of a finished match."""


@generic
def uses(s, box, seat, action, out):
    """Write the components that this action uses, about to be made, as 1000 * kind + place; return how many."""


@compiled
def no_clock(s, box):
    return -1


@compiled
def no_traits(s, box, seat, out):
    pass


@compiled
def no_gauges(s, box, seat, out):
    pass


@compiled
def no_uses(s, box, seat, action, out):
    return 0


@record
class Tally:
    """What is counted while one match is played."""

    actions: i64
    decisions: i64
    options: i64
    widest: i64
    turns: i64
    moments: i64
    samples: i64
    stride: i64
    weighed: i64
    meaningful: i64
    stakes: f32
    lead_changes: i32
    leader: i32
    mover: i32
    opener: i32


@record
class GameRow:
    game: i64
    ending: i8
    winner: i8
    opener: i8
    half_leader: i8
    watched: i8
    runaway: i8
    turns: i32
    actions: i32
    decisions: i32
    widest: i32
    lead_changes: i32
    margin: i32
    weighed: i32
    meaningful: i32
    options: i64
    stakes: f32
    decided: f32
    lowest: f32


@record
class SeatRow:
    game: i64
    seat: i8
    bot: i8
    opened: i8
    points: i32
    decisions: i32
    options: i64
    score: f32


@record
class UseRow:
    game: i64
    seat: i8
    component: i16
    times: i32
    offered: i32


class Room(NamedTuple):
    """All memory that playing needs, taken once."""

    states: Any
    out: Any
    weights: Any
    shares: Any
    rng: Any
    side: Any
    tally: Any
    family_of: Any
    component_of: Any
    used: Any
    offered: Any
    found: Any
    marked: Any
    tried: Any
    seat_decisions: Any
    seat_options: Any
    nature: Any
    leaders: Any
    chances: Any
    log: Any


class Rows(NamedTuple):
    """What a batch of matches leaves behind."""

    games: Any
    seats: Any
    traits: Any
    gauges: Any
    curves: Any
    uses: Any
    filled: Any


@compiled
def sow(room, seed, number):
    """Set the match's dice, and those of the watching, from the run's seed and the match's number."""
    rng = room.rng
    rng[0] = np.uint64(seed)
    first = next_word(rng)
    rng[0] = np.uint64(number)
    rng[0] = next_word(rng) ^ first
    room.side[0] = next_word(rng)
    rng[0] = next_word(rng)


@compiled
def open_match(room, box, seed, number):
    """A fresh table, with everything counted at zero."""
    sow(room, seed, number)
    room.states[TABLE] = room.states[BLANK]
    setup(room.states[TABLE], box)
    tally = room.tally[0]
    tally.actions = 0
    tally.decisions = 0
    tally.options = 0
    tally.widest = 0
    tally.turns = 0
    tally.moments = 0
    tally.samples = 0
    tally.stride = 1
    tally.weighed = 0
    tally.meaningful = 0
    tally.stakes = 0.0
    tally.lead_changes = 0
    tally.leader = -1
    tally.mover = -1
    tally.opener = -1
    room.used[:] = 0
    room.offered[:] = 0
    room.seat_decisions[:] = 0
    room.seat_options[:] = 0


@compiled
def note_nature(room, action):
    tally = room.tally[0]
    if tally.actions < room.log.shape[0]:
        room.log[tally.actions, 0] = NATURE
        room.log[tally.actions, 1] = action
    tally.actions += 1
    room.nature[room.family_of[action]] += 1


@compiled
def note_choice(room, box, seat, action, count):
    """Count a seat's action, about to be made; a decision is one with something to choose."""
    tally = room.tally[0]
    if tally.actions < room.log.shape[0]:
        room.log[tally.actions, 0] = seat
        room.log[tally.actions, 1] = action
    tally.actions += 1
    if count > 1:
        tally.decisions += 1
        tally.options += count
        room.seat_decisions[seat] += 1
        room.seat_options[seat] += count
        if count > tally.widest:
            tally.widest = count
        if tally.opener < 0:
            tally.opener = seat
    room.used[seat, room.family_of[action]] += 1
    for i in range(uses(room.states[TABLE], box, seat, action, room.found)):
        room.used[seat, room.component_of[room.found[i]]] += 1


@compiled
def note_offer(room, seat, component):
    """Count a component once for each decision that offers it."""
    if room.marked[component] == 0:
        room.marked[component] = 1
        room.offered[seat, component] += 1


@compiled
def look_closely(room, box, seat, count):
    """What is offered, and what is at stake: how much better the best of some options is than they are on average."""
    s = room.states[TABLE]
    room.marked[:] = 0
    for i in range(count):
        room.tried[i] = room.out[i]
        note_offer(room, seat, room.family_of[room.tried[i]])
        for j in range(uses(s, box, seat, room.tried[i], room.found)):
            note_offer(room, seat, room.component_of[room.found[j]])
    if count < 2:
        return
    looked = min(count, WEIGHED_OPTIONS)
    best = 0.0
    total = 0.0
    for i in range(looked):
        pick = i + draw(room.side, count - i)
        action = room.tried[pick]
        room.tried[pick] = room.tried[i]
        room.states[TRIED] = s
        apply(room.states[TRIED], box, seat, action)
        settle_chance(room.states[TRIED], box, room.side, room.out, room.weights, CHANCE_STEPS)
        value(room.states[TRIED], box, room.shares)
        total += room.shares[seat]
        best = max(best, room.shares[seat])
    tally = room.tally[0]
    tally.weighed += 1
    tally.stakes += best - total / looked
    if best - total / looked >= MEANINGFUL:
        tally.meaningful += 1


@compiled
def note_result(room, box, seat, watched):
    """See whether a turn has passed, and if so who leads now."""
    s = room.states[TABLE]
    tally = room.tally[0]
    now = clock(s, box)
    if now < 0:
        if seat == NATURE or seat == tally.mover:
            if s.head.over == 0:
                return
        else:
            tally.mover = seat
            tally.turns += 1
    elif now == tally.turns and tally.moments > 0 and s.head.over == 0:
        return
    else:
        tally.turns = now
    moment(room, box, watched)


@compiled
def moment(room, box, watched):
    s = room.states[TABLE]
    tally = room.tally[0]
    leader = sole_leader(s, box)
    if leader >= 0:
        if tally.leader >= 0 and leader != tally.leader:
            tally.lead_changes += 1
        tally.leader = leader
    if tally.samples == SAMPLES:
        thin_out(room, box)
    if tally.moments % tally.stride == 0:
        room.leaders[tally.samples] = leader
        if watched:
            value(s, box, room.shares)
            for seat in range(box.seats):
                room.chances[tally.samples, seat] = room.shares[seat]
        tally.samples += 1
    tally.moments += 1


@compiled
def thin_out(room, box):
    """A long match: keep every second moment, and look half as often from now on."""
    tally = room.tally[0]
    for i in range(SAMPLES // 2):
        room.leaders[i] = room.leaders[2 * i]
        for seat in range(box.seats):
            room.chances[i, seat] = room.chances[2 * i, seat]
    tally.samples = SAMPLES // 2
    tally.stride *= 2


@compiled
def sole_leader(s, box):
    """The seat with the most points, -1 where several have them."""
    best = points(s, box, 0)
    leader = 0
    for seat in range(1, box.seats):
        theirs = points(s, box, seat)
        if theirs > best:
            best = theirs
            leader = seat
        elif theirs == best:
            leader = -1
    return leader


@compiled
def winner_of(shares, seats):
    for seat in range(seats):
        if shares[seat] > 0.999:
            return seat
    return -1


@compiled
def close_match(room, rows, box, number, lineup, watched):
    """Write the rows of the match that is over (or was stopped at the limit)."""
    s = room.states[TABLE]
    tally = room.tally[0]
    value(s, box, room.shares)
    if s.head.over == 0:
        for seat in range(box.seats):
            room.shares[seat] = 1.0 / box.seats
    winner = winner_of(room.shares, box.seats)
    at = rows.filled[0]
    row = rows.games[at]
    row.game = number
    row.ending = s.head.over
    row.winner = winner
    row.opener = tally.opener
    row.half_leader = room.leaders[tally.samples // 2] if tally.samples > 0 else -1
    row.watched = 1 if watched else 0
    row.turns = tally.turns
    row.actions = tally.actions
    row.decisions = tally.decisions
    row.widest = tally.widest
    row.lead_changes = tally.lead_changes
    row.margin = margin_of(s, box)
    row.weighed = tally.weighed
    row.meaningful = tally.meaningful
    row.options = tally.options
    row.stakes = tally.stakes
    row.runaway = 0
    row.decided = -1.0
    row.lowest = -1.0
    if watched and winner >= 0:
        judge_course(room, row, winner, box.seats)
    for seat in range(box.seats):
        close_seat(room, rows, box, number, seat, lineup[seat], watched)
    rows.filled[0] += 1


@compiled
def margin_of(s, box):
    """Points between the first and the second."""
    first = points(s, box, 0)
    second = first
    for seat in range(1, box.seats):
        theirs = points(s, box, seat)
        if seat == 1 or theirs > second:
            second = theirs
        if second > first:
            held = first
            first = second
            second = held
    return first - second


@compiled
def judge_course(room, row, winner, seats):
    """When the winner was ahead for good, how low its chances had been, and whether it ran away early."""
    count = room.tally[0].samples
    decided = 0
    lowest = 1.0
    high_since = -1
    for i in range(count - 1):
        own = room.chances[i, winner]
        lowest = min(lowest, own)
        for seat in range(seats):
            if seat != winner and room.chances[i, seat] >= own:
                decided = i + 1
        if own < 0.5:
            high_since = -1
        elif own >= RUNAWAY and high_since < 0:
            high_since = i
    row.lowest = lowest
    row.decided = decided / max(1, count - 1)
    row.runaway = 1 if 0 <= high_since < (count - 1) / 2.0 else 0


@compiled
def close_seat(room, rows, box, number, seat, bot, watched):
    s = room.states[TABLE]
    tally = room.tally[0]
    at = rows.filled[1]
    row = rows.seats[at]
    row.game = number
    row.seat = seat
    row.bot = bot
    row.opened = 1 if tally.opener == seat else 0
    row.points = points(s, box, seat)
    row.decisions = room.seat_decisions[seat]
    row.options = room.seat_options[seat]
    row.score = room.shares[seat]
    for i in range(rows.traits.shape[1]):
        rows.traits[at, i] = -1
    traits(s, box, seat, rows.traits[at])
    gauges(s, box, seat, rows.gauges[at])
    if watched:
        for i in range(CHECKPOINTS - 1):
            place = i * (tally.samples - 1) // (CHECKPOINTS - 1)
            rows.curves[at, i] = room.chances[place, seat]
        rows.curves[at, CHECKPOINTS - 1] = room.shares[seat]
    rows.filled[1] += 1
    for component in range(room.used.shape[1]):
        if room.used[seat, component] > 0 or (watched and room.offered[seat, component] > 0):
            use = rows.uses[rows.filled[2]]
            use.game = number
            use.seat = seat
            use.component = component
            use.times = room.used[seat, component]
            use.offered = room.offered[seat, component] if watched else -1
            rows.filled[2] += 1


@compiled
def play_match(room, rows, box, seed, number, lineup, kinds, watched, limit):
    """One match of random and greedy seats, from an empty table to its rows."""
    open_match(room, box, seed, number)
    s = room.states[TABLE]
    while s.head.over == 0 and room.tally[0].actions < limit:
        seat = random_due(s, room.rng)
        if seat == NATURE:
            count = chance(s, box, room.out, room.weights)
            action = room.out[draw_weighted(room.rng, room.weights, count)]
            note_nature(room, action)
        else:
            count = legal(s, box, seat, room.out)
            if watched:
                look_closely(room, box, seat, count)
                count = legal(s, box, seat, room.out)
            if count == 1:
                action = room.out[0]
            elif kinds[lineup[seat]] == RANDOM:
                action = room.out[draw(room.rng, count)]
            else:
                action = greedy_choice(room, box, seat)
            note_choice(room, box, seat, action, count)
        apply(s, box, seat, action)
        note_result(room, box, seat, watched)
    close_match(room, rows, box, number, lineup, watched)


@compiled
def greedy_choice(room, box, seat):
    """As the greedy bot chooses: from what the seat may know, with the rest imagined."""
    room.states[IMAGINED] = room.states[TABLE]
    hide(room.states[IMAGINED], box, seat)
    fill(room.states[IMAGINED], box, seat, room.rng)
    pair = room.states[IMAGINED : TRIED + 1]
    return greedy_action(pair, box, seat, room.rng, room.out, room.weights, room.shares, GREEDY_TRIES)


@compiled
def play_matches(room, rows, box, seed, first, count, lineups, kinds, watch, limit):
    """Play matches `first` to `first + count - 1`, or as many as there is room for the rows of; how many."""
    most_uses = room.used.shape[0] * room.used.shape[1]
    for i in range(count):
        if rows.filled[2] + most_uses > rows.uses.shape[0]:
            return i
        number = first + i
        lineup = lineups[number % lineups.shape[0]]
        play_match(room, rows, box, seed, number, lineup, kinds, number % watch == 0, limit)
    return count
