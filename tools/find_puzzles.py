"""Look through matches of bots for positions that could be puzzles: `python tools/find_puzzles.py GAME AIM MOVES`.

AIM is `now`, `win` or `hold` (exactly one move wins, or does not lose, within MOVES decisions), `points` (one brings
more points than all others) or `best` (a search of MOVES iterations finds one move much better than all others). The
bots miss things, so that there is something to punish. Each position is printed as a line of JSON: the moves that lead
there, the answer, what other moves come to, and how many there are. Choosing among them and saying what they teach is
done by hand: see `guides/puzzles.py` for the file that they go into, and `python -m wartable.testing puzzles GAME` for
the proof.
"""

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

import wartable
from wartable.bots.advice.solve import Solver, TooLarge
from wartable.bots.bot import Bot
from wartable.bots.ladder import make_bot
from wartable.bots.search.mcts import Budget, Searcher
from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.guides.examples import words_of
from wartable.testing.puzzles import likely_line

LEAST_MOVES = 4
MOST_POSITIONS = 60_000
PROBABLE = 0.99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("aim", choices=["now", "win", "hold", "points", "best"])
    parser.add_argument("moves", type=int)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="mcts:40:notices=0.3")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--begin", default="", help="moves that every match begins with, chance's too")
    parser.add_argument("--longest", type=int, default=200, help="decisions of a match that are looked through")
    parser.add_argument("--gap", type=float, default=0.2, help="least distance to the second best move")
    parser.add_argument("--alike", type=int, default=0, help="letters at the end of a move that make no other answer")
    given = parser.parse_args()
    game = find_game(given.game)
    options: dict[str, Any] = dict(pair.split("=", 1) for pair in given.option)
    for number in range(given.seed, given.seed + given.matches):
        match = wartable.new(game, given.players, real_dice=True, moves=words_of(given.begin), **options)
        for _ in moments(match, given.bot, number, given.longest):
            found = look_at(match, given.aim, given.moves, given.gap, given.alike)
            if found:
                print(json.dumps({"seed": number, **found}), flush=True)


def moments(match: Match, bot: str, seed: int, longest: int) -> Iterator[None]:
    """Play on with bots; it stops at every decision of a single seat."""
    game, luck = match.game, random.Random(seed)
    bots: list[Bot] = [make_bot(bot, game, seed * 10 + seat) for seat in match.seats]
    made = 0
    while not match.is_over and made < longest:
        seat = match.due[0]
        legal = match.legal(seat)
        if seat == NATURE:
            match.play(seat, roll(match, legal, luck))
            continue
        if len(match.due) == 1 and len(legal) >= LEAST_MOVES:
            yield
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, legal))
        made += 1


def roll(match: Match, legal: list[int], luck: random.Random) -> int:
    out, weights = match.game.buffers()
    generic.chance(match.full_state(), match.box, out, weights)
    return luck.choices(legal, [int(weight) for weight in weights[: len(legal)]])[0]


def look_at(match: Match, aim: Any, moves: int, gap: float, alike: int) -> dict[str, Any] | None:
    """The position as a puzzle, where one move stands out (or some that only end differently)."""
    seat = match.due[0]
    values = searched(match, moves) if aim == "best" else solved(match, aim, moves)
    written = {action: match.notation(seat, action) for action in values}
    ranked = sorted(values, key=lambda action: -values[action])
    best = [action for action in ranked if values[action] >= values[ranked[0]] - 1e-9]
    rest = ranked[len(best) :]
    if (
        not rest
        or values[best[0]] - values[rest[0]] < gap
        or (aim in ("now", "win", "hold") and values[best[0]] < PROBABLE)
    ):
        return None
    if len({written[action][: len(written[action]) - alike] for action in best}) > 1:
        return None
    line, last = [written[best[0]]], list[str]()
    if aim == "win" and moves > 1:
        line, last = likely_line(copy_of(match), seat, aim, moves, line[0])
    return {
        "aim": aim,
        "seat": seat,
        "answer": [written[action] for action in best],
        "label": match.game.words.label(match.observe(seat), match.box, seat, best[0]),
        "line": line,
        "last": last,
        "value": round(values[best[0]], 3),
        "others": {written[action]: round(values[action], 3) for action in rest[:6]},
        "count": len(ranked),
        "moves": match.decisions(),
    }


def copy_of(match: Match) -> Match:
    copied = Match.start(match.game, match.header.options, len(match.players), real_dice=True)
    copied.cut(0)
    for step in match.steps:
        copied.restore(step.seat, step.action, step.forced, step.after)
    return copied


def solved(match: Match, aim: Any, moves: int) -> dict[int, float]:
    """What each move comes to; nothing where that is too much to find out, or an easier puzzle would do."""
    seat, state = match.due[0], match.full_state()
    try:
        if aim == "win" and moves > 1 and max(Solver(match.game, match.box, seat, aim).moves(state, 1).values()) > 0:
            return {}
        return Solver(match.game, match.box, seat, aim, MOST_POSITIONS).moves(state, moves)
    except TooLarge:
        return {}


def searched(match: Match, iterations: int) -> dict[int, float]:
    """The chance to win after each move, by a search of so many iterations for the best ones of a first look."""
    seat, game = match.due[0], match.game
    view, legal = match.observe(seat), match.legal(match.due[0])
    first = Searcher(game, 1, Budget(iterations=iterations)).think(view, match.box, seat, legal)
    after = Searcher(game, 2, Budget(iterations=iterations))
    values = {}
    for candidate in first.candidates[:6]:
        after.forget()
        values[candidate.action] = after.think(view, match.box, seat, [candidate.action]).chances[seat]
    return values


if __name__ == "__main__":
    main()
