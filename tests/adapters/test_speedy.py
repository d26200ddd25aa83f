"""Environments that make one compiled call a step do what the slow path does, action for action."""

import struct
import time
import zlib

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from wartable.adapters import direct
from wartable.adapters.desk import Desk
from wartable.adapters.gymnasium import SeatEnv
from wartable.adapters.ids import ids
from wartable.adapters.pettingzoo import TableEnv
from wartable.adapters.render import pixels
from wartable.adapters.tables import CALLER, GREEDY, RANDOM
from wartable.adapters.vector import TablesEnv
from wartable.batch import Batch, ForbiddenAction
from wartable.batch.batch import BadBatch, slot_seeds
from wartable.batch.helpers import Helpers
from wartable.batch.kernel import settle
from wartable.bots import UnknownBot, make_bot
from wartable.compiler.mode import plain
from wartable.core import generic
from wartable.core.frames import first_due
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games
from wartable.errors import BadOption


def first_legal(masks, number):
    """Some legal action of every table, another one at every step."""
    return np.array([row.nonzero()[0][number % max(1, int(row.sum()))] if row.any() else 0 for row in masks])


def test_a_desk_plays_as_the_rules_do(each_game):
    """Mask, observation and result of every seat, against functions that are called one by one."""
    desk = Desk(each_game, None, None)
    desk.reset(7)
    s, rng = each_game.new_state(desk.box), generator(7)
    out, weights = each_game.buffers()
    numbers = np.zeros(each_game.feature_count, np.float32)
    for number in range(25):
        plain(settle)(s, desk.box, rng, out, weights, each_game.bound)
        if s.head.over:
            break
        seat = int(first_due(s))
        assert (desk.seat, desk.is_over) == (seat, False)
        count = generic.legal(s, desk.box, seat, out)
        assert sorted(out[:count].tolist()) == desk.legal() == desk.mask(seat).nonzero()[0].tolist()
        for viewer in range(desk.players):
            generic.features(hidden(s, desk.box, viewer), desk.box, viewer, numbers)
            assert (desk.observe(viewer) == numbers).all()
        action = desk.legal()[number % count]
        generic.apply(s, desk.box, seat, action)
        desk.play(action)
    assert desk.rewards() == [0.0] * desk.players


def test_many_tables_are_the_batch_that_they_were(each_game):
    """All seats played by the caller: the same masks, observations, rewards and ends as a Batch with the same seed."""
    envs = TablesEnv(each_game.name, 4, opponents=None, autoreset_mode=AutoresetMode.SAME_STEP, threads=2)
    batch = Batch(each_game, 4, seed=3)
    numbers, infos = envs.reset(seed=3)
    for step in range(12):
        assert (infos["action_mask"] == batch.masks).all()
        assert (infos["seat"] == batch.seats).all()
        assert (numbers == batch.observe()).all()
        actions = first_legal(infos["action_mask"], step)
        numbers, _, ended, _, infos = envs.step(actions)
        batch.step(actions.astype(np.int32))
        assert (ended == (batch.finished != 0)).all()
        assert (infos["results"] == batch.rewards).all()
    envs.close()


def play(envs, steps):
    """What a run of an environment came to, step by step."""
    numbers, infos = envs.reset(seed=5)
    for number in range(steps):
        stepped = envs.step(first_legal(infos["action_mask"], number))
        yield numbers, infos, *stepped
        numbers, infos = stepped[0], stepped[-1]


def test_a_match_begins_anew_at_the_next_step(metals):
    envs = TablesEnv("metals", 3, options={"turn_limit": 10}, autoreset_mode=AutoresetMode.NEXT_STEP)
    before = np.zeros(3, np.bool_)
    ends = 0
    for _, infos, _, rewards, ended, cut, after in play(envs, 90):
        assert not cut.any()
        assert not (ended & before).any(), "the step after an end pays nothing and ends nothing"
        assert (rewards[before] == 0).all()
        assert not infos["action_mask"][before].any()
        assert after["action_mask"][~ended].any(axis=1).all()
        ends += int(ended.sum())
        before = ended
    assert ends > 2


