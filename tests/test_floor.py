"""Without Numba's inner parts, or with a Numba that nobody has tried, rules are read: one warning, and all works."""

import subprocess
import sys
from pathlib import Path

import pytest

from wartable.core import record

SOURCES = Path(record.__file__).parents[2]

PLAY = """
import warnings
warnings.simplefilter("always")
import numba, numba.core.codegen, numba.core.compiler, numba.core.dispatcher, numba.core.ssa, numba.core.typeinfer
{change}
import wartable
match = wartable.new("metals", seed=1)
for _ in range(12):
    seat = match.due[0]
    match.play(seat, match.legal(seat)[-1])
print(match.full_state().tobytes().hex())
"""
CHANGES = {
    "a private function": "del numba.core.compiler._make_subtarget",
    "a private class": "del numba.core.dispatcher._FunctionCompiler",
    "a step of type inference": "del numba.core.typeinfer.IntrinsicCallConstraint",
    "a step of single assignment": "del numba.core.ssa._FixSSAVars",
    "a method that only compiling calls": "del numba.core.codegen.CPUCodegen._module_pass_manager",
    "an older Numba": "numba.version_info = numba.version_info._replace(short=(0, 63))",
    "a newer Numba": "numba.version_info = numba.version_info._replace(short=(9, 1))",
}


def play(change: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAY.format(change=change)],
        env={"PATH": "", "PYTHONPATH": str(SOURCES), "WARTABLE_CACHE": str(folder), **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What rules that are read come to."""
    done = play("", tmp_path_factory.mktemp("read"), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_match_is_played_and_one_warning_says_that_rules_are_read(change: str, expected: str, tmp_path: Path) -> None:
    done = play(change, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == expected
    assert done.stderr.count("RuntimeWarning: rules are read, which is slow: ") == 1, done.stderr
