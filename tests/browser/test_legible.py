"""Nothing is too small, too faint, cut or written over: every game, small and large tables, laptop and phone."""

from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from wartable.core.game import Game

from ..server.harness import Player, Running
from .legible import SIDEWAYS, UNSEEN, Text, measure, overlapping

LAPTOP, PHONE = (1366, 768), (390, 844)
LEAST = {LAPTOP: 13.0, PHONE: 15.0}
SCHEMES: tuple[tuple[tuple[int, int], tuple[Literal["dark", "light"], ...]], ...] = (
    (LAPTOP, ("dark", "light")),
    (PHONE, ("light", "dark")),
)
CONTRAST = 4.5
MIDDLE, END = 30, 100_000


def play_on(player: Player, table: str, moves: int) -> None:
    """Make so many random moves, or all until the match is over."""
    rng = Random(moves)
    with player.sit(table, "show=record&seat=0") as chair:
        for _ in range(moves):
            chair.wait_turn(0)
            if chair.state["status"] == "over":
                return
            chair.move(0, rng.randrange(1_000_000))
        chair.wait_turn(0)


def faults(texts: list[Text], least: float) -> list[str]:
    """What a reader would complain about."""
    found = [f"small: {text}" for text in texts if text.size < least - 0.05]
    found += [
        f"faint, {text.ratio:.1f}: {text}"
        for text in texts
        if text.ratio is not None and text.ratio < CONTRAST and not text.disabled
    ]
    found += [f"cut: {text}" for text in texts if text.cut]
    return found + [f"overlapping: {one} and {other}" for one, other in overlapping(texts)]


# What is lit and in sight, but is not under a finger that is put into its middle.
MISSED = """() => [...document.querySelectorAll(".thing.lit")].filter((thing) => {
  const box = thing.querySelector(".ring").getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const frame = thing.ownerSVGElement.parentElement.getBoundingClientRect();
  if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom || y > innerHeight) return false;
  const hit = document.elementsFromPoint(x, y).map((element) => element.closest(".thing"));
  return !hit.includes(thing);
}).map((thing) => thing.dataset.id)"""


STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"
"""Colours have come to rest after a change of the scheme."""


def looked_at(visitors: Any, player: Player, path: str, wait: str) -> list[str]:
    """The faults of a page on laptop and phone, light and dark: each opened in one scheme and shown in the other."""
    found = []
    for size, schemes in SCHEMES:
        phone = size == PHONE
        visitor = visitors(
            *size, color_scheme=schemes[0], reduced_motion="reduce", has_touch=phone, is_mobile=phone, shaded=True
        )
        cookies = [
            {"name": name, "value": value, "url": player.server.url} for name, value in player.http.cookies.items()
        ]
        visitor.context.add_cookies(cookies)
        page: Page = visitor.open(path)
        page.wait_for_selector(wait)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=scheme)
            page.wait_for_function(STILL)
            found += [f"{size[0]} {scheme} {fault}" for fault in faults(measure(page), LEAST[size])]
            found += [f"{size[0]} cannot be touched: {id}" for id in page.evaluate(MISSED)]
            found += [f"{size[0]} sideways: {what}" for what in page.evaluate(SIDEWAYS)]
            found += [f"{size[0]} out of sight: {id}" for id in page.evaluate(UNSEEN)]
        visitor.page.close()
    return found


@pytest.mark.parametrize(
    ("moves", "largest"), [(0, False), (MIDDLE, True), (END, False)], ids=["start", "middle", "end"]
)
def test_a_table_can_be_read(each_game: Game, moves: int, largest: bool, visitors: Any, site: Running) -> None:
    with Player(site, f"Wilhelmina {each_game.code} {moves}") as player:
        players = each_game.seats[-1] if largest else each_game.seats[0]
        body = {"game": each_game.name, "bot": "random", "players": players, "seat": 0}
        table = player.post("/api/play", body)["table"]
        play_on(player, table, moves)
        assert looked_at(visitors, player, f"/table/{table}", ".thing") == []


@pytest.mark.parametrize(
    ("path", "wait"), [("/", ".game"), ("/rules/metals", "h2"), ("/account", "form"), ("/replay/{}", ".curve .line")]
)
def test_other_pages_can_be_read(path: str, wait: str, visitors: Any, site: Running) -> None:
    with Player(site, f"Reader of {wait.strip('.')[:5]}") as player:
        table = player.post("/api/play", {"game": "metals", "bot": "random", "seat": 0})["table"]
        play_on(player, table, END)
        assert looked_at(visitors, player, path.format(table), wait) == []


def test_what_scrolls_sideways_is_found(visitors: Any) -> None:
    page = visitors(*PHONE).open()
    page.wait_for_selector(".game")
    assert page.evaluate(SIDEWAYS) == []
    page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend", `<div id="wide">${"<p>far</p>".repeat(99)}</div>`);
          Object.assign(document.querySelector("#wide").style, { display: "flex", overflowX: "auto", width: "300px" });
        }"""
    )
    assert len(page.evaluate(SIDEWAYS)) == 1


def test_small_print_is_found(visitors: Any) -> None:
    """The measurement itself: what is small, faint or overlapping is told."""
    page = visitors(*LAPTOP).open("/account")
    page.wait_for_selector("form")
    page.evaluate(
        """() => {
          document.body.innerHTML = `<svg viewBox="0 0 200 100" width="100" height="50">
            <rect width="200" height="100" fill="rgb(20 20 20)"/>
            <text x="10" y="40" font-size="20" fill="rgb(250 250 250)">half</text>
            <text x="14" y="40" font-size="40" fill="rgb(40 40 40)">dark</text></svg>`;
        }"""
    )
    half, dark = measure(page)
    assert half.size == pytest.approx(10) and dark.size == pytest.approx(20)
    assert dark.ratio is not None and dark.ratio < 2
    assert overlapping([half, dark])
