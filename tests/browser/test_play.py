"""Playing in a real browser, as people do."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.core.game import Game
from wartable.core.registry import game_names

from ..conftest import ROOT
from ..server.harness import Player, Running

LONGEST_GAME = 900_000
CUT_OFF = """
() => [...document.querySelectorAll("header.bar :is(a, button)")]
  .filter((part) => part.scrollWidth > part.clientWidth || part.getClientRects().length > 1 || part.offsetHeight > 40)
  .map((part) => part.textContent)
"""
"""What in the head of a page is not shown whole, or takes two lines."""
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
    // A sheet is worked by its buttons; with nothing set on it, its last one is dead.
    const sheet = [...document.querySelectorAll(".sheets:not([hidden]) button:not(:disabled)")];
    const kinds = [acts, lit, sheet].filter((kind) => kind.length);
    const kind = kinds[random(kinds.length)];
    const wanted = kind?.[random(kind.length)];
    if (!wanted) { await pause(10); continue; }
    const box = (wanted.querySelector?.(".ring") ?? wanted).getBoundingClientRect();
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    const top = document.elementFromPoint(place.clientX, place.clientY);
    const target = wanted.matches("button") ? wanted : top ?? wanted;
    target.dispatchEvent(new MouseEvent("click", place));
    clicks += 1;
    await pause(4);
  }
  return -clicks;
}
"""


# Whether the table has changed since a number, or waits for a touch again.
ANSWERED = """(before) => Number(document.querySelector(".table-page").dataset.number) > before
  || document.querySelector(".thing.lit, .choice-bar .act, .result")"""
MOVED_ON = """(before) => Number(document.querySelector(".table-page").dataset.number) > before"""
MY_TURN = """() => document.querySelector(".thing.lit, .choice-bar .act, .result")"""


def number(page: Page) -> int:
    """How many changes the page has seen."""
    return int(page.get_attribute(".table-page", "data-number") or 0)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_next(page: Page) -> None:
    if page.locator(".choice-bar .act").count():
        page.locator(".choice-bar .act").first.click()
    else:
        page.mouse.click(*middle(page, ".thing.lit .ring"))


def tap_next(page: Page) -> None:
    if page.locator(".choice-bar .act").count():
        page.locator(".choice-bar .act").first.tap()
    else:
        page.touchscreen.tap(*middle(page, ".board-box .thing.lit .ring"))


def play_a_move(page: Page, touch: Callable[[Page], None] = click_next) -> None:
    """Touch what can be touched until the server has taken a move."""
    before = number(page)
    while number(page) == before:
        page.wait_for_function(ANSWERED, arg=before)
        if number(page) == before:
            touch(page)


QUICK = "metals"
"""The game that the gate plays to its end; the others take minutes."""
BY_LENGTH = [pytest.param(name, marks=() if name == QUICK else pytest.mark.slow) for name in game_names()]


@pytest.mark.parametrize("name", BY_LENGTH)
def test_a_full_game_against_a_bot_by_clicking(name: str, visitors: Any) -> None:
    page = visitors().play(name)
    for _ in range(3):
        play_a_move(page)
        page.wait_for_function(MY_TURN)
    clicks = page.evaluate(CLICKER, [LONGEST_GAME, 7])
    assert clicks > 0, f"the match was not over after {-clicks} clicks"
    expect(page.locator(".result")).to_be_visible()
    table = page.url
    page.click(".result a:has-text('Replay')")
    page.wait_for_selector(".curve .line")
    page.wait_for_function("() => document.querySelectorAll('.thing').length > 3")
    page.goto(table)
    page.click(".result [data-again='0']")
    page.wait_for_url(lambda url: url != table)
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator(".thing").first).to_be_visible()


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
    for _ in range(4):
        page.wait_for_selector(".player.due")
        first = "due" in (page.locator(".player").nth(0).get_attribute("class") or "")
        mover, waiting = (page, other) if first else (other, page)
        before = number(waiting)
        play_a_move(mover, click_next if mover is page else tap_next)
        waiting.wait_for_function(MOVED_ON, arg=before)
        waiting.wait_for_function(MY_TURN)
    assert number(page) == number(other)
    told = [one.locator(".since .news").all_inner_texts() for one in (page, other)]
    assert told[0] == told[1]
    page.click("summary[aria-label='More']")
    page.click(".menu-body button:has-text('Resign')")
    page.click("dialog .yes")
    page.click(".result [data-again='1']")
    page.wait_for_selector(".linkbox")
    other.click(".result [data-again]:has-text('Play again with')")
    for one in (page, other):
        one.wait_for_selector(".thing[data-id=space-a1]")
    assert page.url.partition("?")[0] == other.url.partition("?")[0]


