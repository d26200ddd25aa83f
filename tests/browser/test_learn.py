"""Rules that can be seen, and the lesson, by real clicks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.bots import Budget
from wartable.bots.advice import coach
from wartable.core.registry import game_names

from .test_play import middle

BOARD_IN_SIGHT = """() => [...document.querySelectorAll(".stage .thing")].every((thing) => {
  const box = thing.getBoundingClientRect();
  return box.bottom <= innerHeight && box.right <= innerWidth;
})"""


def click(page: Page, *ids: str) -> None:
    for id in ids:
        page.click(f'.thing[data-id="{id}"]')


def say(page: Page, text: str) -> None:
    expect(page.locator(".bubble .say")).to_contain_text(text)


def said(page: Page, text: str) -> None:
    """What a wrong try is answered with."""
    expect(page.locator(".bubble .said")).to_contain_text(text)


def lead(page: Page, name: str) -> None:
    """Read what there is to read, and press a button of the bubble."""
    either = page.locator(f".bubble [data-learn=more], [data-learn={name}]").first
    expect(either).to_be_visible()
    while page.locator(".bubble [data-learn=more]").count():
        page.click(".bubble [data-learn=more]")
        expect(either).to_be_visible()
    page.click(f"[data-learn={name}]")


def test_a_rule_is_seen_and_tried(visitors: Any) -> None:
    page = visitors().open("/rules/metals")
    example = page.locator('[data-example="MT-4.8"]')
    example.locator("summary").click()
    expect(example.locator("img")).to_have_count(2)
    expect(example.locator(".told")).to_contain_text("Blue's Metal on a3 is defeated and goes back to the pool.")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-example=\"MT-4.8\"] img')].every((one) => one.naturalWidth > 0)"
    )
    example.locator("[data-try]").click()
    page.wait_for_url("**/learn/metals/try-MT-4.8")
    say(page, "The Metal on a2 is damaged already.")
    expect(page.locator('.thing[data-id="metal-0-0"]')).to_be_visible()
    lead(page, "skip")
    say(page, "That is what MT-4.8 says.")
    lead(page, "again")
    say(page, "The Metal on a2 is damaged already.")
    mine = page.request.get(page.url.split("/learn/")[0] + "/api/tables?which=mine")
    assert mine.json() == [], "no match is left behind"


def test_what_is_refused_is_tried_too(visitors: Any) -> None:
    page = visitors().open("/learn/metals/try-MT-3.3")
    say(page, "Try it all the same.")
    click(page, "pool-0-0")
    page.mouse.click(*middle(page, '.thing[data-id="space-a7"] .ring'))
    expect(page.locator(".bubble")).to_have_attribute("data-step", "1")
    said(page, "taken")


def test_the_first_lesson_of_metals_leads_into_a_match(visitors: Any) -> None:
    page = visitors().open()
    page.click("a[data-learn=metals]")
    page.click("[data-lesson=first]")
    say(page, "You lead Blue's metal warriors")
    lead(page, "next")
    say(page, "Your Metals wait beside the map")
    page.keyboard.press("a")
    page.get_by_role("button", name="Deploy on e7, facing south").click()
    said(page, "In this lesson, please")
    page.keyboard.press("a")
    click(page, "pool-0-0", "space-a1", "facing-north")
    say(page, "Orange has deployed too")
    page.reload()
    say(page, "Orange has deployed too")
    click(page, "metal-0-0", "space-b1", "facing-north")
    expect(page.locator(".bubble")).to_have_attribute("data-step", "3")
    page.click("[data-learn=back]")
    say(page, "Orange has deployed too")
    while not page.locator("[data-learn=play]").count():
        step = page.locator(".bubble").get_attribute("data-step")
        for name in ("more", "show", "skip", "next"):
            if page.locator(f".bubble [data-learn={name}]").count():
                page.click(f".bubble [data-learn={name}]")
                break
        if name in ("skip", "next"):
            expect(page.locator(".bubble")).not_to_have_attribute("data-step", step or "")
    page.click("[data-learn=play]")
    page.wait_for_url("**/table/*")
    expect(page.locator('.thing[data-id="track-0"]')).to_have_attribute("aria-label", "6 of 10 points")
    page.goto(page.url.split("/table/")[0] + "/learn/metals")
    expect(page.locator("li.done [data-lesson=first]")).to_contain_text("done")


def test_a_puzzle_answers_a_wrong_try_and_stays_solved(visitors: Any) -> None:
    visitor = visitors()
    page = visitor.open("/learn/metals")
    expect(page.locator(".lessons-page")).to_contain_text("Puzzles: 0 of")
    page.click("[data-lesson=two-roads]")
    expect(page.locator(".bubble [data-learn]").first).to_be_visible()
    step = page.request.get(f"{visitor.site.url}/api/games/metals/lessons/two-roads/0").json()["table"]
    paths = {choice["notation"]: choice["path"] for choice in step["choices"]}
    expect(page.locator(".thing.hinted.lit")).to_have_count(0)
    click(page, *paths["d4-e4n"])
    said(page, "is defeated and goes back to the pool")
    said(page, "The assault comes before the points")
    click(page, *paths["d4-c4e"])
    expect(page.locator(".bubble .solved")).to_be_visible()
    say(page, "Points are counted after the assault")
    expect(page.locator("[data-learn=play]")).to_have_count(0)
    lead(page, "onward")
    expect(page.locator(".bubble [data-learn=show]")).to_be_visible()
    page.click("[data-learn=leave]")
    expect(page.locator("li.done [data-lesson=two-roads]")).to_contain_text("done")
    expect(page.locator(".lessons-page")).to_contain_text("Puzzles: 1 of")


def test_a_puzzle_whose_answer_was_shown_is_not_solved(visitors: Any) -> None:
    page = visitors().open("/learn/metals/last-dot")
    lead(page, "show")
    said(page, "The answer: ")
    answer = page.request.get(page.url.replace("/learn/", "/api/games/").replace("/last-dot", "/lessons/last-dot/0"))
    click(page, *answer.json()["lesson"]["path"])
    expect(page.locator(".bubble .solved")).to_be_visible()
    page.click("[data-learn=leave]")
    expect(page.locator("[data-lesson=last-dot]")).to_contain_text("answer seen")
    expect(page.locator(".lessons-page")).to_contain_text("Puzzles: 0 of")


def test_the_bubble_is_small_and_lies_beside_what_it_speaks_of(visitors: Any) -> None:
    for width, height, more in ((1440, 900, {}), (390, 844, {"has_touch": True, "is_mobile": True})):
        page = visitors(width, height, **more).open("/learn/metals/first")
        lead(page, "next")
        say(page, "Your Metals wait beside the map")
        box = page.locator(".bubble").bounding_box()
        assert box is not None and box["height"] <= 110
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        expect(page.locator('.thing[data-id="pool-0-0"].hinted')).to_be_visible()
        assert page.evaluate("getComputedStyle(document.querySelector('.thing[data-id=space-c4]')).opacity") == "0.5"


def test_what_a_guest_learned_goes_along_to_the_account_and_to_other_devices(visitors: Any) -> None:
    guest = visitors()
    phone = guest.open("/learn/metals")
    phone.evaluate("() => { localStorage['wartable.learn.metals'] = 'done'; }")
    made = guest.context.request.post(
        f"{guest.site.url}/api/register", data={"name": "Lia", "password": "wolf of iron 7"}
    )
    assert made.ok, made.text()
    with phone.expect_response(lambda answer: answer.request.method == "PATCH"):
        phone.reload()
    other = visitors()
    desk = other.open("/learn/metals")
    desk.evaluate("() => { localStorage['wartable.learn.metals.more'] = 'last-dot:done'; }")
    login = other.context.request.post(
        f"{other.site.url}/api/login", data={"name": "Lia", "password": "wolf of iron 7"}
    )
    assert login.ok, login.text()
    with desk.expect_response(lambda answer: answer.request.method == "PATCH"):
        desk.reload()
    expect(desk.locator("li.done [data-lesson=first]")).to_be_visible()
    expect(desk.locator("li.done [data-lesson=last-dot]")).to_be_visible()
    phone.reload()
    expect(phone.locator("li.done [data-lesson=last-dot]")).to_be_visible()
    expect(phone.locator("li.done [data-lesson=first]")).to_be_visible()
    other.context.request.post(f"{other.site.url}/api/logout")
    desk.reload()
    expect(desk.locator("[data-lesson=first]")).to_be_visible()
    expect(desk.locator("li.done")).to_have_count(0)


# At the table


def test_the_table_says_where_the_match_stands_and_explains_its_words(visitors: Any) -> None:
    page = visitors().sit("metals")
    expect(page.locator(".goal")).to_have_text(re.compile(r"^First to 10 points: you 0, Random bot 0\.$"))
    expect(page.locator(".guide [aria-current=step]")).to_have_text("Action")
    word, card = page.locator(".prompt .term", has_text="corner"), page.locator("#term-card")
    word.hover()
    expect(card).to_contain_text("One of the four corner spaces of the map")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.mouse.move(5, 500)
    page.keyboard.press("Tab")
    word.focus()
    expect(card).to_contain_text("MT-1.3")
    page.keyboard.press("Enter")
    expect(page.locator(".drawer .found")).to_contain_text("MT-1.3")
    expect(page.locator(".drawer .rule .term").first).to_be_visible()


def test_a_word_is_explained_to_a_finger(visitors: Any) -> None:
    page = visitors(390, 844, has_touch=True, is_mobile=True).sit("metals")
    page.locator(".prompt .term", has_text="corner").tap()
    card = page.locator("#term-card")
    expect(card).to_contain_text("where Metals come in")
    box = card.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_a_coach_is_switched_on_and_asks_before_a_blunder(visitors: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (coach.look_at, coach.weigh_intent, coach.comment_on):
        monkeypatch.setattr(function, "__defaults__", (Budget(iterations=60),))
    monkeypatch.setattr(coach, "is_blunder", lambda verdict: True)
    page = visitors().sit("metals")
    page.keyboard.press("c")
    expect(page.locator(".coach-best")).to_contain_text("% to win")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_function(BOARD_IN_SIGHT)
    number = page.locator(".table-page").get_attribute("data-number")
    click(page, "pool-0-0", "space-a1", "facing-north")
    page.get_by_role("button", name="Think again").click()
    expect(page.locator(".table-page")).to_have_attribute("data-number", str(number))
    click(page, "pool-0-0", "space-a1", "facing-north")
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator(".table-page")).not_to_have_attribute("data-number", str(number))
    page.reload()
    expect(page.locator(".coach")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".coach")).to_be_hidden()


def test_rules_are_searched_and_read_on_the_whole_screen_of_a_phone(visitors: Any) -> None:
    page = visitors(390, 844, has_touch=True, is_mobile=True).sit("metals")
    page.tap("[data-tab=rules]")
    page.fill(".drawer .search input", "forest attacked")
    expect(page.locator(".drawer .search")).to_contain_text("found")
    expect(page.locator('.drawer [id="MT-4.6"]')).to_be_visible()
    expect(page.locator('.drawer [id="MT-3.2"]')).to_be_hidden()
    page.tap(".drawer .pull")
    box = page.locator(".drawer").bounding_box()
    assert box is not None and box["height"] == 844
    page.tap("[data-tab=table]")
    expect(page.locator(".stage")).to_be_visible()


def test_a_question_is_answered_by_the_rules_and_by_the_table(visitors: Any) -> None:
    page = visitors(390, 844, has_touch=True, is_mobile=True).sit("metals")
    page.tap("[data-tab=rules]")
    field = page.get_by_role("searchbox", name="Search the rules, or ask a question")
    field.fill("may I deploy on b1?")
    field.press("Enter")
    expect(page.locator(".answer .said")).to_contain_text("MT-3.2")
    expect(page.locator(".answer li").first).to_be_visible()
    number = page.locator(".answer .number").first
    rule = number.inner_text()
    number.click()
    expect(page.locator(f'.drawer [id="{rule}"].found')).to_be_in_viewport()
    alone = visitors().open("/rules/thrones")
    alone.get_by_role("searchbox").fill("may I move my dragon over water?")
    alone.get_by_role("button", name="Ask").click()
    expect(alone.locator(".answer")).to_contain_text(re.compile("TH-5.9|TH-6.6"))
    expect(alone.locator(".answer .said")).to_have_count(0)


def test_the_player_aid_of_every_game_prints_on_one_page(visitors: Any) -> None:
    visitor = visitors()
    for name in game_names():
        page = visitor.open(f"/rules/{name}/aid")
        expect(page.locator(".aid-parts li").first).to_be_visible()
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper, margin=dict.fromkeys(("top", "right", "bottom", "left"), "12mm"))
            assert re.findall(rb"/Type\s*/Pages\b[^>]*?/Count (\d+)", printed) == [b"1"], (name, paper)


def test_ten_questions_after_a_lesson(visitors: Any) -> None:
    page = visitors().open("/learn/metals")
    page.get_by_role("link", name="Ten questions on the rules").click()
    for number in range(1, 11):
        expect(page.locator(".exam")).to_contain_text(f"Question {number} of 10")
        if page.locator(".exam input").count():
            page.fill(".exam input", "3")
            page.get_by_role("button", name="Answer", exact=True).click()
        else:
            page.locator(".answers button").first.click()
        expect(page.locator(".exam .said")).to_contain_text(re.compile("^(Right|No: )"))
        for picture in page.locator(".exam img").all():
            expect(page.locator(".exam")).to_contain_text(re.compile("You are (Blue|Orange)\\.|The match is over"))
            assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        page.click("[data-exam=next]")
    expect(page.locator(".exam")).to_contain_text(re.compile(r"\d+ of 10 right"))
    page.click("[data-exam=again]")
    expect(page.locator(".exam")).to_contain_text("Question 1 of 10")


def test_a_facing_is_chosen_by_buttons_as_large_as_a_fingertip(visitors: Any) -> None:
    page = visitors(390, 844, has_touch=True, is_mobile=True).sit("metals")
    page.tap(".choice-bar [data-thing]")
    x, y = middle(page, ".stage .thing.lit .ring")
    page.touchscreen.tap(x, y)
    arrows = page.locator(".choice-bar.fan .pictured")
    expect(arrows).to_have_count(4)
    for box in (arrows.nth(place).bounding_box() for place in range(4)):
        assert box is not None and min(box["width"], box["height"]) >= 44
