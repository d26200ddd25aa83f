"""What is recorded of a match is what happened in it."""

import io
import os
import subprocess
import sys
from collections import Counter

import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from wartable.core import generic
from wartable.core.frames import NATURE
from wartable.lab.runs import job as jobs
from wartable.lab.runs.batch import play_batch
from wartable.lab.runs.job import make_job, open_table
from wartable.lab.runs.replay import replay

from .conftest import played, rows

SUBPROCESS = """
import sys, warnings
warnings.simplefilter("ignore")
from wartable.core.registry import find_game
from wartable.lab.runs.batch import play_batch
from wartable.lab.runs.job import make_job
batch = play_batch(make_job(find_game("metals"), 2, ("greedy", "random"), seed=11), 0, 2)
sys.stdout.buffer.write(b"".join(batch.tables[name] for name in ("games", "seats", "uses")))
sys.stdout.buffer.flush()
"""


def table(batch, name):
    return pq.read_table(io.BytesIO(batch.tables[name]), use_threads=False).to_pylist()


def test_interpreted_and_compiled_play_leave_the_same_bytes(metals):
    batch = play_batch(make_job(metals, 2, ("greedy", "random"), seed=11), 0, 2)
    plain = subprocess.run(
        [sys.executable, "-c", SUBPROCESS],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
    )
    assert plain.stdout == b"".join(batch.tables[name] for name in ("games", "seats", "uses"))


def recount(match):
    """The common numbers of a match, counted again from its steps in another way than the recorder does."""
    used: Counter[tuple[int, str]] = Counter()
    decisions, options = 0, 0
    firsts: dict[int, int] = {}
    out, _ = match.game.buffers()
    for step in match.steps:
        if step.seat == NATURE:
            continue
        used[step.seat + 1, match.game.family_of(step.action)] += 1
        count = int(generic.legal(step.before, match.box, step.seat, out))
        decisions += count > 1
        options += count if count > 1 else 0
        if count > 1:
            firsts.setdefault(step.seat, step.action)
    leaders: list[int] = []
    for step in match.steps:
        points = [int(generic.points(step.after, match.box, seat)) for seat in match.seats]
        if points.count(max(points)) == 1 and leaders[-1:] != [points.index(max(points))]:
            leaders.append(points.index(max(points)))
    return used, decisions, options, max(0, len(leaders) - 1), firsts


@pytest.mark.parametrize("in_python", [False, True], ids=["compiled", "in Python"])
def test_rows_say_what_happened(tmp_path, metals, monkeypatch, in_python):
    """Replay matches by the rules, and count everything again; also for bots that think in Python."""
    if in_python:
        monkeypatch.setattr(jobs, "COMPILED_BOTS", ())
    job = make_job(metals, 6, ("greedy", "random"), seed=3 + in_python, options={"factions": "on"})
    assert open_table(job).is_compiled is not in_python
    batch = play_batch(job, 0, 6)
    run = played(tmp_path, job, 6)
    games, seats, uses = (table(batch, name) for name in ("games", "seats", "uses"))
    for number in range(6):
        match, row = replay(run, number), games[number]
        used, decisions, options, changes, firsts = recount(match)
        assert match.outcome is not None
        assert (row["ending"], row["actions"]) == (match.outcome.ending, len(match.steps))
        assert (row["decisions"], row["options"], row["lead_changes"]) == (decisions, options, changes)
        assert row["turns"] == match.full_state().turns
        assert row["winner"] == str(match.outcome.winners[0] + 1)
        mine = [seat for seat in seats if seat["game"] == number]
        assert {seat["seat"] - 1: seat["first"] for seat in mine} == firsts
        assert [seat["opened"] for seat in mine] == [seat == next(iter(firsts)) for seat in match.seats]
        assert tuple(seat["points"] for seat in mine) == match.outcome.points
        assert tuple(seat["score"] for seat in mine) == match.outcome.scores
        assert [seat["bot"] in name for seat, name in zip(mine, match.players, strict=True)] == [True, True]
        found = {(u["seat"], u["component"]): u["times"] for u in uses if u["game"] == number and u["kind"] == "action"}
        assert {key: times for key, times in found.items() if times} == dict(used)


