"""How soon a match begins where nothing is compiled: in the terminal, and on a page.

    python benchmarks/beginning.py [GAME ...]
    python benchmarks/beginning.py --browser [GAME ...]     from a click in Chromium until the table can be touched
    python benchmarks/beginning.py --cached [GAME ...]      what is compiled already: a new process until its first move
    python benchmarks/beginning.py --server                 a server with compiled games, until it answers: five starts

For each game with an empty cache: the seconds from `wartable play GAME` until a move is asked for (bots have moved
before where they are first); and on a server that is already open, from the request that a click sends until the
table has come, and until the first move of a person is acknowledged. Seconds by the clock, and in brackets of CPU of
the process itself: on a busy machine those count. The compiler works beside it, as it would for a player.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from wartable.core.registry import game_names

PATIENCE = 120.0
ASKED = re.compile(rb"^[^\n>]{1,40}> \Z", re.MULTILINE)


def cpu_of(process: "subprocess.Popen[bytes]") -> float:
    """Seconds of CPU that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def empty(folder: str) -> dict[str, str]:
    """The environment of somebody who has just installed it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("WARTABLE_")}
    return {**kept, "XDG_CACHE_HOME": f"{folder}/cache", "WARTABLE_DATA": f"{folder}/data"}


def in_the_terminal(game: str) -> str:
    """From the command until a move is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "wartable", "play", game, "--plain", "--seed", "1", "--pace", "0"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=empty(folder),
        )
        assert process.stdout is not None
        written = b""
        while not ASKED.search(written):
            part = os.read(process.stdout.fileno(), 65536)
            assert part, f"{game}: it ended"
            written += part
        taken, cpu = time.perf_counter() - begun, cpu_of(process)
        process.communicate(b"")
    return f"in the terminal {taken:5.2f} s ({cpu:.2f})"


def on_a_page(game: str, port: int) -> str:
    """From a click until the table is there, and until the first move is acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "wartable", "serve", "--port", str(port), "--no-browser"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=empty(folder))
        try:
            http = _open(f"http://127.0.0.1:{port}")
            begun, used = time.perf_counter(), cpu_of(process)
            body = {"game": game, "bot": "greedy", "seat": 0}
            table = http.post("/api/play", json=body).raise_for_status().json()["table"]
            with _sit(http, table, "scene") as socket:
                while json.loads(socket.recv(PATIENCE))["type"] != "table":
                    pass
            opened, at_first = time.perf_counter() - begun, cpu_of(process) - used
            _move(http, table)
            moved, at_last = time.perf_counter() - begun, cpu_of(process) - used
        finally:
            process.terminate()
            process.wait(PATIENCE)
    return f"on a page {opened:5.2f} s ({at_first:.2f}), the first move {moved:5.2f} s ({at_last:.2f})"


def in_a_browser(game: str, port: int) -> str:
    """From the click that starts a match until the table is drawn, and until it is one's turn, after a bot's."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS, find_chromium

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "wartable", "serve", "--port", str(port), "--no-browser"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=empty(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=FLAGS)
        try:
            _open(f"http://127.0.0.1:{port}")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"http://127.0.0.1:{port}")
            page.click(f"[data-play={game}]")
            page.wait_for_selector("dialog button.main")
            begun = time.perf_counter()
            page.click("dialog button.main")
            page.wait_for_selector(".thing", state="attached", timeout=1000 * PATIENCE)
            drawn = time.perf_counter() - begun
            page.wait_for_selector(".thing.lit, .choice-bar .act", timeout=1000 * PATIENCE)
            asked = time.perf_counter() - begun
        finally:
            browser.close()
            process.terminate()
            process.wait(PATIENCE)
    return f"from a click to the table {drawn:5.2f} s, to one's turn {asked:5.2f} s"


FIRST_MOVE = """
import sys
from wartable.core.match import Match
from wartable.core.registry import find_game
match = Match.start(find_game(sys.argv[1]), seed=1)
match.play(match.due[0], match.legal(match.due[0])[0])
"""


def from_the_cache(game: str) -> str:
    """A process that lays out a table and plays a move, the second time."""
    for _ in range(2):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_MOVE, game], check=True)
        taken = time.perf_counter() - begun
    return f"from the cache to the first move {taken:5.2f} s"


def of_the_server(port: int) -> str:
    """Starts on the same database; the first makes its tables and is left out."""
    told = []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "wartable", "serve", "--no-browser"]
        command += ["--port", str(port), "--database", f"{folder}/club.db"]
        for _ in range(6):
            begun = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                _answers(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE), "/healthz")
                told.append(f"{time.perf_counter() - begun:.2f} s ({cpu_of(process):.2f})")
            finally:
                process.terminate()
                process.wait(PATIENCE)
    return f"until the server answers: {', '.join(told[1:])}"


def _open(url: str) -> httpx.Client:
    """Somebody who looks at the lobby of a server that has just started."""
    http = httpx.Client(base_url=url, timeout=PATIENCE)
    _answers(http, "/api/games")
    http.post("/api/guest", json={"name": "Anna"}).raise_for_status()
    return http


def _answers(http: httpx.Client, path: str) -> None:
    """Wait for a server that has just started."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            http.get(path).raise_for_status()
            return
        except httpx.HTTPError:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)


def _sit(http: httpx.Client, table: str, show: str) -> Any:
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"{str(http.base_url).rstrip('/').replace('http', 'ws')}/api/tables/{table}/socket?show={show}&seat=0"
    return connect(address, additional_headers={"cookie": cookies}, max_size=2**24)


def _move(http: httpx.Client, table: str) -> None:
    """Wait for one's turn and play the first legal action."""
    with _sit(http, table, "record") as socket:
        state: dict[str, Any] = {"due": ()}
        while 0 not in state["due"]:
            state |= json.loads(socket.recv(PATIENCE))
        move = {"type": "move", "id": 1, "seat": 0, "number": state["number"], "action": state["legal"][0]}
        socket.send(json.dumps(move))
        while True:
            answer = json.loads(socket.recv(PATIENCE))
            if answer["type"] == "reply":
                assert answer["ok"], answer
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--port", type=int, default=8999, help="a free port for the server")
    parser.add_argument("--browser", action="store_true", help="from a click in Chromium")
    parser.add_argument("--cached", action="store_true", help="with what is compiled already")
    parser.add_argument("--server", action="store_true", help="the start of a server")
    asked = parser.parse_args()
    if asked.server:
        print(of_the_server(asked.port))
        return
    for game in asked.games or game_names():
        if asked.browser:
            told = in_a_browser(game, asked.port)
        elif asked.cached:
            told = from_the_cache(game)
        else:
            told = f"{in_the_terminal(game)}; {on_a_page(game, asked.port)}"
        print(f"{game:14} {told}", flush=True)


if __name__ == "__main__":
    main()
