"""What leads to an account needs a browser's session and the password again, and ends whatever was given out before."""

from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from wartable.server.people.passwords import is_common

from .harness import PATIENCE, Player, Running, running
from .test_notices import confirm, link_in, mail_server

PASSWORD = "correct horse"
OTHER = "battery staple"
Club = tuple[Running, "Queue[str]"]


@pytest.fixture
def club(database: str) -> Iterator[Club]:
    with (
        mail_server() as (smtp, mails),
        running(database, smtp=smtp, address="https://club.example", admins=frozenset({"Host"})) as server,
    ):
        yield server, mails


def owner(club: Club, player: Player) -> Player:
    """An admin with a confirmed address."""
    server, mails = club
    player.register("Host", PASSWORD, key=server.host_key("Host"))
    player.post("/api/me", {"email": "host@example.org", "password": PASSWORD}, method="PATCH")
    confirm(player, mails.get(timeout=PATIENCE))
    return player


def token_of(player: Player, scope: str) -> str:
    made = player.post("/api/me/tokens", {"label": "bot", "scope": scope, "password": PASSWORD})
    return str(made["token"])


LEADS_TO_AN_ACCOUNT = [
    ("PATCH", "/api/me", {"email": "thief@example.org"}),
    ("PATCH", "/api/me", {"email": ""}),
    ("POST", "/api/me/password", {"new": OTHER}),
    ("POST", "/api/me/tokens", {"label": "more"}),
    ("POST", "/api/me/delete", {"name": "Host"}),
    ("POST", "/api/me/join", {}),
    ("POST", "/api/admin", {"admin": "Anna"}),
    ("PATCH", "/api/admin/users/{anna}", {"admin": True}),
    ("POST", "/api/admin/users/{anna}/reset", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), LEADS_TO_AN_ACCOUNT)
def test_neither_a_token_nor_a_session_without_the_password_leads_to_an_account(
    club: Club, method: str, path: str, body: dict[str, Any]
) -> None:
    server, mails = club
    with Player(server) as host, Player(server) as anna:
        owner(club, host)
        anna.register("Anna", PASSWORD)
        path = path.format(anna=anna.get("/api/me")["user"]["id"])
        for scope in ("play", "account", "admin"):
            with Player(server, token=token_of(host, scope)) as bot:
                field = "old" if path.endswith("password") else "password"
                bot.post(path, {**body, field: PASSWORD}, 403, method=method)
        for _ in range(3):
            assert "new token" in mails.get(timeout=PATIENCE)
        host.post(path, body, 401, method=method)
        assert host.get("/api/me")["user"]["email"] == "host@example.org"
        assert mails.empty()


def test_the_old_address_is_told_of_a_new_one_and_older_links_end(club: Club) -> None:
    server, mails = club
    with Player(server) as host:
        owner(club, host)
        host.post("/api/forgotten", {"name": "Host"})
        older = link_in(mails.get(timeout=PATIENCE), "reset")
        host.post("/api/me", {"email": "new@example.org", "password": PASSWORD}, method="PATCH")
        confirm(host, mails.get(timeout=PATIENCE))
        told = mails.get(timeout=PATIENCE)
        assert "host@example.org" in told
        assert "new@example.org" in told
        host.post("/api/reset", {"secret": older, "password": OTHER}, 400)


@pytest.mark.parametrize("by_link", [False, True])
def test_a_new_password_puts_a_thief_out(club: Club, by_link: bool) -> None:
    """Sessions, tokens, and links that were asked for before."""
    server, mails = club
    with Player(server) as host, Player(server) as thief:
        owner(club, host)
        thief.post("/api/login", {"name": "Host", "password": PASSWORD})
        token = token_of(thief, "play")
        assert "new token" in mails.get(timeout=PATIENCE)
        thief.post("/api/me", {"email": "thief@example.org", "password": PASSWORD}, method="PATCH")
        confirmation = link_in(mails.get(timeout=PATIENCE), "confirm")
        thief.post("/api/forgotten", {"name": "Host"})
        reset = link_in(mails.get(timeout=PATIENCE), "reset")
        if by_link:
            host.post("/api/reset", {"secret": reset, "password": OTHER})
        else:
            host.post("/api/me/password", {"old": PASSWORD, "new": OTHER})
        assert "password" in mails.get(timeout=PATIENCE)
        assert host.get("/api/me")["user"]["name"] == "Host"
        assert thief.get("/api/me")["user"] is None
        thief.post("/api/confirm", {"secret": confirmation}, 400)
        thief.post("/api/reset", {"secret": reset, "password": "something else"}, 400)
        with Player(server, token=token) as bot:
            assert bot.get("/api/me")["user"] is None


def test_a_guest_s_cookie_ends_when_the_guest_becomes_an_account(server: Running) -> None:
    with Player(server, "Visitor") as anna, Player(server) as thief:
        thief.http.cookies.update(anna.http.cookies)
        anna.register("Anna", PASSWORD)
        assert anna.get("/api/me")["user"]["name"] == "Anna"
        assert thief.get("/api/me")["user"] is None


