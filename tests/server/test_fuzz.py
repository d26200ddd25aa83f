"""The HTTP interface under generated requests, from its own OpenAPI description."""

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from .harness import Player, Running, running


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    path: Path = tmp_path_factory.mktemp("fuzz") / "wartable.db"
    with running(f"sqlite:///{path}") as server:
        yield server


@pytest.fixture(scope="module")
def api_schema(fuzzed: Running) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{fuzzed.url}/openapi.json")


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@hypothesis.seed(1)
def test_no_request_breaks_the_server(case: schemathesis.Case, fuzzed: Running) -> None:
    """Whatever is asked, the answer is JSON (or a page) with a status below 500."""
    with Player(fuzzed) as nobody:
        response = case.call(cookies=dict(nobody.http.cookies))
    assert response.status_code < 500, f"{case.method} {case.path}: {response.status_code} {response.text[:300]}"


def test_the_page_of_the_interface_names_every_path(fuzzed: Running) -> None:
    with Player(fuzzed) as anna:
        page = anna.http.get("/api").text
        for path in anna.get("/openapi.json")["paths"]:
            assert path in page
