"""Compares random play with other libraries: decisions a second on one core, listing legal actions at every step.

Each rate is the best of several short rounds; libraries take turns, so that other load on the machine affects all.
Libraries that are not installed are skipped and listed.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

Play = Callable[[], int]
"""Plays one whole game at random and returns the number of decisions in it."""


def wartable_player(name: str) -> Play:
    import numpy as np

    from wartable.core.numbers.chance import generator
    from wartable.core.play import random_matches
    from wartable.core.registry import find_game

    game = find_game(name)
    box = game.new_box()
    states = np.zeros(2, game.state.dtype)
    out, weights = game.buffers()
    rng = generator(1)
    return lambda: int(random_matches(states, box, 20, rng, out, weights, game.bound))


def open_spiel_player(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


class RandomAgent:
    """A random player for RLCard, whose own players need pip in the environment."""

    use_raw = False

    def step(self, state: dict[str, dict[int, object]]) -> int:
        return random.choice(list(state["legal_actions"]))

    def eval_step(self, state: dict[str, dict[int, object]]) -> tuple[int, dict[str, object]]:
        return self.step(state), {}


def rlcard_player(name: str) -> Play:
    import rlcard

    environment = rlcard.make(name)
    environment.set_agents([RandomAgent() for _ in range(environment.num_players)])

    def play() -> int:
        trajectories, _ = environment.run(is_training=False)
        return sum(len(seat) // 2 for seat in trajectories)

    return play


def chess_player() -> Play:
    import chess

    def play() -> int:
        board = chess.Board()
        decisions = 0
        while decisions < 200:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            decisions += 1
        return decisions

    return play


PEERS: dict[str, Callable[[], Play]] = {
    "OpenSpiel backgammon": lambda: open_spiel_player("backgammon"),
    "OpenSpiel hanabi": lambda: open_spiel_player("hanabi"),
    "RLCard limit hold'em": lambda: rlcard_player("limit-holdem"),
    "python-chess": chess_player,
}


def rate(play: Play, seconds: float) -> float:
    decisions, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        decisions += play()
    return decisions / (time.perf_counter() - started)


def main() -> None:
    from wartable.core.registry import game_names

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each round")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    random.seed(1)
    ours = {name: wartable_player(name) for name in arguments.games}
    peers, absent = {}, []
    for name, make in PEERS.items():
        try:
            peers[name] = make()
        except ImportError:
            absent.append(name)
    players = {**ours, **peers}
    for play in players.values():
        play()
    rates = {
        name: max(found) for name, found in zip(players, zip(*rounds(players, arguments), strict=True), strict=True)
    }
    rows = [{"player": name, "decisions_per_second": round(rates[name])} for name in players]
    if arguments.json:
        print(json.dumps({"rates": rows, "absent": absent}))
        return
    for row in rows:
        ratios = "  ".join(f"{peer}: {rates[str(row['player'])] / rates[peer]:8.1f} x" for peer in peers)
        beside = ratios if row["player"] in ours else ""
        print(f"{row['player']:<22} {row['decisions_per_second']:>12,} a second   {beside}")
    if absent:
        print(f"not installed: {', '.join(absent)}")


def rounds(players: dict[str, Play], arguments: argparse.Namespace) -> list[list[float]]:
    return [[rate(play, arguments.seconds) for play in players.values()] for _ in range(arguments.rounds)]


if __name__ == "__main__":
    main()
