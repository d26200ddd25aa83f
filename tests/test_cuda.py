"""Batches on a GPU: the same games as on the CPU, action for action.

Where no GPU is found, the kernels run in Python, one thread after the other: slowly, but the very same code.
"""

import numpy as np
import pytest

from tests.one_thread import OutOfMemory, one_thread
from tests.test_batch import has_gpu
from wartable.batch import Batch, ForbiddenAction
from wartable.batch.cuda import NoGpu, make_kernels, rounded

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


def assert_same_lists(game, players, size, steps):
    """The same of batches that list their moves, what the judge thinks of them, and going on from what was kept."""
    on_cpu, on_gpu = (
        Batch(game, size, seed=12, players=players, device=device, listed=True) for device in ("cpu", "cuda")
    )
    for step in range(steps):
        counts = on_cpu.counts
        assert (host(on_gpu.counts) == counts).all()
        there = np.arange(on_cpu.moves.shape[1]) < counts[:, None]
        assert (host(on_gpu.moves)[there] == on_cpu.moves[there]).all()
        assert (host(on_gpu.judge()) == on_cpu.judge()).all()
        assert (on_gpu.starts == on_cpu.starts).all()
        for first, last in ((0, size), (1, size - 1)):
            for gpu, cpu in zip(on_gpu.ahead(first, last), on_cpu.ahead(first, last), strict=True):
                assert (host(gpu) == cpu).all()
            places = np.arange(on_cpu.starts[first], on_cpu.starts[last])[::2]
            for told in ({"places": places}, {"features": False}):
                some, same = on_gpu.ahead(first, last, **told), on_cpu.ahead(first, last, **told)
                for gpu, cpu in zip(some, same, strict=True):
                    assert (gpu is cpu is None) or (host(gpu) == cpu).all()
        actions = on_cpu.moves[np.arange(size), step % counts].copy()
        on_cpu.step(actions)
        on_gpu.step(actions)
        if step == steps // 2:
            on_gpu.restore(on_cpu.keep())
    assert on_gpu.states().tobytes() == on_cpu.states().tobytes()
    with pytest.raises(ForbiddenAction, match="slot 0: action -1"):
        on_gpu.step(np.full(size, -1, np.int32))


@pytest.mark.parametrize(("compiles", "told"), [(True, [b"-lto", b"-fma=0"]), (None, [b"-lto"])])
def test_a_linker_that_compiles_is_told_to_round_products(compiles, told):
    """With them fused, judges differed in their last bits from those on a CPU."""

    class Options:
        link_time_optimization = compiles

        def _prepare_nvjitlink_options(self, as_bytes=False):
            return [b"-lto" if as_bytes else "-lto"]

    assert rounded(Options)()._prepare_nvjitlink_options(as_bytes=True) == told
    assert rounded(Options)()._prepare_nvjitlink_options() == [word.decode() for word in told]


@needs_gpu
def test_the_same_seeds_give_the_same_games_on_cpu_and_gpu(each_game):
    for players in each_game.seats:
        assert_same_games(each_game, players, 64, 40)
        assert_same_lists(each_game, players, 64, 40)


@needs_gpu
def test_the_same_seeds_give_the_same_playouts_on_cpu_and_gpu(each_game):
    for players in each_game.seats:
        assert_same_playouts(each_game, players, 256)


@pytest.fixture
def in_one_thread(monkeypatch):
    """The kernels of a game as they are, one thread after the other; in blocks of one where they would wait."""

    def of(game, free=1 << 30):
        module = one_thread(game, free=free)
        monkeypatch.setattr("wartable.batch.cuda.load_cuda", lambda: module)
        monkeypatch.setattr("wartable.batch.cuda.cuda", module)
        monkeypatch.setattr("wartable.batch.cuda.kernels_of", make_kernels)
        monkeypatch.setattr("wartable.batch.cuda.GROUP", 1)

    return of


def test_the_kernels_do_what_the_cpu_does(metals, in_one_thread):
    """Without a GPU too."""
    in_one_thread(metals)
    assert_same_games(metals, 2, 3, 30)
    assert_same_lists(metals, 2, 3, 30)
    assert_same_playouts(metals, 2, 3)


def test_regrouped_random_play_is_the_same(metals, in_one_thread, monkeypatch):
    monkeypatch.setattr("wartable.batch.cuda.SMALL", 0)
    in_one_thread(metals)
    assert_same_playouts(metals, 2, 3)


def test_a_batch_that_does_not_fit_the_gpu_is_refused(metals, in_one_thread):
    in_one_thread(metals, free=1 << 20)
    with pytest.raises(NoGpu, match=r"1,000 games of [\d,]+ bytes do not fit into 1,048,576 bytes"):
        Batch(metals, 1000, device="cuda")
    batch = Batch(metals, 100, device="cuda", listed=True)
    with pytest.raises(NoGpu, match=r"[\d,]+ tables one move ahead of"):
        batch.ahead()


def test_a_gpu_that_cannot_run_a_kernel_says_so(metals, in_one_thread, monkeypatch):
    def too_many(*_):
        raise OutOfMemory("too many resources requested for launch")

    in_one_thread(metals)
    batch = Batch(metals, 2, device="cuda")
    monkeypatch.setattr(batch.engine.kernels["playout"], "function", too_many)
    with pytest.raises(NoGpu, match="128 threads of Metals cannot run on this GPU: too many resources"):
        batch.playouts(1)


def test_a_forbidden_action_moves_no_game_on_the_gpu(metals, in_one_thread):
    if not has_gpu():
        in_one_thread(metals)
    batch = Batch(metals, 5, seed=2, device="cuda")
    before, actions = batch.states().tobytes(), host(batch.masks).argmax(axis=1).astype(np.int32)
    for wrong in (metals.action_count - 1, -1, 10**6):
        actions[3] = wrong
        with pytest.raises(ForbiddenAction, match=f"slot 3: action {wrong} is not legal"):
            batch.step(actions)
    assert batch.states().tobytes() == before


@needs_gpu
def test_pytorch_gets_the_arrays_without_a_copy(metals):
    torch = pytest.importorskip("torch")
    batch = Batch(metals, 8, device="cuda")
    masks = torch.as_tensor(batch.masks, device="cuda")
    assert masks.data_ptr() == batch.masks.__cuda_array_interface__["data"][0]
    batch.step(masks.int().argmax(1).int())


@needs_gpu
def test_jax_gets_the_arrays_of_the_gpu_without_a_copy(metals):
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX has no GPU here")
    batch = Batch(metals, 8, device="cuda")
    masks = jax.numpy.asarray(batch.masks)
    assert masks.unsafe_buffer_pointer() == batch.masks.__cuda_array_interface__["data"][0]
    batch.step(masks.argmax(axis=1).astype("int32"))
