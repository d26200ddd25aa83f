"""The studio: a table of a game that is being written, which follows its files."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from wartable.compiler.mode import reading
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.record import Array, Struct, i8, i16, new, same, size
from wartable.errors import IllegalMove, WartableError
from wartable.games.metals import GAME as METALS
from wartable.studio import app
from wartable.studio.app import Watcher, make_app
from wartable.studio.session import Studio
from wartable.studio.shown import show
from wartable.studio.tree import NoField, carry, changed, nodes, set_field

from .made import edit, load, write_game

DEADLINE = 180.0


class Client:
    """Asks the studio's application as a browser would."""

    def __init__(self, studio):
        self.app = make_app(studio)

    def get(self, path, **more):
        return asyncio.run(self._send("GET", path, more))

    def post(self, path, **more):
        return asyncio.run(self._send("POST", path, more))

    async def _send(self, method, path, more):
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8021", timeout=DEADLINE) as client:
            return await client.request(method, path, **more)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder = write_game(tmp_path, "dare_dice", "--code", "DA")
    monkeypatch.syspath_prepend(str(folder.parent))
    return folder


@pytest.fixture
def studio(folder):
    """A table of a dice game at which seat 0 has rolled a 4 and a 5."""
    studio = Studio(load(folder), {"turn_limit": "20"})
    studio.rolls_itself = False
    studio.begin({"turn_limit": "20"}, 2)
    for seat, notation in [(NATURE, "first-0"), (0, "roll"), (NATURE, "die-4"), (0, "roll"), (NATURE, "die-5")]:
        play(studio, seat, notation)
    return studio


def play(studio, seat, notation):
    action = next(one for one in show(studio)["actions"] if one["notation"] == notation)
    studio.act(seat, action["code"])


def save(studio, path, old, new):
    edit(path, old, new)
    assert studio.follow()


def leaf(shown, path):
    found = {"fields": shown["tree"]}
    for step in path.split("."):
        found = next(node for node in found["fields"] if node["name"] == step)
    return found


def test_the_table_is_shown_with_all_that_is_behind_it(studio):
    shown = show(studio)
    assert (shown["viewer"], shown["due"], shown["at"]) == (0, [0], 5)
    assert leaf(shown, "stake")["values"] == [9]
    assert leaf(shown, "head.frames[0]")["fields"][0]["path"] == "head.frames[0].kind"
    assert shown["frames"] == [{"kind": "TURN", "due": ["Blue"], "about": ""}]
    assert [(one["code"], one["notation"], one["label"]) for one in shown["actions"]] == [
        (0, "roll", "Roll the die"), (1, "hold", "Hold and bank 9"),
    ]  # fmt: skip
    assert shown["notes"][0]["text"] == "Blue rolls 5; 9 points at stake."
    assert shown["notes"][0]["note"] == {"kind": "rolls", "seat": 0, "face": 5, "stake": 9}
    assert shown["scene"]["things"]
    assert shown["problems"] == shown["mistakes"] == []


def test_saved_rules_hold_from_the_same_position_on(studio, folder):
    save(studio, folder / "decisions" / "hold.py", "s.banked[seat] += s.stake\n", "s.banked[seat] += 2 * s.stake\n")
    assert studio.state.stake == 9
    play(studio, 0, "hold")
    assert studio.state.banked[0] == 18


def test_saved_words_views_and_data_are_shown_at_once(studio, folder):
    save(studio, folder / "decisions" / "roll.py", "Roll the die", "Throw it")
    assert show(studio)["actions"][0]["label"] == "Throw it"
    save(studio, folder / "view.py", '"at stake", 20', '"in danger", 20')
    assert "in danger" in str(show(studio)["scene"])
    save(studio, folder / "data" / "numbers.csv", "goal,50", "goal,70")
    assert studio.box.goal == 70
    save(studio, folder / "words.py", "rolls {face}", "throws {face}")
    assert show(studio)["notes"][0]["text"].startswith("Blue throws 5")


def test_files_that_cannot_be_read_are_told_and_mended(studio, folder):
    save(studio, folder / "rules.py", "def pass_turn(", "def pass_turn((")
    shown = show(studio)
    assert "wartable_dare_dice/rules.py, line " in shown["problem"]
    assert leaf(shown, "stake")["values"] == [9]
    play(studio, 0, "roll")
    save(studio, folder / "rules.py", "def pass_turn((", "def pass_turn(")
    assert show(studio)["problem"] == ""
    play(studio, NATURE, "die-2")
    assert studio.state.stake == 11


