"""Nets that learn by playing themselves, at a size that takes a moment."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from wartable.batch import Batch
from wartable.bots.bot import GreedyBot
from wartable.bots.nets.net import NoNet, PolicyBot, check_fit, facts_of
from wartable.core import generic, record
from wartable.core.match import Match
from wartable.core.match.perspective import hidden
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games, find_game

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from wartable.cli import main  # noqa: E402
from wartable.train import Limit, Training, make_plan  # noqa: E402
from wartable.train.checkpoint import BadCheckpoint  # noqa: E402
from wartable.train.collect import PATIENCE, Collector, chunks  # noqa: E402
from wartable.train.export import BadNet, read_weights, write_net  # noqa: E402
from wartable.train.learn import Learner, advantages  # noqa: E402
from wartable.train.lists import Packed, among_best, best_of, drawn, log_odds, spread, turned  # noqa: E402
from wartable.train.model import Net  # noqa: E402
from wartable.train.plan import MOST_BYTES, BadPlan, weight_count  # noqa: E402
from wartable.train.run import TESTS, Trials  # noqa: E402

TINY = {"slots": 10, "steps": 4, "width": 16, "minibatch": 4, "samples": 1, "tests": 0.2}


def tiny(game, folder, **settings):
    return Training(game, make_plan(game, "cpu", {**TINY, **settings}), folder)


def shaken(game, **settings):
    """A net that says something."""
    net = Net(game, make_plan(game, "cpu", {**TINY, **settings}))
    for part in (net.out.weight, net.out.bias, net.seating.weight, *(block.back.weight for block in net.blocks)):
        torch.nn.init.normal_(part)
    return net


def opened(path):
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def weights(net):
    return torch.cat([part.flatten() for part in net.state_dict().values()])


def test_a_net_of_any_game_stays_under_eight_megabytes(each_game):
    plan = make_plan(each_game, "cuda")
    assert 2 * weight_count(each_game, plan.width, plan.blocks) <= MOST_BYTES < 8e6


def test_advantages_are_what_came_of_it_less_what_was_expected():
    values = torch.tensor([0.5, 0.6, 0.2, 0.5])[:, None, None]
    rewards = torch.tensor([0.0, 1.0, 0.0])[:, None, None]
    over = torch.tensor([False, True, False])[:, None]
    found = advantages(values, rewards, over, 1.0).flatten()
    assert found.tolist() == pytest.approx([1 - 0.5, 1 - 0.6, 0.5 - 0.2])
    short = advantages(values, rewards, over, 0.0).flatten()
    assert short.tolist() == pytest.approx([0.6 - 0.5, 1 - 0.6, 0.5 - 0.2])


def test_shares_are_turned_so_that_the_chooser_comes_first_and_back():
    shares, seats = torch.tensor([[0.1, 0.2, 0.7, 0.0]]), torch.tensor([2])
    first = turned(shares, seats, 3)
    assert first[0].tolist() == pytest.approx([0.7, 0.1, 0.2, 0.0])
    assert torch.equal(turned(first, -seats, 3), shares)


def test_packed_rows_come_back_in_any_order():
    rows = torch.rand(7, 9) * (torch.rand(7, 9) < 0.3)
    rows[3] = 0
    packed = Packed.joined([Packed.of(rows[:4]), Packed.of(rows[4:])])
    wanted = torch.tensor([6, 3, 0, 6, 4])
    assert torch.equal(packed.rows(wanted), rows[wanted])


def test_lists_of_moves_are_chosen_from_one_by_one():
    counts = torch.tensor([3, 1, 2])
    of, at = spread(torch.tensor([10, 0, 4]), counts)
    assert of.tolist() == [0, 0, 0, 1, 2, 2]
    assert at.tolist() == [10, 11, 12, 0, 4, 5]
    scores = torch.tensor([0.0, 2.0, 1.0, -500.0, 7.0, 9.0])
    odds = log_odds(scores, of, 3)
    assert odds[:3].exp().tolist() == pytest.approx(scores[:3].softmax(0).tolist())
    assert odds[3:].exp().tolist() == pytest.approx([1, *scores[4:].softmax(0).tolist()])
    assert best_of(scores, of, 3).tolist() == [1, 3, 5]
    dice = torch.Generator().manual_seed(1)
    found = torch.stack([drawn(odds, of, 3, dice) for _ in range(4000)])
    for place in range(6):
        assert float((found == place).any(1).float().mean()) == pytest.approx(float(odds[place].exp()), abs=0.03)


def test_slots_are_looked_at_in_parts_that_fit(monkeypatch):
    monkeypatch.setattr("wartable.train.collect.CHUNK", 10)
    starts = np.array([0, 4, 8, 30, 33, 40])
    assert list(chunks(starts, 0, 5)) == [(0, 2), (2, 3), (3, 5)]
    assert list(chunks(starts, 1, 4)) == [(1, 2), (2, 3), (3, 4)]


def test_looking_in_parts_is_looking_at_all(metals, monkeypatch):
    net, plan = shaken(metals), make_plan(metals, "cpu", TINY)
    rollouts = []
    for room in (1 << 20, 30):
        monkeypatch.setattr("wartable.train.collect.CHUNK", room)
        rollouts.append(Collector(metals, plan, 2, 1).collect(net, net, torch.Generator().manual_seed(3)))
    for one, other in zip(rollouts[0].steps, rollouts[1].steps, strict=True):
        assert torch.equal(one.chosen, other.chosen)
        assert torch.allclose(one.sight.odds, other.sight.odds, atol=1e-4)
        at = torch.arange(len(one.sight.of))
        assert torch.equal(one.sight.rows.rows(at), other.sight.rows.rows(at))


def test_an_untrained_net_plays_as_greedy_does(metals, tmp_path):
    """The file too: its best move is one that greedy likes best."""
    net = Net(metals, make_plan(metals, "cpu", TINY))
    write_net(net, metals, tmp_path / "net.onnx")
    bot, batch = PolicyBot(metals, opened(tmp_path / "net.onnx"), 1), Batch(metals, 4, seed=6, listed=True)
    for _ in range(6):
        verdicts = batch.ahead()[1].copy()
        actions = []
        for slot, state in enumerate(batch.states()):
            seat, legal = int(batch.seats[slot]), batch.moves[slot, : batch.counts[slot]].tolist()
            view = hidden(state, batch.box, seat)
            worth = dict(zip(legal, verdicts[batch.starts[slot] : batch.starts[slot + 1], seat], strict=True))
            chosen = bot.choose(view, batch.box, seat, legal)
            assert worth[chosen] == pytest.approx(max(worth.values()), abs=1e-5)
            greedy = GreedyBot(metals, 1).choose(view, batch.box, seat, legal)
            assert worth[greedy] == pytest.approx(worth[chosen], abs=1e-5)
            actions.append(chosen)
        batch.step(np.array(actions, np.int32))


def test_of_each_list_the_best_are_found():
    scores, of = torch.tensor([1.0, 3.0, 2.0, 5.0, 0.0, 0.0, 4.0]), torch.tensor([0, 0, 0, 1, 3, 3, 3])
    assert among_best(scores, of, 4, 2).tolist() == [False, True, True, True, True, False, True]


def test_a_net_with_a_shortlist_looks_at_the_moves_that_the_judge_likes_best(each_game, tmp_path):
    """Collector and bot alike: what they see of these moves is what is seen of all, and the others come last."""
    settings = {"shortlist": 3, "seating": (2,)}
    net, plan = shaken(each_game, **settings), make_plan(each_game, "cpu", {**TINY, **settings})
    table = Collector(each_game, plan, 2, 1)
    for _ in range(5):
        seats = torch.as_tensor(table.batch.seats).long()
        whole = [torch.as_tensor(part.copy()) for part in table.batch.ahead(samples=1)]
        sight = table._look(net, 0, plan.slots, seats, keep=True)
        for slot in range(plan.slots):
            start, end = table.batch.starts[slot], table.batch.starts[slot + 1]
            worth = whole[1][start:end, seats[slot]]
            places = slice(int(sight.firsts[slot]), int(sight.firsts[slot] + sight.counts[slot]))
            numbers = sight.numbers[places]
            assert len(numbers) == min(3, len(worth))
            assert worth[numbers].sum() == pytest.approx(worth.sort(descending=True).values[:3].sum())
            assert sight.rows is not None
            rows = sight.rows.rows(torch.arange(places.start, places.stop))
            assert torch.equal(rows, whole[0][start:end][numbers])
        table.collect(net, net, torch.Generator().manual_seed(3))
    write_net(net, each_game, tmp_path / "net.onnx", {"plan": plan.as_dict()})
    bot, batch = PolicyBot(each_game, opened(tmp_path / "net.onnx"), 1), table.batch
    for slot, state in enumerate(batch.states()):
        seat, legal = int(batch.seats[slot]), batch.moves[slot, : batch.counts[slot]].tolist()
        scores = bot.think(hidden(state, batch.box, seat), batch.box, seat)[0][legal]
        seen = bot.reader.sight.look(hidden(state, batch.box, seat), batch.box, seat, 1)
        assert sorted([*seen.codes, *seen.others]) == sorted(legal) and len(seen.codes) == min(3, len(legal))
        ranked = [legal[place] for place in np.argsort(-scores, kind="stable")]
        assert ranked[len(seen.codes) :] == seen.others.tolist()


def test_a_run_that_was_interrupted_ends_like_one_that_was_not(tmp_path):
    game = find_game("city_of_iron")
    told = {"seating": (2, 3)}
    whole = tiny(game, tmp_path / "whole", **told)
    whole.run(Limit(iterations=5))
    first = tiny(game, tmp_path / "parts", **told)
    for done in range(3):
        first.iterate(done / 5)
    first.save()
    first.iterate(0.9)  # what came after the checkpoint is lost with the killed run
    second = tiny(game, tmp_path / "parts", **told)
    assert second.resume()
    assert second.run(Limit(iterations=5))
    assert torch.equal(weights(whole.net), weights(second.net))
    assert torch.equal(weights(whole.learner.average), weights(second.learner.average))
    assert not torch.equal(weights(whole.net), weights(whole.learner.average))
    for players, table in whole.tables.items():
        assert table.batch.states().tobytes() == second.tables[players].batch.states().tobytes()
        assert torch.equal(table.run, second.tables[players].run)


def test_a_sitting_stops_and_leaves_a_checkpoint(metals, tmp_path):
    training = tiny(metals, tmp_path)
    assert not training.run(Limit(iterations=5, sitting=0.0))
    assert tiny(metals, tmp_path).resume()
    assert (tmp_path / "net.onnx").exists()


def test_a_checkpoint_of_another_plan_is_refused(metals, tmp_path):
    tiny(metals, tmp_path).save()
    with pytest.raises(BadCheckpoint, match="belongs to a run with width 16, not 24"):
        tiny(metals, tmp_path, width=24).resume()
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadCheckpoint, match="is broken"):
        tiny(metals, tmp_path).resume()


def test_the_net_that_won_most_is_written_and_not_the_last(metals, tmp_path):
    training = tiny(metals, tmp_path)
    training.iterate(0.0)
    training.tests = Trials({2: TESTS}, {2: 0.7 * TESTS})
    training.row()
    best = weights(training.best)
    assert torch.equal(best, weights(training.learner.average))
    training.iterate(0.5)
    training.tests = Trials({2: TESTS}, {2: 0.6 * TESTS})
    training.row()
    training.iterate(0.6)
    training.tests = Trials({2: TESTS - 1}, {2: 0.9 * TESTS})
    training.row()
    assert training.tests.met[2] == TESTS - 1, "too few to tell: they are added to"
    assert torch.equal(weights(training.best), best)
    again = Net(metals, training.plan)
    read_weights(training.write_net(), again)
    assert torch.allclose(weights(again), best, atol=1e-3)


def test_tests_and_sparring_are_against_greedy_and_only_the_nets_own_choices_are_learnt(metals):
    plan = make_plan(metals, "cpu", {**TINY, "slots": 20, "steps": 12, "sparring": 0.5})
    table, net = Collector(metals, plan, 2, 1), shaken(metals)
    rollout = table.collect(net, net, torch.Generator().manual_seed(3))
    slots = torch.arange(plan.tested, plan.slots)
    for step in rollout.steps:
        sight, is_own = step.sight, (slots >= plan.sparred) | (step.seats == slots % 2)
        assert torch.equal(step.own, is_own & (sight.counts > 1))
        worth = sight.verdicts[:, 0]
        best = worth.new_zeros(len(slots)).scatter_reduce(0, sight.of, worth, "amax")
        assert torch.allclose(worth[step.chosen][~is_own], best[~is_own], atol=1e-5)


def test_a_seat_that_decides_too_often_in_a_row_is_led_on_by_greedy(monkeypatch):
    monkeypatch.setattr("wartable.train.collect.PATIENCE", 1)
    game = find_game("city_of_iron")
    plan = make_plan(game, "cpu", {**TINY, "steps": 16, "tests": 0, "sparring": 0})
    table, net = Collector(game, plan, 2, 1), shaken(game)
    rollout = table.collect(net, net, torch.Generator().manual_seed(3))
    run, last, led = torch.zeros(10), torch.full((10,), -1), 0
    for step in rollout.steps:
        has_choice = step.sight.counts > 1
        run = torch.where(step.seats == last, run + has_choice, 0)
        assert torch.equal(step.own, has_choice & (run < 1))
        led += int((run >= 1).sum())
        last = step.seats.masked_fill(step.over, -1)
    assert led
    assert PATIENCE > 16


def test_what_went_better_than_expected_becomes_likelier(metals):
    """And where nothing surprises, the policy stays."""
    plan = make_plan(metals, "cpu", {**TINY, "tests": 0, "sparring": 0, "keep": 1, "entropy": 0, "rate": 1e-3})
    table, net = Collector(metals, plan, 2, 1), Net(metals, plan)
    learner = Learner(net, plan)
    dice = torch.Generator().manual_seed(3)
    rollout = table.collect(net, net, dice)
    for step in rollout.steps:
        step.over[:], step.sight.ended[:] = True, False
        step.rewards[:, :2] = torch.nn.functional.one_hot(step.seats, 2).float()
        step.rewards[step.chosen % 2 == 1] = 1 - step.rewards[step.chosen % 2 == 1]
    step = rollout.steps[0]
    good = step.own & (step.chosen % 2 == 0)
    bad = step.own & (step.chosen % 2 == 1)
    assert good.any()
    assert bad.any()
    for _ in range(5):
        learner.learn(rollout, 0.0, dice)
    with torch.no_grad():
        at = torch.arange(len(step.sight.of))
        scores, shares = net(step.sight.rows.rows(at), step.sight.verdicts, rollout.seating)
        shift = (log_odds(scores, step.sight.of, 10) - step.sight.odds)[step.chosen]
        own = shares.softmax(1)[step.chosen, 0]
    assert float(shift[good].mean()) > 0 > float(shift[bad].mean())
    assert float(own[good].mean()) > float(own[bad].mean())


def test_the_file_says_what_the_net_says(each_game, tmp_path):
    net, path = shaken(each_game), tmp_path / "net.onnx"
    write_net(net, each_game, path)
    read_weights(path, net)
    for place, players in enumerate(each_game.seats):
        features = torch.rand(3, each_game.feature_count)
        verdicts = torch.zeros(3, net.most)
        verdicts[:, :players] = torch.rand(3, players).softmax(1)
        verdicts[0, 0] = 0.0
        with torch.no_grad():
            scores, shares = net(features, verdicts, torch.tensor(place))
        asked = {"features": features.numpy(), "verdicts": verdicts.numpy(), "seating": np.full(3, place)}
        score, value = opened(path).run(None, asked)
        assert np.allclose(score, scores, rtol=1e-4, atol=1e-3)
        assert np.allclose(value, shares.softmax(1), atol=1e-5)
        assert value[:, players:].sum() == 0


def test_weights_of_another_shape_are_refused(metals, tmp_path):
    path = tiny(metals, tmp_path).write_net()
    with pytest.raises(BadNet, match=r"does not fit: it lacks enter.weight of 24 x 1209 numbers"):
        read_weights(path, Net(metals, make_plan(metals, "cpu", {**TINY, "width": 24})))
    (tmp_path / "no.onnx").write_bytes(b"nothing")
    with pytest.raises(BadNet):
        read_weights(tmp_path / "no.onnx", Net(metals, make_plan(metals, "cpu", TINY)))


def test_the_bot_refuses_a_net_that_was_made_for_something_else(metals, tmp_path):
    facts = facts_of(opened(tiny(metals, tmp_path).write_net()))
    check_fit(facts, metals, "net.onnx")
    for fact, value in (("game", "chess"), ("features", 7), ("seats", [3])):
        with pytest.raises(NoNet, match=f"net.onnx was made for {fact} .*, and Metals has {fact} .*; train one with"):
            check_fit({**facts, fact: value}, metals, "net.onnx")


def test_equal_hidden_records_give_equal_moves(tmp_path):
    """What a seat may not know changes nothing."""
    for game in all_games():
        if not game.has_secrets:
            continue
        write_net(shaken(game), game, tmp_path / "net.onnx")
        bot, match = PolicyBot(game, opened(tmp_path / "net.onnx"), 1), Match.start(game, seed=5)
        seat = match.due[0]
        view = match.observe(seat)
        for seed in range(4):
            imagined = record.copy(view)
            generic.fill(imagined, match.box, seat, generator(seed))
            scores, shares = bot.think(hidden(imagined, match.box, seat), match.box, seat)
            assert (scores == bot.think(view, match.box, seat)[0]).all()
            assert shares.sum() == pytest.approx(1)


def test_the_bot_plays_legal_moves_and_draws_by_its_seed(metals, tmp_path):
    write_net(shaken(metals), metals, tmp_path / "net.onnx")
    session = opened(tmp_path / "net.onnx")
    match = Match.start(metals, seed=3)
    seat = match.due[0]
    view, legal = match.observe(seat), match.legal(seat)
    drawn_ = {PolicyBot(metals, session, seed, warmth=20.0).choose(view, match.box, seat, legal) for seed in range(40)}
    assert len(drawn_) > 3
    assert drawn_ <= set(legal)
    assert len({PolicyBot(metals, session, seed).choose(view, match.box, seat, legal) for seed in range(5)}) == 1


def test_impossible_plans_are_refused(metals):
    for wrong, said in (
        ({"slots": 0}, "slots 0"),
        ({"trace": 2}, "trace 2"),
        ({"seating": (9,)}, "not for 9 players"),
        ({"tests": 0.6, "sparring": 0.6}, "together they take at most 1"),
        ({"tests": 1.0, "sparring": 0}, "and tests less"),
    ):
        with pytest.raises(BadPlan, match=said):
            make_plan(metals, "cpu", wrong)


def test_the_command_trains_goes_on_and_writes_a_curve(metals, tmp_path, capsys):
    words = ["train", "metals", "--device", "cpu", "--out", str(tmp_path)]
    words += ["--slots", "10", "--steps", "4", "--width", "16", "--minibatch", "16"]
    assert main([*words, "--iterations", "2"]) == 0
    assert main([*words, "--iterations", "3"]) == 0
    said = capsys.readouterr().out
    assert "continuing after 2 iterations" in said
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [2, 3]
    assert "per_second" in (tmp_path / "curve.csv").read_text()
    assert main([*words, "--players", "x"]) == 2


def test_a_game_that_was_just_made_trains_without_a_line_of_code(tmp_path):
    assert main(["new", "dare_dice", "--into", str(tmp_path)]) == 0
    sources = tmp_path / "wartable-dare-dice" / "src"
    info = sources / "wartable_dare_dice-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wartable-dare-dice\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[wartable.games]\ndare_dice = wartable_dare_dice\n")
    words = "train dare_dice --device cpu --iterations 4 --slots 10 --steps 3 --width 16 --minibatch 8 --install"
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
