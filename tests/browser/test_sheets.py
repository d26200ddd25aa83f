"""Several actions by one deed, at the thing that was touched."""

import os
from typing import Any

from playwright.sync_api import Page, expect

from wartable.bots import make_bot
from wartable.core.match import Match
from wartable.core.registry import find_game

from ..server.harness import Chair, Player, Running
from .test_clicks import PHONE, at_table, sit_down
from .test_play import middle
from .units import module_of

GAME = find_game("heroes")
SHOTS = os.environ.get("WARTABLE_SHOTS", "")


def shoot(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def wait_for(page: Page, begins: str) -> str:
    """The first thing of these that can be touched."""
    found = page.locator(f".thing.lit[data-id^={begins}]").first
    expect(found).to_be_visible()
    return found.get_attribute("data-id") or ""


def touch(page: Page, thing: str) -> None:
    page.mouse.click(*middle(page, f"[data-id='{thing}'] .ring"))


def seen_by(chair: Chair, site: Running, table: str) -> Match:
    """The match at a table, once the chair has heard of all that happened: bots of the same phase play meanwhile."""
    while True:
        chair.wait_turn(0)
        match: Match = site.context.tables.lives[table].table.playing.snapshot()
        if chair.state["status"] != "playing" or set(match.legal(0)) == set(chair.state["legal"]):
            return match
        chair.receive()


def in_a_fight(player: Player, site: Running, players: int = 2, wish: str = "") -> str:
    """A table at which seat 0 has something to decide in a battle, such as this move."""
    while True:
        wanted = {"game": GAME.name, "bot": "greedy", "seat": 0, "players": players}
        table: str = player.post("/api/play", wanted)["table"]
        with player.sit(table, "show=record&seat=0") as chair:
            bot = make_bot("greedy", GAME, 5, threads=1)
            chair.wait_turn(0)
            while chair.state["status"] == "playing":
                match = seen_by(chair, site, table)
                if match.observe(0).in_battle and (not wish or wish in {move.notation for move in match.moves(0)}):
                    return table
                action = bot.choose(match.observe(0), match.box, 0, match.legal(0))
                chair.move(0, chair.state["legal"].index(action))
                chair.wait_turn(0)


def with_a_camp(visitors: Any, player: Player) -> Page:
    """A city with goblins to recruit, on the first morning."""
    page, _ = sit_down(visitors(reduced_motion="reduce"), player, GAME, "random")
    touch(page, wait_for(page, "space-"))
    touch(page, wait_for(page, "spawner-"))
    page.wait_for_function("() => tapped.position.sheets?.length")
    return page


def test_any_number_is_recruited_and_split_on_a_sheet(visitors: Any, site: Running) -> None:
    with Player(site, "Recruiter") as player:
        page = with_a_camp(visitors, player)
        spawner = page.evaluate("tapped.position.sheets[0].opens[0]")
        touch(page, spawner)
        sheet = page.locator(".sheet", has_text="Recruit in")
        expect(sheet).to_be_visible()
        for _ in range(3):
            sheet.locator("[aria-label='Goblins: more']").click()
        expect(sheet.locator(".sheet-foot")).to_have_text("3 of 7 coins, 4 left")
        shoot(page, "sheet-recruit")
        sheet.locator(".main").click()
        expect(page.locator("[data-id^=garrison-][aria-label='3 goblins']")).to_be_visible()
        touch(page, wait_for(page, "garrison-"))
        split = page.locator(".sheet.split")
        split.locator("[aria-label='Goblins: to Alda']").click()
        split.locator("[aria-label='Goblins: to Alda']").click()
        shoot(page, "sheet-troops")
        split.locator(".main").click()
        expect(page.locator("[data-id^=troop-0-][aria-label='2 goblins']")).to_have_count(1)
        expect(page.locator(".sheet")).to_have_count(0)
        drag(page, wait_for(page, "garrison-"), "own-0")
        expect(page.locator("[data-id^=troop-0-][aria-label*='3 goblins']")).to_have_count(1)


def test_an_army_is_divided_on_a_sheet(visitors: Any, site: Running) -> None:
    with Player(site, "General") as player:
        page = at_table(visitors(reduced_motion="reduce"), player, in_a_fight(player, site, wish="divide"))
        page.wait_for_function("() => tapped.position?.sheets?.some((one) => one.id === 'squads')")
        touch(page, "divide")
        sheet = page.locator(".sheet", has_text="Divide your army")
        sheet.locator("[aria-label$=' in B: more']").first.click()
        shoot(page, "sheet-squads")
        sheet.locator(".main").click()
        expect(page.locator("[data-id^=squad-][aria-label*='squad B, 1 ']")).to_be_visible()
        expect(page.locator(".sheet")).to_have_count(0)


# Buttons of the question at the spot that something else lies over.
COVERED = """() => [...document.querySelectorAll(".choice-bar.spot .act")].filter((button) => {
  const box = button.getBoundingClientRect();
  return !button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((button) => button.innerText)"""


def test_a_question_at_the_spot_says_what_it_would_do_and_is_never_under_a_sheet(visitors: Any, site: Running) -> None:
    with Player(site, "Thumb") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page, _ = sit_down(visitor, player, GAME, "random")
        for begins in ("space-", "spawner-"):
            page.locator(f".thing.lit[data-id^={begins}] .ring").first.tap()
            page.wait_for_function(
                "(begins) => !tapped.position.choices.some((one) => one.path[0].startsWith(begins))"
                if begins == "space-"
                else "() => tapped.position.sheets?.length",
                arg=begins,
            )
        for begins in ("spawner-", "garrison-"):
            thing = page.locator(f".thing.lit[data-id^={begins}] .ring").first
            thing.scroll_into_view_if_needed()
            thing.tap()
            expect(page.locator(".sheet")).to_be_visible()
            expect(page.locator(".choice-bar.spot .act").first).to_contain_text("goblin")
            assert page.evaluate(COVERED) == []
            page.locator(".choice-bar.spot .act").first.tap()


WISHES = ("city", "build", "hire", "recruit", "give city h1", "end", "done")
"""How somebody gets to two heroes in one city: nobody leaves it, and what is not bought is saved."""
# Heroes' cards, and what can be touched next, that a sheet lies over, wherever the hand is moved to.
HIDDEN = """() => [...document.querySelectorAll(".drawer .thing:is([data-id^=own-], .lit)")].filter((thing) => {
  thing.scrollIntoView({ block: "center" });
  const { x, y, width, height } = thing.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".sheets");
}).map((thing) => thing.dataset.id)"""
NEXT = "() => [...document.querySelectorAll('.drawer .thing.lit')].map((thing) => thing.dataset.id)"


def with_two_heroes(player: Player, site: Running) -> str:
    """A table at which seat 0 has two heroes in its city, and goblins with one of them."""
    table: str = player.post("/api/play", {"game": GAME.name, "bot": "random", "seat": 0})["table"]
    with player.sit(table, "show=record&seat=0") as chair:
        chair.wait_turn(0)
        while True:
            match = seen_by(chair, site, table)
            heroes = match.observe(0).players[0].heroes
            if heroes[1].here and any(heroes[0].troops):
                return table
            legal = chair.state["legal"]
            moves = [match.notation(0, action) for action in legal]
            able = [wish for wish in WISHES if any(move.startswith(wish) for move in moves)]
            wish = next(wish for wish in able if is_wise(wish, match))
            chair.move(0, next(place for place, move in enumerate(moves) if move.startswith(wish)))
            chair.wait_turn(0)


def is_wise(wish: str, match: Any) -> bool:
    """Coins are for the second hero first."""
    return wish != "recruit" or bool(match.observe(0).players[0].heroes[1].here)


def test_on_a_phone_the_sheet_of_a_hero_leaves_the_other_in_sight(visitors: Any, site: Running) -> None:
    with Player(site, "Two") as player:
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", playback="off")
        page = at_table(visitor, player, with_two_heroes(player, site))
        for touched in ("own-0", "troop-0-0"):
            thing = page.locator(f".thing.lit[data-id={touched}] .ring")
            thing.scroll_into_view_if_needed()
            thing.tap()
            expect(page.locator(".sheet").first).to_be_visible()
            shoot(page, f"two-heroes-{touched}")
            assert page.evaluate(HIDDEN) == []
            page.locator(".sheet select").select_option(label="Troops: Alda and Bram")
            expect(page.locator(".sheet")).to_have_count(1)
            if touched == "troop-0-0":
                assert "own-1" in page.evaluate(NEXT)
            else:
                page.locator(".sheet [aria-label=Close]").tap()
                expect(page.locator(".sheets")).to_be_hidden()
        page.locator(".sheet [aria-label='Goblins: to Bram']").tap()
        page.locator(".sheet .main").tap()
        expect(page.locator("[data-id^=troop-1-]")).to_have_count(1)


# A window over a long drawing, moved away from the thing that is spoken of; where that lies after it was looked for.
SOUGHT = """([module, from]) => {
  const { uncover } = new Function(`const module = {};${module};return module.exports;`)();
  document.body.insertAdjacentHTML("beforeend", `<div class="window"><svg width="180" height="900">
    <g class="spoken"><rect y="600" width="20" height="20"/></g></svg></div>`);
  const frame = document.querySelector(".window");
  Object.assign(frame.style, { position: "fixed", inset: "0 auto auto 0", width: "200px", height: "100px" });
  frame.style.overflow = "auto";
  frame.scrollTop = from;
  uncover(".spoken");
  return [frame.scrollTop, document.querySelector(".spoken").getBoundingClientRect().y];
}"""


def test_what_a_hint_speaks_of_is_brought_into_sight(visitors: Any) -> None:
    module = module_of("common/dom.ts")
    _, at = visitors().open().evaluate(SOUGHT, [module, 0])
    assert 0 < at < 80, "it was below the window"
    assert visitors().open().evaluate(SOUGHT, [module, 540]) == [540, 60], "what is in sight stays where it is"


def drag(page: Page, start: str, end: str) -> None:
    """Whoever is dragged goes together: nobody is asked how many."""
    page.mouse.move(*middle(page, f"[data-id='{start}'] .ring"))
    page.mouse.down()
    page.mouse.move(*middle(page, f"[data-id='{end}'] .ring"), steps=4)
    page.mouse.up()


def test_a_fight_is_resolved_quickly_by_one_button(visitors: Any, site: Running) -> None:
    with Player(site, "Fighter") as player:
        page = at_table(visitors(), player, in_a_fight(player, site))
        expect(page.locator("[data-id=army-0]")).to_be_visible()
        shoot(page, "a-fight")
        page.locator("[data-id=quick]").click()
        page.wait_for_function("() => !tapped.position.sheets?.some((sheet) => sheet.id === 'quick')")
        expect(page.locator("[data-id=army-0]")).to_have_count(0)
        page.keyboard.press("l")
        expect(page.locator(".log li").last).to_be_visible()
        shoot(page, "after-a-fight")
