"""Restricted play: a player keeps to what is left, and what nobody uses is worth nothing."""

import json

import pytest

from wartable.cli import main
from wartable.core import generic
from wartable.core.actions import decode
from wartable.games.metals.decisions.move import Move
from wartable.lab.runs import job as jobs
from wartable.lab.runs.engine import Here
from wartable.lab.runs.job import crippled, make_job, open_table
from wartable.lab.runs.metrics import BadMetrics
from wartable.lab.runs.progress import Progress
from wartable.lab.runs.replay import logs_of, replay, seated
from wartable.lab.studies.restrict import names_of, restrict

from .conftest import played

NORTH = "greedy:without=step.to_the_north"


def is_north(game, action):
    return game.family_of(action) == "move" and int(decode(Move, action).step) == 0


@pytest.mark.parametrize("in_python", [False, True], ids=["compiled", "in Python"])
def test_a_restricted_player_keeps_to_what_is_left(tmp_path, metals, monkeypatch, in_python):
    """No step to the north where anything else is legal; the whole player steps there."""
    if in_python:
        monkeypatch.setattr(jobs, "COMPILED_BOTS", ())
    games = 6
    job = make_job(metals, games, (NORTH, "greedy"), seed=2 + in_python, mirrored=True)
    run = played(tmp_path, job, games)
    out, _ = metals.buffers()
    whole = 0
    for number in range(games):
        mine = [seat for seat, bot in seated(job, number) if crippled(run.table.bots[bot])[1]]
        assert len(mine) == 1
        for step in replay(run, number).steps:
            if is_north(metals, step.action) and step.seat < 2:
                count = int(generic.legal(step.before, run.table.box, step.seat, out))
                if step.seat in mine:
                    assert all(is_north(metals, int(action)) for action in out[:count])
                whole += step.seat not in mine
    assert whole > 0


def test_each_deal_is_played_from_every_seat(tmp_path, metals):
    """Two matches with equal dice and players of one strength are one match with the seats changed."""
    job = make_job(metals, 10, ("greedy:without=action.pick", "greedy"), mirrored=True)
    logs = [log.tolist() for _, log in logs_of(played(tmp_path / "same", job, 10), range(10))]
    assert all(logs[number] == logs[number + 1] for number in range(0, 10, 2))
    assert logs[0] != logs[2]


def test_what_nobody_uses_is_worth_exactly_nothing(tmp_path, metals):
    job = make_job(metals, 50)
    [found] = restrict(tmp_path, job, 50, ["action.pick"], Here(), Progress())
    assert (found.rate.value, found.rate.low, found.rate.high) == (0.5, 0.5, 0.5)
    assert not found.is_real
    assert "too rare to say: unrestricted players use it 0.00 times in a match" in found.words


def test_what_is_needed_costs_wins_and_its_copies_are_not_blamed(tmp_path, metals):
    job = make_job(metals, 300, seed=4)
    steps = names_of(job, "step")
    assert steps == [f"step.to the {where}" for where in ("north", "east", "south", "west")]
    together = "+".join(steps[:3])
    found = {one.without: one for one in restrict(tmp_path, job, 300, [together, "action.pick"], Here(), Progress())}
    assert list(found) == [together, "action.pick"], "the dearest first"
    assert found[together].is_real and found[together].rate.high < 0.5
    assert found[together].whole > 1
    assert not found["action.pick"].is_real
    assert found[together].rate.n == 150, "two matches of a deal count as one observation"


def test_names_may_be_written_with_signs_for_the_rest(metals):
    metrics = open_table(make_job(metals, 1)).metrics
    names = [metrics.components[at] for at in metrics.matching("Step.to_the_*th")]
    assert names == [("step", "to the north"), ("step", "to the south")]
    with pytest.raises(BadMetrics, match=r"no component step\.up; there are: to the north, to the east"):
        metrics.matching("step.up")


def test_restrictions_on_the_command_line(tmp_path, capsys):
    words = ["lab", "restrict", "metals", "--games", "60", "--workers", "1", "--out", str(tmp_path)]
    assert main([*words, "--without", "action:move", "--each", "deployment", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["without"] for one in found} == {
        "action.move",
        *(f"deployment.{name} corner" for name in ("south-west", "south-east", "north-west", "north-east")),
    }
    assert "Without action move a player wins" in (tmp_path / "restrict.html").read_text("utf-8")
    assert main([*words, "--without", "card:x"]) == 2
    assert "there is no component card.x; there are: action, deployment" in capsys.readouterr().err
    assert main(words) == 2
    assert "say --without KIND:NAME or --each KIND" in capsys.readouterr().err
    assert main([*words, "--without", "action:move", "--bots", "greedy,random"]) == 2
    assert "one bot for all seats" in capsys.readouterr().err
