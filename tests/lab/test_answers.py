"""Summaries, comparisons and pages: the numbers are those of the tables, and noise is called noise."""

import html.parser
import math
import re
from typing import Any

import pytest

from wartable.core.match import Match
from wartable.lab.reports.changes import compare, corrected
from wartable.lab.reports.report import write_report
from wartable.lab.reports.sample import Sample, number_text, rate_interval
from wartable.lab.reports.summary import strangest, summarise
from wartable.lab.runs.batch import play_batch
from wartable.lab.runs.job import make_job
from wartable.lab.runs.run import BadRun, Run
from wartable.lab.studies.compare import compare_page

from .conftest import played, rows


def test_the_summary_says_what_the_tables_say(small_run):
    summary = summarise(small_run)
    games, seats = rows(small_run, "games"), rows(small_run, "seats")
    measures = summary.measures()
    turns = [row["turns"] for row in games]
    assert summary.games == 200
    assert measures["length"].value == pytest.approx(sum(turns) / 200)
    first = [row["score"] for row in seats if row["seat"] == 1]
    assert measures["seat.1"].value == pytest.approx(sum(first) / 200)
    opened = [row["score"] for row in seats if row["opened"]]
    assert measures["opener"].value == pytest.approx(sum(opened) / 200)
    zipang = [row["score"] for row in seats if row["trait.faction"] == "Zipang"]
    assert measures["faction.zipang"].value == pytest.approx(sum(zipang) / len(zipang))
    assert measures["ending.goal"].value == sum(row["ending"] == "goal" for row in games) / 200
    assert measures["ending.goal"].label == "games in which the goal was reached"
    assert measures["gauge.metals_left"].value == pytest.approx(sum(r["gauge.metals_left"] for r in seats) / 400)
    decided = [row["decided"] for row in games if row["decided"] is not None]
    assert measures["decided"].value == pytest.approx(sum(decided) / len(decided))
    half = [
        next(s["score"] for s in seats if (s["game"], str(s["seat"])) == (g["game"], g["half_leader"]))
        for g in games
        if g["half_leader"] != "shared"
    ]
    assert measures["half_leader"].value == pytest.approx(sum(half) / len(half))


def test_answers_come_in_one_order_however_the_games_were_cut(tmp_path, metals):
    """Tables that are kept must not change because a machine was slower this time."""
    job = make_job(metals, 60, ("random", "greedy"), seed=31, options={"factions": "on"})
    orders = []
    for name, ranges in (("one", [(0, 60)]), ("many", [(number, number + 1) for number in range(60)])):
        run = Run.begin(tmp_path / name, job, 60)
        for first, last in ranges:
            run.write(play_batch(job, first, last))
        summary = summarise(run)
        kept: Any = (
            summary.traits["faction"],
            summary.pairings["faction"],
            summary.endings,
            summary.bots,
            summary.nature,
        )
        orders.append([list(summary.measures()), *(list(answers) for answers in kept)])
    assert orders[0] == orders[1]
    factions = [name.partition(".")[2] for name in orders[0][0] if name.startswith("faction.")]
    assert factions == [row.id for row in metals.data().table("factions")]


def test_components_are_counted_with_what_they_do(small_run):
    """Those who move more than the other player, counted again by hand."""
    use = summarise(small_run).uses["action", "move"]
    seats = {(row["game"], row["seat"]): row["score"] for row in rows(small_run, "seats")}
    times = dict.fromkeys(seats, 0)
    for row in rows(small_run, "uses"):
        if row["kind"] == "action" and row["component"] == "move":
            times[row["game"], row["seat"]] = row["times"]
    more = [seats[game, seat] for game, seat in seats if times[game, seat] > times[game, 3 - seat]]
    assert use.more.n == len(more)
    assert use.more.total == pytest.approx(sum(more))
    assert use.times == sum(times.values())


def test_dead_components_are_found(tmp_path, metals):
    """Without factions nobody can pick one; chance's own actions are no dead components."""
    summary = summarise(played(tmp_path / "run", make_job(metals, 50, ("random",)), 50))
    unseen, ignored = summary.dead()
    assert [(use.kind, use.name) for use in unseen] == [("action", "pick")]
    assert "start" not in {use.name for use in ignored}


