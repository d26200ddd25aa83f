"""Batches: many games at once, the same as one by one."""

import numpy as np
import pytest

from wartable.batch import BadBatch, Batch, ForbiddenAction
from wartable.batch.cuda import NoGpu
from wartable.core import generic, record
from wartable.errors import BadOption


def first_legal(batch):
    return batch.masks.argmax(axis=1).astype(np.int32)


def play(batch, steps):
    """Actions from a fixed stream, and everything that happened."""
    chooser = np.random.default_rng(5)
    told = []
    for _ in range(steps):
        noise = chooser.random(batch.masks.shape)
        actions = (noise * batch.masks).argmax(axis=1).astype(np.int32)
        batch.step(actions)
        told.append((actions.copy(), batch.rewards.copy(), batch.finished.copy(), batch.seats.copy()))
    return told


def test_masks_are_the_legal_actions(each_game):
    batch = Batch(each_game, 6, seed=3, players=each_game.seats[-1])
    play(batch, 10)
    out, _ = each_game.buffers()
    for state, seat, mask in zip(batch.states(), batch.seats, batch.masks, strict=True):
        count = generic.legal(state, batch.box, int(seat), out)
        assert sorted(out[:count].tolist()) == mask.nonzero()[0].tolist()


def test_the_number_of_threads_changes_nothing(metals):
    one, three = (Batch(metals, 30, seed=3, threads=threads) for threads in (1, 3))
    for a, b in zip(play(one, 60), play(three, 60), strict=True):
        assert all((x == y).all() for x, y in zip(a, b, strict=True))
    assert one.states().tobytes() == three.states().tobytes()


def test_a_slot_does_not_depend_on_the_size_of_the_batch(metals):
    small, large = Batch(metals, 4, seed=9), Batch(metals, 40, seed=9)
    assert small.states().tobytes() == large.states()[:4].tobytes()


def test_matches_start_anew_when_they_are_over(metals):
    batch = Batch(metals, 50, seed=1)
    told = play(batch, 120)
    ended = sum(int((finished > 0).sum()) for _, _, finished, _ in told)
    assert ended > 50
    for _, rewards, finished, _ in told:
        assert (rewards[finished > 0].sum(axis=1) == 1).all()
        assert not rewards[finished == 0].any()
    assert not any(state.head.over for state in batch.states())


def test_observations_are_the_features_of_the_hidden_record(each_game):
    batch = Batch(each_game, 3, seed=2)
    play(batch, 5)
    numbers = np.zeros(each_game.feature_count, np.float32)
    observed = batch.observe()
    for row, state, seat in zip(observed, batch.states(), batch.seats, strict=True):
        view = record.copy(state)
        generic.hide(view, batch.box, int(seat))
        generic.features(view, batch.box, int(seat), numbers)
        assert (row == numbers).all()


def test_a_forbidden_action_moves_no_game(metals):
    batch = Batch(metals, 5, seed=2)
    before = batch.states().tobytes()
    actions = first_legal(batch)
    for wrong in (metals.action_count - 1, -1, 10**6):
        actions[3] = wrong
        with pytest.raises(ForbiddenAction, match=f"slot 3: action {wrong} is not legal"):
            batch.step(actions)
    assert batch.states().tobytes() == before


@pytest.mark.parametrize("actions", [np.zeros(4, np.int32), np.zeros((5, 1), np.int32), np.zeros(5), [0] * 5])
def test_actions_of_the_wrong_shape_are_refused(metals, actions):
    with pytest.raises(BadBatch, match="it takes 5 whole numbers"):
        Batch(metals, 5).step(actions)


def test_impossible_batches_are_refused(metals):
    with pytest.raises(BadBatch, match="at least one"):
        Batch(metals, 0)
    with pytest.raises(BadOption, match="Metals is for 2 players, not 7"):
        Batch(metals, 1, players=7)
    with pytest.raises(BadBatch, match="cpu or cuda"):
        Batch(metals, 1, device="tpu")


def test_a_batch_that_does_not_fit_the_memory_is_refused(metals):
    for size in (1 << 50, 1 << 80):
        with pytest.raises(BadBatch, match="does not fit into the memory"):
            Batch(metals, size)
    with pytest.raises(BadBatch, match="2 games x 1,125,899,906,842,624 moves ahead do not fit"):
        Batch(metals, 2).ahead(1 << 50)


def test_playouts_take_at_least_one_match(metals):
    with pytest.raises(BadBatch, match="at least one"):
        Batch(metals, 2).playouts(0)


