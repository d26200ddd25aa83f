"""The settings of a server: from the command line, or from WARTABLE_ environment variables."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.errors import BadOption

from .proxies import Network, is_exempt

if TYPE_CHECKING:
    from ..people.oidc import Provider


def data_folder() -> Path:
    """The folder of the embedded database: WARTABLE_DATA, or `wartable` in the user's data folder."""
    named = os.environ.get("WARTABLE_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wartable"


def database_url(text: str | None) -> str:
    """A database URL: URLs as they are, a path as an SQLite file, empty for the user's own file."""
    text = text or os.environ.get("WARTABLE_DATABASE")
    if not text:
        folder = data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = str(folder / "wartable.db")
    if "://" not in text:
        return f"sqlite:///{Path(text).resolve()}"
    scheme, rest = text.split("://", 1)
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        return text
    raise BadOption(f"--database {scheme}://...: it takes the path of a file or a postgresql:// URL")


@dataclass(frozen=True)
class Settings:
    """The settings of a server. docs/server.md describes every field.

    Without an address, links lead to where the server listens on this machine.
    """

    database: str
    address: str = "http://localhost:8000"
    registration: bool = True
    admins: frozenset[str] = frozenset()
    smtp: str = ""
    mail_from: str = ""
    bot_pause: float = 0.2
    analysts: int = 0
    warm_games: bool = True
    origins: frozenset[str] = frozenset()
    limits: bool = True
    address_requests: int = 30
    address_guests: int = 20
    address_sockets: int = 100
    address_connections: int = 150
    exempt: tuple[Network, ...] = ()
    local_webhooks: bool = False
    proxies: tuple[Network, ...] = ()
    proxy_header: str = "x-forwarded-for"
    hosts: frozenset[str] = frozenset()
    metrics: tuple[Network, ...] = ()
    drain: float = 0.0
    guest_days: float = 30.0
    claim_days: float = 14.0
    oidc: "Provider | None" = None
    variants: Path | None = None

    def counts(self, address: str) -> bool:
        """Whether the limits apply to an address; a club in one room may be exempt."""
        return self.limits and not is_exempt(address, self.exempt)

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")
