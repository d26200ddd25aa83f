"""Functions stay small: at most 60 lines and 7 arguments, but for those that this page lists, each with its reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

from .conftest import ROOT

LONGEST, WIDEST = 60, 7
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "docs")

KERNEL = "CUDA kernels take arrays and numbers, no tuples; the CPU's functions mirror them"
ARRAYS = (
    "compiled: it allocates nothing, so the caller hands over the room; one more record would be built at each call"
)
NOTE = "what a note tells are its arguments, so that it compiles to nothing where nobody listens"
STANDS = "one stands for the other in compiled code, so each takes what a note tells"
PLACE = "where a thing lies and how large it is"
CHOICES = "keywords that have defaults; a caller names one or two"

EXCEPTIONS = {
    "src/wartable/adapters/vector.py": {"__init__": CHOICES},
    "src/wartable/batch/batch.py": {"__init__": CHOICES},
    "src/wartable/batch/cpu.py": dict.fromkeys(("restart_span", "step_span", "ahead_span", "playout_span"), KERNEL),
    "src/wartable/batch/cuda.py": {
        "make_kernels": "kernels are made once the GPU's compiler is loaded, all in the scope where it is known",
        "ahead_kernel": KERNEL,
        "playout_kernel": KERNEL,
    },
    "src/wartable/batch/kernel.py": dict.fromkeys(("restart", "look_ahead", "step"), KERNEL),
    "src/wartable/bots/advice/hint.py": {"make_hint": CHOICES},
    "src/wartable/bots/search/puct.py": {"advance": ARRAYS},
    "src/wartable/bots/search/simulations.py": {
        **dict.fromkeys(("sample_chance", "search"), ARRAYS),
        "simulate": "from the root to the leaf; what it counts on the way would be arguments of each part",
    },
    "src/wartable/bots/search/selection.py": dict.fromkeys(("select_child", "expand_with_value_prior"), ARRAYS),
    "src/wartable/bots/search/sequential_halving.py": {"expand_root": ARRAYS},
    "src/wartable/drawing/lettering.py": {"title": PLACE},
    "src/wartable/core/decisions/decisions.py": {"__init__": CHOICES},
    "src/wartable/core/match/match.py": {"start": CHOICES},
    "src/wartable/core/notes.py": {
        **dict.fromkeys(("note", "whisper", "change", "write_line", "write_changed"), NOTE),
        **dict.fromkeys(("skip_line", "skip_change", "tell_line", "tell_change"), STANDS),
    },
    "src/wartable/core/play.py": dict.fromkeys(("greedy_action", "greedy_among"), ARRAYS),
    "src/wartable/games/heroes/judge.py": {"prospects": "one sum over all that a seat has; its terms share the sum"},
    "src/wartable/lab/reports/again.py": {"play_out": ARRAYS},
    "src/wartable/lab/runs/cuda.py": {"play": KERNEL},
    "src/wartable/lab/runs/job.py": {"make_job": CHOICES},
    "src/wartable/lab/runs/simulate.py": dict.fromkeys(("write_seat", "play_match", "play_on", "play_matches"), ARRAYS),
    "src/wartable/lab/studies/tune.py": {"__init__": CHOICES},
    "src/wartable/server/storage/migrations/versions/0001_first_tables.py": {
        "upgrade": "what was done to databases stays"
    },
    "tests/games/city_of_iron/test_sample_round.py": {"test_the_sample_round": "the rulebook's own round, in order"},
    "tests/games/thrones/position.py": {"position": CHOICES},
    "tools/city_of_iron/balance.py": dict.fromkeys(("choose", "play_games"), ARRAYS),
    "tools/iron_kings/balance.py": dict.fromkeys(("play_matches", "play_round"), ARRAYS),
}
"""Functions that may be longer or take more, by file, each with the reason."""


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def is_small(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    wide = len([name for name in names if name not in ("self", "cls")]) > WIDEST
    lines = (function.end_lineno or 0) - function.lineno + 1
    return not wide and lines <= LONGEST


def test_functions_are_short_and_take_few_arguments():
    found: dict[str, set[str]] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            large = {function.name for function in functions(path) if not is_small(function)}
            if large:
                found[path.relative_to(ROOT).as_posix()] = large
    listed = {file: set(reasons) for file, reasons in EXCEPTIONS.items()}
    assert found == listed, "mend what is large; take off the list what is small by now"


def test_no_program_lives_among_the_tests():
    mark = '\nif __name__ == "__main__":'
    assert [path for path in (ROOT / "tests").rglob("*.py") if mark in path.read_text("utf-8")] == []
