"""Plays matches of a player who follows every hint, against the search that gives them.

    python benchmarks/hints.py [GAME ...] --games 20 --iterations 1000

The search starts from nothing at every decision, as for hints, and the seats alternate. It counts hints that undo a
move of the same turn, lists that are not sorted, and the win rate with its 95% interval: 50% is as strong as the
search.
"""

import argparse

import wartable
from wartable.bots import Budget, Evaluator
from wartable.bots.search.mcts import ThinkingBot
from wartable.core.match import Match
from wartable.core.registry import find_game, game_names
from wartable.lab.reports.sample import rate_interval
from wartable.testing.habits import returns


def play(name: str, seed: int, iterations: int, most: int) -> tuple[Match, int, int]:
    """A match, with the seat that followed hints and how many of them were not sorted."""
    game = find_game(name)
    match, follower, unsorted = Match.start(game, seed=seed, players=2), seed % 2, 0
    bot = ThinkingBot(game, Evaluator(game, Budget(iterations=iterations), seed), seed)
    while not match.is_over and len(match.steps) < most:
        seat = match.due[0]
        if seat == follower:
            hint = wartable.hint(match, seat, iterations=iterations, seconds=None)
            chances = [one.chance for one in hint.moves]
            unsorted += chances != sorted(chances, reverse=True)
            match.play(seat, hint.best.action)
        else:
            match.play(seat, bot.choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match, follower, unsorted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--most", type=int, default=4000, help="a match is stopped after so many actions")
    chosen = parser.parse_args()
    for name in chosen.names:
        won, over, undone, unsorted = 0.0, 0, 0, 0
        for seed in range(chosen.games):
            match, follower, wrong = play(name, seed, chosen.iterations, chosen.most)
            undone += len(returns(match, follower))
            unsorted += wrong
            if match.outcome is not None:
                won, over = won + match.outcome.scores[follower], over + 1
        low, high = rate_interval(won, max(1, over))
        print(
            f"{name}: {over} of {chosen.games} matches over, {won / max(1, over):.0%} won ({low:.0%} to {high:.0%}), "
            f"{undone} hints undone, {unsorted} lists not sorted",
            flush=True,
        )


if __name__ == "__main__":
    main()
