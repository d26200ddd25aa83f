"""Plays the matches for the covers in the lobby, between greedy players, stopped at a good picture; and draws the
covers.

    python tools/make_covers.py [--draw] [GAME ...]

With `--draw` the matches stay as they are, and only their pictures are drawn again: use it after changing a view.
"""

import argparse

from wartable.bots import make_bot
from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.registry import find_game, game_names
from wartable.drawing.scene import Scene, Thing
from wartable.guides.cover import COVER, PICTURE, Sight, Window, cover_of, covered, draw_cover, sight_of

SEEDS = (11, 12, 13)
WIDE = 1.6
"""The ratio of width to height of the lobby's pictures."""
ZOOMS = (1.18, 1.12, 1.06, 1.0, 0.86, 0.74)
"""The scale of the part shown; if it is larger than the board, it includes some of the surroundings."""
STEP, SLACK = 24.0, 6.0
SHOWN = 20.0
"""The weight of a thing that a game wants to show many of."""
CUT = 2.0
"""The penalty for cutting a thing, relative to its weight."""
MOST_MOVES, MOST_BYTES = 400, 100_000
FROM = 0.35
"""The picture is looked for after this share of the moves."""


def played(name: str, players: int, seed: int) -> Match:
    game = find_game(name)
    match = Match.start(game, players=players, seed=seed)
    bots = [make_bot("greedy", game, seed=seed + seat) for seat in range(players)]
    while not match.is_over and len(match.steps) < MOST_MOVES:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


def weight(thing: Thing) -> float:
    """The weight of a visible thing: a player's piece most, then a card with a picture, then anything that is drawn."""
    if thing.seat is not None:
        return 4
    if thing.kind == "card" and (thing.icon or thing.art):
        return 3
    return 1 if thing.icon or thing.art else 0.1


def best_window(scene: Scene, sight: Sight | None = None) -> tuple[float, Window]:
    """The part of the board that shows most and cuts nothing, approximately, or the one that the game has chosen;
    and its value.
    """
    board = scene.panels[0]
    largest = min(board.width, board.height * WIDE)
    panels = {panel.id: panel for panel in scene.panels}
    shows = sight.shows if sight else ()
    things = [
        (
            *(panels[thing.panel].x + thing.x - thing.width / 2, panels[thing.panel].y + thing.y - thing.height / 2),
            *(thing.width, thing.height, SHOWN if thing.id.startswith(shows) and shows else weight(thing)),
        )
        for thing in scene.things
    ]
    if sight:
        return sum(seen(thing, *sight.window) for thing in things), sight.window
    found = []
    for zoom in ZOOMS:
        wide, high = largest * zoom, largest * zoom / WIDE
        for left in steps(board.width - wide):
            for top in steps(board.height - high):
                worth = sum(seen(thing, left, top, wide, high) for thing in things)
                found.append((worth / zoom, Window(*map(round, (left, top, wide, high)))))
    return max(found)


def steps(room: float) -> list[float]:
    """Positions to try in this range, including both ends; the middle if the range is empty."""
    count = max(1, round(room / STEP))
    return [room * number / count for number in range(count + 1)] if room > 1 else [room / 2]


def seen(thing: tuple[float, ...], left: float, top: float, wide: float, high: float) -> float:
    """What a thing adds to a window: its weight if it is inside, less than nothing if it is cut."""
    x, y, width, height, worth = thing
    if x + width <= left + SLACK or x >= left + wide - SLACK or y + height <= top + SLACK or y >= top + high - SLACK:
        return 0
    if x < left - SLACK or x + width > left + wide + SLACK or y < top - SLACK or y + height > top + high + SLACK:
        return -CUT * worth
    return worth


def window_at(match: Match, number: int) -> tuple[float, Window]:
    """The cover at this moment, and its value."""
    sight = sight_of(match.game)
    seat = sight.seat if sight else SPECTATOR
    scene = covered(match.game, hidden(match.at(number), match.box, seat), match.box, seat)
    return best_window(scene, sight)


def best_match(name: str, players: int) -> tuple[float, Match]:
    """The best match with this many players, up to its best moment, and its value."""
    best: tuple[float, int, Match] | None = None
    for match in (played(name, players, seed) for seed in SEEDS):
        # The last state may be that of a match that is over.
        for number in range(int(FROM * len(match.steps)), len(match.steps) - 1):
            worth = window_at(match, number)[0]
            if best is None or worth > best[0]:
                best = (worth, number, match)
    assert best is not None, f"no match of {name} is long enough"
    worth, number, match = best
    kept = Match.resume(match.game, match.header, match.seed)
    for step in match.steps[:number]:
        kept.restore(step.seat, step.action, step.forced, step.after)
    return worth, kept


def picture_of(match: Match) -> str:
    return draw_cover(match, window_at(match, len(match.steps))[1])


def keep_match(name: str) -> None:
    """Store a match with as many players as a small picture can show; or with the most players, if the game has
    chosen a part.
    """
    game = find_game(name)
    fitting: list[tuple[float, int, Match]] = []
    for players in reversed(game.seats):
        worth, match = best_match(name, players)
        if len(picture_of(match)) < MOST_BYTES or players == game.seats[0]:
            fitting.append((worth, players, match))
            if not sight_of(game):
                break
    _, players, match = max(fitting, key=lambda one: one[0])
    match.save(game.folder / COVER)
    print(f"{name}: {players} players, after {len(match.steps)} moves", flush=True)


def keep_picture(name: str) -> None:
    game = find_game(name)
    match = cover_of(game)
    assert match is not None, f"{name} has no cover that its rules can read"
    drawn = picture_of(match)
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
