"""Rules that can be seen, and the lesson, by real clicks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.bots import Budget, coach

from .test_play import middle

BOARD_IN_SIGHT = """() => [...document.querySelectorAll(".stage .thing")].every((thing) => {
  const box = thing.getBoundingClientRect();
  return box.bottom <= innerHeight && box.right <= innerWidth;
})"""


def click(page: Page, *ids: str) -> None:
    for id in ids:
        page.click(f'.thing[data-id="{id}"]')


def say(page: Page, text: str) -> None:
    expect(page.locator(".learn-said .say")).to_contain_text(text)


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
    page.wait_for_url("**/table/*")
    expect(page.locator('.thing[data-id="metal-0-0"]')).to_be_visible()


def test_the_first_lesson_of_metals_leads_into_a_match(visitors: Any) -> None:
    page = visitors().open()
    page.click("a[data-learn=metals]")
    page.click("[data-lesson=first]")
    say(page, "Whoever has 10 points first wins")
    page.click("[data-learn=next]")
    say(page, "Deploy one on the corner a1")
    click(page, "pool-0-0", "space-e1", "facing-north")
    expect(page.locator(".learn-answer")).to_contain_text("In this lesson, please")
    click(page, "pool-0-0", "space-a1", "facing-north")
    say(page, "move your Metal one space east")
    click(page, "space-c4")
    expect(page.locator(".learn-answer a")).to_contain_text("MT-")
    page.reload()
    say(page, "move your Metal one space east")
    click(page, "metal-0-0", "space-b1", "facing-north")
    say(page, "The space b2 has one diamond")
    click(page, "metal-0-0", "space-b2", "facing-north")
    say(page, "deploy a second Metal")
    page.click("[data-learn=back]")
    say(page, "The space b2 has one diamond")
    click(page, "metal-0-0", "space-b2", "facing-north")
    say(page, "deploy a second Metal")
    click(page, "pool-0-0", "space-a1", "facing-east")
    say(page, "Orange has taken two points")
    page.click("[data-learn=next]")
    say(page, "Your Metals attack in Orange's turn")
    click(page, "pool-0-0", "space-e1", "facing-north")
    say(page, "Walk out of its sight")
    page.click("[data-learn=skip]")
    say(page, "The second hit defeated it")
    page.click("[data-learn=next]")
    say(page, "Two kinds of ground help you")
    page.click("[data-learn=next]")
    say(page, "Now hold two spaces at once")
    click(page, "metal-0-1", "space-c1", "facing-north")
    say(page, "That is the whole game")
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
    say(page, "Win in this turn")
    step = page.request.get(f"{visitor.site.url}/api/games/metals/lessons/two-roads/0").json()
    paths = {choice["notation"]: choice["path"] for choice in step["choices"]}
    expect(page.locator(".thing.hinted")).to_have_count(0)
    click(page, *paths["d4-e4n"])
    expect(page.locator(".learn-answer")).to_contain_text("is defeated and goes back to the pool")
    expect(page.locator(".learn-answer")).to_contain_text("The assault comes before the points")
    click(page, *paths["d4-c4e"])
    expect(page.locator(".learn-said .solved")).to_be_visible()
    say(page, "Points are counted after the assault")
    expect(page.locator("[data-learn=play]")).to_have_count(0)
    page.click("[data-learn=onward]")
    say(page, "Win in two turns")
    page.click(".bar a.button")
    expect(page.locator("li.done [data-lesson=two-roads]")).to_contain_text("done")
    expect(page.locator(".lessons-page")).to_contain_text("Puzzles: 1 of")


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


def test_the_button_that_leads_on_stays_where_it_is(visitors: Any) -> None:
    page = visitors().open("/learn/heroes/first")
    spot = middle(page, "[data-learn=next]")
    at = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-learn]')?.dataset.learn"
    for step in range(2, 5):
        assert page.evaluate(at, spot) in ("next", "skip")
        page.mouse.click(*spot)
        expect(page.locator(".learn-said")).to_contain_text(f"Step {step} of")
