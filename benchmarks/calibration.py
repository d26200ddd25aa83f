"""Whether the chances that hints and analyses say come true: equal players, what was said, and how it ended.

    python benchmarks/calibration.py [GAME ...] --matches 400 --processes 2 --record build/calibration.jsonl
    python benchmarks/calibration.py --fit --record build/calibration.jsonl
    python benchmarks/calibration.py --table --record build/calibration.jsonl

The first plays the matches of each player count that the file lacks, so that it can be stopped and started again. For
some decisions of each it adds the chance that the search says to whoever is asked, and that seat's share of the win in
the end. The second writes power, optimism and curve of each game and player count to `calibration.json` of the game's
folder (`wartable.bots.advice.evaluation`). The third prints, in tenths of what is said with these, how often it came
true, with Wilson's 95% interval, and how likely the largest difference is by chance (Holm's correction).
"""

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from wartable.bots.advice.evaluation import FILE, Calibration, calibration_of, corrected, search_of
from wartable.bots.ladder import make_bot
from wartable.bots.search.mcts import Budget
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.perspective import hidden, legal_in
from wartable.core.registry import find_game, game_names
from wartable.lab.reports.sample import rate_interval

SMALLEST_CHANCE = 0.005
STEPS = (0.2, 0.05, 0.01)
LEAST_MATCHES = 10
"""Of fewer matches nothing is concluded."""
PER_MATCH = 2
"""The decisions of a match end alike: together they tell as much as so many that are independent."""
DOUBT = 0.3
"""How far the logarithm of a power, an optimism and a curve may well be from 0, before anything was played."""
LEAST_CASES = 20
"""A tenth with fewer says nothing."""


class Said(NamedTuple):
    """What was said to a seat at one decision, before any power, and its share of the win in the end."""

    game: str
    players: int
    bot: str
    match: int
    chance: float
    score: float


def play(game: Game, players: int, bot: str, seed: int, most: int) -> Match:
    """A match between equal players; not over where it was stopped."""
    match = Match.start(game, seed=seed, players=players)
    bots = [make_bot(bot, game, seed * 10 + seat, threads=1) for seat in range(players)]
    while not match.is_over and len(match.steps) < most:
        seat = match.due[0]
        match.play(seat, bots[seat].choose(match.observe(seat), match.box, seat, match.legal(seat)))
    return match


def listen(match: Match, bot: str, seed: int, moments: int, iterations: int) -> Iterator[Said]:
    """What a search says at some decisions of a match that is over, drawn by lot."""
    assert match.outcome is not None
    steps = [step for step in match.steps if step.seat < len(match.players) and not step.forced]
    for step in random.Random(seed).sample(steps, min(moments, len(steps))):
        legal = legal_in(match.game, step.before, match.box, step.seat)
        if len(legal) > 1:
            view = hidden(step.before, match.box, step.seat)
            search = search_of(match.game, seed, Budget(iterations=iterations))
            chance = search.think(view, match.box, step.seat, legal).best.chance
            score = float(match.outcome.scores[step.seat])
            yield Said(match.game.name, len(match.players), bot, seed, round(chance, 4), score)


def hear(name: str, players: int, seed: int, chosen: argparse.Namespace) -> list[Said]:
    """Play one match and ask the search at some of its decisions; a match that does not end says nothing."""
    game = find_game(name)
    match = play(game, players, chosen.bot, seed, chosen.most)
    if match.outcome is None:
        return []
    return list(listen(match, chosen.bot, seed, chosen.moments, chosen.iterations))


def record(game: Game, players: int, chosen: argparse.Namespace) -> None:
    """Play the matches that the file lacks, several at a time, and add what was said in each."""
    key = game.name, players, chosen.bot
    known = {said.match for said in read(chosen.record) if (said.game, said.players, said.bot) == key}
    missing = [seed for seed in range(chosen.matches) if seed not in known]
    pool = ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn"))
    started, ended = time.monotonic(), 0
    with pool, chosen.record.open("a") as file:
        for match in as_completed(pool.submit(hear, game.name, players, seed, chosen) for seed in missing):
            file.writelines(json.dumps(said._asdict()) + "\n" for said in match.result())
            file.flush()
            ended += bool(match.result())
    print(f"{game.name}, {players} players: {ended} matches in {time.monotonic() - started:.0f} s", flush=True)