def test_a_match_begins_anew_in_the_same_step_and_shows_its_end(metals):
    envs = TablesEnv("metals", 3, options={"turn_limit": 10}, autoreset_mode="SameStep")
    ends = 0
    for *_, ended, _, after in play(envs, 90):
        assert after["action_mask"].any(axis=1).all()
        if ended.any():
            assert (after["_final_obs"] == ended).all()
            assert after["final_obs"][ended].any()
            ends += int(ended.sum())
    assert ends > 2


def test_without_autoreset_a_table_waits_until_it_is_asked_for(metals):
    envs = TablesEnv("metals", 3, options={"turn_limit": 10}, autoreset_mode="Disabled")
    _, infos = envs.reset(seed=5)
    for number in range(200):
        _, _, ended, _, infos = envs.step(first_legal(infos["action_mask"], number))
        if ended.any():
            break
    other = envs._states[~ended].tobytes()
    _, infos = envs.reset(options={"reset_mask": ended})
    assert infos["action_mask"].any(axis=1).all()
    assert envs._states[~ended].tobytes() == other


def test_equal_seeds_give_equal_matches_with_any_number_of_threads(metals):
    one, two = (TablesEnv("metals", 5, seat="random", threads=threads) for threads in (1, 2))
    for a, b in zip(play(one, 25), play(two, 25), strict=True):
        assert (a[0] == b[0]).all() and (a[2] == b[2]).all() and (a[3] == b[3]).all()
        assert (a[1]["seat"] == b[1]["seat"]).all()


def test_random_seats_are_drawn_and_the_learner_has_the_choice(metals):
    envs = TablesEnv("metals", 32, seat="random")
    _, infos = envs.reset(seed=1)
    assert set(infos["seat"].tolist()) == {0, 1}
    fixed = TablesEnv("metals", 8, seat=1)
    _, infos = fixed.reset(seed=1)
    assert (infos["seat"] == 1).all()


def test_a_forbidden_action_moves_no_table(metals):
    envs = TablesEnv("metals", 2)
    _, infos = envs.reset(seed=1)
    before = envs._states.tobytes()
    forbidden = np.array([int((infos["action_mask"][0] == 0).argmax()), 0])
    with pytest.raises(ForbiddenAction, match="table 0"):
        envs.step(forbidden)
    assert envs._states.tobytes() == before


def bot_of(name, envs, slot, seat):
    """The bot that sits in a seat of the first match of a table."""
    bot = make_bot(name, envs.game, (int(envs._opponents.seeds[slot]) + envs.players + seat) & (2**64 - 1))
    if name == "greedy":
        bot.rng = generator(int(envs._opponents.seeds[slot]))
    if hasattr(bot, "last"):
        bot.last.settle = lambda view, box, seat, legal, action, again: action
    return bot


@pytest.mark.parametrize("name", ["greedy", "net", "mcts:3"])
def test_opponents_play_as_the_bots_of_their_names(metals, name):
    """Beside a table at which the bot itself is asked, with the same dice; theirs remember no last move."""
    envs = TablesEnv("metals", 2, opponents=name, seat=1, threads=2)
    numbers, infos = envs.reset(seed=5)
    desks, bots = [Desk(metals, None, None) for _ in range(2)], [bot_of(name, envs, slot, 0) for slot in range(2)]
    for slot, desk in enumerate(desks):
        desk.reset(int(slot_seeds(5, 2)[slot]))
    for step in range(6):
        for slot, (desk, bot) in enumerate(zip(desks, bots, strict=True)):
            while desk.seat == 0:
                desk.play(bot.choose(desk.view(0), desk.box, 0, desk.legal()))
            assert infos["seat"][slot] == 1
            assert (infos["action_mask"][slot] == desk.mask(1)).all()
            assert (numbers[slot] == desk.observe(1)).all()
        actions = first_legal(infos["action_mask"], step)
        for desk, action in zip(desks, actions.tolist(), strict=True):
            desk.play(action)
        numbers, _, _, _, infos = envs.step(actions)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_matches_against_bots_begin_anew(metals, mode):
    """An opponent that is asked may begin, and may end a match."""
    envs = TablesEnv("metals", 3, opponents="greedy", seat="random", options={"turn_limit": 10}, autoreset_mode=mode)
    ends, seats = 0, set()
    for _, infos, _, rewards, ended, _, after in play(envs, 30):
        assert (after["results"][ended].sum(axis=1) == 1).all()
        assert (after["results"][~ended] == 0).all()
        assert ((rewards == 0) | ended).all()
        ends += int(ended.sum())
        seats |= set(infos["seat"].tolist())
    assert ends > 2
    assert seats == {0, 1}


