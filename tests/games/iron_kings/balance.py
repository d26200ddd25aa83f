"""Balance by simulation: equal bots play many matches, and the table says how they went, with 95 % intervals.

python -m tests.games.iron_kings.balance --matches 400
python -m tests.games.iron_kings.balance --matches 300 --compare
python -m tests.games.iron_kings.balance --set planning.leap.steam=2 -o vp_goal=12
"""

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wartable.core.actions import belongs, split
from wartable.core.chance import generator, random_due
from wartable.core.compiled import compiled
from wartable.core.frames import NATURE
from wartable.core.generic import apply, fill, hide, points
from wartable.core.play import greedy_action, random_action
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.actions import INSERT, REPLACE, TAKE
from wartable.games.iron_kings.facts import plan_name, treasure_name
from wartable.games.iron_kings.state import At

SAMPLES = 3
ENDINGS = ("vp_goal", "balrog", "rounds", "first_wreck")


@compiled
def play_on(table, views, box, rng, out, weights, shares, samples, counts):
    """Greedy bots play until the round is over (or the match). What they plan and take is counted."""
    begun = table[0].rounds
    while table[0].head.over == 0 and table[0].rounds == begun:
        seat = random_due(table[0], rng)
        if seat == NATURE:
            action = random_action(table[0], box, seat, rng, out, weights)
        else:
            views[0] = table[0]
            hide(views[0], box, seat)
            fill(views[0], box, seat, rng)
            action = greedy_action(views, box, seat, rng, out, weights, shares, samples)
            count(table[0], box, action, counts)
        apply(table[0], box, seat, action)


@compiled
def count(s, box, action, counts):
    """counts[0]: planning cards put on a track; counts[1]: treasures kept; counts[2]: treasures offered."""
    if belongs(INSERT, action):
        counts[0, split(INSERT, action)[0]] += 1
    elif belongs(REPLACE, action):
        counts[0, split(REPLACE, action)[0]] += 1
    elif belongs(TAKE, action):
        counts[1, split(TAKE, action)[0]] += 1
        for card in range(box.treasure_cards):
            if s.treasure_at[card] == At.OFFERED:
                counts[2, card] += 1


@dataclass
class Result:
    """What a series of matches came to."""

    box: Any
    lengths: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    lead_changes: list[int] = field(default_factory=list)
    wrecks: list[int] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    by_turn: Any = None
    counts: Any = None


def simulate(
    matches: int,
    options: Mapping[str, object] | None = None,
    seats: int = 2,
    cells: Mapping[str, str] | None = None,
    seed: int = 1,
) -> Result:
    """Whole matches of greedy bots; equal seeds, equal results."""
    box = GAME.new_box(options or {}, seats, cells=cells)
    result = Result(box, by_turn=np.zeros(seats), counts=np.zeros((3, 64), np.int64))
    out, weights = GAME.buffers()
    shares = np.zeros(6)
    views = np.zeros(2, GAME.state.dtype)
    for number in range(matches):
        table = np.zeros(1, GAME.state.dtype)
        table[0] = GAME.new_state(box)
        rng = generator(seed * 1_000_003 + number)
        leader, changes = -1, 0
        while not table[0].head.over:
            play_on(table, views, box, rng, out, weights, shares, SAMPLES, result.counts)
            now = [int(points(table[0], box, seat)) for seat in range(seats)]
            ahead = now.index(max(now)) if now.count(max(now)) == 1 else leader
            changes += leader not in (-1, ahead)
            leader = ahead
        _note(result, table[0], box, seats, changes)
    return result


def _note(result: Result, s: Any, box: Any, seats: int, changes: int) -> None:
    final = sorted((int(points(s, box, seat)) for seat in range(seats)), reverse=True)
    shares = np.zeros(6)
    GAME.functions["scores"](s, box, shares)
    result.lengths.append(int(s.rounds))
    result.margins.append(final[0] - final[1])
    result.winning.append(final[0])
    result.lead_changes.append(changes)
    result.wrecks.append(sum(int(s.sides[seat].wrecks) for seat in range(seats)))
    name = GAME.endings[s.head.over - 1].name
    result.endings[name] = result.endings.get(name, 0) + 1
    for seat in range(seats):
        result.by_turn[(seat - s.first) % seats] += shares[seat]


def mean(values: list[int]) -> str:
    """The mean with its 95 % interval."""
    spread = 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return f"{np.mean(values):.1f} ± {spread:.1f}"


def share(hits: float, of: int) -> str:
    """A share in percent with its 95 % (Wilson) interval."""
    z, p = 1.96, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:.0f} % ({100 * max(0.0, middle - half):.0f} to {100 * min(1.0, middle + half):.0f})"


def report(result: Result) -> None:
    of = len(result.lengths)
    low, high = np.percentile(result.lengths, [5, 95])
    print(f"matches           {of}")
    print(f"rounds            {mean(result.lengths)}, nine in ten from {low:.0f} to {high:.0f}")
    print(f"endings           {', '.join(f'{name} {share(n, of)}' for name, n in sorted(result.endings.items()))}")
    print(f"winning points    {mean(result.winning)}")
    print(f"margin            {mean(result.margins)}")
    print(f"margin up to 2    {share(sum(m <= 2 for m in result.margins), of)}")
    print(f"lead changes      {mean(result.lead_changes)}")
    print(f"wrecks a match    {mean(result.wrecks)}")
    for turn, wins in enumerate(result.by_turn):
        print(f"player {turn + 1} wins     {share(float(wins), of)}")


def report_cards(result: Result) -> None:
    box, of = result.box, len(result.lengths)
    print("planning cards put on a track, a match:")
    for plan in range(box.plan_kinds):
        print(f"  {plan_name(box, plan):16} {result.counts[0, plan] / of:.2f}")
    print("treasures kept when offered:")
    for card in range(box.treasure_cards):
        kept, offered = int(result.counts[1, card]), int(result.counts[2, card])
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
