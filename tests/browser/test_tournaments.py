"""A tournament in the browser: organised, joined, begun and corrected, on a phone."""

from typing import Any

from playwright.sync_api import expect

from ..server.harness import Player, Running


def test_a_club_evening_on_a_phone(site: Running, visitors: Any) -> None:
    with Player(site) as anna, Player(site) as bert:
        anna.register("Anna")
        bert.register("Bert")
        visitor = visitors(390, 844)
        visitor.context.add_cookies(
            [{"name": name, "value": value, "url": site.url} for name, value in anna.http.cookies.items()]
        )
        page = visitor.open()
        page.get_by_role("link", name="Tournaments").click()
        page.get_by_label("name", exact=True).fill("Thursday club")
        page.get_by_label("game", exact=True).select_option("metals")
        page.get_by_label("rounds", exact=True).fill("1")
        page.get_by_role("button", name="Open the tournament").click()
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_text("You take part. It has not begun yet.")).to_be_visible()
        id = page.url.rsplit("/", 1)[1]
        bert.post(f"/api/tournaments/{id}/join", {})
        expect(page.get_by_role("row", name="Bert")).to_be_visible()
        page.get_by_role("button", name="Begin now").click()
        expect(page.get_by_role("link", name="To my table")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.get_by_role("button", name="Correct").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Anna").fill("1")
        dialog.get_by_label("Bert").fill("0")
        dialog.get_by_role("button", name="Let it count").click()
        expect(page.get_by_text("It is over. Your place: 1, with 1 points.")).to_be_visible()
        expect(page.get_by_text("The tournament is over: Anna wins.")).to_be_visible()
        expect(page.get_by_text("The organiser has corrected round 1, table 1: Anna 1, Bert 0.")).to_be_visible()
