"""Print and play: every component of a box on paper as often as the rules say, and cut where the marks are."""

import json
import re
import struct
import sys
from collections import Counter
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from pypdf import PdfReader

from wartable.cli import main
from wartable.core.component import CARD, Component, Size, printed_card
from wartable.core.registry import find_game
from wartable.core.variant import Variant
from wartable.drawing.icons import draw_icon, find_icon, missing_figures
from wartable.errors import BadOption
from wartable.extras import MissingExtra
from wartable.printing import tabletop
from wartable.printing.booklet import booklet
from wartable.printing.boxes import POINT
from wartable.printing.face import Style, face_svg
from wartable.printing.kit import Kit
from wartable.printing.sheets import BLEED, PAPERS, Piece, Placed, Sheet, lay_out
from wartable.printing.typeset import font_folder

BOXES = {
    "metals": {
        "map with score tracks": 1,
        "Metals; the back is damaged": 6,
        "score markers": 2,
        "factions": 7,
    },
    "thrones": {
        "board": 1,
        "home tiles": 2 * 36,
        "middle tiles": 2 * 4,
        "fortress of the middle row": 1,
        "pieces of South": 15,
        "pieces of North": 15,
        "favors": 2 * 4 * 4,
        "to bring": 1,
    },
    "iron_kings": {
        "planning cards": 66,
        "treasure cards": 30,
        "upgrades": 12,
        "map hexes": 91,
        "Holdfasts": 4,
        "tokens of the bag": 24 + 14 + 16 + 1,
        # Three wood on each of 17 forests; three coal on 10 mountains, two on 7 barrows and 11 ruins; and the start.
        "resources of the stacks and the start": 3 * 17 + 4 + 3 * 10 + 2 * 7 + 2 * 11 + 4,
        "resources": 4 * (2 + 8) + 4 * 6,
        # Six spaces of each King, and what the six shields hold.
        "damage tokens": 4 * 6 + 9,
        "King's boards": 4,
        "Holdfast's boards": 4,
        "Kings": 4,
        "small workers": 16,
        "big workers": 4,
        "steam markers": 4,
        "instruction pointers": 4,
        "First Player token": 1,
        "to bring": 1,
    },
    "heroes": {
        "map": 1,
        "tokens of the map": 4 * (5 + 5 + 5 + 4 + 1),
        "cities of the players": 4,
        "heroes": 4 * 3,
        "flags for mines and cities": 4 * 10,
        "items": 15 * 4,
        "day marker": 1,
        "dice tables and prices": 4,
        "realm sheets, to write on": 4,
        "to bring": 1 + 6 + 1,
    },
    "city_of_iron": {
        "board": 1,
        "building cards of deck A": 26,
        "building cards of deck B": 22,
        "building cards of deck C": 18,
        "Score cards": 3,
        "town cards; the back is conquered": 22,
        "starting lands": 4,
        "lands to settle": 8,
        "nation boards": 4,
        "city tokens; the back is a district": 4 * 4,
        "action tokens; the back is used": 12,
        "cubes": 4 * 14,
        **{
            f"{kind} cards of {nation}": count
            for nation in ("City-State of Arc", "Cresarian Scholars", "Hogmen Republic", "Toad Inventors of Om")
            for kind, count in (("citizen", 14), ("military", 11))
        },
        "special nation cards": 4,
        "coins": 9 + 9 + 33,
        "science": 11 + 4,
    },
}
"""What the rulebooks list, number by number, for the most players."""
TENTH = 0.1 * POINT


def counted(kit: Kit) -> Counter[str]:
    return sum((Counter({one.kind: one.count}) for one in kit.components), Counter())


def test_a_box_holds_what_the_rulebook_says(each_game):
    assert counted(Kit(each_game)) == BOXES[each_game.name]


def test_components_are_named_by_rules_and_drawn_with_icons_that_exist(each_game, monkeypatch):
    missing = set()

    def seen(name: str, *look: Any) -> str:
        if find_icon(name) is None and not missing_figures(f'href="#figure-{name}"'):
            missing.add(name)
        return draw_icon(name, *look)

    for module in ("card_art", "draw"):
        monkeypatch.setattr(f"wartable.drawing.{module}.draw_icon", seen)
    kit = Kit(each_game)
    assert len({one.id for one in kit.components}) == len(kit.components)
    for one in kit.components:
        assert one.rule in each_game.rulebook.rules, one.name
        assert one.count > 0 and one.name and one.kind
        for face in (one.front, one.back):
            drawn = face_svg(kit.style, Piece(one, one.size), face)
            assert "var(--" not in drawn and "nan" not in drawn
    assert missing == set()