def read(path: Path) -> list[Said]:
    return [Said(**json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []


def grouped(said: Sequence[Said]) -> dict[tuple[str, int], list[Said]]:
    found: dict[tuple[str, int], list[Said]] = defaultdict(list)
    for one in said:
        found[one.game, one.players].append(one)
    return dict(sorted(found.items()))


def loss(said: Sequence[Said], by: Calibration) -> float:
    """The log loss of what is said with a calibration."""
    total = 0.0
    for one in said:
        chance = min(1 - SMALLEST_CHANCE, max(SMALLEST_CHANCE, corrected(one.chance, one.players, by)))
        total -= one.score * math.log(chance) + (1 - one.score) * math.log(1 - chance)
    return total / len(said)


def matches_of(said: Sequence[Said]) -> int:
    return len({(one.bot, one.match) for one in said})


def likeliest(said: Sequence[Said]) -> Calibration:
    """What came true makes this calibration likeliest; of few matches it stays near to one that changes nothing."""
    weight = PER_MATCH * matches_of(said)

    def badness(by: Calibration) -> float:
        doubts = (math.log(by.power) / DOUBT) ** 2 + (by.optimism / DOUBT) ** 2 + (by.curve / DOUBT) ** 2
        return weight * loss(said, by) + doubts / 2

    best = Calibration()
    least = badness(best)
    for step in STEPS:
        found = True
        while found:
            found = False
            for near in neighbours(best, step):
                if (worse := badness(near)) < least - 1e-9:
                    best, least, found = near, worse, True
    return Calibration(*(round(number, 2) for number in best))


def neighbours(by: Calibration, step: float) -> Iterator[Calibration]:
    """Calibrations one step away; power and curve do much the same, so they also change against each other."""
    for change in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, -0.5)):
        for way in (step, -step):
            near = Calibration(*(number + way * part for number, part in zip(by, change, strict=True)))
            # A higher chance has to stay the higher one.
            if near.power > 0.1 and near.curve >= 0:
                yield near


def fit(said: Sequence[Said]) -> None:
    """Write the calibration of each game and player count."""
    found: dict[str, dict[str, Calibration]] = defaultdict(dict)
    for (name, players), group in grouped(said).items():
        if matches_of(group) >= LEAST_MATCHES:
            found[name][str(players)] = likeliest(group)
    for name, by in found.items():
        (find_game(name).folder / FILE).write_text(json.dumps(by) + "\n")
        print(name, json.dumps(by))


class Tenth(NamedTuple):
    """A tenth of what is said: its mean, how often it came true, the interval, and in how many cases and matches."""

    said: float
    true: float
    low: float
    high: float
    cases: int
    matches: int

    @property
    def luck(self) -> float:
        """The probability of so large a difference if what is said is right."""
        spread = math.sqrt(self.said * (1 - self.said) / self.matches)
        return math.erfc(abs(self.true - self.said) / spread / math.sqrt(2))


def tenths(said: Sequence[Said], by: Calibration) -> Iterator[Tenth]:
    """The tenths with a calibration. The decisions of one match are not independent, so that the interval is that of
    the matches.
    """
    tenth: dict[int, list[tuple[float, Said]]] = defaultdict(list)
    for one in said:
        chance = corrected(one.chance, one.players, by)
        tenth[min(9, int(10 * chance))].append((chance, one))
    for _, found in sorted(tenth.items()):
        share, matches = sum(one.score for _, one in found) / len(found), matches_of([one for _, one in found])
        mean = sum(chance for chance, _ in found) / len(found)
        yield Tenth(mean, share, *rate_interval(share * matches, matches), len(found), matches)


def luck_of(found: Sequence[Tenth]) -> float:
    """The smallest probability of the tenths, corrected for their number as Holm does it."""
    known = [one.luck for one in found if one.cases >= LEAST_CASES]
    return min(1.0, len(known) * min(known, default=1.0))


def table(said: Sequence[Said]) -> str:
    lines = [
        "| game | players | matches | power, optimism, curve | said → came true (95% interval, matches) | Holm's p |",
        "|---|---|---|---|---|---|",
    ]
    inside = cases = 0
    for (name, players), group in grouped(said).items():
        by = calibration_of(find_game(name), players)
        bots = sorted({one.bot for one in group})
        matches = ", ".join(f"{matches_of([one for one in group if one.bot == bot])} of {bot}" for bot in bots)
        found = [one for one in tenths(group, by) if one.cases >= LEAST_CASES]
        inside, cases = inside + sum(one.low <= one.said <= one.high for one in found), cases + len(found)
        parts = "; ".join(f"{p:.0%} → {w:.0%} ({lo:.0%} to {hi:.0%}, {n})" for p, w, lo, hi, _, n in found)
        numbers = ", ".join(f"{number:g}" for number in by)
        lines.append(
            f"| {find_game(name).title} | {players} | {matches} | {numbers} | {parts} | {luck_of(found):.2g} |"
        )
    return "\n".join([*lines, "", f"{inside} of {cases} tenths lie within their interval."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--record", type=Path, default=Path("build/calibration.jsonl"))
    parser.add_argument("--players", type=int, help="only at tables of so many")
    parser.add_argument("--matches", type=int, default=400, help="for each game and player count")
    parser.add_argument("--processes", type=int, default=1, help="matches that are played at a time")
    parser.add_argument("--bot", default="mcts:1000", help="who plays all seats")
    parser.add_argument("--iterations", type=int, default=1000, help="of the search that says the chances")
    parser.add_argument("--moments", type=int, default=10, help="decisions of each match that are listened to")
    parser.add_argument("--most", type=int, default=6000, help="a match is given up after so many actions")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--table", action="store_true")
    chosen = parser.parse_args()
    chosen.record.parent.mkdir(parents=True, exist_ok=True)
    if chosen.fit:
        fit(read(chosen.record))
    if chosen.table:
        print(table(read(chosen.record)))
    if not chosen.fit and not chosen.table:
        for name in chosen.names:
            game = find_game(name)
            for players in game.seats if chosen.players is None else [chosen.players]:
                record(game, players, chosen)


if __name__ == "__main__":
    main()
