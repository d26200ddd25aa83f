"""Guests, accounts, tokens, admins."""

from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from wartable.server.people import passwords, second_factor
from wartable.server.people.admin_shell import change_account
from wartable.server.people.learning import merged

from .harness import PATIENCE, TRUST, Player, Running, running
from .test_people import run_on


def test_a_guest_who_registers_keeps_name_and_matches(server: Running) -> None:
    with Player(server) as anna:
        table = anna.post("/api/play", {"game": "metals"})["table"]
        anna.register("Anna")
        user = anna.get("/api/me")["user"]
        assert user["name"] == "Anna"
        assert user["guest"] is False
        assert [one["id"] for one in anna.get("/api/tables?which=mine")] == [table]


def test_names_are_unique_whatever_their_case(server: Running) -> None:
    with Player(server) as anna, Player(server) as other:
        anna.register("Anna")
        assert "taken" in other.post("/api/register", {"name": "ANNA", "password": "something long"}, 409)["error"]
        assert other.post("/api/guest", {"name": "anna"})["user"]["name"].startswith("anna ")


def test_logging_in_and_out(server: Running) -> None:
    with Player(server) as anna, Player(server) as again:
        anna.register("Anna", "correct horse")
        assert "wrong name or password" in again.post("/api/login", {"name": "Anna", "password": "wrong"}, 401)["error"]
        again.post("/api/login", {"name": " anna ", "password": "correct horse"})
        assert again.get("/api/me")["user"]["name"] == "Anna"
        again.post("/api/logout", {})
        assert again.get("/api/me")["user"] is None
        assert anna.get("/api/me")["user"]["name"] == "Anna"


@pytest.mark.parametrize("name", ["", " ", "<b>", "x" * 40, "-dash", "a\u202eb"])
def test_bad_names_are_refused(server: Running, name: str) -> None:
    with Player(server) as anna:
        anna.post("/api/register", {"name": name, "password": "something long"}, 409)


def test_a_short_password_is_refused(server: Running) -> None:
    with Player(server) as anna:
        assert "8 characters" in anna.post("/api/register", {"name": "Anna", "password": "short"}, 401)["error"]


def test_the_database_holds_no_password_and_no_secret(server: Running) -> None:
    import sqlalchemy as sa

    with Player(server) as anna:
        anna.register("Anna", "correct horse")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "my bot"})["token"]
        cookie = anna.http.cookies["wartable"]
    with server.context.store.engine.connect() as connection:
        rows = [connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in ("users", "logins")]
    text = repr(rows)
    assert "$argon2id$" in text
    for secret in ("correct horse", token, cookie):
        assert secret not in text


