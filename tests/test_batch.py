"""Batches: many games at once, the same as one by one."""

import numpy as np
import pytest

from wartable.batch import BadBatch, Batch, ForbiddenAction
from wartable.batch.cuda import NoGpu
from wartable.core import generic, record
from wartable.core.frames import NATURE, first_due
from wartable.core.numbers.chance import generator
from wartable.core.play import value
from wartable.core.registry import find_game
from wartable.errors import BadOption


def first_legal(batch):
    return batch.masks.argmax(axis=1).astype(np.int32)


def wander(batch, steps):
    """Actions from a fixed stream in a batch that lists its moves."""
    chooser = np.random.default_rng(5)
    for _ in range(steps):
        batch.step(batch.moves[np.arange(batch.size), chooser.integers(batch.counts)])


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
        with pytest.raises(BadBatch, match="does not fit in memory"):
            Batch(metals, size)


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


def test_looking_ahead_shows_what_every_action_leads_to(each_game):
    """Where nothing is hidden: the features right after the action, and what the judge thinks of it."""
    if each_game.has_secrets:
        return
    batch = Batch(each_game, 3, seed=6, listed=True)
    wander(batch, 6)
    numbers, verdicts, ended = batch.ahead()
    expected = np.zeros(each_game.feature_count, np.float32)
    shares = np.zeros(6)
    for i, (state, seat) in enumerate(zip(batch.states(), batch.seats, strict=True)):
        for number in range(batch.counts[i]):
            after, at = record.copy(state), batch.starts[i] + number
            generic.apply(after, batch.box, int(seat), int(batch.moves[i, number]))
            assert ended[at] == (after.head.over != 0)
            if first_due(after) != NATURE:
                value(after, batch.box, shares)
                assert verdicts[at] == pytest.approx(shares[:2], abs=1e-6)
            if not ended[at]:
                generic.features(after, batch.box, int(seat), expected)
                assert (numbers[at] == expected).all()
    assert batch.starts[-1] == len(numbers) == batch.counts.sum()


def test_the_moves_of_some_slots_look_as_they_do_among_all(each_game):
    batch = Batch(each_game, 7, seed=3, listed=True)
    wander(batch, 4)
    whole = [part.copy() for part in batch.ahead()]
    some = batch.ahead(2, 5)
    for part, all_of_it in zip(some, whole, strict=True):
        assert (part == all_of_it[batch.starts[2] : batch.starts[5]]).all()
    with pytest.raises(BadBatch, match="slots 5 to 5 of 7"):
        batch.ahead(5, 5)


def test_some_moves_are_looked_at_as_among_all_and_without_features_too(each_game):
    batch = Batch(each_game, 7, seed=3, listed=True)
    wander(batch, 4)
    numbers, verdicts, ended = (part.copy() for part in batch.ahead(1, 5))
    begin, end = batch.starts[1], batch.starts[5]
    places = np.arange(begin, end)[1::3]
    some = batch.ahead(1, 5, places=places)
    for one, whole in zip(some, (numbers, verdicts, ended), strict=True):
        assert (one == whole[places - begin]).all()
    nothing, judged, over = batch.ahead(1, 5, features=False)
    assert nothing is None and (judged == verdicts).all() and (over == ended).all()


def test_looking_ahead_shows_nothing_that_is_hidden(each_game):
    """Two tables that look the same to the seat: it sees the same after every move, and the judge thinks the same."""
    batch = Batch(each_game, 6, seed=8, listed=True)
    wander(batch, 12)
    first, seats, starts = [part.copy() for part in batch.ahead()], batch.seats.copy(), batch.starts.copy()
    states, rngs = batch.keep()
    for state, seat in zip(states, batch.seats, strict=True):
        generic.hide(state, batch.box, int(seat))
        generic.fill(state, batch.box, int(seat), generator(99))
    assert each_game.has_secrets == (states.tobytes() != batch.states().tobytes())
    batch.restore((states, rngs))
    again = batch.ahead()
    # A seat that is done with its layout looks as if it were not, and is then asked first.
    for i in (batch.seats == seats).nonzero()[0]:
        for part, before in zip(again, first, strict=True):
            assert (part[slice(*batch.starts[i : i + 2])] == before[slice(*starts[i : i + 2])]).all()
    assert (batch.seats == seats).sum() > 1


def test_chance_after_a_move_is_averaged_and_is_not_that_of_the_table():
    """At Heroes dice follow an attack: more samples, another verdict, and the table's own dice are not among them."""
    game = find_game("heroes")
    batch = Batch(game, 40, seed=2, listed=True)
    chooser = np.random.default_rng(1)
    for _ in range(300):
        one, many = (batch.ahead(samples=samples)[1].copy() for samples in (1, 8))
        if (one != many).any():
            break
        batch.step(batch.moves[np.arange(40), chooser.integers(batch.counts)])
    else:
        pytest.fail("no move was followed by chance")
    assert many.sum(1) == pytest.approx(1, abs=1e-5)
    assert (batch.ahead(samples=8)[1] == many).all()


def handed_out(batch):
    return [batch.masks, batch.seats, batch.rewards, batch.finished, batch.observe()]


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
