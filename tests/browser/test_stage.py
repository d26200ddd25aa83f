"""A battle on its stage, a layout made for a phone, threats, and what calls first in the lobby."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from wartable.core.registry import all_games, find_game
from wartable.drawing.theme import THEMES
from wartable.games.heroes.state import HEROES, KINDS, SQUADS
from wartable.guides.cover import world_of
from wartable.guides.reach import reaches

from ..server.harness import Player, Running
from . import legible
from .test_clicks import PHONE, at_table
from .test_legible import play_on
from .test_play import MY_TURN, middle
from .test_sheets import in_a_fight, shoot
from .units import module_of

# Keeps what the stage of a fight has shown: how many sides, and the dice as they lay beside each other.
KEEP = """() => {
  window.staged = { sides: 0, dice: [], struck: 0, ends: "", moving: false };
  const arena = document.querySelector(".arena");
  new MutationObserver(() => {
    if (arena.hidden) return;
    const sides = [...arena.querySelectorAll(".arena-side")];
    const figures = (side) => side.querySelectorAll(".arena-figure").length;
    staged.first ??= Object.fromEntries(sides.map((side) => [side.dataset.seat, figures(side)]));
    const isSeen = (part) => part.getBoundingClientRect().width > 0;
    const faces = [...arena.querySelectorAll(".arena-face")].filter((face) =>
      [...face.querySelectorAll("path, text, use")].some(isSeen)).length;
    staged.sides = Math.max(staged.sides, faces);
    for (const die of arena.querySelectorAll(".arena-die.tumbles")) {
      staged.dice.push(Number(die.dataset.face));
      staged.moving ||= getComputedStyle(die).animationName !== "none";
    }
    staged.struck += arena.querySelectorAll(".struck").length;
    if (arena.classList.contains("over")) staged.ends = arena.querySelector(".arena-side.wins")?.dataset.seat ?? "";
  }).observe(arena, { childList: true });
  tapped.cues = [];
}"""
HEAR = """(() => {
  const parse = JSON.parse;
  JSON.parse = (...all) => {
    const read = parse(...all);
    if (read?.frames && window.tapped?.cues) tapped.cues.push(...read.frames.flatMap((frame) => frame.cues ?? []));
    return read;
  };
})();"""
STRUCK = "() => staged.dice.length && staged.struck"
OVER = "() => tapped.cues.some((cue) => cue.closes) && document.querySelector('.stage:not(.playing)')"


def against_squads(player: Player, site: Running) -> str:
    """A table at which seat 0 is in a battle whose enemy has split its army; a defender splits after the attacker."""
    while True:
        table = in_a_fight(player, site)
        armies = site.context.tables.lives[table].table.playing.observe(0).battle.armies
        enemy = armies[1 if armies[0].seat == 0 else 0]
        if any(enemy.squads[squad, kind] for squad in range(SQUADS) for kind in range(KINDS)):
            return table


def fight(visitors: Any, player: Player, site: Running, **more: Any) -> Page:
    """A fight that is being resolved, from its first throw on."""
    visitor = visitors(**more)
    page = at_table(visitor, player, against_squads(player, site))
    page.wait_for_function("() => tapped.position?.sheets?.some((sheet) => sheet.id === 'quick')")
    page.evaluate(HEAR)
    page.evaluate(KEEP)
    page.locator("[data-id=quick]").click()
    return page


# Any battle, long or short, is seen die by die only at a speed that leaves every frame its time.
@pytest.mark.parametrize(
    ("motion", "playback"), [("no-preference", "fast"), pytest.param("reduce", "slow", marks=pytest.mark.slow)]
)
def test_a_battle_is_seen_on_a_stage_of_its_own(visitors: Any, site: Running, motion: str, playback: str) -> None:
    with Player(site, f"Watcher {motion[:2]}") as player:
        page = fight(visitors, player, site, playback=playback, reduced_motion=motion)
        page.wait_for_selector(".arena:not([hidden]) .arena-die")
        shoot(page, f"arena-{motion}")
        page.wait_for_function(STRUCK)
        page.keyboard.press("Escape")
        expect(page.locator(".arena")).to_be_hidden()
        shown = page.evaluate("staged")
        thrown = page.evaluate("tapped.cues.flatMap((cue) => cue.dice ?? [])")
        assert shown["sides"] == 2, "both sides have a picture"
        enemy = next(seat for seat in shown["first"] if seat != "0")
        assert shown["first"][enemy] > 0, "who comes in the middle of a battle finds the enemy's squads on the stage"
        assert shown["dice"] and set(shown["dice"]) <= set(thrown)
        assert shown["struck"] > 0
        assert shown["moving"] == (motion == "no-preference")


# Takes frames in and draws the stage; what tumbles on each side then, and what is struck.
DRAWN = """([module, rounds]) => {
  const { Arena } = new Function(`const module = {};${module};return module.exports;`)();
  const arena = new Arena(), all = (name) => [...arena.element.querySelectorAll(name)];
  document.body.append(arena.element);
  return rounds.map((frames) => {
    for (const cues of frames) arena.play({ log: [], cues });
    arena.show(100);
    const fresh = (side) => [...side.querySelectorAll(".tumbles")].map((die) => Number(die.dataset.face));
    const sides = all(".arena-side").map(fresh);
    return { sides, struck: all(".struck").map((figure) => figure.dataset.figure) };
  });
}"""


def test_frames_that_are_shown_together_lose_no_die_and_no_blow(visitors: Any) -> None:
    """The attacker throws first, whichever side it has; a total comes after the dice, in a frame of its own."""
    sides = [{"seat": seat, "name": f"Side {seat}", "picture": "", "total": None, "of": ""} for seat in range(2)]
    begins = [{"sides": sides, "title": "Battle", "seat": 0}]
    goblins = [{"seat": 0, "figure": "A 0", "group": "A", "picture": "", "label": "goblins", "count": 3}]
    meet, other = {"seat": 1, "front": ["A", "A"], "fresh": True}, {"seat": 0, "total": 5}
    falls = [{"seat": 1, "dice": [6, 2]}]
    rounds = [
        [begins, goblins, [meet], falls, [{"seat": 1, "total": 8}]],
        [[{"seat": 0, "dice": [5]}], [other]],
        [[{"seat": 0, "figure": "A 0", "lost": 2}], [{"seat": 0, "ends": "loses"}]],
        [[{"seat": 1, "ends": "wins"}]],
        [falls, [meet], [{"seat": 1, "dice": [3]}]],
    ]
    page = visitors().open()
    drawn = page.evaluate(DRAWN, [module_of("playback/arena.ts"), rounds])
    assert [one["sides"] for one in drawn] == [[[], [6, 2]], [[5], []], [[], []], [[], []], [[], [3]]]
    assert [one["struck"] for one in drawn] == [[], [], ["A 0"], [], []]


@pytest.mark.slow
def test_with_playback_off_there_is_no_stage_and_a_touch_is_never_stopped_by_it(visitors: Any, site: Running) -> None:
    with Player(site, "Hasty") as player:
        page = fight(visitors, player, site, playback="off")
        page.wait_for_function(OVER)
        assert page.evaluate("staged.sides") == 0
        assert page.evaluate("getComputedStyle(document.querySelector('.arena')).pointerEvents") == "none"


SIDEWAYS = """() => [".board-box", ".drawer-body", ".choice-bar:not([hidden])", "html"].filter((one) => {
  const box = document.querySelector(one);
  return box && box.scrollWidth > box.clientWidth + 1;
})"""
# Counts what is measured: a measure after each change lays the page out anew, and a phone stands still for it.
MEASURES = """(() => {
  const plain = SVGGraphicsElement.prototype.getBBox;
  window.measured = 0;
  SVGGraphicsElement.prototype.getBBox = function () { window.measured += 1; return plain.call(this); };
})();"""
MOST_MEASURED = 400
"""Each part of a backdrop once."""
# What can be touched and lies beside the screen, and is no button of the bar either.
LOST = """() => tapped.position.choices.flatMap((choice) => choice.path.slice(0, 1)).filter((id) => {
  const thing = document.querySelector(`.thing[data-id="${CSS.escape(id)}"] .ring`);
  const button = document.querySelector(`.choice-bar .act[data-thing="${CSS.escape(id)}"]`);
  const box = thing?.getBoundingClientRect();
  return !button && !(box && box.width && box.left >= -1 && box.right <= innerWidth + 1);
})"""


@pytest.mark.parametrize("name", ["city_of_iron", "heroes"])
@pytest.mark.parametrize("moves", [pytest.param(0, marks=pytest.mark.slow), 14])
def test_a_phone_has_a_layout_of_its_own_that_scrolls_one_way(
    visitors: Any, site: Running, name: str, moves: int
) -> None:
    with Player(site, f"Phone {name} {moves}") as player:
        table = player.post("/api/play", {"game": name, "bot": "random", "seat": 0})["table"]
        play_on(player, table, moves)
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        visitor.context.add_init_script(MEASURES)
        page = at_table(visitor, player, table)
        page.wait_for_selector(".made")
        page.wait_for_function(MY_TURN)
        shoot(page, f"phone-{name}-{moves}")
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate(LOST) == []
        assert page.evaluate("measured") < MOST_MEASURED
        tabs, board = page.locator(".tabs").bounding_box(), page.locator(".board-box").bounding_box()
        assert tabs is not None and board is not None
        assert tabs["y"] > 0.85 * PHONE["height"], "tabs are at the thumb"
        assert board["height"] > 0.3 * PHONE["height"], "the board is not squeezed out"
        if name == "heroes":
            assert page.locator(".board-box > .scene [data-id=space-a1]").bounding_box() is not None


HEAD = ".table-bar"
MOST_HEAD = 90


@pytest.mark.parametrize("name", ["metals", "thrones", "city_of_iron", "iron_kings", "heroes"])
def test_the_head_of_a_table_is_low_on_a_phone_and_how_it_stands_opens_by_a_touch(
    visitors: Any, site: Running, name: str
) -> None:
    with Player(site, f"Head {name}") as player:
        table = player.post("/api/play", {"game": name, "bot": "random", "seat": 0})["table"]
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page = at_table(visitor, player, table)
        page.wait_for_function(MY_TURN)
        assert page.evaluate(f"document.querySelector('{HEAD}').offsetHeight") <= MOST_HEAD
        assert page.locator(".player .name").all_inner_texts()[0] == "You"
        assert "ou " in page.inner_text(".table-bar .goal").split("·")[0], "how it stands comes first"
        assert page.evaluate(legible.SIDEWAYS) == []
        goal = page.locator(".table-bar .goal")
        cut = goal.evaluate("one => one.scrollWidth > one.clientWidth")
        goal.tap(position={"x": 3, "y": 3})
        assert goal.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert (page.evaluate(f"document.querySelector('{HEAD}').offsetHeight") > MOST_HEAD) == cut


# Whether a space of the board is in the window that shows the board, and how wide it is.
SPACES = """() => [...document.querySelectorAll(".board-box .thing[data-id^=space-] .ring")].map((ring) => {
  const { x, y, width, height } = ring.getBoundingClientRect(), across = x + width / 2, down = y + height / 2;
  const { left, top, right, bottom } = ring.closest(".board-box").getBoundingClientRect();
  return { width, seen: across > left && across < right && down > top && down < bottom };
})"""


def test_a_board_of_small_spaces_is_close_on_a_phone_and_can_be_seen_whole(visitors: Any, site: Running) -> None:
    with Player(site, "Close") as player:
        wanted = {"game": "heroes", "bot": "random", "seat": 0, "players": 4}
        table = player.post("/api/play", wanted)["table"]
        play_on(player, table, 10)
        visitor = visitors(**PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page = at_table(visitor, player, table)
        page.wait_for_selector(".made")
        page.wait_for_function(MY_TURN)
        spaces = page.evaluate(SPACES)
        assert all(space["width"] >= 36 for space in spaces), "a finger can touch one"
        assert not all(space["seen"] for space in spaces)
        assert page.evaluate(legible.SIDEWAYS) == [], "all but the board has one direction"
        assert page.evaluate(legible.UNSEEN) == [], "what is asked is in sight"
        board = page.locator(".board-box").bounding_box()
        assert board is not None and board["height"] < 0.45 * PHONE["height"], "the hand has its room"
        page.locator(".zoom").tap()
        page.wait_for_function(f"() => ({SPACES})().every((space) => space.seen)")
        page.locator(".zoom").tap()
        page.wait_for_function(f"() => ({SPACES})().every((space) => space.width >= 36)")


WHOLE = """(ids) => ids.some((id) => {
  const thing = document.querySelector(`.board-box .thing[data-id="${id}"]`), box = thing.getBoundingClientRect();
  const frame = thing.closest(".board-box").getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
})"""


def test_a_phone_shows_the_whole_of_who_fights_on_a_large_map(visitors: Any, site: Running) -> None:
    with Player(site, "Corner") as player:
        table = in_a_fight(player, site, players=4)
        view = site.context.tables.lives[table].table.playing.observe(0)
        heroes = [(seat, number) for seat in range(4) for number in range(HEROES)]
        there = [(seat, number, view.players[seat].heroes[number]) for seat, number in heroes]
        fighting = [
            f"hero-{seat}-{number}" for seat, number, hero in there if hero.here and hero.tile == view.battle.tile
        ]
        page = at_table(visitors(**PHONE, has_touch=True, is_mobile=True, playback="off"), player, table)
        page.wait_for_function(MY_TURN)
        page.wait_for_function(WHOLE, arg=fighting)


@pytest.mark.parametrize("mark", ["path", "circle"])
def test_threats_are_shown_by_a_key_and_follow_the_table(
    mark: str, visitors: Any, site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cross where others are hit as the table stands; in games without that, a dot where they could get to."""
    if mark == "circle":
        monkeypatch.delattr(find_game("metals").view, "struck")
    with Player(site, f"Careful {mark}") as player:
        table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
        play_on(player, table, 2)
        page = at_table(visitors(reduced_motion="reduce"), player, table)
        page.wait_for_function(MY_TURN)
        page.keyboard.press("x")
        page.wait_for_selector(f".reach-dots {mark}.by1", state="attached")
        expect(page.locator(".table-bar .reach")).to_have_attribute("aria-pressed", "true")
        reached = page.eval_on_selector_all(".thing:has(.reach-dots)", "all => all.map(one => one.dataset.id)")
        match = site.context.tables.lives[table].table.playing
        game = find_game("metals")
        theirs = [one for one in reaches(match, 0) if one.seat == 1]
        assert set(reached) == {place for one in theirs for place in (one.places if one.hits is None else one.hits)}
        page.mouse.move(*middle(page, "[data-id=metal-1-0] .ring"))
        page.wait_for_selector(".thing.in-reach")
        shoot(page, f"threats-{game.name}")
        page.click(".table-bar .reach")
        expect(page.locator(".reach-dots")).to_have_count(0)


