"""What happened is seen: playback in a real browser, held against what the server said."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from wartable.core.game import Game
from wartable.games.heroes import GAME as HEROES

from ..server.harness import Player, Running
from .hand import ASKED, Hand
from .test_clicks import as_greedy, sit_down
from .test_play import CLICKER, LONGEST_GAME, MY_TURN, QUICK, click_next, number, play_a_move

# Keeps every sentence that the event line has shown, and what was written across the board.
WATCH = """() => {
  window.told = [];
  window.across = [];
  const banner = document.querySelector(".moment");
  const keep = () => { if (!banner.hidden) window.across.push(banner.textContent); };
  new MutationObserver(keep).observe(banner, { childList: true });
  new MutationObserver(() => {
    const said = document.querySelector(".event-line:not([hidden]) .said-now")?.textContent;
    if (said && said !== window.told.at(-1)) window.told.push(said);
  }).observe(document.querySelector(".event-line"), { childList: true, subtree: true, attributes: true });
}"""
BOX = "(one) => document.querySelector(one).getBoundingClientRect().toJSON()"
SHOWN = "[...document.querySelectorAll('.thing:not(.leaving)')].map(one => one.dataset.id).sort()"
PLACES = (
    "[...document.querySelectorAll('.thing:not(.leaving)')].map(one => [one.dataset.id, one.style.transform]).sort()"
)
GLIDING = """document.getAnimations().filter((one) =>
  one.effect.target.matches(".thing") && one.transitionProperty === "transform").length"""
# The last deed is shown again: what is seen when that has begun.
BEGUN = f"""() => new Promise((done) => {{
  const line = document.querySelector(".event-line");
  const see = () => done({{ places: {PLACES}, gliding: {GLIDING}, said: !line.hidden }});
  const look = () => requestAnimationFrame(document.querySelector(".stage.again") ? see : look);
  standstill = () => true;
  [...document.querySelectorAll(".log .deed .again")].at(-1).click();
  look();
}})"""
AT_REST = "() => document.querySelector('.stage:not(.playing)') && " + MY_TURN.removeprefix("() => ")

# My turn has come, and what led to it is still being shown.
TURN_TO_COME = "() => document.title.includes('Your turn') && document.querySelector('.playing')"

MOVES = 6


class Updates:
    """The frames that the server has sent to a page."""

    def __init__(self, page: Page) -> None:
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", self._open)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._read)

    def _read(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "update":
            self.frames += message["frames"]

    @property
    def sentences(self) -> list[str]:
        """What is said, frame by frame; the same words twice in a row are seen as once."""
        said = [" ".join(line["text"] for line in frame["log"]) for frame in self.frames if frame["log"]]
        return [text for place, text in enumerate(said) if place == 0 or said[place - 1] != text]


def watched(visitor: Any, game: str = QUICK) -> tuple[Page, Updates]:
    updates = Updates(visitor.page)
    page = visitor.sit(game)
    page.evaluate(WATCH)
    updates.frames.clear()
    return page, updates


LOGGED = """() => [...document.querySelectorAll(".log li > span:last-of-type")].map((line) => {
  const words = line.cloneNode(true);
  words.querySelector(".again")?.remove();
  return words.textContent;
})"""


def test_every_note_of_every_game_is_shown_as_the_log_tells_it(each_game: Game, visitors: Any, site: Running) -> None:
    """In order, each for itself, at a slow pace; the page's clock is put forward, so that nobody waits for it."""
    visitor = visitors(playback="slow")
    visitor.page.clock.install()
    updates = Updates(visitor.page)
    with Player(site, f"Attentive {each_game.code}") as player:
        page, table = sit_down(visitor, player, each_game, "random")
        hand = Hand(page, as_greedy(site, each_game, table))
        page.wait_for_function(ASKED)
        page.evaluate(WATCH)
        updates.frames.clear()
        for _ in range(MOVES):
            hand.decide()
            while not page.evaluate(ASKED):
                page.clock.run_for(5000)
        lines = [line for frame in updates.frames for line in frame["log"]]
        assert len(lines) >= 1.5 * MOVES
        assert page.evaluate("window.told") == updates.sentences
        assert page.evaluate("window.across") == [line["text"].removesuffix(".") for line in lines if line["moment"]]
        expect(page.locator(".event-line")).to_be_hidden()
        page.keyboard.press("l")
        page.wait_for_selector(".log li")
        assert page.evaluate(LOGGED)[-len(lines) :] == [line["text"] for line in lines]


def test_nothing_is_lit_until_everything_has_been_shown(visitors: Any) -> None:
    page, _ = watched(visitors(playback="slow"))
    page.evaluate("standstill = () => true")
    play_a_move(page)
    page.wait_for_selector(".event-line:not([hidden])")
    assert page.locator(".thing.lit, .choice-bar .act").count() == 0


