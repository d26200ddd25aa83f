"""Measures playback: bytes and server CPU for each decision, and frames a second in a browser.

python benchmarks/playback.py wire [GAME]       the first 100 decisions: with a random bot, two people, four players
python benchmarks/playback.py frames [GAME]     Chromium, during playback of a bot's moves, compared with an empty page
python benchmarks/playback.py clicks [GAME]     Chromium, from a click to the resulting table
python benchmarks/playback.py work [GAME]       Chromium, the CPU time of its threads for the same moves
"""

import json
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from tests.server.harness import Chair, Player, Running, running
from wartable.bots import make_bot
from wartable.core.match import dice
from wartable.core.registry import find_game, game_names
from wartable.server.live import broadcast, protocol
from wartable.server.play import bots as botplay
from wartable.server.web import connection_limits as guarded

DECISIONS = 100
MOVES = 6
SEED = 7
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
# Nothing but marks in the trace: what the browser draws without a script that asks for every frame.
MARK = """() => {
  const stage = document.querySelector(".stage");
  const mark = () => performance.mark(stage.matches(".playing") ? "plays" : "rests");
  new MutationObserver(mark).observe(stage, { attributes: true, attributeFilter: ["class"] });
}"""
# What this machine shows of a page with nothing in it but a small square that moves.
EMPTY = """<style>
  @keyframes move { to { transform: translateX(300px); } }
  div { width: 40px; height: 40px; background: teal; animation: move 1s infinite alternate; }
</style><div class="stage playing"></div>"""
EMPTY_FOR = 3000
"""Milliseconds."""
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
EACH = 250
LATE, VERY_LATE = 20.0, 36.7
"""A frame takes 16.7 ms; the timer of a headless browser is slightly inexact."""
TASKS = ("RunTask",)
FRAMES = ["disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "viz", "toplevel"]


class Counted(socket.socket):
    """A socket that counts the bytes it is sent."""

    total = 0

    def recv(self, *given: Any) -> bytes:
        data = super().recv(*given)
        self.total += len(data)
        return data


def sit(person: Player, table: str, seat: int, packed: bool) -> tuple[Chair, Counted]:
    where = urlsplit(person.server.url)
    line = Counted(socket.AF_INET, socket.SOCK_STREAM)
    line.connect((where.hostname, where.port))
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    url = f"ws://{where.netloc}/api/tables/{table}/socket?show=scene&seat={seat}"
    headers = {"cookie": cookie}
    # What a browser offers.
    offered = [ClientPerMessageDeflateFactory(client_max_window_bits=True)] if packed else None
    chair = Chair(
        connect(url, sock=line, additional_headers=headers, compression=None, extensions=offered, max_size=2**24)
    )
    return chair, line


class Timed:
    """The CPU time of updates: making, serializing and compressing them."""

    def __init__(self) -> None:
        self.made: list[float] = []
        self.sent = 0.0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Measure the server's work."""
        packing = self._clocked(guarded._LargeOnly.encode)
        with (
            patch.object(broadcast, "_changes", self._clocked(broadcast._changes, is_made=True)),
            patch.object(broadcast, "dump", self._clocked(protocol.dump)),
            patch.object(guarded._LargeOnly, "encode", lambda *given: packing(*given)),
        ):
            yield

    def _clocked(self, work: Callable[..., Any], is_made: bool = False) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            begun = time.thread_time()
            try:
                return work(*given)
            finally:
                taken = time.thread_time() - begun
                if is_made:
                    self.made.append(taken)
                else:
                    self.sent += taken

        return run


class Decider:
    """A client that decides at random and counts the kB between two decisions."""

    def __init__(self, person: Player, table: str, seat: int, packed: bool) -> None:
        self.seat = seat
        self.chair, self.line = sit(person, table, seat, packed)
        self.first = self.line.total / 1000
        self.each: list[float] = []
        self._before = self.line.total
        self._made = False

    def decide(self) -> bool:
        """Wait for the turn and decide; False if the match is over."""
        self.chair.wait_turn(self.seat)
        if self._made:
            self.each.append((self.line.total - self._before) / 1000)
        self._before, self._made = self.line.total, False
        state = self.chair.state
        if state["status"] == "over":
            return False
        action = state["choices"][len(self.each) * 7 % len(state["choices"])]["action"]
        self._made = self.chair.ask("move", seat=self.seat, number=state["number"], action=action)["ok"]
        return True

    def is_asked(self) -> bool:
        """Whether it is the client's turn, as far as it knows."""
        with suppress(TimeoutError):
            while self.seat not in self.chair.state["due"]:
                self.chair.receive(0.02)
        return True if self.chair.state["status"] == "over" else self.seat in self.chair.state["due"]


TABLES = {"a bot": (2, 1), "two people": (2, 2), "most players": (0, 1)}
"""Who plays: the number of seats (0: the most possible), and how many of them are people; the rest are bots."""


def at_a_table(server: Running, game: str, seats: int, people: int, packed: bool) -> Decider:
    """Some decisions of seat 0."""
    with ExitStack() as stack:
        persons = [stack.enter_context(Player(server, f"Anna {number}")) for number in range(people)]
        others = [{"who": "open"}] * (people - 1) + [{"who": "bot", "bot": "random"}] * (seats - people)
        table = persons[0].new_table([{"who": "me"}, *others], game=game)
        for seat, person in enumerate(persons[1:], 1):
            person.post(f"/api/tables/{table}/join", {"seat": seat})
        deciders = [Decider(person, table, seat, packed) for seat, person in enumerate(persons)]
        while len(deciders[0].each) < DECISIONS:
            asked = [decider for decider in deciders if len(deciders) == 1 or decider.is_asked()]
            if not all(decider.decide() for decider in asked):
                break
        for decider in deciders:
            decider.chair.socket.close()
    return deciders[0]


def wire(server: Running, game: str) -> None:
    most = find_game(game).seats[-1]
    for name, (seats, people) in TABLES.items():
        if not seats and most == 2:
            continue
        timed = Timed()
        with timed.watch():
            plain, packed = (at_a_table(server, game, seats or most, people, packed) for packed in (False, True))
        made = [1000 * seconds for seconds in timed.made]
        print(
            f"{game:12} {name:12} first view {plain.first:5.1f} kB, {packed.first:4.1f} packed; a decision with all "
            f"that came of it {shares(plain.each)} kB, packed {shares(packed.each)} (mean, 95 of 100 within, most of "
            f"{len(packed.each)}); an update {statistics.mean(made):4.1f} ms of CPU, at most {max(made):5.1f}, and "
            f"{1000 * timed.sent / len(made):.2f} to write and pack it",
            flush=True,
        )


def shares(sizes: list[float]) -> str:
    sizes = sorted(sizes)
    return f"{statistics.mean(sizes):.1f}, {sizes[len(sizes) * 95 // 100]:.1f}, {sizes[-1]:.1f}"


@contextmanager
def same_luck() -> Iterator[None]:
    """Use the same dice and bots each time, so that two checkouts can be compared."""

    def bot(name: str, game: Any, seed: int, threads: int) -> Any:
        return make_bot(name, game, 7, threads)

    with patch.object(dice, "new_seed", lambda: bytes(range(dice.SEED_BYTES))), patch.object(botplay, "make_bot", bot):
        yield


@dataclass
class Seen:
    """What a script recorded at a table and on an empty page: sorted milliseconds."""

    at_table: list[float]
    empty: list[float]


def played(
    server: Running,
    game: str,
    record: str,
    moves: int,
    playback: str,
    trace: Path | None = None,
    traced: Sequence[str] = TRACED,
) -> Seen:
    """Play some fixed moves in a browser against a random bot; return what a script recorded.

    `trace` is the file for the browser's trace.
    """
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS, find_chromium
    from tests.browser.hand import ASKED, TAP, Hand, at_random

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=FLAGS)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.set_content(EMPTY)
        page.evaluate(RECORD)
        page.wait_for_timeout(EMPTY_FOR)
        empty = sorted(page.evaluate("window.gaps"))
        page.add_init_script(f"localStorage['wartable.playback'] = '{playback}'")
        page.add_init_script(TAP)
        made = context.request.post(f"{server.url}/api/play", data={"game": game, "bot": "random", "seat": 0})
        page.goto(f"{server.url}/table/{made.json()['table']}")
        # Asked now and then: at every frame it would be a part of what is measured.
        page.wait_for_function(ASKED, polling=EACH)
        page.evaluate(record)
        if trace:
            browser.start_tracing(page=page, path=trace, categories=list(traced))
        # From a click to the table: a drag would be timed from where it begins.
        hand = Hand(page, at_random(SEED), drags=playback != "off")
        for _ in range(moves):
            hand.decide()
            page.wait_for_function(ASKED, polling=EACH)
        if trace:
            browser.stop_tracing()
        found = sorted(page.evaluate("window.gaps ?? window.waits ?? []"))
        browser.close()
    return Seen(found, empty)


