"""Finding players, the match of the day and the ladder, in the browser."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from wartable.server.club import daily

from ..server.harness import Player, Running


def log_in(visitor: Any, site: Running, player: Player) -> None:
    visitor.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in player.http.cookies.items()]
    )


@pytest.mark.parametrize("width", [1440, 390])
def test_two_clicks_lead_to_a_match_with_somebody(site: Running, visitors: Any, width: int) -> None:
    with Player(site) as anna:
        anna.register(f"Anna {width}")
        visitor = visitors(width, 844)
        log_in(visitor, site, anna)
        page = visitor.open()
        page.locator("[data-game=metals]").get_by_role("button", name="Play with people").click()
        page.get_by_role("button", name="Find players").click()
        expect(page.get_by_text("You wait for Metals for 2.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        other = visitors(width, 844).open()
        other.get_by_role("heading", name="They wait for players").wait_for()
        other.locator("li", has_text=f"Anna {width}").get_by_role("button", name="Play").click()
        other.wait_for_url("**/table/**")
        page.wait_for_url("**/table/**")
        assert page.url == other.url


def test_who_plays_meanwhile_is_called_and_not_taken_away(site: Running, visitors: Any) -> None:
    with Player(site, "Bert") as bert:
        visitor = visitors()
        page = visitor.open()
        page.locator("[data-game=thrones]").get_by_role("button", name="Play with people").click()
        page.get_by_role("button", name="Find players").click()
        expect(page.get_by_text("You wait for Thrones for 2.")).to_be_visible()
        page.click("[data-play=metals]")
        page.select_option("#bot", "random")
        page.click("dialog button.main")
        page.wait_for_selector(".thing.lit")
        there = page.url
        table = bert.post("/api/waiting", {"game": "thrones"})["table"]
        page.get_by_role("link", name="To the table").wait_for()
        assert page.url == there
        page.get_by_role("link", name="To the table").click()
        page.wait_for_url(f"**/table/{table}")


def test_the_match_of_the_day_is_played_once(
    site: Running, visitors: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(daily, "strongest_level", lambda: "random")
    with Player(site) as anna:
        anna.register("Anna")
        visitor = visitors(390, 844)
        log_in(visitor, site, anna)
        page = visitor.open()
        page.get_by_role("link", name="Today’s match").click()
        page.locator(".day", has_text="Metals").get_by_role("button", name="Play").click()
        page.wait_for_selector(".thing.lit")
        assert page.locator("button", has_text="Hint").first.is_hidden()
        id = page.url.rsplit("/", 1)[1]
        with anna.sit(id) as chair:
            assert chair.ask("resign", seat=chair.state["yours"][0])["ok"]
        page.get_by_role("link", name="How others did today").first.click()
        section = page.locator(".day", has_text="Metals")
        expect(section.get_by_text("This week: 1 try, 0 won.")).to_be_visible()
        expect(section.get_by_role("row", name="gave up 1 you")).to_be_visible()
        section.get_by_role("link", name="Your replay").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_ladder_shows_ratings_and_how_sure_they_are(site: Running, visitors: Any) -> None:
    with Player(site) as carl, Player(site) as dora:
        carl.register("Carl")
        dora.register("Dora")
        wish = {"game": "metals", "rated": True}
        carl.post("/api/waiting", wish)
        table = dora.post("/api/waiting", wish)["table"]
        with carl.sit(table) as chair:
            chair.ask("resign", seat=chair.state["yours"][0])
        visitor = visitors(390, 844)
        log_in(visitor, site, carl)
        page = visitor.open("/ladder/metals")
        expect(page.get_by_role("row").nth(1)).to_contain_text("Dora")
        expect(page.locator("tr.yours")).to_contain_text("Carl")
        page.get_by_label("when").select_option(index=1)
        expect(page.get_by_role("columnheader", name="won")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_everybody_in_the_room_scans_a_seat_and_looks_at_one_screen(site: Running, visitors: Any) -> None:
    """The host's big screen shows codes, then the board without anybody's secrets; a phone sits down by its code."""
    with Player(site, "Anna") as anna:
        made = anna.post(
            "/api/tables", {"game": "city_of_iron", "seats": [{"who": "me"}, {"who": "open"}], "private": True}
        )
        host = visitors(1920, 1080)
        log_in(host, site, anna)
        screen = host.open(f"/table/{made['table']}")
        screen.get_by_role("link", name="show the board on a big screen").click()
        screen.locator("img.code").wait_for()
        assert screen.locator("img.code").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
        assert screen.locator(".screen-room li").count() == 2 and screen.locator("img.code").count() == 1
        phone = visitors(390, 844).open(f"/table/{made['table']}#seat=1&invite={made['invite']}")
        expect(phone.get_by_role("button", name="Sit here")).to_have_count(1)
        phone.get_by_label("your name").fill("Bert")
        phone.get_by_role("button", name="Sit here").click()
        phone.locator("svg.scene").first.wait_for()
        screen.locator("svg.scene").first.wait_for()
        assert screen.locator(".thing.lit").count() == 0 and screen.locator(".tools").first.is_hidden()
        assert screen.locator(".player", has_text="Bert").is_visible()
        assert screen.evaluate("document.documentElement.scrollHeight") == 1080


def test_a_player_answers_in_advance_and_learns_when_a_claim_is_possible(site: Running, visitors: Any) -> None:
    with Player(site, "Slow Anna") as anna, Player(site, "Slow Bert") as bert:
        table = anna.new_table([{"who": "me"}, {"who": "open"}])
        bert.post(f"/api/tables/{table}/join", {})
        match = site.context.tables.lives[table].table.match
        seat = match.due[0]
        first = match.moves()[0]
        ahead = match.copy()
        ahead.move(first)
        answer = ahead.moves()[-1].notation
        mover, other = (anna, bert) if seat == 0 else (bert, anna)
        visitor = visitors(390, 844)
        log_in(visitor, site, other)
        page = visitor.open(f"/table/{table}")
        page.get_by_label("More").click()
        page.get_by_role("button", name="The others have left").click()
        expect(page.get_by_text("you can claim the match: then you win the match.")).to_be_visible()
        page.get_by_label("More").click()
        page.get_by_role("button", name="Answer in advance").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("if they play").fill(first.notation)
        dialog.get_by_label("I answer").fill(answer)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        dialog.get_by_role("button", name="Keep").click()
        expect(page.get_by_text("It is answered when your turn comes.")).to_be_visible()
        mover.post(f"/api/tables/{table}/moves", {"seat": seat, "action": first.action})
        page.wait_for_function(
            f"document.body.innerText.includes('Waiting for {'Slow Anna' if seat == 0 else 'Slow Bert'}')"
        )
