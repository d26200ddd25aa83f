"""What the judge's weights are worth to a search: matches in which one player searches and the others are greedy.

python -m tools.iron_kings.tune_search --games 600                       the effect of every group of weights
python -m tools.iron_kings.tune_search --games 600 --step 0 --weights FILE.json   how often those weights win

The searching player judges by weights of its own (those of FILE.json, where given, instead of the judge's), the greedy
ones by the judge's. In each match every group of weights is scaled up or down by a throw of a coin, so that all groups
are tried in every match; the effect of a group is what its being up instead of down did to the share of the wins.
"""

import argparse
import json
import os
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .tune_judge import INSIDE, enter_workshop, weights_in

GROUPS: dict[str, tuple[str, ...]] = {
    "steam and workers": ("STEAM", "RESTED"),
    "stores": ("PAIR", "WATER", "FUEL", "IRON", "CARD"),
    "harm": ("DAMAGE", "MORE_DAMAGE", "NO_THROTTLE", "NO_REPAIR", "NO_BURN", "HURT", "STUCK", "WILDERNESS"),
    "treasure": ("TREASURE", "TREASURE_WHEN_FULL"),
    "the way to tokens": ("EXPLORE", "EXPLORE_WHEN_FULL", "TURN"),
    "the way home": ("AWAY", "HOMING", "BANK", "DOCKED"),
    "equipment": ("UPGRADE", "UPGRADE_IRON", "SLOT", "ATTACK", "RANGED", "SHIELD", "MAX_STEAM", "DISCOUNT"),
    "what is asked": ("PLANNING", "BURNING", "REPAIRING", "BUYING", "OFFERED", "DRAWN"),
    "doubt": ("NARROW", "WIDE"),
    "parked": ("PARKED",),
    "later runs": ("LATER",),
    "cargo": ("CARGO",),
    "horizon": ("HORIZON",),
}


def scaled(weights: Mapping[str, float], signs: Mapping[str, int], step: float) -> list[float]:
    """The weights in the judge's order, those of a group e to the power of `step` larger or smaller."""
    group_of = {weight: group for group, members in GROUPS.items() for weight in members}
    return [value * np.exp(step * signs.get(group_of.get(name, ""), 0)) for name, value in weights.items()]


def effects(signs: Any, wins: Any) -> tuple[Any, Any]:
    """For each column of signs, what 1 instead of -1 adds to the wins, and the standard error of that."""
    terms = np.hstack([signs, np.ones((len(signs), 1))])
    inverse = np.linalg.inv(terms.T @ terms)
    found = inverse @ terms.T @ wins
    left = wins - terms @ found
    variance = left @ left / max(1, len(wins) - terms.shape[1])
    return 2.0 * found[:-1], 2.0 * np.sqrt(variance * np.diag(inverse))[:-1]


def play(game: Any, usual: list[float], own: list[float], number: int, players: int, bot: str) -> float:
    """The searching player's share of the win in one match; its seat goes round."""
    from wartable.bots import make_bot
    from wartable.core.match import Match

    match = Match.start(game, players=players, seed=500_000 + number // players)
    searcher = number % players
    boxes = np.zeros(2, game.box.dtype)
    for place, weights in enumerate((usual, own)):
        boxes[place] = match.box
        boxes[place]["weights"] = weights
    names = [bot if seat == searcher else "greedy" for seat in range(players)]
    bots = [make_bot(name, game, seed=number * 8 + seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.due[0]
        box = boxes[1 if seat == searcher else 0]
        match.play(seat, bots[seat].choose(match.observe(seat), box, seat, match.legal(seat)))
    assert match.outcome is not None
    return match.outcome.scores[searcher]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to go on elsewhere")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--bot", default="mcts:1000")
    parser.add_argument("--step", type=float, default=0.4, help="groups are scaled by e to the power of this")
    parser.add_argument("--weights", type=Path, help="a file with other weights for the searching player, as JSON")
    given = parser.parse_args()
    if INSIDE not in os.environ:
        enter_workshop(__spec__.name)
    from wartable.games.iron_kings import GAME, judge

    usual = weights_in(Path(judge.__file__).read_text("utf-8").partition("@rule")[0])
    other = json.loads(given.weights.read_text("utf-8")) if given.weights else {}
    if unknown := set(other) - set(usual):
        parser.error(f"{given.weights}: the judge has no weight {', '.join(sorted(unknown))}")
    signs, wins = np.zeros((given.games, len(GROUPS))), np.zeros(given.games)
    for row in range(given.games):
        number = given.first + row
        luck = random.Random(number)
        thrown = {group: luck.choice((-1, 1)) for group in GROUPS}
        signs[row] = list(thrown.values())
        own = scaled({**usual, **other}, thrown, given.step)
        wins[row] = play(GAME, list(usual.values()), own, number, given.players, given.bot)
        if row % 50 == 49:
            print(f"{row + 1} games, {100 * wins[: row + 1].mean():.1f} %", flush=True)
    print(f"wins {100 * wins.mean():.1f} % ± {196 * wins.std() / len(wins) ** 0.5:.1f}")
    if given.step and given.games > len(GROUPS) + 1:
        for group, effect, error in zip(GROUPS, *effects(signs, wins), strict=True):
            print(f"{group:20} {100 * effect:+5.1f} % ± {196 * error:.1f}")


if __name__ == "__main__":
    main()
