"""Every decision of every game by clicks, drags and taps, and how many of them it takes."""

from collections.abc import Sequence
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page

from wartable.bots import make_bot
from wartable.core.game import Game

from ..server.harness import Player, Running
from .hand import TAP, Choice, Hand, Wish, at_random
from .test_play import scan

PHONE = {"width": 390, "height": 844}
BY_MOUSE, BY_FINGER = 5, 3
"""Decisions in the gate; `make slow` plays to the end."""
LONGEST = 2000
MOST = {"heroes": 2.0}
"""Touches for a usual decision: troops have an amount, which is much of a long match of Heroes where every action is
taken singly, without sheets. Elsewhere one is enough."""
MOST_ELSEWHERE = 1.3


def sit_down(visitor: Any, player: Player, game: Game, bot: str) -> tuple[Page, str]:
    """A new table against a bot, in the browser."""
    table = player.post("/api/play", {"game": game.name, "bot": bot, "seat": 0})["table"]
    return at_table(visitor, player, table), table


def at_table(visitor: Any, player: Player, table: str) -> Page:
    """A table in the browser, with an ear at its line."""
    cookies = [{"name": name, "value": value, "url": player.server.url} for name, value in player.http.cookies.items()]
    visitor.context.add_cookies(cookies)
    visitor.context.add_init_script(TAP)
    page: Page = visitor.open(f"/table/{table}")
    return page


def as_greedy(site: Running, game: Game, table: str) -> Wish:
    """Somebody who wants what the bot greedy wants."""
    bot = make_bot("greedy", game, 5, threads=1)

    def wish(choices: Sequence[Choice]) -> Choice:
        match = site.context.tables.lives[table].table.playing
        wanted = bot.choose(match.observe(0), match.box, 0, match.legal(0))
        return next(choice for choice in choices if choice["action"] == wanted)

    return wish


def check(hand: Hand, name: str) -> None:
    print(f"\n{name}: {hand.count}")
    assert hand.count.listed == [], "nothing has to be looked up in the list"
    assert hand.count.astray == [], "what is done is what was meant"


def test_every_decision_is_reached_by_mouse_and_by_finger(each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Hand {each_game.code}") as player:
        page, _ = sit_down(visitors(has_touch=True, reduced_motion="reduce"), player, each_game, "random")
        mouse = Hand(page, at_random(7), drags=True)
        mouse.play(BY_MOUSE)
        check(mouse, f"{each_game.name} by mouse")
        assert scan(page, ("minor", "moderate", "serious", "critical")) == [], "axe finds nothing"
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        page.wait_for_selector(".table-page.narrow")
        finger = Hand(page, at_random(8), touch=True)
        finger.play(BY_FINGER)
        check(finger, f"{each_game.name} by finger")


@pytest.mark.slow
def test_a_whole_match_by_mouse_takes_few_touches(each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Clicks {each_game.code}") as player:
        page, table = sit_down(visitors(reduced_motion="reduce"), player, each_game, "greedy")
        hand = Hand(page, as_greedy(site, each_game, table), drags=True)
        assert hand.play(LONGEST), "the match is over"
        check(hand, f"{each_game.name}, a whole match by mouse")
        assert median(hand.count.touches) <= MOST.get(each_game.name, MOST_ELSEWHERE)


@pytest.mark.slow
def test_a_whole_match_by_touch_on_a_phone(each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Taps {each_game.code}") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page, table = sit_down(visitor, player, each_game, "greedy")
        hand = Hand(page, as_greedy(site, each_game, table), touch=True)
        assert hand.play(LONGEST), "the match is over"
        check(hand, f"{each_game.name}, a whole match by touch")
