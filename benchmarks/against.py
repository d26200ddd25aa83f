"""Compares the speed of the rules with that of another checkout, in turns: `benchmarks/against.py CHECKOUT [GAME
...]`.

Each turn runs `wartable bench --no-compile`, or with --judge `benchmarks/judging.py`, in a separate process, and
measures CPU seconds. Each checkout compiles into its own empty cache, since code that calls islands of another checkout
is slower. The best of all turns is compared, because other work on the machine only slows a turn down; the median is
printed as well.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

import wartable

HERE = Path(__file__).resolve().parents[1]
BYTES = "state_bytes"


class Measure(NamedTuple):
    """A program that prints a row of JSON for a game, and the values that are used."""

    command: tuple[str, ...]
    rate: str
    title: str


PLAY = Measure(("-m", "wartable", "bench", "--no-compile", "--json"), "decisions_per_second", "decisions a second")
JUDGE = Measure((str(HERE / "benchmarks" / "judging.py"),), "weighed_per_second", "actions weighed a second")


def bench(measure: Measure, checkout: Path, game: str, seconds: float, cache: Path) -> dict[str, float]:
    command = [sys.executable, *measure.command, game, "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "WARTABLE_CACHE": str(cache)}
    done = subprocess.run(command, env=environment, cwd=checkout, check=True, capture_output=True, text=True)
    row: dict[str, float] = json.loads(done.stdout)
    return row


def compare(measure: Measure, game: str, other: Path, rounds: int, seconds: float) -> str:
    rows: dict[Path, list[dict[str, float]]] = {HERE: [], other: []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for number, (checkout, found) in enumerate(rows.items()):
                found.append(bench(measure, checkout, game, seconds, Path(folder, str(number))))
    mine, theirs = ([row[measure.rate] for row in found] for found in rows.values())
    cells = [
        game,
        f"{max(mine):,.0f}",
        f"{max(theirs):,.0f}",
        f"{max(mine) / max(theirs):.3f}",
        f"{median(mine) / median(theirs):.3f}",
        f"{rows[HERE][0][BYTES]:,.0f}",
        f"{rows[other][0][BYTES]:,.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("games", nargs="*", default=[game.name for game in wartable.available_games()])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--judge", action="store_true", help="how fast the judges are, in place of random play")
    arguments = parser.parse_args()
    measure = JUDGE if arguments.judge else PLAY
    print(f"| | {measure.title} | of the other | best by best | middle by middle | bytes | of the other |")
    print("|---|---|---|---|---|---|---|")
    for game in arguments.games:
        print(compare(measure, game, arguments.checkout.resolve(), arguments.rounds, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
