"""Counts what a decision of random play costs the processor, part by part: `python benchmarks/limits.py [GAME ...]`

For each game a table of the parts of a decision, and the phases in which most instructions are spent.

Valgrind counts instructions, cache misses and mispredicted branches on a simulated processor with this one's caches.
The counts do not depend on how busy the machine is, and a second run gives the same ones. A part of a decision is
counted by doing it twice: each run plays the same matches from the same generator and repeats one part. What no part
explains is book-keeping: whose turn it is, and the loop.

It needs `valgrind` on the PATH. Valgrind knows no AVX-512, so rules are compiled for an older processor.
"""

import argparse
import ctypes
import mmap
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wartable.compiler.decorators import standalone
from wartable.core.frames import NATURE, AnyBox, Tables, kind
from wartable.core.generic import apply, chance, legal, setup
from wartable.core.numbers.chance import Rng, draw, draw_weighted, generator, random_due
from wartable.core.record import Ints
from wartable.core.registry import find_game, game_names

PROCESSOR = "haswell"
LIMIT = 100_000
PARTS = ("listing", "applying", "copying", "drawing", "setting up")
"""What can be repeated, in the order of `repeats`. A repeated action is applied to a copy."""
VARIANTS: list[tuple[str, ...]] = [(), *((part,) if part != "applying" else ("copying", part) for part in PARTS)]
KINDS = 64
"""More than any game has."""
PHASES = 3
"""How many phases are told for each game."""
COUNTED = {
    "instructions": ("Ir",),
    "reads and writes": ("Dr", "Dw"),
    "misses of the first cache, data": ("D1mr", "D1mw"),
    "misses of the first cache, code": ("I1mr",),
    "misses of the last cache": ("ILmr", "DLmr", "DLmw"),
    "mispredicted branches": ("Bcm", "Bim"),
}


@standalone
def matches_with(states: Tables, box: AnyBox, matches: int, rng: Rng, out: Ints, weights: Ints, repeats: Ints) -> int:
    """Play whole matches at random, and repeat parts of some decisions. Returns the number of actions.

    `repeats` has a 1 for each part that is repeated, and then for each kind of decision in which it is.
    """
    steps = 0
    for _ in range(matches):
        for _ in range(1 + repeats[4]):
            states[0] = states[1]
            setup(states[0], box)
        begun = steps
        while states[0].head.over == 0 and steps - begun < LIMIT:
            again = repeats[5 + kind(states[0])]
            seat = random_due(states[0], rng)
            count = 0
            for _ in range(1 + again * repeats[0]):
                count = chance(states[0], box, out, weights) if seat == NATURE else legal(states[0], box, seat, out)
            before = rng[0]
            action = 0
            for _ in range(1 + again * repeats[3]):
                rng[0] = before
                action = out[draw_weighted(rng, weights, count) if seat == NATURE else draw(rng, count)]
            for _ in range(again * repeats[2]):
                states[2] = states[0]
            for _ in range(again * repeats[1]):
                apply(states[2], box, seat, action)
            apply(states[0], box, seat, action)
            steps += 1
    return steps


class Counter:
    """Switches Valgrind's counting on and off from inside, by its client requests (x86-64 only)."""

    DUMP, ZERO, START, STOP = 0x43540000, 0x43540001, 0x43540004, 0x43540005
    CODE = bytes.fromhex("4889f8 31d2 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3")
    """Hand over a request: four rotations of rdi that cancel out, and an exchange that does nothing."""

    def __init__(self) -> None:
        self.page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.page.write(self.CODE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self.page))
        self.call = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(address)

    def ask(self, *requests: int) -> None:
        for request in requests:
            self.call(ctypes.byref((ctypes.c_uint64 * 6)(request)))

    def __enter__(self) -> None:
        self.ask(self.START, self.ZERO)

    def __exit__(self, *_: object) -> None:
        self.ask(self.DUMP, self.STOP)