def test_data_that_are_wrong_leave_the_table_as_it_was(studio, folder):
    save(studio, folder / "data" / "numbers.csv", "goal,50", "goal,many")
    assert "many" in show(studio)["problem"]
    play(studio, 0, "hold")
    assert studio.state.banked[0] == 9


def test_a_view_that_fails_is_told_with_its_line_and_the_rest_is_shown(studio, folder):
    save(studio, folder / "view.py", "face, stake = view.face", "face, stake = view.fase")
    shown = show(studio)
    assert shown["scene"] is None
    assert len(shown["problems"]) == 1
    assert "fase" in shown["problems"][0]
    assert "view.py, line " in shown["problems"][0]
    assert leaf(shown, "stake")["values"] == [9]
    assert shown["actions"]


def test_mistakes_that_the_compiler_would_find_are_told_too(studio, folder):
    save(studio, folder / "rules.py", "    best = 0\n", "    best = max([0, 1])\n")
    assert "a rule cannot have a list" in show(studio)["mistakes"][0]


def test_rules_that_fail_are_told_and_nothing_is_played(studio, folder):
    save(studio, folder / "decisions" / "hold.py", "s.banked[seat] += s.stake\n", "s.banked[seat + 9] += s.stake\n")
    with pytest.raises(WartableError, match=r"hold.py, line "):
        play(studio, 0, "hold")
    assert studio.state.stake == 9


def test_a_field_that_is_added_is_said_and_the_others_are_kept(studio, folder):
    save(studio, folder / "state.py", "    stake: i16\n", "    lucky: i8\n    stake: i16\n")
    assert show(studio)["lost"] == ["lucky"]
    assert (studio.state.stake, studio.state.lucky) == (9, 0)
    play(studio, 0, "hold")
    assert studio.state.banked[0] == 9


def test_one_steps_back_and_forth_and_plays_on_from_there(studio):
    studio.step(3)
    assert studio.state.stake == 4
    studio.step(99)
    assert studio.at == 5
    studio.step(3)
    play(studio, 0, "hold")
    assert [studio.at, len(studio.moments), studio.state.banked[0]] == [4, 5, 4]


def test_a_field_is_edited_and_that_is_a_step(studio):
    studio.edit("banked[1]", 33)
    assert studio.state.banked[1] == 33
    assert show(studio)["history"][-1] == "banked[1] = 33"
    studio.step(studio.at - 1)
    assert studio.state.banked[1] == 0


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("banked[9]", 1, "there is no field"),
        ("bank", 1, "there is no field"),
        ("stake", 40000, "from -32768 to 32767"),
        ("banked", 1, "is not one number"),
        ("stake; x", 1, "is not a field"),
    ],
)
def test_a_field_that_is_none_is_refused(studio, path, value, says):
    with pytest.raises(NoField, match=says):
        studio.edit(path, value)
    assert studio.at == 5


def test_any_code_or_text_is_answered_with_its_rule(studio):
    assert studio.ask(0, "hold")["text"] == "hold is legal."
    assert studio.ask(0, "bank")["action"] == 1
    assert studio.ask(1, "roll")["rule"] == "DA-2.5"
    assert studio.ask(0, "3")["rule"] == "DA-2.1"
    assert studio.ask(0, "fly")["text"] == "'fly' means no action here."
    assert "Codes are 0 to" in studio.ask(0, "4711")["text"]
    studio.step(1)
    assert studio.ask(0, "hold")["text"] == "hold is not legal. DA-2.4: There is nothing at stake; roll first."


def test_what_is_not_legal_is_not_played(studio):
    with pytest.raises(IllegalMove, match=r"DA-2.5"):
        studio.act(1, 0)


def test_a_position_is_copied_as_a_test_that_makes_it(studio):
    assert Client(studio).post("/studio/edit", json={"path": "banked[1]", "value": 33}).status_code == 200
    play(studio, 0, "roll")
    play(studio, NATURE, "die-3")
    code = studio.test()
    assert 't = Table(GAME, {"turn_limit": "20"}, seats=2)' in code
    assert "t.s.banked[1] = 33\n" in code
    made: dict[str, Any] = {}
    with reading():
        exec(code, made)
        made["test_this_position"]()
        exec(code.replace("    assert t.due", "    global made\n    made = t.s\n    assert t.due"), made)
        made["test_this_position"]()
    assert same(made["made"], studio.state)


