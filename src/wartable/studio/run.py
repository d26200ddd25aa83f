"""Runs the studio on the loopback interface, with a watcher."""

import contextlib
import socket
import webbrowser

import uvicorn

from wartable.server.web.process.port import listening_socket

from .app import Watcher, make_app
from .session import Studio

HOST = "127.0.0.1"


class _Server(uvicorn.Server):
    """Prints its URL and opens the browser when ready."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.browser = address, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"The studio is at {self.address} (stop with Ctrl-C)", flush=True)
            if self.browser:
                webbrowser.open(self.address)


def serve(studio: Studio, port: int, browser: bool) -> None:
    """Serve until stopped."""
    listening = listening_socket(HOST, port)
    config = uvicorn.Config(
        make_app(studio), log_level="critical", access_log=False, server_header=False, timeout_graceful_shutdown=1
    )
    watcher = Watcher(studio)
    watcher.start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            _Server(config, f"http://{HOST}:{listening.getsockname()[1]}", browser).run([listening])
    finally:
        watcher.stop()
