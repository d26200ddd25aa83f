"""Examples, lessons, and tables that begin from them."""

import json
from pathlib import Path
from typing import Any

import pytest

from wartable.core.match import Match
from wartable.core.match.verify import verify
from wartable.games.iron_kings.view.map import BOARD_HEIGHT

from .harness import Player, Running, running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    with running(f"sqlite:///{tmp_path_factory.mktemp('teaching') / 'wartable.db'}") as server:
        yield server


@pytest.fixture
def learner(site: Running):
    with Player(site, "Lea") as player:
        yield player


def test_there_are_numbered_puzzles_with_theme_and_level(learner: Player):
    puzzles = learner.http.get("/api/games/metals/puzzles").json()
    assert [one["name"] for one in puzzles[:3]] == ["m1", "m2", "m3"]
    assert {one["level"] for one in puzzles} == {1, 2, 3}
    assert "Enemy assault" in {one["theme"] for one in puzzles}
    step = learner.http.get("/api/games/metals/lessons/m1/0").json()["lesson"]
    assert step["puzzle"] and step["asked"]
    assert "m1" not in {one["name"] for one in learner.http.get("/api/games/metals/lessons").json()}


def test_after_a_win_the_next_level_sits_down(learner: Player):
    table = learner.post("/api/play", {"game": "metals", "bot": "beginner", "seat": 0})["table"]
    with learner.sit(table) as chair:
        assert chair.ask("resign", seat=0)["ok"]
    again = learner.post(f"/api/tables/{table}/again", {"moved": 0, "bot": "easy"})["table"]
    seats = learner.get(f"/api/tables/{again}?show=record")["seats"]
    assert [seat["bot"] for seat in seats][1] == "easy"


def test_the_rules_say_which_of_them_can_be_seen(learner: Player):
    rules = learner.http.get("/api/games/metals/rules").json()
    assert rules["examples"]["MT-4.8"] == [
        {"id": "MT-4.8", "title": "The Metal on a2 is damaged already. The second hit sends it back to the pool."}
    ]
    assert "MT-8.1" not in rules["examples"]


def test_an_example_tells_what_happens(learner: Player):
    example = learner.http.get("/api/games/metals/examples/MT-4.8").json()
    assert [line["rule"] for line in example["told"]] == ["MT-3.6", "MT-4.1", "MT-4.8", "MT-2.3"]
    assert example["refusal"] is None
    refused = learner.http.get("/api/games/metals/examples/MT-3.3").json()
    assert refused["refusal"]["rule"] == "MT-3.3"


def test_an_example_has_a_picture_before_and_after(learner: Player):
    before, after = (learner.http.get(f"/api/games/metals/examples/MT-4.8/{when}.svg") for when in ("before", "after"))
    assert before.headers["content-type"] == "image/svg+xml"
    assert 'id="metal-0-0"' in before.text and 'id="metal-0-0"' not in after.text


def test_a_refused_example_shows_what_would_have_been_touched(learner: Player):
    before = learner.http.get("/api/games/iron_kings/examples/IK-4.12/before.svg").text
    _, top, _, height = (float(part) for part in before.split('viewBox="', 1)[1].split('"', 1)[0].split())
    assert top + height > BOARD_HEIGHT, "worker and vent lie on the player's own boards, below the map"


def test_there_is_no_such_example_lesson_or_step(learner: Player):
    for path in (
        "metals/examples/MT-9.9",
        "metals/lessons/try-MT-9.9/0",
        "nothing/lessons/first/0",
        "metals/lessons/first/99",
        "metals/lessons/nothing/0",
    ):
        assert learner.http.get(f"/api/games/{path}").status_code == 404


def test_an_example_is_a_table_to_play_on(learner: Player):
    made = learner.http.post("/api/play", json={"game": "metals", "example": "MT-4.8", "bot": "random"}).json()
    table = learner.http.get(f"/api/tables/{made['table']}?seat=0&show=scene").json()
    assert table["due"] == [0]
    told = [line["text"] for line in table["log"]]
    assert "Random bot deploys on e7, facing south." in told
    assert told[-1].startswith("Turn 5: Lea")
    assert not table["undo"] and not table["takeback"], "the example's own moves are not taken back"


def test_a_match_from_an_example_is_read_again_saved_and_verified(site: Running, learner: Player, tmp_path: Path):
    body = {"game": "metals", "example": "MT-7.4", "bot": "random"}
    made = learner.http.post("/api/play", json=body).json()["table"]
    move = {"seat": 0, "move": "+e1w"}
    site.context.tables.lives.clear()
    assert learner.http.post(f"/api/tables/{made}/moves", json=move).status_code == 200
    verdict = learner.http.get(f"/api/tables/{made}/verify").json()
    assert (verdict["sound"], verdict["given"]) == (True, 12)
    path = tmp_path / "save.jsonl"
    path.write_text(learner.http.get(f"/api/tables/{made}/save").text)
    assert json.loads(path.read_text().splitlines()[0])["given"] == 12
    match = Match.load(path)
    assert verify(match).is_sound
    assert match.outcome is not None
    assert match.outcome.ending == "turn_limit"


