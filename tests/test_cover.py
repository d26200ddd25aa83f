"""Covers: what the lobby shows of a game from the first second."""

import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from wartable.core.game import Game
from wartable.drawing import icons
from wartable.guides import cover
from wartable.guides.cover import PICTURE, Sight, Window, cover_of, draw_cover, kept_picture


def window_of(drawn: str) -> Window:
    """The part of the board that a picture shows."""
    found = re.search(r'viewBox="([^"]*)" width="[^"]*" height="[^"]*"', drawn)
    assert found, "no picture of a board"
    return Window(*map(float, found[1].split()))


def test_every_game_has_a_cover_that_its_rules_can_read(each_game: Game) -> None:
    match = cover_of(each_game)
    assert match is not None, "python tools/make_covers.py"
    assert not match.is_over
    assert len(match.steps) > 10


def test_a_cover_of_other_rules_is_left_out(metals: Game, tmp_path: Path) -> None:
    old = (metals.folder / "cover.jsonl").read_text().replace('"rules": ', '"rules": 9')
    (tmp_path / "cover.jsonl").write_text(old)
    assert cover_of(replace(metals, folder=tmp_path)) is None


@pytest.mark.skipif(not icons.sheet(), reason="the package has not been built: there are no icons to draw with")
def test_the_kept_picture_is_what_the_view_draws_now(each_game: Game) -> None:
    match = cover_of(each_game)
    assert match is not None
    kept = (each_game.folder / PICTURE).read_text("utf-8")
    assert kept == draw_cover(match, window_of(kept)), "the view has changed: python tools/make_covers.py --draw"


@pytest.mark.skipif(not icons.sheet(), reason="the package has not been built: there are no icons to draw with")
def test_the_kept_picture_shows_what_is_in_its_window(metals: Game) -> None:
    match = cover_of(metals)
    assert match is not None
    whole, part = draw_cover(match), draw_cover(match, Window(0, 0, 200, 125))
    assert 'viewBox="0 0 200 125" width="200" height="125"' in part
    assert window_of(part) == (0, 0, 200, 125)
    assert window_of(whole)[:2] == (0, 0)
    assert part.count("<g ") < whole.count("<g ")


@pytest.mark.parametrize("window", [Window(-60, 24, 680, 425), Window(10, 400, 500, 400), Window(0, -30, 400, 250)])
def test_the_room_goes_on_wherever_a_window_shows_more_than_the_board(metals: Game, window: Window) -> None:
    match = cover_of(metals)
    assert match is not None
    room = f'<rect x="{window.left:g}" y="{window.top:g}" width="100%" height="100%" fill="var(--room)"/>'
    assert room in draw_cover(match, window)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_kept_picture_is_small_and_shown_without_a_rule(
    each_game: Game, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover.Match, "load", None)
    shown = kept_picture(each_game, theme)
    assert shown is not None and shown.startswith("<svg")
    assert "var(--" not in shown
    assert (each_game.folder / PICTURE).stat().st_size < 100_000
    assert len(zlib.compress(shown.encode())) < 60_000


def test_a_game_without_a_kept_picture_has_none(metals: Game, tmp_path: Path) -> None:
    assert kept_picture(replace(metals, folder=tmp_path), "dark") is None


def test_a_game_may_choose_a_part_of_its_table_as_a_seat_sees_it(metals: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = cover_of(metals)
    assert match is not None
    scene = metals.view.scene(match.observe(0), match.box, 0)
    other = next(panel for panel in scene.panels[1:] if any(thing.panel == panel.id for thing in scene.things))
    window = Window(other.x, other.y, other.width, other.height)
    monkeypatch.setattr(metals.view, "cover", Sight(window))
    drawn = draw_cover(match)
    assert window_of(drawn) == window
    monkeypatch.setattr(metals.view, "cover", Sight(Window(other.x, other.y, 1, 1)))
    assert drawn.count("<g ") > draw_cover(match).count("<g ")