def test_each_of_several_opponents_has_its_own_way():
    game = next(game for game in all_games() if 3 in game.seats)
    envs = TablesEnv(game.name, 2, opponents=["random", "greedy"], seat=1, players=3, threads=1)
    for _, infos, *_ in play(envs, 3):
        assert (infos["seat"] == 1).all()
        assert infos["action_mask"].any(axis=1).all()
    assert envs._opponents.kinds[1].tolist() == [RANDOM, CALLER, GREEDY]


def test_an_opponent_that_there_is_not_is_refused():
    with pytest.raises(UnknownBot, match="nobody"):
        TablesEnv("metals", 2, opponents="nobody")
    with pytest.raises(BadOption, match="opponents=None"):
        TablesEnv("metals", 2, opponents=[])
    with pytest.raises(BadOption, match="bytes or bits"):
        TablesEnv("metals", 2, masks="words")


def test_masks_of_bits_and_lists_say_the_same(each_game):
    first, second = (
        TablesEnv(each_game.name, 3, opponents=None, masks=masks, autoreset_mode="SameStep", threads=1)
        for masks in ("bytes", "bits")
    )
    infos, packed = first.reset(seed=5)[1], second.reset(seed=5)[1]
    for number in range(8):
        bits = np.unpackbits(packed["action_mask"], axis=1, count=each_game.action_count, bitorder="little")
        assert (bits == infos["action_mask"]).all()
        assert (second.action_masks() == first.action_masks()).all()
        for slot in range(3):
            listed = second.legal_moves[slot, : second.legal_counts[slot]]
            assert sorted(listed.tolist()) == infos["action_mask"][slot].nonzero()[0].tolist()
        actions = first_legal(infos["action_mask"], number)
        infos, packed = first.step(actions)[-1], second.step(actions)[-1]


def test_drawn_actions_are_legal_and_differ(metals):
    envs = TablesEnv("metals", 16, opponents=None)
    _, infos = envs.reset(seed=1)
    drawn = set()
    for _ in range(12):
        actions = envs.draw()
        assert infos["action_mask"][np.arange(16), actions].all()
        drawn |= set(actions.tolist())
        _, _, _, _, infos = envs.step(actions)
    assert len(drawn) > 5


def test_observations_are_written_where_the_caller_wants_them(metals):
    envs, other = (TablesEnv("metals", 4, opponents=None, copy=copy) for copy in (False, True))
    envs.reset(seed=1)
    other.reset(seed=1)
    room = np.full((3, 4, metals.feature_count), 9, np.float32)
    for number in range(3):
        actions = other.draw()
        seen = envs.step(actions, out=room[number])[0]
        assert seen.base is room
        assert (other.step(actions)[0] == room[number]).all()
    for wrong in (room[0, :3], room[0].astype(float), room[0].T, np.asfortranarray(room[0])):
        with pytest.raises(BadBatch, match="32-bit floats"):
            envs.step(other.draw(), out=wrong)


def test_what_the_caller_keeps_stays_and_what_it_lets_go_of_is_used_again(metals):
    envs = TablesEnv("metals", 4, opponents=None)
    kept = [envs.reset(seed=1)[0]]
    before = [kept[0].copy()]
    parts = []
    for _ in range(6):
        numbers, _, _, _, infos = envs.step(envs.draw())
        kept.append(numbers)
        before.append(numbers.copy())
        parts.append((infos["action_mask"][1:], infos["action_mask"][1:].copy()))
    assert all((one == other).all() for one, other in zip(kept, before, strict=True))
    assert all((one == other).all() for one, other in parts), "a view keeps its array"
    places = set()
    del kept, parts, numbers, infos
    for _ in range(6):
        places.add(envs.step(envs.draw())[0].ctypes.data)
    assert len(places) <= 2


