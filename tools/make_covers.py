"""Plays the matches that the lobby and the README show: greedy players, stopped where the board shows most.

python tools/make_covers.py [GAME ...]
"""

import sys

from wartable.bots import make_bot
from wartable.core.cover import COVER
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.perspective import hidden
from wartable.core.registry import find_game, game_names

SEED = 11
MOST_MOVES = 260
FROM = 0.35
"""The place is looked for behind this share of the moves."""


def played(name: str) -> Match:
    game = find_game(name)
    match = Match.start(game, players=game.seats[0], seed=SEED)
    bots = [make_bot("greedy", game, seed=SEED + seat) for seat in range(game.seats[0])]
    while not match.is_over and len(match.steps) < MOST_MOVES:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


def fullest(match: Match) -> int:
    """The number of moves after which most things are on the board."""

    def shown(number: int) -> int:
        scene = match.game.view.scene(hidden(match.at(number), match.box, SPECTATOR), match.box, SPECTATOR)
        return sum(thing.panel == scene.panels[0].id for thing in scene.things)

    # The last state may be that of a match that is over.
    return max(range(int(FROM * len(match.steps)), len(match.steps) - 1), key=shown)


def main(names: list[str]) -> None:
    for name in names or game_names():
        match = played(name)
        number = fullest(match)
        kept = Match.resume(match.game, match.header, match.seed)
        for step in match.steps[:number]:
            kept.restore(step.seat, step.action, step.forced, step.after)
        kept.save(match.game.folder / COVER)
        print(f"{name}: after {number} moves", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