def frames(server: Running, game: str) -> None:
    """The frames that the browser draws, then the frames that a script requests."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        played(server, game, MARK, MOVES, "normal", path, FRAMES)
        drawn, lost, late = drawn_in(json.loads(path.read_text())["traceEvents"])
    seen = played(server, game, RECORD, MOVES, "normal")
    gaps, rate, most = seen.at_table, rate_of(seen.at_table), rate_of(seen.empty)
    print(
        f"{game:12} {drawn / (drawn + lost):.1%} of {drawn + lost} frames drawn in time, {late / (drawn + lost):.1%} "
        f"without what is new; asked at {len(gaps)}, {rate:.1f} a second, on an empty page {most:.1f} "
        f"({rate / most:.1%}); {share_over(gaps, LATE):.1%} late, {share_over(gaps, VERY_LATE):.1%} by more than a "
        f"frame; 95 of 100 within {gaps[len(gaps) * 95 // 100]:.0f} ms, 99 within {gaps[len(gaps) * 99 // 100]:.0f}",
        flush=True,
    )


def drawn_in(events: list[dict[str, Any]]) -> tuple[int, int, int]:
    """During playback: frames drawn, frames dropped, and frames with only the running animations."""
    drawn = lost = late = 0
    plays = False
    for event in sorted(events, key=lambda event: float(event["ts"])):
        if event["name"] in ("plays", "rests"):
            plays = event["name"] == "plays"
        elif plays and event["name"] == "DrawFrame":
            drawn += 1
        elif plays and event["name"] == "DroppedFrame":
            late += event["args"]["hasPartialUpdate"]
            lost += not event["args"]["hasPartialUpdate"]
    return drawn, lost, late


def rate_of(gaps: list[float]) -> float:
    return 1000 / statistics.mean(gaps)


def share_over(gaps: list[float], least: float) -> float:
    return sum(gap > least for gap in gaps) / len(gaps)


def clicks(server: Running, game: str) -> None:
    waits = played(server, game, WAITS, CLICKS, "off").at_table
    print(f"{game:12} {len(waits)} moves, from click to drawn: median {statistics.median(waits):.0f} ms, ", end="")
    print(f"least {waits[0]:.0f}, most {waits[-1]:.0f}", flush=True)


PARTS = {
    "scripts": ("FunctionCall",),
    "styles": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "before paint": ("PrePaint",),
    "paint": ("Paint",),
    "layers": ("Layerize", "Commit"),
}
THREADS = {
    "page": "CrRendererMain",
    "compositor": "Compositor",
    "screen": "VizCompositorThread",
}
"""The browser's threads that make a frame, with the names used here."""


