"""What was met in whole matches that were played by hand, each asserted in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..server.harness import Player, Running
from .test_clicks import at_table
from .test_play import MOVED_ON, MY_TURN, middle

COVERED = """() => {
  const card = document.querySelector(".card-box").getBoundingClientRect();
  const rings = [...document.querySelectorAll(".thing.lit .ring, .choice-bar.spot:not([hidden]) button")];
  return rings.filter((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return card.left < middle[0] && middle[0] < card.right && card.top < middle[1] && middle[1] < card.bottom;
  }).length;
}"""


def sit(visitors: Any, player: Player, game: str, playback: str = "off", **more: Any) -> Page:
    """A table against a bot where something is asked."""
    table = player.post("/api/play", {"game": game, "bot": "random", "seat": 0, **more})["table"]
    page = at_table(visitors(playback=playback), player, table)
    page.wait_for_function(MY_TURN)
    return page


def test_a_card_says_once_what_all_ways_have_in_common_and_covers_no_goal(visitors: Any, site: Running) -> None:
    with Player(site, "Reader") as player:
        page = sit(visitors, player, "metals")
        corner = page.locator(".thing.lit[data-id^=space-]").first.get_attribute("data-id")
        page.mouse.move(*middle(page, f"[data-id={corner}] .ring"))
        card = page.locator(".card-box:not([hidden])")
        expect(card.locator(".outlook")).to_have_count(4)
        assert "deploys" not in card.inner_text(), "the label has said so"
        assert card.locator(".card-head svg").count() == 0, "a place without a picture leaves no room for one"
        assert page.evaluate(COVERED) == 0
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)


def test_arrow_keys_lead_to_the_answers_at_the_spot_and_no_card_covers_them(visitors: Any, site: Running) -> None:
    with Player(site, "Keys") as player:
        page = sit(visitors, player, "metals")
        page.evaluate("document.querySelector('.thing.lit[data-id^=space-]').focus()")
        page.keyboard.press("Enter")
        expect(page.locator(".choice-bar.fan button")).to_have_count(4)
        page.keyboard.press("ArrowRight")
        focused = "document.activeElement.getAttribute('aria-label')"
        assert page.evaluate(focused) == "face east"
        page.keyboard.press("ArrowUp")
        assert page.evaluate(focused) == "face north"
        expect(page.locator(".card-box")).to_be_visible()
        assert page.evaluate(COVERED) == 0


def test_a_building_that_cannot_be_paid_is_not_stored_unasked(visitors: Any, site: Running) -> None:
    with Player(site, "Buyer") as player:
        page = sit(visitors, player, "city_of_iron", example="CI-5.2-2")
        number = page.get_attribute(".table-page", "data-number")
        paths = page.evaluate("tapped.position.choices.map((one) => one.path)")
        stored = {path[0] for path in paths if path[-1] == "do-store"}
        dear = next(iter(sorted(stored - {path[0] for path in paths if path[-1] == "do-build"})))
        page.mouse.click(*middle(page, f"[data-id={dear}] .ring"))
        expect(page.locator("#toasts .why")).to_contain_text(re.compile(r"costs|CI-"))
        assert page.get_attribute(".table-page", "data-number") == number, "nothing has been done"
        page.locator(".choice-bar .act", has_text="Store").click()
        page.wait_for_function(MOVED_ON, arg=int(number or 0))
        expect(page.locator("#toasts .why")).to_have_count(0)


def test_a_city_on_the_map_recruits(visitors: Any, site: Running) -> None:
    with Player(site, "Recruiter") as player:
        page = sit(visitors, player, "heroes", example="HE-7.1")
        page.mouse.click(*middle(page, ".thing.lit[data-id^=city-] .ring"))
        expect(page.locator(".sheet h2, .sheet strong").first).to_contain_text("Recruit")


def test_while_it_is_shown_the_log_waits_and_keys_are_not_taken_for_words_of_the_game(
    visitors: Any, site: Running
) -> None:
    with Player(site, "Watcher") as player:
        page = sit(visitors, player, "metals", playback="slow")
        page.keyboard.press("l")
        corner = page.locator(".thing.lit[data-id^=space-]").first.get_attribute("data-id")
        page.mouse.click(*middle(page, f"[data-id={corner}] .ring"))
        page.evaluate("standstill = () => document.querySelector('.log > li[hidden]')")
        page.locator(".choice-bar .act").first.click()
        page.wait_for_selector(".stage.playing")
        page.wait_for_function("() => document.querySelectorAll('.log > li[hidden]').length > 0")
        assert "Space" in page.inner_text(".goal.skipping")
        assert page.locator(".goal.skipping .term").count() == 0
        page.keyboard.press("Escape")
        page.wait_for_selector(".stage:not(.playing)")
        assert page.locator(".log > li[hidden]").count() == 0


def test_the_drawing_has_no_frame_when_it_was_clicked(visitors: Any, site: Running) -> None:
    with Player(site, "Clicker") as player:
        page = sit(visitors, player, "metals")
        page.mouse.click(*middle(page, "[data-id=space-c4] .ring"))
        assert page.evaluate("getComputedStyle(document.querySelector('svg.scene')).outlineStyle") == "none"


def test_on_a_phone_the_board_stays_where_it_is_while_something_is_shown(visitors: Any, site: Running) -> None:
    with Player(site, "Steady") as player:
        table = player.post("/api/play", {"game": "iron_kings", "bot": "random", "seat": 0})["table"]
        visitor = visitors(width=390, height=844, has_touch=True, playback="slow")
        page = at_table(visitor, player, table)
        page.wait_for_function(MY_TURN)
        # Words are as wide as they stay, and no line says any more that the rules are being compiled.
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        expect(page.locator(".banner")).to_be_hidden()
        top = "() => document.querySelector('.stage').getBoundingClientRect().top"
        before = page.evaluate(top)
        expect(page.locator(".goal.skipping")).to_have_count(0)
        page.evaluate("standstill = () => true")
        page.touchscreen.tap(*middle(page, ".board-box .thing.lit .ring"))
        page.wait_for_selector(".stage.playing")
        expect(page.locator(".goal.skipping"), "other words are said meanwhile").to_be_visible()
        assert page.evaluate(top) == before


def test_who_only_watches_is_not_offered_to_resign(visitors: Any, site: Running) -> None:
    with Player(site, "Guest") as player:
        table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
        for query, count in (("", 1), ("?watch=1", 0)):
            page = at_table(visitors(), player, table + query)
            page.wait_for_selector(".thing")
            page.click(".menu summary")
            expect(page.locator(".menu-body .resign:visible")).to_have_count(count)


def test_a_retreat_which_loses_hero_and_army_is_asked_once_more(visitors: Any, site: Running) -> None:
    with Player(site, "Doubter") as player:
        page = sit(visitors, player, "heroes", example="HE-17.2")
        number = page.get_attribute(".table-page", "data-number")
        page.mouse.click(*middle(page, ".thing.lit[data-id=retreat] .ring"))
        sure = page.locator(".choice-bar .act", has_text="Retreat: the hero and its army are lost")
        expect(sure).to_be_visible()
        assert page.get_attribute(".table-page", "data-number") == number, "nothing has been done"
        sure.click()
        page.wait_for_function(MOVED_ON, arg=int(number or 0))


TABS = "() => document.querySelector('.drawer .tabs').getBoundingClientRect().bottom - innerHeight"


def test_on_a_phone_the_tabs_stay_on_the_screen_beside_the_log_and_the_result(visitors: Any, site: Running) -> None:
    with Player(site, "Thumb") as player:
        table = player.post("/api/play", {"game": "iron_kings", "bot": "random", "seat": 0})["table"]
        page = at_table(visitors(width=390, height=740, has_touch=True), player, table)
        page.wait_for_function(MY_TURN)
        assert page.evaluate(TABS) <= 1
        page.click("#tab-log")
        assert page.evaluate(TABS) <= 1
        with player.sit(table) as chair:
            assert chair.ask("resign", seat=0)["ok"]
        page.wait_for_selector(".result strong")
        assert page.evaluate(TABS) <= 1


CUT = """() => [...document.querySelectorAll(".thing.lit .ring")].filter((ring) => {
  const box = ring.getBoundingClientRect(), frame = ring.ownerSVGElement.parentElement.getBoundingClientRect();
  return box.top < frame.top || box.bottom > frame.bottom;
}).map((ring) => ring.closest(".thing").dataset.id)"""


def on_phone(visitors: Any, player: Player, example: str) -> Page:
    """A table of Iron Kings on a phone, as an example of a rule begins."""
    wanted = {"game": "iron_kings", "bot": "random", "seat": 0, "example": example}
    table = player.post("/api/play", wanted)["table"]
    page = at_table(visitors(width=390, height=844, has_touch=True, is_mobile=True), player, table)
    page.wait_for_function(MY_TURN)
    return page


def test_on_a_phone_no_card_to_choose_from_is_cut(visitors: Any, site: Running) -> None:
    with Player(site, "Chooser") as player:
        page = on_phone(visitors, player, "IK-14.1")
        cards = page.locator(".thing.lit[data-id^=treasure-]")
        expect(cards).to_have_count(3)
        assert page.evaluate(CUT) == []
        # Also where somebody has looked at something else before.
        page.evaluate("document.querySelector('.rest').parentElement.scrollTop = 2000")
        assert len(page.evaluate(CUT)) == 3
        page.click("#tab-log")
        page.click("#tab-table")
        page.wait_for_function(f"() => ({CUT})().length === 0")


def test_all_of_what_happened_last_is_a_touch_away(visitors: Any, site: Running) -> None:
    with Player(site, "Curious") as player:
        page = on_phone(visitors, player, "IK-14.1")
        line = page.locator(".since")
        more = line.get_by_role("button", name=re.compile("^[0-9]+ more$"))
        missing = int(more.inner_text().split()[0])
        assert missing > 2 and "draw 3 treasures" not in line.inner_text()
        box = more.bounding_box()
        assert box and box["height"] >= 24 and box["width"] >= 24
        more.tap()
        whole = line.locator(".all-of-it")
        expect(whole).to_be_visible()
        assert whole.locator("p").count() > missing and "draw 3 treasures" in whole.inner_text()
        assert whole.evaluate(
            "one => { const { left, right } = one.getBoundingClientRect(); return left >= 0 && right <= innerWidth; }"
        )
        page.touchscreen.tap(*middle(page, ".board-box .scene"))
        expect(whole).to_have_count(0)
        expect(more).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_what_happened_takes_as_much_room_as_nothing(width: int, height: int, visitors: Any, site: Running) -> None:
    """So that the board below it stays where it is: all of it is drawn again where it gets a third of a pixel less."""
    with Player(site, "Level") as player:
        wanted = {"game": "iron_kings", "bot": "random", "seat": 0, "example": "IK-14.1"}
        table = player.post("/api/play", wanted)["table"]
        page = at_table(visitors(width=width, height=height), player, table)
        page.wait_for_function(MY_TURN)
        high = "() => document.querySelector('.since').getBoundingClientRect().height"
        expect(page.locator(".since .news")).not_to_have_count(0)
        before = page.evaluate(high)
        page.evaluate("document.querySelector('.since').replaceChildren()")
        assert page.evaluate(high) == before


def test_what_a_phone_shows_first_draws_no_backdrop_of_a_wide_table_again(visitors: Any, site: Running) -> None:
    with Player(site, "Still") as player:
        page = sit(visitors, player, "iron_kings", example="IK-14.1")
        page.evaluate("() => { for (const one of document.querySelectorAll('.grounds > g')) one.dataset.seen = ''; }")
        asked = page.inner_text("#prompt h1")
        page.click(".thing.lit >> nth=0")
        page.wait_for_function("(asked) => document.querySelector('#prompt h1').innerText !== asked", arg=asked)
        assert page.locator(".grounds > g[data-seen]:has([data-world])").count() == 1, "the board's"


def test_a_table_of_plain_names_fetches_no_letters_with_accents(visitors: Any, site: Running) -> None:
    with Player(site, "Plain") as player:
        page = sit(visitors, player, "iron_kings", playback="normal")
        page.evaluate("standstill = () => true")
        page.click(".thing.lit >> nth=0")
        expect(page.locator(".event-line")).to_be_visible()
        page.evaluate("() => document.fonts.ready.then(() => null)")
        loaded = "[...document.fonts].filter((one) => one.status !== 'unloaded').map((one) => one.unicodeRange)"
        ranges = page.evaluate(loaded)
        assert ranges and not [one for one in ranges if "A1-B6" in one.upper()]


def test_whoever_plans_on_a_phone_sees_the_king_on_the_part_of_the_map_that_is_shown(
    visitors: Any, site: Running
) -> None:
    with Player(site, "Planner") as player:
        table = player.post("/api/play", {"game": "iron_kings", "bot": "random", "seat": 0})["table"]
        page = at_table(visitors(width=390, height=844, has_touch=True, is_mobile=True), player, table)
        page.wait_for_function(MY_TURN)
        # The lowest row: the window shows the map from its top where nothing says otherwise.
        for wanted in ("hex-I3", "face-E"):
            page.evaluate("(id) => document.querySelector(`.thing[data-id='${id}']`).focus()", wanted)
            number = page.get_attribute(".table-page", "data-number")
            page.keyboard.press("Enter")
            page.wait_for_function(MOVED_ON, arg=number)
            page.wait_for_function(MY_TURN)
        shown = page.locator(".board-box").bounding_box()
        king = page.locator("[data-id=king-0] .ring").bounding_box()
        assert shown and king and shown["y"] <= king["y"] and king["y"] + king["height"] <= shown["y"] + shown["height"]


def test_a_finger_that_touches_what_is_not_asked_for_is_told_what_it_is(visitors: Any, site: Running) -> None:
    with Player(site, "Finger") as player:
        page = on_phone(visitors, player, "IK-14.1")
        number = page.get_attribute(".table-page", "data-number")
        page.locator("[data-id=rival-1]").scroll_into_view_if_needed()
        page.touchscreen.tap(*middle(page, "[data-id=rival-1] .ring"))
        card = page.locator(".card-box:not([hidden])")
        expect(card).to_contain_text("cards in hand")
        assert page.locator("#toasts .why").count() == 0
        assert page.get_attribute(".table-page", "data-number") == number
