"""Whole matches in compiled code, recorded as they are played: one function for all games.

Every match has its own seed, made from the run's seed and its number, so it comes out the same on any worker and in any
batch, and can be replayed alone. In some matches the components that each action uses are counted (`detailed`). Some of
those are also analysed (`watched`): the judge estimates each seat's chance at every turn, and what is at stake in every
decision. The analysis has its own random numbers, so it does not change the match.

All compiled functions of the lab are in this file: the compiler's cache notices edits of it, and edits of core and
games start a new cache.
"""

from typing import Any, NamedTuple

import numpy as np

from wartable.compiler.decorators import compiled, inlined
from wartable.core.frames import NATURE, AnyBox, AnyState
from wartable.core.generic import apply, chance, fill, generic, hide, legal, points, setup
from wartable.core.numbers.chance import Rng, draw, draw_weighted, next_word, random_due
from wartable.core.play import greedy_among, settle_chance, value
from wartable.core.record import Cells, Floats, Ints, Matrix, Struct, f32, i8, i16, i32, i64, record

SAMPLES = 512
CHECKPOINTS = 11
WEIGHED_OPTIONS = 8
CODES = 30_000
MEANINGFUL = 0.02
RUNAWAY = 0.8
GREEDY_TRIES = 4
CHANCE_STEPS = 64
TABLE, IMAGINED, TRIED, BLANK = 0, 1, 2, 3
RANDOM, GREEDY = 0, 1
BARRED = 2
"""Added to how a bot plays that has to do without some components."""


@generic
def clock(s: AnyState, box: AnyBox) -> int:
    """The number of the current turn or round; it never decreases. -1 if the game declares none."""
    raise AssertionError


@generic
def traits(s: AnyState, box: AnyBox, seat: int, out: Ints) -> None:
    """Write what the seat was in a finished match (nation, faction): indices in the declared lists, or -1."""


@generic
def gauges(s: AnyState, box: AnyBox, seat: int, out: Ints) -> None:
    """Write the game's own numbers for a seat of a finished match."""


@generic
def uses(s: AnyState, box: AnyBox, seat: int, action: int, out: Ints) -> int:
    """Write the components that this action is about to use, as 1000 * kind + index; return how many."""
    raise AssertionError


@compiled
def no_clock(s: AnyState, box: AnyBox) -> int:
    return -1


@compiled
def no_traits(s: AnyState, box: AnyBox, seat: int, out: Ints) -> None:
    pass


@compiled
def no_gauges(s: AnyState, box: AnyBox, seat: int, out: Ints) -> None:
    pass


@compiled
def no_uses(s: AnyState, box: AnyBox, seat: int, action: int, out: Ints) -> int:
    return 0


def notes_type(players: int, components: int) -> Any:
    """The record in which one match is counted. Passing a record between functions costs nothing."""
    fields = {
        **dict.fromkeys(("actions", "options", "widest", "turns", "samples"), i64),
        **dict.fromkeys(("stride", "skip", "weighed", "meaningful"), i64),
        **dict.fromkeys(("lead_changes", "leader", "mover", "opener", "players", "components"), i32),
        "stakes": f32,
        "seat_decisions": (i32, players),
        "first": (i32, players),
        "used": (i32, players, components),
        "offered": (i32, players, components),
        "marked": (i8, components),
        "found": (i32, components + 1),
        "barred": (i8, components),
        "leaders": (i8, SAMPLES),
        "chances": (f32, SAMPLES, players),
    }
    return record(type("Notes", (), {"__annotations__": fields}))


def codes_type(actions: int) -> Any:
    """The record with the family of each action, and the component of each code of `uses`."""
    fields = {"family_of": (i16, actions), "component_of": (i16, CODES)}
    return record(type("Codes", (), {"__annotations__": fields}))


class GameRow(Struct):
    game: i64
    ending: i8
    winner: i8
    opener: i8
    half_leader: i8
    detailed: i8
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


