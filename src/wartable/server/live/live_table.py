"""A table with its viewers."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from wartable.core.match import Match, Step
from wartable.core.match.perspective import Perspective
from wartable.drawing.scene import Scene, Thing

from ..people.accounts import User
from ..tables.table import Table
from .compression import Opening
from .thread_pool import Who

MOST_QUEUED = 400
MOST_QUEUED_BYTES = 1_000_000
COME_BACK = 1012
LOGGED_OUT = 4401


class Eye(NamedTuple):
    """From where somebody looks at a table, and the language in which they read it."""

    seat: int
    language: str

    def on(self, match: Match) -> Perspective:
        """What is seen of a match from here."""
        return match.see(self.seat, self.language)


class Line(Protocol):
    """A connection that can be written to without waiting, as long as the other end reads."""

    def send_now(self, text: bytes) -> bool:
        """Write a message if that is possible without waiting; returns whether it was."""
        ...


class Connection:
    """A viewer of a table through a socket, from a seat or as a spectator."""

    def __init__(
        self,
        user: User | None,
        seat: int,
        shows: str,
        address: str = "",
        line: Line | None = None,
        language: str = "en",
    ) -> None:
        self.user = user
        self.address = address
        self.seat = seat
        self.language = language
        self.shows = shows
        # How many changes the seat had seen when this connection was told last.
        self.number = 0
        # What it knows of a picture: the last it was told of each part, and the outlines that it has.
        self.told: dict[str, Any] = {}
        self.outlines: set[str] = set()
        self.greeted = False
        """Whether it was sent the whole table, which precedes everything else."""
        # Whether the login that it came with has ended: nothing more is taken from it.
        self.is_shut = False
        self._line = line
        self._outbox: list[bytes | int] = []
        self._bytes = 0
        self._sender: asyncio.Future[None] | None = None
        # Whether what was taken out of the outbox is still being sent.
        self._sending = False

    @property
    def eye(self) -> Eye:
        """From where its viewer looks, and the language of what they read."""
        return Eye(self.seat, self.language)

    @property
    def who(self) -> Who:
        """The person for whom work for this connection is done."""
        return Who.at(self.address, self.user.id if self.user else None)

    def send(self, text: bytes) -> None:
        """Send a message, or queue it. A client that does not read is disconnected; it gets everything when it
        reconnects.

        Waking a task for each message takes longer than writing it, so that is only done for slow clients.
        """
        if self._line and not self._outbox and not self._sending and self._line.send_now(text):
            return
        self._bytes += len(text)
        if len(self._outbox) >= MOST_QUEUED or (self._outbox and self._bytes > MOST_QUEUED_BYTES):
            self._outbox.clear()
            self.close()
            return
        self._put(text)

    def close(self, code: int = COME_BACK) -> None:
        """Close the socket after sending the queue."""
        self._put(code)

    def shut(self) -> None:
        """Close the socket of a viewer who has lost access."""
        self.is_shut = True
        self._outbox.clear()
        self.close(LOGGED_OUT)

    def _put(self, what: bytes | int) -> None:
        self._outbox.append(what)
        if self._sender and not self._sender.done():
            self._sender.set_result(None)

    async def queued(self) -> list[bytes | int]:
        """Everything to send, as soon as there is something: texts, and a code to close the socket with."""
        self._sending = False
        if not self._outbox:
            self._sender = asyncio.get_running_loop().create_future()
            await self._sender
        taken, self._outbox = self._outbox, []
        self._bytes = 0
        self._sending = True
        return taken


@dataclass(frozen=True)
class Picture:
    """What everybody who looks from a seat in one language may see at a number, made once for all of them.

    `whole` has the fields of a whole table, once somebody was sent one; `opening` is its scene, with which the message
    begins; `outlines` are the names of the outlines in it.
    """

    number: int
    scene: Scene
    parts: dict[str, Any]
    whole: dict[str, Any] = field(default_factory=dict)
    opening: Opening | None = None
    outlines: frozenset[str] = frozenset()


class LiveTable:
    """A table with its connections. The lock is held from a move until it is on disk and sent.

    `gone` means that it is no longer the table of its match: it was closed, or may differ from what is stored.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        # How much each viewer had seen when the lock was free last.
        self._settled = table.numbers
        self.gone = False
        self.connections: set[Connection] = set()
        # What those see who look from a seat in a language, and the last sentences that they were told, by their place
        # in the log.
        self.pictures: dict[Eye, Picture] = {}
        self.told: dict[Eye, dict[int, tuple[Step, list[dict[str, Any]]]]] = {}
        # Things that went, which all of them still know.
        self.past: dict[Eye, dict[str, Thing]] = {}
        # The question of each seat that its player was told of while away.
        self.notified: dict[int, int] = {}
        self.used = time.monotonic()
        self.mover: asyncio.Task[None] | None = None
        # Held while its course is looked up.
        self.searching = asyncio.Lock()
        # What bots thought of their decisions, by the number of the action; it may tell secrets.
        self.thoughts: dict[int, dict[str, Any]] = {}
        # The lines of talk that those who look have been sent, whether it is switched off, and where they play again.
        self.heard: set[int] = set()
        self.quiet = False
        self.again: dict[str, str] | None = None
        self.talking = asyncio.Lock()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is in progress."""
        is_used = self.connections or self.lock.locked() or self.searching.locked()
        return not is_used and (self.mover is None or self.mover.done())

    def users_watching(self) -> set[int]:
        return {connection.user.id for connection in self.connections if connection.user}

    def settle(self) -> None:
        """Everything that was done is now stored and sent, or never will be."""
        self._settled = self.table.numbers

    def is_settled(self, viewer: int) -> bool:
        """Whether nothing is in progress that the viewer will see; things hidden from the viewer may be."""
        return self.table.number(viewer) == self._settled.get(viewer, 0)

    def replace(self, table: Table) -> None:
        """Continue with the table as it was read again."""
        self.table = table
        self.pictures.clear()
        self.told.clear()
        self.past.clear()

    def close(self) -> None:
        """Disconnect everybody after pending messages; on reconnecting they get what is stored."""
        self.gone = True
        for connection in self.connections:
            asyncio.get_running_loop().call_soon(connection.close)