def told(learner: Player, lesson: str, step: int, message: dict[str, object], way: object = ()) -> dict[str, Any]:
    """What comes of a message at a step of a lesson of Metals."""
    answer = learner.http.post(f"/api/games/metals/lessons/{lesson}/{step}", json={"way": way, "message": message})
    found: dict[str, Any] = answer.json()
    return found


def moved(text: str) -> dict[str, object]:
    return {"type": "move", "seat": 0, "number": 0, "move": text}


def test_a_step_of_a_lesson_is_a_table_that_waits_for_what_is_asked(learner: Player):
    opened = learner.http.get("/api/games/metals/lessons/first/1").json()
    step, table = opened["lesson"], opened["table"]
    assert step["asked"] and step["rule"] == "MT-3.2"
    assert step["path"] == ["pool-0-0", "space-a1", "facing-north"]
    assert table["type"] == "table" and table["due"] == [0] and table["yours"] == [0]
    assert {"facing-"} <= set(table["answers"]) and table["scene"]["things"] and table["choices"]
    read = learner.http.get("/api/games/metals/lessons/first/0").json()
    assert not read["lesson"]["asked"] and read["table"]["due"] == [] and read["table"]["choices"] == []

    right = told(learner, "first", 1, moved("+a1n"))
    assert right["reply"]["ok"] and right["lesson"]["number"] == 2
    said = [line["text"] for frame in right["update"]["frames"] for line in frame["log"]]
    assert "Blue deploys on a1, facing north." in said and "Orange deploys on e7, facing west." in said
    assert right["update"]["due"] == [0]

    legal = told(learner, "first", 1, moved("+e7s"))
    assert not legal["reply"]["ok"] and "You may do that in a match" in legal["reply"]["text"]
    assert "update" not in legal
    illegal = told(learner, "first", 1, moved("+b1n"))
    assert not illegal["reply"]["ok"] and illegal["reply"]["rule"] == "MT-3.2"
    touched = told(learner, "first", 1, {"type": "why", "seat": 0, "path": ["pool-0-0", "space-b1"]})
    assert touched["reply"]["ok"] and touched["reply"]["rule"] == "MT-3.2"
    assert told(learner, "first", 1, {"type": "look", "thing": "space-a1"})["reply"]["card"]
    assert not told(learner, "first", 1, {"type": "resign", "seat": 0})["reply"]["ok"]


def test_what_was_done_otherwise_stays_as_it_was(learner: Player):
    step = learner.http.get("/api/games/metals/lessons/first/2").json()["table"]
    other = learner.http.post("/api/games/metals/lessons/first/2", json={"way": [[1, "+a1e"]]}).json()["table"]
    named = {thing["id"]: thing for thing in other["scene"]["things"]}
    assert named["metal-0-0"] != {thing["id"]: thing for thing in step["scene"]["things"]}["metal-0-0"]
    assert learner.http.post("/api/games/metals/lessons/first/2", json={"way": [[1, "+b1e"]]}).status_code == 400


def test_an_example_is_tried_and_leaves_no_match_behind(learner: Player):
    opened = learner.http.get("/api/games/metals/lessons/try-MT-4.8/0").json()
    assert "Try it: “" in opened["lesson"]["say"] and opened["table"]["due"]
    done = told(learner, "try-MT-4.8", 0, {**moved(""), "move": opened["lesson"]["wanted"]})
    assert done["lesson"]["number"] == 1
    refused = learner.http.get("/api/games/metals/lessons/try-MT-3.3/0").json()["lesson"]
    met = told(learner, "try-MT-3.3", 0, {"type": "why", "seat": 0, "path": refused["path"]})
    assert met["reply"]["rule"] == "MT-3.3" and met["lesson"]["number"] == 1
    assert learner.http.get("/api/tables?which=mine").json() == []


def test_after_the_lesson_the_match_goes_on(learner: Player):
    made = learner.http.post("/api/play", json={"game": "metals", "lesson": True, "bot": "random"}).json()
    table = learner.http.get(f"/api/tables/{made['table']}?seat=0&show=scene").json()
    assert table["due"] == [0]
    assert any("gains 1 point on c1 and has 6." in line["text"] for line in table["log"])


def test_lessons_are_listed_and_each_is_followed_under_its_name(learner: Player):
    listed = learner.http.get("/api/games/metals/lessons").json()
    assert listed[0]["name"] == "first" and listed[0]["promise"] and not listed[0]["puzzle"]
    assert told(learner, "first", 1, moved("+a1n"))["reply"]["ok"]
    made = learner.http.post("/api/play", json={"game": "metals", "lesson": "first", "bot": "random"}).json()
    assert learner.http.get(f"/api/tables/{made['table']}?seat=0&show=scene").json()["due"] == [0]


def test_the_lobby_knows_which_games_have_a_lesson(learner: Player):
    games = {game["name"]: game["lesson"] for game in learner.http.get("/api/games").json()["games"]}
    assert games["metals"]
