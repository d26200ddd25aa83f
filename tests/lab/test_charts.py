"""Charts: what is in an order is joined by a line, what is not stands side by side; labels can be read."""

from wartable.lab.reports.charts import label_lines, trend

POINTS = [(0.5, 0.4, 0.6), None, (0.7, 0.6, 0.8)]


def test_numbers_are_joined_by_a_line():
    assert "<polyline" in trend(["1", "2", "3"], [POINTS], "length", True)


def test_names_are_not():
    picture = trend(["vp_goal", "balrog", "rounds"], [POINTS], "length", True)
    assert "<polyline" not in picture
    assert picture.count("<circle") == 2


def test_long_values_take_several_lines():
    assert label_lines("vp_goal+balrog+rounds", 8) == ["vp_goal+", "balrog+", "rounds"]
    assert label_lines("first_wreck", 6) == ["first_", "wreck"]
    assert label_lines("12", 6) == ["12"]
    assert label_lines("immeasurable", 6) == ["immea…"]
    picture = trend(["vp_goal+balrog+rounds", "rounds", "x"], [POINTS], "length", True, width=250)
    assert "…" not in picture
    assert "rounds" in picture
