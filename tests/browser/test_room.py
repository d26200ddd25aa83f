"""A table that waits for people, and the replay of one's own match."""

from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.core.frames import SPECTATOR

from ..server.harness import Player, Running
from .hand import TAP
from .test_play import CLICKER, EVERY_IMPACT, LONGEST_GAME, QUICK, scan


def come_as(visitor: Any, player: Player) -> None:
    cookies = [{"name": name, "value": value, "url": player.server.url} for name, value in player.http.cookies.items()]
    visitor.context.add_cookies(cookies)


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_a_room_shows_who_sits_how_others_come_and_what_to_do_meanwhile(
    visitors: Any, site: Running, size: dict[str, int]
) -> None:
    with Player(site, f"Waiter {size['width']}") as player:
        table = player.new_table([{"who": "me"}, {"who": "open"}, {"who": "open"}], game="heroes")
        visitor = visitors(**size)
        come_as(visitor, player)
        page = visitor.open(f"/table/{table}")
        expect(page.locator(".room .seats li")).to_have_count(3)
        expect(page.locator(".room .seats li").first).to_contain_text(f"Waiter {size['width']}")
        expect(page.locator(".room .seats .free")).to_have_count(2)
        assert table in page.input_value(".linkbox")
        page.click(".room-invite button:has-text('Copy')")
        expect(page.locator(".room-about a:has-text('Rules')")).to_have_attribute("href", "/rules/heroes")
        expect(page.locator(".room-about a:has-text('Learn')")).to_have_attribute("href", "/learn/heroes")
        page.wait_for_function("() => document.querySelector('.room img').naturalWidth > 0")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page.fill(".room [name=say]", "Who comes?")
        with Player(site, f"Guest {size['width']}") as other:
            other.post(f"/api/tables/{table}/join", {"seat": 1})
            expect(page.locator(".room .seats .free")).to_have_count(1)
        assert page.evaluate("document.activeElement.name") == "say", "whoever writes goes on writing"
        page.keyboard.press("Enter")
        expect(page.locator(".talk-lines li")).to_contain_text("Who comes?")
        assert scan(page, EVERY_IMPACT) == [], "axe finds nothing"
        page.click("[data-fill]")
        page.wait_for_selector(".thing")
        expect(page.locator(".room")).to_have_count(0)
        assert [bool(seat["bot"]) for seat in player.get(f"/api/tables/{table}")["seats"]] == [False, False, True]


def test_a_replay_opens_at_ones_own_seat_and_everybody_elses_beside_the_table(visitors: Any, site: Running) -> None:
    visitor = visitors()
    visitor.context.add_init_script(TAP)
    page = visitor.sit(QUICK)
    assert page.evaluate(CLICKER, [LONGEST_GAME, 5]) > 0
    table, invite = page.url.split("/")[-1].split("#")
    page.click(".result a:has-text('Replay')")
    expect(page.locator("select[aria-label='Seen by']")).to_have_value("0")
    page.wait_for_selector(".log li")
    stranger = visitors().open(f"/replay/{table}#{invite}")
    expect(stranger.locator("select[aria-label='Seen by']")).to_have_value(str(SPECTATOR))
    page.select_option("select[aria-label='Seen by']", str(SPECTATOR))
    page.wait_for_selector(".log li")
    page.goto(f"{site.url}/replay/{table}?seat=1")
    expect(page.locator("select[aria-label='Seen by']")).to_have_value("1")
