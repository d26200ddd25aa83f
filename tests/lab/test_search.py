"""Sweeps, targets, tuning and skill."""

import json

import pytest

from wartable.errors import WartableError
from wartable.lab.reports.sample import Measure
from wartable.lab.runs.engine import Here
from wartable.lab.runs.job import make_job
from wartable.lab.runs.progress import Progress
from wartable.lab.studies.skill import BadLevels, Step, measure_skill
from wartable.lab.studies.sweep import sweep
from wartable.lab.studies.target import BadTarget, check_targets, read_target
from wartable.lab.studies.tune import Tuner, replaced, write_found
from wartable.lab.studies.vary import BadVary, combinations, read_knob

from .test_answers import check_page


def test_what_is_varied_can_be_read(metals):
    assert read_knob(metals, "map=classic,small").values == ("classic", "small")
    knob = read_knob(metals, "data/numbers.goal.value=8..12:2")
    assert (knob.name, knob.values, knob.is_cell) == ("numbers.goal.value", ("8", "10", "12"), True)
    assert len(combinations([knob, read_knob(metals, "turn_limit=30..32")])) == 9


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("map", "write it as option=a,b,c"),
        ("colour=red", "Metals has no option colour; there are: map"),
        ("data/numbers.goal=1", "is written data/table.row.column"),
        ("data/numbers.gaol.value=1..2", "there is no such cell"),
        ("data/nothing.a.b=1", "there is no such data file"),
        ("turn_limit=50..30", "a range goes up"),
        ("turn_limit=10..1000", "more than 200 values"),
        ("turn_limit=30,30", "each once"),
        ("turn_limit=30,,40", "separated by commas"),
    ],
)
def test_what_cannot_be_varied_is_told(metals, text, reason):
    with pytest.raises(WartableError, match=reason):
        read_knob(metals, text)


def test_a_value_out_of_range_is_refused_before_anything_is_played(tmp_path, metals):
    job = make_job(metals, 5, ("random",))
    with pytest.raises(WartableError, match="option turn_limit=9: it takes a whole number from 10 to 2000"):
        sweep(tmp_path / "s", metals, [(job, 5)], [read_knob(metals, "turn_limit=30,9")], Here(), Progress())
    with pytest.raises(WartableError, match="value is 0, not from 1 to 999"):
        sweep(
            tmp_path / "s", metals, [(job, 5)], [read_knob(metals, "data/numbers.goal.value=10,0")], Here(), Progress()
        )
    assert not (tmp_path / "s").exists()


def test_a_sweep_changes_numbers_without_touching_files(tmp_path, metals):
    own = (metals.folder / "data" / "numbers.csv").read_text()
    knobs = [read_knob(metals, "data/numbers.goal.value=5,15"), read_knob(metals, "map=classic,small")]
    points = sweep(tmp_path / "s", metals, [(make_job(metals, 60, ("random",)), 60)], knobs, Here(), Progress())
    assert (metals.folder / "data" / "numbers.csv").read_text() == own
    length = {point.values: point.summary.measures()["length"].value for point in points}
    assert length["5", "classic"] < length["15", "classic"]
    words = check_page((tmp_path / "s" / "sweep.html").read_text("utf-8"))
    assert "What changes" in words
    facts = json.loads((tmp_path / "s" / "sweep.json").read_text())
    assert [fact["values"]["map"] for fact in facts] == ["classic", "small"] * 2
    components = {name.split(".")[0] for fact in facts for name in fact["measures"]}
    assert {"use", "win"} <= components, "what is used, and how those fare who use it, belong to a sweep"
    seeds = {point.run.job.seed for point in points}
    assert seeds == {1}


@pytest.mark.parametrize(
    ("text", "name", "low", "high"),
    [
        ("length=15..20 rounds", "length", 15, 20),
        ("seat_balance<=3%", "seat_balance", None, 0.03),
        ("decided >= 60 %", "decided", 0.6, None),
        ("faction.white_fang=48..52%", "faction.white_fang", 0.48, 0.52),
        ("win.space.b2<=55%", "win.space.b2", None, 0.55),
        ("gauge.damaged<=1.5", "gauge.damaged", None, 1.5),
    ],
)
def test_targets_can_be_read(text, name, low, high):
    target = read_target(text)
    assert (target.name, target.low, target.high) == (name, low, high)


