"""Lessons and puzzles by somebody who touches only what is lit: on a phone with a finger, and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError

from wartable.core.registry import find_game
from wartable.guides.lessons import load_lessons
from wartable.guides.puzzles import load_puzzles

GAMES = ("metals", "thrones", "city_of_iron", "iron_kings", "heroes")
SIZES = {"phone": (390, 844), "desk": (1440, 900)}
MOST_TOUCHES = 30
"""Of one step; a step of more is one that does not go on."""
READ = ["more", "next", "said", "show"]
"""Buttons of the bubble that lead on, in the order in which one presses them."""
ENDS = ["play", "onward", "again", "rule"]

# What the next touch is: a button of the bubble, the answer that is lit in the bar, or the thing that is lit.
NEXT = """([read, ends]) => {
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => box(one).width > 0 && box(one).height > 0;
  const named = (name) => [...document.querySelectorAll(`.bubble [data-learn="${name}"]`)].find(shown);
  const lit = () => [...document.querySelectorAll(".choice-bar button.hinted")].find(shown)
    ?? [...document.querySelectorAll(".thing.hinted.lit:not(.chosen)")].find(shown);
  if (ends.some(named) || document.querySelector(".bubble .solved")) return { ended: true };
  const one = read.map(named).find((found) => found) ?? lit();
  if (!one) return null;
  const target = one.querySelector(":scope > .ring") ?? one;
  const frame = one.closest(".board-box, .drawer-body, .choice-bar:not(.spot)");
  const within = frame ? box(frame) : { top: 0, bottom: innerHeight, left: 0, right: innerWidth };
  const { left, right, top, bottom } = box(target), x = (left + right) / 2, y = (top + bottom) / 2;
  const far = (at, from, to) => Math.max(0, from - at, at - to);
  const scrolled = far(y, within.top, Math.min(within.bottom, innerHeight)) + far(x, within.left, within.right);
  if (scrolled) one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const now = box(target), at = [(now.left + now.right) / 2, (now.top + now.bottom) / 2];
  const there = document.elementsFromPoint(...at).some((other) => one.contains(other) || other === one);
  return { at, scrolled, there, what: one.dataset.id ?? one.dataset.learn ?? one.textContent };
}"""

# Everything that changes is noted, so that it can be asked whether some of it is in sight.
WATCH = """() => {
  window.changed = [];
  window.watcher ??= new MutationObserver((all) => window.changed.push(...all.map(({ target }) => target)));
  watcher.observe(document.querySelector(".table-page"), {
    subtree: true, childList: true, attributes: true, attributeFilter: ["class", "d", "transform", "data-step"],
    characterData: true });
}"""
SEEN = """() => window.changed.some((one) => {
  const element = one instanceof Element ? one : one.parentElement, box = element?.getBoundingClientRect();
  return box && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
})"""
STEP = "() => document.querySelector('.bubble').dataset.step"
READY = (
    "() => document.querySelector('.bubble [data-learn], .bubble .said') && !document.querySelector('.stage.playing')"
)


def follow(page: Page, site: str, game: str, lesson: str, is_phone: bool) -> None:
    """Do a lesson or a puzzle to its end."""
    page.goto(f"{site}/learn/{game}/{lesson}")
    page.wait_for_function(READY)
    touch = page.touchscreen.tap if is_phone else page.mouse.click
    step, touches, scrolled = "", 0, 0.0
    while True:
        try:
            found = page.wait_for_function(NEXT, arg=[READ, ENDS]).json_value()
        except TimeoutError as waited:
            raise AssertionError(f"{game}, {lesson}, step {page.evaluate(STEP)}: nothing is lit") from waited
        if found.get("ended"):
            return
        if page.evaluate(STEP) != step:
            step, touches, scrolled = page.evaluate(STEP), 0, 0.0
        called = f"{game}, {lesson}, step {step}, touch {touches + 1}"
        assert found["there"], f"{called}: {found['what']} is covered"
        touches, scrolled = touches + 1, scrolled + found["scrolled"]
        assert touches <= MOST_TOUCHES, f"{called}: it does not go on"
        assert scrolled < SIZES["phone" if is_phone else "desk"][1], f"{called}: scrolled {scrolled:.0f} px"
        page.evaluate(WATCH)
        touch(*found["at"])
        page.wait_for_function(SEEN)
        page.wait_for_function(READY)


def visit(visitors: Any, size: str) -> Any:
    """Somebody with a phone, or at a desk."""
    return visitors(*SIZES[size], **({"has_touch": True, "is_mobile": True} if size == "phone" else {}))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_short_lesson_and_two_puzzles_are_done_by_touching_what_is_lit(visitors: Any, game: str, size: str) -> None:
    visitor = visit(visitors, size)
    page = visitor.open("/")
    shortest = min(load_lessons(find_game(game)), key=lambda lesson: len(lesson.steps))
    for name in (shortest.name, *(puzzle.name for puzzle in load_puzzles(find_game(game))[:2])):
        follow(page, visitor.site.url, game, name, size == "phone")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_and_puzzles_are_done_by_touching_what_is_lit(visitors: Any, game: str, size: str) -> None:
    visitor = visit(visitors, size)
    page = visitor.open("/")
    lessons, puzzles = load_lessons(find_game(game)), load_puzzles(find_game(game))
    for name in (*(lesson.name for lesson in lessons), *(puzzle.name for puzzle in puzzles)):
        follow(page, visitor.site.url, game, name, size == "phone")
