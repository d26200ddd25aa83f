"""Charts as SVG text. They take their colours from the page, so one file serves light and dark."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

MOST_LABEL = 0.56
"""The largest share of a chart's width that labels may take."""
ROW = 26
TEXT = 13


@dataclass(frozen=True)
class Bar:
    """One line of an interval chart: a value, its interval, and text to the right of it."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    tone: str = "main"


def svg(width: float, height: float, body: Sequence[str], title: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img" '
        f'aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>{"".join(body)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers that span a range."""
    if not high > low:
        return [low]
    raw = (high - low) / wanted
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * f for f in (1, 2, 2.5, 5, 10) if power * f >= raw)
    first = math.ceil(low / step - 1e-9) * step
    count = math.floor((high - first) / step + 1e-9)
    return [first + number * step for number in range(count + 1)]


def labelled(low: float, high: float, percent: bool, wanted: int = 5) -> list[tuple[float, str]]:
    """Ticks with their texts, with enough digits to distinguish them."""
    found = ticks(low, high, wanted)
    scale = 100 if percent else 1
    step = (found[1] - found[0]) * scale if len(found) > 1 else 1.0
    digits = next((d for d in range(4) if abs(step * 10**d - round(step * 10**d)) < 1e-6), 3)
    sign = "%" if percent else ""
    return [(tick, f"{tick * scale:,.{digits}f}{sign}") for tick in found]


def intervals(
    bars: Sequence[Bar], title: str, fair: float | None = None, percent: bool = True, width: float = 680
) -> str:
    """A dot for each value and a line for its interval; `fair` is marked if given."""
    left = min(MOST_LABEL * width, max(70, 12 + 7.4 * max(len(bar.label) for bar in bars)))
    right = 20 + 7.2 * max((len(bar.note) for bar in bars), default=0)
    low = min([bar.low for bar in bars] + ([fair] if fair is not None else []))
    high = max([bar.high for bar in bars] + ([fair] if fair is not None else []))
    pad = (high - low) * 0.06 or max(abs(high) * 0.1, 0.01)
    low = max(0.0, low - pad) if low >= 0 else low - pad
    high = min(1.0, high + pad) if percent and high <= 1 else high + pad

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (width - left - right)

    height = ROW * len(bars) + 34
    body = []
    for tick, words in labelled(low, high, percent):
        body.append(line(x(tick), 6, x(tick), height - 26, "grid"))
        body.append(text(x(tick), height - 8, words, "middle", "soft"))
    if fair is not None:
        body.append(line(x(fair), 2, x(fair), height - 26, "fair"))
    for number, bar in enumerate(bars):
        y = 6 + ROW * (number + 0.5)
        body.append(text(left - 10, y + 4.5, bar.label, "end"))
        body.append(line(x(bar.low), y, x(bar.high), y, f"whisker {bar.tone}"))
        body.append(f'<circle cx="{x(bar.value):.1f}" cy="{y:.1f}" r="5" class="dot {bar.tone}"/>')
        if bar.note:
            body.append(text(width - right + 14, y + 4.5, bar.note, "start", "soft num"))
    return svg(width, height, body, title)


