"""The examples for other libraries run, where those are installed: a few steps of each; figures are in the docs."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from wartable.compiler.mode import reading

from .conftest import ROOT
from .made import found
from .test_first_game import write_out

FOLDER = ROOT / "examples" / "learning"


@pytest.fixture
def example(monkeypatch, request):
    """The module of an example; skipped where its library is not installed."""

    def load(name, *libraries):
        for library in libraries:
            pytest.importorskip(library)
        monkeypatch.syspath_prepend(str(FOLDER))
        request.addfinalizer(lambda: sys.modules.pop(name, None))
        return import_module(name)

    return load


@pytest.mark.parametrize(("name", "library"), [("torch_ppo", "torch"), ("jax_ppo", "jax")])
def test_a_loop_of_ones_own_learns_on_many_tables(example, monkeypatch, name, library):
    module = example(name, library)
    monkeypatch.setattr(module, "TABLES", 16)
    monkeypatch.setattr(module, "STEPS", 16)
    if name == "jax_ppo":
        monkeypatch.setattr(module, "BATCH", 64)
    assert 0 <= module.learn("metals", seconds=0) <= 1


def test_stable_baselines_learns_with_masks(example):
    module = example("sb3_maskable_ppo", "sb3_contrib")
    assert 0 <= module.learn("metals", steps=256, matches=1) <= 1


@pytest.mark.filterwarnings("ignore")
def test_rllib_learns_with_masks(example):
    module = example("rllib_ppo", "tree", "lz4", "pandas", "torch", "ray")
    assert module.learn("metals", seconds=0, steps=512) >= 0


@pytest.mark.filterwarnings("ignore")
def test_pufferlib_learns_on_many_tables(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it leaves a link where it is imported
    module = example("pufferlib_ppo", "pufferlib")
    assert 0 <= module.learn("metals", steps=2_000, tables=16) <= 1


def test_the_search_of_open_spiel_plays(example):
    module = example("openspiel_mcts", "pyspiel")
    assert module.score("metals", matches=1, simulations=2, most=8) == 0.5


def test_regrets_are_minimised_on_the_first_game(example, tmp_path: Path, monkeypatch):
    """Whoever is to move at a heap of no multiple of four wins, and the policy finds out."""
    module = example("openspiel_cfr", "pyspiel")
    from wartable.adapters.openspiel import register
    from wartable.core.registry import find_game

    write_out(tmp_path)
    with found(monkeypatch, tmp_path / "src"), reading():
        register(find_game("stones"))
        before, after, known = module.solve("stones", {"heap": 5}, 10)
    assert known > 10
    assert after < 0.2 < before


def test_every_example_is_tried_and_told_of():
    told = (ROOT / "docs" / "learning.md").read_text("utf-8")
    tests = Path(__file__).read_text("utf-8")
    for path in FOLDER.glob("*.py"):
        assert f"examples/learning/{path.name}" in told
        assert f'"{path.stem}"' in tests