def test_a_lost_connection_comes_back_and_nothing_is_lost(visitors: Any) -> None:
    page = visitors().sit("metals")
    play_a_move(page)
    page.wait_for_function(MY_TURN)
    known = number(page)
    page.evaluate("window.wartableDrop()")
    page.wait_for_selector(".offline")
    page.wait_for_selector(".table-page:not(.offline)")
    assert number(page) >= known
    page.wait_for_function(MY_TURN)
    play_a_move(page)


def test_what_was_touched_stays_touched_when_the_line_comes_back(visitors: Any) -> None:
    page = visitors().sit("metals")
    click_next(page)
    page.wait_for_selector(".thing.chosen")
    chosen = page.get_attribute(".thing.chosen", "data-id")
    page.evaluate("window.wartableDrop()")
    page.wait_for_selector(".offline")
    page.wait_for_selector(".table-page:not(.offline)")
    assert page.get_attribute(".thing.chosen", "data-id") == chosen


def test_a_move_made_while_the_line_is_down_is_sent_when_it_is_back(visitors: Any) -> None:
    """Everything is touched in one go, while there is no connection."""
    page = visitors().sit("metals")
    before = number(page)
    offline = page.evaluate(
        """() => {
          window.wartableDrop();
          for (let touches = 0; touches < 8; touches++) {
            const next = document.querySelector(".choice-bar .act") ?? document.querySelector(".thing.lit");
            if (!next) break;
            if (next.classList.contains("act")) next.click();
            else next.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          }
          return document.querySelector(".thing.lit, .choice-bar .act") === null;
        }"""
    )
    assert offline, "a whole move was made up"
    assert number(page) == before
    page.wait_for_function(MOVED_ON, arg=before)


def test_a_phone_needs_no_sideways_scrolling_and_plays_by_touch(visitors: Any) -> None:
    visitor = visitors(width=390, height=844, has_touch=True, is_mobile=True)
    for path in ("/", "/rules/metals", "/account"):
        page = visitor.open(path)
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        assert page.evaluate(CUT_OFF) == [], path
    page = visitor.play("metals")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    play_a_move(page, tap_next)


# What an open drawer lies over.
UNDER_DRAWER = """() => {
  const drawer = document.querySelector(".drawer").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".stage .thing:not(.leaving) .ring, .choice-bar button, .board-box")];
  return parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.width && box.right > drawer.left + 1 && box.left < drawer.right && box.bottom > drawer.top + 1;
  }).map((part) => part.closest(".thing")?.dataset.id ?? part.className);
}"""


