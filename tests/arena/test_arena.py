"""The arena: balanced, reproducible, safe from bad bots, and able to go on where it stopped."""

import json
import shlex
import sys
from collections import Counter
from types import SimpleNamespace

import pytest

from wartable.arena import Plan, Tables, make_report, run_arena
from wartable.arena.referee import Referee
from wartable.arena.run import BadResults, read_results
from wartable.cli import main
from wartable.core.match.perspective import hidden
from wartable.core.record import same
from wartable.errors import BadOption, WartableError
from wartable.lab.reports.sample import rate_interval

from ..conftest import ROOT


def plan(*bots, games=4, players=2, **more):
    return Plan("metals", 1, bots, games, players, options={"turn_limit": 20}, **more)


def what_matters(results):
    """Results without the clocks."""
    return [(result.number, result.seats, result.scores, result.points, result.actions) for result in results]


def program(tmp_path, body):
    """A bot program: `body` is what it does with a message (a dict `m`) and the answers it prints."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys, time\n"
        "def say(**answer): print(json.dumps(answer), flush=True)\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello': say(type='ready')\n"
        f"    if m['type'] == 'choose': {body}\n"
    )
    return f"cmd:{shlex.join([sys.executable, str(path)])}"


FIRST = "say(type='play', action=m['legal'][0]['action'])"


def test_every_bot_has_every_seat_equally_often_with_the_same_dice():
    for players, bots in ((2, "abc"), (3, "ab"), (4, "abc")):
        arena = plan(*bots, games=12, players=players)
        seats: Counter[tuple[int, int, int]] = Counter()
        dice: dict[tuple[int, int], list[int]] = {}
        for job in arena.jobs():
            for seat, bot in enumerate(job.seats):
                seats[job.pairing, bot, seat] += 1
            dice.setdefault((job.pairing, job.seats.index(job.seats[0])), []).append(job.dice)
        assert arena.length == 12 * len(arena.lineups)
        for pairing in range(len(arena.lineups)):
            for bot in {bot for p, bot, _ in seats if p == pairing}:
                assert len({seats[pairing, bot, seat] for seat in range(players)}) == 1
    both = list(plan("a", "b", games=4).jobs())
    assert [job.dice for job in both[::2]] == [job.dice for job in both[1::2]]
    assert [job.seats for job in both] == [(0, 1), (1, 0)] * 2
    assert len({seed for job in both for seed in job.seeds}) == 8


def test_mixed_tables_have_different_bots():
    arena = plan("a", "b", "c", "d", games=1, players=3, tables=Tables.MIXED)
    assert len(arena.lineups) == 4
    assert all(len(set(job.seats)) == 3 for job in arena.jobs())
    assert arena.rounds == 6, "all orders of three"


def test_one_against_the_rest_is_named_so():
    arena = plan("a", "b", players=4)
    assert [arena.pairing_name(number) for number in range(2)] == ["a - 3 x b", "b - 3 x a"]
    assert all(job.seats.count(0) in (1, 3) for job in arena.jobs())


def test_a_gauntlet_is_the_first_against_each_of_the_others():
    assert [line[0] for line in plan(*"abc", tables=Tables.GAUNTLET).lineups] == [(0, 1), (0, 2)]
    assert [line[0] for line in plan(*"abc", players=3, tables=Tables.GAUNTLET).lineups] == [(0, 1, 1), (0, 2, 2)]


@pytest.mark.parametrize(
    ("bots", "more", "reason"),
    [
        (("greedy",), {}, "at least two bots"),
        (("greedy", "greedy"), {}, "each of them only once"),
        (("greedy", "random"), {"games": 0}, "at least one game"),
        (("greedy", "random"), {"players": 3, "tables": Tables.MIXED}, "needs 3 different bots"),
    ],
)
def test_plans_that_make_no_sense_are_refused(bots, more, reason):
    with pytest.raises(BadOption, match=reason):
        plan(*bots, **more)


@pytest.mark.parametrize(
    ("bot", "reason"),
    [("deep-blue", "there is no bot"), ("cmd:", "a program is cmd:COMMAND"), ("py:file", "a Python class is py:")],
)
def test_unknown_bots_are_refused_before_the_first_match(tmp_path, bot, reason):
    with pytest.raises(WartableError, match=reason):
        run_arena(plan("random", bot), tmp_path / "r.jsonl", jobs=1)
    assert not (tmp_path / "r.jsonl").exists()


def test_the_same_plan_plays_the_same_matches(tmp_path):
    arena = plan("random", "greedy", games=4)
    first = run_arena(arena, tmp_path / "one.jsonl", jobs=1)
    second = run_arena(arena, tmp_path / "two.jsonl", jobs=2)
    assert what_matters(first) == what_matters(second), "in one process or in two"
    other = run_arena(plan("random", "greedy", games=4, seed=1), tmp_path / "three.jsonl", jobs=1)
    assert what_matters(first) != what_matters(other)


def test_a_stopped_arena_goes_on_where_it_stopped(tmp_path):
    arena, path = plan("random", "greedy", games=6), tmp_path / "r.jsonl"
    whole = run_arena(arena, tmp_path / "whole.jsonl", jobs=1)

    def stop_at_three(result):
        if result.number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(arena, path, jobs=1, listen=stop_at_three)
    assert len(read_results(arena, path)) == 4
    with path.open("ab") as file:
        file.write(b'{"number": 4, "pairi')
    begun: list[int] = []
    played: list[int] = []
    again = run_arena(arena, path, jobs=1, listen=lambda result: played.append(result.number), begin=begun.append)
    assert (begun, played) == ([4], [4, 5])
    assert what_matters(again) == what_matters(whole)
    longer = plan("random", "greedy", games=8)
    assert what_matters(run_arena(longer, path, jobs=1))[:6] == what_matters(whole), "a longer one goes on as well"


def test_results_of_another_arena_are_refused(tmp_path):
    path = tmp_path / "r.jsonl"
    run_arena(plan("random", "greedy", games=2), path, jobs=1)
    with pytest.raises(BadResults, match="another arena"):
        run_arena(plan("random", "greedy", games=2, seed=7), path, jobs=1)
    path.write_text("hello\nworld\n")
    with pytest.raises(BadResults, match="not a file of arena results"):
        run_arena(plan("random", "greedy", games=2), path, jobs=1)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("sys.exit('out of ideas')", "the program ended with status 1: out of ideas"),
        ("say(type='play', action=9999)", "it answered 9999, which is not one of the legal actions"),
        ("say(type='play', move='zz')", "it answered 'zz', which is not one of the legal actions"),
        ("say(type='joke')", "where a message of type 'play' was due"),
        ("print('hm', flush=True)", "it answered 'hm', which is not JSON"),
        ("say(type='play', number=m['number'] - 1, action=0)", "not question"),
        ("time.sleep(600)", "no answer to choose within 2 s"),
    ],
)
def test_a_bad_program_forfeits_with_its_error_and_nothing_else_is_lost(tmp_path, monkeypatch, body, error):
    monkeypatch.setattr("wartable.arena.referee.time", SimpleNamespace(perf_counter=lambda: 0.0))
    monkeypatch.setattr("wartable.bots.programs.subprocess_bot.END_SECONDS", 60.0)
    bad = program(tmp_path, f"{FIRST} if m['number'] < 2 else {body}")
    arena = plan("random", bad, "greedy", games=2, seconds=2 if "sleep" in body else 600)
    results = run_arena(arena, tmp_path / "r.jsonl", jobs=1)
    report = make_report(arena, results)
    assert len(results) == 6
    assert all(result.ending != "forfeit" for result in results if 1 not in result.seats)
    lost = [result for result in results if 1 in result.seats]
    assert {result.scores[result.seats.index(1)] for result in lost} == {0.0}
    assert all(error in result.error for result in lost), lost[0].error
    assert sum(fault.times for fault in report.faults) == 4
    assert {fault.bot for fault in report.faults} == {bad}
    assert next(row for row in report.standings if row.bot == bad).forfeits == 4


def test_a_bot_that_raises_or_dawdles_in_this_process_forfeits(monkeypatch):
    class Bad:
        def choose(self, view, box, seat, legal):
            raise ValueError("no idea")

    monkeypatch.setattr("wartable.arena.referee.make_bot", lambda *_, **__: Bad())
    result = Referee(plan("random", "greedy")).play(next(plan("random", "greedy").jobs()))
    assert (result.ending, result.forfeit, result.error) == ("forfeit", result.forfeit, "ValueError: no idea")
    assert sum(result.scores) == 1
    monkeypatch.undo()
    hasty = plan("random", "greedy", seconds=1e-9)
    result = Referee(hasty).play(next(hasty.jobs()))
    assert "a decision took" in result.error


def test_bots_are_handed_hidden_records_only(monkeypatch):
    """The referee shows a bot what its seat may see, the box and the legal actions."""
    shown = []

    class Watching:
        def choose(self, view, box, seat, legal):
            shown.append((view, box, seat))
            return legal[0]

    monkeypatch.setattr("wartable.arena.referee.make_bot", lambda *_, **__: Watching())
    Referee(plan("random", "greedy")).play(next(plan("random", "greedy").jobs()))
    assert shown
    assert all(same(hidden(view, box, seat), view) for view, box, seat in shown)


def test_programs_stay_up_from_match_to_match(tmp_path):
    log = tmp_path / "starts"
    bot = program(tmp_path, FIRST)
    script = tmp_path / "bot.py"
    script.write_text(f"open({str(log)!r}, 'a').write('x')\n" + script.read_text())
    run_arena(plan("random", bot, games=4), tmp_path / "r.jsonl", jobs=1)
    assert log.read_text() == "xx", "one for each seat, however many matches"


@pytest.mark.parametrize(
    "bot",
    [
        "py:examples/bots/one_ahead.py:OneAhead",
        f"cmd:{shlex.quote(sys.executable)} examples/bots/any_language.py",
    ],
)
def test_the_examples_play(tmp_path, monkeypatch, bot):
    monkeypatch.chdir(ROOT)
    arena = plan("random", bot, games=2)
    results = run_arena(arena, tmp_path / "r.jsonl", jobs=1)
    assert [result.error for result in results] == ["", ""]
    assert what_matters(results) == what_matters(run_arena(arena, tmp_path / "again.jsonl", jobs=1))


def test_intervals_are_wilsons():
    low, high = rate_interval(50, 100)
    assert low == pytest.approx(0.4038, abs=1e-4)
    assert high == pytest.approx(0.5962, abs=1e-4)
    low, high = rate_interval(1000, 1000)
    assert low == pytest.approx(0.9962, abs=1e-4)
    assert high == 1.0
    assert rate_interval(0.0, 0) == (0.0, 1.0)


def test_the_report_counts_what_was_played(tmp_path):
    arena = plan("random", "greedy", games=20)
    results = run_arena(arena, tmp_path / "r.jsonl", jobs=1)
    report = make_report(arena, results)
    greedy, random = report.standings
    assert (greedy.bot, random.bot) == ("greedy", "random"), "the better rating first"
    assert greedy.win_rate + random.win_rate == pytest.approx(1)
    assert greedy.win_rate == pytest.approx(
        sum(result.scores[result.seats.index(1)] for result in results) / len(results)
    )
    assert greedy.low < greedy.win_rate <= greedy.high
    assert report.pairings[0].win_rate == pytest.approx(random.win_rate)
    assert greedy.milliseconds > 0
    assert greedy.slowest >= greedy.milliseconds


def test_the_command_prints_a_table_and_json(capsys, tmp_path):
    words = ["arena", "metals", "--bots", "random,greedy", "--games", "2", "--jobs", "1", "-o", "turn_limit=20"]
    words += ["--save", str(tmp_path / "r.jsonl")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "random - greedy" in out
    assert "wins %" in out
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {row["bot"] for row in report["standings"]} == {"random", "greedy"}
    assert report["plan"]["options"] == {"turn_limit": "20"}
    assert report["played"] == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--bots", "random"], "at least two bots"),
        (["--bots", "random,greedy", "--jobs", "0"], "--jobs 0"),
        (["--bots", "random,greedy", "--limit", "0"], "--limit 0"),
        (["--bots", "random,deep"], "there is no bot 'deep'"),
        (["--bots", "random,greedy", "--players", "5"], "not 5"),
    ],
)
def test_bad_words_are_one_sentence(capsys, words, reason):
    assert main(["arena", "metals", *words]) == 2
    assert reason in capsys.readouterr().err