def test_a_bot_plays_with_a_token_until_it_is_removed(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        token = anna.post("/api/me/tokens", {"password": "correct horse", "label": "my bot"})["token"]
        table = anna.post("/api/play", {"game": "metals"})["table"]
        with Player(server, token=token) as bot, bot.sit(table) as chair:
            assert chair.move(0)["ok"]
        known = anna.get("/api/me/tokens")
        assert [one["label"] for one in known] == ["my bot"]
        anna.post(f"/api/me/tokens/{known[0]['id']}", None, method="DELETE")
        with Player(server, token=token) as bot:
            bot.post(f"/api/tables/{table}/moves", {"seat": 0, "action": 0}, 401)


def test_guests_have_no_tokens(server: Running) -> None:
    with Player(server, "Anna") as anna:
        anna.post("/api/me/tokens", {"label": "x"}, 403)


def test_registration_can_be_closed_and_opened_by_an_admin(database: str) -> None:
    with running(database, admins=frozenset({"Host"})) as server, Player(server) as host, Player(server) as other:
        host.register("host", key=server.host_key("Host"))
        assert host.get("/api/me")["user"]["admin"] is True
        assert host.post("/api/admin", {"registration": False})["registration"] is False
        assert "closed" in other.post("/api/register", {"name": "Other", "password": "something long"}, 403)["error"]
        host.post("/api/admin", {"registration": True})
        other.register("Other")
        other.post("/api/admin", {"registration": False}, 403)
        host.post("/api/admin", {"admin": "other", "password": "correct horse"})
        other.post("/api/admin", {"registration": False})


def test_on_a_closed_server_the_host_gets_in_and_makes_accounts(database: str) -> None:
    closed = running(database, admins=frozenset({"Host"}), registration=False)
    with closed as server, Player(server) as host, Player(server) as member:
        member.post("/api/register", {"name": "Member", "password": "correct horse"}, 403)
        host.register("host", key=server.host_key("Host"))
        made = {"account": {"name": "Member", "password": "a first password"}}
        assert host.post("/api/admin", made)["registration"] is False
        assert "taken" in host.post("/api/admin", made, 409)["error"]
        member.post("/api/admin", made, 401)
        assert member.post("/api/login", made["account"])["user"]["name"] == "Member"
        member.post("/api/admin", {"account": {"name": "Friend", "password": "a first password"}}, 403)
        # Nobody else becomes the host: not without a key, and the key was used.
        again = {"name": "Host", "password": "correct horse"}
        member.post("/api/register", again, 403)
        member.post("/api/register", {**again, "key": server.host_key("Host")}, 403)


def test_passwords_are_hashed_as_the_standard_advises(real_hasher: PasswordHasher) -> None:
    """RFC 9106: argon2id, 64 MiB, three passes."""
    assert extract_parameters(real_hasher.hash("correct horse")) == RFC_9106_LOW_MEMORY
    assert passwords.is_password("correct horse", real_hasher.hash("correct horse"))


def test_a_name_that_nobody_has_costs_as_much_as_one(real_hasher: PasswordHasher) -> None:
    decoy = passwords._decoy_of(real_hasher)
    assert not real_hasher.check_needs_rehash(decoy)
    assert len(decoy) == len(real_hasher.hash("whatever"))
    with pytest.raises(VerifyMismatchError):
        real_hasher.verify(decoy, "whatever")


def test_wrong_passwords_make_the_next_try_wait(database: str, standing_still: None) -> None:
    with running(database, limits=True) as server, Player(server) as anna, Player(server) as thief:
        anna.register("Anna", "correct horse")
        for _ in range(5):
            thief.post("/api/login", {"name": "Anna", "password": "guess"}, 401)
        assert "wait" in thief.post("/api/login", {"name": "Anna", "password": "correct horse"}, 429)["error"]


def test_the_cookie_is_http_only_and_same_site(server: Running) -> None:
    answer = httpx.post(f"{server.url}/api/guest", timeout=PATIENCE, verify=TRUST, json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


PHONE = {"learn.metals": "done", "learn.metals.more": "ground:3 two-roads:done", "theme": "dark"}
DESK = {"learn.metals": "4", "learn.metals.more": "ground:1 last-dot:shown", "learn.heroes": "2", "theme": "light"}


@pytest.mark.parametrize("order", [(PHONE, DESK), (DESK, PHONE)])
def test_how_far_one_has_come_is_merged_from_all_devices(server: Running, order: tuple[dict[str, str], ...]) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        for settings in order:
            anna.post("/api/me", {"settings": settings}, method="PATCH")
        kept = anna.get("/api/me")["user"]["settings"]
    assert kept["theme"] == order[1]["theme"]
    assert (kept["learn.metals"], kept["learn.heroes"]) == ("done", "2")
    assert set(kept["learn.metals.more"].split()) == {"ground:3", "two-roads:done", "last-dot:shown"}


def test_what_was_learned_grows_within_bounds() -> None:
    known = {"learn.metals.more": " ".join(f"puzzle-{number}:done" for number in range(200))}
    given = {"learn.thrones.more": " ".join(f"puzzle-{number}:done" for number in range(200)), "theme": "dark"}
    assert merged(known, given) == known | {"theme": "dark"}
    bits = merged({"learn.metals.solved": "6", "learn.metals.missed": "1"}, {"learn.metals.solved": "9"})
    assert bits == {"learn.metals.solved": "f", "learn.metals.missed": "1"}
    assert merged({"learn.metals.solved": "nonsense"}, {"learn.metals.solved": "2"}) == {"learn.metals.solved": "2"}
    assert merged({"learn.metals": "nonsense"}, {"learn.metals": "1"}) == {"learn.metals": "1"}


def test_settings_are_kept(server: Running) -> None:
    with Player(server) as anna:
        anna.register("Anna")
        anna.post("/api/me", {"settings": {"theme": "dark"}}, method="PATCH")
        assert anna.get("/api/me")["user"]["settings"] == {"theme": "dark"}


# The second factor


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(now: int, code: str) -> None:
    secret = b"12345678901234567890"
    assert second_factor.code_at(secret, now // 30, digits=8) == code
    assert second_factor.step_of(secret, code[2:], now) == now // 30
    assert second_factor.step_of(secret, f"{code[2:5]} {code[5:]}", now + 30) == now // 30
    assert second_factor.step_of(secret, code[2:], now + 61) is None
    assert second_factor.step_of(secret, code[2:], now, after=now // 30) is None


@pytest.mark.parametrize(("length", "algorithm", "code"), [(32, "sha256", "46119246"), (64, "sha512", "90693936")])
def test_other_hashes_of_rfc_6238(length: int, algorithm: str, code: str) -> None:
    secret = (b"1234567890" * 7)[:length]
    assert second_factor.code_at(secret, 59 // 30, digits=8, algorithm=algorithm) == code


def test_logging_in_with_a_second_factor(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [2_000_000_000.0]
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: now[0]))
    password = {"password": "correct horse"}
    login = {"name": "Anna", **password}

    def code() -> str:
        return second_factor.code_at(second_factor.read_secret(secret), int(now[0]) // 30)

    with Player(server) as anna, Player(server) as other:
        anna.register("Anna")
        anna.post("/api/me/factor", {"password": "wrong horse"}, 401)
        shown = anna.post("/api/me/factor", password)
        secret = shown["secret"]
        assert shown["link"].startswith("otpauth://totp/localhost%3AAnna?secret=") and secret in shown["link"]
        anna.post("/api/me/factor", {**password, "secret": secret, "code": "000000"}, 400)
        anna.post("/api/me/factor", {**password, "secret": "short", "code": code()}, 400)
        assert anna.post("/api/me/factor", {**password, "secret": secret, "code": code()}) == {"on": True}
        assert anna.get("/api/me/factor") == {"on": True}
        assert other.post("/api/login", login, 401)["code"] == "second-factor"
        other.post("/api/login", {**login, "code": code()}, 401)
        now[0] += 30
        other.post("/api/login", {**login, "code": code()})
        other.post("/api/login", {**login, "code": code()}, 401)
        now[0] += 30
        anna.post("/api/me/factor/off", {**password, "code": "000000"}, 401)
        assert anna.post("/api/me/factor/off", {**password, "code": code()}) == {"on": False}
        other.post("/api/login", login)


def test_a_link_from_the_machine_itself_ends_a_lost_second_factor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: 2_000_000_000.0))
    url = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(url) as server, Player(server) as anna:
        anna.register("Anna")
        secret = second_factor.new_secret()
        code = second_factor.code_at(second_factor.read_secret(secret), 2_000_000_000 // 30)
        anna.post("/api/me/factor", {"password": "correct horse", "secret": secret, "code": code})
        mailed = run_on(server, server.context.errands.new("password", 1, "", 60.0))
        reset = {"secret": mailed, "password": "another horse"}
        assert anna.post("/api/reset", reset, 401)["code"] == "second-factor"
    key = change_account(url, "Anna", None, reset=True)
    with running(url) as server, Player(server) as anna:
        anna.post("/api/reset", {"secret": key, "password": "another horse"})
        anna.post("/api/login", {"name": "Anna", "password": "another horse"})
