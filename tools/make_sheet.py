"""A sheet of every table: each game, phase and player count, four sizes of screen, light and dark, and what is wrong.

    python tools/make_sheet.py [GAME ...] [--out FOLDER] [--sizes 1440,390] [--players N] [--part 1/2] [--only WORDS]
                               [--quick]

Positions come from bot matches (see `positions.py`): each kind of decision at each player count, each set of answers
once, each end. Every one is opened in a browser and measured: text that is cut, small, faint, squeezed, covered,
written over or close to its frame, or that speaks in codes; things outside the screen, too small for a finger, or that
a phone moves sideways; a question whose answers are all out of sight; panels with nothing in them, or with much room.
Some are looked at beside an open drawer, too.
The findings are printed and kept in findings.csv; pictures of all and contact sheets lie beside it. The command fails
where something was found. It needs a Chromium (see tests/browser).
"""

import argparse
import base64
import csv
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, find_chromium  # noqa: E402
from tests.browser.legible import SIDEWAYS, UNSEEN, Text, measure, overlapping  # noqa: E402
from tests.server.harness import Player, Running, running  # noqa: E402
from tools.positions import OVER, Position, play, positions, store_positions  # noqa: E402
from wartable.compiler.ahead.background import make_all  # noqa: E402
from wartable.core.game import Game  # noqa: E402
from wartable.core.registry import find_game, game_names  # noqa: E402
from wartable.drawing.scene import Panel, Scene, Thing  # noqa: E402

SIZES = ((1440, 900), (1366, 768), (1024, 768), (390, 844))
PHONE = 390
SCHEMES = ("dark", "light")
CONTRAST = 4.5
CLEAR = 2.0
"""The least distance in pixels between a text and the edges beside it."""
SQUEEZED, STRETCHED = 0.65, 1.1
FINGER, POINTER = 24.0, 16.0
ROOMY = 0.33
"""The share of a panel that may be empty in one piece."""
A_SHEET = 9
PATIENCE = 40_000.0

# Things that the window does not show. In a small one the board is larger than the window, and is moved.
OUTSIDE = """() => [...document.querySelectorAll(".thing:not(.leaving)")].filter((thing) => {
  const box = thing.getBoundingClientRect(), svg = thing.ownerSVGElement.getBoundingClientRect();
  if (!box.width) return false;
  const frame = innerWidth < 1366 ? svg : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return box.left < frame.left - 12 || box.right > frame.right + 12 || box.top < frame.top - 12
    || box.bottom > frame.bottom + 12;
}).map((thing) => thing.dataset.id)"""


# What can be touched and is smaller than a fingertip.
SLIGHT = """(least) => [...document.querySelectorAll(".thing.lit .ring")].filter((ring) => {
  const { width, height } = ring.getBoundingClientRect();
  return width && Math.min(width, height) < least;
}).map((ring) => ring.closest(".thing").dataset.id)"""

CODES = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\{\d\}|\bundefined\b|\bNaN\b|\bNone\b|\b1 (?:points|coins|turns|rounds|cards|dice|hits)\b"
    r"|\b(?:tier|rank|type|kind) \d\b|\bVP\b|\bHP\b|\s[.,;]"
)
"""Names of fields, wrong plurals, numbers in place of names, and what programs print by mistake."""


@dataclass(frozen=True)
class Finding:
    """A problem that a player would notice."""

    what: str
    game: str
    size: int
    scheme: str
    place: str
    which: str


def faults(texts: list[Text], least: float) -> Iterable[tuple[str, str]]:
    """The problems of a page's texts: their kind, and the texts."""
    for text in texts:
        if text.size < least - 0.05:
            yield "small", f"{text} {text.size:.1f} px"
        if text.ratio is not None and text.ratio < CONTRAST and not text.disabled:
            yield "faint", f"{text} {text.ratio:.1f}"
        if text.cut:
            yield "cut", str(text)
        elif text.words.endswith("…"):
            yield "shortened", str(text)
        if text.covered and text.svg:
            yield "covered", str(text)
        if text.room and (text.room[0] < CLEAR or text.room[1] < CLEAR / 2):
            yield "tight", f"{text} {text.room[0]:.1f} {text.room[1]:.1f} px"
        if not SQUEEZED <= text.squeeze <= STRETCHED:
            yield "squeezed" if text.squeeze < 1 else "stretched", f"{text} {text.squeeze:.2f}"
        if CODES.search(text.words):
            yield "code", str(text)
    for one, other in overlapping(texts):
        yield "overlapping", f"{one} and {other}"