def histogram(
    counts: dict[int, int], title: str, mark: float | None = None, width: float = 680, most_bars: int = 60
) -> str:
    """How often each whole number occurred, in as many bars as fit."""
    least, most = min(counts), max(counts)
    step = max(1, math.ceil((most - least + 1) / most_bars))
    bins: dict[int, int] = {}
    for value, times in counts.items():
        bins[(value - least) // step] = bins.get((value - least) // step, 0) + times
    places = (most - least) // step + 1
    total, top = sum(counts.values()), max(bins.values())
    height, left, bottom = 190, 46, 28
    wide = (width - left - 10) / max(places, 4)

    def y(share: float) -> float:
        return height - bottom - share * total / top * (height - bottom - 22)

    body = []
    for tick, words in labelled(0, top / total, True, 3):
        body.append(line(left, y(tick), width - 10, y(tick), "grid"))
        body.append(text(left - 6, y(tick) + 4, words, "end", "soft"))
    for place, times in sorted(bins.items()):
        share = times / total
        begin = least + place * step
        words = f"{begin}" if step == 1 else f"{begin} to {begin + step - 1}"
        body.append(
            f'<rect x="{left + place * wide + 0.5:.1f}" y="{y(share):.1f}" width="{max(1.0, wide - 1):.1f}" '
            f'height="{height - bottom - y(share):.1f}" class="bar"><title>{words}: {share:.1%}</title></rect>'
        )
    for tick in ticks(least, most, 8):
        if float(tick).is_integer():
            at = left + ((tick - least) / step + 0.5) * wide
            body.append(text(at, height - 9, f"{tick:,.0f}", "middle", "soft"))
    if mark is not None:
        at = left + ((mark - least) / step + 0.5) * wide
        body.append(line(at, 14, at, height - bottom, "fair"))
        body.append(text(min(at + 5, width - 70), 13, "average", "start", "soft"))
    return svg(width, height, body, title)


def band(
    rows: Sequence[tuple[float, float, float, float, float]], title: str, labels: tuple[str, str], width: float = 680
) -> str:
    """A median line in two bands, from left to right: each row is the 5%, 25%, 50%, 75%, 95% quantiles, as shares."""
    height, left, bottom = 230, 50, 34

    def x(place: int) -> float:
        return left + place / (len(rows) - 1) * (width - left - 20)

    def y(share: float) -> float:
        return height - bottom - share * (height - bottom - 14)

    def area(low: int, high: int, kind: str) -> str:
        up = [f"{x(place):.1f},{y(row[high]):.1f}" for place, row in enumerate(rows)]
        down = [f"{x(place):.1f},{y(row[low]):.1f}" for place, row in enumerate(rows)]
        return f'<polygon points="{" ".join(up + down[::-1])}" class="{kind}"/>'

    body = [area(0, 4, "band wide"), area(1, 3, "band")]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        body.append(line(left, y(tick), width - 20, y(tick), "grid"))
        body.append(text(left - 8, y(tick) + 4, f"{tick:.0%}", "end", "soft"))
    middle = " ".join(f"{x(place):.1f},{y(row[2]):.1f}" for place, row in enumerate(rows))
    body.append(f'<polyline points="{middle}" class="line"/>')
    body.append(text(left, height - 10, labels[0], "start", "soft"))
    body.append(text(width - 20, height - 10, labels[1], "end", "soft"))
    return svg(width, height, body, title)


def trust(rows: Sequence[tuple[float, float, float]], title: str, size: float = 260) -> str:
    """A calibration chart: each row is the number of cases, the predicted chance, and the share that came true."""
    left, bottom = 46, 34

    def x(share: float) -> float:
        return left + share * (size - left - 12)

    def y(share: float) -> float:
        return size - bottom - share * (size - bottom - 12)

    body = [line(x(0), y(0), x(1), y(1), "fair")]
    for tick in (0.0, 0.5, 1.0):
        body.append(line(x(0), y(tick), x(1), y(tick), "grid"))
        body.append(text(left - 6, y(tick) + 4, f"{tick:.0%}", "end", "soft"))
        body.append(text(x(tick), size - 14, f"{tick:.0%}", "middle", "soft"))
    most = max((row[0] for row in rows), default=1)
    for times, said, came in rows:
        body.append(
            f'<circle cx="{x(said):.1f}" cy="{y(came):.1f}" r="{3 + 5 * math.sqrt(times / most):.1f}" class="dot main">'
            f"<title>said {said:.0%}, came {came:.0%}</title></circle>"
        )
    return svg(size, size, body, title)


def grid(
    names: Sequence[str], cells: dict[tuple[str, str], tuple[float, float, float]], title: str, fair: float = 0.5
) -> str:
    """A matrix of win rates, row against column, darker the farther from fair."""
    left, top, side = 24 + 7.4 * max(map(len, names)), 20 + 4.4 * max(map(len, names)), 58.0
    body = []
    for number, name in enumerate(names):
        at = left + side * (number + 0.5)
        body.append(f'<text transform="translate({at + 4:.1f},{top - 8:.1f}) rotate(-35)">{escape(name)}</text>')
        body.append(text(left - 10, top + side * 0.62 * (number + 0.5) + 4.5, name, "end"))
    tall = side * 0.62
    for i, row in enumerate(names):
        for j, name in enumerate(names):
            if (row, name) not in cells:
                continue
            value, low, high = cells[row, name]
            sure = low > fair or high < fair
            kind = ("win" if value > fair else "lose") if sure else "even"
            strength = min(1.0, abs(value - fair) * 2.5) if sure else 0.0
            body.append(
                f"<g><title>{escape(row)} against {escape(name)}: {low:.0%} to {high:.0%}</title>"
                f'<rect x="{left + side * j:.1f}" y="{top + tall * i:.1f}" width="{side - 2:.1f}" '
                f'height="{tall - 2:.1f}" class="cell {kind}" style="--strength:{0.15 + 0.6 * strength:.2f}"/>'
                + text(left + side * (j + 0.5) - 1, top + tall * (i + 0.5) + 4, f"{value:.0%}", "middle", "num")
                + "</g>"
            )
    width = left + side * len(names) + 60
    return svg(width, top + tall * len(names) + 8, body, title)


def trend(
    values: Sequence[str],
    series: Sequence[Sequence[tuple[float, float, float] | None]],
    title: str,
    percent: bool,
    width: float = 320,
) -> str:
    """A small chart of a sweep: a measure at each value, with its interval.

    Numeric values are ordered and joined by a line; other values stand side by side.
    """
    left = 52
    room = (width - left - 12) / len(values)
    labels = [label_lines(words, max(2, int(room / 7.2))) for words in values]
    bottom = 16 + 14 * max(map(len, labels))
    height = 120 + bottom
    there = [point for points in series for point in points if point is not None]
    low, high = min(p[1] for p in there), max(p[2] for p in there)
    pad = (high - low) * 0.12 or max(abs(high) * 0.1, 0.01)
    low, high = (max(0.0, low - pad) if low >= 0 else low - pad), high + pad

    def x(place: int, number: int) -> float:
        return left + (place + 0.5) * room + (number - (len(series) - 1) / 2) * min(7.0, room / 8)

    def y(value: float) -> float:
        return height - bottom - (value - low) / (high - low) * (height - bottom - 10)

    body = []
    for tick, words in labelled(low, high, percent, 4):
        body.append(line(left, y(tick), width - 12, y(tick), "grid"))
        body.append(text(left - 6, y(tick) + 4, words, "end", "soft"))
    for number, points in enumerate(series):
        seen = [(x(place, number), point) for place, point in enumerate(points) if point is not None]
        if all(map(is_number, values)):
            path = " ".join(f"{at:.1f},{y(point[0]):.1f}" for at, point in seen)
            body.append(f'<polyline points="{path}" class="thread s{number}"/>')
        for at, (value, least, most) in seen:
            body.append(line(at, y(least), at, y(most), f"whisker s{number}"))
            body.append(mark(at, y(value), number))
    for place, lines in enumerate(labels):
        for row, words in enumerate(lines):
            at = left + (place + 0.5) * room
            body.append(text(at, height - bottom + 20 + 14 * row, words, "middle", "soft"))
    return svg(width, height, body, title)


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


def mark(x: float, y: float, number: int) -> str:
    """The mark of a series, which differs in shape as well as colour."""
    if number == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="sign s0"/>'
    if number == 1:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" class="sign s1"/>'
    corners = ((0, -5.5), (5, 0), (0, 5.5), (-5, 0)) if number == 2 else ((0, -5), (5, 4), (-5, 4))
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" class="sign s{number}"/>'


def legend(names: Sequence[str]) -> str:
    """The legend of the series."""
    signs = [
        f'<span><svg class="chart" width="14" height="14" viewBox="0 0 14 14">{mark(7, 7, number)}</svg>'
        f"{escape(name)}</span>"
        for number, name in enumerate(names)
    ]
    return f'<p class="legend">{"".join(signs)}</p>'
