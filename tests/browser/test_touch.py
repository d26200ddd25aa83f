"""Touching in a real browser: in any order, by dragging, and what is asked at the spot."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from wartable.core.registry import find_game

from ..server.harness import Player, Running
from .hand import ASKED, Hand, at_random
from .test_clicks import PHONE, as_greedy, sit_down
from .test_play import MOVED_ON, MY_TURN, middle, number


def free_corner(page: Page) -> str:
    """A corner that can be touched: the other side may have begun, and stand on one."""
    page.wait_for_function(MY_TURN)
    found: str = page.get_attribute(".thing.lit[data-id^=space-]", "data-id") or ""
    return found


def touch(page: Page, thing: str) -> None:
    page.mouse.click(*middle(page, f"[data-id={thing}] .ring"))


def test_the_target_can_be_touched_first_and_the_facing_is_asked_there(visitors: Any) -> None:
    page = visitors().sit("metals")
    before = number(page)
    touch(page, free_corner(page))
    page.wait_for_selector(".choice-bar.fan .act >> nth=3")
    spot = page.locator(".thing.chosen .ring").bounding_box()
    north = page.locator(".choice-bar [aria-label='face north']").bounding_box()
    assert spot is not None and north is not None
    assert abs(north["x"] + north["width"] / 2 - spot["x"] - spot["width"] / 2) < 110
    assert abs(north["y"] - spot["y"]) < 160, "asked beside the space, not at the foot of the page"
    page.click(".choice-bar [aria-label='face north']")
    page.wait_for_function(MOVED_ON, arg=before)


def test_a_piece_is_dragged_to_where_it_goes(visitors: Any) -> None:
    page = visitors().sit("metals")
    before = number(page)
    start = middle(page, "[data-id=pool-0-0] .ring")
    end = middle(page, f"[data-id={free_corner(page)}] .ring")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] + 5)
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    page.wait_for_selector(".choice-bar.fan .act")
    page.click(".choice-bar [aria-label='face east']")
    page.wait_for_function(MOVED_ON, arg=before)


def test_what_can_be_touched_later_is_lit_fainter(visitors: Any) -> None:
    page = visitors().sit("metals")
    corner = f"[data-id={free_corner(page)}]"
    assert "later" not in (page.get_attribute("[data-id=pool-0-0]", "class") or "")
    assert "later" in (page.get_attribute(corner, "class") or "")
    touch(page, "pool-0-0")
    page.wait_for_selector(".thing.chosen")
    assert "later" not in (page.get_attribute(corner, "class") or "")


def test_a_place_where_nothing_can_go_says_why(visitors: Any) -> None:
    page = visitors().sit("metals")
    page.wait_for_function(MY_TURN)
    touch(page, "space-c4")
    page.wait_for_selector(".toast .link:has-text('MT-3.2')")
    assert "nothing to do" not in page.inner_text(".toast")


def test_a_resting_mouse_shows_a_card_with_its_rule_and_what_an_action_would_do(visitors: Any) -> None:
    page = visitors().sit("metals")
    corner = free_corner(page)
    page.mouse.move(*middle(page, "[data-id=space-c4] .ring"))
    card = page.locator(".card-box")
    expect(card).to_contain_text("MT-5.1")
    touch(page, corner)
    page.locator(".choice-bar [aria-label='face north']").hover()
    expect(card).to_contain_text(f"deploys on {corner.removeprefix('space-')}, facing north")
    page.mouse.move(*middle(page, "[data-id=space-c4] .ring"))
    card.locator(".link").click()
    page.wait_for_selector("[id='MT-5.1'].found")


def overlaps(one: Any, other: Any) -> bool:
    apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return not (apart or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])


def test_what_an_answer_would_do_is_told_beside_the_answers_and_never_over_them(visitors: Any) -> None:
    page = visitors().sit("metals")
    touch(page, free_corner(page))
    answers = page.locator(".choice-bar .act")
    answers.first.hover()
    card = page.locator(".card-box")
    expect(card).to_contain_text("deploys on")
    box = card.bounding_box()
    assert not any(overlaps(box, answers.nth(place).bounding_box()) for place in range(answers.count()))


def test_a_finger_on_its_way_to_an_answer_meets_no_card(visitors: Any) -> None:
    visitor = visitors(width=390, height=844, has_touch=True)
    sent: list[dict[str, Any]] = []
    visitor.page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(json.loads(text))))
    page = visitor.sit("metals")
    corner = free_corner(page)
    before = number(page)
    page.touchscreen.tap(*middle(page, f"[data-id={corner}] .ring"))
    answer = page.locator(".choice-bar .act").first
    answer.dispatch_event("pointerenter", {"pointerType": "touch"})
    answer.focus()
    answer.tap()
    page.wait_for_function(MOVED_ON, arg=before)
    assert "move" in {message["type"] for message in sent}
    assert not [message for message in sent if message["type"] == "look" and "thing" not in message]


MOST_BEFORE = 8
IN_SIGHT = """(panel) => [...document.querySelectorAll(".thing:not(.leaving)")]
  .filter((one) => one.dataset.id.startsWith(panel)).map((one) => one.getBoundingClientRect())
  .map((box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
  .filter((seen) => seen?.closest("svg.scene")).length
"""


def test_the_hand_is_in_sight_when_a_phone_asks_whether_to_keep_it(visitors: Any, site: Running) -> None:
    """At Iron Kings, where the hand lies two screens below the map else."""
    game = find_game("iron_kings")
    asks = "tapped.position.choices.some((one) => one.path.includes('mulligan'))"
    with Player(site, "Thumb") as player:
        page, _ = sit_down(visitors(**PHONE, has_touch=True, is_mobile=True), player, game, "random")
        hand = Hand(page, at_random(7), touch=True)
        for _ in range(MOST_BEFORE):
            page.wait_for_function(ASKED)
            if page.evaluate(asks):
                break
            hand.decide()
        assert page.evaluate(asks)
        page.reload()
        page.wait_for_function(ASKED)
        page.wait_for_function(f"() => ({IN_SIGHT})('hand-') >= 3")


def test_what_is_asked_about_stays_in_sight_in_a_small_wide_window(visitors: Any, site: Running) -> None:
    """Whose answers are buttons of the bar: the table is not moved to where it has them, too."""
    game = find_game("iron_kings")
    asks = "tapped.position.choices.some((one) => one.path.includes('mulligan'))"
    with Player(site, "Small") as player:
        page, _ = sit_down(visitors(width=1024, height=768), player, game, "random")
        hand = Hand(page, at_random(7))
        for _ in range(MOST_BEFORE):
            page.wait_for_function(ASKED)
            if page.evaluate(asks):
                break
            hand.decide()
        page.wait_for_function(ASKED)
        page.wait_for_function(f"() => ({IN_SIGHT})('hand-') >= 3")
        page.reload()
        page.wait_for_function(ASKED)
        page.wait_for_function(f"() => ({IN_SIGHT})('hand-') >= 3")


def test_a_finger_drags_a_piece_on_a_board_that_scrolls(visitors: Any, site: Running) -> None:
    """Which takes one touch and scrolls nothing."""
    game = find_game("thrones")
    with Player(site, "Dragger") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page, table = sit_down(visitor, player, game, "random")
        hand = Hand(page, as_greedy(site, game, table), touch=True)
        # Once both have laid out and nothing of the other's is on its way any longer.
        while "done" not in hand.count.wanted[:-1]:
            assert not hand.play(1)
        hand.drags = True
        while not hand.count.drags:
            assert not hand.play(1), "pieces can be dragged before the match is over"
        assert hand.count.touches[-1] == 1
        assert hand.count.astray == []


def test_the_card_of_a_long_press_stays_and_its_words_and_its_rule_can_be_touched(visitors: Any) -> None:
    page = visitors(**PHONE, has_touch=True, is_mobile=True).sit("metals")
    page.wait_for_function(MY_TURN)
    card, finger = page.locator(".card-box"), page.context.new_cdp_session(page)

    def press() -> None:
        x, y = middle(page, "[data-id=space-c4] .ring")
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(card).to_be_visible()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(card).to_be_visible()

    press()
    card.get_by_role("button", name="active player").tap()
    expect(page.locator(".term-card")).to_contain_text("The player whose turn it is.")
    page.locator(".table-bar .goal").tap(position={"x": 3, "y": 3})
    expect(card).to_be_hidden()
    press()
    card.get_by_role("button", name="MT-5.1").tap()
    expect(card).to_be_hidden()
    expect(page.locator("[data-tab=rules]")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".drawer-body")).to_contain_text("MT-5.1")
