"""A report names the faults that were planted in a game, and hardly ever one that is not there."""

import re

import numpy as np
import pytest

from wartable.cli import main
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.lab.reports.again import Again, look_again
from wartable.lab.reports.better import strictly_better
from wartable.lab.reports.changes import Change
from wartable.lab.reports.findings import UNEQUAL, Findings, binomial_tail, rate_above, rate_below
from wartable.lab.reports.first_moves import first_move_pairs
from wartable.lab.reports.report import first_moves, write_report
from wartable.lab.reports.sample import Measure, Sample
from wartable.lab.reports.strength import by_strength, said, turns_round
from wartable.lab.reports.summary import First, summarise
from wartable.lab.runs.job import make_job
from wartable.lab.runs.replay import logs_of, replay
from wartable.terminal.film import Film

from ..made import edit, found, install, write_game
from .conftest import played, rows

FOLD = '''"""Give everything back."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, put
from wartable.core.record import Ints

from ..box import Box
from ..rules import pass_turn
from ..state import State


class Fold(Action):
    when = 201
    notation = "fold"
    label = "Fold"
    touches = "fold"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    return put(out, n, Fold()) if box.fault == 3 else n


@rule
def apply(s: State, box: Box, seat: int) -> None:
    s.banked[seat] = 0
    s.stake = 0
    pass_turn(s, box)


@rule
def refuse(s: State, box: Box, seat: int) -> int:
    return 0 if box.fault == 3 else 201
'''

COLOUR = '''"""Name a colour, which changes nothing."""

from wartable.compiler.decorators import rule
from wartable.core.actions import Action, put
from wartable.core.frames import pop
from wartable.core.record import Ints
from wartable.core.values import Value

from ..box import Box
from ..state import Kind, State


class Colour(Value):
    count = 3

    def typed(self) -> str:
        return str(self + 1)


asked = Kind.COLOUR
prompt = "Name a colour"


class Name(Action):
    colour: Colour

    when = 201
    notation = "colour-{colour}"
    label = "Colour {colour}"
    touches = "colour-{colour}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    for colour in range(3):
        n = put(out, n, Name(colour))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Name) -> None:
    pop(s)


@rule
def refuse(s: State, box: Box, seat: int, it: Name) -> int:
    return 0
'''

SEAT, LEAD, DEAD, STILL, LOCKED, IDLE = 1, 2, 3, 4, 5, 6


HOLD = """    if box.fault == 2 and s.banked[seat] > s.banked[1 - seat]:
        s.stake *= 4
    s.banked[seat] += s.stake"""
TURN = """    ask(s, Kind.TURN, s.active)
    if box.fault == 6:
        ask(s, Kind.COLOUR, s.active)"""
ONE = "    s.face = 1 if box.fault == 4 and 2 <= s.turns < 16 else it.face + 1"


def plant(game):
    """An option of the dice game that chooses one fault; as it is, each seat has ten turns and all are alike."""
    edit(game / "box.py", "OPTIONS = (", 'OPTIONS = (Option("fault", "what is wrong", default=0, least=0, most=6), ')
    edit(game / "box.py", "    goal: i16\n", "    goal: i16\n    fault: i8\n")
    edit(game / "box.py", "    data.read", '    box.fault = int(options["fault"])\n    data.read')
    edit(game / "data" / "numbers.csv", "goal,50", "goal,1000")
    edit(
        game / "rules.py",
        "    ask(s, Kind.FIRST",
        "    s.banked[0] = 30 if box.fault == 1 else 0\n    ask(s, Kind.FIRST",
    )
    edit(game / "rules.py", "    ask(s, Kind.TURN, s.active)", TURN)
    edit(game / "rules.py", "    s.active = (", "    s.active = 0 if box.fault == 5 and s.turns > 4 else (")
    edit(game / "decisions" / "hold.py", "    s.banked[seat] += s.stake", HOLD)
    edit(game / "decisions" / "die.py", "    s.face = it.face + 1", ONE)
    edit(game / "state.py", "    DIE = 3", "    DIE = 3\n    COLOUR = 4")
    (game / "decisions" / "fold.py").write_text(FOLD)
    (game / "decisions" / "colour.py").write_text(COLOUR)
    edit(game / "decisions" / "__init__.py", "import die, first, hold,", "import colour, die, first, fold, hold,")
    edit(game / "decisions" / "__init__.py", "die, first), phases=(", "die, first, fold, colour), phases=(colour, ")
    edit(game / "decisions" / "turn.py", "import hold, roll", "import fold, hold, roll")
    edit(game / "decisions" / "turn.py", "pages = roll, hold", "pages = roll, hold, fold")


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    game = write_game(place)
    plant(game)
    install(game)
    with pytest.MonkeyPatch.context() as patch, found(patch, game.parent):
        yield find_game("dare_dice")