class SeatRow(Struct):
    game: i64
    seat: i8
    bot: i8
    opened: i8
    first: i32
    points: i32
    decisions: i32
    score: f32


class UseRow(Struct):
    game: i64
    seat: i8
    component: i16
    times: i32
    offered: i32


class MatchMemory(NamedTuple):
    """All memory for playing, allocated once. `nature` counts nature's actions by family over all matches."""

    states: Any
    out: Any
    weights: Any
    tried: Any
    shares: Any
    rng: Any
    side: Any
    notes: Any
    codes: Any
    nature: Any
    log: Any


class Rows(NamedTuple):
    """The recorded rows of a batch of matches."""

    games: Any
    seats: Any
    traits: Any
    gauges: Any
    curves: Any
    uses: Any
    filled: Any


@compiled
def sow(rng: Rng, side: Rng, seed: int, number: int) -> None:
    """Seed the match's dice, and the random numbers of the analysis, from the run's seed and the match's number."""
    rng[0] = np.uint64(seed)
    first = next_word(rng)
    rng[0] = np.uint64(number)
    rng[0] = next_word(rng) ^ first
    side[0] = next_word(rng)
    rng[0] = next_word(rng)


@inlined
def open_match(room: MatchMemory, box: AnyBox, seed: int, number: int, detailed: int) -> None:
    """A new table, with all counts at zero."""
    sow(room.rng, room.side, seed, number)
    room.states[TABLE] = room.states[BLANK]
    setup(room.states[TABLE], box)
    clear(room.notes[0], detailed)


@compiled
def clear(notes: Any, detailed: int) -> None:
    notes.actions = 0
    notes.options = 0
    notes.widest = 0
    notes.turns = 0
    notes.samples = 0
    notes.stride = 1
    notes.skip = 0
    notes.weighed = 0
    notes.meaningful = 0
    notes.stakes = 0.0
    notes.lead_changes = 0
    notes.leader = -1
    notes.mover = -1
    notes.opener = -1
    for seat in range(notes.players):
        notes.seat_decisions[seat] = 0
        notes.first[seat] = -1
        if detailed:
            for component in range(notes.components):
                notes.used[seat, component] = 0
                notes.offered[seat, component] = 0


@compiled
def note_nature(notes: Any, codes: Any, nature: Ints, action: int) -> None:
    notes.actions += 1
    nature[codes.family_of[action]] += 1


@compiled
def note_choice(notes: Any, seat: int, count: int, action: int) -> None:
    """Count a seat's action; it is a decision if there was a choice."""
    notes.actions += 1
    if count > 1:
        notes.options += count
        if notes.seat_decisions[seat] == 0:
            notes.first[seat] = action
        notes.seat_decisions[seat] += 1
        if count > notes.widest:
            notes.widest = count
        if notes.opener < 0:
            notes.opener = seat


@compiled
def note_uses(notes: Any, codes: Any, s: AnyState, box: AnyBox, seat: int, action: int) -> None:
    """Count what an action is about to use."""
    notes.used[seat, codes.family_of[action]] += 1
    for i in range(uses(s, box, seat, action, notes.found)):
        component = codes.component_of[notes.found[i]]
        if component >= 0:
            notes.used[seat, component] += 1


@compiled
def note_offer(notes: Any, seat: int, component: int) -> None:
    """Count a component once for each decision that offers it."""
    if component >= 0 and notes.marked[component] == 0:
        notes.marked[component] = 1
        notes.offered[seat, component] += 1


@compiled
def note_offers(notes: Any, codes: Any, s: AnyState, box: AnyBox, seat: int, out: Ints, count: int) -> None:
    for component in range(notes.components):
        notes.marked[component] = 0
    for i in range(count):
        note_offer(notes, seat, codes.family_of[out[i]])
        for j in range(uses(s, box, seat, out[i], notes.found)):
            note_offer(notes, seat, codes.component_of[notes.found[j]])


