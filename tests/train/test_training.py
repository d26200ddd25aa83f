"""Nets that learn by playing themselves, at a size that takes a moment."""

import copy
import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from wartable.batch import Batch
from wartable.bots.bot import GreedyBot
from wartable.bots.net import NoNet, PolicyBot, check_fit, facts_of
from wartable.bots.quick_net import PARTS, forward, policy_head, value_head, weights_of, with_scratch
from wartable.core.actions import Family
from wartable.core.frames import first_due
from wartable.core.match import Match, hidden
from wartable.core.registry import all_games, find_game

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from wartable.cli import main  # noqa: E402
from wartable.train import Limit, Training, make_plan  # noqa: E402
from wartable.train.checkpoint import BadCheckpoint  # noqa: E402
from wartable.train.collect import advice, look  # noqa: E402
from wartable.train.evaluate import Duel  # noqa: E402
from wartable.train.export import BadNet, read_weights, write_net  # noqa: E402
from wartable.train.learn import Learner, even_parts, make_lesson, room_for, turned  # noqa: E402
from wartable.train.model import Net, Pick, log_odds  # noqa: E402
from wartable.train.parts import part_count, part_table  # noqa: E402
from wartable.train.plan import MOST_BYTES, BadPlan, weight_count  # noqa: E402
from wartable.train.rollout import advantages, paid  # noqa: E402
from wartable.train.run import Exam  # noqa: E402

TINY = {"slots": 6, "steps": 4, "width": 16, "inner": 8, "minibatch": 16, "league": 0.5}


def tiny(game, folder, **settings):
    return Training(game, make_plan(game, "cpu", {**TINY, **settings}), folder)


def opened(path):
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def weights(training):
    return torch.cat([part.flatten() for part in training.net.state_dict().values()])


def test_parts_tell_every_code_apart(each_game):
    table = part_table(each_game)
    assert len(np.unique(table, axis=0)) == each_game.action_count
    assert table.max() == part_count(each_game) - 1
    assert (table[:, 0] >= 0).all()


def test_a_net_of_any_game_stays_under_eight_megabytes(each_game):
    plan = make_plan(each_game, "cuda")
    assert 2 * weight_count(each_game, plan.width, plan.inner, plan.blocks) <= MOST_BYTES < 8e6


def test_advantages_are_what_came_of_it_less_what_was_expected():
    values = torch.tensor([0.5, 0.6, 0.2, 0.5])[:, None, None]
    rewards = torch.tensor([0.0, 1.0, 0.0])[:, None, None]
    over = torch.tensor([False, True, False])[:, None]
    found = advantages(values, rewards, over, 1.0).flatten()
    assert found.tolist() == pytest.approx([1 - 0.5, 1 - 0.6, 0.5 - 0.2])
    short = advantages(values, rewards, over, 0.0).flatten()
    assert short.tolist() == pytest.approx([0.6 - 0.5, 1 - 0.6, 0.5 - 0.2])


def test_who_decides_pays_the_others_for_it():
    rewards = torch.zeros(2, 1, 4)
    rewards[1, 0] = torch.tensor([0.0, 1.0, 0.0, 0.0])
    seats, decided = torch.tensor([[2], [0]]), torch.tensor([[True], [False]])
    found = paid(rewards, seats, decided, 0.02, players=3)
    assert found[0, 0].tolist() == pytest.approx([0.01, 0.01, -0.02, 0.0])
    assert found[1, 0].tolist() == pytest.approx([0.0, 1.0, 0.0, 0.0])


def test_shares_are_turned_so_that_the_chooser_comes_first():
    shares = torch.tensor([[[0.1, 0.2, 0.7, 0.0]]])
    assert turned(shares, torch.tensor([[2]]), 3)[0, 0].tolist() == pytest.approx([0.7, 0.1, 0.2, 0.0])


