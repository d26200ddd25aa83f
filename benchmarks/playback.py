"""What playback costs: bytes on the wire and server CPU for a decision, and frames a second in a browser.

python benchmarks/playback.py wire              every game, the first decisions of a match with a random bot
python benchmarks/playback.py frames [GAME]     Chromium, while a table plays what the bot did
python benchmarks/playback.py clicks [GAME]     Chromium, from a click to the table that it leads to
"""

import socket
import statistics
import sys
import tempfile
import time
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from tests.server.harness import Chair, Player, Running, running
from wartable.core.registry import game_names
from wartable.server import broadcast

DECISIONS = 100
MOVES = 6
RECORD = """() => {
  window.gaps = [];
  let last = 0;
  const tick = (now) => {
    const plays = document.querySelector(".stage.playing");
    if (plays && last) window.gaps.push(now - last);
    last = plays ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
# From the last touch of a move to the frame after the new table, which is drawn at once: playback is off.
WAITS = """() => {
  window.waits = [];
  let begun = 0;
  addEventListener("pointerdown", () => { begun = performance.now(); }, true);
  new MutationObserver(() => {
    if (!begun) return;
    const since = begun;
    begun = 0;
    requestAnimationFrame(() => window.waits.push(performance.now() - since));
  }).observe(document.querySelector(".table-page"), { attributes: true, attributeFilter: ["data-number"] });
}"""
CLICKS = 15
READY = "() => !document.querySelector('.playing') && document.querySelector('.thing.lit, .choice-bar .act, .result')"


class Counted(socket.socket):
    """A socket that counts what it is sent."""

    total = 0

    def recv(self, *given: Any) -> bytes:
        data = super().recv(*given)
        self.total += len(data)
        return data


def sit(anna: Player, table: str, packed: bool) -> tuple[Chair, Counted]:
    where = urlsplit(anna.server.url)
    line = Counted(socket.AF_INET, socket.SOCK_STREAM)
    line.connect((where.hostname, where.port))
    cookie = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
    url = f"ws://{where.netloc}/api/tables/{table}/socket?show=scene&seat=0"
    headers = {"cookie": cookie}
    chair = Chair(
        connect(url, sock=line, additional_headers=headers, compression="deflate" if packed else None, max_size=2**24)
    )
    return chair, line


class Timed:
    """The CPU time that was spent on making updates."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._made = broadcast._changes

    def __call__(self, *given: Any) -> dict[str, Any]:
        begun = time.thread_time()
        try:
            return self._made(*given)
        finally:
            self.seconds.append(time.thread_time() - begun)


def wire(server: Running, game: str) -> None:
    rows = []
    timed = Timed()
    broadcast._changes = timed
    for packed in (False, True):
        made = False
        with Player(server, "Anna") as anna:
            table = anna.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}], game=game)
            chair, line = sit(anna, table, packed)
            first = before = line.total
            each: list[float] = []
            while len(each) < DECISIONS:
                chair.wait_turn(0)
                if line.total > before and made:
                    each.append((line.total - before) / 1000)
                before, made = line.total, False
                if chair.state["status"] == "over":
                    break
                choices = chair.state["choices"]
                action = choices[len(each) * 7 % len(choices)]["action"]
                made = chair.ask("move", seat=0, number=chair.state["number"], action=action)["ok"]
            rows.append((first / 1000, sorted(each)))
            chair.socket.close()
    broadcast._changes = timed._made
    (first_plain, plain), (first_packed, packed_sizes) = rows
    spent = [1000 * seconds for seconds in timed.seconds]
    print(
        f"{game:14} first view {first_plain:6.1f} kB, {first_packed:5.1f} packed; a decision with all that came of it "
        f"{shares(plain)} kB, packed {shares(packed_sizes)} (mean, 95 of 100 within, most); "
        f"an update {statistics.mean(spent):5.1f} ms of CPU, at most {max(spent):6.1f}"
    )


def shares(sizes: list[float]) -> str:
    return f"{statistics.mean(sizes):.1f}, {sizes[len(sizes) * 95 // 100]:.1f}, {sizes[-1]:.1f}"


def played(server: Running, game: str, record: str, moves: int, playback: str) -> Any:
    """Some moves in a browser against a random bot, and what a script recorded meanwhile, in order of size."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS, find_chromium
    from tests.browser.test_play import play_a_move

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(f"localStorage['wartable.playback'] = '{playback}'")
        page.goto(server.url)
        page.click(f"[data-play={game}]")
        page.select_option("#bot", "random")
        page.click("dialog button.main")
        page.wait_for_function(READY)
        page.evaluate(record)
        for _ in range(moves):
            play_a_move(page)
            page.wait_for_function(READY)
        found = sorted(page.evaluate("window.gaps ?? window.waits"))
        browser.close()
    return found


def frames(server: Running, game: str) -> None:
    gaps = played(server, game, RECORD, MOVES, "normal")
    late = sum(gap > 20 for gap in gaps) / len(gaps)
    most = gaps[len(gaps) * 95 // 100]
    print(
        f"{game:14} {len(gaps)} frames, {1000 / statistics.mean(gaps):.0f} a second; "
        f"median {gaps[len(gaps) // 2]:.1f} ms, 95 of 100 within {most:.1f} ms, {late:.1%} late"
    )


def clicks(server: Running, game: str) -> None:
    waits = played(server, game, WAITS, CLICKS, "off")
    print(f"{game:14} {len(waits)} moves, from click to drawn: median {statistics.median(waits):.0f} ms, ", end="")
    print(f"least {waits[0]:.0f}, most {waits[-1]:.0f}")


def main() -> None:
    what, games = sys.argv[1], sys.argv[2:] or game_names()
    with tempfile.TemporaryDirectory() as folder, running(f"sqlite:///{folder}/wartable.db") as server:
        for game in games:
            {"wire": wire, "frames": frames, "clicks": clicks}[what](server, game)


if __name__ == "__main__":
    main()
