"""Marks of what others did: of scenes that are made up here, and at a table whose panels are laid out anew."""

import json
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page

from wartable.core.registry import find_game
from wartable.drawing.scene import Scene

from .test_play import QUICK, play_a_move
from .test_playback import AT_REST
from .units import module_of, told


@pytest.fixture(scope="module")
def module(client_built: None) -> str:
    return module_of("board/deeds.ts")


SLOT: dict[str, Any] = {
    "id": "slot-3",
    "kind": "icon",
    "panel": "hero",
    "label": "An empty slot",
    "markup": "<g/>",
    "x": 10,
    "y": 10,
}
PIECE: dict[str, Any] = {
    "id": "man-1",
    "kind": "token",
    "panel": "board",
    "label": "A man",
    "markup": "<g/>",
    "x": 10,
    "y": 10,
}
PANELS = ["board", "hero"]


def is_changed(
    module: str, then: dict[str, Any] | None, now: dict[str, Any], seen: dict[str, str] | None = None
) -> Any:
    before = json.dumps({"panels": [{"id": panel} for panel in PANELS]})
    known = f"new Map(Object.entries({json.dumps(seen or {})}))"
    old = "undefined" if then is None else json.dumps(then)
    return told(module, f"isChanged({old}, {json.dumps(now)}, {before}, {known})")


@pytest.mark.parametrize(
    "drawn",
    [
        {"y": 60},
        {"y": 60, "markup": "<g>wider</g>"},
        {"kind": "card", "x": 90},
        {"kind": "token", "x": 90},
    ],
)
def test_what_a_panel_puts_elsewhere_or_draws_larger_is_no_deed(module: str, drawn: dict[str, Any]) -> None:
    kind = {"kind": drawn.get("kind", "icon")}
    assert is_changed(module, SLOT | kind, SLOT | drawn) is False


def test_what_is_said_of_a_thing_has_changed(module: str) -> None:
    assert is_changed(module, SLOT, SLOT | {"label": "A ring"}) is True


def test_a_piece_that_stands_elsewhere_on_the_board_or_on_another_panel_was_moved(module: str) -> None:
    assert is_changed(module, PIECE, PIECE | {"x": 60}) is True
    assert is_changed(module, PIECE, PIECE | {"panel": "hero"}) is True
    assert is_changed(module, PIECE, PIECE | {"markup": "<g>brighter</g>"}) is False


def test_new_pieces_are_deeds_and_panels_that_come_back_are_none(module: str) -> None:
    assert is_changed(module, None, SLOT) is True
    assert is_changed(module, None, SLOT, {"slot-3": SLOT["label"]}) is False
    assert is_changed(module, None, PIECE, {"man-1": PIECE["label"]}) is True
    assert is_changed(module, None, SLOT | {"panel": "market"}) is False


@pytest.mark.parametrize("more", [{"aside": True}, {"label": ""}, {"kind": "text"}, {"kind": "space"}])
def test_what_fills_room_or_has_no_name_has_no_part(module: str, more: dict[str, Any]) -> None:
    assert is_changed(module, PIECE | more, PIECE | more | {"x": 60}) is False


def marked(page: Page) -> set[str]:
    return set(page.eval_on_selector_all(".thing.acted", "all => all.map(one => one.dataset.id)"))


def test_an_opponent_has_not_done_what_a_panel_did(visitors: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here all panels but the board put their things a little elsewhere whenever they are drawn."""
    view = find_game(QUICK).view
    drawn, draws = view.scene, count()

    def scene(*given: Any) -> Scene:
        made: Scene = drawn(*given)
        aside = next(draws) / 4
        return Scene(
            **{
                **vars(made),
                "things": tuple(
                    thing if thing.panel == made.panels[0].id else thing._replace(y=thing.y + aside)
                    for thing in made.things
                ),
            }
        )

    monkeypatch.setattr(view, "scene", scene)
    page = visitors().sit(QUICK)
    marks: set[str] = set()
    for _ in range(3):
        play_a_move(page)
        page.wait_for_function(AT_REST)
        marks |= marked(page)
    beside = {id for id in marks if not id.startswith(("metal-", "pool-1"))}
    assert marks
    assert beside == set()


def line(step: int, text: str = "Ada pays 2 coins.") -> dict[str, Any]:
    return {"step": step, "seat": 1, "text": text, "level": 1}


def test_a_deed_is_told_as_long_as_the_log_has_it_or_goes_less_far_back(module: str) -> None:
    def is_told(given: dict[str, Any], *log: dict[str, Any]) -> Any:
        return told(module, f"isTold({json.dumps(given)}, {json.dumps(log)})")

    assert is_told(line(4), line(3, "Bert pays."), line(4)) is True
    assert is_told(line(4), line(3, "Bert pays.")) is False, "taken back"
    assert is_told(line(4), line(4, "Ada waits.")) is False, "taken back, and something else was done"
    assert is_told(line(4), line(30), line(31)) is True, "long ago"


PLACED = "[...document.querySelectorAll('.thing[data-id^=metal-]:not(.leaving)')].map(one => one.dataset.id).sort()"


def test_what_was_taken_back_has_no_mark_and_what_was_done_before_it_has_its_marks_again(visitors: Any) -> None:
    page = visitors().sit(QUICK)
    earlier: set[str] = set()
    while not earlier or marked(page) == earlier:
        before, earlier = page.evaluate(PLACED), marked(page)
        play_a_move(page)
        page.wait_for_function(AT_REST)
    assert marked(page)
    page.click("button.undo")
    page.wait_for_function(f"(before) => JSON.stringify({PLACED}) === JSON.stringify(before)", arg=before)
    assert marked(page) == earlier