def test_the_way_back_from_picked_scores_is_that_of_a_plain_choice():
    moves, counts = torch.tensor([[2, 0, 4], [1, 4, 4]]), torch.tensor([2, 1])
    scores = torch.randn(2, 5, dtype=torch.float64, requires_grad=True)
    log_odds(scores, moves, counts)[:, 0].sum().backward()
    found, scores.grad = scores.grad, None
    picked = scores.gather(1, moves).masked_fill(torch.arange(3) >= counts[:, None], -1e9)
    picked.log_softmax(1)[:, 0].sum().backward()
    assert torch.allclose(found, scores.grad, atol=1e-6)
    assert Pick.apply(scores, moves).tolist() == scores.gather(1, moves).tolist()


@pytest.mark.parametrize("told", [{}, {"teacher": 0.2, "sparring": 0.4}])
def test_a_run_that_was_interrupted_ends_like_one_that_was_not(metals, tmp_path, told):
    whole = tiny(metals, tmp_path / "whole", **told)
    whole.run(Limit(iterations=7), Exam())
    first = tiny(metals, tmp_path / "parts", **told)
    for done in range(5):
        first.iterate(done / 7)
    first.save()
    first.iterate(0.9)  # what came after the checkpoint is lost with the killed run
    second = tiny(metals, tmp_path / "parts", **told)
    assert second.resume()
    second.run(Limit(iterations=7), Exam())
    assert torch.equal(weights(whole), weights(second))
    assert whole.tables[2].batch.states().tobytes() == second.tables[2].batch.states().tobytes()
    assert len(second.league.selves) == 1


def test_a_checkpoint_of_another_plan_is_refused(metals, tmp_path):
    tiny(metals, tmp_path).save()
    with pytest.raises(BadCheckpoint, match="is of a run with width 16, not 24"):
        tiny(metals, tmp_path, width=24).resume()
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadCheckpoint, match="is broken"):
        tiny(metals, tmp_path).resume()


def test_the_file_says_what_the_net_says(metals, tmp_path):
    training = tiny(metals, tmp_path)
    training.iterate(0.0)
    path = training.write_net()
    again = Net(metals, training.plan)
    read_weights(path, again)
    features = torch.rand(3, metals.feature_count)
    with torch.no_grad():
        scores, values = again(features, torch.tensor(0))
    policy, value = opened(path).run(None, {"features": features.numpy(), "seating": np.zeros(3, np.int64)})
    assert np.allclose(policy, scores[:, : metals.action_count], atol=1e-5)
    assert np.allclose(value, values.softmax(1), atol=1e-6)


def test_a_game_with_many_codes_or_seats_has_its_file_too(tmp_path):
    for game in all_games():
        plan = make_plan(game, "cpu", TINY)
        net, path = Net(game, plan), tmp_path / f"{game.name}.onnx"
        torch.nn.init.normal_(net.ask.weight)
        write_net(net, game, path)
        read_weights(path, net)
        features, last = torch.rand(2, game.feature_count), len(game.seats) - 1
        with torch.no_grad():
            scores, values = net(features, torch.tensor(last))
        told = opened(path).run(None, {"features": features.numpy(), "seating": np.full(2, last)})
        assert np.allclose(told[0], scores[:, : game.action_count], atol=1e-3)
        assert np.allclose(told[1], values.softmax(1), atol=1e-5)


def test_weights_of_another_shape_are_refused(metals, tmp_path):
    path = tiny(metals, tmp_path).write_net()
    with pytest.raises(BadNet, match=r"does not fit: it has no enter.weight of 24 x 1209 numbers"):
        read_weights(path, Net(metals, make_plan(metals, "cpu", {**TINY, "width": 24})))


