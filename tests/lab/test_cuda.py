"""Runs on a GPU: the same tables as on the CPU, row for row and bit for bit.

Where no GPU is found, the kernel runs in Python, one thread after the other: slowly, but the very same code.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from wartable.batch.cuda import NoGpu
from wartable.core.numbers.exact import exponential
from wartable.lab.runs import cuda as lab_cuda
from wartable.lab.runs import engine as engines
from wartable.lab.runs import simulate
from wartable.lab.runs.batch import TABLES
from wartable.lab.runs.cuda import GpuMemory, make_kernels
from wartable.lab.runs.engine import Cuda, EngineFailed, make_engine
from wartable.lab.runs.job import BadJob, make_job, open_table
from wartable.lab.runs.recorder import notes_kind
from wartable.lab.runs.run import Run

from ..one_thread import OutOfMemory, one_thread
from ..test_batch import has_gpu
from .conftest import played, rows

needs_gpu = pytest.mark.skipif(not has_gpu(), reason="no GPU on this machine")


def tables(run: Run) -> dict[str, list[dict[str, Any]]]:
    """All rows of each table, in the order of the games."""
    return {name: rows(run, name) for name in TABLES}


def nature(run: Run) -> dict[str, int]:
    """How often nature acted in which way, over all batches."""
    total: dict[str, int] = {}
    for first, last in run.done():
        notes = run.read("games", first, last).schema.metadata
        for name, count in notes.items():
            if name.startswith(b"nature."):
                total[name.decode()] = total.get(name.decode(), 0) + int(count)
    return total


def assert_same_runs(folder, game, games, bots, players, **choices):
    job = make_job(game, games, bots, players, seed=17, **choices)
    job = job.with_(watch=3, detail=2)
    here = played(folder / "cpu", job, games)
    engine = Cuda(2)
    try:
        there = played(folder / "gpu", job, games, engine)
    finally:
        engine.close()
    assert tables(there) == tables(here)
    assert nature(there) == nature(here)


@pytest.fixture
def stand_in(metals, monkeypatch):
    """A GPU of one thread, with room for Metals."""
    metrics = open_table(make_job(metals, 1, ("random",))).metrics
    kinds = (simulate.GameRow, simulate.SeatRow, simulate.UseRow)
    module = one_thread(metals, notes_kind(metrics), simulate.codes_type(metals.action_count), *kinds)
    monkeypatch.setattr(engines, "load_cuda", lambda: module)
    return module


@needs_gpu
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_same_seeds_give_the_same_tables_on_cpu_and_gpu(each_game, bot, tmp_path):
    for players in each_game.seats:
        assert_same_runs(tmp_path / str(players), each_game, 200 if bot == "random" else 40, (bot,), players)


@pytest.mark.usefixtures("stand_in")
def test_the_kernel_leaves_what_the_cpu_leaves(metals, tmp_path, monkeypatch):
    """Also with more matches than lanes and rows, and with launches that end in the middle of matches."""
    monkeypatch.setattr(lab_cuda, "LANES", 5)
    monkeypatch.setattr(lab_cuda, "MOST_IN_WAVE", 8)
    monkeypatch.setattr(lab_cuda, "IN_BATCH", 3)
    assert_same_runs(tmp_path / "mixed", metals, 20, ("greedy", "random"), 2, options={"factions": "on"})
    assert_same_runs(tmp_path / "random", metals, 20, ("random",), 2)
    assert_same_runs(tmp_path / "opening", metals, 10, ("greedy",), 2, opening=2)


@pytest.mark.usefixtures("stand_in")
def test_a_run_goes_on_on_another_engine(metals, tmp_path):
    job = make_job(metals, 12, ("random",), seed=6)
    whole = played(tmp_path / "whole", job, 12)
    played(tmp_path / "parts", job, 5)
    parts = played(tmp_path / "parts", job, 12, Cuda(1))
    assert parts.done()[-1] == (5, 12)
    assert tables(parts) == tables(whole)


@pytest.mark.usefixtures("stand_in")
def test_a_match_that_never_ends_is_stopped_at_the_limit(metals, tmp_path, monkeypatch):
    monkeypatch.setitem(vars(metals), "bound", 25)
    assert_same_runs(tmp_path, metals, 6, ("random",), 2)


@pytest.mark.usefixtures("stand_in")
def test_other_bots_are_refused(metals, tmp_path):
    with pytest.raises(BadJob, match="--engine cuda plays random and greedy bots only, not mcts:50"):
        played(tmp_path / "run", make_job(metals, 4, ("mcts:50", "random")), 4, Cuda(1))


def test_a_match_that_does_not_fit_is_told(metals, stand_in):
    table = open_table(make_job(metals, 4, ("random",)))
    stand_in.current_context = lambda: SimpleNamespace(get_memory_info=lambda: (1000, 1000))
    with pytest.raises(NoGpu, match=r"a match needs .* bytes on the GPU, which has 1,000 bytes free"):
        GpuMemory(stand_in, make_kernels(stand_in, metals), table, 4)


def test_a_failing_gpu_is_told_and_what_is_played_is_kept(metals, stand_in, tmp_path, monkeypatch):
    monkeypatch.setattr(lab_cuda, "MOST_IN_WAVE", 4)
    monkeypatch.setattr(lab_cuda, "IN_BATCH", 4)
    job = make_job(metals, 8, ("random",), seed=6)
    run = Run.begin(tmp_path / "run", job, 8)
    engine = Cuda(1)
    batches = engine.play(job, run.missing())
    run.write(next(batches))

    def fail(*words):
        raise OutOfMemory("[700] the GPU has left\nand more")

    monkeypatch.setattr(stand_in, "to_device", fail)
    with pytest.raises(
        EngineFailed, match=r"the GPU failed: \[700\] the GPU has left; the matches played so far are kept"
    ):
        next(batches)
    assert run.done() == [(0, 4)]


@pytest.mark.skipif(has_gpu(), reason="there is a GPU")
def test_no_gpu_is_told():
    with pytest.raises(NoGpu, match=r"numba-cuda|no CUDA GPU was found"):
        make_engine("cuda")


def test_the_exponential_is_one():
    for x in [*np.linspace(-699, 699, 997), 0.0, 1.0, -1e-300, 1e-17]:
        assert exponential(x) == pytest.approx(np.exp(x), rel=2e-15)
        assert exponential(x) == exponential.py_func(x)
    assert exponential(-1e9) == 0.0
    assert exponential(1e9) == exponential(700.0)