@pytest.mark.parametrize("text", ["length", "length=short", "length=20..15", "<=3%", "length<3", ""])
def test_a_target_that_cannot_be_read_is_told(text):
    with pytest.raises(BadTarget, match="target"):
        read_target(text)


def test_a_target_must_be_measured_and_in_its_unit():
    measures = {"length": Measure("length", "", 20, 19, 21, 9), "draws": Measure("draws", "", 0.1, 0, 0.2, 9, "%")}
    with pytest.raises(BadTarget, match="colour is not measured in these games; there are: length, draws"):
        check_targets([read_target("colour<=3")], measures)
    with pytest.raises(BadTarget, match="draws is a share: write it with %"):
        check_targets([read_target("draws<=3")], measures)


def test_a_miss_counts_in_full_only_where_it_is_no_noise():
    target = read_target("length=10..20")
    assert target.miss(Measure("length", "", 15, 14, 16, 9)) == 0
    near = target.miss(Measure("length", "", 21, 19, 23, 9))
    far = target.miss(Measure("length", "", 30, 29, 31, 9))
    assert near == pytest.approx(0.1 * 1 / 20)
    assert far == pytest.approx(9 / 20 + 0.1 * 1 / 20)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    from wartable.games.metals import GAME

    folder = tmp_path_factory.mktemp("tune")
    job = make_job(GAME, 60, ("random",), seed=2)
    targets = [read_target("length=20..26 turns")]
    knobs = [read_knob(GAME, "data/numbers.goal.value=3..14")]
    result = Tuner(folder, GAME, job, 60, knobs, targets, Here(), Progress()).search(15)
    write_found(folder, GAME, job, result)
    return folder, job, result


def test_tuning_meets_its_target_with_numbers_that_can_be_used(found, metals):
    folder, _, result = found
    assert result.before.measures["length"].value > 26
    assert result.is_met
    from wartable.rulebook.data import read_folder

    files = read_folder(folder / "data", metals.folder / "data")
    box = metals.new_box(files=files)
    assert str(int(box.goal)) == result.changed()["numbers.goal.value"]
    check_page((folder / "tune.html").read_text("utf-8"))


def test_a_search_can_be_repeated(found, tmp_path, metals):
    _, job, result = found
    again = Tuner(tmp_path, metals, job, 60, result.knobs, result.targets, Here(), Progress()).search(15)
    assert [trial.values for trial in again.trials] == [trial.values for trial in result.trials]


def test_only_the_changed_cell_changes():
    text = 'id,name,cost\n# kept, as "it" is\nsword,"Sword, long",3\naxe,Axe,4\n'
    assert replaced(text, "things", {"things.sword.cost": "5"}) == (
        'id,name,cost\n# kept, as "it" is\nsword,"Sword, long",5\naxe,Axe,4\n'
    )


def test_a_number_that_is_not_among_its_free_values_is_told(tmp_path, metals):
    knobs = [read_knob(metals, "data/numbers.goal.value=20..30")]
    job = make_job(metals, 10, ("random",))
    with pytest.raises(BadVary, match=r"numbers\.goal\.value is 10 now, which is not among the free values 20, 21"):
        Tuner(tmp_path, metals, job, 10, knobs, [read_target("length<=20")], Here(), Progress()).search(2)


def test_skill_is_measured(tmp_path, metals):
    job = make_job(metals, 100, ("random",))
    skill = measure_skill(tmp_path / "s", metals, job, 100, ["random", "greedy"], Here(), Progress())
    assert skill.steps[0].rate > 0.9
    assert skill.steps[0].luck < 0.2
    assert skill.depth > 300
    check_page((tmp_path / "s" / "skill.html").read_text("utf-8"))
    with pytest.raises(BadLevels, match="at least two different bots"):
        measure_skill(tmp_path / "t", metals, job, 10, ["random"], Here(), Progress())


def test_luck_and_rating_steps():
    even = Step("a", "b", 0.5, 0.4, 0.6, 100, 2)
    assert even.luck == 1.0
    assert even.elo == pytest.approx(0)
    three = Step("a", "b", 2 / 3, 0.6, 0.7, 100, 3)
    assert three.luck == pytest.approx(0.5)
    assert Step("a", "b", 10 / 11, 0.9, 1, 100, 2).elo == pytest.approx(400)
