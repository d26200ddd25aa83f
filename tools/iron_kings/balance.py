"""Balance by simulation: equal bots play many matches, and the table says how they went, with 95% intervals.

python -m tools.iron_kings.balance --matches 10000
python -m tools.iron_kings.balance --matches 2000 --compare
python -m tools.iron_kings.balance --set planning.leap.steam=2 -o vp_goal=12
"""

import argparse
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from wartable.bots.bot import GreedyBot
from wartable.compiler.decorators import compiled
from wartable.core.actions import belongs, decode
from wartable.core.frames import MAX_SEATS, NATURE
from wartable.core.generic import apply, fill, hide, legal, points, scores, setup
from wartable.core.numbers.chance import generator, random_due
from wartable.core.play import greedy_action, random_action
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.decisions.insert import Insert
from wartable.games.iron_kings.decisions.replace import Replace
from wartable.games.iron_kings.decisions.take import Take
from wartable.games.iron_kings.names import plan_name, treasure_name
from wartable.games.iron_kings.state import PLANS, TREASURES, At

ENDINGS = ("vp_goal", "balrog", "rounds", "first_wreck")
WANTED = (20, 50)
"""The desired number of rounds."""
PLANNED, KEPT, OFFERED = range(3)
LENGTH, ENDED_BY, WINNING, MARGIN, LEAD_CHANGES, WRECKS = range(6)
"""Columns of the records of a match."""


@compiled
def play_matches(states, box, rng, out, tried, weights, shares, samples, notes, wins, counts):
    """Greedy bots play a match for each row of records. states: the table, an empty one, and two for trying moves."""
    for number in range(notes.shape[0]):
        states[0] = states[1]
        setup(states[0], box)
        leader = -1
        changes = 0
        while states[0].head.over == 0:
            play_round(states, box, rng, out, tried, weights, shares, samples, counts)
            ahead = sole_leader(states[0], box)
            if ahead >= 0:
                if leader >= 0 and ahead != leader:
                    changes += 1
                leader = ahead
        notes[number, LEAD_CHANGES] = changes
        note(states[0], box, shares, notes[number], wins[number])


@compiled
def play_round(states, box, rng, out, tried, weights, shares, samples, counts):
    """Play to the end of the round, or of the match."""
    begun = states[0].rounds
    while states[0].head.over == 0 and states[0].rounds == begun:
        seat = int(random_due(states[0], rng))
        if seat == NATURE:
            action = int(random_action(states[0], box, seat, rng, out, weights))
        elif legal(states[0], box, seat, out) == 1:
            action = int(out[0])
        else:
            states[2] = states[0]
            hide(states[2], box, seat)
            fill(states[2], box, seat, rng)
            action = int(greedy_action(states[2:4], box, seat, rng, out, tried, weights, shares, samples))
        count(states[0], box, action, counts)
        apply(states[0], box, seat, action)


@compiled
def count(s, box, action, counts):
    """Count planning cards on a track, treasures kept, treasures offered."""
    if belongs(Insert, action):
        counts[PLANNED, decode(Insert, action).plan] += 1
    elif belongs(Replace, action):
        counts[PLANNED, decode(Replace, action).plan] += 1
    elif belongs(Take, action):
        counts[KEPT, decode(Take, action).card] += 1
        for card in range(box.treasure_cards):
            if s.treasure_at[card] == At.OFFERED:
                counts[OFFERED, card] += 1


@compiled
def sole_leader(s, box):
    """The seat with the most points; -1 if there are several."""
    best = -1
    leader = -1
    for seat in range(box.seats):
        own = points(s, box, seat)
        if own > best:
            best = own
            leader = seat
        elif own == best:
            leader = -1
    return leader


@compiled
def note(s, box, shares, row, won):
    """Record a finished match; wins by turn order, the first player's first."""
    best = 0
    second = 0
    for seat in range(box.seats):
        own = points(s, box, seat)
        second = max(second, min(best, own))
        best = max(best, own)
        row[WRECKS] += s.sides[seat].wrecks
    row[LENGTH] = s.rounds
    row[ENDED_BY] = s.head.over
    row[WINNING] = best
    row[MARGIN] = best - second
    scores(s, box, shares)
    for seat in range(box.seats):
        won[(seat - s.first) % box.seats] = shares[seat]


