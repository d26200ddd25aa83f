"""A real Chromium against a real server. Where no browser can be had, the tests say so and are skipped."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from wartable.bots import make_bot
from wartable.core import dice
from wartable.server import botplay

from ..conftest import ROOT
from ..server.harness import Running, running

STATIC = ROOT / "src" / "wartable" / "static"
# In milliseconds. A busy machine is slow, and nothing here depends on speed.
PATIENCE = 180_000.0
expect.set_options(timeout=PATIENCE)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def find_chromium(playwright: Playwright) -> str | None:
    """The system's browser, or Playwright's own."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def get_chromium() -> None:
    """Install one: by the system's package manager where that is allowed, else Playwright's download."""
    commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        commands.insert(0, ["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
    for command in commands:
        if subprocess.run(command, capture_output=True, timeout=600, check=False).returncode == 0:
            return


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser. Not for the whole session: Playwright keeps an event loop running, beside which no other can run."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            get_chromium()
            path = find_chromium(playwright)
        if path is None:
            pytest.skip("NO BROWSER: there is no Chromium here and none could be installed, so this was not tested")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def is_stale() -> bool:
    built = STATIC / "app.js"
    if not built.exists():
        return True
    sources = [*(ROOT / "web" / "src").iterdir(), ROOT / "web" / "build.mjs"]
    return max(path.stat().st_mtime for path in sources) > built.stat().st_mtime


@pytest.fixture(scope="session")
def client_built() -> None:
    """The client of this checkout, not of an earlier one."""
    if is_stale():
        subprocess.run([sys.executable, str(ROOT / "tools" / "build_static.py")], check=True, capture_output=True)


@pytest.fixture(scope="module")
def site(client_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'wartable.db'}") as server:
        yield server


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of the server in this process have the same dice and the same bots each time; `make slow` has any."""
    if request.node.get_closest_marker("slow"):
        return
    monkeypatch.setattr(dice, "new_seed", lambda: bytes(range(dice.SEED_BYTES)))
    monkeypatch.setattr(botplay, "make_bot", lambda name, game, seed, threads: make_bot(name, game, 7, threads))


class Visitor:
    """A browser of its own: cookies, size, colours."""

    def __init__(self, context: BrowserContext, site: Running) -> None:
        self.context, self.site = context, site
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        self.page.set_default_timeout(PATIENCE)

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.site.url + path)
        return self.page

    def play(self, game: str, bot: str = "random") -> Page:
        """Two clicks from the lobby to a table."""
        page = self.open()
        page.click(f"[data-play={game}]")
        page.select_option("#bot", bot)
        page.click("dialog button.main")
        page.wait_for_selector(".thing.lit")
        return page


@pytest.fixture
def visitors(chromium: Browser, site: Running) -> Iterator[Any]:
    """Makes visitors; in the end none of them may have seen an error."""
    made: list[Visitor] = []

    def visit(width: int = 1440, height: int = 900, playback: str = "off", **more: Any) -> Visitor:
        """Somebody who wants to be shown at this speed what happens; most tests do not wait for it."""
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        remembered = f"if (!localStorage['wartable.playback']) localStorage['wartable.playback'] = '{playback}'"
        context.add_init_script(remembered)
        made.append(Visitor(context, site))
        return made[-1]

    yield visit
    problems = [problem for visitor in made for problem in visitor.problems]
    for visitor in made:
        visitor.context.close()
    assert not problems
