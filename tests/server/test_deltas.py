"""What is known is not sent again: changes of things, parts of an update, outlines of icons."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from wartable.core.frames import SPECTATOR
from wartable.server.live import broadcast
from wartable.server.live.deltas import choice_changes, cut, delta
from wartable.server.live.live_table import Connection

from .harness import Player, Running, all_choices, running


def put_together(before: str, found: tuple[int, int, str] | None, after: str) -> str:
    if found is None:
        return after
    start, end, text = found
    return before[:start] + text + before[len(before) - end :]


def test_a_text_is_put_together_from_what_stays_and_what_is_new() -> None:
    rng = Random(3)
    for _ in range(2000):
        before = "".join(rng.choices("ab", k=rng.randrange(30, 90)))
        place, length = rng.randrange(len(before)), rng.randrange(9)
        after = before[:place] + "".join(rng.choices("abc", k=rng.randrange(12))) + before[place + length :]
        assert put_together(before, cut(before, after), after) == after


def test_of_a_long_text_only_the_part_that_is_new_is_sent() -> None:
    long = "x" * 300
    assert cut(f"{long}3</text>{long}", f"{long}4</text>{long}") == (300, 307, "4")
    assert cut(long, long + "y") == (300, 0, "y")
    assert cut("short", "shirt") is None
    assert cut(long, "y" * 300) is None, "nothing of it stays"


def test_letters_that_a_browser_counts_as_two_are_sent_whole() -> None:
    long = "x" * 300
    assert cut(f"{long}\N{ROCKET}1", f"{long}\N{ROCKET}2") is None
    assert cut(f"{long}é1", f"{long}é2") == (301, 0, "2")


def test_a_field_that_is_gone_is_null() -> None:
    before = {"id": "one", "x": 1, "aside": True, "label": "a"}
    assert delta(before, {"id": "one", "x": 2, "label": "a"}) == {"id": "one", "x": 2, "aside": None}


def some_choices(rng: Random, count: int) -> list[dict[str, Any]]:
    return [
        {
            "action": number,
            "notation": f"n{number}",
            "label": rng.choice("ab"),
            "path": rng.sample(["here", "there", "far"], rng.randrange(4)),
            **({"risky": True} if number % 3 == 0 else {}),
        }
        for number in rng.sample(range(20), count)
    ]


def test_choices_are_put_together_from_known_and_new_ones() -> None:
    rng = Random(4)
    for _ in range(500):
        before, after = some_choices(rng, 12), some_choices(rng, rng.randrange(10))
        found = choice_changes(before, after)
        assert all_choices(before, found) == after
        assert sum(count for place, count in found["runs"] if place < 0) == sum(one not in before for one in after)
    assert choice_changes(before, before) == {"runs": [[0, 12]]}


def told(connection: Connection, parts: dict[str, Any], outlines: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(broadcast.Update(parts, [], outlines).told(connection))
    return {name: found[name] for name in found if name not in ("type", "v", "frames")}


def test_each_connection_is_told_what_it_does_not_know() -> None:
    first, second = (Connection(None, SPECTATOR, "scene") for _ in range(2))
    clock = {"kind": "none", "at": 1.0}
    parts = {"number": 1, "prompt": "Place a worker", "due": [1], "clock": clock}
    assert told(first, parts, {"a": "M0 0"}) == parts | {"outlines": {"a": "M0 0"}}
    later = parts | {"number": 2, "clock": {"kind": "none", "at": 2.0}}
    assert told(first, later, {"a": "M0 0", "b": "M1 1"}) == {"number": 2, "outlines": {"b": "M1 1"}}
    assert told(second, later, {"a": "M0 0"}) == later | {"outlines": {"a": "M0 0"}}
    assert told(first, later | {"number": 3, "due": []}, {"a": "M0 0"}) == {"number": 3, "due": []}


def test_a_clock_that_runs_is_always_told() -> None:
    connection = Connection(None, SPECTATOR, "scene")
    for number in (1, 2):
        clock = {"kind": "game", "at": float(number)}
        assert told(connection, {"number": number, "clock": clock}, {})["clock"] == clock


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('deltas') / 'wartable.db'}") as server:
        yield server


def test_who_comes_later_gets_the_same_outlines_with_its_table(sqlite: Running) -> None:
    """Whoever follows from the beginning and whoever comes later can draw every change."""
    with Player(sqlite, "Anna") as anna, Player(sqlite) as carl, Player(sqlite) as dora:
        table = anna.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}], game="heroes")
        with anna.sit(table, "show=scene&seat=0") as chair, carl.sit(table, "show=scene") as early:
            known = [set(early.state["scene"]["outlines"])]
            late = None
            for turn in range(12):
                chair.wait_turn(0)
                if chair.state["status"] == "over":
                    break
                choices = chair.state["choices"]
                chair.ask("move", seat=0, number=chair.state["number"], action=choices[turn % len(choices)]["action"])
                if turn == 2:
                    late = dora.sit(table, "show=scene").__enter__()
                    known.append(set(late.state["scene"]["outlines"]))
            assert late is not None
            for have, watcher in zip(known, (early, late), strict=True):
                watcher.ask("ping")
                for message in _updates(watcher.bytes):
                    new = set(message.get("outlines", ()))
                    assert not new & have, "nothing is sent twice"
                    have |= new
                    assert set(re.findall(r' d=\\"#(\w+)\\"', json.dumps(message["frames"]))) <= have
            late.__exit__(None, None, None)


def _updates(texts: list[str]) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, texts) if message["type"] == "update"]
