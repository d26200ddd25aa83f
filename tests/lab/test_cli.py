"""The lab on the command line: what it prints, and the sentence it has for bad input."""

import json
import resource
from typing import Any

import pytest

from wartable.cli import main

from ..conftest import ROOT


def ask(capsys, *words):
    code = main(["lab", *map(str, words)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_run_reports_and_goes_on(capsys, tmp_path):
    words = ("run", "metals", "--games", 20, "--bots", "random", "--workers", 1, "--out", tmp_path / "run")
    code, out, _ = ask(capsys, *words)
    assert code == 0
    assert "length in turns" in out and "report.html" in out and "\n! " not in out
    assert (tmp_path / "run" / "report.html").exists()
    facts = {fact["name"]: fact for fact in json.loads(ask(capsys, *words, "--json")[1])}
    assert facts["length"]["n"] == 20
    assert "30 games" in ask(capsys, *words[:3], 30, *words[4:], "--no-report")[1]


def test_without_a_folder_the_same_command_finds_its_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("run", "metals", "--games", 5, "--bots", "random", "--workers", 1, "--no-report")
    assert ask(capsys, *words)[1] == ask(capsys, *words)[1]
    assert len(list((tmp_path / "lab").iterdir())) == 1


def test_a_second_player_is_asked_too(capsys, tmp_path):
    """Metals is longer between greedy bots; the step of the goal does not do the same to both."""
    words = (
        "run",
        "metals",
        "--games",
        100,
        "--bots",
        "random",
        "--also",
        "greedy",
        "--also-games",
        60,
        "--workers",
        1,
    )
    assert ask(capsys, *words, "--out", tmp_path / "run")[0] == 0
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert page.index("What changes with strength") < page.index("In short")
    assert "between random" in page and "between greedy" in page and "greedy played 60 matches" in page
    swept = ("sweep", *words[1:], "--vary", "data/numbers.goal.value=4,16", "--out", tmp_path / "sweep")
    assert ask(capsys, *swept)[0] == 0
    page = (tmp_path / "sweep" / "sweep.html").read_text("utf-8")
    first = page[page.index("What changes with strength") : page.index("In short")]
    assert "Length in turns, from 4 to 16: +" in first
    code, _, said = ask(capsys, "run", "metals", "--also-games", 5)
    assert (code, said) == (2, "wartable: --also-games needs --also BOT\n")


def test_runs_are_compared(capsys, tmp_path):
    for name, goal in (("a", 10), ("b", 18)):
        words = ("run", "metals", "--games", 200, "--bots", "random", "--workers", 1, "--out", tmp_path / name)
        ask(capsys, *words, "--set", f"numbers.goal.value={goal}", "--no-report")
    code, out, _ = ask(capsys, "compare", tmp_path / "a", tmp_path / "b", "--html", tmp_path / "c.html")
    assert code == 0
    assert "more than noise" in out and "│ yes" in out and "│ may be noise" in out
    assert (tmp_path / "c.html").exists()
    changes = {c["name"]: c for c in json.loads(ask(capsys, "compare", tmp_path / "a", tmp_path / "b", "--json")[1])}
    assert changes["length"]["more_than_noise"] is True


def test_a_sweep_and_a_search_print_their_answers(capsys, tmp_path):
    common = ("metals", "--games", 40, "--bots", "random", "--workers", 1)
    out = ask(capsys, "sweep", *common, "--vary", "data/numbers.goal.value=5..6", "--out", tmp_path / "s")[1]
    assert "sweep.html" in out
    goal = ("--free", "data/numbers.goal.value=4..10", "--target", "length=20..30 turns", "--tries", 8)
    out = ask(capsys, "tune", *common, *goal, "--out", tmp_path / "t")[1]
    assert "--data" in out and "changed: numbers.goal.value=" in out
    out = ask(capsys, "skill", *common[:3], "--bots", "random,greedy", "--workers", 1, "--out", tmp_path / "k")[1]
    assert "greedy against random" in out
    found = json.loads(ask(capsys, "tune", *common, *goal, "--out", tmp_path / "t", "--json")[1])
    assert "numbers.goal.value" in found["changed"] and list(found["targets"]) == ["length=20..30 turns"]
    words = ("skill", *common[:3], "--bots", "random,greedy", "--workers", 1, "--out", tmp_path / "k", "--json")
    [step] = json.loads(ask(capsys, *words)[1])
    assert step["better"] == "greedy" and step["rate"] > 0.5


def test_the_cells_that_can_be_varied_are_listed(capsys):
    assert ask(capsys, "cells", "metals", "--grep", "goal")[1].splitlines()[0] == "data/numbers.goal.value=10"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("run", "chess"), "there is no game 'chess'"),
        (("run", "metals", "--games", "0"), "0 games: it takes 1 to"),
        (("run", "metals", "--bots", "nobody"), "there is no bot 'nobody'"),
        (("run", "metals", "--bots", "random,random,greedy"), "3 bots for 2 seats"),
        (("run", "metals", "--players", "5"), "Metals is for 2 players, not 5"),
        (("run", "metals", "--seed", "-1"), "seed -1"),
        (("run", "metals", "--opening", "-1"), "--opening -1: it takes 0 to 1000"),
        (("run", "metals", "--workers", "0"), "0 workers: it takes 1 to 512"),
        (("run", "metals", "-o", "colour=red"), "there is no option colour"),
        (("run", "metals", "-o", "turn_limit=9"), "option turn_limit=9: it takes a whole number from 10 to 2000"),
        (("run", "metals", "--set", "numbers.goal.value=0"), "value is 0, not from 1 to 999"),
        (("run", "metals", "--set", "numbers.gaol.value=3"), "there is no such cell"),
        (("run", "metals", "--data", "nowhere"), "there is no such folder"),
        (("sweep", "metals", "--vary", "colour=red"), "Metals has no option colour"),
        (("sweep", "metals", "--vary", "turn_limit=9..12"), "option turn_limit=9"),
        (
            ("tune", "metals", "--target", "length is 20", "--free", "turn_limit=200..202"),
            "target 'length is 20': write it as",
        ),
        (("tune", "metals", "--target", "length<=20", "--free", "turn_limit=204..205"), "turn_limit is 200 now"),
        (("tune", "metals", "--target", "length<=20", "--free", "turn_limit=200..202", "--tries", "0"), "--tries 0"),
        (("skill", "metals", "--bots", "random"), "at least two different bots"),
        (("compare", "nowhere", "nowhere"), "there is no run in this folder"),
    ],
)
def test_bad_input_is_told_in_one_sentence(capsys, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    code, _out, err = ask(capsys, *words)
    assert code == 2
    assert reason in err
    assert err.startswith("wartable: ") and err.count("\n") == 1
    assert not list(tmp_path.glob("lab/*/games/*"))


def test_a_disk_without_room_for_the_page_is_told(capsys, tmp_path):
    """The games are there; the sentence names the file that is not."""
    words = ("run", "metals", "--games", 20, "--bots", "random", "--workers", 1, "--out", tmp_path / "run")
    assert ask(capsys, *words, "--no-report")[0] == 0
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limit[1]))
    try:
        code, _, err = ask(capsys, *words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert code == 2
    assert err == f"wartable: {tmp_path / 'run' / 'report.html'}: File too large\n"
    assert not list((tmp_path / "run").glob(".report*"))
    assert ask(capsys, *words)[0] == 0


def test_every_argument_is_documented():
    from wartable.cli import make_parser

    page = "".join(
        (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("lab", "lab_data", "cookbook", "bench")
    )
    found = choices(choices(make_parser())["lab"])
    for name, parser in found.items():
        assert f"wartable lab {name}" in page
        for action in parser._actions:
            for flag in action.option_strings:
                assert flag in ("-h", "--help") or f"`{flag}" in page, f"the pages on the lab say nothing of {flag}"


def choices(parser) -> dict[str, Any]:
    """The parsers of a parser's commands."""
    return next(action.choices for action in parser._actions if action.choices)
