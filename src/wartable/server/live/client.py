"""A bot that plays on a server over the network, with the browser's protocol and a token."""

import asyncio
import base64
import json
import logging
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from wartable.bots import Bot, make_bot
from wartable.core.frames import AnyBox
from wartable.core.game import Game
from wartable.core.record import Record
from wartable.errors import WartableError

from ..tables.games import find_game

LOOK_SECONDS = 2.0

log = logging.getLogger("wartable.server")


class BadServer(WartableError):
    """The server cannot be reached, or refuses the token."""


def read_record(game: Game, text: str) -> Record:
    """The hidden record in a message."""
    raw = base64.b64decode(text)
    if len(raw) != game.state.dtype.itemsize:
        raise BadServer(f"the server plays another version of {game.title}")
    view: Record = np.frombuffer(bytearray(raw), game.state.dtype)[0]
    return view


class RemoteBot:
    """Plays every match in which the token's account has a seat, or only one table."""

    def __init__(
        self, url: str, token: str, bot: str, table: str | None = None, say: Callable[[str], None] = print
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadServer(f"--connect {url}: write it as http://host:port")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token, self.bot, self.table, self.say = token, bot, table, say
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def _get(self, path: str) -> Any:
        request = urllib.request.Request(self.url + path, headers={"authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise BadServer(f"{self.url}{path}: the server answered {error.code}") from None
        except (OSError, ValueError) as error:
            raise BadServer(f"{self.url}: the server cannot be reached ({error})") from None

    async def run(self, once: bool = False) -> None:
        """Play until stopped; with `once`, until none of the account's matches is in play."""
        user = (await asyncio.to_thread(self._get, "/api/me"))["user"]
        if user is None:
            raise BadServer("the server does not know this token")
        self.say(f"{user['name']} plays as {self.bot} at {self.url}")
        while True:
            in_play = await self._in_play()
            for table, is_our_turn in in_play.items():
                known = self._tasks.get(table)
                if is_our_turn and (known is None or known.done()):
                    self._tasks[table] = asyncio.create_task(self._play(table))
            if once and not in_play and all(task.done() for task in self._tasks.values()):
                return
            await asyncio.sleep(LOOK_SECONDS)

    async def _in_play(self) -> dict[str, bool]:
        """The account's matches in play, and whether it is to move there."""
        found = await asyncio.to_thread(self._get, "/api/tables?which=mine&count=100")
        return {
            one["id"]: one["your_turn"]
            for one in found
            if one["status"] == "playing" and self.table in (None, one["id"])
        }

    async def _play(self, table: str) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?show=record"
        headers = {"authorization": f"Bearer {self.token}"}
        try:
            async with connect(address, additional_headers=headers, max_size=2**24) as socket:
                await self._sit(socket, table)
        except (ConnectionClosed, InvalidStatus, OSError) as error:
            log.info("table %s: the connection was lost (%s)", table, type(error).__name__)

    async def _sit(self, socket: ClientConnection, table: str) -> None:
        """Answer every question that this seat is asked."""
        first = orjson.loads(await socket.recv())
        game = find_game(first["game"])
        box = game.new_box(game.still_known(first["options"]), len(first["seats"]))
        seat: int = first["you"]
        bot = make_bot(self.bot, game, secrets.randbits(60))
        message = first
        while True:
            if message["type"] in ("table", "update"):
                if message["status"] == "over":
                    self.say(f"{table}: over, {message['result']['text']}")
                    return
                if seat in message["due"] and message["legal"]:
                    await self._answer(socket, game, box, bot, seat, message)
            message = orjson.loads(await socket.recv())

    async def _answer(
        self, socket: ClientConnection, game: Game, box: AnyBox, bot: Bot, seat: int, message: dict[str, Any]
    ) -> None:
        view = read_record(game, message["record"])
        action = await asyncio.to_thread(bot.choose, view, box, seat, message["legal"])
        move = {"type": "move", "id": 1, "seat": seat, "number": message["number"], "action": int(action)}
        await socket.send(orjson.dumps(move).decode())
