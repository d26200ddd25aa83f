"""Every decision of every game by clicks, drags and taps, and how many of them it takes."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.bots import make_bot
from wartable.core.game import Game

from ..server.harness import Player, Running
from .hand import TAP, Choice, Hand, Wish, at_random
from .test_play import EVERY_IMPACT, scan

PHONE = {"width": 390, "height": 844}
LONGEST = 2000
AT_RANDOM = 5
"""Decisions at the beginning that are made anyhow, which meet more than a player would do."""
MOST = 1.3
"""Touches for a usual decision; a drag is one."""
SHORT: dict[str, dict[str, Any]] = {"iron_kings": {"rounds": 3}}
LENGTHS: dict[str, Callable[[Game], tuple[str, dict[str, Any]]]] = {
    "short": lambda game: ("random", SHORT.get(game.name, {})),
    "any": lambda game: ("greedy", {}),
}
"""Against whom and with which options: matches of the gate are short and always the same ones."""
LUCK = pytest.mark.parametrize("luck", ["short", pytest.param("any", marks=pytest.mark.slow)])


def sit_down(
    visitor: Any, player: Player, game: Game, bot: str, options: Mapping[str, Any] | None = None
) -> tuple[Page, str]:
    """A new table against a bot, in the browser."""
    body = {"game": game.name, "bot": bot, "seat": 0, "options": options or {}}
    table = player.post("/api/play", body)["table"]
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


def play_a_match(hand: Hand, name: str) -> None:
    """To its end, which nobody can miss, and with no more touches than a decision needs."""
    assert hand.play(LONGEST), "the match is over"
    print(f"\n{name}: {hand.count}")
    assert hand.count.listed == [], "nothing has to be looked up in the list"
    assert hand.count.astray == [], "what is done is what was meant"
    assert hand.count.sideways == set(), "a phone scrolls in one direction"
    assert median(hand.count.touches) <= MOST
    expect(hand.page.locator(".result strong")).to_be_visible()
    assert scan(hand.page, EVERY_IMPACT) == [], "axe finds nothing"


@LUCK
def test_a_whole_match_by_mouse(luck: str, each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Clicks {each_game.code} {luck}") as player:
        page, table = sit_down(visitors(reduced_motion="reduce"), player, each_game, *LENGTHS[luck](each_game))
        hand = Hand(page, at_random(7), drags=True)
        hand.play(AT_RANDOM)
        hand.wish = as_greedy(site, each_game, table)
        assert scan(page, EVERY_IMPACT) == [], "axe finds nothing"
        play_a_match(hand, f"{each_game.name}, a whole match by mouse")


@LUCK
def test_a_whole_match_by_touch_on_a_phone(luck: str, each_game: Game, visitors: Any, site: Running) -> None:
    with Player(site, f"Taps {each_game.code} {luck}") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page, table = sit_down(visitor, player, each_game, *LENGTHS[luck](each_game))
        hand = Hand(page, as_greedy(site, each_game, table), touch=True, drags=True)
        play_a_match(hand, f"{each_game.name}, a whole match by touch")