@pytest.mark.parametrize("in_python", [False, True], ids=["compiled", "in Python"])
def test_an_opening_is_played_at_random(metals, monkeypatch, in_python):
    """With an opening as long as the match, greedy bots play the random bots' games."""
    wild = table(play_batch(make_job(metals, 8, ("random",), seed=19), 0, 8), "games")
    if in_python:
        monkeypatch.setattr(jobs, "COMPILED_BOTS", ())
    assert table(play_batch(make_job(metals, 8, ("greedy",), seed=19, opening=1000), 0, 8), "games") == wild
    assert table(play_batch(make_job(metals, 8, ("greedy",), seed=19, opening=3), 0, 8), "games") != wild
    assert table(play_batch(make_job(metals, 8, ("greedy",), seed=19), 0, 8), "games") != wild


def test_watching_does_not_change_a_match(metals):
    job = make_job(metals, 40, ("random",), seed=8)
    plain = ("turns", "ending", "winner", "decisions", "options", "lead_changes", "margin")
    watched = [[row[name] for name in plain] for row in table(play_batch(job.with_(watch=1), 0, 40), "games")]
    unwatched = table(play_batch(job.with_(watch=1000), 0, 40), "games")
    assert watched == [[row[name] for name in plain] for row in unwatched]
    assert [row["watched"] for row in unwatched] == [True] + [False] * 39
    assert unwatched[1]["decided"] is None


def test_chances_are_shares_that_end_with_the_result(metals):
    for row in table(play_batch(make_job(metals, 20, ("random",), seed=2), 0, 20), "seats"):
        assert len(row["chances"]) == 11
        assert all(0 <= chance <= 1 for chance in row["chances"])
        assert row["chances"][-1] == row["score"]


def test_a_match_of_bots_that_think_is_kept_move_by_move(tmp_path, metals):
    """With so little time no two searches are alike: only what was kept can be the match of the row."""
    run = played(tmp_path, make_job(metals, 2, ("mcts:0.002s",)), 2)
    for row in rows(run, "games"):
        match = replay(run, row["game"])
        assert match.outcome is not None
        assert (row["actions"], row["ending"]) == (len(match.steps), match.outcome.ending)


def test_each_bot_sits_in_each_seat_as_often(tmp_path, metals):
    run = played(tmp_path / "run", make_job(metals, 100, ("greedy", "random")), 100)
    seated = Counter((row["seat"], row["bot"]) for row in rows(run, "seats"))
    assert set(seated.values()) == {50}


def test_the_better_bot_wins(small_run):
    won = sum(float(row["score"]) for row in rows(small_run, "seats") if row["bot"] == "greedy")
    assert won > 190


def test_offers_count_decisions_and_uses_do_not_exceed_them(small_run):
    seen = [row for row in rows(small_run, "uses") if row["offered"] is not None]
    assert seen
    assert all(row["times"] <= row["offered"] for row in seen)


@pytest.mark.slow
def test_every_game_can_be_simulated(each_game):
    """The common metrics come by themselves, and a game's own keep to what it declares."""
    job = make_job(each_game, 2, ("random",), seed=4)
    batch = play_batch(job, 0, 2)
    games, seats = table(batch, "games"), table(batch, "seats")
    endings = {ending.name for ending in each_game.endings}
    assert all(row["ending"] in endings for row in games)
    assert all(row["turns"] > 0 and row["decisions"] > 0 for row in games)
    for number in range(2):
        assert sum(row["score"] for row in seats if row["game"] == number) == pytest.approx(1)
    metrics = open_table(job).metrics
    assert {f"trait.{name}" for name in metrics.traits} | {f"gauge.{name}" for name in metrics.gauges} <= set(seats[0])