def test_no_scrolling_at_a_table_on_a_laptop(each_game: Game, visitors: Any) -> None:
    page = visitors(width=1366, height=768).play(each_game.name)
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    for width, height in ((1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        page.keyboard.press("l")
        page.wait_for_selector(".table-page.with-drawer")
        # The board is laid out anew in the next frame.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(UNDER_DRAWER) == [], "board and choices fit beside an open drawer"
        page.keyboard.press("l")
        page.wait_for_selector(".table-page:not(.with-drawer)")


def test_everything_by_keyboard(visitors: Any) -> None:
    page = visitors().open()
    page.focus("[data-play=metals]")
    page.keyboard.press("Enter")
    page.focus("dialog button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".thing.lit")

    def press(page: Page) -> None:
        page.keyboard.press("b")
        assert page.evaluate("document.activeElement.classList.contains('thing')")
        page.keyboard.press("Enter")

    play_a_move(page, press)
    page.wait_for_selector(".thing.lit")
    page.wait_for_function("() => document.activeElement.classList.contains('thing')")
    page.keyboard.press("a")
    page.wait_for_selector(".actions button")
    page.focus(".actions button >> nth=0")
    before = number(page)
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_ON, arg=before)
    page.wait_for_function("() => document.querySelector('#announce').textContent")


def touch(page: Page, thing: str) -> None:
    page.mouse.click(*middle(page, f"[data-id={thing}] .ring"))


FOCUSED = "() => document.activeElement.closest('.thing.lit')?.dataset.id"
RINGS = """() => {
  const ring = (one) => getComputedStyle(one.querySelector(".ring")).stroke;
  const lit = [...document.querySelectorAll(".thing.lit")].find((one) => one !== document.activeElement);
  return [ring(document.activeElement), ring(lit)];
}"""


def test_the_focus_stays_on_the_board_after_every_move_and_is_seen(visitors: Any) -> None:
    """Also where the last touch was one of the arrows at the spot, and what came of it was shown."""
    page = visitors(playback="fast").sit("metals")

    def enter(page: Page) -> None:
        page.locator(".choice-bar .act, .thing.lit:not(.chosen)").last.focus()
        page.keyboard.press("Enter")

    for _ in range(3):
        play_a_move(page, enter)
        page.wait_for_selector(".stage:not(.playing) .thing.lit")
        page.wait_for_function(FOCUSED)
        focus, lit = page.evaluate(RINGS)
        assert focus != lit


def test_what_came_of_my_move_is_read_out_whoever_moves_next(visitors: Any) -> None:
    page = visitors().sit("metals")
    play_a_move(page)
    page.wait_for_function(MY_TURN)
    page.keyboard.press("l")
    mine = page.locator(".log .deed:has(.seat0) > span:nth-of-type(2)").first.inner_text().removesuffix("▶").strip()
    assert mine in page.locator("#announce").inner_text()


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
    page = visitors().sit("metals")
    things = page.eval_on_selector_all(".thing[data-id^=metal-0]", "all => all.length")
    play_a_move(page)
    page.wait_for_function(MY_TURN)
    page.click("button.undo")
    page.wait_for_function(
        f"() => document.querySelectorAll('.thing[data-id^=metal-0]:not(.leaving)').length === {things}"
    )


def test_of_the_answers_at_the_spot_the_hinted_one_is_marked(visitors: Any) -> None:
    page = visitors().sit("metals")
    page.click("button.hint")
    page.wait_for_selector(".thing.hinted")
    told = page.locator(".toast", has_text="A bot would").inner_text()
    facing = re.search(r"A bot would: Deploy on \w+, facing (\w+)", told)
    assert facing
    page.locator(".thing.hinted.lit:not([data-id^=facing])").first.click()
    answer = page.locator(".choice-bar button.hinted")
    expect(answer).to_have_count(1)
    assert facing[1] in (answer.get_attribute("aria-label") or answer.inner_text())


def test_a_hint_points_at_something_and_gives_reasons(visitors: Any) -> None:
    page = visitors().sit("metals")
    page.click("button.hint")
    page.wait_for_selector(".thing.hinted")
    hint = page.locator(".toast", has_text="A bot would")
    expect(hint).to_contain_text(re.compile(r"A bot would: Deploy on .*: \d+% to win"))
    expect(hint.locator(".others li")).to_have_count(2)
    expect(hint.locator(".others li").first).to_contain_text(re.compile(r"Deploy on .*: \d+% to win"))
    told = hint.bounding_box()
    for shown in (thing.bounding_box() for thing in page.locator(".thing.hinted").all()):
        across = shown["x"] < told["x"] + told["width"] and told["x"] < shown["x"] + shown["width"]
        down = shown["y"] < told["y"] + told["height"] and told["y"] < shown["y"] + shown["height"]
        assert not (across and down), "a hint does not cover what it speaks of"
    page.click("button.hint")
    expect(hint).to_have_count(1)
    for thing in ("pool-0-0", "space-a1", "facing-north"):
        page.click(f'.thing[data-id="{thing}"]')
    expect(hint).to_have_count(0)


def test_light_and_dark(visitors: Any) -> None:
    colours = set()
    for scheme in ("dark", "light"):
        page = visitors(color_scheme=scheme).open("/account")
        colours.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        for other in ("light", "dark", scheme):
            page.emulate_media(color_scheme=other)
            page.wait_for_selector(f"html[data-theme={other}]")
        page.click("[aria-label$=colours]")
        colours.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(colours) == 2


def test_an_account_brings_its_colours_to_another_browser(visitors: Any) -> None:
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    first, second = (visitors(color_scheme="dark").open("/account") for _ in range(2))
    before = first.evaluate(colour)
    for page, title, button in ((first, "New account", "Make it"), (second, "Log in", "Log in")):
        page.fill(f"[id='{title}-name']", "Colourful")
        page.fill(f"[id='{title}-password']", "correct horse")
        page.click(f"button.main:has-text('{button}')")
        page.wait_for_selector("nav a:has-text('Colourful')")
        if page is first:
            with page.expect_response("**/api/me"):
                page.click("[aria-label='Light colours']")
    second.wait_for_function(f"before => {colour} !== before", arg=before)
    assert second.evaluate(colour) == first.evaluate(colour)


def test_a_replay_steps_plays_and_jumps(visitors: Any, site: Running) -> None:
    visitor = visitors()
    page = visitor.sit("metals")
    play_a_move(page)
    page.click(".menu summary")
    page.click("text=Resign")
    page.click("dialog .yes")
    page.click(".result a:has-text('Replay')")
    expect(page.locator(".where")).to_have_text(re.compile("^0 /"))
    page.click("[aria-label=Forward]")
    page.wait_for_function("() => document.querySelector('.where').textContent.startsWith('1 /')")
    page.click("[aria-label='To the end']")
    page.wait_for_function("() => (t => t[0] === t[1])(document.querySelector('.where').textContent.split(' / '))")
    page.click("text=Find mistakes")
    page.wait_for_selector(".curve-box h2:text-is('Chances to win')")
    page.click("text=Check the dice")
    page.wait_for_selector(".toast:has-text('Valid')")
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
        play_a_move(page)
        page.wait_for_selector(".thing.lit")


EVERY_IMPACT = ("minor", "moderate", "serious", "critical")


# Beside what axe looks for by itself: a spoken name that begins unlike what is written. Only what is wrong is sent.
LOOK = """async () => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  return (await axe.run(document, { resultTypes: ["violations"], selectors: false, rules })).violations;
}"""


def scan(page: Page, impacts: tuple[str, ...] = ("serious", "critical")) -> list[str]:
    """What axe finds, of such an impact."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(LOOK)
    return [
        f"{one['id']} ({one['impact']}): {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in impacts
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_around_the_tables(visitors: Any, site: Running, scheme: str) -> None:
    """What belongs to a game is looked at in test_findings.py."""
    visitor = visitors(color_scheme=scheme, reduced_motion="reduce")
    page = visitor.open()
    page.wait_for_selector(".game")
    assert scan(page, EVERY_IMPACT) == []
    page.click("[data-play=metals]")
    assert scan(page, EVERY_IMPACT) == []
    page = visitor.open("/account")
    page.wait_for_selector("h1")
    assert scan(page, EVERY_IMPACT) == []


def test_nothing_is_loaded_from_elsewhere(visitors: Any, site: Running) -> None:
    visitor = visitors(shaded=True)
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
