"""How strong and how fast the bots are.

    python benchmarks/bots.py strength [GAME ...] --games 1000     win rates with 95% intervals, seat-balanced
    python benchmarks/bots.py levels [GAME ...] --games 400        each level against the one below, and random
    python benchmarks/bots.py first [GAME ...] --games 200         a newcomer against the level that the lobby suggests
    python benchmarks/bots.py judge [GAME ...] --games 1000        how well each judge foretells who wins
    python benchmarks/bots.py speed [GAME ...]                     iterations a second on one core, beside the peers

Strength runs on all cores and keeps its results in `--folder`: stop it, and the same command goes on. Speed is
counted in seconds of processor time, the best of several short rounds taken in turn, so that a busy machine hits
everybody alike. OpenSpiel (extra `peers`) is left out where it is not installed; boardgame.io where `--boardgame-io`
names no folder in which npm has installed it.
"""

import argparse
import json
import math
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Claim:
    """What a pairing has to show: the first bot's share of the wins."""

    first: str
    other: str
    players: int
    at_least: float


CLAIMS = (
    Claim("greedy", "random", 2, 0.95),
    Claim("mcts:1000", "greedy", 2, 0.70),
    Claim("mcts:1000", "greedy", 4, 0.50),
)


LEVELS = (
    Claim("beginner", "random", 2, 0.75),
    Claim("easy", "beginner", 2, 0.80),
    Claim("medium", "easy", 2, 0.80),
    Claim("hard", "medium", 2, 0.80),
)
"""The approximate win rate of each level against the one below."""


NEWCOMER = "mcts:1:notices=0.5"
"""A newcomer, as players were who had only done the first lesson: looks at half of its moves, and at each of them one
move ahead.
"""
CLOSE = (0.4, 0.6)
"""The share of first matches that a newcomer wins."""


AT_ONCE = 100
"""Rollouts in one call, ours and OpenSpiel's."""