def panel_faults(scene: Scene) -> Iterable[tuple[str, str]]:
    """Empty panels, and those with a large empty area."""
    for panel in scene.panels:
        if panel.backdrop:
            continue
        things = [thing for thing in scene.things if thing.panel == panel.id]
        if not things:
            yield "empty panel", panel.id
        elif (share := empty_share(panel, things)) > ROOMY:
            yield "roomy panel", f"{panel.id}: {share:.0%} in one piece"


def empty_share(panel: Panel, things: list[Thing], grain: int = 10) -> float:
    """The largest empty rectangle of a panel, relative to its size."""
    wide, high = int(panel.width // grain), int(panel.height // grain)
    free = [[True] * wide for _ in range(high)]
    for thing in things:
        left, right = (int((thing.x + side * thing.width / 2) // grain) for side in (-1, 1))
        top, foot = (int((thing.y + side * thing.height / 2) // grain) for side in (-1, 1))
        for row in range(max(0, top), min(high, foot + 1)):
            for column in range(max(0, left), min(wide, right + 1)):
                free[row][column] = False
    # Row by row: how far up each column is free, and the largest rectangle that stands on the row.
    most, up = 0, [0] * wide
    for cells in free:
        up = [height + 1 if cell else 0 for height, cell in zip(up, cells, strict=True)]
        for left in range(wide):
            least = up[left]
            for right in range(left, wide):
                least = min(least, up[right])
                if not least:
                    break
                most = max(most, least * (right - left + 1))
    return most / (wide * high)


def scene_of(position: Position) -> Scene:
    match = position.played.table.match
    assert match is not None
    return position.game.view.scene(position.view, match.box, position.seat)


class Photographer:
    """Opens pages in a browser at all sizes and in both themes, measures them and takes screenshots."""

    def __init__(self, browser: Browser, player: Player, out: Path, sizes: list[tuple[int, int]]) -> None:
        self.out, self.sizes, self.url = out, sizes, player.server.url
        self.findings: list[Finding] = []
        self.pictures: dict[tuple[str, int, str], list[tuple[str, Path]]] = {}
        cookies = [{"name": name, "value": value, "url": self.url} for name, value in player.http.cookies.items()]
        self.contexts = {phone: self._context(browser, phone, cookies) for phone in (False, True)}

    @staticmethod
    def _context(browser: Browser, phone: bool, cookies: Any) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": 390 if phone else 1440, "height": 844 if phone else 900},
            reduced_motion="reduce",
            is_mobile=phone,
            has_touch=phone,
        )
        context.add_init_script("localStorage['wartable.playback'] = 'off'")
        context.add_cookies(cookies)
        context.set_default_timeout(PATIENCE)
        return context

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()

    def look(self, game: str, place: str, path: str, wait: str, first: str = "", drawer: bool = False) -> None:
        """Open a page, touch something first if given, and go through sizes and themes; then with an open drawer."""
        for phone, context in self.contexts.items():
            sizes = [size for size in self.sizes if (size[0] == PHONE) == phone]
            if not sizes:
                continue
            page = context.new_page()
            page.goto(self.url + path)
            page.wait_for_selector(wait)
            if first:
                page.click(first)
            page.evaluate("() => document.fonts.ready.then(() => true)")
            for size in sizes:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    page.wait_for_selector(f"html[data-theme={scheme}]")
                    page.wait_for_timeout(120)
                    self._take(page, game, place, size[0], scheme)
            if drawer and not phone:
                self._beside_drawer(page, game, place, sizes)
            page.close()

    def _beside_drawer(self, page: Page, game: str, place: str, sizes: list[tuple[int, int]]) -> None:
        """A laptop with the log open has the least room for a table."""
        page.keyboard.press("l")
        page.wait_for_selector(".table-page.with-drawer")
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(300)
            self._take(page, game, f"{place}-drawer", size[0], SCHEMES[-1])

    def _take(self, page: Page, game: str, place: str, width: int, scheme: str) -> None:
        file = self.out / "pictures" / f"{place}-{width}-{scheme}.png"
        page.screenshot(path=file)
        self.pictures.setdefault((game, width, scheme), []).append((place, file))
        least = 15.0 if width == PHONE else 13.0
        found = [*faults(measure(page), least), *(("outside", id) for id in page.evaluate(OUTSIDE))]
        if width == PHONE:
            found += [("sideways", what) for what in page.evaluate(SIDEWAYS)]
        found += [("not in sight", id) for id in page.evaluate(UNSEEN)]
        finger = FINGER if width == PHONE else POINTER
        found += [("small to touch", id) for id in page.evaluate(SLIGHT, finger)]
        self.findings += [Finding(what, game, width, scheme, place, which) for what, which in found]


def data_of(file: Path) -> str:
    """A picture as a data URL, for pages that may not read files."""
    return f"data:image/png;base64,{base64.b64encode(file.read_bytes()).decode()}"


def contact_sheets(browser: Browser, out: Path, pictures: dict[tuple[str, int, str], list[tuple[str, Path]]]) -> None:
    """All pictures of a game at one size and theme, nine to a sheet."""
    page = browser.new_page(viewport={"width": 1960, "height": 900})
    for (game, width, scheme), shown in pictures.items():
        for number in range(0, len(shown), A_SHEET):
            wide = 310 if width == PHONE else 640
            cells = "".join(
                f'<figure><img width="{wide}" src="{data_of(file)}"><figcaption>{place}</figcaption></figure>'
                for place, file in shown[number : number + A_SHEET]
            )
            style = "body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;font:14px sans-serif}figure{margin:0}"
            page.set_content(f"<style>{style}</style>{cells}")
            file = out / f"{game}-{width}-{scheme}-{number // A_SHEET + 1}.png"
            page.screenshot(path=file, full_page=True)
    page.close()


def keep(findings: list[Finding], out: Path) -> None:
    """Write the findings to a file, also in between, so that an interrupted run has results."""
    with (out / "findings.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("what", "game", "size", "scheme", "place", "which"))
        rows.writerows((f.what, f.game, f.size, f.scheme, f.place, f.which) for f in findings)


def report(findings: list[Finding]) -> None:
    """Each kind of finding once, with how often and where it occurs."""
    same: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        same.setdefault((finding.what, finding.game, finding.which), []).append(finding)
    print(f"{'what':12} {'game':13} {'times':>5}  where, which")
    for (what, game, which), those in sorted(same.items(), key=lambda item: (item[0][:2], -len(item[1]))):
        widths = ",".join(str(width) for width in sorted({one.size for one in those}))
        print(f"{what:12} {game:13} {len(those):5}  {widths} {those[0].place}: {which}")
    print(f"{len(findings)} findings, {len(same)} different")


def quick(game: Game) -> list[Position]:
    """A late position of a match with the most players, and its end."""
    played = play(game, game.seats[-1], seed=5, options={})
    late = played.asked[len(played.asked) * 2 // 3]
    ends = [Position(played, len(played.appends), 0, OVER)] if played.table.status == "over" else []
    return [Position(played, late.after, late.seat, f"asked{late.kind}"), *ends]


def walk(site: Running, browser: Browser, arguments: argparse.Namespace, url: str) -> list[Finding]:
    """Go through the games; returns the findings."""
    sizes = [size for size in SIZES if not arguments.sizes or size[0] in arguments.sizes]
    with Player(site, "Ada") as player, Player(site, "Everybody else") as others:
        ids = [one.get("/api/me")["user"]["id"] for one in (player, others)]
        photographer = Photographer(browser, player, arguments.out, sizes)
        for name in arguments.games or game_names():
            # Rules that are read look less far ahead: positions would differ from one run to the next.
            make_all(find_game(name))
            wanted = quick(find_game(name)) if arguments.quick else list(positions(find_game(name)))
            if arguments.players:
                wanted = [position for position in wanted if position.players == arguments.players]
            if arguments.only:
                wanted = [one for one in wanted if any(word in one.name for word in arguments.only.split(","))]
            part, parts = map(int, arguments.part.split("/"))
            wanted = wanted[part - 1 :: parts]
            store_positions(url, wanted, *ids)
            beside = set()
            for position in wanted:
                photographer.findings += [
                    Finding(what, name, 0, "", position.name, which) for what, which in panel_faults(scene_of(position))
                ]
                wait = ".ending, .result, .thing" if position.phase == OVER else ".thing"
                # The first of each kind of table is the question that is asked most.
                drawer = (position.players, bool(position.options)) not in beside
                beside.add((position.players, bool(position.options)))
                photographer.look(name, position.name, f"/table/{position.id}", wait, drawer=drawer)
                keep(photographer.findings, arguments.out)
            photographer.look(name, f"{name}-new", "/", f"[data-play={name}]", f"[data-play={name}]")
            print(f"{name}: {len(wanted)} positions", file=sys.stderr, flush=True)
        photographer.close()
        contact_sheets(browser, arguments.out, photographer.pictures)
        return photographer.findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "sheet")
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in text.split(",")], default=[])
    parser.add_argument("--players", type=int, help="only tables of so many")
    parser.add_argument("--part", default="1/1", help="of the positions, as 2/3: every third one from the second")
    parser.add_argument("--only", default="", help="positions with one of these in their names, as asked6-193,over")
    parser.add_argument("--quick", action="store_true", help="only the fullest position and the end, most players")
    arguments = parser.parse_args()
    (arguments.out / "pictures").mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            sys.exit("make_sheet: there is no Chromium here")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        url = f"sqlite:///{folder}/wartable.db"
        with running(url) as site:
            findings = walk(site, browser, arguments, url)
        browser.close()
    keep(findings, arguments.out)
    report(findings)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