def test_what_a_seat_does_not_know_is_marked(tmp_path):
    studio = Studio(load(write_game(tmp_path, "dark_cards", "--kind", "cards")), {"hand": "3"})
    for viewer, secrets in ((0, 3), (1, 3), (SPECTATOR, 6)):
        place = leaf(show(studio, viewer), "place")
        assert sum(a != b for a, b in zip(place["values"], place["seen"], strict=True)) == secrets
    dealt = next(moment for moment in studio.moments if moment.seat == NATURE and moment.notes)
    studio.step(studio.moments.index(dealt))
    told = {viewer: [note["known"] for note in show(studio, viewer)["notes"]] for viewer in (0, 1)}
    assert told == {0: [True, True], 1: [True, False]}
    assert show(studio, 1)["notes"][1]["knows"] == ["Blue"]
    assert show(studio, 1)["frames"][0]["about"] == "dealt 1"


def test_nature_rolls_by_itself_unless_told_otherwise():
    studio = Studio(METALS)
    assert NATURE not in show(studio)["due"]
    studio.rolls_itself = False
    studio.begin({"factions": "on"}, 2)
    assert show(studio)["due"] == [NATURE]
    assert {one["weight"] for one in show(studio)["actions"]} == {1}
    studio.roll()
    assert len(show(studio)["actions"]) == 7
    with pytest.raises(WartableError, match="takes 2 players"):
        studio.begin({}, 5)
    assert studio.options == {"factions": "on"}


class Old(Struct, tag="old"):
    kept: i16
    gone: i8
    row: Array[i8] = size(4)


class New(Struct, tag="old"):
    fresh: i8
    kept: i8
    row: Array[i8] = size(2)


def test_records_of_different_layouts_are_carried_over_by_name():
    old, later = new(Old.dtype), new(New.dtype)
    old.kept, old.row[:] = 300, 7
    assert sorted(carry(old, later)) == ["fresh", "gone", "row"]
    assert (later.kept, later.row.tolist()) == (127, [7, 7])


def test_numbers_that_differ_are_named_as_python_writes_them():
    before, after = METALS.new_state(METALS.new_box()), METALS.new_state(METALS.new_box())
    set_field(after, "sides[1].metals[2].space", 5)
    set_field(after, "turns", 9)
    assert dict(changed(before, after)) == {"sides[1].metals[2].space": 5, "turns": 9}
    assert nodes(before, before)[0]["name"] == "head"


def test_the_page_is_served_to_this_machine_alone(studio):
    client = Client(studio)
    assert client.get("/studio/table?seat=0").json()["title"] == "Dare Dice"
    assert "dare-dice" in client.get("/theme.css").text
    assert client.post("/studio/edit", json={"path": "stake", "value": 12}).status_code == 200
    assert studio.state.stake == 12
    refused = client.post("/studio/edit", json={"path": "steak", "value": 12})
    assert (refused.status_code, refused.json()) == (400, {"error": "there is no field steak"})
    assert client.post("/studio/edit", json={}).status_code == 400
    assert "assert t.due" in client.post("/studio/test", json={}).json()["code"]
    elsewhere = {"origin": "http://evil.example"}
    assert client.get("/studio/table", headers={"host": "evil.example"}).status_code == 403
    assert client.post("/studio/roll", json={}, headers=elsewhere).status_code == 403
    assert client.post("/studio/roll", content="{}", headers={"content-type": "text/plain"}).status_code == 403


def test_a_page_waits_until_a_file_is_saved(studio, folder):
    watcher = Watcher(studio, pause=0.01)
    watcher.start()
    try:
        client = Client(studio)
        edit(folder / "decisions" / "roll.py", "Roll the die", "Throw it")
        seen = client.get(f"/studio/table?seat=0&since={studio.version}").json()
        until = time.monotonic() + DEADLINE
        while seen["actions"][0]["label"] != "Throw it" and time.monotonic() < until:
            seen = client.get(f"/studio/table?seat=0&since={seen['version']}").json()
        assert seen["actions"][0]["label"] == "Throw it"
    finally:
        watcher.stop()


async def test_pages_that_wait_for_news_keep_nobody_from_asking(studio, monkeypatch):
    """No thread is held by them, or Ctrl-C would wait for it too."""
    begun: list[int] = []
    news = app._news

    async def counted(*about: Any) -> None:
        begun.append(1)
        await news(*about)

    monkeypatch.setattr(app, "_news", counted)
    monkeypatch.setattr(app, "WAIT", 10 * DEADLINE)
    transport = httpx.ASGITransport(make_app(studio))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        waiting = [asyncio.create_task(client.get(f"/studio/table?since={studio.version}")) for _ in range(50)]
        while len(begun) < len(waiting):
            await asyncio.sleep(0.01)
        answer = await asyncio.wait_for(client.get("/studio/table"), DEADLINE)
        assert answer.status_code == 200 and not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def test_the_public_server_has_no_studio():
    from wartable.server.web.pages import STATIC

    assert not list(STATIC.glob("studio*"))
