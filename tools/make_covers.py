"""Plays the matches that the lobby shows: greedy players, stopped where the board shows most; and draws them.

    python tools/make_covers.py [--draw] [GAME ...]

With `--draw` the matches stay as they are, and only their pictures are made anew: after a change to a view.
"""

import argparse

from wartable.bots import make_bot
from wartable.core.cover import COVER, PICTURE, cover_of, draw_cover
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


def keep_match(name: str) -> None:
    match = played(name)
    number = fullest(match)
    kept = Match.resume(match.game, match.header, match.seed)
    for step in match.steps[:number]:
        kept.restore(step.seat, step.action, step.forced, step.after)
    kept.save(match.game.folder / COVER)
    print(f"{name}: after {number} moves", flush=True)


def keep_picture(name: str) -> None:
    game = find_game(name)
    match = cover_of(game)
    assert match is not None, f"{name} has no cover that its rules can read"
    drawn = draw_cover(match)
    (game.folder / PICTURE).write_text(drawn, "utf-8")
    print(f"{name}: {len(drawn) // 1000} kB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--draw", action="store_true", help="only draw the matches that are kept")
    arguments = parser.parse_args()
    for name in arguments.games or game_names():
        if not arguments.draw:
            keep_match(name)
        keep_picture(name)


if __name__ == "__main__":
    main()