def job_of(toy, fault=0, games=400, seed=1, bots=("greedy",)):
    return make_job(toy, games, bots, seed=seed, options={"fault": fault, "turn_limit": 20})


def faults(run):
    summary = summarise(run)
    findings = Findings(summary, look_again(run, summary.games))
    return {one.topic: one for one in findings.all() if one.tone == "look"}


@pytest.mark.parametrize(
    ("fault", "topic", "words"),
    [
        (SEAT, "seat", "Seat 1 wins"),
        (LEAD, "lead", "Leads run away"),
        (DEAD, "dead", "Hardly anyone uses action fold"),
        (STILL, "still", "nobody's points change for half the match"),
        (LOCKED, "locked", "somebody has nothing to decide"),
        (IDLE, "idle", "“colour” 0%"),
    ],
)
def test_a_planted_fault_is_named_with_a_match_to_watch(tmp_path, toy, fault, topic, words):
    run = played(tmp_path, job_of(toy, fault), 400)
    named = faults(run)
    assert words in named[topic].words
    place = named[topic].watch
    assert place is not None and 0 <= place.game < 400
    if fault == SEAT:
        assert next(iter(named)) == topic, "the gravest fault comes first"


def test_a_first_move_that_fares_best_is_named_where_it_is_made(tmp_path, metals):
    """By its label, in the sentences and in the table; one that only luck favours is not."""
    run = played(tmp_path, make_job(metals, 150, ("random",), seed=2), 150)
    summary = summarise(run)
    made = {row["first"]: (row["game"], row["seat"] - 1) for row in reversed(rows(run, "seats")) if row["opened"]}
    good, plain, poor = sorted(made)[:3]
    won = {good: 90, plain: 51, poor: 49}
    summary.firsts.clear()
    summary.firsts[True] = {action: First(*made[action], Sample(100, won[action], won[action])) for action in won}
    findings = Findings(summary, Again())
    named = [one for one in findings.all() if one.topic.startswith("first-move")]
    assert [(one.topic, one.tone) for one in named] == [("first-move-first", "note")]
    place = named[0].watch
    assert place is not None and place.game == made[good][0]
    match = replay(run, place.game)
    step = match.steps[place.step]
    assert (step.seat, step.action) == (made[good][1], good)
    label = metals.words.label(step.before, match.box, step.seat, good).format(*match.players)
    assert f"fares best with “{label}” as first move: 90.0% (82.6% to 94.5%), others 50.0%" in named[0].words
    summary.first_pairs.clear()
    summary.add_first_pairs(
        np.array([[good, plain], [plain, good], [good, poor]] * 20), np.array([[1, 0], [1, 0], [1, 0]] * 20)
    )
    names, pairs = first_move_pairs(summary)
    assert (names[0], pairs[names[0], names[1]][0], pairs[names[2], names[0]][0]) == (label, 0.5, 0)
    table = first_moves(findings)
    assert f"<td>! {label}</td>" in table and "First move against first move" in table
    assert "33.3%" in table and "The players chose them" in table and "The others" not in table
    for action, one in summary.firsts[True].items():
        one.fared = Sample(100, 49 + (action == good), 49 + (action == good))
    lucky = Findings(summary, Again())
    assert "<td>! " not in first_moves(lucky) and not any(one.topic.startswith("first-move") for one in lucky.all())


def test_a_game_without_faults_is_hardly_ever_blamed(tmp_path, toy):
    """Sixty reports, of which three may name a fault on average. With these seeds none does."""
    blamed = [
        seed for seed in range(60) if faults(played(tmp_path / str(seed), job_of(toy, 0, 100, seed, ("random",)), 100))
    ]
    assert len(blamed) <= 3


def test_many_questions_do_not_make_a_fault(small_run):
    """Forty factions that are as far from their share as one may be: in one of twenty reports some seem farther."""
    summary, numbers = summarise(small_run), np.random.default_rng(3)
    blamed = 0
    for _ in range(400):
        wins = numbers.binomial(300, summary.fair + UNEQUAL, 40)
        summary.traits.clear()
        summary.traits["faction"].update({str(i): Sample(300, float(won)) for i, won in enumerate(wins)})
        findings = Findings(summary, Again())
        blamed += any(findings.sure("trait", "faction", str(i)) for i in range(40))
    assert blamed <= 34, "twenty are expected at most, and three standard deviations are fourteen"


def test_faults_are_printed_too(tmp_path, toy, capsys):
    words = ["lab", "run", "dare_dice", "--games", "300", "-o", "turn_limit=20", "--workers", "1"]
    for fault in (SEAT, 0):
        assert main([*words, "-o", f"fault={fault}", "--out", str(tmp_path / str(fault))]) == 0
        assert ("! Seat 1 wins" in capsys.readouterr().out) == (fault == SEAT)


