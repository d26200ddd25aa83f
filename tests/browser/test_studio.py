"""The studio in a real browser: a game is changed while its table is open."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from wartable.server.web.process.port import listening_socket
from wartable.studio.app import Watcher, make_app
from wartable.studio.run import HOST
from wartable.studio.session import Studio

from ..made import edit, load, write_game
from .conftest import PATIENCE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write_game(tmp_path, "dare_dice", "--code", "DA")
    monkeypatch.syspath_prepend(str(folder.parent))
    return folder


@pytest.fixture
def page(chromium: Browser, client_built: None, folder: Path) -> Iterator[Page]:
    """The page of a studio at whose table seat 0 is to act."""
    studio = Studio(load(folder), seed=1)
    studio.edit("active", 0)
    studio.edit("head.frames[0].due", 1)
    listening, watcher = listening_socket(HOST, 0), Watcher(studio, pause=0.05)
    server = uvicorn.Server(uvicorn.Config(make_app(studio), log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    watcher.start()
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"http://127.0.0.1:{listening.getsockname()[1]}/")
    page.wait_for_selector(".thing.lit")
    yield page
    context.close()
    watcher.stop()
    server.should_exit = True
    thread.join()
    listening.close()
    assert not problems


def test_a_game_is_played_edited_and_changed_at_an_open_table(page: Page, folder: Path) -> None:
    page.get_by_role("tab", name="State").click()
    stake = page.get_by_label("stake", exact=True)
    stake.fill("7")
    stake.press("Enter")
    expect(page.locator("[data-id=stake]")).to_contain_text("7")
    page.get_by_role("tab", name="Actions").click()
    expect(page.locator("table.actions")).to_contain_text("Hold and bank 7")
    edit(folder / "decisions" / "hold.py", "Hold and bank", "Keep")
    expect(page.locator("table.actions")).to_contain_text("Keep 7")
    edit(folder / "rules.py", "def pass_turn(", "def pass_turn((")
    expect(page.locator(".studio-says")).to_contain_text("rules.py, line ")
    edit(folder / "rules.py", "def pass_turn((", "def pass_turn(")
    expect(page.locator(".studio-says")).to_be_empty()
    page.locator(".thing.lit[data-id=hold]").click()
    expect(page.locator("[data-id=banked-0]")).to_contain_text("7")
    page.get_by_role("tab", name="Ask").click()
    page.get_by_label("Asked by").select_option("0")
    page.get_by_label("A code, a notation").fill("bank")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer")).to_contain_text("hold is not legal. DA-2.5")
    page.get_by_role("button", name="Outline things").click()
    page.get_by_role("tab", name="Things").click()
    expect(page.locator("table.things")).to_contain_text("banked-1")
    page.get_by_role("tab", name="Test").click()
    expect(page.locator("pre")).to_contain_text("t.s.stake = 7")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".where")).to_contain_text("stake = 7")