@dataclass
class Result:
    """The results of a series of matches."""

    box: Any
    notes: Any
    wins: Any
    counts: Any

    @property
    def endings(self) -> dict[str, int]:
        ended = Counter(int(number) for number in self.notes[:, ENDED_BY])
        return {GAME.endings[number - 1].name: ended[number] for number in sorted(ended)}

    @property
    def in_time(self) -> int:
        lengths = self.notes[:, LENGTH]
        return int(((lengths >= WANTED[0]) & (lengths <= WANTED[1])).sum())


def simulate(
    matches: int,
    options: Mapping[str, object] | None = None,
    seats: int = 2,
    cells: Mapping[str, str] | None = None,
    seed: int = 1,
) -> Result:
    """Play whole matches of greedy bots; equal seeds give equal results."""
    box = GAME.new_box(options or {}, seats, cells=cells)
    result = Result(
        box,
        np.zeros((matches, 6), np.int64),
        np.zeros((matches, seats)),
        np.zeros((3, max(PLANS, TREASURES)), np.int64),
    )
    out, weights = GAME.buffers()
    states = np.zeros(4, GAME.state.dtype)
    rng = generator(seed)
    room = (out, np.zeros_like(out), weights, np.zeros(MAX_SEATS))
    play_matches(states, box, rng, *room, GreedyBot.SAMPLES, result.notes, result.wins, result.counts)
    return result


def mean(values: Any) -> str:
    """The mean with its 95% interval."""
    spread = 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return f"{np.mean(values):.1f} ± {spread:.1f}"


def share(hits: float, of: int) -> str:
    """A share in percent with its 95% interval (Wilson)."""
    z, p = 1.96, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:.1f} % ({100 * max(0.0, middle - half):.1f} to {100 * min(1.0, middle + half):.1f})"


def report(result: Result) -> None:
    notes = result.notes
    of = len(notes)
    low, high = np.percentile(notes[:, LENGTH], [5, 95])
    print(f"matches           {of}")
    print(f"rounds            {mean(notes[:, LENGTH])}, nine in ten from {low:.0f} to {high:.0f}")
    print(f"{WANTED[0]} to {WANTED[1]} rounds   {share(result.in_time, of)}")
    print(f"endings           {', '.join(f'{name} {share(n, of)}' for name, n in result.endings.items())}")
    print(f"winning points    {mean(notes[:, WINNING])}")
    print(f"margin            {mean(notes[:, MARGIN])}")
    print(f"margin up to 2    {share(int((notes[:, MARGIN] <= 2).sum()), of)}")
    print(f"lead changes      {mean(notes[:, LEAD_CHANGES])}")
    print(f"wrecks a match    {mean(notes[:, WRECKS])}")
    for turn, wins in enumerate(result.wins.sum(axis=0)):
        print(f"player {turn + 1} wins     {share(float(wins), of)}")


def report_cards(result: Result) -> None:
    box, of = result.box, len(result.notes)
    print("planning cards put on a track, a match:")
    for plan in range(box.plan_kinds):
        print(f"  {plan_name(box, plan):16} {result.counts[PLANNED, plan] / of:.2f}")
    print("treasures kept when offered:")
    for card in range(box.treasure_cards):
        kept, offered = int(result.counts[KEPT, card]), int(result.counts[OFFERED, card])
        print(f"  {treasure_name(box, card):16} {share(kept, max(offered, 1))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--set", action="append", default=[], metavar="TABLE.ROW.COLUMN=VALUE", dest="cells")
    parser.add_argument("--compare", action="store_true", help="each ending alone, and the default")
    given = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in given.option)
    cells = dict(pair.split("=", 1) for pair in given.cells)
    if given.compare:
        for ending in (*ENDINGS, "vp_goal+balrog+rounds"):
            print(f"\nending {ending}")
            report(simulate(given.matches, {**options, "ending": ending}, given.players, cells, given.seed))
        return
    result = simulate(given.matches, options, given.players, cells, given.seed)
    report(result)
    report_cards(result)


if __name__ == "__main__":
    main()