def test_the_bot_refuses_a_net_that_was_made_for_something_else(metals, tmp_path):
    facts = facts_of(opened(tiny(metals, tmp_path).write_net()))
    check_fit(facts, metals, "net.onnx")
    for fact, value in (("game", "chess"), ("features", 7), ("actions", 74), ("seats", [3])):
        with pytest.raises(NoNet, match=f"net.onnx was made for {fact} .*, and Metals has {fact} .*; train one with"):
            check_fit({**facts, fact: value}, metals, "net.onnx")


def grown(game):
    """The game with two more codes, under newer rules."""
    last = game.action_count
    return replace(game, version=99, families={**game.families, "later": Family(last, last + 1, 2, 1, 1, 1)})


def test_a_net_plays_on_when_rules_change_and_codes_are_added(metals, tmp_path):
    path = tiny(metals, tmp_path).write_net()
    later = grown(metals)
    facts = facts_of(opened(path))
    check_fit(facts, later, "net.onnx")
    assert facts["rules"] == metals.version
    bot, match = PolicyBot(later, opened(path), 1), Match.start(metals, seed=3)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    scores, _ = bot.think(view, match.box, seat)
    assert len(scores) == later.action_count
    assert (scores[-2:] == scores.min()).all()
    assert bot.choose(view, match.box, seat, [*legal, later.action_count - 1]) in legal
    assert bot.choose(view, match.box, seat, [later.action_count - 1]) == later.action_count - 1


def test_training_goes_on_from_a_net_of_fewer_codes(metals, tmp_path):
    net, later = Net(metals, make_plan(metals, "cpu", TINY)), grown(metals)
    write_net(net, metals, tmp_path / "net.onnx")
    more = Net(later, make_plan(later, "cpu", TINY))
    read_weights(tmp_path / "net.onnx", more)
    assert more.own is not None
    assert torch.allclose(more.own[: metals.action_count], net.own, atol=1e-3)
    assert torch.allclose(more.parts[: len(net.parts)], net.parts, atol=1e-3)


def test_the_net_knows_moves_as_the_seat_sees_them(metals, tmp_path):
    """On a table that is turned for the second seat, its scores are those of the turned codes."""
    last = metals.action_count - 1
    turned = replace(metals, turned=lambda seat, action: last - action if seat else action)
    bot = PolicyBot(turned, opened(tiny(metals, tmp_path).write_net()), 1)
    match = Match.start(metals, seed=3)
    view = match.observe(0)
    plain = PolicyBot(metals, bot.session, 1).think(view, match.box, 1)[0]
    assert (bot.think(view, match.box, 1)[0] == plain[::-1]).all()
    batch = Batch(turned, 6, seed=2, listed=True)
    for _ in range(3):
        sight = look(batch, turned.action_count)
        there = torch.arange(sight.moves.shape[1]) < sight.counts[:, None]
        second = (sight.seats == 1)[:, None] & there
        assert (sight.seen[second] == last - sight.moves[second]).all()
        assert (sight.seen[~second] == sight.moves[~second]).all()
        batch.step(sight.moves[:, 0].int().numpy())


def test_the_teacher_chooses_what_greedy_would(metals):
    """Where nothing is hidden and no dice are thrown, both like the same moves best."""
    batch, dice = Batch(metals, 4, seed=6, listed=True), torch.Generator().manual_seed(1)
    for _ in range(6):
        sight = look(batch, metals.action_count)
        told = advice(batch, sight, torch.ones(4), dice)
        worth = batch.weigh(np.ones(4, np.uint8), sight.moves.shape[1])
        for slot, state in enumerate(batch.states()):
            seat, legal = int(sight.seats[slot]), sight.moves[slot, : sight.counts[slot]].tolist()
            greedy = GreedyBot(metals, 1).choose(hidden(state, batch.box, seat), batch.box, seat, legal)
            assert worth[slot, legal.index(greedy)] == pytest.approx(worth[slot, told[slot]], abs=1e-5)
        batch.step(sight.moves.gather(1, told[:, None]).squeeze(1).int().numpy())


