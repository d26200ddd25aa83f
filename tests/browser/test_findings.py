"""What players have once met at a table, and shall not meet again; each is asserted in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.core.game import Game
from wartable.core.registry import find_game, game_names

from ..server.harness import Player, Running
from .hand import Keyboard
from .test_clicks import LENGTHS, LONGEST, PHONE, as_greedy, at_table, sit_down
from .test_play import BY_LENGTH, EVERY_IMPACT, MY_TURN, QUICK, middle, scan


def place(page: Page, selector: str) -> tuple[float, float]:
    page.wait_for_selector(selector)
    return middle(page, selector)


def test_on_a_turned_board_the_facings_lie_as_the_board_does(visitors: Any, site: Running) -> None:
    with Player(site, "Orange") as player:
        ways = []
        for seat in (0, 1):
            table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": seat})["table"]
            page = at_table(visitors(), player, table)
            page.wait_for_function(MY_TURN)
            (_, low), (_, high) = (place(page, f"[data-id=space-{name}] .ring") for name in ("c3", "c4"))
            corner = page.locator(".thing.lit[data-id^=space-]").first.get_attribute("data-id")
            page.mouse.click(*middle(page, f"[data-id={corner}] .ring"))
            (_, north), (_, south) = (
                place(page, f".choice-bar [aria-label='face {way}']") for way in ("north", "south")
            )
            assert (high < low) == (north < south), "north is where the higher rows are"
            ways.append(high < low)
        assert ways == [True, False], "the second player sits on the other side"


def test_a_risky_target_looks_so_and_tells_its_odds(visitors: Any, site: Running) -> None:
    with Player(site, "Daring") as player:
        table = player.post("/api/play", {"game": "thrones", "bot": "random", "example": "TH-6.1"})["table"]
        page = at_table(visitors(), player, table)
        page.wait_for_function(MY_TURN)
        risky = page.evaluate("tapped.position.choices.find((one) => one.notation === 'Rc4-d4')")
        assert risky["risky"]
        piece, target = risky["path"]
        page.mouse.click(*place(page, f"[data-id='{piece}'] .ring"))
        marked = page.locator(".thing.lit.risky")
        expect(page.locator(f".thing.lit.risky[data-id='{target}']")).to_have_count(1)
        safe = page.locator(".thing.lit:not(.risky) .ring").first
        dashes = "one => getComputedStyle(one).strokeDasharray"
        assert marked.locator(".ring").first.evaluate(dashes) != safe.evaluate(dashes)
        page.mouse.move(*middle(page, f"[data-id='{target}'] .ring"))
        expect(page.locator(".card-box .outlook")).to_contain_text(re.compile(r"\d+% that it succeeds"))


def test_a_hint_stays_while_the_other_decides_at_the_same_time(visitors: Any, site: Running) -> None:
    with Player(site, "Bert") as bert:
        table = bert.new_table([{"who": "open"}, {"who": "me"}], game="thrones")
        page = visitors().open(f"/table/{table}")
        page.click("button:has-text('Sit here')")
        page.wait_for_selector(".thing.lit")
        page.click("button.hint")
        page.wait_for_selector(".thing.hinted")
        hinted = page.get_attribute(".thing.hinted", "data-id")
        with bert.sit(table, "show=record&seat=1") as chair:
            assert chair.move(1)["ok"]
            # An answer on the same line: what the server has to tell of that has come by then.
            page.mouse.move(*middle(page, ".thing.lit[data-id^=layout-] .ring"))
            page.wait_for_selector(".card-box:not([hidden])")
        assert page.get_attribute(".thing.hinted", "data-id") == hinted


# How far a box reaches over another one: 0 where it does not.
OVER = """([one, other]) => {
  const [a, b] = [one, other].map((what) => document.querySelector(what).getBoundingClientRect());
  return Math.min(a.bottom - b.top, a.right - b.left, b.right - a.left, b.bottom - a.top);
}"""


def test_on_a_phone_a_hint_leaves_the_board_in_sight_that_it_speaks_of(visitors: Any, site: Running) -> None:
    with Player(site, "Hinted") as player:
        table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
        page = at_table(visitors(**PHONE, has_touch=True, is_mobile=True), player, table)
        page.wait_for_function(MY_TURN)
        page.click("button.hint")
        page.wait_for_selector(".toast.hint")
        assert page.evaluate(OVER, [".toast.hint", ".thing[data-id=space-e7] .ring"]) <= 0


def test_on_a_phone_the_map_of_heroes_has_its_letters_and_numbers(visitors: Any, site: Running) -> None:
    with Player(site, "Named tiles") as player:
        table = player.post("/api/play", {"game": "heroes", "bot": "random", "seat": 0})["table"]
        page = at_table(visitors(**PHONE, has_touch=True, is_mobile=True), player, table)
        page.wait_for_function(MY_TURN)
        names = page.locator(".axis text")
        assert names.all_text_contents()[:10] == list("abcdefghij")
        assert min(names.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")) >= 14


def test_keys_are_shown_and_a_long_list_is_grouped_and_a_glance_at_an_action_ends(visitors: Any, site: Running) -> None:
    with Player(site, "Keys") as player:
        table = player.post("/api/play", {"game": "thrones", "bot": "random", "example": "TH-6.1"})["table"]
        page = at_table(visitors(), player, table)
        page.wait_for_function(MY_TURN)
        page.keyboard.press("?")
        expect(page.locator("dialog.keys kbd")).not_to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("dialog.keys")).to_have_count(0)
        page.keyboard.press("a")
        groups = page.locator(".drawer details.piece-actions")
        page.wait_for_selector(".drawer details.piece-actions")
        assert page.evaluate("tapped.position.choices.length") > 3 * groups.count()
        assert page.locator(".drawer .actions button:visible").count() < 10
        groups.first.locator("summary").click()
        page.locator(".drawer .actions button:visible").first.hover()
        card = page.locator(".card-box:not([hidden])")
        expect(card).to_be_visible()
        page.mouse.move(5, 5)
        expect(card).to_be_hidden()


def test_an_empty_table_offers_nothing_while_it_is_fetched(visitors: Any, site: Running) -> None:
    with Player(site, "Patient") as player:
        table = player.post("/api/play", {"game": QUICK, "bot": "random", "seat": 0})["table"]
        visitor = visitors()
        visitor.page.route_web_socket("**/socket**", lambda line: None)
        page = at_table(visitor, player, table)
        page.wait_for_selector(".table-page.loading")
        for button in (".undo", ".hint"):
            expect(page.locator(f"button{button}")).to_be_hidden()


def test_every_bot_of_every_game_says_what_it_is(visitors: Any) -> None:
    page = visitors().open()
    for name in game_names():
        page.click(f"[data-play={name}]")
        offered = page.locator("#bot option").all_inner_texts()
        assert len(offered) > 4, name
        assert [text for text in offered if ": " not in text] == [], name
        page.click("dialog button:has-text('Cancel')")
        expect(page.locator("dialog")).to_have_count(0)


FOOT = """() => {
  const button = document.querySelector("dialog button.main"), box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2));
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 600), (390, 844), (844, 390)])
def test_what_starts_a_match_is_in_sight_however_many_options_there_are(visitors: Any, size: tuple[int, int]) -> None:
    page = visitors(*size).open()
    for name in game_names():
        page.click(f"[data-play={name}]")
        page.click("dialog summary")
        assert page.evaluate(FOOT), name
        page.evaluate("document.querySelector('dialog').scrollTop = 9999")
        assert page.evaluate(FOOT), name
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_the_card_of_a_wide_thing_has_no_strip_for_a_picture(visitors: Any, site: Running) -> None:
    with Player(site, "Sharp eyes") as player:
        table = player.post("/api/play", {"game": "thrones", "bot": "random", "example": "TH-6.1"})["table"]
        page = at_table(visitors(), player, table)
        page.wait_for_function(MY_TURN)
        for thing, pictures in (("ranger-0-1", 1), ("key-plains", 0)):
            page.mouse.move(*place(page, f"[data-id='{thing}'] .ring"))
            page.wait_for_selector(".card-box:not([hidden])")
            expect(page.locator(".card-head svg")).to_have_count(pictures)
            page.mouse.move(5, 5)
            expect(page.locator(".card-box")).to_be_hidden()


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*place(page, f"[data-id='{start}'] .ring"))
    page.mouse.down()
    page.mouse.move(*middle(page, f"[data-id='{end}'] .ring"), steps=4)
    page.mouse.up()


