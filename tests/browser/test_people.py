"""What people meet at a table: being called, handing the device on, taking back, watching, looking at it again."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from ..server.harness import Player, Running
from .test_play import MOVED_ON, MY_TURN, number, play_a_move

# A browser in the background that allows everything, and writes down what it would have played and shown.
LISTENING = """
  window.heard = { tones: 0, notes: [] };
  Object.defineProperty(document, "hidden", { get: () => true });
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    createOscillator() {
      const frequency = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { frequency, connect: (next) => next, start: () => { window.heard.tones += 1; }, stop: () => {} };
    }
    createGain() {
      return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
        connect: (next) => next };
    }
  };
  window.Notification = class {
    static permission = "granted";
    static requestPermission() { return Promise.resolve("granted"); }
    constructor(title, more) { window.heard.notes.push([title, more.body]); }
  };
  localStorage.setItem("wartable.sound", "on");
  localStorage.setItem("wartable.notify", "on");
"""


def sit_together(visitors: Any, **more: Any) -> tuple[Page, Page]:
    """Two browsers at a table of Metals."""
    anna, bert = visitors(), visitors(**more)
    page = anna.open()
    page.click("[data-game=metals] button:has-text('Play with people')")
    page.click("dialog button.main")
    other = bert.open(re.sub(r"^https?://[^/]+", "", page.input_value(".linkbox")))
    other.click("button:has-text('Sit here')")
    for one in (page, other):
        one.wait_for_selector(".thing[data-id=space-a1]")
        one.wait_for_selector(".player.due")
    return page, other


def is_first_due(page: Page) -> bool:
    return "due" in (page.locator(".player").nth(0).get_attribute("class") or "")


def test_the_turn_is_told_by_title_sound_and_notification(visitors: Any, site: Running) -> None:
    with Player(site, "Caller") as rival:
        table = rival.new_table([{"who": "me"}, {"who": "open"}])
        visitor = visitors()
        visitor.page.add_init_script(LISTENING)
        page = visitor.open(f"/table/{table}")
        page.click("button:has-text('Sit here')")
        page.wait_for_selector(".player.due")
        if not is_first_due(page):
            play_a_move(page)
        page.wait_for_function("() => document.querySelectorAll('.player')[0].classList.contains('due')")
        assert "Your turn" not in page.title()
        before = page.evaluate("window.heard.tones")
        notes = len(page.evaluate("window.heard.notes"))
        with rival.sit(table, "show=record&seat=0") as chair:
            assert chair.move(0)["ok"]
        page.wait_for_function(MY_TURN)
        assert page.title() == "● Your turn · Metals · Wartable"
        assert page.evaluate("window.heard.tones") == before + 2
        [[title, question]] = page.evaluate("window.heard.notes")[notes:]
    assert title == "Metals: your turn"
    assert question in page.inner_text("#prompt h1")


def test_the_lobby_calls_to_a_table_too(visitors: Any, site: Running) -> None:
    with Player(site, "Far away") as rival:
        table = rival.new_table([{"who": "me"}, {"who": "open"}])
        visitor = visitors()
        visitor.page.add_init_script(LISTENING)
        page = visitor.open(f"/table/{table}")
        page.click("button:has-text('Sit here')")
        page.wait_for_selector(".player.due")
        if not is_first_due(page):
            play_a_move(page)
        page.wait_for_function("() => document.querySelectorAll('.player')[0].classList.contains('due')")
        page = visitor.open("/")
        page.wait_for_selector(".tables li:has-text('Continue')")
        assert page.title() == "Wartable"
        with rival.sit(table, "show=record&seat=0") as chair:
            assert chair.move(0)["ok"]
        page.wait_for_function("() => document.title.startsWith('● 1')")
        assert page.evaluate("window.heard.notes") == [["Metals: your turn", ""]]


def test_without_being_asked_the_page_is_silent(visitors: Any) -> None:
    visitor = visitors()
    visitor.page.add_init_script(re.sub(r"localStorage.*\n", "", LISTENING))
    page = visitor.sit("metals")
    play_a_move(page)
    page.wait_for_function(MY_TURN)
    assert page.evaluate("window.heard") == {"tones": 0, "notes": []}
    page.click(".menu summary")
    page.click("button.sound")
    page.mouse.click(700, 20)
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    play_a_move(page)
    page.wait_for_function("() => window.heard.tones > 0")


def test_a_takeback_is_asked_for_and_agreed_to(visitors: Any) -> None:
    page, other = sit_together(visitors)
    mover, waiting = (page, other) if is_first_due(page) else (other, page)
    pieces = ".thing[data-id^=metal-]:not(.leaving)"
    play_a_move(mover)
    waiting.wait_for_function(MY_TURN)
    assert mover.locator(pieces).count() == 1
    expect(mover.locator("button.undo")).to_have_text("Take back")
    mover.click("button.undo")
    mover.wait_for_selector(".toast:has-text('You have asked')")
    waiting.wait_for_selector(".banner:has-text('asks to take a move back')")
    waiting.click(".banner button:has-text('Agree')")
    for one in (mover, waiting):
        expect(one.locator(pieces)).to_have_count(0)
    mover.wait_for_function(MY_TURN)
    play_a_move(mover)


def test_the_device_is_handed_on_where_there_are_secrets(visitors: Any) -> None:
    """Thrones: layouts are secret, so the board is covered until the other player has the device."""
    page = visitors().open()
    page.click("[data-game=thrones] button:has-text('Play with people')")
    page.select_option("#place-1", "here")
    page.click("dialog button.main")
    page.wait_for_selector(".thing.lit")
    for touched in ("layout-", "say-done"):
        page.locator(f".thing.lit[data-id^={touched}]").first.click()
    page.wait_for_selector(".banner:has-text('Hand the device to')")
    expect(page.locator(".board-box .scene")).to_be_hidden()
    assert page.locator(".thing.lit").count() == 0
    page.click(".banner button.main")
    page.wait_for_selector(".thing.lit[data-id^=layout-]")
    expect(page.locator(".board-box .scene")).to_be_visible()


# What a player at the device sees, or hears read out.
OPEN_TEXT = """() => document.body.innerText + document.querySelector("#announce").textContent
  + [...document.querySelectorAll("#toasts, .coach, .since")].map((one) => one.innerText).join(" ")"""


def test_nothing_of_the_player_before_is_open_while_the_device_is_handed_on(visitors: Any) -> None:
    """Nor in the log, which was open, nor by a key, nor in what is read out."""
    page = visitors().open()
    page.click("[data-game=thrones] button:has-text('Play with people')")
    page.select_option("#place-1", "here")
    page.click("dialog button.main")
    page.wait_for_selector(".thing.lit")
    page.keyboard.press("l")
    page.locator(".thing.lit[data-id^=layout-]").first.click()
    page.wait_for_selector(".log :text('begins with the layout')")
    page.locator(".thing.lit[data-id^=say-done]").first.click()
    page.wait_for_selector(".banner:has-text('Hand the device to')")
    for key in ("l", "a", "u", "h"):
        page.keyboard.press(key)
    assert "begins with the layout" not in page.evaluate(OPEN_TEXT)
    for tool in (".undo", ".hint", ".tools button:has-text('Log')", ".tools button:has-text('Actions')", ".drawer"):
        expect(page.locator(tool).first).to_be_hidden()
    button = page.locator(".banner button.main").bounding_box()
    assert button and abs(button["x"] + button["width"] / 2 - 720) < 60, "in the middle of the page"
    page.click(".banner button.main")
    page.wait_for_selector(".thing.lit[data-id^=layout-]")


def test_a_spectator_watches_and_cannot_touch(visitors: Any) -> None:
    page, other = sit_together(visitors)
    watcher = visitors()
    watcher.open("/")
    watcher.page.click(".tables li:has-text('in play') a:has-text('Watch')")
    watcher.page.wait_for_selector(".thing")
    page.wait_for_selector(".watching:has-text('1 watching')")
    before = number(watcher.page)
    play_a_move(page if is_first_due(page) else other)
    watcher.page.wait_for_function(MOVED_ON, arg=before)
    assert watcher.page.locator(".thing.lit").count() == 0
    expect(watcher.page.locator("button.hint")).to_be_hidden()


def test_a_replay_plays_by_itself_until_it_is_paused(visitors: Any, site: Running) -> None:
    with Player(site, "Replayer") as player:
        table = player.new_table([{"who": "me"}, {"who": "bot", "bot": "random"}])
        with player.sit(table, "show=record&seat=0") as chair:
            while chair.state["status"] != "over":
                chair.move(0)
                chair.wait_turn(0)
        visitor = visitors()
        visitor.page.clock.install()
        page = visitor.open(f"/replay/{table}")
        page.wait_for_selector(".thing")
        page.click("button.main:has-text('Play')")
        page.wait_for_function("() => Number(document.querySelector('.where').textContent.split(' / ')[0]) >= 3")
        page.click("button:has-text('Pause')")
        at = "Number(document.querySelector('.where').textContent.split(' / ')[0])"
        stopped = page.evaluate(at)
        for _ in range(4):
            page.clock.run_for(2000)
            page.evaluate("fetch(location.href).then((answer) => answer.text())")
        assert page.evaluate(at) <= stopped + 1, "the step that was under way is shown, and no other"
        page.locator(".drawer-body").focus()
        page.keyboard.press("Home")
        page.wait_for_function("() => document.querySelector('.where').textContent.startsWith('0 /')")
        box = page.locator(".curve").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
        page.wait_for_function("() => (t => t[0] === t[1])(document.querySelector('.where').textContent.split(' / '))")