def test_what_goes_wrong_in_a_helper_is_told():
    helpers, done = Helpers(1), []
    helpers.run([lambda: done.append(1), lambda: done.append(2)])
    assert sorted(done) == [1, 2]
    with pytest.raises(ZeroDivisionError):
        helpers.run([lambda: done.append(3), lambda: 1 // 0])
    helpers.run([lambda: done.append(4), lambda: done.append(5)])
    assert sorted(done) == [1, 2, 3, 4, 5]
    helpers.close()


def test_games_have_ids(each_game):
    short = "".join(word.title() for word in each_game.name.split("_"))
    assert ids()[f"{short}-v0"] == each_game.name
    assert f"wartable/{short}-v0" in gymnasium.registry


def test_an_id_makes_one_table_or_many(metals):
    with gymnasium.make("wartable.adapters.gymnasium:wartable/Metals-v0", seat="random", opponents=["random"]) as env:
        seats = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
        assert seats == {0, 1}
        assert env.unwrapped.action_masks().dtype == np.bool_
    envs = gymnasium.make_vec("wartable/Metals-v0", num_envs=3, vectorization_mode="vector_entry_point", seat=1)
    assert envs.reset(seed=1)[0].shape == (3, metals.feature_count)
    envs.close()


@pytest.mark.parametrize("mode", ["human", "ansi", "rgb_array", "svg"])
def test_tables_are_rendered(metals, mode, capsys):
    seat, table = SeatEnv("metals", opponents=["random"], render_mode=mode), TableEnv("metals", render_mode=mode)
    seat.reset(seed=1)
    table.reset(seed=1)
    for env in (seat, table):
        shown = env.render()
        if mode == "rgb_array":
            assert shown.dtype == np.uint8 and shown.shape[1:] == (683, 3) and shown.std() > 5
        elif mode == "svg":
            assert shown.startswith("<svg")
        else:
            assert "of 10 points" in (shown if mode == "ansi" else capsys.readouterr().out)


def test_pixels_are_read_by_every_filter_of_png():
    """Five rows of a picture, each written with another filter."""
    colours = np.random.default_rng(3).integers(0, 256, (5, 7, 4)).astype(int)
    padded = np.zeros((6, 8, 4), int)
    padded[1:, 1:] = colours
    left, up, corner = padded[1:, :-1], padded[:-1, 1:], padded[:-1, :-1]
    guess = left + up - corner
    nearest = np.argmin([abs(guess - left), abs(guess - up), abs(guess - corner)], axis=0)
    guesses = [0 * left, left, up, (left + up) // 2, np.choose(nearest, [left, up, corner])]
    rows = [bytes([kind]) + ((colours - guesses[kind])[kind] % 256).astype(np.uint8).tobytes() for kind in range(5)]
    head, data = struct.pack(">IIBBBBB", 7, 5, 8, 6, 0, 0, 0), zlib.compress(b"".join(rows))
    chunks = [
        struct.pack(">I", len(part)) + name + part + bytes(4) for name, part in ((b"IHDR", head), (b"IDAT", data))
    ]
    assert (pixels(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)) == colours[:, :, :3]).all()


def test_who_waits_for_the_compiler_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(direct, "PATIENCE", 0.01)
    said = ""
    with direct.told("metals"):
        until = time.monotonic() + 180
        while not said and time.monotonic() < until:
            said += capsys.readouterr().err
            time.sleep(0.01)
    assert said.startswith("wartable: making metals ready; its rules are compiled once") and said.endswith("\n")


def test_an_unknown_way_to_render_is_refused():
    with pytest.raises(BadOption, match="human, ansi, rgb_array, svg"):
        SeatEnv("metals", render_mode="hologram")
