"""The same games on a Ray cluster of two nodes, also when a worker is killed."""

import os
import signal
import warnings

import pytest

from wartable.lab.batch import TABLES
from wartable.lab.engine import EngineFailed, make_engine
from wartable.lab.job import make_job
from wartable.lab.run import Run

from ..conftest import ROOT
from .conftest import played, rows

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("ignore")


def start_cluster(tries=3):
    """Ray gives a node thirty seconds to start, which a busy machine may not manage at once."""
    from ray.cluster_utils import Cluster

    try:
        return Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    except Exception as error:
        if tries == 1:
            pytest.skip(f"Ray itself does not start on this machine now: {error}")
        return start_cluster(tries - 1)


@pytest.fixture(scope="module")
def cluster():
    """Two nodes on this machine, as two machines would be."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        os.environ["RAY_agent_register_timeout_ms"] = "120000"  # noqa: SIM112
        os.environ["PYTHONPATH"] = f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}"
        nodes = start_cluster()
        nodes.add_node(num_cpus=1)
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
        ray.shutdown()
        nodes.shutdown()


def test_a_cluster_of_two_nodes_plays_the_same_games(tmp_path, metals, cluster):
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    job = make_job(metals, 200, ("random",), seed=21)
    alone = played(tmp_path / "alone", job, 200)
    engine = make_engine("ray")
    shared = played(tmp_path / "shared", job, 200, engine)
    engine.close()
    assert ray.is_initialized(), "a cluster that was joined before is left as it was"
    for name in TABLES:
        assert rows(alone, name) == rows(shared, name)


def test_a_ray_worker_that_dies_loses_no_game(tmp_path, metals, cluster):
    job = make_job(metals, 3000, ("random",), seed=22)
    run = Run.begin(tmp_path / "run", job, 3000)
    engine = make_engine("ray")
    pid = ray.remote(os.getpid)
    killed = 0
    for batch in engine.play(job, run.missing()):
        run.write(batch)
        if killed < 2:
            os.kill(ray.get(pid.remote()), signal.SIGKILL)
            killed += 1
    assert killed == 2
    assert [row["game"] for row in rows(run, "games")] == list(range(3000))


def test_no_cluster_is_told(cluster, monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)

    def refuse(**words):
        raise ConnectionError("could not connect to 127.0.0.1:1\nand more")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(EngineFailed, match="no Ray cluster could be joined: could not connect"):
        make_engine("ray", address="127.0.0.1:1")