def test_words_do_not_run_ahead_of_what_is_shown(visitors: Any) -> None:
    """While the table shows what happened it says who plays; the question comes when it has been shown."""
    page, _ = watched(visitors(playback="slow"))
    prompt, goal = page.locator(".prompt h1"), page.locator(".prompt .goal")
    stands = goal.inner_text()
    parts = page.locator(".guide .when").all_inner_texts()
    plays = "/Random bot plays/.test(document.querySelector('.prompt h1').innerText)"
    page.evaluate(f"standstill = () => ({TURN_TO_COME})() && {plays}")
    play_a_move(page)
    page.wait_for_function(f"() => ({TURN_TO_COME})() && {plays}")
    assert page.locator(".prompt.mine").count() == 0
    expect(goal).to_have_text("Then it is your turn; a click or Space skips this.")
    assert page.locator(".player.due .name").inner_text() == "Random bot"
    assert page.locator(".guide .when").all_inner_texts() == parts
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press(" ")
    page.wait_for_function(AT_REST)
    expect(page.locator(".prompt.mine")).to_be_visible()
    assert "plays" not in prompt.inner_text()
    assert goal.inner_text().split(":")[0] == stands.split(":")[0]
    assert page.locator(".player.due .name").inner_text() != "Random bot"


@pytest.mark.parametrize("how", ["click", " ", "Escape"])
def test_playback_is_skipped_by_a_click_or_a_key(visitors: Any, how: str) -> None:
    page, _ = watched(visitors(playback="slow"))
    page.evaluate("document.activeElement?.blur()")
    for _ in range(2):
        play_a_move(page)
        while page.locator(".thing.lit, .choice-bar .act").count() == 0:
            page.wait_for_function("() => document.querySelector('.playing, .thing.lit, .choice-bar .act')")
            if page.locator(".playing").count() == 0:
                continue
            if how == "click":
                page.evaluate("document.querySelector('.event-line').click()")
            else:
                page.keyboard.press(how)
    expect(page.locator(".event-line")).to_be_hidden()


def test_switched_off_nothing_is_played_and_it_is_remembered(visitors: Any) -> None:
    page, updates = watched(visitors(playback="fast"))
    page.click(".menu summary")
    page.click(".speed:has-text('fast')")
    expect(page.locator(".speed")).to_have_text("Playback: off")
    page.reload()
    page.wait_for_function(MY_TURN)
    page.evaluate(WATCH)
    assert page.evaluate("localStorage['wartable.playback']") == "off"
    play_a_move(page)
    page.wait_for_function(AT_REST)
    assert updates.sentences
    assert page.evaluate("window.told") == []


def test_with_less_motion_there_are_sentences_only(visitors: Any) -> None:
    page, updates = watched(visitors(playback="fast", reduced_motion="reduce"))
    play_a_move(page)
    page.wait_for_function(AT_REST)
    assert page.evaluate("window.told") == updates.sentences
    moving = "getComputedStyle(document.querySelector('.stage .thing')).transitionDuration"
    assert page.evaluate(moving) in ("0s", "")
    assert page.locator(".delta").count() == 0


def test_the_last_deed_of_the_opponent_stays_marked(visitors: Any) -> None:
    page, updates = watched(visitors())
    play_a_move(page)
    page.wait_for_function(AT_REST)
    mine = page.evaluate("document.querySelectorAll('.thing.acted.by0').length")
    marked = page.eval_on_selector_all(".thing.acted.by1", "all => all.map(one => one.dataset.id)")
    moved = {thing["id"] for frame in updates.frames for thing in frame.get("things", ())}
    assert mine == 0
    assert marked and set(marked) <= moved
    assert any(id.startswith("metal-1") for id in marked)


