"""Profiles a first compile by stage and by function, in CPU seconds.

`python tools/compile_profile.py GAME [--top N] [--speed]` compiles a game into an empty cache, as `wartable compile`
does, with a clock around each stage. Nested stages and functions are counted separately. `--speed` measures play in the
same process. docs/research/compile.md has tables made with it.
"""

import argparse
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Clock:
    """CPU seconds by (function, stage), each moment counted once, for the innermost."""

    def __init__(self) -> None:
        self.spent: dict[tuple[str, str], float] = defaultdict(float)
        self.calls: Counter[tuple[str, str]] = Counter()
        self._functions, self._stages = ["(outside)"], ["python"]
        self._since = time.process_time()

    def _settle(self) -> None:
        now = time.process_time()
        self.spent[self._functions[-1], self._stages[-1]] += now - self._since
        self._since = now

    @contextmanager
    def within(self, stage: str, function: str = "") -> Iterator[None]:
        self._settle()
        self._functions.append(function or self._functions[-1])
        self._stages.append(stage)
        self.calls[self._functions[-1], stage] += 1
        try:
            yield
        finally:
            self._settle()
            self._functions.pop()
            self._stages.pop()

    def around(self, holder: Any, name: str, stage: str, function: Callable[..., str] = lambda *_: "") -> None:
        """Count calls of holder.name for a stage."""
        given = getattr(holder, name)

        def timed(*arguments: Any, **named: Any) -> Any:
            with self.within(stage, function(*arguments)):
                return given(*arguments, **named)

        setattr(holder, name, timed)


def name_of(function: Any) -> str:
    return f"{function.__module__.removeprefix('wartable.')}.{function.__qualname__}"


def timed(clock: Clock, run_pass: Callable[..., Any]) -> Callable[..., Any]:
    """A compiler pass that is counted separately."""

    def timed_pass(self: Any, index: int, step: Any, state: Any) -> Any:
        with clock.within(f"pass: {step.name()}"):
            return run_pass(self, index, step, state)

    return timed_pass


def watch(clock: Clock) -> None:
    """Put the clock around the stages of Numba's compiler."""
    from numba.core import codegen, compiler, compiler_machinery, lowering

    clock.around(compiler.CompilerBase, "compile_extra", "pipeline", lambda _, func: name_of(func))
    from wartable.compiler import decorators as compiled
    from wartable.compiler import linking, pipeline

    for manager in (compiler_machinery.PassManager, pipeline.ShortWay):
        manager._runPass = timed(clock, manager._runPass)  # type: ignore[method-assign]

    clock.around(compiled.Rule, "entry_for", "looking for entries", lambda self, _: name_of(self.py_func))
    clock.around(compiled.Rule, "piece_for", "looking for pieces", lambda self, _: name_of(self.py_func))
    clock.around(compiled, "make_island", "islands: wrappers, gathering pieces")
    clock.around(compiled, "load_piece", "reading pieces")
    clock.around(compiled, "load_island", "reading islands")
    clock.around(linking.Piece, "add_ir_module", "llvm: writing and parsing the text of modules")
    clock.around(linking.Piece, "finish", "llvm: linking Numba's own functions")
    clock.around(linking.Piece, "save", "writing pieces")
    clock.around(linking, "_optimise", "llvm: optimising islands")
    clock.around(linking, "_save_island", "writing islands")
    clock.around(codegen.JITCodeLibrary, "_finalize_specific", "llvm: machine code")
    clock.around(lowering.BaseLower, "lower", "lowering to llvm")


def table(title: str, rows: list[tuple[str, float, int]], whole: float, top: int) -> None:
    print(f"\n{title}\n")
    print("| | s | % | times |\n|---|---|---|---|")
    for name, seconds, count in sorted(rows, key=lambda row: -row[1])[:top]:
        print(f"| {name} | {seconds:.2f} | {100 * seconds / whole:.1f} | {count} |")


def search_speed(game: Any) -> int:
    """Iterations a second of the search, in six positions of random matches."""
    from wartable.bots.search.mcts import Budget, Searcher
    from wartable.core import generic
    from wartable.core.frames import MAX_SEATS, first_due
    from wartable.core.numbers.chance import generator
    from wartable.core.play import random_steps

    box, made, spent = game.new_box(), 0, 0.0
    for seed in range(6):
        s, rng = game.new_state(box), generator(seed)
        out, weights = game.buffers()
        random_steps(s, box, rng, out, weights, 30 + 10 * seed)
        while s.head.over == 0 and int(first_due(s)) >= MAX_SEATS:
            random_steps(s, box, rng, out, weights, 1)
        if s.head.over == 0:
            seat = int(first_due(s))
            legal = [int(action) for action in out[: generic.legal(s, box, seat, out)]]
            generic.hide(s, box, seat)
            searcher = Searcher(game, 1, Budget(iterations=1500), 1)
            started = time.process_time()
            made += searcher.think(s, box, seat, legal).iterations
            spent += time.process_time() - started
    return round(made / spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--top", type=int, default=30, help="how many functions are listed")
    parser.add_argument("--speed", action="store_true", help="measure random play and the search, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARTABLE_CACHE"] = folder
        from wartable.compiler.ahead.background import make_all
        from wartable.core.registry import find_game

        game = find_game(arguments.game)
        clock = Clock()
        watch(clock)
        started = time.process_time()
        parts: list[tuple[str, float]] = []
        make_all(game, lambda part, *_: parts.append((part, time.process_time())))
        ended = time.process_time()
        if arguments.speed:
            from wartable.cli.bench import rates

            found = [rates(game, game.seats[0], 1.0, 0)["decisions_per_second"] for _ in range(3)]
            searches = [search_speed(game) for _ in range(3)]
            print(f"decisions a second: {found}; iterations of the search a second: {searches}")
    whole = ended - started
    print(f"{game.title}: {whole:.1f} s of CPU")
    ends = [at for _, at in parts[1:]] + [ended]
    table("By part", [(name, end - at, 1) for (name, at), end in zip(parts, ends, strict=True)], whole, 99)
    by_stage: dict[str, float] = defaultdict(float)
    by_function: dict[str, float] = defaultdict(float)
    calls: Counter[str] = Counter()
    for (function, stage), seconds in clock.spent.items():
        by_stage[stage] += seconds
        by_function[function] += seconds
    for (_, stage), count in clock.calls.items():
        calls[stage] += count
    table("By stage", [(name, seconds, calls[name]) for name, seconds in by_stage.items()], whole, 99)
    compiled = {function: clock.calls[function, "pipeline"] for function in by_function}
    rows = [(name, seconds, compiled[name]) for name, seconds in by_function.items()]
    table(f"By function ({sum(compiled.values())} were compiled)", rows, whole, arguments.top)
    foreign = sum(seconds for name, seconds in by_function.items() if name.startswith("numba."))
    print(f"\nNumba's own functions: {foreign:.1f} s")
    often = sorted(((count, name) for name, count in compiled.items() if count > 1), reverse=True)
    print(f"Compiled more than once: {len(often)}:", ", ".join(f"{name} {count}" for count, name in often[:40]))


if __name__ == "__main__":
    main()
