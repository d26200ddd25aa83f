"""Whether the chances that hints and analyses say come true: equal players, what was said, and how it ended.

    python benchmarks/calibration.py [GAME ...] --matches 400 --processes 2 --record build/calibration.jsonl
    python benchmarks/calibration.py --fit --record build/calibration.jsonl
    python benchmarks/calibration.py --table --record build/calibration.jsonl

The first plays the matches of each player count that the file lacks, so that it can be stopped and started again. For
some decisions of each it adds the chance that the search says to whoever is asked, and that seat's share of the win in
the end. The second writes the power of each game and player count to `calibration.json` of the game's folder
(`wartable.bots.advice.evaluation`). The third prints, in tenths of what is said with these powers, how often it came
true, with Wilson's 95% interval.
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

from wartable.bots.advice.evaluation import FILE, power_of, search_of, sharpened
from wartable.bots.ladder import make_bot
from wartable.bots.search.mcts import Budget
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.match.perspective import hidden, legal_in
from wartable.core.registry import find_game, game_names
from wartable.lab.reports.sample import rate_interval

SMALLEST_CHANCE = 0.005
POWERS = [number / 100 for number in range(20, 201)]
LEAST_MATCHES = 10
"""Of fewer matches nothing is concluded."""
PER_MATCH = 2
"""The decisions of a match end alike: together they tell as much as so many that are independent."""
DOUBT = 0.3
"""How far the logarithm of a power may well be from 0, before anything was played."""


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


def loss(said: Sequence[Said], power: float) -> float:
    """The log loss of what is said with a power."""
    total = 0.0
    for one in said:
        least = SMALLEST_CHANCE
        chance = min(1 - least, max(least, sharpened(one.chance, one.players, power)))
        total -= one.score * math.log(chance) + (1 - one.score) * math.log(1 - chance)
    return total / len(said)


def matches_of(said: Sequence[Said]) -> int:
    return len({(one.bot, one.match) for one in said})


def likeliest(said: Sequence[Said]) -> float:
    """The power that what came true makes likeliest; of few matches it stays near to 1."""
    weight = PER_MATCH * matches_of(said)
    return min(POWERS, key=lambda power: weight * loss(said, power) + (math.log(power) / DOUBT) ** 2 / 2)


def fit(said: Sequence[Said]) -> None:
    """Write the power of each game and player count."""
    powers: dict[str, dict[str, float]] = defaultdict(dict)
    for (name, players), group in grouped(said).items():
        if matches_of(group) >= LEAST_MATCHES:
            powers[name][str(players)] = likeliest(group)
    for name, found in powers.items():
        (find_game(name).folder / FILE).write_text(json.dumps(found) + "\n")
        print(name, found)


def tenths(said: Sequence[Said], power: float) -> Iterator[tuple[float, float, float, float, int]]:
    """For each tenth of what is said with a power: its mean, how often it came true, the interval, and in how many
    matches. The decisions of one match are not independent, so that the interval is that of the matches."""
    tenth: dict[int, list[tuple[float, Said]]] = defaultdict(list)
    for one in said:
        chance = sharpened(one.chance, one.players, power)
        tenth[min(9, int(10 * chance))].append((chance, one))
    for _, found in sorted(tenth.items()):
        share, matches = sum(one.score for _, one in found) / len(found), matches_of([one for _, one in found])
        yield sum(chance for chance, _ in found) / len(found), share, *rate_interval(share * matches, matches), matches


def table(said: Sequence[Said]) -> str:
    lines = [
        "| game | players | matches | power | said → came true (95% interval, matches) |",
        "|---|---|---|---|---|",
    ]
    for (name, players), group in grouped(said).items():
        power = power_of(find_game(name), players)
        bots = sorted({one.bot for one in group})
        matches = ", ".join(f"{matches_of([one for one in group if one.bot == bot])} of {bot}" for bot in bots)
        parts = [f"{p:.0%} → {w:.0%} ({lo:.0%} to {hi:.0%}, {n})" for p, w, lo, hi, n in tenths(group, power)]
        lines.append(f"| {find_game(name).title} | {players} | {matches} | {power:g} | {'; '.join(parts)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--record", type=Path, default=Path("build/calibration.jsonl"))
    parser.add_argument("--players", type=int, help="only at tables of so many")
    parser.add_argument("--matches", type=int, default=400, help="for each game and player count")
    parser.add_argument("--processes", type=int, default=1, help="matches that are played at a time")
    parser.add_argument("--bot", default="mcts:100", help="who plays all seats")
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