@compiled
def look_closely(room: MatchMemory, box: AnyBox, seat: int, count: int) -> None:
    """Record what is offered, and what is at stake: the difference between the best and the average of some options."""
    s = room.states[TABLE]
    notes = room.notes[0]
    note_offers(notes, room.codes[0], s, box, seat, room.out, count)
    if count < 2:
        return
    stake = stake_of(room, box, seat, count)
    notes.weighed += 1
    notes.stakes += stake
    if stake >= MEANINGFUL:
        notes.meaningful += 1


@compiled
def stake_of(room: MatchMemory, box: Any, seat: int, count: int) -> float:
    """How much better the best of some options in `room.out` is than they are on average, as the judge sees it."""
    s = room.states[TABLE]
    for i in range(count):
        room.tried[i] = room.out[i]
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
    return best - total / looked


@inlined
def note_result(notes: Any, s: AnyState, box: AnyBox, seat: int, shares: Floats, watched: int) -> None:
    """Called after every action: at the end of a turn (or of the match), record who leads and everybody's chances."""
    if turn_passed(notes, s, box, seat):
        leader = sole_leader(s, box)
        if leader >= 0:
            if notes.leader >= 0 and leader != notes.leader:
                notes.lead_changes += 1
            notes.leader = leader
        notes.skip -= 1
        if notes.skip <= 0:
            if notes.samples == SAMPLES:
                thin_out(notes)
            notes.skip = notes.stride
            notes.leaders[notes.samples] = leader
            if watched:
                note_chances(notes, s, box, shares)
            notes.samples += 1


@inlined
def turn_passed(notes: Any, s: AnyState, box: AnyBox, seat: int) -> int:
    now = clock(s, box)
    passed = s.head.over != 0 or notes.samples == 0
    if now < 0:
        if seat != NATURE and seat != notes.mover:
            notes.mover = seat
            notes.turns += 1
            passed = True
        elif s.head.over == 0:
            passed = False
    elif now != notes.turns:
        notes.turns = now
        passed = True
    return passed


@compiled
def note_chances(notes: Any, s: AnyState, box: AnyBox, shares: Floats) -> None:
    value(s, box, shares)
    for seat in range(box.seats):
        notes.chances[notes.samples, seat] = shares[seat]


