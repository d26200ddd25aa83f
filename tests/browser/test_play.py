"""Playing in a real browser, as people do."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.core.game import Game

from ..conftest import ROOT
from ..server.harness import Player, Running

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# Clicks whatever can be touched, one thing after the other, until the match is over; a click has a place, as a
# mouse's has. It is quicker than a click from outside the page.
CLICKER = """
async ([limit, seed]) => {
  let state = seed;
  const random = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = Date.now() + limit;
  let clicks = 0;
  while (Date.now() < until) {
    if (document.querySelector(".result")) return clicks;
    const acts = [...document.querySelectorAll(".choice-bar .act")];
    const lit = [...document.querySelectorAll(".thing.lit")];
    const wanted = acts.length && (!lit.length || random(2)) ? acts[random(acts.length)] : lit[random(lit.length)];
    if (!wanted) { await pause(10); continue; }
    const box = (wanted.querySelector?.(".ring") ?? wanted).getBoundingClientRect();
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    const top = document.elementFromPoint(place.clientX, place.clientY);
    const target = wanted.classList.contains("act") ? wanted : top ?? wanted;
    target.dispatchEvent(new MouseEvent("click", place));
    clicks += 1;
    await pause(4);
  }
  return -clicks;
}
"""


def click_a_move(page: Page) -> None:
    """Touch lit things with the mouse until the server has taken a move."""
    before = page.inner_text(".latest")
    for _ in range(8):
        lit = page.locator(".thing.lit .ring")
        if lit.count() == 0 or page.inner_text(".latest") != before:
            return
        box = lit.first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(80)


@pytest.mark.slow
def test_a_full_game_against_a_bot_by_clicking(each_game: Game, visitors: Any) -> None:
    page = visitors().play(each_game.name)
    for _ in range(3):
        click_a_move(page)
        page.wait_for_function("() => document.querySelector('.thing.lit') || document.querySelector('.result')")
    clicks = page.evaluate(CLICKER, [420_000, 7])
    assert clicks > 0, f"the match was not over after {-clicks} clicks"
    expect(page.locator(".result")).to_be_visible()
    page.click(".result a:has-text('Replay')")
    page.wait_for_selector(".curve .line")
    assert page.locator(".thing").count() > 3


def test_two_people_in_two_browsers(visitors: Any) -> None:
    anna, bert = visitors(), visitors(width=390, height=844, has_touch=True)
    page = anna.open()
    page.click("[data-game=metals] button:has-text('Play with people')")
    page.click("dialog button.main")
    link = page.input_value(".linkbox")
    other = bert.open(re.sub(r"^https?://[^/]+", "", link))
    other.click("button:has-text('Sit here')")
    for one in (page, other):
        one.wait_for_selector(".thing[data-id=space-a1]")
    pages = [page, other]
    for _ in range(4):
        page.wait_for_function("() => document.querySelector('.player.due')")
        first = page.locator(".player").nth(0)
        mover = pages[0] if "due" in (first.get_attribute("class") or "") else pages[1]
        mover.wait_for_selector(".thing.lit")
        mover.evaluate(CLICK_ONE)
        waiting = pages[1] if mover is pages[0] else pages[0]
        waiting.wait_for_selector(".thing.lit")
    assert page.inner_text(".latest") == other.inner_text(".latest")


CLICK_ONE = """
async () => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const before = document.querySelector(".latest").textContent;
  for (let turn = 0; turn < 8 && document.querySelector(".latest").textContent === before; turn++) {
    const wanted = document.querySelector(".choice-bar .act") ?? document.querySelector(".thing.lit");
    if (!wanted) { await pause(50); continue; }
    const box = (wanted.querySelector?.(".ring") ?? wanted).getBoundingClientRect();
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    wanted.dispatchEvent(new MouseEvent("click", place));
    await pause(120);
  }
}
"""


def test_a_lost_connection_comes_back_and_nothing_is_lost(visitors: Any, site: Running) -> None:
    visitor = visitors()
    page = visitor.play("metals")
    click_a_move(page)
    page.wait_for_selector(".thing.lit")
    page.evaluate("window.wartableDrop()")
    page.wait_for_selector(".offline")
    page.wait_for_selector(".table-page:not(.offline)")
    page.wait_for_selector(".thing.lit")
    before = page.inner_text(".latest")
    click_a_move(page)
    page.wait_for_function("before => document.querySelector('.latest').textContent !== before", arg=before)


def test_a_move_made_while_the_line_is_down_is_sent_when_it_is_back(visitors: Any) -> None:
    page = visitors().play("metals")
    page.evaluate("window.wartableDrop()")
    before = page.inner_text(".latest")
    page.evaluate(CLICK_ONE)
    page.wait_for_selector(".table-page:not(.offline)")
    page.wait_for_function("before => document.querySelector('.latest').textContent !== before", arg=before)


def test_a_phone_needs_no_sideways_scrolling_and_plays_by_touch(visitors: Any) -> None:
    visitor = visitors(width=390, height=844, has_touch=True, is_mobile=True)
    for path in ("/", "/rules/metals", "/account"):
        page = visitor.open(path)
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page = visitor.play("metals")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    before = page.inner_text(".latest")
    for _ in range(6):
        if page.inner_text(".latest") != before:
            break
        if page.locator(".choice-bar .act").count():
            page.locator(".choice-bar .act").first.tap()
        else:
            box = page.locator(".board-box .thing.lit .ring").first.bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(150)
    assert page.inner_text(".latest") != before


@pytest.mark.slow
def test_no_scrolling_at_a_table_on_a_laptop(each_game: Game, visitors: Any) -> None:
    page = visitors().play(each_game.name)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1440, 900]


def test_everything_by_keyboard(visitors: Any) -> None:
    page = visitors().open()
    page.focus("[data-play=metals]")
    page.keyboard.press("Enter")
    page.focus("dialog button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".thing.lit")
    before = page.inner_text(".latest")
    page.keyboard.press("b")
    for _ in range(6):
        if page.inner_text(".latest") != before:
            break
        assert page.evaluate("document.activeElement.classList.contains('thing')")
        page.keyboard.press("Enter")
        page.wait_for_timeout(120)
        page.keyboard.press("b")
    assert page.inner_text(".latest") != before
    page.wait_for_selector(".thing.lit")
    page.keyboard.press("a")
    page.wait_for_selector(".actions button")
    page.focus(".actions button >> nth=0")
    before = page.inner_text(".latest")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelector('.latest').textContent !== before", arg=before)
    assert page.inner_text("#announce")


def touch(page: Page, thing: str) -> None:
    box = page.locator(f"[data-id={thing}] .ring").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_refused_touch_says_which_rule_forbids_it_and_leads_to_it(visitors: Any, site: Running) -> None:
    with Player(site, "Rival") as rival:
        table = rival.new_table([{"who": "open"}, {"who": "me"}])
        visitor = visitors()
        page = visitor.open(f"/table/{table}")
        page.click("button:has-text('Sit here')")
        page.wait_for_selector(".player.due")
        if rival.get(f"/api/tables/{table}?seat=1")["due"] == [1]:
            rival.post(f"/api/tables/{table}/moves", {"seat": 1, "move": "+a1n"})
            taken = "space-a1"
        else:
            for thing in ("pool-0-0", "space-e7", "facing-north"):
                page.wait_for_selector(f"[data-id={thing}].lit")
                touch(page, thing)
            page.wait_for_function("() => document.querySelectorAll('.player')[1].classList.contains('due')")
            rival.post(f"/api/tables/{table}/moves", {"seat": 1, "move": "+a1n"})
            taken = "space-a1"
        page.wait_for_selector("[data-id=pool-0-0].lit")
        touch(page, "pool-0-0")
        touch(page, taken)
        page.wait_for_selector(".toast .link:has-text('MT-3.3')")
        page.click(".toast .link")
        page.wait_for_selector("[id='MT-3.3'].found")


def test_undo_asks_the_bot_and_goes_back(visitors: Any) -> None:
    page = visitors().play("metals")
    things = page.eval_on_selector_all(".thing[data-id^=metal-0]", "all => all.length")
    click_a_move(page)
    page.wait_for_selector(".thing.lit")
    page.click("button.undo")
    page.wait_for_function(
        f"() => document.querySelectorAll('.thing[data-id^=metal-0]:not(.leaving)').length === {things}"
    )


def test_a_hint_points_at_something(visitors: Any) -> None:
    page = visitors().play("metals")
    page.click("button.hint")
    page.wait_for_selector(".thing.hinted")


def test_light_and_dark(visitors: Any) -> None:
    colours = set()
    for scheme in ("dark", "light"):
        page = visitors(color_scheme=scheme).open()
        colours.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        page.click("[aria-label$=colours]")
        colours.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(colours) == 2


def test_a_replay_steps_plays_and_jumps(visitors: Any, site: Running) -> None:
    visitor = visitors()
    page = visitor.play("metals")
    click_a_move(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".menu summary")
    page.click("text=Resign")
    page.click(".result a:has-text('Replay')")
    expect(page.locator(".where")).to_have_text(re.compile("^0 /"))
    page.click("[aria-label=Forward]")
    page.wait_for_function("() => document.querySelector('.where').textContent.startsWith('1 /')")
    page.click("[aria-label='To the end']")
    page.wait_for_function("() => (t => t[0] === t[1])(document.querySelector('.where').textContent.split(' / '))")
    page.click("text=Find mistakes")
    page.wait_for_selector(".curve-box h2:has-text('by search')", timeout=240_000)
    page.click("text=Check the dice")
    page.wait_for_selector(".toast:has-text('Sound')")
    with page.expect_download() as download:
        page.click("text=Save file")
    assert json.loads(download.value.path().read_text().splitlines()[0])["game"] == "metals"


def test_hot_seat_on_one_device(visitors: Any) -> None:
    page = visitors().open()
    page.click("[data-game=metals] button:has-text('Play with people')")
    page.select_option("#place-1", "here")
    page.click("dialog button.main")
    page.wait_for_selector(".thing.lit")
    for _ in range(3):
        click_a_move(page)
        page.wait_for_selector(".thing.lit")


def scan(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']} ({one['impact']}): {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_accessibility_scan_finds_nothing_serious(visitors: Any, site: Running, scheme: str) -> None:
    visitor = visitors(color_scheme=scheme, reduced_motion="reduce")
    page = visitor.open()
    page.wait_for_selector(".game")
    assert scan(page) == []
    page.click("[data-play=metals]")
    assert scan(page) == []
    page = visitor.play("metals")
    for key in ("", "a", "l", "r"):
        if key:
            page.keyboard.press(key)
            page.wait_for_timeout(200)
        assert scan(page) == []
    for path in ("/rules/metals", "/account"):
        page = visitor.open(path)
        page.wait_for_selector("h1")
        assert scan(page) == []


def test_nothing_is_loaded_from_elsewhere(visitors: Any, site: Running) -> None:
    visitor = visitors()
    hosts = set()
    visitor.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    visitor.play("metals")
    assert hosts == {f"127.0.0.1:{site.port}"}


def test_a_name_with_markup_is_only_text(visitors: Any, site: Running) -> None:
    with Player(site) as other:
        other.post("/api/guest", {"name": "A' B.-c"})
        table = other.new_table([{"who": "me"}, {"who": "me", "name": "D' E"}])
        page = visitors().open(f"/table/{table}")
        page.wait_for_selector(".player")
        assert "A' B.-c" in page.inner_text(".players")
