"""Finds the golden matches: one for each ending, and together every bonus, at two, three and four players.

    python -m tests.games.city_of_iron.make_golden [MATCHES]

Players are random but for the last decisions of a match, which are tried out so that rare endings come up.
"""

import sys
from pathlib import Path

from wartable.core import generic, record
from wartable.core.actions import belongs
from wartable.core.chance import draw, generator
from wartable.core.match import Match
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.actions import BACK, STORE
from wartable.games.city_of_iron.state import FROM_DISCARDS

FOLDER = Path(__file__).parent / "golden"
OPTIONS: tuple[dict[str, object], ...] = ({}, {"nations": True}, {"town_expansion": True}, {"storing_penalty": "pairs"})
ENDINGS = tuple(ending.name for ending in GAME.endings)


def is_last_turn(match: Match) -> bool:
    s = match.full_state()
    return bool(s.deck == FROM_DISCARDS and s.due_score and s.turns == match.box.seats * match.box.actions - 1)


def endings_of(match: Match) -> dict[str, int]:
    """The endings that one action of the player to move leads to at once, each with such an action."""
    found: dict[str, int] = {}
    for action in match.legal(match.due[0]):
        after = record.copy(match.full_state())
        generic.apply(after, match.box, match.due[0], action)
        if after.head.over:
            found.setdefault(ENDINGS[after.head.over - 1], action)
    return found


def play(seats: int, options: dict[str, object], seed: int, wanted: set[str]) -> Match:
    """A match of random players who do not dither; the last action makes for a wanted ending where one can."""
    match = Match.start(GAME, options, seats, seed)
    rng = generator(seed)
    while not match.is_over:
        seat = match.due[int(draw(rng, len(match.due)))]
        actions = [action for action in match.legal(seat) if not belongs(BACK, action)] or match.legal(seat)
        if int(draw(rng, 8)):
            actions = [action for action in actions if not belongs(STORE, action)] or actions
        chosen = actions[int(draw(rng, len(actions)))]
        if is_last_turn(match):
            found = endings_of(match)
            chosen = next((found[name] for name in wanted if name in found), chosen)
        match.play(seat, chosen)
    return match


def main(words: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {(name, seats) for name in ("points", "coins") for seats in GAME.seats}
    wanted |= {("goods", 2), ("shared", 2)}
    for seed in range(int(words[0]) if words else 4000):
        if not wanted:
            break
        seats = sorted({seats for _, seats in wanted})[seed % len({seats for _, seats in wanted})]
        match = play(seats, OPTIONS[seed // 3 % 4], seed, {name for name, count in wanted if count == seats})
        assert match.outcome is not None
        if (match.outcome.ending, seats) in wanted:
            wanted.remove((match.outcome.ending, seats))
            match.save(FOLDER / f"{match.outcome.ending}_{seats}.jsonl")
            print(f"{match.outcome.ending}, {seats} players: {len(match.steps)} actions, seed {seed}", flush=True)
    if wanted:
        sys.exit(f"not found: {sorted(wanted)}")


if __name__ == "__main__":
    main(sys.argv[1:])
