"""Measures the first visit to a table: bytes with an empty cache, by kind, and bytes of the next visit.

    PYTHONPATH=. python benchmarks/visit.py [GAME ...] [--all] [--after MOVES]

It runs a server and Chromium with a counting relay between them. The table has the most seats, all bots except one;
with `--after`, random moves are played first. Bytes are as sent: compressed, with headers and sockets. `--all` lists
every file.
"""

import argparse
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS, find_chromium
from tests.server.harness import Player, Running, running
from wartable.core.registry import find_game, game_names

QUIET = 1500
"""A page is complete after this number of milliseconds without a request."""


class Relay:
    """Passes bytes between browser and server, and counts those from the server."""

    def __init__(self, port: int) -> None:
        self.to, self.total = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lines: list[socket.socket] = [self.listener]
        self.threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *given: Any) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self.threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.to))
                self.lines += [near, far]
                self._start(self._pass, near, far, False)
                self._start(self._pass, far, near, True)

    def _pass(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.total += len(data) * counts
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        for line in self.lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        for line in self.lines:
            line.close()


@contextmanager
def relayed(server: Running) -> Iterator[Relay]:
    relay = Relay(server.port)
    try:
        yield relay
    finally:
        relay.close()


def kind_of(path: str) -> str:
    for part, kind in (("/fonts/", "fonts"), ("/textures/", "textures"), (".js", "client"), (".css", "client")):
        if part in path:
            return kind
    return "the rest"


def visit(context: BrowserContext, relay: Relay, path: str, quiet: int = QUIET) -> tuple[int, dict[str, int]]:
    """Open a page and wait until nothing more arrives; return the bytes in total and of each file."""
    page: Page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on("Network.requestWillBeSent", lambda told: names.update({told["requestId"]: told["request"]["url"]}))

    def finished(told: dict[str, Any]) -> None:
        url = names.get(told["requestId"], "?")
        sizes[url] = sizes.get(url, 0) + round(told["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    before = relay.total
    page.goto(f"http://127.0.0.1:{relay.port}{path}")
    page.wait_for_selector(".thing")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    seen = -1
    while seen != relay.total:
        seen = relay.total
        page.wait_for_timeout(quiet)
    page.close()
    base = f"http://127.0.0.1:{relay.port}"
    return relay.total - before, {url.removeprefix(base): size for url, size in sizes.items()}


def table_of(anna: Player, game: str, moves: int) -> str:
    seats = find_game(game).seats[-1]
    table = anna.new_table([{"who": "me"}, *[{"who": "bot", "bot": "random"}] * (seats - 1)], game=game)
    rng = Random(1)
    with anna.sit(table, "show=record&seat=0") as chair:
        for _ in range(moves):
            chair.wait_turn(0)
            if chair.state["status"] == "over":
                break
            chair.move(0, rng.randrange(1_000_000))
        chair.wait_turn(0)
    return table


def measure(server: Running, browser: Any, game: str, moves: int, lists: bool) -> None:
    with Player(server, "Anna") as anna, relayed(server) as relay:
        path = f"/table/{table_of(anna, game, moves)}"
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        url = f"http://127.0.0.1:{relay.port}"
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in anna.http.cookies.items()])
        context.add_init_script("localStorage['wartable.playback'] = 'off'")
        first, files = visit(context, relay, path)
        again, _ = visit(context, relay, path)
        context.close()
    kinds: dict[str, int] = {"client": 0, "fonts": 0, "textures": 0, "the rest": 0}
    for name, size in files.items():
        kinds[kind_of(name)] += size
    parts = [*kinds.items(), ("the table's socket", first - sum(kinds.values()))]
    shown = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in parts)
    print(f"{game:14} first visit {first / 1000:5.1f} kB: {shown}; the next visit {again / 1000:.1f} kB", flush=True)
    if lists:
        for name, size in sorted(files.items(), key=lambda item: -item[1]):
            print(f"    {size / 1000:6.1f} kB  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--after", type=int, default=0, metavar="MOVES")
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=FLAGS)
        with running(f"sqlite:///{folder}/wartable.db") as server:
            for game in asked.games:
                measure(server, browser, game, asked.after, asked.all)
        browser.close()


if __name__ == "__main__":
    main()