def work(server: Running, game: str) -> None:
    """The CPU time of the page's threads, in milliseconds a frame, independent of other load."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        count = len(played(server, game, RECORD, MOVES, "normal", path).at_table)
        every = json.loads(path.read_text())["traceEvents"]
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in every if one["name"] == "thread_name"}
    events = [one for one in every if one.get("ph") == "X"]
    calls = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "FunctionCall")
    [(page, _)] = calls.most_common(1)
    of_thread = {
        called: [
            one for one in events if is_thread(names.get((one["pid"], one["tid"]), ""), one["pid"] == page[0], called)
        ]
        for called in THREADS
    }
    spent = {called: cpu(of, TASKS) / count for called, of in of_thread.items()}
    parts = {part: cpu(of_thread["page"], names) / count for part, names in PARTS.items()}
    print(
        f"{game:12} {count} frames, ms of CPU each: {listed(spent)}; of the page's {listed(parts)}; "
        f"{cpu([one for one in events if one['pid'] == page[0]], ('RasterTask',)) / count:.2f} to draw pixels",
        flush=True,
    )


def is_thread(name: str, of_page: bool, called: str) -> bool:
    return name.startswith(THREADS[called]) and (of_page or called == "screen")


def listed(spent: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.2f}" for name, value in spent.items())


def cpu(events: list[dict[str, Any]], names: tuple[str, ...]) -> float:
    return float(sum(event.get("tdur", 0) for event in events if event["name"] in names)) / 1000


def main() -> None:
    what, games = sys.argv[1], sys.argv[2:] or game_names()
    with same_luck(), tempfile.TemporaryDirectory() as folder, running(f"sqlite:///{folder}/wartable.db") as server:
        for game in games:
            {"wire": wire, "frames": frames, "clicks": clicks, "work": work}[what](server, game)


if __name__ == "__main__":
    main()