def test_a_net_learns_what_its_teacher_does(metals, tmp_path):
    training = tiny(metals, tmp_path, teacher=0.5)
    training.iterate(0.0)
    phase, first = training.plan.phase(0.0), training.tally.learnt["policy"]
    lesson = make_lesson(training.rollout, training.plan, 2, phase.trust)
    for _ in range(150):
        learnt = training.learner.learn(lesson, phase, training.dice)
    assert learnt["policy"] < first / 2
    assert not training.league.selves


def test_rows_are_learnt_from_in_parts_of_one_size():
    rows = torch.arange(100, 110)
    assert [part.tolist() for part in even_parts(rows, 3)] == [
        [100, 101, 102],
        [103, 104, 105],
        [106, 107, 108],
    ]
    parts = even_parts(rows, 4)
    assert [len(part) for part in parts] == [4, 4]
    assert even_parts(rows[:9], 5)[1].tolist() == [105, 106, 107, 108, 100]
    assert [part.tolist() for part in even_parts(rows, 20)] == [rows.tolist()]
    assert even_parts(rows[:1], 20) == even_parts(rows[:0], 20) == ()


def test_lists_of_moves_have_few_widths():
    assert [room_for(most, 400) for most in (2, 64, 65, 200, 300, 400)] == [64, 64, 128, 256, 400, 400]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_recorded_steps_learn_what_steps_as_they_are_learn(metals, tmp_path):
    """More steps of each kind than are tried before one is recorded; the rate falls meanwhile, and must be followed."""
    plan = make_plan(metals, "cuda", {**TINY, "slots": 512, "minibatch": 256, "quick": 0})
    training = Training(metals, plan, tmp_path)
    plain = Learner(copy.deepcopy(training.net), plan, training.rollout)
    plain.step = plain.improve
    learners = (training.learner, plain)
    for done in (0.0, 0.3, 0.6, 0.9):
        phase = plan.phase(done)
        training.tables[2].collect(training.net, None, training.rollout, training.dice, phase)
        lesson = make_lesson(training.rollout, plan, 2, phase.trust)
        told = [one.learn(lesson, phase, torch.Generator("cuda").manual_seed(7)) for one in learners]
        assert told[0] == pytest.approx(told[1], abs=1e-2)
    assert training.learner.step.recordings
    one, other = (torch.cat([part.flatten() for part in learner.net.parameters()]) for learner in learners)
    assert torch.allclose(one, other, atol=1e-3)


def test_a_run_is_taught_first_and_trusts_the_judge_less_and_less(metals):
    plan = make_plan(metals, "cpu", {"teacher": 0.2, "judge": 0.5})
    assert plan.phase(0.1).teaching
    after = [plan.phase(done) for done in (0.2, 0.4, 0.6, 1.0)]
    assert not any(phase.teaching for phase in after)
    assert [phase.trust for phase in after] == pytest.approx([1, 0.5, 0, 0])
    assert [phase.left for phase in after] == pytest.approx([1, 0.75, 0.5, 0])


def test_a_game_that_was_just_made_trains_without_a_line_of_code(tmp_path):
    assert main(["new", "dare_dice", "--into", str(tmp_path)]) == 0
    sources = tmp_path / "wartable-dare-dice" / "src"
    info = sources / "wartable_dare_dice-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wartable-dare-dice\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[wartable.games]\ndare_dice = wartable_dare_dice\n")
    words = "train dare_dice --device cpu --iterations 4 --slots 4 --steps 3 --width 16 --minibatch 8"
    words += " --teacher 0.5 --sparring 0.5 --rivals random --games 2 --install"
    found = subprocess.run(
        [sys.executable, "-m", "wartable", *words.split(), "--out", str(tmp_path / "run")],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(sources), os.environ.get("PYTHONPATH", "")]),
            "NUMBA_DISABLE_JIT": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-3000:]
    assert (sources / "wartable_dare_dice" / "net.onnx").exists()
    assert "random_2" in (tmp_path / "run" / "curve.csv").read_text()


