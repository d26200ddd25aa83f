"""The world of Heroes: a painted campaign map under a summer sky."""

from pathlib import Path

from wartable.drawing.icons import add_figures
from wartable.drawing.materials import drawings
from wartable.drawing.theme import World

WORLD = World(
    name="heroes",
    colours={
        "room": ("#10122a", "#e5dcc4"),
        "table": ("#1b1e3b", "#f1e9d5"),
        "panel": ("#282c50", "#fbf6e8"),
        "edge": ("#8a7436", "#b3974a"),
        "ink": ("#f7f1e0", "#241c10"),
        "soft": ("#c3bfd6", "#564a35"),
        "paper": ("#f3e8cc", "#fffaee"),
        "paper-ink": ("#2b2112", "#2b2112"),
        "grass": ("#3f6131", "#b7d18c"),
        "plains": ("#6f6330", "#e6d694"),
        "forest": ("#25502f",),
        "mountain": ("#5f5f66",),
        "water": ("#235b85",),
        "city": ("#6d5540",),
        "tier0": ("#33521c", "#cfe3ad"),
        "tier0-ink": ("#c9ec95", "#2f4d12"),
        "tier1": ("#14504b", "#b5e0d6"),
        "tier1-ink": ("#9fe6d6", "#0d4a42"),
        "tier2": ("#6a3c12", "#f2d3a4"),
        "tier2-ink": ("#fbcf95", "#6b3a08"),
        "tier3": ("#46316c", "#ddcdf5"),
        "tier3-ink": ("#dcc4ff", "#4a2c80"),
        "tier4": ("#7a1d1a", "#f7c5b8"),
        "tier4-ink": ("#ffbcaa", "#8a1c14"),
        "wood": ("#d39a5c", "#7c4a14"),
        "food": ("#ef9484", "#98322a"),
        "rock": ("#b3bccb", "#4d5563"),
        "wall": ("#b8ab97", "#efe4cf"),
        "wall-shade": ("#6f6558", "#b09f84"),
        "felt": ("#123a2c", "#2f6b50"),
        "chest": ("#f2c14e", "#f0b429"),
        "crate": ("#cfa24c", "#d9a860"),
        "timber": ("#a9753f", "#8a5a26"),
        "road": ("#8f7547", "#e8cf95"),
    },
    title_face="Almendra",
    text_face="Alegreya Sans",
    room="cloth",
    panels="cloth",
    board="paper",
    signs=("two-coins",),
    figures=add_figures(drawings(Path(__file__).parent / "shapes.svg")),
)
