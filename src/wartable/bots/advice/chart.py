"""A chart of the chances in a match: one line for each seat, with mistakes marked."""

from html import escape
from math import hypot

from wartable.drawing.draw import FONT
from wartable.drawing.theme import THEMES, paint

from .analysis import Analysis, Decision

WIDTH, HEIGHT = 1200, 560
LEFT, RIGHT, TOP, BOTTOM = 72, 24, 84, 64
MARK = 26
"""The minimum distance between the marks of two mistakes."""
DASHES = ("none", "10 5", "3 4", "12 4 3 4")


def chart(analysis: Analysis, title: str, theme: str = "dark", mistakes: int = 5) -> str:
    """An SVG of the chance to win after every decision."""
    colours = THEMES[theme]
    worst = analysis.mistakes(mistakes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--table)"/>',
        _text(LEFT, 34, title, 20),
        *_grid(analysis),
        *(_line(analysis, seat) for seat in range(len(analysis.players))),
        *_marks(analysis, worst),
        *_legend(analysis),
        "</svg>",
    ]
    return paint("\n".join(parts), colours)


def _x(analysis: Analysis, place: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (place + 1) / max(1, len(analysis.decisions))


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def _text(x: float, y: float, text: str, size: int = 14, anchor: str = "start", fill: str = "ink") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="var(--{fill})">'
        f"{escape(text)}</text>"
    )


def _grid(analysis: Analysis) -> list[str]:
    parts = []
    for step in range(5):
        y = _y(step / 4)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="var(--edge)" stroke-width="1"/>')
        parts.append(_text(LEFT - 10, y + 5, f"{25 * step}%", anchor="end", fill="soft"))
    every = max(1, -(-len(analysis.decisions) // 16))
    for place in range(0, len(analysis.decisions), every):
        number = str(analysis.decisions[place].number)
        parts.append(_text(_x(analysis, place), HEIGHT - BOTTOM + 22, number, 13, "middle", "soft"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "action of the match", 14, "middle", "soft"))
    return parts


def _line(analysis: Analysis, seat: int) -> str:
    start = f"M{LEFT} {_y(1 / len(analysis.players)):.1f}"
    points = "".join(
        f"L{_x(analysis, place):.1f} {_y(decision.chances[seat]):.1f}"
        for place, decision in enumerate(analysis.decisions)
    )
    return (
        f'<path d="{start}{points}" fill="none" stroke="var(--seat{seat})" stroke-width="3" '
        f'stroke-dasharray="{DASHES[seat]}" stroke-linejoin="round"/>'
    )


def _marks(analysis: Analysis, worst: list[Decision]) -> list[str]:
    """Marks with the numbers of the mistakes; overlapping ones are moved towards the middle."""
    parts = []
    taken: list[tuple[float, float]] = []
    for number, decision in enumerate(worst, 1):
        x, on_line = _x(analysis, analysis.decisions.index(decision)), _y(decision.chances[decision.seat])
        y, step = on_line, MARK if on_line < _y(0.5) else -MARK
        while any(hypot(x - other_x, y - other_y) < MARK for other_x, other_y in taken):
            y += step
        taken.append((x, y))
        if y != on_line:
            parts.append(f'<path d="M{x:.1f} {on_line:.1f}V{y:.1f}" stroke="var(--bad)" stroke-width="1.5"/>')
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="var(--seat{decision.seat}-deep)" stroke="var(--bad)" '
            f'stroke-width="2.5"/>' + _text(x, y + 5, str(number), 13, "middle")
        )
    return parts


def _legend(analysis: Analysis) -> list[str]:
    parts = []
    x = float(LEFT)
    for seat, name in enumerate(analysis.players):
        won = "" if analysis.scores is None or analysis.scores[seat] == 0 else " (won)"
        if analysis.scores is not None and 0 < analysis.scores[seat] < 1:
            won = " (shared the win)"
        parts.append(
            f'<path d="M{x} 60h36" stroke="var(--seat{seat})" stroke-width="4" stroke-dasharray="{DASHES[seat]}"/>'
        )
        parts.append(_text(x + 44, 65, name + won, 15))
        x += 70 + 8.6 * len(name + won)
    return parts
