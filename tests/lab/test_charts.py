"""Charts: what is in an order is joined by a line, what is not stands side by side; labels can be read."""

import re

import pytest

from wartable.lab.reports.charts import Bar, band, grid, histogram, intervals, label_lines, trend, trust

POINTS = [(0.5, 0.4, 0.6), None, (0.7, 0.6, 0.8)]


def marks(picture, role):
    """The shapes of a mark that Vega drew."""
    groups = re.findall(rf'<g class="mark-{role} role-mark[^>]*>(.*?)</g>', picture)
    return re.findall(r"<path|<line|<text", "".join(groups))


def test_numbers_are_joined_by_a_line():
    assert len(marks(trend(["1", "2", "3"], [POINTS], "length", True), "line")) == 1


def test_names_are_not():
    picture = trend(["vp_goal", "balrog", "rounds"], [POINTS], "length", True)
    assert not marks(picture, "line")
    assert len(marks(picture, "symbol")) == 2


def test_series_have_signs_and_names_of_their_own():
    picture = trend(["1", "2", "3"], [POINTS, POINTS], "length", True, names=["small map", "large map"])
    shapes = set(re.findall(r'aria-roledescription="point"[^>]* d="([^"]*)"', picture))
    assert len(shapes) == 2
    assert ">small map<" in picture and ">large map<" in picture


def test_long_values_take_several_lines():
    assert label_lines("vp_goal+balrog+rounds", 8) == ["vp_goal+", "balrog+", "rounds"]
    assert label_lines("first_wreck", 6) == ["first_", "wreck"]
    assert label_lines("12", 6) == ["12"]
    assert label_lines("immeasurable", 6) == ["immea…"]
    picture = trend(["vp_goal+balrog+rounds", "rounds", "x"], [POINTS], "length", True, width=250)
    assert "…" not in picture
    assert "rounds" in picture


def test_bars_of_one_name_stay_apart():
    bars = [Bar("the goal", 0.2, 0.1, 0.3, "20%"), Bar("the goal", 0.8, 0.7, 0.9, "80%")]
    picture = intervals(bars, "Endings", 0.5)
    assert len(marks(picture, "symbol")) == 2
    assert picture.count('stroke="var(--edge)"') >= 4, "lines to read the values by"
    assert picture.count(">the goal<") == 2 and ">20%<" in picture and ">80%<" in picture


def test_a_bar_for_each_value_that_came_up():
    picture = histogram({3: 5, 4: 1, 9: 2}, "Length", 4.5)
    heights = [float(height) for height in re.findall(r'd="M[\d.]+,[\d.]+h[\d.]+v([\d.]+)h', picture)]
    bars = [height for height in heights if 0 < height < 150]
    assert [round(height / min(bars)) for height in bars] == [5, 1, 2]
    assert len(marks(histogram({3: 5, 4: 1, 9: 2}, "Length", 4.5), "rect")) == 3
    assert len(marks(histogram(dict.fromkeys(range(500), 1), "Length", None, most_bars=40), "rect")) <= 40


PICTURES = {
    "intervals": intervals([Bar("a < b", 0.5, 0.4, 0.6, tone="high")], 'A "title" & more', 0.5),
    "histogram": histogram({1: 1}, "One"),
    "band": band([(0.1, 0.2, 0.3, 0.4, 0.5)] * 11, "Chances", ("start", "end")),
    "trust": trust([(10, 0.2, 0.25)], "Trust"),
    "grid": grid(["a", "b"], {("a", "b"): (0.7, 0.6, 0.8), ("b", "a"): (0.5, 0.4, 0.6)}, "Each"),
    "trend": trend(["1", "2"], [[(1.0, 1.0, 1.0)] * 2], "Flat", False),
}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=list(PICTURES))
def test_a_chart_has_a_name_and_takes_its_colours_from_the_page(picture):
    assert picture.startswith('<svg class="chart" role="img" aria-label="')
    assert picture.index("aria-label") < picture.index("width=")
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', picture))
    assert {colour for colour in colours if not colour.startswith("var(--")} <= {"none", "transparent"}
    assert "http" not in picture and "NaN" not in picture
