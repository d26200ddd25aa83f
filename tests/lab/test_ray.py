"""The same games on a real Ray cluster of two nodes, also when workers are killed.

Ray runs in a process of its own: it leaves threads and open files behind that are no business of these tests.
"""

import json
import os
import subprocess
import sys

import pytest

from wartable.lab.engine import EngineFailed, Ray

from ..conftest import ROOT

ray = pytest.importorskip("ray")

SCRIPT = """
import json, os, signal, sys
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
from wartable.core.registry import find_game
from wartable.lab.batch import TABLES
from wartable.lab.engine import Here, make_engine
from wartable.lab.job import make_job
from wartable.lab.progress import Progress
from wartable.lab.run import Run
from wartable.lab.work import play_run

folder = Path(sys.argv[1])
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False)
(folder / "started").touch()

def rows(run, name):
    found = [row for first, last in run.done() for row in run.read(name, first, last).to_pylist()]
    return sorted(found, key=lambda row: row["game"])

job = make_job(find_game("metals"), 3000, ("random",), seed=21)
alone = Run.begin(folder / "alone", job, 3000)
play_run(alone, Here(), Progress())
shared = Run.begin(folder / "shared", job, 3000)
engine, pid, killed = make_engine("ray"), ray.remote(os.getpid), 0
for batch in engine.play(job, shared.missing()):
    shared.write(batch)
    if killed < 2:
        os.kill(ray.get(pid.remote()), signal.SIGKILL)
        killed += 1
engine.close()
facts = {
    "nodes": len([node for node in ray.nodes() if node["Alive"]]),
    "killed": killed,
    "same": all(rows(alone, name) == rows(shared, name) for name in TABLES),
    "left_open": ray.is_initialized(),
}
(folder / "facts.json").write_text(json.dumps(facts))
os._exit(0)
"""


def test_a_cluster_of_two_nodes_plays_the_same_games_though_workers_die(tmp_path):
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(tmp_path)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(words, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            process.wait(240)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if not (tmp_path / "started").exists():
        pytest.skip("Ray did not start: it gives its nodes half a minute, which a busy machine may not manage")
    assert (tmp_path / "facts.json").exists(), (tmp_path / "log").read_text()
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert facts == {"nodes": 2, "killed": 2, "same": True, "left_open": True}


def test_no_cluster_is_told(monkeypatch):
    def refuse(**words):
        raise ConnectionError("could not connect to 127.0.0.1:1\nand more")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(EngineFailed, match="no Ray cluster could be joined: could not connect"):
        Ray(address="127.0.0.1:1")
