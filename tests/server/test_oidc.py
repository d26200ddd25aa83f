"""Signing in by OpenID Connect, at a real provider."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from wartable.server.people.oidc import Provider

from .harness import PATIENCE, TRUST, Player, Running, running

ADDRESS = "http://club.example"
SECRET = "between the two of us"


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("oauth2_provider", reason="no provider: pip install django-oauth-toolkit")
    folder = tmp_path_factory.mktemp("provider")
    words = [str(folder), f"{ADDRESS}/api/oidc/back", "wartable", SECRET]
    command = [sys.executable, "-W", "ignore", str(Path(__file__).with_name("provider.py")), *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()


@pytest.fixture
def club(issuer: str, tmp_path: Path) -> Iterator[Running]:
    provider = Provider(issuer, "wartable", SECRET, "The club")
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", address=ADDRESS, oidc=provider) as server:
        yield server


def sign_in(server: Running, player: Player, who: str, tamper: Any = None) -> str:
    """What a browser does; where it ends."""
    place = player.http.get("/api/oidc/begin").headers["location"]
    with httpx.Client(timeout=PATIENCE, verify=TRUST) as there:
        there.get(f"{urlsplit(place).scheme}://{urlsplit(place).netloc}/login", params={"user": who})
        back = there.get(place).headers["location"]
    assert back.startswith(f"{ADDRESS}/api/oidc/back?"), back
    query = {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}
    if tamper:
        tamper(query)
    return str(player.http.get("/api/oidc/back", params=query).headers["location"])


def test_somebody_new_gets_an_account_and_comes_back_to_it(club: Running) -> None:
    with Player(club) as anna, Player(club) as again:
        assert anna.get("/api/me")["provider"] == "The club"
        assert sign_in(club, anna, "anna") == "/account"
        user = anna.get("/api/me")["user"]
        assert (user["name"], user["guest"], user["email"]) == ("anna", False, "anna@example.org")
        assert sign_in(club, again, "anna") == "/account"
        assert again.get("/api/me")["user"]["id"] == user["id"]
        # It has no password, and gets one when its owner sets it.
        again.post("/api/login", {"name": "anna", "password": ""}, 401)
        anna.post("/api/me/password", {"new": "correct horse"})
        again.post("/api/login", {"name": "anna", "password": "correct horse"})


def test_a_taken_name_is_not_taken_over(club: Running) -> None:
    with Player(club) as bert, Player(club) as other:
        bert.register("bert")
        sign_in(club, other, "bert")
        name = other.get("/api/me")["user"]["name"]
        assert name.startswith("bert ")
        assert other.get("/api/me")["user"]["id"] != bert.get("/api/me")["user"]["id"]


def test_a_guest_keeps_its_matches_and_an_account_is_joined(club: Running) -> None:
    with Player(club, "Carl") as carl, Player(club) as dora, Player(club) as again:
        table = carl.post("/api/play", {"game": "metals"})["table"]
        sign_in(club, carl, "carl")
        assert [one["id"] for one in carl.get("/api/tables?which=mine")] == [table]
        dora.register("Dora", "correct horse")
        assert sign_in(club, dora, "somebody") == "/account?signin=failed", "a session alone is not enough"
        dora.post("/api/me/join", {"password": "wrong"}, 401)
        dora.post("/api/me/join", {"password": "correct horse"})
        assert sign_in(club, dora, "somebody") == "/account"
        assert dora.get("/api/me")["user"]["name"] == "Dora"
        sign_in(club, again, "somebody")
        assert again.get("/api/me")["user"]["name"] == "Dora"


def test_a_sign_in_that_another_browser_began_is_refused(club: Running) -> None:
    with Player(club) as anna, Player(club) as victim:

        def swap(query: dict[str, str]) -> None:
            anna.http.cookies.clear()

        assert sign_in(club, anna, "anna", swap) == "/account?signin=failed"
        assert anna.get("/api/me")["user"] is None
        assert sign_in(club, victim, "anna", lambda query: query.update(state="guess")) == "/account?signin=failed"
        assert sign_in(club, victim, "anna", lambda query: query.update(code="guess")) == "/account?signin=failed"
        assert victim.get("/api/me")["user"] is None


def test_an_answer_for_another_sign_in_is_refused(club: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nonce binds an ID token to this sign-in, and the issuer and audience to this server."""
    sign_in_at = club.context.sign_in
    with Player(club) as anna:
        read = type(sign_in_at)._read
        monkeypatch.setattr(sign_in_at, "_read", lambda token, nonce: read(sign_in_at, token, "another"))
        assert sign_in(club, anna, "anna") == "/account?signin=failed"
        forged = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."
        monkeypatch.setattr(sign_in_at, "_read", lambda token, nonce: read(sign_in_at, forged, nonce))
        assert sign_in(club, anna, "anna") == "/account?signin=failed"
        assert anna.get("/api/me")["user"] is None


def test_where_registration_is_closed_nobody_new_comes_in(issuer: str, tmp_path: Path) -> None:
    provider = Provider(issuer, "wartable", SECRET)
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(database, address=ADDRESS, oidc=provider, registration=False) as server, Player(server) as anna:
        assert sign_in(server, anna, "anna") == "/account?signin=closed"
        assert anna.get("/api/me")["user"] is None


def test_a_provider_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    provider = Provider("http://127.0.0.1:9", "wartable")
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", oidc=provider) as server, Player(server) as anna:
        assert "the provider did not answer as expected" in anna.get("/api/oidc/begin", 400)["error"]
