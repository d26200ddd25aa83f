"""Variants on a server: offered from a folder of its host, played, remembered, shown in the rulebook."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wartable.core.match import Match
from wartable.core.variant import Variant

from .harness import Player, Running, running

LONG = Variant("metals", "Long game", 1, {"turn_limit": 100}, {}, {"numbers.goal.value": "14"})
ALONE = [{"who": "me"}, {"who": "bot", "bot": "random"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "variants"
    made.mkdir()
    LONG.save(made / "long.json")
    return made


@pytest.fixture
def hosted(folder: Path, tmp_path: Path) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", variants=folder) as server:
        yield server


def test_a_match_of_a_variant_keeps_it_when_its_file_changes(hosted: Running, folder: Path, tmp_path: Path) -> None:
    with Player(hosted) as anna:
        offered = anna.get("/api/games/metals")["variants"]
        assert [(one["key"], one["title"]) for one in offered] == [("long-game", "Long game 1")]
        assert offered[0]["changes"] == ["turn_limit = 100", "points that win without factions: 14, in the rulebook 10"]
        table = anna.new_table(ALONE, variant="long-game", options={"map": "small", "turn_limit": 50})
        replace(LONG, version=2, cells={"numbers.goal.value": "18"}).save(folder / "long.json")
        assert anna.get("/api/games/metals")["variants"][0]["title"] == "Long game 2"
        shown = anna.get(f"/api/tables/{table}?seat=0")
        assert (shown["variant"], shown["options"]["map"], shown["options"]["turn_limit"]) == (
            "Long game 1",
            "small",
            100,
        )
        assert "14</strong> (printed: 10)" in anna.get(f"/api/tables/{table}/rules")["html"]
        assert "18</strong> (printed: 10)" in anna.get("/api/games/metals/rules?variant=long-game")["html"]
        assert "printed: 10" not in anna.get("/api/games/metals/rules")["html"]
        with anna.sit(table, "show=record&seat=0") as chair:
            assert chair.ask("resign", seat=0)["ok"]
        text = anna.http.get(f"/api/tables/{table}/save").text
        (tmp_path / "save.jsonl").write_text(text)
        match = Match.load(tmp_path / "save.jsonl")
        assert (match.header.variant, match.header.cells) == ("Long game 1", {"numbers.goal.value": "14"})
        again = anna.post(f"/api/tables/{table}/again", {"moved": 0})["table"]
        assert anna.get(f"/api/tables/{again}?seat=0")["variant"] == "Long game 1"


def test_a_variant_is_read_from_the_database(folder: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(database, variants=folder) as server, Player(server) as anna:
        table = anna.new_table(ALONE, variant="long-game")
        cookies = dict(anna.http.cookies)
    with running(database) as server, Player(server) as anna:
        anna.http.cookies.update(cookies)
        assert anna.get(f"/api/tables/{table}")["variant"] == "Long game 1"
        box = server.context.tables.lives[table].table.playing.box
        assert box["goal"] == 14


def test_what_is_not_offered_is_refused(hosted: Running, folder: Path) -> None:
    (folder / "broken.json").write_text(json.dumps({"wartable_variant": 1, "game": "metals", "name": "x", "cells": 3}))
    replace(LONG, name="Impossible", cells={"numbers.on_map.value": "2"}).save(folder / "impossible.json")
    with Player(hosted) as anna:
        assert [one["key"] for one in anna.get("/api/games/metals")["variants"]] == ["long-game"]
        body = {"game": "metals", "seats": ALONE, "variant": "impossible"}
        assert "no variant impossible" in anna.post("/api/tables", body, 409)["error"]
        assert anna.post("/api/play", {"game": "metals", "variant": "../x"}, 409)["error"]
        assert anna.post("/api/play", {"game": "metals", "cells": {"numbers.goal.value": "3"}}, 422)
        anna.register("Anna")
        rated = {**body, "variant": "long-game", "rated": True, "seats": [{"who": "me"}, {"who": "open"}]}
        assert anna.post("/api/tables", rated, 409)["error"] == "matches of a variant are not rated"
