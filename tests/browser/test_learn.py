"""Rules that can be seen, and the lesson, by real clicks."""

from typing import Any

from playwright.sync_api import Page, expect


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
    say(page, "Whoever has 10 points first wins")
    page.click("[data-learn=next]")
    say(page, "Put one on the corner a1")
    click(page, "pool-0-0", "space-e1", "facing-north")
    expect(page.locator(".learn-answer")).to_contain_text("In this lesson, please")
    click(page, "pool-0-0", "space-a1", "facing-north")
    say(page, "move your Metal one space east")
    click(page, "space-c4")
    expect(page.locator(".learn-answer a")).to_contain_text("MT-")
    page.reload()
    say(page, "move your Metal one space east")
    click(page, "metal-0-0", "space-b1", "facing-north")
    say(page, "The space b2 has one dot")
    click(page, "metal-0-0", "space-b2", "facing-north")
    say(page, "deploy a second Metal")
    page.click("[data-learn=back]")
    say(page, "The space b2 has one dot")
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
    expect(page.locator('.thing[data-id="track-0"]')).to_contain_text("6/10")
