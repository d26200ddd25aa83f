"""Counts how often bots undo their last move, and how often they miss a win, in matches of a bot against itself.

    python benchmarks/habits.py [GAME ...] --bots greedy medium --games 10 --decisions 300

`wartable.testing.habits` defines what counts. A match is stopped after this many decisions; `--show` prints the moves
that are counted.
"""

import argparse

from wartable.bots import make_bot
from wartable.bots.ladder import bot_names
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.registry import find_game, game_names
from wartable.testing.habits import habits


def play(game: str, bot: str, seed: int, decisions: int) -> Match:
    """A match, with all numbers of players in turn."""
    found = find_game(game)
    match = Match.start(found, seed=seed, players=found.seats[seed % len(found.seats)])
    bots = [make_bot(bot, found, seed=64 * seed + seat, threads=1) for seat in match.seats]
    for _ in range(decisions):
        if match.is_over:
            break
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


def show(match: Match, numbers: tuple[int, ...], what: str) -> None:
    steps = {step.number: step for step in match.steps}
    for number in numbers:
        step = steps[number]
        view = hidden(step.before, match.box, step.seat)
        label = match.game.words.label(view, match.box, step.seat, step.action)
        print(f"    step {number}, seat {step.seat}: {label}: {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--bots", nargs="+", default=["greedy"], metavar="BOT", help=", ".join(bot_names()))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--show", action="store_true")
    chosen = parser.parse_args()
    for game in chosen.names:
        for bot in chosen.bots:
            decisions = undone = in_vain = at_hand = missed = 0
            for seed in range(chosen.games):
                match = play(game, bot, seed, chosen.decisions)
                found = habits(match)
                decisions += found.decisions
                undone += len(found.undone)
                in_vain += len(found.in_vain)
                at_hand += found.at_hand
                missed += len(found.missed)
                if chosen.show:
                    show(match, found.undone, "undoes the last one")
                    show(match, found.missed, "a win was at hand")
            print(
                f"{game}, {bot}: {chosen.games} matches, {decisions:,} decisions, {undone} undone "
                f"({in_vain} in vain), {missed} of {at_hand} wins at hand missed",
                flush=True,
            )


if __name__ == "__main__":
    main()
