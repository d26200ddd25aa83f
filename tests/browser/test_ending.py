"""The end of a match, and what a table sounds like."""

import re
from typing import Any

from playwright.sync_api import expect

from ..server.harness import Player, Running
from .hand import ASKED, TAP, Hand
from .test_clicks import at_table
from .test_play import CLICKER, LONGEST_GAME
from .units import module_of, told


def test_an_end_tells_who_won_by_what_and_how_it_went(visitors: Any) -> None:
    page = visitors().sit("metals")
    assert page.evaluate(CLICKER, [LONGEST_GAME, 7]) > 0
    screen = page.locator(".result.screen")
    expect(screen).to_be_visible()
    won = screen.locator("strong").inner_text() == "You win"
    assert screen.evaluate("one => one.classList.contains('won')") is won
    assert screen.evaluate("one => one.classList.contains('lost')") is not won
    expect(screen.locator(".by-what")).to_contain_text(re.compile(r"\w.*MT-\d"))
    points = page.evaluate(
        "[...document.querySelectorAll('.score-table tfoot td')].map((one) => Number(one.innerText))"
    )
    held = page.evaluate("[...document.querySelectorAll('.score-table tbody tr')][0].innerText")
    assert max(points) >= 10 and held.startswith("spaces held")
    page.wait_for_selector(".screen .curve .line")
    screen.get_by_role("button", name="See the board").click()
    expect(screen).to_have_count(0)
    expect(page.locator(".result [data-again='0']")).to_be_visible()
    page.reload()
    expect(page.locator(".result strong")).to_be_visible()
    expect(page.locator(".result.screen")).to_have_count(0)


def test_an_end_with_equal_points_says_what_broke_the_tie(client_built: None) -> None:
    module = module_of("table/scoretable.ts")
    log = "[{ text: 'The last round was played.', moment: true }, { text: 'Ann wins by iron.', moment: true }]"
    assert told(module, f"tieBreak({{ scores: [1, 0], points: [2, 2] }}, {log})") == "Ann wins by iron."
    assert told(module, f"tieBreak({{ scores: [0, 1], points: [3, 2] }}, {log})") == ""
    assert told(module, f"tieBreak({{ scores: [1, 0], points: [3, 2] }}, {log})") == ""
    assert told(module, "tieBreak({ scores: [1, 0], points: [2, 2] }, [])") == ""


def test_the_coin_of_fate_lands_before_it_is_told_what_came_of_it(visitors: Any, site: Running) -> None:
    with Player(site, "Patient") as player:
        table = player.post("/api/play", {"game": "thrones", "bot": "random", "example": "TH-6.1"})["table"]
        visitor = visitors(playback="slow")
        visitor.context.add_init_script(TAP)
        page = at_table(visitor, player, table)
        page.wait_for_function(ASKED)
        page.evaluate("""() => {
          window.seen = [];
          new MutationObserver(() => {
            const said = document.querySelector(".event-line .said-now")?.textContent ?? "";
            const isTold = /passes|fails/.test(said);
            const coin = document.querySelector(".coin");
            if (coin && !window.seen.includes("coin")) window.seen.push("coin");
            if (isTold && !window.seen.includes("told")) window.seen.push("told", Boolean(coin));
          }).observe(document.querySelector(".stage"), { childList: true, subtree: true });
        }""")
        hand = Hand(page, lambda choices: next((c for c in choices if c["notation"] == "Rc4-d4"), choices[0]))
        hand.decide()
        page.wait_for_selector(".thing.lit[data-id=say-roll]")
        page.click(".thing.lit[data-id=say-roll]")
        page.wait_for_function("() => window.seen.includes('told')")
        assert page.evaluate("window.seen") == ["coin", "told", True]


def test_what_happens_has_its_sound(client_built: None) -> None:
    module = module_of("playback/sounds.ts")

    def heard(frame: str) -> Any:
        return told(module, f"soundsOf({frame})")

    def line(counter: str, amount: int) -> str:
        return f"{{ log: [{{ note: {{ kind: '', seat: 0, counter: '{counter}', amount: {amount} }} }}] }}"

    assert heard("{ log: [], cues: [{ dice: [3] }] }") == ["dice"]
    assert heard("{ log: [], spots: [{ thing: 'a', aims_at: 'b' }, { thing: 'b', struck: true }] }") == ["shot", "hit"]
    assert heard(line("steam", 2)) == ["steam"]
    assert heard(line("coins", -2)) == ["pay"]
    assert heard(line("damage", 1)) == ["tear"]
    assert heard("{ log: [], things: [{ kind: 'token' }] }") == ["step"]
    assert heard("{ log: [] }") == []


def test_sound_is_a_plain_switch_that_is_remembered(visitors: Any) -> None:
    visitor = visitors()
    page = visitor.open("/")
    switch = page.get_by_role("button", name="Sound: off")
    switch.click()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()
