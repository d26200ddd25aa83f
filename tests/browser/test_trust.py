"""A click does what was seen and meant: during playback, under a card, between two pieces, against people."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.core.game import Game
from wartable.games.metals import GAME as METALS
from wartable.games.thrones import GAME as THRONES

from ..server.harness import Player, Running
from .hand import ASKED, TAP, Hand
from .test_clicks import as_greedy, sit_down
from .test_play import MY_TURN

# My turn has come, and what led to it is still being shown.
TURN_TO_COME = "() => document.title.includes('Your turn') && document.querySelector('.playing')"

# The middle of something that an action will begin with, as it is drawn while something else is shown.
TO_COME = """() => {
  for (const { path } of tapped.position.choices) {
    const ring = path.length && document.querySelector(`.thing[data-id="${CSS.escape(path[0])}"] .ring`);
    const box = ring && ring.getBoundingClientRect();
    const at = box && [box.x + box.width / 2, box.y + box.height / 2];
    if (at && document.elementFromPoint(...at)?.closest(".stage")) return at;
  }
  return null;
}"""
DONE = "[tapped.sent, document.querySelectorAll('.thing.chosen').length]"


def shown_a_turn(page: Page, hand: Hand, most: int = 12) -> tuple[float, float]:
    """Play until my next turn comes while something is shown, and stays; where something of it will be."""
    page.evaluate(f"standstill = {TURN_TO_COME}")
    for _ in range(most):
        page.wait_for_function(ASKED)
        hand.decide()
        page.wait_for_function(f"() => ({TURN_TO_COME})() || ({ASKED})()")
        if page.evaluate(TURN_TO_COME):
            at = page.evaluate(TO_COME)
            if at:
                return at[0], at[1]
            page.evaluate("document.querySelector('.event-line').click()")
    raise AssertionError("nothing was shown before my turn")


def test_a_click_that_skips_only_skips(each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Hasty {each_game.code}") as player:
        page, table = sit_down(visitors(playback="slow"), player, each_game, "random")
        at = shown_a_turn(page, Hand(page, as_greedy(site, each_game, table)))
        before = page.evaluate(DONE)
        page.mouse.click(*at)
        page.evaluate("standstill = () => false")
        page.wait_for_selector(".stage:not(.playing) .thing.lit")
        assert page.evaluate(DONE) == before, "nothing is done on a table that nobody has seen"


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_that_skips_only_skips(visitors: Any, site: Running, key: str) -> None:
    """Also where a thing of the board has the focus."""
    with Player(site, f"Keys {len(key)}") as player:
        page, table = sit_down(visitors(playback="slow"), player, METALS, "random")
        shown_a_turn(page, Hand(page, as_greedy(site, METALS, table)))
        before = page.evaluate(DONE)
        page.evaluate("""() => {
          const [id] = tapped.position.choices[0].path;
          const thing = document.querySelector(`.thing[data-id="${CSS.escape(id)}"]`);
          thing.setAttribute("tabindex", "0");
          thing.focus();
        }""")
        page.keyboard.press(key)
        page.evaluate("standstill = () => false")
        page.wait_for_selector(".stage:not(.playing) .thing.lit")
        assert page.evaluate(DONE) == before


# Where a mouse can rest: things with words, spread over the board.
RESTS = """() => {
  const things = [...document.querySelectorAll(".stage .thing[aria-label] .ring")]
    .map((ring) => ring.getBoundingClientRect())
    .filter((box) => box.width > 12 && box.top > 60 && box.bottom < innerHeight - 20 && box.right < innerWidth)
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
    .filter((at) => document.elementFromPoint(...at)?.closest("svg.scene .thing[aria-label]"));
  return things.filter((_, place) => place % Math.ceil(things.length / 6) === 0);
}"""
# What a card lies over: where it would take a press, and the lit things that it covers.
COVERED = """() => {
  const card = document.querySelector(".card-box"), box = card.getBoundingClientRect();
  const takes = [];
  for (let x = box.left + 3; x < box.right; x += 12) for (let y = box.top + 3; y < box.bottom; y += 12) {
    const top = document.elementFromPoint(x, y);
    if (card.contains(top) && !top.closest("button")) takes.push([x, y]);
  }
  const lit = [...document.querySelectorAll(".thing.lit:not(.quiet)")].filter((thing) => {
    const ring = thing.querySelector(".ring").getBoundingClientRect();
    return ring.left < box.right - 1 && ring.right > box.left + 1 && ring.top < box.bottom - 1
      && ring.bottom > box.top + 1;
  });
  return [takes.length, lit.map((thing) => thing.dataset.id)];
}"""


def test_a_card_takes_no_press_and_covers_nothing_lit(each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Reader {each_game.code}") as player:
        page, table = sit_down(visitors(), player, each_game, "random")
        Hand(page, as_greedy(site, each_game, table)).play(6)
        page.wait_for_function(ASKED)
        rests, card = page.evaluate(RESTS), page.locator(".card-box")
        assert rests
        for at in rests:
            page.mouse.move(2, 2)
            expect(card).to_be_hidden()
            page.mouse.move(*at)
            expect(card).to_be_visible()
            assert page.evaluate(COVERED) == [0, []]


# Two pieces of mine that each begin an action: the first and then the other are touched.
PAIR = """() => {
  const at = (id) => {
    const thing = document.querySelector(`.thing.under.lit[data-id="${CSS.escape(id)}"] .ring`);
    const box = thing?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2];
  };
  const { choices } = tapped.position, first = new Set(choices.map(({ path }) => path[0]));
  const pair = choices.map(({ path }) => path).find(([one, other]) => first.has(other) && at(one) && at(other));
  return pair ? [[pair[1], at(pair[1])], [pair[0], at(pair[0])]] : null;
}"""


def begun(visitors: Any, player: Player, site: Running) -> tuple[Page, list[Any]]:
    """A match of Thrones in which two pieces of mine may change places."""
    page, table = sit_down(visitors(), player, THRONES, "random")
    hand = Hand(page, as_greedy(site, THRONES, table))
    for _ in range(30):
        page.wait_for_function(ASKED)
        pair = page.evaluate(PAIR)
        if pair:
            return page, pair
        hand.decide()
    raise AssertionError("no two pieces could change places")


def test_another_piece_of_mine_is_chosen_unless_its_deed_is_lit_and_named(visitors: Any, site: Running) -> None:
    with Player(site, "Changing") as player:
        page, [[moved, at], [mover, there]] = begun(visitors, player, site)
        sent = page.evaluate("tapped.sent")
        page.mouse.click(*at)
        expect(page.locator(f".thing.chosen[data-id='{moved}']")).to_be_visible()
        page.mouse.click(*there)
        expect(page.locator(f".thing.chosen[data-id='{mover}']")).to_be_visible()
        assert page.evaluate("tapped.sent") == sent
        page.mouse.click(*at)
        expect(page.locator(".choice-bar .instead")).to_be_visible()
        assert page.evaluate("tapped.sent") == sent, "what a quick click would do is named first"
        page.click(".choice-bar .instead")
        expect(page.locator(".thing.chosen")).to_have_count(1)
        expect(page.locator(f".thing.chosen[data-id='{moved}']")).to_be_visible()
        page.keyboard.press("Escape")
        page.mouse.click(*there)
        page.mouse.click(*at)
        page.click(".choice-bar .act")
        page.wait_for_function("(before) => tapped.sent > before", arg=sent)


def test_escape_lets_go_of_the_choice_first(visitors: Any, site: Running) -> None:
    with Player(site, "Escaping") as player:
        page, [[_, at], _] = begun(visitors, player, site)
        page.mouse.click(*at)
        page.wait_for_selector(".thing.chosen")
        page.mouse.move(at[0] + 3, at[1] + 3)
        page.wait_for_selector(".card-box:not([hidden])")
        page.keyboard.press("Escape")
        expect(page.locator(".thing.chosen")).to_have_count(0)


def test_what_was_not_lit_when_the_finger_went_down_is_asked_for(visitors: Any, site: Running) -> None:
    """Against people: the table changes while the button of the mouse is held."""
    with Player(site, "Slow") as rival:
        table = rival.new_table([{"who": "me"}, {"who": "open"}])
        visitor = visitors()
        visitor.context.add_init_script(TAP)
        page = visitor.open(f"/table/{table}")
        page.click("button:has-text('Sit here')")
        page.wait_for_selector(".player.due")
        if page.locator(".player").nth(1).get_attribute("class") == "player due":
            page.wait_for_function(MY_TURN)
            Hand(page, lambda choices: choices[0]).decide()
        page.wait_for_function("() => document.querySelectorAll('.player')[0].classList.contains('due')")
        box = page.locator(".thing[data-id=space-a7] .ring").bounding_box()
        assert box is not None
        sent = page.evaluate("tapped.sent")
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.1)
        page.mouse.down()
        with rival.sit(table, "show=record&seat=0") as chair:
            assert chair.move(0)["ok"]
        page.wait_for_function(MY_TURN)
        page.mouse.up()
        expect(page.locator(".choice-bar .act").first).to_be_visible()
        assert page.evaluate("tapped.sent") == sent
        page.click(".choice-bar .act")
        page.wait_for_function("(before) => tapped.sent > before", arg=sent)
