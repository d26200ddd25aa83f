"""Playing again: whoever asks first opens the table, and the others come to it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .harness import Chair, Player, Running, running

TWO = [{"who": "me"}, {"who": "open"}]
SCENE = "show=scene"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('again') / 'wartable.db'}") as server:
        yield server


def played(first: Player, second: Player, **more: Any) -> str:
    """A match of two people that is over."""
    made = first.post("/api/tables", {"game": "metals", "seats": TWO, "private": True, **more})
    table = str(made["table"])
    second.post(f"/api/tables/{table}/join", {"invite": made["invite"]})
    with first.sit(table, "show=record&seat=0") as chair:
        assert chair.ask("resign", seat=0)["ok"]
    return table


def again(player: Player, table: str, moved: int = 0) -> str:
    return str(player.post(f"/api/tables/{table}/again", {"moved": moved})["table"])


def told(chair: Chair) -> Any:
    return chair.until(lambda message: message["type"] == "talk")["again"]


def names(player: Player, table: str) -> list[str]:
    return [seat["name"] for seat in player.get(f"/api/tables/{table}")["seats"]]


def test_the_other_is_told_and_comes_to_the_same_table(site: Running) -> None:
    with Player(site, "Anna") as anna, Player(site, "Bert") as bert:
        table = played(anna, bert, clock={"kind": "game", "seconds": 600, "bonus": 3})
        with bert.sit(table, SCENE) as chair:
            new = again(anna, table)
            assert told(chair) == {"table": new, "by": "Anna"}
        with bert.sit(table, SCENE) as late:
            assert told(late) == {"table": new, "by": "Anna"}, "who comes later is told, too"
        assert again(anna, table) == new, "asking twice opens no second table"
        assert again(bert, table) == new
        found = bert.get(f"/api/tables/{new}")
        assert [seat["name"] for seat in found["seats"]] == ["Anna", "Bert"]
        assert found["status"] == "playing"
        assert found["clock"]["kind"] == "game", "with the same clock"
        assert again(bert, table) == new, "whoever sits there comes back to it"


def test_seats_can_be_changed(site: Running) -> None:
    with Player(site, "Cleo") as cleo, Player(site, "Dora") as dora:
        table = played(cleo, dora)
        new = again(dora, table, moved=1)
        assert again(cleo, table) == new
        assert names(cleo, new) == ["Dora", "Cleo"]


def test_two_who_ask_at_once_meet(site: Running) -> None:
    with Player(site, "Emil") as emil, Player(site, "Fritz") as fritz, ThreadPoolExecutor(2) as pool:
        table = played(emil, fritz)
        first, second = pool.map(lambda player: again(player, table), (emil, fritz))
        assert first == second
        assert set(names(emil, first)) == {"Emil", "Fritz"}
        mine = emil.get("/api/tables?which=mine")
        assert {one["id"] for one in mine} == {table, first}, "no table is left over"


def test_a_table_that_was_closed_counts_no_more(site: Running) -> None:
    with Player(site, "Gina") as gina, Player(site, "Hugo") as hugo:
        table = played(gina, hugo)
        first = again(gina, table)
        gina.post(f"/api/tables/{first}/leave", {})
        second = again(hugo, table)
        assert second != first
        assert again(gina, table) == second


def test_only_those_who_played_and_only_when_it_is_over(site: Running) -> None:
    with Player(site, "Ida") as ida, Player(site, "Jan") as jan, Player(site, "Kai") as kai:
        going = ida.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}])
        ida.post(f"/api/tables/{going}/again", {}, status=409)
        table = played(ida, jan)
        kai.post(f"/api/tables/{table}/again", {}, status=404)
        with Player(site) as nobody:
            nobody.post(f"/api/tables/{table}/again", {}, status=401)


def test_alone_with_bots_every_rematch_is_a_new_match(site: Running) -> None:
    with Player(site, "Lea") as lea:
        table = lea.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}])
        with lea.sit(table, "show=record&seat=0") as chair:
            assert chair.ask("resign", seat=0)["ok"]
        first = again(lea, table)
        assert lea.get(f"/api/tables/{first}")["status"] == "playing"
        assert again(lea, table) != first