def test_the_match_to_watch_is_there_and_begins_where_the_report_says(tmp_path, toy):
    run = played(tmp_path, job_of(toy, STILL), 100)
    write_report(run)
    page = (tmp_path / "report.html").read_text("utf-8")
    place = faults(run)["still"].watch
    path = tmp_path / "watch-still.jsonl"
    assert f"wartable replay {path} --at {place.step}" in page
    assert Film.load(path, at=place.step).at == place.step
    match = Match.load(path)
    before, after = (match.at(step) for step in (place.step, place.step + 10))
    assert [before.banked[seat] for seat in range(2)] == [after.banked[seat] for seat in range(2)]


def test_what_changes_with_strength_is_said_first(tmp_path, toy):
    """Greedy bots never fold; random ones do, and have other lengths of turns."""
    greedy = played(tmp_path / "greedy", job_of(toy, DEAD, 300), 300)
    wild = played(tmp_path / "random", job_of(toy, DEAD, 300, bots=("random",)), 300)
    write_report(greedy, wild)
    page = (greedy.folder / "report.html").read_text("utf-8")
    first = page[page.index("What changes with strength") : page.index("In short")]
    assert "Between greedy, and not shown by 300 matches of random: Hardly anyone uses action fold" in first
    assert re.search(r"Decisions in a game: [\d.]+ between greedy, [\d.]+ between random \(difference ", first)


def test_nothing_changes_between_a_player_and_itself(tmp_path, toy):
    runs = [played(tmp_path / str(seed), job_of(toy, SEAT, 300, seed), 300) for seed in (1, 2)]
    one, other = (Findings(summarise(run), look_again(run, 300)) for run in runs)
    assert "No answer changes with strength, as far as 300 matches of greedy and 300 of greedy" in by_strength(
        one, other
    )


def test_a_win_rate_that_turns_round_is_marked(small_run):
    summary = summarise(small_run)
    low, high = (Measure("opener", "win rate", value, value - 0.05, value + 0.05, 400, "%") for value in (0.4, 0.6))
    assert turns_round(Change(low, high, 0.0), summary) and turns_round(Change(high, low, 0.0), summary)
    assert not turns_round(Change(low, low, 0.0), summary)
    assert said(Change(low, high, 0.0), "a", "b", summary).endswith(
        "(difference +20.0% (+12.9% to +27.1%)). It turns round."
    )


def test_dice_that_decide_are_told_from_those_that_do_not(tmp_path, toy):
    """Who begins moves nothing where both have ten turns; the die moves all."""
    again = look_again(played(tmp_path, job_of(toy), 50), 50)
    assert again.share_of_dice("die").value > 0.95
    assert 0 < again.other_winner().value < 0.5


def test_chances_of_luck_are_those_of_the_binomial_law():
    assert binomial_tail(1, 3, 0.5) == pytest.approx(0.5)
    assert rate_above(3, 3, 0.5) == pytest.approx(0.125)
    assert rate_below(0, 100, 0.02) == pytest.approx(0.98**100)
    assert rate_above(560, 1000, 0.5) == pytest.approx(7.4e-5, rel=0.02)
    assert rate_above(0, 0, 0.5) == 1


@pytest.mark.slow
def test_every_game_has_findings(tmp_path, each_game):
    """Each sentence can be said, and each moment is one of its match."""
    run = played(tmp_path, make_job(each_game, 4, ("random",), each_game.seats[-1], seed=6), 4)
    again = look_again(run, 4)
    lengths = {number: len(log) for number, log in logs_of(run, range(4))}
    assert again.games == 4 and again.decisions
    assert all(0 <= place.step <= lengths[place.game] for place in again.places.values())
    said = [one.words for one in Findings(summarise(run), again).all()]
    assert said and not any("nan" in words for words in said)


def test_components_that_are_strictly_better_are_named(tmp_path):
    """By the data: a planted one is a fault, in the printed game none of those with a price is."""
    kings = find_game("iron_kings")
    assert {table for table, _, _ in strictly_better(kings, kings.data())} == {"treasures"}
    cells = {"upgrades.chart_room.iron": "2"}
    planted = [found for found in strictly_better(kings, kings.data(cells=cells)) if found[0] == "upgrades"]
    assert planted == [("upgrades", "Chart Room", ["Long Gallery", "Signal Mast"])]
    run = played(tmp_path, make_job(kings, 4, ("random",), cells=cells), 4)
    found = Findings(summarise(run), Again()).all()
    told = {one.topic: (one.tone, one.words) for one in found if one.topic.startswith("better")}
    assert (
        told["better-upgrades"][0] == "look"
        and "Chart Room (than Long Gallery and Signal Mast)" in told["better-upgrades"][1]
    )
    assert told["better-treasures"][0] == "note"


def test_the_columns_by_which_components_are_compared_are_there(each_game):
    for table, columns in each_game.metrics.compared.items():
        for row in each_game.data().table(table):
            for column in (*columns.less, *columns.more):
                row.number(column, -99)
            assert all(column in row.cells for column in columns.alike)
