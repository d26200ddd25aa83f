"""Around the table: the course of a match, links for others, talking, names."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from ..server.harness import Player, Running
from ..server.test_course import finished, little_thought, resigned
from .test_play import MY_TURN, play_a_move, scan

__all__ = ["little_thought"]

COPIES = {"permissions": ["clipboard-read", "clipboard-write"]}


def path_of(link: str, site: Running) -> str:
    assert link.startswith(site.url)
    return link.removeprefix(site.url)


def test_the_end_leads_to_the_course_of_the_match_and_on_to_its_steps(visitors: Any, site: Running) -> None:
    visitor = visitors()
    page = visitor.sit("metals")
    page.click(".menu summary")
    page.click(".menu-body button:has-text('Resign')")
    page.click("dialog .yes")
    page.click(".result a.course")
    expect(page.locator("h1")).to_have_text("Metals: the course of the match")
    expect(page.locator(".course-wait")).to_have_count(0)
    expect(page.locator(".course-result")).to_contain_text("resigned")
    assert scan(page) == []
    page.locator(".course-chart").click(position={"x": 500, "y": 60})
    page.wait_for_selector(".replay-page .thing")
    page.click("a.course")
    page.wait_for_selector(".course-chart")


OTHERWISE = {"at": 0, "seat": 0, "played": "a", "hint": "b", "loss": 0.2, "chance_played": 0.3, "chance_hint": 0.5}
OTHERWISE |= {"wrong": [], "theme": ""}


def test_a_step_has_the_number_that_the_replay_counts_after_it(visitors: Any, site: Running) -> None:
    """A decision is shown as it was before it, and named by the step that it became."""
    with Player(site, "Ute") as player:
        table = resigned(player)
        finished(player, table)
        page = visitors().page

        def answer(route: Route) -> None:
            route.fulfill(json=route.fetch().json() | {"otherwise": [OTHERWISE]})

        page.route("**/course*", answer)
        page.goto(f"{site.url}/match/{table}")
        expect(page.locator("a[data-at='0']")).to_have_text("Step 1")
        page.click("a[data-at='0']")
        expect(page.locator(".where")).to_have_text(re.compile("^0 / "))


@pytest.mark.parametrize("expected", [["a1 to a2", "b7 to b6"], ["a1 to a2"]])
def test_a_thought_ends_with_the_line_that_is_expected(visitors: Any, site: Running, expected: list[str]) -> None:
    """Where only the move itself is expected, nothing is said of it again."""
    line = [{"seat": place, "label": label} for place, label in enumerate(expected)]
    moves = [{"label": "a1 to a2", "chance": 0.6, "share": 0.9}]
    thought = {"seat": 0, "moves": moves, "line": line, "chances": [0.6, 0.4], "considered": 3, "looks": 1200}
    with Player(site, f"Vera {len(expected)}") as player:
        table = resigned(player)
        page = visitors().page
        page.route("**/thoughts/*", lambda route: route.fulfill(json={"by": "bot", "thought": thought}))
        page.goto(f"{site.url}/replay/{table}?step=1")
        page.wait_for_selector(".thing")
        page.click(".think")
        expect(page.locator(".thought-moves li")).to_have_count(1)
        lines = page.locator(".thoughts > :last-child").inner_text()
        assert all(label in lines for label in expected)
        assert page.locator(".thought-line").count() == (len(expected) > 1)


def test_key_moments_and_hints_link_to_their_steps(visitors: Any, site: Running) -> None:
    with Player(site, "Walter") as player:
        table = resigned(player)
        found = finished(player, table)
        assert found["moments"], "giving up changes the chances"
        page = visitors().open(f"/match/{table}")
        expect(page.locator(".moments li")).to_have_count(len(found["moments"]))
        last = found["moments"][-1]["at"]
        page.click(f".moments a[data-at='{last}']")
        expect(page.locator(".where")).to_have_text(f"{last} / {found['count']}")


def test_a_stranger_opens_the_link_to_a_step_of_a_private_match(visitors: Any, site: Running) -> None:
    owner = visitors(**COPIES)
    page = owner.sit("metals")
    table = page.url.split("/")[-1].split("?")[0]
    watcher = visitors()
    # The address of a match against a bot is enough to watch it.
    watcher.open(path_of(page.url, site))
    watcher.page.wait_for_selector(".thing")
    watcher.page.wait_for_selector(".watching")
    page.click(".menu summary")
    page.click(".menu-body button:has-text('Resign')")
    page.click("dialog .yes")
    page.click(".result a:has-text('Replay')")
    page.wait_for_selector(".replay-page .thing")
    page.click("[aria-label=Forward]")
    page.wait_for_function("() => document.querySelector('.where').textContent.startsWith('1 /')")
    page.click("button.share")
    page.wait_for_selector(".toast:has-text('step 1')")
    link = page.evaluate("navigator.clipboard.readText()")
    stranger = visitors()
    stranger.open(path_of(link, site))
    stranger.page.wait_for_function("() => document.querySelector('.where')?.textContent.startsWith('1 /')")
    save = stranger.page.locator("a.save").get_attribute("href")
    assert "invite" not in save, "a key stands in no address that is asked for"
    assert stranger.page.evaluate("async (path) => (await fetch(path)).status", save) == 200
    without = visitors()
    without.open(f"/replay/{table}?step=1")
    without.page.wait_for_selector("main:has-text('there is no table')")
    without.problems.clear()


def test_the_replay_of_a_match_in_play_is_its_table(visitors: Any, site: Running) -> None:
    with Player(site, "Paula") as player:
        table = player.new_table([{"who": "me"}, {"who": "me"}])
        visitor = visitors()
        visitor.open(f"/replay/{table}?step=3")
        visitor.page.wait_for_selector(".table-page .thing")
        visitor.problems.clear()


def test_a_finished_match_is_saved_from_the_lobby_too(visitors: Any, site: Running) -> None:
    with Player(site, "Lotte") as player:
        table = resigned(player)
    page = visitors().open()
    with page.expect_download() as saved:
        page.click(f"a.save[href='/api/tables/{table}/save']")
    assert saved.value.suggested_filename == f"metals-{table}.jsonl"


def test_people_talk_at_a_table_and_what_they_say_is_only_text(visitors: Any, site: Running) -> None:
    """Two browsers: one with the list open, one with it closed, which is shown what comes and how much was missed."""
    with Player(site, "Anna") as player:
        table = player.new_table([{"who": "me"}, {"who": "me"}])
        with player.sit(table, "show=scene") as anna:
            visitor = visitors()
            page = visitor.open(f"/table/{table}")
            page.wait_for_selector(".thing")
            assert anna.ask("say", text="<img src=x onerror=alert(1)> hello")["ok"]
            expect(page.locator(".talk-bubbles[aria-live=polite]")).to_contain_text(
                "<img src=x onerror=alert(1)> hello"
            )
            expect(page.locator(".talk-button")).to_have_text("Talk (1)")
            page.keyboard.press("t")
            expect(page.locator(".talk-button")).to_have_text("Talk")
            expect(page.locator(".talk-lines li")).to_have_count(1)
            assert page.locator(".talk-lines img").count() == 0
            # Somebody without a name is asked for one first.
            page.fill(".talk [name=your-name]", "Watcher")
            page.keyboard.press("Enter")
            page.fill(".talk [name=say]", "good luck")
            page.keyboard.press("Enter")
            expect(page.locator(".talk-lines li").last).to_contain_text("Watcher: good luck")
            expect(page.locator(".talk [name=say]")).to_have_value("")
            page.click("[data-sign=wow]")
            expect(page.locator(".talk-lines li").last).to_contain_text("Wow!")
            assert scan(page) == []
            page.click("[data-talk=off]")
            expect(page.locator(".talk-lines li")).to_have_count(0)
            page.keyboard.press("Escape")
            assert anna.ask("say", text="nobody listens")["ok"]
            assert anna.ask("quiet", quiet=True)["ok"]
            page.keyboard.press("t")
            page.click("[data-talk=on]")
            expect(page.locator(".talk-below")).to_contain_text("The host has switched talk off")
            expect(page.locator(".talk-lines li")).to_have_count(4)
            expect(page.locator(".talk-bubble")).to_have_count(0)


def test_a_newcomer_is_asked_for_a_name_once(visitors: Any) -> None:
    page = visitors().open()
    page.click("[data-play=metals]")
    page.fill("dialog [name=your-name]", "Frida")
    page.keyboard.press("Enter")
    expect(page.locator(".player .name").first).to_have_text("Frida")
    page.click(".brand")
    page.click("[data-game=metals] button:has-text('Play with people')")
    expect(page.locator("dialog button.main")).to_be_visible()
    expect(page.locator("[name=your-name]")).to_have_count(0)


def test_who_comes_by_a_link_keeps_the_given_name_and_learns_who_refuses(visitors: Any, site: Running) -> None:
    with Player(site, "Hugo") as hugo:
        table = hugo.new_table([{"who": "me"}, {"who": "open"}])
        page = visitors().open(f"/table/{table}")
        expect(page.locator(".room [name=your-name]")).to_have_value("")
        page.click("button:has-text('Sit here')")
        expect(page.locator(".player .name").nth(1)).to_have_text(re.compile("^Guest [0-9]+$"))
        with hugo.sit(table, "show=record&seat=0") as chair:
            if 0 in chair.state["due"]:
                assert chair.move(0)["ok"]
            page.wait_for_function(MY_TURN)
            play_a_move(page)
            page.wait_for_selector("button.undo:has-text('Take back')")
            page.click("button.undo")
            chair.until(lambda message: message.get("offer"))
            assert chair.ask("answer", seat=0, agree=False)["ok"]
            expect(page.locator(".banner .refused")).to_have_text("Hugo does not agree to take your move back.")
            expect(page.locator("#announce p").last).to_have_text("Hugo does not agree to take your move back.")
            assert chair.move(0)["ok"]
            expect(page.locator(".banner .refused")).to_have_count(0)


def test_the_table_says_so_while_bots_look_only_one_move_ahead(visitors: Any, site: Running) -> None:
    visitor = visitors()
    prepared = {"ready": False, "preparing": "part 1 of 3"}

    def answer(route: Any) -> None:
        route.fulfill(json=route.fetch().json() | prepared)

    visitor.page.route("**/api/games/metals", answer)
    page = visitor.play("metals", bot="easy")
    note = page.locator(".guide .note")
    expect(note).to_have_text("The bots are being prepared and look only one move ahead until then.")
    prepared.update(ready=True, preparing="")
    expect(note).to_have_count(0)


# What the choices cover, what sticks out of the column beside the board, and how much of the height the board has.
CRAMPED = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const board = box(".board-box"), bar = box(".choice-bar"), drawer = box(".drawer");
  const over = (one, other, from, to) => one[from] < other[to] - 1 && other[from] < one[to] - 1;
  const meet = (one, other) => over(one, other, "left", "right") && over(one, other, "top", "bottom");
  const seen = bar.height === 0 || (bar.bottom <= innerHeight + 1 && bar.right <= innerWidth + 1);
  const body = document.querySelector(".drawer-body");
  return { covers: meet(bar, board) || meet(bar, drawer), seen, wide: body.scrollWidth > body.clientWidth + 1,
    share: board.height / innerHeight, bar: bar.height };
}"""
SMALL_AND_WIDE = [("thrones", 1024, 768), ("thrones", 720, 450), ("metals", 720, 450), ("heroes", 720, 450)]


def test_in_a_small_wide_window_and_at_twice_the_size_the_choices_cover_nothing(visitors: Any) -> None:
    bars = []
    for name, width, height in SMALL_AND_WIDE:
        page = visitors(width=width, height=height).sit(name)
        page.wait_for_selector(".sideways")
        found = page.evaluate(CRAMPED)
        assert not found["covers"] and found["seen"] and not found["wide"], name
        assert found["share"] > 0.55, "more than half of the height is the board's"
        bars.append(found["bar"])
    assert max(bars) > 0, "there were choices that could have covered something"


def test_the_colours_follow_the_system_where_nobody_has_chosen(visitors: Any) -> None:
    page = visitors(color_scheme="dark").open("/account")
    theme = "() => document.documentElement.dataset.theme"
    page.wait_for_selector("form")
    assert page.evaluate(theme) == "dark"
    page.emulate_media(color_scheme="light")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    expect(page.locator("[title='Light or dark']")).to_have_attribute("aria-label", "Dark colours")
    page.click("[title='Light or dark']")
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    assert page.evaluate(theme) == "dark", "what was chosen stays"
