"""Draws the films of the README: the last actions of each game's stored match as an animated SVG.

    python tools/draw_pictures.py [GAME ...]

It needs the icons and textures of the package build (`python tools/build_static.py`) and no browser.
"""

import sys
from pathlib import Path

from wartable.core.registry import find_game, game_names
from wartable.guides.animation import animate, moments
from wartable.guides.cover import cover_of

OUT = Path(__file__).resolve().parent.parent / "docs" / "films"
ACTIONS = {"metals": 12, "thrones": 40, "city_of_iron": 44, "iron_kings": 60, "heroes": 60}
"""The number of last actions, which gives about the same number of moments in each film."""
USUAL, MOST = 30, 22


def main(names: list[str]) -> None:
    OUT.mkdir(exist_ok=True)
    for name in names or game_names():
        match = cover_of(find_game(name))
        if match is None:
            sys.exit(f"draw_pictures: {name} has no cover that its rules can read")
        last = len(match.steps)
        shown = moments(match, max(0, last - ACTIONS.get(name, USUAL)), last, most=MOST)
        drawn = animate(shown, "dark", match.players)
        (OUT / f"{name}.svg").write_text(drawn, "utf-8")
        print(f"{name}: {len(shown)} moments, {len(drawn) // 1000} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
