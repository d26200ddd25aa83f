"""A client in another language: a whole match in German, in which nobody reads English."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import polib
import pytest
from playwright.sync_api import Page, expect

from wartable.core.registry import find_game
from wartable.languages import FOLDER, fields, has_words, read_catalogue
from wartable.server.web import pages
from wartable.testing.laws.languages import common_needed, needed

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


KEPT = "() => fetch('/api/me').then((answer) => answer.json()).then((me) => me.user.settings.language === 'de')"


def pattern(template: str) -> str:
    """What a template looks like when it is filled in."""
    filled = ""
    for before, name, noun in fields(template.strip()):
        forms = [re.escape(form) for one in noun.split("|") for form in (one, f"{one}s") if noun]
        filled += re.escape(before)
        filled += "" if name is None else rf"\d+ (?:{'|'.join(forms)})" if noun else "(.+?)"
    return filled


def english_of(texts: Iterable[str], german: Mapping[str, str]) -> Mapping[str, re.Pattern[str]]:
    """The English texts that German says in other words, or ought to."""
    wanted = (text for text in texts if has_words(text) and german.get(text) != text)
    return {text: re.compile(pattern(text), re.DOTALL) for text in wanted}


def english_in(seen: Iterable[str], english: Mapping[str, re.Pattern[str]]) -> set[str]:
    """The texts that are English: as the catalogue has them, or by their words."""
    return {text for text in seen if COMMON.search(text) or any(one.fullmatch(text) for one in english.values())}


@pytest.fixture(scope="module")
def english() -> Mapping[str, re.Pattern[str]]:
    files = FOLDER / "de.po", METALS.folder / "languages" / "de.po"
    texts = {entry.msgid: entry.msgstr for path in files for entry in read_catalogue(path) if entry.translated()}
    return english_of({*common_needed(), *needed(METALS)}, texts)


def german(visitors: Any, **more: Any) -> Any:
    visitor = visitors(locale="de-DE", **more)
    visitor.context.add_init_script(WATCH)
    return visitor


def seen_by(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...window.seen]")
    return found


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
    page.keyboard.press("h")
    expect(page.locator(".toast.hint")).to_be_visible()
    page.keyboard.press("l")
    assert page.evaluate(CLICKER, [LONGEST_GAME, 7]) > 0
    expect(page.locator(".result")).to_be_visible()
    seen = seen_by(page)
    assert set(seen) >= {"Verlauf", "Regeln", "Die Partie ist vorbei", "Setze ein Metal auf einer Ecke ein"}
    assert english_in(seen, english) == set()


def test_a_text_that_nobody_has_translated_is_english_and_is_found(
    visitors: Any, english: Mapping[str, re.Pattern[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = polib.pofile(str(FOLDER / "de.po"))
    file.remove(file.find("Resign"))
    file.save(str(tmp_path / "de.po"))
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    page = german(visitors).sit("metals")
    expect(page.locator(".menu .resign")).to_have_text("Resign")
    assert english_in(seen_by(page), english) == {"Resign"}


def test_the_language_is_the_browsers_until_somebody_chooses_one(visitors: Any) -> None:
    visitor = visitors()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = visitor.open("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".about h2", has_text="Metals")).to_be_visible()
    assert not [url for url in asked if "/words/" in url], "words of other languages are not fetched"
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Was wollen wir spielen?")).to_be_visible()
    page = visitor.open("/account")
    expect(page.get_by_role("link", name="Anmelden").first).to_be_visible()
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    other = german(visitors).open("/")
    expect(other.locator("html")).to_have_attribute("lang", "de")


def test_the_language_goes_with_an_account_to_another_browser(visitors: Any) -> None:
    here, there = visitors(), visitors()
    name = {"name": "Lina", "password": "eine lange Reise"}
    assert here.context.request.post(f"{here.site.url}/api/register", data=name).ok
    page = here.open("/")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function(KEPT)
    assert there.context.request.post(f"{there.site.url}/api/login", data=name).ok
    expect(there.open("/").locator("html")).to_have_attribute("lang", "de")