def test_a_line_of_the_log_is_played_again_and_then_the_present_is_back(visitors: Any) -> None:
    page, updates = watched(visitors(playback="fast"))
    play_a_move(page)
    page.wait_for_function(AT_REST)
    now = page.evaluate(SHOWN)
    page.evaluate("window.told = []")
    page.keyboard.press("l")
    page.focus(".log .again >> nth=-1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".stage.again")
    page.wait_for_function(AT_REST)
    step = updates.frames[-1]["log"][-1]["step"]
    last = [" ".join(line["text"] for line in frame["log"]) for frame in updates.frames if frame["log"]]
    steps = [frame["log"][0]["step"] for frame in updates.frames if frame["log"]]
    assert page.evaluate("window.told") == [text for text, of in zip(last, steps, strict=True) if of == step]
    page.wait_for_function(f"now => JSON.stringify({SHOWN}) === JSON.stringify(now)", arg=now)
    before = number(page)
    click_next(page)
    assert number(page) >= before


def test_what_is_played_again_begins_where_it_began(visitors: Any) -> None:
    page, _updates = watched(visitors(playback="fast"))
    play_a_move(page)
    page.wait_for_function(AT_REST)
    now = page.evaluate(PLACES)
    page.keyboard.press("l")
    page.wait_for_selector(".log .deed .again")
    begun = page.evaluate(BEGUN)
    assert begun["places"] != now, "the table is as it was"
    assert (begun["gliding"], begun["said"]) == (0, False), "at once, before anything is told"


def test_the_end_of_a_match_cannot_be_missed(visitors: Any) -> None:
    page = visitors().sit(QUICK)
    page.evaluate("standstill = () => true")
    assert page.evaluate(CLICKER, [LONGEST_GAME, 5]) > 0
    page.wait_for_selector(".result.screen")
    who, how = page.inner_text(".result strong"), page.inner_text(".result .by-what").split(". ")[0]
    expect(page.locator(".moment:not([hidden])")).to_have_text(f"{who}: {how[0].lower()}{how[1:]}")
    plaque, stage = (page.evaluate(BOX, one) for one in (".moment", ".stage"))
    assert plaque["width"] < 0.8 * stage["width"], "a plaque, no band over the whole table"
    assert plaque["bottom"] - stage["top"] < 0.15 * stage["height"], "at the head of the board"


def test_with_less_motion_nothing_is_written_over_the_board(visitors: Any) -> None:
    page = visitors(reduced_motion="reduce").sit(QUICK)
    page.evaluate(WATCH)
    assert page.evaluate(CLICKER, [LONGEST_GAME, 5]) > 0
    page.wait_for_selector(".result strong")
    assert page.evaluate("window.across") == []


def test_who_is_out_is_told_so_lastingly(visitors: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visitors().sit("heroes")
    assert page.locator(".banner .out").count() == 0
    monkeypatch.setitem(vars(HEROES), "out", lambda view, box, seat: seat == 0)
    for _ in range(2):
        page.reload()
        expect(page.locator(".banner .out")).to_contain_text("You are out of this match")


# The most things that come in, each for itself, at once.
COMING = """
let most = 0;
new MutationObserver(() => {
  most = Math.max(most, document.querySelectorAll(".thing.arriving").length);
  window.coming = most;
}).observe(document, { subtree: true, childList: true });
"""
PARTS = """() => {
  const parts = [...document.querySelectorAll(".scene > :not(defs)")];
  const layers = parts.filter((part) => part.matches(".layer"));
  return {
    kinds: [...new Set(parts.map((part) => part.getAttribute("class")))].sort(),
    kept: [...new Set(parts.map((part) => getComputedStyle(part).willChange))],
    numbers: layers.map((layer) => Number(layer.dataset.layer)),
    most: Math.max(...layers.map((layer) => layer.childElementCount)),
    all: document.querySelectorAll(".thing").length,
  };
}"""
# What animations change, what of things glides, and what moving things are drawn through.
MOTION = """() => {
  const inside = (rule) => rule instanceof CSSMediaRule ? [...rule.cssRules].flatMap(inside) : [rule];
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap(inside);
  const animated = rules.filter((rule) => rule instanceof CSSKeyframesRule).flatMap((rule) => [...rule.cssRules]);
  const ofThings = rules.filter((rule) => rule.selectorText?.includes(".thing"));
  const moved = ofThings.flatMap((rule) => (rule.style.transitionProperty || "none").split(", "));
  return {
    animated: [...new Set(animated.flatMap((step) => [...step.style]))].sort(),
    moved: [...new Set(moved)].filter((name) => name !== "none").sort(),
    filtered: ofThings.filter((rule) => rule.style.filter).map((rule) => rule.selectorText),
  };
}"""


def test_what_stays_is_painted_once_and_what_moves_apart_from_it(each_game: Game, visitors: Any, site: Running) -> None:
    """Backdrops, and things by layer and panel; where much changes at once, nothing is moved for itself."""
    visitor = visitors()
    visitor.page.add_init_script(COMING)
    with Player(site, f"Painter {each_game.code}") as player:
        page, _ = sit_down(visitor, player, each_game, "random")
        page.wait_for_function(ASKED)
        parts = page.evaluate(PARTS)
        assert {"grounds", "layer"} <= set(parts["kinds"]) <= {"grounds", "layer", "trails"}
        assert parts["kept"] == ["opacity"]
        assert parts["numbers"] == sorted(parts["numbers"]), "they lie in the order of their layers"
        assert parts["most"] < parts["all"], "panels are apart"
        assert page.evaluate("window.coming") <= 24


def test_only_where_things_are_and_how_clear_they_are_changes_from_frame_to_frame(visitors: Any) -> None:
    """A browser does that without painting anything again; a shadow would be worked out at every step."""
    page, _ = watched(visitors())
    motion = page.evaluate(MOTION)
    assert motion["animated"] == ["opacity", "transform"]
    assert motion["moved"] == ["opacity", "transform"]
    assert motion["filtered"] == [".thing.dragged .body"]