def test_tables_that_wait_for_me_come_first_in_the_lobby(visitors: Any, site: Running) -> None:
    with Player(site, "Returning") as player:
        table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
        with player.sit(table, "show=record&seat=0") as chair:
            chair.wait_turn(0)
        visitor = visitors(**PHONE)
        cookies = [{"name": n, "value": v, "url": player.server.url} for n, v in player.http.cookies.items()]
        visitor.context.add_cookies(cookies)
        page = visitor.open()
        mine = page.locator(".calls .tables li.yours", has=page.locator(f"a[href*='{table}']"))
        expect(mine).to_be_visible()
        box, game = mine.bounding_box(), page.locator(".game").first.bounding_box()
        assert box is not None and game is not None
        assert box["y"] + box["height"] < min(game["y"], PHONE["height"]), "in sight at once, above all games"


CARD = """(card) => {
  const style = getComputedStyle(card), title = getComputedStyle(card.querySelector("h2"));
  return [style.backgroundColor, style.color, title.fontFamily.split(",")[0].replaceAll(/["']/g, "")];
}"""


@pytest.mark.parametrize("scheme", sorted(THEMES))
def test_the_card_of_a_game_in_the_lobby_is_of_its_world(visitors: Any, scheme: str) -> None:
    page = visitors(color_scheme=scheme).open()
    for game in all_games():
        world = world_of(game)
        theme = world.theme(scheme)
        shown = page.locator(f".game[data-game={game.name}]").evaluate(CARD)
        assert shown == [rgb(theme["table"]), rgb(theme["ink"]), world.title_face]


def rgb(colour: str) -> str:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgb({red}, {green}, {blue})"


def test_a_card_has_a_picture_where_there_is_one_to_see(visitors: Any, site: Running) -> None:
    """A button's words alone are none: the title says them."""
    with Player(site, "Looker") as player:
        page = at_table(visitors(playback="off"), player, in_a_fight(player, site))
        page.wait_for_function(MY_TURN)
        for thing, pictures in (("[data-id^=form-], [data-id=divide]", 0), ("[data-id^=banner-]", 1)):
            page.mouse.move(*middle(page, thing))
            page.wait_for_selector(".card-box:not([hidden])")
            assert page.locator(".card-head svg").count() == pictures, thing
            page.mouse.move(2, 2)
            page.wait_for_selector(".card-box", state="hidden")
