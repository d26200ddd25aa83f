"""Runs: the same whoever plays them, never lost, never mixed."""

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from wartable.lab.runs import run as runs
from wartable.lab.runs.batch import TABLES
from wartable.lab.runs.engine import Here, Pieces, Pool
from wartable.lab.runs.job import make_job
from wartable.lab.runs.progress import Progress
from wartable.lab.runs.run import BadRun, Run
from wartable.lab.runs.work import play_run

from .conftest import played, rows


def everything(run):
    return {name: rows(run, name) for name in TABLES}


@pytest.fixture
def job(metals):
    return make_job(metals, 300, ("random",), seed=9)


def test_the_number_of_workers_changes_nothing(tmp_path, job):
    alone = played(tmp_path / "alone", job, 300)
    pool = Pool(2)
    try:
        shared = played(tmp_path / "shared", job, 300, pool)
    finally:
        pool.close()
    assert everything(alone) == everything(shared)
    assert [row["game"] for row in rows(shared, "games")] == list(range(300))


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, job):
    whole = played(tmp_path / "whole", job, 300)
    run = Run.begin(tmp_path / "parts", job, 300)
    for number, batch in enumerate(Here().play(job, run.missing())):
        run.write(batch)
        if number == 1:
            break
    before = run.played
    assert 0 < before < 300
    again = Run.begin(tmp_path / "parts", job, 300)
    assert play_run(again, Here(), Progress()) == 300 - before
    assert everything(again) == everything(whole)


def test_a_run_can_be_made_longer(tmp_path, job):
    played(tmp_path / "run", job, 100)
    run = Run.begin(tmp_path / "run", job, 300)
    assert play_run(run, Here(), Progress()) == 200
    assert [row["game"] for row in rows(run, "games")] == list(range(300))


def test_a_worker_that_dies_loses_no_game(tmp_path, job):
    alone = played(tmp_path / "alone", job, 300)
    run = Run.begin(tmp_path / "run", job, 300)
    pool = Pool(2)
    killed: list[object] = []
    try:
        for batch in pool.play(job, run.missing()):
            run.write(batch)
            if not killed:
                victim = multiprocessing.active_children()[0]
                assert victim.pid is not None
                os.kill(victim.pid, signal.SIGKILL)
                killed.append(victim)
    finally:
        pool.close()
    assert killed
    assert everything(run) == everything(alone)


# The command, which is killed as soon as it has written something, and says before how many workers it has.
KILLED = """
import multiprocessing, os, signal, sys
from wartable.cli import main
from wartable.lab.runs.run import Run

def once(run, batch, write=Run.write):
    write(run, batch)
    os.write(1, str(len(multiprocessing.active_children())).encode())
    os.kill(os.getpid(), signal.SIGKILL)

Run.write = once
main(sys.argv[1:])
"""


def test_a_killed_run_goes_on_and_leaves_no_workers(tmp_path):
    folder, told = tmp_path / "run", tmp_path / "workers"
    words = ["lab", "run", "metals", "--games", "20000", "--bots", "random"]
    words += ["--out", str(folder), "--workers", "2", "--no-report"]
    with told.open("w") as file:
        process = subprocess.Popen([sys.executable, "-c", KILLED, *words], start_new_session=True, stdout=file)
        assert process.wait() == -signal.SIGKILL
    assert told.read_text().endswith("2")
    run = Run.open(folder)
    assert 0 < run.played < 20_000
    subprocess.run([sys.executable, "-m", "wartable", *words], check=True, stdout=subprocess.DEVNULL)
    assert [row["game"] for row in rows(run, "games")] == list(range(20_000))
    deadline = time.monotonic() + 300
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert members(process.pid) == 0


def members(session):
    """How many processes of a session are there."""
    listed = subprocess.run(["ps", "-eo", "sess"], capture_output=True, text=True, check=True).stdout
    return listed.split().count(str(session))


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path, job, monkeypatch):
    run = Run.begin(tmp_path / "run", job, 300)
    write = runs.write_bytes
    count: list[object] = []

    def full(path, content):
        count.append(path)
        if len(count) > 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, content)

    monkeypatch.setattr(runs, "write_bytes", full)
    with pytest.raises(BadRun, match=r"No space left on device; the 1 games so far are kept, and the same command"):
        play_run(run, Here(), Progress())
    monkeypatch.undo()
    play_run(run, Here(), Progress())
    assert [row["game"] for row in rows(run, "games")] == list(range(300))


def test_other_games_are_never_mixed_in(tmp_path, metals, job):
    played(tmp_path / "run", job, 10)
    with pytest.raises(BadRun, match=r"it holds another run \(other seed, options\); choose another folder"):
        Run.begin(tmp_path / "run", make_job(metals, 10, ("random",), seed=10, options={"turn_limit": 150}), 10)
    facts = json.loads((tmp_path / "run" / "run.json").read_text())
    (tmp_path / "run" / "run.json").write_text(json.dumps({**facts, "fingerprint": "of other rules"}))
    with pytest.raises(BadRun, match="the rules or data have changed since this run began"):
        Run.begin(tmp_path / "run", job, 10)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("{", "it cannot be read"), ("[]", "not a run of this version"), ('{"wartable_lab": 3}', "something is missing")],
)
def test_a_broken_manifest_is_told(tmp_path, text, reason):
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(BadRun, match=reason):
        Run.open(tmp_path)


def test_a_broken_table_is_told(tmp_path, job):
    run = played(tmp_path / "run", job, 10)
    path = next((tmp_path / "run" / "seats").iterdir())
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(BadRun, match="it cannot be read"):
        list(run.batches())


def test_batches_grow_to_the_right_length_and_cover_everything():
    pieces = Pieces([(0, 10_000)], 2)
    covered = []
    while pieces:
        first, last = pieces.next()
        covered.append((first, last))
        pieces.learn(runs.Batch(first, last, {}, seconds=(last - first) * 0.01))
    assert [first for first, _ in covered] == [0, *(last for _, last in covered[:-1])]
    assert covered[-1][1] == 10_000
    assert max(last - first for first, last in covered) == 150
