"""What a touch means, of choices that are made up here."""

import json
import subprocess
from typing import Any

import pytest

from ..conftest import ROOT

WEB = ROOT / "web"
HERE = """
const chooser = new module.exports.Chooser((id) => id.startsWith("face-"), (id) => id.startsWith("piece-"),
  (id) => id === "face-down");
const paths = PATHS;
chooser.set(paths.map((path, action) => ({ action, path, risky: path.includes("risk") })), false);
const said = TOUCHES.map((id) => chooser.touch(id));
console.log(JSON.stringify(said.map((made) => typeof made === "string" ? made : made.path)));
"""


@pytest.fixture(scope="module")
def chooser(client_built: None) -> str:
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "src" / "touch/chooser.ts"), "--format=cjs"]
    return subprocess.run(esbuild, check=True, capture_output=True, text=True).stdout


def touch(chooser: str, paths: list[list[str]], *touches: str) -> Any:
    """What each of these touches came to: an action, "more" to say, or "no" meaning."""
    script = chooser + HERE.replace("PATHS", json.dumps(paths)).replace("TOUCHES", json.dumps(touches))
    return json.loads(subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout)


MOVES = [["piece-a", "here"], ["piece-a", "there"], ["piece-b", "there"], ["piece-b", "risk"], ["button", "hall"]]


def test_a_goal_that_one_piece_can_reach_is_enough(chooser: str) -> None:
    assert touch(chooser, MOVES, "here") == [["piece-a", "here"]]


def test_a_goal_of_two_pieces_asks_for_the_piece(chooser: str) -> None:
    assert touch(chooser, MOVES, "there", "piece-b") == ["more", ["piece-b", "there"]]


def test_a_piece_with_one_goal_waits_for_it(chooser: str) -> None:
    assert touch(chooser, [["piece-a", "here"]], "piece-a", "here") == ["more", ["piece-a", "here"]]


def test_a_goal_with_a_risk_is_said_in_full(chooser: str) -> None:
    assert touch(chooser, MOVES, "risk", "piece-b") == ["more", ["piece-b", "risk"]]


def test_what_no_hand_carries_is_said_in_full(chooser: str) -> None:
    assert touch(chooser, MOVES, "hall", "button") == ["more", ["button", "hall"]]


def test_a_goal_that_is_a_piece_itself_is_taken_up_first(chooser: str) -> None:
    assert touch(chooser, [["piece-a", "piece-b"], ["piece-b", "here"]], "piece-b", "here") == [
        "more",
        ["piece-b", "here"],
    ]


def test_a_facing_is_still_asked_at_the_goal(chooser: str) -> None:
    paths = [["piece-a", "here", "face-north"], ["piece-a", "here", "face-south"]]
    assert touch(chooser, paths, "here", "face-south") == ["more", paths[1]]


def test_an_answer_that_one_action_has_says_it_all(chooser: str) -> None:
    paths = [["piece-a", "here"], ["piece-a", "face-north"]]
    assert touch(chooser, paths, "face-north") == [["piece-a", "face-north"]]
    assert touch(chooser, [*paths, ["piece-b", "face-north"]], "face-north") == ["more"]


def test_the_last_answer_is_taken_for_given(chooser: str) -> None:
    assert touch(chooser, [["card", "face-up"], ["card", "face-down"]], "card", "face-up")[0] == "more"
    assert touch(chooser, [["card", "face-up"]], "card") == [["card", "face-up"]]


def test_an_answer_that_may_not_be_meant_has_to_be_given(chooser: str) -> None:
    """Whoever touches a building that cannot be paid for does not want it stored."""
    assert touch(chooser, [["card", "face-down"]], "card", "face-down") == ["more", ["card", "face-down"]]


LAID = [["tile-a", "next"], ["tile-b", "next"], ["hold", "next"]]


def test_a_button_is_enough_where_everything_goes_to_one_place_or_is_of_one_piece(chooser: str) -> None:
    assert touch(chooser, LAID, "tile-b") == [["tile-b", "next"]]
    assert touch(chooser, LAID, "next", "tile-a") == ["more", ["tile-a", "next"]]
    assert touch(chooser, LAID[:1], "tile-a") == [["tile-a", "next"]]
    placed = [["here", "piece-a"], ["there", "piece-a"]]
    assert touch(chooser, placed, "there") == [["there", "piece-a"]]
    assert touch(chooser, placed, "piece-a", "here") == ["more", ["here", "piece-a"]]


def test_a_piece_that_can_only_go_where_all_can_is_taken_first(chooser: str) -> None:
    assert touch(chooser, [["piece-a", "there"], ["piece-b", "there"]], "piece-a") == ["more"]