def test_the_longest_and_the_strangest_game_can_be_replayed(small_run):
    summary = write_report(small_run).summary
    numbers = strangest(summary)
    games = {row["game"]: row for row in rows(small_run, "games")}
    assert games[numbers["longest"]]["turns"] == max(row["turns"] for row in games.values())
    assert numbers["strangest"] != numbers["longest"]
    for name, number in numbers.items():
        match = Match.load(small_run.folder / f"{name}.jsonl")
        assert len(match.steps) == games[number]["actions"]
        assert match.outcome is not None and match.outcome.ending == games[number]["ending"]


class Balanced(html.parser.HTMLParser):
    """Fails on a tag that is not closed in its place."""

    LONE = ("meta", "br")

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.LONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes the wrong thing"

    def handle_data(self, data):
        self.words.append(data)


def check_page(text):
    parser = Balanced()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    assert not re.search(r'(?:src|href)="(?!#|data:)', text), "the page must need nothing else"
    assert "@import" not in text and "url(http" not in text
    words = " ".join(parser.words)
    assert not re.search(r"\bnan\b|\binf\b", words)
    return words


def test_the_report_is_one_whole_page(small_run):
    write_report(small_run)
    words = check_page((small_run.folder / "report.html").read_text("utf-8"))
    for title in ("In short", "Length", "Who wins", "By faction", "Tension", "Decisions", "How games end"):
        assert title in words
    for title in ("What is used", "This game's own numbers", "The longest game", "The strangest game"):
        assert title in words
    assert "wartable lab run metals --games 200 --bots greedy,random --players 2 --seed 5 -o factions=on" in words


def test_the_report_of_a_single_game_is_whole_too(tmp_path, metals):
    run = played(tmp_path / "run", make_job(metals, 1, ("random",)), 1)
    write_report(run)
    check_page((run.folder / "report.html").read_text("utf-8"))


def test_an_empty_run_is_told(tmp_path, metals):
    with pytest.raises(BadRun, match="no game of this run has been played yet"):
        summarise(Run.begin(tmp_path / "run", make_job(metals, 10), 10))


def test_other_seeds_alone_change_nothing(tmp_path, metals):
    """Twenty pairs of equal tables: with the correction, hardly any comparison may call noise a change."""
    summaries = [
        summarise(played(tmp_path / str(seed), make_job(metals, 150, ("random",), seed=seed), 150))
        for seed in range(12)
    ]
    false = sum(any(change.is_real for change in compare(a, b)) for a in summaries for b in summaries if a is not b)
    assert false / 132 < 0.15


def test_a_changed_goal_is_noticed(tmp_path, metals):
    before = summarise(played(tmp_path / "a", make_job(metals, 300, ("random",)), 300))
    job = make_job(metals, 300, ("random",), cells={"numbers.goal.value": "16"})
    after = summarise(played(tmp_path / "b", job, 300))
    changes = {change.before.name: change for change in compare(before, after)}
    assert changes["length"].is_real and changes["length"].difference > 5
    assert 0 < changes["length"].low < changes["length"].difference < changes["length"].high
    assert not changes["seat.1"].is_real
    assert changes["seat.1"].low < 0 < changes["seat.1"].high
    words = check_page(compare_page(before, after, list(changes.values())))
    assert "numbers.goal.value as in the box and 16" in words


def test_holm_corrects_as_it_should():
    assert corrected([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_intervals_are_wilsons():
    low, high = rate_interval(10, 20)
    assert low == pytest.approx(0.2993, abs=1e-4)
    assert high == pytest.approx(0.7007, abs=1e-4)
    assert rate_interval(0, 50)[0] == 0 and rate_interval(50, 50)[1] == pytest.approx(1)


def test_samples_add_up():
    one, parts = Sample(), Sample()
    one.add([1, 2, 3, 4, 10], count=True)
    parts.add([1, 2], count=True)
    parts.add([3, 4, 10], count=True)
    assert one == parts
    assert (one.mean, one.least, one.most) == (4, 1, 10)
    assert one.deviation == pytest.approx(math.sqrt(12.5))
    assert (one.quantile(0.5), one.tail(10), one.tail(1)) == (3, 0.2, 0.2)


def test_numbers_are_written_as_people_write_them():
    assert [number_text(n) for n in (1234.5, 12.34, 1.234)] == ["1,234", "12.3", "1.23"]
    assert [number_text(n, "%") for n in (0.1234, 1.0, 0.0)] == ["12.3%", "100%", "0%"]
