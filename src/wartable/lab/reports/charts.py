"""Charts as SVG, drawn by Vega-Lite. Their colours are those of the page: one file serves light, dark and paper."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from wartable.extras import needs

with needs("lab", "the lab"):
    import vl_convert

TONES = {"main": "seat0", "high": "seat0", "low": "seat1", "even": "soft"}
SHAPES = ("circle", "square", "diamond", "triangle-up")
COLOURS = ("seat0", "seat1", "seat2", "seat3")
DASHED = {"type": "rule", "strokeDash": [4, 4], "strokeWidth": 1.5, "color": "var(--soft)"}
CONFIG = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        **dict.fromkeys(("domain", "ticks"), False),
        **dict.fromkeys(("labelFontSize", "titleFontSize"), 13),
        **{
            "gridColor": "var(--edge)",
            "labelColor": "var(--soft)",
            "labelLimit": 380,
            "labelPadding": 8,
            "title": None,
        },
    },
    "legend": {"labelColor": "var(--ink)", "labelFontSize": 13, "orient": "bottom", "title": None, "columns": 4},
    "text": {"fontSize": 13, "color": "var(--soft)"},
}


@dataclass(frozen=True)
class Bar:
    """One line of an interval chart: a value, its interval, and text to the right of it."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    tone: str = "main"


def drawn(rows: Sequence[Mapping[str, Any]], layers: Sequence[Mapping[str, Any]], title: str, **spec: Any) -> str:
    """The SVG of a chart, whose layers read the same rows."""
    whole = {"data": {"values": list(rows)}, "layer": list(layers), "config": CONFIG, **spec}
    picture = vl_convert.vegalite_to_svg(json.dumps(whole))
    named = f'<svg class="chart" role="img" aria-label="{escape(title, quote=True)}"'
    return re.sub(r'^<svg( xmlns(?::\w+)?="[^"]*")*( version="[^"]*")?( class="marks")', named, picture)


def field(name: str, kind: str = "quantitative", **more: Any) -> dict[str, Any]:
    return {"field": name, "type": kind, **more}


def shares(low: float, high: float, percent: bool) -> dict[str, Any]:
    """The axis of a measure: shares as percent, with as many digits as tell the ticks apart."""
    digits = 0 if high - low > 0.05 else 1 if high - low > 0.005 else 2
    return {"format": f".{digits}%" if percent else ",~f", "tickCount": 5, "grid": True}


def scale_of(low: float, high: float, percent: bool) -> dict[str, Any]:
    pad = (high - low) * 0.08 or max(abs(high) * 0.1, 0.01)
    top = high + pad
    return {
        "domain": [max(0.0, low - pad) if low >= 0 else low - pad, min(1.0, top) if percent and high <= 1 else top],
        "zero": False,
        "nice": False,
    }


def named_places(labels: Sequence[Any], **axis: Any) -> dict[str, Any]:
    """An axis of places that are called by these labels, which may be equal; lists take several lines."""
    return {"labelExpr": f"{json.dumps(list(labels))}[datum.value]", "grid": False, **axis}


def intervals(
    bars: Sequence[Bar], title: str, fair: float | None = None, percent: bool = True, width: float = 680
) -> str:
    """A dot for each value and a line for its interval; `fair` is marked if given."""
    marked = [] if fair is None else [fair]
    low, high = min([bar.low for bar in bars] + marked), max([bar.high for bar in bars] + marked)
    rows = [
        {"place": place, "value": bar.value, "low": bar.low, "high": bar.high, "note": bar.note,
         "colour": f"var(--{TONES[bar.tone]})"}
        for place, bar in enumerate(bars)
    ]  # fmt: skip
    y = field("place", "ordinal", axis=named_places([bar.label for bar in bars], labelColor="var(--ink)"))
    x: dict[str, Any] = {"scale": scale_of(low, high, percent), "axis": shares(low, high, percent)}
    colour = field("colour", "nominal", scale=None)
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "strokeWidth": 3, "strokeCap": "round", "opacity": 0.55},
            "encoding": {"x": field("low", **x), "x2": {"field": "high"}, "y": y, "color": colour},
        },
        {
            "mark": {"type": "circle", "size": 85, "opacity": 1},
            "encoding": {"x": field("value", **x), "y": y, "color": colour},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 14},
            "encoding": {"x": {"value": "width"}, "y": y, "text": field("note", "nominal")},
        },
    ]
    if fair is not None:
        layers.insert(0, {"mark": DASHED, "encoding": {"x": {"datum": fair, "type": "quantitative", **x}}})
    labels, notes = (max(len(getattr(bar, name)) for bar in bars) for name in ("label", "note"))
    room = max(160.0, width - 7.2 * (min(labels, 52) + notes) - 30)
    # Fonts differ in width from those that Vega-Lite measures with.
    padding = {"left": 5 + labels, "right": 5 + notes, "top": 5, "bottom": 5}
    return drawn(rows, layers, title, width=room, height={"step": 26}, padding=padding)