def watched(names: list[str], matches: int) -> None:
    """What Valgrind watches: the variants of all decisions, then those of each phase, counted one by one."""
    counter = Counter()
    for name in names:
        game = find_game(name)
        box = game.new_box(None, game.seats[0])
        out, weights = game.buffers()
        every = [("", variant, range(KINDS)) for variant in VARIANTS]
        phases = [(phase.name, part, phase.asked) for phase in game.decisions.phases for part in VARIANTS[1:4]]
        for phase, variant, kinds in every + phases:
            states = np.zeros(3, game.state.dtype)
            repeats = np.array([*(part in variant for part in PARTS), *np.isin(np.arange(KINDS), kinds)], np.int64)
            matches_with(states, box, 1, generator(7), out, weights, repeats)
            with counter:
                steps = matches_with(states, box, matches, generator(7), out, weights, repeats)
            row = name, phase or "-", variant[-1] if variant else "-", int(steps), game.state.dtype.itemsize
            print(*row, sep="\t", flush=True)


class Counts(NamedTuple):
    """What was counted for a game, by phase (`-`: all) and repeated part."""

    steps: int
    size: int
    found: dict[tuple[str, str], dict[str, int]]

    def of(self, events: tuple[str, ...], part: str, phase: str = "-") -> float:
        """The share of a part in a decision, or with the part `-` all of it."""
        counted = sum(self.found[phase, part][event] for event in events) / self.steps
        if part == "-":
            return counted
        more = counted - self.of(events, "-")
        return more - self.of(events, "copying", phase) if part == "applying" else more


def run_watched(names: list[str], matches: int) -> dict[str, Counts]:
    python = [sys.executable, __file__, *names, "--matches", str(matches), "--watched"]
    environment = {**os.environ, "NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": ""}
    # Compiled first, since the compiler is slow under Valgrind.
    subprocess.run(python, env=environment, check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        counts = f"--callgrind-out-file={folder}/counts"
        options = ["--cache-sim=yes", "--branch-sim=yes", "--instr-atstart=no", counts]
        valgrind = ["valgrind", "-q", "--tool=callgrind", *options]
        done = subprocess.run([*valgrind, *python], env=environment, check=True, stdout=subprocess.PIPE, text=True)
        dumps = sorted(Path(folder).glob("counts.*"), key=lambda path: int(path.suffix[1:]))
        found = [read_counts(path) for path in dumps]
    games: dict[str, Counts] = {}
    for line, counted in zip(done.stdout.splitlines(), found, strict=True):
        name, phase, part, steps, size = line.split("\t")
        games.setdefault(name, Counts(int(steps), int(size), {})).found[phase, part] = counted
    return games


def read_counts(dump: Path) -> dict[str, int]:
    text = dump.read_text()
    events = re.search(r"^events: (.*)$", text, re.M)
    totals = re.search(r"^(?:totals|summary): (.*)$", text, re.M)
    if not events or not totals:
        raise SystemExit(f"{dump} has no counts")
    names, numbers = events[1].split(), [int(number) for number in totals[1].split()]
    return dict(zip(names, numbers + [0] * (len(names) - len(numbers)), strict=True))


def tell(name: str, counts: Counts) -> None:
    """A row for each count and a column for each part, all for one decision; then the phases that cost most."""
    print(f"\n{name}: {counts.steps:,} decisions, {counts.size:,} bytes a state\n")
    print(f"| for a decision | all | {' | '.join(PARTS)} | the rest |")
    print("|---|" + "---|" * (len(PARTS) + 2))
    for title, events in COUNTED.items():
        parts = {part: counts.of(events, part) for part in PARTS}
        plain = counts.of(events, "-")
        rest = plain - sum(parts.values()) + parts["copying"]
        cells = [plain, *parts.values(), rest]
        print(f"| {title} | " + " | ".join(f"{cell:,.0f}" if plain >= 100 else f"{cell:.2f}" for cell in cells) + " |")
    instructions, phases = COUNTED["instructions"], {phase for phase, _ in counts.found if phase != "-"}
    costs = {
        f"{part} in `{phase}`": counts.of(instructions, part, phase) / counts.of(instructions, "-")
        for phase in phases
        for part in ("listing", "applying")
    }
    largest = sorted(costs, key=lambda cost: -costs[cost])[:PHASES]
    print("\nMost instructions: " + ", ".join(f"{cost} {costs[cost]:.0%}" for cost in largest) + ".", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--watched", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.watched:
        watched(given.games, given.matches)
        return
    if not shutil.which("valgrind"):
        raise SystemExit("This needs valgrind. Install it with your system's package manager.")
    for name, counts in run_watched(given.games, given.matches).items():
        tell(name, counts)


if __name__ == "__main__":
    main()
