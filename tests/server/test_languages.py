"""Each reader is sent a table, its lessons, its rules and its refusals in the reader's own language."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from wartable.languages import FOLDER
from wartable.languages.client import FORMS, client_texts, words_of

from .harness import PATIENCE, Player, Running, running

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('languages') / 'wartable.db'}") as server:
        yield server


def looking(site: Running, table: str, **headers: str) -> Any:
    """A socket of a spectator with these headers."""
    url = f"ws://127.0.0.1:{site.port}/api/tables/{table}/socket?show=scene"
    return connect(url, additional_headers=headers, open_timeout=PATIENCE)


def frames_of(message: dict[str, Any]) -> list[str]:
    return [line["text"] for frame in message["frames"] for line in frame["log"]]


def test_two_look_at_a_table_in_two_languages(site: Running) -> None:
    with Player(site, "Rules") as player:
        table = player.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}], game="metals")
        with looking(site, table, cookie="wartable-language=de") as german, looking(site, table) as english:
            here, there = json.loads(german.recv(PATIENCE)), json.loads(english.recv(PATIENCE))
            assert [seat["name"] for seat in here["seats"]] == ["Rules", "Zufalls-Bot"], "a person's name stays"
            assert [seat["name"] for seat in there["seats"]] == ["Rules", "Random bot"]
            assert here["prompt"].startswith("Warten auf ") and there["prompt"].startswith("Waiting for ")
            labels = {thing["id"]: thing["label"] for thing in here["scene"]["things"]}
            assert labels["space-a1"] == "a1, eine Ecke"
            with player.sit(table) as chair:
                assert chair.move(0)["ok"]
            texts = [_log(one) for one in (german, english)]
        assert any("setzt auf" in text for text in texts[0])
        assert any("deploys on" in text for text in texts[1])


def _log(socket: Any) -> list[str]:
    """The sentences of the next update."""
    while True:
        message = json.loads(socket.recv(PATIENCE))
        if message["type"] == "update" and frames_of(message):
            return frames_of(message)


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        (GERMAN, "de"),
        ({"accept-language": "en-GB,de;q=0.5"}, "en"),
        ({"accept-language": "xx, de"}, "de"),
        ({"accept-language": "de", "cookie": "wartable-language=en"}, "en"),
        ({"accept-language": "en", "cookie": "wartable-language=de"}, "de"),
        ({"cookie": "wartable-language=../de"}, "en"),
    ],
)
def test_the_page_is_in_the_language_that_was_chosen_or_that_the_browser_asks_for(
    site: Running, headers: dict[str, str], language: str
) -> None:
    answer = httpx.get(f"{site.url}/", headers=headers)
    assert f'<html lang="{language}" data-languages="de en">' in answer.text
    assert ('src="/words/de/' in answer.text) == (language == "de")
    assert "Cookie" in answer.headers["vary"] and "Accept-Language" in answer.headers["vary"]


def test_lessons_rules_and_refusals_are_translated(site: Running) -> None:
    with httpx.Client(base_url=site.url, headers=GERMAN) as http:
        step = http.get("/api/games/metals/lessons/first/0").json()
        assert step["lesson"]["title"] == "Deine erste Partie Metals"
        assert step["lesson"]["say"].startswith("Du führst die Metallkrieger von Blau")
        assert step["table"]["prompt"] == "Setze ein Metal auf einer Ecke ein"
        wrong = {"way": [], "message": {"type": "move", "id": 1, "seat": 0, "number": 0, "move": "+b1n"}}
        reply = http.post("/api/games/metals/lessons/first/1", json=wrong).json()["reply"]
        assert reply["text"].startswith("+b1n ist jetzt nicht erlaubt. MT-3.2: Metals werden auf einer Ecke eingesetzt")
        rules = http.get("/api/games/metals/rules").json()["html"]
        assert "Auf einem Feld steht höchstens ein Metal." in rules and "1. Der Tisch" in rules
        assert http.get("/api/games/metals/lessons/none/0").json()["error"]
        assert http.get("/api/me/export").json()["error"] == "melde dich erst an oder spiele als Gast"
        assert (
            http.get("/api/games/metals").json()["blurb"] != httpx.get(f"{site.url}/api/games/metals").json()["blurb"]
        )
        assert http.get("/api/games/metals/aid").json()["parts"][0]["title"] == "Ein Zug"


def test_a_game_without_a_translation_is_english_in_every_language(site: Running) -> None:
    german, english = (httpx.get(f"{site.url}/api/games/heroes/rules", headers=one).json() for one in (GERMAN, {}))
    assert german == english


def test_the_clients_words_are_sent_with_the_forms_of_their_nouns(site: Running) -> None:
    path = FOLDER / "de.po"
    words = json.loads(words_of(path, 0).removeprefix(b"wartableWords="))
    assert words["texts"]["{0:minute} ago"] == "vor {0:Minute|Minuten}"
    assert words["forms"] == "10" + "1" * (FORMS - 2)
    assert httpx.get(f"{site.url}/words/de/any.js").headers["cache-control"].endswith("immutable")
    assert httpx.get(f"{site.url}/words/en/any.js").status_code == 404
    assert httpx.get(f"{site.url}/words/nothing/any.js").status_code == 404


def test_templates_of_the_client_are_found_with_their_fields(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.ts").write_text(
        'const a = t`Waiting for ${names.map((one) => `${one}`).join(", ")}`;\n'
        'const b = [t`${n(count, "army|armies")} of ${title}`, `not this`, at`nor this`];\n'
        'const c = t`It ${isOver ? t`is over` : "}"}.`;\n'
    )
    found = client_texts(tmp_path / "src")
    assert set(found) == {"Waiting for {0}", "{0:army|armies} of {1}", "It {0}.", "is over"}
    assert found["is over"] == {"web/src/one.ts"}
