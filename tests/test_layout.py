"""Areas divide a panel, and things fill them; ids are values with parts."""

from itertools import pairwise

import pytest

from wartable.drawing.layout import TABLE, Area, Squares, beside, button, legend
from wartable.drawing.scene import Id

AREA = Area(10, 20, 300, 100, "side")


def within(area: Area, whole: Area) -> bool:
    return (
        area.x >= whole.x - 0.1
        and area.y >= whole.y - 0.1
        and area.x + area.width <= whole.x + whole.width + 0.1
        and area.y + area.height <= whole.y + whole.height + 0.1
    )


def test_a_thing_fills_its_area_and_a_text_is_as_high_as_it_says():
    thing = AREA.thing("a", "space", label="a place")
    assert (thing.x, thing.y, thing.width, thing.height, thing.panel) == (160, 70, 300, 100, "side")
    words = AREA.text("b", "words", 16, shape="left")
    assert (words.y, words.height, words.text, words.shape) == (70, 16, "words", "left")


def test_rows_and_columns_leave_the_rest_to_the_one_of_size_0():
    assert [(row.y, row.height) for row in AREA.rows(20, 0, 30, gap=5)] == [(20, 20), (45, 40), (90, 30)]
    assert [(one.x, one.width) for one in AREA.columns(100, 0, gap=10)] == [(10, 100), (120, 190)]


def test_a_grid_is_read_line_by_line():
    places = AREA.grid(5, 3, gap=6)
    assert [(round(one.x), round(one.y)) for one in places] == [(10, 20), (112, 20), (214, 20), (10, 73), (112, 73)]
    assert all(within(one, AREA) for one in places)


@pytest.mark.parametrize("count", range(15))
def test_what_lies_in_a_row_or_a_fan_stays_within_its_area(count):
    for places in (AREA.row(count, most=60, gap=4), AREA.fan(count, 50, 60), AREA.fan(count, 50, 60, 0.5)):
        assert len(places) == count
        assert all(within(one, AREA) for one in places)


@pytest.mark.parametrize("count", range(1, 30))
def test_squares_are_as_large_as_they_can_be_and_stay_apart(count):
    places = AREA.squares(count, 90)
    assert len(places) == count and all(within(one, AREA) for one in places)
    for one, other in pairwise(places):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= one.width - 0.2
    assert places[0].width == 90 if count <= 3 else places[0].width ** 2 * count >= 300 * 100 / 4


def test_a_board_is_seen_from_either_side():
    board = Squares(Area(0, 0, 500, 700), 5, 7, rim=30)
    turned = Squares(Area(0, 0, 500, 700), 5, 7, turned=True, rim=30)
    assert board.middle(0)[0] < board.middle(4)[0] and board.middle(0)[1] > board.middle(5)[1]
    assert board.middle(0) == turned.middle(34)
    assert board.names().count(">a<") == board.names().count(">7<") == 1


def test_buttons_and_legends_say_what_they_are():
    pay = button(AREA, "pay", "Pay", "It costs 2.", icon="coins")
    assert (pay.text, pay.lines, pay.label, pay.states) == ("Pay", ("It costs 2.",), "Pay. It costs 2.", ("edged",))
    entry, picture = legend([AREA], "key", [("wood", "Wood", "Slow.", "<g/>")])
    assert (entry.id, entry.label, picture.id, picture.art) == ("key-wood", "Wood: Slow.", "key-wood-map", "<g/>")


def test_an_id_is_a_text_with_parts():
    id = Id("metal", 0, 13)
    assert id == "metal-0-13" and id.parts == ("metal", 0, 13)
    land = Id.read("land-lost-city")
    assert (land.what, land.name, land.parts) == ("land", "lost-city", ("land", "lost", "city"))
    assert Id.read("turn").parts == ("turn",) and Id.read("turn").name == ""
    assert Id.read("").parts == ("",) and Id.read("metal-x-\u00b2").parts == ("metal", "x", "\u00b2")


def test_answers_stand_over_what_they_are_about_and_stay_on_the_table():
    panel = beside("answers", Area.around(400, 300, 40, 40), 100, 60)
    assert (panel.x, panel.y, panel.width, panel.height, panel.framed) == (350, 270, 100, 60, False)
    corner = beside("answers", Area.around(*TABLE[:2], 10, 10), 100, 60)
    assert (corner.x, corner.y) == TABLE[:2]