def histogram(
    counts: dict[int, int], title: str, mark: float | None = None, width: float = 680, most_bars: int = 60
) -> str:
    """How often each whole number occurred, in as many bars as fit."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    step = max(1, math.ceil((most - least + 1) / most_bars))
    bins: dict[int, int] = {}
    for value, times in counts.items():
        bins[(value - least) // step] = bins.get((value - least) // step, 0) + times
    rows = [
        {"from": least + step * place - 0.5, "to": least + step * (place + 1) - 0.5, "share": times / total}
        for place, times in sorted(bins.items())
    ]
    domain = {"domain": [least - 0.5, max(most, least + 4) + 0.5], "nice": False}
    bar = {
        "x": field("from", scale=domain, axis={"tickMinStep": 1, "grid": False, "format": ",d"}),
        "x2": {"field": "to"},
        "y": field("share", axis={"format": ".0%" if max(bins.values()) / total > 0.03 else ".1%", "tickCount": 4}),
        "y2": {"datum": 0},
    }
    layers = [{"mark": {"type": "bar", "color": "var(--seat0)", "stroke": "var(--panel)"}, "encoding": bar}]
    if mark is not None:
        layers.append({"mark": DASHED, "encoding": {"x": {"datum": mark}}})
        words = {"type": "text", "align": "left", "dx": 5, "baseline": "bottom"}
        layers.append(
            {"mark": words, "encoding": {"x": {"datum": mark}, "y": {"value": 0}, "text": {"value": "average"}}}
        )
    return drawn(rows[:1] and rows, layers, title, width=width - 70, height=150)


def band(
    rows: Sequence[tuple[float, float, float, float, float]], title: str, labels: tuple[str, str], width: float = 680
) -> str:
    """A median line in two bands, from left to right: each row is the 5%, 25%, 50%, 75%, 95% quantiles, as shares."""
    names = ("a", "b", "c", "d", "e")
    values = [{"at": place, **dict(zip(names, row, strict=True))} for place, row in enumerate(rows)]
    ends = f"datum.value == 0 ? '{labels[0]}' : '{labels[1]}'"
    axis = {"values": [0, len(rows) - 1], "labelExpr": ends, "grid": False, "labelFlush": True}
    x = field("at", axis=axis)
    y: dict[str, Any] = {"scale": {"domain": [0, 1]}, "axis": {"format": ".0%", "tickCount": 4}}
    layers = [
        {
            "mark": {"type": "area", "color": "var(--seat0)", "opacity": opacity},
            "encoding": {"x": x, "y": field(low, **y), "y2": {"field": high}},
        }
        for low, high, opacity in (("a", "e", 0.16), ("b", "d", 0.32))
    ]
    middle = {"type": "line", "color": "var(--seat0)", "strokeWidth": 2.5}
    layers.append({"mark": middle, "encoding": {"x": x, "y": field("c", **y)}})
    return drawn(values, layers, title, width=width - 60, height=190)


def trust(rows: Sequence[tuple[float, float, float]], title: str, size: float = 260) -> str:
    """A calibration chart: each row is the number of cases, the predicted chance, and the share that came true."""
    values = [{"times": times, "said": said, "came": came} for times, said, came in rows]
    axis: dict[str, Any] = {"scale": {"domain": [0, 1]}, "axis": {"format": ".0%", "tickCount": 3}}
    right = {name: {"datum": end} for name, end in (("x", 0), ("y", 0), ("x2", 1), ("y2", 1))}
    layers = [
        {"mark": DASHED, "encoding": right},
        {
            "mark": {"type": "circle", "color": "var(--seat0)", "opacity": 1},
            "encoding": {
                "x": field("said", **axis),
                "y": field("came", **axis),
                "size": field("times", legend=None, scale={"range": [30, 200]}),
            },
        },
    ]
    return drawn(values, layers, title, width=size - 60, height=size - 60)


def grid(
    names: Sequence[str], cells: dict[tuple[str, str], tuple[float, float, float]], title: str, fair: float = 0.5
) -> str:
    """A matrix of win rates, row against column, darker the farther from fair."""
    rows = []
    for (row, name), (value, low, high) in cells.items():
        sure = low > fair or high < fair
        tone = "edge" if not sure else "seat0" if value > fair else "seat1"
        strength = 0.15 + 0.6 * min(1.0, abs(value - fair) * 2.5) if sure else 0.35
        rows.append(
            {"row": names.index(row), "name": names.index(name), "value": value, "colour": f"var(--{tone})",
             "strength": strength}
        )  # fmt: skip
    x = field("name", "ordinal", axis=named_places(names, orient="top", labelAngle=-35, labelColor="var(--ink)"))
    y = field("row", "ordinal", axis=named_places(names, labelColor="var(--ink)"))
    rect = {"type": "rect", "stroke": "var(--panel)", "strokeWidth": 2}
    fill = {"color": field("colour", "nominal", scale=None), "opacity": field("strength", scale=None)}
    text = {
        "mark": {"type": "text", "color": "var(--ink)"},
        "encoding": {"x": x, "y": y, "text": field("value", format=".0%")},
    }
    layers = [{"mark": rect, "encoding": {"x": x, "y": y, **fill}}, text]
    return drawn(rows, layers, title, width={"step": 58}, height={"step": 36})


def trend(
    values: Sequence[str],
    series: Sequence[Sequence[tuple[float, float, float] | None]],
    title: str,
    percent: bool,
    width: float = 320,
    names: Sequence[str] = (),
) -> str:
    """A small chart of a sweep: a measure at each value, with its interval.

    Numeric values are ordered and joined by a line; other values stand side by side.
    """
    rows = [
        {"place": place, "series": number, "value": point[0], "low": point[1], "high": point[2]}
        for number, points in enumerate(series)
        for place, point in enumerate(points)
        if point is not None
    ]
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    letters = max(3, int((width - 60) / len(values) / 7.2))
    labels = [label_lines(words, letters) for words in values]
    axis = named_places(labels, labelAngle=0, labelLineHeight=14)
    x = field("place", "ordinal", axis=axis, scale={"domain": list(range(len(values))), "padding": 0.7})
    y: dict[str, Any] = {"scale": scale_of(low, high, percent), "axis": shares(low, high, percent)}
    domain = list(range(len(series)))
    legend = {"labelExpr": f"{json.dumps(list(names))}[datum.value]"} if names else None
    colour = field(
        "series", "nominal", legend=legend,
        scale={"domain": domain, "range": [f"var(--{COLOURS[number]})" for number in domain]},
    )  # fmt: skip
    shape = field("series", "nominal", legend=legend, scale={"domain": domain, "range": list(SHAPES[: len(domain)])})
    aside: dict[str, Any] = {"xOffset": field("series", "nominal", scale={"domain": domain})} if len(series) > 1 else {}
    layers = [
        {
            "mark": {"type": "rule", "strokeWidth": 3, "strokeCap": "round", "opacity": 0.55},
            "encoding": {"x": x, "y": field("low", **y), "y2": {"field": "high"}, "color": colour, **aside},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
            "encoding": {"x": x, "y": field("value", **y), "color": colour, "shape": shape, **aside},
        },
    ]
    if all(map(is_number, values)):
        line = {"type": "line", "strokeWidth": 1.5, "opacity": 0.5}
        layers.insert(0, {"mark": line, "encoding": {"x": x, "y": field("value", **y), "color": colour, **aside}})
    return drawn(rows, layers, title, width=width - 60, height=110)


def is_number(words: str) -> bool:
    try:
        float(words)
    except ValueError:
        return False
    return True


def label_lines(words: str, most_letters: int) -> list[str]:
    """The lines of a label under a chart, broken between words; a word that is too long is cut."""
    lines: list[str] = []
    for part in re.findall(r"[^+_ ]+[+_ ]*", words) or [words]:
        if lines and len(lines[-1] + part) <= most_letters:
            lines[-1] += part
        else:
            lines.append(part)
    return [line if len(line) <= most_letters else line[: most_letters - 1] + "…" for line in lines]