def test_a_tile_is_dragged_to_where_it_goes_or_it_is_said_why_not(visitors: Any) -> None:
    page = visitors().sit("thrones")
    page.click(".thing.lit[data-id=layout-by-hand]")
    prompt = page.locator(".prompt h1")
    expect(prompt).to_contain_text("Lay a tile on a1")
    expect(page.locator(".thing.lit:not(.later)[data-id=sq-a1]")).to_have_count(1)
    drag(page, "tile-plains", "sq-c3")
    expect(page.locator(".toast")).to_contain_text("the next one goes to a1")
    drag(page, "tile-plains", "sq-a1")
    expect(prompt).to_contain_text("Lay a tile on b1")
    page.click(".thing.lit[data-id=tile-forest]")
    expect(prompt).to_contain_text("Lay a tile on c1")


def test_where_nearly_everything_can_be_touched_marks_are_quiet_and_the_main_answer_is_not(visitors: Any) -> None:
    page = visitors().sit("thrones")
    assert page.locator(".thing.quiet").count() == 0
    page.click(".thing.lit[data-id=layout-wall]")
    page.wait_for_selector(".thing.lit.quiet")
    width = "one => parseFloat(getComputedStyle(one).strokeWidth)"
    tile = page.locator(".thing.quiet[data-id^=sq-] .ring").first.evaluate(width)
    assert page.locator("[data-id=say-done] .ring").evaluate(width) > 2 * tile


