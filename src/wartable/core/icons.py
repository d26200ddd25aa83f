"""Icons. The package build picks those that the games name into one sheet; without it there are letters."""

import json
from functools import cache
from pathlib import Path

SHEET = Path(__file__).resolve().parent.parent / "static" / "icons.json"


@cache
def sheet() -> dict[str, str]:
    """The path of each icon on a 512 grid, by name; empty in a checkout that has not been built."""
    try:
        loaded: dict[str, str] = json.loads(SHEET.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return loaded


def draw_icon(name: str, size: float, colour: str) -> str:
    """The icon centred at 0, 0; its first letters where there is no sheet."""
    path = sheet().get(name)
    if path:
        scale = size / 512
        return (
            f'<path d="{path}" fill="{colour}" transform="translate({-size / 2:.1f} {-size / 2:.1f}) '
            f'scale({scale:.4f})"/>'
        )
    letters = "".join(word[0] for word in name.split("-")[:2]).upper() if "-" in name else name[:2].title()
    return (
        f'<text y="{size * 0.2:.1f}" font-size="{size * 0.56:.1f}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{letters}</text>'
    )
