"""`wartable play` and `wartable replay` as they are called, and what they do with bad input."""

import argparse
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wartable.cli import main, play, replay
from wartable.core.match import Match
from wartable.errors import BadSave
from wartable.games.metals import GAME as METALS
from wartable.terminal.lines import Lines, broken
from wartable.terminal.orders import ORDERS
from wartable.terminal.plain import PlainPlay
from wartable.terminal.players import Player
from wartable.terminal.table import Table

GOLDEN = Path(__file__).parent / "games" / "metals" / "golden"
SAVE = (GOLDEN / "goal.jsonl").read_bytes()
FUZZ = settings(max_examples=150)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Call the command line with a script on stdin: exit code, stdout, stderr."""

    def caller(*words: str, script: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(script))
        try:
            code = main(list(words))
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, re.sub("The rules of .* are being compiled; .*\n", "", err)

    return caller


# Playing


def test_a_match_is_begun_saved_loaded_and_gone_on_with(call: Any, tmp_path: Path):
    path = tmp_path / "m.jsonl"
    code, out, err = call("play", "metals", "--seats", "you,greedy", "--seed", "3", script=f"+a1n\nsave {path}\nquit\n")
    assert (code, err) == (0, "")
    assert "Seat 1: Orange (greedy)" in out and f"Saved to {path}." in out
    code, out, err = call("play", "--load", str(path), script="log\nundo\n+e1n\nquit\n")
    assert (code, err) == (0, "")
    assert "Blue deploys on a1, facing north. (MT-3.2)" in out
    assert "Blue deploys on e1, facing north. (MT-3.2)" in out


def test_the_same_seed_gives_the_same_match(call: Any):
    script = "+a1n\nlist\n#1\nlog\nquit\n"
    first = call("play", "metals", "--seats", "you,greedy", "--seed", "9", script=script)
    assert first == call("play", "metals", "--seats", "you,greedy", "--seed", "9", script=script)


def test_bots_play_a_whole_match_alone(call: Any):
    code, out, _ = call("play", "metals", "--seats", "random,greedy", "--seed", "1", "-o", "turn_limit=40")
    assert code == 0
    assert "The match is over:" in out


def test_real_dice_are_asked_for(call: Any):
    code, out, err = call("play", "metals", "--seats", "Ada,Bob", "--real-dice", script="first-1\n+a1n\nquit\n")
    assert (code, err) == (0, "")
    assert "Nature is to act" in out and "Chance picks Bob to start." in out and "Bob deploys on a1" in out


def test_a_hint_gives_reasons_and_plays_nothing(call: Any):
    code, out, err = call("play", "metals", "--seats", "you,greedy", "--seed", "3", script="hint\nlog\nquit\n")
    assert (code, err) == (0, "")
    notation = r"\+[a-e][1-7][nesw]"
    assert re.search(rf"Deploy on .* \({notation}\): \d+% to win; otherwise {notation} \d+%, {notation} \d+%\.", out)
    assert "Blue deploys" not in out


def test_a_coach_says_what_is_wrong_with_a_move_before_it_is_played_and_then_what_is_better(call: Any):
    script = "+a1n\ncoach a1-b1n\nlog\nquit\n"
    code, out, _ = call("play", "metals", "--seats", "you,greedy", "--seed", "3", script=script)
    assert code == 0
    assert re.search(r"Move a1 to b1, facing north: \d+% to win\. .*Metal on e1 attacks b1\. .*Better: Move a1 to", out)
    assert "Blue moves" not in out


def test_where_everything_stands_is_said_in_words(call: Any):
    """For those who cannot see a board of letters."""
    script = "first-0\n+a1n\nwhere\nwhere dragon\nquit\n"
    code, out, _ = call("play", "metals", "--seats", "Ada,Bob", "--real-dice", script=script)
    assert code == 0
    assert re.search(r"\n.*Metal.* on a1.*facing north", out)
    assert re.search(r"\ncity: [a-e]\d", out) and "\nforest: " in out
    assert "Nothing has these words." in out


def test_sentences_are_broken_between_words_at_a_terminal():
    text = "Whoever has ten points first wins, however long that takes."
    assert broken(text, 30).split("\n") == ["Whoever has ten points first", "wins, however long that takes."]
    assert broken("#1   +a1n   Deploy on a1, facing north", 20) == "#1   +a1n   Deploy on a1, facing north"


def test_for_dice_there_is_no_hint(call: Any):
    code, _, err = call("play", "metals", "--seats", "Ada,Bob", "--real-dice", script="hint\nquit\n")
    assert code == 2
    assert "line 1: there is nothing to decide now" in err


def test_a_save_can_be_played_on_by_others(call: Any, tmp_path: Path):
    path = tmp_path / "m.jsonl"
    call("play", "metals", "--seats", "you,greedy", "--seed", "3", script=f"+a1n\nsave {path}\nquit\n")
    code, out, _ = call("play", "--load", str(path), "--seats", "Eve,random", script="board\nquit\n")
    assert code == 0
    assert "Seat 0: Eve" in out and "Seat 1: Orange (random)" in out


# The page


def test_every_argument_key_and_order_is_on_the_page():
    page = (Path(__file__).parent.parent / "docs" / "terminal.md").read_text("utf-8")
    for command in (play.COMMAND, replay.COMMAND):
        parser = argparse.ArgumentParser(add_help=False)
        command.arguments(parser)
        section = page[page.index(f"## `wartable {command.name}") :]
        for action in parser._actions:
            for name in action.option_strings:
                assert f"`{name}" in section, f"{command.name} {name}"
    for text in ORDERS.values():
        assert f"| `{text.partition(':')[0]}` |".replace("on|off", "on\\|off") in page, text


# Replaying


def test_a_replay_prints_moves_and_log(call: Any):
    code, out, err = call("replay", str(GOLDEN / "goal.jsonl"))
    assert (code, err) == (0, "")
    assert "  15  Orange  d7-e7s\n      Orange moves d7 to e7, facing south. (MT-3.6)\n" in out
    assert out.rstrip().endswith(
        "Orange wins.\nThe match is over: the goal was reached (MT-7.1).\nPoints: Blue 0, Orange 10."
    )


def test_a_replay_begins_where_it_is_told(call: Any):
    code, out, err = call("replay", str(GOLDEN / "goal.jsonl"), "--at", "14")
    assert (code, err) == (0, "")
    assert "After 14 actions:" in out and "  13  " not in out and "  15  Orange  d7-e7s" in out
    code, _, err = call("replay", str(GOLDEN / "goal.jsonl"), "--at", "17")
    assert code == 2 and "the match has 16 actions" in err


def test_a_replay_as_json_has_every_action(call: Any):
    code, out, _ = call("replay", str(GOLDEN / "goal.jsonl"), "--json", "--seat", "1")
    steps = json.loads(out)
    assert code == 0 and len(steps) == 16
    assert steps[1] == {
        "n": 1,
        "seat": 1,
        "move": "+e7s",
        "forced": False,
        "log": [
            {"text": "Orange deploys on e7, facing south.", "rule": "MT-3.2"},
            {"text": "Turn 2: Blue.", "rule": "MT-2.3"},
        ],
        "notes": [
            {
                **{"kind": "deploys", "seat": 1, "slot": 0, "space": 34, "facing": 2},
                **{"counter": "pool", "amount": -1, "total": 2},
                **{"rule": "MT-3.2", "text": "Orange deploys on e7, facing south."},
            },
            {"kind": "turn", "seat": 0, "number": 2, "rule": "MT-2.3", "text": "Turn 2: Blue."},
        ],
    }


# Bad input


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["play"], "say which game to play"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "metals", "-o", "colour=red"], "there is no option colour"),
        (["play", "metals", "-o", "map"], "write it as name=value"),
        (["play", "metals", "-o", "turn_limit=9"], "it takes a whole number from"),
        (["play", "metals", "-o", "map=/no/map.txt"], "/no/map.txt"),
        (["play", "metals", "--data", "/no/folder"], "there is no such folder"),
        (["play", "metals", "--set", "numbers.goal.value=many"], "'many', not a whole number"),
        (["play", "metals", "--seats", "you,randm"], "did you mean random"),
        (["play", "metals", "--players", "9"], "for 2 players, not 9"),
        (["play", "metals", "--seed", "1", "--real-dice"], "either you roll, or the seed does"),
        (["play", "metals", "--pace", "-1"], "0 to 60 seconds"),
        (["play", "metals", "--seed", "x"], "argument --seed: invalid int value: 'x'; try wartable play --help"),
        (["play", "metals", "--sets", "x"], "unrecognized arguments: --sets x"),
        (["plya"], "invalid choice: 'plya'"),
        ([], "the following arguments are required: COMMAND"),
        (["play", "metals", "--load", "/no/save.jsonl"], "/no/save.jsonl"),
        (["play", "--load", str(GOLDEN / "goal.jsonl"), "--players", "2"], "the save determines this"),
        (["play", "--load", str(GOLDEN / "goal.jsonl"), "--seats", "a,b,c"], "names 3 players, but 2 play"),
        (["replay", "/no/save.jsonl"], "/no/save.jsonl"),
        (["replay", str(GOLDEN / "goal.jsonl"), "--seat", "7"], "the seats are 0, 1"),
        (["replay", str(GOLDEN / "goal.jsonl"), "--pace", "0"], "0.05 to 8 seconds"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(call: Any, words: list[str], reason: str):
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.startswith("wartable: ") and err.count("\n") == 1


def test_a_bad_map_is_refused_with_line_and_reason(call: Any, tmp_path: Path):
    path = tmp_path / "bad.txt"
    path.write_text("name: Bad\n\n. . .\n. x .\n. . .\n")
    code, _, err = call("play", "metals", "-o", f"map={path}")
    assert code == 2
    assert "line 4" in err and "'x' is no sign" in err


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"rules": 1', '"rules": 8', "version 8 of the rules"),
        ('"game": "metals"', '"game": "chess"', "there is no game 'chess'"),
        ('"wartable": 2', '"wartable": 9', "not a save of Wartable"),
        ('"move": "+e7s"', '"move": "+c3s"', "line 3"),
        ('"pause"', '"stop"', ""),
    ],
)
@pytest.mark.parametrize("command", [["play", "metals", "--load"], ["replay"]])
def test_a_foreign_or_broken_save_is_refused(
    call: Any, tmp_path: Path, command: list[str], old: str, new: str, reason: str
):
    text = SAVE.decode()
    if old not in text:
        text, reason = text[: text.rindex('{"end"')], "breaks off"
    path = tmp_path / "m.jsonl"
    path.write_text(text.replace(old, new))
    code, out, err = call(*command, str(path))
    assert (code, out) == (2, "")
    assert reason in err and str(path) in err and err.count("\n") == 1


# Fuzzing


def check_load(path: Path, content: bytes) -> None:
    """A file is a save that can be saved again, or it is refused as BadSave."""
    path.write_bytes(content)
    try:
        match = Match.load(path)
    except BadSave as error:
        message = str(error)
    else:
        message = ""
    if message:
        assert str(path) in message and message.isprintable()
        return
    match.save(path)
    assert [step.action for step in Match.load(path).steps] == [step.action for step in match.steps]


@FUZZ
@given(st.binary(max_size=400))
@example(b"")
@example(b"\n\n\n")
@example(b"[" * 100_000)
@example(b"1" * 5000)
def test_random_bytes_are_no_save(tmp_path: Path, content: bytes):
    check_load(tmp_path / "m.jsonl", content)


@FUZZ
@given(st.integers(0, len(SAVE)))
def test_a_save_cut_short_is_refused(tmp_path: Path, length: int):
    check_load(tmp_path / "m.jsonl", SAVE[:length])


@FUZZ
@given(st.lists(st.tuples(st.integers(0, len(SAVE) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_save_with_wrong_bytes_is_read_or_refused(tmp_path: Path, changes: list[tuple[int, int]]):
    content = bytearray(SAVE)
    for place, value in changes:
        content[place] = value
    check_load(tmp_path / "m.jsonl", bytes(content))


TEXT = st.text(st.characters(exclude_categories=()), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
KEYS = ["wartable", "game", "rules", "options", "players", "commitment", "files", "cells", "n", "seat", "move", "seed"]
OPTIONS = ["map", "focus_fire", "factions", "turn_limit"]


@FUZZ
@given(st.integers(0, 17), st.sampled_from([*KEYS, "end", "pause", "scores"]), JSON)
@example(0, "players", ["\ud800", "\u2028"])
@example(0, "players", ["a\x85b", "\x0c"])
@example(0, "files", {"maps/classic.txt": "\u2028"})
@example(0, "files", {"\x00": "", "../x": ""})
@example(0, "cells", {"\x00.a.b": "1"})
@example(0, "cells", {"numbers.goal.value": "\x00"})
@example(0, "cells", {"x" * 300 + ".a.b": "1"})
@example(17, "seed", "")
def test_a_save_with_wrong_values_is_read_or_refused(tmp_path: Path, line: int, key: str, value: object):
    lines = [json.loads(text) for text in SAVE.splitlines()]
    lines[line][key] = value
    check_load(tmp_path / "m.jsonl", "\n".join(map(json.dumps, lines)).encode())


@FUZZ
@given(st.sampled_from(OPTIONS), JSON)
@example("map", "\x00")
@example("map", "/dev/null")
@example("map", "x" * 5000)
@example("turn_limit", 10**400)
@example("turn_limit", "\n0\x1b[2J")
def test_a_save_with_wrong_options_is_read_or_refused(tmp_path: Path, option: str, value: object):
    lines = [json.loads(text) for text in SAVE.splitlines()]
    lines[0]["options"][option] = value
    check_load(tmp_path / "m.jsonl", "\n".join(map(json.dumps, lines)).encode())


TYPED = st.one_of(
    st.sampled_from(
        ["list", "undo", "#1", "#2", "log", "board", "board off", "help", "save", "load", "rules 3.2", ":undo"]
    ),
    st.sampled_from(
        ["+a1n", "+e7s", "a1-a2n", "+a1N", "a1", "first-0", "quit", "#999999999", "#-1", "#²", "rules", ":"]
    ),
    st.text(max_size=20),
    st.tuples(st.sampled_from(["rules", "load", "save", "list", ":"]), st.text(max_size=12)).map(" ".join),
)


@settings(FUZZ, max_examples=100)
@given(st.lists(TYPED, max_size=12))
def test_nothing_that_can_be_typed_breaks_the_line_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
):
    monkeypatch.chdir(tmp_path)
    seated = (Player("Blue"), Player("Orange", "random"))
    table = Table(Match.start(METALS, players=[p.title for p in seated], seed=3), seated, 3)
    out, err = io.StringIO(), io.StringIO()
    game = PlainPlay(table, Lines(io.StringIO("\n".join(lines)), out, err))
    assert game.run() in (0, 2)
    assert game.is_left
    assert all(text.startswith("wartable: line ") for text in err.getvalue().splitlines())
