"""The command line, as people call it."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from wartable.cli import commands, main, make_parser
from wartable.cli.common import print_rows

from .conftest import ROOT

GOLDEN = ROOT / "tests" / "games" / "metals" / "golden"


def ask(capsys, *words):
    """Run a command in this process: exit code, stdout, stderr."""
    try:
        code: object = main(list(words))
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_games_are_listed(capsys):
    code, out, _ = ask(capsys, "games", "--json")
    assert code == 0
    assert {"game": "metals", "title": "Metals"}.items() <= next(
        g for g in json.loads(out) if g["game"] == "metals"
    ).items()
    assert "Metals" in ask(capsys, "games")[1]


@pytest.mark.parametrize("columns", ["70", "80"])
def test_the_list_of_games_breaks_no_name(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    out = ask(capsys, "games")[1] + ask(capsys, "games", "city_of_iron")[1]
    assert "storing_penalty" in out and "city_of_iron" in out and "City of Iron" in out
    assert all(len(line) <= int(columns) for line in out.splitlines())


def test_rules_can_be_looked_up(capsys):
    assert "starting player" in ask(capsys, "rules", "metals", "2.1")[1]
    assert "MT-4.9" in ask(capsys, "rules", "metals", "4")[1]
    assert "Occupation" in ask(capsys, "rules", "metals")[1]
    assert json.loads(ask(capsys, "rules", "metals", "MT-3.2", "--json")[1])[0]["rule"] == "MT-3.2"


def test_verify_says_what_it_checked(capsys, tmp_path):
    code, out, _ = ask(capsys, "verify", str(GOLDEN / "goal.jsonl"))
    assert code == 0
    assert "every roll comes from the seed (1)" in out and "MT-7.1" in out
    facts = json.loads(ask(capsys, "verify", str(GOLDEN / "goal.jsonl"), "--json")[1])
    assert facts["sound"] is True


def test_verify_finds_swapped_dice(capsys, tmp_path):
    """Give the seed of another match, with its own commitment: the rolls are not what it gives."""
    from wartable.core.match import dice

    lines = (GOLDEN / "goal.jsonl").read_text().splitlines()
    head, last = json.loads(lines[0]), json.loads(lines[-1])
    codes = set()
    for number in range(20):
        seed = dice.seed_from(number)
        head["commitment"], last["seed"] = dice.commitment(seed), seed.hex()
        path = tmp_path / "swapped.jsonl"
        path.write_text("\n".join([json.dumps(head), *lines[1:-1], json.dumps(last)]) + "\n")
        codes.add(ask(capsys, "verify", str(path))[0])
    assert codes == {0, 1}, "about half the seeds roll another starting player"


def test_show_draws_text_svg_and_png(capsys, tmp_path):
    save = str(GOLDEN / "goal.jsonl")
    assert "of 10 points" in ask(capsys, "show", save)[1]
    svg, png = tmp_path / "m.svg", tmp_path / "m.png"
    assert ask(capsys, "show", save, "--svg", str(svg), "--png", str(png), "--at", "5", "--seat", "1")[0] == 0
    assert svg.read_text().startswith("<svg")
    assert "var(--" not in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["rules", "chess"], "there is no game 'chess'; there are: "),
        (["observations", "metals", "--grep", "dragon"], "no number of metals has 'dragon' in its name or meaning"),
        (["new", "3x"], "'3x' is not a valid name: it begins with a lower-case letter"),
        (["rules", "metals", "9.9"], "there is no rule 9.9"),
        (["verify", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (
            ["play", "metals", "--plain", "-o", "map=foo"],
            "option map=foo: it takes one of classic, small",
        ),
        (["show", "README.md"], "README.md, line 1: not a line of a save"),
        (["show", str(GOLDEN / "goal.jsonl"), "--at", "999"], "--at 999: the match has"),
        (["show", str(GOLDEN / "goal.jsonl"), "--seat", "5"], "--seat 5: the seats are 0, 1"),
        (["show", str(GOLDEN / "goal.jsonl"), "--svg", "/nowhere/x.svg"], "/nowhere/x.svg: No such file"),
        (["new", "Bad Name"], "'Bad Name' is not a valid name"),
        (["new", "metals"], "there is already a game metals"),
        (["bench", "chess"], "there is no game 'chess'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, monkeypatch, words, reason):
    monkeypatch.chdir(ROOT)
    code, out, err = ask(capsys, *words)
    assert code == 2
    assert reason in err
    assert err.count("\n") == 1
    assert err.startswith("wartable: ")
    assert "Traceback" not in err + out


def test_bench_prints_an_object_for_a_game(capsys):
    code, out, _ = ask(capsys, "bench", "metals", "--json", "--seconds", "0.2", "--no-compile")
    assert code == 0
    row = json.loads(out)
    assert row["game"] == "metals"
    assert row["decisions_per_second"] > 0
    assert row["state_bytes"] < 200


def test_a_new_game_works_at_once_as_a_package_of_its_own(capsys, tmp_path):
    """`wartable new` outside a checkout: its tests pass, and it is found through its entry point."""
    assert ask(capsys, "new", "dare_dice", "--into", str(tmp_path))[0] == 0
    package = tmp_path / "wartable-dare-dice"
    info = package / "src" / "wartable_dare_dice-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wartable-dare-dice\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[wartable.games]\ndare_dice = wartable_dare_dice\n")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(package / "src"), os.environ.get("PYTHONPATH", "")]),
        "WARTABLE_CACHE": str(tmp_path / "cache"),
    }
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", str(package)],
        env=environment, cwd=package, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tests.returncode == 0, tests.stdout[-3000:]
    listed = subprocess.run(
        [sys.executable, "-m", "wartable", "games", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "dare_dice" in {game["game"] for game in json.loads(listed.stdout)}


def test_a_new_game_in_a_checkout_goes_into_its_folders(capsys, tmp_path):
    (tmp_path / "src" / "wartable" / "games").mkdir(parents=True)
    assert ask(capsys, "new", "dare_dice", "--into", str(tmp_path), "--code", "DD", "--title", "Dare!")[0] == 0
    assert "**DD-1.1**" in (tmp_path / "src/wartable/games/dare_dice/RULES.md").read_text()
    assert "from wartable.games.dare_dice import GAME" in (tmp_path / "tests/games/dare_dice/test_game.py").read_text()
    code, _, err = ask(capsys, "new", "dare_dice", "--into", str(tmp_path))
    assert code == 2
    assert "already exists; nothing was written" in err


def test_examples_are_listed_printed_and_copied(capsys, tmp_path):
    code, out, _ = ask(capsys, "examples")
    assert code == 0
    assert {line.split()[0] for line in out.splitlines()} == {path.stem for path in ROOT.glob("examples/*/*.*")}
    assert ask(capsys, "examples", "one_ahead")[1] == (ROOT / "examples/bots/one_ahead.py").read_text("utf-8")
    assert ask(capsys, "examples", "one_ahead", "--to", str(tmp_path))[0] == 0
    assert (tmp_path / "one_ahead.py").is_file()
    code, _, err = ask(capsys, "examples", "one_ahead", "--to", str(tmp_path))
    assert (code, "is there already" in err) == (2, True)
    assert "torch_ppo" in ask(capsys, "examples", "chess")[2]


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of its commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def test_the_help_explains_every_command_and_argument():
    for parser in parsers(make_parser()):
        assert parser.description, parser.prog
        for action in parser._actions:
            assert action.help or isinstance(action, argparse._SubParsersAction), f"{parser.prog}: {action.dest}"


def test_every_command_is_in_the_readme():
    readme = (ROOT / "README.md").read_text()
    missing = [command.name for command in commands() if f"wartable {command.name}" not in readme]
    assert not missing


def test_a_long_name_leaves_room_for_the_figures(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    name = "cmd:/usr/bin/python3 /home/somebody/bots/a_bot_in_a_folder_of_its_own.py --fast --seed 4711"
    print_rows([{"bot": name, "games": 1000, "wins %": "71.3", "95%": "67.1-75.0", "a/s": 22900.4}], as_json=False)
    table = capsys.readouterr().out
    for figure in ("1,000", "71.3", "67.1-75.0", "22,900"):
        assert figure in table
    shown = "".join(line.split("│")[1] for line in table.splitlines() if "│" in line)
    assert name.replace(" ", "") == shown.replace(" ", "")