def test_playouts_add_up(metals):
    batch = Batch(metals, 4, seed=8)
    result = batch.playouts(2)
    assert result.matches == 8
    assert result.endings.sum() == 8
    assert result.endings[:, 0].sum() == 0, "every match came to an end"
    assert result.wins.sum() == pytest.approx(8)
    assert result.decisions > 8


def test_looking_ahead_shows_what_every_action_leads_to(metals):
    batch = Batch(metals, 3, seed=6)
    play(batch, 6)
    numbers, actions, ends = batch.ahead(40)
    expected = np.zeros(metals.feature_count, np.float32)
    shares = np.zeros(6)
    for i, (state, seat) in enumerate(zip(batch.states(), batch.seats, strict=True)):
        legal = batch.masks[i].nonzero()[0]
        known = actions[i][actions[i] >= 0]
        assert len(known) == min(40, len(legal))
        assert set(known.tolist()) <= set(legal.tolist())
        for number, action in enumerate(known.tolist()):
            after = record.copy(state)
            generic.apply(after, batch.box, int(seat), action)
            if after.head.over:
                generic.scores(after, batch.box, shares)
                assert ends[i, number] == pytest.approx(shares[int(seat)])
                continue
            generic.hide(after, batch.box, int(seat))
            generic.features(after, batch.box, int(seat), expected)
            assert ends[i, number] == -1
            assert (numbers[i, number] == expected).all()


def handed_out(batch):
    return [batch.masks, batch.seats, batch.rewards, batch.finished, batch.observe(), *batch.ahead(7)]


def test_jax_gets_the_arrays_without_a_copy(metals):
    dlpack = pytest.importorskip("jax.dlpack")
    batch = Batch(metals, 9, seed=1)
    for array in handed_out(batch):
        assert dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
    masks = dlpack.from_dlpack(batch.masks)
    batch.step(masks.argmax(axis=1).astype("int32"))
    assert (np.asarray(masks) == batch.masks).all()


def test_arrays_begin_where_libraries_can_take_them_as_they_are(each_game):
    for size in (1, 3, 10):
        for array in handed_out(Batch(each_game, size)):
            assert array.ctypes.data % 64 == 0
            assert array.flags.c_contiguous


def has_gpu():
    from wartable.batch.cuda import load_cuda

    try:
        load_cuda()
    except NoGpu:
        return False
    return True


def test_without_a_gpu_the_batch_says_so(metals):
    if has_gpu():
        Batch(metals, 8, device="cuda")
    else:
        with pytest.raises(NoGpu, match=r"no CUDA GPU was found|need numba-cuda"):
            Batch(metals, 8, device="cuda")


def test_listed_moves_are_those_of_the_masks(each_game):
    masked, listed = (Batch(each_game, 4, seed=9, listed=lists) for lists in (False, True))
    for _ in range(3):
        for slot in range(4):
            moves = listed.moves[slot, : listed.counts[slot]]
            assert sorted(moves) == masked.masks[slot].nonzero()[0].tolist()
        actions = masked.masks.argmax(axis=1).astype(np.int32)
        masked.step(actions)
        listed.step(actions)
    assert masked.states().tobytes() == listed.states().tobytes()


def test_a_batch_goes_on_from_what_was_kept(metals):
    batch, other = Batch(metals, 5, seed=1, listed=True), Batch(metals, 5, seed=2, listed=True)
    other.restore(batch.keep())
    for _ in range(30):
        actions = batch.moves[:, 0].copy()
        batch.step(actions)
        other.step(actions)
    assert batch.states().tobytes() == other.states().tobytes()
    with pytest.raises(BadBatch, match="5 kept tables: this batch takes 6 of Metals"):
        Batch(metals, 6, listed=True).restore(batch.keep())


def test_a_batch_keeps_masks_or_lists(metals):
    with pytest.raises(BadBatch, match="keeps no masks"):
        _ = Batch(metals, 2, listed=True).masks
    with pytest.raises(BadBatch, match="listed=True"):
        _ = Batch(metals, 2).moves
    batch = Batch(metals, 2, listed=True)
    with pytest.raises(ForbiddenAction, match="slot 1: action 72"):
        batch.step(np.array([batch.moves[0, 0], 72], np.int32))


def test_the_judge_of_a_batch_is_the_games_own(metals):
    batch = Batch(metals, 3, seed=4, listed=True)
    shares = np.zeros(2)
    for state, judged in zip(batch.states(), batch.judge(), strict=True):
        generic.evaluate(state, batch.box, shares)
        assert (shares == judged).all()