@pytest.mark.parametrize(
    ("name", "table", "players", "expected"),
    [
        ("iron_kings", {"cells": {"planning.step.count": "12"}}, 0, {"planning cards": 69}),
        ("iron_kings", {}, 2, {"map hexes": 61, "Kings": 2}),
        ("iron_kings", {"options": {"map": "twin_lakes"}}, 2, {"map hexes": 61}),
        ("heroes", {"options": {"map": "example"}}, 2, {"tokens of the map": 38}),
        ("thrones", {"cells": {"numbers.favors.value": "3"}}, 0, {"favors": 24}),
        ("city_of_iron", {"cells": {"numbers.actions.value": "4"}}, 0, {"action tokens; the back is used": 16}),
    ],
)
def test_a_variant_is_printed_as_it_is_played(name, table, players, expected):
    kit = Kit(find_game(name), Variant(name, **table), players)
    assert expected.items() <= counted(kit).items()


def test_the_cards_of_a_variant_have_its_numbers_and_its_pages_say_so():
    kit = Kit(find_game("iron_kings"), Variant("iron_kings", cells={"planning.march.steam": "7"}))
    march = next(one for one in kit.components if one.id == "plan-march")
    assert march.front[0].costs == ("steam 7",)
    assert kit.changes == ["March (planning), steam: 7, in the rulebook 3"]


