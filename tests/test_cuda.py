"""Batches on a GPU: the same games as on the CPU, action for action.

Where no GPU is found, the kernels run in Python, one thread after the other: slowly, but the very same code.
"""

import numpy as np
import pytest

from tests.one_thread import one_thread
from tests.test_batch import has_gpu
from wartable.batch import Batch

needs_gpu = pytest.mark.skipif(not has_gpu(), reason="no GPU on this machine")


def host(array):
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def same_choice(masks, chooser):
    return (chooser.random(masks.shape) * masks).argmax(axis=1).astype(np.int32)


def assert_same_games(game, players, size, steps):
    """Both devices get the same actions; everything that they say must be equal at every step."""
    on_cpu, on_gpu = (Batch(game, size, seed=11, players=players, device=device) for device in ("cpu", "cuda"))
    chooser = np.random.default_rng(4)
    for _ in range(steps):
        assert (host(on_gpu.masks) == on_cpu.masks).all()
        assert (host(on_gpu.seats) == on_cpu.seats).all()
        assert (host(on_gpu.observe()) == on_cpu.observe()).all()
        actions = same_choice(on_cpu.masks, chooser)
        on_cpu.step(actions)
        on_gpu.step(actions)
        assert (host(on_gpu.finished) == on_cpu.finished).all()
        assert (host(on_gpu.rewards) == on_cpu.rewards).all()
    assert on_gpu.states().tobytes() == on_cpu.states().tobytes()


def assert_same_playouts(game, players, size):
    cpu, gpu = (Batch(game, size, seed=5, players=players, device=device).playouts(2) for device in ("cpu", "cuda"))
    assert gpu.decisions == cpu.decisions
    assert (gpu.endings == cpu.endings).all()
    assert (gpu.wins == cpu.wins).all()


@needs_gpu
def test_the_same_seeds_give_the_same_games_on_cpu_and_gpu(each_game):
    for players in each_game.seats:
        assert_same_games(each_game, players, 64, 40)


@needs_gpu
def test_the_same_seeds_give_the_same_playouts_on_cpu_and_gpu(each_game):
    for players in each_game.seats:
        assert_same_playouts(each_game, players, 256)


def test_the_kernels_do_what_the_cpu_does(metals, monkeypatch):
    """Without a GPU too: the kernels as they are, one thread after the other."""
    module = one_thread(metals)
    monkeypatch.setattr("wartable.batch.cuda.load_cuda", lambda: module)
    monkeypatch.setattr("wartable.batch.cuda.cuda", module)
    assert_same_games(metals, 2, 3, 30)
    assert_same_playouts(metals, 2, 3)