def test_a_survival_check_is_a_coin_over_its_tile_and_its_doer_is_told(visitors: Any, site: Running) -> None:
    with Player(site, "Coins") as player:
        table = player.post("/api/play", {"game": "thrones", "bot": "random", "example": "TH-6.1"})["table"]
        page = at_table(visitors(playback="slow"), player, table)
        page.wait_for_function(MY_TURN)
        for thing in page.evaluate("tapped.position.choices.find((one) => one.notation === 'Rc4-d4').path"):
            page.mouse.click(*place(page, f"[data-id='{thing}'] .ring"))
        line = page.locator(".event-line")
        expect(line).to_contain_text("ranger on c4 tries to move to d4")
        expect(line.locator(".mark")).to_have_count(1)
        page.evaluate("standstill = () => document.querySelector('.coin')")
        page.click(".thing.lit[data-id=say-roll]")
        coin, tile = page.wait_for_selector(".coin"), page.locator("[data-id=sq-d4] .ring").bounding_box()
        box = coin.bounding_box() if coin else None
        assert box and tile
        assert abs(box["x"] + box["width"] / 2 - tile["x"] - tile["width"] / 2) < 3
        expect(page.locator(".coin b")).to_have_text(re.compile(r"^\d: (passes|fails)$"))


ANSWERED_TWICE = """() => {
  const said = [...document.querySelectorAll(".choice-bar button")].map((one) => one.innerText).filter(Boolean);
  return said.filter((text, place) => said.indexOf(text) !== place);
}"""


@pytest.mark.parametrize("name", ["city_of_iron", "heroes"])
def test_no_two_buttons_on_a_phone_read_the_same(visitors: Any, site: Running, name: str) -> None:
    with Player(site, f"Reader {name}") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page, table = sit_down(visitor, player, find_game(name), "random")
        wish = as_greedy(site, find_game(name), table)
        seen = []

        def look(choices: Any) -> Any:
            seen.append(page.evaluate(ANSWERED_TWICE))
            return wish(choices)

        Keyboard(page, look).play(12)
        assert len(seen) > 3 and not any(seen)


@pytest.mark.parametrize("name", BY_LENGTH)
def test_a_whole_match_by_keyboard_alone(name: str, visitors: Any, site: Running) -> None:
    game = find_game(name)
    with Player(site, f"Typist {game.code}") as player:
        page, table = sit_down(visitors(reduced_motion="reduce"), player, game, *LENGTHS["short"](game))
        hand = Keyboard(page, as_greedy(site, game, table))
        assert hand.play(LONGEST), "the match is over"
        assert hand.count.listed == [] and hand.count.astray == []
        expect(page.locator("#announce")).to_contain_text(page.inner_text(".result strong"))


PAGES = [
    ("/rules/{game}", "h2"),
    ("/learn/{game}", "h1"),
    ("/replay/{table}", ".curve .line"),
    ("/match/{table}", ".course-chart"),
]


def test_axe_finds_nothing_on_any_page_of_a_game(each_game: Game, visitors: Any, site: Running) -> None:
    """One scheme for each game in turn: worlds have their own colours, and both schemes are met."""
    scheme = ("dark", "light")[each_game.code < "IL"]
    with Player(site, f"Blind {each_game.code}") as player:
        table = player.post("/api/play", {"game": each_game.name, "bot": "random", "seat": 0})["table"]
        visitor = visitors(color_scheme=scheme, reduced_motion="reduce")
        page = at_table(visitor, player, table)
        page.wait_for_function(MY_TURN)
        for key in "alrt" if each_game.name == QUICK else "r":
            page.keyboard.press(key)
            page.wait_for_function("() => document.querySelector('.drawer-body').childElementCount")
            assert scan(page, EVERY_IMPACT) == [], key
        with player.sit(table, "show=record&seat=0") as chair:
            assert chair.ask("resign", seat=0)["ok"]
        for path, wait in PAGES:
            page = visitor.open(path.format(game=each_game.name, table=table))
            page.wait_for_selector(wait, state="attached")
            assert scan(page, EVERY_IMPACT) == [], path