@pytest.mark.parametrize("low_ink", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_component_lies_on_paper_as_often_as_there_is_one(each_game, paper, low_ink):
    kit = Kit(each_game, paper=paper, low_ink=low_ink)
    laid: Counter[str] = Counter()
    for sheet in kit.sheets:
        for one in sheet.placed:
            laid[one.piece.component.id] += 1 if not one.piece.part or one.piece.part.startswith("part 1 ") else 0
    assert laid == {one.id: one.count for one in kit.components if not one.is_brought}
    for sheet in kit.sheets:
        check_sheet(sheet, kit.style.bleed)


def edges(one: Placed) -> tuple[float, float, float, float]:
    width, height = one.piece.size if one.turn % 180 == 0 else reversed(one.piece.size)
    return one.x - width / 2, one.y - height / 2, one.x + width / 2, one.y + height / 2


def check_sheet(sheet: Sheet, bleed: float) -> None:
    """Pieces and their bleed lie apart and on the page; marks are clear of them; a back lies behind its front."""
    for one in sheet.placed:
        left, top, right, bottom = edges(one)
        assert left >= bleed and top >= bleed
        assert right <= sheet.paper.width - bleed and bottom <= sheet.paper.height - bleed
        back = sheet.mirrored(one)
        assert back.x == pytest.approx(sheet.paper.width - one.x) and back.y == one.y
        assert (back.turn + one.turn) % 360 == 0
        for x, y, to_x, to_y in sheet.marks:
            beside = max(x, to_x) <= left - bleed or min(x, to_x) >= right + bleed
            above = max(y, to_y) <= top - bleed or min(y, to_y) >= bottom + bleed
            assert beside or above
            assert min(x, y) > 0 and to_x < sheet.paper.width and to_y < sheet.paper.height
    for one, other in combinations(sheet.placed, 2):
        a, b = edges(one), edges(other)
        apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
        assert apart >= 2 * bleed - 1e-6


def test_what_is_larger_than_the_paper_is_printed_in_parts_that_fit_together():
    board = Component("board", "board", "Board", 1, 101, Size(300, 300), printed_card(Size(300, 300)))
    parts = [one.piece for sheet in lay_out([board], PAPERS["a4"], BLEED) for one in sheet.placed]
    assert sum(part.size.width * part.size.height for part in parts) == 300 * 300
    assert {(part.left, part.top) for part in parts} == {(0, 0), (150, 0)} | {(0, 150), (150, 150)}


MARK = re.compile(rb"1 0 0 -1 (\S+) (\S+) cm/\S+ CS 0 SCN 0\.25 w 4 M 0 0 m (\S+) (\S+) l\nS")
FRAME = re.compile(rb"BDC\nq (\S+) (\S+) m (\S+) (\S+) l (\S+) (\S+) l (\S+) (\S+) l\nh\nW")


def marks_in(page) -> list[tuple[float, float, float, float]]:
    """The crop marks as a printer draws them, in points."""
    lines = [tuple(map(float, found)) for found in MARK.findall(page.get_contents().get_data())]
    return [(x, y, x + dx, y - dy) for x, y, dx, dy in lines]


def pictures_in(page) -> list[tuple[float, float, float, float]]:
    """The frames of the pictures, with their bleed: left, bottom, right, top."""
    frames = [tuple(map(float, found)) for found in FRAME.findall(page.get_contents().get_data())]
    return [(min(f[::2]), min(f[1::2]), max(f[::2]), max(f[1::2])) for f in frames]


def told_pictures(reader: PdfReader) -> Counter[str]:
    """How often each face is in the document, by what it says of itself."""
    found: Counter[str] = Counter()

    def walk(element) -> None:
        element = element.get_object()
        if isinstance(element, list):
            for one in element:
                walk(one)
        elif isinstance(element, dict):
            if element.get("/S") == "/Figure" and "/Alt" in element:
                found[str(element["/Alt"])] += 1
            if "/K" in element:
                walk(element["/K"])

    root: Any = reader.trailer["/Root"]
    walk(root["/StructTreeRoot"])
    return found


def check_pdf(kit: Kit) -> None:
    """Marks and boxes true within half a millimetre, and every face as often as the box has it."""
    reader = PdfReader(BytesIO(kit.pdf()))
    sides = [(sheet, side) for sheet in kit.sheets for side in range(1 + sheet.has_back)]
    assert len(reader.pages) == 1 + len(sides) + bool(kit.aid), "the aid is on one page"
    bleed, near = kit.style.bleed * POINT, 0.5 * POINT
    for page, (sheet, _) in zip(reader.pages[1:], sides, strict=False):
        frames, marks = pictures_in(page), marks_in(page)
        assert len(frames) == len(sheet.placed)
        cuts = [(a + bleed, b + bleed, c - bleed, d - bleed) for a, b, c, d in frames]
        across = {x for x, _, at, _ in marks if abs(x - at) < TENTH}
        down = {y for _, y, _, at in marks if abs(y - at) < TENTH}
        for left, bottom, right, top in cuts:
            assert all(min(abs(x - mark) for mark in across) < near for x in (left, right))
            assert all(min(abs(y - mark) for mark in down) < near for y in (bottom, top))
        for x in across:
            assert min(min(abs(x - one[0]), abs(x - one[2])) for one in cuts) < near
        for box, more in ((page.trimbox, 0), (page.bleedbox, bleed)):
            assert float(box.left) == pytest.approx(min(one[0] for one in cuts) - more, abs=near)
            assert float(box.top) == pytest.approx(max(one[3] for one in cuts) + more, abs=near)
            assert float(box.right) == pytest.approx(max(one[2] for one in cuts) + more, abs=near)
        assert [float(x) / POINT for x in page.mediabox[2:]] == pytest.approx(list(sheet.paper), abs=0.1)
    told = told_pictures(reader)
    for one in kit.components:
        parts = {placed.piece.part for sheet in kit.sheets for placed in sheet.placed if placed.piece.component is one}
        for side in ("front", "back"):
            has_side = not one.is_brought and bool(getattr(one, side))
            assert told.pop(f"{one.id}, {side}", 0) == has_side * one.count * max(1, len(parts)), one.name
    assert not told


@pytest.mark.parametrize(("paper", "low_ink"), [("a4", False), ("letter", True)])
def test_marks_in_the_pdf_are_true_and_every_component_is_there_as_often_as_the_box_has_it(paper, low_ink):
    check_pdf(Kit(find_game("metals"), paper=paper, low_ink=low_ink))


@pytest.mark.slow
@pytest.mark.parametrize("low_ink", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdfs_of_all_games_are_true(each_game, paper, low_ink):
    check_pdf(Kit(each_game, paper=paper, low_ink=low_ink))


def test_a_card_is_63_by_88_and_its_ground_goes_on_for_3_millimetres(metals):
    one = next(one for one in Kit(metals).components if one.id == "zipang")
    assert one.size == CARD and tuple(one.size) == (63, 88)
    for style, size in ((Style(metals.view.world), (69, 94)), (Style(metals.view.world, low_ink=True), (63, 88))):
        drawn = face_svg(style, Piece(one, one.size), one.front)
        assert 'width="{:g}mm" height="{:g}mm"'.format(*size) in drawn


def test_little_ink_leaves_grounds_white_and_players_apart(each_game):
    usual, saved = Style(each_game.view.world).theme, Style(each_game.view.world, low_ink=True).theme
    assert all(saved[name] == "#ffffff" for name in ("table", "panel", "paper", "forest", "brass", "seat0-deep"))
    assert all(saved[name] == usual[name] for name in ("seat0", "seat1", "seat2", "seat3", "edge", "paper-ink"))


def test_the_first_page_says_what_to_print_how_often():
    kit = Kit(find_game("thrones"), Variant("thrones", options={"survival": "off-only"}))
    words = " ".join(PdfReader(BytesIO(kit.pdf())).pages[0].extract_text().split())
    for part in ("What to print", "2 times: one for each player", "flip on the long edge", "off-only", "72 home tiles"):
        assert part in words


def test_the_command_writes_sheets_rules_and_a_saved_object(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tabletop, "DOTS", 40)
    words = ["print", "metals", "--out", str(tmp_path), "--tabletop", "--json", "--set", "numbers.goal.value=14"]
    assert main(words) == 0
    written = [row["file"] for row in json.loads(capsys.readouterr().out)]
    names = ["/metals-sheets-a4.pdf", "/metals-rules-a4.pdf", "/metals.json"]
    assert [name.removeprefix(str(tmp_path)) for name in written] == names
    rules = " ".join(page.extract_text() for page in PdfReader(tmp_path / "metals-rules-a4.pdf").pages)
    for rule in find_game("metals").rulebook.rules.values():
        assert rule.name in rules
    assert "wins at once: 14 (printed: 10) points" in " ".join(rules.split()) and "Example." in rules
    check_saved_object(tmp_path, Kit(find_game("metals"), Variant("metals", cells={"numbers.goal.value": "14"})))


@pytest.mark.slow
def test_the_booklet_has_every_rule_and_an_example_for_most_chapters(each_game):
    told = PdfReader(BytesIO(booklet(Kit(each_game))))
    words = " ".join(page.extract_text() for page in told.pages)
    assert all(rule.name in words for rule in each_game.rulebook.rules.values())
    chapters = [chapter for chapter in each_game.rulebook.chapters if chapter.rules]
    assert words.count("Example.") >= len(chapters) / 2


def test_every_face_is_a_picture_with_its_bleed(metals):
    kit = Kit(metals)
    pictures = kit.pictures(dots=60)
    for one, side, _ in kit.faces():
        size = struct.unpack(">II", pictures.pop(f"{one.id}-{side}.png")[16:24])
        assert size == pytest.approx([(length + 6) / 25.4 * 60 for length in one.size], abs=1)
    assert not pictures


def check_saved_object(folder, kit: Kit) -> None:
    """As many things as the box holds, each with pictures that are there."""
    saved = json.loads((folder / "metals.json").read_text("utf-8"))["ObjectStates"]
    things: Counter[str] = Counter()
    for one in saved:
        if one["Name"] == "DeckCustom":
            assert one["DeckIDs"] == [card["CardID"] for card in one["ContainedObjects"]]
            things.update(card["Nickname"] for card in one["ContainedObjects"])
            images = [deck[side] for deck in one["CustomDeck"].values() for side in ("FaceURL", "BackURL")]
        else:
            things[one["Nickname"]] += one.get("Number", 1)
            images = [one["CustomImage"]["ImageURL"], one["CustomImage"]["ImageSecondaryURL"]]
        assert all((folder / "tabletop" / image.rpartition("/")[2]).is_file() for image in images)
    assert things == {one.name: one.count for one in kit.components}


@pytest.mark.parametrize("library", ["typst", "fontTools", "pypdf"])
def test_without_the_extra_the_command_names_the_line_that_installs_it(library, metals, monkeypatch):
    font_folder.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match="wartable install print"):
        Kit(metals).pdf()


def test_a_game_without_a_box_and_a_wrong_number_of_players_are_refused(metals, capsys):
    from dataclasses import replace

    with pytest.raises(BadOption, match="does not say what lies in its box"):
        _ = Kit(replace(metals, components=None)).components
    assert main(["print", "metals", "--players", "3"]) == 2
    assert "Metals takes 2" in capsys.readouterr().err
