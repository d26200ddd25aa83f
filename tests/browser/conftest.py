"""A real Chromium against a real server. Where no browser can be had, the tests say so and are skipped."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from wartable.bots import make_bot
from wartable.core.match import dice
from wartable.server.play import bots as botplay

from ..conftest import ROOT
from ..server.conftest import real_hasher  # noqa: F401
from ..server.harness import Running, running

STATIC = ROOT / "src" / "wartable" / "static"
# In milliseconds. A busy machine is slow, and nothing here depends on speed.
PATIENCE = 180_000.0
expect.set_options(timeout=PATIENCE)
# Where addresses are typed a browser of today has pages of its own, which it opens for every window: half a second of
# CPU each, and nobody types here. The last list that is given counts, so Playwright's own is part of it.
UNUSED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI"]
UNUSED += ["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"]
UNUSED += ["DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"]
UNUSED += ["MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"]
UNUSED += ["TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += [f"--disable-features={','.join(UNUSED)}"]


# Light, shade and textures lie over colours and touch nothing; to draw them without a GPU takes half of all drawing.
FLAT = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("svg.scene [fill^='url(#']:not([fill^='url(#on-']) { fill: none }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})();"""


# While `standstill()` holds, nothing that is shown for a while goes away or on: a slow machine has time to look at it.
STANDSTILL = """(() => {
  const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)], put_off = new Map();
  window.standstill = () => false;
  window.setTimeout = (work, time = 0, ...given) => {
    const due = () => {
      if (time > 50 && window.standstill()) put_off.set(id, begin(due, 20));
      else if (typeof work === "function") put_off.delete(id), work(...given);
    };
    const id = begin(due, time);
    return id;
  };
  window.clearTimeout = (id) => (end(put_off.get(id) ?? id), put_off.delete(id));
})();"""


def find_chromium(playwright: Playwright) -> str | None:
    """The system's browser, or Playwright's own; rather one without windows, which takes a third less CPU."""
    own = Path(playwright.chromium.executable_path)
    shells = sorted(map(str, own.parents[2].glob("chromium_headless_shell-*/*/*headless*shell")))
    for name in ("chromium-headless-shell", *shells, "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return str(own) if own.exists() else None


def get_chromium() -> None:
    """Install one: by the system's package manager where that is allowed, else Playwright's download."""
    commands = [[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        # Every worker may ask at the same time: one installs it, and the others wait for that.
        install = ["apt-get", "install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"]
        commands[:0] = [[*install, name] for name in ("chromium-headless-shell", "chromium")]
    for command in commands:
        if subprocess.run(command, capture_output=True, timeout=600, check=False).returncode == 0:
            return


class Browsers:
    """Chromium, started once for all tests of a process: to start it takes longer than most of them."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._loop = asyncio.get_running_loop()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """The browser, or a new one where it has gone."""
        if self._browser is None or not self._browser.is_connected():
            path = find_chromium(self._playwright)
            if path is None:
                get_chromium()
                path = find_chromium(self._playwright)
            if path is None:
                pytest.skip("NO BROWSER: there is no Chromium here and none could be installed, so this was not tested")
            self._browser = self._playwright.chromium.launch(executable_path=path, args=FLAGS)
        return self._browser

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Playwright's event loop is that of the thread only within it: beside one that runs no other can."""
        asyncio._set_running_loop(self._loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    manager = sync_playwright()
    browsers = Browsers(manager.start())
    asyncio._set_running_loop(None)
    yield browsers
    with browsers.at_work():
        browsers.close()
        manager.__exit__()


@pytest.fixture
def chromium(browsers: Browsers) -> Iterator[Browser]:
    """A browser; tests make contexts of their own in it."""
    with browsers.at_work():
        yield browsers.browser()


def is_stale() -> bool:
    built = [STATIC / "app.js", ROOT / "src" / "wartable" / "studio" / "static" / "studio.js"]
    if not all(path.exists() for path in built):
        return True
    sources = [*(ROOT / "web" / "src").rglob("*"), ROOT / "web" / "build.mjs"]
    return max(path.stat().st_mtime for path in sources) > min(path.stat().st_mtime for path in built)


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

    def sit(self, game: str, bot: str = "random") -> Page:
        """A new table against a bot, as `play` makes it, without a look at the lobby."""
        made = self.context.request.post(f"{self.site.url}/api/play", data={"game": game, "bot": bot, "seat": 0})
        assert made.ok, made.text()
        page = self.open(f"/table/{made.json()['table']}")
        page.wait_for_selector(".thing.lit")
        return page

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

    def visit(
        width: int = 1440, height: int = 900, playback: str = "off", shaded: bool = False, **more: Any
    ) -> Visitor:
        """Somebody who wants to be shown at this speed what happens; most tests do not wait for it, nor see shades."""
        # A worker that keeps the client would fetch all of it for every visitor.
        more.setdefault("service_workers", "block")
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        if not shaded:
            context.add_init_script(FLAT)
        remembered = f"if (!localStorage['wartable.playback']) localStorage['wartable.playback'] = '{playback}'"
        context.add_init_script(remembered)
        context.add_init_script(STANDSTILL)
        made.append(Visitor(context, site))
        return made[-1]

    yield visit
    problems = [problem for visitor in made for problem in visitor.problems]
    for visitor in made:
        visitor.context.close()
    assert not problems
