"""The colours of the look, for Textual and for painted texts."""

from collections.abc import Sequence

from textual.content import Content
from textual.theme import Theme

from wartable.drawing.theme import THEMES
from wartable.drawing.tints import stretches

from ..names import pieces
from ..sight import SHAPES


def textual_theme(name: str) -> Theme:
    """The named theme of `wartable.drawing.theme`; style sheets use its colours as `$room`, `$ink` and so on."""
    colours = THEMES[name]
    return Theme(
        name=f"wartable-{name}",
        primary=colours["accent"],
        secondary=colours["soft"],
        warning=colours["accent"],
        error=colours["bad"],
        success=colours["good"],
        accent=colours["accent"],
        foreground=colours["ink"],
        background=colours["room"],
        surface=colours["table"],
        panel=colours["panel"],
        dark=name == "dark",
        variables={
            **{key: value for key, value in colours.items() if len(value) == 7},
            "footer-key-foreground": colours["accent"],
            "input-cursor-background": colours["accent"],
        },
    )


def seat_style(seat: int, theme: str) -> str:
    return f"bold {THEMES[theme].get(f'seat{seat}', THEMES[theme]['ink'])}"


def seat_mark(seat: int) -> str:
    return SHAPES[seat] if 0 <= seat < len(SHAPES) else "·"


def painted(text: str, names: Sequence[str], theme: str, style: str = "") -> Content:
    """The text with names, each in the colour of its seat, and with its tints."""
    colours = THEMES[theme]
    parts = []
    for stretch, tint in stretches(text):
        ground = f"bold {colours['ink']} on {colours[tint]}" if tint in colours else style
        parts += [(part, ground if seat is None else seat_style(seat, theme)) for part, seat in pieces(stretch, names)]
    return Content.assemble(*parts)