@compiled
def thin_out(notes: Any) -> None:
    """For a long match: keep every second moment, and record half as often from now on."""
    for i in range(SAMPLES // 2):
        notes.leaders[i] = notes.leaders[2 * i]
        for seat in range(notes.players):
            notes.chances[i, seat] = notes.chances[2 * i, seat]
    notes.samples = SAMPLES // 2
    notes.stride *= 2


@compiled
def sole_leader(s: AnyState, box: AnyBox) -> int:
    """The seat with the most points; -1 if there are several."""
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
def winner_of(shares: Floats, seats: int) -> int:
    for seat in range(seats):
        if shares[seat] > 0.999:
            return seat
    return -1


@inlined
def close_match(
    room: MatchMemory, rows: Rows, box: AnyBox, number: int, lineup: Ints, detailed: int, watched: int
) -> None:
    """Write the rows of the match that is over (or was stopped at the limit)."""
    s = room.states[TABLE]
    notes = room.notes[0]
    shares = room.shares
    value(s, box, shares)
    if s.head.over == 0:
        for seat in range(box.seats):
            shares[seat] = 1.0 / box.seats
    winner = winner_of(shares, box.seats)
    row = rows.games[rows.filled[0]]
    write_game(row, notes, s, box, number, winner)
    row.detailed = 1 if detailed else 0
    row.watched = 1 if watched else 0
    if watched and winner >= 0:
        judge_course(notes, row, winner, box.seats)
    for seat in range(box.seats):
        at = rows.filled[1]
        write_seat(rows.seats[at], notes, s, box, number, seat, lineup[seat], shares[seat])
        for i in range(rows.traits.shape[1]):
            rows.traits[at, i] = -1
        traits(s, box, seat, rows.traits[at])
        gauges(s, box, seat, rows.gauges[at])
        if watched:
            write_curve(rows.curves[at], notes, seat, shares[seat])
        rows.filled[1] += 1
        if detailed:
            rows.filled[2] = write_uses(rows.uses, rows.filled[2], notes, number, seat, watched)
    rows.filled[0] += 1


@compiled
def write_game(row: Any, notes: Any, s: AnyState, box: AnyBox, number: int, winner: int) -> None:
    row.game = number
    row.ending = s.head.over
    row.winner = winner
    row.opener = notes.opener
    row.half_leader = notes.leaders[notes.samples // 2] if notes.samples > 0 else -1
    row.turns = notes.turns
    row.actions = notes.actions
    row.decisions = 0
    for seat in range(box.seats):
        row.decisions += notes.seat_decisions[seat]
    row.widest = notes.widest
    row.lead_changes = notes.lead_changes
    row.margin = margin_of(s, box)
    row.weighed = notes.weighed
    row.meaningful = notes.meaningful
    row.options = notes.options
    row.stakes = notes.stakes
    row.runaway = 0
    row.decided = -1.0
    row.lowest = -1.0


@compiled
def margin_of(s: AnyState, box: AnyBox) -> int:
    """The difference in points between first and second."""
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
def judge_course(notes: Any, row: Any, winner: int, seats: int) -> None:
    """When the winner took the lead for good, how low its chances had been, and whether the match was decided early."""
    count = notes.samples
    decided = 0
    lowest = 1.0
    high_since = -1
    for i in range(count - 1):
        own = notes.chances[i, winner]
        lowest = min(lowest, own)
        for seat in range(seats):
            if seat != winner and notes.chances[i, seat] >= own:
                decided = i + 1
        if own < 0.5:
            high_since = -1
        elif own >= RUNAWAY and high_since < 0:
            high_since = i
    row.lowest = lowest
    row.decided = decided / max(1, count - 1)
    row.runaway = 1 if 0 <= high_since < (count - 1) / 2.0 else 0


@compiled
def write_seat(row: Any, notes: Any, s: AnyState, box: AnyBox, number: int, seat: int, bot: int, share: float) -> None:
    row.game = number
    row.seat = seat
    row.bot = bot
    row.opened = 1 if notes.opener == seat else 0
    row.first = notes.first[seat]
    row.points = points(s, box, seat)
    row.decisions = notes.seat_decisions[seat]
    row.score = share


@compiled
def write_curve(curve: Floats, notes: Any, seat: int, share: float) -> None:
    """Write the seat's chances at even intervals of the match, and the result at the end."""
    for i in range(CHECKPOINTS - 1):
        curve[i] = notes.chances[i * (notes.samples - 1) // (CHECKPOINTS - 1), seat]
    curve[CHECKPOINTS - 1] = share


@compiled
def write_uses(rows: Cells[UseRow], filled: int, notes: Any, number: int, seat: int, watched: int) -> int:
    """Write a row for each component that the seat used or, in a watched match, could have used; returns the new
    number of rows.
    """
    for component in range(notes.components):
        if notes.used[seat, component] > 0 or (watched and notes.offered[seat, component] > 0):
            use = rows[filled]
            use.game = number
            use.seat = seat
            use.component = component
            use.times = notes.used[seat, component]
            use.offered = notes.offered[seat, component] if watched else -1
            filled += 1
    return filled


@inlined
def play_match(
    room: MatchMemory,
    rows: Rows,
    box: AnyBox,
    seed: int,
    number: int,
    dice: int,
    lineup: Ints,
    kinds: Ints,
    opening: int,
    detailed: int,
    watched: int,
    limit: int,
) -> None:
    """Play one match of random and greedy seats, from an empty table to its rows."""
    open_match(room, box, seed, dice, detailed)
    play_on(room, box, lineup, kinds, opening, detailed, watched, limit)
    close_match(room, rows, box, number, lineup, detailed, watched)


@inlined
def play_on(
    room: MatchMemory, box: AnyBox, lineup: Ints, kinds: Ints, opening: int, detailed: int, watched: int, until: int
) -> bool:
    """Continue the match until it is over or has had `until` actions; returns whether it is over."""
    s: AnyState = room.states[TABLE]
    notes = room.notes[0]
    codes = room.codes[0]
    out, weights, rng, shares, log = room.out, room.weights, room.rng, room.shares, room.log
    while s.head.over == 0 and notes.actions < until:
        seat = random_due(s, rng)
        if seat == NATURE:
            count = chance(s, box, out, weights)
            action: Any = np.int64(out[draw_weighted(rng, weights, count)])
            note_nature(notes, codes, room.nature, action)
        else:
            count = legal(s, box, seat, out)
            if watched:
                look_closely(room, box, seat, count)
                count = legal(s, box, seat, out)
            plays = kinds[lineup[seat]]
            if plays >= BARRED:
                count = leave_out(notes, codes, s, box, seat, out, count)
                plays -= BARRED
            if count == 1:
                action = np.int64(out[0])
            elif plays == RANDOM or notes.seat_decisions[seat] < opening:
                action = np.int64(out[draw(rng, count)])
            else:
                action = greedy_choice(room, box, seat, count)
            note_choice(notes, seat, count, action)
            if detailed:
                note_uses(notes, codes, s, box, seat, action)
        if notes.actions <= log.shape[0]:
            log[notes.actions - 1, 0] = seat
            log[notes.actions - 1, 1] = action
        apply(s, box, seat, action)
        note_result(notes, s, box, seat, shares, watched)
    return s.head.over != 0


@compiled
def leave_out(notes: Any, codes: Any, s: AnyState, box: AnyBox, seat: int, out: Ints, count: int) -> int:
    """Keep the actions that use nothing barred, if there is one; how many are kept."""
    kept = 0
    for i in range(count):
        action = out[i]
        barred = notes.barred[codes.family_of[action]] != 0
        for j in range(uses(s, box, seat, action, notes.found)):
            component = codes.component_of[notes.found[j]]
            if component >= 0 and notes.barred[component] != 0:
                barred = True
        if not barred:
            out[kept] = action
            kept += 1
    return kept if kept > 0 else count


@compiled
def greedy_choice(room: MatchMemory, box: AnyBox, seat: int, count: int) -> int:
    """The greedy bot's choice among the actions in `room.out`: from what the seat may know, the rest imagined."""
    for i in range(count):
        room.tried[i] = room.out[i]
    room.states[IMAGINED] = room.states[TABLE]
    hide(room.states[IMAGINED], box, seat)
    fill(room.states[IMAGINED], box, seat, room.rng)
    pair = room.states[IMAGINED : TRIED + 1]
    return greedy_among(pair, box, seat, room.rng, room.out, room.tried, count, room.weights, room.shares, GREEDY_TRIES)


@compiled
def is_watched(number: int, watch: int) -> bool:
    return number % watch == 0


@compiled
def is_detailed(number: int, watch: int, detail: int) -> bool:
    return number % watch == 0 or number % detail == 0


@compiled
def play_matches(
    room: MatchMemory,
    rows: Rows,
    box: AnyBox,
    seed: int,
    first: int,
    count: int,
    lineups: Matrix,
    kinds: Ints,
    opening: int,
    detail: int,
    watch: int,
    limit: int,
    mirrored: int,
) -> int:
    """Play matches `first` to `first + count - 1`, as far as their rows fit; returns how many."""
    notes = room.notes[0]
    most_uses = notes.players * notes.components
    for i in range(count):
        if rows.filled[2] + most_uses > rows.uses.shape[0]:
            return i
        number = first + i
        watched, detailed = is_watched(number, watch), is_detailed(number, watch, detail)
        lineup = lineups[number % lineups.shape[0]]
        dice = number // lineups.shape[0] if mirrored else number
        play_match(room, rows, box, seed, number, dice, lineup, kinds, opening, detailed, watched, limit)
    return count
