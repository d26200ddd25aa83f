"""The HTTP interface under generated requests, from its own OpenAPI description."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.transport.requests import ManagedCookiesSession

from .harness import Player, Running, running

EXAMPLES = 15


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    path: Path = tmp_path_factory.mktemp("fuzz") / "wartable.db"
    with running(f"sqlite:///{path}") as server:
        yield server


def test_no_request_breaks_the_server(fuzzed: Running) -> None:
    """Whatever is asked, valid or not, the answer has a status below 500, and the server goes on."""
    schema: Any = schemathesis.openapi.from_url(f"{fuzzed.url}/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    with Player(fuzzed) as somebody:
        somebody.register("Somebody")
        cookies = dict(somebody.http.cookies)
        # One line for all requests, and the cookies of none are kept for the next.
        with ManagedCookiesSession() as session:
            session.headers.clear()
            for operation in operations:
                for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
                    _try(operation, mode, cookies, session)
        assert somebody.get("/api/games")["games"]


def _try(operation: Any, mode: Any, cookies: dict[str, str], session: ManagedCookiesSession) -> None:
    try:
        strategy = operation.as_strategy(generation_mode=mode)
    except Exception as error:
        pytest.fail(f"{operation.label}: no requests can be made from its description: {error}")

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @hypothesis.seed(1)
    @given(case=strategy)
    def ask(case: Any) -> None:
        known = cookies if case.path != "/api/logout" else {}
        response = case.call(session=session, cookies=known)
        assert response.status_code < 500, f"{case.method} {case.path}: {response.status_code} {response.text[:300]}"

    try:
        ask()
    except hypothesis.errors.Unsatisfiable:
        # An operation that takes nothing has no wrong requests.
        assert mode is schemathesis.GenerationMode.NEGATIVE


def test_the_page_of_the_interface_names_every_path(fuzzed: Running) -> None:
    with Player(fuzzed) as anna:
        page = anna.http.get("/api").text
        for path in anna.get("/openapi.json")["paths"]:
            assert path in page
