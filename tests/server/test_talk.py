"""Talking at a table: who hears what, what is cleaned away, and that a flood of it hurts no match."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from wartable.server.play import talk
from wartable.server.play.talk import LONGEST, clean_words
from wartable.server.storage.schema import words

from .conftest import new_database
from .harness import Chair, Player, Running, running

TWO = [{"who": "me"}, {"who": "open"}]
SCENE = "show=scene"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('talk') / 'wartable.db'}", admins=frozenset({"Root"})) as server:
        yield server


def heard(chair: Chair) -> dict[str, Any]:
    return chair.until(lambda message: message["type"] == "talk")


def texts(message: dict[str, Any]) -> list[str]:
    return [line["text"] for line in message["lines"]]


def stored(server: Running, table: str) -> list[str]:
    wanted = sa.select(words.c.text).where(words.c.match_id == table).order_by(words.c.id)
    with server.context.store.engine.connect() as connection:
        return list(connection.execute(wanted).scalars())


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  good \n\t game ", "good game"),
        ("<b>bold</b> & more", "<b>bold</b> & more"),
        ("a\u202eb\u200bc\x00d\x1b[31m", "abcd[31m"),
        ("\u3164\u115f", ""),
        ("\u2028\u2029", ""),
        ("e" + "\u0316" * 50, "e" + "\u0316" * 3),
        ("x" * 5000, "x" * LONGEST),
        ("\ufdfa" * 300, clean_words("\ufdfa" * 300)),
    ],
)
def test_words_are_one_line_of_what_can_be_seen(said: str, kept: str) -> None:
    assert clean_words(said) == kept
    assert len(clean_words(said)) <= LONGEST


def test_players_and_watchers_hear_each_other_and_who_comes_later_too(server: Running) -> None:
    with Player(server, "Anna") as anna, Player(server, "Bert") as bert, Player(server, "Cleo") as cleo:
        table = anna.new_table(TWO)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table, SCENE) as first, bert.sit(table, SCENE) as second, cleo.sit(table, SCENE) as third:
            number = first.state["number"]
            assert first.ask("say", text="Good <i>luck</i>!")["ok"]
            for chair in (second, third):
                line = heard(chair)["lines"][0]
                assert (line["name"], line["seat"], line["text"], line["sign"]) == (
                    "Anna",
                    0,
                    "Good <i>luck</i>!",
                    False,
                )
            assert third.ask("sign", sign="wow")["ok"]
            line = heard(second)["lines"][0]
            assert (line["name"], line["seat"], line["text"], line["sign"]) == ("Cleo", -1, "wow", True)
            assert first.state["number"] == number, "nothing has happened in the match"
        with bert.sit(table, SCENE) as back:
            assert texts(heard(back)) == ["Good <i>luck</i>!", "wow"]
    assert stored(server, table) == ["Good <i>luck</i>!", "wow"]


def test_who_has_no_name_hears_and_says_nothing(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site) as nobody:
        table = anna.new_table(TWO)
        with anna.sit(table, SCENE) as chair, nobody.sit(table, SCENE) as watcher:
            refused = watcher.ask("say", text="hello")
            assert (refused["ok"], refused["code"]) == (False, "nobody")
            assert chair.ask("say", text="hello")["ok"]
            assert texts(heard(watcher)) == ["hello"]
            assert chair.ask("say", text="\u200b \u202e")["code"] == "empty"
            assert chair.ask("sign", sign="rude")["code"] == "unreadable"
            assert chair.ask("say", text="x" * 1001)["code"] == "unreadable"
            assert chair.ask("say", text="\ud800".encode("utf-8", "replace").decode())["ok"]


def test_the_host_switches_talking_off_and_nobody_else_does(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site, "Bert") as bert:
        table = anna.new_table(TWO)
        bert.post(f"/api/tables/{table}/join", {})
        with anna.sit(table, SCENE) as host, bert.sit(table, SCENE) as guest:
            assert guest.ask("quiet", quiet=True)["code"] == "not-yours"
            assert host.ask("quiet", quiet=True)["ok"]
            assert heard(guest)["quiet"] is True
            for chair in (host, guest):
                assert chair.ask("say", text="hello")["code"] == "quiet"
            with bert.sit(table, SCENE) as again:
                assert heard(again)["quiet"] is True
            assert host.ask("quiet", quiet=False)["ok"]
            assert heard(guest)["quiet"] is False
            assert guest.ask("say", text="hello")["ok"]


def test_only_so_much_is_kept_of_a_table(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_KEPT", 5)
    with Player(site, "Anna") as anna:
        table = anna.new_table(TWO)
        with anna.sit(table, SCENE) as chair:
            for number in range(8):
                assert chair.ask("say", text=f"word {number}")["ok"]
    assert stored(site, table) == [f"word {number}" for number in range(3, 8)]


def test_a_flood_is_refused_and_the_match_goes_on(tmp_path: Any, standing_still: None) -> None:
    """One person over two sockets at two tables; then somebody else talks and plays as if nothing were."""
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(database, limits=True) as server, Player(server, "Anna") as anna, Player(server, "Bert") as bert:
        tables = [anna.new_table([{"who": "me"}, {"who": "me"}]) for _ in range(2)]
        said = []
        for table in tables:
            with anna.sit(table, SCENE) as chair:
                said += [chair.ask("say", text="x" * 900)["ok"] for _ in range(8)]
        assert said == [True] * 5 + [False] * 11
        with bert.sit(tables[0], SCENE) as watcher:
            assert watcher.ask("say", text="hello")["ok"]
        with anna.sit(tables[0], "show=record") as chair:
            seat = chair.state["due"][0]
        # The flood used its sender's own allowance up: the match is played on over HTTP meanwhile.
        legal = anna.get(f"/api/tables/{tables[0]}?seat={seat}")["legal"]
        assert anna.post(f"/api/tables/{tables[0]}/moves", {"seat": seat, "action": legal[0]})["number"]


def test_what_a_banned_person_said_is_taken_away(site: Running) -> None:
    with Player(site) as root, Player(site, "Anna") as anna, Player(site) as rude:
        root.register("Root", key=site.host_key("Root"))
        rude.register("Rude")
        rude_id = rude.get("/api/me")["user"]["id"]
        table = anna.new_table(TWO)
        with anna.sit(table, SCENE) as chair:
            with rude.sit(table, SCENE) as watcher:
                number = watcher.ask("say", text="an insult")["line"]
            assert texts(heard(chair)) == ["an insult"]
            anna.post("/api/reports", {"table": table, "line": number, "text": "please look"})
            anna.post("/api/reports", {"table": table, "line": number + 1000, "text": "please look"}, 404)
            report = root.get("/api/admin/reports")[0]
            assert report["name"] == "Rude"
            assert "Rude said: an insult" in report["text"]
            root.post(f"/api/admin/users/{rude_id}", {"banned": True, "reason": "rude"}, method="PATCH")
            assert heard(chair)["gone"] == [number]
        with anna.sit(table, SCENE) as chair:
            assert chair.ask("ping")["ok"]
            assert not any(json.loads(text)["type"] == "talk" for text in chair.bytes)


def test_what_somebody_said_is_exported_and_goes_with_the_account(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site) as dora:
        dora.register("Dora")
        table = anna.new_table(TWO)
        with dora.sit(table, SCENE) as chair:
            assert chair.ask("say", text="remember me")["ok"]
        assert [line["text"] for line in dora.get("/api/me/export")["words"]] == ["remember me"]
        dora.post("/api/me/delete", {"name": "Dora", "password": "correct horse"})
        assert stored(site, table) == []
        anna.post(f"/api/tables/{table}/leave", {})


def test_a_stranger_hears_nothing_of_a_private_table(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site, "Spy") as spy:
        table = anna.post("/api/tables", {"game": "metals", "seats": TWO, "private": True})["table"]
        with anna.sit(table, SCENE) as chair:
            number = chair.ask("say", text="a secret")["line"]
        spy.get(f"/api/tables/{table}", 404)
        spy.post("/api/reports", {"table": table, "line": number, "text": "what was it?"}, 404)
        other = spy.new_table(TWO)
        spy.post("/api/reports", {"table": other, "line": number, "text": "what was it?"}, 404)


def test_a_table_that_is_closed_takes_its_words_with_it(site: Running) -> None:
    with Player(site, "Anna") as anna:
        table = anna.new_table(TWO)
        with anna.sit(table, SCENE) as chair:
            assert chair.ask("say", text="anybody here?")["ok"]
        anna.post(f"/api/tables/{table}/leave", {})
    assert stored(site, table) == []


def test_two_processes_hear_each_other(postgres: str) -> None:
    database = new_database(postgres)
    with (
        running(database) as here,
        running(database) as there,
        Player(here, "Anna") as anna,
        Player(there, "Bert") as bert,
    ):
        table = anna.new_table(TWO)
        with anna.sit(table, SCENE) as near, bert.sit(table, SCENE) as far:
            assert near.ask("say", text="over there!")["ok"]
            assert texts(heard(far)) == ["over there!"]


def test_a_guest_takes_a_name_and_it_stands_where_the_old_one_stood(site: Running) -> None:
    with Player(site) as newcomer, Player(site) as other:
        table = newcomer.post("/api/play", {"game": "metals"})["table"]
        with newcomer.sit(table, SCENE) as chair:
            assert chair.ask("say", text="hello")["ok"]
        newcomer.post("/api/me", {"name": "Nina"}, method="PATCH")
        assert newcomer.get("/api/me")["user"]["name"] == "Nina"
        site.context.tables.lives.clear()
        with newcomer.sit(table, SCENE) as chair:
            assert chair.state["seats"][0]["name"] == "Nina"
            assert heard(chair)["lines"][0]["name"] == "Nina"
        other.post("/api/me", {"name": "Nina"}, 401, "PATCH")
        other.register("Otto")
        assert "keeps its name" in other.post("/api/me", {"name": "Otto 2"}, 403, "PATCH")["error"]
        newcomer.post("/api/me", {"name": "Otto"}, 409, "PATCH")
        newcomer.post("/api/me", {"name": "<b>"}, 409, "PATCH")
