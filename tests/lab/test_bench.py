"""The bench: variants are kept with versions, runs answer in worker processes, and only this machine asks."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from wartable.core.variant import Variant, read_variant
from wartable.lab.bench.app import bench, maps_of, tables_of
from wartable.lab.bench.question import Question
from wartable.lab.bench.runs import Runs
from wartable.lab.reports.changes import Change
from wartable.lab.reports.findings import Finding
from wartable.lab.reports.sample import Measure
from wartable.lab.runs.job import BadJob
from wartable.lab.studies.compare import beside

from ..server.harness import PATIENCE, Running, running, wait_until

SHORT = Variant("metals", "Short", 1, {}, {}, {"numbers.goal.value": "5"})


def settled(runs: Runs, number: int) -> dict[str, Any]:
    wait_until(lambda: runs.progress(number)["is_over"])
    return runs.progress(number)


def test_a_run_answers_what_changed_and_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused, work = threading.Event(), Runs._work
    monkeypatch.setattr(Runs, "_work", lambda runs, asked: refused.wait(PATIENCE) and work(runs, asked))
    runs = Runs(tmp_path)
    first = runs.ask(Question(SHORT, "random", 2, 150))
    with pytest.raises(BadJob, match="a run is going on"):
        runs.ask(Question(SHORT, "random", 2, 150))
    refused.set()
    found = settled(runs, first)
    assert (found["done"], found["problem"]) == (300, "")
    answer = found["answer"]
    assert answer["games"] == [150, 150]
    length = next(one for one in answer["changes"] if one["what"] == "length in turns")
    assert length["difference"].startswith("−")
    changed = [one["topic"] for one in answer["sentences"] if one["changed"]]
    assert "length" in changed and changed == [one["topic"] for one in answer["sentences"]][: len(changed)]
    assert settled(runs, runs.ask(Question(SHORT, "random", 2, 150)))["answer"] == answer


def test_a_run_is_stopped_at_once_and_its_problem_is_told(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    number = runs.ask(Question(SHORT, "mcts:5000", 2, 100_000))
    runs.stop(number)
    assert "stopped" in settled(runs, number)["problem"]
    working = [one for one in threading.enumerate() if one.name == "wartable-bench"]
    for thread in working:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in working), "nothing is played on"
    assert runs.ask(Question(SHORT, "random", 2, 1)) == number + 1, "another run may begin"
    runs.close()


def test_a_run_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blocked").write_text("")
    runs = Runs(tmp_path / "blocked")
    assert "failed" in settled(runs, runs.ask(Question(SHORT, "random", 2, 1)))["problem"]


def test_sentences_that_became_faults_stand_first() -> None:
    class Told:
        def __init__(self, *found: Finding) -> None:
            self.found = list(found)

        def all(self) -> list[Finding]:
            return self.found

    def measure(name: str, value: float) -> Measure:
        return Measure(name, name, value, value - 1, value + 1, 100)

    before = Told(Finding("note", "length", "30"), Finding("fine", "seat", "fair"), Finding("note", "luck", "some"))
    after = Told(Finding("look", "seat", "unfair"), Finding("note", "length", "20"), Finding("note", "luck", "more"))
    real = Change(measure("length", 30), measure("length", 20), 0.001)
    noise = Change(measure("seat.1", 50), measure("seat.1", 51), 0.9)
    rows = beside(before, after, [real, noise])  # type: ignore[arg-type]
    assert [(row["topic"], row["changed"]) for row in rows] == [("seat", True), ("length", True), ("luck", False)]
    assert (rows[0]["before"], rows[0]["after"], rows[1]["differences"][0][:7]) == ("fair", "unfair", "length:")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Running]:
    variants, runs = tmp_path / "variants", Runs(tmp_path / "runs")
    with running(f"sqlite:///{tmp_path / 'matches.db'}", bench(variants, runs), variants=variants) as server:
        yield server
    runs.close()


def test_a_variant_is_kept_with_a_version(site: Running, tmp_path: Path) -> None:
    with httpx.Client(base_url=f"{site.url}/api/bench/games/metals", timeout=PATIENCE) as http:
        body = {"name": "Short", "cells": {"numbers.goal.value": "5"}}
        assert [http.post("variants", json=body).json()["title"] for _ in range(2)] == ["Short 1", "Short 1"]
        body["cells"] = {"numbers.goal.value": "6"}
        kept = http.post("variants", json=body).json()
        assert (kept["title"], read_variant(Path(kept["file"])).cells) == ("Short 2", body["cells"])
        assert [one["version"] for one in http.get(f"{site.url}/api/bench/games/metals").json()["variants"]] == [2]
        assert (
            "not a whole number" in http.post("variants", json={"cells": {"numbers.goal.value": "x"}}).json()["error"]
        )
        assert http.post("variants", json={"cells": {"numbers.goal.value": "5"}}).status_code == 400, "no name"
        bad = {**body, "bot": "nobody", "players": 2, "games": 5}
        assert "nobody" in http.post("runs", json=bad).json()["error"]
    playing = httpx.post(f"{site.url}/api/play", json={"game": "metals", "variant": "short"}, timeout=PATIENCE)
    assert playing.status_code == 200


def test_the_bench_is_for_this_machine_only(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/api/bench/games/metals"
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as http:
        assert http.get(address).status_code == 200
        assert http.get(address, headers={"x-forwarded-for": "192.0.2.1"}).status_code == 403
        assert http.get(address, headers={"host": "192.0.2.7:80"}).status_code == 403
        foreign = {"origin": "http://192.0.2.1"}
        assert http.post(f"{address}/variants", json={"name": "x"}, headers=foreign).status_code == 403
        assert http.get("/api/bench/runs/1/before.html").status_code == 400


def test_what_can_be_changed_is_every_cell_but_the_judges(each_game: Any) -> None:
    tables = {table["name"]: table for table in tables_of(each_game)}
    assert "judge" not in tables and tables["numbers"]["columns"] == ["value"]
    assert all(row["called"] for table in tables.values() for row in table["rows"])
    for option, maps in maps_of(each_game).items():
        assert maps["texts"], option
