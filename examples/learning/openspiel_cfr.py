"""OpenSpiel's counterfactual regret minimisation on a game small enough for a full traversal.

    python examples/learning/openspiel_cfr.py --game stones --options heap=9 --iterations 50

Stones is the game of docs/first_game.md. The program prints how much both players together could still gain by best
responses to the policy: 0 is an equilibrium.
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import wartable.adapters.openspiel  # noqa: F401  (registers the games)


def solve(game: str, options: dict[str, object], iterations: int) -> tuple[float, float, int]:
    """The gain by best responses before and after, and the number of information states in the policy."""
    table = pyspiel.load_game(f"python_wartable_{game}", options)
    solver = cfr.CFRSolver(table)
    before = exploitability.nash_conv(table, solver.average_policy())
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    return float(before), float(exploitability.nash_conv(table, policy)), len(policy.state_lookup)


def option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="stones")
    parser.add_argument("--options", nargs="*", type=option, default=[("heap", 9)], metavar="NAME=VALUE")
    parser.add_argument("--iterations", type=int, default=50)
    chosen = parser.parse_args()
    before, after, known = solve(chosen.game, dict(chosen.options), chosen.iterations)
    print(f"{known} situations; best answers gain {before:.3f} before and {after:.3f} after")