def test_a_token_for_playing_acts_as_no_admin(club: Club) -> None:
    server, _ = club
    with Player(server) as host, Player(server, "Bert") as bert:
        owner(club, host)
        private = bert.new_table([{"who": "me"}, {"who": "open"}], private=True)
        host.get(f"/api/tables/{private}")
        for scope in ("play", "account"):
            with Player(server, token=token_of(host, scope)) as bot:
                assert bot.get("/api/me")["user"]["admin"] is False
                bot.get(f"/api/tables/{private}", 404)
                bot.post(f"/api/tables/{private}/join", {}, 404)


def test_under_tls_the_cookie_belongs_to_this_host_alone(tmp_path: Path) -> None:
    from wartable.server.web.proxies import read_networks

    proxies = read_networks(["127.0.0.1"], "--proxy")
    with (
        running(f"sqlite:///{tmp_path / 'wartable.db'}", proxies=proxies) as server,
        Player(server, "Anna") as anna,
    ):
        plain = anna.http.cookies["wartable"]
        headers = {"x-forwarded-proto": "https", "cookie": f"wartable={plain}"}
        anna.http.cookies.clear()
        answer = anna.http.get("/api/me", headers=headers)
        assert answer.json()["user"]["name"] == "Anna", "who came before still comes in"
        kept = answer.headers.get_list("set-cookie")
        assert any(one.startswith(f"__Host-wartable={plain};") and "Secure" in one and "Path=/" in one for one in kept)
        assert any(one.startswith('wartable="";') and "Max-Age=0" in one for one in kept)
        headers["cookie"] = f"__Host-wartable={plain}; wartable=of-a-neighbour"
        assert anna.http.get("/api/me", headers=headers).json()["user"]["name"] == "Anna"
        made = anna.http.post("/api/guest", json={"name": "Bert"}, headers={"x-forwarded-proto": "https"})
        assert made.headers["set-cookie"].startswith("__Host-wartable=")


def test_what_is_somebody_s_own_is_in_no_cache(server: Running, anna: Player) -> None:
    for path in ("/api/me", "/api/me/sessions", "/api/me/export", "/api/tables?which=mine"):
        assert anna.http.get(path).headers["cache-control"] == "no-store"


def test_links_keep_their_secrets_out_of_every_log_of_requests(club: Club) -> None:
    server, mails = club
    with Player(server) as host:
        assert "?" not in server.context.host_links["Host"]
        host.register("Host", PASSWORD, key=server.host_key("Host"))
        host.post("/api/me", {"email": "host@example.org", "password": PASSWORD}, method="PATCH")
        assert "/account#confirm" in mails.get(timeout=PATIENCE)


COMMON = [
    "password",
    "12345678",
    "aaaaaaaa",
    "Passw0rd!",
    "qwertyuiop",
    "abcabcabc",
    "87654321",
    "iloveyou1",
    "Anna1234",
]


@pytest.mark.parametrize("password", [*COMMON, "Anna1234", "19901224", "P@ssword123", "letmein!!", "anna anna"])
def test_passwords_that_others_would_try_first_are_refused(password: str) -> None:
    assert is_common(password, "Anna")


@pytest.mark.parametrize("password", [PASSWORD, OTHER, "kX9!pQ2v", "mein hund bellt", "4471-9923-1182", "tr0ub4dor&3"])
def test_other_passwords_are_taken(password: str) -> None:
    assert not is_common(password, "Anna")


def test_a_common_password_is_refused_wherever_one_is_set(server: Running) -> None:
    with Player(server) as anna:
        refused = anna.post("/api/register", {"name": "Anna", "password": "password1"}, 401)
        assert "easy to guess" in refused["error"]
        anna.register("Anna", PASSWORD)
        anna.post("/api/me/password", {"old": PASSWORD, "new": "Anna2026"}, 401)


def test_a_login_that_was_never_checked_is_no_wrong_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True) as server, Player(server) as anna:
        anna.register("Anna", PASSWORD)
        with monkeypatch.context() as crowded:
            crowded.setattr("wartable.server.people.passwords.MOST_WAITING", 0)
            for _ in range(8):
                anna.post("/api/login", {"name": "Anna", "password": PASSWORD}, 503)
        anna.post("/api/login", {"name": "Anna", "password": PASSWORD})


def test_a_link_is_looked_at_before_a_password_is_hashed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(password: str) -> str:
        raise AssertionError("somebody without a link has a password hashed")

    monkeypatch.setattr(server.context.accounts.passwords, "hash", never)
    with Player(server) as nobody:
        nobody.post("/api/reset", {"secret": "guess", "password": OTHER}, 400)


def test_new_passwords_by_links_have_a_limit_of_their_own(tmp_path: Path, standing_still: None) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", limits=True) as server, Player(server) as nobody:
        body = {"secret": "guess", "password": OTHER}
        assert [nobody.http.post("/api/reset", json=body).status_code for _ in range(12)] == [400] * 10 + [429] * 2
