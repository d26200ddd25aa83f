"""The world of Metals: a laser-cut war table of brushed steel."""

from wartable.core.theme import World

WORLD = World(
    name="metals",
    dark={
        "room": "#0a0c0f",
        "table": "#161b21",
        "panel": "#202830",
        "edge": "#475462",
        "ink": "#f1f6fb",
        "soft": "#a9b8c7",
        "ground": "#1c232b",
        "plains": "#3c3420",
        "forest": "#1b3a26",
        "city": "#4b382a",
        "paper": "#dfe6ec",
        "paper-ink": "#12181e",
    },
    light={
        "room": "#d6dbe0",
        "table": "#e3e7eb",
        "panel": "#f3f5f7",
        "edge": "#98a6b3",
        "ink": "#151b21",
        "soft": "#42505d",
        "ground": "#cfd6dd",
        "plains": "#e6d9a8",
        "paper": "#fbfdff",
        "paper-ink": "#12181e",
    },
    title_face="Rajdhani",
    text_face="Rajdhani",
    room="brushed",
    panels="brushed",
    board="brushed",
    signs=(),
)
