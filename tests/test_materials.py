"""What the package build makes for the tables: textures, and outlines in fewer characters."""

import re
import struct
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from build_static import COARSER, SET_GRID
from outlines import rounded
from textures import SIZE, TEXTURES, VEILS, png_of

from wartable.core.frames import SPECTATOR
from wartable.drawing import icons, materials
from wartable.drawing.draw import draw, draw_panel, draw_thing
from wartable.drawing.scene import Panel, Thing
from wartable.drawing.theme import World
from wartable.guides.animation import animate, moments
from wartable.guides.cover import cover_of, kept_picture


def test_an_outline_keeps_its_points_and_errors_do_not_add_up():
    steps = "l0.4 0" * 10
    assert rounded(f"M0.2 0.3{steps}V9.6H-1.2z") == "m0 0l1 0l0 0l0 0l1 0l0 0l1 0l0 0l0 0l1 0l0 0v10h-5z"


def test_the_flags_of_an_arc_need_no_gaps():
    assert rounded("M10 10a4.2 4.2 0 011.6 8") == "m10 10a4 4 0 0 1 2 8"
    assert rounded("M10 10a8.2 8.2 90 013.2 8h7", 0.5) == "m5 5a4 4 90 0 1 2 4h3"


def test_the_sheet_is_on_the_grid_that_icons_are_drawn_from():
    assert icons.GRID == SET_GRID * COARSER


@pytest.mark.parametrize("name", TEXTURES)
def test_a_texture_is_small_and_faint(name):
    strength, noise = TEXTURES[name]
    drawn = png_of(strength, noise)
    assert drawn.startswith(b"\x89PNG") and struct.unpack(">II", drawn[16:24]) == (SIZE, SIZE)
    assert len(drawn) < 5_000
    assert strength <= 0.2, "text is read against the colour below"


@pytest.mark.parametrize("name", VEILS)
def test_a_veil_is_small_and_repeats_without_a_seam(name):
    strength, noise = VEILS[name]
    assert len(png_of(strength, noise, veils=True)) < 5_000
    ends = [(noise(0, at / 16), noise(0.9999, at / 16), noise(at / 16, 0), noise(at / 16, 0.9999)) for at in range(16)]
    assert max(max(abs(a - b), abs(c - d)) for a, b, c, d in ends) < 0.05


def test_pictures_that_stand_alone_need_no_server(each_game):
    """All that they refer to is in them, and nothing else that is large."""
    match, kept = cover_of(each_game), kept_picture(each_game, "light")
    assert match is not None and kept is not None
    for drawn in (
        draw(each_game.view.scene(match.observe(SPECTATOR), match.box, SPECTATOR)),
        animate(moments(match, len(match.steps) - 4, len(match.steps)), "dark", match.players),
        kept,
    ):
        assert "/static/" not in drawn
        refers, has = set(re.findall(r"\(#([\w-]+)\)", drawn)), set(re.findall(r' id="([\w-]+)"', drawn))
        assert refers <= has
        assert {name for name in has if name.startswith(("of-", "on-"))} <= refers


def test_every_texture_is_made_by_the_build():
    assert set(materials.TEXTURES) == {*TEXTURES, *VEILS}


def test_a_figure_stands_where_an_icon_would_and_is_sent_once(monkeypatch):
    monkeypatch.setattr(icons, "_figures", {})
    names = icons.add_figures({"tiny-hat": "<path/>", "tiny-man": '<use href="#figure-tiny-hat"/>'})
    man = draw_thing(Thing("man", "token", 0, 0, icon="tiny-man", seat=0))
    assert 'href="#figure-tiny-man"' in man
    assert "<symbol" not in man
    panel = draw_panel(Panel("board", "", 0, 0, 9, 9), World(figures=names), True, icons.figures(names))
    assert [panel.count(f'id="figure-{name}"') for name in names] == [1, 1]
    assert icons.missing_figures(panel + man) == ""
    alone = icons.missing_figures(man)
    assert [alone.count(f'id="figure-{name}"') for name in names] == [1, 1], "what it is made of comes along"
