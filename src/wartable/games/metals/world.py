"""The world of Metals: a laser-cut war table of brushed steel."""

from wartable.drawing.theme import World

WORLD = World(
    name="metals",
    colours={
        "room": ("#0a0c0f", "#d6dbe0"),
        "table": ("#161b21", "#e3e7eb"),
        "panel": ("#202830", "#f3f5f7"),
        "edge": ("#475462", "#98a6b3"),
        "ink": ("#f1f6fb", "#151b21"),
        "soft": ("#a9b8c7", "#42505d"),
        "ground": ("#1c232b", "#cfd6dd"),
        "plains": ("#3c3420", "#e6d9a8"),
        "forest": ("#1b3a26", "#9dbfa2"),
        "city": ("#4b382a", "#d9c6b0"),
        "hull0": ("#4c9be8", "#2f7fe0"),
        "hull1": ("#ee8a2c", "#e27a1c"),
        "bed": ("#2a323b", "#b3bec9"),
        "bay": ("#12171c", "#c3ccd5"),
        "paper": ("#dfe6ec", "#fbfdff"),
        "paper-ink": ("#12181e", "#12181e"),
    },
    title_face="Rajdhani",
    text_face="Rajdhani",
    room="brushed",
    panels="brushed",
    board="brushed",
)
