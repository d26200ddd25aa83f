"""The world of City of Iron: a harbour market at dusk, of brass, paper and ink."""

from pathlib import Path

from wartable.drawing.icons import add_figures
from wartable.drawing.materials import drawings
from wartable.drawing.theme import World

WORLD = World(
    name="city-of-iron",
    colours={
        "room": ("#1a120c", "#e4d8bd"),
        "table": ("#2c2017", "#efe5cd"),
        "panel": ("#3a2b1e", "#faf4e3"),
        "edge": ("#7a6036", "#b59a63"),
        "ink": ("#f6ecd6", "#2b1d0c"),
        "soft": ("#cdb992", "#5a4726"),
        "paper": ("#f0e4c8", "#fffaea"),
        "paper-ink": ("#33240f", "#33240f"),
        "city": ("#6b4f36",),
        "stone": ("#4d4740",),
        "grass": ("#4f5c2f",),
        "forest": ("#2e4c33",),
        "mountain": ("#5d5a5c",),
        "water": ("#1f4e6b",),
        "desert": ("#7a5a2c",),
        "jungle": ("#1f5346",),
        "sky": ("#44597a",),
        "waste": ("#6b332a",),
        "dusk-high": ("#2c2a4a", "#bcd0dc"),
        "dusk-low": ("#a4552f", "#f6d49a"),
        "window": ("#ffd887", "#fff0b8"),
        "crown": ("#7a3b2a", "#8a3f2a"),
        "roof": ("#8a4630", "#a5553a"),
        "soil": ("#3b2a1a", "#b08c60"),
        "crate": ("#b98a4e", "#cfa468"),
    },
    title_face="Cinzel",
    text_face="Alegreya Sans",
    room="wood",
    panels="wood",
    board="wood",
    signs=(
        *("laurel-crown", "two-coins", "microscope", "hammer-drop", "compass", "crossed-swords", "checked-shield"),
        *("tied-scroll", "cargo-ship", "zeppelin", "village", "poker-hand", "card-pickup", "card-discard"),
        *("beet", "goat", "fern", "ore", "tentacurl", "salt-shaker", "gears", "bottled-shadow", "rolled-cloth"),
        *("crystal-growth", "high-grass", "forest", "mountains", "waves", "cactus", "palm-tree", "island"),
    ),
    figures=add_figures(drawings(Path(__file__).parent / "shapes.svg")),
)
