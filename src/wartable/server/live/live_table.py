"""A table with those who look at it."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from wartable.core.match import Step
from wartable.drawing.scene import Scene, Thing

from ..people.accounts import User
from ..tables.table import Table
from .compression import Opening
from .thread_pool import Who

MOST_QUEUED = 400
MOST_QUEUED_BYTES = 1_000_000
COME_BACK = 1012
LOGGED_OUT = 4401


class Line(Protocol):
    """What a message can be written to at once, as long as the other end reads."""

    def send_now(self, text: bytes) -> bool:
        """Write a message, if that can be done without waiting; whether it was."""
        ...


class Connection:
    """Somebody who looks at a table through a socket: from a seat, or as a spectator."""

    def __init__(self, user: User | None, seat: int, shows: str, address: str = "", line: Line | None = None) -> None:
        self.user = user
        self.address = address
        self.seat = seat
        self.shows = shows
        # How many changes the seat had seen when this connection was told last.
        self.number = 0
        # What it knows of a picture: the last it was told of each part, and the outlines that it has.
        self.told: dict[str, Any] = {}
        self.outlines: set[str] = set()
        self.greeted = False
        """Whether it was sent the whole table, which comes before everything else."""
        # Whether the login that it came with has ended: nothing more is taken from it.
        self.is_shut = False
        self._line = line
        self._outbox: list[bytes | int] = []
        self._bytes = 0
        self._sender: asyncio.Future[None] | None = None
        # Whether what was taken out of the outbox is still being sent.
        self._sending = False

    @property
    def who(self) -> Who:
        """Whose work it is when something is done for this connection."""
        return Who.at(self.address, self.user.id if self.user else None)

    def send(self, text: bytes) -> None:
        """Send a message, or queue it; a client that does not read is cut off, and finds everything when it comes back.

        To wake a task for each message takes longer than to write it, so that is done only where somebody is slow.
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
        """Close the socket once it was sent what is queued."""
        self._put(code)

    def shut(self) -> None:
        """Close the socket of somebody who may not use it any more."""
        self.is_shut = True
        self._outbox.clear()
        self.close(LOGGED_OUT)

    def _put(self, what: bytes | int) -> None:
        self._outbox.append(what)
        if self._sender and not self._sender.done():
            self._sender.set_result(None)

    async def queued(self) -> list[bytes | int]:
        """All that is to be sent, as soon as there is something: texts, and a code to close the socket with."""
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
    """What everybody who looks from a seat gets to see at a number: made once for all of them.

    `whole` is what only a whole table has, once somebody was sent one, `opening` its scene, with which the message
    begins, and `outlines` the names of the outlines in it.
    """

    number: int
    scene: Scene
    parts: dict[str, Any]
    whole: dict[str, Any] = field(default_factory=dict)
    opening: Opening | None = None
    outlines: frozenset[str] = frozenset()


class LiveTable:
    """A table with its connections. The lock is held from a move until it is on disk and told.

    `gone` once it is no longer the table of its match: it was closed, or what it holds may not be what is stored.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        # How much each viewer had seen when the lock was free last.
        self._settled = table.numbers
        self.gone = False
        self.connections: set[Connection] = set()
        # What the connections of a seat see, and the last sentences that it was told, by their place in the log.
        self.pictures: dict[int, Picture] = {}
        self.told: dict[int, dict[int, tuple[Step, list[dict[str, Any]]]]] = {}
        # Things that went, which all connections of a seat still know.
        self.past: dict[int, dict[str, Thing]] = {}
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
        """Whether nobody looks and nothing is under way."""
        is_used = self.connections or self.lock.locked() or self.searching.locked()
        return not is_used and (self.mover is None or self.mover.done())

    def users_watching(self) -> set[int]:
        return {connection.user.id for connection in self.connections if connection.user}

    def settle(self) -> None:
        """All that was done is stored and told, or will never be."""
        self._settled = self.table.numbers

    def is_settled(self, viewer: int) -> bool:
        """Whether nothing is under way that the viewer will see; what is secret from it may be."""
        return self.table.number(viewer) == self._settled.get(viewer, 0)

    def replace(self, table: Table) -> None:
        """Go on with the table as it was read again."""
        self.table = table
        self.pictures.clear()
        self.told.clear()
        self.past.clear()

    def close(self) -> None:
        """Send everybody away, after what they are being told; who comes back finds what is stored."""
        self.gone = True
        for connection in self.connections:
            asyncio.get_running_loop().call_soon(connection.close)