def test_equal_hidden_records_give_equal_moves(tmp_path):
    """What a seat may not know changes nothing."""
    game = next(game for game in all_games() if game.has_secrets)
    training = Net(game, make_plan(game, "cpu", TINY))
    torch.nn.init.normal_(training.ask.weight)
    write_net(training, game, tmp_path / "net.onnx")
    bot = PolicyBot(game, opened(tmp_path / "net.onnx"), 1)
    match = Match.start(game, seed=5)
    seat = first_due(match.observe(match.due[0]))
    view, legal = match.observe(seat), match.legal(seat)
    from wartable.core import generic, record
    from wartable.core.numbers.chance import generator

    for seed in range(4):
        imagined = record.copy(view)
        generic.fill(imagined, match.box, seat, generator(seed))
        same = hidden(imagined, match.box, seat)
        assert bot.choose(same, match.box, seat, legal) == bot.choose(view, match.box, seat, legal)


def test_the_bot_plays_legal_moves_and_draws_by_its_seed(metals, tmp_path):
    session = opened(tiny(metals, tmp_path).write_net())
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    drawn = {PolicyBot(metals, session, seed, warmth=1.0).choose(view, match.box, seat, legal) for seed in range(40)}
    assert len(drawn) > 3
    assert drawn <= set(legal)
    assert len({PolicyBot(metals, session, seed).choose(view, match.box, seat, legal) for seed in range(5)}) == 1
    shares = PolicyBot(metals, session, 1).think(view, match.box, seat)[1]
    assert shares.sum() == pytest.approx(1)


def test_an_exam_counts_the_wins_of_both_seats(metals, tmp_path):
    share = Duel(metals, "random", 4, 2, 1, "cpu").share(tiny(metals, tmp_path).net)
    assert share is not None
    assert 0 <= share <= 1
    assert Duel(metals, "random", 2, 2, 1, "cpu").share(tiny(metals, tmp_path).net, patience=0) is None


def test_impossible_plans_are_refused(metals):
    for wrong, said in (
        ({"slots": 0}, "slots 0"),
        ({"trace": 2}, "trace 2"),
        ({"seating": (9,)}, "not for 9 players"),
        ({"league": 0.6, "sparring": 0.6}, "together they take at most 1"),
    ):
        with pytest.raises(BadPlan, match=said):
            make_plan(metals, "cpu", wrong)


def test_the_command_trains_goes_on_and_writes_a_curve(metals, tmp_path, capsys):
    words = ["train", "metals", "--device", "cpu", "--out", str(tmp_path), "--rivals", "random", "--games", "2"]
    words += ["--slots", "6", "--steps", "4", "--width", "16", "--minibatch", "16"]
    assert main([*words, "--iterations", "2"]) == 0
    assert main([*words, "--iterations", "3"]) == 0
    said = capsys.readouterr().out
    assert "going on after 2 iterations" in said
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [2, 3]
    assert "random_2" in (tmp_path / "curve.csv").read_text()
    assert main([*words, "--players", "x"]) == 2


def test_a_quick_net_learns_beside_the_large_one_and_is_written_as_it_is(metals, tmp_path):
    training = tiny(metals, tmp_path, quick=8)
    training.run(Limit(iterations=3), Exam())
    assert {"quick_policy", "quick_value"} <= set(training.rows[-1])
    with np.load(tmp_path / "quick.npz") as file:
        kept = {name: file[name] for name in PARTS}
    net = with_scratch(metals, weights_of(metals, kept, metals.seats))
    match = Match.start(metals, seed=1)
    seat = match.due[0]
    legal = match.legal(seat)
    states = np.zeros(3, metals.state.dtype)
    states[2] = match.observe(seat)
    forward(net, states, 2, match.box, seat)
    policy_head(net, seat, np.array(legal, np.int32), len(legal))
    value_head(net, match.box, seat)
    numbers = torch.tensor(net.part("numbers")[None].copy())
    with torch.no_grad():
        scores, shares = training.follower.net(numbers, torch.tensor([0]))
        odds = log_odds(scores, torch.tensor([legal]), torch.tensor([len(legal)]))[0]
    assert net.part("log_priors")[: len(legal)] == pytest.approx(odds.numpy(), abs=2e-3)
    assert net.part("values")[:2] == pytest.approx(np.roll(shares.softmax(1)[0, :2].numpy(), seat), abs=2e-3)


