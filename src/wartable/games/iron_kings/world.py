"""The world of Iron Kings: riveted iron, soot and ember light on a hand-drawn map."""

from pathlib import Path

from wartable.drawing.icons import add_figures
from wartable.drawing.materials import drawings
from wartable.drawing.theme import World

SHAPES = Path(__file__).parent / "shapes.svg"
WORLD = World(
    name="iron-kings",
    colours={
        "room": ("#140e0a", "#e3d8c5"),
        "table": ("#231a14", "#ede3d2"),
        "panel": ("#33271e", "#f9f2e4"),
        "edge": ("#7d5a33", "#a98a58"),
        "ink": ("#f7ead6", "#281a0d"),
        "soft": ("#d0b796", "#594631"),
        "paper": ("#efe2c4", "#fffaec"),
        "paper-ink": ("#2b1d0e", "#2b1d0e"),
        "grass": ("#6a5c38", "#dccb9f"),
        "plains": ("#70602f", "#e4d496"),
        "forest": ("#344d2a", "#a9c08d"),
        "mountain": ("#5b5654", "#c4bfbb"),
        "water": ("#2a5268",),
        "desert": ("#7a5a30",),
        "stone": ("#54473d", "#cbbba8"),
        "city": ("#745638", "#d9bd95"),
        "waste": ("#6e3328", "#dba896"),
        "ground": ("#3b2f26",),
        "wood": ("#d9a05f", "#7c4a14"),
        "coal": ("#b4a9c4", "#41384f"),
        "well": ("#7cc4ea", "#1c5a86"),
        "steel": ("#a9cfd2", "#2b565c"),
        "forest-sign": ("#bfe29a", "#2c5a1c"),
        "mountain-sign": ("#eef0f6", "#3f4450"),
        "plains-sign": ("#ecd98a", "#6b5410"),
        "stone-sign": ("#c9d3dd", "#3a4048"),
        "city-sign": ("#ecc999", "#6b4417"),
        "water-sign": ("#9fdcf7", "#14577e"),
        "waste-sign": ("#ffb39c", "#8a2415"),
        "sheet": ("#3a2c1c", "#efe2c2"),
        "tape": ("#d9c49a", "#e6d3a8"),
        "ember": ("#ff7a2a", "#e0662a"),
        "burnt": ("#150a04", "#7a5426"),
    },
    title_face="Germania One",
    text_face="Alegreya Sans",
    room="iron",
    panels="iron",
    board="paper",
    signs=(
        "steam",
        "film-strip",
        "card-draw",
        "furnace",
        "crossed-swords",
        "target-shot",
        "shield",
        "mountains",
        "lever",
    ),
    figures=add_figures({name: art for name, art in drawings(SHAPES).items() if name.startswith("kings-")}),
)
