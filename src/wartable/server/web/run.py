"""Runs the server with uvicorn, and opens the browser when it is ready."""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from fastapi import APIRouter

from wartable.core.older import keep

from ..live.protocol import LONGEST_MESSAGE
from ..storage.lock_file import only_server
from ..storage.migrate import upgrade
from ..tables.games import all_games
from .app import create_app
from .connection_limits import Doorkeeper, guarded_protocols
from .context import Context
from .process import garbage, systemd
from .process.port import listening_socket
from .settings import Settings

log = logging.getLogger("wartable.server")
SWITCH_SECONDS = 0.0005
TICKS_A_SECOND = 10
END_SECONDS = 10.0
"""The time limit for shutting down, after draining."""
RESTARTS = "The server restarts in a moment. Your match is kept, clocks stop, and this page reconnects by itself."


def server_config(settings: Settings, *parts: APIRouter, **more: Any) -> uvicorn.Config:
    """The configuration of uvicorn: small frames, compressed live tables, a few seconds to finish."""
    doorkeeper = Doorkeeper(
        settings.address_connections if settings.limits else None, (*settings.proxies, *settings.exempt)
    )
    return uvicorn.Config(
        create_app(settings, *parts),
        log_config=None,
        access_log=False,
        ws_max_size=LONGEST_MESSAGE * 4,
        ws_per_message_deflate=True,
        ws_ping_interval=30,
        ws_ping_timeout=60,
        timeout_graceful_shutdown=5,
        server_header=False,
        **guarded_protocols(doorkeeper),
        # Who is trusted to say where a request comes from is a setting of ours (proxies.py).
        proxy_headers=False,
        **more,
    )


def _end_anyway() -> None:
    log.error("the server could not be closed within %.0f seconds: something hangs, so it ends now", END_SECONDS)
    logging.shutdown()
    os._exit(1)


class _Server(uvicorn.Server):
    """Prints its URL and opens the browser when ready. After a signal it may go on for a while.

    Meanwhile /healthz reports that it is closing, so that a load balancer sends no more requests. A second signal ends
    it at once.
    """

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address = address
        self.browser = browser
        self._ends: float | None = None
        self._is_told = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        drain = self.context.settings.drain if self.started else 0.0
        if drain and self._ends is None and sig == signal.SIGTERM:
            self.context.is_closing = True
            self._ends = time.monotonic() + drain
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            systemd.notify(systemd.ALIVE)
        if self._ends is not None and not self._is_told:
            self._is_told = True
            self.context.tables.announce(RESTARTS)
        if self._ends is not None and time.monotonic() >= self._ends:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        systemd.notify(systemd.STOPPING)
        # Whatever hangs: what was acknowledged is on disk, and a process that ends here is as one that was killed.
        hanging = threading.Timer(END_SECONDS, _end_anyway)
        hanging.daemon = True
        hanging.start()
        await super().shutdown(sockets)
        hanging.cancel()

    @property
    def context(self) -> Context:
        context: Context = self.config.app.state.context  # type: ignore[union-attr]
        return context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        garbage.set_aside()
        if self.started:
            systemd.notify(systemd.READY)
            print(f"Wartable is at {self.address} (stop with Ctrl-C)", flush=True)
            for name, link in self.context.host_links.items():
                print(f"{name}, who will be an admin, makes their account at {link}", flush=True)
            if self.browser:
                webbrowser.open(self.address)


def _keep_rules() -> None:
    """Copy the current rules to the folder of earlier ones: matches that begin now will continue under them after
    an upgrade.
    """
    try:
        keep(all_games())
    except OSError as error:
        log.warning("the rules could not be kept for later versions of the server: %s", error)


def serve(settings: Settings, host: str, port: int, browser: bool, *parts: APIRouter, start: str = "") -> None:
    """Serve until stopped; everything acknowledged is then on disk. `parts` are further routes, `start` is the page
    to begin with.
    """
    # The thread that writes must get its turn while many moves come in, not after 5 ms each time.
    sys.setswitchinterval(SWITCH_SECONDS)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    # uvicorn has closed everything by the time it passes Ctrl-C on: that is how a server is meant to end.
    with only_server(settings.database), contextlib.suppress(KeyboardInterrupt):
        # What is wrong with the database is said in a sentence, before anything else is begun.
        upgrade(settings.database)
        listening = listening_socket(host, port)
        port = listening.getsockname()[1]
        if not settings.address:
            settings = replace(settings, address=f"http://{shown}:{port}")
        threading.Thread(target=_keep_rules, daemon=True, name="wartable-rules").start()
        _Server(server_config(settings, *parts), f"http://{shown}:{port}{start}", browser).run([listening])
