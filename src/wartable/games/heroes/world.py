"""The world of Heroes: a painted campaign map under a summer sky."""

from wartable.core.theme import World

WORLD = World(
    name="heroes",
    dark={
        "room": "#10122a",
        "table": "#1b1e3b",
        "panel": "#282c50",
        "edge": "#8a7436",
        "ink": "#f7f1e0",
        "soft": "#c3bfd6",
        "paper": "#f3e8cc",
        "paper-ink": "#2b2112",
        "grass": "#3f6131",
        "plains": "#6f6330",
        "forest": "#25502f",
        "mountain": "#5f5f66",
        "water": "#235b85",
        "city": "#6d5540",
    },
    light={
        "room": "#e5dcc4",
        "table": "#f1e9d5",
        "panel": "#fbf6e8",
        "edge": "#b3974a",
        "ink": "#241c10",
        "soft": "#564a35",
        "paper": "#fffaee",
        "grass": "#b7d18c",
        "plains": "#e6d694",
        "paper-ink": "#2b2112",
    },
    title_face="Almendra",
    text_face="Alegreya Sans",
    room="cloth",
    panels="cloth",
    board="paper",
    signs=("two-coins", "log", "ore", "brick-wall"),
)
