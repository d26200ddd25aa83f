"""Finds the golden matches: each ending and each bonus, with two, three and four players.

    python -m tools.city_of_iron.make_golden [MATCHES]

Players are random except for the last decisions of a match, which are searched so that rare endings occur. One more
match is played by greedy players, with nations and expansion towns; its log is written next to it by `python -m
wartable.testing log`, and must be proofread before it is committed.
"""

import sys
from pathlib import Path

import numpy as np

from wartable.bots.bot import GreedyBot
from wartable.compiler.mode import plain
from wartable.core import generic, record
from wartable.core.actions import belongs
from wartable.core.frames import SPECTATOR, first_due
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.core.record import Record
from wartable.games.city_of_iron import GAME
from wartable.games.city_of_iron.decisions.back import Back
from wartable.games.city_of_iron.decisions.bid import Bid
from wartable.games.city_of_iron.decisions.done import Done
from wartable.games.city_of_iron.decisions.store import Store
from wartable.games.city_of_iron.decisions.tax import Tax
from wartable.games.city_of_iron.state import FROM_DISCARDS, Act, Phase

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "games" / "city_of_iron" / "golden"
OPTIONS: tuple[dict[str, object], ...] = ({}, {"nations": True}, {"town_expansion": True}, {"storing_penalty": "pairs"})
LAST = 3
AT_THE_END = range(1201, 1213)
ENDINGS = tuple(ending.name for ending in GAME.endings)


def turns_left(s: Record, box: Record) -> int:
    """The number of turns to the end of the game; a large number before the last round."""
    is_last = s.deck == FROM_DISCARDS and s.due_score and s.phase == Phase.TURNS
    return int(box.seats * box.actions - s.turns) if is_last else 99


def way_to(s: Record, box: Record, ending: str, turns: int) -> int | None:
    """An action of the player to move after which the game can end as wanted within these turns, single steps only."""
    seat = int(plain(first_due)(s))
    out = np.zeros(GAME.most_legal, np.int32)
    legal = out[: generic.legal(s, box, seat, out)].tolist()
    stores = [action for action in legal if belongs(Store, action)]
    for action in [action for action in legal if action not in stores[1:]]:
        after = record.copy(s)
        generic.apply(after, box, seat, action)
        if after.head.over:
            if ENDINGS[after.head.over - 1] == ending:
                return int(action)
        elif turns > 1 and after.turns > s.turns and way_to(after, box, ending, turns - 1) is not None:
            return int(action)
    return None


def play(seats: int, options: dict[str, object], seed: int, wanted: str, quiet: bool) -> Match:
    """A match of random players who act quickly; the last few try to reach the wanted ending.

    Quiet players mostly tax, buy nothing and bid nothing, so that ties are likely.
    """
    match = Match.start(GAME, options, seats, seed)
    rng = generator(seed)
    while not match.is_over:
        seat = match.due[int(draw(rng, len(match.due)))]
        legal = match.legal(seat)
        actions = [action for action in legal if not belongs(Back, action)] or legal
        calm = [action for action in actions if belongs(Tax, action) or belongs(Done, action)]
        if quiet and calm and int(draw(rng, 12)):
            actions = calm
        elif int(draw(rng, 8)):
            actions = [action for action in actions if not belongs(Store, action)] or actions
        chosen = actions[int(draw(rng, len(actions)))]
        if quiet and belongs(Bid, chosen):
            chosen = legal[0]
        left = turns_left(match.full_state(), match.box)
        if left <= LAST and match.full_state().plan.act == Act.NOTHING:
            way = way_to(match.full_state(), match.box, wanted, left)
            chosen = chosen if way is None else way
        match.play(seat, chosen)
    return match


def play_greedily(seats: int, seed: int) -> Match:
    """A match that shows much: everything is bought, built, settled and conquered as players do."""
    match = Match.start(GAME, {"nations": True, "town_expansion": True}, seats, seed)
    bots = [GreedyBot(GAME, 10 * seed + seat) for seat in range(seats)]
    while not match.is_over:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


def told_at_the_end(match: Match) -> set[int]:
    """The rules in the log of a match's last step: bonuses, the penalty, and what decided the win."""
    return {sentence.rule for sentence in match.tell(match.steps[-1], SPECTATOR)}


def save(match: Match, name: str, seed: int) -> None:
    match.save(FOLDER / f"{name}.jsonl")
    print(f"{name}: {len(match.steps)} actions, seed {seed}", flush=True)


def main(words: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()
    save(play_greedily(3, 2), "greedy_3", 2)
    endings = {(name, seats) for name in ENDINGS for seats in GAME.seats}
    rules = {(rule, seats) for rule in AT_THE_END for seats in GAME.seats}
    for seed in range(int(words[0]) if words else 4000):
        if not endings and not rules:
            break
        name, seats = sorted(endings)[seed % len(endings)] if endings else ("points", sorted(rules)[0][1])
        match = play(seats, OPTIONS[seed // 3 % 4], seed, name, quiet=name != "points")
        assert match.outcome is not None
        shown = {(rule, seats) for rule in told_at_the_end(match)}
        if (match.outcome.ending, seats) in endings:
            save(match, f"{match.outcome.ending}_{seats}", seed)
            endings.remove((match.outcome.ending, seats))
            rules -= shown
        elif not endings and rules & shown:
            save(match, f"bonus_{min(rules & shown)[0] - 1200}_{seats}", seed)
            rules -= shown
    if endings or rules:
        sys.exit(f"not found: {sorted(endings)}, {sorted(rules)}")


if __name__ == "__main__":
    main(sys.argv[1:])