def test_a_quick_net_goes_on_from_a_checkpoint_too(metals, tmp_path):
    whole, first = (tiny(metals, tmp_path / name, quick=8) for name in ("whole", "parts"))
    for done in (0.0, 0.25, 0.5, 0.75):
        whole.iterate(done)
    for done in (0.0, 0.25):
        first.iterate(done)
    first.save()
    again = tiny(metals, tmp_path / "parts", quick=8)
    assert again.resume()
    for done in (0.5, 0.75):
        again.iterate(done)
    for one, other in zip(whole.follower.net.parameters(), again.follower.net.parameters(), strict=True):
        assert torch.equal(one, other)


def test_without_a_width_there_is_no_quick_net(metals, tmp_path):
    training = tiny(metals, tmp_path, quick=0)
    training.run(Limit(iterations=1), Exam())
    assert training.follower is None
    assert not (tmp_path / "quick.npz").exists()


def test_moves_that_stray_are_nobodys_and_say_nothing_about_those_before(metals, tmp_path):
    training = tiny(metals, tmp_path, stray=1.0, league=0.0)
    training.iterate(0.0)
    rollout, first = training.rollout, training.plan.strays_from(0)
    assert rollout.strayed[:, first:].all()
    assert not rollout.strayed[:, :first].any()
    assert not rollout.own[:, first:].any()
    assert rollout.own[:, :first].all()
    values = torch.tensor([0.5, 0.6, 0.2, 0.5])[:, None, None]
    rewards, over = torch.zeros(3, 1, 1), torch.zeros(3, 1, dtype=torch.bool)
    strayed = torch.tensor([False, True, False])[:, None]
    found = advantages(values, rewards, over, 1.0, strayed).flatten()
    assert found.tolist() == pytest.approx([0.6 - 0.5, 0.0, 0.5 - 0.2])


def test_a_seat_that_decides_too_often_in_a_row_is_led_on_until_others_are_asked(tmp_path):
    training = tiny(find_game("city_of_iron"), tmp_path, patience=1, league=0.0, steps=24, seating=(2,))
    table = training.tables[2]
    training.iterate(0.0)
    rollout = training.rollout
    led = 0
    for slot in range(training.plan.slots):
        run, last = 0, -1
        for step in range(training.plan.steps):
            seat = int(rollout.seats[step, slot])
            run = run + int(rollout.counts[step, slot] > 1) if seat == last else 0
            assert bool(rollout.own[step, slot]) == (run < 1)
            led += run >= 1
            last = -1 if rollout.over[step, slot] else seat
        assert int(table.asked[slot]) == last
    assert led


def test_runs_of_decisions_go_on_after_an_interruption(tmp_path):
    game, told = find_game("city_of_iron"), {"patience": 1, "league": 0.0, "steps": 20, "seating": (2,)}
    whole, first = (tiny(game, tmp_path / name, **told) for name in ("whole", "parts"))
    for training in (whole, first):
        training.iterate(0.0)
    first.save()
    again = tiny(game, tmp_path / "parts", **told)
    assert again.resume()
    assert (whole.tables[2].run > 0).any()
    for training in (whole, again):
        training.iterate(0.5)
    assert not whole.rollout.own[0].all()
    assert torch.equal(whole.rollout.own, again.rollout.own)
