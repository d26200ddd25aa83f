"""The same games on a real Ray cluster of two nodes, also when workers are killed.

Ray runs in a process of its own: it leaves threads and open files behind that are no business of these tests.
"""

import json
import os
import signal
import subprocess
import sys

import pytest

from wartable.lab.runs.engine import EngineFailed, Ray

from ..conftest import ROOT

ray = pytest.importorskip("ray")

SCRIPT = """
import json, os, signal, sys, time
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
from wartable.core.registry import find_game
from wartable.lab.runs.batch import TABLES
from wartable.lab.runs.engine import Here, make_engine
from wartable.lab.runs.job import make_job
from wartable.lab.runs.progress import Progress
from wartable.lab.runs.run import Run
from wartable.lab.runs.work import play_run

GAMES = 12_000
folder = Path(sys.argv[1])

def rows(run, name):
    found = [row for first, last in run.done() for row in run.read(name, first, last).to_pylist()]
    return sorted(found, key=lambda row: row["game"])

def title(process):
    try:
        return process.joinpath("cmdline").read_bytes()
    except OSError:
        return b""

def kill_one_at_work():
    '''A worker in the middle of a batch: Ray names its process by what it does.'''
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for process in Path("/proc").glob("[0-9]*"):
            if title(process).startswith(b"ray::play_batch"):
                os.kill(int(process.name), signal.SIGKILL)
                return True
        time.sleep(0.01)
    return False

job = make_job(find_game("metals"), GAMES, ("greedy", "random"), seed=21)
alone = Run.begin(folder / "alone", job, GAMES)
play_run(alone, Here(), Progress())

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False)
nodes = len([node for node in ray.nodes() if node["Alive"]])
shared = Run.begin(folder / "shared", job, GAMES)
engine, killed, left = make_engine("ray"), 0, []
for number, batch in enumerate(engine.play(job, shared.missing())):
    shared.write(batch)
    if number in (1, 2):
        left.append(GAMES - shared.played)
        killed += kill_one_at_work()
    if number == 3:
        left.append(GAMES - shared.played)
        cluster.remove_node(second)
engine.close()
facts = {
    "nodes": nodes,
    "killed": killed,
    "in_the_middle": len(left) == 3 and all(left),
    "nodes_at_the_end": len([node for node in ray.nodes() if node["Alive"]]),
    "same": all(rows(alone, name) == rows(shared, name) for name in TABLES),
    "left_open": ray.is_initialized(),
}
(folder / "facts.json").write_text(json.dumps(facts))
ray.shutdown()
cluster.shutdown()
os._exit(0)
"""


def test_a_cluster_of_two_nodes_plays_the_same_games_though_workers_and_a_node_die(tmp_path):
    """Two workers are killed in the middle of a batch, then one of the nodes goes."""
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(tmp_path)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(words, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            process.wait(500)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert (tmp_path / "facts.json").exists(), (tmp_path / "log").read_text()
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert facts == {
        "nodes": 2,
        "killed": 2,
        "in_the_middle": True,
        "nodes_at_the_end": 1,
        "same": True,
        "left_open": True,
    }


def test_no_cluster_is_told(monkeypatch):
    def refuse(**words):
        raise ConnectionError("could not connect to 127.0.0.1:1\nand more")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(EngineFailed, match="no Ray cluster could be joined: could not connect"):
        Ray()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1:1", r"nobody answers at 127\.0\.0\.1:1"),
        ("127.0.0.1:99999", "nobody answers at"),
        ("ray://127.0.0.1:1", "nobody answers at"),
        ("nowhere", "--address nowhere: write it as HOST:PORT"),
        ("127.0.0.1:ray", "write it as HOST:PORT"),
    ],
)
def test_an_address_where_nobody_answers_is_told_at_once(monkeypatch, address, reason):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **words: pytest.fail("Ray would wait for many minutes"))
    with pytest.raises(EngineFailed, match=reason):
        Ray(address=address)
