"""A client in another language: a whole match in German, in which nobody reads English."""

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polib
import pytest
from playwright.sync_api import Page, expect

import wartable.languages
from wartable.core.registry import find_game
from wartable.languages import FOLDER, Catalogue, fields, has_words
from wartable.server.web import pages
from wartable.testing.laws.languages import needed

from .test_play import CLICKER, LONGEST_GAME, MY_TURN, play_a_move

METALS = find_game("metals")
# Keeps every text that is ever on the page, also for a moment, and every name that a screen reader says.
WATCH = """
window.seen = new Set();
const ATTRIBUTES = ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label"];
const keep = (text) => { if (text && text.trim()) window.seen.add(text.trim()); };
const look = (node) => {
  if (node.nodeType === Node.TEXT_NODE) {
    if (!node.parentElement?.closest("script, style, noscript, [data-who] > .name")) keep(node.data);
  } else if (node.nodeType === Node.ELEMENT_NODE) {
    for (const name of ATTRIBUTES) keep(node.getAttribute(name));
    node.childNodes.forEach(look);
  }
};
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === "childList") addedNodes.forEach(look);
    else look(target);
  }
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true,
  attributeFilter: ATTRIBUTES });
"""
COMMON = re.compile(r"\b(the|and|of|your|you|with|are|has|have|to|for|this|that|from|it|is|turn|move)\b", re.I)
"""Words of nearly every English sentence, and of no German one."""


def pattern(template: str) -> str:
    """What a template looks like when it is filled in."""
    filled = ""
    for before, name, noun in fields(template.strip()):
        forms = [re.escape(form) for one in noun.split("|") for form in (one, f"{one}s") if noun]
        filled += re.escape(before)
        filled += "" if name is None else rf"\d+ (?:{'|'.join(forms)})" if noun else "(.+?)"
    return filled


def english_of(texts: Iterable[str], catalogue: Catalogue) -> Mapping[str, re.Pattern[str]]:
    """The English templates that German says in other words."""
    wanted = (text for text in texts if has_words(text) and catalogue.translated(text) != text)
    return {text: re.compile(pattern(text), re.DOTALL) for text in wanted}


def english_in(seen: Iterable[str], english: Mapping[str, re.Pattern[str]], names: Iterable[str] = ()) -> set[str]:
    """The texts that are English: as the catalogue has them, or by their words."""
    own = re.compile("|".join(map(re.escape, names))) if names else None
    found = set()
    for text in seen:
        said = own.sub("", text) if own else text
        if COMMON.search(said) or any(one.fullmatch(text) for one in english.values()):
            found.add(text)
    return found


def texts_of(folder: Path) -> set[str]:
    """The English texts that a folder's German catalogue has."""
    return {entry.msgid for entry in polib.pofile(str(folder / "de.po")) if not entry.obsolete}


@pytest.fixture(scope="module")
def english() -> Mapping[str, re.Pattern[str]]:
    return english_of(texts_of(FOLDER) | needed(METALS), METALS.catalogue("de"))


def german(visitors: Any, **more: Any) -> Any:
    visitor = visitors(locale="de-DE", **more)
    visitor.context.add_init_script(WATCH)
    return visitor


def seen_by(page: Page) -> list[str]:
    return page.evaluate("[...window.seen]")


def test_a_whole_match_of_metals_is_played_in_german(visitors: Any, english: Mapping[str, re.Pattern[str]]) -> None:
    visitor = german(visitors)
    page = visitor.open("/")
    page.wait_for_selector("[data-play=metals]")
    page.click("[data-play=metals]")
    page.select_option("#bot", "random")
    # The lobby has cards of games that nobody has translated yet.
    page.evaluate("window.seen.clear()")
    page.click("dialog button.main")
    page.wait_for_selector(".thing.lit")
    for key in "alrtbx":
        page.keyboard.press(key)
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.locator(".table-bar details.menu summary").click()
    page.locator(".table-bar details.menu summary").click()
    for _ in range(3):
        play_a_move(page)
        page.wait_for_function(MY_TURN)
    page.keyboard.press("l")
    assert page.evaluate(CLICKER, [LONGEST_GAME, 7]) > 0
    expect(page.locator(".result")).to_be_visible()
    seen = seen_by(page)
    assert {"Verlauf", "Rückgängig", "Die Partie ist vorbei"} & set(seen)
    assert english_in(seen, english) == set()