def strength(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    return shares_of(CLAIMS, arguments)


def levels(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    claims = tuple(replace(claim, first=arguments.hard) if claim.first == "hard" else claim for claim in LEVELS)
    rows = shares_of(claims, arguments)
    for row in rows:
        row["elo"], row["elo_low"], row["elo_high"] = (round(elo(row[name])) for name in ("win_rate", "low", "high"))
    return rows


def first(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from wartable.bots import first_level

    rows = shares_of((Claim(NEWCOMER, first_level(), 2, CLOSE[0]),), arguments)
    return [{**row, "at_most": CLOSE[1], "holds": CLOSE[0] <= row["win_rate"] <= CLOSE[1]} for row in rows]


def elo(share: float) -> float:
    """The Elo difference for this win rate of the first bot."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share / (1 - share))


def shares_of(claims: tuple[Claim, ...], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The first bot's win rate for each claim, with its interval."""
    from wartable.arena import Plan, Tables, make_report, run_arena
    from wartable.core.registry import find_game

    rows = []
    for name in arguments.games:
        game = find_game(name)
        for claim in claims:
            if claim.players not in game.seats:
                continue
            bots = (claim.first, claim.other)
            plan = Plan(name, game.version, bots, arguments.matches, claim.players, Tables.GAUNTLET, seconds=600)
            path = arguments.folder / f"{name}-{claim.players}-{plan.digest}.jsonl"
            print(f"{name}: {plan.pairing_name(0)}, {plan.length} games", flush=True)
            pairing = make_report(plan, run_arena(plan, path, arguments.jobs)).pairings[0]
            rows.append(
                {
                    "game": name,
                    "pairing": pairing.pairing,
                    "games": pairing.games,
                    "win_rate": round(pairing.win_rate, 4),
                    "low": round(pairing.low, 4),
                    "high": round(pairing.high, 4),
                    "wanted": claim.at_least,
                    "holds": pairing.win_rate >= claim.at_least,
                }
            )
            print(json.dumps(rows[-1]), flush=True)
    return rows


EVERY = 20
"""One in this many decisions of a match is used."""


def judge(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The log loss of the judge's shares, and what it would be if the judge were more or less confident.

    From matches between greedy players, with the fewest players. Equal shares give the loss of knowing nothing.
    """
    import numpy as np

    from wartable.core.registry import find_game

    rows = []
    for name in arguments.games:
        game = find_game(name)
        looks = np.array([look for seed in range(arguments.matches) for look in watched_match(game, seed)])
        said, won = np.log(np.maximum(looks[..., 0], 1e-6)), looks[..., 1]
        sureness = {2.0 ** (power / 4): 0.0 for power in range(-12, 9)}
        for factor in sureness:
            shares = np.exp(factor * said)
            sureness[factor] = float(-np.mean(np.sum(won * np.log(shares / shares.sum(1, keepdims=True)), 1)))
        best = min(sureness, key=lambda factor: sureness[factor])
        rows.append(
            {
                "game": name,
                "positions": len(said),
                "log_loss": round(sureness[1.0], 3),
                "of_equal_shares": round(float(np.log(said.shape[1])), 3),
                "best_sureness": round(best, 2),
                "log_loss_with_it": round(sureness[best], 3),
            }
        )
        print(json.dumps(rows[-1]), flush=True)
    return rows


def watched_match(game: Any, seed: int) -> list[list[tuple[float, float]]]:
    """For some positions of a match between greedy players, each seat's share by the judge, and the result."""
    import random

    import numpy as np

    from wartable.bots import make_bot
    from wartable.core.frames import MAX_SEATS
    from wartable.core.match import Match
    from wartable.core.play import value

    match, luck, shares = Match.start(game, seed=seed), random.Random(seed), np.zeros(MAX_SEATS)
    bots = [make_bot("greedy", game, seed=seed * MAX_SEATS + seat) for seat in match.seats]
    said = []
    while not match.is_over:
        seat = match.due[0]
        if luck.randrange(EVERY) == 0:
            value(match.full_state(), match.box, shares)
            said.append([float(shares[each]) for each in match.seats])
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    assert match.outcome is not None
    return [list(zip(looked, match.outcome.scores, strict=True)) for looked in said]


Rate = Callable[[float], float]
"""Work for about this many seconds and return the rate."""


def search_rate(name: str, iterations: int) -> Rate:
    """Iterations a second of our search, over the decisions of matches that it plays against itself."""
    from wartable.bots import Budget, Searcher
    from wartable.bots.search.mcts import make_ready
    from wartable.core.match import Match
    from wartable.core.registry import find_game

    game = find_game(name)
    make_ready(game)
    seeds = iter(range(1_000_000))

    def measure(seconds: float) -> float:
        made, spent = 0, 0.0
        while spent < seconds:
            match = Match.start(game, seed=next(seeds))
            searchers = [Searcher(game, seat, Budget(iterations=iterations)) for seat in match.seats]
            while not match.is_over and spent < seconds:
                seat = match.due[0]
                view, legal = match.observe(seat), match.legal(seat)
                started = time.process_time()
                thought = searchers[seat].think(view, match.box, seat, legal)
                made += thought.iterations
                spent += time.process_time() - started
                match.play(seat, thought.best.action)
        return made / spent

    return measure


def playout_rate(name: str) -> Rate:
    """Decisions a second in our random playouts."""
    import numpy as np

    from wartable.core.numbers.chance import generator
    from wartable.core.play import random_matches
    from wartable.core.registry import find_game

    game = find_game(name)
    box = game.new_box()
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(1)
    return lambda seconds: per_second(
        lambda: int(random_matches(states, box, AT_ONCE, rng, out, weights, game.bound)), seconds
    )


def open_spiel_rates() -> dict[str, Rate]:
    """OpenSpiel's own C++ search on backgammon, one random rollout an iteration, and the decisions in its rollouts."""
    import random

    import pyspiel

    game = pyspiel.load_game("backgammon")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, AT_ONCE, 500, False, 42, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def rollout_length() -> int:
        copy, steps = state.clone(), 0
        while not copy.is_terminal():
            copy.apply_action(random.choice(copy.legal_actions()))
            steps += 1
        return steps

    length = sum(rollout_length() for _ in range(200)) / 200

    def search() -> int:
        bot.step(state)
        return AT_ONCE

    def iterations(seconds: float) -> float:
        return per_second(search, seconds)

    return {
        "OpenSpiel MCTS on backgammon, iterations": iterations,
        "OpenSpiel rollouts of backgammon, decisions": lambda seconds: iterations(seconds) * length,
    }


def boardgame_io_rate(folder: Path) -> Rate:
    """boardgame.io's MCTSBot on its own example, tic-tac-toe, in Node."""
    script = Path(__file__).with_name("boardgame_io.cjs")

    def measure(seconds: float) -> float:
        command = ["node", str(script), str(folder.resolve()), str(seconds)]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return float(ran.stdout)

    return measure


def per_second(step: Callable[[], int], seconds: float) -> float:
    done, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        done += step()
    return done / (time.process_time() - started)


def speed(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    ours: dict[tuple[str, str], Rate] = {}
    for name in arguments.games:
        ours[name, "iterations"] = search_rate(name, arguments.iterations)
        ours[name, "playout decisions"] = playout_rate(name)
    peers: dict[str, Rate] = {}
    try:
        peers |= open_spiel_rates()
    except ImportError:
        print("OpenSpiel is not installed")
    if arguments.boardgame_io:
        peers["boardgame.io MCTS on tic-tac-toe, iterations"] = boardgame_io_rate(arguments.boardgame_io)
    best: dict[Any, float] = {}
    measures: dict[Any, Any] = {**ours, **peers}
    for _ in range(arguments.rounds):
        for key, measure in measures.items():
            best[key] = max(best.get(key, 0.0), measure(arguments.seconds))
    rows: list[dict[str, Any]] = [{"what": name, "per_second": round(best[name])} for name in peers]
    for name, what in ours:
        row: dict[str, Any] = {"what": f"{name}, {what}", "per_second": round(best[name, what])}
        for peer in peers:
            if peer.endswith(what.split()[-1]):
                row[f"times {peer.rpartition(',')[0]}"] = round(best[name, what] / best[peer], 1)
        rows.append(row)
    return rows


def main() -> None:
    from wartable.core.registry import game_names

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("strength", "levels", "first", "judge", "speed"))
    parser.add_argument("games", nargs="*", metavar="GAME", help="all where none is named")
    parser.add_argument(
        "--games",
        dest="matches",
        type=int,
        default=1000,
        help="of each pairing (strength, levels, first), of each game (judge)",
    )
    parser.add_argument("--hard", default="hard", metavar="BOT", help="who plays for hard, which takes hours (levels)")
    parser.add_argument("--jobs", type=int, help="processes (strength, levels, first)")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/arena"), help="for results (strength, levels, first)"
    )
    parser.add_argument("--iterations", type=int, default=1000, help="of each search (speed)")
    parser.add_argument("--rounds", type=int, default=3, help="(speed)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round (speed)")
    parser.add_argument("--boardgame-io", type=Path, metavar="DIR", help="where npm installed boardgame.io (speed)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    arguments.games = arguments.games or game_names()
    does = {"strength": strength, "levels": levels, "first": first, "judge": judge, "speed": speed}
    rows = does[arguments.what](arguments)
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(
            "  ".join(f"{name}: {value:,}" if type(value) is int else f"{name}: {value}" for name, value in row.items())
        )


if __name__ == "__main__":
    main()
