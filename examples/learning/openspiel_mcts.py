"""OpenSpiel's own tree search on a game of Wartable, against a player who picks at random.

wartable install open-spiel
python examples/learning/openspiel_mcts.py --game metals --matches 20
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import wartable.adapters.openspiel  # noqa: F401  (registers the games)


def play(game: pyspiel.Game, searcher: mcts.MCTSBot, seat: int, rng: np.random.RandomState, most: int) -> float:
    """The searcher's share of the win of one match; half if it was not over after the most actions."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            return float(state.returns()[seat])
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        elif state.current_player() == seat:
            state.apply_action(searcher.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return 0.5


def score(game: str = "metals", matches: int = 20, simulations: int = 20, most: int = 2000) -> float:
    """The share of the matches that the searcher wins, in both seats in turn."""
    table = pyspiel.load_game(f"python_wartable_{game}")
    rng = np.random.RandomState(1)
    judge = mcts.RandomRolloutEvaluator(1, rng)
    searcher = mcts.MCTSBot(table, 1.4, simulations, judge, random_state=rng)
    return float(np.mean([play(table, searcher, number % 2, rng, most) for number in range(matches)]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="metals")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=20)
    chosen = parser.parse_args()
    print(f"won {score(**vars(chosen)):.3f} of {chosen.matches} matches against random")
