"""Fits the judge's weights by matches: an evolution strategy over greedy bots that differ in their weights alone.

python -m tools.iron_kings.tune_judge --minutes 10 --out weights.json

The weights are constants of `judge.py`, and compiled into it. So the sources are copied to a workshop folder in which
the weights are numbers of the Box instead; there two players can judge differently without compiling anew. What comes
out is printed as the lines to put into `judge.py`.
"""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
INSIDE = "IRON_KINGS_WORKSHOP"
GAME_FOLDER = Path("wartable", "games", "iron_kings")
FIXED = {"NARROW", "WIDE", "CLOSELY"}
"""A greedy bot plays the same whatever these are."""
POPULATION, PARENTS = 12, 4
SAMPLES = 2
POINT = 0.02
"""What a point of difference counts beside a win: it tells more about a single match."""


def weights_in(source: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^([A-Z_]+) = (\d+\.\d+)$", source, re.MULTILINE)}


def make_workshop(folder: Path) -> None:
    """The sources with the judge's weights as a field of the Box."""
    shutil.copytree(ROOT / "src" / "wartable", folder / "wartable", ignore=shutil.ignore_patterns("__pycache__"))
    judge, box = folder / GAME_FOLDER / "judge.py", folder / GAME_FOLDER / "box.py"
    head, mark, body = judge.read_text("utf-8").partition("@rule")
    names = list(weights_in(head))
    for number, name in enumerate(names):
        body = re.sub(rf"(?<![\w.]){name}\b", f"box.weights[{number}]", body)
    judge.write_text(head + mark + body, "utf-8")
    source = box.read_text("utf-8").replace(", Struct, i8,", ", Struct, f32, i8,")
    head = 'class Box(Struct, tag="iron_kings_box"):\n'
    source = source.replace(head, f"{head}    weights: Array[f32] = size({len(names)})\n")
    box.write_text(source, "utf-8")


def enter_workshop(module: str) -> None:
    """Run a module again, with the workshop's sources."""
    with tempfile.TemporaryDirectory() as folder:
        make_workshop(Path(folder))
        environment = {**os.environ, INSIDE: "1", "PYTHONPATH": os.pathsep.join((folder, str(ROOT)))}
        command = [sys.executable, "-m", module, *sys.argv[1:]]
        sys.exit(os.spawnve(os.P_WAIT, sys.executable, command, environment))


class Contest:
    """Matches between two sets of weights."""

    def __init__(self, matches: int) -> None:
        from wartable.core.chance import generator
        from wartable.core.frames import MAX_SEATS
        from wartable.games.iron_kings import GAME, judge

        from .duel import play_duels

        self.game, self.generator, self.play = GAME, generator, play_duels
        self.known = weights_in(Path(judge.__file__).read_text("utf-8").partition("@rule")[0])
        self.matches = matches
        out, weights = GAME.buffers()
        self.states = np.zeros(4, GAME.state.dtype)
        self.room = (out, np.zeros_like(out), weights, np.zeros(MAX_SEATS))

    def score(self, one: dict[str, float], other: dict[str, float], seed: int) -> tuple[float, float]:
        """The first one's share of the wins, and by how many points it is ahead on average."""
        boxes = np.zeros(2, self.game.box.dtype)
        for place, weights in enumerate((one, other)):
            boxes[place] = self.game.new_box({}, 2)
            boxes[place]["weights"] = list({**self.known, **weights}.values())
        sums = np.zeros(2)
        self.play(self.states, boxes, self.matches, self.generator(seed), *self.room, SAMPLES, sums)
        return float(sums[0] / self.matches), float(sums[1] / self.matches)


def tune(contest: Contest, minutes: float, seed: int) -> dict[str, float]:
    """Weights vary by factors; the best of each generation are the parents of the next."""
    rng = np.random.default_rng(seed)
    names = [name for name in contest.known if name not in FIXED]
    mean = np.log([max(contest.known[name], 0.01) for name in names])
    spread = np.full(len(names), 0.3)
    ranks = np.log(PARENTS + 0.5) - np.log(np.arange(1, PARENTS + 1))
    ranks /= ranks.sum()
    rival = dict(contest.known)
    until, generation = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        generation += 1
        children = mean + spread * rng.standard_normal((POPULATION, len(names)))
        results = [contest.score(named(names, child), rival, seed + generation) for child in children]
        order = np.argsort([-(wins + POINT * ahead) for wins, ahead in results])[:PARENTS]
        moved = ranks @ (children[order] - mean) ** 2
        spread = np.clip(0.85 * spread + 0.15 * np.sqrt(moved), 0.08, 0.5)
        mean = ranks @ children[order]
        if generation % 4 == 0:
            wins, ahead = contest.score(named(names, mean), rival, seed)
            print(f"generation {generation}: wins {100 * wins:.0f} %, {ahead:+.2f} points", flush=True)
            if wins > 0.58:
                rival = named(names, mean)
    return named(names, mean)


def named(names: list[str], logs: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, np.exp(logs), strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=120, help="of each candidate in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for the weights, as JSON")
    given = parser.parse_args()
    if INSIDE not in os.environ:
        enter_workshop(__spec__.name)
    weights = tune(Contest(given.matches), given.minutes, given.seed)
    for name, value in weights.items():
        print(f"{name} = {value:.3f}")
    if given.out:
        given.out.write_text(json.dumps(weights, indent=1), "utf-8")


if __name__ == "__main__":
    main()
